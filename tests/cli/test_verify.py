"""``paipu verify``: one object or one line a match, and what is wrong with it where it stands."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import GOLDEN, Paipu, log_lines, write_log

KEYS = ["file", "index", "record_id", "game", "verdict", "rounds", "moves", "violations"]
VIOLATION_KEYS = ["round", "move", "seat", "clause", "message", "expected", "stated"]


def test_json_is_one_object_a_match_with_exactly_the_promised_fields(paipu: Paipu, log: Path) -> None:
    ran = paipu("verify", "--json", log.name)
    assert ran.code == 0
    assert [list(row) for row in ran.rows] == [KEYS] * 3
    assert [row["index"] for row in ran.rows] == [1, 2, 3]
    for row in ran.rows:
        assert (row["file"], row["game"], row["verdict"], row["violations"]) == (log.name, "tsair-deng", "valid", [])
        assert len(row["record_id"]) == 64
        assert row["rounds"] == 4


def test_moves_are_counted_without_set_ups_and_results(paipu: Paipu, log: Path) -> None:
    counted = sum(row["moves"] for row in paipu("verify", "--json", log.name).rows)
    assert counted == sum(line["type"] in ("play", "drink", "expose") for line in log_lines(log))


def test_each_file_counts_its_matches_from_one(paipu: Paipu, log: Path) -> None:
    ran = paipu("verify", "--json", log.name, log.name)
    assert [row["index"] for row in ran.rows] == [1, 2, 3, 1, 2, 3]


def test_the_golden_matches_are_clean(paipu: Paipu) -> None:
    ran = paipu("verify", "--json", GOLDEN / "tsair-deng.paipu.jsonl", GOLDEN / "rounds" / "tsair-deng.paipu.jsonl")
    assert ran.code == 0
    assert {row["verdict"] for row in ran.rows} == {"valid"}


def test_every_broken_golden_match_is_reported_at_its_place(
    paipu: Paipu, broken: list[dict[str, Any]], tmp_path: Path
) -> None:
    path = write_log(tmp_path / "broken.jsonl", [line for row in broken for line in row["match"]])
    ran = paipu("verify", "--json", path.name)
    assert ran.code == 1
    found = [(row["violations"][0]["round"], row["violations"][0]["move"]) for row in ran.rows]
    assert found == [(row["round"], row["move"]) for row in broken]
    assert {row["verdict"] for row in ran.rows} == {"invalid"}
    for row in ran.rows:
        assert all(list(v) == VIOLATION_KEYS and v["message"] for v in row["violations"])


def test_a_wrong_claim_says_what_was_expected_and_what_is_stated(paipu: Paipu, log: Path) -> None:
    lines = log_lines(log)
    result = next(line for line in lines if line["type"] == "result")
    right = list(result["points"])
    result["points"] = [right[0] + 1, right[1] - 1, *right[2:]]
    write_log(log, lines)
    ran = paipu("verify", "--json", log.name)
    assert ran.code == 1
    (violation,) = ran.rows[0]["violations"]
    assert (violation["round"], violation["move"], violation["clause"]) == (1, None, "rec.points")
    assert (violation["expected"], violation["stated"]) == (right, result["points"])


def test_a_person_reads_file_line_round_move_clause_and_sentence(paipu: Paipu, log: Path) -> None:
    lines = log_lines(log)
    at = next(i for i, line in enumerate(lines) if line["type"] == "play")
    lines[at]["opne"] = lines[at].pop("open")
    write_log(log, lines)
    ran = paipu("verify", log.name)
    first, fault, second, third = ran.out.splitlines()
    assert first.startswith(f"{log.name} #1 tsair-deng: invalid")
    assert fault.startswith(f"  {log.name}:{at + 1}: round 1, move 1, [rec.field] ")
    assert "opne" in fault
    assert "open" in fault.split("opne", 1)[1]
    assert "valid" in second
    assert "valid" in third
    assert ran.err == "matches: 3; valid: 2, invalid: 1, unjudged: 0\n"


@pytest.mark.parametrize(("lang", "verdict"), [("en", "invalid"), ("zh-Hant", "無效"), ("zh-Hans", "无效")])
def test_verdict_and_violations_are_said_in_the_language_asked_for(
    paipu: Paipu, broken: list[dict[str, Any]], tmp_path: Path, lang: str, verdict: str
) -> None:
    path = write_log(tmp_path / "broken.jsonl", broken[0]["match"])
    by_option = paipu("verify", path.name, "--lang", lang)
    by_group = paipu("--lang", lang, "verify", path.name)
    assert verdict in by_option.out
    assert by_option == by_group
    message = paipu("verify", "--json", path.name, "--lang", lang).rows[0]["violations"][0]["message"]
    assert message in by_option.out
    assert message.isascii() == (lang == "en")


def test_the_environment_chooses_the_language_and_an_option_overrides_it(
    paipu: Paipu, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIPU_LANG", "zh-Hans")
    assert "有效" in paipu("verify", log.name).out
    assert "valid" in paipu("verify", log.name, "--lang", "en").out
    assert "valid" in paipu("--lang", "en", "verify", log.name).out


def test_a_violation_names_the_player(paipu: Paipu, log: Path) -> None:
    lines = log_lines(log)
    moves = [i for i, line in enumerate(lines) if line["type"] == "play"]
    first, second = lines[moves[0]]["seat"], lines[moves[1]]["seat"]
    lines[moves[1]]["seat"] = first
    write_log(log, lines)
    message = paipu("verify", "--json", log.name).rows[0]["violations"][0]["message"]
    assert lines[0]["players"][second] in message or lines[0]["players"][first] in message


def test_a_record_of_a_game_that_is_not_judged_is_unjudged_and_no_finding(
    paipu: Paipu, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from replay import registry

    monkeypatch.setattr(registry, "MODULES", {})
    ran = paipu("verify", "--json", log.name)
    assert ran.code == 0
    assert {row["verdict"] for row in ran.rows} == {"unjudged"}


def test_packed_files_and_standard_input_are_read(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    (tmp_path / "evening.paipu.jsonl.gz").write_bytes(gzip.compress(log.read_bytes()))
    plain = paipu("verify", "--json", log.name).rows
    packed = paipu("verify", "--json", "evening.paipu.jsonl.gz").rows
    piped = paipu("verify", "--json", "-", stdin=log.read_bytes()).rows
    zst = paipu("fmt", log.name, "-o", "evening.paipu.jsonl.zst")
    assert zst.code == 0
    assert (tmp_path / "evening.paipu.jsonl.zst").read_bytes()[:4] == b"\x28\xb5\x2f\xfd"
    unpacked = paipu("verify", "--json", "evening.paipu.jsonl.zst").rows
    for rows in (packed, piped, unpacked):
        assert [r["record_id"] for r in rows] == [r["record_id"] for r in plain]
    assert piped[0]["file"] == "-"


def test_a_cut_file_still_reports_its_whole_matches_and_where_it_was_cut(paipu: Paipu, log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-40])
    ran = paipu("verify", "--json", log.name)
    assert ran.code == 1
    assert [row["verdict"] for row in ran.rows] == ["valid", "valid", "invalid"]
    assert ran.rows[2]["violations"]


def test_names_with_control_characters_do_not_reach_the_terminal(paipu: Paipu, log: Path) -> None:
    lines = log_lines(log)
    lines[0]["players"][0] = "\x1b[31mred\x07"
    lines[0]["note"] = "\u202eevil"
    move = next(line for line in lines if line["type"] == "play")
    move["seat"] = 0 if move["seat"] else 1
    write_log(log, lines)
    for args in (["verify"], ["verify", "--json"], ["show"], ["show", "--json"], ["replay", "--text"]):
        ran = paipu(*args, log.name)
        for text in (ran.out, ran.err):
            assert not set(text) & set("\x1b\x07\u202e"), args
    shown = paipu("show", log.name).out
    assert "\\x1b[31mred\\x07" in shown
    assert json.loads(paipu("show", "--json", log.name).out.splitlines()[0])["players"][0] == "\x1b[31mred\x07"


def test_an_empty_file_holds_no_match_and_is_no_finding(paipu: Paipu, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"")
    ran = paipu("verify", "empty.jsonl")
    assert (ran.code, ran.out) == (0, "")
    assert "no match" in ran.err
