"""香港麻雀: score lines, which have no moves: what is right whatever they leave open, and what contradicts itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from replay.game import Outcome, Violation
from replay.games.hk_mahjong import GAME
from schemas.options import HkMahjongOptions, canonical_rules
from schemas.record import Result, Setup
from tests.games.hk_mahjong_rounds import GAME_CODE, PLAYERS, line_of, options_of, settled
from tests.support.records import judged


def _stated(points: list[int], *scores: Any, rules: str = "", dealer: int | None = None, **result: Any) -> list[str]:
    """The reasons against a score line of seat 1's win; a score is a seat, a total and its items."""
    head = {"type": "match", "format": "paipu/1", "game": GAME_CODE, "players": list(PLAYERS),
            "rules": canonical_rules(options_of(rules))}  # fmt: skip
    row: list[Any] = [None] * 4
    for seat, total, *counted in scores:
        row[seat] = {"total": total, "items": counted}
    won = {"type": "result", "outcome": "win", "winners": [1], "points": points, **({"scores": row} if scores else {})}
    verdict = judged([head, {"type": "round", "dealer": dealer, "hands": None}, {**won, **result}])
    return [v.reason for v in verdict.violations]


@pytest.mark.parametrize("points", [[-8, 8, 0, 0], [0, 8, -8, 0], [-4, 12, -4, -4], [0, 12, 0, -12]])
def test_where_nobody_says_who_paid_any_way_of_paying_the_total_is_right(points: list[int]) -> None:
    assert _stated(points, (1, 3)) == []
    worse = [points[0] - 1, points[1] + 1, *points[2:]]
    assert _stated(worse, (1, 3)) == ["rec.points/points"]


def test_the_ways_of_paying_are_those_that_the_rules_and_the_line_leave_open() -> None:
    assert _stated([0, 12, 0, -12], (1, 3), rules="bao=false") == ["rec.points/points"]
    assert _stated([-4, 12, -4, -4], (1, 3), how="discard") == ["rec.points/points"]
    assert _stated([-8, 8, 0, 0], (1, 3), how="self-draw") == ["rec.points/points"]
    assert _stated([-8, 8, 0, 0], (1, 3), how="discard") == []
    assert _stated([-32, 32, 0, 0], (1, 3), rules="liability=half") == []
    assert _stated([-16, 32, -8, -8], (1, 3), rules="liability=half", how="discard") == []
    assert _stated([-1, 1, 0, 0], (1, 0), rules="min_faan=0") == []
    assert _stated([-16, 8, 8, 0], (1, 3), (2, 3), winners=[1, 2]) == []
    assert _stated([-8, 16, -8, 0], (1, 3), (2, 3), winners=[1, 2]) == ["rec.points/points"]
    assert _stated([0, -8, 8, 0], (1, 3), (2, 3), winners=[1, 2]) == ["rec.points/points"]
    assert _stated([576, 576, -1728, 576], outcome="foul", winners=[]) == []
    assert _stated([576, 576, -1727, 575], outcome="foul", winners=[]) == ["rec.points/points"]


def test_the_price_is_open_where_it_is_not_stated_which_of_them_holds() -> None:
    for points, reasons in (([-48, 48, 0, 0], []), ([0, 0, 0, 0], ["rec.points/winner-pays"])):
        assert _stated(points, (1, 4), rules="cap=4 hot_triple=3", **{"from": 0}) == reasons
    both = {"winners": [1, 2], "from": 0, "rules": "cap=4 hot_triple=3"}
    assert _stated([-56, 48, 8, 0], (1, 4), (2, 3), **both) == []
    assert _stated([-56, 8, 48, 0], (1, 3), (2, 4), **both) == []


def test_who_is_liable_is_held_against_the_rules_and_the_discarder() -> None:
    assert _stated([0, 12, 0, -12], (1, 3), how="self-draw", liable=3) == []
    assert _stated([0, 12, 0, -12], (1, 3), how="self-draw", liable=3, rules="bao=false") == ["hk.bao/off"]
    assert _stated([-8, 8, 0, 0], (1, 3), how="discard", liable=0, **{"from": 0}) == []
    for rules in ("", "liability=half"):
        assert _stated([-8, 8, 0, 0], (1, 3), rules=rules, liable=3, **{"from": 0}) == ["hk.bao/discarder"]


def test_a_winner_is_paid_and_only_winners_score() -> None:
    for points in ([8, -8, 0, 0], [8, 0, -8, 0], [0, 0, 0, 0]):
        assert _stated(points) == ["rec.points/winner-pays"]
    assert _stated([-8, 8, 0, 0], (1, 3), (2, 1)) == ["rec.scores/winners-only"]
    assert _stated([-8, 8, 0, 0], (2, 1)) == ["rec.scores/winners-only"]


@pytest.mark.parametrize(("score", "rules", "reasons"), [
    ((4, ["half-flush", 3], ["dragon-C", 1]), "", []),
    ((5, ["half-flush", 3], ["dragon-C", 1]), "", ["rec.scores/sum"]),
    ((8, ["flush", 7], ["all-pungs", 3]), "cap=8", []),
    ((10, ["flush", 7], ["all-pungs", 3]), "cap=8", ["hk.limit/total"]),
    ((10, ["all-honours", 10]), "", []),
    ((13, ["all-honours", 10], ["all-pungs", 3]), "", ["rec.scores/sum"]),
    ((13, ["all-honours", 10], ["all-pungs", 3]), "cap=none", []),
    ((2,), "", []),
    ((3, ["seven-flowers", 3]), "min_faan=4", []),
    ((3, ["seven-flowers", 3]), "min_faan=4 flowers=false", ["rec.scores/item-off"]),
    ((4, ["seven-pairs", 4]), "", ["rec.scores/item-off"]),
    ((13, ["heavenly", 13]), "", ["rec.scores/item-and"]),
])  # fmt: skip
def test_a_total_is_what_its_items_come_to(score: Any, rules: str, reasons: list[str]) -> None:
    found = _stated([-99, 99, 0, 0], (1, *score), rules=rules, dealer=0)
    assert (found[:1] if reasons else [r for r in found if r != "rec.points/points"]) == reasons


@pytest.mark.parametrize(("item", "fan", "off", "on"), [
    ("seven-pairs", 4, "seven_pairs=0", "seven_pairs=4"),
    ("human", 3, "human=0", "human=3"),
    ("last-discard", 1, "last_discard=false", "last_discard=true"),
    ("no-flower", 1, "flowers=false", "flowers=true"),
    ("seat-flower", 1, "flowers=false", "flowers=true"),
    ("flower-set", 2, "flowers=false", "flowers=true"),
    ("seven-flowers", 3, "flowers=false", "flowers=true"),
    ("eight-flowers", 8, "flowers=false", "flowers=true"),
    ("concealed", 1, "flowers=true", "flowers=false"),
    ("concealed", 1, "flowers=true", "concealed_with_flowers=true"),
    ("straight", 2, "extra_patterns=missing-suit", "extra_patterns=straight"),
    ("missing-suit", 1, "extra_patterns=straight", "extra_patterns=missing-suit+straight"),
])  # fmt: skip
def test_an_item_counts_only_where_the_options_have_it(item: str, fan: int, off: str, on: str) -> None:
    assert _stated([-99, 99, 0, 0], (1, fan, [item, fan]), rules=off)[:1] == ["rec.scores/item-off"]
    assert _stated([-99, 99, 0, 0], (1, fan, [item, fan]), rules=on)[:1] == ["rec.points/points"]


@pytest.mark.parametrize(("line", "rules", "reason"), [
    ("win 0+1+2+3 of 3", "", "hk.priority/winners"),
    ("win 1+1 from 0 of 3", "", "hk.priority/winners"),
    ("win 1+2 how self-draw of 3", "", "hk.priority/winners"),
    ("win 1+2 from 0 of 3", "multi_win=nearest", "hk.priority/winners"),
    ("win 1+2 from 0 of 3", "multi_win=fastest", "hk.priority/winners"),
    ("win 1 from 1 of 3", "", "hk.pay/own-win"),
    ("win 1 how self-draw liable 1 of 3", "", "hk.pay/own-win"),
    ("win 1 how self-draw from 2 of 3", "", "hk.pay/self-draw-from"),
    ("win 1 how self-draw of 0", "min_faan=0", "hk.pay/self-draw-of-nothing"),
    ("win 1 from 0 of 14", "", "hk.limit/total"),
    ("win 1 from 0 of 9", "cap=8", "hk.limit/total"),
    ("win 1 from 0 of 101", "cap=none", "hk.limit/total"),
    ("win 1 from 0 liable 2 of 3", "", "hk.bao/discarder"),
    ("win 1 from 0 liable 0 of 3", "bao=false", "hk.bao/off"),
    ("dead", "", "rec.result/no-such-outcome"),
])  # fmt: skip
def test_a_line_that_no_round_ends_with_is_refused_for_its_own_reason(line: str, rules: str, reason: str) -> None:
    found = settled(line, rules)
    assert isinstance(found, Violation)
    assert found.reason == reason


@pytest.mark.parametrize(("line", "rules", "points"), [
    # the open ways of paying, each tried on points that only another way would give
    ("[-4, 12, -4, -4] of 0", "min_faan=0 base=8", False),  # no self-draw of 0 fan
    ("[-8, 8, 0, 0] of 0", "min_faan=0 base=8", True),
    ("[0, 12, 0, -12] how self-draw of 3", "", False),  # it is not stated that anybody is liable
    ("[0, 12, 0, -12] how self-draw liable 3 of 3", "", True),
    ("[0, 12, 0, -12] liable 3 of 3", "", True),
    ("[0, 12, -12, 0] liable 3 of 3", "", False),
    ("[-4, 12, -4, -4] liable 3 of 3", "", False),
    ("[0, 8, 0, -8] liable 3 of 3", "", True),
    ("[-8, 8, 0, 0] liable 3 of 3", "", False),
    ("[-32, 32, 0, 0] of 3", "liability=half", True),
    ("[-32, 32, 0, 0] of 3", "liability=half bao=false", False),
    ("[-16, 32, -8, -8] of 3", "liability=half bao=false", True),
    ("[-32, 32, 0, 0] liable 0 of 3", "liability=half", True),
    ("[-16, 32, -8, -8] liable 0 of 3", "liability=half", False),
    ("[-32, 32, 0, 0] from 0 of 3", "liability=half", False),  # a stated discarder pays alone where he is liable
    ("[-16, 32, -8, -8] from 0 of 3", "liability=half", True),
    ("[0, 8, -8, 0] from 0 of 3", "", False),
    ("[-32, 32, 0, 0] from 0 liable 0 of 3", "liability=half", True),
    ("[0, 48, 0, -48] of 3", "liability=half", True),
    ("[0, 48, 0, -48] of 3", "liability=half bao=false", False),
])  # fmt: skip
def test_points_are_right_where_one_of_the_open_ways_gives_them(line: str, rules: str, points: bool) -> None:
    stated, _, rest = line.partition("] ")
    result = line_of(f"win 1 {rest}")
    found = _stated(json.loads(stated + "]"), (1, int(rest.split()[-1])), rules=rules, **_fields(result))
    assert found == ([] if points else ["rec.points/points"])


def _fields(result: Result) -> dict[str, Any]:
    named = {"from": result.from_, "liable": result.liable, "how": result.how}
    return {name: value for name, value in named.items() if value is not None}


@pytest.mark.parametrize(("total", "counted", "rules", "cost"), [
    # 4 fan are the cap and cost 16: what of it is multiplied
    (4, ["half-flush 3", "dragon-C 1"], "hot_double=2 hot_triple=3", 16),
    (4, ["half-flush 3", "dragon-C 1", "dragon-F 1"], "hot_double=2 hot_triple=3", 32),
    (4, ["half-flush 3", "all-pungs 3"], "hot_double=2 hot_triple=3", 32),
    (4, ["half-flush 3", "all-pungs 3", "dragon-C 1"], "hot_double=2 hot_triple=3", 48),
    (4, ["flush 7"], "hot_double=2 hot_triple=3", 32),
    (4, ["big-winds 13"], "hot_double=2 hot_triple=3", 48),
    (3, ["half-flush 3"], "hot_double=2 hot_triple=3", 8),
    (3, [], "hot_double=2 hot_triple=3", 8),
    (4, ["flush 7"], "", 16),
    (4, ["flush 7"], "hot_triple=3", 16),
    (4, ["big-winds 13"], "hot_double=2", 32),
    (4, ["big-dragons 4"], "hot_double=2 hot_triple=3 limit_patterns=big-dragons", 48),  # a limit is worth the cap
])  # fmt: skip
def test_a_hot_hand_costs_a_multiple_of_four(total: int, counted: list[str], rules: str, cost: int) -> None:
    row = [[item, int(fan)] for item, fan in map(str.split, counted)]
    assert _stated([-cost, cost, 0, 0], (1, total, *row), rules=f"cap=4 {rules}", **{"from": 0}) == []
    worse = [1 - cost, cost - 1, 0, 0]
    assert _stated(worse, (1, total, *row), rules=f"cap=4 {rules}", **{"from": 0}) == ["rec.points/points"]


def test_a_line_with_a_discarder_is_a_discard_for_the_statistics() -> None:
    known = {"win 1 from 0 of 3": "discard", "win 1 how self-draw of 3": "self-draw", "win 1 of 3": None}
    for line, how in known.items():
        found = settled(line)
        assert isinstance(found, Outcome)
        assert found.facts["how"] == how


@pytest.mark.parametrize(("line", "rules", "dealers"), [
    ("foul from 1", "", [1]),
    ("foul from 2", "", [1]),
    ("foul", "", [1]),  # whoever it was, the same dealer deals again
    ("foul from 1", "false_win_dealer=passes", [2]),
    ("foul from 2", "false_win_dealer=passes", [1]),
    ("foul", "false_win_dealer=passes", [0, 1, 2, 3]),  # it may have been the dealer
    ("win 1 how self-draw of 3", "false_win_dealer=passes", [1]),
    ("win 3 of 3", "false_win_dealer=passes", [2]),
])  # fmt: skip
def test_who_deals_after_a_false_win_or_a_win(line: str, rules: str, dealers: list[int]) -> None:
    series, fouled = GAME.series(options_of(rules), PLAYERS), settled(line, rules)
    assert isinstance(fouled, Outcome)
    series.add(Setup(dealer=1, wind="E", hands=None), fouled)
    hands = [["1m"]] * 4
    setups = [Setup(dealer=dealer, wind="E", hands=hands) for dealer in range(4)]  # type: ignore[arg-type]
    assert [setup.dealer for setup in setups if series.check(setup) is None] == dealers


def test_a_line_that_leaves_out_its_dealer_or_wind_is_not_held_to_them() -> None:
    series, won = GAME.series(HkMahjongOptions(), PLAYERS), settled("win 2 from 0 of 3")
    assert isinstance(won, Outcome)
    series.add(Setup(dealer=1, wind="E", hands=None), won)
    assert series.next() == {"dealer": 2, "wind": "E"}
    assert series.check(Setup(dealer=None, wind="E", hands=None)) is None
    assert series.check(Setup(dealer=2, wind=None, hands=None)) is None
    problem = series.check(Setup(dealer=1, wind="E", hands=None))
    assert problem is not None
    assert problem.reason == "rec.next/dealer"


@pytest.mark.parametrize(("dealer", "wind"), [(None, "E"), (1, None), (None, None)])
def test_after_a_line_without_dealer_or_wind_any_follow(dealer: int | None, wind: Any) -> None:
    series, won = GAME.series(HkMahjongOptions(), PLAYERS), settled("win 2 from 0 of 3")
    assert isinstance(won, Outcome)
    assert series.next() == {"dealer": None, "wind": "E"}
    series.add(Setup(dealer=dealer, wind=wind, hands=None), won)
    assert series.next() == {"dealer": None, "wind": None}
    series.add(None, None)
    assert series.next() == {"dealer": None, "wind": None}


def test_a_wind_that_moved_on_with_the_deal_shows_who_dealt_first() -> None:
    for wind, follows in (("S", {"dealer": 3, "wind": "S"}), ("E", {"dealer": 3, "wind": "E"})):
        series, lost = GAME.series(HkMahjongOptions(), PLAYERS), settled("win 0 from 1 of 3")
        assert isinstance(lost, Outcome)
        series.add(None, None)  # a round that cannot be read
        series.add(Setup(dealer=1, wind="E", hands=None), lost)
        series.add(Setup(dealer=2, wind=wind, hands=None), lost)  # type: ignore[arg-type]
        assert series.next() == follows
        known = series.check(Setup(dealer=3, wind="W" if wind == "S" else "S", hands=None)) is not None
        assert known == (wind == "S"), "with S the first dealer was seat 2, and the wind stays"
