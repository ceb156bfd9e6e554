"""``show`` and ``replay``: results with names, pages by default names, steps as text."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import GOLDEN, MAIN, ROOT, Paipu, log_lines, write_log


def test_show_gives_the_results_of_the_golden_matches(paipu: Paipu) -> None:
    path = GOLDEN / "tsair-deng.paipu.jsonl"
    stated = [line for line in log_lines(path) if line["type"] == "result"]
    results = [r for match in paipu("show", "--json", path).rows for r in match["results"]]
    assert [r["points"] for r in results] == [s["points"] for s in stated]
    assert [r["winners"] for r in results] == [s["winners"] for s in stated]
    assert all(r["computed"] for r in results)


def test_show_names_players_rounds_and_totals(paipu: Paipu, log: Path) -> None:
    lines = log_lines(log)
    lines[0].update(place="灣仔", event="新年局", started_at="2024-02-10")
    write_log(log, lines)
    for lang, total in (("en", "total"), ("zh-Hant", "合計"), ("zh-Hans", "合计")):
        ran = paipu("show", log.name, "--match", 1, "--lang", lang)
        assert ran.code == 0
        for text in ("灣仔", "新年局", "2024-02-10", *lines[0]["players"]):
            assert text in ran.out
        last = ran.out.splitlines()[-1].split()
        end = next(line for line in lines if line["type"] == "end")
        assert last[0] == total
        assert [int(v) for v in last[-4:]] == end["totals"]


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_show_and_the_page_give_the_verdict_in_the_same_word(paipu: Paipu, log: Path, lang: str) -> None:
    said = paipu("show", log.name, "--lang", lang).out.splitlines()[1]
    label, colon, verdict = said.partition(": " if lang == "en" else "：")
    assert label
    assert colon
    page = paipu("replay", log.name, "--lang", lang, "-o", "-").out
    assert f'id="verdict">{verdict}</span>' in page


def test_show_leaves_out_the_column_of_an_empty_seat(paipu: Paipu) -> None:
    path = ROOT / "reports" / "examples" / "house-rules.paipu.jsonl"
    table = paipu("show", path, "--match", 1).out.split("\n\n")[1]
    assert table.splitlines()[0].split()[-3:] == ["阿明", "阿珍", "小玲"]


def test_show_says_what_was_only_stated(paipu: Paipu, log: Path) -> None:
    lines = log_lines(log)
    at = next(i for i, line in enumerate(lines) if line["type"] == "play")
    lines[at]["seat"] = (lines[at]["seat"] + 1) % 4
    write_log(log, lines)
    ran = paipu("show", log.name, "--match", 1)
    assert ran.code == 1
    assert "(as stated)" in ran.out
    assert "[td." in ran.out


def test_a_page_gets_a_name_from_its_source_and_match(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    assert paipu("replay", log.name, "--match", 2).out == "evening-2.html\n"
    assert paipu("replay", log.name, "--match", 2, "--round", 3).out == "evening-2-round-3.html\n"
    assert paipu("replay", "-", stdin=log.read_bytes()).out == "paipu-1.html\n"
    assert paipu("replay", log.name, "-o", "page.html").out == "page.html\n"
    piped = paipu("replay", log.name, "-o", "-")
    assert piped.data == (tmp_path / "page.html").read_bytes()
    assert piped.data.startswith(b"<!doctype html>")


def test_the_page_speaks_the_language_asked_for(paipu: Paipu, log: Path) -> None:
    assert 'lang="zh-Hans"' in paipu("replay", log.name, "-o", "-", "--lang", "zh-Hans").out


def test_of_several_matches_the_first_is_taken_and_said(paipu: Paipu, log: Path) -> None:
    assert "--match N" in paipu("replay", log.name, "-o", "-").err
    assert paipu("replay", log.name, "--match", 1, "-o", "-").err == ""


def test_several_sources_make_a_page_each(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    (tmp_path / "other.paipu.jsonl").write_bytes(log.read_bytes())
    assert paipu("replay", log.name, "other.paipu.jsonl").out == "evening-1.html\nother-1.html\n"
    assert paipu("replay", log.name, "other.paipu.jsonl", "-o", "x.html").code == 2


def test_a_page_never_overwrites_its_record(paipu: Paipu, log: Path) -> None:
    before = log.read_bytes()
    assert paipu("replay", log.name, "-o", log.name).code == 2
    assert log.read_bytes() == before


def test_the_steps_are_printed_as_text(paipu: Paipu, log: Path) -> None:
    one = paipu("replay", log.name, "--round", 1, "--text")
    assert one.code == 0
    everything = paipu("replay", log.name, "--text")
    assert everything.out.startswith("Round 1 of 4\n" + one.out + "\nRound 2 of 4\n0/")
    assert len(everything.out) > 2 * len(one.out)
    names = log_lines(log)[0]["players"]
    assert all(name in one.out for name in names)


def test_a_seat_does_not_see_the_hands_of_the_others(paipu: Paipu, log: Path) -> None:
    seen = paipu("replay", log.name, "--round", 1, "--text", "--seat", 0).out
    assert seen != paipu("replay", log.name, "--round", 1, "--text").out
    assert "▮" in seen


def test_a_broken_round_is_replayed_as_far_as_it_is_legal(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    lines = log_lines(log)
    plays = [i for i, line in enumerate(lines) if line["type"] == "play"]
    lines[plays[4]]["seat"] = (lines[plays[4]]["seat"] + 1) % 4
    write_log(log, lines)
    ran = paipu("replay", log.name, "--match", 1)
    assert ran.code == 1
    assert "[td." in ran.err
    assert (tmp_path / ran.out.strip()).exists()
    assert paipu("replay", log.name, "--match", 1, "--text").code == 1


@pytest.mark.parametrize("field", ["format", "game", "rules", "players"])
def test_a_match_without_a_readable_head_is_a_finding_or_an_unknown_game(paipu: Paipu, log: Path, field: str) -> None:
    lines = log_lines(log)
    lines[0][field] = {"format": "paipu/9", "game": "chess", "rules": {"edition": 7}, "players": "x"}[field]
    write_log(log, lines)
    for args in (["show"], ["replay"], ["replay", "--text"], ["verify"]):
        ran = paipu(*args, log.name)
        assert ran.code in (1, 2), args
        assert "Traceback" not in ran.err


def test_walking_needs_a_terminal(paipu: Paipu, log: Path) -> None:
    ran = paipu("replay", "--step", log.name)
    assert ran.code == 2
    assert "--step needs a terminal" in ran.err


def test_walking_by_keys_ends_with_q(log: Path) -> None:
    lines = log_lines(log)
    lines[0]["players"] = ["\x1b]0;title\x07", *lines[0]["players"][1:]]
    write_log(log, lines)
    parent, child = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    walk = subprocess.Popen(
        [sys.executable, "-c", MAIN, "replay", "--step", log.name],
        cwd=log.parent, env=env, stdin=child, stdout=child, stderr=subprocess.PIPE,
    )  # fmt: skip
    os.close(child)
    seen, deadline = b"", time.monotonic() + 30
    while walk.poll() is None and time.monotonic() < deadline:
        if select.select([parent], [], [], 0.2)[0]:
            try:
                seen += os.read(parent, 65536)
            except OSError:  # the terminal's other end is closed
                break
        elif seen:
            os.write(parent, b"q")
    assert walk.wait(10) == 0
    assert lines[0]["players"][1] in seen.decode(errors="replace")
    assert b"\\x1b]0;title\\x07" in seen
    assert b"\x1b]0;" not in seen
    assert walk.stderr is not None
    assert b"Traceback" not in walk.stderr.read()
    walk.stderr.close()
    os.close(parent)
