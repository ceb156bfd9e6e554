"""What a seat may not see does not show, and where a thing sits or in which order tiles lie makes no difference."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from replay import registry
from replay.engine import open_table
from replay.game import Outcome, Table, View, Violation
from schemas.record import AnyMove, Setup
from tests.contract.test_moves import CODES, SEEDS, each_game, examples
from tests.support.bend import key
from tests.support.positions import Played, opened, round_of, snapshot, walk

FACE_DOWN: dict[str, frozenset[str]] = {
    "tsair-deng": frozenset(("drink",)),
    "hk-mahjong": frozenset(("draw",)),
    "lingxi-mahjong": frozenset(("draw",)),
}
"""Game to the verbs whose tile only its own seat sees."""
WATCHED = frozenset(("anxiang-weimaque",))
"""Games in which the seat that sits out may see the hands (ax.visible)."""


def _swapped(played: Played, seat: int, rng: Random) -> tuple[Setup, list[AnyMove]] | None:
    """The round with two tiles exchanged that lie with others, in the stock or aside; face-down moves follow."""
    setup = msgspec.structs.replace(played.setup)
    setup.hands = [None if hand is None else list(hand) for hand in setup.hands or ()]
    heaps = [hand for s, hand in enumerate(setup.hands) if hand and s != seat]
    for name in ("stock", "aside"):
        heap = getattr(setup, name)
        if heap:
            setattr(setup, name, list(heap))
            heaps.append(getattr(setup, name))
    if len(heaps) < 2:
        return None
    one, other = rng.sample(heaps, 2)
    i, j = rng.randrange(len(one)), rng.randrange(len(other))
    a, b = one[i], other[j]
    if a == b:
        return None
    one[i], other[j] = b, a
    exchanged = {a: b, b: a}
    moves = []
    for move in played.moves:
        tile = getattr(move, "tile", None)
        hidden = move.verb in FACE_DOWN.get(played.game.code, ()) and move.seat != seat
        if hidden and tile in exchanged and rng.random() < 0.5:
            move = msgspec.structs.replace(move, tile=exchanged[tile])
        moves.append(move)
    return setup, moves


def _pairs(played: Played, seat: int, rng: Random) -> Iterator[tuple[int, View, View]]:
    """Views of two rounds that differ only in what `seat` cannot see, as far as both are legal."""
    other = _swapped(played, seat, rng)
    if other is None:
        return
    setup, moves = other
    mine, theirs = opened(played), open_table(played.game, setup, played.options)
    if isinstance(theirs, Violation):
        return
    for index, (a, b) in enumerate(zip(played.moves, moves, strict=True)):
        if mine.outcome() is not None or theirs.outcome() is not None:
            return  # at the end hands are laid open
        if theirs.check(b) is not None:
            return  # what is drawn face down, or must be melded, differs from here on, and everybody may see that
        yield index, mine.view(seat), theirs.view(seat)
        mine.play(a)
        theirs.play(b)


@each_game
def test_a_seat_sees_the_same_whatever_is_hidden_from_it(code: str) -> None:
    compared = 0
    rng = Random(f"hidden/{code}")
    for seed in range(120):
        played = round_of(code, seed)
        seat = rng.choice([s for s, hand in enumerate(played.setup.hands or ()) if hand is not None])
        for index, mine, theirs in _pairs(played, seat, rng):
            assert mine == theirs, f"seed {seed}, seat {seat}, step {index}"
            compared += index > 0
    assert compared > 200, "too few pairs to say anything"


@each_game
def test_a_seat_does_not_see_another_hand_before_the_end(code: str) -> None:
    for seed in range(20):
        played = round_of(code, seed)
        watchers = [s for s, hand in enumerate(played.setup.hands or ()) if hand is None and code in WATCHED]
        for _, table in walk(played):
            if table.outcome() is not None:
                break
            for viewer in {0, 1, 2, 3} - {*watchers}:
                for seat, lies in enumerate(table.view(viewer).seats):
                    if lies is not None and seat != viewer:
                        assert {p.tile for group in lies.zones["hand"] for p in group} <= {"?"}


@each_game
def test_the_view_of_all_shows_every_tile_face_up(code: str) -> None:
    for _, table in walk(round_of(code, 4)):
        view = table.view()
        pieces = [
            p.tile for lies in view.seats if lies for zone in lies.zones.values() for group in zone for p in group
        ]
        pieces += [p.tile for zone in view.table.values() for group in zone for p in group]
        assert "?" not in pieces
        assert view.seat is None


def _turned(setup: Setup, by: int) -> Setup:
    hands = setup.hands
    assert hands is not None
    assert setup.dealer is not None
    return msgspec.structs.replace(setup, hands=[hands[(s - by) % 4] for s in range(4)], dealer=(setup.dealer + by) % 4)


def _quarter_turns(played: Played) -> list[int]:
    """Two players sit at seats 0 and 2: half a turn only."""
    empty = sum(hand is None for hand in played.setup.hands or ())
    return [2] if empty == 2 else [1, 2, 3]


def _same_outcome(mine: Outcome | None, theirs: Outcome | None, by: int) -> bool:
    if mine is None or theirs is None:
        return mine is theirs
    return (
        mine.outcome == theirs.outcome
        and sorted((w + by) % 4 for w in mine.winners) == list(theirs.winners)
        and all(theirs.points[(s + by) % 4] == mine.points[s] for s in range(4))
        and all(theirs.scores[(s + by) % 4] == mine.scores[s] for s in range(4))
    )


@each_game
@examples(12)
@given(seed=SEEDS)
def test_a_table_turned_by_some_seats_plays_the_same_round(code: str, seed: int) -> None:
    played = round_of(code, seed)
    by = Random(seed).choice(_quarter_turns(played))
    turned = Played(played.game, played.options, played.players, _turned(played.setup, by), [
        msgspec.structs.replace(move, seat=(move.seat + by) % 4) for move in played.moves
    ])  # fmt: skip
    for (_, mine), (_, theirs) in zip(walk(played), walk(turned), strict=True):
        legal = {key(msgspec.structs.replace(move, seat=(move.seat + by) % 4)) for move in mine.legal()}
        assert {key(move) for move in theirs.legal()} == legal
        assert _same_outcome(mine.outcome(), theirs.outcome(), by)


@each_game
@examples(12)
@given(seed=SEEDS)
def test_the_order_of_tiles_in_a_hand_never_matters(code: str, seed: int) -> None:
    played, rng = round_of(code, seed), Random(seed)
    setup = msgspec.structs.replace(played.setup)
    for name in ("aside", "indicators"):
        if (tiles := getattr(setup, name)) is not None:
            setattr(setup, name, rng.sample(tiles, len(tiles)))
    setup.hands = [None if hand is None else rng.sample(hand, len(hand)) for hand in setup.hands or ()]
    shuffled = Played(played.game, played.options, played.players, setup, played.moves)
    for (_, mine), (_, theirs) in zip(walk(played), walk(shuffled), strict=True):
        assert _seen(theirs) == _seen(mine)


def _seen(table: Table) -> tuple[Any, ...]:
    """A position without the order of face-down heaps that the set-up gives."""
    views, derived, legal, tiles, outcome = snapshot(table)
    return [(v.seats, v.turn, v.facts, _sorted(v.table)) for v in views], derived, legal, tiles, outcome


def _sorted(zones: dict[str, Any]) -> dict[str, Any]:
    return {
        name: sorted(map(sorted, zone)) if name in ("aside", "indicators") else zone for name, zone in zones.items()
    }


def test_every_game_of_the_registry_is_compared() -> None:
    assert registry.codes() == CODES
    assert len(CODES) > 0


@each_game
def test_an_impossible_seat_sees_nothing_and_breaks_nothing(code: str) -> None:
    played = round_of(code, 2)
    empty = [s for s, hand in enumerate(played.setup.hands or ()) if hand is None]
    for seat in empty:
        view = opened(played).view(seat)
        assert view.seats[seat] is None or not any(view.seats[seat].zones.get("hand", ()))  # type: ignore[union-attr]


@pytest.mark.parametrize("code", sorted(set(FACE_DOWN) & set(CODES)))
def test_the_hidden_verbs_of_the_comparison_are_met(code: str) -> None:
    met = {move.verb for seed in range(20) for move in round_of(code, seed).moves}
    assert FACE_DOWN[code] <= met
