"""Zipai tiles as small integers, hands as one integer of counts, the order of three players while a fourth sits out.

Which groups count, what enters a hand and what lies face down is each game's own: the two zipai games agree on tiles
and seats, and on nothing else here.
Source: bp.seats, ax.seats; record format, "Tiles".
"""

from __future__ import annotations

from collections.abc import Iterable

from schemas.tiles import ZIPAI

KINDS = len(ZIPAI)
"""Kinds of tile: s1…s10 are 0…9, b1…b10 are 10…19; four copies each."""
INDEX: dict[str, int] = {code: i for i, code in enumerate(ZIPAI)}
"""Tile code to its kind."""
BITS = 3
"""Bits a kind in a hand: counts 0…4, and room to see an underflow (see :data:`HIGH`)."""
SHIFT: tuple[int, ...] = tuple(BITS * i for i in range(KINDS))
"""Kind to where its count stands: ``hand >> SHIFT[kind] & 7``."""
UNIT: tuple[int, ...] = tuple(1 << shift for shift in SHIFT)
"""Kind to what one tile of it adds to a hand."""
UNIT_OF: dict[str, int] = {code: UNIT[i] for i, code in enumerate(ZIPAI)}
"""Tile code to what one tile of it adds to a hand."""
FIELD_OF: dict[str, int] = {code: 7 * UNIT[i] for i, code in enumerate(ZIPAI)}
"""Tile code to the bits of its count: ``hand & FIELD_OF[code]`` is 0 when none is held."""
ONES = sum(UNIT)
FULL = 4 * ONES
"""Four of every kind. No other 80 tiles add up to it: its base-8 digits are the fewest units that can."""
HIGH = 4 * ONES
"""The top bit of every count: a hand with counts under 4 holds `take` if ``((hand | HIGH) - take) & HIGH == HIGH``."""
KIND_OF_BIT: tuple[int, ...] = tuple(max(0, (bit - 1) // BITS) for bit in range(BITS * KINDS + 1))
"""``bit_length`` of a hand's lowest set bit to that kind."""


def kinds_in(mask: int) -> list[int]:
    """The kinds whose count in `mask` is not 0, ascending."""
    out = []
    while mask:
        kind = KIND_OF_BIT[(mask & -mask).bit_length()]
        out.append(kind)
        mask &= ~(7 << SHIFT[kind])
    return out


def pack(codes: Iterable[str]) -> int:
    """The hand of tile `codes`. Raises ``KeyError`` for a tile of another set."""
    return sum(map(UNIT_OF.__getitem__, codes))


def unpack(hand: int) -> list[str]:
    """The tile codes of a hand, in order."""
    return [code for i, code in enumerate(ZIPAI) for _ in range(hand >> BITS * i & 7)]


COUNTER: tuple[int, ...] = (2, 3, 0, 1)
"""Dealer to the seat opposite, which sits out (數醒, 守醒)."""
ORDER: tuple[tuple[int, int, int], ...] = tuple((d, (d + 1) % 4, (d + 3) % 4) for d in range(4))
"""Dealer to the three that play, in turn order."""


def _after(dealer: int) -> tuple[int, ...]:
    order, after = ORDER[dealer], [-1] * 4
    for i, seat in enumerate(order):
        after[seat] = order[i - 2]
    return tuple(after)


AFTER: tuple[tuple[int, ...], ...] = tuple(_after(d) for d in range(4))
"""``AFTER[dealer][seat]``: the next playing seat (下家); -1 for the one that sits out."""
