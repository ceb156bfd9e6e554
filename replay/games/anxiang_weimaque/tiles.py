"""What a seat may do with a tile on the table, read off the tile's place in a packed hand (see ``hand``).

Source: ax.sentence, ax.pung, ax.chow, ax.discard. Bars (过张, thrown kinds) are the table's, not looked at here.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from replay.games.anxiang_weimaque.hand import ONE, ONES, SHIFT, pack
from schemas.tiles import ZIPAI


class Meld(NamedTuple):
    """Three tiles on the table: ``form`` "chow", "pung" or "wei"; ``tile`` the one that was claimed or drawn."""

    form: str
    tile: str
    tiles: tuple[str, ...]
    """The three, in order."""
    hand: int
    """The three as a packed hand."""


HANDS: tuple[int, int, int] = (20, 19, 19)
"""ax.deal: tiles of the dealer, his 下家, his 上家."""
STOCK = 22
SENTENCES = 6
"""ax.shape: sentences of a win."""

NOWHERE = 240
"""Shift of a tile that is no zipai: no hand has a count there."""
LOW: dict[str, int] = {tile: shift - 6 for tile, shift in SHIFT.items()}
"""Tile to where its window begins: ``hand >> LOW[tile] & WINDOW`` are the counts of it and two neighbours each side."""
WINDOW = 0x7FFF
SEVERAL = 6 << 6
"""Bits of a window that are set when two or more of the tile in its middle are held."""

BELOW, BETWEEN, ABOVE, TWO = 1, 2, 4, 8
"""What :data:`CLAIMS` says: with the two below, one on each side, the two above; or two or more alike in hand."""
PAIRS: dict[int, int] = {BELOW: 1 | 1 << 3, BETWEEN: 1 << 3 | 1 << 9, ABOVE: 1 << 9 | 1 << 12}
"""A run to the two hand tiles it takes, placed in a window."""


def _claims() -> list[int]:
    """Row by row: a row has the two neighbours below in all their counts, the rows follow by the three places above."""
    below = [(counts & 7 > 0, counts >> 3 > 0) for counts in range(64)]  # the second one below, the one below
    rows = {
        (one, two): [BELOW * (b and a) | BETWEEN * (b and one) | ABOVE * (one and two) for a, b in below]
        for one in (False, True)
        for two in (False, True)
    }
    pairs = [TWO] * 64  # ax.chow: a kind that could be punged is never eaten
    out: list[int] = []
    for counts in range(64):
        runs = rows[counts & 7 > 0, counts >> 3 > 0]
        for held in range(8):
            out += runs if held < 2 else pairs
    return out


CLAIMS: list[int] = _claims()
"""Window to what the hand could do with the tile in its middle: runs (a sum), :data:`TWO`, or 0 for nothing."""

OPTIONS: tuple[tuple[int, ...], ...] = tuple(
    tuple(PAIRS[run] for run in (BELOW, BETWEEN, ABOVE) if claim & run) for claim in range(8)
)
"""Runs (a sum) to the hand tiles each takes, placed in a window."""


OUTSIDE: dict[str, int] = {tile: ONES & ~(0o11111 << low) for tile, low in LOW.items()}
"""Tile to the kinds outside its window: what no claim of the tile can take from hand."""


def _chows() -> dict[tuple[str, str, str], tuple[Meld, int, int]]:
    out = {}
    for start in (*range(8), *range(10, 18)):
        run = ZIPAI[start : start + 3]
        for taken, a, b in permutations(run):
            way = (ABOVE, BETWEEN, BELOW)[run.index(taken)]
            out[taken, a, b] = Meld("chow", taken, run, pack(run)), ONE[a] + ONE[b], way
    return out


CHOW: dict[tuple[str, str, str], tuple[Meld, int, int]] = _chows()
"""(tile, two more) that are a run, in any order, to the meld, the two as a hand, and :data:`BELOW` … :data:`ABOVE`.

What is no run (ax.sentence) is no key.
"""
NO_RUN: tuple[Meld, int, int] = (Meld("chow", "", (), 0), 0, 0)
PUNG: dict[str, Meld] = {tile: Meld("pung", tile, (tile,) * 3, 3 * one) for tile, one in ONE.items()}
WEI: dict[str, Meld] = {tile: Meld("wei", tile, (tile,) * 3, 3 * one) for tile, one in ONE.items()}


def _partners() -> dict[str, tuple[tuple[str, str], ...]]:
    out: dict[str, list[tuple[str, str]]] = {tile: [] for tile in ZIPAI}
    for taken, a, b in sorted(CHOW, key=lambda run: [ZIPAI.index(tile) for tile in run]):
        if ZIPAI.index(a) < ZIPAI.index(b):
            out[taken].append((a, b))
    return {tile: tuple(pairs) for tile, pairs in out.items()}


PARTNERS: dict[str, tuple[tuple[str, str], ...]] = _partners()
"""Tile to the two others of each run it may stand in, lowest first."""
