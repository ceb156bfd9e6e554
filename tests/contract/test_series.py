"""What a series says the next round must be is what it accepts, and nothing else."""

from __future__ import annotations

from random import Random

import msgspec
from hypothesis import given

from replay import registry
from tests.contract.test_moves import SEEDS, each_game, examples
from tests.support.positions import match_of_seed

_VALUES = {"dealer": (0, 1, 2, 3), "direction": ("ccw", "cw"), "wind": ("E", "S", "W", "N")}


@each_game
@examples(30)
@given(seed=SEEDS)
def test_a_series_accepts_the_set_up_it_names_and_no_other(code: str, seed: int) -> None:
    match, game, rng = match_of_seed(code, seed), registry.get(code), Random(seed)
    assert match.header is not None
    series = game.series(match.options, match.header.players)
    for r in match.rounds:
        fields = series.next()
        assert fields is not None
        assert r.setup is not None
        stated = {name: getattr(r.setup, name) for name, value in fields.items() if value is not None}
        assert stated == {name: value for name, value in fields.items() if value is not None}
        assert series.check(r.setup) is None
        for name in stated:
            wrong = rng.choice([v for v in _VALUES[name] if v != stated[name]])
            problem = series.check(msgspec.structs.replace(r.setup, **{name: wrong}))
            assert problem is not None, f"{name} {wrong!r} instead of {stated[name]!r}"
        series.add(r.setup, _outcome(match, r, game))


def _outcome(match: object, r: object, game: object) -> object:
    from replay.engine import open_table, run

    table = open_table(game, r.setup, match.options)  # type: ignore[arg-type,attr-defined]
    return run(table, r.moves).table.outcome()  # type: ignore[arg-type,attr-defined]


@each_game
def test_after_a_round_that_was_not_judged_the_next_is_taken_as_stated(code: str) -> None:
    match, game = match_of_seed(code, 7), registry.get(code)
    assert match.header is not None
    series = game.series(match.options, match.header.players)
    setup = match.rounds[0].setup
    assert setup is not None
    series.add(setup, None)
    fields = series.next()
    assert fields is not None
    assert fields["dealer"] is None
