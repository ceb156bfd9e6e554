"""Rounds of random play under random house rules, and what may be compared about a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from replay import registry
from replay.engine import open_table
from replay.game import Game, Table, Violation
from replay.selfplay import NAMES, play_match, play_round
from schemas.match import Match
from schemas.record import AnyMove, Setup
from tests.support.bend import key
from tests.support.house import random_options

FEWER_SEATS: dict[str, tuple[tuple[int, ...], ...]] = {
    "tsair-deng": ((1, 3), (0,), (1,), (2,), (3,)),
}
"""Game to the sets of seats that may be empty in ``players``."""


@dataclass(frozen=True)
class Played:
    """One finished round."""

    game: Game
    options: Any
    players: tuple[str | None, ...]
    setup: Setup
    moves: list[AnyMove]


def players_of(code: str, rng: Random) -> tuple[str | None, ...]:
    """A table of as many players as the game allows."""
    empty: tuple[int, ...] = ()
    if code in FEWER_SEATS and rng.random() < 0.5:
        empty = rng.choice(FEWER_SEATS[code])
    return tuple(None if seat in empty else name for seat, name in enumerate(NAMES))


@cache
def round_of(code: str, seed: int) -> Played:
    """The random round of a seed: house rules, players and play."""
    rng = Random(f"round/{code}/{seed}")
    game = registry.get(code)
    options = random_options(code, rng)
    players = players_of(code, rng)
    fields = game.series(options, players).next()
    assert fields is not None
    setup = game.deal(rng, options, players, fields)
    moves, _ = play_round(game, setup, options, rng)
    return Played(game, options, players, setup, moves)


@cache
def match_of_seed(code: str, seed: int) -> Match:
    """The random match of a seed: three rounds under random house rules."""
    rng = Random(f"match/{code}/{seed}")
    return play_match(code, rng, 3, random_options(code, rng), players_of(code, rng))


def opened(played: Played) -> Table:
    """The table of a round before its first move."""
    table = open_table(played.game, played.setup, played.options)
    assert not isinstance(table, Violation), table
    return table


def walk(played: Played) -> Iterator[tuple[int, Table]]:
    """Every position of a round, one table that moves on."""
    table = opened(played)
    yield 0, table
    for index, move in enumerate(played.moves, start=1):
        problem = table.check(move)
        assert problem is None, problem
        table.play(move)
        yield index, table


def snapshot(table: Table) -> tuple[Any, ...]:
    """All that can be seen of a position."""
    views = tuple(table.view(seat) for seat in (None, 0, 1, 2, 3))
    return views, table.derived(), [key(m) for m in table.legal()], sorted(table.tiles()), table.outcome()
