"""The wall with its two ends: what may be drawn, what is left.

With a stock the next tile is known; without one any tile may come of which a copy is unaccounted for. Where the game
ends its wall, and who draws when, is the game's.
Source: record format, "Setup fields by game".
"""

from __future__ import annotations

from collections.abc import Sequence


class Wall:
    """The tiles that have not been drawn. ``left`` is how many there are."""

    __slots__ = ("_back", "_front", "left", "rest", "stock")

    def __init__(self, unseen: Sequence[int], stock: Sequence[int] | None) -> None:
        """`unseen`: copies by kind that are in nobody's hand; `stock`: kinds in draw order, front first, or None."""
        self.rest = bytearray(unseen)
        """Copies by kind in the wall, kept up with or without a stock."""
        self.left = sum(unseen)
        self.stock = None if stock is None else tuple(stock)
        self._front, self._back = 0, self.left - 1

    def holds(self, kind: int, back: bool = False) -> bool:
        """Whether a tile of `kind` may come next from that end."""
        if not self.left:
            return False
        if self.stock is None:
            return self.rest[kind] > 0
        return self.stock[self._back if back else self._front] == kind

    def next(self, back: bool = False) -> int | None:
        """The kind that comes next from that end; None when it is not known or nothing is left."""
        if self.stock is None or not self.left:
            return None
        return self.stock[self._back if back else self._front]

    def options(self, back: bool = False) -> list[int]:
        """The kinds that may come next from that end, ascending."""
        if not self.left:
            return []
        if self.stock is None:
            return [kind for kind, n in enumerate(self.rest) if n]
        return [self.stock[self._back if back else self._front]]

    def take(self, kind: int, back: bool = False) -> None:
        """Draws a tile that :meth:`holds`."""
        self.rest[kind] -= 1
        self.left -= 1
        if back:
            self._back -= 1
        else:
            self._front += 1

    def remaining(self) -> tuple[int, ...] | None:
        """The kinds still in the wall, front first; None without a stock."""
        return None if self.stock is None else self.stock[self._front : self._back + 1]
