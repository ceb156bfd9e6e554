"""Who could win now, and who is locked: hk.win, hk.min, hk.rob, hk.same-turn, hk.dead-hand, the flower wins.

Nothing is kept up move by move: a win is looked at when one is declared, or when a pass, a foul or 過水 asks for it,
and then from the log and the hands as they were. A hand without a winning shape is dropped before any fan is counted.
"""

from __future__ import annotations

from replay.games.hk_mahjong.hand import DISCARD, ROB, SELF_DRAW, Hand, has_shape, is_orphans
from replay.games.hk_mahjong.position import (
    ACTING,
    CLAIMED,
    FIRST_TURN,
    FLOWERED,
    KONGED,
    THROWN,
    WON,
    Position,
)  # fmt: skip
from replay.games.hk_mahjong.score import wins
from replay.kit.mahjong import CODES, KIND, PLAIN
from replay.kit.turns import PLACE
from schemas.record import Discard, Kong

CONCEALED = "concealed"


def claim_hand(p: Position, seat: int, tile: int, by: str, at: int, closed: bytes, melds: int) -> Hand:
    """The hand that `seat` would win with on another's `tile`, put there by move `at` of the log."""
    return Hand(
        closed, tile, tuple(p.melds[seat][:melds]), tuple(p.flowers[seat]) if p.options.flowers else None, by,
        p.seat_wind(seat), p.wind, by == DISCARD and at == p.table_at and not p.wall.left, 0,
        _opening(p, seat, at) if by == DISCARD else "",
    )  # fmt: skip


def _opening(p: Position, seat: int, at: int) -> str:
    """地糊, 人糊: on the dealer's first discard, or a later one before any meld and any draw of one's own."""
    if at >= p.first_meld or seat == p.dealer:
        return ""
    if at == p.first_discard:
        return "earthly"
    return "human" if p.drawn_at[seat] < p.play_from else ""


def _could_take(p: Position, seat: int, tile: int, how: str, at: int, hand: bytes | bytearray, melds: int) -> bool:
    """Whether `hand` wins on `tile` as thrown (or as a kong's tile) by move `at`: shape, then minimum."""
    closed = bytearray(hand)
    closed[tile] += 1
    if how == CONCEALED:
        if melds or not is_orphans(closed):
            return False
    elif not has_shape(closed, melds, p.rules.seven_pairs):
        return False
    if not p.rules.min:
        return True
    by = DISCARD if how == DISCARD else ROB
    return wins(claim_hand(p, seat, tile, by, at, bytes(closed), melds), p.rules)


def _how(p: Position) -> str:
    """What the tile on offer is: a discard, an added kong's or a concealed kong's."""
    if p.phase == THROWN or p.won == "discard":
        return DISCARD
    return CONCEALED if p.rob == CONCEALED else ROB


def on_offer(p: Position) -> bool:
    """Whether another's tile may be won on now."""
    return p.phase == THROWN or (p.phase == KONGED and p.rob != "exposed") or p.phase == WON


def complete_by_table(p: Position, seat: int) -> bool:
    """Whether the tile on offer completes the seat's hand, minimum included; locks and passes apart."""
    hand = p.hands[seat]
    return _could_take(p, seat, p.tile, _how(p), p.table_at, hand, len(p.melds[seat]))


def may_take(p: Position, seat: int) -> bool:
    """Whether the seat may declare a win on the tile on offer."""
    bit = 1 << seat
    if not on_offer(p) or seat == p.thrower or (p.passed | p.dead) & bit:
        return False
    if p.phase == WON and PLACE[p.thrower][seat] <= PLACE[p.thrower][p.winners[-1]]:
        return False
    return complete_by_table(p, seat) and not locked(p, seat)


def locked(p: Position, seat: int) -> bool:
    """hk.same-turn: since its last draw the seat threw, or let go, a tile that it could have won on then."""
    rule = p.options.same_turn
    if rule == "off":
        return False
    only = CODES[p.tile] if rule == "same-tile" else ""
    for at in range(p.drawn_at[seat] + 1, p.table_at):
        move = p.log[at]
        if only and getattr(move, "tile", only) != only:
            continue
        if isinstance(move, Discard):
            how = DISCARD
        elif isinstance(move, Kong) and move.kind != "exposed" and move.seat != seat:
            how = CONCEALED if move.kind == CONCEALED else ROB
        else:
            continue
        hand, melds = _then(p, seat, at)
        if _could_take(p, seat, KIND[move.tile], how, at, hand, melds):
            return True
    return False


def _then(p: Position, seat: int, at: int) -> tuple[bytes | bytearray, int]:
    """The seat's hand and number of melds when move `at` had been made: until the seat's next claim they stay."""
    for claim, hand, melds in p.before[seat]:
        if claim > at:
            return hand, melds
    return p.hands[seat], len(p.melds[seat])


def own_hand(p: Position, seat: int, tile: int) -> Hand:
    """The hand of a self-draw on `tile`."""
    first = p.drawn == FIRST_TURN
    return Hand(
        bytes(p.hands[seat]), tile, tuple(p.melds[seat]), tuple(p.flowers[seat]) if p.options.flowers else None,
        SELF_DRAW, p.seat_wind(seat), p.wind, not p.wall.left, p.chain, "heavenly" if first else "",
    )  # fmt: skip


def self_draws(p: Position) -> list[int]:
    """The kinds that the seat to act may declare a self-drawn win with: the tile drawn, for 天糊 any held one."""
    seat = p.turn
    if p.phase != ACTING or p.drawn == CLAIMED or p.dead >> seat & 1:
        return []
    hand = p.hands[seat]
    if not has_shape(hand, len(p.melds[seat]), p.rules.seven_pairs):
        return []
    tiles = [p.drawn] if p.drawn != FIRST_TURN else [kind for kind in range(PLAIN) if hand[kind]]
    if not p.rules.min:
        return tiles
    return [tile for tile in tiles if wins(own_hand(p, seat, tile), p.rules)]


def flower_win_open(p: Position) -> bool:
    """花糊, 大花糊: seven or eight flowers laid by the seat to act, and the last not yet replaced."""
    return p.phase == FLOWERED and len(p.flowers[p.turn]) >= 7 and not p.dead >> p.turn & 1


def could_win(p: Position, seat: int) -> bool:
    """Whether the seat could legally declare some win right now."""
    if p.phase == ACTING:
        return seat == p.turn and bool(self_draws(p))
    if p.phase == FLOWERED:
        return seat == p.turn and flower_win_open(p)
    return may_take(p, seat)
