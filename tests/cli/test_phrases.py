"""The command line's own sentences: complete in three languages, all used, none missing."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import reports.cli
from reports.cli.output import escape, width
from reports.cli.params import LANGUAGES
from reports.cli.phrases import phrases
from schemas.options import GAMES
from schemas.tiles import LANGUAGES as ALL

SOURCE = "\n".join(p.read_text(encoding="utf-8") for p in Path(reports.cli.__file__).parent.glob("*.py"))
MADE_UP = ("game.", "verdict.", "outcome.", "state.", "column.", "table.", "error.Archive", "error.Usage", "usage.")
"""Keys that data makes up at run time."""


def _placeholders(text: str) -> set[str]:
    return {key for _, key, _, _ in string.Formatter().parse(text) if key}


@pytest.mark.parametrize("key", sorted(phrases()))
def test_a_sentence_has_three_languages_with_the_same_placeholders(key: str) -> None:
    texts = phrases()[key]
    assert set(texts) == set(LANGUAGES) == set(ALL)
    assert len({frozenset(_placeholders(text)) for text in texts.values()}) == 1


def test_every_sentence_that_the_code_asks_for_exists_and_none_is_left_over() -> None:
    asked = set(re.findall(r'(?:\bsay|session\.note)\(\s*["\x27]([a-z.-]+)["\x27]', SOURCE))
    asked |= set(re.findall(r'"(error\.[a-z.-]+|yes|no)"', SOURCE))
    known = set(phrases())
    assert asked <= known
    assert [key for key in known - asked if not key.startswith(MADE_UP)] == []


def test_every_game_verdict_and_outcome_has_a_name() -> None:
    assert {f"game.{game}" for game in GAMES} == {key for key in phrases() if key.startswith("game.")}
    for key in ("verdict.valid", "verdict.invalid", "verdict.unjudged"):
        assert key in phrases()
    for outcome in ("win", "draw", "dead", "void", "foul", "none"):
        assert f"outcome.{outcome}" in phrases()


def test_a_chinese_sentence_is_chinese() -> None:
    plain = {k for k, t in phrases().items() if t["zh-Hant"].isascii() or t["zh-Hans"].isascii()}
    assert plain == set()


def test_a_chinese_character_is_two_columns_wide() -> None:
    assert width("abc") == 3
    assert width("阿明a") == 5
    assert width("e\u0301") == 1


def test_escaping_leaves_no_character_that_a_terminal_obeys() -> None:
    assert escape("阿明 a") == "阿明 a"
    assert escape("a\x1b[2J\r\n\u202e\x9b") == "a\\x1b[2J\\r\\n\\u202e\\x9b"
    assert escape("\udcff") == "\\udcff"


def test_a_joiner_stays_only_where_a_script_or_an_emoji_needs_it() -> None:
    for text in ("\U0001f468\u200d\U0001f469", "\u0645\u06cc\u200c\u062e", "\u0915\u094d\u200d\u0937"):
        assert escape(text) == text
    assert escape("A\u200dB") == "A\\u200dB"
    assert escape("阿\u200c明") == "阿\\u200c明"
