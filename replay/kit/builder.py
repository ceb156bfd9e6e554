"""What the self-play of two mahjong games has in common: how near a hand is, what to throw, which claims help.

What a hand goes for beyond sets and a pair is the game's policy: it says how little a tile suits its plan. No rule is
here, and all randomness is the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from replay.kit.mahjong import CHOWS, CODES, KIND, PLAIN, RUN, SUITED, Meld
from replay.kit.pack import Pack
from replay.kit.sets import NEEDS
from schemas.record import AnyMove, Chow

UNWANTED = -9.0
"""Cost of throwing what is no part of a hand: only a culprit may."""


def tile_of(move: AnyMove) -> int:
    """The kind that a move names."""
    return KIND[getattr(move, "tile", "")]


def groups(plain: bytes | bytearray) -> int:
    """The fewest sets that, with a pair, hold the closed tiles: see ``replay.kit.sets``."""
    whole = bytes(plain)
    total = NEEDS[whole[:9]] + NEEDS[whole[9:18]] + NEEDS[whole[18:27]] + NEEDS[whole[27:34]]
    return (total >> 4) - (total & 15 > 0)


def whole_hand(
    rng: Random, pack: Pack, sets: int, suits: Sequence[int], honours: int, runs: float, wilds: Sequence[int] = ()
) -> list[int]:
    """Sets and a pair, in this order, or fewer tiles where the pack does not have them.

    `suits` by their first kinds, of the last one `honours` kinds; `runs`: chance of a run; now and then one of `wilds`.
    """
    hand: list[int] = []
    for _ in range(10 * (sets + 1)):
        start = rng.choice(suits)
        kind = start + rng.randrange(honours if start == SUITED else 9)
        if len(hand) == 3 * sets:
            group = [kind, kind]
        elif CHOWS[kind] and rng.random() < runs:
            group = [kind, *rng.choice(CHOWS[kind])]
        else:
            group = [kind] * 3
        if wilds and rng.random() < 0.15:
            group[0] = rng.choice(wilds)
        if pack.take_all(group):
            hand += group
        if len(hand) == 3 * sets + 2:
            break
    return hand


def main_suit(hand: Sequence[int], melds: Iterable[Meld], honours: int, enough: int) -> int:
    """The suit (its first kind) that a hand is going for, or -1: tiles of any suit.

    It is the longest, with melds of no other, and holds with the `honours` so many tiles that it is worth while.
    """
    laid = [0, 0, 0]
    for meld in melds:
        kind = meld.shape % RUN
        if kind < SUITED:
            laid[kind // 9] += 3
    sizes = [sum(hand[9 * s : 9 * s + 9]) + 2 * laid[s] for s in range(3)]
    best = max(range(3), key=sizes.__getitem__)
    others = sum(laid) - laid[best]
    return 9 * best if not others and sizes[best] + honours >= enough else -1


def throw(rng: Random, plain: bytearray, discards: list[AnyMove], misfit: Callable[[int], float]) -> AnyMove:
    """The discard that leaves the fewest groups to fill, and of those the one that suits least."""
    best, lowest = discards[0], 1e9
    for move in discards:
        tile, cost = tile_of(move), UNWANTED
        if tile < PLAIN and plain[tile]:
            plain[tile] -= 1
            neighbours = sum([plain[a] + plain[b] > 0 for a, b in CHOWS[tile]])
            cost = 3 * groups(plain) - misfit(tile) + 0.1 * neighbours + 0.2 * plain[tile]
            plain[tile] += 1
        cost += 0.05 * rng.random()
        if cost < lowest:
            best, lowest = move, cost
    return best


def nearer(plain: bytearray, move: AnyMove, sets: int) -> bool:
    """Whether a chow or pung leaves a hand of `sets` sets to fill no further from a win than it was."""
    before = groups(plain) - sets
    left = bytearray(plain)
    for code in move.with_ if isinstance(move, Chow) else (CODES[tile_of(move)],) * 2:
        left[KIND[code]] -= 1
    return groups(left) - (sets - 1) <= before


def pick_draw(rng: Random, hand: Sequence[int], rest: Sequence[int], draws: list[AnyMove], chance: float) -> AnyMove:
    """Without a stock any tile may come: by its copies, with `chance` one that the hand already has sooner."""
    if len(draws) == 1:
        return draws[0]
    weights = [rest[tile_of(move)] for move in draws]
    if rng.random() < chance:
        weights = [n * (1 + 5 * hand[tile_of(move)]) for n, move in zip(weights, draws, strict=True)]
    return rng.choices(draws, weights)[0]
