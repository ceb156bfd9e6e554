"""One round in progress as data, and what each move does to it.

Tiles are kinds, hands are counts; a move touches what it changes and copies nothing. Whether a move is legal is
``check`` and ``legal``; who could win is ``claims``. Source: hk.flowers, hk.turn, hk.wall, hk.kong, hk.rob.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replay.games.hk_mahjong.score import rulebook
from replay.games.hk_mahjong.tiles import copies
from replay.kit.mahjong import EAST, KIND, PLAIN, RUN, TRIPLET, Meld, count
from replay.kit.turns import NEXT
from replay.kit.wall import Wall
from schemas.options import HkMahjongOptions
from schemas.record import AnyMove, Chow, Discard, Draw, Flower, Foul, Kong, Pass, Pung, Setup, Win

DEALING, FLOWER, FLOWERED, KONGED, ACTING, THROWN, WON, OVER = range(8)
"""What is owed: a dealt flower; a drawn flower; a flower's replacement; a kong's; a discard (or win, or kong); a draw
or a claim; nothing, though others may win too; nothing.
"""
FIRST_TURN, CLAIMED = -2, -1
"""``drawn`` of the dealer's first turn, and of a turn that began with a claim."""
NEVER = 1 << 30


class Position:
    """The position of one round. Read it freely; only :meth:`play` changes it."""

    def __init__(self, setup: Setup, options: HkMahjongOptions) -> None:
        assert setup.hands is not None
        assert setup.dealer is not None
        assert setup.wind is not None
        self.setup, self.options, self.rules = setup, options, rulebook(options)
        self.dealer, self.wind = setup.dealer, KIND[setup.wind]
        self.hands = [count(hand or ()) for hand in setup.hands]
        unseen = [n - a - b - c - d for n, a, b, c, d in zip(copies(options), *self.hands, strict=True)]
        self.wall = Wall(unseen, None if setup.stock is None else tuple(map(KIND.__getitem__, setup.stock)))
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.kongs: list[list[int]] = [[], [], [], []]
        """A seat to the places of its kongs among its melds, in the order they were made (hk.bao)."""
        self.flowers: list[list[int]] = [[], [], [], []]
        self.log: list[AnyMove] = []
        self.turn = self.dealer
        """Who acts, draws a replacement, or draws next while a tile is on the table."""
        self.drawn = FIRST_TURN
        self.chain = 0
        """Kong replacements in a row up to the last draw, no flower and no discard since."""
        self.tile, self.thrower = -1, -1
        """The tile on the table, or of the kong that may be robbed, and whose it is."""
        self.rob = ""
        """Kind of the kong whose replacement is owed."""
        self.table_at = -1
        """Place in the log of the move that put :attr:`tile` there."""
        self.first_discard, self.first_meld = NEVER, NEVER
        self.drawn_at = [-1, -1, -1, -1]
        """A seat to the place in the log of its last draw."""
        self.before: list[list[tuple[int, bytes, int]]] = [[], [], [], []]
        """A seat to its claims: place in the log, hand and number of melds before (hk.same-turn looks back)."""
        self.passed = 0
        """Seats, a bit each, that have passed on :attr:`tile`."""
        self.dead = 0
        """Seats, a bit each, with a dead hand."""
        self.winners: list[int] = []
        self.won = ""
        """How: ``self-draw``, ``discard``, ``rob``, ``flowers``."""
        self.culprit = -1
        self.play_from = 0
        """Length of the log when the dealt flowers were done."""
        self.phase = ACTING
        self.dealing = True
        self._seek_flowers()

    def seat_wind(self, seat: int) -> int:
        """hk.deal: the kind of a seat's own wind."""
        return EAST + (seat - self.dealer) % 4

    def play(self, move: AnyMove) -> None:
        """Makes a checked move."""
        kind = move.__class__
        if kind is Draw:
            log, seat = self.log, move.seat
            self.drawn = tile = KIND[move.tile]  # type: ignore[union-attr]
            self.hands[seat][tile] += 1
            self.drawn_at[seat] = len(log)
            log.append(move)
            if self.phase == THROWN:
                self.wall.take(tile)
                self.phase = ACTING if tile < PLAIN else FLOWER
            else:
                self._replace(tile)
        elif kind is Discard:
            log, seat = self.log, move.seat
            tile = KIND[move.tile]  # type: ignore[union-attr]
            self.hands[seat][tile] -= 1
            self.tile = tile
            self.thrower = seat
            self.turn = NEXT[seat]
            self.phase = THROWN
            self.passed = self.chain = 0
            self.table_at = at = len(log)
            if at < self.first_discard:
                self.first_discard = at
            log.append(move)
        else:
            _PLAY[kind](self, move)
            self.log.append(move)

    def _replace(self, tile: int) -> None:
        """A draw from the back: the replacement of a flower or a kong."""
        self.wall.take(tile, back=True)
        if self.dealing:
            self._seek_flowers()
            return
        if self.phase == KONGED:
            self.chain += 1
        self.phase = ACTING if tile < PLAIN else FLOWER

    def _seek_flowers(self) -> None:
        """hk.flowers: the next seat that holds a dealt flower; when there is none the dealer's first turn begins."""
        if any(self.hands[self.turn][PLAIN:]):
            self.phase = DEALING
            return
        seat = NEXT[self.turn]
        while seat != self.dealer and not any(self.hands[seat][PLAIN:]):
            seat = NEXT[seat]
        self.turn = seat
        if seat == self.dealer:
            self.dealing = False
            self.phase, self.drawn, self.play_from = ACTING, FIRST_TURN, len(self.log)
        else:
            self.phase = DEALING

    def _flower(self, move: Flower) -> None:
        tile = KIND[move.tile]
        self.hands[move.seat][tile] -= 1
        self.flowers[move.seat].append(tile)
        self.phase, self.chain = FLOWERED, 0

    def _claim(self, seat: int, meld: Meld) -> None:
        at = len(self.log)
        self.before[seat].append((at, bytes(self.hands[seat]), len(self.melds[seat])))
        self.melds[seat].append(meld)
        self.first_meld = min(self.first_meld, at)
        self.turn, self.drawn, self.phase = seat, CLAIMED, ACTING

    def _chow(self, move: Chow) -> None:
        first, second = KIND[move.with_[0]], KIND[move.with_[1]]
        tile, hand = KIND[move.tile], self.hands[move.seat]
        self._claim(move.seat, Meld(RUN + min(first, second, tile), "", self.thrower, tile))
        hand[first] -= 1
        hand[second] -= 1

    def _pung(self, move: Pung) -> None:
        tile = KIND[move.tile]
        self._claim(move.seat, Meld(TRIPLET + tile, "", self.thrower, tile))
        self.hands[move.seat][tile] -= 2

    def _kong(self, move: Kong) -> None:
        seat, tile, melds = move.seat, KIND[move.tile], self.melds[move.seat]
        hand = self.hands[seat]
        if move.kind == "exposed":
            self._claim(seat, Meld(TRIPLET + tile, "exposed", self.thrower, tile))
            hand[tile] -= 3
            place = len(melds) - 1
        else:
            if move.kind == "added":
                place = next(i for i, meld in enumerate(melds) if meld.shape == TRIPLET + tile)
                melds[place] = melds[place]._replace(kong="added")
                hand[tile] -= 1
            else:
                place = len(melds)
                melds.append(Meld(TRIPLET + tile, "concealed"))
                hand[tile] -= 4
            self.first_meld = min(self.first_meld, len(self.log))
            self.tile, self.thrower, self.passed, self.table_at = tile, seat, 0, len(self.log)
        self.kongs[seat].append(place)
        self.rob, self.phase = move.kind, KONGED

    def _win(self, move: Win) -> None:
        phase = self.phase
        if phase in (ACTING, FLOWERED):
            self.won, self.tile = "self-draw" if phase == ACTING else "flowers", KIND[move.tile]
        elif phase == THROWN:
            self.won = "discard"
        elif phase == KONGED:
            self.won = "rob"
            self._take_kong_back()
        self.winners.append(move.seat)
        several = self.options.multi_win == "all" and (self.won in ("discard", "rob"))
        self.phase = WON if several else OVER

    def _take_kong_back(self) -> None:
        """hk.rob: an added kong stays a pung; of a concealed one three tiles go back to the hand."""
        seat = self.thrower
        place = self.kongs[seat].pop()
        if self.rob == "added":
            self.melds[seat][place] = self.melds[seat][place]._replace(kong="")
        else:
            del self.melds[seat][place]
            self.hands[seat][self.tile] += 3

    def _foul(self, move: Foul) -> None:
        if move.kind == "wrong-count":
            self.dead |= 1 << move.seat
        else:
            self.culprit, self.phase = move.seat, OVER

    def _pass(self, move: Pass) -> None:
        self.passed |= 1 << move.seat


_PLAY: dict[type, Callable[[Position, Any], None]] = {
    Flower: Position._flower, Chow: Position._chow, Pung: Position._pung, Kong: Position._kong, Win: Position._win,
    Foul: Position._foul, Pass: Position._pass,
}  # fmt: skip
