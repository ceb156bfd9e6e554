"""斜釘: score lines, which are rounds without moves: what they are settled from, and what they cannot state."""

from __future__ import annotations

from typing import Any

import pytest

from replay.audit import INVALID, VALID
from tests.games.tsair_deng_records import EIGHT, TIE, move_line, record
from tests.support.records import Lines, judged, places


def score_line(**fields: Any) -> Lines:
    """A match of one score-only round."""
    head = record(TIE)[0]
    setup = {"type": "round", "dealer": fields.pop("dealer", None), "hands": None}
    if "direction" in fields:
        setup["direction"] = fields.pop("direction")
    result = {"type": "result", "outcome": "win", "winners": [0], "points": [0, 0, 0, 0], **fields}
    return [head, setup, result]


def _scores(*totals: int | None, clean: str = "", head_tail: str = "") -> list[Any]:
    r = TIE.but(totals=totals, clean=clean, head_tail=head_tail)
    scores: list[Any] = r.result()["scores"]
    return scores


def test_a_score_line_is_settled_from_its_totals_and_items() -> None:
    scores = _scores(51, 13, 0, 12, clean="C", head_tail="A")
    right = score_line(winners=[2], points=[-358, 49, 254, 55], scores=scores)
    verdict = judged(right)
    assert (verdict.verdict, verdict.violations, verdict.play_id) == (VALID, [], None)
    wrong = score_line(winners=[2], points=[-357, 48, 254, 55], scores=scores)
    assert [v.reason for v in judged(wrong).violations] == ["rec.points/points"]
    assert [
        v.reason for v in judged(score_line(winners=[3], points=[-358, 49, 254, 55], scores=scores)).violations
    ] == ["rec.result/winners"]


def test_a_score_without_items_leaves_open_what_holds() -> None:
    """Nobody but the dealer has 頭七尾八; who loses nothing is 通."""
    clean = _scores(32, None, 0, None, clean="C")
    open_ = _scores(32, None, 0, None)
    for scores in (clean, open_):
        assert judged(score_line(dealer=0, winners=[2], points=[-64, 0, 64, 0], scores=scores)).verdict == VALID
    for dealer, points, verdict in ((0, -30, VALID), (0, -60, VALID), (0, -45, INVALID), (2, -30, VALID),
                                    (2, -60, INVALID), (None, -60, VALID)):  # fmt: skip
        alone = _scores(69, None, 39, None)
        lines = score_line(dealer=dealer, winners=[2], points=[points, 0, -points, 0], scores=alone)
        assert judged(lines).verdict == verdict, (dealer, points)
    stated = _scores(69, None, 39, None, head_tail="A")
    assert judged(score_line(dealer=0, winners=[2], points=[-60, 0, 60, 0], scores=stated)).verdict == VALID
    assert judged(score_line(dealer=0, winners=[2], points=[-30, 0, 30, 0], scores=stated)).verdict == INVALID


def test_nobody_but_the_dealer_has_head_tail_and_one_seat_alone() -> None:
    two = _scores(69, 50, 39, None, head_tail="AB")
    for dealer, reason in ((1, "rec.scores/item-and"), (None, "rec.scores/impossible")):
        lines = score_line(dealer=dealer, winners=[2], points=[-60, -22, 82, 0], scores=two)
        assert [v.reason for v in judged(lines).violations] == [reason]
    one = _scores(69, 50, 39, None, head_tail="A")
    assert judged(score_line(winners=[2], points=[-98, 27, 71, 0], scores=one)).verdict == VALID
    for points in ([-49, 8, 41, 0], [-98, 16, 82, 0], [-49, -3, 52, 0]):
        lines = score_line(winners=[2], points=points, scores=one)
        assert [v.reason for v in judged(lines).violations] == ["rec.points/points"]


@pytest.mark.parametrize(("totals", "held", "reason"), [
    ((86, 86, 86, 0), {"clean": "D"}, "td.tiles/pips"),
    ((30, 20, 0, 40), {"clean": "C", "head_tail": "C"}, "rec.scores/impossible"),
    ((30, 20, 1, 40), {"clean": "C"}, "rec.scores/impossible"),
    ((87, 20, 10, 40), {}, "rec.scores/impossible"),
    ((30, 20, 1, 40), {}, "rec.scores/impossible"),
])  # fmt: skip
def test_totals_that_no_hands_come_to_are_refused(totals: tuple[int, ...], held: dict[str, str], reason: str) -> None:
    assert [v.reason for v in judged(score_line(scores=_scores(*totals, **held))).violations] == [reason]


def test_a_score_line_is_of_a_table_that_can_be() -> None:
    lines = score_line(points=[3, 0, -3, 0], dealer=1)
    lines[0]["players"] = ["A", None, "C", None]
    assert [v.reason for v in judged(lines).violations] == ["td.seats/dealer"]
    lines[0]["players"], lines[1]["dealer"] = ["A", "B", None, None], None
    lines[2]["points"] = [3, -3, 0, 0]
    assert [v.reason for v in judged(lines).violations] == ["td.seats/players"]


def test_a_tie_of_a_score_line_goes_by_dealer_and_direction_where_they_are_known() -> None:
    scores, points = _scores(32, 28, 34, 28), [-6, 10, -14, 10]
    assert judged(score_line(winners=[1], points=points, scores=scores)).verdict == VALID
    assert judged(score_line(winners=[3], points=points, scores=scores)).verdict == VALID
    for direction, winner in (("ccw", 1), ("cw", 3)):
        for stated in (1, 3):
            lines = score_line(dealer=0, direction=direction, winners=[stated], points=points, scores=scores)
            lines[0]["rules"] = {"edition": 1, "first_direction": direction}
            reasons = [v.reason for v in judged(lines).violations]
            assert reasons == ([] if stated == winner else ["rec.result/winners"])


def test_a_score_line_without_scores_must_still_conserve_points() -> None:
    assert judged(score_line(points=[3, -3, 0, 0])).verdict == VALID
    assert [v.reason for v in judged(score_line(points=[3, -2, 0, 0])).violations] == ["rec.points/conserved"]


def test_a_void_score_line_pays_nobody() -> None:
    assert judged(score_line(outcome="void", winners=[])).verdict == VALID
    wrong = score_line(outcome="void", winners=[], points=[1, -1, 0, 0])
    assert [v.reason for v in judged(wrong).violations] == ["rec.points/points"]


def test_a_score_line_of_an_outcome_that_the_game_has_not_is_refused() -> None:
    for outcome in ("draw", "dead", "foul"):
        reasons = [v.reason for v in judged(score_line(outcome=outcome, winners=[])).violations]
        assert reasons == ["rec.result/no-such-outcome"]


def test_a_score_line_that_scores_one_player_only_is_refused() -> None:
    lines = score_line(scores=_scores(3, None, None, None))
    assert [v.clause for v in judged(lines).violations] == ["rec.scores"]


def test_a_score_line_scores_everybody_who_pays() -> None:
    lines = score_line(winners=[1], points=[-30, 60, 0, -30], scores=_scores(40, 10, None, None))
    assert [v.reason for v in judged(lines).violations] == ["rec.scores/partial"]


def test_after_a_score_line_without_set_up_any_set_up_follows() -> None:
    free = score_line(points=[3, -3, 0, 0]) + TIE.lines()
    assert judged(free).verdict == VALID
    other = score_line(points=[3, -3, 0, 0]) + EIGHT.lines()
    assert judged(other).verdict == VALID


def test_after_a_score_line_with_its_set_up_the_winner_deals() -> None:
    first = score_line(dealer=0, direction="ccw", winners=[1], points=[-5, 5, 0, 0])
    assert judged(first + TIE.lines()).violations[0].reason == "rec.next/dealer"
    first[-1].update(winners=[0], points=[5, -5, 0, 0])
    assert judged(first + TIE.lines()).verdict == VALID


def test_a_score_line_with_a_dealer_and_no_direction_leaves_the_tie_and_the_next_set_up_open() -> None:
    scores, points = _scores(32, 28, 34, 28), [-6, 10, -14, 10]
    for stated in ({"dealer": 0}, {"dealer": None, "direction": "ccw"}):
        for winner in (1, 3):
            first = score_line(winners=[winner], points=points, scores=scores, **stated)
            assert judged(first).verdict == VALID
            assert judged([*first, *TIE.lines()]).verdict == VALID
            assert judged([*first, *TIE.but(direction="ccw").lines()[:1]]).violations[0].clause == "rec.unfinished"
        assert judged(score_line(winners=[0], points=points, scores=scores, **stated)).verdict == INVALID


def test_a_score_line_of_two_players_is_settled() -> None:
    lines = score_line(winners=[2], points=[-5, 0, 5, 0], scores=_scores(15, None, 10, None))
    lines[0]["players"] = ["A", None, "C", None]
    assert judged(lines).verdict == VALID


@pytest.mark.parametrize("winners", [[], [0, 1]])
def test_one_seat_wins_a_score_line(winners: list[int]) -> None:
    verdict = judged(score_line(winners=winners))
    assert [v.clause for v in verdict.violations] == ["rec.result"]


@pytest.mark.parametrize(("totals", "clean"), [((-1, 2, 3, 4), ""), ((5, 2, 3, 4), "A")])
def test_no_score_line_counts_less_than_nothing_or_something_for_a_clean_hand(
    totals: tuple[int, ...], clean: str
) -> None:
    verdict = judged(score_line(scores=_scores(*totals, clean=clean)))
    assert [v.clause for v in verdict.violations] == ["rec.scores"]


def test_a_score_line_has_no_moves() -> None:
    lines = score_line(points=[3, -3, 0, 0])
    lines.insert(2, move_line("A13/3"))
    verdict = judged(lines)
    assert (places(verdict.violations), verdict.violations[0].clause) == ([(1, 1)], "rec.line")
