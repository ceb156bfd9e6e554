"""Tiles, readings and scoring of 安乡偎麻雀 for the slow judge in `anxiang_weimaque.py` beside this file.

Written from the clauses of the rules page alone (their ids stand beside the code): every way to read the
twenty tiles of a win is listed, each is scored in full, and the best ones are kept. Standard library only.
"""

from __future__ import annotations

import functools
from collections import Counter

TILES = [size + str(number) for size in "sb" for number in range(1, 11)]  # the tile table, s1 … b10
INDEX = {tile: i for i, tile in enumerate(TILES)}
REDS = {size + number for size in "sb" for number in ("2", "7", "10")}
SET = Counter(dict.fromkeys(TILES, 4))  # eighty tiles, four of each
LADDER = ("zu-sun-tuo", "zu-sun", "zi-mei-tuo", "san-luan", "zi-mei", "zhuo")
ITEM_ORDER = [
    "pung", "wei", "kan", "pair", "turn", "tuanyuan",
    "all-triples", "all-triples-black", "all-black", "one-red",
    "yin", "pure-yin", "many-red", "full-garden", "all-big", "all-small", *LADDER,
    "last-tile", "single-wait", "eight-heads", "false-eight-heads", "back-to-back",
]  # fmt: skip  # ax.items


# ---------------------------------------------------------------------------------------------- tiles


def by_table(tiles) -> list[str]:
    """The tiles in the order of the tile table."""
    return sorted(tiles, key=INDEX.__getitem__)


def size_of(tile: str) -> str:
    """`s` small (小字) or `b` big (大字)."""
    return tile[0]


def number_of(tile: str) -> int:
    """1 to 10."""
    return int(tile[1:])


def is_run(tiles) -> bool:
    """ax.sentence: three consecutive numbers of one size (so 二七十 is none)."""
    a, b, c = by_table(tiles)
    same_size = size_of(a) == size_of(b) == size_of(c)
    return same_size and number_of(a) + 1 == number_of(b) and number_of(b) + 1 == number_of(c)


# ------------------------------------------------------------------------------------------- readings


@functools.lru_cache(maxsize=200_000)
def splits(tiles: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Every way to split sorted `tiles` wholly into sentences (ax.sentence); each way once.

    The first tile of the table order stands in a triple or begins a run.
    """
    if not tiles:
        return ((),)
    first = tiles[0]
    ways = set()
    if tiles.count(first) >= 3:
        triple = (first,) * 3
        ways |= {tuple(sorted([triple, *way])) for way in splits(without(tiles, triple))}
    if number_of(first) <= 8:
        run = (first, size_of(first) + str(number_of(first) + 1), size_of(first) + str(number_of(first) + 2))
        if run[1] in tiles and run[2] in tiles:
            ways |= {tuple(sorted([run, *way])) for way in splits(without(tiles, run))}
    return tuple(sorted(ways))


def without(tiles, gone) -> tuple[str, ...]:
    """`tiles` less the tiles of `gone`, which must all be there."""
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return tuple(left)


def readings(hand: list[str], melds: list[tuple], tile: str, own: bool, after_wei: bool) -> list[dict]:
    """Every reading of a win: {"groups": [(id, tiles)], "pair": tile, "won": group, "bare": bool}.

    `hand` is what is held without the winning `tile`; after a 煨 (wei) that tile lies in the meld already.
    `melds` are the table's: ("pung" | "wei" | "chow", three tiles). `won` is the group completed by the
    winning tile: ("pair" | "pung" | "wei" | "chow", tiles). `bare`: one tile was left in hand.
    """
    concealed = by_table(hand if after_wei else [*hand, tile])
    if len(concealed) + 3 * len(melds) != 20:  # ax.shape: six sentences and a pair
        return []
    found = []
    for pair in TILES:
        if concealed.count(pair) < 2:
            continue
        for way in splits(without(concealed, (pair, pair))):
            for groups, won in placements(way, pair, hand, tile, own, after_wei):
                found.append({"groups": melds + groups, "pair": pair, "won": won, "bare": len(hand) == 1})
    return found


def placements(way, pair: str, hand: list[str], tile: str, own: bool, after_wei: bool) -> list[tuple]:
    """Where the winning tile may stand in one split of the hand: pairs (named groups, winning group)."""
    plain = [("kan" if group[0] == group[1] else "chow", group) for group in way]  # ax.kan: 煨's worth
    if after_wei:  # ax.best: after a 煨 the winning tile stands in it
        return [(plain, ("wei", (tile,) * 3))]
    found = []
    if pair == tile:
        found.append((plain, ("pair", (tile, tile))))
    for i, (name, group) in enumerate(plain):
        if tile not in group or (name, group) in plain[:i]:
            continue
        if name == "kan":
            if hand.count(tile) >= 3:  # ax.last-triple: three already in hand stay a 砍
                continue
            name = "wei" if own else "pung"  # ax.last-triple
        found.append(([*plain[:i], (name, group), *plain[i + 1 :]], (name, group)))
    return found


# -------------------------------------------------------------------------------------------- scoring


def is_triple(group) -> bool:
    """Whether a (name, tiles) group is three alike."""
    return group[1][0] == group[1][1]


def all_twenty(reading: dict) -> list[str]:
    """The twenty tiles of a reading, table and hand."""
    return [tile for _, group in reading["groups"] for tile in group] + [reading["pair"]] * 2


def four_alike(reading: dict) -> list[str]:
    """团圆 (tuanyuan): kinds of which all four are there, three of them in one sentence."""
    tiles = all_twenty(reading)
    return [t for t in TILES if tiles.count(t) == 4 and any(g[1] == (t, t, t) for g in reading["groups"])]


def hard_items(reading: dict) -> list[tuple[str, int]]:
    """The items of the hard xi (硬息), those worth nothing left out."""
    items = []
    for name, group in reading["groups"]:
        red = group[0] in REDS
        if name == "pung":
            items.append(("pung", 3 if red else 2))
        elif name in ("wei", "kan"):
            items.append((name, 4 if red else 3))
    pair = reading["pair"]
    if any(pair in group for _, group in reading["groups"]):  # 转弯, instead of the pair's own
        items.append(("turn", 3 if pair in REDS else 2))
    elif pair in REDS:
        items.append(("pair", 2))
    items += [("tuanyuan", 4 if tile in REDS else 3) for tile in four_alike(reading)]
    return items


def factor(reading: dict) -> list[tuple[str, int]]:
    """The one factor k that holds, if any; the highest."""
    reds = sum(tile in REDS for tile in all_twenty(reading))
    triples = all(is_triple(group) for group in reading["groups"])
    if triples and reds == 0:
        return [("all-triples-black", 8)]  # 乌对
    if triples:
        return [("all-triples", 6)]  # 对子胡
    if reds == 0:
        return [("all-black", 4)]  # 乌胡
    if reds == 1:
        return [("one-red", 3)]  # 点胡
    return []


def ladder(fours: list[str]) -> list[tuple[str, int]]:
    """卓: the highest step that holds. Consecutive: neighbouring numbers of one size."""

    def step(tile: str, by: int) -> str:
        return size_of(tile) + str(number_of(tile) + by)

    count = len(fours)
    two = any(step(tile, 1) in fours for tile in fours)
    three = any(step(tile, 1) in fours and step(tile, 2) in fours for tile in fours)
    if count >= 4 and three:
        return [("zu-sun-tuo", 300)]
    if count == 3 and three:
        return [("zu-sun", 150)]
    if count >= 3 and two:
        return [("zi-mei-tuo", 80)]
    if count >= 3:
        return [("san-luan", 60)]
    if count == 2 and two:
        return [("zi-mei", 40)]
    if count == 2:
        return [("zhuo", 20)]
    return []


def additions(reading: dict, last: bool, single_wait: str) -> list[tuple[str, int]]:
    """The 名堂 that add; `last`: the winning tile was the last of the stock."""
    tiles, fours = all_twenty(reading), four_alike(reading)
    reds = sum(tile in REDS for tile in tiles)
    red_fours = sum(tile in REDS for tile in fours)
    items = []
    if red_fours:
        pure = reds == 4 * red_fours  # no other red tile
        items.append(("pure-yin", 100 * red_fours) if pure else ("yin", 10 * red_fours))
    if reds >= 10:
        items.append(("many-red", 10 * (reds - 9)))
    if reading["pair"] in REDS and all(any(t in REDS for t in group) for _, group in reading["groups"]):
        items.append(("full-garden", 50))
    if len({size_of(tile) for tile in tiles}) == 1:
        items.append(("all-big" if size_of(tiles[0]) == "b" else "all-small", 100))
    items += ladder(fours)
    if last:
        items.append(("last-tile", 10))
    name, won = reading["won"]
    if name == "pair" and (single_wait == "pair" or reading["bare"]):
        items.append(("single-wait", 20))
    twins = {n for n in range(1, 11) if f"s{n}" in fours and f"b{n}" in fours}
    if 8 in twins:
        items.append(("eight-heads", 200))
    if twins - {8}:
        items.append(("false-eight-heads", 100))  # once
    pair = reading["pair"]
    twin_pair = number_of(pair) == number_of(won[0]) and size_of(pair) != size_of(won[0])
    if name in ("pung", "wei") and twin_pair:
        items.append(("back-to-back", 20))
    return items


def score(reading: dict, last: bool, single_wait: str) -> tuple[int, int, list[tuple[str, int]]]:
    """(hard xi, total, items in canonical order): total = hard xi × k + additions."""
    hard, k, more = hard_items(reading), factor(reading), additions(reading, last, single_wait)
    xi = sum(value for _, value in hard)
    total = xi * (k[0][1] if k else 1) + sum(value for _, value in more)
    items = sorted(hard + k + more, key=lambda item: (ITEM_ORDER.index(item[0]), -item[1]))
    return xi, total, items


def best(found: list[dict], last: bool, rules: dict) -> tuple[int, list[list]] | None:
    """ax.best: (highest total, its item lists, each once) among readings with enough hard xi, or None."""
    scored = [score(reading, last, rules["single_wait"]) for reading in found]
    scored = [(total, items) for xi, total, items in scored if xi >= rules["min_xi"]]  # ax.win
    if not scored:
        return None
    top = max(total for total, _ in scored)
    lists = []
    for total, items in scored:
        if total == top and items not in lists:
            lists.append(items)
    return top, lists
