"""Transfers of points between seats. What is owed is the game's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def transfer(points: list[int], payer: int, taker: int, amount: int) -> None:
    """Moves `amount` from one seat's points to another's, in place; a negative amount goes the other way."""
    points[payer] -= amount
    points[taker] += amount


def collect(points: list[int], taker: int, owed: Mapping[int, int], liable: int | None = None) -> None:
    """`taker` receives what each payer owes (payer to amount); with `liable` that seat pays all of it (包)."""
    for payer, amount in owed.items():
        transfer(points, payer if liable is None else liable, taker, amount)


def conserved(points: Sequence[int]) -> bool:
    """Zero-sum: what one pays another receives."""
    return sum(points) == 0
