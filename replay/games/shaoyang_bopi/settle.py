"""A score line, which has no moves: what its stated winner and total come to. Source: record format, bp.tally."""

from __future__ import annotations

from replay.game import Outcome, Violation
from replay.games.shaoyang_bopi.score import BONUS, conserved, dead, payments
from replay.kit.zipai import COUNTER
from replay.scoreline import as_tally, fitting, impossible, misplaced, summed, together, unpaid, winners_score
from schemas.options import ShaoyangBopiOptions
from schemas.record import Result, Score, Setup

BONUSES = ("tian-hu", "di-hu", "zi-mo")


def settle_line(setup: Setup, result: Result, options: ShaoyangBopiOptions) -> Outcome | Violation | None:
    """The settlement; None where no total is stated and the points already break the law of points.

    Without a total it is what the winner received. Where no dealer is stated, any may be who fits the points.
    """
    if result.outcome not in ("win", "dead"):
        args = {"outcome": result.outcome}
        return Violation("rec.result", "rec.result/no-such-outcome", args, field="outcome", stated=result.outcome)
    if result.outcome == "dead":
        dealers = range(4) if setup.dealer is None else (setup.dealer,)
        return dead(max(dealers, key=lambda seat: dead(seat).points == tuple(result.points)))
    problem = _who(setup.dealer, result) or winners_score(result) or _way(setup.dealer, result)
    if problem is not None:
        return problem
    winner, losers_pay, least = result.winners[0], options.settlement == "losers-pay", min(1, options.min_xi)
    stated = result.scores[winner] if result.scores is not None else None
    if stated is not None:
        problem = _score(winner, stated, setup.dealer, result, least)
        if problem is not None:
            return problem
        total = stated.total
    elif not conserved(result.points, "win", options):
        return None
    else:
        problem = unpaid(result, least)
        if problem is not None:
            return problem
        total = result.points[winner] // (2 if losers_pay else 1)
    tried = [seat for seat in range(4) if COUNTER[seat] != winner] if setup.dealer is None else [setup.dealer]
    points = fitting((payments(winner, COUNTER[seat], total, options.settlement) for seat in tried), result.points)
    scores = tuple(as_tally(stated) if seat == winner and stated is not None else None for seat in range(4))
    return Outcome("win", (winner,), points, scores)


def _who(dealer: int | None, result: Result) -> Violation | None:
    """bp.order, bp.seats: one winner, and nothing by the counter."""
    if len(result.winners) != 1:
        args = {"count": len(result.winners)}
        return Violation("bp.order", "bp.order/one-winner", args, field="winners", stated=result.winners)
    counter = None if dealer is None else COUNTER[dealer]
    for field, seat in (("winners", result.winners[0]), ("from", result.from_)):
        if seat is not None and seat == counter:
            return Violation("bp.seats", "bp.seats/counter-moves", {"seat": seat}, seat=seat, field=field)
    return None


def _way(dealer: int | None, result: Result) -> Violation | None:
    """bp.win: nobody is liable; on a discard there is only 地胡, on the dealer's first; a self-draw is one's own."""
    winner = result.winners[0]
    if result.liable is not None:
        return Violation("rec.field", "rec.field/game", {"field": "liable"}, field="liable", stated=result.liable)
    if result.how == "self-draw" and result.from_ not in (None, winner):
        return Violation("rec.field", "rec.field/self-drawn", {"seat": result.from_}, seat=result.from_, field="from")
    if result.how != "discard":
        return None
    stated = result.scores[winner] if result.scores is not None else None
    first = winner not in (dealer, result.from_) and (dealer is None or result.from_ in (None, dealer))
    if first and (stated is None or not stated.items or any(item == "di-hu" for item, _ in stated.items)):
        return None
    return Violation("bp.win", "bp.win/first-discard", {"seat": winner}, seat=winner, field="how", stated=result.how)


def _score(winner: int, stated: Score, dealer: int | None, result: Result, least: int) -> Violation | None:
    """bp.items, bp.bonus: a total that is the sum of its items, one bonus at most; `min_xi` is not asked for."""
    problem = (
        summed(winner, stated, sum(value for _, value in stated.items))
        or together(winner, stated, BONUSES)
        or misplaced(winner, stated, result, dealer)
    )
    if problem is not None:
        return problem
    bonus = sum(value for item, value in stated.items if item in BONUSES)
    sure = bonus if stated.items else BONUS if result.how is not None else 0
    if bonus not in (0, BONUS) or stated.total - sure < least:
        return impossible(winner, stated.total)
    return None
