"""The archive as everybody else sees it: one folder, opened for reading or for writing.

Holds together layout, catalogue, store, import and queries; has no logic of its own beyond that. Reads no foreign
format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlmodel import col

from archive.again import Again
from archive.catalog import Catalog, Quarantined, Recording, from_day, has_player, shown, until_day
from archive.ingest import Ingest, violation_of
from archive.layout import Lock, make_folder, mark, read_marker, unmark
from archive.model import Imported, ImportReport, MatchInfo, QuarantineInfo, Rows
from archive.query import PLAYER_PAGE, STATISTICS, Database
from archive.rebuild import Rebuilder
from archive.store import Store
from replay import registry
from schemas.errors import ArchiveAccessError, UsageError
from schemas.faults import nearest
from schemas.match import Match
from schemas.options import GAMES

__all__ = ["Archive", "ImportReport", "Imported", "MatchInfo", "QuarantineInfo", "Rows"]

_PREFIX = 4
"""Hex digits of a record id that are enough to look it up."""
_PAGE = 1000


class Archive:
    """An archive folder. A context manager; :meth:`close` lets go of catalogue, files and lock."""

    def __init__(self, path: Path, catalog: Catalog, lock: Lock | None) -> None:
        self.path = path
        self._catalog = catalog
        self._lock = lock
        self._store = Store(path)
        self._rebuilder = Rebuilder(path)
        self._database: Database | None = None

    @classmethod
    def open(
        cls, path: str | Path, *, create: bool = False, write: bool = False, catalog_url: str | None = None
    ) -> Archive:
        """The archive at `path`; with `create` it is made where there is none, with `write` it is locked for an import.

        `catalog_url` is the database of an archive whose catalogue is not its own ``catalog.sqlite``. Raises
        :class:`ArchiveAccessError` when it is missing, no archive, read-only, full, or locked by another import;
        :class:`ArchiveVersionError` when a newer paipu wrote it, before anything is touched.
        """
        path = Path(path)
        marker = read_marker(path)
        if marker is None and not create:
            there = "is not an archive" if path.exists() else "does not exist"
            raise ArchiveAccessError(f"{path} {there}: an import creates one")
        if marker is not None and not write:
            return cls(path, Catalog(path, marker, url=catalog_url, write=False), None)
        lock, catalog = _writable(path, catalog_url)
        archive = cls(path, catalog, lock)
        if write:
            return archive
        archive.close()
        return cls.open(path, catalog_url=catalog_url)

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of catalogue, files and lock; may be called twice."""
        self._forget()
        self._catalog.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _forget(self) -> None:
        """Drops what was read from files that may not be all there are any more."""
        self._rebuilder.close()
        if self._database is not None:
            self._database.close()
            self._database = None

    # writing

    def _writing(self) -> None:
        if self._lock is None:
            raise ArchiveAccessError(f"archive {self.path} is open for reading only")

    def import_sources(
        self, sources: Sequence[str], *, progress: Callable[[str, int, int], None] | None = None,
        format: str | None = None,
    ) -> ImportReport:  # fmt: skip
        """Imports files (``-`` is stdin), one after another; one bad source does not stop the others.

        `format` is one of ``archive.importers.FORMATS``; without it every file tells by its name and first line what
        it is, and stdin is a record. `progress` is told (source, bytes done, bytes in all; 0 in all for stdin). Raises
        :class:`ArchiveAccessError` when the archive cannot be written: then the batches before are kept whole, and
        nothing of the failed one is visible.
        """
        self._writing()
        ingest = Ingest(self._catalog, self._store)
        try:
            ingest.sources(sources, progress, format)
        finally:
            self._forget()
        return ingest.report

    def judge_again(self) -> ImportReport:
        """Verifies again what was stored unjudged, now that this paipu knows the game.

        What is valid gets its computed columns and is counted from then on; what is invalid goes to quarantine.
        """
        self._writing()
        again = Again(self._catalog, self._store)
        try:
            again.run()
        finally:
            self._forget()
        return again.report

    def waiting(self) -> int:
        """How many stored matches :meth:`judge_again` would judge: unjudged, of a game that this paipu knows now, and
        without a tile that nobody saw.
        """
        games = registry.codes()
        if not self._catalog.unjudged(games):
            return 0
        return int(self._duck().shipped("waiting", {"games": list(games)}).rows[0][0])

    def quarantine_drop(self, id: int) -> None:
        """Throws a quarantined match away for good. Raises :class:`UsageError` when there is none of that number."""
        self._writing()
        if not self._catalog.quarantine_drop(id):
            raise UsageError(f"nothing in quarantine has the number {id}")

    def quarantine_retry(self, id: int | None = None) -> ImportReport:
        """Verifies one quarantined match, or all, again; what stands now is stored and leaves quarantine."""
        self._writing()
        ids = [info.id for info in self.quarantined()] if id is None else [id]
        ingest = Ingest(self._catalog, self._store)
        try:
            ingest.retry(self._quarantine_entry(one) for one in ids)
        finally:
            self._forget()
        return ingest.report

    # matches

    def matches(
        self,
        *,
        game: str | None = None,
        player: str | None = None,
        since: date | str | None = None,
        until: date | str | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> list[MatchInfo]:
        """The stored matches in the order of their import, newest last.

        `since` and `until` are days (``YYYY-MM-DD``), both included, compared with the day in ``started_at``; a match
        without one is left out then. Raises :class:`UsageError` for an unknown game or what is no day.
        """
        conditions: list[Any] = []
        if game is not None:
            conditions.append(Recording.game == _game(game))
        if player is not None:
            conditions.append(has_player(player))
        if since is not None:
            conditions.append(from_day(_day(since)))
        if until is not None:
            conditions.append(until_day(_day(until)))
        found = self._catalog.recordings(*conditions, limit=limit, offset=offset)
        return [_info(r) for r in found]

    def resolve(self, prefix: str) -> str:
        """The one record id that begins with `prefix`, at least four hex digits. Raises :class:`UsageError`."""
        wanted = prefix.lower()
        if len(wanted) < _PREFIX or set(wanted) - set("0123456789abcdef"):
            raise UsageError(f"{prefix!r} is not the beginning of a record id: at least {_PREFIX} hex digits")
        found = self._catalog.recordings(col(Recording.record_id).startswith(wanted), limit=6)
        if not found:
            raise UsageError(f"no record id begins with {prefix}")
        if len(found) > 1:
            some = ", ".join(r.record_id[: len(wanted) + 8] for r in found[:5])
            raise UsageError(f"several record ids begin with {prefix}: {some}{', …' if len(found) > 5 else ''}")
        return found[0].record_id

    def load(self, record_id: str) -> Match:
        """A stored match, rebuilt from its rows; its canonical bytes are those that were imported.

        Raises :class:`UsageError` for an unknown id, :class:`ArchiveError` when its files are missing or damaged.
        """
        r = self._recording(record_id)
        return self._rebuilder.match(self._catalog.batch_files(r.batch, r.game), r)

    def export(self, record_ids: Sequence[str] | None = None) -> Iterator[bytes]:
        """The canonical bytes of all matches, or of some, one after another in the order of their import."""
        return (self._rebuilder.canonical(files, r) for files, r in self._placed(record_ids))

    def stored(self) -> Iterator[Match]:
        """All stored matches in the order of their import, as :meth:`load` rebuilds them, one at a time."""
        return (self._rebuilder.match(files, r) for files, r in self._placed(None))

    def size(self) -> int:
        """How many matches are stored."""
        return self._catalog.count()

    def _placed(self, record_ids: Sequence[str] | None) -> Iterator[tuple[dict[str, str], Recording]]:
        """All recordings, or those of some record ids, in the order of their import, each with its files."""
        for page in self._pages() if record_ids is None else (self._chosen(record_ids),):
            # Looked up anew for every page: judging again replaces files.
            files: dict[tuple[str, str], dict[str, str]] = {}
            for r in page:
                key = r.batch, r.game
                if key not in files:
                    files[key] = self._catalog.batch_files(*key)
                yield files[key], r

    def _pages(self) -> Iterator[list[Recording]]:
        after = 0
        while page := self._catalog.recordings(after=after, limit=_PAGE):
            yield page
            after = page[-1].sequence

    def _chosen(self, record_ids: Sequence[str]) -> list[Recording]:
        return sorted((self._recording(id) for id in dict.fromkeys(record_ids)), key=lambda r: r.sequence)

    def _recording(self, record_id: str) -> Recording:
        found = self._catalog.recordings(Recording.record_id == record_id)
        if not found:
            raise UsageError(f"no stored match has the record id {record_id}")
        return found[0]

    # statistics

    def _duck(self) -> Database:
        if self._database is None:
            files: dict[str, list[Path]] = {}
            for file in self._catalog.files():
                files.setdefault(file.table, []).append((self.path / file.path).resolve())
            self._database = Database(files)
        return self._database

    def query(self, sql: str, params: Sequence[object] = ()) -> Rows:
        """The answer to one SELECT over the views of ``archive.query.VIEWS``. Raises :class:`UsageError`."""
        return self._duck().ask(sql, params)

    def leaderboard(
        self, *, game: str | None = None, since: date | str | None = None, until: date | str | None = None
    ) -> Rows:
        """One row a game, unit and player, best points first: ``sql/leaderboard.sql``. Days as in :meth:`matches`."""
        params = {
            "game": None if game is None else _game(game),
            "since": None if since is None else _day(since),
            "until": None if until is None else _day(until),
        }
        return self._duck().shipped("leaderboard", params)

    def statistics(
        self, *, game: str | None = None, player: str | None = None, since: date | str | None = None,
        until: date | str | None = None,
    ) -> list[Rows]:  # fmt: skip
        """The statistics that only some games have, for those that are stored: ``archive.query.STATISTICS``.

        Of all players or of one; tables without a row are left out. Days as in :meth:`matches`.
        """
        params = {
            "game": None if game is None else _game(game),
            "player": player,
            "since": None if since is None else _day(since),
            "until": None if until is None else _day(until),
        }
        there = set(self._catalog.games()) if game is None else {game}
        fitting = [name for name, games in STATISTICS.items() if there & set(games)]
        tables = [self._duck().shipped(name, params) for name in fitting]
        return [rows for rows in tables if rows.rows]

    def player(self, name: str, *, game: str | None = None) -> list[Rows]:
        """A player's page: totals by game, recent matches, company, points over time. Raises :class:`UsageError`."""
        names = self.players()
        if name not in names:
            near = nearest(name, names)
            raise UsageError(f"no player is called {name!r}" + (f"; did you mean {near}?" if near else ""))
        params = {"player": name, "game": None if game is None else _game(game)}
        return [self._duck().shipped(statement, params) for statement in PLAYER_PAGE]

    def players(self) -> list[str]:
        """The names of all players, sorted."""
        return self._catalog.players()

    # quarantine and integrity

    def quarantined(self) -> list[QuarantineInfo]:
        """What failed verification, oldest first."""
        return [
            QuarantineInfo(id, file, index, line, game, since, size, [violation_of(v) for v in violations])
            for id, file, index, line, game, since, size, violations in self._catalog.quarantined()
        ]

    def quarantine_bytes(self, id: int) -> bytes:
        """The bytes of a quarantined match as given (of a packed file: unpacked). Raises :class:`UsageError`."""
        return self._quarantine_entry(id).data

    def _quarantine_entry(self, id: int) -> Quarantined:
        found = self._catalog.quarantine_entry(id)
        if found is None:
            raise UsageError(f"nothing in quarantine has the number {id}")
        return found

    def check(self) -> list[str]:
        """What is not as it should be: missing or altered files, files that belong to no batch. Empty for a sound
        archive.
        """
        files = self._catalog.files()
        listed = [self._store.problem(file.path, file.size, file.sha256) for file in files]
        orphans = self._store.present() - {file.path for file in files}
        found = [problem for problem in listed if problem is not None]
        found += [f"{path}: belongs to no batch; left by an import that did not finish" for path in sorted(orphans)]
        return found + self._catalog.check()


def _writable(path: Path, url: str | None) -> tuple[Lock, Catalog]:
    """Lock and catalogue of the archive at `path`, which is made where there is none."""
    address = None if url is None else shown(url)
    if read_marker(path) is None:
        make_folder(path)
    lock = Lock(path)
    try:
        marker = read_marker(path)
        if marker is not None:
            return lock, Catalog(path, marker, url=url, write=True)
        marker = mark(path, address)
        try:
            return lock, Catalog(path, marker, url=url, write=True)
        except BaseException:
            unmark(path)
            raise
    except BaseException:
        lock.release()
        raise


def _info(r: Recording) -> MatchInfo:
    return MatchInfo(
        r.record_id, r.play_id, r.game, (r.player0, r.player1, r.player2, r.player3), r.rounds, r.moves, r.started_at,
        r.place, r.event, r.imported_at, r.source_file, None if r.totals is None else tuple(r.totals), r.duplicate_of,
        r.judged,
    )  # fmt: skip


def _game(code: str) -> str:
    if code not in GAMES:
        near = nearest(code, GAMES)
        raise UsageError(f"no game is called {code!r}" + (f"; did you mean {near}?" if near else ""))
    return code


def _day(day: date | str) -> str:
    if isinstance(day, datetime):
        day = day.date()
    try:
        return (day if isinstance(day, date) else date.fromisoformat(day)).isoformat()
    except ValueError as error:
        raise UsageError(f"{day!r} is no day; write it as YYYY-MM-DD") from error
