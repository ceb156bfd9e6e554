"""The groups of 邵陽剝皮 and their worth, the readings of a hand, the lay-outs of a chow: bp.shape, bp.best, bp.bi.

Hands are the integers of ``replay.kit.zipai``. A hand read here holds no 坎 (those are fixed), so three of a kind
in it can only be a pair and the winning tile. Nothing here knows a seat, a turn or what is stale.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from replay.kit.zipai import HIGH, KIND_OF_BIT, KINDS, SHIFT, UNIT
from schemas.tiles import ZIPAI

KAN, WEI, PUNG, PAO, TI = range(5)
"""What three or four alike are."""
ALIKE: tuple[str, ...] = ("kan", "wei", "pung", "pao", "ti")
"""Their ids."""
_ALIKE_XI = ((6, 3), (6, 3), (3, 1), (9, 6), (12, 9))  # (big, small), the table of "Melds and xi"
XI: tuple[tuple[int, ...], ...] = tuple(
    tuple(big if kind >= 10 else small for kind in range(KINDS)) for big, small in _ALIKE_XI
)
"""``XI[KAN][kind]``: xi of three or four alike."""
VALUE: dict[tuple[str, bool], int] = {
    **{(id, False): small for id, (_, small) in zip(ALIKE, _ALIKE_XI, strict=True)},
    **{(id, True): big for id, (big, _) in zip(ALIKE, _ALIKE_XI, strict=True)},
    ("123", False): 3, ("123", True): 6, ("2-7-10", False): 3, ("2-7-10", True): 6,
}  # fmt: skip
"""(Group id, whether its tiles are big) to its xi; a group that is no key is worth nothing."""


class Meld(NamedTuple):
    """What lies before a seat: id, tiles, how many of them others see, and the tile taken from the table, if any."""

    id: str
    tiles: tuple[str, ...]
    seen: int
    taken: str | None = None


class Group(NamedTuple):
    """Three tiles that belong together: what they add to a hand, id, xi, kinds ascending, melds by the tile taken."""

    weight: int
    id: str
    xi: int
    kinds: tuple[int, ...]
    melds: dict[str | None, Meld]


def _group(id: str, kinds: tuple[int, ...]) -> Group:
    tiles = tuple(ZIPAI[k] for k in kinds)
    melds = {taken: Meld(id, tiles, 3, taken) for taken in (None, *tiles)}
    return Group(sum(UNIT[k] for k in kinds), id, VALUE.get((id, kinds[0] >= 10), 0), kinds, melds)


def _groups() -> list[Group]:
    out = []
    for base in (0, 10):
        for n in range(8):
            out.append(_group("run" if n else "123", (base + n, base + n + 1, base + n + 2)))
        out.append(_group("2-7-10", (base + 1, base + 6, base + 9)))
    for n in range(10):
        out.append(_group("mixed", (n, n, n + 10)))
        out.append(_group("mixed", (n, n + 10, n + 10)))
    return sorted(out, key=lambda group: group.kinds)


GROUPS: tuple[Group, ...] = tuple(_groups())
BY_WEIGHT: dict[int, Group] = {group.weight: group for group in GROUPS}
"""What three tiles add to a hand to the group they are; three alike is none (bp.bi)."""
HOLDING: tuple[tuple[Group, ...], ...] = tuple(tuple(g for g in GROUPS if k in g.kinds) for k in range(KINDS))
"""Kind to the groups that hold it."""
_FROM: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((g.weight, g.xi) for g in GROUPS if g.kinds[0] == k) for k in range(KINDS)
)
"""Kind to the groups of which it is the lowest."""


def _alike(what: int, seen: int, taken: bool = False) -> tuple[Meld, ...]:
    copies = 4 if what in (PAO, TI) else 3
    return tuple(Meld(ALIKE[what], (tile,) * copies, seen, tile if taken else None) for tile in ZIPAI)


ALIKE_MELDS: tuple[tuple[Meld, ...], ...] = (
    _alike(KAN, 0), _alike(WEI, 0), _alike(PUNG, 3, True), _alike(PAO, 4, True), _alike(TI, 1),
)  # fmt: skip
"""``ALIKE_MELDS[what][kind]``: three or four alike as they lie (bp.visible)."""


class With(NamedTuple):
    """Two hand tiles that take a tile: what they add to a hand, their kinds ascending."""

    weight: int
    kinds: tuple[int, int]


def _without(group: Group, kind: int) -> With:
    kinds = list(group.kinds)
    kinds.remove(kind)
    return With(group.weight - UNIT[kind], (kinds[0], kinds[1]))


WITHS: tuple[tuple[With, ...], ...] = tuple(tuple(_without(g, k) for g in HOLDING[k]) for k in range(KINDS))
"""Kind to what may take it: bp.chow."""


@lru_cache(maxsize=1 << 16)
def best(free: int, pair: bool) -> int:
    """bp.shape, bp.best: most xi of `free` read as groups, with exactly one pair when `pair`; -1 when it cannot be."""
    if not free:
        return -1 if pair else 0
    kind = KIND_OF_BIT[(free & -free).bit_length()]
    most = -1
    roomy = free | HIGH
    for weight, xi in _FROM[kind]:
        rest = roomy - weight
        if rest & HIGH == HIGH:
            below = best(rest ^ HIGH, pair)
            if below >= 0 and below + xi > most:
                most = below + xi
    count = free >> SHIFT[kind] & 7
    if count == 3:
        below = best(free - 3 * UNIT[kind], pair)
        if below >= 0 and below + XI[PUNG][kind] > most:
            most = below + XI[PUNG][kind]
    if pair and count >= 2:
        most = max(most, best(free - 2 * UNIT[kind], False))
    return most


Reading = tuple[tuple[str, int, tuple[str, ...]], ...]
"""Groups as (id, xi, tiles)."""


_READ: dict[int, tuple[str, int, tuple[str, ...]]] = {
    group.weight: (group.id, group.xi, tuple(ZIPAI[k] for k in group.kinds)) for group in GROUPS
}
"""Weight of a group to how a reading states it."""


@lru_cache(maxsize=1 << 14)
def readings(free: int, pair: bool) -> tuple[Reading, ...]:
    """Every way to read `free` that is worth :func:`best` xi; empty when there is none."""
    most = best(free, pair)
    if most < 0:
        return ()
    if not free:
        return ((),)
    kind = KIND_OF_BIT[(free & -free).bit_length()]
    count = free >> SHIFT[kind] & 7
    ways: list[tuple[int, tuple[str, int, tuple[str, ...]], bool]] = []
    for weight, _ in _FROM[kind]:
        if (free | HIGH) - weight & HIGH == HIGH:
            ways.append((weight, _READ[weight], pair))
    if count == 3:
        ways.append((3 * UNIT[kind], (ALIKE[PUNG], XI[PUNG][kind], (ZIPAI[kind],) * 3), pair))
    if pair and count >= 2:
        ways.append((2 * UNIT[kind], ("pair", 0, (ZIPAI[kind],) * 2), False))
    out: list[Reading] = []
    for weight, group, still in ways:
        below = best(free - weight, still)
        if below >= 0 and below + group[1] == most:
            out.extend([(group, *rest) for rest in readings(free - weight, still)])
    return tuple(out)


def take(hand: int, weight: int) -> int:
    """`hand` without `weight`; -1 when it does not hold it."""
    rest = (hand | HIGH) - weight
    return rest ^ HIGH if rest & HIGH == HIGH else -1


class Layout(NamedTuple):
    """Groups laid down for 比: what is left of the hand, and each group's kinds, in order."""

    rest: int
    also: tuple[tuple[int, ...], ...]


def layouts(rest: int, kind: int, need_all: bool) -> list[Layout]:
    """bp.bi: how the copies of `kind` still in `rest` are laid; empty when `need_all` and they cannot all be.

    Without `need_all` the lay-outs that leave fewest copies.
    """
    found: list[Layout] = []
    _lay(rest, kind, 0, (), found)
    shift = SHIFT[kind]
    fewest = 0 if need_all else min(f.rest >> shift & 7 for f in found)
    return [f for f in found if f.rest >> shift & 7 == fewest]


def _lay(rest: int, kind: int, start: int, also: tuple[tuple[int, ...], ...], found: list[Layout]) -> None:
    found.append(Layout(rest, also))
    if not rest >> SHIFT[kind] & 7:
        return
    for i in range(start, len(HOLDING[kind])):
        left = take(rest, HOLDING[kind][i].weight)
        if left >= 0:
            _lay(left, kind, i, (*also, HOLDING[kind][i].kinds), found)


def chows(hand: int, kind: int, need_all: bool, keep: bool) -> list[tuple[With, Layout]]:
    """bp.chow, bp.bi: every way to chow a tile of `kind`; `keep`: a tile must be left to discard."""
    out = []
    for with_ in WITHS[kind]:
        rest = take(hand, with_.weight)
        if rest >= 0:
            out.extend([(with_, laid) for laid in layouts(rest, kind, need_all) if laid.rest or not keep])
    return out


@lru_cache(maxsize=1 << 14)
def can_chow(hand: int, kind: int, need_all: bool, keep: bool) -> bool:
    """Whether :func:`chows` is not empty."""
    shift, roomy = SHIFT[kind], hand | HIGH
    for with_ in WITHS[kind]:
        rest = roomy - with_.weight
        if rest & HIGH != HIGH:
            continue
        rest ^= HIGH
        if rest >> shift & 7 == 0:
            if rest or not keep:
                return True
        elif need_all:
            if _can_lay(rest, kind, keep):
                return True
        elif any(laid.rest or not keep for laid in layouts(rest, kind, False)):
            return True
    return False


def _can_lay(rest: int, kind: int, keep: bool) -> bool:
    """Whether every copy of `kind` in `rest` can be laid."""
    for group in HOLDING[kind]:
        left = (rest | HIGH) - group.weight
        if left & HIGH == HIGH:
            left ^= HIGH
            if left >> SHIFT[kind] & 7:
                if _can_lay(left, kind, keep):
                    return True
            elif left or not keep:
                return True
    return False
