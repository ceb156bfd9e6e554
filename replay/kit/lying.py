"""How mahjong tiles lie on a table: rivers, melds, backs. What a seat may see is each game's own. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from replay.game import Piece
from replay.kit.mahjong import CODES, Meld
from schemas.record import AnyMove, Chow, Discard, Kong, Pung
from schemas.tiles import UNKNOWN

OPEN, DOWN, TAKEN = ({code: Piece(code, mark) for code in CODES} for mark in ("", "down", "taken"))
"""Tile code to its piece: as it is, face down, and gone to another's meld."""
BACK = Piece(UNKNOWN)
"""A tile that the viewer does not see."""


def rivers(log: Sequence[AnyMove], thrower: int = -1, mark: str = "") -> list[list[Piece]]:
    """Discards a seat, marked where they were claimed; the last of `thrower` gets `mark` (``new``, ``won``)."""
    out: list[list[Piece]] = [[], [], [], []]
    last = -1
    for move in log:
        verb = move.__class__
        if verb is Discard:
            out[move.seat].append(OPEN[move.tile])  # type: ignore[union-attr]
            last = move.seat
        elif verb is Chow or verb is Pung or (verb is Kong and move.kind == "exposed"):  # type: ignore[union-attr]
            out[last][-1] = TAKEN[out[last][-1].tile]
    if mark:
        out[thrower][-1] = Piece(out[thrower][-1].tile, mark)
    return out


def meld_pieces(meld: Meld) -> list[Piece]:
    """A concealed kong lies with its outer tiles face down, though all know it; a taken tile is marked."""
    kinds = meld.kinds()
    if meld.kong == "concealed":
        return [(DOWN if i in (0, 3) else OPEN)[CODES[kind]] for i, kind in enumerate(kinds)]
    pieces = [OPEN[CODES[kind]] for kind in kinds]
    if meld.source >= 0:
        at = kinds.index(meld.taken)
        pieces[at] = TAKEN[pieces[at].tile]
    if meld.kong == "added":
        pieces[3] = Piece(pieces[3].tile, "added")
    return pieces


def after_discards(log: Sequence[AnyMove]) -> Iterator[tuple[AnyMove, AnyMove | None]]:
    """Every move with the last discard before it, if there is one."""
    last: AnyMove | None = None
    for move in log:
        yield move, last
        if isinstance(move, Discard):
            last = move
