"""What the tests of 邵陽剝皮 share: the short notation of its rules page, run line by line, and whole records.

The notation is explained at the top of ``docs/rules/shaoyang-bopi.md``. A ``position`` gives only the tiles that
matter, a ``round`` a whole deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from replay import registry
from replay.engine import open_table
from replay.game import Outcome, Violation
from replay.games.shaoyang_bopi.deal import Deal
from replay.games.shaoyang_bopi.table import ShaoyangBopiTable
from replay.kit.zipai import COUNTER, ORDER, pack
from schemas.options import ShaoyangBopiOptions, options_of
from schemas.record import AnyMove, Setup
from schemas.tiles import ORDER as TILE_ORDER
from schemas.tiles import ZIPAI
from tests.support.records import Lines, match_of, move_of, plain_line

CODE = "shaoyang-bopi"
ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules" / "shaoyang-bopi.md"
PLAYERS = ("甲", "乙", "丙", "丁")


VERBS = {"-": "discard", "+": "draw"}


def line_of(text: str) -> dict[str, Any]:
    """A move of the rules page as a plain line: ``0 -s4``, ``1 +b5``, ``1 chow s4 s2 s3 / s4 b4 b4``, ``2 pass``."""
    seat, verb, *tiles = text.replace("/", " / ").split()
    if verb[0] in VERBS:
        return {"type": VERBS[verb[0]], "seat": int(seat), "tile": verb[1:]}
    line: dict[str, Any] = {"type": verb, "seat": int(seat)}
    if tiles:
        line["tile"] = tiles[0]
    if verb == "chow":
        first, *also = " ".join(tiles[1:]).split(" / ")
        line["with"] = sorted(first.split(), key=TILE_ORDER.__getitem__)
        groups = [sorted(group.split(), key=TILE_ORDER.__getitem__) for group in also]
        if groups:
            line["also"] = sorted(groups, key=lambda group: [TILE_ORDER[t] for t in group])
    return line


def lines_of(moves: str) -> Lines:
    """Moves, separated by commas."""
    return [line_of(text) for text in moves.split(",") if text.strip()]


@dataclass
class Example:
    """One example being run. ``found`` are the clauses it shows violated, ``claims`` how much it claimed."""

    text: str
    whole: bool = False
    rules: dict[str, Any] = field(default_factory=dict)
    dealer: int = 0
    turned: str = "b10"
    stock: list[str] | None = None
    hands: dict[int, list[str]] = field(default_factory=dict)
    table: ShaoyangBopiTable | None = None
    found: list[str] = field(default_factory=list)
    claims: int = 0

    def run(self) -> Example:
        """Runs the example; an ``AssertionError`` names the line that does not hold."""
        for number, line in enumerate(self.text.splitlines(), start=1):
            line = line.split("#")[0].strip()
            try:
                if line:
                    self._line(line)
            except (AssertionError, ValueError, KeyError) as error:
                raise AssertionError(f"line {number}: {line}: {error}") from error
        assert self.claims, "the example claims nothing"
        return self

    def _line(self, line: str) -> None:
        head, _, rest = line.partition(" ")
        if head == "rules":
            for word in rest.split():
                name, value = word.split("=")
                self.rules[name] = int(value) if value.isdigit() else value
        elif head == "dealer":
            self.dealer = int(rest)
        elif head == "turned":
            self.turned = rest
        elif head == "stock:":
            self.stock = rest.split()
        elif re.fullmatch(r"\d:", head):
            self.hands[int(head[0])] = rest.split()
        elif head == "?":
            self._what_if(*rest.split(" is "))
        elif head == "=":
            for claim in rest.split(";"):
                self.claims += 1
                what, *values = claim.split()
                getattr(self, f"_claim_{what.replace('-', '_')}")(*values)
        else:
            for text in line.split(","):
                self._play(move_of(line_of(text)))

    @property
    def options(self) -> ShaoyangBopiOptions:
        """The house rules."""
        options = options_of(CODE, {"edition": 1, **self.rules})
        assert isinstance(options, ShaoyangBopiOptions)
        return options

    def setup(self, dealer: int | None = None) -> Setup:
        """The set-up as far as it is given."""
        hands = [self.hands.get(seat) for seat in range(4)]
        return Setup(
            dealer=self.dealer if dealer is None else dealer, hands=hands, stock=self.stock, turned=self.turned
        )

    def now(self) -> ShaoyangBopiTable:
        """The table; of a ``position`` the hands are only as much of them as matters."""
        if self.table is None:
            if self.whole:
                opened = open_table(registry.get(CODE), self.setup(), self.options)
                assert isinstance(opened, ShaoyangBopiTable), opened
                self.table = opened
            else:
                packed = [pack(self.hands.get(seat, [])) for seat in range(4)]
                packed[self.dealer] += pack([self.turned])
                assert COUNTER[self.dealer] not in self.hands, "the counter has no hand"
                stock = None if self.stock is None else [*self.stock, *ZIPAI][:19]
                setup = self.setup()
                setup.stock = stock
                self.table = ShaoyangBopiTable(setup, self.options, Deal(tuple(packed)))
        return self.table

    def _play(self, move: AnyMove) -> None:
        table = self.now()
        problem = table.check(move)
        assert problem is None, problem
        assert move in table.legal()
        table.play(move)

    def _what_if(self, what: str, verdict: str) -> None:
        """``? 1 pung s4 is bp.stale``, ``? deal is bp.deal``, ``? next 2 is rec.next``."""
        self.claims += 1
        problem: Any
        if what == "deal":
            problem = open_table(registry.get(CODE), self.setup(), self.options)
        elif what.startswith("next "):
            problem = self._series().check(Setup(dealer=int(what[5:]), hands=[[], [], [], []], turned="s1"))
        else:
            move = move_of(line_of(what))
            problem = self.now().check(move)
            assert (problem is None) == (move in self.now().legal())
        clause = problem.clause if isinstance(problem, Violation) else "legal"
        assert clause == verdict, problem
        if clause != "legal":
            self.found.append(clause)

    def _series(self) -> Any:
        series = registry.get(CODE).series(self.options, PLAYERS)
        assert series.check(self.setup()) is None
        series.add(self.setup(), self.outcome())
        return series

    def outcome(self) -> Outcome:
        """What the round has come to."""
        outcome = self.now().outcome()
        assert outcome is not None, "the round is not over"
        return outcome

    def _claim_owes(self, seat: str) -> None:
        """A seat must discard."""
        assert self.now().may_discard == int(seat), self.now().may_discard
        assert self.now().outcome() is None

    def _claim_draws(self, seat: str) -> None:
        """A seat draws next, unless somebody claims."""
        assert self.now().may_draw == int(seat), self.now().may_draw
        assert self.now().outcome() is None

    def _claim_must(self, *words: str) -> None:
        """There is one legal move."""
        assert self.now().legal() == [move_of(line_of(" ".join(words)))], self.now().legal()

    def _claim_win(self, seat: str) -> None:
        assert (self.outcome().outcome, self.outcome().winners) == ("win", (int(seat),))

    def _claim_dead(self) -> None:
        assert self.outcome().outcome == "dead"

    def _claim_over(self) -> None:
        assert self.outcome()
        assert self.now().legal() == []

    def _claim_points(self, *values: str) -> None:
        assert list(self.outcome().points) == [int(v) for v in values], self.outcome().points

    def _claim_total(self, value: str) -> None:
        (tally,) = [t for t in self.outcome().scores if t is not None]
        assert tally.total == int(value) == sum(item.value for item in tally.items), tally

    def _claim_items(self, *words: str) -> None:
        (tally,) = [t for t in self.outcome().scores if t is not None]
        stated = sorted((id, int(value)) for id, value in (word.split("=") for word in words))
        assert sorted((item.id, item.value) for item in tally.items) == stated, tally

    def _claim_next(self, dealer: str) -> None:
        assert self._series().next() == {"dealer": int(dealer)}

    def _claim_match_over(self) -> None:
        assert self._series().next() is None

    def _claim_stale(self, seat: str, *tiles: str) -> None:
        """All kinds that are stale for a seat."""
        view = self.now().view().seats[int(seat)]
        assert view is not None
        assert view.facts["stale"] == list(tiles), view.facts["stale"]

    def _claim_sees(self, viewer: str, of: str, *tiles: str) -> None:
        """The last meld of a seat as another sees it."""
        view = self.now().view(int(viewer)).seats[int(of)]
        assert view is not None
        assert [piece.tile for piece in view.zones["melds"][-1]] == list(tiles), view.zones["melds"]

    def _claim_table(self, viewer: str, tile: str) -> None:
        """The tile on the table as a seat sees it."""
        zone = self.now().view(int(viewer)).table["tile"]
        assert [piece.tile for group in zone for piece in group] == [tile], zone


def examples(page: Path) -> Iterator[tuple[str, int, Example]]:
    """The examples of a rules page: the heading they stand under, their line, and the example."""
    heading, info, body, start = "", None, list[str](), 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("```"):
            if info is None:
                info, body, start = line[3:], [], number
            else:
                assert info in ("round", "position"), f"line {start}: {info}"
                yield heading, start, Example("\n".join(body), info == "round")
                info = None
        elif info is not None:
            body.append(line)
        elif line.startswith("#"):
            heading = line.lstrip("#").strip()


# Whole records


@dataclass(frozen=True)
class Rnd:
    """A round to be written down: what is stated of hands and stock is filled up from `seed`."""

    dealer: int
    turned: str
    hands: dict[int, str]
    stock: str
    moves: str
    outcome: str = "win"
    winner: int | None = None
    points: tuple[int, ...] = (0, 0, 0, 0)
    items: tuple[tuple[str, int], ...] = ()
    seed: int = 0


def filled(r: Rnd) -> dict[str, Any]:
    """The ``round`` line: hands are filled up with kinds that they lack and that are stated nowhere, if there are."""
    rng = Random(r.seed)
    hands = {seat: r.hands.get(seat, "").split() for seat in ORDER[r.dealer]}
    stock = r.stock.split()
    rest = [t for t in ZIPAI for _ in range(4)]
    for tile in [r.turned, *stock, *(t for hand in hands.values() for t in hand)]:
        rest.remove(tile)
    rng.shuffle(rest)
    for seat in sorted(hands, key=lambda s: -len(hands[s])):
        hand = hands[seat]
        known = {r.turned, *stock, *hand}
        while len(hand) < 20:
            rest.sort(key=lambda tile: (hand.count(tile), tile in known))
            hand.append(rest.pop(0))
        hand.sort(key=TILE_ORDER.__getitem__)
    stock += rest
    lists = [hands.get(seat) for seat in range(4)]
    return {"type": "round", "dealer": r.dealer, "hands": lists, "stock": stock, "turned": r.turned}


def result_of(r: Rnd) -> dict[str, Any]:
    """The ``result`` line."""
    scores: list[Any] = [None] * 4
    if r.winner is not None:
        scores[r.winner] = {"total": sum(value for _, value in r.items), "items": [list(item) for item in r.items]}
    winners = [] if r.winner is None else [r.winner]
    return {"type": "result", "outcome": r.outcome, "winners": winners, "points": list(r.points), "scores": scores}


def header(**rules: Any) -> dict[str, Any]:
    """The ``match`` line."""
    players = list(PLAYERS)
    return {"type": "match", "format": "paipu/1", "game": CODE, "rules": {"edition": 1, **rules}, "players": players}


def played_out(setup: dict[str, Any], moves: Lines, rules: dict[str, Any]) -> Lines:
    """The moves after `moves` to the end of the stock: nobody claims what he need not; the last of a hand is thrown."""
    dealt = match_of([header(), setup]).rounds[0].setup
    assert dealt is not None
    table = open_table(registry.get(CODE), dealt, options_of(CODE, {"edition": 1, **rules}))
    assert isinstance(table, ShaoyangBopiTable), table
    for move in map(move_of, moves):
        assert table.check(move) is None, (move, table.check(move))
        table.play(move)
    out: Lines = []
    while table.outcome() is None:
        legal = table.legal()
        must = [move for move in legal if move.verb not in ("win", "pass", "chow", "pung", "discard")]
        chosen = must[0] if must else [move for move in legal if move.verb == "discard"][-1]
        out.append(plain_line(chosen))
        table.play(chosen)
    return out


def record(*rounds: Rnd, end: tuple[int, ...] | None = None, **rules: Any) -> Lines:
    """A match as plain lines; moves that end in … are played to the end of the stock."""
    lines: Lines = [header(**rules)]
    for r in rounds:
        setup = filled(r)
        moves = lines_of(r.moves.removesuffix("…"))
        if r.moves.endswith("…"):
            moves += played_out(setup, moves, rules)
        lines += [setup, *moves, result_of(r)]
    return lines if end is None else [*lines, {"type": "end", "totals": list(end)}]
