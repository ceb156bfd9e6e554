"""Mahjong tiles as small integers, hands as counts, melds as values.

A *kind* is a tile's place in ``schemas.tiles.MAHJONG``: 0–8 萬, 9–17 筒, 18–26 索, 27–33 ``E S W N C F P``, 34–37
``f1``…``f4``, 38–41 ``q1``…``q4``. A *hand* is a ``bytearray`` of 42 counts, one a kind: ``hand[kind]`` is how many are
held. Which tiles a game uses, and what a wild tile is, is that game's clause, not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from schemas.tiles import MAHJONG

CODES: tuple[str, ...] = MAHJONG
"""Kind to tile code."""
KIND: dict[str, int] = {code: kind for kind, code in enumerate(MAHJONG)}
"""Tile code to kind; a code of another tile set (or ``?``) is no key."""
SUITED = 27
"""Kinds below this are number tiles: suit ``kind // 9``, rank ``kind % 9`` (0 for a one)."""
PLAIN = 34
"""Kinds below this are no flowers: number tiles, winds 27–30, dragons 31–33 (中發白)."""
KINDS = 42
EAST, RED, GREEN, WHITE, FLOWERS, SEASONS = 27, 31, 32, 33, 34, 38
"""First wind (E S W N follow), 中, 發, 白, first of 梅蘭菊竹, first of 春夏秋冬."""
COPIES = bytes([4] * PLAIN + [1] * (KINDS - PLAIN))
"""Kind to its copies in a full set of 144."""
TERMINALS: frozenset[int] = frozenset((0, 8, 9, 17, 18, 26))
"""The ones and nines."""
ORPHANS: tuple[int, ...] = (*sorted(TERMINALS), *range(SUITED, PLAIN))
"""Terminals and honours, the thirteen kinds of 十三么."""

RUN, TRIPLET, PAIR = 100, 0, 200
"""A *shape* is one of these plus its lowest kind: ``RUN + 3`` is 456 萬, ``TRIPLET + 27`` EEE, ``PAIR + 31`` 中中."""


def is_run(shape: int) -> bool:
    """Whether a shape is three in sequence."""
    return RUN <= shape < PAIR


def tiles_of(shape: int) -> tuple[int, ...]:
    """The kinds of a shape's tiles, lowest first."""
    form, kind = shape // 100 * 100, shape % 100
    if form == RUN:
        return kind, kind + 1, kind + 2
    return (kind,) * (3 if form == TRIPLET else 2)


def count(codes: Iterable[str]) -> bytearray:
    """The hand of tile `codes`. Raises ``KeyError`` for a code that is no mahjong tile."""
    hand = bytearray(KINDS)
    for code in codes:
        hand[KIND[code]] += 1
    return hand


_COPIES_OF = tuple(tuple((code,) * n for n in range(5)) for code in CODES)


def spell(hand: Sequence[int]) -> list[str]:
    """The tile codes of a hand, in order: the inverse of :func:`count`."""
    return [*chain.from_iterable([_COPIES_OF[kind][n] for kind, n in enumerate(hand) if n])]


class Meld(NamedTuple):
    """Tiles laid down: a chow, pung or kong. Concealed kongs are melds too."""

    shape: int
    """``RUN + lowest kind`` or ``TRIPLET + kind``; a kong is the triplet of its kind."""
    kong: str = ""
    """Empty, or ``exposed``, ``concealed``, ``added``."""
    source: int = -1
    """Seat whose tile completed it (of an added kong: its pung); -1 when nobody fed it."""
    taken: int = -1
    """Kind of the tile taken from `source`, or -1."""

    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles: three, of a kong four."""
        kinds = tiles_of(self.shape)
        return (*kinds, kinds[0]) if self.kong else kinds

    def codes(self) -> tuple[str, ...]:
        """The tile codes of :meth:`kinds`."""
        return tuple(CODES[kind] for kind in self.kinds())


def chow_pairs(kind: int) -> tuple[tuple[int, int], ...]:
    """The pairs of kinds that make a run with `kind`, lowest first; none for an honour or a flower."""
    if kind >= SUITED:
        return ()
    rank = kind % 9
    out = []
    if rank >= 2:
        out.append((kind - 2, kind - 1))
    if 1 <= rank <= 7:
        out.append((kind - 1, kind + 1))
    if rank <= 6:
        out.append((kind + 1, kind + 2))
    return tuple(out)


CHOWS: tuple[tuple[tuple[int, int], ...], ...] = tuple(chow_pairs(kind) for kind in range(KINDS))
"""Kind to :func:`chow_pairs` of it."""
