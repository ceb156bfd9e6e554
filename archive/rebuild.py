"""Rows -> canonical bytes -> Match, the inverse of :mod:`archive.columns`: the bytes come back one for one.

Nothing is repaired: what is rebuilt is compared with the record id, so that a damaged file is never served as a record.
"""

from __future__ import annotations

import io
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

import pyarrow as pa

from archive.catalog import Recording
from archive.lines import MOVE_COLUMNS, ROUND_COLUMNS, move_lines, result_lines, setup_lines
from archive.store import Shelf
from schemas.canonical import encode_lines, record_id
from schemas.codec import DECODER, read
from schemas.errors import ArchiveError
from schemas.match import Match
from schemas.record import NO_X, End, Header, Pass

Row = Mapping[str, Any]
T = TypeVar("T")


def _raw(text: str | None) -> Any:
    """An ``x`` from its JSON text."""
    if text is None:
        return NO_X
    return cast(Pass, DECODER.decode(b'{"type":"pass","seat":0,"x":' + text.encode() + b"}")).x


def _header(row: Row, game: str) -> Header:
    return Header(
        format=row["format"], game=game, rules=json.loads(row["rules"]), players=row["players"],
        started_at=row["started_at"], place=row["place"], event=row["event"], source=row["source"], unit=row["unit"],
        note=row["note"], x=_raw(row["x"]),
    )  # fmt: skip


def _end(row: Row) -> bytes:
    if row["end_totals"] is None:
        return b""
    return encode_lines([End(totals=row["end_totals"], note=row["end_note"], x=_raw(row["end_x"]))])


class _Rounds:
    """Some rows of ``rounds``: their lines, and how many moves each round has."""

    def __init__(self, rows: pa.Table) -> None:
        self.setups, self.results = setup_lines(rows), result_lines(rows)
        self.moves: list[int] = rows.column("moves").to_pylist()


class Rebuilder:
    """The stored matches of the archive at `root`. Those of a file in their order unpack each row once.

    All methods raise :class:`ArchiveError` when a file is missing or damaged.
    """

    KEEP = 64
    """Stretches of rows kept at hand as lines: several a table, for games that take turns."""

    def __init__(self, root: Path) -> None:
        self._shelf = Shelf(root, {"rounds": ROUND_COLUMNS, "moves": MOVE_COLUMNS})
        self._made: OrderedDict[tuple[str, int], tuple[Any, int]] = OrderedDict()

    def close(self) -> None:
        """Closes the files and forgets what was read from them."""
        self._made.clear()
        self._shelf.close()

    def row(self, files: Mapping[str, str], r: Recording) -> Row:
        """The row of a match in ``matches``; `files` are those of its batch and game, table to path."""
        rows, at, _ = self._at("matches", files, r.match_row, pa.Table.to_pylist)
        return cast("list[Row]", rows)[at]

    def canonical(self, files: Mapping[str, str], r: Recording) -> bytes:
        """The canonical bytes of a match."""
        row = self.row(files, r)
        parts = [encode_lines([_header(row, r.game)])]
        move_row = r.move_row
        for number in range(r.round_row, r.round_row + r.rounds):
            rounds, at, _ = self._at("rounds", files, number, _Rounds)
            parts.append(rounds.setups.cut(at, at + 1))
            self._moves(files, move_row, rounds.moves[at], parts)
            move_row += rounds.moves[at]
            parts.append(rounds.results.cut(at, at + 1))
        parts.append(_end(row))
        return sound(b"".join(parts), r.record_id)

    def match(self, files: Mapping[str, str], r: Recording) -> Match:
        """A match, read from its canonical bytes; its file is its record id."""
        (match,) = read(io.BytesIO(self.canonical(files, r)), r.record_id)
        return match

    def _moves(self, files: Mapping[str, str], start: int, count: int, parts: list[bytes]) -> None:
        while count:
            lines, at, last = self._at("moves", files, start, move_lines)
            taken = min(count, last - at)
            parts.append(lines.cut(at, at + taken))
            start, count = start + taken, count - taken

    def _at(self, table: str, files: Mapping[str, str], row: int, make: Callable[[pa.Table], T]) -> tuple[T, int, int]:
        """What `make` makes of the stretch that `row` is in, the place of `row` in it, and its length."""
        path = files[table]
        number, at = self._shelf.place(table, row)
        key = path, number
        found = self._made.get(key)
        if found is None:
            rows = self._shelf.stretch(table, path, number)
            found = self._made[key] = make(rows), rows.num_rows
            while len(self._made) > self.KEEP:
                self._made.popitem(last=False)
        else:
            self._made.move_to_end(key)
        made, size = found
        if at >= size:
            raise ArchiveError(f"{path} has too few rows")
        return made, at, size


def sound(data: bytes, id: str) -> bytes:
    """`data`, if they hash to the record id `id`. Raises :class:`ArchiveError`."""
    if record_id(data) != id:
        raise ArchiveError(f"what is stored of record {id} is damaged: it is no longer what was imported")
    return data
