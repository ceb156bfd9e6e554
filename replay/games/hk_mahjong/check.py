"""Why a move is not legal, clause by clause. Written without ``legal``; changes nothing and never raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replay.game import Violation
from replay.games.hk_mahjong import claims
from replay.games.hk_mahjong.hand import has_shape
from replay.games.hk_mahjong.position import (
    ACTING,
    CLAIMED,
    DEALING,
    FIRST_TURN,
    FLOWER,
    FLOWERED,
    KONGED,
    OVER,
    THROWN,
    WON,
    Position,
)  # fmt: skip
from replay.kit.mahjong import CODES, KIND, PLAIN, SUITED, TRIPLET
from replay.kit.turns import PLACE
from schemas.record import AnyMove, Chow, Discard, Draw, Flower, Foul, Kong, Pass, Pung, Win
from schemas.tiles import UNKNOWN


def refuse(p: Position, move: AnyMove) -> Violation | None:
    """Why `move` is not legal in `p`, or None."""
    if p.phase == OVER or (p.phase == WON and not isinstance(move, Win | Pass)):
        return Violation("rec.over", "rec.over/round", {"seat": move.seat}, seat=move.seat)
    tile = getattr(move, "tile", None)
    if tile is not None and tile not in KIND:
        if tile == UNKNOWN:
            return Violation("rec.unknown", "rec.unknown/move", seat=move.seat)
        return Violation("hk.tiles", "hk.tiles/foreign", {"tile": tile}, seat=move.seat, stated=tile)
    return _CHECK[type(move)](p, move)


def _no(clause: str, reason: str, seat: int, **args: Any) -> Violation:
    return Violation(clause, reason, {"seat": seat, **args}, seat=seat)


def _owed(p: Position, move: AnyMove) -> Violation | None:
    """What the seat to act owes before anything else: dealt flowers, a drawn flower, a replacement."""
    seat = move.seat
    if p.phase == DEALING:
        return _no("hk.flowers", "hk.flowers/dealt", seat, seat_owing=p.turn)
    if p.phase == FLOWER:
        return _no("hk.flowers", "hk.flowers/drawn", seat, seat_owing=p.turn)
    if p.phase in (FLOWERED, KONGED):
        return _no("hk.wall", "hk.wall/replacement", seat, seat_owing=p.turn)
    return None


def _held(p: Position, seat: int, tile: str, need: int = 1) -> Violation | None:
    if p.hands[seat][KIND[tile]] >= need:
        return None
    args = {"seat": seat, "tile": tile}
    return Violation("rec.not-in-hand", "rec.not-in-hand/tile", args, seat=seat, stated=tile)


def _draw(p: Position, move: Draw) -> Violation | None:
    seat, back = move.seat, move.from_ is not None
    if p.phase in (DEALING, FLOWER):
        return _owed(p, move)
    if p.phase == ACTING:
        return _no("hk.turn", "hk.turn/discard-first", seat, seat_owing=p.turn)
    if seat != p.turn:
        args = {"seat_owing": p.turn}
        return Violation("hk.turn", "hk.turn/draw", {"seat": seat, **args}, seat=seat, expected=p.turn, stated=seat)
    if not p.wall.left:
        return _no("hk.exhausted", "hk.exhausted/draw", seat)
    if back != (p.phase != THROWN):
        if back:
            return _no("hk.wall", "hk.wall/front", seat)
        return _no("hk.wall", "hk.wall/back", seat)
    if not p.wall.holds(KIND[move.tile], back):
        return _not_there(p, move, back)
    return None


def _not_there(p: Position, move: Draw, back: bool) -> Violation:
    wanted = p.wall.next(back)
    if wanted is None:
        args = {"seat": move.seat, "tile": move.tile}
        return Violation("hk.tiles", "hk.tiles/none-left", args, seat=move.seat, stated=move.tile)
    args = {"seat": move.seat, "tile": move.tile, "tile_next": CODES[wanted]}
    return Violation(
        "hk.wall", "hk.wall/next", args, seat=move.seat, expected=CODES[wanted], stated=move.tile
    )  # fmt: skip


def _discard(p: Position, move: Discard) -> Violation | None:
    seat, tile = move.seat, move.tile
    owed = _owed(p, move)
    if owed is not None:
        return owed
    if p.phase == THROWN:
        return _no("hk.turn", "hk.turn/draw-first", seat, seat_owing=p.turn)
    if seat != p.turn:
        args = {"seat": seat, "seat_owing": p.turn}
        return Violation("hk.turn", "hk.turn/discard", args, seat=seat, expected=p.turn, stated=seat)
    if KIND[tile] >= PLAIN:
        return _no("hk.flowers", "hk.flowers/discard", seat, tile=tile)
    return _held(p, seat, tile)


def _flower(p: Position, move: Flower) -> Violation | None:
    seat, tile = move.seat, move.tile
    if KIND[tile] < PLAIN:
        return _no("hk.flowers", "hk.flowers/no-flower", seat, tile=tile)
    if p.phase not in (DEALING, FLOWER):
        owed = _owed(p, move)
        return owed if owed is not None else _held(p, seat, tile) or _no("hk.flowers", "hk.flowers/order", seat)
    if seat != p.turn:
        args = {"seat": seat, "seat_owing": p.turn}
        return Violation("hk.flowers", "hk.flowers/turn", args, seat=seat, expected=p.turn, stated=seat)
    return _held(p, seat, tile)


def _claimable(p: Position, move: AnyMove, tile: str) -> Violation | None:
    """What every chow, pung and exposed kong needs: another's tile on the table, a wall, no pass, no dead hand."""
    seat = move.seat
    owed = _owed(p, move)
    if owed is not None:
        return owed
    if p.phase != THROWN:
        return _no("hk.turn", "hk.turn/nothing-to-claim", seat)
    if tile != CODES[p.tile]:
        args = {"seat": seat, "tile": tile, "tile_on_table": CODES[p.tile]}
        return Violation("hk.turn", "hk.turn/other-tile", args, seat=seat, expected=CODES[p.tile], stated=tile)
    if seat == p.thrower:
        return _no("hk.turn", "hk.turn/own-discard", seat)
    if p.dead >> seat & 1:
        return _no("hk.dead-hand", "hk.dead-hand/claim", seat)
    if p.passed >> seat & 1:
        return _no("rec.pass", "rec.pass/claimed", seat, tile=CODES[p.tile])
    if not p.wall.left:
        return _no("hk.wall", "hk.wall/last-discard", seat)
    return None


def _chow(p: Position, move: Chow) -> Violation | None:
    seat = move.seat
    if move.also:
        args = {"field": "also", "verb": "chow", "near": ""}
        return Violation("rec.field", "rec.field/unknown", args, seat=seat, field="also")
    fault = _claimable(p, move, move.tile)
    if fault is not None:
        return fault
    if seat != p.turn:
        return _no("hk.chow", "hk.chow/left", seat)
    kinds = []
    for code in move.with_:
        if code == UNKNOWN:
            return Violation("rec.unknown", "rec.unknown/move", seat=seat)
        if code not in KIND:
            return Violation("hk.tiles", "hk.tiles/foreign", {"tile": code}, seat=seat, stated=code)
        kinds.append(KIND[code])
    run = sorted((*kinds, p.tile))
    if len(run) != 3 or run[0] // 9 != run[2] // 9 or run[2] >= SUITED or run[1] != run[0] + 1 or run[2] != run[0] + 2:
        return _no("hk.chow", "hk.chow/sequence", seat, tiles=[CODES[kind] for kind in run])
    return next((fault for code in move.with_ if (fault := _held(p, seat, code)) is not None), None)


def _pung(p: Position, move: Pung) -> Violation | None:
    fault = _claimable(p, move, move.tile)
    if fault is not None:
        return fault
    held = p.hands[move.seat][p.tile]
    return None if held >= 2 else _no("hk.pung", "hk.pung/two", move.seat, tile=move.tile, count=held)


def _kong(p: Position, move: Kong) -> Violation | None:
    seat, tile = move.seat, KIND[move.tile]
    if move.kind == "exposed":
        fault = _claimable(p, move, move.tile)
        if fault is not None:
            return fault
        held = p.hands[seat][tile]
        return None if held >= 3 else _no("hk.kong", "hk.kong/three", seat, tile=move.tile, count=held)
    owed = _owed(p, move)
    if owed is not None:
        return owed
    if p.phase != ACTING or seat != p.turn:
        return _no("hk.turn", "hk.turn/kong", seat, seat_owing=p.turn)
    if p.dead >> seat & 1:
        return _no("hk.dead-hand", "hk.dead-hand/claim", seat)
    if p.drawn == CLAIMED:
        return _no("hk.kong", "hk.kong/after-claim", seat)
    if not p.wall.left:
        return _no("hk.wall", "hk.wall/kong", seat)
    return _own_kong_tiles(p, move, tile)


def _own_kong_tiles(p: Position, move: Kong, tile: int) -> Violation | None:
    seat, held = move.seat, p.hands[move.seat][tile]
    if move.kind == "concealed":
        if tile < PLAIN and held == 4:
            return None
        return _no("hk.kong", "hk.kong/four", seat, tile=move.tile, count=held)
    if not any(meld.shape == TRIPLET + tile and not meld.kong for meld in p.melds[seat]):
        return _no("hk.kong", "hk.kong/no-pung", seat, tile=move.tile)
    return _held(p, seat, move.tile)


def _win(p: Position, move: Win) -> Violation | None:
    seat = move.seat
    if p.phase in (DEALING, FLOWER):
        return _owed(p, move)
    if p.phase == ACTING:
        return _self_draw(p, move)
    if p.phase == FLOWERED:
        return _flower_win(p, move)
    if not claims.on_offer(p):
        return _no("hk.rob", "hk.rob/exposed", seat)
    fault = _tile_offered(p, move)
    if fault is not None:
        return fault
    if not claims.complete_by_table(p, seat):
        if p.phase == KONGED and p.rob == "concealed":
            return _no("hk.rob", "hk.rob/concealed", seat)
        return _no_win(p, seat, p.tile)
    if claims.locked(p, seat):
        return _no("hk.same-turn", "hk.same-turn/locked", seat, tile=move.tile)
    return None


def _tile_offered(p: Position, move: Win) -> Violation | None:
    """Whose tile it is, whether it is named, and who comes too late for it or has given it up."""
    seat = move.seat
    if p.dead >> seat & 1:
        return _no("hk.dead-hand", "hk.dead-hand/win", seat)
    if seat == p.thrower:
        return _no("hk.win", "hk.win/own-tile", seat)
    if move.tile != CODES[p.tile]:
        return _other_tile(seat, CODES[p.tile], move.tile)
    if p.passed >> seat & 1:
        return _no("rec.pass", "rec.pass/claimed", seat, tile=CODES[p.tile])
    if p.phase == WON and PLACE[p.thrower][seat] <= PLACE[p.thrower][p.winners[-1]]:
        return _no("hk.priority", "hk.priority/order", seat, seat_before=p.winners[-1])
    return None


def _other_tile(seat: int, wanted: str, stated: str) -> Violation:
    args = {"seat": seat, "tile": stated, "tile_wanted": wanted}
    return Violation("hk.win-tile", "hk.win-tile/other", args, seat=seat, expected=wanted, stated=stated)


def _no_win(p: Position, seat: int, tile: int) -> Violation:
    """hk.min where the shape is there, else hk.win. `tile`: the one on the table, or -1."""
    closed = bytearray(p.hands[seat])
    if tile >= 0:
        closed[tile] += 1
    if has_shape(closed, len(p.melds[seat]), p.rules.seven_pairs):
        return _no("hk.min", "hk.min/below", seat, need=p.rules.min)
    return _no("hk.win", "hk.win/shape", seat)


def _self_draw(p: Position, move: Win) -> Violation | None:
    seat = move.seat
    if seat != p.turn:
        return _no("hk.turn", "hk.turn/win", seat, seat_owing=p.turn)
    if p.dead >> seat & 1:
        return _no("hk.dead-hand", "hk.dead-hand/win", seat)
    if p.drawn == CLAIMED:
        return _no("hk.win", "hk.win/after-claim", seat)
    if p.drawn == FIRST_TURN:
        fault = _held(p, seat, move.tile)
        if fault is not None:
            return fault
    elif move.tile != CODES[p.drawn]:
        return _other_tile(seat, CODES[p.drawn], move.tile)
    return None if KIND[move.tile] in claims.self_draws(p) else _no_win(p, seat, -1)


def _flower_win(p: Position, move: Win) -> Violation | None:
    seat = move.seat
    if seat != p.turn:
        return _no("hk.turn", "hk.turn/win", seat, seat_owing=p.turn)
    if p.dead >> seat & 1:
        return _no("hk.dead-hand", "hk.dead-hand/win", seat)
    laid = p.flowers[seat]
    if len(laid) < 7:
        return _no("hk.win", "hk.win/flowers", seat, count=len(laid))
    return None if move.tile == CODES[laid[-1]] else _other_tile(seat, CODES[laid[-1]], move.tile)


def _pass(p: Position, move: Pass) -> Violation | None:
    seat, bit = move.seat, 1 << move.seat
    if not claims.on_offer(p) or seat == p.thrower:
        return _no("rec.pass", "rec.pass/needless", seat)
    if p.dead & bit:
        return _no("hk.dead-hand", "hk.dead-hand/pass", seat)
    if p.passed & bit:
        return _no("rec.pass", "rec.pass/again", seat)
    if p.phase == THROWN and p.wall.left and _could_meld(p, seat):
        return None
    return None if claims.may_take(p, seat) else _no("rec.pass", "rec.pass/needless", seat)


def _could_meld(p: Position, seat: int) -> bool:
    hand, tile = p.hands[seat], p.tile
    if hand[tile] >= 2:
        return True
    if seat != p.turn or tile >= SUITED:
        return False
    rank = tile % 9
    below = rank >= 1 and hand[tile - 1] > 0
    above = rank <= 7 and hand[tile + 1] > 0
    return (
        (below and above)
        or (below and rank >= 2 and hand[tile - 2] > 0)
        or (above and rank <= 6 and hand[tile + 2] > 0)
    )  # fmt: skip


def _foul(p: Position, move: Foul) -> Violation | None:
    seat = move.seat
    if move.kind not in ("false-win", "wrong-count"):
        return _no("hk.false-win", "hk.false-win/kind", seat, kind=move.kind)
    if move.kind == "wrong-count" and p.dead >> seat & 1:
        return _no("hk.dead-hand", "hk.dead-hand/twice", seat)
    if claims.could_win(p, seat):
        return _no("hk.false-win", "hk.false-win/could-win", seat)
    return None


_CHECK: dict[type, Callable[[Position, Any], Violation | None]] = {
    Draw: _draw, Discard: _discard, Flower: _flower, Chow: _chow, Pung: _pung, Kong: _kong, Win: _win, Pass: _pass,
    Foul: _foul,
}  # fmt: skip
