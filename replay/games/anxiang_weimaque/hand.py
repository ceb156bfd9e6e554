"""Hands as one integer of counts, with room between the sizes: what the windows of ``tiles`` need.

A hand is the sum of its tiles' :data:`ONE`: three bits a kind, two empty places before the small tiles, between the
sizes and after the big ones. So ``hand >> SHIFT[tile] & 7`` is how many are held, and a tile's two neighbours on either
side stand beside it and are never of the other size (ax.sentence). A kind is named by its ``ONE``.
"""

from __future__ import annotations

from collections.abc import Iterable

from schemas.tiles import ZIPAI

COPIES = 4
"""Copies of a kind in the pack."""
SHIFT: dict[str, int] = {tile: 6 + 3 * i if i < 10 else 12 + 3 * i for i, tile in enumerate(ZIPAI)}
"""Tile to the place of its count in a hand: ``s1`` at 6 … ``s10`` at 33, ``b1`` at 42 … ``b10`` at 69."""
ONE: dict[str, int] = {tile: 1 << shift for tile, shift in SHIFT.items()}
"""What a tile adds to a hand."""
TILE_OF: dict[int, str] = {one: tile for tile, one in ONE.items()}
ONES = sum(ONE.values())
"""One of each kind."""
PACK = COPIES * ONES
"""The whole pack."""
BIG = 36
"""``hand >> BIG`` has the big tiles where ``hand`` has the small ones."""
SMALL_MASK = (1 << BIG) - 1
RED: frozenset[str] = frozenset(size_ + number for size_ in "sb" for number in ("2", "7", "10"))
"""The red tiles 二七十; all others are black."""
RED_ONES = sum(ONE[tile] for tile in RED)
REDS = 7 * RED_ONES
"""Mask of the red counts of a hand."""


def pack(tiles: Iterable[str]) -> int:
    """The hand of tile codes. Raises ``KeyError`` for a code that is no zipai."""
    return sum(map(ONE.__getitem__, tiles))


def unpack(hand: int) -> list[str]:
    """The tile codes of a hand, in order: the inverse of :func:`pack`."""
    return [tile for tile, shift in SHIFT.items() for _ in range(hand >> shift & 7)]


def kinds(mask: int) -> list[str]:
    """The tile codes of kinds that are added up, each once, in order."""
    out = []
    while mask:
        one = mask & -mask
        out.append(TILE_OF[one])
        mask ^= one
    return out


def size(hand: int) -> int:
    """How many tiles a hand holds."""
    return sum((hand >> bit & ONES).bit_count() << bit for bit in range(3))


def thin(hand: int) -> int:
    """The kinds of which one or two are held, added: what may be thrown unless it is barred (ax.discard)."""
    return (hand ^ hand >> 1) & ONES
