"""Where data goes: tables, JSON Lines, bytes, files, and the progress bar beside them.

Text for people has every control character of a name escaped; rich is loaded only for a terminal. This module knows no
record.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import secrets
import sys
import time
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from reports.cli.phrases import phrase_or
from reports.cli.session import Session

_HARMFUL = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
_JOINERS = "\u200c\u200d"
_RAW_IN_JSON = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_DELAY = 0.7
"""Seconds of work before a bar appears."""


def escape(text: str) -> str:
    """`text` in one line, with nothing in it that a terminal would obey: such characters as backslash escapes."""
    if text.isprintable():
        return text
    return "".join(
        ascii(c)[1:-1] if unicodedata.category(c) in _HARMFUL and not (c in _JOINERS and _joins(before)) else c
        for before, c in zip(" " + text, text, strict=False)
    )


def _joins(before: str) -> bool:
    """Whether a joiner after this character says something: in an emoji or a script that joins its letters."""
    kind = unicodedata.category(before)
    return kind in ("So", "Sk", "Mn", "Mc") or (kind == "Lo" and unicodedata.east_asian_width(before) not in "WF")


def width(text: str) -> int:
    """Columns that `text` takes in a terminal; a Chinese character takes two."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def line(text: str = "") -> None:
    """One line on standard output, escaped."""
    sys.stdout.write(escape(text) + "\n")


def write(data: bytes) -> None:
    """Bytes on standard output."""
    sys.stdout.buffer.write(data)


def plain(value: Any) -> Any:
    """A value of a table as a plain JSON value."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, Iterable):
        return [plain(v) for v in value]
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def to_json(value: Any, indent: int | None = None) -> str:
    """A value as JSON that is safe to look at in a terminal."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, separators=separators, indent=indent)
    return _RAW_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def emit(value: Any, indent: int | None = None) -> None:
    """One JSON value on a line (with `indent`, several) of standard output; in UTF-8 whatever the terminal speaks."""
    write((to_json(value, indent) + "\n").encode("utf-8", "backslashreplace"))


def cell(value: Any) -> str:
    """A value of a table as text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return escape(value)
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".") if math.isfinite(value) else str(value)
    value = plain(value)
    if isinstance(value, list) and value and all(v is None or isinstance(v, str) for v in value):
        return ", ".join(escape(v) for v in value if v is not None)
    return escape(value if isinstance(value, str) else to_json(value))


def table(
    session: Session, columns: Sequence[str], rows: Iterable[Sequence[Any]], *, as_json: bool, own_names: bool = False
) -> None:
    """Rows under their columns: JSON Lines keyed by column, or text under headings in the run's language.

    With `own_names` the headings are the column names as they are: whoever wrote the SQL has named them.
    """
    if as_json:
        keys = _unique(columns)
        for row in rows:
            emit(dict(zip(keys, map(plain, row), strict=True)))
        return
    rows = list(rows)
    numeric = [
        any(_is_number(row[i]) for row in rows) and all(row[i] is None or _is_number(row[i]) for row in rows)
        for i in range(len(columns))
    ]
    heads = [escape(name if own_names else phrase_or(f"column.{name}", session.lang, name)) for name in columns]
    cells = [[cell(value) for value in row] for row in rows]
    if sys.stdout.isatty():
        _rich_table(heads, cells, numeric)
    else:
        _plain_table(heads, cells, numeric)


def _unique(columns: Sequence[str]) -> list[str]:
    """Column names as object keys: a second `n` becomes `n_2`, so that no value is lost."""
    keys: list[str] = []
    for name in columns:
        key, number = name, 1
        while key in keys:
            number += 1
            key = f"{name}_{number}"
        keys.append(key)
    return keys


def _is_number(value: Any) -> bool:
    return not isinstance(value, bool) and hasattr(value, "__round__")


def _plain_table(heads: list[str], cells: list[list[str]], numeric: list[bool]) -> None:
    widths = [max(width(row[i]) for row in (heads, *cells)) for i in range(len(heads))]
    for row in (heads, *cells):
        parts = [
            " " * (size - width(text)) + text if right else text + " " * (size - width(text))
            for text, size, right in zip(row, widths, numeric, strict=True)
        ]
        sys.stdout.write("  ".join(parts).rstrip() + "\n")


def _rich_table(heads: list[str], cells: list[list[str]], numeric: list[bool]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    out = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head, right in zip(heads, numeric, strict=True):
        out.add_column(Text(head), justify="right" if right else "left", overflow="fold")
    for row in cells:
        out.add_row(*(Text(text) for text in row))
    Console(file=sys.stdout).print(out)


@contextlib.contextmanager
def target(path: str | None) -> Iterator[IO[bytes]]:
    """A stream to write plain bytes to: standard output for None and ``-``, else a file packed as its suffix says.

    A regular file appears, or is replaced, only when it is whole. Raises ``OSError``.
    """
    from schemas.files import open_write

    if path is None or path == "-":
        yield sys.stdout.buffer
        return
    real = Path(os.path.realpath(path))
    if real.exists() and not real.is_file():
        with open_write(path) as stream:
            yield stream
        return
    # Named before it is made: whatever interrupts from here on, there is nothing that would not be removed.
    name = str(real.with_name(f".paipu-{secrets.token_hex(8)}-{real.name[-64:]}"))
    try:
        with open_write(name) as stream:
            yield stream
        if real.exists():
            os.chmod(name, real.stat().st_mode & 0o7777)
        os.replace(name, real)
    except BaseException as error:
        if isinstance(error, OSError) and error.filename in (None, name):
            error.filename = path
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


class Bar:
    """Progress of long work on standard error, while that is a terminal and standard output is not busy on one too.

    A context manager; ``at(label, done, total)`` may be called as often as one likes.
    """

    def __init__(self, *, stdout_busy: bool = True) -> None:
        self._wanted = sys.stderr.isatty() and not (stdout_busy and sys.stdout.isatty())
        self._start = time.monotonic()
        self._progress: Any = None
        self._task: Any = None

    def __enter__(self) -> Bar:
        return self

    def at(self, label: str, done: int, total: int) -> None:
        """`done` of `total` (bytes, matches) of what `label` names."""
        if not self._wanted:
            return
        if self._progress is None:
            if time.monotonic() - self._start < _DELAY:
                return
            self._open()
        text = escape(label).replace("[", "\\[")
        self._progress.update(self._task, description=text, completed=done, total=total or None)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._progress = Progress(
            console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False
        )
        self._progress.start()
        self._task = self._progress.add_task("", total=None)

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()
