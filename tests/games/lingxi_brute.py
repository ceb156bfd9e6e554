"""Whether a hand of 靈溪麻將 is a win, by brute force: every pair, every set, every place for every wild.

Written with tile codes alone, without anything of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

SUITED = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)]
STANDS = [*SUITED, *"ESWNCF"]
"""What a wild may stand for."""
RUNS = [tuple(SUITED[9 * suit + low + i] for i in range(3)) for suit in range(3) for low in range(7)]


def group(code: str) -> str:
    """What counts as one kind as an indicator: of flowers and seasons the whole group."""
    return code[0] if code[0] in "fq" else code


def wins(hand: list[str], shown: list[str], sets: int) -> bool:
    """Whether a hand, with `sets` sets still to make, is just those and a pair."""
    wild = {group(code) for code in shown}
    plain = Counter(code for code in hand if group(code) not in wild)
    if any(code not in STANDS for code in plain):
        return False
    spare = sum(group(code) in wild for code in hand)
    if sum(plain.values()) + spare != 3 * sets + 2:
        return False
    absent = next(code for code in STANDS if not plain[code])  # a pair of wilds: any kind is like another
    for pair in (*plain, absent):
        used = min(2, plain[pair])
        if 2 - used <= spare and _sets(plain - Counter({pair: used}), spare - 2 + used):
            return True
    return False


def _sets(plain: Counter[str], spare: int) -> bool:
    """Whether plain tiles and wilds are sets, nothing left over but wilds by threes."""
    if not plain:
        return spare % 3 == 0
    first = min(plain, key=STANDS.index)
    return any(need <= spare and _sets(rest, spare - need) for rest, need in _ways(plain, first))


def _ways(plain: Counter[str], first: str) -> Iterator[tuple[Counter[str], int]]:
    """Every set that holds the tile: what it leaves, and the wilds it needs."""
    for size in range(1, min(3, plain[first]) + 1):
        yield plain - Counter({first: size}), 3 - size
    for run in RUNS:
        if first in run:
            others = [code for code in run if code != first]
            for kept in ([], others[:1], others[1:], others):
                if all(plain[code] for code in kept):
                    yield plain - Counter([first, *kept]), 2 - len(kept)
