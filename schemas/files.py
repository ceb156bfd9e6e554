"""Opening record files by their suffix: plain, ``.gz``, ``.zst``, and ``-`` for stdin and stdout."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, cast


class CutError(Exception):
    """A compressed file that ends, or breaks, in the middle. ``data`` is what could still be read."""

    def __init__(self, message: str, data: bytes = b"") -> None:
        self.data = data
        super().__init__(message)


class _Unpacked(io.RawIOBase):
    """A decompressing stream that serves what it can before it says that the file is cut."""

    def __init__(self, stream: IO[bytes], problems: tuple[type[BaseException], ...]) -> None:
        self._stream = stream
        self._problems = problems

    def read(self, size: int = -1) -> bytes:
        out = bytearray()
        while size < 0 or len(out) < size:
            try:
                part = self._stream.read(min(1 << 14, size - len(out)) if size >= 0 else 1 << 14)
            except self._problems as error:
                raise CutError(str(error), bytes(out)) from error
            if not part:
                break
            out += part
        return bytes(out)


def _unpack(stream: IO[bytes], name: str) -> IO[bytes]:
    if name.endswith(".gz"):
        unzipped = cast("IO[bytes]", gzip.GzipFile(fileobj=stream))
        return cast("IO[bytes]", _Unpacked(unzipped, (EOFError, gzip.BadGzipFile, zlib.error)))
    if name.endswith(".zst"):
        import zstandard

        plain = zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True)
        return cast("IO[bytes]", _Unpacked(cast("IO[bytes]", plain), (zstandard.ZstdError,)))
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
        yield _unpack(file, source), file.tell


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
