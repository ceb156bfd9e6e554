"""Scoring a Hong Kong hand and the decision with wild tiles, beside the package ``mahjong``, in one process and run.

That package scores Riichi hands and knows no wilds: each is given hands of the same kinds in its own terms. Needs the
``bench`` extra. This measures; it judges nothing and writes nothing.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from verify import Job, measure, ratio_of, summary

from replay.games.hk_mahjong.hand import SELF_DRAW, Hand
from replay.games.hk_mahjong.pay import price
from replay.games.hk_mahjong.score import best, evaluate, rulebook
from replay.games.lingxi_mahjong.claims import SETS, is_complete
from replay.games.lingxi_mahjong.tiles import wilds_of
from replay.kit.mahjong import (
    CODES,
    COPIES,
    EAST,
    KIND,
    PAIR,
    PLAIN,
    RED,
    RUN,
    SUITED,
    TRIPLET,
    WHITE,
    Meld,
    count,
    tiles_of,
)
from replay.kit.sets import NEEDS
from reports.cli.exits import ease_collector
from schemas.options import HkMahjongOptions

HANDS = 250
"""Hands of each kind, the same every time."""
GOAL = 5.0
"""Scoring: times the package's rate."""
WILDS = 6
ANYTHING = range(PLAIN)
RUNS = [RUN + kind for kind in range(SUITED) if kind % 9 < 7]


@dataclass(frozen=True)
class Won:
    """A winning hand of 14 in common terms: kinds in hand, a pung on the table (or -1), the winning kind among them."""

    closed: tuple[int, ...]
    pung: int
    win: int


def built(rng: random.Random, shapes: Sequence[int], pairs: Sequence[int], sets: int) -> tuple[int, ...]:
    """Random `shapes` and a pair (see ``replay.kit.mahjong.RUN``) of which there are tiles enough."""
    while True:
        found = [*rng.choices(shapes, k=sets), PAIR + rng.choice(pairs)]
        kinds = [kind for shape in found for kind in tiles_of(shape)]
        if all(kinds.count(kind) <= COPIES[kind] for kind in kinds):
            return tuple(sorted(kinds))


def won_hands(rng: random.Random) -> Iterator[tuple[str, Won]]:
    """The kinds of winning hands: anything, triplets alone, one suit, a pung of dragons on the table."""
    triplets, suit = [TRIPLET + kind for kind in ANYTHING], range(9)
    dragons = range(RED, PLAIN)
    for _ in range(HANDS):
        closed = built(rng, [*RUNS, *triplets], ANYTHING, 4)
        yield "anything", Won(closed, -1, rng.choice(closed))
        closed = built(rng, triplets, ANYTHING, 4)
        yield "triplets", Won(closed, -1, rng.choice(closed))
        closed = built(rng, [*RUNS[:7], *triplets[:9]], suit, 4)
        yield "one suit", Won(closed, -1, rng.choice(closed))
        closed = built(rng, [*RUNS, *triplets[:EAST]], range(RED), 3)
        yield "dragon pung", Won(closed, rng.choice(dragons), rng.choice(closed))


def our_scoring(hands: list[Won]) -> Job:
    """From tile codes to every best score of every reading, its items and its price: what theirs answers too."""
    options = HkMahjongOptions(min_faan=0)
    rules = rulebook(options)
    given = [([CODES[kind] for kind in h.closed], CODES[h.win], _pungs(h)) for h in hands]

    def work() -> int:
        for codes, win, melds in given:
            hand = Hand(bytes(count(codes)), KIND[win], melds, None, SELF_DRAW)
            scores = best(evaluate(hand, rules))
            if not scores or price(scores[0].total, options) * scores[0].factor <= 0:
                raise AssertionError(f"no win: {codes}")
        return len(given)

    return Job("paipu scoring", "hands", work)


def _pungs(hand: Won) -> tuple[Meld, ...]:
    return () if hand.pung < 0 else (Meld(TRIPLET + hand.pung, "", 1, hand.pung),)


def their_scoring(hands: list[Won]) -> Job:
    """``HandCalculator.estimate_hand_value`` of the same tiles; a self-draw, or the dragons, is the yaku it needs."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.meld import Meld as TheirMeld

    config = HandConfig(is_tsumo=True)
    given = []
    for hand in hands:
        ids = _ids(hand.closed)
        win = next(i for i in ids if i // 4 == hand.win)
        pung = [4 * hand.pung + i for i in range(3)] if hand.pung >= 0 else []
        melds = [TheirMeld(meld_type=TheirMeld.PON, tiles=pung)] if pung else None
        given.append((sorted([*ids, *pung]), win, melds))

    def work() -> int:
        for ids, win, melds in given:
            response = HandCalculator.estimate_hand_value(ids, win, melds=melds, config=config)
            if response.error is not None:
                raise AssertionError(f"no win: {ids}: {response.error}")
        return len(given)

    return Job("mahjong scoring", "hands", work)


def _ids(kinds: Sequence[int]) -> list[int]:
    """Their tile numbers: kind × 4 + copy. Kinds are numbered alike: suits, winds, dragons."""
    return [4 * kind + kinds[:at].count(kind) for at, kind in enumerate(kinds)]


# ---------------------------------------------------------------- the shape


def our_shapes(rng: random.Random) -> list[tuple[bytes, Any]]:
    """17 tiles with six wilds of two kinds, every other one complete, the rest one tile away from it or more."""
    out = []
    for at in range(2 * HANDS):
        first, second = sorted(rng.sample(range(WHITE), 2))
        wilds = wilds_of(first, second)
        kinds = [kind for kind in range(WHITE) if kind not in (first, second)]  # 白 is laid like a flower
        shapes = [TRIPLET + kind for kind in kinds] + [r for r in RUNS if not {first, second} & {*tiles_of(r)}]
        while True:
            plain = list(built(rng, shapes, kinds, SETS))
            rng.shuffle(plain)
            del plain[:WILDS]
            while at % 2 and is_complete(_closed(plain, first, second), wilds, SETS):
                plain[rng.randrange(len(plain))] = rng.choice(kinds)
            if all(plain.count(kind) <= COPIES[kind] for kind in plain):
                break
        out.append((_closed(plain, first, second), wilds))
    return out


def _closed(plain: Sequence[int], first: int, second: int) -> bytes:
    return bytes(count([CODES[kind] for kind in (*plain, *(first, second) * (WILDS // 2))]))


def shape_job(name: str, hands: list[tuple[bytes, Any]], cold: bool) -> Job:
    """Decides each hand; `cold`: with nothing remembered at the start of a round of them."""

    def work() -> int:
        if cold:
            NEEDS.clear()
        if sum(is_complete(closed, wilds, SETS) for closed, wilds in hands) != len(hands) // 2:
            raise AssertionError("not every other hand is complete")
        return len(hands)

    return Job(name, "hands", work)


def their_shapes(rng: random.Random) -> Job:
    """``Agari.is_agari`` of 14 tiles without wilds, every other hand complete, the rest one tile away or more."""
    from mahjong.agari import Agari

    shapes = [*RUNS, *(TRIPLET + kind for kind in ANYTHING)]
    hands: list[list[int]] = []
    for at in range(2 * HANDS):
        while True:
            kinds = list(built(rng, shapes, ANYTHING, 4))
            while at % 2 and Agari.is_agari(_counts(kinds)):
                kinds[rng.randrange(len(kinds))] = rng.choice(ANYTHING)
            if all(kinds.count(kind) <= COPIES[kind] for kind in kinds):
                break
        hands.append(_counts(kinds))

    def work() -> int:
        if sum(map(Agari.is_agari, hands)) != len(hands) // 2:
            raise AssertionError("not every other hand is complete")
        return len(hands)

    return Job("mahjong agari", "hands", work)


def _counts(kinds: Sequence[int]) -> list[int]:
    return [kinds.count(kind) for kind in ANYTHING]


# ---------------------------------------------------------------- the report


def report(repeats: int) -> dict[str, Any]:
    """All figures as plain values."""
    rng = random.Random(1)
    named = list(won_hands(rng))
    hands, shapes = [hand for _, hand in named], our_shapes(rng)
    ours, theirs = our_scoring(hands), their_scoring(hands)
    cold, warm = shape_job("paipu wilds cold", shapes, True), shape_job("paipu wilds warm", shapes, False)
    agari = their_shapes(rng)
    jobs = [ours, theirs, cold, warm, agari]
    rates = measure(jobs, repeats)
    kinds: dict[str, float] = {}
    for kind in dict.fromkeys(name for name, _ in named):
        some = [hand for name, hand in named if name == kind]
        of_kind = [our_scoring(some), their_scoring(some)]
        kinds[kind] = ratio_of(measure(of_kind, repeats), *of_kind)
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "repeats": repeats,
        "rates": summary(jobs, rates),
        "scoring": {"ratio": ratio_of(rates, ours, theirs), "goal": GOAL, "kinds": kinds},
        "wilds": {"cold": ratio_of(rates, cold, agari), "warm": ratio_of(rates, warm, agari), "goal": 1.0},
    }


def show(figures: dict[str, Any]) -> None:
    """The figures as text."""
    repeats = f"median of {figures['repeats']} interleaved repeats"
    print(f"Python {figures['python']}, {figures['machine']}, one core, {repeats}")
    print(f"{'':28}{'a second (process)':>22}{'a second (wall)':>20}")
    for name, rate in figures["rates"].items():
        print(f"{name + ' ' + rate['unit']:28}{rate['process']:>22,.0f}{rate['wall']:>20,.0f}")
    scoring, wilds = figures["scoring"], figures["wilds"]
    print(f"\nscoring: {scoring['ratio']:.1f} x mahjong (goal {scoring['goal']:.0f})")
    for kind, ratio in scoring["kinds"].items():
        print(f"  {kind:12}{ratio:8.1f} x")
    print(f"\nsix wilds in 17 tiles, against 14 plain ones: {wilds['cold']:.2f} x cold, {wilds['warm']:.2f} x warm")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=9, help="interleaved repeats (default 9)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    ease_collector()  # as the command line does
    figures = report(args.repeats)
    if args.json:
        print(json.dumps(figures, indent=1))
    else:
        show(figures)


if __name__ == "__main__":
    main()
