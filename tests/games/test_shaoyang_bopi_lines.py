"""邵陽剝皮: score lines, each with what is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.shaoyang_bopi_records import header
from tests.support.records import judged


def _said(dealer: int | None, result: dict[str, Any], **rules: Any) -> list[str]:
    line = {"type": "result", "outcome": "win", **result}
    verdict = judged([header(**rules), {"type": "round", "dealer": dealer, "hands": None}, line])
    return [v.reason for v in verdict.violations]


def _scored(total: int, *items: tuple[str, int]) -> dict[str, Any]:
    return {"total": total, "items": [list(item) for item in items]}


BARE = {"winners": [1], "points": [0, 25, 13, 0]}
PAID = {"winners": [1], "points": [-38, 50, 26, -38]}
TWELVE = {"winners": [1], "points": [0, 12, 6, 0]}
TEN_MORE = {"winners": [1], "points": [0, 22, 11, 0]}
LINES: dict[str, tuple[int | None, dict[str, Any], dict[str, Any], list[str]]] = {
    # dealer, the result, house rules, the reasons
    "without a total the winner received H": (0, BARE, {}, []),
    "or 2H where the losers pay": (0, PAID, {"settlement": "losers-pay"}, []),
    "a loser has no score": (
        0, {**BARE, "scores": [_scored(1), _scored(25), None, None]}, {}, ["rec.scores/winners-only"],
    ),
    "a winner has one, where anybody has": (
        0, {**BARE, "scores": [None, None, _scored(25), None]}, {}, ["rec.scores/winners-only"],
    ),
    "nobody is liable": (0, {**BARE, "liable": 0}, {}, ["rec.field/game"]),
    "the counter does not win": (3, BARE, {}, ["bp.seats/counter-moves"]),
    "the counter throws nothing": (0, {**BARE, "from": 2}, {}, ["bp.seats/counter-moves"]),
    "a self-draw may name the winner": (0, {**BARE, "how": "self-draw", "from": 1}, {}, []),
    "a self-draw names nobody else": (0, {**BARE, "how": "self-draw", "from": 0}, {}, ["rec.field/self-drawn"]),
    "a win may name whose tile it was": (0, {**BARE, "from": 3}, {}, []),
    "a discard is the dealer's": (0, {**BARE, "how": "discard", "from": 0}, {}, []),
    "or anybody's where no dealer is stated": (None, {**BARE, "how": "discard", "from": 3}, {}, []),
    "a discard is not the winner's own": (
        None, {**BARE, "how": "discard", "from": 1}, {}, ["bp.win/first-discard"],
    ),
    "a total alone may have the ten of 地胡 in it": (
        0, {**TEN_MORE, "how": "discard", "scores": [None, _scored(22), None, None]}, {}, [],
    ),
    "items without 地胡 are no win on a discard": (
        0, {**TWELVE, "how": "discard", "scores": [None, _scored(12, ("ti", 12)), None, None]}, {},
        ["bp.win/first-discard"],
    ),
    "天胡 is the dealer's": (
        0, {**TEN_MORE, "scores": [None, _scored(22, ("ti", 12), ("tian-hu", 10)), None, None]}, {},
        ["rec.scores/item-and"],
    ),
    "a bonus is ten": (
        0, {**TEN_MORE, "scores": [None, _scored(22, ("ti", 12), ("kan", 6), ("zi-mo", 4)), None, None]}, {},
        ["rec.scores/impossible"],
    ),
    "a bonus alone is no hand": (
        0, {"winners": [1], "points": [0, 10, 5, 0], "scores": [None, _scored(10, ("zi-mo", 10)), None, None]}, {},
        ["rec.scores/impossible"],
    ),
    "unless a hand needs no xi": (
        0, {"winners": [1], "points": [0, 10, 5, 0], "scores": [None, _scored(10, ("zi-mo", 10)), None, None]},
        {"min_xi": 0}, [],
    ),
    "a total alone that is no more than the bonus is no hand": (
        0, {"winners": [1], "points": [0, 10, 5, 0], "how": "self-draw", "scores": [None, _scored(10), None, None]}, {},
        ["rec.scores/impossible"],
    ),
    "a win of nothing is none": (0, {"winners": [1], "points": [0, 0, 0, 0]}, {}, ["rec.points/winner-pays"]),
    "unless a hand needs no xi and has none": (0, {"winners": [1], "points": [0, 0, 0, 0]}, {"min_xi": 0}, []),
    "a win has one winner": (0, {**BARE, "winners": [0, 1]}, {}, ["bp.order/one-winner"]),
    "a dead round costs its dealer ten": (3, {"outcome": "dead", "winners": [], "points": [0, 10, 0, -10]}, {}, []),
    "and nobody else": (
        3, {"outcome": "dead", "winners": [], "points": [-10, 0, 10, 0]}, {}, ["rec.points/points"],
    ),
    "nor by the points of another dealer, who is not stated": (
        None, {"outcome": "dead", "winners": [], "points": [-10, 0, 10, 0]}, {}, [],
    ),
    "the counter sits opposite the dealer, whoever that is": (
        None, {**BARE, "points": [13, 25, 0, 0], "scores": [None, _scored(25), None, None]}, {}, [],
    ),
    "nobody counts his own win": (
        None, {"winners": [1], "points": [0, 13, 0, 0], "scores": [None, _scored(25), None, None]}, {},
        ["rec.points/points"],
    ),
    "the winner is not his own counter": (
        None, {"winners": [1], "points": [25, 13, 0, 0]}, {}, ["rec.points/points"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_a_score_line_says(name: str) -> None:
    dealer, result, rules, reasons = LINES[name]
    assert _said(dealer, result, **rules) == reasons
