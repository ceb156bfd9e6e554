"""The golden cases of ``tests/data/golden``. See the README there."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from schemas.codec import read
from schemas.match import Match

DATA = Path(__file__).parents[1] / "data"
GOLDEN = DATA / "golden"


def rounds_path(code: str) -> Path:
    """The file of whole random matches of a game."""
    return GOLDEN / "rounds" / f"{code}.paipu.jsonl"


def broken_path(code: str) -> Path:
    """The file of a game's broken matches."""
    return GOLDEN / "broken" / f"{code}.jsonl"


def cases_paths(code: str) -> list[Path]:
    """The files of a game's worked cases."""
    return sorted(GOLDEN.glob(f"{code}.*"))


@lru_cache(maxsize=8)
def matches(path: Path) -> tuple[Match, ...]:
    """The matches of a log. They are shared: do not change them."""
    return tuple(read(str(path)))


@lru_cache(maxsize=8)
def broken(code: str) -> tuple[dict[str, Any], ...]:
    """The rows of a game's broken matches."""
    with open(broken_path(code), encoding="utf-8") as file:
        return tuple(json.loads(line) for line in file)
