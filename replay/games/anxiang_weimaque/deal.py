"""What makes a set-up impossible: ax.seats, ax.deal, the pack."""

from __future__ import annotations

from replay.game import Violation
from replay.games.anxiang_weimaque.hand import COPIES, PACK, pack
from replay.games.anxiang_weimaque.tiles import HANDS, STOCK
from replay.kit.zipai import COUNTER, ORDER
from schemas.record import Setup
from schemas.tiles import UNKNOWN, ZIPAI


def dealt(setup: Setup) -> list[int] | Violation:
    """The hands of a possible deal by seat, packed, 0 for the seat that sits out; or why the deal is impossible."""
    hands, dealer, stock = setup.hands, setup.dealer, setup.stock
    assert hands is not None
    assert dealer is not None
    problem = _seats_problem(hands, dealer, stock)
    if problem is not None:
        return problem
    try:
        packed = [pack(hand) if hand else 0 for hand in hands]
        # Eighty tiles that add up to the pack are the pack: every carry between kinds would need more of them.
        if stock is not None and sum(packed) + pack(stock) == PACK:
            return packed
    except KeyError as error:
        tile = error.args[0]
        if tile == UNKNOWN:
            return Violation("rec.unknown", "rec.unknown/deal")
        return Violation("ax.deal", "ax.deal/foreign", {"tile": tile}, stated=tile)
    wrong = _copies_problem([tile for group in (*hands, stock) for tile in group or ()], stock is not None)
    return packed if wrong is None else wrong


def _seats_problem(hands: list[list[str] | None], dealer: int, stock: list[str] | None) -> Violation | None:
    """ax.seats, ax.deal: who has how many tiles."""
    if hands[COUNTER[dealer]] is not None:
        seat = COUNTER[dealer]
        return Violation("ax.seats", "ax.seats/hand", {"seat": seat}, seat=seat)
    for seat, need in zip(ORDER[dealer], HANDS, strict=True):
        hand = hands[seat]
        if hand is None:
            return Violation("ax.seats", "ax.seats/no-hand", {"seat": seat}, seat=seat)
        if len(hand) != need:
            args = {"seat": seat, "count": len(hand), "need": need}
            return Violation("ax.deal", "ax.deal/hand", args, seat=seat, expected=need, stated=len(hand))
    if stock is not None and len(stock) != STOCK:
        args = {"count": len(stock), "need": STOCK}
        return Violation("ax.deal", "ax.deal/stock", args, field="stock", expected=STOCK, stated=len(stock))
    return None


def _copies_problem(tiles: list[str], whole: bool) -> Violation | None:
    """The pack: four of each kind; `whole`: the stock is stated, so none is missing."""
    for tile in ZIPAI:
        count = tiles.count(tile)
        if count > COPIES or (whole and count != COPIES):
            args = {"tile": tile, "count": count, "copies": COPIES}
            return Violation("ax.deal", "ax.deal/copies", args, expected=COPIES, stated=count)
    return None
