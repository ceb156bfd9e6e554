"""The verdict on a match: every round replayed, every claim computed anew, every set-up held against the round before.

Source: record format, "Lines", "Score-only rounds"; clauses ``rec.*``. Nothing here knows a game's rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from replay import registry
from replay.engine import open_table, run, setup_fields
from replay.game import Game, Outcome, Series, Table, Violation
from replay.scoreline import strange
from schemas.canonical import play_id, record_id
from schemas.match import Match, Round
from schemas.record import Result

VALID, INVALID, UNJUDGED = "valid", "invalid", "unjudged"
_LAST = 1 << 62


@dataclass(slots=True)
class Verdict:
    """What verification found. ``outcomes`` has one entry a round: None where it was not judged."""

    match: Match
    verdict: str
    violations: list[Violation] = field(default_factory=list)
    outcomes: list[Outcome | None] = field(default_factory=list)
    record_id: str | None = None
    """None when a line could not be read: such a match has no canonical bytes."""
    play_id: str | None = None
    totals: tuple[int, ...] | None = None
    """Sums of the computed points; None where a round was not judged."""

    @property
    def rounds(self) -> int:
        """Rounds of the match."""
        return len(self.match.rounds)

    @property
    def moves(self) -> int:
        """Moves of the match."""
        return sum(len(r.moves) for r in self.match.rounds)


def audit(match: Match) -> Verdict:
    """Verifies one match. Never raises for anything a file can hold."""
    found = list(match.faults)
    outcomes: list[Outcome | None] = []
    game = registry.find(match.game)
    if game is not None and match.options is not None and match.header is not None:
        series = game.series(match.options, match.header.players)
        for number, r in enumerate(match.rounds, start=1):
            outcomes.append(_round(game, match, series, r, number, found))
    else:
        outcomes = [None] * len(match.rounds)
        found.extend(r.fault for r in match.rounds if r.fault is not None)
        if match.options is not None:
            found.append(Violation("rec.unknown", "rec.unknown/game", {"game": match.game}))
    totals = _totals(match, outcomes, found)
    if len(found) > 1:
        found.sort(key=lambda v: _LAST if v.line is None else v.line)  # a file is put right from its top
    verdict = Verdict(match, _verdict(found), found, outcomes, totals=totals)
    if match.canonical:
        verdict.record_id = record_id(match.canonical)
        verdict.play_id = play_id(match)
    return verdict


def _verdict(found: list[Violation]) -> str:
    if not found:
        return VALID
    return UNJUDGED if all(v.clause == "rec.unknown" for v in found) else INVALID


def _round(game: Game, match: Match, series: Series, r: Round, number: int, found: list[Violation]) -> Outcome | None:
    setup = r.setup
    if setup is None:
        assert r.fault is not None
        found.append(r.fault)
        series.add(None, None)
        return None
    if setup.hands is None:
        outcome = _score_line(game, match, series, r, number, found)
    else:
        follows = series.check(setup)
        table = open_table(game, setup, match.options)
        if follows is not None:
            found.append(follows.at(number, 0, r.line))
        if isinstance(table, Violation):
            if follows is None or follows.clause != table.clause:  # the same thing need not be said twice
                found.append(table.at(number, 0, r.line))
            _unread(r, table, found)
            outcome = None
        else:
            outcome = _play(table, match, r, number, found)
    series.add(setup, outcome)
    return outcome


def _play(table: Table, match: Match, r: Round, number: int, found: list[Violation]) -> Outcome | None:
    ended = run(table, r.moves)
    fault = r.fault
    if ended.violation is not None:
        found.append(ended.violation.at(number, ended.done + 1, _line_of(match, r, ended.done + 1)))
        _unread(r, ended.violation, found)
        return None
    outcome = table.outcome()
    if fault is not None:
        found.append(fault)
    if outcome is None and (fault is None or fault.move is None or fault.reason in _CUTS):
        at = len(r.moves) + 1
        found.append(Violation("rec.unfinished", "rec.unfinished/round", {}, number, at, line=_line_of(match, r, at)))
        return None
    if fault is not None and fault.move is not None and fault.reason not in _CUTS:
        return None
    if r.result is not None and outcome is not None:
        for claim in _claims(r.result, outcome, lone=False):
            found.append(claim.at(number, None, _line_of(match, r, len(r.moves) + 1)))
    return outcome


def _unread(r: Round, stopped: Violation, found: list[Violation]) -> None:
    """What was not read of a round that is judged no further: past a ``?`` anything, past a violation cuts alone."""
    if r.fault is not None and (stopped.clause == "rec.unknown" or r.fault.reason in _ENDS):
        found.append(r.fault)


_CUTS = frozenset(("rec.line/cut", "rec.line/cut-archive"))
"""Faults that take nothing away from the moves before them."""

_ENDS = _CUTS | {"rec.line/too-long", "rec.line/match-too-long"}
"""Faults that are told even where the round is not judged any more: bytes were left unread."""


def _line_of(match: Match, r: Round, move: int) -> int | None:
    """File line of a move of the round; of its ``result`` for the move after the last."""
    if not match.numbers:
        return None
    return match.numbers[min(r.at + move, len(match.numbers) - 1)]


def _claims(result: Result, outcome: Outcome, lone: bool) -> list[Violation]:
    """Every difference between a ``result`` and what was computed; `lone`: of a score line."""
    out: list[Violation] = []
    if not lone:
        for name in ("from_", "liable", "how"):
            if getattr(result, name) is not None:
                args = {"field": name.rstrip("_"), "verb": "result", "near": ""}
                out.append(Violation("rec.field", "rec.field/score-only", args, field=name.rstrip("_")))
    if result.outcome != outcome.outcome:
        out.append(_differs("rec.result/outcome", outcome.outcome, result.outcome))
    elif list(result.winners) != list(outcome.winners):
        out.append(_differs("rec.result/winners", list(outcome.winners), result.winners))
    if tuple(result.points) != outcome.points:
        out.append(_differs("rec.points/points", list(outcome.points), result.points))
    if result.scores is not None and not outcome.accepts(result.scores):
        mine = outcome.as_result().scores or [None] * 4
        out.append(_differs("rec.scores/scores", plain_scores(mine), plain_scores(result.scores)))
    return out


def plain_scores(scores: Any) -> Any:
    """Scores as plain JSON values."""
    if scores is None:
        return None
    return [None if s is None else {"total": s.total, "items": [list(i) for i in s.items]} for s in scores]


def _differs(reason: str, expected: Any, stated: Any) -> Violation:
    clause, name = reason.split("/")
    args = {"expected": expected, "stated": stated}
    return Violation(clause, reason, args, field=name, expected=expected, stated=stated)


def _score_line(
    game: Game, match: Match, series: Series, r: Round, number: int, found: list[Violation]
) -> Outcome | None:
    """A round without moves: settlement from what it states, where that is enough."""
    assert r.setup is not None
    if r.fault is not None:
        found.append(r.fault)
        return None
    if r.moves:
        line = _line_of(match, r, 1)
        found.append(Violation("rec.line", "rec.line/moves-without-hands", {}, number, 1, r.moves[0].seat, line))
        return None
    result = r.result
    if result is None:
        found.append(Violation("rec.unfinished", "rec.unfinished/score-line", {}, number, 1, line=r.line))
        return None
    foreign = setup_fields(game.code, r.setup, lone=True)
    follows = series.check(r.setup) if foreign is None else foreign
    if follows is not None:
        found.append(follows.at(number, 0, r.line))
    line = _line_of(match, r, 1)
    contradiction = strange(game.code, match.header.players if match.header is not None else (), result)
    if contradiction is not None:
        found.append(contradiction.at(number, None, line))
        return None
    settled = game.settle(r.setup, result, match.options)
    if isinstance(settled, Violation):
        found.append(settled.at(number, settled.move, line))
        return None
    if settled is not None:
        claims = _claims(result, settled, lone=True)
        found.extend(v.at(number, None, line) for v in claims)
        return settled
    if not game.conserved(result.points, result.outcome, match.options):
        args = {"stated": result.points, "sum": sum(result.points)}
        found.append(
            Violation("rec.points", "rec.points/conserved", args, number, None, line=line, stated=result.points)
        )
        return None
    return Outcome(result.outcome, tuple(result.winners), tuple(result.points), (None,) * 4, facts={"stated": True})


def _totals(match: Match, outcomes: list[Outcome | None], found: list[Violation]) -> tuple[int, ...] | None:
    if any(o is None for o in outcomes):
        return None
    totals = tuple(map(sum, zip((0, 0, 0, 0), *(o.points for o in outcomes if o is not None), strict=True)))
    if match.end is not None and tuple(match.end.totals) != totals:
        differs = _differs("rec.totals/totals", list(totals), match.end.totals)
        found.append(differs.at(None, None, match.numbers[-1] if match.numbers else None))
    return totals
