"""Why a move is not legal: the clause and the sentence, worked out for moves that the table has refused.

Each function finds the first reason in the order of the clauses. Nothing here decides whether a move is legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from replay.engine import check_line
from replay.game import Violation
from replay.games.anxiang_weimaque.hand import ONE, SHIFT, size
from replay.games.anxiang_weimaque.tiles import CHOW, SENTENCES
from schemas.record import AnyMove, Chow, Discard, Draw, Pass, Pung, Wei, Win
from schemas.tiles import UNKNOWN

if TYPE_CHECKING:
    from replay.games.anxiang_weimaque.table import AnxiangWeimaqueTable as Table


def _fault(reason: str, seat: int, expected: Any = None, stated: Any = None, **args: Any) -> Violation:
    clause = reason.split("/", 1)[0]
    return Violation(clause, reason, {"seat": seat, **args}, seat=seat, expected=expected, stated=stated)


def foreign_verb(move: AnyMove) -> Violation:
    """A verb that this game does not have."""
    fault = check_line("anxiang-weimaque", move)
    assert fault is not None
    return fault


def _any_fault(table: Table, move: AnyMove) -> Violation | None:
    """What is wrong whatever the verb: an unseen or foreign tile, who sits out, a round that is over, 煨 owed."""
    seat, tile = move.seat, getattr(move, "tile", None)
    stated = [*([] if tile is None else [tile]), *getattr(move, "with_", ())]
    if UNKNOWN in stated:
        return Violation("rec.unknown", "rec.unknown/move", seat=seat)
    if table.winner >= 0:
        return _fault("rec.over/round", seat)
    if table.after[seat] < 0:
        return _fault("ax.seats/sits-out", seat)
    for code in stated:
        if code not in SHIFT:
            return _fault("ax.deal/foreign", seat, stated=code, tile=code)
    if table.due >= 0 and not isinstance(move, Wei):
        return _fault("ax.wei/owed", seat, tile=table.tile, seat_due=table.due)
    return None


def draw_fault(table: Table, move: Draw) -> Violation:
    """ax.draw, ax.start, ax.dead."""
    fault = _any_fault(table, move)
    if fault is not None:
        return fault
    seat, tile = move.seat, move.tile
    if not table.left:
        return _fault("ax.dead/draw", seat)
    if table.drawer < 0:
        if not table.moves:
            return _fault("ax.start/discard", seat, table.dealer, seat, seat_due=table.dealer)
        return _fault("ax.draw/discard-first", seat, table.turn, seat, seat_due=table.turn)
    if seat != table.drawer:
        return _fault("ax.draw/turn", seat, table.drawer, seat, seat_due=table.drawer)
    if move.from_ is not None:
        return _fault("ax.draw/front", seat, None, move.from_)
    if table.stock is not None:
        front = table.stock[table.at]
        return _fault("ax.draw/stock", seat, front, tile, tile=tile, tile_front=front)
    return _fault("ax.draw/none-left", seat, stated=tile, tile=tile)


def discard_fault(table: Table, move: Discard) -> Violation:
    """ax.discard, ax.start, ax.dead."""
    fault = _any_fault(table, move)
    if fault is not None:
        return fault
    seat, tile = move.seat, move.tile
    if not table.left:
        return _fault("ax.dead/discard", seat)
    if table.turn < 0:
        if table.drawer >= 0 and seat == (table.wei_by if table.moves else table.dealer):
            return _fault("ax.no-discard-left/draw", seat, seat_due=table.drawer)
        return _fault("ax.discard/not-owed", seat)
    if seat != table.turn:
        if not table.moves:
            return _fault("ax.start/discard", seat, table.turn, seat, seat_due=table.turn)
        return _fault("ax.discard/turn", seat, table.turn, seat, seat_due=table.turn)
    held = table.hands[seat] // ONE[tile] & 7
    if not held:
        return _fault("rec.not-in-hand/tile", seat, stated=tile, tile=tile)
    if held > 2:
        return _fault("ax.discard/three", seat, stated=tile, tile=tile, count=held)
    return _fault("ax.discard/claimed", seat, stated=tile, tile=tile)


def _table_fault(table: Table, move: Chow | Pung) -> Violation | None:
    """What is wrong with a claim of the tile on the table, whatever the claim."""
    fault = _any_fault(table, move)
    if fault is not None:
        return fault
    seat, tile, clause = move.seat, move.tile, f"ax.{move.verb}"
    chow = clause == "ax.chow"
    if not table.left:
        return _fault("ax.dead/claim", seat, tile=tile)
    if table.tile is None:
        if table.moves:
            return _fault("ax.order/taken", seat, tile=tile)
        return _fault("ax.chow/no-tile" if chow else "ax.pung/no-tile", seat, tile=tile)
    if tile != table.tile:
        reason = "ax.chow/tile" if chow else "ax.pung/tile"
        return _fault(reason, seat, table.tile, tile, tile=tile, tile_there=table.tile)
    if table.passed >> seat & 1:
        return _fault("rec.pass/claimed", seat, tile=tile)
    return None


def chow_fault(table: Table, move: Chow) -> Violation:
    """ax.chow, ax.sentence, ax.missed, ax.no-discard-left, ax.dead."""
    fault = _table_fault(table, move)
    if fault is not None:
        return fault
    seat, tile = move.seat, move.tile
    if move.also:
        return _fault("ax.chow/also", seat, tile=tile)
    if seat == table.owner and not table.drawn:
        return _fault("ax.chow/own-discard", seat, tile=tile)
    if seat not in (table.owner, table.after[table.owner]):
        return _fault("ax.chow/not-next", seat, table.after[table.owner], seat, tile=tile, seat_owner=table.owner)
    if (tile, *move.with_) not in CHOW:
        return _fault("ax.sentence/no-run", seat, stated=move.with_, tile=tile, tiles=list(move.with_))
    hand, one = table.hands[seat], ONE[tile]
    for held in move.with_:
        if not hand // ONE[held] & 7:
            return _fault("rec.not-in-hand/tile", seat, stated=held, tile=held)
    if hand // one & 7 >= 2:
        return _fault("ax.chow/could-pung", seat, tile=tile)
    if table.no_chow[seat] & one:
        thrown = any(m.verb == "discard" and m.seat == seat and m.tile == tile for m in table.moves)  # type: ignore[union-attr]
        return _fault("ax.chow/thrown" if thrown else "ax.missed/chow", seat, tile=tile)
    return _fault("ax.no-discard-left/claim", seat, tile=tile)


def pung_fault(table: Table, move: Pung) -> Violation:
    """ax.pung, ax.missed, ax.no-discard-left, ax.dead."""
    fault = _table_fault(table, move)
    if fault is not None:
        return fault
    seat, tile = move.seat, move.tile
    if seat == table.owner:
        return _fault("ax.pung/own", seat, tile=tile)
    held = table.hands[seat] // ONE[tile] & 7
    if held < 2:
        return _fault("ax.pung/pair", seat, 2, held, tile=tile, count=held)
    if table.no_pung[seat] & ONE[tile]:
        return _fault("ax.missed/pung", seat, tile=tile)
    return _fault("ax.no-discard-left/claim", seat, tile=tile)


def wei_fault(table: Table, move: Wei) -> Violation:
    """ax.wei: only what is owed."""
    fault = _any_fault(table, move)
    if fault is not None:
        return fault
    seat, tile = move.seat, move.tile
    if table.due < 0:
        return _fault("ax.wei/not-owed", seat, tile=tile)
    if seat != table.due:
        return _fault("ax.wei/drawer", seat, table.due, seat, tile=tile, seat_due=table.due)
    return _fault("ax.wei/tile", seat, table.tile, tile, tile=tile, tile_there=table.tile)


def win_fault(table: Table, move: Win) -> Violation:
    """ax.win, ax.shape, ax.order, ax.start, ax.no-discard-left."""
    fault = _any_fault(table, move)
    if fault is not None:
        return fault
    seat, tile = move.seat, move.tile
    if not table.moves:
        return _fault("ax.start/win", seat)
    there = table.laid if seat == table.wei_by else table.tile
    if there is None:
        return _fault("ax.order/taken", seat, tile=tile)
    if not table.drawn:
        return _fault("ax.win/discard", seat, tile=tile)
    if tile != there:
        return _fault("ax.win/tile", seat, there, tile, tile=tile, tile_there=there)
    if table.passed >> seat & 1:
        return _fault("rec.pass/claimed", seat, tile=tile)
    return _no_win(table, seat, tile)


def _no_win(table: Table, seat: int, tile: str) -> Violation:
    """Which condition a hand fails, and by how much."""
    hand = table.winning_hand(seat)
    if size(hand.hand) - (hand.how == "after-wei") >= 3 * (SENTENCES - len(hand.melds)) + 2:
        return _fault("ax.no-discard-left/win", seat, tile=tile)
    hard, need = table.count(seat).hard, table.options.min_xi
    if hard is None:
        return _fault("ax.shape/incomplete", seat, tile=tile)
    return _fault("ax.win/xi", seat, need, hard, tile=tile, xi=hard, need=need, short=need - hard)


def pass_fault(table: Table, move: Pass) -> Violation:
    """A pass that nobody could need."""
    fault = _any_fault(table, move)
    if fault is not None:
        return fault
    if table.passed >> move.seat & 1 and table.tile is not None:
        return _fault("rec.pass/again", move.seat)
    return _fault("rec.pass/needless", move.seat)
