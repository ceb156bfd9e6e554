"""From a winning hand to its fan: hk.combine, hk.limit, hk.min, hk.items, hk.hot. Knows no table and no payment."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from replay.game import Item, Tally
from replay.games.hk_mahjong.hand import Hand, Reading, read
from replay.games.hk_mahjong.patterns import (
    EXTRAS,
    FLOWER_ITEMS,
    HOLDERS,
    INSIDE,
    LIMITS,
    TABLE,
    Pattern,
    own_flowers,
    straight_suit,
    traits,
)  # fmt: skip
from replay.kit.mahjong import CODES, FLOWERS, KIND, SEASONS, spell
from schemas.options import HkMahjongOptions

_TILES = {pattern.id: pattern.tiles for pattern in TABLE}


class Scored(NamedTuple):
    """What one way to read a hand comes to."""

    total: int
    """Fan after the cap."""
    factor: float
    """hk.hot: what multiplies the price of the total; 1 in most games."""
    items: tuple[tuple[str, int], ...]
    """Pattern id and fan, in the order of the table."""
    reading: Reading | None = None
    """None for 花糊, which needs no shape."""
    dropped: tuple[tuple[str, str], ...] = ()
    """Patterns that hold and do not count: id, and the id of what holds it inside or is the limit paid instead."""

    @property
    def worth(self) -> float:
        """Orders scores by price."""
        return self.total * 8 + self.factor


class _Rows(dict[int, tuple[Pattern, ...]]):
    """Traits of a reading to the rows that it has to be held against."""

    def __init__(self, rows: Iterable[Pattern]) -> None:
        super().__init__()
        self._rows = tuple(rows)

    def __missing__(self, traits_: int) -> tuple[Pattern, ...]:
        self[traits_] = rows = tuple(row for row in self._rows if row.needs & traits_ == row.needs)
        return rows


class Rulebook:
    """The options of a game, worked out once: which rows count, which are limits."""

    def __init__(self, options: HkMahjongOptions) -> None:
        self.options = options
        self.rows = _Rows(row for row in TABLE if row.id not in EXTRAS or row.id in options.extra_patterns)
        self.cap: int | None = None if options.cap == "none" else options.cap
        self.limits = self._limits()
        self.seven_pairs = options.seven_pairs > 0
        self.min = options.min_faan
        self.hot = self.cap == 4 and bool(options.hot_double or options.hot_triple)
        double = options.hot_double or 1
        self.hot_double, self.hot_triple = double, options.hot_triple or double

    def _limits(self) -> dict[str, int]:
        """hk.limit: id to the fan of a limit in cap play; empty with cap "none"."""
        if self.cap is None:
            return {}
        limits = dict(LIMITS)
        if self.options.heavenly_fan == 13:
            limits.update({"heavenly": 13, "earthly": 13})
        if self.options.human == 13:
            limits["human"] = 13
        limits.update(dict.fromkeys(self.options.limit_patterns, self.cap))
        return limits


@lru_cache(maxsize=256)
def rulebook(options: HkMahjongOptions) -> Rulebook:
    """The :class:`Rulebook` of `options`."""
    return Rulebook(options)


def evaluate(hand: Hand, rules: Rulebook) -> list[Scored]:
    """Every score the hand may claim: of each reading that reaches the minimum, its sum or each of its limits.

    Dearest first (of equal price the higher sum). Empty: no winning shape, or below the minimum (hk.win, hk.min).
    """
    found: list[Scored] = []
    for reading in read(hand, rules.seven_pairs):
        found.extend(_of_reading(hand, reading, rules))
    if len(found) > 1:
        found.sort(key=lambda s: (-s.worth, -sum(n for _, n in s.items)))
    return found


def best(scores: list[Scored]) -> list[Scored]:
    """hk.combine: the dearest, and every other of the same price with other items; from :func:`evaluate`'s list."""
    if len(scores) < 2:
        return scores
    out: list[Scored] = []
    for score in scores:
        if score.worth == scores[0].worth and all(score.items != other.items for other in out):
            out.append(score)
    return out


def wins(hand: Hand, rules: Rulebook) -> bool:
    """hk.win, hk.min: whether the hand may be declared."""
    return any(_of_reading(hand, reading, rules) for reading in read(hand, rules.seven_pairs))


def _of_reading(hand: Hand, reading: Reading, rules: Rulebook) -> list[Scored]:
    options = rules.options
    held: dict[str, int] = {}
    for item, test, _, _ in rules.rows[traits(hand, reading)]:
        fan = test(hand, reading, options)
        if fan:
            held[item] = int(fan)
    counted, dropped = _combine(held)
    limits = rules.limits
    if limits and not limits.keys().isdisjoint(counted):
        return _limit_scores(counted, dropped, reading, rules)
    total = sum(counted.values())
    toward = total
    if not options.flowers_count_to_min:
        toward -= sum(counted.get(item, 0) for item in FLOWER_ITEMS)
    if toward < rules.min:
        return []
    items = tuple(counted.items()) or (("chicken", 0),)
    capped = total if rules.cap is None else min(total, rules.cap)
    return [Scored(capped, _factor(total, counted, False, rules), items, reading, dropped)]


def _combine(held: dict[str, int]) -> tuple[dict[str, int], tuple[tuple[str, str], ...]]:
    """hk.combine: what counts of the rows that hold, and what is inside another."""
    if HOLDERS.isdisjoint(held):
        return held, ()
    dropped = _inside(tuple(held))
    counted = {item: fan for item, fan in held.items() if item not in dropped}
    if "mixed-terminals" in counted and "all-concealed-pungs" in counted:
        counted["mixed-terminals"] = 1  # both hold 對對糊, whose 3 fan count once
    return counted, tuple(dropped.items())


@lru_cache(maxsize=4096)
def _inside(held: tuple[str, ...]) -> dict[str, str]:
    """Of rows that hold, those inside another, and which; to be read only."""
    return {inner: item for item in held for inner in INSIDE.get(item, ()) if inner in held}


def _limit_scores(
    counted: dict[str, int], dropped: tuple[tuple[str, str], ...], reading: Reading, rules: Rulebook
) -> list[Scored]:
    """hk.limit: in cap play the highest limit alone, at most the cap; any of those equal after the cap."""
    cap = rules.cap
    assert cap is not None
    held = {item: rules.limits[item] for item in counted if item in rules.limits}
    paid = min(max(held.values()), cap)
    if paid < rules.min:
        return []
    out = []
    for item, fan in held.items():
        if min(fan, cap) == paid:
            beside = tuple((other, item) for other in counted if other != item)
            factor = _factor(fan, held, True, rules)
            out.append(Scored(paid, factor, ((item, fan),), reading, (*dropped, *beside)))
    return out


def _factor(fan: int, counted: Iterable[str], limit: bool, rules: Rulebook) -> float:
    """hk.hot: `fan` before the cap."""
    if not rules.hot:
        return 1
    if limit:
        return rules.hot_triple
    if "flush" in counted:
        return rules.hot_double
    return 1 if fan < 5 else rules.hot_double if fan < 7 else rules.hot_triple


def flower_win(count: int, rules: Rulebook) -> Scored:
    """花糊, 大花糊: seven flowers or all eight, whatever the hand; no minimum, nothing else counts."""
    item, fan = ("eight-flowers", 8) if count == 8 else ("seven-flowers", 3)
    limit = item in rules.limits
    fan = rules.limits.get(item, fan)
    total = fan if rules.cap is None else min(fan, rules.cap)
    return Scored(total, _factor(fan, (), limit, rules), ((item, fan),))


def tally(score: Scored, hand: Hand) -> Tally:
    """A score as the outcome states it: items in the order of the table, as they were found, and the tiles behind."""
    whole: tuple[str, ...] | None = None
    items = []
    for item, fan in score.items:
        behind = _TILES.get(item, "all")
        if behind == "win":
            tiles: tuple[str, ...] = (CODES[hand.win],)
        elif behind == "all" and score.reading is not None:
            if whole is None:
                whole = tuple(spell(hand.counts))
            tiles = whole
        else:
            tiles = tiles_behind(item, hand, score.reading)
        items.append(Item(item, fan, tiles))
    return Tally(score.total, tuple(items))


def tiles_behind(item: str, hand: Hand, reading: Reading | None) -> tuple[str, ...]:
    """The tile codes that make an item, as far as tiles make it."""
    return tuple(CODES[kind] for kind in _kinds_behind(_TILES.get(item, "all"), hand, reading))


def _kinds_behind(behind: str, hand: Hand, reading: Reading | None) -> list[int]:
    flowers = sorted(hand.flowers or ())
    if reading is None:
        return flowers
    if behind in KIND:
        return [KIND[behind]] * 3
    if behind in ("seat-wind", "round-wind"):
        return [hand.seat_wind if behind == "seat-wind" else hand.round_wind] * 3
    if behind == "win":
        return [hand.win]
    if behind == "none":
        return []
    if behind == "own-flowers":
        return own_flowers(hand)
    if behind == "flower-sets":
        return [k for k in flowers if all(f in flowers for f in _series(k))]
    if behind == "triplets":
        return [kind for kind in sorted(reading.triplets) for _ in range(3)]
    if behind in ("dragons", "winds"):
        kinds = range(31, 34) if behind == "dragons" else range(27, 31)
        return [kind for kind in kinds for _ in range(hand.counts[kind])]
    if behind == "kongs":
        return [kind for meld in hand.melds if meld.kong for kind in meld.kinds()]
    if behind == "identical":
        low = max(reading.runs, key=reading.runs.count)
        return [low + i for _ in range(reading.runs.count(low)) for i in range(3)]
    if behind == "straight":
        return [straight_suit(reading) + i for i in range(9)]
    return [kind for kind, n in enumerate(hand.counts) for _ in range(n)]


def _series(kind: int) -> range:
    first = FLOWERS if kind < SEASONS else SEASONS
    return range(first, first + 4)
