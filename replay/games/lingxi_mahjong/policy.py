"""Self-play: deals that now and then favour what is rare, and a player who builds a hand and wins it.

All randomness is the caller's. Nothing here decides a rule: what may be played comes from ``legal``.
"""

from __future__ import annotations

from random import Random
from typing import Any

from replay.games.lingxi_mahjong import claims
from replay.games.lingxi_mahjong.position import Position
from replay.games.lingxi_mahjong.tiles import GROUPS, Wilds, wilds_of
from replay.kit import builder
from replay.kit.mahjong import CODES, COPIES, FLOWERS, KINDS, PLAIN, RUN, SUITED, WHITE
from replay.kit.pack import Pack
from replay.kit.scene import WILD, Scene, fill, lay, wall
from replay.kit.turns import PLACE
from schemas.options import LingxiMahjongOptions
from schemas.record import AnyMove, Chow, Setup
from schemas.tiles import arrange

LUCKY, STOCKED, HELPED = 0.3, 0.8, 0.35
"""Chances: that a deal favours anything, that the stock is recorded, that a tile of a lucky stock suits its seat."""
EQUAL, RARE_WILD = 0.08, 0.35
"""Chances that the indicators are of one kind, and that the second is an honour or a flower."""
STAGED = 0.09
"""Chance that a deal is a scene."""
BLUNDER, LET_GO, PASSES = 0.0007, 0.04, 0.12
"""Chances a move: of a foul, of not taking a win, of recording a pass that is at hand."""
KONGS, CLAIMS, MORE, CARELESS = 0.95, 0.8, 0.5, 0.03
"""Chances: that a kong is made, that a meld that helps is taken, that a seat makes a kong although it could win, that
any tile is thrown.
"""

_HONOURS = tuple(range(SUITED, WHITE))
_WINDS = (27, 28, 29, 30)
THEMES: dict[str, tuple[int, ...]] = {
    "ready": (), "full": (), "wilds": (), "pairs": (), "suit": tuple(range(9)), "mixed": (*range(9, 18), *_HONOURS),
    "winds": (), "flowers": tuple(range(FLOWERS, KINDS)), "seasons": GROUPS[38], "blossoms": GROUPS[34],
    "white": GROUPS[WHITE],
}  # fmt: skip
"""What a lucky seat is dealt, and later draws, more of."""
ZONE_ENDS = 57
"""Draws from the front until the wall ends, where nothing is drawn from the back."""
_SUITS = ((0, 9, 18), (0, 27), (9, 27), (18,), (27, 0))
"""The suits, by their first kinds, that a hand which is dealt whole may be of."""
SCENES: dict[str, Scene] = {
    "single wait": Scene(("1111m 9999p 777s 33m 66p 5s E", "CC FF ~", "CC FF ~", ""), front="7s 3m 6p 5s", back="SWN"),
    "single wait on a wild": Scene(("1111m 9999m 5555p 3333s *", "", "", ""), back="7777p"),
    "winds fed": Scene(("EEE SSS WW N 123m 456p 9s 1p", "CC FF ~", "CC FF ~", ""), front="ESWN", back="4s 9m"),
    "robbed kong": Scene(
        ("5m SS WW ~", "55m 99p 123789p 456s 78s 1s", "46m 123m 78m FFF 123s CC E", "SS WW ~"), front="9m NN 5m"
    ),
    "all runs": Scene(("NN WW ~", "NN WW ~", "123m 456m 789p 123s 45p 99s", ""), front="6p"),
    "last four": Scene((
        "EE SS 123456m 123456p 9s", "EE SS 789m 789p 123456s", "WW NN 123456m 123456p", "WW CC 789m 789p 123456s",
    ), late="CNCN"),
}  # fmt: skip
"""Scenes (see ``replay.kit.scene``): a last tile for a hand with five sets on the table, of which a wild tile may be
left over; the fourth wind for three laid ones; a kong that completes another's hand; 平胡; four hands that wait for
tiles of which the last come at the very end.
"""
LATE = 12
"""How often the last of the scenes comes for one of another, at a table that plays the last four tiles."""


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


def deal(rng: Random, options: LingxiMahjongOptions, fields: dict[str, Any]) -> Setup:
    """A deal for the set-up `fields`, the stock with it four times of five."""
    dealer = fields.get("dealer")
    dealer = rng.randrange(4) if dealer is None else dealer
    scene, pack = _scene(rng, options), _Pack(rng, COPIES)
    staged = None if scene is None else _staged(rng, pack, dealer, scene)
    shown, hands, stock = staged or _themed(rng, pack, dealer)
    setup = Setup(dealer=dealer, hands=[arrange([CODES[kind] for kind in hand]) for hand in hands])
    setup.indicators = arrange([CODES[kind] for kind in shown])
    if rng.random() < 0.5:
        setup.dice = [[rng.randint(1, 6), rng.randint(1, 6)], [rng.randint(1, 6), rng.randint(1, 6)]]
    if stock:
        setup.stock = [CODES[kind] for kind in stock]
    return setup


def _scene(rng: Random, options: LingxiMahjongOptions) -> Scene | None:
    """One of the scenes now and then; the last of them where the last four tiles are played."""
    if rng.random() >= STAGED:
        return None
    *others, late = SCENES.values()
    return rng.choices([*others, late], [1] * len(others) + [LATE * options.last_four_played])[0]


_Dealt = tuple[list[int], list[list[int]], list[int]]
"""Indicators, hands and stock."""


def _staged(rng: Random, pack: _Pack, dealer: int, scene: Scene) -> _Dealt | None:
    """A scene, whose plain tiles are none of the wild ones; None where it cannot be had."""
    laid = lay(rng, pack, scene, (WHITE,))
    if laid is None:
        return None
    used = laid.kinds()
    free = tuple(kind for kind in range(KINDS) if kind not in used)
    shown = [pack.take(free, 1.0), pack.take(free, 1.0)]
    wilds = wilds_of(*sorted(shown))
    rich = {*wilds.kinds, *wilds.loose}
    late = [kind for kind in pack.tiles if kind in rich]
    pack.tiles = [kind for kind in pack.tiles if kind not in rich]
    for hand in laid.hands:
        while WILD in hand:
            hand[hand.index(WILD)] = late.pop(next(i for i, kind in enumerate(late) if kind in wilds.kinds))
    fill(scene, laid, pack, (17, 16, 16, 16), lambda: builder.whole_hand(rng, pack, 5, _SUITS[0], 0, 1.0))
    hands = [laid.hands[PLACE[dealer][seat]] for seat in range(4)]
    return shown, hands, wall(rng, laid, pack.tiles, late, ZONE_ENDS)


def _themed(rng: Random, pack: _Pack, dealer: int) -> _Dealt:
    """Any other deal, some of which favour a theme a seat; the stock not always stated."""
    lucky = rng.random() < LUCKY
    shown = pack.indicators()
    wilds = wilds_of(*sorted(shown))
    themes = [rng.choice(list(THEMES)) if lucky and rng.random() < 0.6 else "" for _ in range(4)]
    if "winds" in themes:
        themes = [theme if theme == "winds" else "feeder" for theme in themes]
    hands: list[list[int]] = [[], [], [], []]
    for seat in sorted(range(4), key=lambda seat: themes[seat] == "feeder"):
        hands[seat] = _dealt(rng, pack, themes[seat], 17 if seat == dealer else 16, wilds)
    stock = []
    if rng.random() < STOCKED:
        for i in range(len(pack.tiles)):
            seat = (dealer + 1 + i) % 4
            wanted = _wanted(themes[seat], hands[seat], wilds) if lucky and themes[seat] != "feeder" else ()
            stock.append(pack.take(wanted, HELPED))
    return shown, hands, stock


def _dealt(rng: Random, pack: _Pack, theme: str, size: int, wilds: Wilds) -> list[int]:
    hand: list[int] = []
    if theme in ("ready", "full"):
        hand = builder.whole_hand(rng, pack, 5, rng.choice(_SUITS), 6, rng.choice((0.0, 0.6, 1.0)), wilds.kinds)
        rng.shuffle(hand)
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
        kongs = [move for move in by_verb.get("kong", ()) if move.seat == wins[0].seat]
        return rng.choice(kongs) if kongs and rng.random() < MORE else _win(rng, table, wins)
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
    if "kong" in by_verb and rng.random() < KONGS:
        return rng.choice(by_verb["kong"])
    claims_: list[AnyMove] = [*by_verb.get("pung", ()), *by_verb.get("chow", ())]
    for move in claims_:
        if _helps(table, move) and rng.random() < CLAIMS:
            return move
    if "discard" in by_verb:
        return _throw(rng, table, by_verb["discard"])
    if "draw" in by_verb:
        seat = by_verb["draw"][0].seat
        return builder.pick_draw(rng, table.hands[seat], table.wall.rest, by_verb["draw"], HELPED / 2)
    return rng.choice(by_verb.get("flower") or next(iter(by_verb.values())))


def _plain(table: Position, seat: int) -> bytearray:
    """The closed tiles without wilds and flowers."""
    plain = bytearray(table.hands[seat][:PLAIN])
    for kind in (WHITE, *table.wilds.kinds):
        if kind < PLAIN:
            plain[kind] = 0
    return plain


def _plan(table: Position, seat: int) -> int:
    """The suit (its first kind) the hand is going for, -1: tiles of any suit, or SUITED: winds."""
    hand, melds = table.hands[seat], table.melds[seat]
    winds = sum(meld.shape % RUN in _WINDS for meld in melds) + sum(hand[kind] >= 2 for kind in _WINDS)
    return SUITED if winds >= 3 else builder.main_suit(hand, melds, sum(hand[SUITED:WHITE]), 9)


def _misfit(kind: int, plan: int, table: Position, seat: int) -> float:
    """How little a tile suits the plan."""
    if plan == SUITED:
        return -9.0 if kind in _WINDS else 0.0
    if kind >= SUITED:
        useful = kind in (31, 32, table.own_wind(seat))
        return 0.4 if useful or plan >= 0 else 0.8
    return 2.5 if plan >= 0 and not plan <= kind < plan + 9 else 0.0


def _throw(rng: Random, table: Position, discards: list[AnyMove]) -> AnyMove:
    seat = discards[0].seat
    if rng.random() < CARELESS:
        return rng.choice(discards)
    plan = _plan(table, seat)
    return builder.throw(rng, _plain(table, seat), discards, lambda kind: _misfit(kind, plan, table, seat))


def _helps(table: Position, move: AnyMove) -> bool:
    """Whether a claim suits the plan and leaves the hand no further from a win than before."""
    seat, tile = move.seat, builder.tile_of(move)
    plan, sets = _plan(table, seat), claims.SETS - table.sets(seat)
    if plan == SUITED and tile in _WINDS:
        return True
    if _misfit(tile, plan, table, seat) > 1 or (isinstance(move, Chow) and plan == SUITED):
        return False
    return builder.nearer(_plain(table, seat), move, sets)
