"""hk.tiles, hk.deal: the set of tiles and what makes a deal impossible. Knows no move."""

from __future__ import annotations

from collections import Counter

from replay.game import Violation
from replay.kit.mahjong import CODES, COPIES, KINDS, PLAIN
from schemas.options import HkMahjongOptions
from schemas.record import Setup
from schemas.tiles import UNKNOWN

COPIES_PLAIN = bytes([4] * PLAIN + [0] * (KINDS - PLAIN))
WHOLE: dict[str, int] = dict(zip(CODES, COPIES, strict=True))
"""hk.tiles: tile code to its copies, with flowers in play."""
WHOLE_PLAIN: dict[str, int] = dict(zip(CODES[:PLAIN], COPIES, strict=False))
"""The same without flowers."""


def copies(options: HkMahjongOptions) -> bytes:
    """hk.tiles: copies by kind, 144 tiles with flowers and 136 without."""
    return COPIES if options.flowers else COPIES_PLAIN


def deal_problem(setup: Setup, options: HkMahjongOptions) -> Violation | None:
    """What makes a deal impossible, or None."""
    hands = setup.hands or []
    for seat, hand in enumerate(hands):
        size, wanted = len(hand or ()), 14 if seat == setup.dealer else 13
        if size != wanted:
            args = {"seat": seat, "count": size, "need": wanted}
            return Violation("hk.deal", "hk.deal/count", args, seat=seat, expected=wanted, stated=size)
    dealt = Counter([tile for group in (*hands, setup.stock) for tile in group or ()])
    whole = WHOLE if options.flowers else WHOLE_PLAIN
    return None if dealt == whole else _tiles_problem(dealt, whole, setup.stock is not None)


def _tiles_problem(dealt: Counter[str], whole: dict[str, int], stocked: bool) -> Violation | None:
    """hk.tiles: a tile that is none, too many copies, or with a stock too few."""
    for tile in dealt:
        if tile == UNKNOWN:
            return Violation("rec.unknown", "rec.unknown/deal")
        if tile not in whole:
            return Violation("hk.tiles", "hk.tiles/foreign", {"tile": tile}, stated=tile)
    for tile, copies_ in whole.items():
        n = dealt[tile]
        if n > copies_ or (stocked and n != copies_):
            args = {"tile": tile, "count": n, "copies": copies_}
            return Violation("hk.tiles", "hk.tiles/copies", args, expected=copies_, stated=n)
    return None
