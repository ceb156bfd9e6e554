"""What every registered game owes at every step: legal and check agree, nothing is lost, asking changes nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from replay import registry
from replay.engine import move_key
from replay.game import Table
from schemas.record import AnyMove
from schemas.tiles import ORDER
from tests.support.bend import OTHER_TILES, every_move, key, neighbours
from tests.support.positions import Played, opened, round_of, snapshot, walk

CODES = registry.codes()
SEEDS = st.integers(0, 2**32)
BENT_A_STEP = 250

each_game = pytest.mark.parametrize("code", CODES)


def examples(count: int) -> settings:
    return settings(max_examples=count, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def _pool(code: str, played: Played, rng: Random) -> tuple[list[str], list[AnyMove]]:
    """The tiles of the round and some of other games; every move with them."""
    _, table = next(walk(played))
    tiles = sorted({*table.tiles(), *OTHER_TILES})
    pairs = [sorted(rng.choices(tiles, k=2), key=ORDER.__getitem__) for _ in range(12)]
    return tiles, every_move(code, tiles, pairs)


def assert_check_agrees(table: Table, bent: list[AnyMove]) -> None:
    """`check` is None exactly for the members of `legal`."""
    legal = table.legal()
    known = {key(move) for move in legal}
    for move in legal:
        problem = table.check(move)
        assert problem is None, f"legal says {move}, check says {problem}"
    for move in bent:
        problem = table.check(move)
        assert (problem is None) == (key(move) in known), f"{move}: check says {problem}, legal {sorted(known)}"
        if problem is not None:
            assert problem.clause
            assert problem.reason.startswith(problem.clause + "/")


@each_game
@examples(25)
@given(seed=SEEDS)
def test_check_says_yes_exactly_for_legal_moves(code: str, seed: int) -> None:
    played, rng = round_of(code, seed), Random(seed)
    tiles, pool = _pool(code, played, rng)
    for _, table in walk(played):
        bent = rng.sample(pool, min(BENT_A_STEP, len(pool)))
        for move in table.legal():
            bent.extend(neighbours(move, rng, tiles))
        assert_check_agrees(table, bent)


@each_game
def test_check_says_no_to_every_other_move_there_is_in_one_round(code: str) -> None:
    played = round_of(code, 1)
    _, pool = _pool(code, played, Random(1))
    for index, table in walk(played):
        if index % 9 == 0:
            assert_check_agrees(table, pool)


@each_game
@examples(25)
@given(seed=SEEDS)
def test_legal_moves_are_in_the_defined_order_and_unique(code: str, seed: int) -> None:
    for _, table in walk(round_of(code, seed)):
        keys = [move_key(move) for move in table.legal()]
        assert keys == sorted(keys)
        assert len({key(move) for move in table.legal()}) == len(keys)


@each_game
@examples(25)
@given(seed=SEEDS)
def test_there_is_a_legal_move_as_long_as_one_is_owed(code: str, seed: int) -> None:
    for _, table in walk(round_of(code, seed)):
        outcome = table.outcome()
        assert outcome is not None or table.legal()
        turn = table.view().turn
        # a foul may be called by anybody at any time; that makes it nobody's turn
        movers = {move.seat for move in table.legal() if move.verb != "foul"}
        assert movers <= set(turn), "a legal move of a seat that the view calls idle"
        assert outcome is not None or turn


@each_game
@examples(6)
@given(seed=SEEDS)
def test_asking_changes_nothing(code: str, seed: int) -> None:
    played, rng = round_of(code, seed), Random(seed)
    _, pool = _pool(code, played, rng)
    for _, table in walk(played):
        before = snapshot(table)
        for move in rng.sample(pool, min(60, len(pool))):
            table.check(move)
        table.legal()
        assert snapshot(table) == before


@each_game
@examples(25)
@given(seed=SEEDS)
def test_no_tile_is_lost_or_made(code: str, seed: int) -> None:
    played = round_of(code, seed)
    setup = played.setup
    dealt = [t for hand in setup.hands or () for t in hand or ()]
    rest = [*(setup.stock or ()), *(setup.aside or ()), *(setup.indicators or ())]
    everything = sorted([*dealt, *rest, *([setup.turned] if setup.turned else ())])
    if setup.stock is None:  # then what was not dealt is known all the same: the rest of the set
        whole = sorted(opened(played).tiles())
        assert Counter(everything) <= Counter(whole)
        everything = whole
    for _, table in walk(played):
        assert sorted(table.tiles()) == everything


@each_game
@examples(25)
@given(seed=SEEDS)
def test_what_is_kept_up_move_by_move_equals_a_recomputation(code: str, seed: int) -> None:
    for _, table in walk(round_of(code, seed)):
        assert table.derived() == table.recomputed()
        assert table.derived(), "a game must say what it keeps up"


@each_game
@examples(40)
@given(seed=SEEDS)
def test_points_obey_the_games_conservation_law(code: str, seed: int) -> None:
    played = round_of(code, seed)
    for _, table in walk(played):
        outcome = table.outcome()
        if outcome is None:
            continue
        assert played.game.conserved(outcome.points, outcome.outcome, played.options)
        assert (outcome.outcome == "win") == bool(outcome.winners)
        assert list(outcome.winners) == sorted(set(outcome.winners))
        for seat, hand in enumerate(played.setup.hands or ()):
            assert hand is not None or outcome.scores[seat] is None
        result = outcome.as_result()
        assert result.scores is None or outcome.accepts(result.scores)
