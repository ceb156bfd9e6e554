"""The table as the rest of paipu sees it: hk-mahjong's ``replay.game.Table``.

Here are the quick answers for ordinary draws and discards, and what a round comes to. Everything else is elsewhere:
``position`` (what a move does), ``check`` and ``legal``, ``claims`` (who could win), ``score`` and ``pay``, ``view``.
"""

from __future__ import annotations

from itertools import islice, product
from typing import Any

from replay.game import Outcome, Tally, View, Violation
from replay.games.hk_mahjong import view
from replay.games.hk_mahjong.check import refuse
from replay.games.hk_mahjong.claims import claim_hand, own_hand
from replay.games.hk_mahjong.hand import DISCARD, ROB, SELF_DRAW, Hand
from replay.games.hk_mahjong.legal import legal_moves
from replay.games.hk_mahjong.pay import liable_seat, pays_alone, price, settle_false_win, settle_win
from replay.games.hk_mahjong.position import ACTING, FLOWERED, OVER, THROWN, WON, Position
from replay.games.hk_mahjong.score import Scored, best, evaluate, flower_win, tally
from replay.kit.mahjong import CODES, KIND, PLAIN
from schemas.record import AnyMove, Discard, Draw

MOST_READINGS = 4096
"""Readings of a round kept as equally good, at most; no hand of the game has a hundredth of it."""


class HkMahjongTable(Position):
    """One round in progress."""

    def check(self, move: AnyMove) -> Violation | None:
        """Why `move` is not legal, or None."""
        kind = move.__class__
        if kind is Discard:
            # a hand that acts holds no flower, so an unknown code is looked for where there is none
            tile = KIND.get(move.tile, PLAIN)  # type: ignore[union-attr]
            if self.phase == ACTING and move.seat == self.turn and self.hands[move.seat][tile]:
                return None
        elif kind is Draw and self.phase == THROWN and move.seat == self.turn and move.from_ is None:  # type: ignore[union-attr]
            tile = KIND.get(move.tile, -1)  # type: ignore[union-attr]
            if tile >= 0 and self.wall.holds(tile):
                return None
        return refuse(self, move)

    def legal(self) -> list[AnyMove]:
        """Every legal move."""
        return legal_moves(self)

    def outcome(self) -> Outcome | None:
        """What the round comes to; None while a move is owed."""
        phase = self.phase
        if phase in (WON, OVER):
            return self._foul_outcome() if self.culprit >= 0 else self._win_outcome()
        exhausted = phase in (THROWN, FLOWERED) and not self.wall.left  # hk.exhausted; hk.flowers
        if not exhausted:
            return None
        return Outcome("draw", (), (0, 0, 0, 0), (None,) * 4, facts={"from": None, "wall": 0})

    def _foul_outcome(self) -> Outcome:
        points = settle_false_win(self.culprit, self.options)
        facts = {"from": self.culprit, "how": "foul", "wall": self.wall.left}
        return Outcome("foul", (), tuple(points), (None,) * 4, facts=facts)

    def winning_hand(self, seat: int) -> Hand:
        """The hand that a winner has laid open."""
        if self.won == "self-draw":
            return own_hand(self, seat, self.tile)
        if self.won == "flowers":
            hand = own_hand(self, seat, self.tile)
            hand.opening, hand.kong_draws = "", 0
            return hand
        closed = bytearray(self.hands[seat])
        closed[self.tile] += 1
        by = DISCARD if self.won == "discard" else ROB
        return claim_hand(self, seat, self.tile, by, self.table_at, bytes(closed), len(self.melds[seat]))

    def scores(self, seat: int) -> list[Scored]:
        """The best scores of a winner: the one that is stated, and every other as good."""
        if self.won == "flowers":
            return [flower_win(len(self.flowers[seat]), self.rules)]
        return best(evaluate(self.winning_hand(seat), self.rules))

    def _win_outcome(self) -> Outcome:
        points = [0, 0, 0, 0]
        readings: list[list[Tally | None]] = [[None], [None], [None], [None]]
        liable: dict[str, int] = {}
        for seat in self.winners:
            hand, scores = self.winning_hand(seat), self.scores(seat)
            won = self._settle(seat, hand, scores[0], liable)
            points = [a + b for a, b in zip(points, won, strict=True)]
            readings[seat] = [tally(score, hand) for score in scores]
        every = islice(product(*readings), MOST_READINGS)
        scores_, *others = every
        winners = tuple(sorted(self.winners))
        return Outcome("win", winners, tuple(points), scores_, tuple(others), self._facts(liable))

    def _settle(self, seat: int, hand: Hand, score: Scored, liable: dict[str, int]) -> list[int]:
        options = self.options
        cost = int(price(score.total, options) * score.factor)
        payer = None
        if self.won == "self-draw":
            payer = liable_seat(hand, self.kongs[seat], options)
            if payer is not None:
                liable[str(seat)] = payer
        source = self.thrower if hand.by != SELF_DRAW else None
        return settle_win(seat, source, cost, payer, options, pays_alone(hand, options))

    def _facts(self, liable: dict[str, int]) -> dict[str, Any]:
        """For statistics: how it was won and on which tile, who threw it, who is liable, tiles left."""
        table = self.won in ("discard", "rob")
        return {
            "from": self.thrower if table else None,
            "how": self.won,
            "tile": CODES[self.tile],
            "liable": liable,
            "wall": self.wall.left,
        }

    def view(self, seat: int | None = None) -> View:
        """What lies on the table for `seat`; None sees all."""
        read = {s: view.groups(self.winning_hand(s), self.scores(s)[0].reading) for s in self.winners}
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
