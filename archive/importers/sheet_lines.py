"""One line of a score sheet: what it is, what it says, and what its results come to in money.

The grammar and the money are those of ``docs/score-sheets.md``. Nothing here knows where a match begins or ends, and
nothing here asks the rules of the game: replay computes the same money by its own rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import gcd
from typing import Any, Literal
from unicodedata import normalize

from schemas.errors import Violation
from schemas.record import Result, Score

MAX_CAP = 13
MAX_PRICE = 1_000_000
"""Highest price of a hand of no faan, in points: the bound of the game's option ``base``."""
_NAME = re.compile(r"[^\d*-]")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_LIKE_A_DAY = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}")
_OPTION = re.compile(r"([BMRS])=(.*)")
_LIKE_AN_OPTION = re.compile(r"([BMRS])\s*=.*", re.IGNORECASE | re.DOTALL)
_AMOUNT = re.compile(r"\d{1,9}(?:\.\d{1,6})?|\.\d{1,6}", re.ASCII)
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_BLAMES = {"d": "discard", "D": "guaranteed-discard", "S": "guaranteed-draw", "g": "guaranteed-draw", "f": "false-win"}
_LIABILITIES = {"full": "full", "half": "half"}
_DOUBLINGS = {"half": "half-spicy", "spicy": "spicy"}
_HALF_SPICY = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)

Kind = Literal["blank", "date", "B", "M", "R", "S", "players", "results", "bad"]
SETTINGS: tuple[Kind, ...] = ("date", "B", "M", "R", "S", "players")
"""The kinds of line whose value holds from there on, in the order in which a sheet's head has them by custom."""


class SheetError(Exception):
    """A line that says what it cannot; ``violation`` has no place yet."""

    def __init__(self, clause: str, reason: str, **args: Any) -> None:
        self.violation = Violation(clause, f"sheet.{reason}", args)
        super().__init__(f"{reason} {args}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line as read. ``value`` is what a setting holds, or the four words of a results line."""

    kind: Kind
    value: Any = None
    fault: Violation | None = None


def read_line(text: str) -> Line:
    """What a line, without its line feed, is. A setting that cannot be read keeps its kind and has a fault."""
    words = text.split("#", 1)[0].split()
    if not words:
        return Line("blank")
    kind = _kind(words)
    try:
        return Line(kind, _value(kind, words))
    except SheetError as error:
        return Line(kind, None, error.violation)


def _kind(words: list[str]) -> Kind:
    whole = normalize("NFKC", " ".join(words))
    if _LIKE_A_DAY.fullmatch(whole):
        return "date"
    option = _LIKE_AN_OPTION.fullmatch(whole)
    if option is not None:  # an option misspelt still spoils only what it holds for
        return option[1].upper()  # type: ignore[return-value]
    if all(_NAME.match(word) for word in words):
        return "players"
    return "results" if len(words) == 4 else "bad"


def _value(kind: Kind, words: list[str]) -> Any:
    if kind == "bad":
        raise SheetError("rec.line", "line/form", words=len(words))
    if kind == "players":
        return _players(words)
    if kind == "results":
        return tuple(words)
    if kind == "date":
        if not _DAY.fullmatch(words[0]):
            raise SheetError("rec.field", "date/form", stated=words[0])
        try:
            return date.fromisoformat(words[0]).isoformat()
        except ValueError:
            raise SheetError("rec.field", "date/day", stated=words[0]) from None
    if len(words) != 1 or not _OPTION.fullmatch(words[0]):
        raise SheetError("rec.rules", "option/form", stated=" ".join(words), option=kind)
    return _option(kind, words[0][2:])


def _players(words: list[str]) -> tuple[str, ...]:
    if len(words) != 4:
        raise SheetError("rec.line", "players/count", count=len(words))
    double = next((name for name in words if words.count(name) > 1), None)
    if double is not None:
        raise SheetError("rec.field", "players/twice", name=double)
    return tuple(words)


def _option(kind: Kind, stated: str) -> Any:
    if kind == "B":
        amount = Fraction(stated) if _AMOUNT.fullmatch(stated) else Fraction(0)
        if amount <= 0:
            raise SheetError("rec.rules", "option/base", stated=stated)
        return amount
    if kind == "M":
        cap = int(stated) if _WHOLE.fullmatch(stated) else 0
        if not 1 <= cap <= MAX_CAP:
            raise SheetError("rec.rules", "option/cap", stated=stated, most=MAX_CAP)
        return cap
    known = _LIABILITIES if kind == "R" else _DOUBLINGS
    if stated not in known:
        reason = "option/liability" if kind == "R" else "option/doubling"
        raise SheetError("rec.rules", reason, stated=stated)
    return known[stated]


@dataclass(frozen=True, slots=True)
class Money:
    """The options of a sheet. ``base`` is in the sheet's money, ``scale`` points are one of it."""

    base: Fraction = Fraction(1)
    cap: int = MAX_CAP
    liability: str = "full"
    doubling: str = "half-spicy"

    @property
    def scale(self) -> int:
        """Points that make one of the sheet's money: the fewest with which every payment is whole."""
        price = 2 * self.base
        if self.liability == "full":
            return price.denominator
        return price.denominator * 4 // gcd(4, price.numerator)

    @property
    def unit(self) -> str | None:
        """What a point is worth, where it is not one of the sheet's money."""
        return None if self.scale == 1 else format(Decimal(1) / self.scale, "f")

    def rules(self) -> dict[str, Any]:
        """The options of hk-mahjong that say the same. Raises :class:`SheetError`."""
        price = int(2 * self.base * self.scale)
        if price > MAX_PRICE:
            raise SheetError("rec.rules", "option/base", stated=str(float(self.base)))
        return {
            "edition": 1, "base": price, "cap": self.cap, "liability": self.liability, "doubling": self.doubling,
            "min_faan": 0,
        }  # fmt: skip

    def result(self, words: Sequence[str]) -> tuple[Result, str]:
        """What a line of results says, and a note where it says more faan than the cap. Raises :class:`SheetError`."""
        fans, blames = _entries(words)
        if not fans:
            return self._without_winner(blames), ""
        winner, stated = fans[0]
        fan = min(stated, self.cap)
        blame = blames[0] if blames else None
        if fan == 0 and (blame is None or blame[1] == "guaranteed-draw"):
            raise SheetError("hk.pay", "result/self-draw-of-nothing", seat=winner)
        result = Result(
            outcome="win", winners=[winner], points=self._points(winner, fan, blame),
            scores=[Score(fan, []) if seat == winner else None for seat in range(4)], how="self-draw",
        )  # fmt: skip
        if blame is not None:
            seat, kind = blame
            if kind != "guaranteed-draw":
                result.from_, result.how = seat, "discard"
            if kind != "discard":
                result.liable = seat
        return result, "" if fan == stated else f"{stated} faan count as the cap of {fan}"

    def _without_winner(self, blames: list[tuple[int, str]]) -> Result:
        if not blames:
            return Result(outcome="draw", winners=[], points=[0, 0, 0, 0])
        culprit = blames[0][0]
        share = 3 * self._portion(self.cap)
        points = [self._whole(-3 * share if seat == culprit else share) for seat in range(4)]
        return Result(outcome="foul", winners=[], points=points, from_=culprit, how="foul")

    def _portion(self, fan: int) -> Fraction:
        return self.base * (1 << fan if self.doubling == "spicy" else _HALF_SPICY[fan])

    def _points(self, winner: int, fan: int, blame: tuple[int, str] | None) -> list[int]:
        portion = self._portion(fan)
        paid = dict.fromkeys(range(4), Fraction(0))
        if blame is None:
            paid.update((seat, portion) for seat in paid if seat != winner)
        elif blame[1] == "discard" and self.liability == "half":
            paid.update((seat, portion if seat == blame[0] else portion / 2) for seat in paid if seat != winner)
        else:
            paid[blame[0]] = portion * (3 if blame[1] == "guaranteed-draw" else 2)
        return [self._whole(sum(paid.values()) if seat == winner else -paid[seat]) for seat in range(4)]

    def _whole(self, amount: Fraction | int) -> int:
        points = Fraction(amount) * self.scale
        assert points.denominator == 1
        return points.numerator


def _entries(words: Sequence[str]) -> tuple[list[tuple[int, int]], list[tuple[int, str]]]:
    """Seats that won with their faan, and seats that are to blame with how. Raises :class:`SheetError`."""
    fans: list[tuple[int, int]] = []
    blames: list[tuple[int, str]] = []
    for seat, word in enumerate(words):
        if _WHOLE.fullmatch(word):
            fans.append((seat, int(word)))
        elif word in _BLAMES:
            blames.append((seat, _BLAMES[word]))
        elif word != "-":
            raise SheetError("rec.line", "result/entry", entry=word)
    false_win = any(kind == "false-win" for _, kind in blames)
    if len(fans) > 1 or len(blames) > 1 or (bool(blames) and false_win == bool(fans)):
        raise SheetError("rec.result", "result/together", entries=" ".join(words))
    return fans, blames
