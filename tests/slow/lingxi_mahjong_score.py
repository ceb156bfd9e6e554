"""Slow, plain scoring for 靈溪麻將 (Lingxi mahjong), from the clauses of the rules page alone.

Tiles are the codes of the log. A *kind* is a tile, or "f" / "q" for the flowers / seasons as one kind.
A *piece* is ("pung", tile), ("run", lowest tile) or ("pair", tile); a *reading* is the pieces a concealed
hand is read as. Every reading is listed and scored, and the dearest is taken.
"""
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement

SUITS = ["m", "p", "s"]
WINDS = ["E", "S", "W", "N"]
PLAIN = [f"{n}{s}" for s in SUITS for n in range(1, 10)] + WINDS + ["C", "F"]  # all a wild may stand for
FLOWERS = [f"f{n}" for n in range(1, 5)]
SEASONS = [f"q{n}" for n in range(1, 5)]
TILES = [*PLAIN, "P", *FLOWERS, *SEASONS]  # the order of the tile table
ORDER = {tile: i for i, tile in enumerate(TILES)}
INDEX = {tile: i for i, tile in enumerate(PLAIN)}
FULL_SET = Counter({t: 1 if t[0] in "fq" else 4 for t in TILES})  # lx.tiles: 144
GROUPS = ["f", "q", "P"]  # what is set aside, by group
TABLE = ["wind", "honour", "kong", "flowers", "wild", "loser-wilds", "self-draw", "kong-draw", "rob-kong",
         "last-four", "half-flush", "all-pungs", "flush", "no-wild", "wild-gathering", "single-wait",
         "four-winds", "all-runs", "heavenly", "earthly", "slaughter", "slaughter-win", "flower-win"]


def kind(tile):
    """The tile itself, but "f" for any flower and "q" for any season (lx.wild)."""
    return tile[0] if tile[0] in "fq" else tile


def by_table(tiles):
    """Tiles sorted in the order of the tile table."""
    return sorted(tiles, key=ORDER.__getitem__)


class Wilds:
    """Which tiles are wild (財神), from the two indicators (lx.wild)."""

    def __init__(self, indicators):
        self.kinds = {kind(t) for t in indicators}
        self.equal = len(self.kinds) == 1  # two of one group count as one kind

    def wild(self, tile):
        """Is this tile a wild?"""
        return kind(tile) in self.kinds

    def loose(self, tile):
        """Is this a flower or 白 that is not wild, so that it is set aside?"""
        return kind(tile) in GROUPS and not self.wild(tile)

    def held(self, hand):
        """How many wilds of each kind a hand holds."""
        return Counter(kind(t) for t in hand if self.wild(t))


@dataclass
class Meld:
    """A meld on the table: `tile` is the lowest of a chow; `how` is a kong's kind."""
    form: str  # "chow", "pung" or "kong"
    tile: str
    how: str = ""


@dataclass
class Side:
    """What one seat has when the round ends; `flowers` are those laid or held, opening fours not included."""
    wind: str
    hand: list
    melds: list = field(default_factory=list)
    fours: set = field(default_factory=set)  # groups laid as an opening four
    flowers: list = field(default_factory=list)


@dataclass
class Win:
    """How a win came about. `how`: "discard", "rob", "draw", "first" (the dealer's first turn),
    "claim" (after a chow or pung) or "flower" (in the opening, or before a flower's replacement)."""
    how: str
    kong_draw: bool = False
    low: bool = False  # the winning tile was drawn while above <= 4
    earthly: bool = False
    single: str = ""  # the one tile in hand before the win, five sets lying on the table


# ---- readings of a hand ------------------------------------------------------------------------------------

ALL_SETS = [("pung", t) for t in PLAIN] + [("run", f"{n}{s}") for s in SUITS for n in range(1, 8)]


def run_tiles(lowest):
    """The three tiles of a run."""
    n, suit = int(lowest[0]), lowest[1]
    return [f"{n}{suit}", f"{n + 1}{suit}", f"{n + 2}{suit}"]


def take(counts, tile, number):
    """`counts` without `number` copies of `tile`."""
    i = INDEX[tile]
    return (*counts[:i], counts[i] - number, *counts[i + 1:])


def steps(counts, wilds):
    """Every piece that the lowest natural tile can be in: (piece, counts left, wilds left)."""
    first = next(i for i, n in enumerate(counts) if n)
    tile, held = PLAIN[first], counts[first]
    for form, size in (("pair", 2), ("pung", 3)):
        for natural in range(1, min(held, size) + 1):
            if size - natural <= wilds:
                yield (form, tile), take(counts, tile, natural), wilds - (size - natural)
    if len(tile) == 1:
        return  # winds and honours make no run
    number = int(tile[0])
    for start in range(max(1, number - 2), min(7, number) + 1):
        yield from run_steps(f"{start}{tile[1]}", tile, counts, wilds)


def run_steps(lowest, tile, counts, wilds):
    """Every way to make this run with `tile` natural and each other place natural or wild."""
    ways = [(take(counts, tile, 1), wilds)]
    for other in run_tiles(lowest):
        if other == tile:
            continue
        longer = []
        for left, spare in ways:
            if left[INDEX[other]]:
                longer.append((take(left, other, 1), spare))
            if spare:
                longer.append((left, spare - 1))
        ways = longer
    for left, spare in ways:
        yield ("run", lowest), left, spare


@lru_cache(maxsize=200_000)
def fits(counts, wilds, sets, pairs):
    """Can the natural tiles and `wilds` wild ones be exactly so many sets and pairs?"""
    if not any(counts):
        return wilds == 3 * sets + 2 * pairs
    for piece, left, spare in steps(counts, wilds):
        if piece[0] == "pair":
            if pairs and fits(left, spare, sets, pairs - 1):
                return True
        elif sets and fits(left, spare, sets - 1, pairs):
            return True
    return False


@lru_cache(maxsize=2_000)
def all_wild(sets, pairs):
    """Every reading of wilds alone as so many sets and pairs."""
    return [chosen + pair for chosen in combinations_with_replacement(ALL_SETS, sets)
            for pair in ([(("pair", t),) for t in PLAIN] if pairs else [()])]


@lru_cache(maxsize=20_000)
def pieces_of(counts, wilds, sets, pairs):
    """Every way (a sorted tuple of pieces) to read the tiles as exactly so many sets and pairs."""
    if not fits(counts, wilds, sets, pairs):
        return frozenset()
    if not any(counts):
        return frozenset(tuple(sorted(r)) for r in all_wild(sets, pairs))
    found = set()
    for piece, left, spare in steps(counts, wilds):
        if piece[0] == "pair":
            rest = pieces_of(left, spare, sets, pairs - 1) if pairs else ()
        else:
            rest = pieces_of(left, spare, sets - 1, pairs) if sets else ()
        found.update(tuple(sorted((*r, piece))) for r in rest)
    return frozenset(found)


def splits(hand, wilds, sets_on_table, pair_tiles=2):
    """The ways to set aside triplets of three wild flowers or wild 白: (triplets, counts, wilds, sets).

    lx.wild-use: wild flowers and 白 are themselves only as a triplet of three."""
    sets = 5 - sets_on_table
    if len(hand) != 3 * sets + pair_tiles or any(wilds.loose(t) for t in hand):
        return  # lx.win: 17 tiles, a kong is a set; a loose flower or 白 is in no set
    natural = Counter(t for t in hand if not wilds.wild(t))
    counts = tuple(natural[t] for t in PLAIN)
    held = wilds.held(hand)
    total = sum(held.values())
    able = [k for k in GROUPS if held[k] == 3]
    for choice in [()] + [(k,) for k in able] + ([tuple(able)] if len(able) == 2 else []):
        if len(choice) <= sets:
            yield tuple(("pung", k) for k in choice), counts, total - 3 * len(choice), sets - len(choice)


def complete(hand, wilds, sets_on_table):
    """Is the hand, with the sets on the table, five sets and a pair (lx.win)?"""
    return any(fits(counts, spare, sets, 1) for _, counts, spare, sets in splits(hand, wilds, sets_on_table))


def readings(hand, wilds, sets_on_table):
    """Every reading of a complete hand, a tuple of pieces each (empty for an incomplete one)."""
    for triplets, counts, spare, sets in splits(hand, wilds, sets_on_table):
        for pieces in pieces_of(counts, spare, sets, 1):
            yield triplets + pieces


def waits_single_on_wild(hand, wilds, sets_on_table):
    """lx.single-wild-wait 財神單釣: the waiting hand without one wild is complete sets."""
    for tile in set(hand):
        if wilds.wild(tile):
            rest = list(hand)
            rest.remove(tile)
            if any(fits(counts, spare, sets, 0) for _, counts, spare, sets in splits(
                    rest, wilds, sets_on_table, pair_tiles=0)):
                return True
    return False


def first_winner(discarder, claims):
    """lx.priority and lx.single-wild-wait: of `claims` {seat: waits single on a wild?}, who wins."""
    order = sorted(claims, key=lambda seat: (seat - discarder) % 4)
    return next((s for s in order if not claims[s]), order[0])


def turned_stack(dealer, first, second):
    """lx.dice: the (seat, stack from the right) turned up, from the sums of the two throws."""
    thrower = (dealer + {2: 1, 5: 1, 6: 1, 10: 1, 3: 2, 7: 2, 11: 2, 4: 3, 8: 3, 9: 3, 12: 3}[first]) % 4
    stack = first + second
    return (thrower, stack) if stack <= 18 else ((thrower - 1) % 4, stack - 18)


# ---- base tai ----------------------------------------------------------------------------------------------

def kong_items(side):
    """kong: exposed or added 3, concealed 4, own wind or honour one more."""
    items = []
    for meld in side.melds:
        if meld.form == "kong":
            special = meld.tile in ("C", "F", side.wind)
            items.append(("kong", (4 if meld.how == "concealed" else 3) + special))
    return items


def flower_items(side):
    """flowers: one item a group; an opening four 13, a later four 10."""
    items = [("flowers", 13) for _ in side.fours]
    for number in Counter(kind(t) for t in side.flowers).values():
        items.append(("flowers", {1: 1, 2: 3, 3: 5, 4: 10}[number]))
    return items


def wild_items(side, wilds):
    """wild: one item a kind."""
    items = []
    for k, number in wilds.held(side.hand).items():
        if wilds.equal:
            items.append(("wild", {1: 7, 2: 15}[number]))
        elif k[-1] in SUITS:
            items.append(("wild", {1: 2, 2: 5, 3: 8}[number]))
        else:
            items.append(("wild", {1: 3, 2: 7, 3: 11}[number]))
    return items


def pung_item(side, tile):
    """wind, honour: the items of one pung (白 comes here only as three wild 白)."""
    if tile == side.wind:
        return [("wind", 1)]
    return [("honour", 1)] if tile in ("C", "F", "P") else []


def common_items(side, wilds):
    """The base tai that do not depend on a reading of the hand."""
    items = kong_items(side) + flower_items(side) + wild_items(side, wilds)
    for meld in side.melds:
        if meld.form == "pung":
            items += pung_item(side, meld.tile)
    return items


def loser_items(side, wilds):
    """All base tai of a seat that has not won, with the loser's wilds."""
    items = common_items(side, wilds)
    held = wilds.held(side.hand)
    natural = Counter(t for t in side.hand if not wilds.wild(t))
    pool = sum(held.values())
    needs = []
    for tile in (side.wind, "C", "F", "P"):
        if held[tile] == 3:  # three held wilds of such a kind always are that pung and fill nothing
            items += pung_item(side, tile)
            pool -= 3
        elif tile == "P":
            continue
        elif any(m.tile == tile and m.form != "chow" for m in side.melds):
            continue  # already a pung or kong (counted above)
        elif natural[tile] >= 3:
            items += pung_item(side, tile)
        elif natural[tile] in (1, 2):
            needs.append(3 - natural[tile])
    for need in sorted(needs):  # the cheap ones first makes the most of the pool
        if need <= pool:
            pool -= need
            items.append(("loser-wilds", 1))
    return ordered(items)


def ordered(items):
    """Items in the order of the table, then by value, highest first."""
    return sorted(items, key=lambda item: (TABLE.index(item[0]), -item[1]))


# ---- the winner --------------------------------------------------------------------------------------------

def all_eight(side):
    """花胡: all eight flowers, laid (held ones are put into `flowers` by the caller)."""
    return len({t for t in side.flowers if t != "P"}) + 4 * len(side.fours & {"f", "q"}) == 8


def slaughter_hand(side, wilds):
    """殺豬: three of one wild kind and another wild; with equal indicators both."""
    held = wilds.held(side.hand)
    if wilds.equal:
        return sum(held.values()) == 2
    return 3 in held.values() and sum(held.values()) >= 4


def situation_items(side, wilds, win, rules):
    """The additional tai that do not depend on the reading of a complete hand."""
    items = []
    if win.how == "draw":
        if win.kong_draw:
            items.append(("kong-draw", 3))
        if win.low:
            items.append(("last-four", 3))
        if not items:
            items.append(("self-draw", 1))
    if win.how == "rob":
        items.append(("rob-kong", 3))
    if win.how == "first":
        items.append(("heavenly", 13))
    if win.earthly:
        items.append(("earthly", 13))
    if not wilds.held(side.hand):
        items.append(("no-wild", 7))
    if win.single:
        items.append(("single-wait", 7 if wilds.wild(win.single) else 13))
    if slaughter_hand(side, wilds):
        number = sum(wilds.held(side.hand).values())
        items.append(("slaughter-win", {5: 26, 6: 52}.get(number, rules["slaughter_win_tai"])))
    if all_eight(side):
        items.append(("flower-win", rules["flower_win_tai"]))
    return items


def colour(tile):
    """m, p or s; "z" for winds, honours and 白; "" (neutral) for flowers."""
    if tile in ("f", "q"):
        return ""
    return tile[1] if len(tile) == 2 else "z"


def shape_items(side, wilds, reading):
    """The tai that depend on how the hand is read."""
    items = []
    table = [("run" if m.form == "chow" else "pung", m.tile) for m in side.melds]
    pieces = table + [("pung", group) for group in side.fours] + list(reading)
    for form, tile in reading:
        if form == "pung":
            items += pung_item(side, tile)
    colours = {colour(tile) for _, tile in pieces} - {""}
    suits = colours - {"z"}
    if len(suits) == 1:
        items.append(("half-flush", 7) if "z" in colours else ("flush", 13))
    if not any(form == "run" for form, _ in pieces):
        items.append(("all-pungs", 7))
    if own_wilds(side, wilds, reading) >= 3:
        items.append(("wild-gathering", 7))
    if four_winds(side, wilds, pieces, reading):
        items.append(("four-winds", 13))
    return items


def places(reading):
    """How often each tile stands in the concealed hand as it is read."""
    count = Counter()
    for form, tile in reading:
        count.update(run_tiles(tile) if form == "run" else [tile] * (3 if form == "pung" else 2))
    return count


def own_wilds(side, wilds, reading):
    """How many wilds stand for their own kind. All copies of a wild kind are wild, so every place of that
    kind is filled by wilds, and best by those of the kind."""
    count = places(reading)
    return sum(min(number, count[k]) for k, number in wilds.held(side.hand).items())


def four_winds(side, wilds, pieces, reading):
    """四風齊: three winds as triplets or kongs and a pair of the fourth, or all four."""
    triplets = {tile for form, tile in pieces if form == "pung"} & set(WINDS)
    pair = {tile for form, tile in pieces if form == "pair"} & set(WINDS)
    if len(triplets) < 3 or len(triplets | pair) < 4:
        return False
    count = places(reading)  # every held wild that is a wind must stand for it
    return all(count[k] >= number for k, number in wilds.held(side.hand).items() if k in WINDS)


def reading_items(side, wilds, win, rules, reading):
    """The items of one reading: additive, or the flat 平胡 when that is more."""
    items = common_items(side, wilds) + shape_items(side, wilds, reading) + situation_items(
        side, wilds, win, rules)
    plain = not (side.flowers or side.fours or wilds.held(side.hand))
    no_pung = all(m.form == "chow" for m in side.melds) and all(form != "pung" for form, _ in reading)
    if plain and no_pung and sum(v for _, v in items) < 13:
        return [("all-runs", 13)]
    return ordered(items)


def winner_choices(side, wilds, win, rules):
    """lx.best: (raw sum, items, are the losers zeroed?) of all the dearest readings and flat values."""
    choices = []
    if win.how != "flower":
        for reading in readings(side.hand, wilds, len(side.melds) + len(side.fours)):
            choices.append((reading_items(side, wilds, win, rules, reading), False))
    if win.how in ("draw", "first", "claim") and slaughter_hand(side, wilds):
        choices.append(([("slaughter", 13)], True))
    if win.how in ("draw", "first", "claim", "flower") and all_eight(side):
        choices.append(([("flower-win", rules["flower_win_tai"])], True))
    best = max(sum(v for _, v in items) for items, _ in choices)
    dearest = {(tuple(items), flat) for items, flat in choices if sum(v for _, v in items) == best}
    return [(best, list(items), flat) for items, flat in sorted(dearest)]


def final(raw, rules):
    """lx.double: the winner's sum doubled, once, from 13 (10) on."""
    return raw * 2 if raw >= rules["double_from"] else raw


# ---- settlement --------------------------------------------------------------------------------------------

def settle(dealer, winner, totals, liable=None):
    """lx.pay, lx.dealer-doubles, lx.liability: the points, from each seat's total."""
    points = [0, 0, 0, 0]

    def pay(giver, receiver, amount, purse):
        if dealer in (giver, receiver):
            amount *= 2
        points[receiver] += amount
        points[purse] -= amount

    losers = [s for s in range(4) if s != winner]
    for seat in losers:
        pay(seat, winner, totals[winner], seat if liable is None else liable)
    for i, a in enumerate(losers):
        for b in losers[i + 1:]:
            pay(b, a, totals[a] - totals[b], b)
    return points


def settle_false_win(dealer, culprit):
    """lx.false-win-pay: 26 to each other player, doubled where the dealer is one of the two."""
    points = [0, 0, 0, 0]
    for seat in range(4):
        if seat != culprit:
            amount = 52 if dealer in (seat, culprit) else 26
            points[seat] += amount
            points[culprit] -= amount
    return points
