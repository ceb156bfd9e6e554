"""From the decoded lines of one match to a :class:`Match`: canonical form, faults at their places, rounds.

A line that cannot stand where it does is a fault there; nothing is moved, dropped or guessed. This module reads no
bytes from anywhere and judges no move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, cast

import msgspec

from schemas import canonical, faults
from schemas.errors import Violation
from schemas.match import Match, Round
from schemas.options import canonical_rules, options_of
from schemas.record import MOVE_TYPES, NO_X, VERBS, AnyLine, Chow, Draw, End, Header, Line, Result, Setup

_RFC3339 = re.compile(r"\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?\Z")


class Bad(NamedTuple):
    """A line that could not be read; ``value`` is the object it holds, where it is one."""

    fault: Violation
    value: dict[str, Any]


Decoded = AnyLine | Bad
MARKS = frozenset((Header, Setup, Result, End, Bad))
"""The kinds of line that are no moves."""
_ARRANGED = frozenset((Setup, Result, Chow))


def starts_match(line: Decoded) -> bool:
    """Whether a line is a ``match`` line, readable or not."""
    if type(line) is Bad:
        return line.value.get("type") == "match"
    return type(line) is Header


def assemble(match: Match, lines: list[Decoded], marks: list[int], cut: Violation | None = None) -> Match:
    """Fills `match` (which has its raw bytes and line numbers) from its `lines`, of which those at `marks` are no
    moves.

    Puts every line into canonical form, every fault at its place, and the moves into rounds.
    """
    match.kinds = frozenset(map(type, lines))
    marks = _settle_lines(match, lines, marks)
    _read_header(match, lines)
    if match.options is not None and Bad not in {lines[i].__class__ for i in marks}:
        match.canonical = canonical.encode_lines(cast("list[AnyLine]", lines))
    if len(match.canonical) != len(match.raw) and _refuse_duplicates(match, lines):
        marks = _marks(lines)
        match.canonical = b""
    _find_rounds(match, lines, marks)
    if cut is not None:
        match.faults.append(cut)
    if match.canonical and not match.sound:
        match.canonical = b""
    return match


def _marks(lines: list[Decoded]) -> list[int]:
    return [i for i, line in enumerate(lines) if type(line) in MARKS]


def _refuse_duplicates(match: Match, lines: list[Decoded]) -> bool:
    """Makes every line that holds a key twice a bad one; whether there was any.

    Canonical bytes are the shortest way to write a line, so only a line longer than them can hold one.
    """
    found = False
    raws = [raw for raw in match.raw.split(b"\n") if raw.strip()]
    for i, (raw, line) in enumerate(zip(raws, lines, strict=False)):
        if type(line) is Bad or len(raw) == len(canonical.ENCODER.encode(line)):
            continue
        double = faults.duplicate_key(raw)
        if double is not None:
            value, fault = double
            fault = msgspec.structs.replace(fault, line=match.numbers[i])
            lines[i] = Bad(fault, value or {"type": cast(Line, line).verb})
            if i == 0:
                match.faults.append(fault)
            found = True
    return found


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
    if fault is None:
        fault = faults.x_fault(header)
    if fault is not None:
        match.faults.append(msgspec.structs.replace(fault, line=match.line))
    elif header.x is not NO_X:
        canonical.settle_line(header, header.game)
    match.header = header


def _is_time(text: str) -> bool:
    if not _RFC3339.match(text):
        return False
    try:
        if len(text) == 10:
            date.fromisoformat(text)
        else:
            # A leap second is a second of RFC 3339 that the standard library does not know.
            datetime.fromisoformat(text.upper().replace("Z", "+00:00").replace(":60", ":59"))
    except ValueError:
        return False
    return True


def _salvage(value: dict[str, Any]) -> Header | None:
    """The header of a faulty ``match`` line, as far as game, rules and players are readable: the rounds can still be
    judged.
    """
    if value.get("type") != "match":
        return None
    kept = {k: value[k] for k in ("type", "format", "game", "rules", "players") if k in value}
    try:
        return msgspec.convert(kept, Header)
    except msgspec.ValidationError:
        return None


def _settle_lines(match: Match, lines: list[Decoded], marks: list[int]) -> list[int]:
    """Canonical form of every line but the header, in place; which lines are no moves, an unreadable ``x`` included."""
    first = lines[0]
    game = first.game if isinstance(first, Header) else ""
    raw = match.raw[match.raw.find(b"\n") + 1 :] if game else match.raw
    touched = marks
    if not raw.isascii() or b"\\u" in raw or b'"x"' in raw:
        marks = _refuse_x(lines, match.numbers)
        touched = list(range(len(lines)))
    elif Chow in match.kinds:
        touched = [i for i, line in enumerate(lines) if line.__class__ in _ARRANGED]
    for i in touched:
        line = lines[i]
        kind = line.__class__
        if kind is not Bad and kind is not Header:
            canonical.settle_line(cast(Line, line), game)
    return marks


def _refuse_x(lines: list[Decoded], numbers: Sequence[int]) -> list[int]:
    """Makes every line whose ``x`` is no object a bad one; which lines are no moves after that."""
    for i, line in enumerate(lines):
        if type(line) is not Bad and type(line) is not Header:
            fault = faults.x_fault(cast(Line, line))
            if fault is not None:
                lines[i] = Bad(msgspec.structs.replace(fault, line=numbers[i]), {"type": cast(Line, line).verb})
    return _marks(lines)


def _find_rounds(match: Match, lines: list[Decoded], marks: list[int]) -> None:
    start = 1 if starts_match(lines[0]) else 0
    setups = [n for n, i in enumerate(marks) if i >= start and _is_setup(lines[i])]
    first = marks[setups[0]] if setups else len(lines)
    if not setups and start < len(lines) and _is_end(lines[start]):
        _read_end(match, lines, start)
    elif 0 < start < first:
        _stray(match, lines, start)
    bounds, foreign = [*marks, len(lines)], _may_be_foreign(match)
    for n, mark in enumerate(setups):
        stop = setups[n + 1] if n + 1 < len(setups) else len(marks)
        match.rounds.append(_one_round(match, lines, bounds[mark : stop + 1], n + 1, foreign))


def _is_setup(line: Decoded) -> bool:
    return type(line) is Setup or (type(line) is Bad and line.value.get("type") == "round")


def _stray(match: Match, lines: list[Decoded], at: int) -> None:
    line = lines[at]
    if isinstance(line, Bad):
        match.faults.append(line.fault)
    else:
        args = {"verb": line.verb}
        match.faults.append(Violation("rec.line", "rec.line/outside-round", args, line=match.numbers[at]))


def _one_round(match: Match, lines: list[Decoded], marks: list[int], number: int, foreign: bool) -> Round:
    """The round whose lines that are no moves are at `marks`: its own first, where the next round begins last.

    `foreign`: the match may hold moves of another game.
    """
    at, stop, end = marks[0], marks[-1], marks[1]
    setup = lines[at]
    r = Round(setup if isinstance(setup, Setup) else None, line=match.numbers[at], at=at)
    if isinstance(setup, Bad):
        r.fault = setup.fault.at(number, 0)
    r.moves = cast("list[Any]", lines[at + 1 : end])
    if foreign and r.fault is None:
        _foreign_verb(match, r, number)
        _foreign_field(match, r, number)
    if end < stop and type(lines[end]) is Result:
        r.result = cast(Result, lines[end])
        end += 1
    if end < stop and not _is_end(lines[end]):
        _misplaced(match, r, lines[end], end, number)
    for i in marks[1:-1]:
        if _is_end(lines[i]):
            _read_end(match, lines, i)
            if i + 1 == stop < len(lines):
                _stray(match, lines, stop)
            break
    return r


def _is_end(line: Decoded) -> bool:
    return type(line) is End or (type(line) is Bad and line.value.get("type") == "end")


def _may_be_foreign(match: Match) -> bool:
    """Whether any move has a verb, or a field, that the game does not know."""
    known = MOVE_TYPES.get(match.game)
    if known is None:
        return False
    if not known.issuperset(match.kinds - MARKS):
        return True
    return any(
        kind in match.kinds and name in match.raw
        for name, (kind, games) in _FIELDS.items()
        if match.game not in games
    )


_FIELDS = {
    b'"also"': (Chow, frozenset(("shaoyang-bopi",))),
    b'"from"': (Draw, frozenset(("hk-mahjong", "lingxi-mahjong"))),
}
"""Fields that their verb has in some games only (比, and a draw from the back), the verb, and those games."""


def _foreign_verb(match: Match, r: Round, number: int) -> None:
    verbs = VERBS[match.game]
    for k, move in enumerate(r.moves):
        if move.verb not in verbs:
            args = {"verb": move.verb, "game": match.game, "near": faults.nearest(move.verb, verbs)}
            line = match.numbers[r.at + 1 + k]
            r.fault = Violation("rec.line", "rec.line/foreign-verb", args, number, k + 1, move.seat, line)
            r.moves = r.moves[:k]
            return


def _foreign_field(match: Match, r: Round, number: int) -> None:
    for k, move in enumerate(r.moves):
        also = bool(getattr(move, "also", None)) and match.game not in _FIELDS[b'"also"'][1]
        back = getattr(move, "from_", None) is not None and match.game not in _FIELDS[b'"from"'][1]
        if also or back:
            name = "also" if also else "from"
            args = {"field": name, "verb": move.verb, "near": ""}
            line = match.numbers[r.at + 1 + k]
            r.fault = Violation("rec.field", "rec.field/unknown", args, number, k + 1, move.seat, line, name)
            r.moves = r.moves[:k]
            return


def _misplaced(match: Match, r: Round, line: Decoded, at: int, number: int) -> None:
    """A line that cannot stand where it does: a bad one, or one after the ``result``."""
    place: int | None = len(r.moves) + 1
    if isinstance(line, Bad):
        if line.value.get("type") == "result":
            place = None
        fault = line.fault
    else:
        fault = Violation("rec.over", "rec.over/after-result", {"verb": line.verb}, line=match.numbers[at])
    if r.fault is None:
        r.fault = fault.at(number, place)


def _read_end(match: Match, lines: list[Decoded], at: int) -> None:
    line = lines[at]
    if isinstance(line, Bad):
        match.faults.append(line.fault)
    elif isinstance(line, End):
        match.end = line
    if at + 1 < len(lines) and not _is_setup(lines[at + 1]):
        _stray(match, lines, at + 1)
