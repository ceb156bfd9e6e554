"""Import: read, verify, store, catalogue; what fails goes to quarantine with its bytes, nothing is lost.

Matches are gathered into batches of bounded size. A batch is written as Parquet files first and then catalogued in one
transaction, so that a crash at any moment leaves the archive as it was before the batch, and at worst files that no
reader looks at. This module knows no rule and no foreign format.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from archive import columns
from archive.catalog import Catalog, Change, Quarantined
from archive.columns import Entry
from archive.importers import open_bytes, open_source
from archive.importers.score_sheets import SheetReader
from archive.layout import now, stamp
from archive.model import Imported, ImportReport, State
from archive.store import Store, Written
from replay.audit import INVALID, Verdict, audit
from schemas.canonical import dump
from schemas.codec import Reader
from schemas.errors import ArchiveAccessError, PaipuError, Violation
from schemas.match import Match

BATCH_BYTES = 16 << 20
"""Bytes of log after which a batch is written."""
BATCH_MOVES = 200_000
"""Moves after which a batch is written."""
BATCH_MATCHES = 20_000
"""Matches after which a batch is written."""

Progress = Callable[[str, int, int], None]


@dataclass(slots=True)
class Waiting:
    """A verified match waiting for its batch to be written.

    ``raw`` is kept of what goes to quarantine; ``held`` is its id there.
    """

    verdict: Verdict
    raw: bytes = b""
    digest: str = ""
    held: int | None = None

    @property
    def stands(self) -> bool:
        """It belongs into the archive: verified, or not to be judged yet."""
        return self.verdict.verdict != INVALID


def paipu_version() -> str:
    """The version of this paipu, as catalogues note it."""
    try:
        return version("paipu")
    except PackageNotFoundError:
        return "unknown"


def plain(violations: Iterable[Violation]) -> list[dict[str, Any]]:
    """Violations as the catalogue keeps them: plain JSON objects."""
    return [json.loads(line) for line in dump(violations).splitlines()]


def _position(reader: Reader | SheetReader, total: int) -> int:
    """How many bytes of its file the reader has taken; with the last match the file may be closed already."""
    try:
        return reader.position()
    except ValueError:
        return total


class Ingest:
    """One import into an archive whose lock the caller holds. ``report`` grows with every batch."""

    def __init__(self, catalog: Catalog, store: Store) -> None:
        self._catalog, self._store = catalog, store
        self.report = ImportReport()
        self._waiting: list[Waiting] = []
        self._bytes = self._moves = 0
        self._sequence = catalog.next_sequence()

    def sources(self, sources: Iterable[str], progress: Progress | None = None, format: str | None = None) -> None:
        """Imports files (``-`` is stdin), one after another, of a format of :mod:`archive.importers` (None: as each
        file itself tells). A source that cannot be read is noted in ``report.failed``.

        Raises :class:`ArchiveAccessError` when the archive cannot be written; what earlier batches stored stays.
        """
        for source in sources:
            for match in self._read(source, progress, format):
                self._add(match)
        self._flush()

    def retry(self, held: Iterable[Quarantined]) -> None:
        """Verifies what is in quarantine again; what stands now is stored and leaves quarantine, the rest is judged
        anew.
        """
        for entry in held:
            # The same bytes make the same one match again.
            found = [violation_of(v) for v in entry.violations]
            match = next(iter(open_bytes(io.BytesIO(entry.data), entry.file, found)))
            match.place(entry.file, entry.index, entry.line)
            # That the container was cut is not in the bytes.
            match.faults.extend(v for v in found if v.reason == "rec.line/cut-archive")
            self._add(match, entry.id)
        self._flush()

    def _read(self, source: str, progress: Progress | None, format: str | None) -> Iterator[Match]:
        reader = open_source(source, format)
        matches = iter(reader)
        total, told = 0, -1
        try:
            total = os.path.getsize(source) if source != "-" else 0
            while (match := next(matches, None)) is not None:
                done = _position(reader, total)
                yield match
                if progress is not None and done != told:
                    told = done
                    progress(source, done, total)
        except OSError as error:
            self.report.failed.append((source, error.strerror or str(error)))
        else:
            if progress is not None:
                progress(source, total, total)

    def _add(self, match: Match, held: int | None = None) -> None:
        verdict = audit(match)
        waiting = Waiting(verdict, held=held)
        if not waiting.stands:
            waiting.raw = match.raw
            waiting.digest = hashlib.sha256(match.raw).hexdigest()
        self._bytes += len(match.raw)
        self._moves += verdict.moves
        match.raw = match.canonical = b""
        if not waiting.stands:
            match.rounds.clear()
        self._waiting.append(waiting)
        if self._bytes >= BATCH_BYTES or self._moves >= BATCH_MOVES or len(self._waiting) >= BATCH_MATCHES:
            self._flush()

    def _flush(self) -> None:
        """Writes the batch, or leaves the archive as it was."""
        batch = self._waiting
        self._waiting, self._bytes, self._moves = [], 0, 0
        if not batch:
            return
        change = new_batch(self._sequence)
        noted: list[Imported] = []
        entries = self._classify(batch, change, noted)
        written: list[Written] = []
        try:
            for game in sorted({e.match.game for e in entries}):
                write_game(self._store, game, [e for e in entries if e.match.game == game], change, written)
            if change:
                self._catalog.commit(change)
        except BaseException as error:
            take_back(self._catalog, self._store, change, written)
            kept = self.report.stored + self.report.second_recordings
            if isinstance(error, PaipuError) and kept:
                message = f"{error}; {kept} matches of this import were stored before and are kept"
                raise ArchiveAccessError(message) from error
            raise
        self._sequence += len(entries)
        for entry in noted:
            self.report.note(entry)

    def _classify(self, batch: list[Waiting], change: Change, noted: list[Imported]) -> list[Entry]:
        """What of the batch is new; the rest goes to `change` (quarantine) and `noted`."""
        standing = [w.verdict for w in batch if w.stands]
        known = self._catalog.known(v.record_id for v in standing if v.record_id is not None)
        firsts = self._catalog.firsts({v.play_id for v in standing if v.play_id is not None})
        held = self._catalog.quarantined_digests({w.digest for w in batch if not w.stands and w.held is None})
        entries: list[Entry] = []
        moment = now().replace(tzinfo=None, microsecond=0)
        for waiting in batch:
            verdict = waiting.verdict
            if not waiting.stands:
                state = to_quarantine(waiting, held, change)
            else:
                state = "stored"
                if waiting.held is not None:
                    change.released.append(waiting.held)
                assert verdict.record_id is not None
                if verdict.record_id in known:
                    state = "already"
                else:
                    known.add(verdict.record_id)
                    entry = Entry(verdict.match, verdict, self._sequence + len(entries), moment)
                    if verdict.play_id is not None:
                        first = firsts.setdefault(verdict.play_id, verdict.record_id)
                        if first != verdict.record_id:
                            entry.duplicate_of, state = first, "second-recording"
                    entries.append(entry)
            noted.append(imported(verdict, state))
        return entries


def imported(verdict: Verdict, state: State) -> Imported:
    """What became of a verified match."""
    match = verdict.match
    players = () if match.header is None else tuple(match.header.players)
    return Imported(match.file, match.index, verdict.record_id, verdict.verdict, state, verdict.violations, players)


def new_batch(sequence: int) -> Change:
    """An empty batch whose first match has the number `sequence`: batches sort in the order of their import."""
    batch = f"{sequence:010d}-{uuid.uuid4().hex[:8]}"
    return Change({"id": batch, "committed_at": stamp(now()), "paipu": paipu_version()})


def write_game(store: Store, game: str, entries: list[Entry], change: Change, written: list[Written]) -> None:
    """Writes the files of one game of a batch, and enters files and matches into `change`."""
    batch = change.batch["id"]
    for table, rows in columns.tables(entries).items():
        written.append(store.write(table, game, batch, rows))
    change.files = [{**vars(file), "batch": batch} for file in written]
    rounds = moves = 0
    for row, entry in enumerate(entries):
        change.recordings.append(_recording(entry, batch, row, rounds, moves))
        rounds += entry.verdict.rounds
        moves += entry.verdict.moves


def take_back(catalog: Catalog, store: Store, change: Change, written: list[Written]) -> None:
    """Removes the files of a batch that is surely not catalogued; where that cannot be told they stay."""
    try:
        if not catalog.has_batch(change.batch["id"]):
            store.remove(file.path for file in written)
    except ArchiveAccessError:
        return


def to_quarantine(waiting: Waiting, held: set[str], change: Change) -> State:
    verdict = waiting.verdict
    if waiting.held is not None:
        change.rejudged.append((waiting.held, plain(verdict.violations)))
        return "quarantined-already"
    if waiting.digest in held:
        return "quarantined-already"
    held.add(waiting.digest)
    match = verdict.match
    change.quarantined.append(
        {
            "digest": waiting.digest, "file": match.file, "index": match.index, "line": match.line, "game": match.game,
            "quarantined_at": stamp(now()), "size": len(waiting.raw), "data": waiting.raw,
            "violations": plain(verdict.violations),
        }
    )  # fmt: skip
    return "quarantined"


def _recording(e: Entry, batch: str, match_row: int, round_row: int, move_row: int) -> dict[str, Any]:
    head = e.match.header
    assert head is not None
    return {
        "sequence": e.sequence, "record_id": e.record_id, "play_id": e.verdict.play_id, "batch": batch,
        "game": head.game, **{f"player{seat}": name for seat, name in enumerate(head.players)},
        "rounds": e.verdict.rounds, "moves": e.verdict.moves, "started_at": head.started_at,
        "place": head.place, "event": head.event, "imported_at": stamp(e.imported_at), "source_file": e.match.file,
        "totals": columns.small_totals(e.verdict.totals), "duplicate_of": e.duplicate_of, "judged": e.flags[1],
        "match_row": match_row, "round_row": round_row, "move_row": move_row,
    }  # fmt: skip


def violation_of(value: dict[str, Any]) -> Violation:
    """A violation from the plain JSON object that the catalogue keeps."""
    return Violation(**value)
