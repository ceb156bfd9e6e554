"""安乡偎麻雀: the count of random hands against brute force, and that the order of tiles never changes it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from replay.games.anxiang_weimaque.hand import unpack
from replay.games.anxiang_weimaque.score import WEI as AFTER_WEI
from replay.games.anxiang_weimaque.score import count, groups, tallies
from replay.games.anxiang_weimaque.tiles import CHOW, Meld
from schemas.items import ITEMS
from schemas.options import AnxiangWeimaqueOptions
from schemas.tiles import ZIPAI
from tests.games import anxiang_brute as brute
from tests.games.anxiang import CODE, hand_of, meld_of
from tests.support import golden

DEFAULT = AnxiangWeimaqueOptions()

RUNS = sorted({tuple(sorted(kinds, key=ZIPAI.index)) for kinds in CHOW})


def random_hand(rng: Random) -> tuple[list[brute.Laid], list[Meld], list[str], str, str]:
    """A hand that is complete more often than not: groups on the table and in hand, one of their tiles wins."""
    pool = Counter(dict.fromkeys(ZIPAI, 4))
    kinds = list(ZIPAI) if rng.random() < 0.5 else rng.sample(ZIPAI, rng.randrange(7, 12))
    runs = [r for r in RUNS if set(r) <= set(kinds)]
    taken: list[tuple[str, ...]] = []
    while len(taken) < 7:
        wanted: tuple[str, ...] = (rng.choice(kinds),) * (2 if len(taken) == 6 else 3)
        if len(taken) < 6 and runs and rng.random() < 0.45:
            wanted = rng.choice(runs)
        if all(pool[t] >= wanted.count(t) for t in wanted):
            pool.subtract(wanted)
            taken.append(wanted)
        elif not any(pool[t] >= 3 for t in kinds) and len(taken) < 6:
            kinds = list(ZIPAI)
            runs = RUNS
    on_table = rng.randrange(0, 7)
    laid, melds = [], []
    for group in taken[:on_table]:
        form = "chow" if len(set(group)) == 3 else rng.choice(("pung", "wei"))
        melds.append(meld_of(" ".join((form, *group))))
        laid.append(brute.Laid("run" if form == "chow" else form, tuple(map(brute.tile, group))))
    hand = [t for group in taken[on_table:] for t in group]
    rng.shuffle(hand)
    win = hand.pop()
    if rng.random() < 0.15:
        win = rng.choice([t for t in ZIPAI if pool[t]])
    how = rng.choice(("own", "other"))
    return laid, melds, hand, win, how


def compare_hand(rng: Random) -> bool:
    """One random hand both ways; whether it is a win."""
    laid, melds, tiles, win, how = random_hand(rng)
    options = AnxiangWeimaqueOptions(
        min_xi=rng.choice((10, 10, 0, 8, 14)), single_wait=rng.choice(("pair", "pair", "last-tile"))
    )
    last = rng.random() < 0.1
    hand = hand_of(melds, tiles, win, how == "own", last)
    rest = list(tiles)
    if hand.how == AFTER_WEI:
        laid = [*laid, brute.Laid("wei", (brute.tile(win),) * 3, True)]
        rest.remove(win)
        rest.remove(win)
        how = "wei"
    found = count(hand, options)
    hard, total, readings = brute.best(laid, rest, win, how, last, options.min_xi, options.single_wait)
    mine = tallies(hand, found.best)
    where = (melds, tiles, win, how, options)
    assert found.hard == hard, where
    assert {tally.total for tally in mine} == ({total} if total is not None else set()), where
    assert {tuple(sorted((i.id, i.value) for i in tally.items)) for tally in mine} == readings, where
    for reading, tally in zip(found.best[:1], mine, strict=False):
        assert sum(group.xi for group in groups(hand, reading)) <= reading.hard
        assert all(len(item.tiles) > 0 for item in tally.items)
        assert Counter(t for g in groups(hand, reading) for t in g.tiles) == Counter(unpack(hand.tiles))
    return bool(found.best)


def test_the_count_of_random_hands_is_that_of_brute_force() -> None:
    rng = Random("ax-count")
    assert sum(compare_hand(rng) for _ in range(1500)) > 500


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_the_count_of_a_hundred_thousand_hands_is_that_of_brute_force(part: int) -> None:
    rng = Random(f"ax-count/{part}")
    assert sum(compare_hand(rng) for _ in range(10_000)) > 3000


def test_the_order_of_tiles_and_melds_never_changes_the_count() -> None:
    rng = Random("ax-order")
    for _ in range(300):
        _, melds, tiles, win, how = random_hand(rng)
        first = count(hand_of(melds, tiles, win, how == "own"), DEFAULT)
        hand = hand_of(rng.sample(melds, len(melds)), rng.sample(tiles, len(tiles)), win, how == "own")
        again = count(hand, DEFAULT)
        assert (first.hard, [r.total for r in first.best]) == (again.hard, [r.total for r in again.best])


def test_the_best_reading_need_not_be_the_one_with_the_most_hard_xi() -> None:
    """ax.best: the highest total; here 678 678 and the pair 五五 that the winning tile completes."""
    melds = [meld_of("wei s10 s10 s10"), meld_of("chow s6 s7 s8"), meld_of("wei b6 b6 b6"), meld_of("wei b4 b4 b4")]
    found = count(hand_of(melds, ["s5", "s6", "s6", "s7", "s7", "s8", "s8"], "s5", False), DEFAULT)
    assert found.hard == 12
    assert [(reading.hard, reading.total) for reading in found.best] == [(10, 30)]


def test_the_written_hands_and_the_golden_matches_meet_every_item() -> None:
    met = {item for match in golden.matches(golden.rounds_path(CODE)) for r in match.rounds if r.result
           for score in r.result.scores or () if score for item, _ in score.items}  # fmt: skip
    rng = Random("ax-items")
    for _ in range(3000):
        _, melds, tiles, win, how = random_hand(rng)
        hand = hand_of(melds, tiles, win, how == "own", rng.random() < 0.1)
        met |= {item.id for tally in tallies(hand, count(hand, DEFAULT).best) for item in tally.items}
    assert set(ITEMS[CODE]) - met == {"hand-in-hand"}
