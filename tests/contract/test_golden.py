"""The golden matches verify, and every broken one is caught at exactly its round and move."""

from __future__ import annotations

import pytest

from replay import registry
from replay.audit import INVALID, VALID, audit
from schemas.options import GAMES
from tests.contract.test_moves import each_game
from tests.support.golden import broken, cases_paths, matches, rounds_path
from tests.support.records import as_bytes, match_of, places


@each_game
def test_every_golden_match_verifies_valid(code: str) -> None:
    found = matches(rounds_path(code))
    assert len(found) > 20
    wrong = [(match.index, audit(match).violations) for match in found if audit(match).verdict != VALID]
    assert wrong == []


@each_game
def test_every_golden_log_of_worked_cases_verifies_valid(code: str) -> None:
    logs = [path for path in cases_paths(code) if path.name.endswith(".paipu.jsonl")]
    wrong = [(path.name, m.index) for path in logs for m in matches(path) if audit(m).verdict != VALID]
    assert wrong == []


@each_game
def test_every_broken_match_is_caught_at_exactly_its_round_and_move(code: str) -> None:
    rows = broken(code)
    assert len(rows) >= 100
    wrong = []
    for number, row in enumerate(rows, start=1):
        verdict = audit(match_of(row["match"]))
        found = places(verdict.violations)[:1]
        if verdict.verdict != INVALID or found != [(row["round"], row["move"])]:
            wrong.append((number, row["clause"], (row["round"], row["move"]), found))
    assert wrong == []


@pytest.mark.parametrize("code", GAMES)
def test_every_golden_match_reads_and_comes_back_byte_for_byte(code: str) -> None:
    for match in matches(rounds_path(code)):
        assert match.sound, match.faults
        again = match_of(match.canonical)
        assert again.canonical == again.raw == match.canonical


@pytest.mark.parametrize("code", GAMES)
def test_every_broken_match_is_kept_as_it_was_given(code: str) -> None:
    for row in broken(code):
        data = as_bytes(row["match"])
        match = match_of(data)
        assert match.raw == data
        assert match.game == code
        if match.sound:
            assert match_of(match.canonical).canonical == match.canonical


def test_the_registry_knows_only_games_of_the_format() -> None:
    assert set(registry.codes()) <= set(GAMES)
