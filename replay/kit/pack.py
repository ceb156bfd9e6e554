"""A shuffled pack for self-play deals that favour what is rare. All randomness is the caller's."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


class Pack:
    """The tiles not yet dealt, as kinds; `copies` is how many there are of each kind."""

    def __init__(self, rng: Random, copies: Sequence[int]) -> None:
        self.rng = rng
        self.tiles = [kind for kind, n in enumerate(copies) for _ in range(n)]
        rng.shuffle(self.tiles)

    def take(self, wanted: tuple[int, ...] = (), chance: float = 0.9) -> int:
        """A tile, with `chance` one of those `wanted` if there is one."""
        if wanted and self.rng.random() < chance:
            for i in range(len(self.tiles) - 1, -1, -1):
                if self.tiles[i] in wanted:
                    return self.tiles.pop(i)
        return self.tiles.pop()

    def take_all(self, kinds: list[int]) -> bool:
        """Takes exactly these tiles, or none of them."""
        if any(self.tiles.count(kind) < kinds.count(kind) for kind in kinds):
            return False
        for kind in kinds:
            self.tiles.remove(kind)
        return True
