"""Count and settlement of 斜釘: td.points, td.pay, td.double, td.seven-eight, td.eight-doubles. Knows no move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from replay.game import Item, Outcome, Tally, Violation
from replay.games.tsair_deng.tiles import HAND, PACK, PIPS
from replay.scoreline import as_tally, fitting, impossible, misplaced, unpaid
from schemas.options import TsairDengOptions
from schemas.record import Result, Score, Setup

MOST = sum(sorted(PIPS[tile] for tile in PACK)[-HAND:])
"""The pips of the heaviest hand."""


class Lost(NamedTuple):
    """What one seat ends with: points of the tiles lost, all eight played, and 頭七尾八."""

    points: int
    clean: bool = False
    head_tail: bool = False

    def possible(self) -> bool:
        """td.clean, td.seven-eight: nobody loses nothing without being 通, or is 通 and lost seven tiles."""
        if self.clean:
            return not self.points and not self.head_tail
        return min(PIPS.values()) <= self.points <= MOST

    def tally(self) -> Tally:
        """td.items: the points and what holds."""
        if not (self.clean or self.head_tail):
            return Tally(self.points)
        held = (("clean", self.clean), ("head-tail", self.head_tail))
        return Tally(self.points, tuple(Item(id, 0) for id, holds in held if holds))


def turn_order(dealer: int, direction: str, seats: Sequence[int]) -> list[int]:
    """The occupied `seats` from the dealer in the round's direction (td.direction, td.seats)."""
    step = 1 if direction == "ccw" else -1
    return [s for s in ((dealer + step * i) % 4 for i in range(4)) if s in seats]


def winner(lost: dict[int, Lost], order: Sequence[int]) -> int:
    """td.points: the lowest; of equal ones the nearest to the dealer in this round's direction."""
    return min(order, key=lambda seat: lost[seat].points)


def payments(lost: dict[int, Lost], win: int, options: TsairDengOptions) -> tuple[int, ...]:
    """td.pay: net change a seat, four entries, 0 for an empty one."""
    points = [0, 0, 0, 0]
    pairs = combinations(lost, 2) if options.settlement == "all-pairs" else ((win, s) for s in lost if s != win)
    for a, b in pairs:
        payer, taker = (a, b) if lost[a].points > lost[b].points else (b, a)
        owed, due = lost[payer], lost[taker]
        amount = owed.points - due.points
        if due.clean or owed.head_tail:
            amount *= _factor(owed, due, options)
        points[payer] -= amount
        points[taker] += amount
    return tuple(points)


def _factor(payer: Lost, taker: Lost, options: TsairDengOptions) -> int:
    """td.double, td.seven-eight: how often the difference is paid."""
    factor = 2 if taker.clean else 1
    if payer.head_tail:
        factor = 2 if options.doublings == "once" else factor * 2
    return factor


def settle(lost: dict[int, Lost], win: int, options: TsairDengOptions) -> Outcome:
    """The outcome of a round that `win` has won."""
    scores = tuple(lost[s].tally() if s in lost else None for s in range(4))
    return Outcome("win", (win,), payments(lost, win, options), scores)


def void() -> Outcome:
    """td.six-seven-doubles: nobody pays."""
    return Outcome("void", (), (0, 0, 0, 0), (None,) * 4)


def settle_line(setup: Setup, result: Result, options: TsairDengOptions) -> Outcome | Violation | None:
    """A score line: the payments from the stated totals and items; points alone are held to td.pay.

    Of several seats with the lowest total the nearest to the dealer wins; where dealer or direction is not stated, the
    stated winner is taken if he is one of them. A score without items states the total alone: whether the dealer has
    頭七尾八 is then what fits the points.
    """
    if result.outcome == "void":
        return void()
    if result.outcome != "win":
        args = {"outcome": result.outcome}
        return Violation("rec.result", "rec.result/no-such-outcome", args, field="outcome", stated=result.outcome)
    if len(result.winners) != 1:
        several = {"stated": result.winners}
        return Violation("rec.result", "rec.result/one-winner", several, field="winners", stated=result.winners)
    if result.scores is None:
        return unpaid(result, 0)  # td.pay: who has the lowest total never pays, and equal ones settle nothing
    stated = {s: score for s, score in enumerate(result.scores) if score is not None}
    if len(stated) < 2 or any(result.points[s] for s in range(4) if s not in stated):
        return Violation("rec.scores", "rec.scores/partial", field="scores")
    lost = {s: _lost(score) for s, score in stated.items()}
    problem = _scores_problem(stated, lost, setup, result)
    if problem is not None:
        return problem
    win = _winner(lost, setup, result.winners[0])
    ways = [payments(way, win, options) for way in _ways(stated, lost, setup.dealer)]
    scores = tuple(as_tally(stated[s]) if s in stated else None for s in range(4))
    return Outcome("win", (win,), fitting(ways, result.points), scores)


def _scores_problem(
    stated: dict[int, Score], lost: dict[int, Lost], setup: Setup, result: Result
) -> Violation | None:
    """td.clean, td.seven-eight, td.tiles: a total or an item that nobody can have, or two have."""
    head_tails = [seat for seat in lost if lost[seat].head_tail]
    for seat, entry in lost.items():
        problem = misplaced(seat, stated[seat], result, setup.dealer)
        if problem is not None:
            return problem
        if not entry.possible() or seat in head_tails[1:]:
            return impossible(seat, entry.points)
    whole = sum(entry.points for entry in lost.values())
    if whole > sum(PIPS[tile] for tile in PACK):
        return Violation("td.tiles", "td.tiles/pips", {"sum": whole}, field="scores", stated=whole)
    return None


def _winner(lost: dict[int, Lost], setup: Setup, stated: int) -> int:
    """td.points: who wins by the totals; of equal ones the `stated` one where dealer or direction is not known."""
    if setup.dealer is not None and setup.direction is not None:
        return winner(lost, turn_order(setup.dealer, setup.direction, list(lost)))
    lowest = min(entry.points for entry in lost.values())
    best = [seat for seat, entry in lost.items() if entry.points == lowest]
    return stated if stated in best else best[0]


def _lost(score: Score) -> Lost:
    """A stated score; without items whoever loses nothing is 通."""
    ids = {item for item, _ in score.items}
    return Lost(score.total, "clean" in ids if ids else not score.total, "head-tail" in ids)


def _ways(stated: dict[int, Score], lost: dict[int, Lost], dealer: int | None) -> list[dict[int, Lost]]:
    """td.seven-eight: as it is stated, and with 頭七尾八 of who may be the dealer and states the total alone."""
    if any(entry.head_tail for entry in lost.values()):
        return [lost]
    open_ = [s for s, score in stated.items() if not score.items and score.total and dealer in (None, s)]
    return [lost, *({**lost, seat: lost[seat]._replace(head_tail=True)} for seat in open_)]
