"""Why a move is not legal in 邵陽剝皮: clause and sentence, verb by verb. The quick yes is ``table``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replay.game import Violation
from replay.games.shaoyang_bopi.groups import BY_WEIGHT, KAN, PUNG, layouts, take
from replay.games.shaoyang_bopi.position import (
    DISCARD,
    DRAWN,
    FORCED,
    LAST,
    MOVED,
    NOBODY,
    OPENING,
    OWES,
    TABLE,
    TURNED,
    WON,
    Position,
)  # fmt: skip
from replay.kit.zipai import INDEX, SHIFT, UNIT
from schemas.record import AnyMove, Chow, Discard, Draw, Pao, Pass, Pung, Ti, Wei, Win
from schemas.tiles import UNKNOWN, ZIPAI


def why_not(table: Position, move: AnyMove) -> Violation | None:
    """What stands against `move`, or None when it is legal. Never raises, changes nothing."""
    check = _CHECKS.get(move.__class__)
    if check is None:
        args = {"verb": move.verb, "game": "shaoyang-bopi", "near": ""}
        return Violation("rec.line", "rec.line/foreign-verb", args, seat=move.seat)
    return _out_of_play(table, move.seat) or check(table, move)


def _out_of_play(table: Position, seat: int) -> Violation | None:
    """The round is over, or the seat is the counter's."""
    if seat == table.counter:
        return Violation("bp.seats", "bp.seats/counter-moves", {"seat": seat}, seat=seat)
    if table.phase == WON:
        return Violation("rec.over", "rec.over/round", {"seat": seat}, seat=seat)
    return None


def _foreign(seat: int, tiles: list[str]) -> Violation | None:
    """A tile not seen, or of another set."""
    for tile in tiles:
        if tile == UNKNOWN:
            return Violation("rec.unknown", "rec.unknown/move", seat=seat)
        if tile not in INDEX:
            return Violation("bp.deal", "bp.deal/foreign", {"tile": tile}, seat=seat, stated=tile)
    return None


def _forced(table: Position, seat: int) -> Violation | None:
    """bp.opening-ti, bp.wei, bp.pao: the compulsory meld that comes before what `seat` states."""
    if table.phase == OPENING:
        owner, kinds = table.openers[0]
        args: dict[str, Any] = {"seat": owner, "tile": ZIPAI[min(kinds)]}
        return Violation("bp.opening-ti", "bp.opening-ti/first", args, seat=seat)
    tile = ZIPAI[table.tile]
    if table.phase == FORCED:
        args = {"seat": table.owner, "tile": tile}
        if table.three[table.tile] >= 0:
            return Violation("bp.wei", "bp.wei/ti-first", args, seat=seat)
        return Violation("bp.wei", "bp.wei/first", args, seat=seat)
    if table.phase == TABLE and table.pao >= 0:
        return Violation("bp.pao", "bp.pao/first", {"seat": table.pao, "tile": tile}, seat=seat)
    return None


def _check_draw(table: Position, move: Draw) -> Violation | None:
    seat, tile = move.seat, move.tile
    args: dict[str, Any]
    forced = _forced(table, seat)
    if forced is not None:
        return forced
    if not table.left:
        return Violation("bp.dead", "bp.dead/over", {"seat": seat}, seat=seat)
    if table.may_draw == NOBODY:
        args = {"seat": table.may_discard}
        clause = "bp.start" if table.phase == TURNED else "bp.waiting"
        reason = "bp.start/discard" if table.phase == TURNED else "bp.waiting/discard"
        return Violation(clause, reason, args, seat=seat)
    if seat != table.may_draw:
        args = {"seat": table.may_draw, "seat_other": seat}
        return Violation("bp.draw", "bp.draw/turn", args, seat=seat, expected=table.may_draw, stated=seat)
    if move.from_ is not None:
        return Violation("bp.draw", "bp.draw/front", {}, seat=seat, field="from")
    foreign = _foreign(seat, [tile])
    if foreign is not None:
        return foreign
    if table.rest is not None:
        if table.rest[INDEX[tile]]:
            return None
        return Violation("bp.draw", "bp.draw/gone", {"tile": tile}, seat=seat, stated=tile)
    if tile == table.coming:
        return None
    args = {"tile": table.coming, "tile_stated": tile}
    return Violation("bp.draw", "bp.draw/stock", args, seat=seat, expected=table.coming, stated=tile)


def _check_discard(table: Position, move: Discard) -> Violation | None:
    seat, tile = move.seat, move.tile
    forced = _forced(table, seat)
    if forced is not None:
        return forced
    if table.phase == LAST or (table.phase == TABLE and not table.left):
        return Violation("bp.dead", "bp.dead/over", {"seat": seat}, seat=seat)
    if seat != table.may_discard:
        return Violation("bp.waiting", "bp.waiting/no-discard", {"seat": seat}, seat=seat)
    foreign = _foreign(seat, [tile])
    if foreign is not None:
        return foreign
    kind = INDEX[tile]
    if table.hands[seat] >> SHIFT[kind] & 7:
        return None
    if table.three[kind] == 4 * seat + KAN:
        return Violation("bp.no-discard-left", "bp.no-discard-left/kan", {"tile": tile}, seat=seat, stated=tile)
    return _not_held(seat, tile)


def _check_ti(table: Position, move: Ti) -> Violation | None:
    seat, tile = move.seat, move.tile
    if table.phase == OPENING:
        owner, kinds = table.openers[0]
        if seat == owner and INDEX.get(tile, -1) in kinds:
            return None
        args = {"seat": owner, "tile": ZIPAI[min(kinds)]}
        return Violation("bp.opening-ti", "bp.opening-ti/first", args, seat=seat)
    return _check_own(table, seat, tile, True)


def _check_wei(table: Position, move: Wei) -> Violation | None:
    return _check_own(table, move.seat, move.tile, False)


def _check_own(table: Position, seat: int, tile: str, ti: bool) -> Violation | None:
    """bp.wei: 偎 or 提 of one's own draw."""
    if table.phase == FORCED and seat == table.owner and tile == ZIPAI[table.tile]:
        if (table.three[table.tile] >= 0) == ti:
            return None
        return _forced(table, seat)
    foreign = _foreign(seat, [tile])
    if foreign is not None:
        return foreign
    forced = _forced(table, seat)
    if forced is not None:
        return forced
    reason = "bp.wei/no-ti" if ti else "bp.wei/no-wei"
    return Violation("bp.wei", reason, {"seat": seat, "tile": tile}, seat=seat)


def _on_table(table: Position, seat: int, tile: str, none: str, other: str) -> Violation | None:
    """A claim names the tile on the table, while there is one; `none` and `other` are the reasons that it does not."""
    foreign = _foreign(seat, [tile])
    if foreign is not None:
        return foreign
    if table.phase != TABLE:
        return Violation(none.split("/")[0], none, {"seat": seat, "tile": tile}, seat=seat)
    lies = ZIPAI[table.tile]
    if tile != lies:
        args = {"tile": lies, "tile_stated": tile}
        return Violation(other.split("/")[0], other, args, seat=seat, expected=lies, stated=tile)
    return None


def _check_pao(table: Position, move: Pao) -> Violation | None:
    seat = move.seat
    if table.phase in (OPENING, FORCED):
        return _forced(table, seat)
    wrong = _on_table(table, seat, move.tile, "bp.pao/no-tile", "bp.pao/other-tile")
    if wrong is not None:
        return wrong
    if seat == table.pao:
        return None
    three = table.three[table.tile]
    if three >> 2 == seat and three & 3 == PUNG:
        return Violation("bp.pao", "bp.pao/discard", {"seat": seat, "tile": move.tile}, seat=seat)
    return Violation("bp.pao", "bp.pao/no-three", {"seat": seat, "tile": move.tile}, seat=seat)


def _optional(table: Position, seat: int, tile: str, none: str, other: str) -> Violation | None:
    """What stands against any chow or pung of `seat` now."""
    forced = _forced(table, seat)
    if forced is not None:
        return forced
    wrong = _on_table(table, seat, tile, none, other)
    if wrong is not None:
        return wrong
    if not table.left:
        return Violation("bp.dead", "bp.dead/last-tile", {"seat": seat, "tile": tile}, seat=seat)
    if table.passed >> seat & 1:
        return Violation("rec.pass", "rec.pass/claimed", {"seat": seat, "tile": tile}, seat=seat)
    return None


def _check_pung(table: Position, move: Pung) -> Violation | None:
    seat, tile = move.seat, move.tile
    wrong = _optional(table, seat, tile, "bp.pung/no-tile", "bp.pung/other-tile")
    if wrong is not None:
        return wrong
    kind = table.tile
    hand = table.hands[seat]
    args = {"seat": seat, "tile": tile}
    if seat == table.owner:
        return Violation("bp.pung", "bp.pung/own", args, seat=seat)
    if hand >> SHIFT[kind] & 7 < 2:
        return Violation("bp.pung", "bp.pung/pair", args, seat=seat)
    if hand == 2 * UNIT[kind] and table.slack[seat] <= 0:
        return Violation("bp.no-discard-left", "bp.no-discard-left/claim", args, seat=seat)
    return _staleness(table, seat, kind)


def _staleness(table: Position, seat: int, kind: int) -> Violation | None:
    if not table.stale(seat, kind):
        return None
    args = {"seat": seat, "tile": ZIPAI[kind]}
    if table.thrown[seat] >> kind & 1:
        return Violation("bp.stale", "bp.stale/thrown", args, seat=seat)
    return Violation("bp.stale", "bp.stale/let-go", args, seat=seat)


def _check_chow(table: Position, move: Chow) -> Violation | None:
    seat, tile = move.seat, move.tile
    wrong = _optional(table, seat, tile, "bp.chow/no-tile", "bp.chow/other-tile")
    if wrong is not None:
        return wrong
    if seat == table.owner:
        if table.how != DRAWN:
            return Violation("bp.chow", "bp.chow/own-discard", {"seat": seat, "tile": tile}, seat=seat)
    elif seat != table.after[table.owner]:
        args = {"seat": seat, "seat_other": table.owner, "tile": tile}
        return Violation("bp.chow", "bp.chow/left", args, seat=seat)
    foreign = _foreign(seat, [*move.with_, *(t for group in move.also for t in group)])
    if foreign is not None:
        return foreign
    wrong = _check_groups(table, seat, table.tile, move)
    return wrong if wrong is not None else _staleness(table, seat, table.tile)


def _check_groups(table: Position, seat: int, kind: int, move: Chow) -> Violation | None:
    """bp.chow, bp.bi: the groups laid down, and what stays in hand."""
    args: dict[str, Any]
    a, b = INDEX[move.with_[0]], INDEX[move.with_[1]]
    weights = [UNIT[a] + UNIT[b], *(sum([UNIT[INDEX[t]] for t in group]) for group in move.also)]
    if weights[0] + UNIT[kind] not in BY_WEIGHT:
        tiles = [ZIPAI[kind], *move.with_]
        return Violation("bp.chow", "bp.chow/group", {"tiles": tiles}, seat=seat)
    for group, weight in zip(move.also, weights[1:], strict=True):
        if weight not in BY_WEIGHT or not weight & 7 << SHIFT[kind]:
            args = {"tiles": group, "tile": ZIPAI[kind]}
            return Violation("bp.bi", "bp.bi/group", args, seat=seat)
    rest = after_with = take(table.hands[seat], weights[0])
    for weight in weights[1:]:
        rest = take(rest, weight) if rest >= 0 else rest
    if rest < 0:
        used = [*move.with_, *(t for group in move.also for t in group)]
        return Violation("bp.chow", "bp.chow/held", {"seat": seat, "tiles": used}, seat=seat)
    kept = rest >> SHIFT[kind] & 7
    if kept and (table.need_all or kept > layouts(after_with, kind, False)[0].rest >> SHIFT[kind] & 7):
        args = {"seat": seat, "tile": ZIPAI[kind], "count": kept}
        return Violation("bp.bi", "bp.bi/copies", args, seat=seat, expected=0, stated=kept)
    if not rest and table.slack[seat] <= 0:
        args = {"seat": seat, "tile": ZIPAI[kind]}
        return Violation("bp.no-discard-left", "bp.no-discard-left/claim", args, seat=seat)
    return None


def _check_win(table: Position, move: Win) -> Violation | None:
    seat, tile = move.seat, move.tile
    args: dict[str, Any] = {"seat": seat, "tile": tile}
    foreign = _foreign(seat, [tile])
    if foreign is not None:
        return foreign
    if table.phase in (OPENING, FORCED):
        return _forced(table, seat)
    after = table.phase in (OWES, MOVED, LAST)
    if tile != ZIPAI[table.tile] or (after and not (table.after_win and seat == table.owner)):
        return Violation("bp.win", "bp.win/no-tile", args, seat=seat)
    if table.passed >> seat & 1:
        return Violation("rec.pass", "rec.pass/claimed", args, seat=seat)
    if table.phase == TABLE and table.how == DISCARD:
        return Violation("bp.win", "bp.win/discard", args, seat=seat)
    if table.phase == TABLE and seat == table.owner and table.how != DRAWN:
        return Violation("bp.win", "bp.win/discard", args, seat=seat)
    if table.phase == TURNED and table.turned_gone and seat != table.dealer:
        return Violation("bp.turned", "bp.turned/gone", args, seat=seat)
    xi, need = table.completed(seat), table.options.min_xi
    if xi < 0:
        return Violation("bp.shape", "bp.shape/incomplete", args, seat=seat)
    if xi < need:
        return Violation("bp.win", "bp.win/xi", {**args, "xi": xi, "need": need}, seat=seat, expected=need, stated=xi)
    if table.phase in (TABLE, TURNED) and table.barred(seat, table.tile):
        return Violation("bp.stale-win", "bp.stale-win/let-go", args, seat=seat)
    return None


def _check_pass(table: Position, move: Pass) -> Violation | None:
    """Record format, "Moves": a pass that somebody could need."""
    seat = move.seat
    if table.phase in (OPENING, FORCED):
        return _forced(table, seat)
    if table.passed >> seat & 1:
        return Violation("rec.pass", "rec.pass/again", {"seat": seat}, seat=seat)
    if table.phase in (TURNED, TABLE):
        if table.phase == TABLE and table.pao < 0 and (table.could_pung(seat) or table.could_chow(seat)):
            return None
        if table.could_win(seat):
            return None
    return Violation("rec.pass", "rec.pass/needless", {"seat": seat}, seat=seat)


def _not_held(seat: int, tile: str) -> Violation:
    return Violation("rec.not-in-hand", "rec.not-in-hand/tile", {"seat": seat, "tile": tile}, seat=seat, stated=tile)


_CHECKS: dict[type, Callable[[Position, Any], Violation | None]] = {
    Draw: _check_draw,
    Discard: _check_discard,
    Ti: _check_ti,
    Wei: _check_wei,
    Pao: _check_pao,
    Pung: _check_pung,
    Chow: _check_chow,
    Win: _check_win,
    Pass: _check_pass,
}
