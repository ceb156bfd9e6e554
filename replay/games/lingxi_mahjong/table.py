"""The table as the rest of paipu sees it: lingxi-mahjong's ``replay.game.Table``.

Here are the quick answers for ordinary draws, discards and flowers, and what a round comes to. Everything else is
elsewhere: ``position`` (what a move does), ``check`` and ``legal``, ``claims`` (who could win), ``score``, ``pay``,
``view``.
"""

from __future__ import annotations

from typing import Any

from replay.game import Outcome, Tally, View, Violation
from replay.games.lingxi_mahjong import view
from replay.games.lingxi_mahjong.check import refuse
from replay.games.lingxi_mahjong.legal import legal_moves
from replay.games.lingxi_mahjong.pay import liable_seat, settle_false_win, settle_win
from replay.games.lingxi_mahjong.position import (
    ACTING,
    AFTER_KONG,
    DEALT,
    FIRST,
    FLOWER,
    FLOWERED,
    KONGED,
    OVER,
    THROWN,
    Position,
)  # fmt: skip
from replay.games.lingxi_mahjong.score import Hand, Scored, loser, winner
from replay.games.lingxi_mahjong.tiles import GROUP_OF
from replay.kit.mahjong import CODES, KIND
from schemas.record import AnyMove, Discard, Draw, Flower

NOTHING = Tally(0)
BACK = tuple(None if phase in (OVER, DEALT, FLOWER, ACTING) else phase < THROWN for phase in range(9))
"""Phase to whether the next tile comes from the back of the wall; None where something else is owed before any draw."""


class LingxiMahjongTable(Position):
    """One round in progress."""

    __slots__ = ()

    def check(self, move: AnyMove) -> Violation | None:
        """Why `move` is not legal, or None."""
        kind = move.__class__
        if kind is Discard:
            seat = move.seat
            if self.phase == ACTING and seat == self.turn:
                tile = KIND.get(move.tile, -1)  # type: ignore[union-attr]
                if tile >= 0 and self.hands[seat][tile] and not self.barred[seat] >> tile & 1:
                    return None
        elif kind is Draw:
            wall = self.wall
            back = move.from_ is not None  # type: ignore[union-attr]
            if move.seat == self.turn and back is BACK[self.phase] and wall.left > self.floor:
                tile = KIND.get(move.tile, -1)  # type: ignore[union-attr]
                if tile >= 0 and wall.holds(tile, back):
                    return None
        elif kind is Flower:
            seat = move.seat
            if seat == self.turn and self.phase in (DEALT, FLOWER):
                tile = KIND.get(move.tile, 0)  # type: ignore[union-attr]  # 0 is no flower
                held = self.wilds.loose_mask >> tile & 1 and self.hands[seat][tile]
                if held and not self.opening_four(seat, GROUP_OF[tile]):
                    return None
        return refuse(self, move)

    def legal(self) -> list[AnyMove]:
        """Every legal move."""
        return legal_moves(self)

    def outcome(self) -> Outcome | None:
        """What the round comes to; None while a move is owed."""
        phase = self.phase
        if phase == OVER:
            return self._foul_outcome() if self.culprit >= 0 else self._win_outcome()
        if (phase >= THROWN or phase in (FLOWERED, KONGED)) and self.above() <= 0:  # lx.reserve
            facts = {"from": None, "wall": self.wall.left}
            return Outcome("draw", (), (0, 0, 0, 0), (NOTHING,) * 4, facts=facts)
        return None

    def _foul_outcome(self) -> Outcome:
        facts = {"from": self.culprit, "how": "foul", "wall": self.wall.left}
        return Outcome("foul", (), settle_false_win(self.culprit, self.dealer), (NOTHING,) * 4, facts=facts)

    def hand(self, seat: int) -> Hand:
        """What a seat counts with, at the end of the round."""
        closed, flowers = self.hands[seat], self.flowers[seat]
        if self.holds_loose(seat):
            flowers = [*flowers, *(kind for kind in self.wilds.loose for _ in range(closed[kind]))]
        wind = self.own_wind(seat)
        hand = Hand(bytes(closed), self.melds[seat], self.fours[seat], flowers, self.wilds, wind)
        if seat == self.winner:
            self._circumstances(hand, seat)
        return hand

    def _circumstances(self, hand: Hand, seat: int) -> None:
        """How the winner won."""
        won, hand.tile = self.won, self.tile
        alone = bytearray(hand.closed)
        if won in ("discard", "rob"):
            closed = bytearray(hand.closed)
            closed[self.tile] += 1
            hand.closed = bytes(closed)
            hand.rob = won == "rob"
            hand.earthly = self._first_discard()
        elif won == "self-draw":
            hand.drawn = True
            hand.heavenly = self.came == FIRST
            hand.kong_draw = self.came == AFTER_KONG
            hand.last_four = self.zone
            if self.drawn >= 0:
                alone[self.drawn] -= 1
        if sum(alone) == 1:
            hand.alone = alone.index(1)

    def _first_discard(self) -> bool:
        """地胡: the round's only discard, which is the dealer's (no kong is added before a second one)."""
        discards = (move for move in self.log if move.__class__ is Discard)
        return next(discards) is not None and next(discards, None) is None

    def scores(self) -> list[Scored]:
        """The best scores of the winner: the one that is stated, and every other as good."""
        return winner(self.hand(self.winner), self.options)

    def _win_outcome(self) -> Outcome:
        seat = self.winner
        scores = self.scores()
        tallies = [Tally(score.total, score.items) for score in scores]
        row: list[Tally] = [NOTHING] * 4
        if not scores[0].flat:  # lx.zero
            for other in range(4):
                if other != seat and not self.culprits >> other & 1:
                    row[other] = loser(self.hand(other))
        rows = [tuple(mine if s == seat else row[s] for s in range(4)) for mine in tallies]
        liable = self._liable(scores[0])
        points = settle_win(seat, [tally.total for tally in rows[0]], self.dealer, liable)
        return Outcome("win", (seat,), points, rows[0], tuple(rows[1:]), self._facts(scores[0], liable))

    def _liable(self, score: Scored) -> int | None:
        """lx.liability, and lx.last-four where the last four are played."""
        if self.won not in ("discard", "rob"):
            return None
        last = self.won == "discard" and self.turn_zone  # nobody discards in it unless it is played
        return liable_seat(self.melds[self.winner], self.tile, [i.id for i in score.items], last, self.thrower)

    def _facts(self, score: Scored, liable: int | None) -> dict[str, Any]:
        """For statistics: how it was won and on which tile, who threw it, who is liable, the reading, tiles left."""
        how = "slaughter" if score.flat and score.items[0].id == "slaughter" else "flowers" if score.flat else self.won
        return {
            "from": self.thrower if self.won in ("discard", "rob") else None,
            "how": how,
            "tile": CODES[self.tile],
            "liable": liable,
            "last": self.zone if self.won == "self-draw" else self.turn_zone,
            "wall": self.wall.left,
        }

    def view(self, seat: int | None = None) -> View:
        """What lies on the table for `seat`; None sees all."""
        read = view.groups(self.hand(self.winner), self.scores()[0].shapes) if self.won else []
        return view.view(self, seat, read)

    def derived(self) -> dict[str, Any]:
        """State kept up move by move."""
        return view.derived(self)

    def recomputed(self) -> dict[str, Any]:
        """The same from the deal and the moves."""
        return view.recomputed(self)

    def tiles(self) -> list[str]:
        """Every tile of the round, wherever it is."""
        return view.tiles(self)
