"""What lies on the table, and the state worked out anew. Decides nothing.

A seat sees its own hand, every meld, flower and river, the indicators, and how many tiles the others and the wall
hold. When a hand is won or a false win laid open all hands are, for everybody counts his tai (lx.items).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from replay.game import Piece, SeatView, View
from replay.games.lingxi_mahjong import claims
from replay.games.lingxi_mahjong.position import ACTING, FLOWERED, KONGED, LAST, OVER, THROWN, Position
from replay.games.lingxi_mahjong.score import Hand
from replay.games.lingxi_mahjong.tiles import GROUPS
from replay.kit.lying import BACK, DOWN, OPEN, after_discards, meld_pieces, rivers
from replay.kit.mahjong import CHOWS, CODES, COPIES, RUN, is_run, spell, tiles_of
from replay.kit.turns import OTHERS
from schemas.record import AnyMove, Chow, Discard, Draw, Flower, Foul, Kong, Pung
from schemas.tiles import ORDER


@lru_cache(maxsize=4096)
def _lying(hand: bytes, wild: frozenset[int]) -> tuple[Piece, ...]:
    """The pieces of a hand, the `wild` kinds marked: of one step most are those of the step before."""
    marked = {CODES[kind] for kind in wild}
    return tuple([Piece(tile, "wild") if tile in marked else OPEN[tile] for tile in spell(hand)])


def _rivers(p: Position) -> list[list[Piece]]:
    """The rivers, the tile on the table marked."""
    return rivers(p.log, p.thrower, "won" if p.won == "discard" else "new" if p.phase == THROWN else "")


def _hand(p: Position, seat: int, seen: bool) -> list[Piece]:
    """The closed tiles, the one just drawn last; wilds are marked."""
    if not seen:
        return [BACK] * sum(p.hands[seat])
    actor = p.actor if p.phase == LAST else p.turn
    own = p.won in ("", "self-draw") and p.drawn >= 0 and p.phase in (ACTING, LAST, OVER)
    fresh = own and (seat == p.winner or (seat == actor and not p.won)) and p.hands[seat][p.drawn]
    hand = bytearray(p.hands[seat])
    last: list[Piece] = []
    if fresh:
        hand[p.drawn] -= 1
        last.append(Piece(CODES[p.drawn], "won" if p.won else "new"))
    return [*_lying(bytes(hand), frozenset(p.wilds.kinds)), *last]


def _movers(p: Position, seat: int | None) -> tuple[int, ...]:
    """Who may move, as far as the viewer knows: a claim from a hand that he does not see he cannot know."""
    if p.phase == OVER or (p.phase in (THROWN, LAST, FLOWERED, KONGED) and p.above() <= 0):
        return ()
    able = {p.turn}
    if p.phase == LAST and seat in (None, p.actor) and claims.own_win(p):
        able.add(p.actor)
    if p.phase == THROWN or (p.phase == KONGED and p.rob == "added"):
        for other in OTHERS[p.thrower]:
            if seat in (None, other) and not p.passed >> other & 1 and _may_claim(p, other):
                able.add(other)
    return tuple(sorted(able))


def _may_claim(p: Position, seat: int) -> bool:
    if p.phase == THROWN and claims.claimable(p):
        hand, wilds = p.hands[seat], p.wilds.kinds
        chows = (a not in wilds and b not in wilds and hand[a] and hand[b] for a, b in CHOWS[p.tile])
        if hand[p.tile] >= 2 or (seat == p.turn and any(chows)):
            return not p.culprits >> seat & 1 or hand[p.tile] == 3
    return claims.may_take(p, seat)


def groups(hand: Hand, shapes: Sequence[int]) -> list[tuple[str, tuple[str, ...]]]:
    """The reading of a winner, form and tiles a group: what lies on the table, then the closed tiles, the pair last.

    A tile that a wild stands for is marked ``:wild``. None for a win of any hand (殺豬, 花胡), which has no shapes.
    """
    if not shapes:
        return []
    fours = [("kong", tuple(CODES[kind] for kind in GROUPS[group])) for group in hand.fours]
    melds = [("kong" if m.kong else "chow" if is_run(m.shape) else "pung", m.codes()) for m in hand.melds]
    held = list(hand.closed)
    closed = []
    for shape in sorted(shapes[: len(shapes) - len(fours) - len(melds)]):
        tiles = []
        for kind in tiles_of(shape):
            tiles.append(CODES[kind] if held[kind] else f"{CODES[kind]}:wild")
            held[kind] -= held[kind] > 0
        closed.append(("run" if is_run(shape) else "triplet" if shape < RUN else "pair", tuple(tiles)))
    return [*fours, *melds, *closed]


def view(p: Position, seat: int | None, read: list[tuple[str, tuple[str, ...]]]) -> View:
    """The position for a seat; None sees all. `read`: the reading of the winner."""
    piles, opened = _rivers(p), p.phase == OVER
    seats = []
    for s in range(4):
        hand = _hand(p, s, seat in (None, s) or opened)
        if s == p.winner and p.won in ("discard", "rob"):
            hand.append(Piece(CODES[p.tile], "won"))
        fours = [[Piece(CODES[kind]) for kind in GROUPS[group]] for group in p.fours[s]]
        zones = {
            "hand": [hand],
            "melds": [*fours, *(meld_pieces(meld) for meld in p.melds[s])],
            "flowers": [[OPEN[CODES[kind]] for kind in p.flowers[s]]],
            "river": [piles[s]],
        }
        fouled = bool(p.culprits >> s & 1)
        facts: dict[str, Any] = {"wind": CODES[p.own_wind(s)], "culprit": fouled, "won": s == p.winner}
        if s == p.winner and read:
            facts["groups"] = read
        seats.append(SeatView(zones, facts))
    table = {"indicators": [[Piece(CODES[kind]) for kind in sorted(p.indicators)]]}
    if seat is None and p.wall.stock is not None:
        table["stock"] = [[DOWN[CODES[kind]] for kind in p.wall.remaining() or ()]]
    shown = p.won or p.phase == THROWN or (p.phase == KONGED and p.rob == "added")
    about = {
        "dealer": p.dealer,
        "tile": CODES[p.tile] if shown else None,
        "how": p.won or None,
        "culprit": p.culprit if p.culprit >= 0 else None,
        "reserve": p.floor,
        "wild": [CODES[kind] for kind in dict.fromkeys(p.wilds.kinds)],
    }
    return View(seat, tuple(seats), table, _movers(p, seat), p.wall.left, about)


def derived(p: Position) -> dict[str, Any]:
    """Hands, melds, flowers, wall, reserve, who has fouled, what may not be thrown."""
    return {
        "hands": [spell(hand) for hand in p.hands],
        "melds": [sorted((*meld.codes(), meld.kong, meld.source) for meld in melds) for melds in p.melds],
        "fours": [[CODES[group] for group in fours] for fours in p.fours],
        "flowers": [[CODES[kind] for kind in laid] for laid in p.flowers],
        "left": p.wall.left,
        "rest": spell(p.wall.rest),
        "floor": p.floor,
        "culprits": p.culprits,
        "barred": [[CODES[kind] for kind in range(42) if bar >> kind & 1] for bar in p.barred],
    }


class _Anew:
    """The round worked out from the dealt hands and the moves, with tile codes."""

    def __init__(self, p: Position) -> None:
        self.p = p
        self.hands = [list(hand or ()) for hand in p.setup.hands or ()]
        self.melds: list[list[tuple[Any, ...]]] = [[], [], [], []]
        self.fours: list[list[str]] = [[], [], [], []]
        self.flowers: list[list[str]] = [[], [], [], []]
        self.culprits: set[int] = set()
        self.rest = [CODES[k] for k, n in enumerate(COPIES) for _ in range(n)]
        for tile in (*(p.setup.indicators or ()), *(tile for hand in self.hands for tile in hand)):
            self.rest.remove(tile)
        for move, last in after_discards(p.log):
            self._make(move, last)

    def _make(self, move: AnyMove, last: AnyMove | None) -> None:
        if isinstance(move, Draw):
            self.rest.remove(move.tile)
            self.hands[move.seat].append(move.tile)
        elif isinstance(move, Discard):
            self.hands[move.seat].remove(move.tile)
        elif isinstance(move, Flower):
            self.hands[move.seat].remove(move.tile)
            self.flowers[move.seat].append(move.tile)
        elif isinstance(move, Chow | Pung | Kong):
            self._meld(move, -1 if last is None else last.seat)
        elif isinstance(move, Foul) and move.kind != "false-win":
            self.culprits.add(move.seat)

    def _meld(self, move: Chow | Pung | Kong, source: int) -> None:
        tile, hand, melds = move.tile, self.hands[move.seat], self.melds[move.seat]
        entry: tuple[Any, ...]
        if isinstance(move, Chow):
            used, entry = list(move.with_), (*sorted((tile, *move.with_)), "", source)
        elif isinstance(move, Pung):
            used, entry = [tile] * 2, (*[tile] * 3, "", source)
        elif tile[0] in "fqP":
            used = [CODES[kind] for kind in GROUPS[CODES.index(tile)]]
            self.fours[move.seat].append(tile)
            entry = ()
        elif move.kind == "exposed":
            used, entry = [tile] * 3, (*[tile] * 4, "exposed", source)
        elif move.kind == "concealed":
            used, entry = [tile] * 4, (*[tile] * 4, "concealed", -1)
        elif self.p.won == "rob" and move is _last_kong(self.p.log):
            used, entry = [tile], ()  # lx.rob: the tile is gone, the pung stays
        else:
            at = next(i for i, old in enumerate(melds) if old[:3] == (tile,) * 3)
            used, entry = [tile], (*[tile] * 4, "added", melds.pop(at)[-1])
        for held in used:
            hand.remove(held)
        if entry:
            melds.append(entry)

    def floor(self) -> int:
        """lx.reserve."""
        kongs = sum(bool(entry[3] == entry[0]) for melds in self.melds for entry in melds)
        if self.p.options.flower_kong_reserve:
            for seat in range(4):
                groups = [tile[0] for tile in self.flowers[seat]]
                kongs += len(self.fours[seat]) + sum(groups.count(group) == 4 for group in "fqP")
        return 2 * (10 + kongs)

    def barred(self, seat: int) -> list[str]:
        """lx.no-throw: what the seat may not throw."""
        if seat in self.culprits:
            return []
        shown, out = self.p.setup.indicators or (), {"P", *(code for code in CODES if code[0] in "fq")}
        out.update(code for code in shown)
        out.update(entry[0] for entry in self.melds[seat] if entry[0] == entry[1])
        out.difference_update(e[0] for e in self.melds[seat] if e[3] == e[0] and e[4] in ("exposed", "concealed"))
        return sorted(out, key=ORDER.__getitem__)


def _last_kong(log: list[AnyMove]) -> AnyMove:
    return next(move for move in reversed(log) if isinstance(move, Kong))


def recomputed(p: Position) -> dict[str, Any]:
    """The same as :func:`derived`, from the dealt hands and the moves as codes."""
    anew = _Anew(p)
    return {
        "hands": [sorted(hand, key=ORDER.__getitem__) for hand in anew.hands],
        "melds": [sorted(laid) for laid in anew.melds],
        "fours": anew.fours,
        "flowers": anew.flowers,
        "left": len(anew.rest),
        "rest": sorted(anew.rest, key=ORDER.__getitem__),
        "floor": anew.floor(),
        "culprits": sum(1 << seat for seat in anew.culprits),
        "barred": [anew.barred(seat) for seat in range(4)],
    }


def tiles(p: Position) -> list[str]:
    """Every tile of the round: indicators, hands, melds, flowers, rivers, wall, and the tile won on."""
    out = [CODES[kind] for kind in p.indicators]
    out += [tile for hand in p.hands for tile in spell(hand)]
    out += [tile for melds in p.melds for meld in melds for tile in meld.codes()]
    out += [CODES[kind] for fours in p.fours for group in fours for kind in GROUPS[group]]
    out += [CODES[kind] for laid in p.flowers for kind in laid]
    out += [piece.tile for river in _rivers(p) for piece in river if piece.mark != "taken"]
    out += spell(p.wall.rest)
    if p.won == "rob":
        out.append(CODES[p.tile])
    return out
