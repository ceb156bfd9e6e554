"""What links the rounds of a 邵陽剝皮 match: bp.next, bp.match. Knows no move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replay.game import Outcome, Violation
from replay.kit.zipai import ORDER
from schemas.options import ShaoyangBopiOptions
from schemas.record import Setup


class ShaoyangBopiSeries:
    """The rounds of one match."""

    def __init__(self, options: ShaoyangBopiOptions, players: Sequence[str | None]) -> None:
        self._target = options.target
        self._players = tuple(players)
        self._dealer: int | None = None  # None: any, the first round or after one that was not judged
        self._totals: list[int] | None = [0, 0, 0, 0]  # None: a round was not judged
        self._over = False

    def _empty(self, dealer: int) -> int | None:
        """bp.seats: a seat that would have to play and is empty."""
        return next((seat for seat in ORDER[dealer] if self._players[seat] is None), None)

    def check(self, setup: Setup) -> Violation | None:
        """A round after the target is reached; the wrong dealer; an empty seat that would have to play."""
        if self._over:
            return Violation("bp.match", "bp.match/over", {"target": self._target})
        if self._dealer is not None and setup.dealer != self._dealer:
            return Violation(
                "rec.next", "rec.next/dealer", {"seat": self._dealer}, seat=setup.dealer,
                expected=self._dealer, stated=setup.dealer,
            )  # fmt: skip
        empty = None if setup.dealer is None or setup.hands is None else self._empty(setup.dealer)
        return None if empty is None else Violation("bp.seats", "bp.seats/empty", {"seat": empty}, seat=empty)

    def add(self, setup: Setup | None, outcome: Outcome | None) -> None:
        """bp.next: the winner deals; after 臭莊 the dealer's 下家."""
        self._dealer = None
        if outcome is None:
            self._totals = None
            return
        if self._totals is not None:
            self._totals = [a + b for a, b in zip(self._totals, outcome.points, strict=True)]
            self._over = self._over or bool(self._target and max(self._totals) >= self._target)
        if setup is None or setup.dealer is None:
            return
        self._dealer = outcome.winners[0] if outcome.winners else ORDER[setup.dealer][1]

    def next(self) -> dict[str, Any] | None:
        """None once a total has reached the target, or when too few sit at the table for the dealer that follows."""
        dealers = range(4) if self._dealer is None else (self._dealer,)
        able = [dealer for dealer in dealers if self._empty(dealer) is None]
        if self._over or not able:
            return None
        return {"dealer": self._dealer if len(able) == len(dealers) else able[0]}


def settlement(totals: Sequence[int]) -> tuple[int, ...]:
    """bp.match: totals rounded to the nearest ten (5 away from zero), every pair settles the difference: net a seat."""
    tens = [(abs(t) + 5) // 10 * (10 if t >= 0 else -10) for t in totals]
    return tuple(len(tens) * mine - sum(tens) for mine in tens)
