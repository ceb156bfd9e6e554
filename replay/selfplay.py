"""Random legal play from a seed: demo data, tests, benchmarks. All randomness comes from the ``random.Random`` passed
in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from replay import registry
from replay.engine import open_table
from replay.game import Game, Outcome, Violation
from schemas.canonical import canonical_bytes
from schemas.match import Match, Round
from schemas.options import OPTIONS, canonical_rules
from schemas.record import FORMAT, AnyMove, End, Header, Setup

NAMES = ("阿明", "阿珍", "阿強", "阿芳")


def play_round(game: Game, setup: Setup, options: Any, rng: Random) -> tuple[list[AnyMove], Outcome]:
    """One whole round: the moves and what it came to."""
    table = open_table(game, setup, options)
    if isinstance(table, Violation):
        raise AssertionError(f"self-play dealt an impossible hand: {table}")
    moves: list[AnyMove] = []
    while True:
        outcome = table.outcome()
        legal = table.legal()
        if outcome is not None:
            # Further wins may follow now and then; where only a foul could, most tables stop.
            more = 0.5 if any(move.verb != "foul" for move in legal) else 0.02
            if not legal or rng.random() >= more:
                return moves, outcome
        move = game.choose(rng, table, legal)
        table.play(move)
        moves.append(move)


def play_match(
    code: str, rng: Random, rounds: int = 4, options: Any = None, players: Sequence[str | None] = NAMES
) -> Match:
    """A match of up to `rounds` rounds with results and totals, in canonical form."""
    game = registry.get(code)
    options = OPTIONS[code]() if options is None else options
    header = Header(format=FORMAT, game=code, rules=canonical_rules(options), players=list(players))
    match = Match(file="-", header=header, options=options)
    series = game.series(options, players)
    totals = [0, 0, 0, 0]
    for _ in range(rounds):
        fields = series.next()
        if fields is None:
            break
        setup = game.deal(rng, options, players, fields)
        moves, outcome = play_round(game, setup, options, rng)
        series.add(setup, outcome)
        match.rounds.append(Round(setup, moves, outcome.as_result()))
        totals = [a + b for a, b in zip(totals, outcome.points, strict=True)]
    match.end = End(totals=totals)
    match.raw = canonical_bytes(match)
    return match


def play_matches(code: str, count: int, seed: int, rounds: int = 4, options: Any = None) -> Iterator[Match]:
    """`count` matches; the same seed gives the same matches, and the first of them whatever `count` is."""
    for index in range(count):
        yield play_match(code, Random(f"{code}/{seed}/{index}"), rounds, options)
