"""Who pays what: lx.pay, lx.dealer-doubles, lx.liability, lx.false-win-pay. Counts no hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from replay.kit.ledger import collect, transfer
from replay.kit.turns import OTHERS

FALSE_WIN = 26


def share(amount: int, one: int, other: int, dealer: int) -> int:
    """lx.dealer-doubles: what passes between two seats."""
    return 2 * amount if dealer in (one, other) else amount


def settle_win(winner: int, totals: Sequence[int], dealer: int, liable: int | None = None) -> tuple[int, ...]:
    """Net change a seat: the winner's total from each, the losers' differences pair by pair."""
    points = [0, 0, 0, 0]
    losers = OTHERS[winner]
    owed = {seat: share(totals[winner], winner, seat, dealer) for seat in losers}
    collect(points, winner, owed, liable)
    for one, other in combinations(losers, 2):
        transfer(points, one, other, share(totals[other] - totals[one], one, other, dealer))
    return tuple(points)


def settle_false_win(culprit: int, dealer: int) -> tuple[int, ...]:
    """lx.false-win-pay: 26 to each of the others."""
    points = [0, 0, 0, 0]
    for seat in OTHERS[culprit]:
        transfer(points, culprit, seat, share(FALSE_WIN, culprit, seat, dealer))
    return tuple(points)
