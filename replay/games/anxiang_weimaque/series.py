"""What links the rounds of a match: ax.next, ax.seats. Knows no move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replay.game import Outcome, Violation
from replay.kit.zipai import AFTER, ORDER
from schemas.record import Setup


class AnxiangWeimaqueSeries:
    """The rounds of one match."""

    def __init__(self, players: Sequence[str | None]) -> None:
        self._players = tuple(players)
        self._dealer: int | None = None  # None: any, the first round or after one that was not judged

    def check(self, setup: Setup) -> Violation | None:
        """Somebody at every playing seat; the dealer that follows from the round before."""
        if setup.dealer is None:
            return None
        for seat in ORDER[setup.dealer]:
            if self._players[seat] is None:
                return Violation("ax.seats", "ax.seats/empty", {"seat": seat}, seat=seat)
        if self._dealer is not None and setup.dealer != self._dealer:
            return Violation(
                "rec.next", "rec.next/dealer", {"seat": self._dealer}, seat=setup.dealer,
                expected=self._dealer, stated=setup.dealer,
            )  # fmt: skip
        return None

    def add(self, setup: Setup | None, outcome: Outcome | None) -> None:
        """ax.next: the dealer stays only if he won; otherwise his 下家 deals, whoever won."""
        if setup is None or setup.dealer is None or outcome is None:
            self._dealer = None
        elif setup.dealer in outcome.winners:
            self._dealer = setup.dealer
        else:
            self._dealer = AFTER[setup.dealer][setup.dealer]

    def next(self) -> dict[str, Any] | None:
        """A match has no end of its own; it stops where an empty seat would have to play (ax.seats)."""
        dealers = range(4) if self._dealer is None else (self._dealer,)
        if not any(all(self._players[seat] is not None for seat in ORDER[dealer]) for dealer in dealers):
            return None
        return {"dealer": self._dealer}
