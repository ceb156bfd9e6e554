"""JSON Lines <-> Match, streaming.

Reading decodes a block of whole lines at once in C; only a block with a bad line is read line by line, to say which
line, which field, and what was expected. Nothing is repaired: a line that cannot be read becomes a fault at its place
in the match, and the rest is still served. This module judges no move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import compress, count
from typing import IO, Any, NamedTuple, cast

import msgspec

from schemas import faults
from schemas.assemble import MARKS, Bad, Decoded, assemble, starts_match
from schemas.errors import FaultError, Violation
from schemas.files import CutError, open_read
from schemas.match import Match
from schemas.record import AnyLine, End, Header

MAX_LINE = 1 << 20
"""Bytes a line may have."""
MAX_LINES = 100_000
"""Lines a match may have."""
MAX_MATCH = 64 << 20
"""Bytes a match may have; with the limits above it bounds memory."""
BLOCK = 1 << 17
"""Bytes read at a time: small enough for what is decoded from it to stay in the processor's cache."""

DECODER: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(cast(Any, AnyLine))
_HEAD = b'{"type":"match",'
_HALF = ("rec.line/not-json", "rec.line/not-utf8")
"""What a line looks like that the file's end cuts off."""


class _Block(NamedTuple):
    """Some whole lines: decoded, as given, their numbers in the file, and which of them are no moves."""

    lines: list[Decoded]
    raw: bytes
    numbers: list[int] | range
    marks: list[int]


def _block(lines: list[Decoded], raw: bytes, numbers: list[int] | range) -> _Block:
    return _Block(lines, raw, numbers, list(compress(count(), map(MARKS.__contains__, map(type, lines)))))


class _Piece:
    """The lines of one match as they come in."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.lines: list[Decoded] = []
        self.raw: list[bytes] = []
        self.numbers: list[int] | range = range(0)
        self.marks: list[int] = []
        self.size = 0
        self.full = False

    def add(self, block: _Block) -> None:
        if self.full:
            return
        self.size += len(block.raw)
        if len(self.lines) + len(block.lines) > MAX_LINES or self.size > MAX_MATCH:
            self.full = True
            room = MAX_LINES - len(self.lines) if self.size <= MAX_MATCH else 0
            at = block.numbers[room]
            args = {"lines": MAX_LINES, "bytes": MAX_MATCH}
            over = Bad(Violation("rec.line", "rec.line/match-too-long", args, line=at), {})
            block = _block([*block.lines[:room], over], block.raw, [*block.numbers[: room + 1]])
        if not self.lines:
            self.lines, self.numbers, self.marks = block.lines, block.numbers, block.marks
        else:
            offset = len(self.lines)
            self.marks.extend(offset + i for i in block.marks)
            self.lines.extend(block.lines)
            self._number(block.numbers)
        self.raw.append(block.raw)

    def ends_before(self, line: Decoded) -> bool:
        """Whether `line` belongs to this match no more: a ``match`` line, or what cannot be read after an ``end``."""
        return starts_match(line) or (type(line) is Bad and type(self.lines[-1]) is End)

    def match(self, file: str, index: int, cut: Violation | None = None) -> Match:
        """The match these lines make."""
        match = Match(file=file, index=index, line=self.line, raw=b"".join(self.raw), numbers=self.numbers)
        return assemble(match, self.lines, self.marks, cut)

    def _number(self, numbers: list[int] | range) -> None:
        mine = self.numbers
        if isinstance(mine, range) and isinstance(numbers, range) and mine.stop == numbers.start:
            self.numbers = range(mine.start, numbers.stop)
        elif isinstance(mine, range):
            self.numbers = [*mine, *numbers]
        else:
            mine.extend(numbers)


class Reader:
    """Iterates the matches of one source.

    ``source`` is a path, ``-`` for stdin, or a binary stream. ``position`` is how many bytes of the file have been
    taken, for progress. Raises ``OSError`` when the source cannot be read; a fault of the content never raises.
    """

    def __init__(self, source: str | IO[bytes], name: str | None = None) -> None:
        self.name = name if name is not None else source if isinstance(source, str) else "-"
        self._source = source
        self.position: Callable[[], int] = lambda: 0
        self.cut: Violation | None = None
        self._spacing = b""  # blank lines read since the last line

    def __iter__(self) -> Iterator[Match]:
        index = 0
        piece: _Piece | None = None
        with open_read(self._source) as (stream, self.position):
            for block in self._blocks(stream):
                for part in _split(block):
                    if piece is None or piece.ends_before(part.lines[0]):
                        if piece is not None:
                            index += 1
                            yield piece.match(self.name, index)
                        piece = _Piece(part.numbers[0])
                    piece.add(part)
        if piece is not None:
            piece.raw.append(self._spacing)
            yield piece.match(self.name, index + 1, self.cut)
        elif self.cut is not None:
            yield Match(file=self.name, faults=[self.cut])

    def _blocks(self, stream: IO[bytes]) -> Iterator[_Block]:
        """Whole lines, a block at a time, decoded; blank lines are spacing and no lines."""
        rest = b""
        number = 1
        while True:
            data, over = self._read(stream)
            if over and not data and not rest:
                return
            data = rest + data
            end = len(data) if over else data.rfind(b"\n") + 1
            block, rest = data[:end], data[end:]
            if block:
                yield from self._decode(block, number, tail=over)
                number += block.count(b"\n")
            if len(rest) > MAX_LINE:
                fault = Violation("rec.line", "rec.line/too-long", {"bytes": MAX_LINE}, line=number)
                yield _block([Bad(fault, {})], rest[:4096] + b"\n", [number])
                rest, over = self._skip_line(stream)
                number += 1
            if over:
                return

    def _read(self, stream: IO[bytes]) -> tuple[bytes, bool]:
        try:
            data = stream.read(BLOCK)
        except CutError as error:
            reason = "rec.line/cut-archive" if error.packed else "rec.line/not-packed"
            self.cut = Violation("rec.line", reason, {"problem": str(error)} if error.packed else {})
            return error.data, True
        return data, not data

    def _decode(self, block: bytes, number: int, tail: bool) -> Iterator[_Block]:
        try:
            if len(block) > MAX_LINE and max(map(len, block.split(b"\n"))) > MAX_LINE:
                raise msgspec.DecodeError("a line is too long")
            lines = cast("list[Decoded]", DECODER.decode_lines(block))
            wanted = block.count(b"\n") + (not block.endswith(b"\n"))
            if len(lines) == wanted and not self._spacing and _one_object_a_line(block, wanted):
                yield _block(lines, block, range(number, number + wanted))
                return
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            pass
        yield from self._decode_slowly(block, number, tail)

    def _decode_slowly(self, block: bytes, number: int, tail: bool) -> Iterator[_Block]:
        parts = block.split(b"\n")
        last = parts.pop() if block.endswith(b"\n") else None
        for i, raw in enumerate(parts):
            ends_file = tail and last is None and i == len(parts) - 1
            given = self._spacing + raw + (b"" if ends_file else b"\n")
            if not raw.strip():  # spacing: no line, but bytes that were given; they go with the line that follows
                self._spacing = given
                continue
            self._spacing = b""
            decoded = _decode_line(raw, number + i)
            if ends_file and isinstance(decoded, Bad) and decoded.fault.reason in _HALF:
                decoded = Bad(self._cut_line(len(raw), number + i), decoded.value)
            yield _block([decoded], given, [number + i])

    def _skip_line(self, stream: IO[bytes]) -> tuple[bytes, bool]:
        """Reads to the end of an overlong line; what comes after it, and whether the source is over."""
        while True:
            data, over = self._read(stream)
            at = data.find(b"\n")
            if at >= 0 or over:
                return data[at + 1 :] if at >= 0 else b"", over

    def _cut_line(self, size: int, number: int) -> Violation:
        """The one fault of a file that ends inside a line."""
        cut, self.cut = self.cut, None
        if cut is not None:
            return msgspec.structs.replace(cut, line=number)
        return Violation("rec.line", "rec.line/cut", {"byte": size}, line=number)


def _one_object_a_line(block: bytes, wanted: int) -> bool:
    """Whether every line begins and ends with a brace: with as many objects as lines, each line is one then."""
    return block.startswith(b"{") and block.endswith((b"}", b"}\n")) and block.count(b"}\n{") == wanted - 1


def _decode_line(raw: bytes, number: int) -> Decoded:
    if len(raw) > MAX_LINE:
        return Bad(Violation("rec.line", "rec.line/too-long", {"bytes": MAX_LINE}, line=number), {})
    try:
        return DECODER.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        value, fault = faults.explain(raw, error)
        return Bad(msgspec.structs.replace(fault, line=number), value)


def _split(block: _Block) -> Iterator[_Block]:
    """Cuts a block at its ``match`` lines."""
    lines, raw, numbers, marks = block
    heads = [i for i in marks if lines[i].__class__ is Header]
    if not heads or heads == [0]:
        yield block
        return
    offsets = _head_offsets(raw, len(heads)) or _line_offsets(raw, heads)
    if heads[0] != 0:
        heads.insert(0, 0)
        offsets.insert(0, 0)
    heads.append(len(lines))
    offsets.append(len(raw))
    at = 0
    for n in range(len(heads) - 1):
        head, stop = heads[n], heads[n + 1]
        mine = []
        while at < len(marks) and marks[at] < stop:
            mine.append(marks[at] - head)
            at += 1
        yield _Block(lines[head:stop], raw[offsets[n] : offsets[n + 1]], numbers[head:stop], mine)


def _head_offsets(raw: bytes, wanted: int) -> list[int]:
    """Where the ``match`` lines of a block begin, if they are all spelt canonically; else nothing."""
    out = []
    at = raw.find(_HEAD)
    while at >= 0:
        if at == 0 or raw[at - 1] == 10:
            out.append(at)
        at = raw.find(_HEAD, at + 1)
    return out if len(out) == wanted else []


def _line_offsets(raw: bytes, heads: list[int]) -> list[int]:
    starts, at = [], 0
    for line in raw.split(b"\n"):
        starts.append(at)
        at += len(line) + 1
    return [starts[i] for i in heads]


def read(source: str | IO[bytes], name: str | None = None) -> Iterator[Match]:
    """The matches of a source, one at a time. See :class:`Reader`."""
    return iter(Reader(source, name))


def read_sound(source: str | IO[bytes]) -> Iterator[Match]:
    """Like :func:`read`, but raises :class:`FaultError` at the first match with a line that cannot be read."""
    for match in read(source):
        for fault in (*match.faults, *(r.fault for r in match.rounds)):
            if fault is not None:
                raise FaultError(fault)
        yield match
