"""One round in progress as data, and what each move does to it.

Tiles are kinds, hands are counts; a move touches what it changes and copies nothing. Whether a move is legal is
``check`` and ``legal``; who could win is ``claims``. Source: lx.flowers, lx.turn, lx.kong, lx.rob, lx.reserve,
lx.last-four, lx.foul.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replay.games.lingxi_mahjong.tiles import GROUP_OF, wilds_of
from replay.kit.mahjong import COPIES, EAST, KIND, RUN, TRIPLET, WHITE, Meld, count
from replay.kit.turns import NEXT
from replay.kit.wall import Wall
from schemas.options import LingxiMahjongOptions
from schemas.record import AnyMove, Chow, Discard, Draw, Flower, Foul, Kong, Pass, Pung, Setup, Win

OVER, DEALT, DEALT_BACK, FLOWER, FLOWERED, KONGED, ACTING, THROWN, LAST = range(9)
"""What is owed: nothing; in the opening a flower, or a slot's replacements; a drawn flower; its replacement; a kong's;
a discard (or win, or kong); a draw or a claim; after a last-four turn its win or the next draw.
"""
FRONT, AFTER_FLOWER, AFTER_KONG, FIRST, CLAIMED = range(5)
"""How the turn's last tile came: from the front, for a flower, for a kong; the dealer's first turn; a claim."""
ZONE = 4
"""lx.last-four: tiles above the reserve at most."""


class Position:
    """The position of one round. Read it freely; only :meth:`play` changes it."""

    __slots__ = (
        "actor", "barred", "came", "culprit", "culprits", "dealer", "drawn", "due", "floor", "flowers", "fours",
        "hands", "indicators", "laid", "log", "melds", "options", "passed", "phase", "rob", "setup", "slots", "thrower",
        "tile", "turn", "turn_zone", "wall", "wilds", "winner", "won", "zone",
    )  # fmt: skip

    def __init__(self, setup: Setup, options: LingxiMahjongOptions) -> None:
        assert setup.hands is not None
        assert setup.dealer is not None
        assert setup.indicators is not None
        self.setup, self.options, self.dealer = setup, options, setup.dealer
        self.indicators = (KIND[setup.indicators[0]], KIND[setup.indicators[1]])
        self.wilds = wilds = wilds_of(*sorted(self.indicators))
        self.hands = [count(hand or ()) for hand in setup.hands]
        first, second, third, fourth = self.hands
        unseen = [n - a - b - c - d for n, a, b, c, d in zip(COPIES, first, second, third, fourth, strict=True)]
        for kind in self.indicators:
            unseen[kind] -= 1
        self.wall = Wall(unseen, None if setup.stock is None else list(map(KIND.__getitem__, setup.stock)))
        self.floor = 20
        """lx.reserve: tiles that are not drawn, 2 × (10 + kongs)."""
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.fours: list[list[int]] = [[], [], [], []]
        """A seat to its opening fours, by the kind that names the group (lx.opening-four)."""
        self.flowers: list[list[int]] = [[], [], [], []]
        """A seat to its flowers and 白 laid singly, in order."""
        self.laid = [-1, -1, -1, -1]
        """A seat to the kind that its last flower or opening four was recorded with."""
        self.barred = [wilds.wild_mask | wilds.loose_mask] * 4
        """lx.no-throw: a seat to the kinds, a bit each, that it may not throw; none for a culprit."""
        self.culprits = 0
        """Seats, a bit each, that have fouled."""
        self.log: list[AnyMove] = []
        self.turn = self.dealer
        """Who acts or draws next."""
        self.actor = self.dealer
        """Whose turn it is in a last-four turn, while ``turn`` is who draws next."""
        self.drawn = -1
        self.came = FIRST
        self.zone = self.turn_zone = False
        """Whether the last tile was drawn, and whether the turn began, with at most four above the reserve."""
        self.tile, self.thrower = -1, -1
        """The tile on the table, or of the added kong that may be robbed, and whose it is."""
        self.rob = ""
        """Kind of the kong whose replacement is owed."""
        self.passed = 0
        """Seats, a bit each, that have passed on :attr:`tile`."""
        self.winner = -1
        self.won = ""
        """How: ``self-draw``, ``discard``, ``rob``, ``claim`` (in a turn that began with one), ``flower`` (before its
        replacement).
        """
        self.culprit = -1
        """Who laid a false win open."""
        self.slots = 0
        """Seats, a bit each, that have had an opening slot."""
        self.due = 0
        """Replacements that are due in an opening slot."""
        self.phase = ACTING
        self._seek_slot(self.dealer)

    def own_wind(self, seat: int) -> int:
        """lx.seats: the kind of a seat's own wind."""
        return EAST + (seat - self.dealer) % 4

    def above(self) -> int:
        """lx.reserve: tiles that may still be drawn."""
        return self.wall.left - self.floor

    def sets(self, seat: int) -> int:
        """Sets that a seat has on the table."""
        return len(self.melds[seat]) + len(self.fours[seat])

    def holds_loose(self, seat: int) -> bool:
        """Whether a seat holds a flower or 白 that is not wild."""
        return self.wilds.loose_in(self.hands[seat])

    def play(self, move: AnyMove) -> None:
        """Makes a checked move."""
        kind = move.__class__
        if kind is Discard:
            seat = move.seat
            self.tile = tile = KIND[move.tile]  # type: ignore[union-attr]
            self.hands[seat][tile] -= 1
            self.thrower = seat
            self.turn = NEXT[seat]
            self.phase = THROWN
            self.passed = 0
        elif kind is Draw:
            if self.phase >= THROWN:
                self._front(move.seat, KIND[move.tile])  # type: ignore[union-attr]
            else:
                self._back(move.seat, KIND[move.tile])  # type: ignore[union-attr]
        else:
            _PLAY[kind](self, move)
        self.log.append(move)

    def _front(self, seat: int, tile: int) -> None:
        wall = self.wall
        zone = wall.left - self.floor <= ZONE
        wall.take(tile)
        self.hands[seat][tile] += 1
        self.drawn, self.came = tile, FRONT
        self.zone = self.turn_zone = zone
        if zone and not self.options.last_four_played:  # lx.last-four: nothing but a win, flowers stay in hand
            self.actor, self.turn, self.phase = seat, NEXT[seat], LAST
        elif tile >= WHITE and self.wilds.loose_mask >> tile & 1 and not self.culprits >> seat & 1:
            self.phase = FLOWER
        else:
            self.phase = ACTING

    def _back(self, seat: int, tile: int) -> None:
        wall = self.wall
        zone = wall.left - self.floor <= ZONE
        wall.take(tile, True)
        self.hands[seat][tile] += 1
        if self.phase == DEALT_BACK:
            self.due -= 1
            if not self.due:
                self._seek_slot(NEXT[seat])
            return
        self.drawn, self.zone = tile, zone
        self.came = AFTER_KONG if self.phase == KONGED else AFTER_FLOWER
        loose = self.wilds.loose_mask >> tile & 1 and not self.culprits >> seat & 1
        self.phase = FLOWER if loose else ACTING

    def _seek_slot(self, seat: int) -> None:
        """lx.flowers: the next seat, from `seat` on, that holds a flower; if there is none the dealer begins."""
        for _ in range(4):
            if self.holds_loose(seat):
                self.turn, self.phase = seat, DEALT
                return
            seat = NEXT[seat]
        self.turn, self.phase, self.came = self.dealer, ACTING, FIRST

    def opening_four(self, seat: int, group: int) -> bool:
        """lx.opening-four: whether the seat was dealt all four of a group and is in its first slot."""
        if self.phase != DEALT or seat != self.turn or self.slots >> seat & 1:
            return False
        hand = self.hands[seat]
        return hand[WHITE] == 4 if group == WHITE else hand[group : group + 4] == b"\1\1\1\1"

    def _flower(self, move: Flower) -> None:
        seat, tile = move.seat, KIND[move.tile]
        self.hands[seat][tile] -= 1
        laid = self.flowers[seat]
        laid.append(tile)
        self.laid[seat] = tile
        if len(laid) > 3 and self.options.flower_kong_reserve:
            group = GROUP_OF[tile]
            if sum([GROUP_OF[kind] == group for kind in laid]) == 4:
                self.floor += 2
        if self.phase == DEALT:
            self._laid_in_slot(seat)
        else:
            self.phase = FLOWERED

    def _laid_in_slot(self, seat: int) -> None:
        self.due += 1
        if not self.holds_loose(seat):
            self.phase = DEALT_BACK
            self.slots |= 1 << seat

    def _claim(self, seat: int, meld: Meld) -> None:
        self.melds[seat].append(meld)
        self.turn, self.came, self.drawn, self.phase = seat, CLAIMED, -1, ACTING
        self.zone = self.turn_zone = False

    def _chow(self, move: Chow) -> None:
        first, second, tile = KIND[move.with_[0]], KIND[move.with_[1]], self.tile
        hand = self.hands[move.seat]
        hand[first] -= 1
        hand[second] -= 1
        self._claim(move.seat, Meld(RUN + min(first, second, tile), "", self.thrower, tile))

    def _pung(self, move: Pung) -> None:
        seat, tile = move.seat, self.tile
        self.hands[seat][tile] -= 2
        if not self.culprits >> seat & 1:
            self.barred[seat] |= 1 << tile
        self._claim(seat, Meld(TRIPLET + tile, "", self.thrower, tile))

    def _kong(self, move: Kong) -> None:
        seat, tile, hand = move.seat, KIND[move.tile], self.hands[move.seat]
        if self.phase == DEALT:
            self._opening_kong(seat, tile)
            return
        if move.kind == "exposed":
            hand[tile] -= 3
            self._claim(seat, Meld(TRIPLET + tile, "exposed", self.thrower, tile))
        elif move.kind == "added":
            hand[tile] -= 1
            place = self._pung_at(seat, tile)
            self.melds[seat][place] = self.melds[seat][place]._replace(kong="added")
            self.tile, self.thrower, self.passed = tile, seat, 0
        else:
            hand[tile] -= 4
            self.melds[seat].append(Meld(TRIPLET + tile, "concealed"))
        self.floor += 2
        self.rob, self.phase = move.kind, KONGED

    def _opening_kong(self, seat: int, group: int) -> None:
        hand = self.hands[seat]
        if group == WHITE:
            hand[WHITE] = 0
        else:
            hand[group : group + 4] = b"\0\0\0\0"
        self.fours[seat].append(group)
        self.laid[seat] = group
        if self.options.flower_kong_reserve:
            self.floor += 2
        self._laid_in_slot(seat)

    def _pung_at(self, seat: int, tile: int) -> int:
        return next(i for i, meld in enumerate(self.melds[seat]) if meld.shape == TRIPLET + tile)

    def _win(self, move: Win) -> None:
        seat, phase = move.seat, self.phase
        if phase == THROWN:
            self.won = "discard"
        elif phase == KONGED:  # lx.rob: it stays a pung
            self.won = "rob"
            place = self._pung_at(self.thrower, self.tile)
            self.melds[self.thrower][place] = self.melds[self.thrower][place]._replace(kong="")
            self.floor -= 2
        elif phase in (ACTING, LAST):
            self.won = "claim" if self.came == CLAIMED else "self-draw"
        else:
            self.won = "flower"
        if self.won not in ("discard", "rob"):
            self.tile = KIND[move.tile]
        self.winner, self.phase = seat, OVER

    def _foul(self, move: Foul) -> None:
        seat = move.seat
        if move.kind == "false-win":
            self.culprit, self.phase = seat, OVER
            return
        self.culprits |= 1 << seat
        self.barred[seat] = 0
        if self.phase == FLOWER and seat == self.turn:  # he keeps the flower
            self.phase = ACTING

    def _pass(self, move: Pass) -> None:
        self.passed |= 1 << move.seat


_PLAY: dict[type, Callable[[Position, Any], None]] = {
    Flower: Position._flower, Chow: Position._chow, Pung: Position._pung, Kong: Position._kong, Win: Position._win,
    Foul: Position._foul, Pass: Position._pass,
}  # fmt: skip
