"""JSON Lines <-> Match, streaming.

Reading decodes a block of whole lines at once in C; only a block with a bad line is read line by line, to say which line, which
field, and what was expected. Nothing is repaired: a line that cannot be read becomes a fault at its place in the match, and the
rest is still served. This module judges no move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import IO, Any, NamedTuple, cast

import msgspec

from schemas import canonical, faults
from schemas.errors import FaultError, Violation
from schemas.files import CutError, open_read
from schemas.match import Match, Round
from schemas.options import canonical_rules, options_of
from schemas.record import MOVE_TYPES, NO_X, VERBS, AnyLine, Chow, End, Header, Line, Result, Setup

MAX_LINE = 1 << 20
"""Bytes a line may have."""
MAX_LINES = 100_000
"""Lines a match may have."""
MAX_MATCH = 64 << 20
"""Bytes a match may have; with the limits above it bounds memory."""
BLOCK = 1 << 20

DECODER: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(cast(Any, AnyLine))
_RFC3339 = re.compile(r"\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?\Z")
_HEAD = b'{"type":"match",'


class Bad(NamedTuple):
    """A line that could not be read; ``value`` is the object it holds, where it is one."""

    fault: Violation
    value: dict[str, Any]


Decoded = AnyLine | Bad
_MARKS = frozenset((Header, Setup, Result, End, Bad))
_ARRANGED = frozenset((Setup, Result, Chow))


class _Block(NamedTuple):
    """Some whole lines: decoded, as given, their numbers in the file, and which of them are no moves."""

    lines: list[Decoded]
    raw: bytes
    numbers: list[int] | range
    marks: list[int]


def _block(lines: list[Decoded], raw: bytes, numbers: list[int] | range) -> _Block:
    return _Block(lines, raw, numbers, [i for i, line in enumerate(lines) if line.__class__ in _MARKS])


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

    ``source`` is a path, ``-`` for stdin, or a binary stream. ``position`` is how many bytes of the file have been taken, for
    progress. Raises ``OSError`` when the source cannot be read; a fault of the content never raises.
    """

    def __init__(self, source: str | IO[bytes], name: str | None = None) -> None:
        self.name = name if name is not None else source if isinstance(source, str) else "-"
        self._source = source
        self.position: Callable[[], int] = lambda: 0
        self.cut: Violation | None = None

    def __iter__(self) -> Iterator[Match]:
        index = 0
        piece: _Piece | None = None
        with open_read(self._source) as (stream, self.position):
            for block in self._blocks(stream):
                for part in _split(block):
                    if piece is None or _starts(part.lines[0]):
                        if piece is not None:
                            index += 1
                            yield build(piece, self.name, index)
                        piece = _Piece(part.numbers[0])
                    piece.add(part)
        if piece is not None:
            yield build(piece, self.name, index + 1, self.cut)
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
                rest, over = _skip_line(stream)
                number += 1
            if over:
                return

    def _read(self, stream: IO[bytes]) -> tuple[bytes, bool]:
        try:
            data = stream.read(BLOCK)
        except CutError as error:
            self.cut = Violation("rec.line", "rec.line/cut-archive", {"problem": str(error)})
            return error.data, True
        return data, not data

    def _decode(self, block: bytes, number: int, tail: bool) -> Iterator[_Block]:
        try:
            lines = cast("list[Decoded]", DECODER.decode_lines(block))
            count = block.count(b"\n") + (not block.endswith(b"\n"))
            if len(lines) == count:
                yield _block(lines, block, range(number, number + count))
                return
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            pass
        yield from self._decode_slowly(block, number, tail)

    def _decode_slowly(self, block: bytes, number: int, tail: bool) -> Iterator[_Block]:
        parts = block.split(b"\n")
        last = parts.pop() if block.endswith(b"\n") else None
        for i, raw in enumerate(parts):
            if not raw.strip():
                continue
            decoded = _decode_line(raw, number + i)
            ends_file = tail and last is None and i == len(parts) - 1
            if ends_file and isinstance(decoded, Bad) and decoded.fault.reason == "rec.line/not-json":
                args = {"byte": len(raw)}
                decoded = Bad(Violation("rec.line", "rec.line/cut", args, line=number + i), {})
            yield _block([decoded], raw + (b"" if ends_file else b"\n"), [number + i])


def _skip_line(stream: IO[bytes]) -> tuple[bytes, bool]:
    """Reads to the end of an overlong line; what comes after it, and whether the source is over."""
    while True:
        try:
            data = stream.read(BLOCK)
        except CutError:
            return b"", True
        if not data:
            return b"", True
        at = data.find(b"\n")
        if at >= 0:
            return data[at + 1 :], False


def _decode_line(raw: bytes, number: int) -> Decoded:
    if len(raw) > MAX_LINE:
        return Bad(Violation("rec.line", "rec.line/too-long", {"bytes": MAX_LINE}, line=number), {})
    try:
        return DECODER.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        value, fault = faults.explain(raw, error)
        return Bad(msgspec.structs.replace(fault, line=number), value)


def _starts(line: Decoded) -> bool:
    if type(line) is Bad:
        return line.value.get("type") == "match"
    return type(line) is Header


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


def build(piece: _Piece, file: str, index: int, cut: Violation | None = None) -> Match:
    """One match from its lines: canonical form, faults at their places, rounds."""
    match = Match(file=file, index=index, line=piece.line, raw=b"".join(piece.raw), numbers=piece.numbers)
    lines, marks = piece.lines, piece.marks
    _read_header(match, lines)
    _settle_lines(match, lines, marks)
    _find_rounds(match, lines, marks)
    if cut is not None:
        match.faults.append(cut)
    if match.sound and match.options is not None:
        match.canonical = canonical.encode_lines(cast("list[AnyLine]", lines))
        if len(match.canonical) != len(match.raw):
            _find_duplicates(match, lines)
    return match


def _read_header(match: Match, lines: list[Decoded]) -> None:
    first = lines[0]
    header: Header | None = None
    if isinstance(first, Bad):
        match.faults.append(first.fault)
        header = _salvage(first.value)
    elif isinstance(first, Header):
        header = first
    else:
        match.faults.append(Violation("rec.line", "rec.line/before-match", {}, line=match.line))
    if header is None:
        return
    fault = faults.header_fault(header)
    if fault is None:
        try:
            match.options = options_of(header.game, header.rules)
            header.rules = canonical_rules(match.options)
        except (msgspec.ValidationError, ValueError) as error:
            fault = faults.rules_fault(header.game, header.rules, error)
    if fault is None and header.started_at is not None and not _is_time(header.started_at):
        args = {"field": "started_at", "problem": "RFC 3339 or a full date", "near": "", "value": header.started_at}
        fault = Violation("rec.field", "rec.field/value", args, field="started_at", stated=header.started_at)
    if fault is not None:
        match.faults.append(msgspec.structs.replace(fault, line=match.line))
    match.header = header
    if header.x is not NO_X:
        canonical.settle_line(header, header.game)


def _is_time(text: str) -> bool:
    if not _RFC3339.match(text):
        return False
    try:
        if len(text) == 10:
            date.fromisoformat(text)
        else:
            datetime.fromisoformat(text.upper().replace("Z", "+00:00"))
    except ValueError:
        return False
    return True


def _salvage(value: dict[str, Any]) -> Header | None:
    """The header of a faulty ``match`` line, as far as game, rules and players are readable: the rounds can still be judged."""
    if value.get("type") != "match":
        return None
    kept = {k: value[k] for k in ("format", "game", "rules", "players") if k in value}
    try:
        return msgspec.convert({"type": "match", **kept}, Header)
    except msgspec.ValidationError:
        return None


def _settle_lines(match: Match, lines: list[Decoded], marks: list[int]) -> None:
    """Canonical form of every line; plain move lines are in it already."""
    game = match.game
    raw = match.raw[match.raw.find(b"\n") + 1 :] if match.header is not None else match.raw
    if not raw.isascii() or b"\\u" in raw or b'"x"' in raw:
        marks = list(range(len(lines)))
    elif b'"chow"' in raw:
        marks = [i for i, line in enumerate(lines) if line.__class__ in _ARRANGED]
    for i in marks:
        line = lines[i]
        kind = line.__class__
        if kind is Setup:
            canonical.settle_setup(cast(Setup, line))
        elif kind is not Bad and kind is not Header and kind is not End:
            canonical.settle_line(cast(Line, line), game)


def _find_rounds(match: Match, lines: list[Decoded], marks: list[int]) -> None:
    start = 1 if _starts(lines[0]) else 0
    setups = [n for n, i in enumerate(marks) if i >= start and _is_setup(lines[i])]
    first = marks[setups[0]] if setups else len(lines)
    if not setups and start < len(lines) and type(lines[start]) is End:
        _read_end(match, lines, start)
    elif start < first:
        _stray(match, lines, start)
    for n, mark in enumerate(setups):
        stop = setups[n + 1] if n + 1 < len(setups) else len(marks)
        match.rounds.append(_one_round(match, lines, [*marks[mark:stop], marks[stop] if stop < len(marks) else len(lines)], n + 1))


def _is_setup(line: Decoded) -> bool:
    return type(line) is Setup or (type(line) is Bad and line.value.get("type") == "round")


def _stray(match: Match, lines: list[Decoded], at: int) -> None:
    line = lines[at]
    if isinstance(line, Bad):
        match.faults.append(line.fault)
    else:
        args = {"verb": line.verb}
        match.faults.append(Violation("rec.line", "rec.line/outside-round", args, line=match.numbers[at]))


def _one_round(match: Match, lines: list[Decoded], marks: list[int], number: int) -> Round:
    """The round whose lines that are no moves are at `marks`: its own first, where the next round begins last."""
    at, stop, end = marks[0], marks[-1], marks[1]
    setup = lines[at]
    r = Round(setup if isinstance(setup, Setup) else None, line=match.numbers[at])
    if isinstance(setup, Bad):
        r.fault = setup.fault.at(number, 0)
    r.moves = cast("list[Any]", lines[at + 1 : end])
    known = MOVE_TYPES.get(match.game)
    if known is not None and r.fault is None and not known.issuperset(map(type, r.moves)):
        _foreign_verb(match, r, at, number, VERBS[match.game])
    if end < stop and type(lines[end]) is Result:
        r.result = cast(Result, lines[end])
        end += 1
    if end < stop and type(lines[end]) is not End:
        _misplaced(match, r, lines[end], end, number)
    for i in marks[1:-1]:
        if type(lines[i]) is End:
            _read_end(match, lines, i)
            if i + 1 == stop < len(lines):
                _stray(match, lines, stop)
            break
    return r


def _foreign_verb(match: Match, r: Round, at: int, number: int, verbs: frozenset[str]) -> None:
    for k, move in enumerate(r.moves):
        if move.verb not in verbs:
            args = {"verb": move.verb, "game": match.game, "near": faults.nearest(move.verb, verbs)}
            r.fault = Violation(
                "rec.line", "rec.line/foreign-verb", args, number, k + 1, move.seat, match.numbers[at + 1 + k]
            )  # fmt: skip
            r.moves = r.moves[:k]
            return


def _misplaced(match: Match, r: Round, line: Decoded, at: int, number: int) -> None:
    """A line that cannot stand where it does: a bad one, or one after the ``result``."""
    place: int | None = len(r.moves) + 1
    if isinstance(line, Bad):
        if line.value.get("type") == "result":
            place = None
        if line.value.get("type") == "end":
            match.faults.append(line.fault)
            return
        fault = line.fault
    else:
        fault = Violation("rec.over", "rec.over/after-result", {"verb": line.verb}, line=match.numbers[at])
    if r.fault is None:
        r.fault = fault.at(number, place)


def _read_end(match: Match, lines: list[Decoded], at: int) -> None:
    line = lines[at]
    if isinstance(line, End) and match.end is None:
        match.end = line
    if at + 1 < len(lines) and not _is_setup(lines[at + 1]):
        _stray(match, lines, at + 1)


def _find_duplicates(match: Match, lines: list[Decoded]) -> None:
    """Looks for a key written twice: only a line longer than its canonical bytes can hold one."""
    place: dict[int, tuple[int | None, int | None]] = {}
    at = 1
    for n, r in enumerate(match.rounds, start=1):
        place[at] = (n, 0)
        for k in range(len(r.moves)):
            place[at + 1 + k] = (n, k + 1)
        at += 1 + len(r.moves)
        if r.result is not None:
            place[at] = (n, None)
            at += 1
    raws = [raw for raw in match.raw.split(b"\n") if raw.strip()]
    for i, (raw, line) in enumerate(zip(raws, lines, strict=True)):
        if len(raw) == len(canonical.ENCODER.encode(line)):
            continue
        fault = faults.duplicate_key(raw)
        if fault is None:
            continue
        number, move = place.get(i, (None, None))
        fault = fault.at(number, move, match.numbers[i])
        match.canonical = b""
        if number is None:
            match.faults.append(fault)
        elif match.rounds[number - 1].fault is None:
            match.rounds[number - 1].fault = fault


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
