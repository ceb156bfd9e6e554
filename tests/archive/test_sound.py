"""Nothing stored is ever harmed: full disk, read-only folder, killed process, two imports at once, a newer layout."""

from __future__ import annotations

import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archive import catalog, ingest, layout
from archive import store as store_module
from archive.archive import Archive
from archive.layout import CATALOG, LAYOUT, LOCK, MARKER
from schemas.errors import ArchiveAccessError, ArchiveError, ArchiveVersionError, UsageError
from tests.archive.logs import at_place, exported, files, self_played, store, write, wrong_points

ROOT = Path(__file__).parent.parent.parent


def refuse(code: int, after: int = 0) -> Callable[..., Any]:
    """A function that raises ``OSError(code)`` once it has been called `after` times."""
    calls = [0]
    real = layout.write_whole

    def refusing(path: Path, data: bytes) -> None:
        calls[0] += 1
        if calls[0] > after:
            raise OSError(code, os.strerror(code))
        real(path, data)

    return refusing


@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_full_disk_leaves_the_archive_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    a, b, c, _ = self_played()
    store(tmp_path / "arch", write(tmp_path, a))
    before = files(tmp_path / "arch")
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "write_whole", refuse(errno.ENOSPC, after))
        with pytest.raises(ArchiveAccessError, match="No space left on device"):
            store(tmp_path / "arch", write(tmp_path, b, c, wrong_points(a)))
    assert files(tmp_path / "arch") == before
    with Archive.open(tmp_path / "arch") as archive:
        assert archive.check() == []
    assert store(tmp_path / "arch", write(tmp_path, b, c)).stored == 2
    assert exported(tmp_path / "arch") == a + b + c


def test_a_temp_file_is_not_left_behind_when_the_disk_fills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    store(tmp_path / "arch", write(tmp_path, self_played()[0]))
    before = files(tmp_path / "arch")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(ArchiveAccessError, match="cannot store a batch: No space left on device"):
            store(tmp_path / "arch", write(tmp_path, self_played()[1]))
    assert files(tmp_path / "arch") == before


def test_batches_before_the_disk_was_full_are_kept_and_the_error_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, c, d = self_played()
    monkeypatch.setattr(ingest, "BATCH_MATCHES", 2)
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "write_whole", refuse(errno.ENOSPC, after=5))
        with pytest.raises(ArchiveAccessError, match="2 matches of this import were stored before"):
            store(tmp_path / "arch", write(tmp_path, a, b, c, d))
    assert exported(tmp_path / "arch") == a + b


def test_a_catalogue_that_cannot_grow_takes_the_batch_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, _, _ = self_played()
    store(tmp_path / "arch", write(tmp_path, a))
    before = files(tmp_path / "arch")
    with Archive.open(tmp_path / "arch", write=True) as archive:
        sizes = sqlite3.connect(tmp_path / "arch" / CATALOG)
        pages = sizes.execute("PRAGMA page_count").fetchone()[0]
        sizes.close()
        engine = archive._catalog._engine
        catalog.event.listen(engine, "connect", lambda c, _: c.execute(f"PRAGMA max_page_count={pages}").close())
        bulky = wrong_points(b).replace(b"\n", b" " * 50_000 + b"\n")
        with pytest.raises(ArchiveAccessError, match=r"catalogue a batch: .*full"):
            archive.import_sources([write(tmp_path, b, bulky)])
    assert files(tmp_path / "arch") == before
    assert exported(tmp_path / "arch") == a


def test_files_stay_when_nobody_can_tell_whether_the_batch_was_catalogued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, _, _ = self_played()
    store(tmp_path / "arch", write(tmp_path, a))

    def lost(*args: object) -> None:
        raise ArchiveAccessError("connection lost")

    with monkeypatch.context() as patch:
        patch.setattr(catalog.Catalog, "commit", lost)
        patch.setattr(catalog.Catalog, "has_batch", lost)
        with pytest.raises(ArchiveAccessError, match="connection lost"):
            store(tmp_path / "arch", write(tmp_path, b))
    with Archive.open(tmp_path / "arch") as archive:
        assert len(archive.check()) == 4
        assert all("belongs to no batch" in problem for problem in archive.check())
    assert exported(tmp_path / "arch") == a
    assert store(tmp_path / "arch", write(tmp_path, b)).stored == 1
    assert exported(tmp_path / "arch") == a + b


KILLED = """
import os, signal, sys
from archive import catalog, ingest, layout, store
from archive.archive import Archive
point, arch, log = sys.argv[1:]
def die(*args, **kwargs):
    os.kill(os.getpid(), signal.SIGKILL)
ingest.BATCH_MATCHES = 2
stored = []
flush = ingest.Ingest._flush
def second_flush(self):
    stored.append(1)
    if len(stored) == 2:
        if point == "writing":
            os.replace = die
        elif point == "written":
            catalog.Catalog.commit = die
        else:
            # Within the transaction, with pages already spilled into the database file.
            from sqlalchemy import event
            real = catalog.Catalog.commit
            def commit(self, change):
                event.listen(self._engine, "connect", lambda c, _: c.execute("PRAGMA cache_size=1").close())
                event.listen(self._engine, "commit", die)
                real(self, change)
            catalog.Catalog.commit = commit
    flush(self)
ingest.Ingest._flush = second_flush
with Archive.open(arch, write=True) as archive:
    archive.import_sources([log])
"""


@pytest.mark.parametrize("point", ["writing", "written", "committing"])
def test_a_killed_import_loses_its_open_batch_and_nothing_else(tmp_path: Path, point: str) -> None:
    arch = tmp_path / "arch"
    a, b, c, d = self_played()
    store(arch, write(tmp_path, a))
    bulky = wrong_points(d).replace(b"\n", b" " * 5_000 + b"\n")
    log = write(tmp_path, b, c, d, bulky)
    done = subprocess.run([sys.executable, "-c", KILLED, point, str(arch), log], cwd=ROOT, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert (arch / f"{CATALOG}-journal").exists() == (point == "committing")
    assert exported(arch) == a + b + c
    with Archive.open(arch) as archive:
        problems = archive.check()
        assert problems
        assert all("belongs to no batch" in problem for problem in problems)
        assert archive.query("SELECT count(*) FROM matches").rows == [(3,)]
        assert archive.quarantined() == []
    report = store(arch, log)
    assert (report.already, report.stored, report.quarantined) == (2, 1, 1)
    assert exported(arch) == a + b + c + d


def test_a_second_import_at_the_same_time_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, self_played()[0])
    with Archive.open(tmp_path / "arch", create=True, write=True) as archive:
        with pytest.raises(ArchiveAccessError, match="another import is writing"):
            Archive.open(tmp_path / "arch", write=True)
        archive.import_sources([path])
        with Archive.open(tmp_path / "arch") as reader:
            assert len(reader.matches()) == 1
    with Archive.open(tmp_path / "arch", write=True):
        pass


def test_a_read_only_folder_can_be_read_and_says_why_it_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arch = tmp_path / "arch"
    log = self_played()[0]
    store(arch, write(tmp_path, log))
    before = files(arch)
    access = os.access
    real_open = open

    def no_access(path: Any, mode: int) -> bool:
        return access(path, mode) and not (mode & os.W_OK and str(path).startswith(str(arch)))

    def no_open(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if str(file).startswith(str(arch)) and set(mode) & set("wax+"):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real_open(file, mode, *args, **kwargs)

    monkeypatch.setattr(os, "access", no_access)
    monkeypatch.setattr("builtins.open", no_open)
    with pytest.raises(ArchiveAccessError, match="cannot write to it: Read-only file system"):
        Archive.open(arch, write=True)
    with Archive.open(arch) as archive:
        assert "mode=ro" in str(archive._catalog._engine.url)
        assert b"".join(archive.export()) == log
        assert archive.query("SELECT count(*) FROM matches").rows == [(1,)]
        assert archive.check() == []
        changes = (lambda: archive.import_sources([]), lambda: archive.quarantine_drop(1), archive.quarantine_retry)
        for change in changes:
            with pytest.raises(ArchiveAccessError, match="reading only"):
                change()
    assert files(arch) == before


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    with pytest.raises(ArchiveAccessError, match="cannot create it"):
        Archive.open(blocked / "arch", create=True, write=True)
    with pytest.raises(ArchiveAccessError, match="cannot create it"):
        Archive.open(blocked, create=True, write=True)


def test_an_archive_of_a_newer_layout_is_refused_and_not_touched(tmp_path: Path) -> None:
    arch = tmp_path / "arch"
    store(arch, write(tmp_path, self_played()[0]))
    marker = json.loads((arch / MARKER).read_bytes())
    (arch / MARKER).write_text(json.dumps({**marker, "layout": LAYOUT + 1}))
    (arch / LOCK).unlink()
    before = files(arch)
    for how in ({}, {"write": True}, {"create": True, "write": True}):
        with pytest.raises(ArchiveVersionError, match="newer paipu"):
            Archive.open(arch, **how)
    assert files(arch) == before


def test_what_is_no_archive_is_refused_and_not_touched(tmp_path: Path) -> None:
    with pytest.raises(ArchiveAccessError, match="does not exist"):
        Archive.open(tmp_path / "none")
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "a.jpg").write_bytes(b"")
    with pytest.raises(ArchiveAccessError, match="is not an archive"):
        Archive.open(tmp_path / "photos")
    with pytest.raises(ArchiveAccessError, match=r"not empty: a\.jpg"):
        Archive.open(tmp_path / "photos", create=True, write=True)
    assert [p.name for p in (tmp_path / "photos").iterdir()] == ["a.jpg"]


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"layout":"1"}', '{"layout":0}'])
def test_a_marker_that_says_nothing_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / MARKER).write_text(text)
    with pytest.raises(ArchiveAccessError, match="not readable"):
        Archive.open(tmp_path, create=True, write=True)


def test_a_missing_catalogue_is_named_and_never_made_up(tmp_path: Path) -> None:
    arch = tmp_path / "arch"
    store(arch, write(tmp_path, self_played()[0]))
    (arch / CATALOG).unlink()
    for write_ in (False, True):
        with pytest.raises(ArchiveAccessError, match=r"catalog\.sqlite is missing"):
            Archive.open(arch, write=write_)
    assert not (arch / CATALOG).exists()


def test_an_archive_whose_making_was_interrupted_is_made_by_the_next_import(tmp_path: Path) -> None:
    arch = tmp_path / "arch"
    Archive.open(arch, create=True).close()
    (arch / CATALOG).unlink()
    assert store(arch, write(tmp_path, self_played()[0])).stored == 1


def test_a_damaged_catalogue_is_a_clear_error(tmp_path: Path) -> None:
    arch = tmp_path / "arch"
    store(arch, write(tmp_path, self_played()[0]))
    (arch / CATALOG).write_bytes(b"no database, but long enough to look like one" * 100)
    with pytest.raises(ArchiveAccessError, match="not a database"):
        Archive.open(arch)


def test_the_catalogue_of_another_archive_is_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        store(tmp_path / name, write(tmp_path, self_played()[0]))
    (tmp_path / "one" / CATALOG).write_bytes((tmp_path / "two" / CATALOG).read_bytes())
    with pytest.raises(ArchiveAccessError, match="not the one of archive"):
        Archive.open(tmp_path / "one")


def test_another_database_can_hold_the_catalogue(tmp_path: Path) -> None:
    a, b, _, _ = self_played()
    url = f"sqlite:///{tmp_path / 'elsewhere.db'}"
    arch = tmp_path / "arch"
    for log in (a, at_place(a, "x") + b):
        with Archive.open(arch, create=True, write=True, catalog_url=url) as archive:
            archive.import_sources([write(tmp_path, log)])
    with Archive.open(arch, catalog_url=url) as archive:
        assert b"".join(archive.export()) == a + at_place(a, "x") + b
        assert archive.check() == []
    assert not (arch / CATALOG).exists()
    with pytest.raises(ArchiveAccessError, match="its URL is needed"):
        Archive.open(arch)
    store(tmp_path / "own", write(tmp_path, a))
    with pytest.raises(ArchiveAccessError, match="no other database"):
        Archive.open(tmp_path / "own", catalog_url=url)


@pytest.mark.parametrize("url", ["no url", "nosuch://host/db", f"sqlite:////nowhere/at/all/{'x' * 8}.db"])
def test_a_database_that_is_not_there_is_a_clear_error_and_makes_no_archive(tmp_path: Path, url: str) -> None:
    with pytest.raises(ArchiveAccessError):
        Archive.open(tmp_path / "arch", create=True, write=True, catalog_url=url)
    assert store(tmp_path / "arch", write(tmp_path, self_played()[0])).stored == 1


def test_the_marker_never_holds_a_password() -> None:
    assert catalog.shown("postgresql://ming:secret@host/paipu") == "postgresql://ming:***@host/paipu"


def test_missing_altered_and_strange_files_are_found(tmp_path: Path) -> None:
    arch = tmp_path / "arch"
    store(arch, write(tmp_path, *self_played()))
    moves, rounds, seats = (next((arch / "data" / t).rglob("*.parquet")) for t in ("moves", "rounds", "seats"))
    moves.unlink()
    rounds.write_bytes(rounds.read_bytes()[:-1])
    data = bytearray(seats.read_bytes())
    data[50] ^= 1
    seats.write_bytes(data)
    (arch / "data" / "seats" / "strange.parquet.tmp").write_bytes(b"")
    with Archive.open(arch) as archive:
        found = archive.check()
        assert [f"{p.relative_to(arch)}: {what}" in "\n".join(found) for p, what in (
            (moves, "missing"), (rounds, "altered"), (seats, "altered"),
        )] == [True] * 3  # fmt: skip
        assert "data/seats/strange.parquet.tmp: belongs to no batch" in "\n".join(found)
        assert len(found) == 4
        with pytest.raises(ArchiveError, match="cannot be read"):
            archive.load(archive.matches()[0].record_id)
        with pytest.raises(ArchiveError, match="cannot be read"):
            archive.query("SELECT count(tile) FROM moves")


def test_strange_files_are_no_part_of_the_archive(tmp_path: Path) -> None:
    arch = tmp_path / "arch"
    store(arch, write(tmp_path, *self_played()))
    folder = arch / "data" / "matches" / "game=tsair-deng"
    (folder / "copy.parquet").write_bytes(next(folder.iterdir()).read_bytes())
    with Archive.open(arch) as archive:
        assert archive.query("SELECT count(*) FROM matches").rows == [(4,)]


def test_closing_twice_is_fine(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "arch", create=True, write=True)
    archive.close()
    archive.close()
    with pytest.raises(UsageError):
        Archive.open(tmp_path / "arch").load("0" * 64)
