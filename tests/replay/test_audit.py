"""The verdict: claims computed anew, what is not judged, and what a score line must still keep."""

from __future__ import annotations

import re
from io import BytesIO
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay import registry
from replay.audit import INVALID, UNJUDGED, VALID, audit
from replay.engine import check_line, move_key
from replay.game import Item, Outcome, Tally
from replay.selfplay import play_match, play_matches
from schemas.canonical import ENCODER
from schemas.codec import read
from schemas.options import GAMES
from schemas.record import MOVES, Draw, Kong, Pass, Play, Score
from tests.games.tsair_deng_records import SEVEN, THREE, TWO, record
from tests.support.golden import matches, rounds_path
from tests.support.records import Lines, copy, judged, match_of, places
from tests.support.strategies import records

LINES = record(SEVEN, TWO.but(direction="cw"), end=(11, 0, -11, 0))


@settings(max_examples=80)
@given(records())
def test_the_audit_never_raises_for_anything_a_record_can_hold(match: Any) -> None:
    verdict = audit(match_of(match.canonical))
    assert verdict.verdict in (VALID, INVALID, UNJUDGED)
    assert (verdict.verdict == VALID) == (verdict.violations == [])
    assert len(verdict.outcomes) == len(match.rounds) == verdict.rounds


@pytest.mark.parametrize("code", GAMES)
def test_a_game_that_is_not_registered_is_not_judged(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MODULES", {})
    verdict = audit(matches(rounds_path(code))[0])
    assert (verdict.verdict, [v.reason for v in verdict.violations]) == (UNJUDGED, ["rec.unknown/game"])
    assert verdict.record_id is not None


UNSEEN = {
    "deal": lambda lines: lines[1]["hands"][0].__setitem__(0, "?"),
    "move": lambda lines: lines[3].update(tile="?"),
}
UNREAD: dict[str, tuple[bytes, str]] = {
    "a field": (b'{"type":"play","seat":0,"tile":"11","open":"four"}\n', "rec.field/value"),
    "no JSON": (b"garbage\n", "rec.line/not-json"),
    "a cut": (b'{"type":"play","se', "rec.line/cut"),
    "too long": (b'{"type":"play","seat":0,"note":"' + b"a" * (1 << 20) + b'"}\n', "rec.line/too-long"),
}


@pytest.mark.parametrize("where", UNSEEN)
@pytest.mark.parametrize("what", UNREAD)
def test_what_cannot_be_read_is_told_although_a_tile_was_not_seen(where: str, what: str) -> None:
    lines, (bad, reason) = record(TWO), UNREAD[what]
    UNSEEN[where](lines)
    raw = [ENCODER.encode(line) + b"\n" for line in lines]
    data = b"".join([*raw[:5], bad] if what == "a cut" else [*raw[:5], bad, *raw[5:]])
    (verdict,) = map(audit, read(BytesIO(data)))
    reasons = [v.reason for v in verdict.violations]
    assert reasons[0].startswith("rec.unknown/")
    assert reason in reasons
    assert verdict.verdict == INVALID


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_what_has_no_record_id_is_never_left_unjudged(data: st.DataObject) -> None:
    """However a record is broken, holes for tiles included: what has no canonical bytes is invalid."""
    raw = match_of(LINES).raw.split(b"\n")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        line = raw[at]
        cut = data.draw(st.integers(0, len(line)))
        raw[at] = data.draw(st.sampled_from((
            line[:cut], b"x", b"", re.sub(rb'"\d\d"', b'"?"', line, count=1), line.replace(b'"seat":', b'"sat":'),
            line + b"\n" + line,
        )))  # fmt: skip
    for match in read(BytesIO(b"\n".join(raw))):
        verdict = audit(match)
        assert (verdict.record_id is None) == (not match.canonical)
        assert verdict.record_id is not None or verdict.verdict == INVALID


def test_every_wrong_part_of_a_result_is_a_violation_of_its_own() -> None:
    lines = copy(LINES)
    lines[-2].update(outcome="void", winners=[], points=[0, 0, 0, 0], scores=[None] * 4)
    verdict = judged(lines)
    assert [v.reason for v in verdict.violations] == ["rec.result/outcome", "rec.points/points", "rec.scores/scores"]
    points = verdict.violations[1]
    assert (points.expected, points.stated, points.round, points.move) == ([11, 0, -11, 0], [0, 0, 0, 0], 2, None)
    assert points.line == len(lines) - 1


def test_a_violation_names_its_line_in_the_file() -> None:
    lines = copy(LINES)
    lines[6].update(tile="11")
    (violation,) = judged(lines).violations
    assert (violation.round, violation.move, violation.line, violation.seat) == (2, 2, 7, 2)


def test_totals_are_not_judged_after_a_round_that_was_not() -> None:
    lines = copy(LINES)
    lines[6].update(tile="11")
    lines[-1].update(totals=[5, 5, 5, 5])
    verdict = judged(lines)
    assert places(verdict.violations) == [(2, 2)]
    assert verdict.totals is None


def test_a_round_without_a_result_is_computed() -> None:
    verdict = judged([line for line in LINES if line["type"] != "result"])
    assert verdict.verdict == VALID
    assert verdict.totals == (11, 0, -11, 0)


def test_an_unfinished_round_is_a_violation_after_its_last_move_also_with_a_result() -> None:
    lines = [*LINES[:-3], *LINES[-2:]]
    verdict = judged(lines)
    assert [(v.round, v.move, v.reason) for v in verdict.violations] == [(2, 6, "rec.unfinished/round")]


# --- score lines


def score_match(players: tuple[str | None, ...] = ("A", "B", "C", None), *, setup: Any = None, **result: Any) -> Lines:
    head = {**record(THREE)[0], "players": list(players)}
    line = {"type": "result", "outcome": "win", "winners": [0], "points": [5, -5, 0, 0], **result}
    return [head, {"type": "round", "dealer": None, "hands": None, **(setup or {})}, line]


def test_a_score_line_may_say_who_discarded_and_how() -> None:
    assert judged(score_match(how="discard", **{"from": 1})).verdict == VALID


@pytest.mark.parametrize("fields", [
    {"how": "foul"}, {"outcome": "void", "winners": [], "points": [0] * 4, "how": "discard"},
    {"outcome": "void", "winners": [], "points": [0] * 4, "from": 1},
    {"outcome": "void", "winners": [], "points": [0] * 4, "liable": 1},
    {"outcome": "foul", "winners": [], "liable": 1}, {"outcome": "foul", "winners": [], "how": "self-draw"},
])  # fmt: skip
def test_a_score_line_says_who_paid_only_as_its_outcome_allows(fields: dict[str, Any]) -> None:
    (violation,) = judged(score_match(**fields)).violations
    assert (violation.reason, violation.move) == ("rec.field/outcome", None)
    assert violation.field in fields


def test_an_item_that_the_game_has_not_is_named_with_the_nearest_one() -> None:
    score = {"total": 0, "items": [["claen", 0]]}
    (violation,) = judged(score_match(scores=[score, {"total": 5, "items": []}, None, None])).violations
    assert (violation.reason, violation.seat, violation.args["near"]) == ("rec.scores/unknown-item", 0, "clean")


@pytest.mark.parametrize("points", [[-5, 5, 0, 0], [0, 5, -5, 0]])
def test_a_winner_neither_pays_nor_leaves_with_nothing_while_another_is_paid(points: list[int]) -> None:
    (violation,) = judged(score_match(points=points)).violations
    assert violation.reason == "rec.points/winner-pays"
    assert judged(score_match(points=[0] * 4)).verdict == VALID, "all had the same"


def test_an_empty_seat_neither_pays_nor_is_paid() -> None:
    verdict = judged(score_match(points=[5, 0, 0, -5]))
    assert (verdict.verdict, verdict.violations[0].reason) == (INVALID, "rec.result/empty-seat")


def test_an_empty_seat_has_no_score() -> None:
    scores = [{"total": 5, "items": []}, None, None, {"total": 0, "items": []}]
    assert [v.reason for v in judged(score_match(scores=scores)).violations] == ["rec.result/empty-seat"]


def test_an_empty_seat_does_not_win() -> None:
    verdict = judged(score_match(winners=[3], points=[0, 0, 0, 0]))
    assert (verdict.verdict, verdict.violations[0].clause) == (INVALID, "rec.result")


def test_a_win_has_a_winner_and_only_a_win_has() -> None:
    assert judged(score_match(winners=[])).verdict == INVALID
    assert judged(score_match(outcome="void", winners=[0], points=[0, 0, 0, 0])).verdict == INVALID


def test_a_score_line_has_no_set_up_field_of_another_game() -> None:
    verdict = judged(score_match(setup={"wind": "E"}))
    assert (places(verdict.violations), verdict.violations[0].clause) == ([(1, 0)], "rec.field")


def test_a_score_line_without_its_result_is_unfinished() -> None:
    lines = score_match()[:-1]
    assert [(v.round, v.move, v.clause) for v in judged(lines).violations] == [(1, 1, "rec.unfinished")]


def test_totals_count_score_lines() -> None:
    lines = [*score_match(), {"type": "end", "totals": [5, -5, 0, 0]}]
    assert judged(lines).verdict == VALID
    lines[-1]["totals"] = [5, -5, 0, 1]
    assert places(judged(lines).violations) == [(None, None)]


# --- small parts


def test_any_of_several_best_readings_is_right() -> None:
    one, other = (Tally(3, (Item("a", 1), Item("b", 2))), None), (Tally(3, (Item("c", 3),)), None)
    outcome = Outcome("win", (0,), (0, 0), one, (other,))
    assert outcome.accepts([Score(3, [("b", 2), ("a", 1)]), None])
    assert outcome.accepts([Score(3, [("c", 3)]), None])
    for wrong in (
        [Score(3, [("a", 1), ("c", 3)]), None], [Score(4, [("c", 3)]), None], [None, None],
        [Score(3, []), None], [Score(3, [("c", 3)]), Score(0, [])], [Score(3, [("a", 1), ("a", 1), ("b", 2)]), None],
    ):  # fmt: skip
        assert not outcome.accepts(wrong)


def test_moves_are_ordered_by_verb_seat_tile_and_the_rest() -> None:
    moves = [
        Draw(seat=0, tile="1m"), Draw(seat=0, tile="1m", from_="back"), Draw(seat=0, tile="2m"),
        Draw(seat=1, tile="1m"),
        Kong(seat=0, tile="1m", kind="added"), Kong(seat=0, tile="1m", kind="concealed"), Pass(seat=0),
        Play(seat=0, tile="13", open=1), Play(seat=0, tile="13", open=3),
    ]  # fmt: skip
    assert sorted(moves[4:] + moves[:4], key=move_key) == moves


def test_a_verb_of_another_game_is_named() -> None:
    for cls in MOVES:
        move = Pass(seat=1) if cls is Pass else None
        if move is not None:
            problem = check_line("tsair-deng", move)
            assert problem is not None
            assert problem.reason == "rec.line/foreign-verb"
    assert check_line("tsair-deng", Play(seat=0, tile="13", open=1)) is None


def test_self_play_is_the_same_for_the_same_seed_and_the_first_of_more() -> None:
    some = [m.raw for m in play_matches("tsair-deng", 3, 5)]
    assert [m.raw for m in play_matches("tsair-deng", 6, 5)][:3] == some
    assert [m.raw for m in play_matches("tsair-deng", 3, 6)] != some
    assert len(set(some)) == 3
    assert play_match("tsair-deng", Random(1), rounds=7).rounds[6].setup is not None
