"""What an import stores, what it does not store twice, and what it says."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from archive import ingest, model
from archive.archive import Archive
from schemas.canonical import record_id
from tests.archive.logs import GOLDEN, at_place, exported, files, self_played, store, write, wrong_points


def test_the_same_record_is_not_stored_twice_within_a_file_an_import_or_later(tmp_path: Path) -> None:
    a, b, c, _ = self_played()
    one = write(tmp_path, a, b, a, name="one.jsonl")
    two = write(tmp_path, b, c, name="two.jsonl")
    report = store(tmp_path / "arch", one, two)
    assert (report.stored, report.already) == (3, 2)
    assert [(e.file, e.index, e.state, e.record_id) for e in report.entries] == [
        (one, 3, "already", record_id(a)),
        (two, 1, "already", record_id(b)),
    ]
    before = files(tmp_path / "arch")
    again = store(tmp_path / "arch", one, two)
    assert (again.stored, again.already) == (0, 5)
    assert exported(tmp_path / "arch") == a + b + c
    assert {n: v for n, v in files(tmp_path / "arch").items() if n.startswith("data")} == {
        n: v for n, v in before.items() if n.startswith("data")
    }


def test_a_second_recording_of_a_play_is_kept_linked_and_counted_once(tmp_path: Path) -> None:
    a, b, _, _ = self_played()
    report = store(tmp_path / "arch", write(tmp_path, a, at_place(a, "here"), b))
    assert (report.stored, report.second_recordings, report.already) == (2, 1, 0)
    later = store(tmp_path / "arch", write(tmp_path, at_place(a, "there"), at_place(b, "there")))
    assert (later.stored, later.second_recordings) == (0, 2)
    assert [e.state for e in later.entries] == ["second-recording"] * 2
    assert exported(tmp_path / "arch") == a + at_place(a, "here") + b + at_place(a, "there") + at_place(b, "there")
    with Archive.open(tmp_path / "arch") as archive:
        links = [info.duplicate_of for info in archive.matches()]
        assert links == [None, record_id(a), None, record_id(a), record_id(b)]
        counted = archive.query("SELECT count(*), count(*) FILTER (WHERE counted) FROM matches").rows
        assert counted == [(5, 2)]
        for view in ("rounds", "moves", "seats"):
            wrong = f"SELECT count(*) FROM {view} JOIN matches m USING (record_id) WHERE {view}.counted <> m.counted"
            assert archive.query(wrong).rows == [(0,)]
        assert sum(row[3] for row in archive.leaderboard().rows) == 2 * 2 * 4


def test_a_match_with_a_score_line_has_no_play_id_and_is_nobodys_second_recording(tmp_path: Path) -> None:
    head = self_played()[0].split(b"\n")[0] + b"\n"
    score = b'{"type":"round","dealer":null,"hands":null}\n'
    result = b'{"type":"result","outcome":"win","winners":[0],"points":[3,-1,-1,-1]}\n'
    report = store(tmp_path / "arch", write(tmp_path, head + score + result, at_place(head, "x") + score + result))
    assert (report.stored, report.second_recordings) == (2, 0)
    with Archive.open(tmp_path / "arch") as archive:
        assert {info.play_id for info in archive.matches()} == {None}


def test_a_missing_result_is_computed_and_marked_as_computed(tmp_path: Path) -> None:
    log = self_played()[0]
    bare = b"".join(
        line for line in log.splitlines(keepends=True) if not line.startswith((b'{"type":"result"', b'{"type":"end"'))
    )
    store(tmp_path / "arch", write(tmp_path, log, at_place(bare, "x")))
    assert exported(tmp_path / "arch") == log + at_place(bare, "x")
    with Archive.open(tmp_path / "arch") as archive:
        rounds = archive.query(
            "SELECT stated, computed, outcome, winners, points, stated_points FROM rounds "
            "ORDER BY record_id = ?, round",
            [record_id(at_place(bare, "x"))],
        ).rows
        assert [row[:2] for row in rounds] == [(True, True)] * 2 + [(False, True)] * 2
        assert [row[2:5] for row in rounds[:2]] == [row[2:5] for row in rounds[2:]]
        assert [row[5] for row in rounds[2:]] == [None, None]
        totals = archive.query("SELECT totals, stated_totals FROM matches ORDER BY sequence").rows
        assert totals == [(totals[0][0], totals[0][0]), (totals[0][0], None)]


def test_a_score_line_that_nobody_could_settle_stays_stated_only(tmp_path: Path) -> None:
    head = self_played()[0].split(b"\n")[0] + b"\n"
    score = b'{"type":"round","dealer":null,"hands":null}\n'
    result = b'{"type":"result","outcome":"win","winners":[0],"points":[3,-1,-1,-1]}\n'
    store(tmp_path / "arch", write(tmp_path, head + score + result))
    with Archive.open(tmp_path / "arch") as archive:
        rows = archive.query("SELECT score_only, stated, computed, computed_scores, points, judged FROM rounds").rows
        assert rows == [(True, True, False, None, [3, -1, -1, -1], True)]
        assert archive.query("SELECT player, points, won, sat_out FROM seats ORDER BY seat LIMIT 2").rows == [
            ("阿明", 3, True, False),
            ("阿珍", -1, False, False),
        ]
        assert {row[4] for row in archive.leaderboard().rows} == {1}


def test_a_record_with_unknown_tiles_is_stored_unjudged_and_kept_out_of_quarantine(tmp_path: Path) -> None:
    log = self_played()[0]
    at = log.index(b'"hands":[["') + len(b'"hands":[["')
    unseen = log[:at] + b"?" + log[at + 2 :]
    report = store(tmp_path / "arch", write(tmp_path, unseen))
    assert (report.stored, report.unjudged, report.quarantined) == (1, 1, 0)
    with Archive.open(tmp_path / "arch") as archive:
        (info,) = archive.matches()
        assert not info.judged
        assert info.totals is None
        assert archive.quarantined() == []
        assert archive.leaderboard().rows == []
        assert archive.query("SELECT judged, computed FROM rounds WHERE round = 1").rows == [(False, False)]
        assert archive.query("SELECT count(*) FROM moves WHERE NOT judged").rows == [(info.moves,)]
        assert b"".join(archive.export()).count(b'"?"') == 1


def test_an_unreadable_source_does_not_stop_the_others(tmp_path: Path) -> None:
    a, b, _, _ = self_played()
    good, late = write(tmp_path, a, name="a.jsonl"), write(tmp_path, b, name="b.jsonl")
    report = store(tmp_path / "arch", good, str(tmp_path / "none.jsonl"), str(tmp_path), late)
    assert report.stored == 2
    assert [source for source, _ in report.failed] == [str(tmp_path / "none.jsonl"), str(tmp_path)]
    assert "No such file" in report.failed[0][1]
    assert "directory" in report.failed[1][1]


def test_packed_files_and_stdin_are_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, _, _ = self_played()
    packed = write(tmp_path, gzip.compress(a), name="a.paipu.jsonl.gz")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b)))
    report = store(tmp_path / "arch", packed, "-")
    assert (report.stored, report.failed) == (2, [])
    with Archive.open(tmp_path / "arch") as archive:
        assert [info.source_file for info in archive.matches()] == [packed, "-"]


def test_progress_tells_the_bytes_of_each_source_up_to_all_of_them(tmp_path: Path) -> None:
    path = write(tmp_path, *self_played())
    told: list[tuple[str, int, int]] = []
    with Archive.open(tmp_path / "arch", create=True, write=True) as archive:
        archive.import_sources([path], progress=lambda *args: told.append(args))
    size = Path(path).stat().st_size
    assert told[-1] == (path, size, size)
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)


def test_batches_are_bounded_and_no_batch_boundary_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = self_played(12, 7)
    monkeypatch.setattr(ingest, "BATCH_BYTES", 3 * len(logs[0]))
    waiting: list[int] = []
    flush = ingest.Ingest._flush

    def counted(self: ingest.Ingest) -> None:
        waiting.append(len(self._waiting))
        flush(self)

    monkeypatch.setattr(ingest.Ingest, "_flush", counted)
    report = store(tmp_path / "arch", write(tmp_path, *logs, logs[0], at_place(logs[1], "x")))
    assert max(waiting) <= 5
    assert len(waiting) >= 4
    assert (report.stored, report.already, report.second_recordings) == (12, 1, 1)
    assert exported(tmp_path / "arch") == b"".join(logs) + at_place(logs[1], "x")
    with Archive.open(tmp_path / "arch") as archive:
        assert archive.check() == []
        ordered = archive.query("SELECT record_id FROM matches").rows
        assert [row[0] for row in ordered] == [record_id(log) for log in (*logs, at_place(logs[1], "x"))]


def test_a_report_keeps_a_bounded_number_of_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "MAX_ENTRIES", 3)
    log = self_played()[0]
    report = store(tmp_path / "arch", write(tmp_path, *[log] * 6))
    assert (report.stored, report.already) == (1, 5)
    assert (len(report.entries), report.omitted) == (3, 2)


def test_matches_of_several_games_share_an_import_and_keep_their_order(tmp_path: Path) -> None:
    mixed = write(
        tmp_path,
        *(
            log
            for pair in zip(
                self_played(), (GOLDEN / "rounds/hk-mahjong.paipu.jsonl").read_bytes().split(b'{"type":"match"')[1:],
                strict=False,
            )
            for log in (pair[0], b'{"type":"match"' + pair[1])
        ),
    )  # fmt: skip
    report = store(tmp_path / "arch", mixed)
    assert (report.stored, report.quarantined) == (8, 0)
    with Archive.open(tmp_path / "arch") as archive:
        assert [info.game for info in archive.matches()] == ["tsair-deng", "hk-mahjong"] * 4
        assert archive.query("SELECT DISTINCT game FROM moves ORDER BY game").rows == [("hk-mahjong",), ("tsair-deng",)]


def test_a_wrong_claim_does_not_touch_the_matches_around_it(tmp_path: Path) -> None:
    a, b, c, _ = self_played()
    report = store(tmp_path / "arch", write(tmp_path, a, wrong_points(b), c))
    assert (report.stored, report.quarantined) == (2, 1)
    assert exported(tmp_path / "arch") == a + c
