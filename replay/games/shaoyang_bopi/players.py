"""Deals and choices of self-play in 邵陽剝皮: hands that get somewhere, the rare often enough. Decides no rule."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from replay.games.shaoyang_bopi.groups import GROUPS, HOLDING, best
from replay.kit.zipai import FULL, HIGH, INDEX, ORDER, SHIFT, UNIT, UNIT_OF, kinds_in, unpack
from schemas.record import AnyMove, Chow, Discard, Pass, Pung, Setup, Win
from schemas.tiles import ORDER as TILE_ORDER
from schemas.tiles import ZIPAI

if TYPE_CHECKING:
    from replay.games.shaoyang_bopi.table import ShaoyangBopiTable

_PACK: tuple[str, ...] = tuple(tile for tile in ZIPAI for _ in range(4))


def deal(rng: Random, dealer: int) -> Setup:
    """Twenty each, one turned, 19 in the stock. Of sixteen deals one is lumpy (坎 and 提), in two a seat waits."""
    manner = rng.randrange(16)
    pack = list(_PACK)
    rng.shuffle(pack)
    hands: list[list[str] | None] = [None] * 4
    if manner == 0:
        _lump(rng, pack)
    elif manner in (1, 2):
        seat = dealer if manner == 1 else rng.choice(ORDER[dealer])
        hands[seat], pack = _waiting(rng, pack)
    for seat in ORDER[dealer]:
        if hands[seat] is None:
            hands[seat], pack = pack[:20], pack[20:]
    sorted_hands = [hand if hand is None else sorted(hand, key=TILE_ORDER.__getitem__) for hand in hands]
    return Setup(dealer=dealer, hands=sorted_hands, stock=pack[1:], turned=pack[0])


def _lump(rng: Random, pack: list[str]) -> None:
    """Brings equal tiles together, then swaps some of them."""
    kinds = {tile: rng.random() for tile in ZIPAI}
    pack.sort(key=kinds.__getitem__)
    for _ in range(rng.randrange(10, 50)):
        a, b = rng.randrange(80), rng.randrange(80)
        pack[a], pack[b] = pack[b], pack[a]


def _waiting(rng: Random, pack: list[str]) -> tuple[list[str], list[str]]:
    """A hand one tile short of complete, and the rest of the pack with that tile near its front or turned up."""
    left, hand = FULL, 0
    groups = 0
    while groups < 7:
        kind = rng.randrange(len(ZIPAI))
        weight = 3 * UNIT[kind] if rng.random() < 0.4 else rng.choice(GROUPS).weight
        if all(left >> SHIFT[k] & 7 >= weight >> SHIFT[k] & 7 for k in kinds_in(weight)):
            left, hand, groups = left - weight, hand + weight, groups + 1
    tiles = unpack(hand)
    wanted = tiles.pop(rng.randrange(21))
    rest = list(pack)
    for tile in (*tiles, wanted):
        rest.remove(tile)
    # Two hands are dealt from the front of what is left: 40 tiles, then the turned one.
    rest.insert(40 + rng.choice((0, 0, 1, 2, 3, 5)), wanted)
    return tiles, rest


def choose(rng: Random, table: ShaoyangBopiTable, legal: list[AnyMove]) -> AnyMove:
    """One of `legal`."""
    if len(legal) == 1:
        return legal[0]
    if rng.random() < 0.06:
        return rng.choice(legal)
    wins = [m for m in legal if isinstance(m, Win)]
    if wins:
        return wins[0]
    claims = [m for m in legal if isinstance(m, Chow | Pung)]
    if claims:
        claim = max(claims, key=lambda m: _gain(table, m))
        if _gain(table, claim) > 0 or rng.random() < 0.2:
            return claim
    discards = [m for m in legal if isinstance(m, Discard)]
    if discards:
        hand = table.hands[discards[0].seat]
        return min(discards, key=lambda m: (_ties(hand, INDEX[m.tile]), rng.random()))
    others = [m for m in legal if not isinstance(m, Pass | Chow | Pung)]
    return others[0] if others else legal[0]


def _ties(hand: int, kind: int) -> int:
    """How much a tile is worth to the hand it is in: pairs of neighbours in groups, and its own pair."""
    rest = hand - UNIT[kind]
    score = 3 if rest >> SHIFT[kind] & 7 else 0
    for group in HOLDING[kind]:
        others = group.weight - UNIT[kind]
        if (rest | HIGH) - others & HIGH == HIGH:
            score += 4 + group.xi
        else:
            score += any(rest >> SHIFT[k] & 7 for k in group.kinds if k != kind)
    return score


def _gain(table: ShaoyangBopiTable, move: Chow | Pung) -> int:
    """Whether a claim brings the hand nearer: the loose tiles it uses up, and xi."""
    hand = table.hands[move.seat]
    if isinstance(move, Pung):
        rest = hand - 2 * UNIT_OF[move.tile]
        used, xi = 1, 2
    else:
        tiles = [*move.with_, *(tile for group in move.also for tile in group)]
        rest = hand - sum(UNIT_OF[tile] for tile in tiles)
        used, xi = 1 + len(move.also), 1 if move.tile[1:] in ("1", "2", "3", "7", "10") else 0
    return _loose(hand) - _loose(rest) + used + xi - 3


def _loose(hand: int) -> int:
    """Tiles of a hand that stand in no group of it, groups taken as they come."""
    rest = hand
    for group in GROUPS:
        while (rest | HIGH) - group.weight & HIGH == HIGH:
            rest -= group.weight
    return 0 if best(hand, False) >= 0 else len(unpack(rest))
