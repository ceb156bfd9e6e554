"""What the tests of 靈溪麻將 share: written positions and hands, in the notation of the rules page.

A *position* is given by as many tiles as matter; the others are filled in, always the same way. This module judges
nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from replay.engine import open_table
from replay.game import Outcome, Tally, Violation
from replay.games.lingxi_mahjong import GAME
from replay.games.lingxi_mahjong.check import refuse
from replay.games.lingxi_mahjong.claims import first_winner
from replay.games.lingxi_mahjong.score import Hand, Scored, loser, winner
from replay.games.lingxi_mahjong.table import LingxiMahjongTable
from replay.games.lingxi_mahjong.tiles import GROUP_OF, wall_opening, wilds_of
from replay.kit.mahjong import KIND, RUN, TRIPLET, Meld, count
from schemas.options import LingxiMahjongOptions
from schemas.record import AnyMove, Chow, Discard, Draw, Flower, Foul, Kong, Pass, Pung, Result, Score, Setup, Win
from schemas.tiles import MAHJONG, arrange

CODE = "lingxi-mahjong"
SIMPLE: dict[str, Any] = {"discard": Discard, "pung": Pung, "win": Win, "flower": Flower}
DULL = [rank + suit for ranks in ("147", "258", "369") for suit in "mps" for rank in ranks]
"""What hands are filled up with: nothing that goes together."""


def options_of(words: str) -> LingxiMahjongOptions:
    """``name=value`` words as a rule set."""
    spelt: dict[str, Any] = {"true": True, "false": False}
    chosen = dict(word.split("=") for word in words.split())
    return LingxiMahjongOptions(**{k: spelt[v] if v in spelt else int(v) for k, v in chosen.items()})


def tiles_of(text: str) -> list[str]:
    """Tiles as they are written: ``1m 1m E``, ``1m*3`` for three of them, ``123m`` for 1m 2m 3m."""
    out = []
    for word in text.split():
        tile, _, times = word.partition("*")
        several = re.fullmatch(r"([1-9]{2,})([mps])", tile)
        out += [digit + several[2] for digit in several[1]] if several else [tile] * int(times or 1)
    return out


def rest_of(used: Iterable[str]) -> list[str]:
    """The whole set without the `used` tiles: first what goes together least, honours and flowers last."""
    left = {code: 4 if i < 34 else 1 for i, code in enumerate(MAHJONG)}
    for tile in used:
        if tile in left:
            left[tile] -= 1
    suits = [code for turn in range(4) for code in DULL if left[code] > turn]
    return [*suits, *(code for code in MAHJONG[27:] for _ in range(left[code]))]


def deal_of(
    dealer: int, hands: dict[int, list[str]], shown: list[str], stock: list[str], back: list[str], stated: bool = True
) -> Setup:
    """A whole deal that begins with the given tiles: hands filled up, then the wall between its two ends."""
    given = [*(tile for hand in hands.values() for tile in hand), *shown, *stock, *back]
    rest = rest_of(given)
    whole: list[list[str] | None] = []
    for seat in range(4):
        hand = list(hands.get(seat, ()))
        while len(hand) < (17 if seat == dealer else 16):
            hand.append(rest.pop(0))
        whole.append(arrange(hand))
    rest = [*rest[:10], *rest[-20:], *rest[10:-20]]  # flowers and honours in the middle
    wall = [*stock, *rest, *reversed(back)]
    return Setup(dealer=dealer, hands=whole, indicators=shown, stock=wall if stated else None)


def move_of(text: str) -> AnyMove:
    """A move as it is written: ``1 draw 5s``, ``1 draw 5s back``, ``1 chow 5s with 4s 6s``, ``3 pass``."""
    seat, verb, *rest = text.split()
    if verb == "pass":
        return Pass(seat=int(seat))
    if verb == "chow":
        tile, _, *pair = rest
        return Chow(seat=int(seat), tile=tile, with_=pair)
    if verb == "draw":
        return Draw(seat=int(seat), tile=rest[0], from_="back" if rest[1:] == ["back"] else None)
    if verb == "kong":
        return Kong(seat=int(seat), tile=rest[0], kind=rest[1])  # type: ignore[arg-type]
    if verb == "foul":
        return Foul(seat=int(seat), kind=rest[0])  # type: ignore[arg-type]
    return SIMPLE[verb](seat=int(seat), tile=rest[0])  # type: ignore[no-any-return]


def told(items: Sequence[Any]) -> str:
    """Items as a page writes them."""
    return ", ".join(f"{item.id} {item.value}" for item in items)


class Position:
    """A written position: the lines of a ``position`` block, played and held against what they claim."""

    def __init__(self, text: str) -> None:
        self.found: list[str] = []
        """Clauses of the violations that the block claims."""
        self.claims = 0
        hands: dict[int, list[str]] = {}
        parts: dict[str, list[str]] = {"stock": [], "back": [], "indicators": tiles_of("C F")}
        self.options, self.dealer, self.dice, stated = LingxiMahjongOptions(), 0, None, True
        self._lines = [line.split("#")[0].strip() for line in text.strip().splitlines()]
        while self._lines and not re.match(r"[?=]|\d [a-z]|until", self._lines[0]):
            line = self._lines.pop(0)
            head, _, tail = line.partition(" ")
            if head == "rules":
                self.options = options_of(tail)
            elif head == "dealer":
                self.dealer = int(tail)
            elif line == "stock: not stated":
                stated = False
            elif head.rstrip(":") in parts:
                parts[head.rstrip(":")] = tiles_of(tail)
            elif head == "dice:":
                self.dice = [[int(n) for n in word.split("+")] for word in tail.split()]
            elif line:
                hands[int(head[0])] = tiles_of(tail)
        self.setup = deal_of(self.dealer, hands, parts["indicators"], parts["stock"], parts["back"], stated)
        self.setup.dice = self.dice  # type: ignore[assignment]
        self.table: LingxiMahjongTable | Violation = open_table(GAME, self.setup, self.options)  # type: ignore[assignment]

    @property
    def open(self) -> LingxiMahjongTable:
        """The table of a possible deal."""
        assert not isinstance(self.table, Violation), self.table
        return self.table

    @property
    def outcome(self) -> Outcome:
        """What the round has come to."""
        outcome = self.open.outcome()
        assert outcome is not None, "the round is not over"
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
            self.play(move_of(part))

    def play(self, move: AnyMove) -> None:
        """Makes a move that is legal both ways."""
        problem = self.open.check(move)
        assert problem is None, problem
        assert move in self.open.legal()
        self.open.play(move)

    def play_until(self, left: int) -> None:
        """Draws, lays flowers and throws what was drawn until the wall has `left` tiles."""
        while self.open.wall.left > left:
            legal = self.open.legal()
            moves = [m for m in legal if isinstance(m, Draw | Flower)]
            if not moves:
                throws = [m for m in legal if isinstance(m, Discard)]
                drawn = [m for m in throws if KIND[m.tile] == self.open.drawn]
                moves = drawn or throws  # type: ignore[assignment]
            self.play(moves[0])

    def _asked(self, what: str, clause: str) -> None:
        if what == "deal":
            problem = self.table if isinstance(self.table, Violation) else None
        elif what.startswith("players"):
            names = ["A", "B", "C", "D"][: int(what.split()[1])]
            series = GAME.series(self.options, [*names, *[None] * (4 - len(names))])
            problem = series.check(self.setup)
        elif what.startswith("next"):
            series = GAME.series(self.options, ["A", "B", "C", "D"])
            series.add(self.setup, self.outcome)
            problem = series.check(deal_of(int(what.split()[1]), {}, ["E", "S"], [], []))
        else:
            move = move_of(what)
            problem = self.open.check(move)
            assert (problem is None) == (move in self.open.legal()), what
            assert problem == refuse(self.open, move), what  # the table's quick answers are the same
        got = "legal" if not problem else problem.reason if "/" in clause else problem.clause
        assert got == clause, f"{what}: {problem}"
        if problem:
            self.found.append(problem.clause)

    def _stated(self, what: str) -> None:
        head, _, rest = what.partition(" ")
        outcome = self.open.outcome()
        if head == "turn":
            got: Any = " ".join(map(str, self.open.view().turn))
        elif head == "left":
            got = str(self.open.wall.left)
        elif head == "above":
            got = str(self.open.above())
        elif head == "points":
            got = " ".join(map(str, self.outcome.points))
        elif head == "first":
            seats = [int(word) for word in rest.split() if word.isdigit()]
            got = f"{first_winner(self.open, seats[1:])} of {' '.join(map(str, seats[1:]))}"
        elif head == "total":
            seat, rest = rest.split()
            got = str(self._tally(int(seat)).total)
        elif head == "items":
            seat, _, rest = rest.partition(" ")
            got = told(self._tally(int(seat)).items)
        else:
            got = "open" if outcome is None else " ".join([outcome.outcome, *map(str, outcome.winners)])
            rest = what
        assert got == rest, f"= {what}: it is {got}"

    def _tally(self, seat: int) -> Tally:
        tally = self.outcome.scores[seat]
        assert tally is not None
        return tally


def meld_of(text: str) -> Meld | int:
    """A set on the table: ``pung 3p``, ``chow 1m 2m 3m``, ``exposed kong S``, ``opening four q1`` (its group)."""
    *how, tile = text.split()
    if how[0] == "opening":
        return GROUP_OF[KIND[tile]]
    if how[0] == "chow":
        return Meld(RUN + min(KIND[how[1]], KIND[tile]), "", 3, KIND[tile])
    kong = how[0] if how[-1] == "kong" else ""
    return Meld(TRIPLET + KIND[tile], kong, -1 if kong == "concealed" else 3, KIND[tile])


def hand_of(
    concealed: Sequence[str], melds: Sequence[Meld | int], flowers: Sequence[str], shown: Sequence[str], wind: str
) -> Hand:
    """A hand that counts, without how it won."""
    laid = [meld for meld in melds if isinstance(meld, Meld)]
    fours = [meld for meld in melds if isinstance(meld, int)]
    wilds = wilds_of(*sorted(KIND[tile] for tile in shown))
    return Hand(bytes(count(concealed)), laid, fours, [KIND[tile] for tile in flowers], wilds, KIND[wind])


HOW = ("drawn", "kong-draw", "rob", "last-four", "heavenly", "earthly", "discard", "claimed", "loser")


def run_hand(text: str) -> list[str]:
    """Counts the hand of a ``hand`` block and holds what it claims; the claims."""
    options, shown, wind, table, tiles, flowers, how = LingxiMahjongOptions(), ["C", "F"], "E", "", "", "", ["discard"]
    alone, claims = -1, []
    for line in (line.split("#")[0].strip() for line in text.strip().splitlines()):
        head, _, tail = line.partition(": ")
        if line.startswith("rules"):
            options = options_of(line.removeprefix("rules "))
        elif head == "indicators":
            shown = tail.split()
        elif head == "wind":
            wind = tail
        elif head == "on the table":
            table = tail
        elif head == "in hand":
            tiles = tail
        elif head == "flowers":
            flowers = tail
        elif head == "alone":
            alone = KIND[tail]
        elif line.startswith("="):
            melds = [meld_of(part.strip()) for part in table.split(",") if part]
            hand = hand_of(tiles_of(tiles), melds, tiles_of(flowers), shown, wind)
            hand.alone = alone
            _hold(line.removeprefix("= "), hand, how, options)
            claims.append(line)
        elif line:
            how = line.split(", ")
            assert set(how) <= set(HOW), how
    return claims


def counted(hand: Hand, how: Sequence[str], options: LingxiMahjongOptions) -> list[Scored] | Tally:
    """The best readings of a winner, or what a loser counts."""
    if "loser" in how:
        return loser(hand)
    hand.drawn = bool({"drawn", "kong-draw", "last-four", "heavenly"} & set(how))
    for word in ("kong-draw", "rob", "last-four", "heavenly", "earthly"):
        setattr(hand, word.replace("-", "_"), word in how)
    return winner(hand, options)


def _hold(claim: str, hand: Hand, how: Sequence[str], options: LingxiMahjongOptions) -> None:
    found = counted(hand, how, options)
    best = [Scored(found.items, found.total)] if isinstance(found, Tally) else found
    if claim.startswith("items"):
        said = {told(score.items) for score in best}
        assert claim.removeprefix("items ") in said, f"{claim}: it is {said}"
    else:
        got = f"{sum(item.value for item in best[0].items)} tai, {best[0].total}"
        assert claim == got, f"{claim}: it is {got}"


def run_line(text: str) -> list[str]:
    """Settles the score line of a ``line`` block and holds what it claims; the clauses that it names."""
    said: dict[str, str] = {}
    out = []
    for line in (line.split("#")[0].strip() for line in text.strip().splitlines()):
        head, _, tail = line.partition(" ")
        if not line.startswith("="):
            said[head] = tail
            continue
        number = {name: int(said[name]) if name in said else None for name in ("dealer", "from", "liable")}
        totals = [Score(int(n), []) for n in said.get("totals", "0 0 0 0").split()]
        winners = [int(n) for n in said.get("winners", "").split()]
        result = Result(
            outcome=said.get("outcome", "win"), winners=winners, points=[0] * 4, scores=totals,  # type: ignore[arg-type]
            from_=number["from"], liable=number["liable"], how=said.get("how"),  # type: ignore[arg-type]
        )  # fmt: skip
        found = GAME.settle(Setup(dealer=number["dealer"], hands=None), result, LingxiMahjongOptions())
        if isinstance(found, Violation):
            got = found.clause
            out.append(got)
        else:
            got = "not judged" if found is None else "points " + " ".join(map(str, found.points))
        assert line == f"= {got}", f"{line}: it is {got}"
        said = {name: value for name, value in said.items() if name == "dealer"}
    return out


def run_dice(text: str) -> int:
    """Holds where the wall is opened, for East as dealer; how many lines."""
    count_ = 0
    for line in text.strip().splitlines():
        first, second, claim = re.fullmatch(r"(\d+) then (\d+): (.*)", line).groups()  # type: ignore[union-attr]
        found = wall_opening(0, int(first), int(second))
        names = ["ESWN"[found.thrower], "ESWN"[found.wall], "ESWN"[found.start_wall]]
        got = f"{names[0]} throws, {names[1]} {found.turned} is turned, {names[2]} {found.start} is drawn first"
        assert claim == got, f"{line}: it is {got}"
        count_ += 1
    return count_
