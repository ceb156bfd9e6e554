"""Self-play: random deals, some of them rich, and a player who builds sentences and xi. No rule is here."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from replay.games.anxiang_weimaque.hand import SHIFT
from replay.games.anxiang_weimaque.tiles import HANDS, STOCK
from replay.kit.zipai import ORDER
from schemas.record import AnyMove, Chow, Discard, Draw, Pass, Pung, Setup, Win
from schemas.tiles import ORDER as TABLE
from schemas.tiles import ZIPAI

if TYPE_CHECKING:
    from replay.games.anxiang_weimaque.table import AnxiangWeimaqueTable as Table


def deal(rng: Random, players: Sequence[str | None], fields: dict[str, Any]) -> Setup:
    """A deal with a seat for every hand. Half of them are plain; the others put triples together in one hand."""
    dealer = fields.get("dealer")
    if dealer is None:
        dealer = rng.choice([d for d in range(4) if all(players[s] is not None for s in ORDER[d])])
    pack = [tile for tile in ZIPAI for _ in range(4)]
    rng.shuffle(pack)
    hands: list[list[str] | None] = [None] * 4
    seats = list(zip(ORDER[dealer], HANDS, strict=True))
    rng.shuffle(seats)
    rich = rng.random() < 0.5
    for seat, size in seats:
        hand = _rich(rng, pack, size) if rich else [pack.pop() for _ in range(size)]
        hands[seat] = sorted(hand, key=TABLE.__getitem__)
        rich = rich and rng.random() < 0.3
    assert len(pack) == STOCK
    return Setup(dealer=dealer, hands=hands, stock=pack)


def _rich(rng: Random, pack: list[str], size: int) -> list[str]:
    """A hand of `size` tiles with some triples or fours, of one size or of neighbouring kinds now and then."""
    kinds = list(ZIPAI)
    rng.shuffle(kinds)
    lean = rng.random()
    if lean < 0.15:  # one size
        size_first = rng.choice("sb")
        kinds.sort(key=lambda tile: tile[0] != size_first)
    elif lean < 0.3:  # both sizes of the same numbers
        kinds.sort(key=lambda tile: tile[1:], reverse=rng.random() < 0.5)
    elif lean < 0.45:
        kinds = list(ZIPAI[(start := rng.randrange(20)) :] + ZIPAI[:start])
    elif lean < 0.55:  # no red, or red first
        red = rng.random() < 0.5
        kinds.sort(key=lambda tile: (tile[1:] in ("2", "7", "10")) != red)
    hand: list[str] = []
    # Fours and nothing else may leave nothing to throw (ax.no-discard-left).
    want, choices = (size, (4,)) if lean > 0.97 else (rng.randrange(6, size + 1), (2, 3, 3, 4))
    for kind in kinds:
        copies = rng.choice(choices)
        while copies and len(hand) < want and kind in pack:
            pack.remove(kind)
            hand.append(kind)
            copies -= 1
    while len(hand) < size:
        hand.append(pack.pop(rng.randrange(len(pack))))
    return hand


def choose(rng: Random, table: Table, legal: list[AnyMove]) -> AnyMove:
    """One of `legal`: a win, then a claim that helps, then the discard that is needed least."""
    if len(legal) == 1 or rng.random() < 0.04:
        return rng.choice(legal)
    wins = [move for move in legal if isinstance(move, Win)]
    if wins and rng.random() < 0.9:
        return rng.choice(wins)
    pungs = [move for move in legal if isinstance(move, Pung)]
    if pungs and rng.random() < 0.75:
        return rng.choice(pungs)
    chows = [move for move in legal if isinstance(move, Chow)]
    if chows and rng.random() < 0.7:
        return max(chows, key=lambda move: -_worth(table, move.seat, *move.with_))
    discards = [move for move in legal if isinstance(move, Discard)]
    if discards:
        return min(discards, key=lambda move: (_worth(table, move.seat, move.tile), rng.random()))
    passes = [move for move in legal if isinstance(move, Pass)]
    if passes and rng.random() < 0.1:
        return rng.choice(passes)
    draws = [move for move in legal if isinstance(move, Draw)]
    return rng.choice(draws or passes or legal)


def _worth(table: Table, seat: int, *tiles: str) -> int:
    """How well tiles stand with the rest of a hand: copies weigh more than neighbours."""
    hand, worth = table.hands[seat], 0
    for tile in tiles:
        window = hand >> (SHIFT[tile] - 6)
        copies = window >> 6 & 7
        near = (window >> 3 & 7 > 0) + (window >> 9 & 7 > 0)
        far = (window & 7 > 0) + (window >> 12 & 7 > 0)
        worth += (0, 0, 7, 20, 20)[copies] + 3 * near + far + 2 * (near == 2)
    return worth
