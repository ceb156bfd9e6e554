"""Lines where they have no place: nothing is moved, nothing is dropped in silence."""

from __future__ import annotations

import pytest

from replay.audit import INVALID, VALID
from tests.games.tsair_deng_records import SEVEN, TWO, move_line, record
from tests.support.records import Lines, as_bytes, judged, match_of, matches_of, places

MATCH = record(SEVEN, TWO.but(direction="cw"), end=(11, 0, -11, 0))
HEAD, END = MATCH[0], MATCH[-1]
FIRST, SECOND = MATCH[1:4], MATCH[4:-1]
RESULT = SECOND[-1]
EARLY = {**END, "totals": [0, 0, 0, 0]}
DRINK = move_line("C22x")

CASES: list[tuple[str, Lines, tuple[int | None, int | None], str]] = [
    ("two results", [HEAD, *FIRST, FIRST[-1], *SECOND], (1, 2), "rec.over"),
    ("a move after the result", [HEAD, *FIRST, DRINK, *SECOND], (1, 2), "rec.over"),
    ("a second end", [*MATCH, END], (None, None), "rec.line"),
    ("a round after the end", [HEAD, *FIRST, EARLY, *SECOND], (None, None), "rec.line"),
    ("an end on both sides of a round", [HEAD, *FIRST, EARLY, *SECOND, END], (None, None), "rec.line"),
    ("a move after the end", [*MATCH, DRINK], (None, None), "rec.line"),
    ("a result after the end", [*MATCH[:-2], END, RESULT], (None, None), "rec.line"),
    ("a move before the first round", [HEAD, DRINK, *MATCH[1:]], (None, None), "rec.line"),
    ("a result before the first round", [HEAD, RESULT, *MATCH[1:]], (None, None), "rec.line"),
    ("an end before the first round", [HEAD, END, *MATCH[1:]], (None, None), "rec.line"),
    ("a result before the last move", [HEAD, *FIRST, *SECOND[:-2], RESULT, SECOND[-2]], (2, 6), "rec.over"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "lines", "at", "clause"), CASES, ids=[what for what, *_ in CASES])
def test_a_line_out_of_place_is_a_fault(
    what: str, lines: Lines, at: tuple[int | None, int | None], clause: str
) -> None:
    verdict = judged(lines)
    assert verdict.verdict == INVALID
    assert (places(verdict.violations)[0], verdict.violations[0].clause) == (at, clause)
    assert verdict.match.raw == as_bytes(lines)
    assert verdict.record_id is None, "what is no record has no id"


def test_a_match_may_have_no_round_yet() -> None:
    for lines in ([HEAD], [HEAD, {**END, "totals": [0, 0, 0, 0]}]):
        verdict = judged(lines)
        assert (verdict.verdict, verdict.outcomes, verdict.totals) == (VALID, [], (0, 0, 0, 0))
    assert places(judged([HEAD, END]).violations) == [(None, None)]


@pytest.mark.parametrize("stray", [[DRINK], [RESULT], MATCH[1:]])
def test_lines_before_the_first_match_are_named_and_the_match_is_served(stray: Lines) -> None:
    found = matches_of(as_bytes([*stray, *MATCH]))
    assert [f.reason for f in found[0].faults] == ["rec.line/before-match"]
    assert found[0].line == 1
    assert found[1].sound
    assert len(found) == 2
    assert b"".join(m.raw for m in found) == as_bytes([*stray, *MATCH])


def test_a_file_without_any_match_is_one_fault() -> None:
    (match,) = matches_of(as_bytes(MATCH[1:]))
    assert [f.reason for f in match.faults] == ["rec.line/before-match"]


def test_rounds_of_several_matches_are_numbered_each_from_one() -> None:
    first, second = matches_of(as_bytes([*MATCH, *MATCH]))
    assert (first.index, second.index, second.line) == (1, 2, len(MATCH) + 1)
    assert [r.line for r in second.rounds] == [len(MATCH) + 2, len(MATCH) + 5]


def test_a_round_line_that_cannot_be_read_is_still_a_round() -> None:
    lines = [HEAD, {"type": "round", "dealer": 9}, *FIRST[1:], *SECOND]
    verdict = judged(lines)
    assert len(verdict.match.rounds) == 2
    assert places(verdict.violations) == [(1, 0)]
    assert verdict.outcomes[1] is not None


def test_a_result_that_cannot_be_read_leaves_its_round_judged() -> None:
    lines = [HEAD, *FIRST[:-1], {**FIRST[-1], "points": 5}, *SECOND, {**END, "totals": [1, 2, 3, 4]}]
    verdict = judged(lines)
    assert places(verdict.violations) == [(1, None), (None, None)]
    assert verdict.outcomes[0] is not None


def test_an_end_that_cannot_be_read_is_named() -> None:
    verdict = judged([*MATCH[:-1], {"type": "end", "totals": [1]}])
    assert places(verdict.violations) == [(None, None)]
    assert verdict.violations[0].clause == "rec.field"


def test_every_kept_line_has_its_number() -> None:
    match = match_of(MATCH)
    assert list(match.numbers) == list(range(1, len(MATCH) + 1))
    assert len(match.numbers) == len(match.canonical.splitlines())
