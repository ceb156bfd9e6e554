"""Bad input gets a clear sentence and the right exit code, and nothing already stored is harmed."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Paipu, log_lines, write_log

MIB = 1 << 20


def no_traceback(text: str) -> bool:
    return "Traceback" not in text and 'File "' not in text


def test_a_missing_file_does_not_stop_the_others(paipu: Paipu, log: Path) -> None:
    ran = paipu("verify", "--json", "nowhere.jsonl", log.name)
    assert ran.code == 2
    assert len(ran.rows) == 3
    assert "nowhere.jsonl: no such file" in ran.err


def test_a_folder_is_no_file(paipu: Paipu, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    ran = paipu("verify", "folder")
    assert ran.code == 2
    assert "folder: is a folder" in ran.err


def _spoil(log: Path, kind: str) -> None:
    lines = log_lines(log)
    setup, move = lines[1], lines[3]
    if kind == "field":
        move["tiel"] = move.pop("tile")
    elif kind == "deal":
        seat = next(i for i, hand in enumerate(setup["hands"]) if hand)
        setup["hands"][seat][0:3] = ["11", "11", "11"]
    elif kind == "turn":
        move["seat"] = (move["seat"] + 1) % 4
    elif kind == "points":
        result = next(line for line in lines if line["type"] == "result")
        result["points"] = [1, -1, 0, 0]
    write_log(log, lines)
    data = log.read_bytes().split(b"\n")
    if kind == "utf-8":
        data[3] = data[3].replace(b'"play"', b'"pl\xffay"')
    elif kind == "json":
        data[3] = data[3][:-1]
    log.write_bytes(b"\n".join(data))


@pytest.mark.parametrize(
    ("kind", "clause", "place"),
    [
        ("utf-8", "rec.line", (1, 2)),
        ("json", "rec.line", (1, 2)),
        ("field", "rec.field", (1, 2)),
        ("deal", "td.tiles", (1, 0)),
        ("turn", None, (1, 2)),
        ("points", "rec.points", (1, None)),
    ],
)
def test_a_spoilt_record_is_a_finding_at_its_place(
    paipu: Paipu, log: Path, kind: str, clause: str | None, place: tuple[int, int | None]
) -> None:
    _spoil(log, kind)
    ran = paipu("verify", "--json", log.name)
    assert ran.code == 1
    assert [row["verdict"] for row in ran.rows] == ["invalid", "valid", "valid"]
    first = ran.rows[0]["violations"][0]
    assert (first["round"], first["move"]) == place
    assert clause in (None, first["clause"])
    for lang in ("en", "zh-Hant", "zh-Hans"):
        assert paipu("verify", log.name, "--lang", lang).code == 1


def test_a_line_of_100_megabytes_is_refused_within_bounded_memory(paipu: Paipu, spawn: Paipu, log: Path) -> None:
    with open(log, "ab") as file:
        file.write(b'{"type":"match","note":"')
        for _ in range(100):
            file.write(b"x" * MIB)
        file.write(b'"}\n')

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (400 * MIB, 400 * MIB))

    ran = spawn("verify", "--json", log.name, preexec_fn=limit)
    assert ran.code == 1, ran.err
    assert [row["verdict"] for row in ran.rows][:2] == ["valid", "valid"]
    assert ran.rows[-1]["violations"][-1]["clause"] == "rec.line"


def test_standard_input_that_is_closed_is_said_plainly(spawn: Paipu) -> None:
    ran = spawn("verify", "-", stdin=None, preexec_fn=lambda: os.close(0))
    assert ran.code == 2
    assert "standard input is closed" in ran.err
    assert no_traceback(ran.err)


@pytest.mark.parametrize("args", [["list"], ["export"], ["query", "select 1"], ["report"], ["quarantine", "list"]])
def test_a_missing_archive_is_said_and_not_made(paipu: Paipu, tmp_path: Path, args: list[str]) -> None:
    ran = paipu(*args)
    assert ran.code == 2
    assert "paipu-archive: no archive there" in ran.err
    assert not (tmp_path / "paipu-archive").exists()


def test_an_archive_of_a_newer_version_is_left_alone(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    assert paipu("import", log.name).code == 0
    marker = tmp_path / "paipu-archive" / "paipu-archive.json"
    value = json.loads(marker.read_text())
    marker.write_text(json.dumps({**value, "layout": value["layout"] + 1}))
    before = {p: p.read_bytes() for p in sorted(marker.parent.rglob("*")) if p.is_file()}
    for args in (["list"], ["import", log.name], ["verify"], ["query", "select 1"]):
        ran = paipu(*args)
        assert ran.code == 2
        assert "newer" in ran.err
        assert no_traceback(ran.err)
    assert {p: p.read_bytes() for p in before} == before
    marker.write_text(json.dumps(value))
    assert paipu("verify").code == 0


def test_a_folder_that_is_no_archive_is_not_made_one(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "1.jpg").write_bytes(b"jpg")
    for args in (["import", log.name], ["list"]):
        assert paipu(*args, "--archive", "photos").code == 2
    assert [p.name for p in (tmp_path / "photos").iterdir()] == ["1.jpg"]


def _without_privilege() -> None:
    """So that permissions count for root too: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH are not passed on."""
    if sys.platform == "linux":
        for capability in (1, 2):
            ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)


def test_a_read_only_folder_is_said_and_takes_no_harm(paipu: Paipu, spawn: Paipu, log: Path, tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    folder.chmod(0o500)
    try:
        for args in (["import", log.name, "--archive", "closed/archive"], ["fmt", log.name, "-o", "closed/out.jsonl"]):
            ran = spawn(*args, preexec_fn=_without_privilege)
            assert ran.code == 2, ran
            assert "closed" in ran.err
            assert no_traceback(ran.err)
        assert list(folder.iterdir()) == []
    finally:
        folder.chmod(0o700)


def test_a_read_only_archive_is_still_read(paipu: Paipu, spawn: Paipu, log: Path, tmp_path: Path) -> None:
    assert paipu("import", log.name).code == 0
    folders = [tmp_path / "paipu-archive", *(p for p in (tmp_path / "paipu-archive").rglob("*") if p.is_dir())]
    files = [p for p in folders[0].rglob("*") if p.is_file()]
    for path in (*files, *folders):
        path.chmod(0o400 if path.is_file() else 0o500)
    try:
        assert spawn("export", preexec_fn=_without_privilege).data == log.read_bytes()
        refused = spawn("import", log.name, preexec_fn=_without_privilege)
        assert refused.code == 2
        assert no_traceback(refused.err)
    finally:
        for path in (*folders, *files):
            path.chmod(0o700)
    assert paipu("verify").code == 0


@pytest.mark.parametrize("args", [["verify"], ["verify", "--json"], ["fmt"], ["show"], ["replay", "--text"]])
def test_a_full_disk_under_standard_output_is_said_once(spawn: Paipu, log: Path, args: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        ran = spawn(*args, log.name, stdout=full)
    assert ran.code == 2
    assert ran.err.count("the disk is full") == 1
    assert no_traceback(ran.err)
    assert "Exception ignored" not in ran.err


def test_a_full_disk_under_the_archive_harms_nothing_stored(paipu: Paipu, spawn: Paipu, log: Path) -> None:
    assert paipu("import", log.name).code == 0
    more = paipu("simulate", "tsair-deng", "--matches", 50, "--seed", 99).data
    limit = 8192

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    ran = spawn("import", "-", stdin=more, preexec_fn=small)
    assert ran.code == 2
    assert no_traceback(ran.err)
    assert paipu("verify").code == 0
    assert paipu("export").data == log.read_bytes()
    assert paipu("import", "-", stdin=more).code == 0
    assert len(paipu("list", "--json").rows) == 53


def test_a_target_that_cannot_be_written_keeps_its_old_content(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    ran = paipu("export", "-o", "nowhere/out.jsonl", "--archive", "missing")
    assert ran.code == 2
    ran = paipu("simulate", "tsair-deng", "-o", "nowhere/out.jsonl")
    assert ran.code == 2
    assert "nowhere/out.jsonl: no such file or folder" in ran.err
    _spoil(log, "json")
    before = log.read_bytes()
    assert paipu("fmt", "-i", log.name).code == 1
    (tmp_path / "out.jsonl").write_bytes(b"old")
    assert paipu("fmt", log.name, "-o", "out.jsonl").code == 1
    assert log.read_bytes() == before
    assert (tmp_path / "out.jsonl").read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


@pytest.mark.parametrize(
    "args",
    [
        ["verify"], ["verify", "--lang", "fr", "x"], ["frobnicate"], ["simulate"], ["simulate", "chess"],
        ["simulate", "tsair-deng", "--matches", "0"], ["simulate", "tsair-deng", "--set", "settlement"],
        ["simulate", "tsair-deng", "--set", "settlement=wnner"], ["simulate", "tsair-deng", "--set", "edition=2"],
        ["rules", "chess"], ["fmt"], ["fmt", "-i", "-"], ["fmt", "-i", "-o", "x", "y"], ["replay", "--step", "x"],
        ["replay", "--seat", "1", "x"], ["list", "--since", "yesterday"], ["list", "--game", "chess"],
        ["completion", "tcsh"], ["quarantine", "show", "0"], ["replay", "-o", "x", "--text", "y"],
    ],
)  # fmt: skip
def test_a_request_that_makes_no_sense_is_an_error_and_no_traceback(paipu: Paipu, args: list[str]) -> None:
    ran = paipu(*args)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err
    assert no_traceback(ran.err)


def test_an_unknown_game_and_option_are_answered_with_the_nearest(paipu: Paipu) -> None:
    assert "tsair-deng" in paipu("rules", "tsair-dneg").err
    assert "settlement" in paipu("simulate", "tsair-deng", "--set", "settlment=winner").err
    assert "是否指 hk-mahjong" in paipu("rules", "hk-mahjng", "--lang", "zh-Hant").err


def test_a_match_or_round_that_is_not_there_is_named(paipu: Paipu, log: Path) -> None:
    assert "no match 4" in paipu("show", log.name, "--match", 4).err
    ran = paipu("replay", log.name, "--round", 9)
    assert ran.code == 2
    assert "no round 9; the last is 4" in ran.err


def test_a_file_name_that_is_not_utf_8_is_read_and_named(spawn: Paipu, log: Path, tmp_path: Path) -> None:
    odd = os.fsencode(str(tmp_path)) + b"/odd-\xff.jsonl"
    try:
        os.rename(log, odd)
    except OSError:  # a file system that takes UTF-8 only has no such names
        return
    ran = spawn("verify", "--json", b"odd-\xff.jsonl".decode(errors="surrogateescape"))
    assert ran.code == 0
    assert ran.rows[0]["file"] == "odd-\udcff.jsonl"
    assert "odd-\\udcff.jsonl" in spawn("verify", b"odd-\xff.jsonl".decode(errors="surrogateescape")).out


def test_violations_come_before_the_verdict_of_the_environment(paipu: Paipu, broken: list[dict[str, Any]]) -> None:
    write_log(Path("broken.jsonl"), broken[0]["match"])
    assert paipu("verify", "broken.jsonl", "nowhere.jsonl").code == 2
