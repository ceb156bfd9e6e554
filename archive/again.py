"""Judging again what is stored: for an archive written before this paipu knew a game.

A stored match that was not judged is verified anew from its own rows. What is valid now has its computed columns from
then on, what is invalid goes to quarantine with its canonical bytes, and what still cannot be judged stays as it is.
Files are never written over: the matches of a batch and game move to files of a new batch, in one transaction, and keep
their numbers in the order of the import. This module reads no source and knows no rule.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from archive.catalog import Catalog, Change, Recording
from archive.columns import Entry
from archive.ingest import Waiting, imported, new_batch, take_back, to_quarantine, write_game
from archive.model import Imported, ImportReport
from archive.rebuild import Rebuilder
from archive.store import Store, Written
from replay import registry
from replay.audit import INVALID, UNJUDGED, audit


@dataclass(slots=True)
class _Judged:
    """A stored match with its new verdict."""

    recording: Recording
    entry: Entry

    @property
    def changed(self) -> bool:
        """The verdict is another one than that stored; what was stored is never known as invalid."""
        verdict = self.entry.verdict.verdict
        return verdict == INVALID or self.recording.judged != (verdict != UNJUDGED)


class Again:
    """One run over an archive whose lock the caller holds. ``report`` grows with every batch."""

    def __init__(self, catalog: Catalog, store: Store) -> None:
        self._catalog, self._store = catalog, store
        self.report = ImportReport()

    def run(self) -> None:
        """Judges every batch that holds an unjudged match of a game that is registered now.

        Raises :class:`ArchiveAccessError` when the archive cannot be written; what was judged before stays.
        """
        for batch, game in self._catalog.unjudged(registry.codes()):
            self._batch(batch, game)
        # A first recording that went to quarantine leaves its play to the next one, in whatever batch that is.
        for batch, game in self._catalog.dangling():
            self._batch(batch, game)

    def _batch(self, batch: str, game: str) -> None:
        recordings = self._catalog.recordings(Recording.batch == batch, Recording.game == game)
        files = self._catalog.batch_files(batch, game)
        judged = self._judge(recordings, files)
        gone = {j.entry.record_id for j in judged if j.entry.verdict.verdict == INVALID}
        linked = self._link([j.entry for j in judged if j.entry.record_id not in gone], gone)
        if not linked and not any(j.changed for j in judged):
            return
        change = new_batch(recordings[0].sequence)
        change.replaced = [r.sequence for r in recordings]
        change.replaced_files = list(files.values())
        noted = [self._note(j, change) for j in judged if j.changed]
        self._commit(change, game, [j.entry for j in judged if j.entry.record_id not in gone])
        for entry in noted:
            self.report.note(entry)
            self.report.judged_again += 1

    def _judge(self, recordings: Sequence[Recording], files: dict[str, str]) -> list[_Judged]:
        stored = Rebuilder(self._store.root)
        out = []
        try:
            for r in recordings:
                row, match = stored.row(files, r), stored.match(files, r)
                match.place(row["source_file"], row["source_index"], row["source_line"])
                entry = Entry(match, audit(match), r.sequence, row["imported_at"], r.duplicate_of)
                out.append(_Judged(r, entry))
        finally:
            stored.close()
        return out

    def _link(self, entries: list[Entry], gone: set[str]) -> bool:
        """Gives every second recording whose first is gone another first, or makes it the first; whether any."""
        stated = {e.duplicate_of for e in entries if e.duplicate_of is not None}
        lost = {id for id in stated if id in gone} | (stated - self._catalog.known(stated))
        bereft = [e for e in entries if e.duplicate_of in lost]
        firsts = self._catalog.firsts({e.verdict.play_id for e in bereft if e.verdict.play_id is not None})
        firsts = {play: first for play, first in firsts.items() if first not in gone}
        for entry in bereft:
            assert entry.verdict.play_id is not None
            first = firsts.setdefault(entry.verdict.play_id, entry.record_id)
            entry.duplicate_of = None if first == entry.record_id else first
        return bool(bereft)

    def _note(self, judged: _Judged, change: Change) -> Imported:
        """What became of a match; one that is invalid is entered into `change`."""
        verdict, canonical = judged.entry.verdict, judged.entry.match.canonical
        waiting = Waiting(verdict, canonical, hashlib.sha256(canonical).hexdigest())
        if waiting.stands:
            return imported(verdict, "stored")
        held = self._catalog.quarantined_digests({waiting.digest})
        return imported(verdict, to_quarantine(waiting, held, change))

    def _commit(self, change: Change, game: str, entries: list[Entry]) -> None:
        written: list[Written] = []
        try:
            if entries:
                write_game(self._store, game, entries, change, written)
            self._catalog.commit(change)
        except BaseException:
            take_back(self._catalog, self._store, change, written)
            raise
        self._store.remove(change.replaced_files)
