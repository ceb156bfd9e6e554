"""What links the rounds of a match: hk.wind, hk.dealer-next, hk.exhausted, hk.false-win. Knows no move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replay.game import Outcome, Violation
from replay.kit.turns import NEXT
from schemas.options import HkMahjongOptions
from schemas.record import Setup

WINDS = "ESWN"


def next_dealer(dealer: int, outcome: Outcome, options: HkMahjongOptions) -> int:
    """Who deals after a round that `dealer` dealt."""
    if outcome.outcome == "win":
        keeps = dealer in outcome.winners
    elif outcome.outcome == "foul":
        keeps = not (options.false_win_dealer == "passes" and outcome.facts["from"] == dealer)
    else:
        keeps = options.draw_dealer == "keeps"
    return dealer if keeps else NEXT[dealer]


class HkMahjongSeries:
    """The rounds of one match."""

    def __init__(self, options: HkMahjongOptions, players: Sequence[str | None]) -> None:
        self._options = options
        self._seats = sum(name is not None for name in players)
        self._first: int | None = None  # first round's dealer, as soon as it is known
        self._begun = False
        self._next: tuple[int, tuple[str, ...]] | None = None  # dealer and the winds that may follow; None: any
        self._over = False

    def check(self, setup: Setup) -> Violation | None:
        """Players, first wind, the end of the match, dealer, wind; the first that is wrong."""
        if self._seats != 4:
            return Violation("hk.deal", "hk.deal/players", {"count": self._seats}, expected=4, stated=self._seats)
        if self._over:
            return Violation("hk.wind", "hk.wind/over")
        if not self._begun:
            if setup.wind not in ("E", None):
                return Violation("hk.wind", "hk.wind/first", {"wind": setup.wind}, expected="E", stated=setup.wind)
            return None
        if self._next is None or setup.dealer is None or setup.wind is None:
            return None
        dealer, winds = self._next
        if setup.dealer != dealer:
            return Violation(
                "rec.next", "rec.next/dealer", {"seat": dealer}, seat=setup.dealer,
                expected=dealer, stated=setup.dealer,
            )  # fmt: skip
        if setup.wind not in winds:
            return Violation(
                "hk.wind", "hk.wind/next", {"wind": winds[0]}, expected=winds[0], stated=setup.wind
            )  # fmt: skip
        return None

    def add(self, setup: Setup | None, outcome: Outcome | None) -> None:
        """Takes a round into account."""
        if setup is not None and self._first is None:
            self._learn_first(setup)
        self._begun = True
        self._next = None
        if setup is None or outcome is None or setup.dealer is None or setup.wind is None:
            return
        nobody_named = outcome.outcome == "foul" and outcome.facts.get("from") is None
        if nobody_named and self._options.false_win_dealer == "passes":
            return
        dealer = next_dealer(setup.dealer, outcome, self._options)
        winds = self._winds(setup.dealer, dealer, setup.wind)
        self._over = self._over or not winds
        self._next = (dealer, winds)

    def _learn_first(self, setup: Setup) -> None:
        """The first round's dealer: stated there, or shown by a wind that moved on with the deal."""
        moved_on = self._next is not None and len(self._next[1]) == 2 and setup.wind == self._next[1][1]
        if moved_on or not self._begun:
            self._first = setup.dealer

    def _winds(self, before: int, dealer: int, wind: str) -> tuple[str, ...]:
        """hk.wind: the wind moves on when the deal passes to the first round's dealer; empty after the fourth.

        While that dealer is unknown a passed deal may or may not move it.
        """
        if before == dealer or (self._first is not None and self._first != dealer):
            return (wind,)
        place = WINDS.index(wind)
        after = () if place == 3 else (WINDS[place + 1],)
        return after if self._first is not None else (wind, *after)

    def next(self) -> dict[str, Any] | None:
        """Dealer and wind of the next round, None where any will do; None alone when the match is over."""
        if self._over:
            return None
        if self._next is None:
            return {"dealer": None, "wind": None if self._begun else "E"}
        return {"dealer": self._next[0], "wind": self._next[1][0]}
