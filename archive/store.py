"""Parquet files: written whole (temp file, fsync, rename), never changed once written.

A file is part of the archive only when the catalogue lists it: this module neither lists nor decides, it writes, reads
and checks the paths it is given.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from archive.layout import DATA, access, sync_folder, write_whole
from schemas.errors import ArchiveError

GROUP_ROWS: dict[str, int] = {"matches": 4096, "rounds": 4096, "seats": 65_536, "moves": 32_768}
"""Table to the rows of a row group: what must be unpacked to read one match."""
STRETCH: dict[str, int] = {"matches": 256, "rounds": 512, "moves": 4096}
"""Table to the rows that are rebuilt together; a divisor of those of its row group."""


@dataclass(frozen=True)
class Written:
    """A file just written. ``path`` is relative to the archive, with ``/``."""

    table: str
    game: str
    path: str
    rows: int
    size: int
    sha256: str


class Store:
    """The ``data`` folder of the archive at `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, table: str, game: str, batch: str, rows: pa.Table) -> Written:
        """Writes one table of a batch. Raises :class:`ArchiveAccessError`; then no file of that name is there."""
        packed = pa.BufferOutputStream()
        pq.write_table(rows, packed, compression="zstd", row_group_size=GROUP_ROWS[table])
        data = packed.getvalue().to_pybytes()
        folder = self.root / DATA / table / f"game={game}"
        path = folder / f"{batch}.parquet"
        with access(self.root, "store a batch"):
            if not folder.is_dir():
                folder.mkdir(parents=True, exist_ok=True)
                for parent in (folder.parent, folder.parent.parent, self.root):
                    sync_folder(parent)
            write_whole(path, data)
        digest = hashlib.sha256(data).hexdigest()
        return Written(table, game, path.relative_to(self.root).as_posix(), rows.num_rows, len(data), digest)

    def remove(self, paths: Iterable[str]) -> None:
        """Removes files that the catalogue does not list, as far as that is possible."""
        for path in paths:
            try:
                (self.root / path).unlink(missing_ok=True)
            except OSError:
                continue  # An orphan: ignored by every reader, and named by the check.

    def present(self) -> set[str]:
        """The relative paths of all files in ``data``, whoever put them there."""
        data = self.root / DATA
        return (
            {p.relative_to(self.root).as_posix() for p in data.rglob("*") if not p.is_dir()} if data.is_dir() else set()
        )

    def problem(self, path: str, size: int, sha256: str) -> str | None:
        """What is wrong with a file that the catalogue lists, or None."""
        try:
            with open(self.root / path, "rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
                found = file.tell()
        except FileNotFoundError:
            return f"{path}: missing"
        except OSError as error:
            return f"{path}: cannot be read: {error.strerror or error}"
        if found != size:
            return f"{path}: altered: {found} bytes instead of {size}"
        return None if digest == sha256 else f"{path}: altered: its SHA-256 is not the one recorded"


class Shelf:
    """Reads stretches of :data:`STRETCH` rows, keeping the last row groups at hand.

    A stretch never reaches over the end of a row group: :data:`GROUP_ROWS` are multiples of it.
    """

    KEEP = 16
    """Open files, and row groups: three tables of each of five games that take turns in a batch."""

    def __init__(self, root: Path, columns: Mapping[str, Sequence[str]]) -> None:
        """`columns` are those that are read, of the tables of which not all are."""
        self._root = root
        self._columns = {table: list(names) for table, names in columns.items()}
        self._files: OrderedDict[str, pq.ParquetFile] = OrderedDict()
        self._groups: OrderedDict[tuple[str, int], pa.Table] = OrderedDict()

    @staticmethod
    def place(table: str, row: int) -> tuple[int, int]:
        """The number of the stretch that `row` is in, and the row's place in it; all count from 0."""
        return divmod(row, STRETCH[table])

    def stretch(self, table: str, path: str, number: int) -> pa.Table:
        """The rows of a stretch of the file at the relative `path`; none beyond its end. Raises :class:`ArchiveError`
        when it cannot be read.
        """
        group, within = divmod(number * STRETCH[table], GROUP_ROWS[table])
        try:
            rows = self._group(table, path, group)
        except (OSError, pa.ArrowException) as error:
            raise ArchiveError(f"archive {self._root}: {path} cannot be read: {error}") from error
        return rows.slice(within, STRETCH[table])

    def _file(self, path: str) -> pq.ParquetFile:
        if path not in self._files:
            self._files[path] = pq.ParquetFile(self._root / path)
            while len(self._files) > self.KEEP:
                self._files.popitem(last=False)[1].close()
        return self._files[path]

    def _group(self, table: str, path: str, group: int) -> pa.Table:
        key = path, group
        if key not in self._groups:
            file = self._file(path)
            if group >= file.num_row_groups:
                return file.schema_arrow.empty_table()
            self._groups[key] = file.read_row_group(group, self._columns.get(table))
            while len(self._groups) > self.KEEP:
                self._groups.popitem(last=False)
        return self._groups[key]

    def close(self) -> None:
        """Closes the files."""
        self._groups.clear()
        while self._files:
            self._files.popitem()[1].close()
