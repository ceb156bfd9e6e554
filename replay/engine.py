"""Runs a round: whole prefix, first violation; steps; seek.

Replay is a fold that gives the valid prefix and the first failure. Nothing is repaired, nothing is random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from operator import attrgetter
from typing import Any

from replay.game import Game, Outcome, Table, View, Violation
from schemas.errors import UsageError
from schemas.record import SETUP_FIELDS, VERBS, AnyMove, Setup
from schemas.tiles import ORDER

_OWN_FIELDS = ("stock", "direction", "aside", "turned", "wind", "dice", "indicators")


def move_key(move: AnyMove) -> tuple[Any, ...]:
    """The defined order of legal moves: verb (as its game lists them, alphabetically), seat, tile, then the rest."""
    return (
        move.verb,
        move.seat,
        ORDER.get(getattr(move, "tile", None) or "", -1),
        [ORDER[t] for t in getattr(move, "with_", ())],
        [[ORDER[t] for t in group] for group in getattr(move, "also", ())],
        str(getattr(move, "open", "") or getattr(move, "kind", "") or getattr(move, "from_", "") or ""),
    )


def _patterns(game: str) -> frozenset[tuple[bool, ...]]:
    must, may = SETUP_FIELDS[game]
    ways = [(True,) if f in must else (False, True) if f in may else (False,) for f in _OWN_FIELDS]
    return frozenset(product(*ways))


_own = attrgetter(*_OWN_FIELDS)
_RIGHT = {game: _patterns(game) for game in SETUP_FIELDS}
"""Game to which of the set-up fields may be stated together."""


def setup_fields(game: str, setup: Setup, lone: bool = False) -> Violation | None:
    """The set-up fields that the game must and may have; a score line (`lone`) may leave any out.

    Source: record format, "Setup fields by game", "Score-only rounds".
    """
    if setup.dealer is not None and tuple([v is not None for v in _own(setup)]) in _RIGHT[game]:
        return None
    must, may = SETUP_FIELDS[game]
    for name in _OWN_FIELDS:
        value = getattr(setup, name)
        if value is not None and name not in must and name not in may:
            return Violation("rec.field", "rec.field/foreign", {"field": name, "game": game}, field=name)
        if value is None and name in must and not lone:
            return Violation("rec.field", "rec.field/missing", {"field": name}, field=name)
    if lone:
        return None
    return Violation("rec.field", "rec.field/missing", {"field": "dealer"}, field="dealer")


def open_table(game: Game, setup: Setup, options: Any) -> Table | Violation:
    """The table after the deal, or why the set-up is impossible."""
    fault = setup_fields(game.code, setup)
    return fault if fault is not None else game.open(setup, options)


@dataclass(slots=True)
class Run:
    """A round replayed as far as it is right: ``done`` moves, then ``violation`` at move ``done + 1``, if any."""

    table: Table
    done: int
    violation: Violation | None


def run(table: Table, moves: Sequence[AnyMove]) -> Run:
    """Plays `moves` on `table` up to the first one that is not legal."""
    check, play = table.check, table.play
    done = 0
    for move in moves:
        violation = check(move)
        if violation is not None:
            return Run(table, done, violation)
        play(move)
        done += 1
    return Run(table, done, None)


def check_line(game: str, move: AnyMove) -> Violation | None:
    """A verb of another game, for callers that build moves themselves."""
    if move.verb in VERBS[game]:
        return None
    return Violation("rec.line", "rec.line/foreign-verb", {"verb": move.verb, "game": game, "near": ""}, seat=move.seat)


@dataclass(frozen=True, slots=True)
class Step:
    """Position number ``index`` (0: the deal) and the move that led to it."""

    index: int
    move: AnyMove | None
    view: View
    outcome: Outcome | None


def steps(game: Game, setup: Setup, options: Any, moves: Sequence[AnyMove], seat: int | None = None) -> Iterator[Step]:
    """The positions of a round, the deal first, as far as the moves are legal. Nothing for an impossible deal."""
    table = open_table(game, setup, options)
    if isinstance(table, Violation):
        return
    yield Step(0, None, table.view(seat), table.outcome())
    for index, move in enumerate(moves, start=1):
        if table.check(move) is not None:
            return
        table.play(move)
        yield Step(index, move, table.view(seat), table.outcome())


class Replay:
    """Random access to the positions of one round.

    ``length`` is the number of legal moves, ``violation`` what stopped it. Going forward continues from where it
    stands; going back plays the round anew, which is cheaper than keeping copies.
    """

    def __init__(self, game: Game, setup: Setup, options: Any, moves: Sequence[AnyMove]) -> None:
        self._game, self._setup, self._options = game, setup, options
        table = open_table(game, setup, options)
        self.violation: Violation | None = None
        self.length = 0
        if isinstance(table, Violation):
            self.violation = table
            raise UsageError(f"the deal is impossible: {table.clause}")
        ended = run(table, moves)
        self.length, self.violation = ended.done, ended.violation
        self.moves = list(moves[: self.length])
        self._table, self._at = table, self.length

    def seek(self, index: int) -> Table:
        """The table after `index` moves (0: the deal). Raises :class:`UsageError` outside 0…length."""
        if not 0 <= index <= self.length:
            raise UsageError(f"step {index} is not among 0…{self.length}")
        if index < self._at:
            table = open_table(self._game, self._setup, self._options)
            assert not isinstance(table, Violation)
            self._table, self._at = table, 0
        for move in self.moves[self._at : index]:
            self._table.play(move)
        self._at = index
        return self._table
