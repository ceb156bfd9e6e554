"""邵陽剝皮: moves that are not legal, each with the reason that is given; positions that the page leaves out.

The notation is that of the rules page.
"""

from __future__ import annotations

import re

import pytest

from replay.text import say
from schemas.tiles import LANGUAGES
from tests.games.shaoyang_bopi_records import PLAYERS, Example, line_of
from tests.support.records import move_of

START = "0: s5 s8 b9 b9\n1: s4 s6 s5 b5 b1\n3: s5 s5 b2 s1"
THROWN = f"{START}\n0 -s5"
WEI = "0: b8 b9\n1: s5 s5 b1 b2\n3: s6 b3\n0 -b8, 1 +s5"
TI = f"{WEI}, 1 wei s5, 1 -b1, 3 +b9, 0 +b7, 1 +s5"
OPENING = "0: b8 b9\n1: s3 s3 s3 s3 s4 s4 s4 s4 b1\n3: b1 b2"
PAO = "0: s5 b8 b9\n1: s4 s6 b1\n3: s5 s5 s5 b2 b3\n0 -s5"
ON_PUNG = "0: s5 s5 b8 b9\n1: s5 b1 b1 b2\n0 -b8, 1 +b9, 3 +s5\n0 pung s5, 0 -b9\n1 +b7, 3 +b1\n1 pung b1, 1 -s5"
KANS = "b1 b1 b1 b3 b3 b3"
STOCK = "stock: b1 b2 b3 b4 b5 b6 b7 b8 b9 b1 b2 b3 b4 b5 b6 b7 b8 b9"
LAST = (
    "0 -s9, 1 +b1, 3 +b2, 0 +b3, 1 +b4, 3 +b5, 0 +b6, 1 +b7, 3 +b8, 0 +b9, "
    "1 +b1, 3 +b2, 0 +b3, 1 +b4, 3 +b5, 0 +b6, 1 +b7, 3 +b8, 0 +b9, 1 +s5"
)
WAIT = f"1: {KANS} s4 s5"
SEVEN_KAN = "s3 s3 s3 s4 s4 s4 s5 s5 s5 s6 s6 s6 s8 s8 s8 s9 s9 s9"

REFUSED: list[tuple[str, str, str]] = [
    # a position, a move that is not legal there, why
    (START, "2 pass", "bp.seats/counter-moves"),
    (f"turned s6\n0: b8 b9\n{WAIT}\n1 win s6", "3 pass", "rec.over/round"),
    (START, "0 -1m", "bp.deal/foreign"),
    (START, "0 -?", "rec.unknown/move"),
    # an opening 提 comes first
    (OPENING, "0 -b8", "bp.opening-ti/first"),
    (OPENING, "1 +s1", "bp.opening-ti/first"),
    (OPENING, "1 ti b1", "bp.opening-ti/first"),
    (OPENING, "3 ti s3", "bp.opening-ti/first"),
    (OPENING, "0 win b10", "bp.opening-ti/first"),
    (OPENING, "1 pass", "bp.opening-ti/first"),
    (OPENING, "1 wei b1", "bp.opening-ti/first"),
    (OPENING, "1 pao b10", "bp.opening-ti/first"),
    (OPENING, "1 pung b10", "bp.opening-ti/first"),
    # the drawer's own 偎 or 提 comes first
    (WEI, "1 -b1", "bp.wei/first"),
    (WEI, "3 +b1", "bp.wei/first"),
    (WEI, "1 ti s5", "bp.wei/first"),
    (WEI, "3 pao s5", "bp.wei/first"),
    (WEI, "3 win s5", "bp.wei/first"),
    (WEI, "3 pass", "bp.wei/first"),
    (WEI, "3 wei s5", "bp.wei/first"),
    (WEI, "1 wei b1", "bp.wei/first"),
    (WEI, "1 pung s5", "bp.wei/first"),
    (WEI, "1 chow s5 b1 b2", "bp.wei/first"),
    (TI, "1 wei s5", "bp.wei/ti-first"),
    (TI, "1 -b2", "bp.wei/ti-first"),
    (TI, "1 pass", "bp.wei/ti-first"),
    (THROWN, "1 ti s5", "bp.wei/no-ti"),
    (THROWN, "3 wei s5", "bp.wei/no-wei"),
    (THROWN, "1 wei 1m", "bp.deal/foreign"),
    # a 跑 comes first
    (PAO, "1 +b9", "bp.pao/first"),
    (PAO, "1 chow s5 s4 s6", "bp.pao/first"),
    (PAO, "1 pung s5", "bp.pao/first"),
    (PAO, "0 -b8", "bp.pao/first"),
    (PAO, "3 wei s5", "bp.pao/first"),
    (PAO, "1 pao s5", "bp.pao/no-three"),
    (PAO, "3 pao s6", "bp.pao/other-tile"),
    (PAO, "3 pao 1m", "bp.deal/foreign"),
    (START, "0 pao s5", "bp.pao/no-tile"),
    (ON_PUNG, "0 pao s5", "bp.pao/discard"),
    (ON_PUNG, "3 pao s5", "bp.pao/no-three"),
    # draws and discards
    (START, "1 +b1", "bp.start/discard"),
    (f"{THROWN}, 3 pung s5", "0 +b1", "bp.waiting/discard"),
    (THROWN, "3 +b1", "bp.draw/turn"),
    (f"stock: b1 b2\n{THROWN}", "1 +b2", "bp.draw/stock"),
    ("0: s5 b1 b1 s7\n1: b1 s8\n3: b1\n0 -s5", "1 +b1", "bp.draw/gone"),
    ("0: s1 b8 b9\n1: s1 b1\n3: s1 b2\n0 -b8, 1 +s1", "3 +s1", "bp.draw/gone"),
    (THROWN, "1 +1m", "bp.deal/foreign"),
    (THROWN, "1 -s4", "bp.waiting/no-discard"),
    (THROWN, "0 -b9", "bp.waiting/no-discard"),
    (START, "0 -s1", "rec.not-in-hand/tile"),
    ("0: s5 s7 s7 s7\n3: s8 s8 s8", "0 -s7", "bp.no-discard-left/kan"),
    ("0: s5 s7 s7 s7\n3: s8 s8 s8", "0 -s8", "rec.not-in-hand/tile"),
    # 碰
    (START, "0 pung b9", "bp.pung/no-tile"),
    ("turned s5\n0: b8 b9\n1: s5 s5 b1", "1 pung s5", "bp.pung/no-tile"),
    (f"{THROWN}, 1 chow s5 s5 b5, 1 -b1", "3 pung s5", "bp.pung/other-tile"),
    (f"{THROWN}, 1 chow s5 s5 b5", "3 pung s5", "bp.pung/no-tile"),
    (f"{THROWN}, 1 +b1", "1 pung b1", "bp.pung/own"),
    (THROWN, "0 pung s5", "bp.pung/own"),
    (THROWN, "1 pung s5", "bp.pung/pair"),
    (THROWN, "3 pung s6", "bp.pung/other-tile"),
    (f"{THROWN}, 3 pass", "3 pung s5", "rec.pass/claimed"),
    (f"0: s5 b8 b9\n1: s5 s5 {KANS}\n0 -s5", "1 pung s5", "bp.no-discard-left/claim"),
    ("0: s5 b8 b9\n3: s5 s5 b2\n0 -s5, 1 +b1, 3 +b7, 0 +s5", "3 pung s5", "bp.stale/let-go"),
    # 吃
    (START, "0 chow s5 s4 s6", "bp.chow/no-tile"),
    ("turned s5\n0: b8 b9\n1: s4 s6 b1", "1 chow s5 s4 s6", "bp.chow/no-tile"),
    ("0: s5 b9\n1: s4 s6 b1\n3: s5 s5 b2\n0 -s5, 3 pung s5", "1 chow s5 s4 s6", "bp.chow/no-tile"),
    ("0: s5 b9\n1: s4 s6 b1\n0 -s5", "1 chow s7 s4 s6", "bp.chow/other-tile"),
    ("0: s5 b9\n1: b1\n3: s4 s6 b2\n0 -s5", "3 chow s5 s4 s6", "bp.chow/left"),
    ("0: b8 s4 s6 b9\n1: b1\n3: b2\n0 -b8, 1 +s5", "0 chow s5 s4 s6", "bp.chow/left"),
    ("0: s5 s4 s6 b1\n0 -s5", "0 chow s5 s4 s6", "bp.chow/own-discard"),
    (THROWN, "1 chow s6 s4 s5", "bp.chow/other-tile"),
    (THROWN, "0 chow s5 b9 b9", "bp.chow/own-discard"),
    (THROWN, "3 chow s5 s4 s6", "bp.chow/left"),
    (THROWN, "1 chow s5 s4 1m", "bp.deal/foreign"),
    (THROWN, "1 chow s5 s4 b5", "bp.chow/group"),
    (THROWN, "1 chow s5 s6 s7", "bp.chow/held"),
    (THROWN, "1 chow s5 s4 s6 / s5 b5 b1", "bp.bi/group"),
    ("0: s5 b9\n1: s4 s6 b5 b6 b7 b1\n0 -s5", "1 chow s5 s4 s6 / b5 b6 b7", "bp.bi/group"),
    (THROWN, "1 chow s5 s4 s6 / s5 b5 b5", "bp.chow/held"),
    (THROWN, "1 chow s5 s4 s6", "bp.bi/copies"),
    ("rules bi=possible\n0: s4 b8\n1: s2 s3 s4 b4 b4 b9\n0 -s4", "1 chow s4 s2 s3", "bp.bi/copies"),
    (f"0: s5 b8 b9\n1: s4 s6 {KANS}\n0 -s5", "1 chow s5 s4 s6", "bp.no-discard-left/claim"),
    (f"{THROWN}, 1 pass", "1 chow s5 s5 b5", "rec.pass/claimed"),
    ("0: s5 b8 b9 s4 s6\n1: b2 b3\n0 -s5, 1 +b9, 3 +b8, 0 +s5", "0 chow s5 s4 s6", "bp.stale/thrown"),
    ("0: s5 b8 b9\n1: s4 s6 b1\n0 -s5, 1 +b9, 3 +b8, 0 +s5", "1 chow s5 s4 s6", "bp.stale/let-go"),
    # 胡
    (THROWN, "1 win s6", "bp.win/no-tile"),
    (f"{THROWN}, 3 pung s5", "3 win s5", "bp.win/no-tile"),
    (f"0: b8 b9\n1: {KANS} s4 s4 s6 s7 s8\n0 -b8, 1 +b9, 3 +s4, 1 pung s4", "1 win s4", "bp.win/no-tile"),
    (f"0: b8 b9\n1: {KANS} s5 s5 s5 s9 s9\n0 -b8, 1 +b9, 3 +s5, 1 pao s5", "1 win s5", "bp.win/no-tile"),
    (THROWN, "1 win 1m", "bp.deal/foreign"),
    (f"turned s6\n0: b8 b9\n{WAIT}\n1 pass", "1 win s6", "rec.pass/claimed"),
    (f"0: s3 b9\n{WAIT}\n3: s8 s8 s6\n0 -b9, 1 +b8, 3 +s8, 3 wei s8, 3 -s6", "1 win s6", "bp.win/discard"),
    (f"turned s6\n0: {KANS} s4 s5\n1: b9\n0 -s6", "0 win s6", "bp.win/discard"),
    (f"turned s6\n0: s6 s6 s6 b1 b2\n{WAIT}\n0 ti s6", "1 win s6", "bp.turned/gone"),
    (f"0: b8 b9\n{WAIT}\n0 -b8, 1 +s9", "1 win s9", "bp.shape/incomplete"),
    (f"rules min_xi=15\n0: b8 b9\n{WAIT}\n0 -b8, 1 +s6", "1 win s6", "bp.win/xi"),
    (f"0: b8 b9\n{WAIT}\n0 -b8, 1 +b9, 3 +s6, 0 +s6", "1 win s6", "bp.stale-win/let-go"),
    (f"turned s6\n0: b8 b9\n{WAIT}\n0 -b8, 1 +b9, 3 +s6", "1 win s6", "bp.stale-win/let-go"),
    (f"0: b8 b9\n{WAIT}\n0 -b8, 1 +s6, 3 +s6", "1 win s6", "bp.stale-win/let-go"),
    (f"0: s6 b9\n{WAIT}\n0 -s6, 1 +b8, 3 +s6", "1 win s6", "bp.stale-win/let-go"),
    # pass
    (THROWN, "0 pass", "rec.pass/needless"),
    ("0: s5 b9\n1: b1 b2\n3: b5\n0 -s5", "1 pass", "rec.pass/needless"),
    (f"{THROWN}, 3 pass", "3 pass", "rec.pass/again"),
    (f"{THROWN}, 3 pung s5", "1 pass", "rec.pass/needless"),
    (PAO, "1 pass", "rec.pass/needless"),
    # the last tile
    (f"{STOCK} s5\n0: s9 s10 s5 s5\n1: s4 s6 s1\n3: s2\n{LAST}", "0 pung s5", "bp.dead/last-tile"),
    (f"{STOCK} s5\n0: s9 s10 s5 s5\n1: s4 s6 s1\n3: s2\n{LAST}", "1 chow s5 s4 s6", "bp.dead/last-tile"),
    (f"{STOCK} s5\n0: s9 s10 s5 s5\n1: s4 s6 s1\n3: s2\n{LAST}", "0 pass", "rec.pass/needless"),
    (f"{STOCK} s5\n0: s9 s10 s5 s5\n1: s4 s6 s1\n3: s2\n{LAST}", "1 pass", "rec.pass/needless"),
    (f"{STOCK} s5\n0: s9 s10 s5 s5\n1: s4 s6 s1\n3: s2\n{LAST}", "3 +s1", "bp.dead/over"),
    (f"{STOCK} s5\n0: s9 s10 s5 s5\n1: s4 s6 s1\n3: s2\n{LAST}", "1 -s1", "bp.dead/over"),
    (f"{STOCK} s5\n0: s9 s10\n1: s5 s5 s1\n3: s2\n{LAST}, 1 wei s5", "1 -s1", "bp.dead/over"),
    (f"{STOCK} s5\n0: s9 s10\n1: s5 s5 s1\n3: s2\n{LAST}, 1 wei s5", "3 +s1", "bp.dead/over"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "move", "reason"), REFUSED)
def test_a_move_against_a_clause_is_refused_with_its_reason(text: str, move: str, reason: str) -> None:
    table = Example(f"{text}\n? {move} is {reason.split('/')[0]}").run().now()
    problem = table.check(move_of(line_of(move)))
    assert problem is not None
    assert problem.reason == reason
    for lang in LANGUAGES:
        assert not reason.startswith("bp.") or not re.search(r"\{|null|None", say(problem, lang, PLAYERS))


FOUR_TI = " ".join([*["s1"] * 4, *["s3"] * 4, *["s5"] * 4, *["s7"] * 4])
THREE_TI = " ".join([*["s1"] * 4, *["s3"] * 4, *["s7"] * 4])
TI_MOVES = "ti s1, {0} ti s3, {0} ti s5, {0} ti s7"
HOLDS: dict[str, str] = {
    "who made four opening 提 waits on 23 tiles, and a pair with one group more is no hand": (
        f"0: b8 b9 b4\n1: {FOUR_TI} b1 b2 s9 s9\n1 {TI_MOVES.format(1)}\n0 -b8, 1 +b7, 3 +b3\n? 1 win b3 is bp.shape"
    ),
    "so the dealer with five of them": (
        f"turned s9\n0: {FOUR_TI} s9 s9 s9 b5\n1: b1\n0 {TI_MOVES.format(0)}, 0 ti s9\n1 +b5\n? 0 win b5 is bp.shape"
    ),
    "a dealer of seven 坎 who does not win throws nothing and cannot win any more": (
        f"turned s1\n0: s1 s1 {SEVEN_KAN}\n1: b1 b2\n? 0 win s1 is legal\n? 0 -s1 is bp.waiting\n0 pass\n= draws 1\n"
        "1 +s1\n? 0 win s1 is bp.shape\n= must 0 pao s1"
    ),
    "who owes no discard may 碰 with his last two free tiles": (
        f"0: s5 b8 b9\n1: {THREE_TI} {KANS} s5 s5\n1 ti s1, 1 ti s3, 1 ti s7\n0 -s5\n? 1 pung s5 is legal\n"
        "1 pung s5\n= draws 3"
    ),
    "and what he lets go so is stale": (
        f"0: s5 b8 b9\n1: {THREE_TI} {KANS} s5 s5\n1 ti s1, 1 ti s3, 1 ti s7\n0 -s5, 1 +b8\n= stale 1 s5"
    ),
    "so he may eat with them": (
        f"0: s5 b8 b9\n1: {THREE_TI} {KANS} s4 s6\n1 ti s1, 1 ti s3, 1 ti s7\n0 -s5\n1 chow s5 s4 s6\n= draws 3"
    ),
    "and lets the tile go if he does not": (
        f"0: s5 b8 b9\n1: {THREE_TI} {KANS} s4 s6\n1 ti s1, 1 ti s3, 1 ti s7\n0 -s5, 1 +b8\n= stale 1 s5"
    ),
    "a draw of one's own that one does not eat is let go": (
        "0: b8 b9\n1: s4 s6 b1\n3: s8\n0 -b8, 1 +s5, 3 +b7\n= stale 1 s5"
    ),
    "also when the next seat eats it": (
        "0: b8 b9\n1: s4 s6 b1\n3: s3 s4 b2\n0 -b8, 1 +s5, 3 chow s5 s3 s4\n= stale 1 s5"
    ),
    "what the drawer eats himself the next seat has not let go": (
        "0: b8 b9\n1: s4 s6 b1\n3: s3 s4 b2\n0 -b8, 1 +s5, 1 chow s5 s4 s6\n= stale 3"
    ),
    "a 碰 that would leave nothing to throw is not let go": (
        f"0: s5 b8 b9\n1: s5 s5 {KANS}\n0 -s5, 1 +b8\n= stale 1"
    ),
    "nor is such a 吃": f"0: s5 b8 b9\n1: s4 s6 {KANS}\n0 -s5, 1 +b8\n= stale 1",
}
"""What holds, and a position in which it does."""


@pytest.mark.parametrize("what", HOLDS)
def test_it_holds_that(what: str) -> None:
    assert Example(HOLDS[what]).run().claims
