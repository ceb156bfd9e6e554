"""The slow judge of Hong Kong mahjong (香港麻雀): tiles, house rules, fan and money.

Written from the clauses of `hk-mahjong.md` alone. It knows nothing of turns, claims or records: those are in
`hk_mahjong.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

NUMBERS = tuple(f"{n}{suit}" for suit in "mps" for n in range(1, 10))
WINDS = ("E", "S", "W", "N")
DRAGONS = ("C", "F", "P")
HONOURS = WINDS + DRAGONS
FLOWERS = tuple(f"f{n}" for n in range(1, 5)) + tuple(f"q{n}" for n in range(1, 5))
TILES = NUMBERS + HONOURS + FLOWERS
ORDER = {tile: place for place, tile in enumerate(TILES)}
TERMINALS = ("1m", "9m", "1p", "9p", "1s", "9s")
ORPHANS = frozenset(TERMINALS + HONOURS)
GATES = (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)

EXTRAS = (
    "identical-chows-2", "identical-chows-3", "identical-chows-4", "missing-suit", "straight", "three-kongs",
    "all-green", "red-peacock",
)
TABLE = (  # hk.items: the canonical order of the items
    "chicken", "all-chows", "self-draw", "concealed", "dragon-C", "dragon-F", "dragon-P", "seat-wind",
    "round-wind", "rob-kong", "last-tile", "last-discard", "kong-draw", "double-kong-draw", "no-flower",
    "seat-flower", "flower-set", "seven-flowers", "eight-flowers", "all-pungs", "half-flush",
    "mixed-terminals", "small-dragons", "small-winds", "flush", "big-dragons", "all-concealed-pungs",
    "all-honours", "all-terminals", "nine-gates", "big-winds", "thirteen-orphans", "four-kongs",
    "seven-pairs", "heavenly", "earthly", "human", *EXTRAS,
)
LIMITS = (  # 例牌, always; heavenly, earthly and human are added by `limit_ids` when they stand at 13
    "all-honours", "all-terminals", "nine-gates", "big-winds", "thirteen-orphans", "four-kongs", "all-green",
    "red-peacock",
)
FLOWER_ITEMS = ("no-flower", "seat-flower", "flower-set")


class Bad(Exception):
    """Something that the rules forbid: `clause` is the clause's id, str() one short sentence why."""

    def __init__(self, clause: str, why: str):
        super().__init__(why)
        self.clause = clause


def in_order(tiles) -> tuple:
    """The tiles sorted as in the tile table."""
    return tuple(sorted(tiles, key=ORDER.__getitem__))


# ------------------------------------------------------------ house rules

CHOICES = {  # option: (default, other values)
    "flowers": (True, False),
    "multi_win": ("all", "nearest", "fastest"),
    "same_turn": ("same-tile", "any", "off"),
    "flowers_count_to_min": (True, False),
    "draw_dealer": ("keeps", "passes"),
    "all_chows_pair": ("any", "number"),
    "concealed_with_flowers": (False, True),
    "last_discard": (True, False),
    "nine_gates": ("nine-wait", "any-wait", "open"),
    "human": (0, 3, 13),
    "doubling": ("half-spicy", "spicy"),
    "hot_triple": (0, 2, 3),
    "hot_double": (0, 1.5, 2),
    "liability": ("full", "half"),
    "bao": (True, False),
    "false_win_price": ("total", "share"),
    "false_win_dealer": ("replay", "passes"),
}
RANGES = {  # default, least, most
    "seven_pairs": (0, 0, 13), "min_faan": (3, 0, 13), "heavenly_fan": (13, 1, 13),
}
MAY_BE_LIMITS = (  # rows that are, or can be, worth 8 fan and more
    "double-kong-draw", "eight-flowers", "big-dragons", "all-concealed-pungs", "seven-pairs", "heavenly",
    "earthly", "human", *LIMITS,
)


def _same(value, choice) -> bool:
    return value == choice and isinstance(value, bool) == isinstance(choice, bool)


def _whole(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _ids(given: dict, option: str, allowed: tuple) -> tuple:
    value = given.get(option, [])
    is_list = isinstance(value, list) and all(one in allowed for one in value)
    if not is_list or len(set(value)) < len(value):
        raise Bad("rec.rules", f"{option} must be a list of different ids out of {', '.join(allowed)}")
    return tuple(value)


def full_rules(given: dict) -> dict:
    """Every option with its value, defaults filled in; Bad (`rec.rules`) for what is no house rule.

    That the points come out whole needs no other check: see `_times` and `half`.
    """
    rules = {}
    if not isinstance(given, dict) or given.get("edition", 1) != 1:
        raise Bad("rec.rules", "only edition 1 is known")
    for option, values in CHOICES.items():
        value = given.get(option, values[0])
        if not any(_same(value, choice) for choice in values):
            raise Bad("rec.rules", f"{option} must be one of {values}")
        rules[option] = value
    for option, (default, least, most) in RANGES.items():
        value = given.get(option, default)
        if not _whole(value) or not least <= value <= most:
            raise Bad("rec.rules", f"{option} must be a whole number from {least} to {most}")
        rules[option] = value
    cap = given.get("cap", 13)  # hk.limit
    if cap != "none" and not (_whole(cap) and 1 <= cap <= 13):
        raise Bad("rec.rules", 'cap must be 1 to 13 or "none"')
    if cap != "none" and rules["min_faan"] > cap:  # hk.min
        raise Bad("rec.rules", "min_faan cannot be above the cap")
    rules["cap"] = cap
    base = given.get("base", 4 if rules["liability"] == "half" else 1)  # hk.base
    if not _whole(base) or base < 1 or (rules["liability"] == "half" and base % 4):
        raise Bad("rec.rules", 'base must be a positive whole number, under "half" a multiple of 4')
    rules["base"] = base
    rules["extra_patterns"] = _ids(given, "extra_patterns", EXTRAS)
    rules["limit_patterns"] = _ids(given, "limit_patterns", MAY_BE_LIMITS)
    unknown = set(given) - set(rules) - {"edition"}
    if unknown:
        raise Bad("rec.rules", f"unknown option {min(unknown)}")
    return rules


# ------------------------------------------------------------ hands and shapes

@dataclass(frozen=True)
class Meld:
    """Tiles laid down. `kind`: "chow", "pung", or a kong: "exposed", "concealed", "added".

    `feeder` is the seat whose discard it took (an added kong keeps its pung's, a concealed kong has None);
    `laid` is when it was first laid, `made` when it became what it is (later for an added kong only).
    """

    kind: str
    tiles: tuple
    feeder: int | None
    laid: int
    made: int

    @property
    def is_kong(self) -> bool:
        """Whether it is a kong of any kind."""
        return len(self.tiles) == 4


@dataclass(frozen=True)
class Situation:
    """A hand laid open to win, and all that its value depends on."""

    closed: tuple  # the tiles in hand, the winning one included
    melds: tuple
    tile: str  # the winning tile (hk.win-tile)
    how: str  # "self-draw", "discard", "rob" (搶槓)
    seat_wind: str
    round_wind: str
    flowers: tuple  # set aside
    wall_empty: bool
    kongs_in_row: int  # the tile replaces the last of so many kongs, no discard or flower between
    opening: str  # "heavenly", "earthly", "human" or ""


@dataclass(frozen=True)
class Score:
    """One reading of a hand: its items, what they are worth, and its price to a discarder."""

    items: tuple
    total: int  # after the cap
    uncapped: int
    for_minimum: int
    has_limit: bool
    price: int


def sets_of(tiles: tuple) -> list:
    """Every way to cut the sorted tiles into triplets and runs, as tuples of tuples."""
    if not tiles:
        return [()]
    first, ways = tiles[0], []
    if tiles[:3] == (first,) * 3:
        ways += [((first,) * 3, *rest) for rest in sets_of(tiles[3:])]
    if first in NUMBERS and int(first[0]) <= 7:
        run = tuple(f"{int(first[0]) + step}{first[1]}" for step in range(3))
        left = list(tiles)
        if all(tile in left for tile in run):
            for tile in run:
                left.remove(tile)
            ways += [(run, *rest) for rest in sets_of(tuple(left))]
    return ways


@lru_cache(maxsize=100_000)
def sets_and_pair(tiles: tuple) -> tuple:
    """hk.win: every way to read the sorted tiles as sets and one pair: (pair's tile, sets)."""
    ways = []
    for tile in dict.fromkeys(tiles):
        if tiles.count(tile) >= 2:
            rest = list(tiles)
            rest.remove(tile)
            rest.remove(tile)
            ways += [(tile, sets) for sets in sets_of(tuple(rest))]
    return tuple(ways)


def shapes(situation: Situation, rules: dict) -> list:
    """hk.win: every shape the hand can be read as: (name, the pair's tile, sets, kongs as three tiles)."""
    closed = in_order(situation.closed)
    if len(closed) != 14 - 3 * len(situation.melds):
        return []
    laid = tuple(meld.tiles[:3] for meld in situation.melds)
    ways = [("sets", pair, laid + sets) for pair, sets in sets_and_pair(closed)]
    if not situation.melds and len(closed) == 14:
        if set(closed) == ORPHANS:
            ways.append(("thirteen-orphans", "", ()))
        if rules["seven_pairs"] and all(closed.count(tile) == 2 for tile in closed):
            ways.append(("seven-pairs", "", ()))
    return ways


def is_nine_gates(situation: Situation, rules: dict) -> bool:
    """九子連環, by `[nine_gates]`."""
    before = list(situation.closed)
    before.remove(situation.tile)
    if not situation.melds and is_gates(before):
        return True
    if rules["nine_gates"] == "nine-wait" or (rules["nine_gates"] == "any-wait" and situation.melds):
        return False
    tiles = list(situation.closed) + [tile for meld in situation.melds for tile in meld.tiles[:3]]
    return any(is_gates(tiles[:place] + tiles[place + 1:]) for place in range(len(tiles)))


def is_gates(tiles: list) -> bool:
    """1112345678999 of one suit."""
    if len({tile[-1] for tile in tiles}) != 1 or any(tile not in NUMBERS for tile in tiles):
        return False
    return tuple(sorted(int(tile[0]) for tile in tiles)) == GATES


# ------------------------------------------------------------ fan

def fan_items(situation: Situation, shape: tuple, rules: dict) -> dict:
    """All patterns of one reading with their fan, before limits and the cap."""
    name, pair, sets = shape
    items = {}
    _chance_items(situation, rules, items)
    _flower_items(situation, rules, items)
    _tile_items(situation, rules, items)
    if name == "sets":
        _set_items(situation, pair, sets, rules, items)
    elif name == "seven-pairs":
        items["seven-pairs"] = rules["seven_pairs"]
    else:
        items["thirteen-orphans"] = 13
    flowers_allow = not rules["flowers"] or rules["concealed_with_flowers"]
    on_top_of = {"all-concealed-pungs", "thirteen-orphans", "nine-gates", "seven-pairs"}
    if not situation.melds and flowers_allow and not on_top_of & set(items):
        items["concealed"] = 1
    return items or {"chicken": 0}


def _chance_items(situation: Situation, rules: dict, items: dict) -> None:
    """How the winning tile came."""
    if situation.how == "self-draw":
        if situation.kongs_in_row >= 2:
            items["double-kong-draw"] = 8  # includes 槓上開花 and 自摸
        else:
            items["self-draw"] = 1
            if situation.kongs_in_row == 1:
                items["kong-draw"] = 1
        if situation.wall_empty:
            items["last-tile"] = 1
    elif situation.how == "rob":
        items["rob-kong"] = 1
    elif situation.wall_empty and rules["last_discard"]:
        items["last-discard"] = 1
    if situation.opening in ("heavenly", "earthly"):
        items[situation.opening] = rules["heavenly_fan"]
    elif situation.opening == "human" and rules["human"]:
        items["human"] = rules["human"]


def _flower_items(situation: Situation, rules: dict, items: dict) -> None:
    if not rules["flowers"]:
        return
    if not situation.flowers:
        items["no-flower"] = 1
    number = WINDS.index(situation.seat_wind) + 1
    for series in "fq":
        held = [flower for flower in situation.flowers if flower[0] == series]
        if len(held) == 4:
            items["flower-set"] = items.get("flower-set", 0) + 2  # replaces 正花 of that series
        elif f"{series}{number}" in held:
            items["seat-flower"] = items.get("seat-flower", 0) + 1


def _tile_items(situation: Situation, rules: dict, items: dict) -> None:
    """Patterns that look at the tiles only, however they are cut."""
    tiles = list(situation.closed) + [tile for meld in situation.melds for tile in meld.tiles]
    suits = {tile[1] for tile in tiles if tile in NUMBERS}
    honours = [tile for tile in tiles if tile in HONOURS]
    if is_nine_gates(situation, rules):
        items["nine-gates"] = 10  # includes 清一色
    elif len(suits) == 1:
        items["half-flush" if honours else "flush"] = 3 if honours else 7
    if not suits:
        items["all-honours"] = 10
    extra = rules["extra_patterns"]
    if "missing-suit" in extra and len(suits) == 2:
        items["missing-suit"] = 1
    if "all-green" in extra and set(tiles) <= {"2s", "3s", "4s", "6s", "8s", "F"}:
        items["all-green"] = 13
    if "red-peacock" in extra and set(tiles) <= {"1s", "5s", "7s", "9s", "C"}:
        items["red-peacock"] = 13


def _set_items(situation: Situation, pair: str, sets: tuple, rules: dict, items: dict) -> None:
    """Patterns of four sets and a pair."""
    chows = [one for one in sets if one[0] != one[1]]
    pungs = [one[0] for one in sets if one[0] == one[1]]
    kongs = [meld for meld in situation.melds if meld.is_kong]
    if len(chows) == 4 and (rules["all_chows_pair"] == "any" or pair in NUMBERS):
        items["all-chows"] = 1
    if len(kongs) == 4:
        items["four-kongs"] = 13
    if "three-kongs" in rules["extra_patterns"] and len(kongs) == 3:
        items["three-kongs"] = 3
    _honour_set_items(situation, pair, pungs, items)
    if len(pungs) == 4:
        _four_pung_items(situation, pair, pungs, items)
    _chow_extras(chows, rules, items)


def _honour_set_items(situation: Situation, pair: str, pungs: list, items: dict) -> None:
    dragons = [tile for tile in DRAGONS if tile in pungs]
    winds = [tile for tile in WINDS if tile in pungs]
    if len(dragons) == 3:
        items["big-dragons"] = 8  # in all
    elif len(dragons) == 2 and pair in DRAGONS:
        items["small-dragons"] = 5  # in all
    else:
        items.update({f"dragon-{tile}": 1 for tile in dragons})
    if len(winds) == 4:
        items["big-winds"] = 13  # 門風/圈風 inside
    elif len(winds) == 3 and pair in WINDS:
        items["small-winds"] = 3  # 門風/圈風 inside
    else:
        if situation.seat_wind in winds:
            items["seat-wind"] = 1
        if situation.round_wind in winds:
            items["round-wind"] = 1


def _four_pung_items(situation: Situation, pair: str, pungs: list, items: dict) -> None:
    kinds = [*pungs, pair]
    completed_by_discard = situation.how != "self-draw" and situation.tile != pair
    concealed = not situation.melds and not completed_by_discard
    mixed = set(kinds) <= ORPHANS and set(kinds) & set(HONOURS) and set(kinds) & set(TERMINALS)
    if concealed:
        items["all-concealed-pungs"] = 8  # includes 對對糊
    if mixed:
        items["mixed-terminals"] = 1 if concealed else 4  # includes 對對糊
    if not concealed and not mixed:
        items["all-pungs"] = 3
    if set(kinds) <= set(TERMINALS):
        items["all-terminals"] = 10


def _chow_extras(chows: list, rules: dict, items: dict) -> None:
    extra = rules["extra_patterns"]
    for times in (4, 3, 2):  # the highest only
        if f"identical-chows-{times}" in extra and any(chows.count(chow) >= times for chow in chows):
            items[f"identical-chows-{times}"] = times - 1
            break
    firsts = {chow[0] for chow in chows}
    if "straight" in extra and any({f"1{suit}", f"4{suit}", f"7{suit}"} <= firsts for suit in "mps"):
        items["straight"] = 2


def limit_ids(rules: dict) -> set:
    """hk.limit: the patterns that are limits, whatever the cap is."""
    ids = set(LIMITS)
    if rules["heavenly_fan"] == 13:
        ids |= {"heavenly", "earthly"}
    if rules["human"] == 13:
        ids.add("human")
    return ids


def worth(items: dict, rules: dict) -> list:
    """hk.limit, hk.min, hk.items: the scores of one reading; several when equal limits could be named."""
    if rules["cap"] == "none":
        return [_score(items, rules, has_limit=bool(limit_ids(rules) & set(items)))]
    limits = {one: fan for one, fan in items.items() if one in limit_ids(rules)}
    limits.update({one: rules["cap"] for one in items if one in rules["limit_patterns"]})
    if not limits:
        return [_score(items, rules, has_limit=False)]
    highest = max(limits.values())
    named = sorted(limits, key=lambda one: (-limits[one], TABLE.index(one)))
    equal = [one for one in named if min(limits[one], rules["cap"]) == min(highest, rules["cap"])]
    return [_score({one: limits[one]}, rules, has_limit=True) for one in equal]


def _score(items: dict, rules: dict, has_limit: bool) -> Score:
    uncapped = sum(items.values())
    total = uncapped if rules["cap"] == "none" else min(uncapped, rules["cap"])
    not_counted = () if rules["flowers_count_to_min"] else FLOWER_ITEMS  # hk.min
    for_minimum = sum(fan for one, fan in items.items() if one not in not_counted)
    price = base_price(total, rules)
    if rules["cap"] == 4 and total == 4:
        price = hot_price(price, uncapped, has_limit, "flush" in items, rules)
    ordered = tuple(sorted(items.items(), key=lambda item: TABLE.index(item[0])))
    return Score(ordered, total, uncapped, for_minimum, has_limit, price)


def best_scores(situation: Situation, rules: dict) -> list:
    """hk.combine: the dearest scores that reach the minimum, several when equal; none: it cannot win."""
    scores = []
    for shape in shapes(situation, rules):
        scores += worth(fan_items(situation, shape, rules), rules)
    enough = [score for score in scores if score.for_minimum >= rules["min_faan"]]
    dearest = max((score.price for score in enough), default=0)
    return list(dict.fromkeys(score for score in enough if score.price == dearest))


def flower_scores(flowers: int, rules: dict) -> list:
    """花糊 with seven flowers, 大花糊 with eight: no shape, no minimum, nothing else counts."""
    return worth({"seven-flowers": 3} if flowers == 7 else {"eight-flowers": 8}, rules)


# ------------------------------------------------------------ money

def base_price(fan: int, rules: dict) -> int:
    """hk.price: S, what a discard win costs."""
    if rules["doubling"] == "spicy" or fan <= 4:
        return rules["base"] * 2**fan
    steps, odd = divmod(fan - 4, 2)
    return rules["base"] * (24 if odd else 16) * 2**steps


def hot_price(price: int, uncapped: int, has_limit: bool, has_flush: bool, rules: dict) -> int:
    """hk.hot: 雙辣 and 三辣 on the price of 4 fan."""
    double = rules["hot_double"] or 1
    triple = rules["hot_triple"] or double
    if has_limit:
        return _times(price, triple)
    if has_flush or uncapped in (5, 6):
        return _times(price, double)
    return _times(price, triple if uncapped > 6 else 1)


def _times(price: int, factor: float) -> int:
    doubled = price * int(factor * 2)
    assert doubled % 2 == 0
    return doubled // 2


def half(price: int) -> int:
    """S/2, which must be whole."""
    assert price % 2 == 0, price
    return price // 2


def self_draw_points(seat: int, score: Score, liable: int | None) -> list:
    """hk.pay: each of the three pays S/2; a liable seat (hk.bao) pays all three shares."""
    points = [0, 0, 0, 0]
    for payer in range(4):
        if payer != seat:
            points[payer if liable is None else liable] -= half(score.price)
            points[seat] += half(score.price)
    return points


def discard_points(seat: int, payer: int, score: Score, melds: tuple, rules: dict) -> list:
    """hk.pay, hk.pay-rob, and 包出銃 of hk.bao."""
    points = [0, 0, 0, 0]
    points[seat] += score.price
    alone = rules["liability"] == "full" or (rules["bao"] and len(melds) >= 3)
    for other in range(4):
        if other == payer:
            points[other] -= score.price if alone else half(score.price)
        elif other != seat and not alone:
            points[other] -= half(half(score.price))
    return points


def liable_seat(situation: Situation, rules: dict) -> int | None:
    """hk.bao: who pays all three shares of this self-draw, if anybody."""
    melds = situation.melds
    if not rules["bao"] or not melds:
        return None
    if rules["liability"] == "half":
        return max(melds, key=lambda meld: meld.laid).feeder if len(melds) == 4 else None
    deciding = [meld for meld in _deciding_melds(situation) if meld.feeder is not None]
    return max(deciding, key=lambda meld: meld.laid).feeder if deciding else None


def _deciding_melds(situation: Situation) -> list:
    """The melds of rules (a) to (e), fed or not."""
    melds, found = situation.melds, []
    tiles = list(situation.closed) + [tile for meld in melds for tile in meld.tiles]
    one_suit = all(tile in NUMBERS for tile in tiles) and len({tile[1] for tile in tiles}) == 1
    if len(melds) == 4 and one_suit:  # (a)
        found.append(max(melds, key=lambda meld: meld.laid))
    for honours in (DRAGONS, WINDS):  # (b), (c)
        of_these = [meld for meld in melds if meld.tiles[0] in honours]
        if len(of_these) == len(honours):
            found.append(max(of_these, key=lambda meld: meld.laid))
    kongs = [meld for meld in melds if meld.is_kong]
    last_kong = max(kongs, key=lambda meld: meld.made, default=None)
    if last_kong and last_kong.kind == "exposed" and (len(kongs) == 4 or situation.kongs_in_row):
        found.append(last_kong)  # (d); (e): the last kong is the one whose replacement wins
    return found


def false_win_points(culprit: int, rules: dict) -> list:
    """hk.false-win: what the culprit pays to each of the others."""
    price = base_price(13 if rules["cap"] == "none" else rules["cap"], rules)
    each = half(price) * (3 if rules["false_win_price"] == "total" else 1)
    return [-3 * each if seat == culprit else each for seat in range(4)]
