"""Deals with a script, for self-play: what hardly ever comes about by itself. All randomness is the caller's.

A scene says what each place holds and what is drawn first; suits, ranks, winds and dragons are exchanged for others,
and whatever it leaves open is dealt at random. What is played stays free: a scene makes a situation likely, not sure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import NamedTuple

from replay.kit.mahjong import KIND, KINDS, PLAIN, RED, SUITED
from replay.kit.pack import Pack

WILD = -1
"""``*`` in a scene: any wild tile, for the game to fill in."""
QUIET = 12
"""Draws before the first flower or wild tile of a scene's stock."""
TRIES = 8


class Scene(NamedTuple):
    """Tiles as in ``123m EE C``. A hand with ``~`` is filled up with whole sets: if two seats hold the same two pairs
    beside sets, neither can win, and what they draw they throw.
    """

    hands: tuple[str, str, str, str]
    """By place, the dealer's first."""
    front: str = ""
    """The first draws from the front."""
    back: str = ""
    """The first draws from the back, which replace kongs."""
    late: str = ""
    """The last draws before the wall ends, where the game says where that is."""
    fixed: bool = False
    """The tiles are these, and not others like them."""


class Laid(NamedTuple):
    """A scene's tiles as kinds."""

    hands: list[list[int]]
    """By place."""
    front: list[int]
    back: list[int]
    late: list[int]

    def kinds(self) -> set[int]:
        """Every kind it uses."""
        return {*self.front, *self.back, *self.late}.union(*self.hands)


def kinds_of(text: str) -> list[int]:
    """The kinds that a text of a scene names."""
    out = []
    for word in text.replace("~", "").split():
        codes = [rank + word[-1] for rank in word[:-1]] if word[0].isdigit() else list(word)
        out += [WILD if code == "*" else KIND[code] for code in codes]
    return out


def exchanged(rng: Random) -> list[int]:
    """Kind to another of its sort: suits, winds and dragons for each other, ranks from the other end or not."""
    suits, turned = [0, 9, 18], rng.random() < 0.5
    rng.shuffle(suits)
    out = [suit + (8 - rank if turned else rank) for suit in suits for rank in range(9)]
    for low, end in ((SUITED, RED), (RED, PLAIN)):
        honours = list(range(low, end))
        rng.shuffle(honours)
        out += honours
    return [*out, *range(PLAIN, KINDS), WILD]


def lay(rng: Random, pack: Pack, scene: Scene, banned: Collection[int] = ()) -> Laid | None:
    """Takes a scene's tiles from the pack, wild ones apart; None where they cannot be had without a `banned` kind."""
    for _ in range(1 if scene.fixed else TRIES):
        other = [*range(KINDS), WILD] if scene.fixed else exchanged(rng)
        parts = [[other[kind] for kind in kinds_of(text)] for text in (*scene.hands, *scene[1:4])]
        tiles = [kind for part in parts for kind in part if kind != WILD]
        if not any(kind in banned for kind in tiles) and pack.take_all(tiles):
            return Laid(parts[:4], *parts[4:])
    return None


def fill(scene: Scene, laid: Laid, pack: Pack, sizes: Sequence[int], ready: Callable[[], list[int]]) -> None:
    """Deals what the scene leaves open: hands of `sizes`, for ``~`` from a whole hand, its sets first."""
    for text, hand, size in zip(scene.hands, laid.hands, sizes, strict=True):
        if "~" in text:
            whole = ready()
            room = min(size - len(hand), len(whole) - 1)
            hand += whole[:room]
            pack.tiles[:0] = whole[room:]
        while len(hand) < size:
            hand.append(pack.take())


def wall(rng: Random, laid: Laid, calm: list[int], rich: list[int], ends: int = 0) -> list[int]:
    """The stock: the scene's draws, `calm` tiles, and not too early among them the `rich`: flowers and wild tiles.

    Where the scene has ``late`` draws they are the last of `ends`, and nothing rich comes before.
    """
    start = QUIET
    if laid.late:
        start = ends - len(laid.front)
        at = start - len(laid.late)
        calm[at:at] = laid.late
    for kind in rich:
        calm.insert(rng.randint(min(start, len(calm)), len(calm)), kind)
    return [*laid.front, *calm, *reversed(laid.back)]
