"""香港麻雀: random hands, decided and scored by the engine and by brute force; the order of tiles never matters."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import Any

import pytest

from replay.games.hk_mahjong.hand import DISCARD, ROB, SELF_DRAW, Hand, has_shape
from replay.games.hk_mahjong.score import best, evaluate, rulebook, tally, wins
from replay.kit.mahjong import CODES, EAST, KIND, PAIR, PLAIN, RUN, SUITED, Meld, count, tiles_of
from schemas.options import options_of
from tests.games.test_hk_mahjong_slow import house_rules
from tests.slow import hk_mahjong_score as slow

ORPHANS = {"1m", "9m", "1p", "9p", "1s", "9s", *"ESWNCFP"}


@lru_cache(maxsize=50_000)
def splits(tiles: tuple[str, ...]) -> bool:
    """Whether tiles are sets alone: the first is in a triplet or in a run that it begins."""
    if not tiles:
        return True
    first, rest = tiles[0], list(tiles[1:])
    groups = [[first, first]]
    if len(first) == 2 and first[1] in "mps" and int(first[0]) <= 7:
        groups.append([f"{int(first[0]) + 1}{first[1]}", f"{int(first[0]) + 2}{first[1]}"])
    for group in groups:
        left = rest[:]
        if all(left.count(tile) >= group.count(tile) for tile in group):
            for tile in group:
                left.remove(tile)
            if splits(tuple(left)):
                return True
    return False


def naive_shape(tiles: list[str], melds: int, seven_pairs: bool) -> bool:
    """hk.win by trying every pair."""
    counts = Counter(tiles)
    for pair in counts:
        if counts[pair] >= 2:
            rest = sorted(tiles)
            rest.remove(pair)
            rest.remove(pair)
            if splits(tuple(rest)):
                return True
    orphans = set(tiles) == ORPHANS and len(tiles) == 14
    pairs = seven_pairs and len(counts) == 7 and set(counts.values()) == {2}
    return not melds and (orphans or pairs)


def random_tiles(rng: Random, number: int) -> list[str]:
    """Tiles close together, or near to the rare shapes."""
    which = rng.randrange(4)
    if which == 0:
        return [CODES[k] for k in rng.sample([k for k in (*range(9), 27, 31) for _ in range(4)], number)]
    if which == 1 and number == 14:
        return [*sorted(ORPHANS), rng.choice([*sorted(ORPHANS), "5m"])]
    if which == 2 and number == 14:
        return [CODES[k] for k in rng.sample(range(PLAIN), 7) for _ in range(2)]
    built = _built(rng, number // 3)
    if rng.random() < 0.4:
        built[rng.randrange(len(built))] = rng.choice(CODES[:PLAIN])
    return built


def _built(rng: Random, sets: int, kinds: Any = None) -> list[str]:
    """Sets and a pair from a full set of tiles."""
    left = Counter(dict.fromkeys(CODES[:PLAIN], 4))
    suits = rng.choice(((0, 9, 18, 27), (0, 27), (9,), (27,), (18, 27)))
    out: list[str] = []
    while len(out) < 3 * sets + 2:
        start = rng.choice(suits)
        kind = start + rng.randrange(7)
        if len(out) == 3 * sets:
            group = tiles_of(PAIR + kind)
        else:
            group = tiles_of(RUN + kind if start < SUITED and rng.random() < 0.5 else kind)
        need = Counter(CODES[k] for k in group)
        if all(left[code] >= n for code, n in need.items()):
            left -= need
            out += [CODES[k] for k in group]
    return out


def compare_shapes(seed: int, number: int) -> int:
    """Decides random hands both ways; how many were complete."""
    rng, yes = Random(seed), 0
    for _ in range(number):
        melds = rng.choice((0, 0, 0, 1, 2, 3, 4))
        tiles, pairs = random_tiles(rng, 14 - 3 * melds), rng.random() < 0.5
        if max(Counter(tiles).values()) > 4:
            continue
        wanted = naive_shape(tiles, melds, pairs)
        assert has_shape(count(tiles), melds, pairs) == wanted, (tiles, melds, pairs)
        yes += wanted
    return yes


def test_the_decision_equals_brute_force_on_five_thousand_hands() -> None:
    assert compare_shapes(11, 5000) > 1000


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_the_decision_equals_brute_force_on_a_hundred_thousand_hands(part: int) -> None:
    assert compare_shapes(100 + part, 5000) > 1000


def _random_win(rng: Random) -> dict[str, Any]:
    """A hand that mostly wins, some of its sets laid down, with random circumstances."""
    tiles, melds = _built(rng, 4), []
    if rng.random() < 0.1:
        tiles = [*sorted(ORPHANS), rng.choice(sorted(ORPHANS))]
    elif rng.random() < 0.1:
        tiles = random_tiles(rng, 14)
    else:
        for _ in range(rng.choice((0, 0, 1, 2, 3, 4))):
            group, tiles = tiles[:3], tiles[3:]
            kong = group[0] == group[1] and rng.random() < 0.4
            kind = rng.choice(("exposed", "concealed", "added")) if kong else ""
            melds.append((group + group[:1] if kong else group, kind))
    by = rng.choice((SELF_DRAW, DISCARD, ROB))
    return {
        "closed": tiles, "melds": melds, "win": rng.choice(tiles), "by": by, "seat": rng.choice("ESWN"),
        "round": rng.choice("ESWN"), "flowers": rng.sample(CODES[PLAIN:], rng.choice((0, 0, 1, 3, 5))),
        "last": rng.random() < 0.2, "kongs": rng.choice((0, 0, 1, 2)) if by == SELF_DRAW else 0,
        "opening": rng.choice(("", "", {SELF_DRAW: "heavenly", ROB: ""}.get(by, rng.choice(("earthly", "human"))))),
    }  # fmt: skip


def fast_hand(w: dict[str, Any], flowers: bool) -> Hand:
    """The engine's hand."""
    melds = []
    for tiles, kong in w["melds"]:
        kinds = sorted(KIND[t] for t in tiles)
        melds.append(Meld(kinds[0] if kinds[0] == kinds[2] else RUN + kinds[0], kong, 1 if kong != "concealed" else -1))
    laid = tuple(KIND[f] for f in w["flowers"]) if flowers else None
    return Hand(bytes(count(w["closed"])), KIND[w["win"]], tuple(melds), laid, w["by"], EAST + "ESWN".index(w["seat"]),
                EAST + "ESWN".index(w["round"]), w["last"], w["kongs"], w["opening"])  # fmt: skip


def slow_hand(w: dict[str, Any], flowers: bool) -> Any:
    """The judge's."""
    melds = tuple(
        slow.Meld(kong or ("pung" if len(set(tiles)) == 1 else "chow"), tuple(tiles), 1, i, i)
        for i, (tiles, kong) in enumerate(w["melds"])
    )
    return slow.Situation(
        closed=slow.in_order(w["closed"]), melds=melds, tile=w["win"], how=w["by"], seat_wind=w["seat"],
        round_wind=w["round"], flowers=tuple(w["flowers"]) if flowers else (), wall_empty=w["last"],
        kongs_in_row=w["kongs"], opening=w["opening"],
    )  # fmt: skip


def compare_scores(seed: int, number: int) -> Counter[str]:
    """Scores random hands both ways under random rules; the patterns met."""
    rng, met = Random(seed), Counter[str]()
    for _ in range(number):
        stated = house_rules(rng)
        options, w = options_of("hk-mahjong", stated), _random_win(rng)
        hand, rules = fast_hand(w, options.flowers), rulebook(options)  # type: ignore[arg-type,union-attr]
        mine = best(evaluate(hand, rules))
        theirs = slow.best_scores(slow_hand(w, options.flowers), slow.full_rules(stated))  # type: ignore[union-attr]
        assert wins(hand, rules) == bool(mine)
        assert {(s.total, tuple(sorted(s.items))) for s in mine} == {
            (s.total, tuple(sorted(s.items))) for s in theirs
        }, (seed, stated, w)
        met.update(item for s in mine for item, _ in s.items)
    return met


def test_scores_equal_the_slow_ones_on_random_hands() -> None:
    met = compare_scores(5, 2500)
    assert len(met) > 30, sorted(met)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_scores_equal_the_slow_ones_on_a_hundred_thousand_hands(part: int) -> None:
    compare_scores(500 + part, 5000)


def test_the_order_in_which_tiles_and_melds_lie_changes_no_score() -> None:
    rng = Random(3)
    for _ in range(60):
        options = options_of("hk-mahjong", house_rules(rng))
        w = _random_win(rng)
        rules = rulebook(options)  # type: ignore[arg-type]
        hand = fast_hand(w, options.flowers)  # type: ignore[union-attr]
        first = {(s.total, s.items) for s in best(evaluate(hand, rules))}
        for melds in list(permutations(w["melds"]))[:6]:
            other = {**w, "closed": rng.sample(w["closed"], len(w["closed"])), "melds": list(melds)}
            again = fast_hand(other, options.flowers)  # type: ignore[union-attr]
            assert {(s.total, s.items) for s in best(evaluate(again, rules))} == first


def test_every_item_names_tiles_of_the_hand() -> None:
    rng = Random(8)
    for _ in range(300):
        options = options_of("hk-mahjong", house_rules(rng))
        w = _random_win(rng)
        hand = fast_hand(w, options.flowers)  # type: ignore[union-attr]
        there = Counter([*w["closed"], *(t for tiles, _ in w["melds"] for t in tiles), *w["flowers"]])
        for score in best(evaluate(hand, rulebook(options)))[:1]:  # type: ignore[arg-type]
            for item in tally(score, hand).items:
                assert Counter(item.tiles) <= there, (item, w)
                assert bool(item.tiles) == (item.id != "no-flower"), item
