"""From the decoded lines of one match to a :class:`Match`: canonical form, faults at their places, rounds.

A line that cannot stand where it does is a fault there; nothing is moved, dropped or guessed. This module reads no
bytes from
anywhere and judges no move.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any, NamedTuple, cast

import msgspec

from schemas import canonical, faults
from schemas.errors import Violation
from schemas.match import Match, Round
from schemas.options import canonical_rules, options_of
from schemas.record import MOVE_TYPES, NO_X, VERBS, AnyLine, Chow, End, Header, Line, Result, Setup

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
    start = 1 if starts_match(lines[0]) else 0
    setups = [n for n, i in enumerate(marks) if i >= start and _is_setup(lines[i])]
    first = marks[setups[0]] if setups else len(lines)
    if not setups and start < len(lines) and type(lines[start]) is End:
        _read_end(match, lines, start)
    elif 0 < start < first:
        _stray(match, lines, start)
    bounds = [*marks, len(lines)]
    for n, mark in enumerate(setups):
        stop = setups[n + 1] if n + 1 < len(setups) else len(marks)
        match.rounds.append(_one_round(match, lines, bounds[mark : stop + 1], n + 1))


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
