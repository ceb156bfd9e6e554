"""Count and settlement of 斜釘: td.points, td.pay, td.double, td.seven-eight, td.eight-doubles. Knows no move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from replay.game import Item, Outcome, Tally, Violation
from replay.games.tsair_deng.tiles import HAND, PACK, PIPS
from replay.scoreline import unpaid
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
        if self.clean or not self.points:
            return self.clean and not self.points and not self.head_tail
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
        if owed.clean or due.clean or owed.head_tail:
            amount *= _factor(owed, due, options)
        points[payer] -= amount
        points[taker] += amount
    return tuple(points)


def _factor(payer: Lost, taker: Lost, options: TsairDengOptions) -> int:
    """td.double, td.seven-eight: how often the difference is paid."""
    factor = 2 if payer.clean or taker.clean else 1
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
    """A score line: the payments from the stated totals and items; None without them.

    Of several seats with the lowest total the nearest to the dealer wins; where dealer or direction is not stated, the
    stated winner is taken if he is one of them.
    """
    if result.outcome == "void":
        return void()
    if result.outcome != "win":
        args = {"outcome": result.outcome}
        return Violation("rec.result", "rec.result/no-such-outcome", args, field="outcome", stated=result.outcome)
    if len(result.winners) != 1:
        stated = {"stated": result.winners}
        return Violation("rec.result", "rec.result/one-winner", stated, field="winners", stated=result.winners)
    if result.scores is None:
        return unpaid(result, 0)  # td.pay: who has the lowest total never pays, and equal ones settle nothing
    lost = {s: _stated(score) for s, score in enumerate(result.scores) if score is not None}
    if len(lost) < 2 or any(result.points[s] for s in range(4) if s not in lost):
        return Violation("rec.scores", "rec.scores/partial", field="scores")
    for seat, entry in lost.items():
        if not entry.possible():
            return Violation("rec.scores", "rec.scores/impossible", {"seat": seat, "total": entry.points}, seat=seat)
    whole = sum(entry.points for entry in lost.values())
    if whole > sum(PIPS[tile] for tile in PACK):
        return Violation("td.tiles", "td.tiles/pips", {"sum": whole}, field="scores", stated=whole)
    lowest = min(entry.points for entry in lost.values())
    if setup.dealer is not None and setup.direction is not None:
        win = winner(lost, turn_order(setup.dealer, setup.direction, list(lost)))
    else:
        best = [s for s in lost if lost[s].points == lowest]
        win = result.winners[0] if len(result.winners) == 1 and result.winners[0] in best else best[0]
    return settle(lost, win, options)


def _stated(score: Score) -> Lost:
    ids = {item for item, _ in score.items}
    return Lost(score.total, "clean" in ids, "head-tail" in ids)
