"""The count of 安乡偎麻雀 by brute force: every partition of the hand, every place of the winning tile.

Written with lists and numbers alone, without anything of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

Tile = tuple[str, int]
"""Size and number: ``("s", 7)``."""


class Laid(NamedTuple):
    """A group: ``form`` run, pung, wei, kan or pair; the tiles; whether the winning tile is among them."""

    form: str
    tiles: tuple[Tile, ...]
    winning: bool = False


def tile(code: str) -> Tile:
    """A code as size and number."""
    return code[0], int(code[1:])


def red(t: Tile) -> bool:
    """二七十."""
    return t[1] in (2, 7, 10)


def partitions(hand: list[Tile], pairs: int = 1) -> Iterator[list[tuple[Tile, ...]]]:
    """Every way to take groups out of a sorted hand until nothing is left."""
    if not hand:
        if not pairs:
            yield []
        return
    first, rest = hand[0], hand[1:]
    seen = set()
    for size in (1, 2) if pairs else (2,):
        for more in combinations(rest, size):
            group = (first, *more)
            if group in seen or not _is_group(group):
                continue
            seen.add(group)
            left = list(rest)
            for t in more:
                left.remove(t)
            for others in partitions(left, pairs - (size == 1)):
                yield [group, *others]


def _is_group(group: tuple[Tile, ...]) -> bool:
    if len(set(group)) == 1:
        return True
    sizes, numbers = {s for s, _ in group}, [n for _, n in group]
    return len(group) == 3 and len(sizes) == 1 and numbers == list(range(numbers[0], numbers[0] + 3))


def readings(table: list[Laid], hand: list[str], win: str, how: str) -> Iterator[list[Laid]]:
    """Every reading and place of the winning tile. `how`: ``own``, ``other``, or ``wei`` (it lies on the table)."""
    held = [tile(code) for code in hand]
    won = tile(win)
    whole = held if how == "wei" else [*held, won]
    for groups in partitions(sorted(whole)):
        if len(groups) + len(table) != 7:
            continue
        if how == "wei":
            yield [*table, *(_closed(group) for group in groups)]
            continue
        for i, group in enumerate(groups):
            if won not in group:
                continue
            completes = len(group) == 3 and len(set(group)) == 1
            if completes and held.count(won) == 3:
                continue  # ax.last-triple: the three stay a 砍, the tile stands elsewhere
            form = _closed(group).form if not completes else "pung" if how == "other" else "wei"
            yield [*table, *(Laid(form, g, True) if j == i else _closed(g) for j, g in enumerate(groups))]


def _closed(group: tuple[Tile, ...]) -> Laid:
    if len(group) == 2:
        return Laid("pair", group)
    return Laid("kan" if len(set(group)) == 1 else "run", group)


def items(laid: list[Laid], won: Tile, how: str, last: bool, lone: bool) -> tuple[int, int, list[tuple[str, int]]]:
    """Hard xi, total and items of one reading. `lone`: 单吊 counts where the winning tile completes the pair."""
    every = [t for group in laid for t in group.tiles]
    hard = [(group.form, (2 if group.form == "pung" else 3) + red(group.tiles[0]))
            for group in laid if group.form in ("pung", "wei", "kan")]  # fmt: skip
    (pair,) = [group for group in laid if group.form == "pair"]
    if any(pair.tiles[0] in group.tiles for group in laid if group is not pair):
        hard.append(("turn", 2 + red(pair.tiles[0])))
    elif red(pair.tiles[0]):
        hard.append(("pair", 2))
    triples = [group.tiles[0] for group in laid if group.form in ("pung", "wei", "kan")]
    fours = sorted(t for t in triples if every.count(t) == 4)
    hard += [("tuanyuan", 3 + red(t)) for t in fours]
    xi = sum(value for _, value in hard)
    reds = sum(map(red, every))
    factors = []
    if len(triples) == 6:
        factors.append(("all-triples", 6))
        if reds == 0:
            factors.append(("all-triples-black", 8))
    if reds == 0:
        factors.append(("all-black", 4))
    if reds == 1:
        factors.append(("one-red", 3))
    best = max(factors, key=lambda f: f[1], default=None)
    extra = [*_reds(laid, every, fours), *_fours(fours)]
    if len({size for size, _ in every}) == 1:
        extra.append(("all-big" if every[0][0] == "b" else "all-small", 100))
    if last:
        extra.append(("last-tile", 10))
    if lone and pair.winning:
        extra.append(("single-wait", 20))
    completed = how == "wei" or any(g.winning and g.form in ("pung", "wei") for g in laid)
    if completed and pair.tiles[0][1] == won[1] and pair.tiles[0][0] != won[0]:
        extra.append(("back-to-back", 20))
    total = xi * (best[1] if best else 1) + sum(value for _, value in extra)
    return xi, total, [*hard, *([best] if best else []), *extra]


def _reds(laid: list[Laid], every: list[Tile], fours: list[Tile]) -> Iterator[tuple[str, int]]:
    reds = sum(map(red, every))
    four_reds = [t for t in fours if red(t)]
    if four_reds and reds == 4 * len(four_reds):
        yield "pure-yin", 100 * len(four_reds)
    elif four_reds:
        yield "yin", 10 * len(four_reds)
    if reds >= 10:
        yield "many-red", 10 * (reds - 9)
    if all(any(map(red, group.tiles)) for group in laid):
        yield "full-garden", 50


def _fours(fours: list[Tile]) -> Iterator[tuple[str, int]]:
    def neighbours(*tiles: Tile) -> bool:
        return len({s for s, _ in tiles}) == 1 and all(b[1] - a[1] == 1 for a, b in pairwise(tiles))

    in_a_row = any(neighbours(*three) for three in combinations(fours, 3))
    two = any(neighbours(*pair) for pair in combinations(fours, 2))
    if len(fours) == 2:
        yield ("zi-mei", 40) if two else ("zhuo", 20)
    elif len(fours) > 2:
        if in_a_row:
            yield ("zu-sun", 150) if len(fours) == 3 else ("zu-sun-tuo", 300)
        else:
            yield ("zi-mei-tuo", 80) if two else ("san-luan", 60)
    both = {n for s, n in fours if s == "s"} & {n for s, n in fours if s == "b"}
    if 8 in both:
        yield "eight-heads", 200
    if both - {8}:
        yield "false-eight-heads", 100


def best(
    table: list[Laid], hand: list[str], win: str, how: str, last: bool, min_xi: int, single_wait: str
) -> tuple[int | None, int | None, set[tuple[tuple[str, int], ...]]]:
    """The most hard xi of any reading, the best total of those that win, and the items of all that come to it."""
    lone = single_wait == "pair" or len(hand) == 1
    counted = [items(laid, tile(win), how, last, lone) for laid in readings(table, hand, win, how)]
    wins = [(total, tuple(sorted(found))) for xi, total, found in counted if xi >= min_xi]
    top = max((total for total, _ in wins), default=None)
    return max((xi for xi, _, _ in counted), default=None), top, {found for total, found in wins if total == top}
