"""One round of 安乡偎麻雀 in progress: draws, discards, claims, 过张. Knows no other round and no payment.

A hand is one packed integer (``hand``). Whether a tile was let go is settled when the tile is, from its
neighbour counts; a win is looked at when one is declared. Why a move is wrong is worked out in ``claims``, only when
it is.
"""

from __future__ import annotations

from typing import Any

from replay.game import Outcome, View, Violation
from replay.games.anxiang_weimaque import claims, settle, view
from replay.games.anxiang_weimaque.hand import ONE, ONES, PACK, SHIFT, thin, unpack
from replay.games.anxiang_weimaque.score import OTHER, OWN, Count, Hand, count
from replay.games.anxiang_weimaque.score import WEI as AFTER_WEI
from replay.games.anxiang_weimaque.tiles import (
    CHOW,
    CLAIMS,
    LOW,
    NO_RUN,
    NOWHERE,
    OPTIONS,
    OUTSIDE,
    PARTNERS,
    PUNG,
    SEVERAL,
    STOCK,
    TWO,
    WEI,
    WINDOW,
    Meld,
)  # fmt: skip
from replay.kit.zipai import AFTER, ORDER
from schemas.options import AnxiangWeimaqueOptions
from schemas.record import AnyMove, Chow, Discard, Draw, Pass, Pung, Setup, Wei, Win
from schemas.tiles import ZIPAI


class AnxiangWeimaqueTable:
    """The position. Seats are -1 where there is none.

    ``tile`` lies on the table unclaimed, ``owner`` threw it (``own`` -1) or drew it (``own``: the runs he has for it,
    see ``tiles.CLAIMS``). ``turn`` owes a discard, ``drawer`` may draw, ``due`` owes a 煨, ``wei_by`` may still win
    after his, with the tile ``laid``. ``passed`` are the seats that passed, as bits.
    """

    __slots__ = (
        "_counts", "after", "at", "barred", "dealer", "drawer", "due", "hands", "laid", "melds", "moves", "no_chow",
        "no_pung", "options", "order", "own", "owner", "passed", "setup", "stock", "tile", "turn", "unseen", "wei_by",
        "winner",
    )  # fmt: skip

    def __init__(self, setup: Setup, options: AnxiangWeimaqueOptions, hands: list[int]) -> None:
        dealer = setup.dealer
        assert dealer is not None
        self.setup, self.options, self.hands = setup, options, hands
        self.dealer, self.order, self.after = dealer, ORDER[dealer], AFTER[dealer]
        self.stock = setup.stock
        self.unseen = PACK - sum(hands)
        """Tiles not yet seen, as a hand; kept up only where no stock is stated."""
        self.at = 0
        """Tiles drawn."""
        # Kinds barred a seat: from discard (claimed), from 吃 (thrown or let go), from 碰 (let go).
        self.barred, self.no_chow, self.no_pung = [0] * 4, [0] * 4, [0] * 4
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.tile: str | None = None
        self.laid: str | None = None
        self.owner, self.own, self.passed = -1, -1, 0
        self.due = self.wei_by = self.winner = -1
        stuck = not thin(hands[dealer])  # ax.no-discard-left: a dealer whose twenty are all barred
        self.turn, self.drawer = (-1, self.after[dealer]) if stuck else (dealer, -1)
        self.moves: list[AnyMove] = []
        self._counts: dict[int, Count] = {}

    @property
    def left(self) -> int:
        """Tiles left in the stock."""
        return STOCK - self.at

    @property
    def drawn(self) -> bool:
        """Whether the last tile on the table was drawn, not thrown."""
        return self.own >= 0

    # What is legal.

    def check(self, move: AnyMove) -> Violation | None:
        """Why `move` is not legal, or None."""
        kind = move.__class__
        seat = move.seat
        if kind is Draw:
            if seat == self.drawer and move.from_ is None:  # type: ignore[union-attr]
                if self.stock is not None:
                    if move.tile == self.stock[self.at]:  # type: ignore[union-attr]
                        return None
                elif self.unseen >> SHIFT.get(move.tile, NOWHERE) & 7:  # type: ignore[union-attr]
                    return None
            return claims.draw_fault(self, move)  # type: ignore[arg-type]
        if kind is Discard:
            if seat == self.turn:
                hand = self.hands[seat]
                one = ONE.get(move.tile, 0)  # type: ignore[union-attr]
                if (hand ^ hand >> 1) & one and not self.barred[seat] & one:  # ax.discard: one or two held
                    return None
            return claims.discard_fault(self, move)  # type: ignore[arg-type]
        if kind is Chow:
            return None if self._may_chow(seat, move) else claims.chow_fault(self, move)  # type: ignore[arg-type]
        if kind is Pung:
            tile = move.tile  # type: ignore[union-attr]
            right = tile == self.tile and self.drawer >= 0 and self._may_pung(seat, tile)
            return None if right else claims.pung_fault(self, move)  # type: ignore[arg-type]
        return self._check_rare(kind, seat, move)

    def _check_rare(self, kind: type, seat: int, move: Any) -> Violation | None:
        """煨, 胡 and pass."""
        if kind is Wei:
            return None if seat == self.due and move.tile == self.tile else claims.wei_fault(self, move)
        if kind is Win:
            right = move.tile == (self.laid if seat == self.wei_by else self.tile) and self._may_win(seat)
            return None if right else claims.win_fault(self, move)
        if kind is Pass:
            return None if self._may_pass(seat) else claims.pass_fault(self, move)
        return claims.foreign_verb(move)

    def _may_pung(self, seat: int, tile: str) -> bool:
        """ax.pung, ax.missed, ax.no-discard-left, for the tile on the table while a draw is open."""
        hand, one = self.hands[seat], ONE[tile]
        if not hand >> LOW[tile] & SEVERAL or seat == self.owner:
            return False
        if self.no_pung[seat] & one or self.passed >> seat & 1:
            return False
        hand -= 2 * one
        return (hand ^ hand >> 1) & ONES & ~(self.barred[seat] | one) != 0

    def _may_chow(self, seat: int, move: Chow) -> bool:
        """ax.chow, of the tile on the table with the two tiles that the move names."""
        tile, (a, b) = move.tile, move.with_
        if tile != self.tile or self.drawer < 0 or move.also or self.passed >> seat & 1:
            return False
        if seat != self.after[self.owner] and (seat != self.owner or self.own < 0):
            return False
        _, pair, way = CHOW.get((tile, a, b), NO_RUN)
        hand, one = self.hands[seat], ONE[tile]
        if not CLAIMS[hand >> LOW[tile] & WINDOW] & way or self.no_chow[seat] & one:
            return False
        hand -= pair
        return (hand ^ hand >> 1) & ONES & ~(self.barred[seat] | one) != 0

    def _is_next(self, seat: int) -> bool:
        """ax.chow: the drawer himself, and the 下家 of who drew or threw the tile."""
        owner = self.owner
        return seat == self.after[owner] or (seat == owner and self.own >= 0)

    def _may_win(self, seat: int) -> bool:
        """ax.win: a drawn tile, no 煨 owed, and a hand that counts enough."""
        if seat != self.wei_by and (self.own < 0 or self.due >= 0 or self.tile is None or self.after[seat] < 0):
            return False
        return self.winner < 0 and not self.passed >> seat & 1 and bool(self.count(seat).best)

    def _may_pass(self, seat: int) -> bool:
        """A seat that could claim: 碰, 吃 or 胡; after his own 煨 the discard already says that he does not win."""
        tile = self.tile
        if tile is not None and self.drawer >= 0 and not self.passed >> seat & 1:
            claim = CLAIMS[self.hands[seat] >> LOW[tile] & WINDOW]
            if claim & TWO:
                if self._may_pung(seat, tile):
                    return True
            elif claim and self._is_next(seat) and self._eats(seat, claim, tile):
                return True
        return seat != self.wei_by and self._may_win(seat)

    def _eats(self, seat: int, runs: int, tile: str) -> bool:
        """Whether one of the `runs` (see ``tiles.CLAIMS``) with the tile on the table is a legal 吃 for who is next."""
        one = ONE[tile]
        if self.no_chow[seat] & one:
            return False
        hand, free = self.hands[seat], ~self.barred[seat]
        if (hand ^ hand >> 1) & OUTSIDE[tile] & free:
            return True
        low, free = LOW[tile], free & ~one
        return any(thin(hand - (pair << low)) & free for pair in OPTIONS[runs])

    def winning_hand(self, seat: int) -> Hand:
        """What a seat would win with now: on the tile on the table, or after its own 煨."""
        after_wei = seat == self.wei_by
        tile = self.laid if after_wei else self.tile
        assert tile is not None
        how = AFTER_WEI if after_wei else OWN if seat == self.owner else OTHER
        return Hand(tuple(self.melds[seat]), self.hands[seat], tile, how, self.at == STOCK)

    def count(self, seat: int) -> Count:
        """The count of a seat's hand with the tile on the table; worked out once a position."""
        found = self._counts.get(seat)
        if found is None:
            found = self._counts[seat] = count(self.winning_hand(seat), self.options)
        return found

    # What follows.

    def play(self, move: AnyMove) -> None:
        """Makes a checked move."""
        kind = move.__class__
        seat = move.seat
        self.moves.append(move)
        if kind is Draw:
            hands, tile, after = self.hands, self.tile, self.after[seat]
            if tile is not None:  # ax.missed: nobody took it
                low = LOW[tile]
                claim = CLAIMS[hands[seat] >> low & WINDOW]
                if claim:
                    self._miss(seat, claim, tile)
                if hands[after] >> low & SEVERAL:
                    self._miss(after, TWO, tile)
                if self.own > 0:
                    self._miss(self.owner, self.own, tile)
            else:
                self.wei_by = -1
            self.tile = tile = move.tile  # type: ignore[union-attr]
            self.owner, self.passed = seat, 0
            self.at = at = self.at + 1
            self.own = own = CLAIMS[hands[seat] >> LOW[tile] & WINDOW]
            if own & TWO:
                self.due, self.drawer = seat, -1
            else:
                self.drawer = after if at < STOCK else -1
            if self.stock is None:
                self.unseen -= ONE[tile]
            if self._counts:
                self._counts = {}
        elif kind is Discard:
            self.tile = tile = move.tile  # type: ignore[union-attr]
            one = ONE[tile]
            self.hands[seat] -= one
            self.no_chow[seat] |= one
            self.owner, self.passed, self.drawer = seat, 0, self.after[seat]
            self.own = self.wei_by = self.turn = -1
        else:
            self._claim(kind, seat, move)

    def _miss(self, seat: int, claim: int, tile: str) -> None:
        """ax.missed: bars what a seat could legally have claimed (`claim` of ``tiles.CLAIMS``) and did not."""
        if claim & TWO:
            if self._may_pung(seat, tile):
                self.no_pung[seat] |= ONE[tile]
        elif self._eats(seat, claim, tile):
            self.no_chow[seat] |= ONE[tile]

    def _claim(self, kind: type, seat: int, move: Any) -> None:
        """吃, 碰 and 煨 lay the tile and two from hand down, then a discard is owed; 胡 and pass."""
        if kind is Pass:
            self._decline(seat)
            return
        if kind is Win:
            self.count(seat)
            self.winner, self.turn, self.drawer = seat, -1, -1
            return
        tile = move.tile
        one = ONE[tile]
        if self._counts:
            self._counts = {}
        if kind is Wei:
            self.melds[seat].append(WEI[tile])
            self.hands[seat] -= 2 * one
            self.tile, self.laid, self.due, self.wei_by = None, tile, -1, seat
            if self.at < STOCK:  # ax.dead: on the last tile no discard follows
                if thin(self.hands[seat]) & ~self.barred[seat]:
                    self.turn = seat
                else:  # ax.no-discard-left
                    self.drawer = self.after[seat]
            return
        if kind is Chow:
            self._leave_behind(seat, tile)
            a, b = move.with_
            meld, pair, _ = CHOW[tile, a, b]
        else:
            meld, pair = PUNG[tile], 2 * one
        self.melds[seat].append(meld)
        self.hands[seat] -= pair
        self.barred[seat] |= one
        self.tile, self.turn, self.drawer = None, seat, -1

    def _decline(self, seat: int) -> None:
        """A recorded pass settles what the seat could claim, whoever takes the tile then."""
        tile = self.tile
        if tile is not None and self.drawer >= 0:
            claim = CLAIMS[self.hands[seat] >> LOW[tile] & WINDOW]
            if claim & TWO or (claim and self._is_next(seat)):
                self._miss(seat, claim, tile)
        self.passed |= 1 << seat

    def _leave_behind(self, eater: int, tile: str) -> None:
        """ax.missed: a 碰 let go counts even if another eats, the drawer's 吃 even if his 下家 does."""
        low, hands, owner = LOW[tile], self.hands, self.owner
        one = self.after[eater]
        for seat in (one, self.after[one]):
            if hands[seat] >> low & SEVERAL and seat != owner:
                self._miss(seat, TWO, tile)
        if self.own > 0 and eater != owner:
            self._miss(owner, self.own, tile)

    def legal(self) -> list[AnyMove]:
        """Every legal move, by verb, seat, tile and what goes with it."""
        if self.winner >= 0:
            return []
        tile = self.tile
        if self.due >= 0 and tile is not None:
            return [Wei(seat=self.due, tile=tile)]
        chows, pungs, seats = self._claims_open()
        wins = [s for s in sorted(self.order) if self._wins(s)]
        passes = sorted({*seats, *wins} - {self.wei_by})
        return [
            *chows,
            *self._discards(),
            *self._draws(),
            *(Pass(seat=s) for s in passes),
            *pungs,
            *(Win(seat=s, tile=self.winning_hand(s).tile) for s in wins),
        ]

    def _discards(self) -> list[AnyMove]:
        seat = self.turn
        if seat < 0:
            return []
        held = unpack(self.hands[seat])
        claimed = {meld.tile for meld in self.melds[seat] if meld.form != "wei"}
        return [Discard(seat=seat, tile=t) for t in ZIPAI if held.count(t) in (1, 2) and t not in claimed]

    def _draws(self) -> list[AnyMove]:
        seat = self.drawer
        if seat < 0:
            return []
        if self.stock is not None:
            return [Draw(seat=seat, tile=self.stock[self.at])]
        return [Draw(seat=seat, tile=tile) for tile in dict.fromkeys(unpack(self.unseen))]

    def _claims_open(self) -> tuple[list[AnyMove], list[AnyMove], list[int]]:
        """吃 and 碰 of the tile on the table, and the seats that have one."""
        tile = self.tile
        chows: list[AnyMove] = []
        pungs: list[AnyMove] = []
        if tile is None or (self.drawn and not self.left):
            return chows, pungs, []
        eaters = {self.owner, self.after[self.owner]} if self.drawn else {self.after[self.owner]}
        for seat in sorted(self.order):
            if self.passed & 1 << seat:
                continue
            held = unpack(self.hands[seat])
            copies = held.count(tile)
            if copies >= 2:
                if seat != self.owner and not self.no_pung[seat] & ONE[tile] and self._leaves(seat, [tile, tile]):
                    pungs.append(Pung(seat=seat, tile=tile))
            elif seat in eaters and not self.no_chow[seat] & ONE[tile]:
                for a, b in PARTNERS[tile]:
                    if a in held and b in held and self._leaves(seat, [a, b]):
                        chows.append(Chow(seat=seat, tile=tile, with_=[a, b]))
        return chows, pungs, sorted({move.seat for move in (*chows, *pungs)})

    def _leaves(self, seat: int, down: list[str]) -> bool:
        """ax.no-discard-left, for a claim of the tile on the table that lays down two hand tiles."""
        rest = unpack(self.hands[seat])
        for tile in down:
            rest.remove(tile)
        claimed = {self.tile, *(meld.tile for meld in self.melds[seat] if meld.form != "wei")}
        return any(rest.count(t) < 3 and t not in claimed for t in rest)

    def _wins(self, seat: int) -> bool:
        if self.passed & 1 << seat or not self.drawn or (self.tile is None and seat != self.wei_by):
            return False
        return bool(self.count(seat).best)

    def outcome(self) -> Outcome | None:
        """The settlement once somebody won, or the stock is played out and no 煨 owed (ax.dead)."""
        if self.winner >= 0:
            seat = self.winner
            facts = {"drawer": self.owner, "draws": self.at}
            return settle.won(self.winning_hand(seat), self.count(seat), seat, self.order, facts)
        return settle.dead({"draws": self.at}) if not self.left and self.due < 0 else None

    def view(self, seat: int | None = None) -> View:
        """ax.visible: what a seat may see."""
        return view.view(self, seat)

    def derived(self) -> dict[str, Any]:
        """Hands, bars, melds, who may do what."""
        return view.derived(self)

    def recomputed(self) -> dict[str, Any]:
        """The same from the deal and the moves."""
        return view.recomputed(self)

    def tiles(self) -> list[str]:
        """All eighty, wherever they are."""
        return view.tiles(self)
