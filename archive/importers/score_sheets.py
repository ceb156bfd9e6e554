"""Score sheets of Hong Kong mahjong, the text format of ``mahjong-scorer`` -> matches of score-only rounds.

The format is in ``docs/score-sheets.md``. A match begins whenever players, date or an option has changed. Nothing is
put right in silence: every line of the sheet stands in a ``note`` of the match that it made, and a line that cannot be
read is a fault at its place, with its number. Whether the money is right is not judged here but by replay.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any, NamedTuple

from archive.importers.sheet_lines import SETTINGS, Kind, Line, Money, SheetError, read_line
from schemas.canonical import canonical_bytes
from schemas.codec import BLOCK, DECODER, MAX_LINE, MAX_LINES
from schemas.errors import Violation
from schemas.files import CutError, open_read
from schemas.match import Match, Round
from schemas.options import options_of
from schemas.record import FORMAT, Header, Setup

GAME = "hk-mahjong"
SOURCE = "score sheet"
MAX_ROUNDS = (MAX_LINES - 2) // 2
"""Rounds of one match at most, so that its record keeps within the format's limit; the next one begins a new match."""
_BOM = b"\xef\xbb\xbf"
_OPTIONS: tuple[tuple[Kind, str], ...] = (("B", "base"), ("M", "cap"), ("R", "liability"), ("S", "doubling"))
"""The options of a sheet and the fields of :class:`Money` that hold them."""


class _Given(NamedTuple):
    """A line with its place and its bytes."""

    number: int
    raw: bytes
    text: str
    line: Line


@dataclass(slots=True)
class _Piece:
    """The lines of one match as they come in: those of its head, then its rounds, each with the comments above it."""

    key: tuple[Any, ...]
    head: list[_Given]
    rounds: list[list[_Given]] = field(default_factory=list)
    tail: list[_Given] = field(default_factory=list)


class SheetReader:
    """Iterates the matches of one score sheet; stands in for :class:`schemas.codec.Reader`.

    ``source`` is a path, ``-`` for stdin, or a binary stream; ``position`` is how many bytes of the file have been
    taken. Raises ``OSError`` when the source cannot be read; a fault of the content never raises.
    """

    def __init__(self, source: str | IO[bytes], name: str | None = None) -> None:
        self.name = name if name is not None else source if isinstance(source, str) else "-"
        self._source = source
        self.position: Callable[[], int] = lambda: 0
        self._cut: Violation | None = None
        self._settings: dict[Kind, _Given] = {}
        self._gap: list[_Given] = []  # settings and comments since the last line of results
        self._piece: _Piece | None = None
        self._fresh = False  # the players have had no match yet
        self._index = 0
        self._seen: dict[bytes, int] = {}

    def __iter__(self) -> Iterator[Match]:
        with open_read(self._source) as (stream, self.position):
            for number, raw in enumerate(self._lines(stream), start=1):
                for piece in self._take(_given(number, raw)):
                    yield self._match(piece)
        faulty = any(given.line.fault is not None for given in self._gap)
        if self._fresh or (self._piece is None and faulty):
            if self._piece is not None:
                yield self._match(self._piece)
            self._piece = self._begin()
        elif self._piece is not None:
            self._piece.tail = self._gap
        if self._piece is not None:
            yield self._match(self._piece, self._cut)
        elif self._cut is not None:
            yield Match(file=self.name, faults=[self._cut])

    def _lines(self, stream: IO[bytes]) -> Iterator[bytes]:
        """The lines with their line feeds; of one past the limit only its beginning."""
        rest, skipping = b"", False
        while True:
            try:
                data = stream.read(BLOCK)
                over = not data
            except CutError as error:
                self._cut = Violation("rec.line", "rec.line/cut-archive", {"problem": str(error)})
                data, over = error.data, True
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if not skipping:
                    yield line + b"\n"
                skipping = False
            if len(rest) > MAX_LINE:
                if not skipping:
                    yield rest[: MAX_LINE + 1]
                rest, skipping = b"", True
            if over:
                if rest and not skipping:
                    yield rest
                return

    def _take(self, given: _Given) -> Iterator[_Piece]:
        """Takes a line in; the matches that are whole with it."""
        kind = given.line.kind
        if kind in SETTINGS:
            before = self._settings.get(kind)
            if before is None or given.line != before.line:
                if kind == "players" and self._fresh:
                    yield from self._empty()
                self._fresh = self._fresh or kind == "players"
                self._settings[kind] = given
            self._gap.append(given)
            return
        if kind == "blank":
            self._gap.append(given)
            return
        piece = self._piece
        if piece is None or piece.key != self._key() or len(piece.rounds) >= MAX_ROUNDS:
            if piece is not None:
                yield piece
            self._piece = piece = self._begin()
            self._fresh = False
        piece.rounds.append([*self._gap, given])
        self._gap = []

    def _empty(self) -> Iterator[_Piece]:
        """Players who never played a round, when others follow them."""
        if self._piece is not None:
            yield self._piece
            self._piece = None
        yield self._begin()

    def _key(self) -> tuple[Any, ...]:
        """What makes a match: the settings in force; each that cannot be read is one of its own."""
        found = ((kind, self._settings.get(kind)) for kind in SETTINGS)
        return tuple(None if s is None else s.number if s.line.fault else (kind, s.line.value) for kind, s in found)

    def _begin(self) -> _Piece:
        """A match whose head are the settings in force and the lines since the last results."""
        first = self._gap[0].number if self._gap else 1 << 62
        kept = [given for given in self._settings.values() if given.number < first]
        head = [*sorted(kept, key=lambda given: given.number), *self._gap]
        self._gap = []
        return _Piece(self._key(), head)

    # the match

    def _match(self, piece: _Piece, cut: Violation | None = None) -> Match:
        self._index += 1
        lines = [*piece.head, *(given for r in piece.rounds for given in r), *piece.tail]
        # Settings in force may stand far above; from its first result on a match is in one piece.
        start = next((given for r in piece.rounds for given in r), lines[0]).number
        match = Match(file=self.name, index=self._index, line=start, raw=b"".join(given.raw for given in lines))
        settings = {given.line.kind: given for given in piece.head if given.line.kind in SETTINGS}
        match.faults = [
            _placed(given.line.fault, given.number)
            for given in lines
            if given.line.kind in SETTINGS and given.line.fault is not None
        ]
        money = self._money(match, settings)
        match.numbers = [lines[0].number]
        if match.header is not None:
            self._rounds(match, piece, money)
        elif not match.faults:
            number = piece.rounds[0][-1].number if piece.rounds else lines[0].number
            match.faults.append(Violation("rec.line", "sheet.players/none", {}, line=number))
        if cut is not None:
            match.faults.append(cut)
        if match.sound and match.options is not None:
            self._settle(match)
        return match

    def _money(self, match: Match, settings: dict[Kind, _Given]) -> Money:
        """The options in force; header and options of the match as far as they can be read."""
        stated = {name: settings[kind].line for kind, name in _OPTIONS if kind in settings}
        unknown = any(line.fault is not None for line in stated.values())
        money = Money() if unknown else Money(**{name: line.value for name, line in stated.items()})
        players = settings.get("players")
        if players is None or players.line.fault is not None:
            return money
        rules: dict[str, Any] = {"edition": 1}
        if not unknown:
            try:
                rules = money.rules()
                match.options = options_of(GAME, rules)
            except SheetError as error:
                match.faults.append(_placed(error.violation, settings["B"].number))
        day = settings.get("date")
        match.header = Header(
            format=FORMAT, game=GAME, rules=rules, players=list(players.line.value),
            started_at=None if day is None else day.line.value, source=SOURCE, unit=money.unit,
        )  # fmt: skip
        return money

    def _rounds(self, match: Match, piece: _Piece, money: Money) -> None:
        assert match.header is not None
        match.header.note = _note(piece.head)
        numbers = [match.line]
        for lines in piece.rounds:
            given = lines[-1]
            r = Round(Setup(dealer=None, hands=None, note=_note(lines)), line=given.number, at=len(numbers))
            match.rounds.append(r)
            fault = given.line.fault
            more = ""
            if fault is None and match.options is not None:
                try:
                    r.result, more = money.result(given.line.value)
                except SheetError as error:
                    fault = error.violation
            if fault is not None:
                r.setup, r.fault = None, _placed(fault, given.number).at(len(match.rounds), None)
                continue
            numbers += [given.number, given.number]
            if more and r.result is not None:
                r.result.note = more
        last = match.rounds[-1].setup if match.rounds else None
        rest = _note(piece.tail)
        if last is not None and rest:
            last.note = f"{last.note}\n{rest}"
        match.numbers = numbers

    def _settle(self, match: Match) -> None:
        """The canonical bytes. A match that an earlier one of the sheet equals to the letter is not the same one."""
        digest = hashlib.sha256(canonical_bytes(match)).digest()
        times = self._seen[digest] = self._seen.get(digest, 0) + 1
        if times > 1:
            assert match.header is not None
            match.header.x = _x({"repeat": times})
            canonical_bytes(match)


def _given(number: int, raw: bytes) -> _Given:
    plain = raw.removeprefix(_BOM) if number == 1 else raw
    plain = plain.removesuffix(b"\n").removesuffix(b"\r")
    if len(plain) > MAX_LINE:
        return _Given(number, raw[:4096] + b"\n", "", Line("bad", None, _too_long()))
    try:
        text = plain.decode()
    except UnicodeDecodeError as error:
        fault = Violation("rec.line", "rec.line/not-utf8", {"byte": error.start + 1})
        return _Given(number, raw, "", Line("bad", None, fault))
    return _Given(number, raw, text.rstrip(), read_line(text))


def _too_long() -> Violation:
    return Violation("rec.line", "rec.line/too-long", {"bytes": MAX_LINE})


def _placed(fault: Violation, number: int) -> Violation:
    return fault.at(None, None, number)


def _note(lines: list[_Given]) -> str | None:
    return "\n".join(given.text for given in lines if given.text.strip()) or None


def _x(value: dict[str, Any]) -> Any:
    """An ``x`` as a decoded line has it."""
    text = json.dumps({"type": "end", "totals": [0, 0, 0, 0], "x": value}, separators=(",", ":"))
    return DECODER.decode(text.encode()).x
