"""The catalogue: what exists, where, since when. SQLModel tables; SQLite by default, another database by URL.

A batch is one transaction: its files, its matches and what it put into quarantine become visible together. This module
writes no Parquet and judges nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import JSON, LargeBinary, delete, event, func, insert, or_, text, update
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.orm import aliased
from sqlalchemy.pool import NullPool
from sqlmodel import Column, Field, Session, SQLModel, col, create_engine, select

from archive.layout import CATALOG, DATA, LAYOUT, Marker
from schemas.errors import ArchiveAccessError

T = TypeVar("T")
CHUNK = 500
"""Values of one ``IN (…)``: below every database's limit."""


class Meta(SQLModel, table=True):
    """One row: which archive this is the catalogue of."""

    __tablename__ = "archive"
    id: str = Field(primary_key=True)
    layout: int


class Batch(SQLModel, table=True):
    """What one transaction brought in."""

    __tablename__ = "batch"
    id: str = Field(primary_key=True)
    committed_at: str
    paipu: str


class DataFile(SQLModel, table=True):
    """A Parquet file that is part of the archive."""

    __tablename__ = "data_file"
    path: str = Field(primary_key=True)
    batch: str = Field(foreign_key="batch.id", index=True)
    table: str
    game: str
    rows: int
    size: int
    sha256: str


class Recording(SQLModel, table=True):
    """A stored match. The last three numbers say at which rows of its batch's files it begins."""

    __tablename__ = "recording"
    sequence: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    record_id: str = Field(unique=True)
    play_id: str | None = Field(default=None, index=True)
    batch: str = Field(foreign_key="batch.id")
    game: str = Field(index=True)
    player0: str | None = Field(default=None, index=True)
    player1: str | None = Field(default=None, index=True)
    player2: str | None = Field(default=None, index=True)
    player3: str | None = Field(default=None, index=True)
    rounds: int
    moves: int
    started_at: str | None = None
    place: str | None = None
    event: str | None = None
    imported_at: str
    source_file: str
    totals: list[int] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    duplicate_of: str | None = None
    judged: bool
    match_row: int
    round_row: int
    move_row: int


class Quarantined(SQLModel, table=True):
    """A match that failed verification: its bytes as given, and why. ``digest`` is their SHA-256."""

    __tablename__ = "quarantine"
    id: int | None = Field(default=None, primary_key=True)
    digest: str = Field(unique=True)
    file: str
    index: int
    line: int
    game: str
    quarantined_at: str
    size: int
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    violations: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False))


SEATED = (Recording.player0, Recording.player1, Recording.player2, Recording.player3)


def shown(url: str) -> str:
    """A database URL without its password. Raises :class:`ArchiveAccessError` when it is none."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError as error:
        raise ArchiveAccessError(f"the catalogue's address is not a database URL: {error}") from error


def chunks(values: Iterable[T]) -> Iterator[list[T]]:
    """`values` in lists of at most :data:`CHUNK`."""
    listed = list(values)
    for at in range(0, len(listed), CHUNK):
        yield listed[at : at + CHUNK]


class Catalog:
    """The catalogue of the archive at `root`.

    All methods raise :class:`ArchiveAccessError` when the database refuses.
    """

    def __init__(self, root: Path, marker: Marker, *, url: str | None, write: bool) -> None:
        self._root = root
        self._where = shown(url) if url else str(root / CATALOG)
        if url is None and marker.catalog is not None:
            raise ArchiveAccessError(
                f"archive {root}: its catalogue is the database {marker.catalog}; its URL is needed"
            )
        if url is not None and marker.catalog is None:
            raise ArchiveAccessError(f"archive {root}: its catalogue is its own {CATALOG}, no other database")
        if url is None and not (root / CATALOG).exists() and (not write or (root / DATA).exists()):
            raise ArchiveAccessError(f"archive {root}: its catalogue {CATALOG} is missing")
        with self._refusals("open it"):
            self._engine = _engine(url, root / CATALOG, write)
        try:
            with self._refusals("open it"):
                self._identify(marker, write)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Lets go of the database."""
        self._engine.dispose()

    @contextmanager
    def _refusals(self, doing: str) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, ImportError) as error:
            reason = getattr(error, "orig", None) or error
            raise ArchiveAccessError(f"catalogue {self._where}: cannot {doing}: {reason}") from error

    @contextmanager
    def _session(self, doing: str = "read it") -> Iterator[Session]:
        """A transaction, rolled back when anything goes wrong."""
        with self._refusals(doing), Session(self._engine) as session, session.begin():
            yield session

    def _identify(self, marker: Marker, write: bool) -> None:
        """Makes missing tables when writing, and makes sure that this is the catalogue of this archive."""
        if write:
            with self._engine.begin() as connection:
                SQLModel.metadata.create_all(connection, tables=[_table_of(model) for model in _MODELS])
        with Session(self._engine) as session, session.begin():
            found = session.exec(select(Meta)).first()
            if found is None and write and not (self._root / DATA).exists():
                session.add(Meta(id=marker.id, layout=LAYOUT))
            elif found is None or found.id != marker.id:
                raise ArchiveAccessError(f"catalogue {self._where} is not the one of archive {self._root}")

    # what is there

    def known(self, record_ids: Iterable[str]) -> set[str]:
        """Those of `record_ids` that are stored."""
        out: set[str] = set()
        with self._session() as session:
            for some in chunks(record_ids):
                out.update(session.exec(select(Recording.record_id).where(col(Recording.record_id).in_(some))))
        return out

    def firsts(self, play_ids: Iterable[str]) -> dict[str, str]:
        """Play id to the record id of its first recording, for those of `play_ids` that are stored."""
        out: dict[str, str] = {}
        with self._session() as session:
            for some in chunks(play_ids):
                wanted = select(Recording.play_id, Recording.record_id).where(
                    col(Recording.play_id).in_(some), col(Recording.duplicate_of).is_(None)
                )
                out.update((play, record) for play, record in session.exec(wanted) if play is not None)
        return out

    def next_sequence(self) -> int:
        """The number of the next match to be stored; matches count from 1 in the order of their import."""
        with self._session() as session:
            return (session.exec(select(func.max(Recording.sequence))).one() or 0) + 1

    def files(self, table: str | None = None) -> list[DataFile]:
        """The live files, in the order of their import."""
        wanted = select(DataFile).order_by(col(DataFile.batch), col(DataFile.path))
        with self._session() as session:
            found = session.exec(wanted if table is None else wanted.where(DataFile.table == table)).all()
            session.expunge_all()
            return list(found)

    def batch_files(self, batch: str, game: str) -> dict[str, str]:
        """Table to the path of its file, for one game of a batch."""
        wanted = select(DataFile.table, DataFile.path).where(DataFile.batch == batch, DataFile.game == game)
        with self._session() as session:
            return dict(session.exec(wanted).all())

    def has_batch(self, batch: str) -> bool:
        """Whether a batch was committed."""
        with self._session() as session:
            return session.get(Batch, batch) is not None

    def recordings(
        self, *conditions: Any, after: int = 0, limit: int | None = None, offset: int = 0
    ) -> list[Recording]:
        """Stored matches that fulfil `conditions`, in the order of their import, from after sequence `after` on."""
        wanted = select(Recording).where(Recording.sequence > after, *conditions).order_by(col(Recording.sequence))
        if offset or limit is not None:
            wanted = wanted.offset(offset).limit(limit if limit is not None else 2**62)
        with self._session() as session:
            found = session.exec(wanted).all()
            session.expunge_all()
            return list(found)

    def count(self) -> int:
        """How many matches are stored."""
        with self._session() as session:
            return session.exec(select(func.count()).select_from(Recording)).one()

    def unjudged(self, games: Iterable[str]) -> list[tuple[str, str]]:
        """Batch and game of every stored match of one of `games` that was not judged; each pair once, in order."""
        wanted = select(Recording.batch, Recording.game).where(
            col(Recording.judged).is_(False), col(Recording.game).in_(list(games))
        )
        return self._pairs(wanted)

    def dangling(self) -> list[tuple[str, str]]:
        """Batch and game of every second recording whose first is stored no more; each pair once, in order."""
        first = aliased(Recording)
        there = select(first.record_id).where(col(first.record_id) == col(Recording.duplicate_of))
        wanted = select(Recording.batch, Recording.game).where(
            col(Recording.duplicate_of).is_not(None), ~there.exists()
        )
        return self._pairs(wanted)

    def _pairs(self, wanted: Any) -> list[tuple[str, str]]:
        with self._session() as session:
            found = session.exec(wanted.distinct().order_by(Recording.batch, Recording.game)).all()
            return [(batch, game) for batch, game in found]

    def games(self) -> list[str]:
        """The games of all stored matches, sorted."""
        with self._session() as session:
            return sorted(session.exec(select(Recording.game).distinct()))

    def players(self) -> list[str]:
        """The names of all players, sorted."""
        with self._session() as session:
            return sorted({n for seat in SEATED for n in session.exec(select(seat).distinct()) if n is not None})

    def check(self) -> list[str]:
        """What the database itself finds wrong with its file; only SQLite has such a check."""
        if self._engine.dialect.name != "sqlite":
            return []
        with self._session() as session:
            found = [str(row[0]) for row in session.connection().execute(text("PRAGMA integrity_check"))]
        return [] if found == ["ok"] else [f"{CATALOG}: {problem}" for problem in found]

    # quarantine

    def quarantined_digests(self, digests: Iterable[str]) -> set[str]:
        """Those of `digests` that are in quarantine."""
        out: set[str] = set()
        with self._session() as session:
            for some in chunks(digests):
                out.update(session.exec(select(Quarantined.digest).where(col(Quarantined.digest).in_(some))))
        return out

    def quarantined(self) -> list[tuple[Any, ...]]:
        """All that is in quarantine, without the bytes: id, file, index, line, game, since when, size, violations."""
        q = Quarantined
        fields = (q.id, q.file, q.index, q.line, q.game, q.quarantined_at, q.size, q.violations)
        with self._session() as session:
            rows = session.connection().execute(select(*fields).order_by(col(q.id)))  # type: ignore[call-overload]
            return [tuple(row) for row in rows]

    def quarantine_entry(self, id: int) -> Quarantined | None:
        """One entry with its bytes."""
        with self._session() as session:
            found = session.get(Quarantined, id)
            session.expunge_all()
            return found

    def quarantine_drop(self, id: int) -> bool:
        """Takes an entry out for good; whether it was there."""
        with self._session("drop from quarantine") as session:
            gone = session.connection().execute(delete(Quarantined).where(col(Quarantined.id) == id))
            return bool(gone.rowcount)

    # writing

    def commit(self, change: Change) -> None:
        """Makes a batch visible, in one transaction."""
        with self._session("catalogue a batch") as session:
            connection = session.connection()
            for paths in chunks(change.replaced_files):
                connection.execute(delete(DataFile).where(col(DataFile.path).in_(paths)))
            for numbers in chunks(change.replaced):
                connection.execute(delete(Recording).where(col(Recording.sequence).in_(numbers)))
            if change.files:
                connection.execute(insert(Batch), [change.batch])
                connection.execute(insert(DataFile), change.files)
            if change.recordings:
                connection.execute(insert(Recording), change.recordings)
            if change.quarantined:
                connection.execute(insert(Quarantined), change.quarantined)
            for some in chunks(change.released):
                connection.execute(delete(Quarantined).where(col(Quarantined.id).in_(some)))
            for id, violations in change.rejudged:
                connection.execute(update(Quarantined).where(col(Quarantined.id) == id).values(violations=violations))


class Change:
    """All that one batch does to the catalogue: rows as dictionaries."""

    def __init__(self, batch: dict[str, Any]) -> None:
        self.batch = batch
        self.files: list[dict[str, Any]] = []
        self.recordings: list[dict[str, Any]] = []
        self.quarantined: list[dict[str, Any]] = []
        self.released: list[int] = []
        self.rejudged: list[tuple[int, list[dict[str, Any]]]] = []
        self.replaced: list[int] = []
        """Sequences of recordings that this batch takes the place of."""
        self.replaced_files: list[str] = []
        """Paths of the files that held them."""

    def __bool__(self) -> bool:
        return bool(
            self.files or self.recordings or self.quarantined or self.released or self.rejudged or self.replaced
        )


_MODELS: Sequence[type[SQLModel]] = (Meta, Batch, DataFile, Recording, Quarantined)


def _table_of(model: type[SQLModel]) -> Any:
    return model.__table__  # type: ignore[attr-defined]


def _engine(url: str | None, path: Path, write: bool) -> Engine:
    if url is not None:
        return create_engine(url, poolclass=NullPool)
    # A read-only connection cannot roll back what a killed import left behind; so only where there is no other way.
    mode = "rwc" if write else "rw" if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK) else "ro"
    address = f"sqlite:///file:{quote(str(path.resolve()))}?mode={mode}&uri=true"
    engine = create_engine(address, poolclass=NullPool, connect_args={"timeout": 30})

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # The driver would begin no transaction before a CREATE TABLE.
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA synchronous=FULL")
        if not write:
            connection.execute("PRAGMA query_only=ON")

    @event.listens_for(engine, "begin")
    def _begun(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def has_player(name: str) -> Any:
    """The condition that a player of that name sat at the table."""
    return or_(*(col(seat) == name for seat in SEATED))


def from_day(day: str) -> Any:
    """The condition that a match began on that day or later."""
    return func.substr(Recording.started_at, 1, 10) >= day


def until_day(day: str) -> Any:
    """The condition that a match began on that day or before."""
    return func.substr(Recording.started_at, 1, 10) <= day
