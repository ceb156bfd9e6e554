"""What was stored before paipu knew a game is judged once it does."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from archive import store as stores
from archive.archive import Archive, ImportReport
from archive.catalog import Catalog
from replay import registry
from replay.audit import VALID, audit
from replay.selfplay import play_matches
from schemas.canonical import record_id
from schemas.codec import read
from schemas.errors import ArchiveAccessError
from tests.archive.logs import GOLDEN, at_place, exported, files, self_played, store, write, wrong_points
from tests.support.registered import forget

CODE = "tsair-deng"
OTHERS = [code for code in registry.MODULES if code != CODE]


def _earlier(monkeypatch: pytest.MonkeyPatch, archive: Path, *sources: str, unknown: str = CODE) -> ImportReport:
    """Imports with a paipu that did not know a game."""
    with monkeypatch.context() as patch:
        forget(patch, unknown)
        return store(archive, *sources)


def _again(archive: Path) -> ImportReport:
    with Archive.open(archive, write=True) as opened:
        return opened.judge_again()


def test_what_an_earlier_paipu_could_not_judge_is_counted_after_judging_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, c, d = self_played()
    path = write(tmp_path, a, b)
    assert _earlier(monkeypatch, tmp_path / "arch", path).unjudged == 2
    store(tmp_path / "arch", write(tmp_path, c, name="later.jsonl"))
    with Archive.open(tmp_path / "arch", write=True) as archive:
        assert archive.waiting() == 2
        before = archive.query("SELECT * EXCLUDE (judged, totals) FROM matches ORDER BY sequence").rows
        assert sum(row[3] for row in archive.leaderboard().rows) == 2 * 4
        report = archive.judge_again()
        assert (report.judged_again, report.stored, report.quarantined, report.entries) == (2, 2, 0, [])
        assert archive.waiting() == 0
        assert archive.query("SELECT * EXCLUDE (judged, totals) FROM matches ORDER BY sequence").rows == before
        assert [info.judged for info in archive.matches()] == [True] * 3
        assert archive.check() == []
    assert exported(tmp_path / "arch") == a + b + c
    fresh = tmp_path / "fresh"
    store(fresh, write(tmp_path, a, b, c, name="all.jsonl"))
    with Archive.open(tmp_path / "arch") as archive, Archive.open(fresh) as other:
        assert archive.leaderboard() == other.leaderboard()
        for view in ("matches", "rounds", "moves", "seats", "wins"):
            columns = "* EXCLUDE (imported_at, source_file, source_index, source_line)" if view == "matches" else "*"
            sql = f"SELECT {columns} FROM {view} ORDER BY ALL"
            assert archive.query(sql) == other.query(sql)
    assert store(tmp_path / "arch", write(tmp_path, d, a, name="next.jsonl")).stored == 1
    assert exported(tmp_path / "arch") == a + b + c + d


@pytest.mark.parametrize("code", OTHERS)
def test_every_game_can_come_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    logs = [m.canonical for m in play_matches(code, 2, 3, rounds=2)]
    path = write(tmp_path, *logs, *self_played())
    assert _earlier(monkeypatch, tmp_path / "arch", path, unknown=code).unjudged == 2
    assert _again(tmp_path / "arch").stored == 2
    assert exported(tmp_path / "arch") == b"".join((*logs, *self_played()))
    with Archive.open(tmp_path / "arch") as archive:
        totals = {info.record_id: info.totals for info in archive.matches(game=code)}
        assert totals == {record_id(log): audit(next(read(_file(tmp_path, log)))).totals for log in logs}


def _file(folder: Path, log: bytes) -> str:
    return write(folder, log, name=f"{hashlib.sha256(log).hexdigest()}.jsonl")


def test_what_turns_out_invalid_goes_to_quarantine_with_its_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, c, _ = self_played()
    path = write(tmp_path, a, wrong_points(b), c)
    assert _earlier(monkeypatch, tmp_path / "arch", path).stored == 3
    report = _again(tmp_path / "arch")
    assert (report.judged_again, report.stored, report.quarantined) == (3, 2, 1)
    assert [(e.file, e.index, e.state) for e in report.entries] == [(path, 2, "quarantined")]
    assert exported(tmp_path / "arch") == a + c
    with Archive.open(tmp_path / "arch") as archive:
        (info,) = archive.quarantined()
        assert archive.quarantine_bytes(info.id) == wrong_points(b)
        assert (info.file, info.index, info.line, info.game) == (path, 2, a.count(b"\n") + 1, CODE)
        assert [v.clause for v in info.violations] == ["rec.points"]
        assert archive.check() == []
        assert [info.rounds for info in archive.matches()] == [2, 2]


def test_a_batch_of_which_nothing_stands_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _earlier(monkeypatch, tmp_path / "arch", write(tmp_path, wrong_points(self_played()[0])))
    assert _again(tmp_path / "arch").quarantined == 1
    with Archive.open(tmp_path / "arch") as archive:
        assert archive.matches() == archive.check() == []
        assert archive.query("SELECT * FROM moves").rows == []
        assert len(archive.quarantined()) == 1


def test_a_match_with_unseen_tiles_stays_unjudged_and_does_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, _, _ = self_played()
    at = b.index(b'"hands":[["') + len(b'"hands":[["')
    unseen = b[:at] + b"?" + b[at + 2 :]
    _earlier(monkeypatch, tmp_path / "arch", write(tmp_path, a, unseen))
    with Archive.open(tmp_path / "arch", write=True) as archive:
        assert archive.waiting() == 1
        assert archive.judge_again().judged_again == 1
        assert archive.waiting() == 0
    before = files(tmp_path / "arch")
    assert _again(tmp_path / "arch").judged_again == 0
    assert {n: v for n, v in files(tmp_path / "arch").items() if n.startswith("data")} == {
        n: v for n, v in before.items() if n.startswith("data")
    }
    assert exported(tmp_path / "arch").count(b'"?"') == 1


def test_the_next_recording_of_a_play_is_the_first_when_the_first_is_invalid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, _, _ = self_played()
    second, third = at_place(a, "here"), at_place(a, "there")
    _earlier(monkeypatch, tmp_path / "arch", write(tmp_path, wrong_points(a), b))
    _earlier(monkeypatch, tmp_path / "arch", write(tmp_path, second, name="second.jsonl"))
    # The third was judged at once, by a paipu that knows the game.
    report = store(tmp_path / "arch", write(tmp_path, third, name="third.jsonl"))
    assert report.second_recordings == 1
    assert _again(tmp_path / "arch").quarantined == 1
    with Archive.open(tmp_path / "arch") as archive:
        links = [(info.record_id, info.duplicate_of) for info in archive.matches()]
        assert links == [(record_id(b), None), (record_id(second), None), (record_id(third), record_id(second))]
        assert {(row[3], row[2]) for row in archive.leaderboard().rows} == {(4, 2)}
        assert archive.query("SELECT count(DISTINCT record_id) FROM moves WHERE counted").rows == [(2,)]


def test_a_judgement_that_cannot_be_written_leaves_the_archive_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, _, _ = self_played()
    _earlier(monkeypatch, tmp_path / "arch", write(tmp_path, a, b))
    data = {n: v for n, v in files(tmp_path / "arch").items() if n.startswith("data")}

    def full(*_: object) -> None:
        raise ArchiveAccessError("no space")

    for place, name in ((stores.Store, "write"), (Catalog, "commit")):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, full)
            with pytest.raises(ArchiveAccessError):
                _again(tmp_path / "arch")
        assert {n: v for n, v in files(tmp_path / "arch").items() if n.startswith("data")} == data
        assert exported(tmp_path / "arch") == a + b
    assert _again(tmp_path / "arch").stored == 2


def test_judging_again_needs_the_archive_for_writing(tmp_path: Path) -> None:
    store(tmp_path / "arch", write(tmp_path, self_played()[0]))
    with Archive.open(tmp_path / "arch") as archive, pytest.raises(ArchiveAccessError, match="reading only"):
        archive.judge_again()


def test_an_archive_in_which_all_is_judged_is_not_touched(tmp_path: Path) -> None:
    store(tmp_path / "arch", write(tmp_path, *self_played()))
    before = files(tmp_path / "arch")
    assert _again(tmp_path / "arch").judged_again == 0
    assert {n: v for n, v in files(tmp_path / "arch").items() if n.startswith("data")} == {
        n: v for n, v in before.items() if n.startswith("data")
    }


def test_golden_matches_stored_unjudged_are_all_valid_when_judged_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(GOLDEN / "tsair-deng.paipu.jsonl")
    _earlier(monkeypatch, tmp_path / "arch", path)
    report = _again(tmp_path / "arch")
    assert report.quarantined == 0
    with Archive.open(tmp_path / "arch") as archive:
        assert {info.judged for info in archive.matches()} == {True}
        assert {audit(archive.load(info.record_id)).verdict for info in archive.matches()} == {VALID}
