"""安乡偎麻雀: more moves and score lines, each with what is said of it. The notation is that of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.anxiang import CODE, Position, move_of
from tests.support.bend import key
from tests.support.records import judged

BASE = "0: s5 s9 b9\n1: s4 s6 b1\n3: s5*2 b3 s7\nstock: b2 b1\n0 discard s5"
WINS = "0: s10 b9 b8\n3: s1*3 s2*3 b7*3 b10*3 s3 s4 b4 b5 b6 s9*2"
NONE_LEFT = "0: s5 s10\n1: s4 s6 b1*3 b3*3 b5*3 b7*4 b9*4\nstock: b2"
STUCK = "0: b1 s10\n1: s1*3 s3*3 s5*3 s7*4 s9*4 b5*2\n3: b8\nstock: b5 s4"
EATS_LATE = (
    "0: s4 b9 s10\n1: s3 s5 b1 b2 b3*2\n3: b8\nstock: b3 b7 s4\n"
    "0 discard s4; 1 draw b3; 1 wei b3; 1 discard b1; 3 draw b7"
)
OWED = "0: s9 b9\n1: s4*3 s5 s6 s8\n3: s3 s5 b1\nstock: s4 b1\n0 discard s9; 1 draw s4"
WON = """0: s10 b9 b8 s5*2
3: s1*3 s2*3 b7*3 b10*3 s3 s4 b4 b5 b6 s9*2
1: s6 s7
stock: s5 b1
0 discard b9; 1 draw s5; 3 win s5"""
LAST = """0: s5*2 s9 s1 b1
1: s4 s6 s8 b2
3: s4 s6 s8 b3
stock: s10 s2 b6 s7 s9 s10 b1 b2 b3 b4 b5 b6 b7 b8 b10 s1 s2 b10 s7 s9 b9 s5
until 0"""
REFUSED: list[tuple[str, str, str]] = [
    # a position, a move that is not legal there, why
    (BASE, "0 pass", "rec.pass/needless"),
    (f"{BASE}; 1 pass; 3 pung s5", "1 pass", "rec.pass/needless"),
    # 煨 is owed: nobody claims the tile
    (OWED, "3 chow s4 with s3 s5", "ax.wei/owed"),
    (OWED, "1 chow s4 with s5 s6", "ax.wei/owed"),
    (OWED, "3 win s4", "ax.wei/owed"),
    (OWED, "3 draw b1", "ax.wei/owed"),
    (OWED, "1 discard s8", "ax.wei/owed"),
    (f"{WINS}\n1: s5*2\nstock: s5\n0 discard b9; 1 draw s5", "3 win s5", "ax.wei/owed"),
    (f"{WINS}\n1: s5*2\nstock: s5\n0 discard b9; 1 draw s5", "3 pass", "ax.wei/owed"),
    ("0: s10 b9 b8\n1: s1*3 s2*3 b7*3 b10*3 s3*2 b4 b5 b6 s9*2\nstock: s3\n0 discard b8; 1 draw s3", "1 win s3",
     "ax.wei/owed"),
    # who may eat, and what must be left to throw
    ("0: b9 s4 s6\n1: b1\n3: b3\nstock: s5\n0 discard b9; 1 draw s5", "0 chow s5 with s4 s6", "ax.chow/not-next"),
    (f"{NONE_LEFT}\n0 discard s5", "1 chow s5 with s4 s6", "ax.no-discard-left/claim"),
    (f"{NONE_LEFT}\n0 discard s5", "1 pass", "rec.pass/needless"),
    (f"{STUCK}\n0 discard b1; 1 draw b5; 1 wei b5", "3 pass", "rec.pass/needless"),
    (f"{STUCK}\n0 discard b1; 1 draw b5; 1 wei b5", "1 pass", "rec.pass/needless"),
    (f"{EATS_LATE}; 0 draw s4", "1 pass", "rec.pass/needless"),
    # without a stock every copy is counted
    ("0: s1*3 b1 b3\n1: b8\n3: b9\nstock: not stated\n0 discard b1; 1 draw s1", "3 draw s1", "ax.draw/none-left"),
    # the round is over
    (WON, "1 chow s5 with s6 s7", "rec.over/round"),
    (WON, "0 pung s5", "rec.over/round"),
    (WON, "3 win s5", "rec.over/round"),
    (WON, "3 draw b1", "rec.over/round"),
    (WON, "3 discard s9", "rec.over/round"),
    (WON, "1 wei s5", "rec.over/round"),
    # the last tile is not claimed
    (LAST, "1 chow s5 with s4 s6", "ax.dead/claim"),
    (LAST, "3 chow s5 with s4 s6", "ax.dead/claim"),
    (LAST, "0 pung s5", "ax.dead/claim"),
    (LAST, "0 pass", "rec.pass/needless"),
    # what one chows is not what one threw or let go
    (f"{EATS_LATE}; 0 draw s4", "1 chow s4 with s3 s5", "ax.missed/chow"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "move", "reason"), REFUSED)
def test_a_move_against_a_clause_is_refused_with_its_reason(text: str, move: str, reason: str) -> None:
    table = Position(text).run().open
    problem = table.check(move_of(move))
    assert problem is not None
    assert problem.reason == reason
    assert key(move_of(move)) not in {key(m) for m in table.legal()}


HOLDS: dict[str, str] = {
    "a win is looked at anew with every tile": (
        f"{WINS}\n1: b1\nstock: s6 s5 s6\n0 discard b9; 1 draw s6; ? 3 win s6 is ax.shape; 3 draw s5\n"
        "? 3 win s5 is legal; 0 draw s6; ? 3 win s6 is ax.shape"
    ),
    "a 胡 let go leaves the tile to be eaten later by who could not eat it then": (
        "0: s1*3 s2*3 b7*3 b10*3 s3 s4 b4 b5 b6 s9*2 b1\n1: b9 b8\n3: b9 b8\nstock: s5 b2 s5\n"
        "0 discard b1; 1 draw s5; 0 pass; 3 draw b2; 0 draw s5\n? 0 chow s5 with s3 s4 is legal"
    ),
    "a 吃 that would leave nothing to throw is not let go": (
        f"{NONE_LEFT} s5\n0 discard s5; 1 draw b2; 3 draw s5\n? 1 chow s5 with s4 s6 is ax.chow"
    ),
}
"""What holds, and a position in which it does."""


@pytest.mark.parametrize("what", HOLDS)
def test_it_holds_that(what: str) -> None:
    assert Position(HOLDS[what]).run().claims


@pytest.mark.parametrize(("text", "how", "drawer"), [
    (f"{WINS}\n1: b1\nstock: s5\n0 discard b9; 1 draw s5; 3 win s5", "other-draw", 1),
    (f"{WINS}\n1: b1\nstock: s7 s5\n0 discard b9; 1 draw s7; 3 draw s5; 3 win s5", "self-draw", 3),
    ("0: s10 b9 b8\n1: s1*3 s2*3 b7*3 b10*3 s3*2 b4 b5 b6 s9*2\nstock: s3\n"
     "0 discard b8; 1 draw s3; 1 wei s3; 1 win s3", "after-wei", 1),
])  # fmt: skip
def test_a_win_says_whose_tile_it_was(text: str, how: str, drawer: int) -> None:
    facts = Position(text).run().outcome.facts
    assert (facts["how"], facts["drawer"]) == (how, drawer)


def _said(dealer: int | None, result: dict[str, Any], **rules: Any) -> list[str]:
    rules = {"edition": 1, **rules}
    head = {"type": "match", "format": "paipu/1", "game": CODE, "rules": rules, "players": [*"甲乙丙丁"]}
    line = {"type": "result", "outcome": "win", "winners": [1], **result}
    return [v.reason for v in judged([head, {"type": "round", "dealer": dealer, "hands": None}, line]).violations]


def _scored(total: int, *items: tuple[str, int]) -> list[Any]:
    return [None, {"total": total, "items": [list(item) for item in items]}, None, None]


PAID = {"points": [-12, 24, 0, -12]}
NOTHING = {"points": [0, 0, 0, 0]}
LINES: dict[str, tuple[int | None, dict[str, Any], dict[str, Any], list[str]]] = {
    # dealer, the result, house rules, the reasons
    "the two losers pay the total": (0, PAID, {}, []),
    "one who sat out pays nothing, whoever dealt": (
        None, {"points": [-12, 24, -12, -12], "scores": _scored(12)}, {}, ["rec.points/points"],
    ),
    "who sat out need not be stated": (None, {"points": [0, 24, -12, -12], "scores": _scored(12)}, {}, []),
    "a win may name whose tile it was": (0, {**PAID, "from": 0}, {}, []),
    "where no dealer is stated anybody's": (None, {**PAID, "from": 2}, {}, []),
    "a self-draw may name the winner": (0, {**PAID, "how": "self-draw", "from": 1}, {}, []),
    "a self-draw need not name anybody": (0, {**PAID, "how": "self-draw"}, {}, []),
    "a self-draw names nobody else": (0, {**PAID, "how": "self-draw", "from": 0}, {}, ["rec.field/self-drawn"]),
    "who sits out does not win": (3, PAID, {}, ["ax.seats/winner"]),
    "who sits out turns no tile up": (0, {**PAID, "from": 2}, {}, ["ax.seats/sits-out"]),
    "nothing is won on a discard": (0, {**PAID, "how": "discard"}, {}, ["ax.win/discarded"]),
    "a loser has no score": (
        0, {**PAID, "scores": [{"total": 12, "items": []}, *_scored(12)[1:]]}, {}, ["rec.scores/winners-only"],
    ),
    "a win of nothing is none": (0, NOTHING, {}, ["rec.points/winner-pays"]),
    "unless a hand needs no xi and has none": (0, NOTHING, {"min_xi": 0}, []),
    "a total of nothing is no win": (0, {**NOTHING, "scores": _scored(0)}, {}, ["rec.scores/impossible"]),
    "unless a hand needs no xi": (0, {**NOTHING, "scores": _scored(0)}, {"min_xi": 0}, []),
    "additions alone are no hand": (
        0, {"points": [-20, 40, 0, -20], "scores": _scored(20, ("single-wait", 20))}, {}, ["rec.scores/impossible"],
    ),
    "unless a hand may have no xi at all": (
        0, {"points": [-20, 40, 0, -20], "scores": _scored(20, ("single-wait", 20))}, {"min_xi": 0}, [],
    ),
    "a factor multiplies the hard xi and not what is added": (
        0, {"points": [-68, 136, 0, -68], "scores": _scored(68, ("kan", 12), ("all-black", 4), ("single-wait", 20))},
        {}, [],
    ),
    "a factor is stated as what it is": (
        0, {"points": [-48, 96, 0, -48], "scores": _scored(48, ("kan", 12), ("all-black", 8))}, {},
        ["rec.scores/impossible"],
    ),
    "a hand has one factor": (
        0, {**PAID, "scores": _scored(12, ("kan", 4), ("one-red", 3), ("all-black", 4))}, {},
        ["rec.scores/items-together"],
    ),
    "a dead round pays nobody": (
        0, {"outcome": "dead", "winners": [], "points": [-10, 0, 10, 0]}, {}, ["rec.points/points"],
    ),
    "a dead round is no other outcome": (
        0, {"outcome": "void", "winners": [], **NOTHING}, {}, ["rec.result/no-such-outcome"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_a_score_line_says(name: str) -> None:
    dealer, result, rules, reasons = LINES[name]
    assert _said(dealer, result, **rules) == reasons
