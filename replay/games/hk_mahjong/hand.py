"""A winning hand to be scored, and one way to read it. Knows no fan: what counts is ``patterns``, the sum ``score``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from replay.kit.mahjong import KINDS, ORPHANS, PAIR, PLAIN, RUN, SUITED, TERMINALS, Meld
from replay.kit.sets import REMEMBERED, complete, covers

SELF_DRAW, DISCARD, ROB = "self-draw", "discard", "rob"
STANDARD, SEVEN_PAIRS, ORPHAN_HAND = "standard", "seven-pairs", "thirteen-orphans"


class _Suit(dict[bytes, int]):
    """Counts of a suit: 0 when it has no tile, 1 when it has ones and nines alone, 2 otherwise."""

    def __missing__(self, counts: bytes) -> int:
        if len(self) >= REMEMBERED:
            self.clear()
        self[counts] = sort = 2 if any(counts[1:8]) else int(any(counts))
        return sort


_SUIT = _Suit()


@dataclass(slots=True)
class Hand:
    """What a win is made of. ``closed`` are counts by kind (34 or more), the winning tile included, melds not."""

    closed: bytes
    win: int
    """Kind of the winning tile (hk.win-tile)."""
    melds: tuple[Meld, ...] = ()
    flowers: tuple[int, ...] | None = ()
    """Kinds set aside; None: flowers are not in play."""
    by: str = DISCARD
    """``self-draw``, ``discard`` or ``rob``."""
    seat_wind: int = SUITED
    round_wind: int = SUITED
    last: bool = False
    """The winning tile is the last of the wall, or was discarded after it."""
    kong_draws: int = 0
    """1: the winning tile replaces a kong; 2 or more: of a kong made right after another's replacement."""
    opening: str = ""
    """``heavenly``, ``earthly``, ``human`` or empty."""
    counts: bytearray = field(init=False)
    """All tiles by kind, a kong counted as its pung, flowers left out."""
    suits: int = field(init=False)
    """How many number suits there are."""
    honours: int = field(init=False)
    """How many honour tiles there are."""
    outer: bool = field(init=False)
    """Terminals and honours only."""

    def __post_init__(self) -> None:
        counts = bytearray(self.closed[:PLAIN])
        for meld in self.melds:
            if RUN <= meld.shape < PAIR:
                low = meld.shape - RUN
                counts[low] += 1
                counts[low + 1] += 1
                counts[low + 2] += 1
            else:
                counts[meld.shape] += 3
        self.counts = counts
        whole = bytes(counts)
        a, b, c = _SUIT[whole[:9]], _SUIT[whole[9:18]], _SUIT[whole[18:27]]
        self.suits = (a > 0) + (b > 0) + (c > 0)
        self.honours = sum(whole[27:])
        self.outer = a < 2 and b < 2 and c < 2

    def kongs(self) -> int:
        """How many of the melds are kongs."""
        return sum(bool(meld.kong) for meld in self.melds)


@dataclass(slots=True)
class Reading:
    """One way to read a hand: its runs by lowest kind, triplets (kongs too) by kind, and the pair; melds included."""

    form: str
    runs: tuple[int, ...] = ()
    triplets: tuple[int, ...] = ()
    pair: int = -1


def is_orphans(closed: bytes | bytearray) -> bool:
    """十三么: one of each terminal and honour and one more of them (14 tiles)."""
    if not (closed[0] and closed[8] and closed[27] and closed[31]):
        return False
    return all(closed[kind] for kind in ORPHANS) and sum(closed[kind] for kind in ORPHANS) == 14


def is_seven_pairs(closed: bytes | bytearray) -> bool:
    """Seven different pairs (hk.win)."""
    return bytes(closed[:PLAIN]).count(2) == 7


def has_shape(closed: bytes | bytearray, melds: int, seven_pairs: bool) -> bool:
    """hk.win: whether closed tiles (the winning one included) and so many melds make a winning shape."""
    if complete(closed, 4 - melds):
        return True
    return not melds and (is_orphans(closed) or (seven_pairs and is_seven_pairs(closed)))


class _Way(NamedTuple):
    """A suit's tiles as runs by lowest kind, triplets by kind, and `pairs` pairs (0 or 1), whose kind is `pair`."""

    runs: tuple[int, ...]
    triplets: tuple[int, ...]
    pairs: int
    pair: int


@lru_cache(maxsize=REMEMBERED)
def _ways(suit: int, counts: bytes) -> tuple[_Way, ...]:
    out = []
    for _, pairs, _, shapes in covers(suit, counts, 0):
        runs = tuple(shape - RUN for shape in shapes if RUN <= shape < PAIR)
        out.append(_Way(runs, tuple(k for k in shapes if k < RUN), pairs, shapes[-1] - PAIR if pairs else 0))
    return tuple(out)


def read(hand: Hand, seven_pairs: bool) -> Iterator[Reading]:
    """Every way to read the hand; none when it has no winning shape."""
    melds = hand.melds
    if not melds and is_orphans(hand.closed):
        yield Reading(ORPHAN_HAND)
        return
    closed = bytes(hand.closed)
    suits = (_ways(0, closed[:9]), _ways(1, closed[9:18]), _ways(2, closed[18:27]), _ways(3, closed[27:PLAIN]))
    laid_runs = tuple([meld.shape - RUN for meld in melds if meld.shape >= RUN]) if melds else ()
    laid_triplets = tuple([meld.shape for meld in melds if meld.shape < RUN]) if melds else ()
    for a, b, c, d in product(*suits):
        if a.pairs + b.pairs + c.pairs + d.pairs == 1:
            runs = laid_runs + a.runs + b.runs + c.runs + d.runs
            triplets = laid_triplets + a.triplets + b.triplets + c.triplets + d.triplets
            if len(runs) + len(triplets) == 4:
                yield Reading(STANDARD, runs, triplets, a.pair + b.pair + c.pair + d.pair)
    if seven_pairs and not melds and is_seven_pairs(hand.closed):
        yield Reading(SEVEN_PAIRS)


GATES = bytes((3, 1, 1, 1, 1, 1, 1, 1, 3))
"""1112345678999."""


def gates_but(counts: bytes | bytearray) -> int:
    """The kind that a one-suit hand of 14 holds beyond 1112345678999, or -1 when it does not hold those."""
    for start in (0, 9, 18):
        suit = counts[start : start + 9]
        if sum(suit) == 14 and all(n >= gate for n, gate in zip(suit, GATES, strict=True)):
            return start + next(i for i in range(9) if suit[i] > GATES[i])
    return -1


__all__ = [
    "DISCARD", "KINDS", "ORPHAN_HAND", "ROB", "SELF_DRAW", "SEVEN_PAIRS", "STANDARD", "TERMINALS", "Hand", "Reading",
    "gates_but", "has_shape", "is_orphans", "is_seven_pairs", "read",
]  # fmt: skip
