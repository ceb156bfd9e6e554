"""A registered game without its golden data, catalogue, rules page, slow judge or tests fails here."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay import registry, text
from schemas.options import GAMES, OPTIONS
from tests.contract.test_moves import each_game
from tests.support.golden import broken_path, cases_paths, rounds_path

ROOT = Path(__file__).parents[2]


def missing(code: str, module: str) -> list[str]:
    """What a registered game lacks."""
    name = module.rsplit(".", 1)[1]
    wanted = [
        rounds_path(code),
        broken_path(code),
        ROOT / "replay" / "games" / name / "text.toml",
        ROOT / "docs" / "rules" / f"{code}.md",
        ROOT / "tests" / "slow" / f"{name}.py",
        ROOT / "tests" / "games" / f"test_{name}.py",
    ]
    lacking = [str(path.relative_to(ROOT)) for path in wanted if not path.is_file() or not path.stat().st_size]
    if not cases_paths(code):
        lacking.append(f"tests/data/golden/{code}.*")
    if code not in OPTIONS or code not in text.PREFIX:
        lacking.append("options or clause prefix")
    return lacking


@each_game
def test_a_registered_game_has_all_that_a_game_needs(code: str) -> None:
    assert missing(code, registry.MODULES[code]) == []


def test_a_game_without_anything_would_be_noticed() -> None:
    assert len(missing("go-fish", "replay.games.go_fish")) == 8


@each_game
def test_a_registered_game_answers_to_its_code(code: str) -> None:
    assert registry.get(code).code == code
    assert registry.find(code) is registry.get(code)


def test_an_unknown_game_is_named_with_the_nearest_one() -> None:
    with pytest.raises(registry.UsageError, match="did you mean tsair-deng"):
        registry.get("tsair-dong")
    with pytest.raises(registry.UsageError, match=r"known: .*tsair-deng"):
        registry.get("zzzzz")
    assert registry.find("zzzzz") is None


def test_every_game_of_the_format_has_its_golden_data() -> None:
    lacking = [
        code
        for code in GAMES
        if not (cases_paths(code) and rounds_path(code).is_file() and broken_path(code).is_file())
    ]
    assert lacking == []
