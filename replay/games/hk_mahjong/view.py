"""What lies on the table, and the state worked out anew. Decides nothing.

A seat sees its own hand, every meld, flower and river, and how many tiles the others and the wall hold. A winner's
hand and that of a 詐糊 are laid open (hk.false-win).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from replay.game import Piece, SeatView, View
from replay.games.hk_mahjong import claims
from replay.games.hk_mahjong.hand import SEVEN_PAIRS, STANDARD, Hand, Reading
from replay.games.hk_mahjong.position import ACTING, FLOWERED, OVER, THROWN, WON, Position
from replay.games.hk_mahjong.tiles import copies
from replay.kit.lying import BACK, DOWN, OPEN, after_discards, meld_pieces, rivers
from replay.kit.mahjong import CODES, PLAIN, RUN, TRIPLET, is_run, spell, tiles_of
from replay.kit.turns import OTHERS
from schemas.record import AnyMove, Chow, Discard, Draw, Flower, Kong, Pung
from schemas.tiles import ORDER


@lru_cache(maxsize=4096)
def _lying(hand: bytes) -> tuple[Piece, ...]:
    """The pieces of a hand: of one step most are those of the step before."""
    return tuple([OPEN[tile] for tile in spell(hand)])


def _rivers(p: Position) -> list[list[Piece]]:
    """The rivers, the tile on the table marked."""
    return rivers(p.log, p.thrower, "won" if p.won == "discard" else "new" if p.phase == THROWN else "")


def _hand(p: Position, seat: int, seen: bool) -> list[Piece]:
    """The closed tiles, the one just drawn last."""
    if not seen:
        return [BACK] * sum(p.hands[seat])
    fresh = p.phase in (ACTING, WON, OVER) and seat == p.turn and p.drawn >= 0 and p.won in ("", "self-draw")
    if fresh and p.hands[seat][p.drawn]:
        hand = bytearray(p.hands[seat])
        hand[p.drawn] -= 1
        return [*_lying(bytes(hand)), Piece(CODES[p.drawn], "won" if p.won else "new")]
    return list(_lying(bytes(p.hands[seat])))


def _movers(p: Position, seat: int | None) -> tuple[int, ...]:
    """Who owes a move or may claim, as far as the viewer knows: he does not know of claims from hands he cannot see.

    A foul may be called by anybody at any time; that makes it nobody's turn.
    """
    exhausted = p.phase in (THROWN, FLOWERED) and not p.wall.left
    able = set() if exhausted or p.phase in (WON, OVER) else {p.turn}
    if claims.on_offer(p):
        able.update(s for s in OTHERS[p.thrower] if seat in (None, s) and _may_claim(p, s))
    elif claims.flower_win_open(p):
        able.add(p.turn)
    return tuple(sorted(able))


def _may_claim(p: Position, seat: int) -> bool:
    if (p.passed | p.dead) >> seat & 1:
        return False
    if p.phase == THROWN and p.wall.left and (p.hands[seat][p.tile] >= 2 or (seat == p.turn and _chows(p, seat))):
        return True
    return claims.may_take(p, seat)


def _chows(p: Position, seat: int) -> list[int]:
    """The lowest kinds of the runs that the tile on the table makes with two tiles of the hand."""
    if p.tile >= 27:
        return []
    hand, base = p.hands[seat], p.tile // 9 * 9
    lows = range(max(base, p.tile - 2), min(base + 6, p.tile) + 1)
    return [low for low in lows if all(hand[low + i] or low + i == p.tile for i in range(3))]


def groups(hand: Hand, reading: Reading | None) -> list[tuple[str, tuple[str, ...]]]:
    """The reading of a winner, form and tiles a group: melds as they lie, then the closed tiles, the pair last."""
    if reading is None:
        return []
    laid = [("kong" if meld.kong else "chow" if is_run(meld.shape) else "pung", meld.codes()) for meld in hand.melds]
    if reading.form == SEVEN_PAIRS:
        return [("pair", (CODES[kind],) * 2) for kind, n in enumerate(hand.closed[:PLAIN]) if n]
    if reading.form != STANDARD:
        return [(reading.form, tuple(spell(hand.closed)))]
    shapes = sorted((*(TRIPLET + kind for kind in reading.triplets), *(RUN + kind for kind in reading.runs)))
    for meld in hand.melds:
        shapes.remove(meld.shape)
    own = [("run" if is_run(s) else "triplet", tuple(CODES[k] for k in tiles_of(s))) for s in shapes]
    return [*laid, *own, ("pair", (CODES[reading.pair],) * 2)]


def view(p: Position, seat: int | None, read: dict[int, list[tuple[str, tuple[str, ...]]]]) -> View:
    """The position for a seat; None sees all. `read`: the reading of each winner."""
    piles = _rivers(p)
    seats = []
    for s in range(4):
        opened = s in p.winners or s == p.culprit
        hand = _hand(p, s, seat in (None, s) or opened)
        if s in p.winners and p.won in ("discard", "rob"):
            hand.append(Piece(CODES[p.tile], "won"))
        zones = {
            "hand": [hand],
            "melds": [meld_pieces(meld) for meld in p.melds[s]],
            "flowers": [[OPEN[CODES[kind]] for kind in p.flowers[s]]],
            "river": [piles[s]],
        }
        facts: dict[str, Any] = {"wind": CODES[p.seat_wind(s)], "dead": bool(p.dead >> s & 1), "won": s in p.winners}
        if s in read:
            facts["groups"] = read[s]
        seats.append(SeatView(zones, facts))
    table: dict[str, list[list[Piece]]] = {}
    if seat is None and p.wall.stock is not None:
        table["stock"] = [[DOWN[CODES[kind]] for kind in p.wall.remaining() or ()]]
    about = {
        "dealer": p.dealer,
        "wind": CODES[p.wind],
        "tile": CODES[p.tile] if p.tile >= 0 and (claims.on_offer(p) or p.won) else None,
        "how": p.won or None,
        "culprit": p.culprit if p.culprit >= 0 else None,
    }
    return View(seat, tuple(seats), table, _movers(p, seat), p.wall.left, about)


def derived(p: Position) -> dict[str, Any]:
    """Hands, melds, flowers, wall, the kong chain and who has a dead hand."""
    return {
        "hands": [spell(hand) for hand in p.hands],
        "melds": [sorted((*meld.codes(), meld.kong, meld.source) for meld in melds) for melds in p.melds],
        "flowers": [[CODES[kind] for kind in laid] for laid in p.flowers],
        "left": p.wall.left,
        "rest": spell(p.wall.rest),
        "chain": p.chain,
        "dead": p.dead,
    }


def recomputed(p: Position) -> dict[str, Any]:
    """The same as :func:`derived`, from the dealt hands and the moves as codes."""
    hands = [list(hand or ()) for hand in p.setup.hands or ()]
    melds: list[list[tuple[Any, ...]]] = [[], [], [], []]
    flowers: list[list[str]] = [[], [], [], []]
    rest = [CODES[k] for k, n in enumerate(copies(p.options)) for _ in range(n)]
    for hand in hands:
        for tile in hand:
            rest.remove(tile)
    for move, last in after_discards(p.log):
        if isinstance(move, Draw):
            rest.remove(move.tile)
            hands[move.seat].append(move.tile)
        elif isinstance(move, Discard | Flower):
            hands[move.seat].remove(move.tile)
            if isinstance(move, Flower):
                flowers[move.seat].append(move.tile)
        elif isinstance(move, Chow | Pung | Kong):
            _relay(p, move, last, hands[move.seat], melds[move.seat])
    dead = sum({1 << m.seat for m in p.log if getattr(m, "kind", "") == "wrong-count"})
    return {
        "hands": [sorted(hand, key=ORDER.__getitem__) for hand in hands],
        "melds": [sorted(laid) for laid in melds],
        "flowers": flowers,
        "left": len(rest),
        "rest": sorted(rest, key=ORDER.__getitem__),
        "chain": _chain(p.log),
        "dead": dead,
    }


def _relay(
    p: Position, move: Chow | Pung | Kong, last: AnyMove | None, hand: list[str], melds: list[tuple[Any, ...]]
) -> None:
    source = -1 if last is None else last.seat
    tile = move.tile
    if isinstance(move, Chow):
        used, entry = list(move.with_), (*sorted((tile, *move.with_)), "", source)
    elif isinstance(move, Pung):
        used, entry = [tile] * 2, (*[tile] * 3, "", source)
    elif move.kind == "exposed":
        used, entry = [tile] * 3, (*[tile] * 4, "exposed", source)
    elif p.won == "rob" and move is p.log[p.table_at]:
        used, entry = [tile], ()  # hk.rob: the tile is gone, the rest stays what it was
    elif move.kind == "added":
        at = next(i for i, old in enumerate(melds) if old[:3] == (tile,) * 3)
        used, entry = [tile], (*[tile] * 4, "added", melds.pop(at)[-1])
    else:
        used, entry = [tile] * 4, (*[tile] * 4, "concealed", -1)
    for held in used:
        hand.remove(held)
    if entry:
        melds.append(entry)


def _chain(log: list[AnyMove]) -> int:
    """Kong replacements in a row up to the last draw: hk table, 連槓開花."""
    chain, kong = 0, False
    for move in log:
        if isinstance(move, Kong):
            chain, kong = (0 if move.kind == "exposed" else chain), True
        elif isinstance(move, Draw):
            chain, kong = (chain + 1 if kong else 0), False
        elif isinstance(move, Discard | Flower | Chow | Pung):
            chain, kong = 0, False
    return chain


def tiles(p: Position) -> list[str]:
    """Every tile of the round: hands, melds, flowers, rivers, wall, and the tile won on."""
    out = [tile for hand in p.hands for tile in spell(hand)]
    out += [tile for melds in p.melds for meld in melds for tile in meld.codes()]
    out += [CODES[kind] for laid in p.flowers for kind in laid]
    out += [piece.tile for river in _rivers(p) for piece in river if piece.mark != "taken"]
    out += spell(p.wall.rest)
    if p.won == "rob":
        out.append(CODES[p.tile])
    return out


