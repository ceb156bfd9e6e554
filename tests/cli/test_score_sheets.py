"""Score sheets, the statistics of some games, and judging again, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.selfplay import play_matches
from tests.cli.conftest import ROOT, Paipu
from tests.support.registered import forget

SAMPLE = ROOT / "tests" / "data" / "score-sheets" / "comprehensive.txt"
SHEET = "2024-02-10\nA B C D\n3 - - -\n- 4 d -\n"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A small sheet in ``sheet.txt``."""
    path = tmp_path / "sheet.txt"
    path.write_text(SHEET)
    return path


def test_a_sheet_is_verified_shown_and_imported_like_a_record(paipu: Paipu, sheet: Path) -> None:
    assert paipu("verify", SAMPLE).code == 0
    assert "sheet.txt #1 hk-mahjong: valid (rounds: 2, moves: 0)" in paipu("verify", sheet.name).out
    shown = paipu("show", sheet.name).out
    assert "2024-02-10" in shown
    assert "B=" not in shown
    assert paipu("import", sheet.name).err.startswith("stored: 1")
    (row,) = paipu("list", "--json").rows
    assert (row["game"], row["started_at"], row["rounds"], row["moves"]) == ("hk-mahjong", "2024-02-10", 2, 0)
    board = {r["player"]: r for r in paipu("report", "--json").rows if r["table"] == "leaderboard"}
    assert [(board[p]["rounds"], board[p]["score_only"], board[p]["points"]) for p in "ABCD"] == [
        (2, 2, 24), (2, 2, -8 + 32), (2, 2, -8 - 32), (2, 2, -8),
    ]  # fmt: skip


def test_a_sheet_from_standard_input_needs_its_format(paipu: Paipu) -> None:
    assert paipu("verify", "-", "--format", "score-sheet", stdin=SHEET.encode()).code == 0
    assert paipu("import", "-", "--format", "score-sheet", stdin=SHEET.encode()).code == 0
    assert paipu("verify", "-", stdin=SHEET.encode()).code == 1
    assert paipu("verify", SAMPLE, "--format", "record").code == 1
    assert paipu("verify", SAMPLE, "--format", "excel").code == 2


def test_fmt_prints_the_record_that_a_sheet_makes_and_does_not_write_over_it(
    paipu: Paipu, sheet: Path, tmp_path: Path
) -> None:
    record = paipu("fmt", sheet.name).data
    assert record.startswith(b'{"type":"match","format":"paipu/1","game":"hk-mahjong"')
    (tmp_path / "sheet.paipu.jsonl").write_bytes(record)
    assert paipu("verify", "sheet.paipu.jsonl").code == 0
    assert paipu("fmt", "sheet.paipu.jsonl").data == record
    paipu("import", sheet.name)
    assert paipu("export").data == record
    assert paipu("fmt", "-i", sheet.name).code == 2
    assert sheet.read_text() == SHEET


def test_a_bad_line_is_named_by_its_number_in_three_languages(paipu: Paipu, sheet: Path) -> None:
    sheet.write_text(SHEET + "1 2 - -\n2024-02-11\n- - - d\n- - - -\n2024-02-12\n- - - -\n")
    ran = paipu("verify", sheet.name)
    assert ran.code == 1
    assert "sheet.txt:5: round 3, [rec.result] 1 2 - - do not go together" in ran.out
    assert "sheet.txt:7: round 1, [rec.result]" in ran.out
    assert "不能並存" in paipu("verify", sheet.name, "--lang", "zh-Hant").out
    assert "不能并存" in paipu("verify", sheet.name, "--lang", "zh-Hans").out
    assert [r["verdict"] for r in paipu("verify", sheet.name, "--json").rows] == ["invalid", "invalid", "valid"]
    assert "stored: 1" in paipu("import", sheet.name).err
    assert paipu("quarantine", "export", 2).data == b"A B C D\n2024-02-11\n- - - d\n- - - -\n"
    assert "do not go together" in paipu("quarantine", "show", 1).out
    assert paipu("quarantine", "retry").code == 1


def test_a_report_has_the_tables_that_fit_the_games_of_the_archive(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    paipu("import", log.name)
    assert {row["table"] for row in paipu("report", "--json").rows} == {"leaderboard"}
    for code in ("hk-mahjong", "shaoyang-bopi"):
        (tmp_path / f"{code}.jsonl").write_bytes(b"".join(m.canonical for m in play_matches(code, 2, 4)))
        paipu("import", f"{code}.jsonl")
    tables = {row["table"] for row in paipu("report", "--json").rows}
    assert tables == {"leaderboard", "mahjong", "zipai", "play", "patterns", "bopi_settlement", "bopi_curve"}
    text = paipu("report", "--lang", "zh-Hant").out
    for word in ("麻將", "字牌", "放銃率", "臭莊率", "全場結算", "自摸"):
        assert word in text
    assert "bopi_curve" not in text
    assert "self-draw 自摸" in paipu("report", "--lang", "zh-Hant", "--game", "hk-mahjong").out
    mine = paipu("report", "阿明", "--game", "shaoyang-bopi", "--json").rows
    assert {"player_totals", "zipai", "play", "bopi_settlement"} <= {row["table"] for row in mine}
    assert {row["player"] for row in mine if row["table"] in ("zipai", "play", "bopi_settlement")} == {"阿明"}
    assert "Match" not in paipu("report", "--game", "tsair-deng").out


def test_a_bopi_match_shows_what_is_settled_after_it(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    (tmp_path / "bopi.jsonl").write_bytes(b"".join(m.canonical for m in play_matches("shaoyang-bopi", 1, 4)))
    (row,) = paipu("show", "bopi.jsonl", "--json").rows
    tens = [(abs(t) + 5) // 10 * (10 if t > 0 else -10) for t in row["totals"]]
    assert row["settlement"] == [sum(a - b for b in tens) for a in tens]
    assert paipu("show", "bopi.jsonl").out.splitlines()[-1].split()[0] == "settlement"
    assert paipu("show", log.name, "--json").rows[0]["settlement"] is None


def test_what_was_stored_before_a_game_was_known_waits_and_is_judged_again(
    paipu: Paipu, log: Path, sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        forget(patch, "tsair-deng")
        assert "unjudged: 3" in paipu("import", log.name).err
        assert "--again" not in paipu("report").err
    assert "not counted: 3" in paipu("report").err
    assert "not counted: 3" in paipu("import", sheet.name).err
    assert "重判" in paipu("report", "--lang", "zh-Hant").err
    ran = paipu("import", "--again")
    assert (ran.code, ran.err) == (0, "judged again: 3; valid: 3; in quarantine now: 0\n")
    assert "--again" not in paipu("report").err
    (again,) = paipu("import", "--again", "--json").rows
    assert again["judged_again"] == 0


def test_judging_again_goes_without_a_source_and_makes_no_archive(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    assert paipu("import").code == 2
    assert paipu("import", "--again", log.name).code == 2
    assert paipu("import", "--again").code == 2
    assert not (tmp_path / "paipu-archive").exists()
