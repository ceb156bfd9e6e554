"""One round of 邵陽剝皮 as plain state, and what a move does to it: bp.draw, bp.waiting, bp.stale, bp.stale-win.

Moves are made here and never questioned (``table`` does that); nothing here says what a round is worth (``score``).
What looks back (臭牌, a win let go) is kept as a log of settled tiles and worked out only when a move depends on it.
"""

from __future__ import annotations

from typing import Any

from replay.games.shaoyang_bopi.deal import STOCK, Deal, unseen
from replay.games.shaoyang_bopi.groups import (
    ALIKE,
    ALIKE_MELDS,
    BY_WEIGHT,
    KAN,
    PAO,
    PUNG,
    TI,
    WEI,
    XI,
    Meld,
    best,
    can_chow,
)  # fmt: skip
from replay.kit.zipai import AFTER, COUNTER, INDEX, ONES, ORDER, SHIFT, UNIT, UNIT_OF, kinds_in
from schemas.options import ShaoyangBopiOptions
from schemas.record import AnyMove, Chow, Discard, Draw, Pao, Pass, Pung, Setup, Ti, Wei, Win
from schemas.tiles import ZIPAI

OPENING, TURNED, OWES, TABLE, FORCED, MOVED, LAST, WON = range(8)
"""What a round waits for: an opening 提; a win on the turned tile or the first move; a discard; a claim or the next
draw; the drawer's 偎 or 提; a draw after a claim without discard; a win after the last tile's meld; nothing."""
DISCARD, DRAWN, TURN, FIRST = range(4)
"""How a tile came to lie on the table: discarded, drawn, as the turned tile, as the discard that opens play."""
NOBODY = -1

Settled = tuple[int, int, int, int, "type | None", int, tuple[int, ...], tuple[int, ...], int]
"""A tile that was settled: its kind, whose it was, how it came, who took it and with what verb, who passed (bits), all
hands and slack as they were before, and where the one of its kind before it stands in the log (-1: none)."""


class Position:
    """The state. By seat: ``hands`` (free tiles, packed), ``xi`` of its fixed groups, ``quads`` (跑 and 提), ``slack``.

    ``slack`` is W less the tiles held (bp.waiting), a discard that is owed counted as made: a seat with 0 can win.
    ``three[kind]`` is ``4 * seat + KAN/WEI/PUNG`` of whoever has three of the kind, or -1.
    """

    __slots__ = (
        "after", "after_win", "coming", "counter", "dealer", "fours", "hands", "how", "last", "left", "log",
        "may_discard", "may_draw", "melds", "moves", "need_all", "openers", "options", "owner", "pao", "passed",
        "phase", "quads", "rest", "seats", "setup", "since", "slack", "stock", "three", "thrown", "tile", "turned",
        "winner", "xi",
    )  # fmt: skip

    def __init__(self, setup: Setup, options: ShaoyangBopiOptions, deal: Deal) -> None:
        assert setup.dealer is not None
        assert setup.turned is not None
        dealer = setup.dealer
        self.setup, self.options, self.dealer = setup, options, dealer
        self.need_all = options.bi == "all"
        self.seats, self.after, self.counter = ORDER[dealer], AFTER[dealer], COUNTER[dealer]
        # One entry more than tiles: after the last comes None. Without a known stock all is None.
        self.stock: list[str | None] = [None] * (STOCK + 1) if setup.stock is None else [*setup.stock, None]
        self.left = STOCK
        self.coming = self.stock[0]
        self.rest = unseen(deal) if setup.stock is None else None
        self.turned = INDEX[setup.turned]
        self.three = [-1] * len(ZIPAI)
        self.xi = [0, 0, 0, 0]
        self.quads = [0, 0, 0, 0]
        self.slack: tuple[int, ...] = (0, 0, 0, 0)
        self.hands = list(deal.hands)
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.thrown = [0, 0, 0, 0]
        self.log: list[Settled] = []
        self.last = [-1] * len(ZIPAI)
        self.since = [0, 0, 0, 0]
        self.moves: list[AnyMove] = []
        self.passed = 0
        self.pao = self.winner = self.may_draw = self.may_discard = NOBODY
        self.after_win = False
        self.tile, self.owner, self.how = self.turned, dealer, TURN
        self.openers: list[tuple[int, set[int]]] = []
        self.fours = [0, 0, 0, 0]
        for seat in self.seats:
            self._fix(seat)
        self.phase = OPENING
        if not self.openers:
            self._open_play()

    def _fix(self, seat: int) -> None:
        """Takes the 坎 out of a dealt hand, and notes its opening 提 (bp.opening-ti)."""
        hand = self.hands[seat]
        fours = hand >> 2 & ONES
        threes = hand & hand >> 1 & ONES
        if threes:
            self.hands[seat] = hand - 3 * threes
            for kind in kinds_in(threes):
                self.three[kind] = 4 * seat + KAN
                self.xi[seat] += XI[KAN][kind]
        if fours:
            self.fours[seat] = fours
            self.openers.append((seat, set(kinds_in(fours))))

    def _open_play(self) -> None:
        """bp.start: every opening 提 is made."""
        dealer, quads = self.dealer, self.quads
        self.phase = TURNED
        self.slack = tuple([max(0, quads[s] - (2 if s == dealer else 1)) for s in range(4)])
        if quads[dealer] < 2 and self.hands[dealer]:
            self.may_discard = dealer
        else:
            self.may_draw = self.after[dealer]

    @property
    def turned_gone(self) -> bool:
        """bp.turned: three and the turned tile are an opening 提, and only the dealer can still win."""
        return bool(self.fours[self.dealer] >> SHIFT[self.turned] & 1)

    # What a seat could do with the tile on the table

    def most_xi(self, seat: int, kind: int, own: bool) -> int:
        """bp.shape, bp.best, bp.kan-fourth: most xi of a hand and a tile on the table; -1 when it is not complete."""
        if self.slack[seat]:
            return -1
        hand, quads, xi = self.hands[seat], self.quads[seat], self.xi[seat]
        beside = best(hand + UNIT[kind], quads > 0)
        most = xi + beside if beside >= 0 else -1
        three = self.three[kind]
        if not quads and three >> 2 == seat and (three & 3 == PUNG or not own):
            rest = best(hand, True)
            if rest >= 0:
                most = max(most, xi + rest + XI[PAO][kind] - XI[three & 3][kind])
        return most

    def own_xi(self, seat: int) -> int:
        """Most xi of a hand complete as it stands: the dealer's with the turned tile, or after an own 偎 or 提."""
        rest = best(self.hands[seat], self.quads[seat] > 0)
        return self.xi[seat] + rest if rest >= 0 else -1

    def completed(self, seat: int) -> int:
        """Most xi with which `seat` is complete now, whether or not it may win; -1 when it is not."""
        phase = self.phase
        if phase == TABLE:
            return self.most_xi(seat, self.tile, seat == self.owner)
        if phase == TURNED:
            if seat == self.dealer:
                return self.own_xi(seat) if self.quads[seat] < 2 else -1
            return -1 if self.turned_gone else self.most_xi(seat, self.tile, False)
        return self.own_xi(seat) if self.after_win and seat == self.owner else -1

    def barred(self, seat: int, kind: int) -> bool:
        """bp.stale-win: whether a win on `kind` is barred by one that `seat` let go."""
        any_kind = self.options.stale_win == "any"
        for tile, owner, how, *_ in self.log[self.since[seat] :]:
            if (not any_kind and tile != kind) or how == DISCARD or (owner == seat and how != DRAWN):
                continue
            # The seat has done nothing since: its hand is still what it was.
            if self.most_xi(seat, tile, owner == seat) >= self.options.min_xi:
                return True
        return False

    def could_win(self, seat: int) -> bool:
        """bp.win, bp.stale-win, but for the order of claims and a recorded pass."""
        if self.phase == TABLE and self.how != DRAWN and (self.how == DISCARD or seat == self.owner):
            return False
        if self.completed(seat) < self.options.min_xi:
            return False
        return self.phase not in (TABLE, TURNED) or not self.barred(seat, self.tile)

    def could_pung(self, seat: int) -> bool:
        """bp.pung, of a tile on the table that nobody must take."""
        hand, kind = self.hands[seat], self.tile
        if seat == self.owner or hand >> SHIFT[kind] & 7 != 2 or not self.left or self.stale(seat, kind):
            return False
        return self.slack[seat] > 0 or hand != 2 * UNIT[kind]

    def could_chow(self, seat: int) -> bool:
        """bp.chow and bp.bi, of a tile on the table that nobody must take."""
        if not (seat == self.after[self.owner] or (seat == self.owner and self.how == DRAWN)) or not self.left:
            return False
        if not can_chow(self.hands[seat], self.tile, self.need_all, self.slack[seat] <= 0):
            return False
        return not self.stale(seat, self.tile)

    def stale(self, seat: int, kind: int) -> bool:
        """bp.stale: whether `seat` may no longer chow or pung `kind`."""
        if self.thrown[seat] >> kind & 1:
            return True
        at, log = self.last[kind], self.log
        while at >= 0:
            if self._let_go(seat, log[at]):
                return True
            at = log[at][8]
        return False

    def _let_go(self, seat: int, settled: Settled) -> bool:
        """Whether `seat` could have chowed or punged it, and neither took it nor lost it to a higher claim."""
        kind, owner, how, claimer, verb, passed, hands, slacks, _ = settled
        if claimer == seat or how == TURN:
            return False
        hand, slack = hands[seat], slacks[seat]
        if seat != owner and hand >> SHIFT[kind] & 7 == 2 and (slack > 0 or hand != 2 * UNIT[kind]):
            return True
        if not (seat == self.after[owner] or (seat == owner and how == DRAWN)):
            return False
        lost = verb is Pao or verb is Pung or (verb is Chow and claimer == owner)
        return (not lost or bool(passed >> seat & 1)) and can_chow(hand, kind, self.need_all, slack <= 0)

    # Moves

    def play(self, move: Any) -> None:
        """Makes a checked move."""
        verb, seat = move.__class__, move.seat
        self.moves.append(move)
        if verb is Draw:
            self._draw(seat, INDEX[move.tile])
        elif verb is Discard:
            self._discard(seat, INDEX[move.tile])
        elif verb is Pass:
            self.passed |= 1 << seat
        elif verb is Win:
            self.winner, self.phase = seat, WON
            self.may_draw = self.may_discard = NOBODY
        elif self.phase == OPENING:
            self._opening_ti(seat, INDEX[move.tile])
        elif verb is Wei or verb is Ti:
            self._own(seat, INDEX[move.tile], verb)
        else:
            self._claim(move, seat, verb)

    def _draw(self, seat: int, kind: int) -> None:
        """bp.draw: the tile on the table is settled, the next one turned up."""
        phase, hands = self.phase, self.hands
        if phase == TABLE:
            tile, last, log = self.tile, self.last, self.log
            at, last[tile] = last[tile], len(log)
            log.append((tile, self.owner, self.how, NOBODY, None, self.passed, tuple(hands), self.slack, at))
            self.passed = 0
        elif phase == TURNED:
            self._leave_turned()
        else:
            self.after_win = False
        left = self.left = self.left - 1
        self.coming = self.stock[STOCK - left]
        if self.rest is not None:
            self.rest[kind] -= 1
        self.tile, self.owner, self.how = kind, seat, DRAWN
        three = self.three[kind]
        if hands[seat] >> SHIFT[kind] & 7 == 2 or (three >> 2 == seat and three & 3 != PUNG):
            self.phase, self.may_draw = FORCED, NOBODY
            return
        self.phase = TABLE
        if three < 0 and left:
            self.may_draw = self.after[seat]
        else:
            self.pao, self.may_draw = three >> 2, NOBODY

    def _leave_turned(self) -> None:
        """bp.turned: the turned tile is settled; it makes nothing stale."""
        if not self.turned_gone:
            self.last[self.tile] = len(self.log)
            self.log.append((self.tile, self.owner, TURN, NOBODY, None, self.passed, tuple(self.hands), self.slack, -1))
        self.passed = 0
        if self.quads[self.dealer] < 2 and not self.hands[self.dealer]:
            self._slacken(self.dealer)

    def _slacken(self, seat: int) -> None:
        """One claim that no discard follows: bp.waiting, bp.no-discard-left."""
        slack = self.slack
        self.slack = (*slack[:seat], slack[seat] - 1, *slack[seat + 1 :])

    def _discard(self, seat: int, kind: int) -> None:
        """A tile from hand onto the table; who throws a kind has it stale."""
        how = DISCARD
        if self.phase == TURNED:
            self._leave_turned()
            how = FIRST
        self.hands[seat] -= UNIT[kind]
        self.thrown[seat] |= 1 << kind
        self.since[seat] = len(self.log)
        self.tile, self.owner, self.how = kind, seat, how
        self.after_win = False
        self.may_discard = NOBODY
        self.phase = TABLE
        three = self.three[kind]
        if three >= 0 and three & 3 != PUNG:  # bp.pao: a discard does not make 跑 of a 碰
            self.pao, self.may_draw = three >> 2, NOBODY
        else:
            self.may_draw = self.after[seat]

    def _claim(self, move: Any, seat: int, verb: type) -> None:
        """Another's tile, or one's own draw, taken from the table: chow, pung or pao."""
        kind, hands, log = self.tile, self.hands, self.log
        at, self.last[kind] = self.last[kind], len(log)
        log.append((kind, self.owner, self.how, seat, verb, self.passed, tuple(hands), self.slack, at))
        self.since[seat] = len(log)
        further = False
        if verb is Chow:
            self._chow(move, seat)
        elif verb is Pung:
            hands[seat] -= 2 * UNIT[kind]
            self.xi[seat] += XI[PUNG][kind]
            self.three[kind] = 4 * seat + PUNG
            self.melds[seat].append(ALIKE_MELDS[PUNG][kind])
        else:
            self._fourth(seat, PAO, kind)
            further = self.quads[seat] > 1
        self.owner, self.pao, self.passed = seat, NOBODY, 0
        self._go_on(seat, further)

    def _own(self, seat: int, kind: int, verb: type) -> None:
        """bp.wei: 偎 or 提 of one's own draw, which nobody else could take."""
        able = not self.slack[seat]
        if verb is Wei:
            self.hands[seat] -= 2 * UNIT[kind]
            self.xi[seat] += XI[WEI][kind]
            self.three[kind] = 4 * seat + WEI
            self.melds[seat].append(ALIKE_MELDS[WEI][kind])
        else:
            self._fourth(seat, TI, kind)
        self.since[seat] = len(self.log)
        first = verb is Wei or self.quads[seat] == 1
        self.after_win = able and first  # bp.waiting: only the first 跑 or 提 can itself complete a hand
        self._go_on(seat, not first)

    def _go_on(self, seat: int, further: bool) -> None:
        """bp.waiting: a discard or the next draw after a claim; `further`: a 跑 or 提 that was not the first."""
        if not self.left:
            self.phase, self.may_draw = LAST, NOBODY
        elif not further and self.slack[seat] <= 0 and self.hands[seat]:
            self.phase, self.may_draw, self.may_discard = OWES, NOBODY, seat
        else:
            self.phase, self.may_draw = MOVED, self.after[seat]
            if not further:
                self._slacken(seat)

    def _opening_ti(self, seat: int, kind: int) -> None:
        self.hands[seat] -= 4 * UNIT[kind]
        self.quads[seat] += 1
        self.xi[seat] += XI[TI][kind]
        self.melds[seat].append(ALIKE_MELDS[TI][kind])
        self.openers[0][1].remove(kind)
        if not self.openers[0][1]:
            del self.openers[0]
            if not self.openers:
                self._open_play()

    def _fourth(self, seat: int, what: int, kind: int) -> None:
        """Four alike: the three that are there become 跑 or 提."""
        was = self.three[kind] & 3
        self.three[kind] = -1
        self.xi[seat] += XI[what][kind] - XI[was][kind]
        self.quads[seat] += 1
        meld, melds = ALIKE_MELDS[what][kind], self.melds[seat]
        if was == KAN:
            melds.append(meld)
            return
        for i, old in enumerate(melds):
            if old.id == ALIKE[was] and old.tiles[0] == ZIPAI[kind]:
                melds[i] = meld

    def _chow(self, move: Chow, seat: int) -> None:
        """A tile taken into a run, 2-7-10 or 絞, and the groups of 比."""
        code = move.tile
        a, b = move.with_
        used = UNIT_OF[a] + UNIT_OF[b]
        group = BY_WEIGHT[used + UNIT_OF[code]]
        melds, xi = self.melds[seat], group.xi
        melds.append(group.melds[code])
        for a, b, c in move.also:
            group = BY_WEIGHT[UNIT_OF[a] + UNIT_OF[b] + UNIT_OF[c]]
            used += group.weight
            xi += group.xi
            melds.append(group.melds[None])
        self.hands[seat] -= used
        self.xi[seat] += xi
