"""Self-play: deals that now and then favour what is rare, and a player who builds a hand worth the minimum.

All randomness is the caller's. Nothing here decides a rule: what may be played comes from ``legal``.
"""

from __future__ import annotations

from random import Random
from typing import Any

from replay.games.hk_mahjong.position import Position
from replay.games.hk_mahjong.tiles import copies
from replay.kit import builder
from replay.kit.mahjong import CODES, FLOWERS, KINDS, ORPHANS, PLAIN, RED, SUITED, TERMINALS
from replay.kit.pack import Pack
from replay.kit.scene import Scene, fill, lay, wall
from replay.kit.turns import PLACE
from schemas.options import HkMahjongOptions
from schemas.record import AnyMove, Chow, Setup
from schemas.tiles import arrange

LUCKY, HELPED = 0.45, 0.4
"""Chances: that a deal favours anything, that a tile of a lucky stock suits its seat."""
STAGED, AGREED = 0.08, 0.2
"""Chances that a deal is a scene, and that it is one for what this table has agreed on."""
BLUNDER, LET_GO, PASSES = 0.0006, 0.04, 0.15
"""Chances a move: of a foul, of not taking a win, of recording a pass that is at hand."""
KONGS, CLAIMS, NEAREST = 0.9, 0.8, 0.9
"""Chances: that a kong is made, that a meld that helps is taken, that of several winners the nearest comes first."""

_HONOURS = tuple(range(SUITED, PLAIN))
THEMES: dict[str, tuple[int, ...]] = {
    "ready": (), "full": (), "nine": tuple(range(9, 18)), "suit": tuple(range(9)), "mixed": (*range(18, 27), *_HONOURS),
    "honours": _HONOURS, "dragons": (31, 32, 33, 0, 1, 2, 3), "winds": (27, 28, 29, 30, 12, 13), "orphans": ORPHANS,
    "outer": (*sorted(TERMINALS), *_HONOURS), "ends": tuple(sorted(TERMINALS)), "green": (19, 20, 21, 23, 25, 32),
    "peacock": (18, 22, 24, 26, 31), "flowers": tuple(range(FLOWERS, KINDS)), "pairs": (), "four": (4, 13, 22, 28),
}  # fmt: skip
"""What a lucky seat is dealt, and later draws, more of."""
_SUITS = ((0, 9, 18), (0, 27), (9, 27), (18,), (27,))
"""The suits, by their first kinds, that a hand which is dealt whole may be of."""
_A, _B, _C = "34m 678m EEE CCC 99m", "46m 123m 789m FFF PP", "67m 345m 11m SSS NNN"
"""Three hands of one suit with honours that wait for 5m."""
_QUIET = "NN WW ~"
"""Held by two seats: they wait for each other's tiles, and throw what they draw."""
SCENES: dict[str, Scene] = {
    "two winners": Scene((_QUIET, _QUIET, _A, _B), front="5m"),
    "three winners": Scene((_A, "PP WW ~", _B, _C), front="5m"),
    "three earthly": Scene(("5m PP WW ~", _A, _B, _C)),
    "robbed kong": Scene(
        ("5m SS WW ~", "55m 99p 123p 456s 78s 1s", "46m 123m 78m FFF PP E", "SS WW ~"), front="9m NN 5m"
    ),
    "robbed dragons": Scene(("PPPP ~", "~", "", "19m 19p 19s ESWN CF E")),
    "robbed ones": Scene(("1111m ~", "", "~", "9m 19p 19s ESWN CFP S")),
    "dragons fed": Scene(("CCCC FFFF PPP 45m 8s", _QUIET, _QUIET, ""), front="P", back="8s 1p 3m"),
    "winds fed": Scene(("EEEE SSSS WWW NNN", "CC FF ~", "CC FF ~", ""), front="N", back="W 5m P 5m"),
    "kongs fed": Scene(("2222m 5555p 888s 777m", _QUIET, _QUIET, ""), front="7m", back="8s 4p E 4p"),
    "suit fed": Scene(("1111m 9999m 666m 33m 5m", _QUIET, _QUIET, ""), front="36m", back="ES 5m"),
    "kong after kong": Scene(("1111m 9999p 23s 67s EE", "", "", ""), back="48s"),
}  # fmt: skip
"""Scenes for every table (see ``replay.kit.scene``): several that wait for one tile, a kong that completes another's
hand, a last dragon, wind, kong or meld of one suit that another throws to three laid before.
"""
AGREED_SCENES: dict[str, tuple[Scene, ...]] = {
    "identical-chows-2": (),
    "identical-chows-3": (Scene((_QUIET, _QUIET, "222333444m 67p 99s", ""), front="5p"),),
    "identical-chows-4": (Scene((_QUIET, _QUIET, "2222333344m 4m 99s", ""), front="4m"),),
    "missing-suit": (),
    "straight": (Scene((_QUIET, _QUIET, "123456789m 67p 99s", ""), front="5p"),),
    "three-kongs": (Scene(("2222m 5555p 8888s 67m", "", "", ""), back="8m EE"),),
    "all-green": (
        Scene((_QUIET, _QUIET, "222333s 666s 88s FF", ""), front="8s", fixed=True),
        Scene((_QUIET, _QUIET, "222333444s 6688s", ""), front="6s", fixed=True),
    ),
    "red-peacock": (
        Scene((_QUIET, _QUIET, "111s 555s 777s 99s CC", ""), front="9s", fixed=True),
        Scene((_QUIET, _QUIET, "", "111s 555s 999s CCC 7s"), front="E 7s", fixed=True),
    ),
    "seven-pairs": (Scene((_QUIET, _QUIET, "1133m 5577p 2266s E", ""), front="E"),),
    "human": (SCENES["two winners"], Scene(("FF PP ~", "FF PP ~", "", _C), front="5m")),
    "half": (SCENES["suit fed"], SCENES["kongs fed"], SCENES["winds fed"]),
}
"""Scenes for what a table has agreed on: a pattern that other tables do not count, or 陪銃."""


def deal(rng: Random, options: HkMahjongOptions, fields: dict[str, Any]) -> Setup:
    """A deal for the set-up `fields`, its stock with it."""
    dealer = fields.get("dealer")
    dealer = rng.randrange(4) if dealer is None else dealer
    pack, scene = Pack(rng, copies(options)), _scene(rng, options)
    hands, stock = _dealt(rng, pack, dealer) if scene is None else _staged(rng, pack, dealer, scene)
    codes = [arrange([CODES[kind] for kind in hand]) for hand in hands]
    setup = Setup(dealer=dealer, wind=fields["wind"] or "E", hands=list(codes))
    setup.stock = [CODES[kind] for kind in stock]
    return setup


def _scene(rng: Random, options: HkMahjongOptions) -> Scene | None:
    """One of the scenes now and then, sooner where the table has agreed on something."""
    also = {"seven-pairs": options.seven_pairs > 0, "human": options.human > 0, "half": options.liability == "half"}
    agreed = [*options.extra_patterns, *(name for name, holds in also.items() if holds)]
    scenes = [scene for name in agreed for scene in AGREED_SCENES[name]]
    if scenes and rng.random() < AGREED:
        return rng.choice(scenes)
    return rng.choice(list(SCENES.values())) if rng.random() < STAGED else None


def _staged(rng: Random, pack: Pack, dealer: int, scene: Scene) -> tuple[list[list[int]], list[int]]:
    """The hands and the stock of a scene."""
    laid = lay(rng, pack, scene)
    assert laid is not None, f"a scene with too many tiles of a kind: {scene}"
    flowers = [kind for kind in pack.tiles if kind >= PLAIN]
    pack.tiles = [kind for kind in pack.tiles if kind < PLAIN]
    fill(scene, laid, pack, (14, 13, 13, 13), lambda: builder.whole_hand(rng, pack, 4, _SUITS[0], 0, 1.0))
    hands = [laid.hands[PLACE[dealer][seat]] for seat in range(4)]
    return hands, wall(rng, laid, pack.tiles, flowers)


def _dealt(rng: Random, pack: Pack, dealer: int) -> tuple[list[list[int]], list[int]]:
    """The hands and the stock of any other deal, some of which favour a theme a seat."""
    lucky = rng.random() < LUCKY
    themes = [rng.choice(list(THEMES)) if lucky and rng.random() < 0.6 else "" for _ in range(4)]
    hands: list[list[int]] = [_ready(rng, pack, themes[s] == "nine") if themes[s] in _BUILT else [] for s in range(4)]
    for seat, hand in enumerate(hands):
        keep = 14 if themes[seat] == "full" and seat == dealer and rng.random() < 0.3 else 13
        pack.tiles[:0] = hand[keep:]
        del hand[keep:]
        while len(hand) < (14 if seat == dealer else 13):
            hand.append(pack.take(() if themes[seat] in _BUILT else _wanted(themes[seat], hand)))
    stock = []
    for i in range(len(pack.tiles)):
        seat = (dealer + 1 + i) % 4
        stock.append(pack.take(_wanted(themes[seat], hands[seat]) if lucky else (), HELPED))
    return hands, stock


_BUILT = ("ready", "full", "nine")


def _wanted(theme: str, hand: list[int]) -> tuple[int, ...]:
    if theme == "pairs":
        return tuple(kind for kind in hand if hand.count(kind) < 3 and kind < PLAIN)
    if theme == "orphans":
        return tuple(kind for kind in ORPHANS if kind not in hand)
    if theme in _BUILT:
        return tuple({kind for kind in hand if kind < PLAIN})
    return THEMES.get(theme, ())


def _ready(rng: Random, pack: Pack, gates: bool) -> list[int]:
    """Fourteen tiles that are four sets and a pair, in random order, or fewer where the pack does not have them."""
    if gates:
        suit = 9 * rng.randrange(3)
        kinds = [suit + i for i in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)]
        return kinds if pack.take_all(kinds) else []
    hand = builder.whole_hand(rng, pack, 4, rng.choice(_SUITS), 7, rng.choice((0.0, 0.6, 1.0)))
    rng.shuffle(hand)
    return hand


def choose(rng: Random, table: Position, legal: list[AnyMove]) -> AnyMove:
    """One of `legal`: wins, kongs, what brings a hand of one suit or of pungs nearer; now and then a blunder."""
    by_verb: dict[str, list[AnyMove]] = {}
    for move in legal:
        by_verb.setdefault(move.verb, []).append(move)
    fouls, wins = by_verb.pop("foul", []), by_verb.pop("win", [])
    if fouls and not (wins or by_verb):  # the wall is exhausted: what changes nothing, if there is any
        return next((move for move in fouls if getattr(move, "kind", "") == "wrong-count"), fouls[0])
    if fouls and rng.random() < BLUNDER:
        return rng.choice(fouls)
    if wins and (not by_verb or rng.random() >= LET_GO):
        return _win(rng, table, wins)
    if "pass" in by_verb and rng.random() < PASSES:
        return rng.choice(by_verb["pass"])
    return _next_move(rng, table, by_verb)


def _win(rng: Random, table: Position, wins: list[AnyMove]) -> AnyMove:
    """Of the wins of several seats mostly the nearest, so that the others may follow."""
    if wins[0].seat != wins[-1].seat and rng.random() < NEAREST:
        return min(wins, key=lambda move: PLACE[table.thrower][move.seat])
    return rng.choice(wins)


def _next_move(rng: Random, table: Position, by_verb: dict[str, list[AnyMove]]) -> AnyMove:
    if "kong" in by_verb and rng.random() < KONGS:
        return rng.choice(by_verb["kong"])
    for move in [*by_verb.get("pung", []), *by_verb.get("chow", [])]:
        if _helps(table, move) and rng.random() < CLAIMS:
            return move
    if "discard" in by_verb:
        return _throw(rng, table, by_verb["discard"])
    if "draw" in by_verb:
        seat = by_verb["draw"][0].seat
        return builder.pick_draw(rng, table.hands[seat], table.wall.rest, by_verb["draw"], HELPED / 2)
    return rng.choice([move for moves in by_verb.values() for move in moves])


def _plan(table: Position, seat: int) -> int:
    """The suit (its first kind) the hand is going for, or -1: tiles of any suit."""
    hand = table.hands[seat]
    return builder.main_suit(hand, table.melds[seat], sum(hand[SUITED:PLAIN]), 7)


def _misfit(kind: int, plan: int, table: Position, seat: int) -> float:
    """How little a tile suits the plan."""
    if kind >= SUITED:
        useful = kind >= RED or kind in (table.wind, table.seat_wind(seat))
        return 0.4 if useful or plan >= 0 else 0.8
    return 2.5 if plan >= 0 and not plan <= kind < plan + 9 else 0.0


def _throw(rng: Random, table: Position, discards: list[AnyMove]) -> AnyMove:
    seat = discards[0].seat
    plan = _plan(table, seat)
    return builder.throw(rng, table.hands[seat][:], discards, lambda kind: _misfit(kind, plan, table, seat))


def _helps(table: Position, move: AnyMove) -> bool:
    """Whether a claim suits the plan and leaves the hand no further from a win than before."""
    seat = move.seat
    plan, sets = _plan(table, seat), 4 - len(table.melds[seat])
    if _misfit(builder.tile_of(move), plan, table, seat) > 1 or (isinstance(move, Chow) and plan < 0):
        return False
    return builder.nearer(table.hands[seat], move, sets)
