"""Who pays what: ax.pay, ax.dead, and the settlement of a score line. Counts no hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replay.game import Item, Outcome, Tally, Violation
from replay.games.anxiang_weimaque.score import Count, Hand, groups, tallies
from replay.kit.zipai import ORDER
from schemas.record import Result, Score, Setup

NOTHING = (0, 0, 0, 0)
NOBODY: tuple[Tally | None, ...] = (None, None, None, None)


def payments(winner: int, total: int, order: Sequence[int]) -> tuple[int, ...]:
    """ax.pay: each of the two losers pays the total, the seat that sits out nothing; net change a seat."""
    points = [0, 0, 0, 0]
    for seat in order:
        points[seat] = -total
    points[winner] = 2 * total
    return tuple(points)


def _scores(winner: int, tally: Tally) -> tuple[Tally | None, ...]:
    return tuple(tally if seat == winner else None for seat in range(4))


def won(hand: Hand, count: Count, winner: int, order: Sequence[int], facts: dict[str, Any]) -> Outcome:
    """The outcome of a win, with every different best reading; `facts` are the table's own."""
    first, *others = tallies(hand, count.best)
    best = count.best[0]
    facts = {
        **facts,
        "how": hand.how,
        "tile": hand.tile,
        "last_tile": hand.last,
        "xi": best.hard,
        "factor": best.factor,
        "groups": [[group.form, list(group.tiles), group.xi] for group in groups(hand, best)],
    }
    points = payments(winner, first.total, order)
    rest = tuple(_scores(winner, tally) for tally in others)
    return Outcome("win", (winner,), points, _scores(winner, first), rest, facts)


def dead(facts: dict[str, Any]) -> Outcome:
    """ax.dead: nobody pays."""
    return Outcome("dead", (), NOTHING, NOBODY, facts=facts)


def settle_line(setup: Setup, result: Result) -> Outcome | Violation:
    """A score line: the payments that follow from its winner and total.

    Without ``scores`` the total is half of what the winner received. Where no dealer is stated nobody knows who sat
    out: of the seats that did not win, the first whose stated points are 0, else the last.
    """
    if result.outcome == "dead":
        return Outcome("dead", (), NOTHING, NOBODY) if not result.winners else _one_winner(result)
    if result.outcome != "win":
        args = {"outcome": result.outcome}
        return Violation("rec.result", "rec.result/no-such-outcome", args, field="outcome", stated=result.outcome)
    if len(result.winners) != 1:
        return _one_winner(result)
    winner = result.winners[0]
    if setup.dealer is None:
        losers = [seat for seat in range(4) if seat != winner]
        out = next((seat for seat in losers if result.points[seat] == 0), losers[-1])
        order: Sequence[int] = [seat for seat in range(4) if seat != out]
    else:
        order = ORDER[setup.dealer]
        if winner not in order:
            return Violation("ax.seats", "ax.seats/winner", {"seat": winner}, seat=winner, field="winners")
    stated = result.scores[winner] if result.scores is not None else None
    if stated is None:
        total = result.points[winner] // 2
        scores = NOBODY if result.scores is None else _scores(winner, Tally(total))
        return Outcome("win", (winner,), payments(winner, total, order), scores)
    return Outcome("win", (winner,), payments(winner, stated.total, order), _scores(winner, _tally(stated)))


def _one_winner(result: Result) -> Violation:
    """ax.order, ax.dead: one winner of a win, none of a dead round."""
    args = {"count": len(result.winners), "outcome": result.outcome}
    return Violation("ax.order", "ax.order/one-winner", args, field="winners", stated=result.winners)


def _tally(score: Score) -> Tally:
    return Tally(score.total, tuple(Item(id_, value) for id_, value in score.items))
