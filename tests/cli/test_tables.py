"""Tables on a terminal and in a pipe, and the progress bar."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.cli import output
from reports.cli.output import plain, width
from tests.cli.conftest import Paipu


def test_columns_line_up_under_chinese_headings(paipu: Paipu, log: Path) -> None:
    lines = paipu("show", log.name, "--match", 1, "--lang", "zh-Hant").out.split("\n\n")[1].splitlines()
    assert len({width(line) for line in lines}) == 1


def test_a_terminal_gets_a_drawn_table_and_a_pipe_does_not(paipu: Paipu) -> None:
    assert "─" in paipu("games", tty="stdout").out
    assert "─" not in paipu("games").out
    assert paipu("games", "--json", tty="stdout").data == paipu("games", "--json").data


def test_a_name_is_not_markup_in_a_drawn_table(paipu: Paipu, log: Path) -> None:
    log.write_bytes(log.read_bytes().replace("阿明".encode(), b"[red]x[/red]"))
    assert "[red]x[/red]" in paipu("show", log.name, "--match", 1, tty="stdout").out


def test_progress_is_drawn_on_a_terminal_only(paipu: Paipu, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_DELAY", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    plain_run = paipu("verify", log.name)
    drawn = paipu("verify", log.name, tty="stderr")
    assert log.name not in plain_run.err
    assert log.name in drawn.err
    assert drawn.out == plain_run.out
    both = paipu("verify", log.name, tty="stdout stderr")
    assert log.name not in both.err


def test_short_work_shows_no_bar(paipu: Paipu, log: Path) -> None:
    assert log.name not in paipu("verify", log.name, tty="stderr").err


def test_values_become_plain_json() -> None:
    from datetime import date
    from decimal import Decimal

    assert plain(date(2024, 5, 31)) == "2024-05-31"
    assert plain(Decimal("1.5")) == "1.5"
    assert plain(float("nan")) == "nan"
    assert plain(b"\x00\xff") == "00ff"
    assert plain({"a": (1, None)}) == {"a": [1, None]}
