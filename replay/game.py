"""What a game is: the protocols every game fulfils, and the values that pass between a game and everybody else.

A table position is data, a game's rules are functions between positions. Nothing here knows a rule, a file or a
language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from schemas.errors import Violation
from schemas.record import AnyMove, Result, Score, Setup

__all__ = ["Game", "Item", "Outcome", "Piece", "SeatView", "Series", "Table", "Tally", "View", "Violation"]


class Item(NamedTuple):
    """One scored item: its id, its value, and the tiles behind it."""

    id: str
    value: int
    tiles: tuple[str, ...] = ()


class Tally(NamedTuple):
    """What one seat scored: ``total`` and the items in the order of the game's table."""

    total: int
    items: tuple[Item, ...] = ()


@dataclass(slots=True)
class Outcome:
    """What a round comes to. ``others`` are further readings as good as ``scores``: a stated one of them is right."""

    outcome: str
    winners: tuple[int, ...]
    points: tuple[int, ...]
    scores: tuple[Tally | None, ...]
    others: tuple[tuple[Tally | None, ...], ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    """What next set-ups and statistics need beyond this (who discarded, what was declared); plain JSON values."""

    def accepts(self, stated: Sequence[Score | None]) -> bool:
        """Whether the stated scores are one of the best readings: totals, and items as a multiset."""
        return any(_same(reading, stated) for reading in (self.scores, *self.others))

    def as_result(self) -> Result:
        """The ``result`` line that states this outcome."""
        scores = None
        if any(s is not None for s in self.scores):
            scores = [None if s is None else Score(s.total, [(i.id, i.value) for i in s.items]) for s in self.scores]
        return Result(outcome=self.outcome, winners=list(self.winners), points=list(self.points), scores=scores)  # type: ignore[arg-type]


def _same(reading: tuple[Tally | None, ...], stated: Sequence[Score | None]) -> bool:
    for mine, theirs in zip(reading, stated, strict=True):
        if mine is None or theirs is None:
            if mine is not None or theirs is not None:
                return False
        elif mine.total != theirs.total or len(mine.items) != len(theirs.items):
            return False
        elif mine.items:
            items = [item[:2] for item in mine.items]
            if items != theirs.items and sorted(items) != sorted(theirs.items):
                return False
    return True


class Piece(NamedTuple):
    """One tile as it lies: its code (``?`` where the viewer may not see it) and how (``down``, ``new``, ``taken``, an
    open end…).
    """

    tile: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What lies before one seat: named zones, each a list of groups of pieces (``hand``, ``melds``, ``river``,
    ``drunk``, …).
    """

    zones: dict[str, list[list[Piece]]]
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """What lies on the table, as one seat (or, with ``seat`` None, everybody) may see it. Plain data; equal views
    look alike.
    """

    seat: int | None
    seats: tuple[SeatView | None, ...]
    table: dict[str, list[list[Piece]]]
    turn: tuple[int, ...]
    """Seats that may move now; empty when the round is over."""
    wall: int | None = None
    """Tiles left to draw; None in a game without a wall."""
    facts: dict[str, Any] = field(default_factory=dict)


class Table(Protocol):
    """One round in progress: plain mutable state, cheap to move."""

    def legal(self) -> list[AnyMove]:
        """Every legal move, sorted by :func:`replay.engine.move_key`, unique; never empty while ``outcome()`` is
        None.
        """

    def check(self, move: AnyMove) -> Violation | None:
        """Why `move` is not legal, or None. Never raises, never changes anything, and is not written through
        ``legal``.
        """

    def play(self, move: AnyMove) -> None:
        """Makes a move that the caller has checked."""

    def outcome(self) -> Outcome | None:
        """What the round comes to if the record stops here (further wins may still be legal); None while a move is
        owed.
        """

    def view(self, seat: int | None = None) -> View:
        """What lies on the table for `seat`; None sees all."""

    def derived(self) -> dict[str, Any]:
        """The state kept up move by move that could be worked out anew from the deal and the moves."""

    def recomputed(self) -> dict[str, Any]:
        """The same, worked out anew and another way; tests compare the two after every move."""

    def tiles(self) -> list[str]:
        """Every tile of the round wherever it is (hands, table, stock), for conservation."""


class Series(Protocol):
    """What links the rounds of one match."""

    def check(self, setup: Setup) -> Violation | None:
        """Why `setup` does not follow from the rounds before, or None."""

    def add(self, setup: Setup | None, outcome: Outcome | None) -> None:
        """Takes a round into account; `outcome` None: not judged, so the next set-up is taken as stated."""

    def next(self) -> dict[str, Any] | None:
        """The set-up fields (``dealer`` and the game's own) that the next round must have; None when the match is
        over.
        """


class Game(Protocol):
    """One game. Its options are ``schemas.options.OPTIONS[code]``."""

    code: str

    def open(self, setup: Setup, options: Any) -> Table | Violation:
        """The deal; refuses an impossible one."""

    def series(self, options: Any, players: Sequence[str | None]) -> Series:
        """The rounds of a match between `players` (a name a seat, None for an empty one)."""

    def settle(self, setup: Setup, result: Result, options: Any) -> Outcome | Violation | None:
        """What a score line comes to; None where nothing but the conservation of points can be judged."""

    def conserved(self, points: Sequence[int], outcome: str, options: Any) -> bool:
        """The game's conservation law of points."""

    def deal(self, rng: Any, options: Any, players: Sequence[str | None], fields: dict[str, Any]) -> Setup:
        """A random deal with the set-up `fields`; all randomness comes from `rng` (``random.Random``)."""

    def choose(self, rng: Any, table: Table, legal: list[AnyMove]) -> AnyMove:
        """One of `legal`, as a player who wants to win would (self-play reaches what matters)."""
