"""A match in memory: what a reader hands out and what everything else works on.

The lines are in canonical form already (tile codes, arranged lists); ``raw`` are the bytes as they were given. This
module reads and writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from schemas.errors import Violation
from schemas.options import Options
from schemas.record import AnyMove, End, Header, Result, Setup


@dataclass(slots=True)
class Round:
    """One round. ``fault`` is the first line of it that could not be read; what follows it is in ``Match.raw`` only."""

    setup: Setup | None
    moves: list[AnyMove] = field(default_factory=list)
    result: Result | None = None
    fault: Violation | None = None
    line: int = 1
    """Line of the file on which the round begins."""
    at: int = 0
    """The same as an index into the lines of the match."""

    @property
    def score_only(self) -> bool:
        """A score line: results and no moves (``hands`` null)."""
        return self.setup is not None and self.setup.hands is None


@dataclass(slots=True)
class Match:
    """One match of a file. ``header`` and ``options`` are None when the ``match`` line leaves the game or its rules
    unknown.
    """

    file: str = ""
    index: int = 1
    line: int = 1
    header: Header | None = None
    options: Options | None = None
    rounds: list[Round] = field(default_factory=list)
    end: End | None = None
    faults: list[Violation] = field(default_factory=list)
    """Faults of the ``match`` and ``end`` lines, of lines outside any round, and a cut file."""
    raw: bytes = b""
    canonical: bytes = b""
    """Canonical bytes; empty when any line could not be read."""
    kinds: frozenset[type] = frozenset()
    """The structs its lines are; lets what looks for a rare kind look no further."""
    numbers: Sequence[int] = ()
    """File line number of every line of the match, in order."""

    @property
    def game(self) -> str:
        """The game's code, empty when unknown."""
        return self.header.game if self.header else ""

    def place(self, file: str, index: int, line: int) -> None:
        """Says where in a file the match stood that was read from bytes of its own, faults found until now included."""
        by = line - self.line
        self.file, self.index, self.line = file, index, line
        if not by:
            return
        self.numbers = [number + by for number in self.numbers]
        self.faults = [_down(fault, by) for fault in self.faults]
        for r in self.rounds:
            r.line += by
            r.fault = None if r.fault is None else _down(r.fault, by)

    @property
    def sound(self) -> bool:
        """Every line could be read."""
        return not self.faults and all(r.fault is None for r in self.rounds)


def _down(fault: Violation, by: int) -> Violation:
    """The same fault so many lines further down."""
    return fault if fault.line is None else msgspec.structs.replace(fault, line=fault.line + by)
