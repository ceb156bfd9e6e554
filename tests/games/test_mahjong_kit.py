"""What the two mahjong games share: sets with wild tiles against brute force, the wall, claims, transfers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import NamedTuple

import pytest

from replay.kit.ledger import collect, conserved, transfer
from replay.kit.mahjong import (
    CHOWS,
    CODES,
    KIND,
    KINDS,
    ORPHANS,
    PAIR,
    PLAIN,
    RUN,
    SUITED,
    TRIPLET,
    Meld,
    count,
    is_run,
    spell,
    tiles_of,
)  # fmt: skip
from replay.kit.sets import NEEDS, Cover, complete, covers
from replay.kit.turns import BEFORE, NEXT, OTHERS, PLACE, outranks
from replay.kit.wall import Wall

SHAPES = [(kind,) * 3 for kind in range(PLAIN)] + [
    (kind, kind + 1, kind + 2) for kind in range(SUITED) if kind % 9 < 7
]  # fmt: skip


@lru_cache(maxsize=100_000)
def naive(hand: tuple[int, ...], wilds: int, sets: int, pair: bool = True) -> bool:
    """Sets and a pair by trying every way to put real tiles or wilds into every shape that holds the lowest tile."""
    at = next((kind for kind in range(PLAIN) if hand[kind]), -1)
    if at < 0:
        return wilds == 3 * sets + 2 * pair
    shapes = [shape for shape in SHAPES if at in shape] if sets else []
    for shape in [*shapes, *([(at, at)] if pair else [])]:
        for left in _without(hand, shape, at):
            used = sum(hand) - sum(left)
            spent = len(shape) - used
            smaller = (sets - 1, pair) if len(shape) == 3 else (sets, False)
            if spent <= wilds and naive(left, wilds - spent, *smaller):
                return True
    return False


def _without(hand: tuple[int, ...], shape: tuple[int, ...], at: int) -> Iterator[tuple[int, ...]]:
    """The hand without any part of the shape that holds the tile `at`."""
    for mask in range(1, 1 << len(shape)):
        part = [kind for i, kind in enumerate(shape) if mask >> i & 1]
        left = list(hand)
        for kind in part:
            left[kind] -= 1
        if at in part and min(left) >= 0:
            yield tuple(left)


def random_hand(rng: Random, size: int) -> bytearray:
    """Tiles that lie close together, so that about a third of the hands are complete."""
    kinds = rng.choice((range(9), (*range(6), 27, 28), range(PLAIN), (0, 1, 2, 9, 10, 11, 18, 27, 28)))
    hand = bytearray(KINDS)
    for kind in rng.sample([k for k in kinds for _ in range(4)], size):
        hand[kind] += 1
    return hand


class Reading(NamedTuple):
    """One way to read a hand: ``loose_sets`` sets and, if ``loose_pair``, the pair are wilds alone."""

    shapes: tuple[int, ...]
    loose_sets: int
    loose_pair: bool


def readings(hand: bytes | bytearray, wilds: int, sets: int) -> Iterator[Reading]:
    """One cover a suit in every way that there is room for."""
    if sum(hand[:PLAIN]) + wilds == 3 * sets + 2:
        parts = (hand[:9], hand[9:18], hand[18:27], hand[27:PLAIN])
        yield from _combined([covers(suit, bytes(part), wilds) for suit, part in enumerate(parts)], wilds, sets, 1, ())


def _combined(
    suits: list[tuple[Cover, ...]], wilds: int, sets: int, pairs: int, shapes: tuple[int, ...]
) -> Iterator[Reading]:
    if not suits:
        # The wilds left over make the sets and the pair that are missing, exactly.
        yield Reading(tuple(sorted(shapes)), sets, bool(pairs))
        return
    for cover in suits[0]:
        if cover.sets <= sets and cover.pairs <= pairs and cover.wilds <= wilds:
            rest = wilds - cover.wilds
            yield from _combined(suits[1:], rest, sets - cover.sets, pairs - cover.pairs, shapes + cover.shapes)


def compare(seed: int, number: int) -> int:
    """Decides `number` random hands both ways; how many were complete."""
    rng, yes = Random(seed), 0
    for _ in range(number):
        sets, wilds = rng.randint(1, 5), rng.randint(0, 6)
        wilds = min(wilds, 3 * sets + 2)
        hand = random_hand(rng, 3 * sets + 2 - wilds)
        mine = complete(hand, sets)
        assert mine == naive(tuple(hand[:PLAIN]), wilds, sets), (spell(hand), wilds, sets)
        found = list(readings(hand, wilds, sets))
        assert mine == bool(found)
        assert len(set(found)) == len(found)
        yes += mine
    return yes


def test_the_decision_with_wild_tiles_equals_brute_force() -> None:
    assert compare(1, 1500) > 200


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_the_decision_with_wild_tiles_equals_brute_force_on_many_hands(part: int) -> None:
    assert compare(1000 + part, 5000) > 500


def test_every_reading_uses_every_plain_tile_and_every_wild() -> None:
    rng = Random(7)
    for _ in range(400):
        sets, wilds = rng.randint(2, 5), rng.randint(0, 6)
        hand = random_hand(rng, 3 * sets + 2 - wilds)
        for reading in readings(hand, wilds, sets):
            held = bytearray(KINDS)
            for shape in reading.shapes:
                for kind in tiles_of(shape):
                    held[kind] += 1
            pairs = sum(shape >= PAIR for shape in reading.shapes)
            assert len(reading.shapes) - pairs + reading.loose_sets == sets
            assert pairs + reading.loose_pair == 1
            assert all(have >= need for have, need in zip(held, hand, strict=True))
            loose = 3 * reading.loose_sets + 2 * reading.loose_pair
            assert sum(held) - sum(hand) + loose == wilds


def test_all_ways_to_hold_a_small_suit_are_found() -> None:
    """Whatever shapes hold the tiles, the engine knows those of them that are needed for it."""
    plain, wilds = (1, 1, 2, 0, 1, 0, 0, 0, 0), 4
    mine = [Counter(cover.shapes) for cover in covers(0, bytes(plain), wilds)]
    forms = [RUN + low for low in range(7)] + [TRIPLET + kind for kind in range(9)]
    every = 0
    for sets in range(4):
        for some in combinations_with_replacement(forms, sets):
            for pair in (None, *range(9)):
                shapes = (*some, *([] if pair is None else [PAIR + pair]))
                if _holds(shapes, plain, wilds):
                    every += 1
                    assert any(cover <= Counter(shapes) for cover in mine), shapes
    assert every > 30
    for cover in covers(0, bytes(plain), wilds):
        assert _holds(cover.shapes, plain, cover.wilds)
        assert cover.wilds == 3 * cover.sets + 2 * cover.pairs - sum(plain) <= wilds


def _holds(shapes: tuple[int, ...], plain: tuple[int, ...], wilds: int) -> bool:
    """Whether the shapes hold the tiles, with at most so many wilds."""
    held = [0] * 9
    for shape in shapes:
        for kind in tiles_of(shape):
            held[kind] += 1
    return all(h >= p for h, p in zip(held, plain, strict=True)) and sum(held) - sum(plain) <= wilds


def test_no_tiles_and_only_wilds_are_every_hand() -> None:
    nothing = bytearray(KINDS)
    assert complete(nothing, 0)
    assert list(readings(nothing, 2, 0)) == [Reading((), 0, True)]
    assert list(readings(nothing, 17, 5)) == [Reading((), 5, True)]
    assert list(readings(nothing, 16, 5)) == []


def test_the_memory_of_suits_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.kit.sets.REMEMBERED", 50)
    before = dict(NEEDS)
    rng = Random(3)
    try:
        for _ in range(200):
            complete(random_hand(rng, 14), 4)
            assert len(NEEDS) <= max(51, len(before)) + 8
    finally:
        NEEDS.clear()


def test_hands_are_counts_and_come_back_as_codes() -> None:
    assert spell(count(["E", "1m", "1m", "q4"])) == ["1m", "1m", "E", "q4"]
    assert [CODES[KIND[code]] for code in CODES] == list(CODES)
    assert sum(count(CODES)) == KINDS == 42
    assert [CODES[k] for k in ORPHANS] == ["1m", "9m", "1p", "9p", "1s", "9s", *"ESWNCFP"]
    with pytest.raises(KeyError):
        count(["b1"])


def test_shapes_and_melds_spell_their_tiles() -> None:
    assert tiles_of(RUN + 3) == (3, 4, 5)
    assert tiles_of(TRIPLET + 27) == (27, 27, 27)
    assert tiles_of(PAIR + 31) == (31, 31)
    assert [is_run(s) for s in (RUN, TRIPLET + 33, PAIR)] == [True, False, False]
    assert Meld(TRIPLET + 4, "added", 2, 4).codes() == ("5m",) * 4
    assert Meld(RUN + 9, "", 3, 10).codes() == ("1p", "2p", "3p")
    assert CHOWS[0] == ((1, 2),)
    assert CHOWS[8] == ((6, 7),)
    assert CHOWS[4] == ((2, 3), (3, 5), (5, 6))
    assert CHOWS[27] == CHOWS[34] == ()


def test_a_wall_with_a_stock_gives_its_ends_and_one_without_any_tile_left() -> None:
    wall = Wall([1, 2, 0, 1], [3, 1, 0, 1])
    assert (wall.left, wall.next(), wall.next(True), wall.options(True)) == (4, 3, 1, [1])
    assert wall.holds(3)
    assert not wall.holds(1)
    wall.take(3)
    wall.take(1, back=True)
    assert wall.remaining() == (1, 0)
    assert list(wall.rest) == [1, 1, 0, 0]
    free = Wall([1, 2, 0, 1], None)
    assert (free.next(), free.options(), free.remaining()) == (None, [0, 1, 3], None)
    free.take(1)
    free.take(1, back=True)
    assert free.options() == [0, 3]
    assert not free.holds(1)
    free.take(0)
    free.take(3)
    assert not free.holds(3)
    assert free.options() == []
    assert wall.left == 2


def test_turn_order_and_the_order_of_claims() -> None:
    assert [NEXT[BEFORE[seat]] for seat in range(4)] == [0, 1, 2, 3]
    assert OTHERS[2] == (3, 0, 1)
    assert [PLACE[2][seat] for seat in OTHERS[2]] == [1, 2, 3]
    assert outranks("win", 1, "pung", 3, 2)
    assert outranks("kong", 1, "chow", 3, 2)
    assert not outranks("chow", 3, "pung", 1, 2)
    assert outranks("win", 3, "win", 0, 2)
    assert not outranks("win", 1, "win", 0, 2)


def test_transfers_conserve_points_and_a_liable_seat_pays_for_all() -> None:
    points = [0, 0, 0, 0]
    transfer(points, 1, 2, 5)
    collect(points, 0, {1: 3, 2: 4, 3: 5})
    assert points == [12, -8, 1, -5]
    collect(points, 0, {1: 3, 2: 4, 3: 5}, liable=2)
    assert points == [24, -8, -11, -5]
    assert conserved(points)
    assert not conserved([1, 0, 0, 0])
