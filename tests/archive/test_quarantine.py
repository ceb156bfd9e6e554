"""What fails verification is kept with its bytes and its violations, and can be judged again."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from archive import ingest
from archive.archive import Archive
from replay.audit import INVALID, Verdict, audit
from schemas.canonical import record_id
from schemas.errors import UsageError, Violation
from schemas.match import Match
from tests.archive.logs import GOLDEN, exported, self_played, store, write, wrong_points


def test_what_fails_is_kept_with_exactly_its_bytes_and_its_violations(tmp_path: Path) -> None:
    a, b, _, _ = self_played()
    spaced = wrong_points(b).replace(b'"seat":', b'"seat" :  ').replace(b"\n", b"\r\n\r\n")
    path = write(tmp_path, a, spaced)
    report = store(tmp_path / "arch", path)
    (entry,) = report.entries
    assert (entry.state, entry.verdict, entry.index) == ("quarantined", INVALID, 2)
    assert [v.clause for v in entry.violations] == ["rec.points"]
    with Archive.open(tmp_path / "arch") as archive:
        (info,) = archive.quarantined()
        assert archive.quarantine_bytes(info.id) == spaced
        assert (info.file, info.index, info.line, info.game) == (path, 2, a.count(b"\n") + 1, "tsair-deng")
        assert info.size == len(spaced)
        assert info.violations == entry.violations
        assert len(archive.matches()) == 1


@pytest.mark.parametrize("spoil", [
    lambda raw: raw,
    lambda raw: raw.replace(b"\n", b"\r\n\r\n"),
    lambda raw: raw.replace(b'"type":"drink"', b'"type":"drnk"'),
    lambda raw: raw[:-9],
    lambda raw: raw.replace(b'"players":["', b'"players":[7,"'),
])  # fmt: skip
def test_judged_again_it_is_wrong_in_the_same_line_of_the_file(
    tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    a, b, _, _ = self_played()
    store(tmp_path / "arch", write(tmp_path, a, spoil(wrong_points(b))))
    with Archive.open(tmp_path / "arch", write=True) as archive:
        (before,) = archive.quarantined()
        assert all(v.line is not None and v.line > before.line - 1 > 1 for v in before.violations)
        report = archive.quarantine_retry()
        assert archive.quarantined() == [before]
        assert report.entries[0].violations == before.violations


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff\xfe not text\n",
        b"{not json\n",
        b'{"type":"match"}\n',
        b'{"type":"match","format":"paipu/1","game":"chess","rules":{"edition":1},"players":["a","b",null,null]}\n',
        b'{"type":"round","dealer":0,"hands":null}\n',
        b"[" * 5000 + b"\n",
    ],
)
def test_lines_that_are_no_record_at_all_are_kept_too(tmp_path: Path, bad: bytes) -> None:
    good = self_played()[0]
    report = store(tmp_path / "arch", write(tmp_path, bad, good))
    assert (report.stored, report.quarantined) == (1, 1)
    assert exported(tmp_path / "arch") == good
    with Archive.open(tmp_path / "arch") as archive:
        (info,) = archive.quarantined()
        assert archive.quarantine_bytes(info.id) == bad
        assert info.violations


def test_a_cut_file_yields_its_whole_matches_and_keeps_the_rest(tmp_path: Path) -> None:
    a, b, _, _ = self_played()
    report = store(tmp_path / "arch", write(tmp_path, a, b[:-30]))
    assert (report.stored, report.quarantined) == (1, 1)
    with Archive.open(tmp_path / "arch") as archive:
        (info,) = archive.quarantined()
        assert archive.quarantine_bytes(info.id) == b[:-30]
        assert "rec.line/cut" in [v.reason for v in info.violations]


def test_the_same_bytes_go_to_quarantine_once(tmp_path: Path) -> None:
    bad = wrong_points(self_played()[0])
    report = store(tmp_path / "arch", write(tmp_path, bad, bad))
    assert [e.state for e in report.entries] == ["quarantined", "quarantined-already"]
    again = store(tmp_path / "arch", write(tmp_path, bad))
    assert [e.state for e in again.entries] == ["quarantined-already"]
    with Archive.open(tmp_path / "arch") as archive:
        assert len(archive.quarantined()) == 1


def test_every_broken_row_goes_to_quarantine_with_its_bytes(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in (GOLDEN / "broken" / "tsair-deng.jsonl").read_bytes().splitlines()]
    texts = [[line if isinstance(line, str) else json.dumps(line) for line in row["match"]] for row in rows]
    logs = ["".join(f"{line}\n" for line in lines).encode() for lines in texts]
    report = store(tmp_path / "arch", write(tmp_path, *logs))
    assert (report.stored, report.quarantined) == (0, len(rows))
    with Archive.open(tmp_path / "arch") as archive:
        kept = {archive.quarantine_bytes(info.id) for info in archive.quarantined()}
    assert kept == set(logs)


def test_dropping_forgets_one_and_only_one(tmp_path: Path) -> None:
    a, b, _, _ = map(wrong_points, self_played())
    store(tmp_path / "arch", write(tmp_path, a, b))
    with Archive.open(tmp_path / "arch", write=True) as archive:
        first, second = archive.quarantined()
        archive.quarantine_drop(first.id)
        assert archive.quarantined() == [second]
        for ask in (archive.quarantine_drop, archive.quarantine_bytes, archive.quarantine_retry):
            with pytest.raises(UsageError, match=f"number {first.id}"):
                ask(first.id)


def _strict(match: Match) -> Verdict:
    """The audit of a paipu that refuses everything."""
    found = audit(match)
    found.verdict = INVALID
    found.violations = [Violation("rec.points", "rec.points/points", {"expected": [], "stated": []}, 1)]
    return found


def test_what_a_newer_paipu_finds_valid_leaves_quarantine_for_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, _, _ = self_played()
    path = write(tmp_path, a, wrong_points(b))
    with monkeypatch.context() as patch:
        patch.setattr(ingest, "audit", _strict)
        assert store(tmp_path / "arch", path).quarantined == 2
    with Archive.open(tmp_path / "arch", write=True) as archive:
        strict = archive.quarantined()
        report = archive.quarantine_retry()
        assert (report.stored, report.quarantined) == (1, 1)
        (left,) = archive.quarantined()
        assert left.id == strict[1].id
        assert left.violations != strict[1].violations
        assert replace(left, violations=[]) == replace(strict[1], violations=[])
        (info,) = archive.matches()
        assert (info.record_id, info.source_file) == (record_id(a), path)
        where = archive.query("SELECT source_index, source_line FROM matches").rows
        assert where == [(1, 1)]
        assert archive.quarantine_bytes(left.id) == wrong_points(b)
    assert exported(tmp_path / "arch") == a


def test_retrying_what_is_stored_by_now_only_clears_quarantine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, self_played()[0])
    with monkeypatch.context() as patch:
        patch.setattr(ingest, "audit", _strict)
        store(tmp_path / "arch", path)
    store(tmp_path / "arch", path)
    with Archive.open(tmp_path / "arch", write=True) as archive:
        report = archive.quarantine_retry(archive.quarantined()[0].id)
        assert (report.stored, report.already) == (0, 1)
        assert archive.quarantined() == []
        assert len(archive.matches()) == 1


def test_a_match_from_a_cut_package_is_not_taken_for_whole_when_judged_again(tmp_path: Path) -> None:
    whole = self_played()[0]
    packed = gzip.compress(whole)[:-8]  # The log is all there; only the package's own end is missing.
    report = store(tmp_path / "arch", write(tmp_path, packed, name="a.paipu.jsonl.gz"))
    assert report.quarantined == 1
    with Archive.open(tmp_path / "arch", write=True) as archive:
        (before,) = archive.quarantined()
        assert archive.quarantine_bytes(before.id) == whole
        archive.quarantine_retry()
        assert archive.quarantined() == [before]
        assert archive.matches() == []


def test_an_overlong_line_is_refused_and_its_neighbours_are_stored(tmp_path: Path) -> None:
    a, b, _, _ = self_played()
    report = store(tmp_path / "arch", write(tmp_path, a, b'{"type":"match","note":"', b"n" * (3 << 20), b'"}\n', b))
    assert report.stored >= 1
    assert report.quarantined >= 1
    with Archive.open(tmp_path / "arch") as archive:
        reasons = {v.reason for info in archive.quarantined() for v in info.violations}
        assert "rec.line/too-long" in reasons
        assert record_id(b) in {info.record_id for info in archive.matches()}


def test_the_digest_of_an_entry_is_that_of_its_bytes(tmp_path: Path) -> None:
    bad = wrong_points(self_played()[0])
    store(tmp_path / "arch", write(tmp_path, bad))
    with Archive.open(tmp_path / "arch") as archive:
        assert archive._quarantine_entry(1).digest == hashlib.sha256(bad).hexdigest()
