"""Rounds of 斜釘 in a short hand: ``A13/3`` A plays 13 and leaves 3 open, ``B66x`` B drinks it, ``C!`` C exposes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from tests.support.records import Lines

SEATS = "ABCD"
_MOVE = re.compile(r"([A-D])(?:(!)|([^/x]+)(?:x|/(\d)))\Z")


@dataclass(frozen=True)
class Rnd:
    """A round: hands by seat (None where nobody sits), moves in short hand, what it comes to."""

    dealer: str
    direction: str
    hands: tuple[str | None, ...]
    moves: str
    winner: str | None
    points: tuple[int, ...]
    totals: tuple[int | None, ...] | None = None
    clean: str = ""
    head_tail: str = ""
    aside: str | None = None

    def but(self, **changes: Any) -> Rnd:
        """The same round with something else."""
        return replace(self, **changes)

    def lines(self) -> Lines:
        """The round as plain lines of a log."""
        hands = [None if hand is None else hand.split() for hand in self.hands]
        setup: dict[str, Any] = {"type": "round", "dealer": SEATS.index(self.dealer), "hands": hands}
        setup["direction"] = self.direction
        if self.aside is not None:
            setup["aside"] = self.aside.split()
        return [setup, *map(move_line, self.moves.split()), self.result()]

    def result(self) -> dict[str, Any]:
        """The ``result`` line."""
        won = self.winner is not None
        line: dict[str, Any] = {"type": "result", "outcome": "win" if won else "void"}
        line["winners"] = [SEATS.index(self.winner)] if self.winner is not None else []
        line["points"] = list(self.points)
        if self.totals is not None:
            line["scores"] = [
                None if total is None else {"total": total, "items": self._items(seat)}
                for seat, total in zip(SEATS, self.totals, strict=True)
            ]
        return line

    def _items(self, seat: str) -> list[list[Any]]:
        held = (("clean", self.clean), ("head-tail", self.head_tail))
        return [[item, 0] for item, seats in held if seat in seats]


def move_line(text: str) -> dict[str, Any]:
    """One move in short hand as a plain line."""
    found = _MOVE.match(text)
    assert found, text
    seat, expose, tile, end = found.groups()
    line: dict[str, Any] = {"type": "expose" if expose else "play" if end else "drink", "seat": SEATS.index(seat)}
    if tile:
        line["tile"] = tile
    if end:
        line["open"] = int(end)
    return line


def record(*rounds: Rnd, end: tuple[int, ...] | None = None, **rules: Any) -> Lines:
    """A match of `rounds` under house `rules`."""
    players = [None if hand is None else name for hand, name in zip(rounds[0].hands, SEATS, strict=True)]
    head = {"type": "match", "format": "paipu/1", "game": "tsair-deng", "rules": {"edition": 1, **rules}}
    lines: Lines = [{**head, "players": players}]
    for r in rounds:
        lines += r.lines()
    return [*lines, {"type": "end", "totals": list(end)}] if end else lines


EIGHT = Rnd(  # worked round 1
    "A", "ccw",
    ("15 16 24 25 26 34 56 56", "12 13 13 14 23 35 46 55", "11 11 22 22 33 33 44 44", "15 16 36 45 46 55 66 66"),
    "C!", "C", (-128, -58, 374, -188), (63, 49, 0, 75), clean="C",
)  # fmt: skip
TWO_CLEAN = Rnd(  # worked round 2
    "B", "cw",
    ("12 13 14 23 24 33 34 35", "11 13 15 25 44 46 55 66", "11 16 22 22 44 45 56 56", "15 16 26 33 36 46 55 66"),
    "B44/4 A34/3 D36/6 C56/5 B55/5 A35/3 D33/3 C56x B13/1 A12/2 D26/6 C16/1 B15/5 A13x D55/5 C45/4 B46/6 A14x D16/1 "
    "C11/1 B11/1 A23x D15/5 C22x B25/2 A24/4 D46/6 C44x B66/6 A33x D66/6 C22x",
    "B", (-73, 94, -115, 94), (20, 0, 27, 0), clean="BD",
)  # fmt: skip
TIE = Rnd(  # worked round 3
    "A", "cw",
    ("11 13 34 35 36 44 55 56", "12 15 16 22 24 33 46 56", "13 16 22 33 44 45 55 66", "11 14 15 23 25 26 46 66"),
    "A44/4 D46/6 C66/6 B46/4 A34/3 D23/2 C22/2 B24/4 A36x D14/1 C13/3 B33/3 A35/5 D25/2 C45x B12/1 A13/3 D26x C33/3 "
    "B15x A11x D15x",
    "D", (-6, 10, -14, 10), (32, 28, 34, 28),
)  # fmt: skip
CLEAN_SEVEN = Rnd(  # worked round 4
    "A", "ccw",
    ("11 14 22 33 44 44 46 66", "12 16 22 23 26 36 55 56", "13 15 25 34 46 55 56 66", "11 13 15 16 24 33 35 45"),
    "A22/2 B12/1 C13/3 D35/5 A44x B56/6 C46/4 D24/2 A11x B23/3 C34/4 D45/5 A14x B55/5 C15/1 D15/5 A46x B36x C56/6 "
    "D16/1 A66x B16/6 C66/6 D11x A44x B26/2 C25/5 D33x A33x B22x C55/5 D13x",
    "C", (-358, 49, 254, 55), (51, 13, 0, 12), clean="C", head_tail="A",
)  # fmt: skip
BLOCK = Rnd(  # seventeen tiles are never played
    "D", "cw",
    ("12 22 26 35 44 55 55 66", "11 13 13 15 16 24 46 56", "11 15 25 33 33 44 46 56", "14 16 22 23 34 36 45 66"),
    "D36/6 C46/4 B24/2 A22/2 D22/2 C25/5 B56/6 A26/2 D23/3 C33/3 B13/1 A12/2 D45x C15x B15x",
    "B", (-42, 34, 18, -10), (48, 29, 33, 40),
)  # fmt: skip
SEVEN_OWED = Rnd(  # worked round 5
    "A", "cw",
    ("11 12 13 22 24 35 44 66", "15 16 22 26 33 36 45 55", "11 13 15 25 34 46 55 56", "14 16 23 33 44 46 56 66"),
    "A35/5 D56/6 C46/4 B45/5 A66x D44x C25/2 B26/6 A11x D66/6 C56/5 B55/5 A13x D23x C15/1 B15/5 A22x D16x C55/5 B22x "
    "A44x D14x",
    "C", (-76, 28, 93, -45), (39, 26, 13, 41), head_tail="A",
)  # fmt: skip
TWO = Rnd(  # two players
    "A", "ccw", ("14 15 16 33 34 44 56 66", None, "11 22 22 26 46 46 55 55", None),
    "A66/6 C46/4 A34/3 C22x A33/3 C22x", "A", (11, 0, -11, 0), (37, None, 48, None),
)  # fmt: skip
THREE = Rnd(  # three players, the undealt tiles recorded
    "C", "ccw", ("14 15 16 16 22 33 35 45", None, "22 23 33 36 44 46 55 55", "11 13 13 15 34 46 56 66"),
    "C23/2 D34x A22/2 C22/2 D11x A15x", "A", (21, 0, 1, -22), (48, None, 53, 56), head_tail="D",
    aside="11 12 24 25 26 44 56 66",
)  # fmt: skip
SIX = Rnd(  # A holds six doubles, exposes them
    "A", "ccw", ("11 22 33 33 36 44 46 55", None, "13 13 14 16 34 35 56 56", None), "A!", None, (0, 0, 0, 0),
)  # fmt: skip
SIX_PLAYED = SIX.but(
    moves="A22/2 C56x", winner="A", points=(12, 0, -12, 0), totals=(51, None, 57, None), head_tail="AC"
)
SEVEN = Rnd(  # A holds seven doubles, exposes them
    "A", "ccw", ("11 22 33 36 55 55 66 66", None, "13 13 14 16 46 46 56 56", None), "A!", None, (0, 0, 0, 0),
)  # fmt: skip
SEVEN_PLAYED = SEVEN.but(
    moves="A22/2 C56x", winner="A", points=(2, 0, -2, 0), totals=(61, None, 62, None), head_tail="AC"
)
EIGHT_PLAYED = Rnd(  # C holds eight doubles and plays them
    "A", "ccw", ("12 24 25 26 36 45 46 56", None, "22 22 33 33 44 44 55 66", None),
    "A12/1 C44x", "C", (-4, 0, 4, 0), (60, None, 58, None), head_tail="AC",
)  # fmt: skip
CHAIN = Rnd(  # worked round 8, 串: D leads, then A and B take turns while C and D drink; not played to its end
    "D", "ccw",
    ("11 13 14 15 16 22 22 23", "11 13 15 16 33 34 35 36", "44 44 45 46 46 55 55 56", "12 24 25 26 33 56 66 66"),
    "D12/1 A13/3 B13/1 C44x D24x A15/5 B15/1 C44x D25x A16/6 B16/1 C45x D26x", "A", (0, 0, 0, 0),
)  # fmt: skip

# The same rounds cut short by [end_on_out]: B's eighth play; A's eighth tile, drunk.
OUT = TWO_CLEAN.but(
    moves=TWO_CLEAN.moves[: TWO_CLEAN.moves.index(" A33x")],
    points=(-41, 118, -76, -1), totals=(20, 0, 27, 12), clean="B",
)  # fmt: skip
DRUNK_OUT = CLEAN_SEVEN.but(
    moves=CLEAN_SEVEN.moves[: CLEAN_SEVEN.moves.index(" B22x")],
    points=(-236, 72, 87, 77), totals=(51, 13, 10, 12), clean="",
)  # fmt: skip
