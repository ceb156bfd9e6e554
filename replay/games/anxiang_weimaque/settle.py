"""Who pays what: ax.pay, ax.dead, and the settlement of a score line. Counts no hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replay.game import Outcome, Tally, Violation
from replay.games.anxiang_weimaque.score import Count, Hand, groups, tallies
from replay.kit.zipai import ORDER
from replay.scoreline import as_tally, fitting, impossible, summed, together, unpaid, winners_score
from schemas.options import AnxiangWeimaqueOptions
from schemas.record import Result, Score, Setup

NOTHING = (0, 0, 0, 0)
NOBODY: tuple[Tally | None, ...] = (None, None, None, None)
HARD = frozenset(("pung", "wei", "kan", "pair", "turn", "tuanyuan"))
FACTORS = {"all-triples": 6, "all-triples-black": 8, "all-black": 4, "one-red": 3}


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


def settle_line(setup: Setup, result: Result, options: AnxiangWeimaqueOptions) -> Outcome | Violation:
    """A score line: the payments that follow from its winner and total.

    Without ``scores`` the total is half of what the winner received. Where no dealer is stated nobody knows who sat
    out: any seat that fits the points may have.
    """
    if result.outcome == "dead":
        return Outcome("dead", (), NOTHING, NOBODY) if not result.winners else _one_winner(result)
    if result.outcome != "win":
        args = {"outcome": result.outcome}
        return Violation("rec.result", "rec.result/no-such-outcome", args, field="outcome", stated=result.outcome)
    problem = _who(setup.dealer, result) or winners_score(result) or _way(result)
    if problem is not None:
        return problem
    winner, least = result.winners[0], min(1, options.min_xi)
    stated = result.scores[winner] if result.scores is not None else None
    if stated is None:
        total = result.points[winner] // 2
        problem = unpaid(result, least)
    else:
        total = stated.total
        problem = _score(winner, stated, least)
    if problem is not None:
        return problem
    out = [seat for seat in range(4) if seat != winner] if setup.dealer is None else [(setup.dealer + 2) % 4]
    orders = ([seat for seat in range(4) if seat != away] for away in out)
    points = fitting((payments(winner, total, order) for order in orders), result.points)
    return Outcome("win", (winner,), points, NOBODY if stated is None else _scores(winner, as_tally(stated)))


def _one_winner(result: Result) -> Violation:
    """ax.order, ax.dead: one winner of a win, none of a dead round."""
    args = {"count": len(result.winners), "outcome": result.outcome}
    return Violation("ax.order", "ax.order/one-winner", args, field="winners", stated=result.winners)


def _who(dealer: int | None, result: Result) -> Violation | None:
    """ax.order, ax.seats: one winner, and nothing by the seat that sits out."""
    if len(result.winners) != 1:
        return _one_winner(result)
    if dealer is None:
        return None
    if result.winners[0] not in ORDER[dealer]:
        winner = result.winners[0]
        return Violation("ax.seats", "ax.seats/winner", {"seat": winner}, seat=winner, field="winners")
    if result.from_ is not None and result.from_ not in ORDER[dealer]:
        return Violation("ax.seats", "ax.seats/sits-out", {"seat": result.from_}, seat=result.from_, field="from")
    return None


def _way(result: Result) -> Violation | None:
    """ax.win, ax.pay: nobody is liable, nothing is won on a discard, a self-draw is one's own."""
    winner = result.winners[0]
    if result.liable is not None:
        return Violation("rec.field", "rec.field/game", {"field": "liable"}, field="liable", stated=result.liable)
    if result.how == "discard":
        return Violation("ax.win", "ax.win/discarded", {"seat": winner}, seat=winner, field="how", stated=result.how)
    if result.how == "self-draw" and result.from_ not in (None, winner):
        return Violation("rec.field", "rec.field/self-drawn", {"seat": result.from_}, seat=result.from_, field="from")
    return None


def _score(winner: int, stated: Score, least: int) -> Violation | None:
    """ax.items, ax.ming-tang: hard xi times at most one factor, and the additions; `min_xi` is not asked for."""
    if not stated.items:
        return impossible(winner, stated.total) if stated.total < least else None
    hard = sum(value for item, value in stated.items if item in HARD)
    factors = [(item, value) for item, value in stated.items if item in FACTORS]
    added = sum(value for item, value in stated.items if item not in HARD and item not in FACTORS)
    problem = together(winner, stated, FACTORS)
    if problem is not None:
        return problem
    factor = FACTORS[factors[0][0]] if factors else 1
    problem = summed(winner, stated, hard * factor + added)
    if problem is not None:
        return problem
    if hard < least or any(value != factor for _, value in factors):
        return impossible(winner, stated.total)
    return None
