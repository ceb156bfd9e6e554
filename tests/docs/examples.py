"""Examples in the documents: fenced blocks, and the short notation in which the 斜釘 page writes rounds.

A block is what stands between two fences; the words after the opening fence say how it is to be run. The notation is
explained at the top of ``docs/rules/tsair-deng.md``. This module runs examples and judges nothing itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from replay import registry
from replay.engine import open_table
from replay.games.tsair_deng import score
from replay.games.tsair_deng.table import TsairDengTable
from replay.games.tsair_deng.tiles import PIPS
from schemas.errors import Violation
from schemas.options import TsairDengOptions
from schemas.record import AnyMove, Drink, Expose, Play, Setup

DOCS = Path(__file__).parents[2] / "docs"
CODE = "tsair-deng"


@dataclass(frozen=True)
class Block:
    """One fenced block: the words after the fence, its text, its line, and the headings it stands under."""

    info: str
    text: str
    line: int
    under: tuple[str, ...]


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a document."""
    under: dict[int, str] = {}
    info, body, start = None, [], 0
    for number, line in enumerate((DOCS / page).read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("```"):
            if info is None:
                info, body, start = line[3:].strip(), [], number
            else:
                yield Block(info, "\n".join(body) + "\n", start, tuple(under[k] for k in sorted(under)))
                info = None
        elif info is not None:
            body.append(line)
        elif line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            under = {k: v for k, v in under.items() if k < level} | {level: line[level:].strip()}
    assert info is None, f"{page}: the fence of line {start} is not closed"


def headings(page: str, level: int) -> list[str]:
    """The headings of one level."""
    mark = "#" * level + " "
    inside, out = False, []
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        inside ^= line.startswith("```")
        if not inside and line.startswith(mark):
            out.append(line[len(mark) :].strip())
    return out


def chosen_options(words: str) -> TsairDengOptions:
    """``name=value`` words as a rule set."""
    chosen: dict[str, Any] = {}
    for word in words.split():
        name, value = word.split("=")
        chosen[name] = json.loads(value) if value in ("true", "false") else value
    return TsairDengOptions(**chosen)


def move_of(seat: str, text: str) -> AnyMove:
    """A move as the 斜釘 page writes it."""
    if text == "!":
        return Expose(seat=int(seat))
    if drunk := re.fullmatch(r"\((\d\d|\?)\)", text):
        return Drink(seat=int(seat), tile=drunk[1])
    tile, end = text.split(">")
    return Play(seat=int(seat), tile=tile, open=int(end))


@dataclass
class Example:
    """One ``round`` or ``position`` block being run; ``found`` are the clauses that it shows violated."""

    block: Block
    options: TsairDengOptions = field(default_factory=TsairDengOptions)
    dealer: int = 0
    direction: str = "ccw"
    hands: list[list[str] | None] = field(default_factory=lambda: [None] * 4)
    aside: list[str] | None = None
    table: TsairDengTable | None = None
    found: list[str] = field(default_factory=list)
    claims: int = 0

    def run(self) -> Example:
        """Runs the block line by line; an ``AssertionError`` names the line that does not hold."""
        for offset, line in enumerate(self.block.text.splitlines(), start=1):
            line = line.split("#")[0].strip()
            try:
                self._line(line)
            except (AssertionError, ValueError) as error:
                raise AssertionError(f"line {self.block.line + offset}: {line}: {error}") from error
        assert self.claims, f"line {self.block.line}: the example claims nothing"
        return self

    def _line(self, line: str) -> None:
        head, _, rest = line.partition(" ")
        if not line:
            return
        if head == "rules":
            self.options = chosen_options(rest)
        elif head == "dealer":
            seat, self.direction = rest.split(", ")
            self.dealer = int(seat)
        elif head == "aside:":
            self.aside = rest.split()
        elif re.fullmatch(r"\d:", head):
            self.hands[int(head[0])] = rest.split()
        elif head == "?":
            self._what_if(*rest.split(" is "))
        elif head == "=":
            for claim in rest.split(", "):
                self._claim(*claim.split())
        else:
            words = line.split()
            for seat, text in zip(words[::2], words[1::2], strict=True):
                self._play(move_of(seat, text))

    def _setup(self, dealer: int | None = None, direction: str | None = None) -> Setup:
        return Setup(
            dealer=self.dealer if dealer is None else dealer,
            hands=self.hands,
            direction=direction or self.direction,  # type: ignore[arg-type]
            aside=self.aside,
        )

    def _now(self) -> TsairDengTable:
        """The table; of a ``position`` the hands are only as much of them as matters."""
        if self.table is None:
            if self.block.info == "position":
                self.table = TsairDengTable(self._setup(), self.options)
            else:
                opened = open_table(registry.get(CODE), self._setup(), self.options)
                assert isinstance(opened, TsairDengTable), opened
                self.table = opened
        return self.table

    def _play(self, move: AnyMove) -> None:
        table = self._now()
        problem = table.check(move)
        assert problem is None, problem
        assert move in table.legal()
        table.play(move)

    def _what_if(self, what: str, verdict: str) -> None:
        """``? 2 (12) is td.must-play``, ``? deal is td.tiles``, ``? next 0 ccw is td.direction``."""
        self.claims += 1
        problem: object
        if what == "deal":
            problem = open_table(registry.get(CODE), self._setup(), self.options)
        elif what.startswith("next "):
            _, dealer, direction = what.split()
            problem = self._series().check(self._setup(int(dealer), direction))
        else:
            move = move_of(*what.split())
            problem = self._now().check(move)
            assert (problem is None) == (move in self._now().legal())
        clause = problem.clause if isinstance(problem, Violation) else "legal"
        assert clause == verdict, clause
        if clause != "legal":
            self.found.append(clause)

    def _series(self) -> Any:
        names = [None if hand is None else str(seat) for seat, hand in enumerate(self.hands)]
        series = registry.get(CODE).series(self.options, names)
        assert series.check(self._setup()) is None
        series.add(self._setup(), self._now().outcome())
        return series

    def _claim(self, what: str, *values: str) -> None:
        self.claims += 1
        table, got = self._now(), None
        outcome = table.outcome()
        numbers = [int(v) for v in values if v.lstrip("-").isdigit()]
        if what in ("turn", "open"):
            got = [getattr(table, what)]
            assert outcome is None
        elif what == "next":
            follows = self._series().next()
            assert follows is not None
            assert f"{follows['dealer']} {follows['direction']}" == " ".join(values), follows
            return
        else:
            assert outcome is not None, "the round is not over"
            got = self._of_outcome(what, numbers)
        assert got == numbers, got

    def _of_outcome(self, what: str, numbers: list[int]) -> list[int]:
        table = self._now()
        outcome = table.outcome()
        assert outcome is not None
        assert sum(outcome.points) == 0
        tallies = {s: t for s, t in enumerate(outcome.scores) if t is not None}
        if what in ("win", "void"):
            assert outcome.outcome == what, outcome.outcome
            return list(outcome.winners)
        if what == "over":
            return []
        if what == "points":
            return [outcome.points[s] for s in table.seats]
        if what == "lost":
            return [tallies[s].total for s in table.seats]
        if what in ("clean", "head-tail"):
            return [s for s in tallies if what in [item.id for item in tallies[s].items]]
        if what == "pips":
            played = sum(PIPS[m.tile] for m in table.chain)
            return [played + sum(t.total for t in tallies.values())]
        assert what == "pays", f"no claim is called {what!r}"
        return [*numbers[:2], self._between(tallies, *numbers[:2])]

    def _between(self, tallies: dict[int, Any], payer: int, taker: int) -> int:
        """What one seat pays another (td.pay), from their tallies alone."""
        lost = {}
        for seat in (payer, taker):
            ids = [item.id for item in tallies[seat].items]
            lost[seat] = score.Lost(tallies[seat].total, "clean" in ids, "head-tail" in ids)
        return score.payments(lost, min(lost, key=lambda s: lost[s].points), self.options)[taker]
