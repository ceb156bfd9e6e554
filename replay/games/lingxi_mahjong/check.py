"""Why a move is not legal, clause by clause. Written without ``legal``; changes nothing and never raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replay.game import Violation
from replay.games.lingxi_mahjong import claims
from replay.games.lingxi_mahjong.position import (
    ACTING,
    CLAIMED,
    DEALT,
    DEALT_BACK,
    FLOWER,
    FLOWERED,
    KONGED,
    LAST,
    OVER,
    THROWN,
    Position,
)  # fmt: skip
from replay.games.lingxi_mahjong.tiles import GROUP_OF
from replay.kit.mahjong import CODES, KIND, SUITED, TRIPLET, WHITE
from schemas.record import AnyMove, Chow, Discard, Draw, Flower, Foul, Kong, Pass, Pung, Win
from schemas.tiles import UNKNOWN


def refuse(p: Position, move: AnyMove) -> Violation | None:
    """Why `move` is not legal in `p`, or None."""
    if p.phase == OVER:
        return _no("rec.over", "rec.over/round", move.seat)
    tile = getattr(move, "tile", None)
    if tile is not None and tile not in KIND:
        return _strange(tile, move.seat)
    return _CHECK[type(move)](p, move)


def _strange(tile: str, seat: int) -> Violation:
    if tile == UNKNOWN:
        return Violation("rec.unknown", "rec.unknown/move", seat=seat)
    return Violation("lx.tiles", "lx.tiles/foreign", {"tile": tile}, seat=seat, stated=tile)


def _no(clause: str, reason: str, seat: int, **args: Any) -> Violation:
    return Violation(clause, reason, {"seat": seat, **args}, seat=seat)


def _owed(p: Position, seat: int) -> Violation | None:
    """What is owed before anything else: dealt flowers, a drawn flower, a replacement, the end of a last-four turn."""
    phase = p.phase
    if phase == DEALT:
        return _no("lx.flowers", "lx.flowers/dealt", seat, seat_owing=p.turn)
    if phase == FLOWER:
        return _no("lx.flowers", "lx.flowers/drawn", seat, seat_owing=p.turn)
    if phase in (DEALT_BACK, FLOWERED, KONGED):
        return _no("lx.flowers", "lx.flowers/replacement", seat, seat_owing=p.turn)
    if phase == LAST:
        return _no("lx.last-four", "lx.last-four/win-only", seat, seat_owing=p.turn)
    return None


def _held(p: Position, seat: int, tile: str) -> Violation | None:
    if p.hands[seat][KIND[tile]]:
        return None
    args = {"seat": seat, "tile": tile}
    return Violation("rec.not-in-hand", "rec.not-in-hand/tile", args, seat=seat, stated=tile)


def _draw(p: Position, move: Draw) -> Violation | None:
    seat, back = move.seat, move.from_ is not None
    if p.phase in (DEALT, FLOWER):
        return _owed(p, seat)
    if p.phase == ACTING:
        return _no("lx.turn", "lx.turn/discard-first", seat, seat_owing=p.turn)
    if seat != p.turn:
        args = {"seat": seat, "seat_owing": p.turn}
        return Violation("lx.turn", "lx.turn/draw", args, seat=seat, expected=p.turn, stated=seat)
    if p.above() <= 0:
        return _no("lx.reserve", "lx.reserve/draw", seat, count=p.floor // 2)
    if back != (p.phase < THROWN):
        if back:
            return _no("lx.turn", "lx.turn/front", seat)
        return _no("lx.flowers", "lx.flowers/back", seat)
    return None if p.wall.holds(KIND[move.tile], back) else _not_there(p, move, back)


def _not_there(p: Position, move: Draw, back: bool) -> Violation:
    wanted, seat = p.wall.next(back), move.seat
    if wanted is None:
        return Violation("lx.tiles", "lx.tiles/none-left", {"seat": seat, "tile": move.tile}, seat=seat)
    args = {"seat": seat, "tile": move.tile, "tile_next": CODES[wanted]}
    return Violation("lx.turn", "lx.turn/next", args, seat=seat, expected=CODES[wanted], stated=move.tile)


def _discard(p: Position, move: Discard) -> Violation | None:
    seat, kind = move.seat, KIND[move.tile]
    owed = _owed(p, seat)
    if owed is not None:
        return owed
    if p.phase == THROWN:
        return _no("lx.turn", "lx.turn/draw-first", seat, seat_owing=p.turn)
    if seat != p.turn:
        args = {"seat": seat, "seat_owing": p.turn}
        return Violation("lx.turn", "lx.turn/discard", args, seat=seat, expected=p.turn, stated=seat)
    fault = _held(p, seat, move.tile)
    if fault is not None or not p.barred[seat] >> kind & 1:
        return fault
    if p.wilds.wild_mask >> kind & 1:
        return _no("lx.no-throw", "lx.no-throw/wild", seat, tile=move.tile)
    if kind >= WHITE:
        return _no("lx.no-throw", "lx.no-throw/flower", seat, tile=move.tile)
    return _no("lx.no-throw", "lx.no-throw/pung", seat, tile=move.tile)


def _flower(p: Position, move: Flower) -> Violation | None:
    seat, tile, kind = move.seat, move.tile, KIND[move.tile]
    if kind < WHITE:
        return _no("lx.flowers", "lx.flowers/no-flower", seat, tile=tile)
    if p.wilds.wild_mask >> kind & 1:
        return _no("lx.wild-use", "lx.wild-use/flower", seat, tile=tile)
    if p.culprits >> seat & 1:
        return _no("lx.foul", "lx.foul/flower", seat)
    if p.phase not in (DEALT, FLOWER):
        owed = _owed(p, seat)
        return owed if owed is not None else _held(p, seat, tile) or _no("lx.flowers", "lx.flowers/order", seat)
    if seat != p.turn:
        args = {"seat": seat, "seat_owing": p.turn}
        return Violation("lx.flowers", "lx.flowers/turn", args, seat=seat, expected=p.turn, stated=seat)
    fault = _held(p, seat, tile)
    if fault is None and p.opening_four(seat, GROUP_OF[kind]):
        return _no("lx.opening-four", "lx.opening-four/must", seat, tile=CODES[GROUP_OF[kind]])
    return fault


def _claimable(p: Position, seat: int, tile: str) -> Violation | None:
    """What every chow, pung and exposed kong needs: another's tile on the table that may be taken, and no pass."""
    owed = _owed(p, seat)
    if owed is not None:
        return owed
    if p.phase != THROWN:
        return _no("lx.turn", "lx.turn/nothing-to-claim", seat)
    if tile != CODES[p.tile]:
        args = {"seat": seat, "tile": tile, "tile_on_table": CODES[p.tile]}
        return Violation("lx.turn", "lx.turn/other-tile", args, seat=seat, expected=CODES[p.tile], stated=tile)
    if seat == p.thrower:
        return _no("lx.turn", "lx.turn/own-discard", seat)
    if not claims.claimable(p):
        return _no("lx.foul", "lx.foul/unclaimable", seat, tile=tile)
    if p.passed >> seat & 1:
        return _no("rec.pass", "rec.pass/claimed", seat, tile=CODES[p.tile])
    return None


def _culprit(p: Position, seat: int) -> Violation | None:
    return _no("lx.foul", "lx.foul/culprit", seat) if p.culprits >> seat & 1 else None


def _stuck(p: Position, seat: int, used: tuple[int, ...], pung: int = -1) -> bool:
    """lx.chow, lx.pung: whether nothing that may be thrown is left when the `used` kinds are gone."""
    hand, barred = p.hands[seat], p.barred[seat]
    if pung >= 0:
        barred |= 1 << pung
    left = sum(hand[:WHITE]) - sum([not barred >> kind & 1 for kind in used])
    below = barred & (1 << WHITE) - 1
    while below and left > 0:
        kind = below.bit_length() - 1
        left -= hand[kind]
        below ^= 1 << kind
    return left <= 0


def _chow(p: Position, move: Chow) -> Violation | None:
    seat = move.seat
    if move.also:
        args = {"field": "also", "verb": "chow", "near": ""}
        return Violation("rec.field", "rec.field/unknown", args, seat=seat, field="also")
    fault = _claimable(p, seat, move.tile) or _culprit(p, seat)
    if fault is not None:
        return fault
    if seat != p.turn:
        return _no("lx.chow", "lx.chow/left", seat)
    for code in move.with_:
        if code not in KIND:
            return _strange(code, seat)
        if p.wilds.wild_mask >> KIND[code] & 1:
            return _no("lx.wild-use", "lx.wild-use/claim", seat, tile=code)
    used = (KIND[move.with_[0]], KIND[move.with_[1]])
    run = sorted((*used, p.tile))
    if run[0] // 9 != run[2] // 9 or run[2] >= SUITED or run[1] != run[0] + 1 or run[2] != run[0] + 2:
        return _no("lx.chow", "lx.chow/sequence", seat, tiles=[CODES[kind] for kind in run])
    fault = _held(p, seat, move.with_[0]) or _held(p, seat, move.with_[1])
    if fault is not None:
        return fault
    return _no("lx.chow", "lx.chow/stuck", seat) if _stuck(p, seat, used) else None


def _pung(p: Position, move: Pung) -> Violation | None:
    seat = move.seat
    fault = _claimable(p, seat, move.tile) or _culprit(p, seat)
    if fault is not None:
        return fault
    held = p.hands[seat][p.tile]
    if held < 2:
        return _no("lx.pung", "lx.pung/two", seat, tile=move.tile, count=held)
    return _no("lx.pung", "lx.pung/stuck", seat) if _stuck(p, seat, (), p.tile) else None


def _kong(p: Position, move: Kong) -> Violation | None:
    seat, kind = move.seat, KIND[move.tile]
    if p.phase == DEALT:
        return _opening_kong(p, move, kind)
    if move.kind == "exposed":
        fault = _claimable(p, seat, move.tile)
        if fault is not None:
            return fault
        held = p.hands[seat][kind]
        return None if held == 3 else _no("lx.kong", "lx.kong/three", seat, tile=move.tile, count=held)
    owed = _owed(p, seat)
    if owed is not None:
        return owed
    if p.phase != ACTING or seat != p.turn:
        return _no("lx.turn", "lx.turn/kong", seat, seat_owing=p.turn)
    if p.came == CLAIMED:
        return _no("lx.kong", "lx.kong/after-claim", seat)
    if p.wilds.wild_mask >> kind & 1:
        return _no("lx.wild-use", "lx.wild-use/claim", seat, tile=move.tile)
    if kind >= WHITE:
        return _no("lx.kong", "lx.kong/flower", seat, tile=move.tile)
    held = p.hands[seat][kind]
    if move.kind == "concealed":
        return None if held == 4 else _no("lx.kong", "lx.kong/four", seat, tile=move.tile, count=held)
    if not any(meld.shape == TRIPLET + kind and not meld.kong for meld in p.melds[seat]):
        return _no("lx.kong", "lx.kong/no-pung", seat, tile=move.tile)
    return _held(p, seat, move.tile)


def _opening_kong(p: Position, move: Kong, kind: int) -> Violation | None:
    """lx.opening-four: the code that names a group, all four of which were dealt."""
    seat = move.seat
    if GROUP_OF[kind] == kind and move.kind == "concealed" and p.opening_four(seat, kind):
        return None
    return _no("lx.opening-four", "lx.opening-four/four", seat, tile=move.tile) if seat == p.turn else _owed(p, seat)


def _win(p: Position, move: Win) -> Violation | None:
    seat, phase = move.seat, p.phase
    if p.culprits >> seat & 1:
        return _no("lx.foul", "lx.foul/culprit", seat)
    if phase == FLOWER:
        return _owed(p, seat)
    if phase in (ACTING, LAST):
        return _own_win(p, move)
    if phase in (DEALT, DEALT_BACK, FLOWERED):
        return _flower_win(p, move)
    if phase == KONGED and p.rob != "added":
        return _no("lx.rob", "lx.rob/added", seat)
    if seat == p.thrower:
        return _no("lx.win", "lx.win/own-tile", seat)
    if not claims.on_offer(p):
        return _no("lx.foul", "lx.foul/unclaimable", seat, tile=CODES[p.tile])
    if move.tile != CODES[p.tile]:
        return _other_tile(seat, CODES[p.tile], move.tile)
    if p.passed >> seat & 1:
        return _no("rec.pass", "rec.pass/claimed", seat, tile=CODES[p.tile])
    return None if claims.completes(p, seat) else _no("lx.win", "lx.win/shape", seat)


def _other_tile(seat: int, wanted: str, stated: str) -> Violation:
    args = {"seat": seat, "tile": stated, "tile_wanted": wanted}
    return Violation("lx.win-tile", "lx.win-tile/other", args, seat=seat, expected=wanted, stated=stated)


def _own_win(p: Position, move: Win) -> Violation | None:
    seat, actor = move.seat, p.actor if p.phase == LAST else p.turn
    if seat != actor:
        return _no("lx.turn", "lx.turn/win", seat, seat_owing=actor)
    if claims.any_tile(p):
        fault = _held(p, seat, move.tile)
        if fault is not None:
            return fault
    elif move.tile != CODES[p.drawn]:
        return _other_tile(seat, CODES[p.drawn], move.tile)
    if claims.own_win(p):
        return None
    if p.came == CLAIMED:
        return _no("lx.win", "lx.win/after-claim", seat)
    return _no("lx.win", "lx.win/shape", seat)


def _flower_win(p: Position, move: Win) -> Violation | None:
    seat = move.seat
    if seat != p.turn:
        return _no("lx.turn", "lx.turn/win", seat, seat_owing=p.turn)
    if not claims.flower_win(p):
        return _no("lx.win", "lx.win/flowers", seat)
    wanted = CODES[p.laid[seat]]
    return None if move.tile == wanted else _other_tile(seat, wanted, move.tile)


def _pass(p: Position, move: Pass) -> Violation | None:
    seat, bit = move.seat, 1 << move.seat
    if p.phase not in (THROWN, KONGED) or seat == p.thrower or (p.phase == KONGED and p.rob != "added"):
        return _no("rec.pass", "rec.pass/needless", seat)
    if p.passed & bit:
        return _no("rec.pass", "rec.pass/again", seat)
    if p.phase == THROWN and claims.claimable(p) and _could_meld(p, seat):
        return None
    return None if claims.may_take(p, seat) else _no("rec.pass", "rec.pass/needless", seat)


def _could_meld(p: Position, seat: int) -> bool:
    hand, tile = p.hands[seat], p.tile
    held = hand[tile]
    if held == 3:
        return True
    if p.culprits >> seat & 1:
        return False
    if held == 2 and not _stuck(p, seat, (), tile):
        return True
    return seat == p.turn and tile < SUITED and _could_chow(p, seat, hand, tile)


def _could_chow(p: Position, seat: int, hand: bytearray, tile: int) -> bool:
    rank, wild = tile % 9, p.wilds.wild_mask

    def has(kind: int) -> bool:
        return hand[kind] > 0 and not wild >> kind & 1

    below, above = rank >= 1 and has(tile - 1), rank <= 7 and has(tile + 1)
    if below and above and not _stuck(p, seat, (tile - 1, tile + 1)):
        return True
    if below and rank >= 2 and has(tile - 2) and not _stuck(p, seat, (tile - 2, tile - 1)):
        return True
    return above and rank <= 6 and has(tile + 2) and not _stuck(p, seat, (tile + 1, tile + 2))


def _foul(p: Position, move: Foul) -> Violation | None:
    seat = move.seat
    if move.kind == "false-win":
        return _no("lx.foul", "lx.foul/could-win", seat) if claims.could_win(p, seat) else None
    if p.culprits >> seat & 1:
        return _no("lx.foul", "lx.foul/twice", seat)
    if p.phase in (DEALT, DEALT_BACK):
        return _no("lx.foul", "lx.foul/opening", seat)
    if p.phase in (FLOWERED, KONGED):
        return _no("lx.foul", "lx.foul/replacement", seat)
    return None


_CHECK: dict[type, Callable[[Position, Any], Violation | None]] = {
    Draw: _draw, Discard: _discard, Flower: _flower, Chow: _chow, Pung: _pung, Kong: _kong, Win: _win, Pass: _pass,
    Foul: _foul,
}  # fmt: skip
