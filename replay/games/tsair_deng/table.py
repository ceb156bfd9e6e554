"""One round of 斜釘 in progress: td.lead, td.join, td.must-play, td.drink, td.empty, td.end and the doubles.

A hand is one integer (see ``tiles``) that carries its counts: whether a tile is held, and whether any fits, is one
bit test. The table knows no other round and no payment rule (``score``).
"""

from __future__ import annotations

from typing import Any

from replay.game import Outcome, Piece, SeatView, View, Violation
from replay.games.tsair_deng import score
from replay.games.tsair_deng.series import SEATING
from replay.games.tsair_deng.tiles import (
    COPIES,
    FIT_MASK,
    HAND,
    JOINS,
    NOWHERE,
    PACK,
    PIPS,
    SHIFT,
    WEIGHT,
    doubles,
    fields,
    pack,
    pips,
    unpack,
)  # fmt: skip
from schemas.options import TsairDengOptions
from schemas.record import AnyMove, Drink, Expose, Play, Setup
from schemas.tiles import DOMINOES, UNKNOWN


def deal_problem(setup: Setup) -> Violation | None:
    """td.seats, td.tiles: what makes a deal impossible, or None."""
    hands = setup.hands or []
    seats = [s for s, hand in enumerate(hands) if hand is not None]
    if tuple(hand is None for hand in hands) not in SEATING:
        return Violation("td.seats", "td.seats/players", {"count": len(seats)})
    if setup.dealer not in seats:
        return Violation("td.seats", "td.seats/dealer", {"seat": setup.dealer}, seat=setup.dealer)
    dealt = [tile for group in (*hands, setup.aside) for tile in group or ()]
    for seat in seats:
        size = len(hands[seat] or ())
        if size != HAND:
            args = {"seat": seat, "count": size}
            return Violation("td.seats", "td.seats/eight", args, seat=seat, expected=HAND, stated=size)
    return None if sorted(dealt) == PACK else _tiles_problem(dealt, setup.aside is not None)


def _tiles_problem(dealt: list[str], whole: bool) -> Violation | None:
    """td.tiles: a tile that is none, too many copies, or (`whole`: ``aside`` is stated) too few."""
    counts = dict.fromkeys(DOMINOES, 0)
    unknown = dealt.count(UNKNOWN)
    for tile in dealt:
        if tile not in counts and tile != UNKNOWN:
            return Violation("td.tiles", "td.tiles/foreign", {"tile": tile}, stated=tile)
        if tile != UNKNOWN:
            counts[tile] += 1
    for tile, count in counts.items():
        if count > COPIES[tile] or (whole and not unknown and count != COPIES[tile]):
            args = {"tile": tile, "count": count, "copies": COPIES[tile]}
            return Violation("td.tiles", "td.tiles/copies", args, expected=COPIES[tile], stated=count)
    if whole and len(dealt) != len(PACK):
        args = {"count": len(dealt), "whole": len(PACK)}
        return Violation("td.tiles", "td.tiles/whole", args, expected=len(PACK), stated=len(dealt))
    return Violation("rec.unknown", "rec.unknown/deal") if unknown else None


class TsairDengTable:
    """The position. ``open`` is the open end, 0 before the lead; ``turn`` the seat to move, -1 when the round is
    over.
    """

    def __init__(self, setup: Setup, options: TsairDengOptions) -> None:
        assert setup.hands is not None
        assert setup.dealer is not None
        assert setup.direction is not None
        self._setup, self._options = setup, options
        self.dealer = setup.dealer
        self.seats = [s for s in range(4) if setup.hands[s] is not None]
        self.order = score.turn_order(self.dealer, setup.direction, self.seats)
        self._after = [0] * 4
        for i, seat in enumerate(self.order):
            self._after[seat] = self.order[i + 1 - len(self.order)]
        self.hands = [pack(hand) if hand else 0 for hand in setup.hands]
        self.open = 0
        self.turn = self.dealer
        self.last = -1
        self.chain: list[Play] = []
        self.drinks: list[Drink] = []
        self.exposed = -1
        need = 6 if options.six_doubles else 7
        self.may_expose = [s for s in self.seats if doubles(self.hands[s]) >= need]

    def check(self, move: AnyMove) -> Violation | None:
        """Why `move` is not legal, or None."""
        seat = move.seat
        kind = move.__class__
        if kind is Expose:
            return self._check_expose(seat)
        if seat != self.turn:
            return self._not_his_turn(move)
        tile = move.tile  # type: ignore[union-attr]
        if not self.hands[seat] >> SHIFT.get(tile, NOWHERE) & 3:
            return self._not_held(seat, tile)
        if kind is Play:
            stated = move.open  # type: ignore[union-attr]
            if self.open:
                end = JOINS[self.open].get(tile)
                return None if end == stated else self._does_not_join(seat, tile, end, stated)
            if tile in JOINS[stated]:
                return None
            return Violation("td.lead", "td.lead/open", {"seat": seat, "tile": tile, "end": stated}, seat=seat)
        if not self.open:
            return Violation("td.lead", "td.lead/play", {"seat": seat}, seat=seat)
        if self.hands[seat] & FIT_MASK[self.open]:  # td.must-play, td.drink
            return Violation("td.must-play", "td.must-play/fits", {"seat": seat, "end": self.open}, seat=seat)
        return None

    def _not_his_turn(self, move: AnyMove) -> Violation:
        seat = move.seat
        if self.turn < 0:
            return Violation("rec.over", "rec.over/round", {"seat": seat}, seat=seat)
        if seat not in self.seats:
            return Violation("td.seats", "td.seats/empty", {"seat": seat}, seat=seat)
        args = {"seat": self.turn, "other": seat}
        if not self.open:
            return Violation("td.lead", "td.lead/turn", args, seat=seat, expected=self.turn, stated=seat)
        return Violation("td.join", "td.join/turn", args, seat=seat, expected=self.turn, stated=seat)

    def _not_held(self, seat: int, tile: str) -> Violation:
        if tile == UNKNOWN:
            return Violation("rec.unknown", "rec.unknown/move", seat=seat)
        if tile not in SHIFT:
            return Violation("td.tiles", "td.tiles/foreign", {"tile": tile}, seat=seat, stated=tile)
        args = {"seat": seat, "tile": tile}
        return Violation("rec.not-in-hand", "rec.not-in-hand/tile", args, seat=seat, stated=tile)

    def _does_not_join(self, seat: int, tile: str, end: int | None, stated: int) -> Violation:
        if end is None:
            args = {"seat": seat, "tile": tile, "end": self.open}
            return Violation("td.join", "td.join/fits", args, seat=seat, expected=self.open, stated=tile)
        args = {"tile": tile, "end": end, "stated": stated}
        return Violation("td.join", "td.join/open", args, seat=seat, expected=end, stated=stated)

    def _check_expose(self, seat: int) -> Violation | None:
        """td.six-seven-doubles, td.eight-doubles: before the first play, whoever's turn it is."""
        if self.turn < 0:
            return Violation("rec.over", "rec.over/round", {"seat": seat}, seat=seat)
        if seat not in self.seats:
            return Violation("td.seats", "td.seats/empty", {"seat": seat}, seat=seat)
        clause = "td.six-seven-doubles"
        if self.open:
            return Violation(clause, "td.six-seven-doubles/late", {"seat": seat}, seat=seat)
        if seat not in self.may_expose:
            need = 6 if self._options.six_doubles else 7
            count = doubles(self.hands[seat])
            args = {"seat": seat, "count": count, "need": need}
            return Violation(clause, "td.six-seven-doubles/few", args, seat=seat, expected=need, stated=count)
        return None

    def play(self, move: AnyMove) -> None:
        """Makes a checked move."""
        seat = move.seat
        if move.__class__ is Expose:
            self.exposed, self.turn = seat, -1
            return
        hands = self.hands
        hands[seat] -= WEIGHT[move.tile]  # type: ignore[union-attr]
        if move.__class__ is Play:
            self.open = move.open
            self.last = seat
            self.chain.append(move)
        else:
            self.drinks.append(move)  # type: ignore[arg-type]
        if not hands[seat] and self._options.end_on_out:  # td.end
            self.turn = -1
            return
        after, last = self._after, self.last
        seat = after[seat]
        while not hands[seat] and seat != last:  # td.empty
            seat = after[seat]
        # td.end: back at who played last, and nothing of his fits
        self.turn = seat if seat != last or hands[seat] & FIT_MASK[self.open] else -1

    def legal(self) -> list[AnyMove]:
        """Every legal move: drinks, exposes, plays, each by seat, tile and open end."""
        if self.turn < 0:
            return []
        seat, hand = self.turn, sorted(set(unpack(self.hands[self.turn])))
        if not self.chain:
            exposes: list[AnyMove] = [Expose(seat=s) for s in self.may_expose]
            leads = [Play(seat=seat, tile=t, open=end) for t in hand for end in sorted({int(t[0]), int(t[1])})]
            return [*exposes, *leads]
        joins = [t for t in hand if str(self.open) in t]
        if joins:
            return [Play(seat=seat, tile=t, open=int(t.replace(str(self.open), "", 1))) for t in joins]
        return [Drink(seat=seat, tile=t) for t in hand]

    def outcome(self) -> Outcome | None:
        """td.points and the settlement, once the round is over."""
        if self.turn >= 0:
            return None
        options = self._options
        if self.exposed >= 0:
            if not (options.eight_doubles and doubles(self.hands[self.exposed]) == HAND):
                return score.void()
            # td.eight-doubles: 0 points and 通 for the holder; nobody is 頭七尾八
            held = {s: score.Lost(pips(self.hands[s])) for s in self.seats}
            held[self.exposed] = score.Lost(0, True)
            return score.settle(held, self.exposed, options)
        played, points = self._played(), self._points()
        lost = {}
        for s in self.seats:
            few = 1 if s == self.dealer else 0  # td.seven-eight
            lost[s] = score.Lost(points[s], played[s] == HAND, played[s] == few)
        return score.settle(lost, score.winner(lost, self.order), options)

    def _played(self) -> list[int]:
        played = [0] * 4
        for move in self.chain:
            played[move.seat] += 1
        return played

    def _drunk(self, seat: int) -> list[str]:
        return [move.tile for move in self.drinks if move.seat == seat]

    def _points(self) -> list[int]:
        """td.points: pips in hand and drunk, a seat."""
        points = [pips(hand) for hand in self.hands]
        for move in self.drinks:
            points[move.seat] += PIPS[move.tile]
        return points

    def view(self, seat: int | None = None) -> View:
        """The chain lies open; a drunk tile is seen by who drank it; an exposed hand by all; at the end everything."""
        over, played, points = self.turn < 0, self._played(), self._points()
        seats: list[SeatView | None] = [None] * 4
        for s in self.seats:
            seen = seat is None or seat == s or (over and (self.exposed < 0 or self.exposed == s))
            hand = [Piece(t if seen else UNKNOWN) for t in unpack(self.hands[s])]
            drunk = [Piece(t if seen else UNKNOWN, "down") for t in self._drunk(s)]
            facts = {"played": played[s], "points": points[s]} if seen else {"played": played[s]}
            seats[s] = SeatView({"hand": [hand], "drunk": [drunk]}, facts)
        chain = [Piece(move.tile, f"open-{move.open}") for move in self.chain]
        turn = () if over else (self.turn,) if self.chain else tuple(sorted({self.turn, *self._exposers(seat)}))
        about: dict[str, Any] = {"dealer": self.dealer, "direction": self._setup.direction, "open": self.open or None}
        table = {"chain": [chain]}
        if seat is None and self._setup.aside:
            table["aside"] = [[Piece(t, "down") for t in self._setup.aside]]
        return View(seat, tuple(seats), table, turn, None, about)

    def _exposers(self, seat: int | None) -> set[int]:
        """Who may expose, as far as the viewer knows."""
        return {s for s in self.may_expose if seat in (None, s)}

    def _laid(self) -> list[Play | Drink]:
        return [*self.chain, *self.drinks]

    def derived(self) -> dict[str, Any]:
        """The counts that each hand carries, and the open end."""
        return {"open": self.open or None, "hands": [fields(hand) for hand in self.hands]}

    def recomputed(self) -> dict[str, Any]:
        """The same from the dealt hands, the chain and the drunk tiles."""
        out = []
        for seat, dealt in enumerate(self._setup.hands or []):
            hand = list(dealt or ())
            for move in self._laid():
                if move.seat == seat:
                    hand.remove(move.tile)
            fits = {f"fits-{end}": sum(str(end) in t for t in hand) for end in range(1, 7)}
            out.append({**fits, "doubles": sum(t[0] == t[1] for t in hand), "pips": sum(PIPS[t] for t in hand)})
        return {"open": self.chain[-1].open if self.chain else None, "hands": out}

    def tiles(self) -> list[str]:
        """Every tile dealt, wherever it is now."""
        held = [t for hand in self.hands for t in unpack(hand)]
        return [*held, *(move.tile for move in self._laid()), *(self._setup.aside or ())]
