"""td.tiles: the 32 dominoes, their copies and pips, and which end joins which."""

from __future__ import annotations

from schemas.tiles import DOMINOES

HAND = 8
"""td.seats: tiles each."""

_TWICE = frozenset(("11", "22", "33", "44", "55", "66", "13", "15", "16", "46", "56"))
COPIES: dict[str, int] = {tile: 2 if tile in _TWICE else 1 for tile in DOMINOES}
"""td.tiles: tile to its copies in the pack."""

PACK: list[str] = sorted(tile for tile in DOMINOES for _ in range(COPIES[tile]))
ENDS: dict[str, tuple[int, int]] = {tile: (int(tile[0]), int(tile[1])) for tile in DOMINOES}
PIPS: dict[str, int] = {tile: int(tile[0]) + int(tile[1]) for tile in DOMINOES}
IS_DOUBLE: dict[str, bool] = {tile: tile[0] == tile[1] for tile in DOMINOES}


JOINS: tuple[dict[str, int], ...] = tuple(
    {tile: b if a == end else a for tile, (a, b) in ENDS.items() if end in (a, b)} for end in range(7)
)
"""td.join: open end to the tiles that join it, each with the end open then."""


# A hand is one integer, the sum of its tiles' weights: fields of counts side by side, none of which can overflow.
#   2 bits a kind (21): copies held | 4 bits an end (1…6): tiles that have it | 4 bits: doubles | 8 bits: pips
SHIFT: dict[str, int] = {tile: 2 * i for i, tile in enumerate(DOMINOES)}
"""Where the copies of a tile stand in a hand: ``hand >> SHIFT[tile] & 3``."""
NOWHERE = 256
"""The shift of what is no domino: beyond every field, so that no hand holds it."""
_FITS = 2 * len(DOMINOES)
_DOUBLES = _FITS + 24
_PIPS = _DOUBLES + 4
FIT_MASK: tuple[int, ...] = (0, *(15 << _FITS + 4 * i for i in range(6)))
"""Open end to the bits that say how many tiles of a hand have it: ``hand & FIT_MASK[end]`` is 0 when none fits."""


def _weight(tile: str) -> int:
    a, b = ENDS[tile]
    fits = sum(1 << _FITS + 4 * (end - 1) for end in {a, b})
    return (1 << SHIFT[tile]) + fits + ((a == b) << _DOUBLES) + (a + b << _PIPS)


WEIGHT: dict[str, int] = {tile: _weight(tile) for tile in DOMINOES}
"""What a tile adds to its hand."""


def pack(tiles: list[str]) -> int:
    """The hand of `tiles`."""
    return sum(map(WEIGHT.__getitem__, tiles))


def unpack(hand: int) -> list[str]:
    """The tiles of a hand, in order."""
    return [tile for tile, shift in SHIFT.items() for _ in range(hand >> shift & 3)]


def fields(hand: int) -> dict[str, int]:
    """The counts a hand carries beside its tiles: ``fits-1`` … ``fits-6``, ``doubles``, ``pips``."""
    out = {f"fits-{end}": hand >> _FITS + 4 * (end - 1) & 15 for end in range(1, 7)}
    return {**out, "doubles": doubles(hand), "pips": pips(hand)}


def doubles(hand: int) -> int:
    """How many doubles a hand holds."""
    return hand >> _DOUBLES & 15


def pips(hand: int) -> int:
    """The pips of a hand."""
    return hand >> _PIPS
