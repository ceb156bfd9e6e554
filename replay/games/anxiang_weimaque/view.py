"""What lies on the table for whom (ax.visible), and the position worked out anew from the deal and the moves."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from replay.game import Piece, SeatView, View
from replay.games.anxiang_weimaque.hand import size, unpack
from replay.games.anxiang_weimaque.tiles import STOCK, Meld
from replay.kit.zipai import COUNTER
from schemas.record import Chow, Discard, Draw, Pass, Pung, Wei
from schemas.tiles import ORDER, UNKNOWN, ZIPAI

if TYPE_CHECKING:
    from replay.games.anxiang_weimaque.table import AnxiangWeimaqueTable as Table


_PLAIN, _DOWN, _TAKEN, _DRAWN = (
    {code: Piece(code, mark) for code in (*ZIPAI, UNKNOWN)} for mark in ("", "down", "taken", "drawn")
)
"""Tile code to its piece."""
_BACK = _PLAIN[UNKNOWN]


@lru_cache(maxsize=4096)
def _lying(hand: int) -> tuple[Piece, ...]:
    """The pieces of a hand: of one step most are those of the step before."""
    return tuple([_PLAIN[tile] for tile in unpack(hand)])


@lru_cache(maxsize=4096)
def _kinds(mask: int) -> tuple[str, ...]:
    return tuple(unpack(mask))


def view(table: Table, seat: int | None) -> View:
    """ax.visible. 守醒 sees the three hands, not the stock nor a tile that is 煨; a winner lays his tiles open."""
    counter = COUNTER[table.dealer]
    lies = rivers(table)
    seats: list[SeatView | None] = [None] * 4
    for s in table.order:
        mine = seat is None or seat == s or table.winner == s
        held = table.hands[s]
        hand = list(_lying(held)) if mine or seat == counter else [_BACK] * size(held)
        melds = [_meld(meld, mine) for meld in table.melds[s]]
        river = [(_DRAWN if drawn else _PLAIN)[tile] for tile, drawn in lies[s]]
        seats[s] = SeatView({"hand": [hand], "melds": melds, "river": [river]}, _bars(table, s) if mine else {})
    zones: dict[str, list[list[Piece]]] = {"tile": _on_table(table, seat)}
    if seat is None and table.stock is not None:
        zones["stock"] = [[_DOWN[t] for t in table.stock[table.at :]]]
    facts = {"dealer": table.dealer, "counter": counter, "owner": table.owner if zones["tile"] else None}
    return View(seat, tuple(seats), zones, _turn(table, seat), table.left, facts)


def _bars(table: Table, seat: int) -> dict[str, Any]:
    """Kinds that a seat may not throw, 吃 or 碰 any more."""
    named = (("no-discard", table.barred), ("no-chow", table.no_chow), ("no-pung", table.no_pung))
    return {name: list(_kinds(bars[seat])) for name, bars in named}


def _meld(meld: Meld, seen: bool) -> list[Piece]:
    if meld.form == "wei":
        return [_DOWN[t if seen else UNKNOWN] for t in meld.tiles]
    taken = meld.tiles.index(meld.tile)
    return [(_TAKEN if i == taken else _PLAIN)[t] for i, t in enumerate(meld.tiles)]


def _on_table(table: Table, seat: int | None) -> list[list[Piece]]:
    """The tile that lies unclaimed; one that must be 煨 is seen by its drawer alone."""
    if table.tile is None:
        return []
    hidden = table.due >= 0 and seat not in (None, table.due)
    return [[Piece(UNKNOWN if hidden else table.tile, "new")]]


def _turn(table: Table, seat: int | None) -> tuple[int, ...]:
    """Who may move, as far as the viewer knows: what another could claim is not told."""
    movers = {s for s in (table.turn, table.drawer, table.due) if s >= 0}
    movers.update(move.seat for move in table.legal() if seat in (None, move.seat))
    return tuple(sorted(movers))


def rivers(table: Table) -> list[list[tuple[str, bool]]]:
    """What each seat threw or drew and nobody took, and whether it was drawn; the tile still on the table left out."""
    out: list[list[tuple[str, bool]]] = [[], [], [], []]
    last: Draw | Discard | None = None
    for move in table.moves:
        verb = move.__class__
        if verb is Draw or verb is Discard:
            if last is not None:
                out[last.seat].append((last.tile, last.__class__ is Draw))
            last = move  # type: ignore[assignment]
        elif verb is Chow or verb is Pung or verb is Wei:
            last = None
    return out


def tiles(table: Table) -> list[str]:
    """Hands, melds, rivers, the tile on the table, and what has not been drawn."""
    out = [t for hand in table.hands for t in unpack(hand)]
    out += [t for melds in table.melds for meld in melds for t in meld.tiles]
    out += [t for river in rivers(table) for t, _ in river]
    if table.tile is not None:
        out.append(table.tile)
    rest = unpack(table.unseen) if table.stock is None else table.stock[table.at :]
    return [*out, *rest]


def derived(table: Table) -> dict[str, Any]:
    """What is kept up move by move."""
    return {
        "hands": [unpack(hand) for hand in table.hands],
        "melds": [[(meld.form, *meld.tiles) for meld in melds] for melds in table.melds],
        "left": table.left,
        "bars": [_bars(table, seat) for seat in range(4)],
        "tile": table.tile,
        "passed": [seat for seat in range(4) if table.passed >> seat & 1] if table.tile is not None else [],
    }


def recomputed(table: Table) -> dict[str, Any]:
    """The same from the deal and the moves, with lists and without looking at the table's own counts."""
    anew = _Anew(table)
    for move in table.moves:
        anew.play(move)
    return anew.state()


class _Anew:
    """Hands as lists, bars as sets: the whole round again, clause by clause."""

    def __init__(self, table: Table) -> None:
        self.after, self.order = table.after, table.order
        self.hands = [list(hand or ()) for hand in table.setup.hands or ()]
        self.melds: list[list[tuple[str, ...]]] = [[], [], [], []]
        self.claimed: list[set[str]] = [set(), set(), set(), set()]
        self.no_chow: list[set[str]] = [set(), set(), set(), set()]
        self.no_pung: list[set[str]] = [set(), set(), set(), set()]
        self.draws = 0
        self.tile: str | None = None
        self.owner, self.drawn = -1, False
        self.passed: list[int] = []

    def play(self, move: Any) -> None:
        """One more move."""
        if isinstance(move, Draw | Discard):
            self._settle(self.order, self.order)
            self.tile, self.owner, self.drawn, self.passed = move.tile, move.seat, isinstance(move, Draw), []
            self.draws += self.drawn
            if not self.drawn:
                self.hands[move.seat].remove(move.tile)
                self.no_chow[move.seat].add(move.tile)
        elif isinstance(move, Pass):
            if self.draws < STOCK:
                self._settle((move.seat,), (move.seat,))
            self.passed = sorted([*self.passed, move.seat])
        elif isinstance(move, Chow | Pung | Wei):
            self._lay(move)

    def _lay(self, move: Chow | Pung | Wei) -> None:
        seat, tile = move.seat, move.tile
        if isinstance(move, Chow):
            self._settle([s for s in self.order if s != seat], [self.owner] if self.owner != seat else [])
        down = move.with_ if isinstance(move, Chow) else [tile, tile]
        for held in down:
            self.hands[seat].remove(held)
        self.melds[seat].append((move.verb, *sorted((tile, *down), key=ORDER.__getitem__)))
        if not isinstance(move, Wei):
            self.claimed[seat].add(tile)
        self.tile = None
        self.passed = self.passed if isinstance(move, Wei) else []

    def _settle(self, pungs: Any, chows: Any) -> None:
        """ax.missed for the tile on the table: the seats whose 碰 and 吃 are let go, if they had one."""
        tile = self.tile
        if tile is None:
            return
        for seat in pungs:
            able = self.hands[seat].count(tile) >= 2 and seat != self.owner
            if able and tile not in self.no_pung[seat] and self._leaves(seat, (tile, tile)):
                self.no_pung[seat].add(tile)
        eaters = {self.after[self.owner]} | ({self.owner} if self.drawn else set())
        for seat in eaters & set(chows):
            if self.hands[seat].count(tile) < 2 and tile not in self.no_chow[seat]:
                at = ORDER[tile]
                runs = [(at + a, at + b) for a, b in ((-2, -1), (-1, 1), (1, 2))]
                pairs = [(a, b) for a, b in runs if self._one_size(a, at) and self._one_size(b, at)]
                if any(self._leaves(seat, [ZIPAI[k - _FIRST] for k in pair]) for pair in pairs):
                    self.no_chow[seat].add(tile)

    def _one_size(self, kind: int, other: int) -> bool:
        return 0 <= kind - _FIRST < 20 and (kind - _FIRST) // 10 == (other - _FIRST) // 10

    def _leaves(self, seat: int, down: Any) -> bool:
        rest = Counter(self.hands[seat])
        rest.subtract(down)
        barred = self.claimed[seat] | {self.tile}
        return min(rest.values()) >= 0 and any(0 < n < 3 and t not in barred for t, n in rest.items())

    def state(self) -> dict[str, Any]:
        """What :func:`derived` says."""
        sets = (("no-discard", self.claimed), ("no-chow", self.no_chow), ("no-pung", self.no_pung))
        bars = [{name: sorted(kinds[s], key=ORDER.__getitem__) for name, kinds in sets} for s in range(4)]
        return {
            "hands": [sorted(hand, key=ORDER.__getitem__) for hand in self.hands],
            "melds": self.melds,
            "left": STOCK - self.draws,
            "bars": bars,
            "tile": self.tile,
            "passed": self.passed if self.tile is not None else [],
        }


_FIRST = ORDER[ZIPAI[0]]
