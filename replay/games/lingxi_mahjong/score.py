"""What a hand counts: base tai of everybody, additional tai of the winner. Source: the tables of lx.base, lx.items.

Knows no position: ``table`` fills a :class:`Hand`. Who pays what is ``pay``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from replay.game import Item, Tally
from replay.games.lingxi_mahjong.claims import SETS, slaughter_ready
from replay.games.lingxi_mahjong.readings import HONOURS, RUNS, Reading, readings, traits
from replay.games.lingxi_mahjong.tiles import GROUP_OF, GROUPS, Wilds
from replay.kit.mahjong import CODES, EAST, FLOWERS, GREEN, PAIR, PLAIN, RED, RUN, SUITED, TRIPLET, WHITE, Meld
from replay.kit.mahjong import tiles_of as shape_tiles
from schemas.items import ITEMS
from schemas.options import LingxiMahjongOptions

WINDS = range(EAST, RED)
FLOWER_TAI = (0, 1, 3, 5, 10)
OPENING_TAI = 13
SUIT_WILD, HONOUR_WILD, EQUAL_WILD = (0, 2, 5, 8), (0, 3, 7, 11), (0, 7, 15)
_RANK = {item: i for i, item in enumerate(ITEMS["lingxi-mahjong"])}


@dataclass(slots=True)
class Hand:
    """What one seat counts with."""

    closed: bytes
    """42 counts, of a winner the winning tile among them."""
    melds: Sequence[Meld]
    fours: Sequence[int]
    flowers: Sequence[int]
    """Flowers and 白 laid singly, and those held in a last-four turn."""
    wilds: Wilds
    wind: int
    drawn: bool = False
    """The winning tile was drawn, or the hand dealt."""
    kong_draw: bool = False
    rob: bool = False
    last_four: bool = False
    heavenly: bool = False
    earthly: bool = False
    alone: int = -1
    """The only tile in hand before the win, five sets being on the table; -1: none."""
    tile: int = -1
    """The winning tile."""


class Scored(NamedTuple):
    """The best reading: `total` is doubled where lx.double says so; `flat` a 殺豬 or 花胡 of any hand."""

    items: tuple[Item, ...]
    total: int
    flat: bool = False
    shapes: tuple[int, ...] = ()


def _codes(kinds: Sequence[int]) -> tuple[str, ...]:
    return tuple(CODES[kind] for kind in kinds)


def arranged(items: Sequence[Item]) -> tuple[Item, ...]:
    """Items in the order of the game's table, then by value, highest first."""
    return tuple(sorted(items, key=_place)) if len(items) > 1 else tuple(items)


def _place(item: Item) -> int:
    return 1024 * _RANK[item.id] - item.value


def _named(kind: int, wind: int) -> str:
    """wind, honour: the item of a triplet of the kind, or nothing."""
    if kind in (RED, GREEN, WHITE):
        return "honour"
    return "wind" if kind == wind else ""


def _melded(hand: Hand) -> list[Item]:
    """wind, honour, kong: of melds."""
    items = []
    for meld in hand.melds:
        kind = meld.shape
        named = _named(kind, hand.wind)
        if meld.kong:
            tai = (4 if meld.kong == "concealed" else 3) + (1 if named else 0)
            items.append(Item("kong", tai, meld.codes()))
        elif named:
            items.append(Item(named, 1, meld.codes()))
    return items


@lru_cache(maxsize=1 << 13)
def _flowers(fours: tuple[int, ...], laid: tuple[int, ...]) -> tuple[Item, ...]:
    """flowers: a group by its number; an opening four 13. `laid` ascends."""
    items = [Item("flowers", OPENING_TAI, _codes(GROUPS[group])) for group in fours]
    for group in GROUPS:
        kinds = [kind for kind in laid if GROUP_OF[kind] == group]
        if kinds:
            items.append(Item("flowers", FLOWER_TAI[len(kinds)], _codes(kinds)))
    return tuple(items)


@lru_cache(maxsize=1 << 13)
def _wild_item(kinds: tuple[int, ...], equal: bool) -> Item:
    """wild: one kind by its number, the held ones given; equal indicators have a table of their own."""
    table = EQUAL_WILD if equal else SUIT_WILD if kinds[0] < SUITED else HONOUR_WILD
    return Item("wild", table[len(kinds)], _codes(kinds))


def _base(hand: Hand, counts: Sequence[int]) -> list[Item]:
    """What winner and loser count alike: melds, flowers, wilds."""
    items = _melded(hand) if hand.melds else []
    if hand.fours or hand.flowers:
        items += _flowers(tuple(hand.fours), tuple(sorted(hand.flowers)))
    for group, n in zip(hand.wilds.groups, counts, strict=True):
        if n:
            held = group * n if len(group) == 1 else tuple([k for k in sorted({*group}) for _ in range(hand.closed[k])])
            items.append(_wild_item(held, hand.wilds.equal))
    return items


def _in_hand(hand: Hand, left: int) -> list[Item]:
    """wind, honour, loser-wilds of a hand that has not won and holds `left` wilds: three alike, and what wilds fill."""
    items, closed, wilds = [], hand.closed, hand.wilds
    short: list[tuple[int, int]] = []
    laid = [meld.shape for meld in hand.melds]
    for kind in (hand.wind, RED, GREEN, WHITE):
        n, wild = closed[kind], wilds.wild_mask >> kind & 1
        if kind == WHITE and not wild:
            continue
        if n >= 3:
            items.append(Item(_named(kind, hand.wind), 1, (CODES[kind],) * 3))
            left -= 3 if wild else 0
        elif n and not wild and kind not in laid:
            short.append((3 - n, kind))
    for need, kind in sorted(short) if left else ():
        if need <= left:
            left -= need
            items.append(Item("loser-wilds", 1, (CODES[kind],) * (3 - need)))
    return items


def loser(hand: Hand) -> Tally:
    """The base tai of a seat that has not won; never doubled (lx.double)."""
    counts = hand.wilds.counts(hand.closed)
    items = arranged([*_base(hand, counts), *_in_hand(hand, sum(counts))])
    return Tally(sum([item.value for item in items]), items)


# ---------------------------------------------------------------- the winner


def has_eight(hand: Hand) -> bool:
    """花胡: all eight flowers, opening fours among them."""
    if 4 * len(hand.fours) + len(hand.flowers) < 8:
        return False
    return 4 * sum(group >= FLOWERS for group in hand.fours) + sum(kind >= FLOWERS for kind in hand.flowers) == 8


def _circumstances(hand: Hand, counts: Sequence[int], options: LingxiMahjongOptions) -> list[Item]:
    """What does not hang on the reading."""
    tile = (CODES[hand.tile],) if hand.tile >= 0 else ()
    items = []
    if hand.drawn and not (hand.kong_draw or hand.last_four or hand.heavenly):
        items.append(Item("self-draw", 1, tile))
    for id, tai, holds in (
        ("kong-draw", 3, hand.kong_draw), ("rob-kong", 3, hand.rob), ("last-four", 3, hand.last_four),
        ("no-wild", 7, not any(counts)), ("heavenly", 13, hand.heavenly), ("earthly", 13, hand.earthly),
    ):  # fmt: skip
        if holds:
            items.append(Item(id, tai, () if id == "no-wild" else tile))
    if hand.alone >= 0:
        wild = hand.wilds.wild_mask >> hand.alone & 1
        items.append(Item("single-wait", 7 if wild else 13, (CODES[hand.alone],)))
    if slaughter_ready(counts, hand.wilds.equal):
        tai = {5: 26, 6: 52}.get(sum(counts), options.slaughter_win_tai)
        items.append(Item("slaughter-win", tai, _wild_codes(hand)))
    if has_eight(hand):
        items.append(Item("flower-win", options.flower_win_tai, _codes(range(FLOWERS, 42))))
    return items


def _wild_codes(hand: Hand) -> tuple[str, ...]:
    return tuple(CODES[kind] for kind in dict.fromkeys(hand.wilds.kinds) for _ in range(hand.closed[kind]))


def _by_traits(mask: int) -> tuple[tuple[str, int, int], ...]:
    """half-flush, flush, all-pungs: of a reading with such :func:`traits` of its shapes."""
    found = (
        ("half-flush", 7, mask & ~RUNS in (HONOURS | 1, HONOURS | 2, HONOURS | 4)),
        ("all-pungs", 7, not mask & RUNS),
        ("flush", 13, mask & ~RUNS in (1, 2, 4)),
    )
    return tuple((id, tai, -1) for id, tai, holds in found if holds)


_BY_TRAITS = tuple(map(_by_traits, range(2 * RUNS)))


def _four_winds(shapes: tuple[int, ...]) -> bool:
    """四風齊: triplets of all four winds, or of three and the pair of the fourth."""
    triplets = {kind for kind in shapes if kind in WINDS}
    pair = {kind - PAIR for kind in shapes if kind - PAIR in WINDS}
    return len(triplets) == 4 or (len(triplets) == 3 and bool(pair - triplets))


def laid_shapes(hand: Hand) -> tuple[int, ...]:
    """The sets on the table; an opening four is a triplet of the kind that names its group."""
    return (*[meld.shape for meld in hand.melds], *[TRIPLET + group for group in hand.fours])


def reading_items(reading: Reading, laid: tuple[int, ...], hand: Hand) -> list[tuple[str, int, int]]:
    """The items of a reading: id, tai, and the kind of a wind's or honour's triplet."""
    shapes = reading.shapes + laid
    mask = traits(shapes)
    items = list(_BY_TRAITS[mask])
    if reading.own >= 3:
        items.append(("wild-gathering", 7, -1))
    if not mask & HONOURS:
        return items
    if reading.winds_own and _four_winds(shapes):
        items.append(("four-winds", 13, -1))
    for kind in reading.shapes:
        if EAST <= kind <= WHITE and (named := _named(kind, hand.wind)):
            items.append((named, 1, kind))
    return items


_SPELT: tuple[tuple[str, ...], ...] = tuple(
    _codes([kind for kind in shape_tiles(shape) if kind < PLAIN]) for shape in range(PAIR + PLAIN)
)
"""Shape to its tiles; none of wild flowers."""


def _behind(id: str, kind: int, shapes: tuple[int, ...]) -> tuple[str, ...]:
    """The tiles that make a pattern, as the reading has them."""
    if kind >= 0:
        return (CODES[kind],) * 3
    if id == "four-winds":
        shapes = tuple([shape for shape in shapes if shape % 100 in WINDS])
    elif id == "wild-gathering":
        return ()
    return tuple(chain.from_iterable([_SPELT[shape] for shape in shapes]))


def is_all_runs(hand: Hand, reading: Reading) -> bool:
    """平胡: no triplet, kong, flower, 白, wild."""
    if hand.flowers or any(hand.wilds.counts(hand.closed)):
        return False
    return min(reading.shapes + laid_shapes(hand)) >= RUN


def winner(hand: Hand, options: LingxiMahjongOptions) -> list[Scored]:
    """The best readings of a winner, each with other items (lx.best); the first is the one that is stated.

    A hand that is no win counts as the flat 殺豬 or 花胡 that it must be.
    """
    closed = list(readings(hand.closed, hand.wilds, SETS - len(hand.melds) - len(hand.fours)))
    if not closed:
        return [_flat(hand, options)]
    counts = hand.wilds.counts(hand.closed)
    fixed = [*_base(hand, counts), *_circumstances(hand, counts, options)]
    base, laid = sum([item.value for item in fixed]), laid_shapes(hand)
    best = -1
    ways: dict[tuple[tuple[str, int], ...], tuple[list[tuple[str, int, int]], Reading]] = {}
    for reading in closed:
        items = reading_items(reading, laid, hand)
        tai = sum([item[1] for item in items])
        if tai > best:
            best, ways = tai, {}
        if tai == best:
            ways.setdefault(tuple(sorted([(id, n) for id, n, _ in items])), (items, reading))
    out = []
    for items, reading in ways.values():
        shapes = reading.shapes + laid
        behind = [Item(id, tai, _behind(id, kind, shapes)) for id, tai, kind in items]
        out.append(Scored(arranged([*fixed, *behind]), doubled(base + best, options), shapes=shapes))
    if base + best < 13 and not any(counts):
        runs = next((reading for reading in closed if is_all_runs(hand, reading)), None)
        if runs is not None:
            shapes = runs.shapes + laid
            tiles = tuple(chain.from_iterable([_SPELT[shape] for shape in shapes]))
            return [Scored((Item("all-runs", 13, tiles),), doubled(13, options), shapes=shapes)]
    return out


def _flat(hand: Hand, options: LingxiMahjongOptions) -> Scored:
    """殺豬, 花胡: any hand, nothing else counts."""
    if has_eight(hand):
        item = Item("flower-win", options.flower_win_tai, _codes(range(FLOWERS, 42)))
    else:
        item = Item("slaughter", 13, _wild_codes(hand))
    return Scored((item,), doubled(item.value, options), flat=True)


def doubled(tai: int, options: LingxiMahjongOptions) -> int:
    """lx.double: the winner's sum, doubled once from 13 on (or 10)."""
    return 2 * tai if tai >= options.double_from else tai
