"""Every legal move of a position, listed from what lies there. Written without ``check``."""

from __future__ import annotations

from replay.engine import move_key
from replay.games.hk_mahjong import claims
from replay.games.hk_mahjong.position import (
    ACTING,
    CLAIMED,
    DEALING,
    FLOWER,
    FLOWERED,
    KONGED,
    OVER,
    THROWN,
    WON,
    Position,
)  # fmt: skip
from replay.kit.mahjong import CHOWS, CODES, KINDS, PLAIN
from replay.kit.turns import OTHERS
from schemas.record import AnyMove, Chow, Discard, Draw, Flower, Foul, Kong, Pass, Pung, Win


def legal_moves(p: Position) -> list[AnyMove]:
    """Every legal move, sorted by ``engine.move_key``."""
    phase = p.phase
    if phase == OVER:
        return []
    moves: list[AnyMove] = []
    able: list[int] = []  # who could win now
    if phase in (DEALING, FLOWER):
        moves += [Flower(seat=p.turn, tile=CODES[k]) for k in range(PLAIN, KINDS) if p.hands[p.turn][k]]
    elif phase == ACTING:
        able = _acting(p, moves)
    else:
        able = _offered(p, moves)
    if phase != WON:
        for seat in range(4):
            if seat not in able:
                moves.append(Foul(seat=seat, kind="false-win"))
                if not p.dead >> seat & 1:
                    moves.append(Foul(seat=seat, kind="wrong-count"))
    moves.sort(key=move_key)
    return moves


def _acting(p: Position, moves: list[AnyMove]) -> list[int]:
    """Discards, kongs and self-drawn wins of the seat to act."""
    seat, hand = p.turn, p.hands[p.turn]
    moves += [Discard(seat=seat, tile=CODES[kind]) for kind in range(PLAIN) if hand[kind]]
    won = claims.self_draws(p)
    moves += [Win(seat=seat, tile=CODES[kind]) for kind in won]
    if p.drawn != CLAIMED and p.wall.left and not p.dead >> seat & 1:
        moves += [Kong(seat=seat, tile=CODES[kind], kind="concealed") for kind in range(PLAIN) if hand[kind] == 4]
        for meld in p.melds[seat]:
            if not meld.kong and meld.shape < PLAIN and hand[meld.shape]:
                moves.append(Kong(seat=seat, tile=CODES[meld.shape], kind="added"))
    return [seat] if won else []


def _offered(p: Position, moves: list[AnyMove]) -> list[int]:
    """Draws, claims and passes while a tile is on the table or a replacement is owed; returns who could win."""
    phase, code = p.phase, CODES[p.tile]
    if phase == FLOWERED:
        moves += [Draw(seat=p.turn, tile=CODES[kind], from_="back") for kind in p.wall.options(back=True)]
        if not claims.flower_win_open(p):
            return []
        moves.append(Win(seat=p.turn, tile=CODES[p.flowers[p.turn][-1]]))
        return [p.turn]
    if phase == KONGED:
        moves += [Draw(seat=p.turn, tile=CODES[kind], from_="back") for kind in p.wall.options(back=True)]
    elif phase == THROWN:
        moves += [Draw(seat=p.turn, tile=CODES[kind]) for kind in p.wall.options()]
    able = []
    for seat in OTHERS[p.thrower]:
        if (p.passed | p.dead) >> seat & 1:
            continue
        melds = _melds(p, seat) if phase == THROWN and p.wall.left else []
        if claims.may_take(p, seat):
            able.append(seat)
            melds.append(Win(seat=seat, tile=code))
        if melds:
            moves += melds
            moves.append(Pass(seat=seat))
    return able


def _melds(p: Position, seat: int) -> list[AnyMove]:
    """The chows, pung and exposed kong of a seat on the tile on the table."""
    hand, tile, code = p.hands[seat], p.tile, CODES[p.tile]
    moves: list[AnyMove] = []
    if seat == p.turn:
        for a, b in CHOWS[tile]:
            if hand[a] and hand[b]:
                moves.append(Chow(seat=seat, tile=code, with_=[CODES[a], CODES[b]]))
    if hand[tile] >= 2:
        moves.append(Pung(seat=seat, tile=code))
    if hand[tile] == 3:
        moves.append(Kong(seat=seat, tile=code, kind="exposed"))
    return moves
