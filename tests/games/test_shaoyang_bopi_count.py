"""邵陽剝皮: counts and chows against brute force over random hands, and hands in any order."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from replay.games.shaoyang_bopi.groups import best, can_chow, chows, readings
from replay.games.shaoyang_bopi.score import count_hand, tally, worth
from replay.kit.zipai import INDEX, pack
from schemas.tiles import ORDER, ZIPAI

Groups = tuple[tuple[str, ...], ...]


def xi_of(group: tuple[str, ...]) -> int | None:
    """The table of "Groups and xi" once more: of three tiles, None when they are no group."""
    numbers, big = sorted(int(t[1:]) for t in group), group[0][0] == "b"
    if len({t[0] for t in group}) == 2:
        return 0 if len(set(numbers)) == 1 else None
    if numbers in ([1, 2, 3], [2, 7, 10]):
        return 6 if big else 3
    if len(set(numbers)) == 1:
        return 3 if big else 1
    return 0 if numbers == list(range(numbers[0], numbers[0] + 3)) else None


def partitions(tiles: list[str], pair: bool) -> set[Groups]:
    """Every way to lay `tiles` (sorted) out in groups of three, and one pair when `pair`."""
    if not tiles:
        return set() if pair else {()}
    first, rest = tiles[0], tiles[1:]
    found: set[Groups] = set()
    if pair and first in rest:
        left = list(rest)
        left.remove(first)
        found |= {tuple(sorted([(first, first), *more])) for more in partitions(left, False)}
    for a, b in set(combinations(rest, 2)):
        if xi_of((first, a, b)) is not None:
            left = list(rest)
            left.remove(a)
            left.remove(b)
            found |= {tuple(sorted([(first, a, b), *more])) for more in partitions(left, pair)}
    return found


def value(groups: Groups) -> int:
    """The xi of a lay-out."""
    return sum(xi_of(group) or 0 for group in groups if len(group) == 3)


def random_free(rng: Random) -> tuple[list[str], bool]:
    """Tiles without 坎 as at a win: at most two of a kind but for one; often complete. And whether they need a pair."""
    pair, tiles = rng.random() < 0.4, list[str]()
    size = rng.randrange(1, 8)
    everything = [(a, b, c) for a, b, c in TRIPLES]
    while len(tiles) < 3 * size:
        group = rng.choice(everything)
        if all(tiles.count(t) + group.count(t) <= 2 for t in group):
            tiles += group
    if pair:
        tiles += [rng.choice([t for t in ZIPAI if t not in tiles])] * 2
    if rng.random() < 0.4:
        tiles[rng.randrange(len(tiles))] = rng.choice([t for t in ZIPAI if tiles.count(t) < 2])
    if rng.random() < 0.2 and size > 1:
        twice = [t for t in ZIPAI if tiles.count(t) == 2]
        if twice:
            tiles[rng.choice([i for i, t in enumerate(tiles) if t != twice[0]])] = twice[0]
    return sorted(tiles, key=ORDER.__getitem__), pair


TRIPLES = [group for group in combinations(sorted(ZIPAI * 2, key=ORDER.__getitem__), 3) if xi_of(group) is not None]


def compare_count(seed: int) -> bool:
    """One random hand; whether it is complete."""
    tiles, pair = random_free(Random(f"bp-count/{seed}"))
    lain = partitions(tiles, pair)
    most = max(map(value, lain), default=-1)
    assert best(pack(tiles), pair) == most, tiles
    mine = {tuple(sorted(group[2] for group in reading)) for reading in readings(pack(tiles), pair)}
    assert mine == {groups for groups in lain if value(groups) == most}, tiles
    return bool(lain)


def lay_outs(hand: list[str], tile: str, need_all: bool, keep: bool) -> set[tuple[Groups, Groups]]:
    """Every chow of `tile` by brute force: the two tiles, and the groups laid with it."""
    found = set()
    for pair in set(combinations(hand, 2)):
        three = tuple(sorted((*pair, tile), key=ORDER.__getitem__))
        if xi_of(three) is None or len(set(three)) == 1:
            continue
        left = list(hand)
        for t in pair:
            left.remove(t)
        laid = {(tuple(sorted(also)), tuple(rest)) for also, rest in _laid(left, tile)}
        fewest = 0 if need_all else min(rest.count(tile) for _, rest in laid)
        found |= {((pair,), also) for also, rest in laid if rest.count(tile) == fewest and (rest or not keep)}
    return found


def _laid(hand: list[str], tile: str) -> list[tuple[list[tuple[str, ...]], list[str]]]:
    out: list[tuple[list[tuple[str, ...]], list[str]]] = [([], hand)]
    if tile not in hand:
        return out
    others = list(hand)
    others.remove(tile)
    for pair in set(combinations(others, 2)):
        group = tuple(sorted((tile, *pair), key=ORDER.__getitem__))
        if xi_of(group) is not None and len(set(group)) > 1:
            left = list(others)
            for t in pair:
                left.remove(t)
            out += [([group, *also], rest) for also, rest in _laid(left, tile)]
    return out


def compare_chow(seed: int) -> bool:
    """One random hand and tile, under both options; whether it can be chowed."""
    rng = Random(f"bp-chow/{seed}")
    near = [t for t in ZIPAI if int(t[1:]) in (2, 7, 10) or rng.random() < 0.5]
    hand = sorted(rng.sample(near * 2, rng.randrange(2, 12)), key=ORDER.__getitem__)
    tile, need_all, keep = rng.choice(near), rng.random() < 0.5, rng.random() < 0.7
    right = lay_outs(hand, tile, need_all, keep)
    mine = set()
    for with_, laid in chows(pack(hand), INDEX[tile], need_all, keep):
        also = tuple(sorted(tuple(ZIPAI[k] for k in group) for group in laid.also))
        mine.add(((tuple(ZIPAI[k] for k in with_.kinds),), also))
    assert mine == right, (hand, tile, need_all, keep)
    assert can_chow(pack(hand), INDEX[tile], need_all, keep) == bool(right), (hand, tile, need_all, keep)
    return bool(right)


def test_the_count_is_that_of_brute_force() -> None:
    assert sum(compare_count(seed) for seed in range(1500)) > 500


def test_the_chows_are_those_of_brute_force() -> None:
    assert sum(compare_chow(seed) for seed in range(1500)) > 400


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_thousand_hands_count_as_by_brute_force(part: int) -> None:
    for seed in range(10_000 + part * 10_000, 20_000 + part * 10_000):
        compare_count(seed)
        compare_chow(seed)


def whole_hand(rng: Random) -> tuple[list[str], str]:
    """Twenty tiles with some 坎, and a tile: often complete."""
    kans = rng.sample(ZIPAI, rng.randrange(0, 4))
    free: list[str] = []
    while len(free) < 21 - 3 * len(kans):
        group = rng.choice(TRIPLES)
        if all(t not in kans and free.count(t) + group.count(t) <= 2 for t in group):
            free += group
    tile = free.pop(rng.randrange(len(free)))
    return [*free, *(t for t in kans for _ in range(3))], tile


def test_the_order_of_tiles_in_a_hand_never_changes_the_count() -> None:
    complete = 0
    for seed in range(300):
        rng = Random(f"bp-order/{seed}")
        tiles, tile = whole_hand(rng)
        count = count_hand(tiles, [], tile, "draw", 0)
        other = count_hand(rng.sample(tiles, len(tiles)), [], tile, "draw", 0)
        complete += count.failing is None
        assert (other.xi, other.failing) == (count.xi, count.failing)
        assert [tally(r, None) for r in other.readings][:1] == [tally(r, None) for r in count.readings][:1]
        assert all(worth(reading) == count.xi for reading in count.readings)
    assert complete > 250


def test_several_best_readings_are_all_found() -> None:
    """bp.best, bp.kan-fourth: the fourth s1 in 1 2 3 beside the three (3 + 3) is worth what the 跑 is (6)."""
    hand = [*["s1"] * 3, *["s6"] * 3, *["s9"] * 3, "b3", "b3", "b4", "b4", "b7", "b8", "b9", "s2", "s3", "s3", "s4"]
    count = count_hand(hand, [], "s1", "draw")
    items = {tuple((item.id, item.value) for item in each.items) for each in count.tallies}
    three = ("kan", 3)
    assert items == {(three, three, three, ("123", 3)), (three, three, ("pao", 6))}
    assert count.xi == 12
