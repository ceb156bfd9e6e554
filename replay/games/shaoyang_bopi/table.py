"""What is legal in 邵陽剝皮. The state is ``position``, why not ``reasons``, the count ``score``, the look ``shown``.

``check`` and ``legal`` are written apart: the one asks about a move, the other lists them.
"""

from __future__ import annotations

from typing import Any

from replay.engine import move_key
from replay.game import Outcome, View, Violation
from replay.games.shaoyang_bopi import score, shown
from replay.games.shaoyang_bopi.groups import BY_WEIGHT, chows
from replay.games.shaoyang_bopi.position import DRAWN, FORCED, LAST, NOBODY, OPENING, TABLE, TURNED, WON, Position
from replay.games.shaoyang_bopi.reasons import why_not
from replay.kit.zipai import FIELD_OF, HIGH, INDEX, SHIFT, UNIT, UNIT_OF, kinds_in
from schemas.record import AnyMove, Chow, Discard, Draw, Pao, Pass, Pung, Ti, Wei, Win
from schemas.tiles import ZIPAI


class ShaoyangBopiTable(Position):
    """The position, and what may follow."""

    __slots__ = ()

    # Checks

    def check(self, move: Any) -> Violation | None:
        """Why `move` is not legal, or None. What is legal at a glance is answered here, the rest by ``reasons``."""
        verb, seat = move.__class__, move.seat
        if verb is Draw:
            if seat == self.may_draw and move.tile == self.coming and move.from_ is None:
                return None
        elif verb is Discard:
            if seat == self.may_discard and self.hands[seat] & FIELD_OF.get(move.tile, 0):
                return None
        elif verb is Chow:
            if self._plain_chow(move, seat):
                return None
        elif verb is not Win and verb is not Pass and self._plain_meld(verb, seat, INDEX.get(move.tile)):
            return None
        return why_not(self, move)

    def _plain_meld(self, verb: type, seat: int, kind: int | None) -> bool:
        """Whether 偎, 提, 跑 or 碰 of `kind` is clearly legal; False says nothing."""
        if kind != self.tile:
            return False
        if self.phase == FORCED:
            return seat == self.owner and verb is (Wei if self.three[kind] < 0 else Ti)
        if self.phase != TABLE:
            return False
        if self.pao >= 0 or verb is not Pung:
            return verb is Pao and seat == self.pao
        hand = self.hands[seat]
        if seat == self.owner or hand >> SHIFT[kind] & 7 != 2 or not self.left or self.passed >> seat & 1:
            return False
        return (hand != 2 * UNIT[kind] or self.slack[seat] > 0) and not self.stale(seat, kind)

    def _plain_chow(self, move: Chow, seat: int) -> bool:
        """Whether a chow that leaves no copy of its tile in hand is clearly legal; False says nothing."""
        kind = self.tile
        if self.phase != TABLE or self.pao >= 0 or INDEX.get(move.tile) != kind or self.passed >> seat & 1:
            return False
        if not self.left or not (seat == self.after[self.owner] or (seat == self.owner and self.how == DRAWN)):
            return False
        a, b = move.with_
        weight = UNIT_OF.get(a, 0) + UNIT_OF.get(b, 0)
        rest = (self.hands[seat] | HIGH) - weight
        if weight + UNIT[kind] not in BY_WEIGHT or rest & HIGH != HIGH:
            return False
        for a, b, c in move.also:
            weight = UNIT_OF.get(a, 0) + UNIT_OF.get(b, 0) + UNIT_OF.get(c, 0)
            rest -= weight
            if rest & HIGH != HIGH or not weight >> SHIFT[kind] & 7 or weight not in BY_WEIGHT:
                return False
        if rest >> SHIFT[kind] & 3 or (rest == HIGH and self.slack[seat] <= 0):
            return False
        return not self.stale(seat, kind)

    # Legal moves

    def legal(self) -> list[AnyMove]:
        """Every legal move in the order of ``replay.engine.move_key``."""
        phase, owner = self.phase, self.owner
        if phase == WON:
            return []
        if phase == OPENING:
            seat, kinds = self.openers[0]
            return [Ti(seat=seat, tile=ZIPAI[kind]) for kind in sorted(kinds)]
        tile = ZIPAI[self.tile]
        if phase == FORCED:
            paired = self.hands[owner] >> SHIFT[self.tile] & 7
            return [Wei(seat=owner, tile=tile) if paired else Ti(seat=owner, tile=tile)]
        out: list[AnyMove] = [*self._draws(), *self._discards()]
        if phase == TABLE and self.pao == NOBODY:
            for seat in self.seats:
                out.extend(self._claims(seat))
        elif phase == TABLE:
            out.append(Pao(seat=self.pao, tile=tile))
        out.extend(Win(seat=s, tile=tile) for s in self.seats if not self.passed >> s & 1 and self.could_win(s))
        if phase in (TABLE, TURNED):
            claimers = {m.seat for m in out if isinstance(m, Chow | Pung | Win)}
            out.extend(Pass(seat=s) for s in claimers)
        return sorted(out, key=move_key)

    def _draws(self) -> list[AnyMove]:
        seat = self.may_draw
        if seat == NOBODY:
            return []
        if self.rest is not None:
            return [Draw(seat=seat, tile=ZIPAI[kind]) for kind, count in enumerate(self.rest) if count]
        assert self.coming is not None
        return [Draw(seat=seat, tile=self.coming)]

    def _discards(self) -> list[AnyMove]:
        seat = self.may_discard
        return [] if seat == NOBODY else [Discard(seat=seat, tile=ZIPAI[kind]) for kind in kinds_in(self.hands[seat])]

    def _claims(self, seat: int) -> list[AnyMove]:
        """The chows and the pung of `seat`."""
        if self.passed >> seat & 1 or not self.left:
            return []
        out: list[AnyMove] = []
        tile, kind = ZIPAI[self.tile], self.tile
        if self.could_pung(seat):
            out.append(Pung(seat=seat, tile=tile))
        if self.could_chow(seat):
            for with_, laid in chows(self.hands[seat], kind, self.need_all, self.slack[seat] <= 0):
                also = [[ZIPAI[k] for k in group] for group in laid.also]
                out.append(Chow(seat=seat, tile=tile, with_=[ZIPAI[k] for k in with_.kinds], also=also))
        return out

    # What it comes to

    def outcome(self) -> Outcome | None:
        """bp.tally, bp.dead-pay: once a seat has won, or the last tile is turned up and no meld of it is owed."""
        if self.phase == WON:
            return score.won(self)
        if self.phase == LAST or (self.phase == TABLE and not self.left and self.pao == NOBODY):
            return score.dead(self.dealer)
        return None

    def view(self, seat: int | None = None) -> View:
        """bp.visible: what lies on the table for `seat`; None sees all."""
        return shown.view(self, seat)

    def derived(self) -> dict[str, Any]:
        """The state kept move by move that could be worked out anew."""
        return shown.derived(self)

    def recomputed(self) -> dict[str, Any]:
        """The same from the deal and the moves."""
        return shown.recomputed(self)

    def tiles(self) -> list[str]:
        """Every tile of the round, wherever it is."""
        return shown.tiles(self)
