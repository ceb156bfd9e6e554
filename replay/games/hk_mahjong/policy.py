"""Self-play: deals that now and then favour what is rare, and a player who builds a hand worth the minimum.

All randomness is the caller's. Nothing here decides a rule: what may be played comes from ``legal``.
"""

from __future__ import annotations

from random import Random
from typing import Any

from replay.games.hk_mahjong.position import Position
from replay.games.hk_mahjong.tiles import copies
from replay.kit.mahjong import CHOWS, CODES, FLOWERS, KIND, KINDS, ORPHANS, PLAIN, RED, RUN, SUITED, TERMINALS
from replay.kit.pack import Pack
from replay.kit.sets import NEEDS
from schemas.options import HkMahjongOptions
from schemas.record import AnyMove, Chow, Setup
from schemas.tiles import arrange

LUCKY, HELPED = 0.45, 0.4
"""Chances: that a deal favours anything, that a tile of a lucky stock suits its seat."""
BLUNDER, LET_GO, PASSES = 0.0006, 0.04, 0.15
"""Chances a move: of a foul, of not taking a win, of recording a pass that is at hand."""

_HONOURS = tuple(range(SUITED, PLAIN))
THEMES: dict[str, tuple[int, ...]] = {
    "ready": (), "full": (), "nine": tuple(range(9, 18)), "suit": tuple(range(9)), "mixed": (*range(18, 27), *_HONOURS),
    "honours": _HONOURS, "dragons": (31, 32, 33, 0, 1, 2, 3), "winds": (27, 28, 29, 30, 12, 13), "orphans": ORPHANS,
    "outer": (*sorted(TERMINALS), *_HONOURS), "ends": tuple(sorted(TERMINALS)), "green": (19, 20, 21, 23, 25, 32),
    "peacock": (18, 22, 24, 26, 31), "flowers": tuple(range(FLOWERS, KINDS)), "pairs": (), "four": (4, 13, 22, 28),
}  # fmt: skip
"""What a lucky seat is dealt, and later draws, more of."""


def deal(rng: Random, options: HkMahjongOptions, fields: dict[str, Any]) -> Setup:
    """A deal for the set-up `fields`, its stock with it."""
    dealer = fields.get("dealer")
    dealer = rng.randrange(4) if dealer is None else dealer
    lucky, pack = rng.random() < LUCKY, Pack(rng, copies(options))
    themes = [rng.choice(list(THEMES)) if lucky and rng.random() < 0.6 else "" for _ in range(4)]
    hands: list[list[int]] = [_ready(rng, pack, themes[s] == "nine") if themes[s] in _BUILT else [] for s in range(4)]
    for seat, hand in enumerate(hands):
        keep = 14 if themes[seat] == "full" and seat == dealer and rng.random() < 0.3 else 13
        pack.tiles[:0] = hand[keep:]
        del hand[keep:]
        while len(hand) < (14 if seat == dealer else 13):
            hand.append(pack.take(() if themes[seat] in _BUILT else _wanted(themes[seat], hand)))
    codes = [arrange([CODES[kind] for kind in hand]) for hand in hands]
    setup = Setup(dealer=dealer, wind=fields["wind"] or "E", hands=list(codes))
    stock = []
    for i in range(len(pack.tiles)):
        seat = (dealer + 1 + i) % 4
        stock.append(pack.take(_wanted(themes[seat], hands[seat]) if lucky else (), HELPED))
    setup.stock = [CODES[kind] for kind in stock]
    return setup


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
    suits = rng.choice(((0, 9, 18), (0, 27), (9, 27), (18,), (27,)))
    runs = rng.choice((0.0, 0.6, 1.0))
    hand: list[int] = []
    for _ in range(40):
        start = rng.choice(suits)
        kind = start + rng.randrange(7 if start == SUITED else 9)
        if len(hand) == 12:
            group = [kind, kind]
        elif CHOWS[kind] and rng.random() < runs:
            group = [kind, *rng.choice(CHOWS[kind])]
        else:
            group = [kind] * 3
        if pack.take_all(group):
            hand += group
        if len(hand) == 14:
            break
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
        return rng.choice(wins)
    if "pass" in by_verb and rng.random() < PASSES:
        return rng.choice(by_verb["pass"])
    return _next_move(rng, table, by_verb)


def _next_move(rng: Random, table: Position, by_verb: dict[str, list[AnyMove]]) -> AnyMove:
    if "kong" in by_verb and rng.random() < 0.8:
        return rng.choice(by_verb["kong"])
    for move in [*by_verb.get("pung", []), *by_verb.get("chow", [])]:
        if _helps(table, move) and rng.random() < 0.8:
            return move
    if "discard" in by_verb:
        return _throw(rng, table, by_verb["discard"])
    if "draw" in by_verb:
        return _pick_draw(rng, table, by_verb["draw"])
    return rng.choice([move for moves in by_verb.values() for move in moves])


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
    (drawn,) = rng.choices(draws, weights)
    return drawn


def _groups(hand: bytes | bytearray) -> int:
    """The fewest sets that hold the closed tiles: see ``replay.kit.sets``."""
    whole = bytes(hand)
    total = NEEDS[whole[:9]] + NEEDS[whole[9:18]] + NEEDS[whole[18:27]] + NEEDS[whole[27:34]]
    return (total >> 4) - (total & 15 > 0)


def _plan(table: Position, seat: int) -> int:
    """The suit (its first kind) the hand is going for, or -1: tiles of any suit."""
    hand, laid = table.hands[seat], [0, 0, 0]
    for meld in table.melds[seat]:
        kind = meld.shape % RUN
        if kind < SUITED:
            laid[kind // 9] += 3
    sizes = [sum(hand[9 * s : 9 * s + 9]) + 2 * laid[s] for s in range(3)]
    best = max(range(3), key=sizes.__getitem__)
    others = sum(laid) - laid[best]
    return 9 * best if not others and sizes[best] + sum(hand[SUITED:PLAIN]) >= 7 else -1


def _misfit(kind: int, plan: int, table: Position, seat: int) -> float:
    """How little a tile suits the plan."""
    if kind >= SUITED:
        useful = kind >= RED or kind in (table.wind, table.seat_wind(seat))
        return 0.4 if useful or plan >= 0 else 0.8
    return 2.5 if plan >= 0 and not plan <= kind < plan + 9 else 0.0


def _throw(rng: Random, table: Position, discards: list[AnyMove]) -> AnyMove:
    """The discard that leaves the fewest groups to fill, and of those the one that suits least."""
    seat = discards[0].seat
    plan, hand = _plan(table, seat), bytearray(table.hands[seat])
    best, lowest = discards[0], 1e9
    for move in discards:
        tile = _tile(move)
        hand[tile] -= 1
        neighbours = sum(hand[a] + hand[b] > 0 for a, b in CHOWS[tile])
        cost = 3 * _groups(hand) - _misfit(tile, plan, table, seat) + 0.1 * neighbours + 0.2 * hand[tile]
        hand[tile] += 1
        cost += 0.05 * rng.random()
        if cost < lowest:
            best, lowest = move, cost
    return best


def _helps(table: Position, move: AnyMove) -> bool:
    """Whether a claim suits the plan and leaves no more groups to fill than before."""
    seat, tile = move.seat, _tile(move)
    plan, sets = _plan(table, seat), 4 - len(table.melds[seat])
    if _misfit(tile, plan, table, seat) > 1 or (isinstance(move, Chow) and plan < 0):
        return False
    hand = bytearray(table.hands[seat])
    before = _groups(hand) - sets
    for code in move.with_ if isinstance(move, Chow) else (CODES[tile],) * 2:
        hand[KIND[code]] -= 1
    return _groups(hand) - (sets - 1) <= before
