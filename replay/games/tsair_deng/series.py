"""What links the rounds of a 斜釘 match: td.seats, td.first-dealer, td.direction. Knows no move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from replay.game import Outcome, Violation
from schemas.options import TsairDengOptions
from schemas.record import Setup

SEATING = frozenset(
    empty for empty in product((False, True), repeat=4) if sum(empty) < 2 or empty == (False, True, False, True)
)
"""td.seats: which seats may be empty together."""


class TsairDengSeries:
    """The rounds of one match."""

    def __init__(self, options: TsairDengOptions, players: Sequence[str | None]) -> None:
        self._options = options
        self._empty = tuple(name is None for name in players)
        self._round = 1
        self._dealer: int | None = None  # None: any, the first round or after one that was not judged
        self._free = False  # after a score line without set-up the next round may state any

    def _direction(self) -> str:
        """td.direction: of the round that comes now."""
        if self._options.direction == "ccw":
            return "ccw"
        odd = self._round % 2 == 1
        return self._options.first_direction if odd else _OTHER[self._options.first_direction]

    def check(self, setup: Setup) -> Violation | None:
        """Seats, direction, dealer; the first that is wrong."""
        if setup.hands is None:
            if self._empty not in SEATING:
                return Violation("td.seats", "td.seats/players", {"count": self._empty.count(False)})
            if setup.dealer is not None and self._empty[setup.dealer]:
                return Violation("td.seats", "td.seats/dealer", {"seat": setup.dealer}, seat=setup.dealer)
        elif tuple(hand is None for hand in setup.hands) != self._empty:
            return Violation("td.seats", "td.seats/hands")
        if setup.direction is None or self._free:
            return None
        wanted = self._direction()
        if setup.direction != wanted:
            args = {"direction": wanted, "round": self._round}
            return Violation("td.direction", "td.direction/round", args, expected=wanted, stated=setup.direction)
        if self._dealer is not None and setup.dealer != self._dealer:
            return Violation(
                "rec.next", "rec.next/dealer", {"seat": self._dealer}, seat=setup.dealer,
                expected=self._dealer, stated=setup.dealer,
            )  # fmt: skip
        return None

    def add(self, setup: Setup | None, outcome: Outcome | None) -> None:
        """td.first-dealer: the winner deals; after a voided round the same dealer."""
        self._round += 1
        self._free = setup is not None and setup.hands is None and (setup.dealer is None or setup.direction is None)
        if setup is None or outcome is None or self._free:
            self._dealer = None
        elif outcome.outcome == "void":
            self._dealer = setup.dealer
        else:
            self._dealer = outcome.winners[0] if outcome.winners else None

    def next(self) -> dict[str, Any] | None:
        """A match has no end of its own."""
        return {"dealer": self._dealer, "direction": self._direction()}


_OTHER = {"ccw": "cw", "cw": "ccw"}
