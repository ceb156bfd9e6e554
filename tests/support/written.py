"""Written deals as whole records: the wall in full, played to the end, with result and totals.

The wall is what was drawn from the front, then everything that nobody drew, then what was drawn from the back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from replay.game import Outcome, Tally
from schemas.options import canonical_rules
from schemas.record import AnyMove, Draw, Setup
from schemas.tiles import MAHJONG
from tests.support.records import Lines, judged, plain_line

PLAYERS = ("A", "B", "C", "D")
FLOWERS = tuple(tile for tile in MAHJONG if tile[0] in "fq")


def walled(setup: Setup, moves: Sequence[AnyMove], flowers: bool) -> Setup:
    """A mahjong set-up with its whole wall; tiles that nobody drew lie in the middle, in the order of the table."""
    left = Counter({tile: 1 if tile in FLOWERS else 4 for tile in MAHJONG if flowers or tile not in FLOWERS})
    left.subtract(tile for hand in setup.hands or () for tile in hand or ())
    draws = [move for move in moves if isinstance(move, Draw)]
    left.subtract(move.tile for move in draws)
    assert min(left.values()) >= 0, f"too many of {[tile for tile, n in left.items() if n < 0]}"
    front = [move.tile for move in draws if move.from_ is None]
    back = [move.tile for move in draws if move.from_ is not None]
    return msgspec.structs.replace(setup, stock=[*front, *left.elements(), *reversed(back)])


def scored(lines: Lines, winner: int) -> tuple[Outcome, Tally]:
    """What the one round of a match comes to, and what its winner scored."""
    (outcome,) = judged(lines).outcomes
    assert outcome is not None
    tally = outcome.scores[winner]
    assert tally is not None
    return outcome, tally


def match_lines(code: str, options: Any, rounds: Sequence[tuple[Setup, Sequence[AnyMove], Outcome]]) -> Lines:
    """A match of whole rounds as plain lines."""
    lines: Lines = [{"type": "match", "format": "paipu/1", "game": code, "rules": canonical_rules(options),
                     "players": list(PLAYERS)}]  # fmt: skip
    totals = [0, 0, 0, 0]
    for setup, moves, outcome in rounds:
        lines += [plain_line(line) for line in (setup, *moves, outcome.as_result())]
        totals = [a + b for a, b in zip(totals, outcome.points, strict=True)]
    return [*lines, {"type": "end", "totals": totals}]
