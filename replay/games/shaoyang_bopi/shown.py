"""What lies on the table of 邵陽剝皮 and who sees it (bp.visible), and the state worked out anew. Changes nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from replay.game import Piece, SeatView, View
from replay.games.shaoyang_bopi.deal import STOCK
from replay.games.shaoyang_bopi.groups import KAN, VALUE, Meld
from replay.games.shaoyang_bopi.position import DRAWN, FORCED, MOVED, OPENING, OWES, TABLE, TURN, TURNED, WON
from replay.kit.zipai import INDEX, SHIFT, unpack
from schemas.record import Chow, Discard, Draw, Pao, Pung, Ti, Wei
from schemas.tiles import ORDER, UNKNOWN, ZIPAI

if TYPE_CHECKING:
    from replay.games.shaoyang_bopi.table import ShaoyangBopiTable


_PLAIN, _DOWN, _TAKEN, _DRAWN, _KAN = (
    {code: Piece(code, mark) for code in (*ZIPAI, UNKNOWN)} for mark in ("", "down", "taken", "drawn", "kan")
)
"""Tile code to its piece."""
_BACK = _PLAIN[UNKNOWN]


@lru_cache(maxsize=4096)
def _held(hand: int) -> tuple[str, ...]:
    """The tiles of a hand: of one step most are those of the step before."""
    return tuple(unpack(hand))


def view(table: ShaoyangBopiTable, seat: int | None) -> View:
    """跑, 碰, 吃 lie open; 提 and 臭偎 show one tile, 偎 none, nor its draw; a winner lays everything open."""
    rivers = _rivers(table)
    seats: list[SeatView | None] = [None] * 4
    for s in table.seats:
        open_ = seat is None or seat == s or (table.phase == WON and table.winner == s)
        hand = list(_held(table.hands[s]))
        zones: dict[str, list[list[Piece]]] = {}
        if open_:
            kans = [[_KAN[tile]] * 3 for tile in _kans(table, s)]
            zones["hand"] = [*kans, [_PLAIN[tile] for tile in _with_fours(table, s, hand)]]
        else:
            count = len(_with_fours(table, s, hand)) + 3 * len(_kans(table, s))
            zones["hand"] = [[_BACK] * count]
        zones["melds"] = [_meld(meld, open_, _seen(table, s, meld)) for meld in table.melds[s]]
        zones["river"] = [rivers[s]]
        facts: dict[str, Any] = {"quads": table.quads[s]}
        if open_:
            facts["xi"] = table.xi[s]
            facts["stale"] = [ZIPAI[kind] for kind in range(len(ZIPAI)) if table.stale(s, kind)]
        seats[s] = SeatView(zones, facts)
    facts = {"dealer": table.dealer, "counter": table.counter, "turned": ZIPAI[table.turned]}
    return View(seat, tuple(seats), _middle(table, seat), _turn(table, seat), table.left, facts)


def _kans(table: ShaoyangBopiTable, seat: int) -> list[str]:
    return [ZIPAI[kind] for kind, three in enumerate(table.three) if three == 4 * seat + KAN]


def _apart(table: ShaoyangBopiTable) -> bool:
    """Whether the turned tile lies apart: until the dealer has taken it up, or where it was won on."""
    return table.phase in (OPENING, TURNED) or (table.phase == WON and not table.after_win and table.how == TURN)


def _with_fours(table: ShaoyangBopiTable, seat: int, hand: list[str]) -> list[str]:
    """The free tiles, less the turned tile while it lies apart: it is shown as the tile on the table."""
    if _apart(table) and seat == table.dealer and ZIPAI[table.turned] in hand:
        hand = list(hand)
        hand.remove(ZIPAI[table.turned])
    return hand


def _seen(table: ShaoyangBopiTable, seat: int, meld: Meld) -> int:
    """How many of a meld others see: one of a 臭偎. After a 偎 its kind cannot go stale: the fourth is taken."""
    return 1 if meld.id == "wei" and table.stale(seat, INDEX[meld.tiles[0]]) else meld.seen


def _meld(meld: Meld, open_: bool, seen: int) -> list[Piece]:
    out = []
    taken = meld.taken
    for i, tile in enumerate(meld.tiles):
        if i >= seen:
            out.append(_DOWN[tile if open_ else UNKNOWN])
        elif tile == taken:
            out.append(_TAKEN[tile])
            taken = None
        else:
            out.append(_PLAIN[tile])
    return out


def _rivers(table: ShaoyangBopiTable) -> list[list[Piece]]:
    """What each seat threw, and drew and nobody took, in order; the tile on the table is not among them yet."""
    rivers: list[list[Piece]] = [[], [], [], []]
    on_table: tuple[int, Piece] | None = None
    for move in table.moves:
        if isinstance(move, Draw | Discard):
            if on_table is not None:
                rivers[on_table[0]].append(on_table[1])
            on_table = move.seat, (_DRAWN if isinstance(move, Draw) else _PLAIN)[move.tile]
        elif isinstance(move, Chow | Pung | Pao | Wei | Ti):
            on_table = None
    return rivers


def _middle(table: ShaoyangBopiTable, seat: int | None) -> dict[str, list[list[Piece]]]:
    """The tile on the table, and for who sees all the stock."""
    out: dict[str, list[list[Piece]]] = {}
    tile = ZIPAI[table.tile]
    if _apart(table):
        if ZIPAI[table.turned] in unpack(table.hands[table.dealer]):
            out["turned"] = [[Piece(tile, "new")]]
    elif table.phase == FORCED:
        seen = not _hidden(table) or seat is None or seat == table.owner
        out["tile"] = [[Piece(tile if seen else UNKNOWN, "new")]]
    elif table.phase == TABLE or (table.phase == WON and not table.after_win and table.how in (DRAWN, 0, 3)):
        out["tile"] = [[Piece(tile, "new")]]
    if seat is None and table.setup.stock is not None:
        out["stock"] = [[_DOWN[code] for code in table.setup.stock[STOCK - table.left :]]]
    return out


def _turn(table: ShaoyangBopiTable, seat: int | None) -> tuple[int, ...]:
    """Who may move: all of them; or, as far as a viewer knows, who must play on, and himself if he could claim.

    What others must 跑 or 提 out of a hidden hand is not known to him.
    """
    if seat is None:
        return tuple(sorted({move.seat for move in table.legal()}))
    phase, after = table.phase, table.after
    if phase in (OPENING, TURNED):
        # bp.start: two 提 of the dealer that lie open, and he owes no discard
        known = {table.dealer if table.quads[table.dealer] < 2 else after[table.dealer]}
    elif phase == OWES or (phase == FORCED and (seat == table.owner or _hidden(table))):
        known = {table.owner}
    else:
        known = {after[table.owner]} if table.left and phase in (MOVED, TABLE, FORCED) else set()
    if seat != table.counter and not table.passed >> seat & 1 and _could_move(table, seat):
        known.add(seat)
    return tuple(sorted(known))


def _could_move(table: ShaoyangBopiTable, seat: int) -> bool:
    """Whether `seat` could claim, 提 or win now, for all it knows of the others' hands."""
    if table.phase == OPENING:
        if any(owner == seat for owner, _ in table.openers):
            return True
        fixed = table.three[table.turned] < 0 and not table.hands[table.dealer] >> SHIFT[table.turned] & 7
        return seat != table.dealer and not fixed and table.most_xi(seat, table.turned, False) >= table.options.min_xi
    claims = table.phase == TABLE and (table.could_pung(seat) or table.could_chow(seat) or table.pao == seat)
    return claims or (table.phase != WON and table.could_win(seat))


def _hidden(table: ShaoyangBopiTable) -> bool:
    """bp.visible: the draw of a 偎 is not shown; that of a 臭偎 or 提 is."""
    return table.phase == FORCED and table.three[table.tile] < 0 and not table.stale(table.owner, table.tile)


def tiles(table: ShaoyangBopiTable) -> list[str]:
    """Every tile of the round, wherever it is."""
    out = [tile for hand in table.hands for tile in unpack(hand)]
    out += [tile for seat in table.seats for tile in _kans(table, seat) for _ in range(3)]
    out += [tile for melds in table.melds for meld in melds for tile in meld.tiles]
    out += [piece.tile for river in _rivers(table) for piece in river]
    if table.phase in (TABLE, FORCED) or (table.phase == WON and _middle(table, None).get("tile")):
        out.append(ZIPAI[table.tile])
    if table.rest is None:
        out += (table.setup.stock or [])[STOCK - table.left :]
    else:
        out += [ZIPAI[kind] for kind, count in enumerate(table.rest) for _ in range(count)]
    return out


_GOING = (OWES, TABLE, FORCED, MOVED)
"""Where what a seat is short of W (bp.waiting) is kept up."""


def derived(table: ShaoyangBopiTable) -> dict[str, Any]:
    """Hands, fixed xi, quads, who has three of what, what is owed, what is left."""
    return {
        "hands": [unpack(hand) for hand in table.hands],
        "kans": [_kans(table, seat) for seat in range(4)],
        "xi": list(table.xi),
        "quads": list(table.quads),
        "short": [table.slack[s] - (table.may_discard == s) if table.phase in _GOING else None for s in table.seats],
        "melds": [[(meld.id, *meld.tiles) for meld in melds] for melds in table.melds],
        "left": table.left,
        "thrown": [[ZIPAI[k] for k in range(len(ZIPAI)) if mask >> k & 1] for mask in table.thrown],
    }


def recomputed(table: ShaoyangBopiTable) -> dict[str, Any]:
    """The same from the dealt hands and the moves, tile by tile."""
    setup = table.setup
    assert setup.hands is not None
    assert setup.turned is not None
    hands = [list(hand or ()) for hand in setup.hands]
    hands[table.dealer].append(setup.turned)
    kans = [[t for t in ZIPAI if hand.count(t) == 3] for hand in hands]
    melds: list[list[tuple[str, ...]]] = [[], [], [], []]
    holds = [len(hand) for hand in hands]
    thrown: list[set[str]] = [set(), set(), set(), set()]
    drawn = False
    for move in table.moves:
        seat = move.seat
        if isinstance(move, Discard):
            hands[seat].remove(move.tile)
            holds[seat] -= 1
            thrown[seat].add(move.tile)
        elif isinstance(move, Draw):
            drawn = True
        elif isinstance(move, Chow):
            for group in ([move.tile, *move.with_], *move.also):
                melds[seat].append(_named(group))
            for tile in (*move.with_, *(t for group in move.also for t in group)):
                hands[seat].remove(tile)
            holds[seat] += 1
        elif isinstance(move, Pung | Wei | Ti | Pao):
            _lay(hands[seat], melds[seat], move.verb, move.tile)
            holds[seat] += drawn or not isinstance(move, Ti)
    quads = [sum(meld[0] in ("pao", "ti") for meld in m) for m in melds]
    kans = [[t for t in k if t in hands[s]] for s, k in enumerate(kans)]
    fixed = [[*m, *(("kan", t) for t in kans[s])] for s, m in enumerate(melds)]
    return {
        "hands": [sorted((t for t in h if t not in kans[s]), key=ORDER.__getitem__) for s, h in enumerate(hands)],
        "kans": kans,
        "xi": [sum(VALUE.get((g[0], g[1][0] == "b"), 0) for g in groups) for groups in fixed],
        "quads": quads,
        "short": [20 + max(0, quads[s] - 1) - holds[s] if table.phase in _GOING else None for s in table.seats],
        "melds": melds,
        "left": STOCK - sum(isinstance(move, Draw) for move in table.moves),
        "thrown": [sorted(t, key=ORDER.__getitem__) for t in thrown],
    }


def _named(group: list[str]) -> tuple[str, ...]:
    tiles = sorted(group, key=ORDER.__getitem__)
    numbers = [int(t[1:]) for t in tiles]
    if len(set(numbers)) == 1:
        return "mixed", *tiles
    return "2-7-10" if numbers == [2, 7, 10] else "123" if numbers == [1, 2, 3] else "run", *tiles


def _lay(hand: list[str], melds: list[tuple[str, ...]], verb: str, tile: str) -> None:
    """Three or four alike, from the hand or onto what lies there."""
    while tile in hand:
        hand.remove(tile)
    for i, meld in enumerate(melds):
        if meld[0] in ("wei", "pung") and meld[1] == tile:
            melds[i] = (verb, *(tile,) * 4)
            return
    melds.append((verb, *(tile,) * (3 if verb in ("wei", "pung") else 4)))
