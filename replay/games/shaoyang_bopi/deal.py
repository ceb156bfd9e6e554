"""The deal of 邵陽剝皮: bp.seats, bp.deal, bp.turned. Says what makes a set-up impossible; plays nothing."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from replay.game import Violation
from replay.kit.zipai import COUNTER, FULL, ORDER, UNIT_OF
from schemas.record import Setup
from schemas.tiles import UNKNOWN, ZIPAI

HAND = 20
"""Tiles dealt to each of the three (the dealer's turned tile comes on top)."""
STOCK = 19
COPIES = 4


class Deal(NamedTuple):
    """A possible deal: packed hands by seat, the dealer's with the turned tile, the counter's 0."""

    hands: tuple[int, ...]


def read_deal(setup: Setup) -> Deal | Violation:
    """The hands of a set-up, or why it is impossible."""
    hands, dealer = setup.hands, setup.dealer
    assert hands is not None
    assert dealer is not None
    assert setup.turned is not None
    packed = [0, 0, 0, 0]
    try:
        unit = UNIT_OF.__getitem__
        for seat in ORDER[dealer]:
            hand = hands[seat]
            if hand is None or len(hand) != HAND:
                return _impossible(setup)
            packed[seat] = sum(map(unit, hand))
        packed[dealer] += UNIT_OF[setup.turned]
        if hands[COUNTER[dealer]] is not None:
            return _impossible(setup)
        if setup.stock is None:
            if _copies(setup) is not None:
                return _impossible(setup)
        elif len(setup.stock) != STOCK or sum(packed) + sum(map(unit, setup.stock)) != FULL:
            return _impossible(setup)
    except KeyError:
        return _impossible(setup)
    return Deal(tuple(packed))


def _impossible(setup: Setup) -> Violation:
    """What is wrong with a deal of which something is."""
    hands, dealer = setup.hands or [], setup.dealer or 0
    counter = COUNTER[dealer]
    if hands[counter] is not None:
        return Violation("bp.seats", "bp.seats/counter", {"seat": counter}, seat=counter)
    for seat in ORDER[dealer]:
        hand = hands[seat]
        if hand is None:
            return Violation("bp.seats", "bp.seats/hand", {"seat": seat}, seat=seat)
        if len(hand) != HAND:
            args = {"seat": seat, "count": len(hand)}
            return Violation("bp.deal", "bp.deal/twenty", args, seat=seat, expected=HAND, stated=len(hand))
    stock = setup.stock
    if stock is not None and len(stock) != STOCK:
        return Violation("bp.deal", "bp.deal/stock", {"count": len(stock)}, expected=STOCK, stated=len(stock))
    wrong = _copies(setup)
    assert wrong is not None
    return wrong


def _copies(setup: Setup) -> Violation | None:
    """A tile of another set, one not seen, or more copies than there are."""
    groups = (*(setup.hands or ()), setup.stock, [setup.turned or UNKNOWN])
    counts = Counter(tile for group in groups for tile in group or ())
    if UNKNOWN in counts:
        return Violation("rec.unknown", "rec.unknown/deal")
    for tile, count in counts.items():
        if tile not in UNIT_OF:
            return Violation("bp.deal", "bp.deal/foreign", {"tile": tile}, stated=tile)
        if count > COPIES:
            args = {"tile": tile, "count": count, "copies": COPIES}
            return Violation("bp.deal", "bp.deal/copies", args, expected=COPIES, stated=count)
    return None


def unseen(deal: Deal) -> list[int]:
    """Copies by kind that are in no hand."""
    dealt = sum(deal.hands)
    return [COPIES - (dealt >> 3 * kind & 7) for kind in range(len(ZIPAI))]
