"""Sets and a pair, with wild tiles: can a hand be split, and how. Exact for any number of wilds.

What is asked is always: do some plain tiles and `w` wilds make `sets` sets and one pair, all of them used. Wilds stand
for any tile, of which there may then be more than four. Each suit is looked at alone and remembered by its counts, a
``bytes`` of nine (a suit) or seven (honours, which make no runs): that is exact, because a wild that fills a shape of
one suit helps no other. Two sorts of wilds are no difference to the shape; a wild that a rule lets stand for itself is
counted among the plain tiles by the caller, who asks once for each way to do so. Which sets count is the game's rule:
here is only the shape.
Source: hk.win; lx.win, lx.wild-use.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from replay.kit.mahjong import PAIR, RUN, TRIPLET

REMEMBERED = 1 << 17
"""Suit counts kept in mind at most; past it the memory is emptied."""


class _Needs(dict[bytes, int]):
    """Counts of a suit to 16 × the fewest sets that hold its tiles, plus 1 if a pair saves one of them.

    A pair holds at most two tiles of a kind that a triplet would hold too, so it saves one set or none. The lowest tile
    is in a triplet, in a run that begins with it (8 and 9: in 789), or in the pair; each takes all the plain tiles it
    can, since fewer tiles left never need more sets. What is left is a smaller case of the same.
    """

    def __missing__(self, counts: bytes) -> int:
        if len(self) >= REMEMBERED:
            self.clear()
        at = next((i for i, n in enumerate(counts) if n), -1)
        if at < 0:
            return 0
        rest = self[_take(counts, ((at, 3),))]
        alone = 1 + (rest >> 4)
        paired = alone - (rest & 1)
        if len(counts) == 9:
            low = min(at, 6)
            rest = self[_take(counts, ((low, 1), (low + 1, 1), (low + 2, 1)))]
            alone = min(alone, 1 + (rest >> 4))
            paired = min(paired, 1 + (rest >> 4) - (rest & 1))
        paired = min(paired, self[_take(counts, ((at, 2),))] >> 4)
        self[counts] = need = alone << 4 | (paired < alone)
        return need


def _take(counts: bytes, tiles: tuple[tuple[int, int], ...]) -> bytes:
    """`counts` without so many of each rank, or as many as there are."""
    left = bytearray(counts)
    for rank, number in tiles:
        left[rank] = max(0, left[rank] - number)
    return bytes(left)


NEEDS = _Needs()
"""Suit counts (``bytes``) to what :class:`_Needs` says; worked out once."""


def complete(plain: bytes | bytearray, sets: int) -> bool:
    """Whether a hand of plain tiles, and as many wilds as `sets` sets and a pair leave room for, is just that.

    `plain`: counts by kind (34 or more entries, flowers ignored), wilds taken out. Plain tiles and wilds are together
    3 × `sets` + 2: the caller sees to that, and leaves out sets that lie on the table.
    """
    whole = bytes(plain)
    need = NEEDS
    sum_ = need[whole[:9]] + need[whole[9:18]] + need[whole[18:27]] + need[whole[27:34]]
    return (sum_ >> 4) - (sum_ & 15 > 0) <= sets


class Cover(NamedTuple):
    """One way to hold a suit's plain tiles. ``shapes`` (see ``mahjong.RUN``) ascend; the pair, if any, is the last."""

    sets: int
    pairs: int
    wilds: int
    """Wilds that fill the shapes: 3 × sets + 2 × pairs − plain tiles."""
    shapes: tuple[int, ...]


@lru_cache(maxsize=REMEMBERED)
def covers(suit: int, counts: bytes, wilds: int) -> tuple[Cover, ...]:
    """Every multiset of shapes that holds all plain tiles of a suit, each at least one, with at most `wilds` wilds.

    `suit` 0–2, or 3 for honours, places the shapes' kinds; `counts` are its nine or seven counts. At most one pair. Two
    ways that give the same shapes are one; where in a shape the wild sits is no difference.
    """
    found: set[tuple[int, ...]] = set()
    _search(counts, 9 * suit, wilds, 1, (), found)
    total = sum(counts)
    out = []
    for shapes in found:
        pairs = sum(shape >= PAIR for shape in shapes)
        sets = len(shapes) - pairs
        out.append(Cover(sets, pairs, 3 * sets + 2 * pairs - total, shapes))
    return tuple(sorted(out))


def _search(
    counts: bytes, base: int, wilds: int, pairs: int, shapes: tuple[int, ...], found: set[tuple[int, ...]]
) -> None:
    at = next((i for i, n in enumerate(counts) if n), -1)
    if at < 0:
        found.add(tuple(sorted(shapes)))
        return
    held = counts[at]
    if 3 - min(held, 3) <= wilds:
        rest = _take(counts, ((at, 3),))
        _search(rest, base, wilds - 3 + min(held, 3), pairs, (*shapes, TRIPLET + base + at), found)
    if pairs and 2 - min(held, 2) <= wilds:
        rest = _take(counts, ((at, 2),))
        _search(rest, base, wilds - 2 + min(held, 2), 0, (*shapes, PAIR + base + at), found)
    if len(counts) == 9:
        for low in range(max(0, at - 2), min(at, 6) + 1):
            rest = _take(counts, ((low, 1), (low + 1, 1), (low + 2, 1)))
            filled = 3 - (sum(counts) - sum(rest))
            if filled <= wilds:
                _search(rest, base, wilds - filled, pairs, (*shapes, RUN + base + low), found)
