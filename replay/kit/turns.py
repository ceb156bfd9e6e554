"""Turn order and the order of claims on one tile. Which claims a game knows, and how many may win, is the game's.

Source: hk.priority, lx.priority (win before pung and kong before chow; of equal ones the next in turn order).
"""

from __future__ import annotations

NEXT: tuple[int, ...] = (1, 2, 3, 0)
"""Seat to the seat after it, counter-clockwise."""
BEFORE: tuple[int, ...] = (3, 0, 1, 2)
"""Seat to the seat before it: who sits on its left (上家)."""
OTHERS: tuple[tuple[int, int, int], ...] = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
"""Seat to the other three in turn order from it."""
PLACE: tuple[tuple[int, ...], ...] = tuple(tuple((seat - start) % 4 for seat in range(4)) for start in range(4))
"""``PLACE[discarder][seat]``: how many seats after the discarder; 0 for himself."""

CLAIM_RANK: dict[str, int] = {"win": 2, "kong": 1, "pung": 1, "chow": 0}
"""Verb of a claim to its rank: a higher one takes the tile."""


def outranks(verb: str, seat: int, other: str, other_seat: int, discarder: int) -> bool:
    """Whether the claim of `seat` goes before that of `other_seat` on one tile of `discarder`."""
    mine, theirs = CLAIM_RANK[verb], CLAIM_RANK[other]
    if mine != theirs:
        return mine > theirs
    return PLACE[discarder][seat] < PLACE[discarder][other_seat]
