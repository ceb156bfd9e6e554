"""Every way to read a hand as runs, triples and one pair: ax.sentence, ax.shape. Counts no xi.

The two sizes never mix, so each is split alone and remembered by its counts; a hand's readings are the pairs of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from replay.games.anxiang_weimaque.hand import BIG, SMALL_MASK, size

REMEMBERED = 1 << 16
"""Counts of one size kept in mind at most."""


class Split(NamedTuple):
    """One reading of hand tiles. Kinds are bits of a packed hand (``hand.ONE``)."""

    pair: int
    """The kind of the pair; 0 in the half of a hand that has none."""
    triples: int
    """The kinds of the triples, added."""
    runs: tuple[int, ...]
    """The lowest kind of each run, ascending."""


_NOTHING = (Split(0, 0, ()),)


@lru_cache(maxsize=REMEMBERED)
def _splits(part: int, pair: bool) -> tuple[Split, ...]:
    """The readings of the tiles of one size, in the place of the small ones; `pair`: one of the groups is a pair."""
    if not part:
        return () if pair else _NOTHING
    shift = (part & -part).bit_length() - 1
    shift -= shift % 3
    count, one = part >> shift & 7, 1 << shift
    found: set[Split] = set()
    # The lowest kind stands in a triple, in the pair, or begins a run.
    if count >= 3:
        found.update(Split(s.pair, s.triples | one, s.runs) for s in _splits(part - 3 * one, pair))
    if pair and count >= 2:
        found.update(Split(one, s.triples, s.runs) for s in _splits(part - 2 * one, False))
    if part >> shift + 3 & 7 and part >> shift + 6 & 7:
        rest = _splits(part - 73 * one, pair)  # 73: one each of three kinds
        found.update(Split(s.pair, s.triples, tuple(sorted((one, *s.runs)))) for s in rest)
    return tuple(sorted(found))


@lru_cache(maxsize=REMEMBERED)
def _big_splits(part: int, pair: bool) -> tuple[Split, ...]:
    return tuple(
        Split(s.pair << BIG, s.triples << BIG, tuple(run << BIG for run in s.runs)) for s in _splits(part, pair)
    )


def readings(hand: int, sentences: int) -> Iterator[Split]:
    """Every reading of a hand as so many sentences and one pair; each once, none where there is no such reading."""
    small, big = hand & SMALL_MASK, hand >> BIG
    low, high = size(small), size(big)
    if low + high != 3 * sentences + 2 or low % 3 == 1:
        return
    pair = low % 3 == 2
    others = _big_splits(big, not pair)
    if not others:
        return
    for one in _splits(small, pair):
        for other in others:
            yield Split(one.pair | other.pair, one.triples | other.triples, one.runs + other.runs)
