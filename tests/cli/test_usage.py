"""Command lines that click refuses, in the language of the run."""

from __future__ import annotations

import click
import pytest

from reports.cli.usage import language_of
from tests.cli.conftest import Paipu

REFUSED = {
    "verify --bogus": "沒有 '--bogus' 這個選項。",
    "verify --forma record x": "沒有 '--forma' 這個選項。是不是 '--format'？",
    "impor": "沒有 'impor' 這個命令。是不是 'import'？",
    "query": "缺少參數 'SQL'。",
    "list --limit x": "'--limit' 的值不對：'x' 不是整數。",
    "list --limit -1": "'--limit' 的值不對：-1 不在範圍 x>=0 之內。",
    "verify --format x y": "'--format' 的值不對：'x' 不在 'record', 'score-sheet' 之中。",
    "list a b": "多了參數：a b。",
    "list --json=1": "選項 '--json' 不能帶值。",
    "list --limit": "選項 '--limit' 後面要有值。",
    "list --since May": "'--since' 的值不對：",
    "import": "SOURCE 與 --again 須用其一，不能並用",
}


@pytest.mark.parametrize("words", REFUSED)
def test_a_refused_command_line_is_told_in_chinese(paipu: Paipu, words: str) -> None:
    ran = paipu("--lang", "zh-Hant", *words.split())
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1].startswith("錯誤：" + REFUSED[words])
    assert not {"Usage:", "Error:", "Try"} & set(ran.err.split())


@pytest.mark.parametrize("words", REFUSED)
def test_in_english_it_is_what_click_says(paipu: Paipu, words: str) -> None:
    ran = paipu(*words.split())
    assert ran.code == 2
    assert ran.err.splitlines()[-1].startswith("Error: ")


def test_how_a_command_is_used_stands_above_the_error(paipu: Paipu) -> None:
    first, second, *_ = paipu("--lang", "zh-Hans", "query").err.splitlines()
    assert first == "用法：paipu query [OPTIONS] SQL"
    assert second == "说明请看 paipu query --help"


def test_a_language_named_after_the_mistake_counts_too(paipu: Paipu) -> None:
    for words in ("verify --bogus --lang zh-Hans", "verify --bogus --lang=zh-Hans"):
        assert "没有 '--bogus' 这个选项。" in paipu(*words.split()).err
    assert language_of(["--lang", "zh", "--lang"]) is None
    assert language_of(["--lang", "en", "verify", "--lang=zh-Hant"]) == "zh-Hant"


def test_what_is_not_recognised_stays_as_click_says_it(paipu: Paipu, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise click.UsageError("Something new\x1b[2J.\nOn two lines.")

    from reports.cli import cli

    monkeypatch.setattr(cli.commands["games"], "callback", fail)
    assert paipu("--lang", "zh-Hant", "games").err.endswith("錯誤：Something new\\x1b[2J.\nOn two lines.\n")


def test_a_group_without_a_command_shows_its_help_in_any_language(paipu: Paipu) -> None:
    assert paipu("--lang", "zh-Hant", "quarantine").err == paipu("quarantine").err
