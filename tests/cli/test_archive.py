"""The archive's commands: import, list, export, query, report, quarantine, and records named by their ids."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Paipu, log_lines, write_log


@pytest.fixture
def spoilt(paipu: Paipu, log: Path, tmp_path: Path) -> Path:
    """A log whose first match has a wrong result and whose second is right and new."""
    lines = log_lines(log)
    result = next(line for line in lines if line["type"] == "result")
    result["points"] = [9, -9, 0, 0]
    second = next(i for i, line in enumerate(lines) if i and line["type"] == "match")
    path = write_log(tmp_path / "spoilt.paipu.jsonl", lines[:second])
    path.write_bytes(path.read_bytes() + paipu("simulate", "tsair-deng", "--seed", 99).data)
    return path


def test_import_makes_the_archive_and_export_gives_the_bytes_back(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    ran = paipu("import", log.name)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "stored: 3, second recordings: 0 (unjudged: 0); already there: 0; in quarantine: 0\n"
    assert (tmp_path / "paipu-archive").is_dir()
    assert paipu("export").data == log.read_bytes()
    assert paipu("export", "-o", "all.jsonl.gz").code == 0
    assert paipu("fmt", "all.jsonl.gz").data == log.read_bytes()


def test_what_is_there_already_is_reported_and_not_stored_twice(paipu: Paipu, log: Path) -> None:
    paipu("import", log.name)
    ran = paipu("import", "-", stdin=log.read_bytes())
    assert ran.code == 0
    assert [line.split(": ")[1] for line in ran.out.splitlines()] == ["already in the archive"] * 3
    assert len(paipu("list", "--json").rows) == 3


def test_a_second_recording_is_kept_linked_and_counted_once(paipu: Paipu, log: Path) -> None:
    paipu("import", log.name)
    lines = log_lines(log)
    lines[0]["place"] = "灣仔"
    write_log(log, lines)
    assert "second recording" in paipu("import", log.name).out
    rows = paipu("list", "--json").rows
    assert len(rows) == 4
    assert rows[3]["duplicate_of"] == rows[0]["record_id"]
    assert rows[0]["record_id"][:12] in paipu("list").out.splitlines()[4].split("  ")[-1]
    (counted,) = paipu("query", "SELECT count(*) FILTER (WHERE counted) AS n FROM matches", "--json").rows
    assert counted == {"n": 3}


def test_a_wrong_record_goes_to_quarantine_and_the_right_ones_are_stored(
    paipu: Paipu, spoilt: Path, tmp_path: Path
) -> None:
    given = spoilt.read_bytes()
    ran = paipu("import", spoilt.name)
    assert ran.code == 1
    first, violation = ran.out.splitlines()
    assert first == f"{spoilt.name} #1: in quarantine"
    assert "[rec.points]" in violation
    assert len(paipu("list", "--json").rows) == 1
    (row,) = paipu("quarantine", "list", "--json").rows
    assert (row["id"], row["file"], row["index"], row["violations"]) == (1, spoilt.name, 1, 1)
    exported = paipu("quarantine", "export", row["id"])
    assert given.startswith(exported.data)
    assert exported.data.count(b'"type": "match"') == 1
    again = paipu("import", spoilt.name)
    assert again.code == 1
    assert "in quarantine already" in again.out
    assert len(paipu("quarantine", "list", "--json").rows) == 1


def test_quarantine_can_be_read_tried_again_and_dropped(paipu: Paipu, spoilt: Path) -> None:
    paipu("import", spoilt.name)
    shown = paipu("quarantine", "show", 1, "--lang", "zh-Hant")
    assert "第1局" in shown.out
    (row,) = paipu("quarantine", "show", 1, "--json").rows
    (violation,) = row["violations"]
    assert violation["stated"] == [9, -9, 0, 0]
    assert paipu("quarantine", "retry").code == 1
    assert paipu("quarantine", "retry", 1).code == 1
    assert paipu("quarantine", "drop", 1).code == 0
    assert paipu("quarantine", "list", "--json").rows == []
    for name in ("show", "export", "drop", "retry"):
        assert paipu("quarantine", name, 1).code == 2


def test_import_reports_as_one_object(paipu: Paipu, spoilt: Path) -> None:
    ran = paipu("import", spoilt.name, "nowhere.jsonl", "--json")
    assert ran.code == 2
    (report,) = ran.rows
    assert (report["stored"], report["quarantined"]) == (1, 1)
    assert report["failed"][0]["source"] == "nowhere.jsonl"
    assert [entry["state"] for entry in report["entries"]] == ["quarantined"]
    assert "nowhere.jsonl: no such file" in ran.err
    assert "沒有這個檔案" in paipu("import", "nowhere.jsonl", "--lang", "zh-Hant").err


def test_the_archive_is_chosen_by_option_or_environment(
    paipu: Paipu, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIPU_ARCHIVE", "by-environment")
    paipu("import", log.name)
    assert (tmp_path / "by-environment").is_dir()
    paipu("import", log.name, "--archive", "by-option")
    assert (tmp_path / "by-option").is_dir()
    assert len(paipu("list", "--json").rows) == 3
    assert not (tmp_path / "paipu-archive").exists()


def test_list_takes_filters(paipu: Paipu, log: Path) -> None:
    lines = log_lines(log)
    heads = [line for line in lines if line["type"] == "match"]
    heads[0]["started_at"], heads[1]["started_at"] = "2024-05-31T20:00:00+08:00", "2024-06-02"
    heads[2]["players"][0] = "小玲"
    paipu("import", write_log(log, lines).name)

    def count(*args: object) -> int:
        return len(paipu("list", "--json", *args).rows)

    assert count("--since", "2024-06-01") == 1
    assert count("--until", "2024-05-31") == 1
    assert count("--player", "小玲") == 1
    assert count("--game", "hk-mahjong") == 0
    assert count("--limit", 2) == 2
    assert count("--offset", 2) == 1
    assert "2024-06-02" in paipu("list").out


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_columns_of_a_query_keep_the_names_that_its_sql_gives_them(paipu: Paipu, log: Path, lang: str) -> None:
    paipu("import", log.name)
    sql = 'SELECT started_at, record_id AS record, 1 AS points, 2 AS "Round  No" FROM matches LIMIT 1'
    names = ["started_at", "record", "points", "Round  No"]
    assert list(paipu("query", sql, "--lang", lang, "--json").rows[0]) == names
    head = paipu("query", sql, "--lang", lang).out.splitlines()[0]
    assert [head.find(name) for name in names] == sorted(head.find(name) for name in names)
    assert head.split() == ["started_at", "record", "points", "Round", "No"]
    assert "started_at" in paipu("query", sql, "--lang", lang, tty="stdout").out


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_import_names_the_players_as_verify_does(paipu: Paipu, log: Path, lang: str) -> None:
    lines = log_lines(log)
    move = next(line for line in lines if line["type"] == "play")
    move["seat"] = (move["seat"] + 1) % 4
    names = lines[0]["players"]
    write_log(log, lines)
    said = [line for line in paipu("verify", log.name, "--lang", lang).out.splitlines() if "[" in line]
    assert any(name in line for line in said for name in names)
    ran = paipu("import", log.name, "--lang", lang)
    assert [line for line in ran.out.splitlines() if "[" in line] == said
    told = [r["violations"] for r in paipu("verify", log.name, "--lang", lang, "--json").rows if r["violations"]]
    entries = paipu("import", log.name, "--lang", lang, "--json").rows[0]["entries"]
    assert [e["violations"] for e in entries if e["violations"]] == told
    retried = paipu("quarantine", "retry", "--lang", lang, "--json").rows[0]["entries"]
    assert [e["violations"] for e in retried] == told


def test_query_prints_a_table_or_objects_and_refuses_bad_sql(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    paipu("import", log.name)
    sql = "SELECT verb, count(*) AS n FROM moves GROUP BY verb ORDER BY verb"
    rows = paipu("query", sql, "--json").rows
    played = [line["type"] for line in log_lines(log)]
    assert rows == [{"verb": v, "n": played.count(v)} for v in ("drink", "expose", "play") if v in played]
    assert paipu("query", "-", "--json", stdin=sql.encode()).rows == rows
    assert paipu("query", sql).out.splitlines()[0].split() == ["verb", "n"]
    twice = paipu("query", "SELECT 1 AS a, 2 AS a", "--json").rows
    assert twice == [{"a": 1, "a_2": 2}]
    for bad in ("selct 1", "DROP VIEW moves", "SELECT * FROM read_csv('/etc/passwd')", "COPY moves TO 'x.csv'", ""):
        ran = paipu("query", bad)
        assert (ran.code, ran.out) == (2, ""), bad
        assert "Traceback" not in ran.err
    assert not (tmp_path / "x.csv").exists()


def test_the_leaderboard_adds_up_and_defines_every_column(paipu: Paipu, log: Path) -> None:
    paipu("import", log.name)
    rows = paipu("report", "--json").rows
    assert len(rows) == 4
    assert sum(row["points"] for row in rows) == 0
    shown = paipu("show", log.name, "--json").rows
    totals: dict[str, int] = {}
    for match in shown:
        for name, points in zip(match["players"], match["totals"], strict=True):
            totals[name] = totals.get(name, 0) + points
    assert {row["player"]: row["points"] for row in rows} == totals
    text = paipu("report", "--lang", "zh-Hans").out
    assert "排行榜" in text
    columns = [name for name in rows[0] if name not in ("table", "unit")]
    assert text.count("：") == len(columns)
    assert paipu("report", "--since", "2030-01-01", "--json").rows == []


def test_matches_of_different_units_have_rows_of_their_own(paipu: Paipu, log: Path) -> None:
    lines = log_lines(log)
    first, second, _ = [line for line in lines if line["type"] == "match"]
    first["unit"], second["unit"] = "1 元", "10\x1b元"
    write_log(log, lines)
    shown = paipu("show", log.name, "--json").rows
    paipu("import", log.name)
    board = paipu("report", "--json").rows
    for match in shown:
        rows = {row["player"]: row["points"] for row in board if row["unit"] == match["unit"]}
        assert rows == dict(zip(match["players"], match["totals"], strict=True))
    text = paipu("report", "--lang", "zh-Hant").out
    assert "一點" in text.splitlines()[2]
    assert "單位不同或未寫的場次各列一行" in text
    assert "10\\x1b元" in text


def test_a_players_report_has_its_tables_and_a_wrong_name_its_nearest(paipu: Paipu, log: Path) -> None:
    paipu("import", log.name)
    name = json.loads(log.read_text().splitlines()[0])["players"][0]
    rows = paipu("report", name, "--json").rows
    tables = {row["table"] for row in rows}
    assert tables == {"player_totals", "player_recent", "player_company", "player_curve"}
    (total,) = [row for row in rows if row["table"] == "player_totals"]
    assert total["points"] == sum(row["points"] for row in rows if row["table"] == "player_recent")
    text = paipu("report", name).out
    assert text.index("Totals") < text.index("Recent matches") < text.index("Company")
    ran = paipu("report", name + "x")
    assert ran.code == 2
    assert name in ran.err
    assert paipu("report", name, "--since", "2024-01-01").code == 2


@pytest.mark.parametrize("command", [["verify", "--json"], ["show", "--json"]])
def test_a_record_is_named_by_the_beginning_of_its_id(paipu: Paipu, log: Path, command: list[str]) -> None:
    paipu("import", log.name)
    record_id = paipu("list", "--json").rows[1]["record_id"]
    (row,) = paipu(*command, record_id[:8]).rows
    assert row["record_id"] == record_id
    assert paipu(*command, record_id).rows == [row]
    assert paipu(*command, log.name).rows[1]["results" if "show" in command else "moves"] == row[
        "results" if "show" in command else "moves"
    ]


def test_records_are_formatted_exported_and_replayed_by_id(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    paipu("import", log.name)
    record_id = paipu("list", "--json").rows[1]["record_id"]
    one = paipu("fmt", record_id[:12])
    assert one.data == paipu("export", record_id[:12]).data
    assert one.data in log.read_bytes()
    assert paipu("replay", record_id[:8]).out == f"paipu-{record_id[:12]}.html\n"
    assert (tmp_path / f"paipu-{record_id[:12]}.html").exists()
    assert paipu("fmt", "-i", record_id[:12]).code == 2


def test_an_id_that_nothing_has_is_an_error(paipu: Paipu, log: Path) -> None:
    paipu("import", log.name)
    for command in ("verify", "show", "fmt", "replay", "export"):
        ran = paipu(command, "00000000000000")
        assert (ran.code, ran.out) == (2, "")
        assert "no record id begins with 00000000000000" in ran.err
    assert "paipu: cafe: no such file" in paipu("verify", "cafe", "--archive", "nowhere").err


def test_the_whole_archive_is_verified_with_its_files(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    paipu("import", log.name)
    assert len(paipu("verify", "--json").rows) == 3
    victim = next((tmp_path / "paipu-archive").rglob("*.parquet"))
    data = bytearray(victim.read_bytes())
    data[len(data) // 2] ^= 0xFF
    victim.write_bytes(data)
    ran = paipu("verify")
    assert ran.code in (1, 2)
    assert victim.name in ran.err
    assert "Traceback" not in ran.err


def test_an_import_draws_its_progress_on_a_terminal(
    paipu: Paipu, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reports.cli import output

    monkeypatch.setattr(output, "_DELAY", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    assert "100%" in paipu("import", log.name, tty="stderr stdout").err
    assert "100%" not in paipu("import", log.name).err


def test_no_violation_in_the_report_of_an_import_lacks_its_fields(paipu: Paipu, broken: list[dict[str, Any]]) -> None:
    path = write_log(Path("broken.jsonl"), [line for row in broken[:30] for line in row["match"]])
    (report,) = paipu("import", path.name, "--json", "--lang", "zh-Hans").rows
    assert report["quarantined"] == 30
    for entry in report["entries"]:
        assert all(v["message"] and v["clause"] for v in entry["violations"])
