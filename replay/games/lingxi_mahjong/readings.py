"""How a complete hand may be read: lx.wild-use, lx.best. What a reading is worth is ``score``.

A wild stands for itself or for another tile. Those that stand for themselves are put among the plain tiles (or, of
wild flowers and wild 白, make a triplet of three), the others fill what is missing. Only what a clause can tell apart
is listed: of several ways to hold a suit that are alike to every clause, one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from replay.games.lingxi_mahjong.claims import plain_of
from replay.games.lingxi_mahjong.tiles import FLOWER, WIND, Wilds
from replay.kit.mahjong import PAIR, PLAIN, RUN, SUITED, TRIPLET, WHITE, is_run
from replay.kit.sets import REMEMBERED, Cover, covers

_LOOSE_SETS = (0, 9, 18, 27, 28, 29, 30, 31, 32)
"""Kinds of the triplets that wilds alone may be: one a suit, every wind, 中, 發. A run is never dearer."""
_LOOSE_PAIRS = (0, 9, 18, 27, 28, 29, 30)
"""Kinds of the pairs that wilds alone may be: a pair of 中 is to every clause a pair of a wind that is not 四風齊."""


class Reading(NamedTuple):
    """One way to read the closed tiles. ``shapes``: see ``replay.kit.mahjong.RUN``, the pair among them."""

    shapes: tuple[int, ...]
    own: int
    """Wilds that stand for themselves."""
    winds_own: bool
    """Every wild that is a wind stands for itself."""


@lru_cache(maxsize=REMEMBERED)
def _ways(suit: int, counts: bytes, wilds: int) -> tuple[Cover, ...]:
    """``covers`` of a suit, of those that hold as many sets, runs and pairs one; of honours all."""
    every = covers(suit, counts, wilds)
    if suit == 3:
        return every
    kept: dict[tuple[int, int, bool, bool], Cover] = {}
    for cover in every:
        runs = sum(RUN <= shape < PAIR for shape in cover.shapes)
        kept.setdefault((cover.sets, cover.pairs, runs > 0, runs < cover.sets), cover)
    return tuple(kept.values())


@cache
def _stands(sorts: tuple[int, ...], held: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], bool], ...]:
    """How many wilds of each kind stand for themselves: every choice that a clause asks for, and none at all.

    財神匯 asks for three, 四風齊 for every wind; the bool says that every wind does. `sorts`: see ``Wilds``.
    """
    winds = [at for at, sort in enumerate(sorts) if sort == WIND and held[at]]
    asked: list[Sequence[int]] = []
    for sort, n in zip(sorts, held, strict=True):
        asked.append(range(n + 1) if sort != FLOWER else (0, 3) if n == 3 else (0,))
    out = []
    for own in product(*asked):
        whole, alone = [own[at] == held[at] for at in winds], sum(own)
        if alone in (0, 3) or (alone and any(whole)):
            out.append((own, all(whole)))
    return tuple(out)


def readings(closed: Sequence[int], wilds: Wilds, sets: int) -> Iterator[Reading]:
    """Every reading of closed tiles as `sets` sets and a pair that clauses can tell apart; none when it is no win."""
    plain = plain_of(closed, wilds)
    if plain is None or sum(closed) != 3 * sets + 2:
        return
    held = wilds.counts(closed)
    for own, winds_own in _stands(wilds.sorts, held):
        tiles, left = bytearray(plain), sets
        shapes: tuple[int, ...] = ()
        for group, n in zip(wilds.groups, own, strict=True):
            if n and group[0] >= WHITE:
                left -= 1
                shapes = (*shapes, TRIPLET + group[0])
            elif n:
                tiles[group[0]] += n
        if left >= 0:
            for found in _fill(bytes(tiles), sum(held) - sum(own), left):
                yield Reading(shapes + found, sum(own), winds_own)


def _fill(plain: bytes, wilds: int, sets: int) -> Iterator[tuple[int, ...]]:
    """Plain tiles and wilds that fill them up as `sets` sets and a pair."""
    parts = ((0, plain[:9]), (1, plain[9:18]), (2, plain[18:27]), (3, plain[27:34]))
    suits = [_ways(suit, counts, wilds) for suit, counts in parts if any(counts)]
    # The wilds left over are just enough for the sets and the pair that are missing.
    for shapes, loose_sets, loose_pair, _ in _combine(suits, wilds, sets):
        if not loose_sets and not loose_pair:
            yield shapes
            continue
        pairs = [(PAIR + kind,) for kind in _LOOSE_PAIRS] if loose_pair else [()]
        for triplets in combinations_with_replacement(_LOOSE_SETS, loose_sets):
            for pair in pairs:
                yield (*shapes, *triplets, *pair)


def _combine(suits: list[tuple[Cover, ...]], wilds: int, sets: int) -> list[tuple[tuple[int, ...], int, int, int]]:
    """One cover a suit in every way that there is room for: shapes, then sets, pairs and wilds that are left."""
    found: list[tuple[tuple[int, ...], int, int, int]] = [((), sets, 1, wilds)]
    for ways in suits:
        found = [
            (shapes + more, sets - fewer, pairs - paired, wilds - filled)
            for shapes, sets, pairs, wilds in found
            for fewer, paired, filled, more in ways
            if fewer <= sets and paired <= pairs and filled <= wilds
        ]
    return found


HONOURS, RUNS = 8, 16
"""Bits of :func:`traits` beside those of the three suits."""


def _trait(shape: int) -> int:
    kind = shape % 100
    suit = 1 << kind // 9 if kind < SUITED else HONOURS if kind < PLAIN else 0
    return suit | (RUNS if is_run(shape) else 0)


_TRAITS = tuple(map(_trait, range(PAIR + 100)))


def traits(shapes: Sequence[int]) -> int:
    """What is among the shapes: a bit for each suit (1, 2, 4), winds or honours, runs; flowers are no suit."""
    mask = 0
    for shape in shapes:
        mask |= _TRAITS[shape]
    return mask
