"""Every legal move of a position, listed from what lies there. Written without ``check``."""

from __future__ import annotations

from replay.engine import move_key
from replay.games.lingxi_mahjong import claims
from replay.games.lingxi_mahjong.position import (
    ACTING,
    CLAIMED,
    DEALT,
    DEALT_BACK,
    FLOWER,
    FLOWERED,
    KONGED,
    LAST,
    OVER,
    THROWN,
    Position,
)  # fmt: skip
from replay.games.lingxi_mahjong.tiles import GROUPS
from replay.kit.mahjong import CHOWS, CODES, KINDS, WHITE
from replay.kit.turns import OTHERS
from schemas.record import AnyMove, Chow, Discard, Draw, Flower, Foul, Kong, Pass, Pung, Win

FOULS = ("bad-claim", "bad-discard", "flower", "wrong-count", "wrong-draw")
"""lx.foul: the kinds that do not end the hand."""


def legal_moves(p: Position) -> list[AnyMove]:
    """Every legal move, sorted by ``engine.move_key``."""
    if p.phase == OVER:
        return []
    moves: list[AnyMove] = []
    able = _LIST[p.phase](p, moves)
    free = p.phase in (FLOWER, ACTING, THROWN, LAST)
    for seat in range(4):
        if seat not in able:
            moves.append(Foul(seat=seat, kind="false-win"))
        if free and not p.culprits >> seat & 1:
            for kind in FOULS:
                moves.append(Foul(seat=seat, kind=kind))  # type: ignore[arg-type]
    moves.sort(key=move_key)
    return moves


def _flowers(p: Position, moves: list[AnyMove]) -> list[int]:
    """Dealt or drawn flowers to lay, opening fours as the kongs they must be."""
    seat, hand = p.turn, p.hands[p.turn]
    fours: set[int] = set()
    for group, kinds in GROUPS.items():
        if p.opening_four(seat, group):
            fours.update(kinds)
            moves.append(Kong(seat=seat, tile=CODES[group], kind="concealed"))
    moves += [Flower(seat=seat, tile=CODES[k]) for k in p.wilds.loose if hand[k] and k not in fours]
    return _flower_win(p, moves)


def _flower_win(p: Position, moves: list[AnyMove]) -> list[int]:
    if not claims.flower_win(p):
        return []
    moves.append(Win(seat=p.turn, tile=CODES[p.laid[p.turn]]))
    return [p.turn]


def _replacement(p: Position, moves: list[AnyMove]) -> list[int]:
    if p.above() > 0:
        moves += [Draw(seat=p.turn, tile=CODES[kind], from_="back") for kind in p.wall.options(back=True)]
    if p.phase != KONGED:
        return _flower_win(p, moves)
    return _takers(p, moves, {}) if p.rob == "added" else []


def _own(p: Position, seat: int, moves: list[AnyMove]) -> list[int]:
    """The wins of who is in his turn."""
    if not claims.own_win(p):
        return []
    hand = p.hands[seat]
    kinds = [kind for kind in range(KINDS) if hand[kind]] if claims.any_tile(p) else [p.drawn]
    moves += [Win(seat=seat, tile=CODES[kind]) for kind in kinds]
    return [seat]


def _acting(p: Position, moves: list[AnyMove]) -> list[int]:
    """Discards, kongs and wins of the seat to act."""
    seat, hand = p.turn, p.hands[p.turn]
    melds, wild = p.melds[seat], p.wilds.kinds
    pungs = {meld.shape for meld in melds if meld.shape < 34 and not meld.kong}
    if p.culprits >> seat & 1:
        throws = [kind for kind in range(KINDS) if hand[kind]]
    else:
        throws = [kind for kind in range(WHITE) if hand[kind] and kind not in wild and kind not in pungs]
    moves += [Discard(seat=seat, tile=CODES[kind]) for kind in throws]
    if p.came != CLAIMED:
        for kind in range(WHITE):
            if hand[kind] == 4:
                moves.append(Kong(seat=seat, tile=CODES[kind], kind="concealed"))
            if hand[kind] and kind in pungs:
                moves.append(Kong(seat=seat, tile=CODES[kind], kind="added"))
    return _own(p, seat, moves)


def _last(p: Position, moves: list[AnyMove]) -> list[int]:
    _front(p, moves)
    return _own(p, p.actor, moves)


def _front(p: Position, moves: list[AnyMove]) -> None:
    if p.above() > 0:
        moves += [Draw(seat=p.turn, tile=CODES[kind]) for kind in p.wall.options()]


def _thrown(p: Position, moves: list[AnyMove]) -> list[int]:
    _front(p, moves)
    kind = p.tile
    if kind in p.wilds.kinds or kind in p.wilds.loose:
        return _takers(p, moves, {}) if p.options.foul_tile_win else []
    return _takers(p, moves, {seat: _melds(p, seat) for seat in OTHERS[p.thrower]})


def _takers(p: Position, moves: list[AnyMove], melds: dict[int, list[AnyMove]]) -> list[int]:
    """The claims of every seat, and its pass; returns who could win."""
    able = []
    for seat in OTHERS[p.thrower]:
        if p.passed >> seat & 1:
            continue
        found = melds.get(seat, [])
        if claims.may_take(p, seat):
            able.append(seat)
            found.append(Win(seat=seat, tile=CODES[p.tile]))
        if found:
            moves += found
            moves.append(Pass(seat=seat))
    return able


def _melds(p: Position, seat: int) -> list[AnyMove]:
    """The chows, pung and exposed kong of a seat on the tile on the table."""
    hand, tile, code = p.hands[seat], p.tile, CODES[p.tile]
    moves: list[AnyMove] = []
    if hand[tile] == 3:
        moves.append(Kong(seat=seat, tile=code, kind="exposed"))
    if p.culprits >> seat & 1:
        return moves
    if hand[tile] >= 2 and _throwable(p, seat, (tile, tile), tile):
        moves.append(Pung(seat=seat, tile=code))
    if seat == p.turn:
        for a, b in CHOWS[tile]:
            held = hand[a] and hand[b] and a not in p.wilds.kinds and b not in p.wilds.kinds
            if held and _throwable(p, seat, (a, b), -1):
                moves.append(Chow(seat=seat, tile=code, with_=[CODES[a], CODES[b]]))
    return moves


def _throwable(p: Position, seat: int, used: tuple[int, int], pung: int) -> bool:
    """Whether some tile that may be thrown is left without the `used` ones."""
    hand = p.hands[seat]
    pungs = {meld.shape for meld in p.melds[seat] if not meld.kong}
    for kind in range(WHITE):
        if hand[kind] > used.count(kind) and kind != pung and kind not in pungs and kind not in p.wilds.kinds:
            return True
    return False


_LIST = {
    DEALT: _flowers, FLOWER: _flowers, DEALT_BACK: _replacement, FLOWERED: _replacement, KONGED: _replacement,
    ACTING: _acting, THROWN: _thrown, LAST: _last,
}  # fmt: skip
