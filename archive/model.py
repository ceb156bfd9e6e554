"""What the archive hands out: plain values, no table and no file behind them. This module reads and writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from schemas.errors import Violation

State = Literal["stored", "already", "second-recording", "quarantined", "quarantined-already"]

MAX_ENTRIES = 10_000
"""Entries an :class:`ImportReport` keeps; beyond them it only counts."""


@dataclass(frozen=True)
class Rows:
    """A table: its column names and its rows.

    ``name`` is the statement's, where it is one of the shipped ones; ``definitions`` then says what each column is:
    column to language to sentence.
    """

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    name: str = ""
    definitions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class MatchInfo:
    """One stored match as the catalogue knows it. ``players`` has one entry a seat, None for an empty one."""

    record_id: str
    play_id: str | None
    game: str
    players: tuple[str | None, ...]
    rounds: int
    moves: int
    started_at: str | None
    place: str | None
    event: str | None
    imported_at: str
    source_file: str
    totals: tuple[int, ...] | None
    """Sums of the computed points a seat; None where a round was not judged."""
    duplicate_of: str | None
    """Record id of the first stored recording of the same play."""
    judged: bool
    """False for a record with ``?`` and for a game that this paipu does not judge."""


@dataclass(frozen=True)
class QuarantineInfo:
    """One match that failed verification.

    ``index`` counts matches of ``file`` from 1, ``line`` is its first line, ``size`` bytes.
    """

    id: int
    file: str
    index: int
    line: int
    game: str
    quarantined_at: str
    size: int
    violations: list[Violation]


@dataclass
class Imported:
    """What became of one match of a source. ``record_id`` is None where a line could not be read.

    ``players`` are the names at the seats, for the sentences of ``violations``; empty where they are not known.
    """

    file: str
    index: int
    record_id: str | None
    verdict: str
    state: State
    violations: list[Violation]
    players: tuple[str | None, ...] = ()


@dataclass
class ImportReport:
    """What an import did. ``entries`` are the matches not simply stored, at most :data:`MAX_ENTRIES` of them."""

    entries: list[Imported] = field(default_factory=list)
    stored: int = 0
    already: int = 0
    second_recordings: int = 0
    """Kept and linked to the first recording; not counted in ``stored``."""
    quarantined: int = 0
    """Failed verification, those that were in quarantine before included."""
    unjudged: int = 0
    """Of ``stored`` and ``second_recordings``: those that could not be judged."""
    judged_again: int = 0
    """Matches that were stored unjudged and have a verdict now: the valid ones are in ``stored``, the others in
    ``quarantined``."""
    failed: list[tuple[str, str]] = field(default_factory=list)
    """Sources that could not be read, or not to their end: (source, message)."""
    omitted: int = 0
    """Entries beyond :data:`MAX_ENTRIES`."""

    def note(self, entry: Imported) -> None:
        """Counts `entry`, and keeps it unless it was simply stored."""
        if entry.state == "stored":
            self.stored += 1
        elif entry.state == "second-recording":
            self.second_recordings += 1
        elif entry.state == "already":
            self.already += 1
        else:
            self.quarantined += 1
        if entry.state in ("stored", "second-recording") and entry.verdict == "unjudged":
            self.unjudged += 1
        if entry.state == "stored":
            return
        if len(self.entries) < MAX_ENTRIES:
            self.entries.append(entry)
        else:
            self.omitted += 1
