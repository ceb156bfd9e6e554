"""What links the rounds of a match: lx.seats, lx.next. Knows no move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replay.game import Outcome, Violation
from replay.kit.turns import NEXT
from schemas.options import LingxiMahjongOptions
from schemas.record import Setup


class LingxiMahjongSeries:
    """The rounds of one match."""

    def __init__(self, options: LingxiMahjongOptions, players: Sequence[str | None]) -> None:
        self._deals_each = options.deals_each
        self._seats = sum(name is not None for name in players)
        self._last: int | None = None  # dealer of the round before
        self._next: int | None = None  # None: any
        self._turns = [0, 0, 0, 0]  # a seat to how often the deal has come to it; 連莊 is one
        self._known = True  # every dealer so far is known

    def check(self, setup: Setup) -> Violation | None:
        """Players, the end of the match, dealer; the first that is wrong."""
        if self._seats != 4:
            return Violation("lx.seats", "lx.seats/players", {"count": self._seats}, expected=4, stated=self._seats)
        if self._over():
            return Violation("lx.next", "lx.next/over", {"count": self._deals_each})
        if self._next is not None and setup.dealer is not None and setup.dealer != self._next:
            return Violation(
                "rec.next", "rec.next/dealer", {"seat": self._next}, seat=setup.dealer,
                expected=self._next, stated=setup.dealer,
            )  # fmt: skip
        return None

    def _over(self) -> bool:
        """deals_each: everybody has been dealer so often, and the deal passes again."""
        if not self._deals_each or not self._known or self._next is None or self._next == self._last:
            return False
        return min(self._turns) >= self._deals_each

    def add(self, setup: Setup | None, outcome: Outcome | None) -> None:
        """lx.next: the dealer stays only if he won."""
        dealer = None if setup is None else setup.dealer
        if dealer is None:
            self._last = self._next = None
            self._known = False
            return
        if dealer != self._last:
            self._turns[dealer] += 1
        self._last = dealer
        if outcome is None:
            self._next = None
        else:
            self._next = dealer if dealer in outcome.winners else NEXT[dealer]

    def next(self) -> dict[str, Any] | None:
        """The dealer of the next round, None where any will do; None alone when the match is over."""
        return None if self._over() else {"dealer": self._next}
