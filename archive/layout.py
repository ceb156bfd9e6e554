"""The folder of an archive: its marker file with the layout version, and the lock of whoever writes.

    paipu-archive.json   {"layout": 1, "id": "…", "created_at": "…", "catalog": null}
    catalog.sqlite       what exists, where, since when (unless another database was asked for)
    data/<table>/game=<code>/<batch>.parquet
    write.lock           held while an import runs

This module opens neither catalogue nor data.
"""

from __future__ import annotations

import json
import os
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from schemas.errors import ArchiveAccessError, ArchiveVersionError

LAYOUT = 1
"""The layout that this paipu writes, and the newest it reads."""
MARKER, CATALOG, DATA, LOCK = "paipu-archive.json", "catalog.sqlite", "data", "write.lock"


@dataclass(frozen=True)
class Marker:
    """What ``paipu-archive.json`` says.

    ``catalog`` is None for ``catalog.sqlite``, else the database's URL without password.
    """

    layout: int
    id: str
    created_at: str
    catalog: str | None = None


def now() -> datetime:
    """This moment, UTC."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment as text: RFC 3339, UTC, whole seconds."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


@contextmanager
def access(path: Path, doing: str) -> Iterator[None]:
    """Turns an ``OSError`` into an :class:`ArchiveAccessError` that says which archive, and what could not be done."""
    try:
        yield
    except OSError as error:
        raise ArchiveAccessError(f"archive {path}: cannot {doing}: {error.strerror or error}") from error


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that it is there whole or not at all: temp file, fsync, rename, fsync of the folder. Raises
    ``OSError``.
    """
    temp = path.with_name(path.name + ".tmp")
    try:
        with open(temp, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temp, path)
    except BaseException:
        temp.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes a rename in `folder` last. Raises ``OSError``."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_marker(path: Path) -> Marker | None:
    """The marker of the archive at `path`; None where there is none.

    Raises :class:`ArchiveAccessError` when it cannot be read or is no marker, :class:`ArchiveVersionError` for a newer
    layout.
    """
    try:
        data = (path / MARKER).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise ArchiveAccessError(f"archive {path}: cannot read {MARKER}: {error.strerror or error}") from error
    try:
        value = json.loads(data)
        layout = value["layout"]
        if not isinstance(layout, int) or layout < 1:
            raise ValueError("layout")
    except (ValueError, KeyError, TypeError) as error:
        raise ArchiveAccessError(f"{path} is not an archive: its {MARKER} is not readable") from error
    if layout > LAYOUT:
        message = f"archive {path} has layout {layout}; this paipu knows layout {LAYOUT}: a newer paipu is needed"
        raise ArchiveVersionError(message)
    return Marker(layout, str(value.get("id", "")), str(value.get("created_at", "")), value.get("catalog"))


def make_folder(path: Path) -> None:
    """Makes the folder of a new archive; an empty one may be there. Raises :class:`ArchiveAccessError`."""
    with access(path, "create it"):
        path.mkdir(parents=True, exist_ok=True)
        strange = {p.name for p in path.iterdir()} - {LOCK, MARKER + ".tmp"}
    if strange:
        raise ArchiveAccessError(f"{path} is not an archive, and not empty: {min(strange)} is there")


def mark(path: Path, catalog: str | None) -> Marker:
    """Makes the folder at `path`, whose lock the caller holds, an empty archive. Raises :class:`ArchiveAccessError`."""
    marker = Marker(LAYOUT, uuid.uuid4().hex, stamp(now()), catalog)
    with access(path, "create it"):
        write_whole(path / MARKER, json.dumps(asdict(marker)).encode() + b"\n")
    return marker


def unmark(path: Path) -> None:
    """Takes back a marker just written, because the catalogue could not be made."""
    with access(path, "create it"):
        (path / MARKER).unlink(missing_ok=True)


class Lock:
    """Only one process at a time writes to an archive. The lock goes with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        """Takes the lock. Raises :class:`ArchiveAccessError` when another has it or the folder is read-only."""
        with access(path, "write to it"):
            self._file: IO[Any] = open(path / LOCK, "a+b")  # noqa: SIM115
        try:
            _lock(self._file)
        except OSError as error:
            self._file.close()
            raise ArchiveAccessError(
                f"archive {path}: another import is writing to it; wait until it is done"
            ) from error

    def release(self) -> None:
        """Gives the lock back."""
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[Any]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[Any]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
