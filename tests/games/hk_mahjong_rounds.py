"""Rounds and hands of 香港麻雀 in a short notation, run line by line: for tests and for the rules page's examples.

The notation is explained at the top of ``docs/rules/hk-mahjong.md``. This module runs what is written and judges
nothing itself.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from replay.engine import open_table
from replay.game import Outcome, Violation
from replay.games.hk_mahjong import GAME
from replay.games.hk_mahjong.hand import Hand
from replay.games.hk_mahjong.score import Scored, best, evaluate, rulebook, tally
from replay.games.hk_mahjong.table import HkMahjongTable
from replay.kit.mahjong import CODES, COPIES, EAST, KIND, PLAIN, RUN, Meld, count
from schemas.options import HkMahjongOptions, canonical_rules
from schemas.record import (
    AnyMove,
    Chow,
    Discard,
    Draw,
    Flower,
    Foul,
    Kong,
    Pass,
    Pung,
    Result,
    Score,
    Setup,
    Win,
)  # fmt: skip
from tests.support.records import Lines, plain_line

GAME_CODE = "hk-mahjong"
PLAYERS = ("A", "B", "C", "D")
_SPREAD = tuple(kind for step in range(9) for kind in (step, 9 + (step + 3) % 9, 18 + (step + 6) % 9))
FILLER = (*_SPREAD, *range(27, PLAIN))
"""The order in which hands are filled up: far apart, so that they make nothing."""


def tiles_of(text: str) -> list[str]:
    """Tile codes of groups such as ``123m 55p EE C f1``."""
    out: list[str] = []
    for word in text.split():
        if re.fullmatch(r"[1-9]+[mps]", word):
            out += [digit + word[-1] for digit in word[:-1]]
        elif re.fullmatch(r"[ESWNCFP]+", word):
            out += list(word)
        elif re.fullmatch(r"[fq][1-4]+", word):
            out += [word[0] + digit for digit in word[1:]]
        else:
            out.append(word)
    return out


def options_of(words: str) -> HkMahjongOptions:
    """``name=value`` words as a rule set."""
    chosen: dict[str, Any] = {}
    for word in words.split():
        name, value = word.split("=")
        if name in ("extra_patterns", "limit_patterns"):
            chosen[name] = tuple(value.split("+"))
        else:
            chosen[name] = json.loads(value) if re.fullmatch(r"true|false|[\d.]+", value) else value
    return HkMahjongOptions(**chosen)


def move_of(text: str) -> AnyMove:
    """``0 -5m``, ``1 +3p``, ``1 <3p`` (from the back), ``1 chow 3p 12p``, ``2 kong 5m exposed``, ``3 win 5m``, …"""
    seat, what, *rest = text.split()
    who = int(seat)
    if what[0] in "+<":
        return Draw(seat=who, tile=what[1:], from_="back" if what[0] == "<" else None)
    if what[0] == "-":
        return Discard(seat=who, tile=what[1:])
    if what == "chow":
        return Chow(seat=who, tile=rest[0], with_=tiles_of(rest[1]))
    if what == "kong":
        return Kong(seat=who, tile=rest[0], kind=rest[1])  # type: ignore[arg-type]
    if what == "foul":
        return Foul(seat=who, kind=rest[0])  # type: ignore[arg-type]
    if what == "pass":
        return Pass(seat=who)
    cls = {"flower": Flower, "pung": Pung, "win": Win}[what]
    return cls(seat=who, tile=rest[0])


def moves_of(text: str) -> list[AnyMove]:
    """Moves separated by ``;``."""
    return [move_of(part) for part in text.split(";") if part.strip()]


def fill(hands: dict[int, str], dealer: int, drawn: list[str]) -> list[list[str]]:
    """Whole hands: what is given, then tiles that make nothing, none of those that are drawn later."""
    dealt = [tiles_of(hands.get(seat, "")) for seat in range(4)]
    left = {CODES[kind]: COPIES[kind] for kind in range(len(COPIES))}
    for tile in (*(t for hand in dealt for t in hand), *drawn):
        if tile in left:
            left[tile] -= 1
    order = [CODES[kind] for _ in range(4) for kind in FILLER]
    for seat, hand in enumerate(dealt):
        want = 14 if seat == dealer else 13
        for tile in order:
            if len(hand) >= want:
                break
            if left[tile] > 0 and tile not in hand:
                left[tile] -= 1
                hand.append(tile)
        assert len(hand) >= want or seat in hands, "too few tiles to fill up with"
    return dealt


@dataclass
class Example:
    """One ``round``, ``hand`` or ``line`` example being run; ``found`` are the clauses that it shows violated."""

    text: str
    line: int = 0
    options: HkMahjongOptions = field(default_factory=HkMahjongOptions)
    dealer: int = 0
    wind: str = "E"
    hands: dict[int, str] = field(default_factory=dict)
    table: HkMahjongTable | None = None
    found: list[str] = field(default_factory=list)
    claims: int = 0

    def run(self) -> Example:
        """Runs it line by line; an ``AssertionError`` names the line that does not hold."""
        for offset, line in enumerate(self.text.splitlines(), start=1):
            line = line.split("#")[0].strip()
            try:
                self._line(line)
            except (AssertionError, ValueError, KeyError) as error:
                raise AssertionError(f"line {self.line + offset}: {line}: {error}") from error
        assert self.claims, f"line {self.line}: the example claims nothing"
        return self

    def finished(self) -> Example:
        """Runs it without asking that it claim anything."""
        for line in self.text.splitlines():
            self._line(line.split("#")[0].strip())
        self.now()
        return self

    def _line(self, line: str) -> None:
        head, _, rest = line.partition(" ")
        if not line:
            return
        if head == "rules":
            self.options = options_of(rest)
        elif head == "dealer":
            seat, _, wind = rest.partition(", ")
            self.dealer, self.wind = int(seat), wind or "E"
        elif re.fullmatch(r"\d:", head):
            self.hands[int(head[0])] = rest
        elif head == "until":
            self._until(int(rest))
        elif head == "?":
            what, _, verdict = rest.rpartition(" is ")
            self._what_if(what, verdict)
        elif head == "=":
            for claim in rest.split("; "):
                self.claims += 1
                self._claim(claim)
        else:
            for move in moves_of(line):
                self._play(move)

    def setup(self, dealer: int | None = None, wind: str | None = None) -> Setup:
        """The ``round`` line, hands filled up."""
        hands = fill(self.hands, self.dealer, self._drawn())
        return Setup(
            dealer=self.dealer if dealer is None else dealer, hands=list(hands), wind=wind or self.wind  # type: ignore[arg-type]
        )

    def now(self) -> HkMahjongTable:
        """The table."""
        if self.table is None:
            opened = open_table(GAME, self.setup(), self.options)
            assert isinstance(opened, HkMahjongTable), opened
            self.table = opened
        return self.table

    def _until(self, left: int) -> None:
        """Draws and discards, nobody claims, until the wall has `left` tiles."""
        table, kept = self.now(), set(self._drawn())
        while table.wall.left > left:
            draws = [move for move in table.legal() if isinstance(move, Draw)]
            move = next((m for m in draws if m.tile not in kept), draws[0])
            self._play(move)
            while move.tile[0] in "fq":
                self._play(Flower(seat=move.seat, tile=move.tile))
                move = next(m for m in table.legal() if isinstance(m, Draw))
                self._play(move)
            self._play(Discard(seat=move.seat, tile=move.tile))

    def _drawn(self) -> list[str]:
        return [m[1:] for line in self.text.splitlines() for m in re.findall(r"[+<][0-9A-Zfq][a-z0-9]?", line)]

    def _play(self, move: AnyMove) -> None:
        table = self.now()
        problem = table.check(move)
        assert problem is None, problem
        assert move in table.legal()
        table.play(move)

    def _what_if(self, what: str, verdict: str) -> None:
        self.claims += 1
        problem: object
        if what == "deal":
            problem = open_table(GAME, self.setup(), self.options)
        elif what.startswith("next "):
            _, dealer, wind = what.split()
            problem = self.series().check(self.setup(int(dealer), wind))
        elif what.startswith("first "):
            problem = GAME.series(self.options, PLAYERS).check(self.setup(wind=what.split()[1]))
        else:
            (move,) = moves_of(what)
            problem = self.now().check(move)
            assert (problem is None) == (move in self.now().legal())
        clause = problem.clause if isinstance(problem, Violation) else "legal"
        assert clause == verdict, clause
        if clause != "legal":
            self.found.append(clause)

    def series(self) -> Any:
        """The series after this round."""
        series = GAME.series(self.options, PLAYERS)
        series.add(self.setup(), self.outcome())
        return series

    def outcome(self) -> Outcome:
        """What the round comes to."""
        outcome = self.now().outcome()
        assert outcome is not None, "the round is not over"
        return outcome

    def _claim(self, claim: str) -> None:
        words = claim.replace(",", "").split()
        what, values = words[0], words[1:]
        if what == "turn":
            assert self.now().outcome() is None
            assert self.now().turn == int(values[0]), self.now().turn
        elif what == "wall":
            assert self.now().wall.left == int(values[0]), self.now().wall.left
        elif what in ("win", "draw", "foul"):
            outcome = self.outcome()
            assert outcome.outcome == what, outcome.outcome
            assert list(outcome.winners) == [int(v) for v in values], outcome.winners
        elif what == "points":
            assert list(self.outcome().points) == [int(v) for v in values], self.outcome().points
        elif what == "next":
            follows = self.series().next()
            assert f"{follows['dealer']} {follows['wind']}" == " ".join(values), follows
        elif what == "over":
            assert self.series().next() is None
        else:
            self._scores(int(what.rstrip(":")), values)

    def _scores(self, seat: int, values: list[str]) -> None:
        """``3: 4 fan all-pungs 3 dragon-C 1``: one of the best readings."""
        items = sorted(zip(values[2::2], map(int, values[3::2]), strict=True))
        outcome = self.outcome()
        found = []
        for scores in (outcome.scores, *outcome.others):
            mine = scores[seat]
            assert mine is not None, "nobody won there"
            found.append((mine.total, sorted((i.id, i.value) for i in mine.items)))
        assert (int(values[0]), items) in found, found


def meld_of(text: str) -> Meld:
    """``(123m)``, ``(555p)``, ``(5555p)``, ``[5555p]`` (concealed); a kong of parentheses is an exposed one."""
    tiles = tiles_of(text.strip("()[]"))
    kinds = sorted(KIND[tile] for tile in tiles)
    kong = "" if len(tiles) == 3 else "concealed" if text[0] == "[" else "exposed"
    shape = RUN + kinds[0] if kinds[0] != kinds[-1] else kinds[0]
    return Meld(shape, kong, -1 if kong == "concealed" else 0, kinds[0])


def hand_of(text: str, flowers_in_play: bool) -> Hand:
    """A hand: ``234m 567m (555p) 99s + f1 q2 win 9s self-draw seat S round E last kong-draw heavenly``.

    Tiles in hand include the winning one; melds stand in brackets.
    """
    tiles, _, rest = text.partition(" win ")
    tiles, _, flowers = tiles.partition("+")
    words = tiles.split()
    melds = tuple(meld_of(word) for word in words if word[0] in "([")
    closed = count(tiles_of(" ".join(word for word in words if word[0] not in "([")))
    win, by, *flags = rest.split()
    seat, around = _after(flags, "seat"), _after(flags, "round")
    return Hand(
        bytes(closed[:PLAIN]), KIND[win], melds,
        tuple(KIND[t] for t in tiles_of(flowers)) if flowers_in_play else None, by,
        KIND.get(seat, EAST), KIND.get(around, EAST), "last" in flags,
        2 if "double-kong-draw" in flags else 1 if "kong-draw" in flags else 0,
        next((f for f in flags if f in ("heavenly", "earthly", "human")), ""),
    )  # fmt: skip


def _after(words: list[str], word: str) -> str:
    return words[words.index(word) + 1] if word in words else ""


def scored(text: str, rules: str = "") -> list[Scored]:
    """The best scores of a hand in the notation of :func:`hand_of`; empty when it is no win."""
    options = options_of(rules)
    return best(evaluate(hand_of(text, options.flowers), rulebook(options)))


def items(text: str, rules: str = "") -> tuple[int, dict[str, int]] | None:
    """Total and items of the first of the best scores, or None."""
    found = scored(text, rules)
    if not found:
        return None
    hand = hand_of(text, options_of(rules).flowers)
    mine = tally(found[0], hand)
    return mine.total, {item.id: item.value for item in mine.items}


@dataclass
class HandExample:
    """One ``hand`` example: every line a hand, and after ``=`` its fan and items, or ``no win``."""

    text: str
    line: int = 0

    def run(self) -> int:
        """How many hands were scored."""
        rules, done = "", 0
        for offset, line in enumerate(self.text.splitlines(), start=1):
            line = line.split("#")[0].strip()
            if line.startswith("rules"):
                rules = line.removeprefix("rules").strip()
            elif line:
                self._hand(line, rules, self.line + offset)
                done += 1
        assert done, f"line {self.line}: the example scores nothing"
        return done

    @staticmethod
    def _hand(line: str, rules: str, number: int) -> None:
        text, _, claim = line.partition(" = ")
        found = [(s.total, sorted(s.items)) for s in scored(text, rules)]
        if claim == "no win":
            assert not found, f"line {number}: {found}"
            return
        total, _, rest = claim.partition(":")
        words = rest.replace(",", "").split()
        wanted = (int(total), sorted(zip(words[::2], map(int, words[1::2]), strict=True)))
        assert wanted in found, f"line {number}: {line}: {found}"


def line_of(text: str) -> Result:
    """``win 3 from 0 of 4`` and the like as the ``result`` of a score line: see ``settle_example``."""
    words = text.split()
    winners = [int(w) for w in words[1].split("+")] if words[0] == "win" else []
    total = _after(words, "of")
    scores = [Score(int(total), []) if seat in winners and total else None for seat in range(4)]
    source, liable = _after(words, "from"), _after(words, "liable")
    return Result(
        outcome=words[0], winners=winners, points=[0, 0, 0, 0], scores=scores if total else None,  # type: ignore[arg-type]
        from_=int(source) if source else None, liable=int(liable) if liable else None,
        how=_after(words, "how") or None,  # type: ignore[arg-type]
    )  # fmt: skip


def settled(text: str, rules: str = "") -> Outcome | Violation | None:
    """What a score line comes to."""
    return GAME.settle(Setup(dealer=None, hands=None), line_of(text), options_of(rules))


def record(text: str, follow: bool = False) -> Lines:
    """A finished example as the plain lines of a match.

    With `follow` a second round comes after it, which a 詐糊 of seat 0 ends at once.
    """
    example = Example(text).finished()
    head: dict[str, Any] = {"type": "match", "format": "paipu/1", "game": GAME_CODE,
                            "rules": canonical_rules(example.options), "players": list(PLAYERS)}  # fmt: skip
    lines = [head, *_round_lines(example.now())]
    if follow:
        fields = example.series().next()
        second = Example(f"dealer {fields['dealer']}, {fields['wind']}\n0 foul false-win", options=example.options)
        lines += _round_lines(second.finished().now())
    return lines


def _round_lines(table: HkMahjongTable) -> Lines:
    outcome = table.outcome()
    assert outcome is not None, "the round is not over"
    return [plain_line(line) for line in (table.setup, *table.log, outcome.as_result())]
