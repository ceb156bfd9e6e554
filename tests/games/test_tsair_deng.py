"""斜釘: the worked rounds of the rules page, every clause kept and broken once, every option needed and broken."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from replay.audit import INVALID, UNJUDGED, VALID, audit
from replay.engine import Replay, open_table
from replay.game import Violation
from replay.games.tsair_deng.tiles import COPIES, PACK, PIPS
from replay.registry import get
from replay.selfplay import play_match
from schemas.options import OPTIONS, TsairDengOptions
from schemas.record import Setup
from tests.games.tsair_deng_records import (
    BLOCK,
    CHAIN,
    CLEAN_SEVEN,
    DRUNK_OUT,
    EIGHT,
    EIGHT_PLAYED,
    OUT,
    SEVEN,
    SEVEN_OWED,
    SEVEN_PLAYED,
    SIX,
    SIX_PLAYED,
    THREE,
    TIE,
    TWO,
    TWO_CLEAN,
    Rnd,
    move_line,
    record,
)  # fmt: skip
from tests.support.house import values
from tests.support.records import Lines, copy, judged, match_of, move_of, places, plain_line

CODE = "tsair-deng"
GAME = get(CODE)
RULES = Path(__file__).parents[2] / "docs" / "rules" / "tsair-deng.md"
CW = {"first_direction": "cw"}

ROUNDS: dict[str, tuple[Rnd, dict[str, Any]]] = {
    "eight": (EIGHT, {}),
    "eight-winner-only": (EIGHT.but(points=(-126, -98, 374, -150)), {"settlement": "winner"}),
    "eight-as-seven": (EIGHT.but(winner=None, points=(0,) * 4, totals=None), {"eight_doubles": False}),
    "eight-played": (EIGHT_PLAYED, {}),
    "two-clean": (TWO_CLEAN, CW),
    "two-clean-winner-only": (TWO_CLEAN.but(points=(-40, 94, -54, 0)), {**CW, "settlement": "winner"}),
    "tie": (TIE, CW),
    "tie-winner-only": (TIE.but(points=(-4, 0, -6, 10)), {**CW, "settlement": "winner"}),
    "clean-seven": (CLEAN_SEVEN, {}),
    "clean-seven-winner-only": (CLEAN_SEVEN.but(points=(-204, -26, 254, -24)), {"settlement": "winner"}),
    "clean-seven-once": (CLEAN_SEVEN.but(points=(-256, 49, 152, 55)), {"doublings": "once"}),
    "block": (BLOCK, CW),
    "seven-owed": (SEVEN_OWED, CW),
    "seven-owed-winner-only": (SEVEN_OWED.but(points=(-52, -13, 93, -28)), {**CW, "settlement": "winner"}),
    "two": (TWO, {}),
    "three": (THREE, {}),
    "six-exposed": (SIX, {"six_doubles": True}),
    "six-played": (SIX_PLAYED, {}),
    "six-may-be-played": (SIX_PLAYED, {"six_doubles": True}),
    "seven-exposed": (SEVEN, {}),
    "seven-exposed-out-of-turn": (SEVEN.but(dealer="C"), {}),
    "seven-played": (SEVEN_PLAYED, {}),
    "out": (OUT, {**CW, "end_on_out": True}),
    "out-by-drinking": (DRUNK_OUT, {"end_on_out": True}),
}
"""Rounds that are right, with their house rules."""


def lines_of(name: str) -> Lines:
    r, rules = ROUNDS[name]
    return record(r, **rules)


MATCHES: dict[str, Lines] = {
    **{name: lines_of(name) for name in ROUNDS},
    "same-dealer-after-void": record(SEVEN, TWO.but(direction="cw")),
    "always-ccw": record(SEVEN, TWO, direction="ccw"),
    "totals": record(TWO, end=(11, 0, -11, 0)),
}
# C has won and deals: the second round is set up only.
SETUP_ONLY = record(CLEAN_SEVEN, BLOCK.but(dealer="C", moves="", totals=None))


@pytest.mark.parametrize("name", MATCHES)
def test_a_right_round_is_valid(name: str) -> None:
    verdict = judged(MATCHES[name])
    assert (verdict.verdict, verdict.violations) == (VALID, [])


# --- the worked rounds of the rules page


def test_worked_1_exposing_eight_doubles_wins_and_the_others_settle_too() -> None:
    assert judged(MATCHES["eight"]).outcomes[0].points == (-128, -58, 374, -188)  # type: ignore[union-attr]
    assert judged(MATCHES["eight-winner-only"]).outcomes[0].points == (-126, -98, 374, -150)  # type: ignore[union-attr]


def test_worked_2_of_two_clean_hands_the_dealer_wins() -> None:
    outcome = judged(MATCHES["two-clean"]).outcomes[0]
    assert outcome is not None
    assert (outcome.winners, outcome.points) == ((1,), (-73, 94, -115, 94))
    assert [s and s.items and s.items[0].id for s in outcome.scores] == [(), "clean", (), "clean"]


def test_worked_3_clockwise_a_tie_goes_the_other_way_round() -> None:
    assert judged(MATCHES["tie"]).outcomes[0].winners == (3,)  # type: ignore[union-attr]


def test_worked_4_a_clean_hand_is_paid_fourfold_by_the_dealer_who_lost_seven() -> None:
    points = judged(MATCHES["clean-seven-winner-only"]).outcomes[0].points  # type: ignore[union-attr]
    assert points[0] == -204


def test_worked_5_what_the_seven_loser_is_owed_is_not_doubled() -> None:
    outcome = judged(MATCHES["seven-owed"]).outcomes[0]
    assert outcome is not None
    a, d = outcome.scores[0], outcome.scores[3]
    assert a is not None
    assert d is not None
    assert (a.total, d.total) == (39, 41)
    # D pays A 2, B 15, C 28; twice 2 would be one point more on either side
    assert outcome.points[3] == -(2 + 15 + 28)


def _table(r: Rnd, count: int | None = None, **rules: Any) -> Any:
    """The table of a round after `count` moves (None: all that are written down)."""
    match = match_of(record(r, **rules))
    round_ = match.rounds[0]
    assert round_.setup is not None
    replay = Replay(GAME, round_.setup, match.options, round_.moves)
    assert replay.violation is None, replay.violation
    return replay.seek(replay.length if count is None else count)


def _legal(table: Any) -> list[dict[str, Any]]:
    return [plain_line(move) for move in table.legal()]


JOINING = Rnd(  # worked round 6: A leads 13, B has no 3 but joins by his turn what the test says
    "A", "ccw",
    ("11 13 14 15 16 16 22 22", "12 24 25 26 44 44 46 46", "33 33 34 35 36 23 55 55", "11 13 15 45 56 56 66 66"),
    "A13/3 B44x C34/4", "A", (0, 0, 0, 0),
)  # fmt: skip


def test_worked_6_the_other_end_of_the_lead_is_dead() -> None:
    table = _table(JOINING, 1)
    assert table.check(move_of(move_line("B12/2"))).clause == "td.join"
    assert [m["type"] for m in _legal(table)] == ["drink"] * 6
    assert _table(JOINING, 2).open == 3


def _with_hand(hand: str, end: int) -> Any:
    """B to move with `hand` (and filled up) when `end` is open."""
    rest = list(PACK)
    mine = hand.split()
    for tile in mine:
        rest.remove(tile)
    lead = next(t for t in rest if str(end) in t and t[0] != t[1])
    rest.remove(lead)
    filler = [t for t in rest if str(end) not in t][: 8 - len(mine)]
    for tile in filler:
        rest.remove(tile)
    a = [lead, *rest[:7]]
    hands: list[list[str] | None] = [a, [*mine, *filler], rest[7:15], rest[15:23]]
    setup = Setup(dealer=0, direction="ccw", hands=hands)
    table = open_table(GAME, setup, TsairDengOptions())
    assert not isinstance(table, Violation), table
    lead_move = move_of({"type": "play", "seat": 0, "tile": lead, "open": end})
    assert table.check(lead_move) is None
    table.play(lead_move)
    return table


def test_worked_6_with_4_open_44_must_be_played() -> None:
    table = _with_hand("44 12 35", 4)
    assert _legal(table) == [{"type": "play", "seat": 1, "tile": "44", "open": 4}]
    problem = table.check(move_of(move_line("B12x")))
    assert (problem.clause, problem.args["end"]) == ("td.must-play", 4)


def test_worked_6_with_4_open_and_nothing_that_fits_one_is_drunk_by_choice() -> None:
    table = _with_hand("12 35 66", 4)
    drinks = [m["tile"] for m in _legal(table)]
    assert {m["type"] for m in _legal(table)} == {"drink"}
    assert {"12", "35", "66"} <= set(drinks)


@pytest.mark.parametrize("name", ["two-clean", "tie", "clean-seven", "block", "seven-owed"])
def test_worked_7_points_lost_and_pips_played_are_227_and_payments_sum_to_0(name: str) -> None:
    lines = MATCHES[name]
    outcome = judged(lines).outcomes[0]
    assert outcome is not None
    played = sum(PIPS[line["tile"]] for line in lines if line["type"] == "play")
    assert played + sum(s.total for s in outcome.scores if s) == 227 == sum(map(PIPS.__getitem__, PACK))
    assert sum(outcome.points) == 0
    dealer = lines[1]["dealer"]
    assert any(line["type"] == "play" and line["seat"] == dealer for line in lines), "the dealer never loses eight"


def test_worked_8_a_chain_of_two_while_the_others_drink() -> None:
    table = _table(CHAIN)
    assert table.open == 1
    assert [m.tile for m in table.chain] == ["12", "13", "13", "15", "15", "16", "16"]
    assert table.turn == 0


# --- every clause kept and broken


def _edit(name: str, change: Callable[[Lines], Any], source: Lines | None = None) -> Lines:
    lines = copy(MATCHES[name] if source is None else source)
    change(lines)
    return lines


def _put(at: int, **fields: Any) -> Callable[[Lines], Any]:
    return lambda lines: lines[at].update(fields)


def _insert(at: int, *moves: str) -> Callable[[Lines], Any]:
    return lambda lines: lines.__setitem__(slice(at, at), [move_line(m) for m in moves])


def _drop(*at: int) -> Callable[[Lines], Any]:
    return lambda lines: [lines.pop(i) for i in sorted((a % len(lines) for a in at), reverse=True)]


def _replace(at: int, move: str) -> Callable[[Lines], Any]:
    return lambda lines: lines.__setitem__(at, move_line(move))


def _hand(seat: int, tiles: str | None) -> Callable[[Lines], Any]:
    return lambda lines: lines[1]["hands"].__setitem__(seat, tiles and tiles.split())


def _score(seat: int, **fields: Any) -> Callable[[Lines], Any]:
    return lambda lines: lines[-1]["scores"][seat].update(fields)


Twin = tuple[str, str, Callable[[Lines], Any], tuple[int | None, int | None], str]
TWINS: list[Twin] = [
    # clause, right record, the one thing changed, where the first violation is, and its reason
    ("td.tiles", "two", _hand(2, "11 22 22 22 46 46 55 55"), (1, 0), "td.tiles/copies"),
    ("td.tiles", "two", _hand(2, "11 22 22 26 46 46 55 s1"), (1, 0), "td.tiles/foreign"),
    ("td.tiles", "three", lambda x: x[1]["aside"].pop(), (1, 0), "td.tiles/copies"),
    ("td.tiles", "three", lambda x: x[1].update(aside=[]), (1, 0), "td.tiles/copies"),
    ("td.tiles", "two", _put(2, tile="1m"), (1, 1), "td.tiles/foreign"),
    ("td.names", "two", _put(2, tile="倔七"), (1, 1), "rec.field/value"),
    ("td.seats", "two", _hand(2, "11 22 22 26 46 46 55"), (1, 0), "td.seats/eight"),
    ("td.seats", "two", _hand(0, "14 15 16 33 34 44 56"), (1, 0), "td.seats/eight"),
    ("td.seats", "two", _hand(0, "14 15 16 33 34 44 56 66 66"), (1, 0), "td.seats/eight"),
    ("td.seats", "two", lambda x: x[1]["hands"].__setitem__(1, []), (1, 0), "td.seats/hands"),
    ("td.seats", "two", _hand(2, None), (1, 0), "td.seats/hands"),
    ("td.seats", "three", _put(1, dealer=1), (1, 0), "td.seats/dealer"),
    ("td.seats", "two", _put(2, seat=1), (1, 1), "td.seats/empty"),
    ("td.seats", "two", _replace(2, "B!"), (1, 1), "td.seats/empty"),
    ("td.first-dealer", "same-dealer-after-void", _put(4, dealer=2), (2, 0), "rec.next/dealer"),
    ("td.direction", "same-dealer-after-void", _put(4, direction="ccw"), (2, 0), "td.direction/round"),
    ("td.direction", "two", _put(1, direction="cw"), (1, 0), "td.direction/round"),
    ("td.lead", "two", _put(2, open=1), (1, 1), "td.lead/open"),
    ("td.lead", "two", _replace(2, "A66x"), (1, 1), "td.lead/play"),
    ("td.lead", "two", _put(2, seat=2), (1, 1), "td.lead/turn"),
    ("td.join", "two", _put(3, open=6), (1, 2), "td.join/open"),
    ("td.join", "two", _replace(4, "A16/1"), (1, 3), "td.join/fits"),
    ("td.join", "two", _put(3, seat=0), (1, 2), "td.join/turn"),
    ("td.must-play", "two", _replace(3, "C46x"), (1, 2), "td.must-play/fits"),
    ("td.drink", "two", _replace(5, "C22/2"), (1, 4), "td.join/fits"),
    ("td.drink", "two", _score(2, total=44), (1, None), "rec.scores/scores"),
    ("td.empty", "two-clean", _drop(-4), (1, 30), "td.join/turn"),
    ("td.end", "two", _insert(-1, "A14x"), (1, 7), "rec.over/round"),
    ("td.end", "two", _insert(-1, "A!"), (1, 7), "rec.over/round"),
    ("td.end", "two", _drop(-2), (1, 6), "rec.unfinished/round"),
    ("td.points", "tie", _put(-1, winners=[1]), (1, None), "rec.result/winners"),
    ("td.points", "two", _put(-1, winners=[2]), (1, None), "rec.result/winners"),
    ("td.points", "two", _score(0, total=36), (1, None), "rec.scores/scores"),
    ("td.clean", "two-clean", _score(3, items=[]), (1, None), "rec.scores/scores"),
    ("td.pay", "two", _put(-1, points=[12, 0, -12, 0]), (1, None), "rec.points/points"),
    ("td.double", "two-clean", _put(-1, points=[-33, 47, -61, 47]), (1, None), "rec.points/points"),
    ("td.seven-eight", "seven-owed", _put(-1, points=[-37, 15, 67, -45]), (1, None), "rec.points/points"),
    ("td.seven-eight", "three", _score(3, items=[]), (1, None), "rec.scores/scores"),
    ("td.seven-eight", "three", _score(2, items=[["head-tail", 0]]), (1, None), "rec.scores/scores"),
    ("td.six-seven-doubles", "two", _insert(2, "A!"), (1, 1), "td.six-seven-doubles/few"),
    ("td.six-seven-doubles", "seven-played", _insert(3, "A!"), (1, 2), "td.six-seven-doubles/late"),
    ("td.six-seven-doubles", "seven-exposed", _put(-1, outcome="win", winners=[0]), (1, None), "rec.result/outcome"),
    ("td.eight-doubles", "eight", _put(-1, outcome="void", winners=[]), (1, None), "rec.result/outcome"),
    ("td.eight-doubles", "eight", _score(2, items=[]), (1, None), "rec.scores/scores"),
    ("td.eight-doubles", "eight", _score(3, items=[["head-tail", 0]]), (1, None), "rec.scores/scores"),
    ("td.items", "two-clean", _score(1, items=[["clean", 1]]), (1, None), "rec.scores/scores"),
    ("td.items", "two-clean", _score(1, items=[["clean", 0], ["clean", 0]]), (1, None), "rec.scores/scores"),
    ("td.items", "two", lambda x: x[-1]["scores"].__setitem__(1, {"total": 0, "items": []}), (1, None),
     "rec.scores/scores"),
    ("rec.field", "two", lambda x: x[1].pop("direction"), (1, 0), "rec.field/missing"),
    ("rec.field", "two", _put(1, stock=["11"]), (1, 0), "rec.field/foreign"),
    ("rec.field", "two", _put(1, turned="11"), (1, 0), "rec.field/foreign"),
    ("rec.field", "two", _put(1, dealer=None), (1, 0), "rec.field/missing"),
    ("rec.field", "two", _put(-1, how="discard"), (1, None), "rec.field/score-only"),
    ("rec.not-in-hand", "two", _replace(2, "A11/1"), (1, 1), "rec.not-in-hand/tile"),
    ("rec.not-in-hand", "two", _replace(7, "C11/1"), (1, 6), "td.join/fits"),
    ("rec.not-in-hand", "two", _replace(7, "C66x"), (1, 6), "rec.not-in-hand/tile"),
    ("rec.totals", "totals", _put(-1, totals=[11, 0, -11, 1]), (None, None), "rec.totals/totals"),
    ("rec.result", "two", _put(-1, outcome="draw", winners=[]), (1, None), "rec.result/outcome"),
    ("rec.line", "two", lambda x: x.insert(3, {"type": "pass", "seat": 0}), (1, 2), "rec.line/foreign-verb"),
]  # fmt: skip


@pytest.mark.parametrize(("clause", "name", "change", "at", "reason"), TWINS)
def test_one_thing_changed_is_one_clause_broken(
    clause: str, name: str, change: Callable[[Lines], Any], at: tuple[int | None, int | None], reason: str
) -> None:
    verdict = judged(_edit(name, change))
    assert verdict.verdict == INVALID
    assert [(places(verdict.violations)[0], verdict.violations[0].reason)] == [(at, reason)]


def test_both_names_of_a_tile_are_read() -> None:
    """td.names: 釘斜 and 斜釘 are 13; the canonical bytes name it 13."""
    spelt = _edit("two-clean", lambda x: [m.update(tile="斜釘") for m in x if m.get("tile") == "13"])
    other = _edit("two-clean", lambda x: [m.update(tile="釘斜") for m in x if m.get("tile") == "13"])
    assert spelt != other
    assert match_of(spelt).canonical == match_of(other).canonical == match_of(MATCHES["two-clean"]).canonical
    assert judged(spelt).verdict == VALID


def test_the_reader_knows_every_tile_by_its_names() -> None:
    doubles = _edit(
        "two", lambda x: x[1]["hands"].__setitem__(2, ["倔釘", "倔二", "倔二", "二龍", "血龍", "龍血", "倔梅", "倔梅"])
    )
    assert judged(doubles).verdict == VALID


@pytest.mark.parametrize("taken", ["AB", "AD", "BC", "BD", "CD", "A", "C", ""])
def test_two_players_sit_opposite_at_the_first_and_third_seat(taken: str) -> None:
    """td.seats, also where players and hands agree."""
    hands = [TWO.hands[0], TWO.hands[2]]
    seated = TWO.but(dealer=taken[:1] or "A", hands=tuple(hands.pop() if s in taken else None for s in "ABCD"))
    verdict = judged([line for line in record(seated) if line["type"] != "result"])
    assert (places(verdict.violations)[0], verdict.violations[0].reason) == ((1, 0), "td.seats/players")


@pytest.mark.parametrize("empty", range(4))
def test_of_three_players_any_seat_may_be_empty(empty: int) -> None:
    tiles = iter(sorted(PACK))
    hands = tuple(None if s == empty else " ".join(next(tiles) for _ in range(8)) for s in range(4))
    dealer = "ABCD"[(empty + 1) % 4]
    dealt = record(THREE.but(dealer=dealer, hands=hands, moves="", aside=None, totals=None))[:-1]
    assert [v.reason for v in judged(dealt).violations] == ["rec.unfinished/round"]


def test_there_are_32_tiles() -> None:
    assert len(PACK) == 32
    assert sum(COPIES.values()) == 32
    assert {t for t in COPIES if COPIES[t] == 2} == {"11", "22", "33", "44", "55", "66", "13", "15", "16", "46", "56"}


def test_the_winner_deals_next() -> None:
    """td.first-dealer, with a second round that is only dealt."""
    dealt = SETUP_ONLY[:-1]
    assert places(judged(dealt).violations) == [(2, 1)], "unfinished, and nothing else"
    wrong = _edit("", lambda x: x[-1].update(dealer=0), dealt)
    assert [v.reason for v in judged(wrong).violations] == ["rec.next/dealer", "rec.unfinished/round"]


# --- every option value needed and broken

ONLY_ALLOWS = {("six_doubles", False)}
"""Values that only take away: what is right under them is right under the others too, so no record can need them."""


def _under(lines: Lines, option: str, value: Any) -> str:
    return judged(_edit("", lambda x: x[0]["rules"].update({option: value}), lines)).verdict


def _effective(lines: Lines, option: str) -> Any:
    return getattr(match_of(lines).options, option)


def _needing(option: str, value: Any) -> list[str]:
    """Right records that are wrong as soon as the option has another value."""
    return [
        name for name, lines in MATCHES.items()
        if _effective(lines, option) == value
        and any(_under(lines, option, other) == INVALID for other in values(CODE)[option] if other != value)
    ]  # fmt: skip


def _breaking(option: str, value: Any) -> list[str]:
    """Records that are right under another value and wrong under this one."""
    return [
        name for name, lines in MATCHES.items()
        if _effective(lines, option) != value and _under(lines, option, value) == INVALID
    ]  # fmt: skip


EVERY_VALUE = [(option, value) for option, some in values(CODE).items() for value in some]


@pytest.mark.parametrize(("option", "value"), EVERY_VALUE)
def test_every_option_value_is_needed_by_a_record_and_broken_by_another(option: str, value: Any) -> None:
    assert bool(_needing(option, value)) == ((option, value) not in ONLY_ALLOWS)
    if (option, value) != ("six_doubles", True):  # whatever is right without it is right with it
        assert _breaking(option, value)


def _reasons(name: str, **rules: Any) -> list[str]:
    return [v.reason for v in judged(_edit(name, lambda x: x[0]["rules"].update(rules))).violations]


def test_what_the_wrong_option_value_is_reported_as() -> None:
    assert _reasons("always-ccw", direction="alternating") == ["td.direction/round"]
    assert _reasons("same-dealer-after-void", direction="ccw") == ["td.direction/round"]
    assert _reasons("tie", first_direction="ccw") == ["td.direction/round"]
    assert _reasons("two-clean", end_on_out=True) == ["rec.over/round"]
    assert _reasons("out", end_on_out=False) == ["rec.unfinished/round"]
    assert _reasons("tie", settlement="winner") == ["rec.points/points"]
    assert _reasons("clean-seven", doublings="once") == ["rec.points/points"]
    assert _reasons("six-exposed", six_doubles=False) == ["td.six-seven-doubles/few"]
    assert _reasons("eight", eight_doubles=False) == ["rec.result/outcome", "rec.points/points", "rec.scores/scores"]
    assert _reasons("eight-as-seven", eight_doubles=True)[:1] == ["rec.result/outcome"]


def test_six_doubles_allowed_they_may_be_exposed_and_need_not() -> None:
    assert {m["type"] for m in _legal(_table(SIX, 0, six_doubles=True))} == {"expose", "play"}
    assert {m["type"] for m in _legal(_table(SIX_PLAYED, 0))} == {"play"}


def test_the_reach_of_exposing_ends_with_the_first_play_not_with_the_turn() -> None:
    table = _table(SEVEN.but(dealer="C"), 0)
    assert {"type": "expose", "seat": 0} in _legal(table)
    assert table.view().turn == (0, 2)
    assert table.view(2).turn == (2,), "the others do not know that he could"


# --- coverage of the rules page


def documented() -> set[str]:
    """The clause ids of the rules page."""
    return set(re.findall(r"\btd\.[a-z]+(?:-[a-z]+)*", RULES.read_text(encoding="utf-8")))


def test_every_clause_of_the_rules_page_is_broken_by_a_record_and_kept_by_its_twin() -> None:
    assert documented() - {clause for clause, *_ in TWINS} == set()
    assert all(name in MATCHES for _, name, *_ in TWINS)


def test_every_option_is_explained_on_the_rules_page() -> None:
    text = RULES.read_text(encoding="utf-8")
    assert [name for name in OPTIONS[CODE].__struct_fields__ if f"`{name}`" not in text] == []


def test_the_clause_of_every_option_is_on_the_rules_page() -> None:
    metas = [m for f in msgspec.structs.fields(OPTIONS[CODE]) for m in f.type.__metadata__ if m.extra]
    clauses = {meta.extra["clause"] for meta in metas}
    assert clauses <= documented()


# --- what follows from a fault


def test_a_wrong_claim_does_not_spread() -> None:
    """Totals and the next dealer go by what was computed."""
    lines = _edit("same-dealer-after-void", lambda x: x.append({"type": "end", "totals": [11, 0, -11, 0]}))
    lines[3].update(outcome="win", winners=[2], points=[5, 0, -5, 0])
    verdict = judged(lines)
    assert [(v.round, v.reason) for v in verdict.violations] == [(1, "rec.result/outcome"), (1, "rec.points/points")]
    assert verdict.totals == (11, 0, -11, 0)


def test_after_a_faulty_round_the_next_is_judged_as_it_stands_but_for_its_direction() -> None:
    lines = record(SEVEN.but(moves="C!"), TWO.but(dealer="A", direction="cw"), end=(9, 9, 9, 9))
    verdict = judged(lines)
    assert places(verdict.violations) == [(1, 1)]
    assert verdict.totals is None
    lines[4]["direction"] = "ccw"
    assert places(judged(lines).violations) == [(1, 1), (2, 0)]


def test_wrong_direction_and_wrong_dealer_are_one_violation() -> None:
    verdict = judged(_edit("same-dealer-after-void", _put(4, dealer=2, direction="ccw")))
    assert verdict.violations[0].reason == "td.direction/round"
    assert [v for v in verdict.violations if v.move == 0] == verdict.violations[:1]


def test_after_a_round_without_its_direction_the_next_one_still_has_its_own() -> None:
    lines = record(SEVEN, TWO)
    del lines[1]["direction"]
    assert [v.reason for v in judged(lines).violations] == ["rec.field/missing", "td.direction/round"]


def test_a_void_round_may_state_four_empty_scores() -> None:
    assert judged(_edit("seven-exposed", _put(-1, scores=[None] * 4))).verdict == VALID
    wrong = _edit("seven-exposed", _put(-1, scores=[{"total": 0, "items": []}, None, None, None]))
    assert [v.reason for v in judged(wrong).violations] == ["rec.scores/scores"]


def test_a_violation_says_how_many_doubles_are_needed_and_held() -> None:
    few = judged(_edit("six-exposed", lambda x: x[0].update(rules={"edition": 1}))).violations[0]
    assert (few.args, few.expected, few.stated) == ({"seat": 0, "count": 6, "need": 7}, 7, 6)
    few = judged(_edit("six-exposed", _put(2, seat=2))).violations[0]
    assert (few.args, few.expected, few.stated) == ({"seat": 2, "count": 0, "need": 6}, 6, 0)


def test_a_violation_names_the_tile_that_is_missing_or_too_many() -> None:
    missing = judged(_edit("three", lambda x: x[1]["aside"].remove("66"))).violations[0]
    assert missing.args == {"tile": "66", "count": 1, "copies": 2}
    many = judged(_edit("three", lambda x: x[1]["aside"].append("25"))).violations[0]
    assert many.args == {"tile": "25", "count": 2, "copies": 1}


def test_an_unknown_tile_leaves_a_round_unjudged() -> None:
    for change in (_hand(0, "? 15 16 33 34 44 56 66"), _put(2, tile="?")):
        verdict = judged(_edit("two", change))
        assert (verdict.verdict, [v.clause for v in verdict.violations]) == (UNJUDGED, ["rec.unknown"])


def test_an_unknown_tile_beside_something_wrong_is_invalid() -> None:
    lines = _edit("same-dealer-after-void", _put(5, tile="?"))
    lines[3]["points"] = [1, 0, -1, 0]
    assert judged(lines).verdict == INVALID


# --- what is seen


def test_an_exposed_hand_with_unknown_tiles_around_it_is_unjudged_and_a_wrong_set_is_not() -> None:
    """A `?` may stand for any tile; what is seen must still be possible."""
    unseen = _edit("three", lambda x: x[1]["aside"].__setitem__(0, "?"))
    assert judged(unseen).verdict == UNJUDGED
    few = _edit("three", lambda x: x[1].update(aside=["?", "?"]))
    assert judged(few).violations[0].reason == "td.tiles/whole"
    many = _edit("three", lambda x: x[1]["aside"].__setitem__(slice(0, 3), ["?", "66", "66"]))
    assert judged(many).violations[0].reason == "td.tiles/copies"


def test_a_drunk_tile_is_seen_by_its_drinker_alone() -> None:
    table = _table(TWO, 4)
    assert [p.tile for p in table.view(2).seats[2].zones["drunk"][0]] == ["22"]
    assert [p.tile for p in table.view(0).seats[2].zones["drunk"][0]] == ["?"]
    assert "points" not in table.view(0).seats[2].facts


def test_at_the_end_every_hand_lies_open() -> None:
    view = _table(TWO).view(0)
    assert view.turn == ()
    assert [p.tile for p in view.seats[2].zones["hand"][0]] == ["11", "26", "46", "55", "55"]
    assert [p.tile for p in view.seats[2].zones["drunk"][0]] == ["22", "22"]


def test_an_exposed_hand_is_seen_and_the_others_stay_hidden() -> None:
    view = _table(SEVEN).view(2)
    assert {p.tile for p in view.seats[0].zones["hand"][0]} == {"11", "22", "33", "36", "55", "66"}
    assert {p.tile for p in _table(SEVEN).view(0).seats[2].zones["hand"][0]} == {"?"}


def test_the_tiles_aside_are_seen_by_nobody_at_the_table() -> None:
    assert "aside" in _table(THREE).view().table
    assert "aside" not in _table(THREE).view(0).table


def test_the_chain_shows_its_open_ends_and_the_table_its_facts() -> None:
    view = _table(TWO, 3).view()
    assert [(p.tile, p.mark) for p in view.table["chain"][0]] == [("66", "open-6"), ("46", "open-4"), ("34", "open-3")]
    assert view.facts == {"dealer": 0, "direction": "ccw", "open": 3}
    assert view.seats[0].facts == {"played": 2, "points": 43}


def test_self_play_meets_every_verb_outcome_and_item() -> None:
    met: set[str] = set()
    for seed in range(80):
        players = ("A", None, "C", None) if seed % 2 else ("A", "B", "C", "D")
        match = play_match(CODE, Random(seed), 4, TsairDengOptions(six_doubles=True), players)
        verdict = audit(match)
        for r, outcome in zip(match.rounds, verdict.outcomes, strict=True):
            assert outcome is not None
            met |= {m.verb for m in r.moves} | {outcome.outcome}
            met |= {i.id for s in outcome.scores if s for i in s.items}
    assert {"play", "drink", "expose", "win", "void", "clean", "head-tail"} <= met
