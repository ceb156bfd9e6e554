"""The count of a hand: hard xi, 名堂, total, the best reading (ax.shape to ax.items). Knows no move and no payment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from replay.game import Item, Tally
from replay.games.anxiang_weimaque.groups import Split, readings
from replay.games.anxiang_weimaque.hand import (
    BIG,
    ONE,
    ONES,
    RED,
    RED_ONES,
    REDS,
    SMALL_MASK,
    TILE_OF,
    kinds,
    size,
    unpack,
)  # fmt: skip
from replay.games.anxiang_weimaque.tiles import SENTENCES, Meld
from schemas.items import ITEMS
from schemas.options import AnxiangWeimaqueOptions

OTHER, OWN, WEI = "other-draw", "self-draw", "after-wei"
"""Where the winning tile comes from: another's draw, one's own, or one's own that went down in a 煨."""

_RED_RUNS = sum(ONE[size_ + str(n)] for size_ in "sb" for n in (1, 2, 5, 6, 7, 8))
"""The lowest kinds of runs that hold a red tile."""
_EIGHT = ONE["s8"]
_RANK = {item: i for i, item in enumerate(ITEMS["anxiang-weimaque"])}


class Group(NamedTuple):
    """One group of a reading: ``form`` "run", "pung", "wei", "kan" or "pair", its tiles, its own xi."""

    form: str
    tiles: tuple[str, ...]
    xi: int


class Hand(NamedTuple):
    """What is counted: melds on the table, hand tiles without the winning one, and the winning tile.

    After a 煨 the winning tile lies in the last meld and ``how`` is :data:`WEI`.
    """

    melds: tuple[Meld, ...]
    hand: int
    tile: str
    how: str
    last: bool
    """ax.dead: the winning tile is the last of the stock."""

    @property
    def tiles(self) -> int:
        """All tiles, the winning one included."""
        return self.hand + (0 if self.how == WEI else ONE[self.tile]) + sum(meld.hand for meld in self.melds)


class Reading(NamedTuple):
    """A reading and its count: ``total`` = ``hard`` × ``factor`` + additions."""

    split: Split
    hard: int
    total: int
    factor: int
    completed: int
    """The kind of the hand triple that the winning tile completes, as a bit; 0 for none."""
    additions: tuple[tuple[str, int, int], ...]
    """Id, value, and the kinds behind it as a packed hand (0: all twenty tiles)."""


class Count(NamedTuple):
    """What a hand comes to."""

    best: tuple[Reading, ...]
    """The readings with the highest total among those that win; empty when the hand is no win."""
    hard: int | None
    """The most hard xi of any reading, enough or not; None where the hand has no reading at all."""


def count(hand: Hand, options: AnxiangWeimaqueOptions) -> Count:
    """ax.best: of the readings with enough hard xi those with the highest total."""
    found = every(hand, options)
    enough = [reading for reading in found if reading.hard >= options.min_xi]
    most = max([reading.total for reading in enough], default=None)
    hard = max([reading.hard for reading in found], default=None)
    return Count(tuple([reading for reading in enough if reading.total == most]), hard)


def every(hand: Hand, options: AnxiangWeimaqueOptions) -> list[Reading]:
    """Every reading of a hand, whatever it is worth; empty where it is not complete."""
    own = hand.hand if hand.how == WEI else hand.hand + ONE[hand.tile]
    splits = list(readings(own, SENTENCES - len(hand.melds)))
    if not splits:
        return []
    facts = _facts(hand, options)
    return [_read(split, facts) for split in splits]


class _Facts(NamedTuple):
    """What all readings of one hand share."""

    hard: int
    triples: int
    chows: bool
    garden: bool
    tiles: int
    fours: int
    reds: int
    one: int
    wei: bool
    completes: bool
    lone: bool
    fixed: tuple[tuple[str, int, int], ...]


def _facts(hand: Hand, options: AnxiangWeimaqueOptions) -> _Facts:
    hard = triples = 0
    chows, garden = False, True
    for form, tile, _, packed in hand.melds:
        if form == "chow":
            chows = True
        else:
            triples |= ONE[tile]
            hard += (2 if form == "pung" else 3) + (tile in RED)
        garden = garden and packed & REDS != 0
    tiles, one = hand.tiles, ONE[hand.tile]
    reds = size(tiles & REDS)
    fixed = _fixed(tiles, reds, hand.last)
    wei = hand.how == WEI
    held = hand.hand // one & 7
    # ax.last-triple: three already in hand stay a 砍; two and another's draw are a 碰
    completes = hand.how == OTHER and held == 2
    lone = not wei and (options.single_wait == "pair" or size(hand.hand) == 1)
    return _Facts(hard, triples, chows, garden, tiles, tiles >> 2 & ONES, reds, one, wei, completes, lone, fixed)


def _fixed(tiles: int, reds: int, last: bool) -> tuple[tuple[str, int, int], ...]:
    """The additions that every reading of a hand has."""
    out = []
    if reds > 9:
        out.append(("many-red", 10 * (reds - 9), tiles & REDS))
    if not tiles & SMALL_MASK:
        out.append(("all-big", 100, 0))
    elif not tiles >> BIG:
        out.append(("all-small", 100, 0))
    if last:
        out.append(("last-tile", 10, -1))
    return tuple(out)


def _read(split: Split, facts: _Facts) -> Reading:
    """Hard xi, factor and additions of one reading."""
    pair, triples, runs = split
    completed = facts.one if facts.completes and triples & facts.one else 0
    four = facts.fours & (facts.triples | triples)
    hard = facts.hard + 3 * triples.bit_count() + (triples & RED_ONES).bit_count() - (completed > 0)
    hard += _pair_xi(pair, facts.tiles)
    if four:  # 团圆: all four, three of them one sentence
        hard += 3 * four.bit_count() + (four & RED_ONES).bit_count()
    factor = _factor(not runs and not facts.chows, facts.reds)
    additions = [*facts.fixed, *_of_fours(four, facts.reds)]
    if facts.garden and pair & RED_ONES and not triples & ~RED_ONES and all(run & _RED_RUNS for run in runs):
        additions.append(("full-garden", 50, 0))
    if facts.lone and pair == facts.one:
        additions.append(("single-wait", 20, 2 * pair))
    if (completed or facts.wei) and (pair == facts.one << BIG or pair == facts.one >> BIG):
        additions.append(("back-to-back", 20, 2 * pair + 3 * facts.one))
    total = hard * factor + sum(value for _, value, _ in additions)
    return Reading(split, hard, total, factor, completed, tuple(additions))


def _pair_xi(pair: int, tiles: int) -> int:
    """The pair's own xi, or 转弯: more of its kind among the twenty tiles can only stand in another sentence."""
    red = pair & RED_ONES > 0
    return 2 + red if tiles // pair & 7 > 2 else 2 * red


def _factor(all_triples: bool, reds: int) -> int:
    """k: 乌对 8, 对子胡 6, 乌胡 4, 点胡 3, else 1."""
    if all_triples:
        return 6 if reds else 8
    return {0: 4, 1: 3}.get(reds, 1)


_FACTOR_ID = {8: "all-triples-black", 6: "all-triples", 4: "all-black", 3: "one-red"}


def _of_fours(four: int, reds: int) -> list[tuple[str, int, int]]:
    """What 团圆 adds: 印胡 or 纯印, the 卓 ladder, 八碰头 and 假八碰头; `four` are their kinds."""
    out = []
    red = (four & RED_ONES).bit_count()
    if red:
        pure = reds == 4 * red
        out.append(("pure-yin", 100 * red, 4 * (four & RED_ONES)) if pure else ("yin", 10 * red, 4 * (four & RED_ONES)))
    if four.bit_count() > 1:
        out.append((*_ladder(four), 4 * four))
        both = four & four >> BIG
        if both & _EIGHT:
            out.append(("eight-heads", 200, 4 * (_EIGHT | _EIGHT << BIG)))
        if both & ~_EIGHT:
            both &= ~_EIGHT
            out.append(("false-eight-heads", 100, 4 * (both | both << BIG)))
    return out


def _ladder(four: int) -> tuple[str, int]:
    """The highest step of the 卓 ladder for two to four 团圆; neighbouring kinds lie three bits apart."""
    number, two = four.bit_count(), four & four >> 3
    if number == 2:
        return ("zi-mei", 40) if two else ("zhuo", 20)
    if two & four >> 6:
        return ("zu-sun-tuo", 300) if number == 4 else ("zu-sun", 150)
    return ("zi-mei-tuo", 80) if two else ("san-luan", 60)


def groups(hand: Hand, reading: Reading) -> tuple[Group, ...]:
    """The six sentences and the pair: those on the table first, the pair last."""
    out = []
    for form, tile, tiles, _ in hand.melds:
        xi = 0 if form == "chow" else (2 if form == "pung" else 3) + (tile in RED)
        out.append(Group("run" if form == "chow" else form, tiles, xi))
    pair, triples, runs = reading.split
    for tile in kinds(triples):
        pung = ONE[tile] == reading.completed
        out.append(Group("pung" if pung else "kan", (tile,) * 3, (2 if pung else 3) + (tile in RED)))
    out.extend(Group("run", tuple(kinds(73 * run)), 0) for run in runs)
    out.append(Group("pair", (TILE_OF[pair],) * 2, _pair_xi(pair, hand.tiles)))
    return tuple(out)


def tally(hand: Hand, reading: Reading) -> Tally:
    """ax.items: the items of a reading in the order of the game's table, with the tiles behind each."""
    tiles, items, triples = hand.tiles, [], set()
    for form, group, xi in groups(hand, reading):
        if form == "pair":
            form = "turn" if tiles // reading.split.pair & 7 > 2 else form
        elif form != "run":
            triples.add(group[0])
        if xi:
            items.append(Item(form, xi, group))
    for tile in kinds(tiles >> 2 & ONES):
        if tile in triples:
            items.append(Item("tuanyuan", 3 + (tile in RED), (tile,) * 4))
    if reading.factor > 1:
        items.append(Item(_FACTOR_ID[reading.factor], reading.factor, tuple(unpack(tiles))))
    for id_, value, packed in reading.additions:
        behind = (hand.tile,) if packed < 0 else tuple(unpack(packed or tiles))
        items.append(Item(id_, value, behind))
    items.sort(key=_place)
    return Tally(reading.total, tuple(items))


def _place(item: Item) -> tuple[int, int]:
    return _RANK[item.id], -item.value


def tallies(hand: Hand, best: Sequence[Reading]) -> tuple[Tally, ...]:
    """The tallies of equally good readings, each different list of items once."""
    seen: dict[tuple[tuple[str, int], ...], Tally] = {}
    for reading in best:
        scored = tally(hand, reading)
        seen.setdefault(tuple((item.id, item.value) for item in scored.items), scored)
    return tuple(seen.values())
