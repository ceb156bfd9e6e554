"""Any route to a step gives the same position."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay import registry
from replay.engine import Replay, steps
from schemas.errors import UsageError
from tests.contract.test_moves import SEEDS, each_game, examples
from tests.support.positions import round_of, snapshot, walk


@each_game
@examples(8)
@given(seed=SEEDS)
def test_forwards_backwards_and_by_leaps_a_step_is_the_same_position(code: str, seed: int) -> None:
    played = round_of(code, seed)
    there = [snapshot(table) for _, table in walk(played)]
    replay = Replay(played.game, played.setup, played.options, played.moves)
    assert (replay.length, replay.violation) == (len(played.moves), None)
    forwards = range(len(there))
    leaps = [Random(seed).randrange(len(there)) for _ in range(12)]
    for index in (*forwards, *reversed(forwards[::5]), *leaps):
        assert snapshot(replay.seek(index)) == there[index]


@each_game
@examples(5)
@given(seed=SEEDS, seat=st.sampled_from((None, 0, 1, 2, 3)))
def test_steps_show_what_the_table_shows(code: str, seed: int, seat: int | None) -> None:
    played = round_of(code, seed)
    found = list(steps(played.game, played.setup, played.options, played.moves, seat))
    assert [step.index for step in found] == list(range(len(played.moves) + 1))
    assert [step.move for step in found] == [None, *played.moves]
    for step, (_, table) in zip(found, walk(played), strict=True):
        assert step.view == table.view(seat)
        assert step.outcome == table.outcome()


@each_game
def test_a_step_outside_the_round_is_refused(code: str) -> None:
    played = round_of(code, 0)
    replay = Replay(played.game, played.setup, played.options, played.moves)
    for index in (-1, len(played.moves) + 1):
        with pytest.raises(UsageError, match=str(index)):
            replay.seek(index)


@each_game
def test_a_replay_stops_where_the_moves_go_wrong(code: str) -> None:
    played = round_of(code, 0)
    moves = [*played.moves[:3], *played.moves[2:]]
    for index, (_, table) in enumerate(walk(played)):
        if index == 3 and table.check(moves[3]) is None:
            pytest.fail("the repeated move is legal here; choose another seed")
    replay = Replay(played.game, played.setup, played.options, moves)
    assert replay.length == 3
    assert replay.violation is not None
    assert len(list(steps(played.game, played.setup, played.options, moves))) == 4


@each_game
def test_an_impossible_deal_has_no_position(code: str) -> None:
    played = round_of(code, 0)
    setup = registry.get(code).deal(
        Random(3), played.options, ("A", "B", "C", "D"), {"dealer": 0, **_own(played.setup)}
    )
    hands = [hand and list(hand) for hand in setup.hands or ()]
    first = next(hand for hand in hands if hand)
    first.append(first[0])
    setup.hands = hands
    assert list(steps(played.game, setup, played.options, [])) == []
    with pytest.raises(UsageError, match="impossible"):
        Replay(played.game, setup, played.options, [])


def _own(setup: object) -> dict[str, object]:
    """The set-up fields that a series states."""
    return {name: getattr(setup, name) for name in ("direction", "wind") if getattr(setup, name) is not None}
