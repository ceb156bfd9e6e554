"""Self-play: deals that now and then favour what is rare, and a player who builds a hand and wins it.

All randomness is the caller's. Nothing here decides a rule: what may be played comes from ``legal``.
"""

from __future__ import annotations

from random import Random
from typing import Any

from replay.games.lingxi_mahjong import claims
from replay.games.lingxi_mahjong.position import Position
from replay.games.lingxi_mahjong.tiles import GROUPS, Wilds, wilds_of
from replay.kit.mahjong import CHOWS, CODES, COPIES, FLOWERS, KIND, KINDS, PLAIN, RUN, SUITED, WHITE
from replay.kit.pack import Pack
from replay.kit.sets import NEEDS
from schemas.record import AnyMove, Chow, Setup
from schemas.tiles import arrange

LUCKY, STOCKED, HELPED = 0.3, 0.8, 0.35
"""Chances: that a deal favours anything, that the stock is recorded, that a tile of a lucky stock suits its seat."""
EQUAL, RARE_WILD = 0.08, 0.35
"""Chances that the indicators are of one kind, and that the second is an honour or a flower."""
BLUNDER, LET_GO, PASSES = 0.0007, 0.04, 0.12
"""Chances a move: of a foul, of not taking a win, of recording a pass that is at hand."""

_HONOURS = tuple(range(SUITED, WHITE))
_WINDS = (27, 28, 29, 30)
THEMES: dict[str, tuple[int, ...]] = {
    "ready": (), "full": (), "wilds": (), "pairs": (), "suit": tuple(range(9)), "mixed": (*range(9, 18), *_HONOURS),
    "winds": (), "flowers": tuple(range(FLOWERS, KINDS)), "seasons": GROUPS[38], "blossoms": GROUPS[34],
    "white": GROUPS[WHITE],
}  # fmt: skip
"""What a lucky seat is dealt, and later draws, more of."""


class _Pack(Pack):
    """The pack, and the two tiles turned up from it."""

    def indicators(self) -> list[int]:
        """The two tiles turned up."""
        first = self.take(tuple(range(SUITED, KINDS)), RARE_WILD / 2)
        chance = self.rng.random()
        alike: tuple[int, ...] = next((kinds for group, kinds in GROUPS.items() if first in kinds), (first,))
        if chance < EQUAL:
            return [first, self.take(alike, 1.0)]
        return [first, self.take(tuple(range(SUITED, KINDS)), 1.0 if chance < EQUAL + RARE_WILD else 0.0)]


def deal(rng: Random, fields: dict[str, Any]) -> Setup:
    """A deal for the set-up `fields`, the stock with it four times of five."""
    dealer = fields.get("dealer")
    dealer = rng.randrange(4) if dealer is None else dealer
    lucky, pack = rng.random() < LUCKY, _Pack(rng, COPIES)
    shown = pack.indicators()
    wilds = wilds_of(*sorted(shown))
    themes = [rng.choice(list(THEMES)) if lucky and rng.random() < 0.6 else "" for _ in range(4)]
    if "winds" in themes:
        themes = [theme if theme == "winds" else "feeder" for theme in themes]
    hands: list[list[int]] = [[], [], [], []]
    for seat in sorted(range(4), key=lambda seat: themes[seat] == "feeder"):
        hands[seat] = _dealt(rng, pack, themes[seat], 17 if seat == dealer else 16, wilds)
    setup = Setup(dealer=dealer, hands=[arrange([CODES[kind] for kind in hand]) for hand in hands])
    setup.indicators = arrange([CODES[kind] for kind in shown])
    if rng.random() < 0.5:
        setup.dice = [[rng.randint(1, 6), rng.randint(1, 6)], [rng.randint(1, 6), rng.randint(1, 6)]]
    if rng.random() < STOCKED:
        stock = []
        for i in range(len(pack.tiles)):
            seat = (dealer + 1 + i) % 4
            wanted = _wanted(themes[seat], hands[seat], wilds) if lucky and themes[seat] != "feeder" else ()
            stock.append(pack.take(wanted, HELPED))
        setup.stock = [CODES[kind] for kind in stock]
    return setup


def _dealt(rng: Random, pack: _Pack, theme: str, size: int, wilds: Wilds) -> list[int]:
    hand = _ready(rng, pack, wilds) if theme in ("ready", "full") else []
    if theme == "winds":
        hand = _winds(rng, pack)
    keep = size if theme == "winds" or (theme == "full" and rng.random() < 0.3) else size - rng.choice((2, 4, 6))
    pack.tiles[:0] = hand[keep:]
    del hand[keep:]
    few = {"wilds": rng.choice((4, 5, 6)), "seasons": 4, "blossoms": 4, "white": 4, "feeder": 3}.get(theme, size)
    while len(hand) < size:
        hand.append(pack.take(_wanted(theme, hand, wilds) if len(hand) < few else (), 0.95))
    return hand


def _wanted(theme: str, hand: list[int], wilds: Wilds) -> tuple[int, ...]:
    if theme == "wilds":
        return wilds.kinds
    if theme == "pairs":
        return tuple(kind for kind in hand if hand.count(kind) < 3 and kind < WHITE)
    if theme == "feeder":
        return _WINDS
    if theme in ("ready", "full"):
        return tuple({kind for kind in hand if kind < WHITE})
    return THEMES.get(theme, ())


def _winds(rng: Random, pack: _Pack) -> list[int]:
    """Pairs of three winds, one of the fourth and two runs: what 四風齊 and 包賠 come of."""
    low, high = rng.randrange(3) * 9 + rng.randrange(3), rng.randrange(3) * 9 + 3 + rng.randrange(3)
    fourth = rng.choice(_WINDS)
    hand = [kind for kind in _WINDS for _ in range(1 if kind == fourth else 2)]
    hand += [low, low + 1, low + 2, high, high + 1, high + 2]
    return hand if pack.take_all(hand) else []


def _ready(rng: Random, pack: _Pack, wilds: Wilds) -> list[int]:
    """Up to seventeen tiles that are five sets and a pair, in random order, now and then with wilds among them."""
    suits = rng.choice(((0, 9, 18), (0, 27), (9, 27), (18,), (27, 0)))
    runs = rng.choice((0.0, 0.6, 1.0))
    hand: list[int] = []
    for _ in range(60):
        start = rng.choice(suits)
        kind = start + rng.randrange(6 if start == SUITED else 9)
        if len(hand) == 15:
            group = [kind, kind]
        elif CHOWS[kind] and rng.random() < runs:
            group = [kind, *rng.choice(CHOWS[kind])]
        else:
            group = [kind] * 3
        if rng.random() < 0.15:
            group[0] = rng.choice(wilds.kinds)
        if pack.take_all(group):
            hand += group
        if len(hand) == 17:
            break
    rng.shuffle(hand)
    return hand


def choose(rng: Random, table: Position, legal: list[AnyMove]) -> AnyMove:
    """One of `legal`: wins, kongs, what brings a hand nearer; now and then a blunder."""
    by_verb: dict[str, list[AnyMove]] = {}
    for move in legal:
        by_verb.setdefault(move.verb, []).append(move)
    wins = by_verb.pop("win", [])
    fouls: list[AnyMove] = by_verb.pop("foul", [])
    if fouls and not (wins or by_verb):  # 流局: what changes nothing, if there is any
        harmless = [move for move in fouls if getattr(move, "kind", "") == "wrong-count"]
        return rng.choice(harmless or fouls)
    if fouls and rng.random() < BLUNDER:
        return _blunder(rng, fouls)
    if wins and (not by_verb or rng.random() >= LET_GO):
        return _win(rng, table, wins)
    if "pass" in by_verb and rng.random() < PASSES:
        return rng.choice(by_verb["pass"])
    return _next_move(rng, table, by_verb)


def _blunder(rng: Random, fouls: list[AnyMove]) -> AnyMove:
    """Any seat's foul, each kind as often as another."""
    by_kind: dict[str, list[AnyMove]] = {}
    for move in fouls:
        by_kind.setdefault(getattr(move, "kind", ""), []).append(move)
    return rng.choice(by_kind[rng.choice(sorted(by_kind))])


def _win(rng: Random, table: Position, wins: list[AnyMove]) -> AnyMove:
    """Of several that claim a tile the one whose win goes first."""
    seats = {move.seat for move in wins}
    if len(seats) > 1:
        first = claims.first_winner(table, seats)
        wins = [move for move in wins if move.seat == first]
    return rng.choice(wins)


def _next_move(rng: Random, table: Position, by_verb: dict[str, list[AnyMove]]) -> AnyMove:
    if "kong" in by_verb and rng.random() < 0.95:
        return rng.choice(by_verb["kong"])
    claims_: list[AnyMove] = [*by_verb.get("pung", ()), *by_verb.get("chow", ())]
    for move in claims_:
        if _helps(table, move) and rng.random() < 0.8:
            return move
    if "discard" in by_verb:
        return _throw(rng, table, by_verb["discard"])
    if "draw" in by_verb:
        return _pick_draw(rng, table, by_verb["draw"])
    return rng.choice(by_verb.get("flower") or next(iter(by_verb.values())))


def _tile(move: AnyMove) -> int:
    return KIND[getattr(move, "tile", "")]


def _pick_draw(rng: Random, table: Position, draws: list[AnyMove]) -> AnyMove:
    """Without a stock any tile may come: by its copies, now and then one that the hand already has."""
    if len(draws) == 1:
        return draws[0]
    hand, rest = table.hands[draws[0].seat], table.wall.rest
    weights = [rest[_tile(move)] for move in draws]
    if rng.random() < HELPED / 2:
        weights = [n * (1 + 5 * hand[_tile(move)]) for n, move in zip(weights, draws, strict=True)]
    return rng.choices(draws, weights)[0]


def _plain(table: Position, seat: int) -> bytearray:
    """The closed tiles without wilds and flowers."""
    plain = bytearray(table.hands[seat][:PLAIN])
    for kind in (WHITE, *table.wilds.kinds):
        if kind < PLAIN:
            plain[kind] = 0
    return plain


def _groups(plain: bytearray) -> int:
    """The fewest sets that hold the plain tiles: see ``replay.kit.sets``."""
    whole = bytes(plain)
    total = NEEDS[whole[:9]] + NEEDS[whole[9:18]] + NEEDS[whole[18:27]] + NEEDS[whole[27:34]]
    return (total >> 4) - (total & 15 > 0)


def _plan(table: Position, seat: int) -> int:
    """The suit (its first kind) the hand is going for, -1: tiles of any suit, or SUITED: winds."""
    hand, laid, winds = table.hands[seat], [0, 0, 0], 0
    for meld in table.melds[seat]:
        kind = meld.shape % RUN
        if kind < SUITED:
            laid[kind // 9] += 3
        winds += kind in _WINDS
    if winds + sum(hand[kind] >= 2 for kind in _WINDS) >= 3:
        return SUITED
    sizes = [sum(hand[9 * s : 9 * s + 9]) + 2 * laid[s] for s in range(3)]
    best = max(range(3), key=sizes.__getitem__)
    others = sum(laid) - laid[best]
    return 9 * best if not others and sizes[best] + sum(hand[SUITED:WHITE]) >= 9 else -1


def _misfit(kind: int, plan: int, table: Position, seat: int) -> float:
    """How little a tile suits the plan."""
    if plan == SUITED:
        return -9.0 if kind in _WINDS else 0.0
    if kind >= SUITED:
        useful = kind in (31, 32, table.own_wind(seat))
        return 0.4 if useful or plan >= 0 else 0.8
    return 2.5 if plan >= 0 and not plan <= kind < plan + 9 else 0.0


def _throw(rng: Random, table: Position, discards: list[AnyMove]) -> AnyMove:
    """The discard that leaves the fewest groups to fill, and of those the one that suits least."""
    seat = discards[0].seat
    if rng.random() < 0.03:
        return rng.choice(discards)
    plan, plain = _plan(table, seat), _plain(table, seat)
    best, lowest = discards[0], 1e9
    for move in discards:
        tile = _tile(move)
        cost = -9.0  # what only a culprit may throw
        if tile < PLAIN and plain[tile]:
            plain[tile] -= 1
            neighbours = sum(plain[a] + plain[b] > 0 for a, b in CHOWS[tile])
            cost = 3 * _groups(plain) - _misfit(tile, plan, table, seat) + 0.1 * neighbours + 0.2 * plain[tile]
            plain[tile] += 1
        cost += 0.05 * rng.random()
        if cost < lowest:
            best, lowest = move, cost
    return best


def _helps(table: Position, move: AnyMove) -> bool:
    """Whether a claim suits the plan and leaves no more groups to fill than before."""
    seat, tile = move.seat, _tile(move)
    plan, sets = _plan(table, seat), claims.SETS - table.sets(seat)
    if plan == SUITED and tile in _WINDS:
        return True
    if _misfit(tile, plan, table, seat) > 1 or (isinstance(move, Chow) and plan == SUITED):
        return False
    plain = _plain(table, seat)
    before = _groups(plain) - sets
    for code in move.with_ if isinstance(move, Chow) else (CODES[tile],) * 2:
        plain[KIND[code]] -= 1
    return _groups(plain) - (sets - 1) <= before
