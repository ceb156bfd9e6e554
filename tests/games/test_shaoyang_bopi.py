"""邵陽剝皮: the worked situations of the rules page, the golden cases, records right and broken, every option value."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from replay.audit import INVALID, UNJUDGED, VALID, audit
from replay.engine import open_table
from replay.game import Violation
from replay.games.shaoyang_bopi.groups import chows
from replay.games.shaoyang_bopi.score import count_hand, dead, payments
from replay.games.shaoyang_bopi.series import settlement
from replay.games.shaoyang_bopi.table import ShaoyangBopiTable
from replay.kit.zipai import COUNTER, INDEX, pack
from replay.registry import get
from replay.selfplay import play_round
from replay.text import catalogue, say
from schemas.items import ITEMS
from schemas.options import OPTIONS, ShaoyangBopiOptions
from schemas.record import Chow, Draw, Pao, Result, Score, Setup, Wei
from schemas.tiles import LANGUAGES, ORDER, ZIPAI
from tests.games.shaoyang_bopi_records import CODE, PAGE, PLAYERS, ROOT, Example, Rnd, record
from tests.support.golden import GOLDEN, broken, matches, rounds_path
from tests.support.house import values
from tests.support.records import Lines, copy, judged, match_of, places

GAME = get(CODE)


def runs(text: str) -> Example:
    return Example(text).run()


# --- the worked situations of the rules page


def test_worked_1_a_fourth_beside_the_kan_wins_for_another_and_is_a_ti_for_oneself() -> None:
    held = "1: s2 s2 s2 s3 s4 b1 b1 b1 b3 b3 b3"
    runs(f"0: b8 b9\n{held}\n0 -b8, 1 +b9, 3 +s2, 1 win s2\n= total 15; items kan=3 kan=6 kan=6")
    runs(f"0: b8 b9\n{held}\n0 -b8, 1 +s2\n= must 1 ti s2\n1 ti s2\n? 1 win s2 is bp.shape")


@pytest.mark.parametrize("tile", [t for t in ZIPAI if t != "s2"])
def test_worked_2_a_kan_is_not_split_to_wait(tile: str) -> None:
    runs(f"0: b9 b6\n1: s2 s2 s2 s3 s4 b2\nturned b9\n0 -b6, 1 +s10, 3 +{tile}\n? 1 win {tile} is bp.shape")


def test_worked_3_a_fourth_on_a_pung_is_a_pao_only_when_drawn_and_on_a_wei_a_ti() -> None:
    punged = "0: s3 b8\n1: s3 s3 b1 b5\n3: s3 b4\n0 -s3, 1 pung s3, 1 -b5"
    runs(f"{punged}\n3 +b9, 0 +b10, 1 +b9, 3 +b7, 0 +b6, 1 +b6, 3 +b5\n= draws 0")
    thrown = "0: s3 b8\n1: s3 s3 b1 b5\n3: s3 b4 b9 b9\n0 -s3, 1 pung s3, 1 -b5, 3 +b9, 3 wei b9, 3 -s3"
    runs(f"{thrown}\n? 1 pao s3 is bp.pao\n= draws 0")
    own = runs(f"{punged.replace('3: s3 b4', '3: b4')}\n3 +b9, 0 +b10, 1 +s3\n= must 1 pao s3\n1 pao s3\n= owes 1")
    assert own.now().xi[1] == 6
    wei = runs("0: b8\n1: s3 s3 b1 b5\n0 -b8, 1 +s3, 1 wei s3, 1 -b5, 3 +b9, 0 +b7, 1 +s3\n= must 1 ti s3\n1 ti s3")
    assert wei.now().xi[1] == 9


def test_worked_4_the_bonus_does_not_open_a_hand_of_nine_xi() -> None:
    nine, ten = "1: b1 b1 b1 s1 s1 s1 s4 s5", "1: b1 b1 b1 s1 s1 s1 s4 s5 s9 s9"
    runs(f"0: b8\n{nine}\n0 -b8, 1 +s6\n? 1 win s6 is bp.win")
    claimed = f"0: s9 b8 b7\n{ten} b5\n0 -s9, 1 pung s9, 1 -b5, 3 +b9, 0 +b10, 1 +s6, 1 win s6"
    runs(f"{claimed}\n= total 20; items kan=6 kan=3 pung=1 zi-mo=10; points 0 20 10 0")


def test_worked_5_half_of_25_is_13() -> None:
    assert payments(1, 2, 25, "tally") == (0, 25, 13, 0)
    assert payments(1, 2, 25, "losers-pay") == (-38, 50, 26, -38)


def test_worked_6_what_one_threw_may_not_be_eaten_but_can_complete_a_hand() -> None:
    held = "turned s1\n0: s2 s3 b1 b1 b1 b3 b3 b3 b5 b6\n0 -s1, 1 +b4\n3 +b8\n= stale 0 s1"
    runs(f"{held}\n0 +s1\n? 0 chow s1 s2 s3 is bp.stale\n? 0 win s1 is bp.shape")
    whole = held.replace(" b5 b6", "")
    runs(f"{whole}\n0 +s1\n? 0 chow s1 s2 s3 is bp.no-discard-left\n0 win s1\n= win 0; total 25")


def test_worked_7_what_another_ponged_is_not_stale() -> None:
    runs("0: s4 b9\n1: s3 s5 s2 b1\n3: s4 s4 b2\n0 -s4, 3 pung s4\n= stale 1")


def test_worked_8_a_wei_after_a_pung_let_go_is_seen_and_counts_three() -> None:
    drawn = "0: s6 b9\n1: s6 s6 b1 b5\n0 -s6, 1 +b9, 3 +b8, 0 +b7, 1 +s6\n= must 1 wei s6; table 3 s6"
    shown = runs(f"{drawn}\n1 wei s6\n= sees 3 1 s6 ? ?")
    assert shown.now().xi[1] == 3


def test_worked_9_every_copy_is_laid_or_the_tile_is_not_eaten() -> None:
    runs("0: s3 b9\n1: s1 s2 s3 s3 b5\n0 -s3\n? 1 chow s3 s1 s2 is bp.bi")
    runs("0: s3 b9\n1: s1 s2 s4 s5 s3 b5\n0 -s3\n? 1 chow s3 s1 s2 is bp.bi\n1 chow s3 s1 s2 / s3 s4 s5\n= owes 1")


def test_worked_10_a_pair_needs_a_pao_or_ti_and_they_need_a_pair() -> None:
    runs("0: b8\n1: s5 b1 b1 b1 b3 b3 b3\n0 -b8, 1 +s5\n? 1 win s5 is bp.shape")
    runs("0: b8\n1: s5 s6 s5 b1 b1 b1 b1 b3 b3 b3\n1 ti b1\n0 -b8, 1 +s9, 3 +s4\n? 1 win s4 is bp.shape")


def test_worked_11_a_pair_completed_by_another_is_a_pung() -> None:
    runs("0: b8\n1: b5 b5 b1 b1 b1 b3 b3 b3\n0 -b8, 1 +s5, 3 +b5, 1 win b5\n= items kan=6 kan=6 pung=3")


def test_worked_12_the_wei_of_the_drawer_comes_before_anothers_win() -> None:
    runs("0: b8\n1: s6 s6 b2\n3: s5 s7 b1 b1 b1 b3 b3 b3\n0 -b8, 1 +s6\n? 3 win s6 is bp.wei\n= must 1 wei s6")


# --- the golden cases

ROWS = [json.loads(line) for line in (GOLDEN / f"{CODE}.jsonl").read_text(encoding="utf-8").splitlines()]
HOW = {
    "self_draw": "self-draw", "other_draw": "draw", "other_discard": "discard", "liangpai_dealer": "turned-dealer",
    "dealer_first_discard": "first-discard", "after_forced_meld": "standing",
}  # fmt: skip
MELDS = {"peng": "pung", "wei": "wei", "pao": "pao", "ti": "ti", "kan": "kan", "pair": "pair"}


def _id(meld: list[str]) -> str:
    if meld[0] != "chi":
        return MELDS[meld[0]]
    tiles = meld[1:]
    numbers = sorted(int(t[1:]) for t in tiles)
    if len({t[0] for t in tiles}) == 2:
        return "mixed"
    return {(1, 2, 3): "123", (2, 7, 10): "2-7-10"}.get(tuple(numbers), "run")


def _rows(kind: str) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in ROWS if row["kind"] == kind]


@pytest.mark.parametrize("row", _rows("hu"))
def test_a_golden_hand_counts_what_it_should(row: dict[str, Any]) -> None:
    melds = [(_id(meld), meld[1:]) for meld in row["melds"]]
    count = count_hand(row["hand"], melds, row["win"], HOW[row["win_from"]])
    assert (count.failing is None) == row["expect"]["hu"]
    assert count.xi == row["expect"]["huxi"]
    if row["best_groups"]:
        stated = sorted((_id(group), sorted(group[1:])) for group in row["best_groups"])
        assert stated in [sorted((id, sorted(tiles)) for id, _, tiles in reading) for reading in count.readings]


@pytest.mark.parametrize("row", _rows("chi_bi"))
def test_a_golden_chow_has_exactly_these_lay_outs(row: dict[str, Any]) -> None:
    free = pack(t for t in row["hand"] if t not in row["locked_kan"])
    found = []
    for with_, laid in chows(free, INDEX[row["eat"]], True, True):
        main = sorted([row["eat"], *(ZIPAI[k] for k in with_.kinds)])
        found.append([main, *sorted(sorted(ZIPAI[k] for k in group) for group in laid.also)])
    stated = [[sorted(first), *sorted(map(sorted, rest))] for first, *rest in row["expect"]["options_main_then_bi"]]
    assert sorted(found) == sorted(stated)
    assert bool(found) == row["expect"]["legal"]


@pytest.mark.parametrize("row", _rows("settlement"))
def test_a_golden_settlement_pays_what_it_should(row: dict[str, Any]) -> None:
    expect, given = row["expect"], row["input"]
    if not given["win"]:
        assert dead(0).points == (expect["dealer"], 0, expect["shuxing"], 0)
        return
    total = given["table_huxi"] + 10 * len(given["flags"])
    assert payments(1, 2, total, "tally") == (expect["others"], expect["winner"], expect["shuxing"], expect["others"])


def test_every_golden_row_is_used() -> None:
    assert {row["kind"] for row in ROWS} == {"hu", "chi_bi", "settlement"}


def test_every_golden_match_is_valid() -> None:
    assert [(m.index, audit(m).violations) for m in matches(rounds_path(CODE)) if audit(m).verdict != VALID] == []


def test_every_broken_match_is_caught_at_its_place() -> None:
    wrong = []
    for number, row in enumerate(broken(CODE)):
        found = places(audit(match_of(row["match"])).violations)[:1]
        if found != [(row["round"], row["move"])]:
            wrong.append((number, found))
    assert wrong == []


# --- whole records

SEVEN_KAN = "s3 s3 s3 s4 s4 s4 s5 s5 s5 s6 s6 s6 s8 s8 s8 s9 s9 s9"
SIX_KAN = (("kan", 3),) * 6
TIAN_HU = Rnd(
    0, "s1", {0: f"s1 s1 {SEVEN_KAN}"}, "", "0 win s1",
    winner=0, points=(31, 0, 16, 0), items=(("kan", 3), *SIX_KAN, ("tian-hu", 10)),
)  # fmt: skip
DI_HU = Rnd(
    0, "b9", {0: "s1 b10 b10", 1: f"s1 s1 {SEVEN_KAN}"}, "", "0 -s1, 1 win s1",
    winner=1, points=(0, 29, 15, 0), items=(("pung", 1), *SIX_KAN, ("di-hu", 10)),
)  # fmt: skip
WAIT = "b1 b1 b1 b3 b3 b3 s2 s3 b5 b6 b7 s5 s6 s7 s7 s8 s9 b8 b9 b10"
"""Waits for s1 (15 xi) and s4 (12 xi)."""
WINS_12 = Rnd(
    0, "s10", {0: "b2", 3: WAIT}, "b2 b4 s4", "0 -b2, 1 +b2, 3 +b4, 0 +s4, 3 win s4",
    winner=3, points=(0, 0, 6, 12), items=(("kan", 6), ("kan", 6)),
)  # fmt: skip
LETS_GO = Rnd(
    0, "s10", {0: "b2", 3: WAIT}, "s4 b4 s1", "0 -b2, 1 +s4, 3 +b4, 0 +s1, 3 win s1",
    winner=3, points=(0, 0, 8, 15), items=(("kan", 6), ("kan", 6), ("123", 3)),
)  # fmt: skip
NINE = Rnd(
    0, "s10", {0: "b2", 3: "b1 b1 b1 s2 s3 b3 b4 b5 b5 b6 b7 s5 s6 s7 s7 s8 s9 b8 b9 b10"}, "b2 b4 s1",
    "0 -b2, 1 +b2, 3 +b4, 0 +s1, 3 win s1",
    winner=3, points=(0, 0, 5, 9), items=(("kan", 6), ("123", 3)),
)  # fmt: skip
ZI_MO = Rnd(
    0, "s10", {0: "b2", 3: WAIT}, "b2 s4", "0 -b2, 1 +b2, 3 +s4, 3 win s4",
    winner=3, points=(0, 0, 11, 22), items=(("kan", 6), ("kan", 6), ("zi-mo", 10)),
)  # fmt: skip
BIG = "b1 b1 b2 b3 b5 b6 b7 b8 b8 b9 b10"
LEAVES_ONE = Rnd(
    0, "b9", {0: "s4 b9 b8", 1: f"s2 s3 s4 s8 s9 s10 {BIG} b2 b9 b10"}, "", "0 -s4, 1 chow s4 s2 s3, 1 -b1…",
    "dead", points=(-10, 0, 10, 0),
)  # fmt: skip
EATS_LATER = Rnd(
    0, "b9", {0: "b8 b2 b9", 1: f"s2 s3 s4 s6 s8 s9 s10 {BIG} b3 b5"}, "b6 b10 s4 b10 b6 s5 b2 s4",
    "0 -b2, 1 +b6, 3 +b10, 0 +s4, 1 +b10, 3 +b6, 0 +s5, 1 chow s5 s4 s6, 1 -b1, 3 +b2, 0 +s4, 1 chow s4 s2 s3, 1 -b3…",
    "dead", points=(-10, 0, 10, 0),
)  # fmt: skip
DEAD = Rnd(0, "b9", {0: "b8"}, "", "0 -b8…", "dead", points=(-10, 0, 10, 0))

ROUNDS: dict[str, tuple[Rnd, dict[str, Any]]] = {
    "tian-hu": (TIAN_HU, {}),
    "di-hu": (DI_HU, {}),
    "wins-12": (WINS_12, {}),
    "lets-go": (LETS_GO, {}),
    "lets-go-15": (LETS_GO, {"stale_win": "any", "min_xi": 15}),
    "nine": (NINE, {"min_xi": 0}),
    "zi-mo": (ZI_MO, {}),
    "leaves-one": (LEAVES_ONE, {"bi": "possible"}),
    "eats-later": (EATS_LATER, {}),
    "dead": (DEAD, {}),
}


def _losers_pay() -> Lines:
    lines = record(TIAN_HU, settlement="losers-pay")
    lines[-1]["points"] = [62, -47, 32, -47]
    return lines


MATCHES: dict[str, Lines] = {
    **{name: record(r, **rules) for name, (r, rules) in ROUNDS.items()},
    "losers-pay": _losers_pay(),
    "dead-then-next": record(DEAD, Rnd(1, "b9", {1: "b8"}, "", "1 -b8…", "dead", points=(0, -10, 0, 10))),
    "two": record(TIAN_HU, TIAN_HU, end=(62, 0, 32, 0)),
    "four": record(*[TIAN_HU] * 4, target=100, end=(124, 0, 64, 0)),
    "five": record(*[TIAN_HU] * 5, target=150, end=(155, 0, 80, 0)),
    "seven": record(*[TIAN_HU] * 7, target=200, end=(217, 0, 112, 0)),
    "nine-times": record(*[TIAN_HU] * 9, target=250, end=(279, 0, 144, 0)),
    "ten": record(*[TIAN_HU] * 10, target=300, end=(310, 0, 160, 0)),
    "eleven": record(*[TIAN_HU] * 11, end=(341, 0, 176, 0)),
}


@pytest.mark.parametrize("name", MATCHES)
def test_a_right_record_is_valid(name: str) -> None:
    verdict = judged(MATCHES[name])
    assert (verdict.verdict, verdict.violations) == (VALID, [])


def _edit(name: str, change: Callable[[Lines], Any]) -> Lines:
    lines = copy(MATCHES[name])
    change(lines)
    return lines


def _put(at: int, **fields: Any) -> Callable[[Lines], Any]:
    return lambda lines: lines[at].update(fields)


def _hand(seat: int, change: Callable[[Any], Any]) -> Callable[[Lines], Any]:
    return lambda lines: lines[1]["hands"].__setitem__(seat, change(lines[1]["hands"][seat]))


def _insert(at: int, **move: Any) -> Callable[[Lines], Any]:
    return lambda lines: lines.insert(at, move)


def _score(**fields: Any) -> Callable[[Lines], Any]:
    return lambda lines: next(s for s in lines[-1]["scores"] if s).update(fields)


def _second(lines: Lines) -> int:
    """Where the second round starts."""
    return [i for i, line in enumerate(lines) if line["type"] == "round"][1]


Twin = tuple[str, Callable[[Lines], Any], tuple[int | None, int | None], str]
TWINS: list[Twin] = [
    # right record, the one thing changed, where the first violation is, and its reason
    ("dead", _hand(2, lambda _: []), (1, 0), "bp.seats/counter"),
    ("dead", _hand(1, lambda _: None), (1, 0), "bp.seats/hand"),
    ("dead", _put(0, players=["甲", "乙", "丙", None]), (1, 0), "bp.seats/empty"),
    ("dead", _put(2, seat=2), (1, 1), "bp.seats/counter-moves"),
    ("dead", _hand(0, lambda hand: hand[1:]), (1, 0), "bp.deal/twenty"),
    ("dead", _hand(0, lambda hand: [*hand[1:], "1m"]), (1, 0), "bp.deal/foreign"),
    ("dead", _hand(0, lambda hand: [*hand[1:], "?"]), (1, 0), "rec.unknown/deal"),
    ("dead", lambda x: x[1].update(turned=x[1]["stock"][0]), (1, 0), "bp.deal/copies"),
    ("dead", lambda x: x[1]["stock"].pop(), (1, 0), "bp.deal/stock"),
    ("dead", lambda x: x[1].pop("turned"), (1, 0), "rec.field/missing"),
    ("dead", _put(3, **{"from": "back"}), (1, 2), "rec.field/unknown"),
    ("dead", _put(3, tile="?"), (1, 2), "rec.unknown/move"),
    ("dead", _put(2, tile="1m"), (1, 1), "bp.deal/foreign"),
    ("dead", lambda x: x.pop(-2), (1, 20), "rec.unfinished/round"),
    ("dead", lambda x: x.insert(-1, dict(x[-2])), (1, 21), "bp.dead/over"),
    ("dead", _put(-1, points=[-10, 0, 0, 10]), (1, None), "rec.points/points"),
    ("dead", _put(-1, outcome="draw"), (1, None), "rec.result/outcome"),
    ("dead-then-next", lambda x: x[_second(x)].update(dealer=0), (2, 0), "rec.next/dealer"),
    ("two", _put(4, dealer=1), (2, 0), "rec.next/dealer"),
    ("two", _put(-1, totals=[62, 0, 31, 0]), (None, None), "rec.totals/totals"),
    ("tian-hu", _put(-1, points=[31, 0, 15, 0]), (1, None), "rec.points/points"),
    ("tian-hu", _score(total=30), (1, None), "rec.scores/scores"),
    ("tian-hu", _score(items=[["kan", 3]] * 7), (1, None), "rec.scores/scores"),
    ("wins-12", _put(6, seat=0), (1, 5), "bp.shape/incomplete"),
    ("tian-hu", _put(2, tile="s2"), (1, 1), "bp.win/no-tile"),
    ("tian-hu", _insert(2, type="pass", seat=0), (1, 2), "rec.pass/claimed"),
    ("tian-hu", _insert(2, type="pass", seat=1), (1, 1), "rec.pass/needless"),
    ("tian-hu", _insert(3, type="discard", seat=0, tile="s1"), (1, 2), "rec.over/round"),
    ("di-hu", lambda x: x[-1]["scores"][1]["items"].remove(["pung", 1]), (1, None), "rec.scores/scores"),
    ("di-hu", _insert(3, type="pass", seat=1), (1, 3), "rec.pass/claimed"),
    ("di-hu", _put(-1, winners=[3]), (1, None), "rec.result/winners"),
    ("zi-mo", _score(items=[["kan", 6], ["kan", 6]], total=12), (1, None), "rec.scores/scores"),
    ("lets-go", _insert(4, type="pass", seat=0), (1, 3), "rec.pass/needless"),
    ("lets-go", lambda x: [x.insert(4, {"type": "pass", "seat": 3}) for _ in (1, 2)], (1, 4), "rec.pass/again"),
    ("eats-later", _put(1, direction="ccw"), (1, 0), "rec.field/foreign"),
    ("eats-later", lambda x: x[9].update({"with": ["s3", "s6"]}), (1, 8), "bp.chow/group"),
    ("eats-later", lambda x: x[9].update({"also": [["b1", "b3", "b5"]]}), (1, 8), "bp.bi/group"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "at", "reason"), TWINS)
def test_one_thing_changed_is_named_at_its_place(
    name: str, change: Callable[[Lines], Any], at: tuple[int | None, int | None], reason: str
) -> None:
    verdict = judged(_edit(name, change))
    assert verdict.verdict == (UNJUDGED if reason.startswith("rec.unknown") else INVALID)
    assert (places(verdict.violations)[0], verdict.violations[0].reason) == (at, reason)


def test_a_draw_is_from_the_front_only() -> None:
    table = runs("stock: s1 s2\n0: b8 b7\n0 -b8\n= draws 1").now()
    problem = table.check(Draw(seat=1, tile="s1", from_="back"))
    assert problem is not None
    assert problem.reason == "bp.draw/front"
    assert table.check(Draw(seat=1, tile="s1")) is None


def test_a_round_after_the_target_is_named_and_still_judged() -> None:
    verdict = judged(record(*[TIAN_HU] * 6, target=100))
    assert [(v.round, v.move, v.reason) for v in verdict.violations] == [
        (5, 0, "bp.match/over"),
        (6, 0, "bp.match/over"),
    ]
    assert verdict.totals == (186, 0, 96, 0)


def test_the_counters_total_ends_a_match_too() -> None:
    """bp.match: seat 2 counts in every round that 0 deals."""
    dealt = [
        Rnd(0, "s1", {0: f"s1 s1 {SEVEN_KAN}"}, "", "0 win s1", winner=0, points=(31, 0, 16, 0), items=TIAN_HU.items)
    ]
    series = GAME.series(OPTIONS[CODE](target=100), ("甲", "乙", "丙", "丁"))  # type: ignore[call-arg]
    for _ in range(2):
        series.add(Setup(dealer=0, hands=None), _outcome(points=(0, 0, 50, 0)))
    assert series.next() is None
    assert dealt[0].points[2] == 16


def _outcome(points: tuple[int, ...]) -> Any:
    from replay.game import Outcome

    return Outcome("win", (0,), points, (None,) * 4)


def test_the_match_settlement_rounds_fives_away_from_zero_and_settles_every_pair() -> None:
    assert settlement((15, 4, -5, -14)) == (4 * 20 - 0, 0, -40, -40)
    assert sum(settlement((31, -10, 16, 7))) == 0


def test_an_empty_seat_may_count_but_not_play() -> None:
    series = GAME.series(OPTIONS[CODE](), ("甲", "乙", None, "丁"))
    assert series.next() == {"dealer": 0}
    assert series.check(Setup(dealer=0, hands=[[], [], None, []])) is None
    problem = series.check(Setup(dealer=1, hands=[[], [], [], None]))
    assert problem is not None
    assert (problem.reason, problem.seat) == ("bp.seats/empty", 2)
    series.add(Setup(dealer=0, hands=[[], [], None, []]), dead(0))
    assert series.next() is None, "seat 1 deals, and seat 2 would have to play"


# --- score lines


def _score_lines(dealer: int | None, result: dict[str, Any], **rules: Any) -> list[Violation]:
    header = {**record(DEAD)[0], "rules": {"edition": 1, **rules}}
    return judged([header, {"type": "round", "dealer": dealer, "hands": None}, {"type": "result", **result}]).violations


def _win(points: list[int], total: int, winner: int = 1) -> dict[str, Any]:
    scores: list[Any] = [None] * 4
    scores[winner] = {"total": total, "items": []}
    return {"outcome": "win", "winners": [winner], "points": points, "scores": scores}


def test_a_score_line_is_judged_from_the_winners_total() -> None:
    assert _score_lines(0, _win([0, 25, 13, 0], 25)) == []
    assert _score_lines(0, _win([-38, 50, 26, -38], 25), settlement="losers-pay") == []
    assert [v.reason for v in _score_lines(0, _win([0, 25, 12, 0], 25))] == ["rec.points/points"]
    assert [v.reason for v in _score_lines(3, _win([0, 25, 13, 0], 25))] == ["bp.seats/counter-moves"]


def test_a_score_line_of_a_dead_round_costs_the_dealer_ten() -> None:
    nobody = {"outcome": "dead", "winners": [], "points": [0, -10, 0, 10]}
    assert _score_lines(1, nobody) == []
    assert [v.reason for v in _score_lines(0, nobody)] == ["rec.points/points"]


def test_a_score_line_without_dealer_or_total_obeys_the_law_of_points() -> None:
    assert _score_lines(None, _win([0, 25, 13, 0], 25)) == []
    bare = {"outcome": "win", "winners": [1], "points": [0, 25, 13, 0]}
    assert _score_lines(0, bare) == []
    assert [v.reason for v in _score_lines(0, {**bare, "points": [0, 25, 12, 0]})] == ["rec.points/conserved"]
    assert [v.reason for v in _score_lines(0, bare, settlement="losers-pay")] == ["rec.points/conserved"]


def test_a_score_line_has_one_winner_and_an_outcome_that_there_is() -> None:
    two = {"outcome": "win", "winners": [0, 1], "points": [0, 25, 13, 0]}
    assert [v.reason for v in _score_lines(0, two)] == ["bp.order/one-winner"]
    void = {"outcome": "void", "winners": [], "points": [0, 0, 0, 0]}
    assert [v.reason for v in _score_lines(0, void)] == ["rec.result/no-such-outcome"]


@pytest.mark.parametrize(("dealer", "total", "items", "more", "reasons"), [
    (0, 25, [["kan", 6], ["ti", 9], ["zi-mo", 10]], {}, []),
    (0, 26, [["kan", 6], ["ti", 9], ["zi-mo", 10]], {}, ["rec.scores/sum"]),
    (1, 30, [["ti", 10], ["tian-hu", 10], ["zi-mo", 10]], {}, ["rec.scores/items-together"]),
    (1, 22, [["ti", 12], ["tian-hu", 10]], {}, []),
    (0, 22, [["ti", 12], ["tian-hu", 10]], {}, ["rec.scores/item-and"]),
    (1, 22, [["ti", 12], ["di-hu", 10]], {}, ["rec.scores/item-and"]),
    (0, 22, [["ti", 12], ["di-hu", 10]], {"how": "discard", "from": 0}, []),
    (0, 12, [["ti", 12]], {"how": "discard"}, ["bp.win/first-discard"]),
    (0, 22, [], {"how": "discard", "from": 3}, ["bp.win/first-discard"]),
    (1, 22, [], {"how": "discard"}, ["bp.win/first-discard"]),
    (0, 22, [["ti", 12], ["zi-mo", 10]], {"how": "discard"}, ["bp.win/first-discard"]),
    (0, 22, [["ti", 12], ["di-hu", 10]], {"how": "self-draw"}, ["rec.scores/item-and"]),
    (0, 22, [], {"how": "self-draw", "from": 3}, ["rec.field/self-drawn"]),
    (0, 19, [["ti", 9], ["zi-mo", 10]], {}, []),
    (0, 10, [["zi-mo", 10]], {}, ["rec.scores/impossible"]),
    (0, 9, [], {}, []),
    (0, 0, [], {}, ["rec.scores/impossible"]),
    (0, 9, [], {"how": "self-draw"}, ["rec.scores/impossible"]),
    (0, 12, [["tti", 12]], {}, ["rec.scores/unknown-item"]),
    (0, 12, [], {"liable": 3}, ["rec.field/game"]),
    (0, 12, [], {"from": 2}, ["bp.seats/counter-moves"]),
])  # fmt: skip
def test_a_score_line_that_contradicts_itself_is_refused(
    dealer: int, total: int, items: list[Any], more: dict[str, Any], reasons: list[str]
) -> None:
    result = _win(list(payments(1, COUNTER[dealer], total, "tally")), total)
    result["scores"][1]["items"] = items
    assert [v.reason for v in _score_lines(dealer, {**result, **more})] == reasons


def test_the_points_of_a_score_line_are_the_winners_also_without_dealer_or_total() -> None:
    assert [v.reason for v in _score_lines(None, _win([0, 25, 12, 0], 25))] == ["rec.points/points"]
    for points in ([25, 13, 0, 0], [25, 0, 13, 0]):
        bare = {"outcome": "win", "winners": [1], "points": points}
        assert [v.reason for v in _score_lines(None, bare)] != []
    assert [v.reason for v in _score_lines(0, {"outcome": "win", "winners": [1], "points": [13, 25, 0, 0]})] == [
        "rec.points/points"
    ]
    dead_round = {"outcome": "dead", "winners": [], "points": [0, 5, 0, -5]}
    assert [v.reason for v in _score_lines(None, dead_round)] == ["rec.points/points"]


# --- what a hand lacks, by itself


def test_a_hand_that_does_not_win_says_what_fails_and_by_how_much() -> None:
    kans = [*["b1"] * 3, *["s1"] * 3, *ZIPAI[14:20], "s5", "s6", "s7", "s7", "s8", "s9"]
    nine = count_hand([*kans, "s3", "s4"], [], "s5", "draw")
    assert (nine.xi, nine.failing, nine.missing) == (9, "bp.win", 1)
    assert count_hand([*kans, "s3", "s4"], [], "s5", "discard").failing == "bp.win"
    assert count_hand([*kans, "s3", "s4"], [], "b5", "draw").failing == "bp.shape"
    assert count_hand([*kans, "s3", "s4"], [], "s5", "draw", min_xi=9).failing is None
    assert count_hand(kans, [], None, "standing").failing == "bp.shape", "six groups"
    with pytest.raises(ValueError, match="how"):
        count_hand(kans, [], None, "by-mail")
    with pytest.raises(ValueError, match="four"):
        count_hand(["s1"] * 5, [], None, "standing")


def test_a_win_names_its_groups_and_how_it_came() -> None:
    (outcome,) = judged(MATCHES["wins-12"]).outcomes
    assert outcome is not None
    facts = outcome.facts
    assert (facts["how"], facts["from"], facts["xi"], facts["bonus"]) == ("draw", 0, 12, None)
    assert (facts["tile"], facts["last_tile"]) == ("s4", False)
    assert sorted(t for _, group in facts["groups"] for t in group) == sorted([*WAIT.split(), "s4"])
    tally = outcome.scores[3]
    assert tally is not None
    assert [item.tiles for item in tally.items] == [("b1",) * 3, ("b3",) * 3]


# --- every option value needed and broken

ONLY_ALLOWS = {("stale_win", "any"), ("target", 100)}
"""Values that only take away: what is right under them is right under the others too, so no record can need them."""
NEVER_BREAKS = {("stale_win", "kind"), ("target", 0)}
"""Values that take nothing away."""


def _under(lines: Lines, option: str, value: Any) -> str:
    changed = copy(lines)
    changed[0]["rules"][option] = value
    return judged(changed).verdict


def _effective(lines: Lines, option: str) -> Any:
    return getattr(match_of(lines).options, option)


EVERY_VALUE = [(option, value) for option, some in values(CODE).items() for value in some]


@pytest.mark.parametrize(("option", "value"), EVERY_VALUE)
def test_every_option_value_is_needed_by_a_record(option: str, value: Any) -> None:
    others = [other for other in values(CODE)[option] if other != value]
    needing = [
        name for name, lines in MATCHES.items()
        if _effective(lines, option) == value and any(_under(lines, option, other) == INVALID for other in others)
    ]  # fmt: skip
    assert bool(needing) == ((option, value) not in ONLY_ALLOWS)


@pytest.mark.parametrize(("option", "value"), EVERY_VALUE)
def test_every_option_value_is_broken_by_a_record_that_is_right_without_it(option: str, value: Any) -> None:
    breaking = [
        name for name, lines in MATCHES.items()
        if _effective(lines, option) != value and _under(lines, option, value) == INVALID
    ]  # fmt: skip
    assert bool(breaking) == ((option, value) not in NEVER_BREAKS)


def test_what_the_wrong_option_value_is_reported_as() -> None:
    def reasons(name: str, **rules: Any) -> list[str]:
        return [v.reason for v in judged(_edit(name, lambda x: x[0]["rules"].update(rules))).violations]

    assert reasons("leaves-one", bi="all") == ["bp.bi/copies"]
    assert reasons("eats-later", bi="possible") == ["bp.stale/let-go"]
    assert reasons("lets-go", stale_win="any") == ["bp.stale-win/let-go"]
    assert reasons("lets-go-15", min_xi=10) == ["bp.stale-win/let-go"]
    assert reasons("nine", min_xi=10) == ["bp.win/xi"]
    assert reasons("tian-hu", settlement="losers-pay") == ["rec.points/points"]
    assert reasons("five", target=100) == ["bp.match/over"]


# --- what self-play reaches


def _met(seed: int) -> set[str]:
    """What one round of self-play under the default rules shows."""
    rng, options = Random(f"bp-reach/{seed}"), ShaoyangBopiOptions()
    setup = GAME.deal(rng, options, PLAYERS, {"dealer": None})
    moves, outcome = play_round(GAME, setup, options, rng)
    table = open_table(GAME, setup, options)
    assert isinstance(table, ShaoyangBopiTable)
    met = {outcome.outcome, str(outcome.facts.get("how")), str(outcome.facts.get("bonus"))}
    met |= {"double-ti"} if any(len(kinds) > 1 for _, kinds in table.openers) else set()
    for move in moves:
        before = table.quads[move.seat]
        met |= {"bi"} if isinstance(move, Chow) and move.also else set()
        met |= {"second-pao"} if isinstance(move, Pao) and before else set()
        met |= {"chou-wei"} if isinstance(move, Wei) and table.stale(move.seat, INDEX[move.tile]) else set()
        table.play(move)
    return met


def test_self_play_reaches_what_is_rare() -> None:
    met: set[str] = set()
    for seed in range(1200):
        met |= _met(seed)
    wanted = {"win", "dead", "tian-hu", "di-hu", "zi-mo", "turned", "first-discard", "self-draw", "draw"}
    assert met >= wanted | {"double-ti", "bi", "second-pao", "chou-wei"}


# --- the catalogue


def _code() -> str:
    folder = Path(ROOT, "replay", "games", "shaoyang_bopi")
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))


def test_every_reason_of_the_code_has_a_sentence_and_every_sentence_a_reason() -> None:
    assert set(re.findall(r'"(bp\.[a-z-]+/[a-z-]+)"', _code())) == set(catalogue("bp")["reasons"])


def test_the_catalogue_speaks_every_language_of_every_clause_option_and_item() -> None:
    texts = catalogue("bp")
    assert set(texts["options"]) == set(values(CODE))
    assert set(texts["items"]) == set(ITEMS[CODE])
    assert set(texts["clauses"]) == set(re.findall(r"^### (bp\.\S+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    for table in texts.values():
        for key, entry in table.items():
            assert set(entry) == set(LANGUAGES), key
            assert all(entry.values()), key


def test_the_sentences_of_every_violation_can_be_said() -> None:
    said = set()
    for name, change, _, reason in TWINS:
        violation = judged(_edit(name, change)).violations[0]
        for lang in LANGUAGES:
            sentence = say(violation, lang, ("甲", "乙", "丙", "丁"))
            assert sentence
            if reason.startswith("bp."):
                assert "null" not in sentence
                assert "{" not in sentence
            said.add((reason, sentence))
    assert len(said) >= 3 * len({reason for _, _, _, reason in TWINS})


def test_the_tiles_of_a_hand_may_come_in_any_order() -> None:
    lines = copy(MATCHES["lets-go"])
    for hand in lines[1]["hands"]:
        if hand:
            hand.reverse()
    assert lines != MATCHES["lets-go"]
    assert judged(lines).outcomes == judged(MATCHES["lets-go"]).outcomes
    assert match_of(lines).canonical == match_of(MATCHES["lets-go"]).canonical
    assert all(hand == sorted(hand, key=ORDER.__getitem__) for hand in MATCHES["lets-go"][1]["hands"] if hand)


def test_a_settled_score_line_states_the_winners_items_as_they_are() -> None:
    scores = [None, Score(total=25, items=[("kan", 6), ("ti", 9), ("zi-mo", 10)]), None, None]
    stated = Result(outcome="win", winners=[1], points=[0, 25, 13, 0], scores=scores)
    outcome = GAME.settle(Setup(dealer=0, hands=None), stated, OPTIONS[CODE]())
    assert outcome is not None
    assert not isinstance(outcome, Violation)
    assert outcome.accepts(scores)
