"""Who pays what: lx.pay, lx.dealer-doubles, lx.liability, lx.false-win-pay. Counts no hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from replay.kit.ledger import collect, transfer
from replay.kit.mahjong import EAST, RED, Meld
from replay.kit.turns import OTHERS

FALSE_WIN = 26


def share(amount: int, one: int, other: int, dealer: int) -> int:
    """lx.dealer-doubles: what passes between two seats."""
    return 2 * amount if dealer in (one, other) else amount


def liable_seat(melds: Sequence[Meld], tile: int, items: Collection[str], last: bool, source: int) -> int | None:
    """lx.liability, lx.last-four: `source`, whose discard or kong's `tile` was won on, where it pays for all.

    `melds` are the winner's, `items` the ids that he scores; `last`: thrown in a last-four turn that was played.
    """
    if last:
        return source
    open_winds = {m.shape for m in melds if m.kong != "concealed" and EAST <= m.shape < RED}
    fed = EAST <= tile < RED and len(open_winds) == 3 and tile not in open_winds
    return source if fed and "four-winds" in items else None


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
