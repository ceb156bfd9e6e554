"""What the tests of 安乡偎麻雀 share: written positions and hands, in the notation of the rules page.

A *position* is given by as many tiles as matter; the others are filled in, always the same way. This module judges
nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from replay.engine import open_table
from replay.game import Outcome, Violation
from replay.games.anxiang_weimaque import GAME
from replay.games.anxiang_weimaque.hand import ONE, pack
from replay.games.anxiang_weimaque.score import OTHER, OWN, Hand
from replay.games.anxiang_weimaque.score import WEI as AFTER_WEI
from replay.games.anxiang_weimaque.table import AnxiangWeimaqueTable
from replay.games.anxiang_weimaque.tiles import HANDS, PUNG, WEI, Meld
from replay.kit.zipai import ORDER
from schemas.options import AnxiangWeimaqueOptions
from schemas.record import AnyMove, Chow, Discard, Draw, Pass, Pung, Setup, Win
from schemas.record import Wei as WeiMove
from schemas.tiles import ORDER as TABLE
from schemas.tiles import ZIPAI

CODE = "anxiang-weimaque"
SIMPLE: dict[str, Any] = {"discard": Discard, "draw": Draw, "pung": Pung, "wei": WeiMove, "win": Win}


def options_of(words: str) -> AnxiangWeimaqueOptions:
    """``name=value`` words as a rule set."""
    chosen = dict(word.split("=") for word in words.split())
    return AnxiangWeimaqueOptions(**{k: int(v) if v.isdigit() else v for k, v in chosen.items()})


def tiles_of(text: str) -> list[str]:
    """Tiles as they are written: ``s1 s1 b10``, or ``s1*3`` for three of them."""
    out = []
    for word in text.split():
        tile, _, times = word.partition("*")
        out += [tile] * int(times or 1)
    return out


def deal_of(dealer: int, hands: dict[int, list[str]], stock: list[str], stated: bool = True) -> Setup:
    """A whole deal that begins with the given tiles: hands filled up, the stock with what is left."""
    rest = [tile for tile in ZIPAI for _ in range(4)]
    for tile in [t for hand in hands.values() for t in hand if t in rest] + stock:
        if tile in rest:
            rest.remove(tile)
    rest = [*rest[::3], *rest[1::3], *rest[2::3]]
    whole: list[list[str] | None] = [None] * 4
    for seat, size in zip(ORDER[dealer], HANDS, strict=True):
        hand = list(hands.get(seat, ()))
        while len(hand) < size:
            hand.append(rest.pop())
        whole[seat] = sorted(hand, key=lambda tile: TABLE[tile])
    for seat in hands.keys() - set(ORDER[dealer]):
        whole[seat] = hands[seat]
    return Setup(dealer=dealer, hands=whole, stock=[*stock, *rest] if stated else None)


def move_of(text: str) -> AnyMove:
    """A move as it is written: ``1 draw s5``, ``1 chow s5 with s4 s6``, ``3 pass``."""
    seat, verb, *rest = text.split()
    if verb == "pass":
        return Pass(seat=int(seat))
    if verb == "chow":
        tile, _, *pair = rest
        return Chow(seat=int(seat), tile=tile, with_=pair)
    return SIMPLE[verb](seat=int(seat), tile=rest[0])  # type: ignore[no-any-return]


class Position:
    """A written position: the lines of a ``position`` block, played and held against what they claim."""

    def __init__(self, text: str) -> None:
        self.found: list[str] = []
        """Clauses of the violations that the block claims."""
        self.claims = 0
        hands: dict[int, list[str]] = {}
        stock: list[str] = []
        self.options, self.dealer, stated = AnxiangWeimaqueOptions(), 0, True
        self._lines = [line.split("#")[0].strip() for line in text.strip().splitlines()]
        while self._lines and not re.match(r"[?=]|\d [a-z]|until", self._lines[0]):
            line = self._lines.pop(0)
            head, _, tail = line.partition(" ")
            if head == "rules":
                self.options = options_of(tail)
            elif head == "dealer":
                self.dealer = int(tail)
            elif head == "stock:":
                stated, stock = tail != "not stated", tiles_of(tail) if tail != "not stated" else []
            elif line:
                hands[int(head[0])] = tiles_of(tail)
        self.setup = deal_of(self.dealer, hands, stock, stated)
        self.table: AnxiangWeimaqueTable | Violation = open_table(GAME, self.setup, self.options)  # type: ignore[assignment]

    @property
    def open(self) -> AnxiangWeimaqueTable:
        """The table of a possible deal."""
        assert not isinstance(self.table, Violation), self.table
        return self.table

    @property
    def outcome(self) -> Outcome:
        """What the round has come to."""
        outcome = self.open.outcome()
        assert outcome is not None
        return outcome

    def run(self) -> Position:
        """Plays every move and holds every claim."""
        for line in self._lines:
            for part in filter(None, map(str.strip, line.split(";"))):
                self._step(part)
        return self

    def _step(self, part: str) -> None:
        if part.startswith("?"):
            self.claims += 1
            what, _, clause = part[1:].strip().rpartition(" is ")
            self._asked(what, clause)
        elif part.startswith("="):
            self.claims += 1
            self._stated(part[1:].strip())
        elif part.startswith("until"):
            self.play_until(int(part.split()[1]))
        else:
            self.play(part)

    def play(self, text: str) -> None:
        """One move, which must be legal."""
        move = move_of(text)
        problem = self.open.check(move)
        assert problem is None, f"{text}: {problem}"
        self.open.play(move)

    def play_until(self, left: int) -> None:
        """Draws, and what must be done between them, until so many tiles are left in the stock."""
        while self.open.left > left or self.open.turn >= 0 or self.open.due >= 0:
            legal = self.open.legal()
            move = next((m for m in legal if isinstance(m, WeiMove | Draw)), legal[0])
            self.open.play(move)

    def _asked(self, what: str, clause: str) -> None:
        problem: Violation | None
        if what == "deal":
            problem = self.table if isinstance(self.table, Violation) else None
        elif what.startswith("next"):
            series = GAME.series(self.options, ("A", "B", "C", "D"))
            series.add(self.setup, self.outcome)
            problem = series.check(Setup(dealer=int(what.split()[1]), hands=None))
        else:
            problem = self.open.check(move_of(what))
        got = "legal" if problem is None else problem.clause
        assert got == clause, f"? {what} is {clause}: it is {problem}"
        if problem is not None:
            self.found.append(problem.clause)

    def _stated(self, text: str) -> None:
        key, _, tail = text.partition(" ")
        got: Any
        if key == "turn":
            got = " ".join(map(str, self.open.view().turn))
        elif key == "sees":
            viewer, _, tail = tail.partition(" ")
            zones = self.open.view(int(viewer)).table["tile"]
            got = zones[0][0].tile if zones else "nothing"
        elif key == "dead":
            got, tail = self.outcome.outcome, "dead"
        elif key == "points":
            got = " ".join(map(str, self.outcome.points))
        elif key == "win":
            got = " ".join(map(str, self.outcome.winners))
        else:
            got = items_text(self.outcome, key)
        assert got == tail, f"= {text}: it is {got}"


def items_text(outcome: Outcome, key: str) -> str:
    """The winner's ``total`` or ``items``, as they are written."""
    tally = next(tally for tally in outcome.scores if tally is not None)
    return str(tally.total) if key == "total" else ", ".join(f"{item.id} {item.value}" for item in tally.items)


def meld_of(text: str) -> Meld:
    """A meld as it is written: ``pung s9``, ``wei b8``, ``chow s1 s2 s3``."""
    form, *tiles = text.split()
    if form == "chow":
        return Meld("chow", tiles[0], tuple(sorted(tiles, key=lambda tile: TABLE[tile])), pack(tiles))
    return (PUNG if form == "pung" else WEI)[tiles[0]]


def hand_of(melds: Iterable[Meld], tiles: Iterable[str], tile: str, own: bool, last: bool = False) -> Hand:
    """A hand to count. One's own draw of a tile of which two are held goes down as a 煨 first (ax.wei)."""
    hand, laid = pack(tiles), tuple(melds)
    if own and hand // ONE[tile] & 7 >= 2:
        return Hand((*laid, WEI[tile]), hand - 2 * ONE[tile], tile, AFTER_WEI, last)
    return Hand(laid, hand, tile, OWN if own else OTHER, last)
