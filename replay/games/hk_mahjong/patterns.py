"""The table of fan, one small predicate a pattern: hk.extra and the table of ``docs/rules/hk-mahjong.md``.

A predicate says how many fan its row gives to one reading of a hand, as if no other row existed (0: it does not hold).
What a row holds inside itself is :data:`INSIDE`; sums, limits and the cap are ``score``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from replay.games.hk_mahjong.hand import (
    DISCARD,
    ORPHAN_HAND,
    ROB,
    SELF_DRAW,
    SEVEN_PAIRS,
    STANDARD,
    Hand,
    Reading,
    gates_but,
)  # fmt: skip
from replay.kit.mahjong import EAST, FLOWERS, GREEN, RED, SEASONS, SUITED, WHITE
from schemas.options import HkMahjongOptions

Test = Callable[[Hand, Reading, HkMahjongOptions], int]


(
    SELF, ROBBED, THROWN, LAST, KONG_DRAWN, OPENING, FLOWERLESS, FLOWERED, CLOSED, RUNS, CHOWS, PUNGS, PURE, OUTER,
    KONGS, SPECIAL, HONOURS, NUMBERS, WIND, WINDS, DRAGON, DRAGONS,
) = (1 << bit for bit in range(22))  # fmt: skip
"""What a row cannot do without, a bit each: a hand that lacks it is not held against the row. See :func:`traits`."""


_OF_WINDS = (0, WIND, WIND, WIND | WINDS, WIND | WINDS)
_OF_DRAGONS = (0, DRAGON, DRAGON | DRAGONS, DRAGON | DRAGONS)
"""Triplets of winds and of dragons to their traits: any; three winds or more, two dragons or more."""


class Pattern(NamedTuple):
    """A row of the table. ``tiles`` names the tiles behind it (see ``score.tiles_behind``), ``needs`` its traits."""

    id: str
    test: Test
    tiles: str = "all"
    needs: int = 0


def traits(h: Hand, r: Reading) -> int:
    """The traits of a reading: how it was won, and what sorts of sets there are."""
    bits = SELF if h.by == SELF_DRAW else THROWN if h.by == DISCARD else ROBBED
    if h.last:
        bits |= LAST
    if h.kong_draws:
        bits |= KONG_DRAWN
    if h.opening:
        bits |= OPENING
    if h.flowers is not None:
        bits |= FLOWERED if h.flowers else FLOWERLESS
    if not h.melds:
        bits |= CLOSED
    if len(r.runs) > 1:
        bits |= RUNS | CHOWS if len(r.runs) == 4 else RUNS
    bits |= HONOURS if h.honours else NUMBERS
    if h.honours > 2:
        dragons = sum([kind >= RED for kind in r.triplets])
        winds = sum([kind >= SUITED for kind in r.triplets]) - dragons
        bits |= _OF_WINDS[winds] | _OF_DRAGONS[dragons]
    if len(r.triplets) == 4:
        bits |= PUNGS
    if h.suits < 2:
        bits |= PURE
    if h.outer:
        bits |= OUTER
    if len(h.melds) > 2:
        bits |= KONGS
    return bits | SPECIAL if r.form != STANDARD else bits


def all_chows(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """平糊."""
    return len(r.runs) == 4 and (o.all_chows_pair == "any" or r.pair < SUITED)


def self_draw(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """自摸."""
    return h.by == SELF_DRAW


def concealed(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """門前清."""
    return not h.melds and (h.flowers is None or o.concealed_with_flowers)


def dragon(kind: int) -> Test:
    """番子."""

    def test(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
        return kind in r.triplets

    return test


def seat_wind(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """門風."""
    return h.seat_wind in r.triplets


def round_wind(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """圈風."""
    return h.round_wind in r.triplets


def rob_kong(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """搶槓."""
    return h.by == ROB


def last_tile(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """海底撈月."""
    return h.last and h.by == SELF_DRAW


def last_discard(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """河底撈魚."""
    return h.last and h.by == DISCARD and o.last_discard


def kong_draw(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """槓上開花."""
    return h.kong_draws > 0


def double_kong_draw(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """連槓開花."""
    return 8 if h.kong_draws > 1 else 0


def no_flower(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """無花."""
    return h.flowers is not None and not h.flowers


def _whole_series(h: Hand) -> list[int]:
    held = h.flowers or ()
    return [first for first in (FLOWERS, SEASONS) if all(first + i in held for i in range(4))]


def own_flowers(h: Hand) -> list[int]:
    """The seat's flowers that count one by one: those of a whole series do not."""
    if not h.flowers:
        return []
    whole, place = _whole_series(h), h.seat_wind - EAST
    return [first + place for first in (FLOWERS, SEASONS) if first not in whole and first + place in h.flowers]


def seat_flower(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """正花."""
    return len(own_flowers(h))


def flower_set(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """一台花."""
    return 2 * len(_whole_series(h)) if h.flowers else 0


def all_pungs(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """對對糊."""
    return 3 if len(r.triplets) == 4 else 0


def half_flush(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """混一色."""
    return 3 if h.suits == 1 and h.honours else 0


def mixed_terminals(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """花么九."""
    return 4 if len(r.triplets) == 4 and h.outer and h.honours and h.suits else 0


def small_dragons(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """小三元."""
    return 5 if r.pair >= RED and sum(kind >= RED for kind in r.triplets) == 2 else 0


def small_winds(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """小四喜."""
    return 3 if EAST <= r.pair < RED and sum(EAST <= kind < RED for kind in r.triplets) == 3 else 0


def flush(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """清一色."""
    return 7 if h.suits == 1 and not h.honours else 0


def big_dragons(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """大三元."""
    return 8 if sum(kind >= RED for kind in r.triplets) == 3 else 0


def all_concealed_pungs(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """坎坎糊."""
    mine = len(r.triplets) == 4 and not h.melds and (h.by == SELF_DRAW or h.win == r.pair)
    return 8 if mine else 0


def all_honours(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """字一色."""
    return 10 if not h.suits else 0


def all_terminals(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """清么九."""
    return 10 if h.outer and not h.honours and len(r.triplets) == 4 else 0


def nine_gates(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """九子連環."""
    if h.suits != 1 or h.honours or (h.melds and o.nine_gates != "open"):
        return 0
    extra = gates_but(h.counts)
    return 10 if extra >= 0 and (o.nine_gates != "nine-wait" or extra == h.win) else 0


def big_winds(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """大四喜."""
    return 13 if sum(EAST <= kind < RED for kind in r.triplets) == 4 else 0


def thirteen_orphans(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """十三么."""
    return 13 if r.form == ORPHAN_HAND else 0


def four_kongs(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """十八羅漢."""
    return 13 if h.kongs() == 4 else 0


def seven_pairs(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """七對."""
    return o.seven_pairs if r.form == SEVEN_PAIRS else 0


def heavenly(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """天糊."""
    return o.heavenly_fan if h.opening == "heavenly" else 0


def earthly(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """地糊."""
    return o.heavenly_fan if h.opening == "earthly" else 0


def human(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """人糊."""
    return o.human if h.opening == "human" else 0


def _identical(r: Reading) -> int:
    return max(map(r.runs.count, r.runs), default=0)


def identical_chows_2(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """一般高."""
    return _identical(r) >= 2


def identical_chows_3(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """三般高."""
    return 2 if _identical(r) >= 3 else 0


def identical_chows_4(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """四般高."""
    return 3 if _identical(r) == 4 else 0


def missing_suit(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """缺一門."""
    return h.suits == 2


def straight_suit(r: Reading) -> int:
    """The suit's first kind in which 123 456 789 are three of the sets, or -1."""
    return next((s for s in (0, 9, 18) if s in r.runs and s + 3 in r.runs and s + 6 in r.runs), -1)


def straight(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """一條龍."""
    return 2 if straight_suit(r) >= 0 else 0


def three_kongs(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
    """三槓子."""
    return 3 if h.kongs() == 3 else 0


def _only(*kinds: int) -> Test:
    allowed = frozenset(kinds)

    def test(h: Hand, r: Reading, o: HkMahjongOptions) -> int:
        return 13 if not any(n and kind not in allowed for kind, n in enumerate(h.counts)) else 0

    return test


all_green = _only(19, 20, 21, 23, 25, GREEN)
"""綠一色."""
red_peacock = _only(18, 22, 24, 26, RED)
"""紅孔雀."""

TABLE: tuple[Pattern, ...] = (
    Pattern("all-chows", all_chows, needs=CHOWS),
    Pattern("self-draw", self_draw, "win", needs=SELF),
    Pattern("concealed", concealed, needs=CLOSED),
    Pattern("dragon-C", dragon(RED), "C", needs=DRAGON),
    Pattern("dragon-F", dragon(GREEN), "F", needs=DRAGON),
    Pattern("dragon-P", dragon(WHITE), "P", needs=DRAGON),
    Pattern("seat-wind", seat_wind, "seat-wind", needs=WIND),
    Pattern("round-wind", round_wind, "round-wind", needs=WIND),
    Pattern("rob-kong", rob_kong, "win", needs=ROBBED),
    Pattern("last-tile", last_tile, "win", needs=LAST | SELF),
    Pattern("last-discard", last_discard, "win", needs=LAST | THROWN),
    Pattern("kong-draw", kong_draw, "win", needs=KONG_DRAWN),
    Pattern("double-kong-draw", double_kong_draw, "win", needs=KONG_DRAWN),
    Pattern("no-flower", no_flower, "none", needs=FLOWERLESS),
    Pattern("seat-flower", seat_flower, "own-flowers", needs=FLOWERED),
    Pattern("flower-set", flower_set, "flower-sets", needs=FLOWERED),
    Pattern("all-pungs", all_pungs, "triplets", needs=PUNGS),
    Pattern("half-flush", half_flush, needs=PURE | HONOURS),
    Pattern("mixed-terminals", mixed_terminals, needs=PUNGS | OUTER | HONOURS),
    Pattern("small-dragons", small_dragons, "dragons", needs=DRAGONS),
    Pattern("small-winds", small_winds, "winds", needs=WINDS),
    Pattern("flush", flush, needs=PURE | NUMBERS),
    Pattern("big-dragons", big_dragons, "dragons", needs=DRAGONS),
    Pattern("all-concealed-pungs", all_concealed_pungs, "triplets", needs=PUNGS | CLOSED),
    Pattern("all-honours", all_honours, needs=PURE | OUTER | HONOURS),
    Pattern("all-terminals", all_terminals, needs=PUNGS | OUTER | NUMBERS),
    Pattern("nine-gates", nine_gates, needs=PURE | NUMBERS),
    Pattern("big-winds", big_winds, "winds", needs=PUNGS | WINDS),
    Pattern("thirteen-orphans", thirteen_orphans, needs=SPECIAL),
    Pattern("four-kongs", four_kongs, "kongs", needs=KONGS),
    Pattern("seven-pairs", seven_pairs, needs=SPECIAL),
    Pattern("heavenly", heavenly, needs=OPENING),
    Pattern("earthly", earthly, needs=OPENING),
    Pattern("human", human, needs=OPENING),
    Pattern("identical-chows-2", identical_chows_2, "identical", needs=RUNS),
    Pattern("identical-chows-3", identical_chows_3, "identical", needs=RUNS),
    Pattern("identical-chows-4", identical_chows_4, "identical", needs=CHOWS),
    Pattern("missing-suit", missing_suit),
    Pattern("straight", straight, "straight", needs=RUNS),
    Pattern("three-kongs", three_kongs, "kongs", needs=KONGS),
    Pattern("all-green", all_green, needs=PURE),
    Pattern("red-peacock", red_peacock, needs=PURE),
)
"""The rows that a hand is held against, in the order of the items."""

_DRAGONS = ("dragon-C", "dragon-F", "dragon-P")
_WINDS = ("seat-wind", "round-wind")
INSIDE: dict[str, tuple[str, ...]] = {
    "double-kong-draw": ("kong-draw", "self-draw"),
    "mixed-terminals": ("all-pungs",),
    "small-dragons": _DRAGONS,
    "small-winds": _WINDS,
    "big-dragons": _DRAGONS,
    "all-concealed-pungs": ("all-pungs", "concealed"),
    "nine-gates": ("flush", "concealed"),
    "big-winds": _WINDS,
    "thirteen-orphans": ("concealed",),
    "seven-pairs": ("concealed",),
    "identical-chows-3": ("identical-chows-2",),
    "identical-chows-4": ("identical-chows-3", "identical-chows-2"),
}
"""hk.combine: a row to the rows it holds inside itself, or does not go with."""
HOLDERS = frozenset(INSIDE)

LIMITS: dict[str, int] = {
    "all-honours": 10, "all-terminals": 10, "nine-gates": 10, "big-winds": 13, "thirteen-orphans": 13,
    "four-kongs": 13, "all-green": 13, "red-peacock": 13,
}  # fmt: skip
"""例牌: the rows marked L, without those that an option makes one."""
FLOWER_ITEMS = ("no-flower", "seat-flower", "flower-set")
"""hk.min: what does not count to the minimum when ``flowers_count_to_min`` is false."""
EXTRAS: frozenset[str] = frozenset((
    "identical-chows-2", "identical-chows-3", "identical-chows-4", "missing-suit", "straight", "three-kongs",
    "all-green", "red-peacock",
))  # fmt: skip
"""hk.extra: counted only where ``extra_patterns`` names them."""
