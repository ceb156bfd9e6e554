"""Foreign formats -> records, and the one door to every source: :func:`open_source`.

All repair of a foreign format lives in this package and leaves a note on the record it makes; nothing here stores
anything. Formats: ``record`` (the project's own, which needs no importer) and ``score-sheet``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from archive.importers.score_sheets import SheetReader
from archive.importers.sheet_lines import read_line
from schemas.codec import Reader
from schemas.errors import UsageError, Violation
from schemas.files import CutError, open_read
from schemas.text import add_catalogue

RECORD, SCORE_SHEET = "record", "score-sheet"
FORMATS = (RECORD, SCORE_SHEET)
_HEAD = 4096
_PACKED = re.compile(r"\.(?:gz|zst)\Z")
_SHEET = "sheet"

add_catalogue(_SHEET, str(Path(__file__).with_name("text.toml")))


def open_source(source: str, format: str | None = None) -> Reader | SheetReader:
    """A reader of the matches of `source`, a path or ``-``.

    Without `format` a file tells by its name and its first line what it is; what is no plain file is a record. Raises
    :class:`UsageError` for an unknown format; iterating raises ``OSError`` when the source cannot be read.
    """
    if format is not None and format not in FORMATS:
        raise UsageError(f"no format is called {format!r}; known: {', '.join(FORMATS)}")
    sheet = format == SCORE_SHEET or (format is None and source != "-" and _is_sheet_file(source))
    return SheetReader(source) if sheet else Reader(source)


def open_bytes(stream: IO[bytes], name: str, found: Sequence[Violation] = ()) -> Reader | SheetReader:
    """A reader of bytes kept from the source `name`; `found` is what was wrong with them."""
    head = stream.read(_HEAD)
    stream.seek(0)
    sheet = any(v.reason.startswith(f"{_SHEET}.") for v in found) or _is_sheet(name, head)
    return SheetReader(stream, name) if sheet else Reader(stream, name)


def _is_sheet_file(source: str) -> bool:
    """Whether a plain file is a score sheet. A pipe is not looked into: what is read of it is gone."""
    if not os.path.isfile(source):
        return False
    try:
        with open_read(source) as (stream, _):
            head = stream.read(_HEAD)
    except CutError as error:
        head = error.data
    except OSError:
        return False
    return _is_sheet(source, head[:_HEAD])


def _is_sheet(name: str, head: bytes) -> bool:
    """Whether the beginning of a file is a score sheet's: its name ends in ``.txt`` and no object begins it, or its
    first line that says something is one of a score sheet's.
    """
    plain = _PACKED.sub("", name)
    text = head.decode("utf-8-sig", "replace").lstrip()
    if plain.endswith(".jsonl") or text.startswith(("{", "[")):
        return False
    if plain.endswith(".txt"):
        return bool(text)
    lines = map(read_line, text.splitlines())
    first = next((line for line in lines if line.kind != "blank"), None)
    return first is not None and first.fault is None and first.kind != "results"
