"""Opening record files by their suffix: plain, ``.gz``, ``.zst``, and ``-`` for stdin and stdout."""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, cast


class CutError(Exception):
    """A compressed file that ends, or breaks, in the middle. ``data`` is what could still be read."""

    def __init__(self, message: str, data: bytes = b"", packed: bool = True) -> None:
        self.data = data
        self.packed = packed
        """Whether the file began as a packed one does."""
        super().__init__(message)


class _Unpacked(io.RawIOBase):
    """A decompressing stream that serves everything it can before it says that the file is cut.

    `new` makes a decompressor of one frame (gzip member, zstd frame); a file may hold several, back to back.
    """

    def __init__(self, stream: IO[bytes], new: Callable[[], Any], problem: type[Exception]) -> None:
        self._stream, self._new, self._problem = stream, new, problem
        self._frame: Any = None
        self._packed = b""
        self._begun = False

    def read(self, size: int = -1) -> bytes:
        """About `size` plain bytes, nothing at the end. Raises :class:`CutError` with what was left."""
        out = bytearray()
        while size < 0 or len(out) < size:
            packed = self._packed or self._stream.read(_PACKED)
            self._packed = b""
            if not packed:
                if self._frame is not None:
                    raise CutError("the compressed file ends before its end mark", bytes(out))
                break
            if self._frame is None:
                self._frame = self._new()
            try:
                out += self._frame.decompress(packed)
            except self._problem as error:
                raise CutError(str(error), bytes(out), self._begun) from error
            self._begun = True
            if self._frame.eof:
                self._packed, self._frame = self._frame.unused_data, None
        return bytes(out)


_PACKED = 1 << 10
"""Packed bytes taken at a time: a hostile file that unpacks to very much more does so in steps."""


def _unpack(stream: IO[bytes], name: str) -> IO[bytes]:
    if name.endswith(".gz"):
        return cast("IO[bytes]", _Unpacked(stream, lambda: zlib.decompressobj(wbits=31), zlib.error))
    if name.endswith(".zst"):
        import zstandard

        plain = zstandard.ZstdDecompressor()
        return cast("IO[bytes]", _Unpacked(stream, plain.decompressobj, zstandard.ZstdError))
    return stream


@contextmanager
def open_read(source: str | IO[bytes]) -> Iterator[tuple[IO[bytes], Callable[[], int]]]:
    """A binary stream of the source's plain bytes, and a function that tells how far into the file reading has come.

    Raises ``OSError`` when the file cannot be opened.
    """
    if not isinstance(source, str):
        yield source, lambda: 0
        return
    if source == "-":
        yield sys.stdin.buffer, lambda: 0
        return
    with open(source, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        yield _unpack(file, source), lambda: size if file.closed else file.tell()


@contextmanager
def open_write(target: str) -> Iterator[IO[bytes]]:
    """A binary stream to write plain bytes to; the suffix decides how they are packed. Raises ``OSError``."""
    if target == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with open(target, "wb") as file:
        packed: Any = file
        if target.endswith(".gz"):
            packed = gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0)
        elif target.endswith(".zst"):
            import zstandard

            packed = zstandard.ZstdCompressor().stream_writer(file, closefd=False)
        yield packed
        if packed is not file:
            packed.close()
