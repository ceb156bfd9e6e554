"""Tiles, groups and complete hands of 邵陽剝皮 (Shaoyang bopi), for the slow judge in shaoyang_bopi.py."""

from functools import cache, lru_cache
from itertools import combinations

TILES = [size + str(number) for size in "sb" for number in range(1, 11)]
RANK = {tile: place for place, tile in enumerate(TILES)}
# The table of melds, in its order: (xi of big tiles, xi of small tiles). What is not here counts 0.
XI = {
    "kan": (6, 3),
    "wei": (6, 3),
    "pung": (3, 1),
    "pao": (9, 6),
    "ti": (12, 9),
    "123": (6, 3),
    "2-7-10": (6, 3),
}
BONUS = ("tian-hu", "di-hu", "zi-mo")
ITEM_ORDER = list(XI) + list(BONUS)


def in_order(tiles) -> list:
    """The tiles in the order of the tile table."""
    return sorted(tiles, key=RANK.__getitem__)


def without(tiles, taken) -> tuple:
    """`tiles` less one copy of each of `taken`, which must all be there."""
    rest = list(tiles)
    for tile in taken:
        rest.remove(tile)
    return tuple(rest)


@cache
def group_id(three: tuple) -> str | None:
    """Which eaten group three tiles make: "123", "2-7-10", "run" (一句話), "mixed" (絞) or none."""
    sizes = {tile[0] for tile in three}
    numbers = sorted(int(tile[1:]) for tile in three)
    if len(sizes) == 2:
        return "mixed" if len(set(numbers)) == 1 else None
    if numbers == [1, 2, 3]:
        return "123"
    if numbers == [2, 7, 10]:
        return "2-7-10"
    return "run" if numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2] else None


def item(name: str, tile: str) -> tuple:
    """The scored item of a group, as a tuple of none or one (id, xi)."""
    big, small = XI.get(name, (0, 0))
    worth = big if tile[0] == "b" else small
    return ((name, worth),) if worth else ()


def total(items) -> int:
    """The sum of the items' values."""
    return sum(value for _, value in items)


def tidy(items) -> tuple:
    """Items in the order of the table, then the highest value first (bp.items)."""
    return tuple(sorted(items, key=lambda it: (ITEM_ORDER.index(it[0]), -it[1])))


@lru_cache(maxsize=200_000)
def splits(tiles: tuple, pairs: int) -> frozenset:
    """Every way to part `tiles` (in order) into eaten groups and exactly `pairs` pairs: the items of each."""
    if not tiles:
        return frozenset() if pairs else frozenset([()])
    first, rest = tiles[0], tiles[1:]
    found = set()
    if pairs and first in rest:
        found |= splits(without(rest, [first]), pairs - 1)
    for two in set(combinations(rest, 2)):
        name = group_id((first, *two))
        if name:
            for others in splits(without(rest, two), pairs):
                found.add(tidy(item(name, first) + others))
    return frozenset(found)


def complete(groups: list, free) -> set:
    """bp.shape: the items of every reading of a hand with these fixed (name, tile) groups and free tiles."""
    pairs = 1 if any(name in ("pao", "ti") for name, _ in groups) else 0
    if len(free) != 3 * (7 - len(groups) - pairs) + 2 * pairs:  # seven groups
        return set()
    fixed = tuple(it for name, tile in groups for it in item(name, tile))
    return {tidy(fixed + others) for others in splits(tuple(in_order(free)), pairs)}


def complete_with(groups: list, free: list, tile: str, own: bool, drawn: bool) -> set:
    """The readings of a hand completed by a tile that lies on the table (bp.best, bp.kan-fourth).

    `own`: the winner drew it himself; `drawn`: somebody drew it (not the turned tile, not a discard).
    """
    found = complete(groups, [*free, tile])  # in a run, 2-7-10, mixed or the pair
    if not own and free.count(tile) == 2:  # bp.best: a pair completed by another's tile is a pung
        found |= complete([*groups, ("pung", tile)], without(free, [tile, tile]))
    for group in groups:
        on_three = group[0] in ("kan", "wei") and not own  # bp.kan-fourth
        on_pung = group[0] == "pung" and drawn
        if group[1] == tile and (on_three or on_pung):
            found |= complete([*without(groups, [group]), ("pao", tile)], free)
    return found


def layouts(hand: tuple, tile: str) -> set:
    """bp.bi: every choice of disjoint groups of three hand tiles, each holding a copy of `tile`."""
    found = {()}
    if tile in hand:
        for two in set(combinations(without(hand, [tile]), 2)):
            group = tuple(in_order((tile, *two)))
            if group_id(group):
                for more in layouts(without(hand, group), tile):
                    found.add(tuple(sorted((*more, group), key=lambda g: [RANK[t] for t in g])))
    return found
