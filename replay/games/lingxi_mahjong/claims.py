"""Who could win now, and whose win goes first: lx.win, lx.rob, lx.single-wild-wait, slaughter, flower-win.

Nothing is kept up move by move: a win is looked at when one is declared, or when a pass or a false win asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from replay.games.lingxi_mahjong.position import (
    ACTING,
    CLAIMED,
    DEALT,
    DEALT_BACK,
    FIRST,
    FLOWERED,
    KONGED,
    LAST,
    THROWN,
    Position,
)  # fmt: skip
from replay.games.lingxi_mahjong.tiles import Wilds
from replay.kit.mahjong import FLOWERS, KINDS, PLAIN
from replay.kit.sets import NEEDS, complete
from replay.kit.turns import PLACE

SETS = 5
"""lx.win: sets of a hand, beside its pair."""


def plain_of(closed: Sequence[int], wilds: Wilds) -> bytearray | None:
    """Closed tiles without the wilds, 34 counts; None if a flower or 白 among them keeps the hand from being a win."""
    if wilds.loose_in(closed):
        return None
    plain = bytearray(closed[:PLAIN])
    for kind in wilds.kinds:
        if kind < PLAIN:
            plain[kind] = 0
    return plain


def is_complete(closed: Sequence[int], wilds: Wilds, sets: int, extra: int = -1) -> bool:
    """lx.win, lx.wild-use: whether closed tiles, with `extra` if it is a kind, are `sets` sets and a pair.

    Together they are 3 × `sets` + 2 tiles: the caller sees to that. Three wild flowers or wild 白 that are themselves
    are a set, but then so are three wilds that stand for anything: the shape needs no word for them.
    """
    plain = plain_of(closed, wilds)
    if plain is None or (extra >= 0 and wilds.loose_mask >> extra & 1):
        return False
    if extra >= 0 and not wilds.wild_mask >> extra & 1:
        plain[extra] += 1
    return complete(plain, sets)


def slaughter_ready(counts: Sequence[int], equal: bool) -> bool:
    """殺豬: three of one wild kind and another wild; with equal indicators both. `counts`: see ``Wilds.counts``."""
    return counts[0] == 2 if equal else 3 in counts and sum(counts) > 3


def eight_flowers(p: Position, seat: int) -> bool:
    """花胡: all eight laid, in a last-four turn (which is then his who is asked about) laid or held. 白 are none."""
    laid = 4 * sum([group >= FLOWERS for group in p.fours[seat]]) + sum([kind >= FLOWERS for kind in p.flowers[seat]])
    if p.phase == LAST:
        laid += sum(p.hands[seat][FLOWERS:KINDS])
    return laid == 8


def completes(p: Position, seat: int) -> bool:
    """Whether the tile on offer completes the hand of `seat`."""
    return is_complete(p.hands[seat], p.wilds, SETS - p.sets(seat), p.tile)


def claimable(p: Position) -> bool:
    """lx.foul: whether the tile on the table may be taken; what a culprit threw against lx.no-throw may not."""
    return not (p.wilds.wild_mask | p.wilds.loose_mask) >> p.tile & 1


def on_offer(p: Position) -> bool:
    """Whether another's tile may be won on now."""
    if p.phase == THROWN:
        return claimable(p) or p.options.foul_tile_win
    return p.phase == KONGED and p.rob == "added"


def may_take(p: Position, seat: int) -> bool:
    """Whether the seat may declare a win on the tile on offer."""
    if seat == p.thrower or (p.passed | p.culprits) >> seat & 1 or not on_offer(p):
        return False
    return completes(p, seat)


def own_win(p: Position) -> bool:
    """Whether who is in his turn may declare a win: a complete hand, 殺豬 or 花胡."""
    seat = p.actor if p.phase == LAST else p.turn
    if p.culprits >> seat & 1:
        return False
    hand = p.hands[seat]
    if p.came != CLAIMED and is_complete(hand, p.wilds, SETS - p.sets(seat)):
        return True
    return slaughter_ready(p.wilds.counts(hand), p.wilds.equal) or eight_flowers(p, seat)


def any_tile(p: Position) -> bool:
    """lx.win-tile: whether a win in this turn may name any held tile."""
    return p.came in (FIRST, CLAIMED)


def flower_win(p: Position) -> bool:
    """花胡 before a flower's replacement, or in an opening slot."""
    return p.phase in (DEALT, DEALT_BACK, FLOWERED) and eight_flowers(p, p.turn)


def could_win(p: Position, seat: int) -> bool:
    """Whether the seat could legally declare some win right now."""
    phase = p.phase
    if phase == ACTING:
        return seat == p.turn and own_win(p)
    if phase == LAST:
        return seat == p.actor and own_win(p)
    if phase in (THROWN, KONGED):
        return may_take(p, seat)
    return seat == p.turn and flower_win(p)


def waits_on_any(closed: Sequence[int], wilds: Wilds, sets: int) -> bool:
    """財神單釣: whether a hand that waits for its last tile is complete sets without one of its wilds."""
    plain = plain_of(closed, wilds)
    if plain is None:
        return False
    whole = bytes(plain)
    needs = NEEDS[whole[:9]], NEEDS[whole[9:18]], NEEDS[whole[18:27]], NEEDS[whole[27:34]]
    return sum([need >> 4 for need in needs]) <= sets


def first_winner(p: Position, seats: Iterable[int]) -> int:
    """lx.priority, lx.single-wild-wait: who of the `seats` that claim a win on one tile gets it."""

    def rank(seat: int) -> tuple[bool, int]:
        return waits_on_any(p.hands[seat], p.wilds, SETS - p.sets(seat)), PLACE[p.thrower][seat]

    return min(seats, key=rank)
