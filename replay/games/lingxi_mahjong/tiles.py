"""lx.tiles, lx.wild, lx.deal, lx.dice: the tiles, the wild ones of a round, impossible deals, where the wall opens.

Knows no move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from replay.game import Violation
from replay.kit.mahjong import CODES, COPIES, EAST, FLOWERS, KINDS, RED, SEASONS, WHITE
from replay.kit.turns import BEFORE
from schemas.record import Setup
from schemas.tiles import UNKNOWN

GROUPS: dict[int, tuple[int, ...]] = {WHITE: (WHITE,) * 4, FLOWERS: (34, 35, 36, 37), SEASONS: (38, 39, 40, 41)}
"""The three flower groups (白, 梅蘭菊竹, 春夏秋冬): the kind that names the group to its four tiles."""
GROUP_OF: tuple[int, ...] = (*(-1 for _ in range(WHITE)), WHITE, *(FLOWERS,) * 4, *(SEASONS,) * 4)
"""Kind to its flower group, or -1."""
FULL: dict[str, int] = dict(zip(CODES, COPIES, strict=True))
"""lx.tiles: tile code to its copies."""
STACKS = 18
"""Stacks of two before each seat (lx.seats)."""


OTHER, WIND, FLOWER = range(3)


class Wilds(NamedTuple):
    """What two indicators make wild (lx.wild)."""

    groups: tuple[tuple[int, ...], ...]
    """One tuple of kinds a wild kind; a flower kind has its whole group."""
    equal: bool
    """Both indicators are of one kind: two copies are left."""
    kinds: tuple[int, ...]
    """Every wild kind."""
    loose: tuple[int, ...]
    """Kinds that are laid and replaced: 白 and flowers that are not wild."""
    wild_mask: int
    loose_mask: int
    plain_loose: bool
    """白 and every flower are loose: no wild is among them."""
    sorts: tuple[int, ...]
    """One of :data:`OTHER`, :data:`WIND`, :data:`FLOWER` (白 too) a wild kind."""

    def counts(self, hand: Sequence[int]) -> tuple[int, ...]:
        """Wilds held, one number a wild kind."""
        if len(self.kinds) == len(self.groups):
            return tuple([hand[kind] for kind in self.kinds])
        return tuple([sum([hand[kind] for kind in group]) for group in self.groups])

    def loose_in(self, hand: Sequence[int]) -> bool:
        """Whether a hand holds a flower or 白 that is not wild."""
        return any(hand[WHITE:]) and (self.plain_loose or any(hand[kind] for kind in self.loose))


@lru_cache(maxsize=4096)
def wilds_of(first: int, second: int) -> Wilds:
    """The wilds under two indicators, given as kinds."""
    names = sorted({_name(first), _name(second)})
    groups = tuple(GROUPS[name] if name > WHITE else (name,) for name in names)
    kinds = tuple(kind for group in groups for kind in group)
    loose = tuple(kind for kind in range(WHITE, KINDS) if kind not in kinds)
    masks = [sum(1 << kind for kind in some) for some in (kinds, loose)]
    sorts = tuple([FLOWER if name >= WHITE else WIND if EAST <= name < RED else OTHER for name in names])
    return Wilds(groups, len(names) == 1, kinds, loose, masks[0], masks[1], len(loose) == KINDS - WHITE, sorts)


def _name(kind: int) -> int:
    """lx.wild: two flowers of one group count as one kind."""
    return GROUP_OF[kind] if kind > WHITE else kind


def deal_problem(setup: Setup) -> Violation | None:
    """lx.dice, lx.deal, lx.tiles: what makes a deal impossible, or None."""
    dice = setup.dice
    if dice is not None and not (len(dice) == 2 and all(isinstance(throw, list) and len(throw) == 2 for throw in dice)):
        return Violation("lx.dice", "lx.dice/form", {"stated": dice}, field="dice", stated=dice)
    hands = setup.hands or []
    for seat, hand in enumerate(hands):
        size, wanted = len(hand or ()), 17 if seat == setup.dealer else 16
        if size != wanted:
            args = {"seat": seat, "count": size, "need": wanted}
            return Violation("lx.deal", "lx.deal/count", args, seat=seat, expected=wanted, stated=size)
    return _tiles_problem(setup)


def _tiles_problem(setup: Setup) -> Violation | None:
    """lx.tiles: a tile that is none, too many copies, or with a stock too few."""
    groups = (*(setup.hands or ()), setup.indicators, setup.stock)
    counts = Counter(chain.from_iterable([group for group in groups if group]))
    whole = setup.stock is not None
    if whole and counts == FULL:
        return None
    if not counts.keys() <= FULL.keys():
        strange = next(tile for tile in counts if tile not in FULL)
        if strange == UNKNOWN:
            return Violation("rec.unknown", "rec.unknown/deal")
        return Violation("lx.tiles", "lx.tiles/foreign", {"tile": strange}, stated=strange)
    for tile, copies in FULL.items():
        n = counts[tile]
        if n > copies or (whole and n != copies):
            args = {"tile": tile, "count": n, "copies": copies}
            return Violation("lx.tiles", "lx.tiles/copies", args, expected=copies, stated=n)
    return None


SECOND: dict[int, int] = {2: 1, 5: 1, 6: 1, 10: 1, 3: 2, 7: 2, 11: 2, 4: 3, 8: 3, 9: 3, 12: 3}
"""lx.dice: the dealer's throw to the second thrower's place after the dealer."""


class Opening(NamedTuple):
    """Where the wall is opened: seats and stacks, counted from 1 at the right end of a seat's wall."""

    thrower: int
    wall: int
    turned: int
    """The stack that is turned up as the indicators."""
    start_wall: int
    start: int
    """The stack at which drawing starts."""


def wall_opening(dealer: int, first: int, second: int) -> Opening:
    """lx.dice: where two throws (sums of two dice each) open the wall. Raises ``KeyError`` for no such throw."""
    thrower = (dealer + SECOND[first]) % 4
    total = first + second
    return Opening(thrower, *_stack(thrower, total), *_stack(thrower, total + 1))


def _stack(seat: int, number: int) -> tuple[int, int]:
    """Past the last stack the count goes on along the wall of the left neighbour."""
    while number > STACKS:
        seat, number = BEFORE[seat], number - STACKS
    return seat, number
