"""DuckDB over the live files: the views of :data:`VIEWS`, and the shipped statistics.

People's SQL may read those views and nothing else: DuckDB is shut off from the file system but for the files that the
catalogue lists, its settings are locked, and only a single SELECT is run. The statements are in ``sql/``, one a file;
the comment lines at a file's head say what each of its columns is. This module writes nothing.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from archive.columns import SCHEMAS
from archive.model import Rows
from schemas.errors import ArchiveError, UsageError

VIEWS = ("matches", "rounds", "moves", "seats", "wins")
FOLDED = "played"
"""The view that the statistics of all games share: one row a round and player, whatever seats that player had."""
PLAYER_PAGE = ("player_totals", "player_recent", "player_company", "player_curve")
"""The statements of a player's page, in its order."""
STATISTICS: dict[str, tuple[str, ...]] = {
    "mahjong": ("hk-mahjong", "lingxi-mahjong"),
    "zipai": ("shaoyang-bopi", "anxiang-weimaque"),
    "play": ("hk-mahjong", "lingxi-mahjong", "shaoyang-bopi", "anxiang-weimaque"),
    "patterns": ("hk-mahjong", "lingxi-mahjong", "shaoyang-bopi", "anxiang-weimaque"),
    "bopi_settlement": ("shaoyang-bopi",),
    "bopi_curve": ("shaoyang-bopi",),
}
"""The statements of some games alone, in the order of a report, and which games those are."""

_SQL = Path(__file__).with_name("sql")
_HEAD = re.compile(r"-- ([a-z_]+)(?:\.([A-Za-z-]+))?: (.+)")


@cache
def statement(name: str) -> str:
    """The text of ``sql/<name>.sql``."""
    return (_SQL / f"{name}.sql").read_text(encoding="utf-8")


@cache
def definitions(name: str) -> dict[str, dict[str, str]]:
    """What the columns of a shipped statement are: column to language to sentence, in the order of the columns."""
    out: dict[str, dict[str, str]] = {}
    for line in statement(name).splitlines():
        found = _HEAD.fullmatch(line)
        if found is None:
            break
        column, lang, sentence = found.groups()
        out.setdefault(column, {})[lang or "en"] = sentence
    return out


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class Database:
    """An in-memory DuckDB with the views over some live files.

    ``files`` has the absolute paths of the live files of every table. Raises :class:`ArchiveError` when one cannot be
    read.
    """

    def __init__(self, files: Mapping[str, Sequence[Path]]) -> None:
        config = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
        self._db = duckdb.connect(":memory:", config={**config, "python_enable_replacements": "false"})
        try:
            self._open(files)
        except duckdb.Error as error:
            self.close()
            raise ArchiveError(f"the stored data cannot be read: {_first(error)}") from error

    def _open(self, files: Mapping[str, Sequence[Path]]) -> None:
        db = self._db
        db.execute("CREATE SCHEMA stored")
        for table, schema in SCHEMAS.items():
            paths = ", ".join(_quoted(str(path)) for path in files.get(table, ()))
            if paths:
                read = f"read_parquet([{paths}], hive_partitioning = true, hive_types = {{'game': VARCHAR}})"
            else:
                db.register(f"no_{table}", schema.append(pa.field("game", pa.string())).empty_table())
                read = f"no_{table}"
            db.execute(f"CREATE VIEW stored.{table} AS SELECT * FROM {read}")
        for view in (*VIEWS, FOLDED):
            db.execute(statement(view))
        spill = Path(tempfile.gettempdir()) / f"paipu-duckdb-{os.getpid()}"
        db.execute(f"SET temp_directory = {_quoted(str(spill))}")
        allowed = ", ".join(_quoted(str(path)) for paths in files.values() for path in paths)
        db.execute(f"SET allowed_paths = [{allowed}]")
        db.execute("SET enable_progress_bar = false")  # it would go to standard output
        db.execute("SET enable_external_access = false")
        db.execute("SET lock_configuration = true")

    def close(self) -> None:
        """Lets go of the files."""
        self._db.close()

    def ask(self, sql: str, params: Sequence[object] = ()) -> Rows:
        """The answer to people's SQL: one SELECT, with a ``?`` for every parameter. Raises :class:`UsageError`."""
        try:
            found = duckdb.extract_statements(sql)
        except duckdb.Error as error:
            raise UsageError(str(error)) from error
        if len(found) != 1 or found[0].type != duckdb.StatementType.SELECT:
            raise UsageError("a query is one SELECT statement over the views matches, rounds, moves, seats and wins")
        return self._run(sql, list(params))

    def shipped(self, name: str, params: Mapping[str, object]) -> Rows:
        """The answer to the statement ``sql/<name>.sql``, with the definitions of its columns."""
        rows = self._run(statement(name), dict(params))
        return Rows(rows.columns, rows.rows, name, definitions(name))

    def _run(self, sql: str, params: Any) -> Rows:
        try:
            return self._interruptible(sql, params)
        except duckdb.IOException as error:
            raise ArchiveError(f"the stored data cannot be read: {_first(error)}") from error
        except (duckdb.Error, RuntimeError) as error:
            raise UsageError(str(error)) from error

    def _interruptible(self, sql: str, params: Any) -> Rows:
        """Runs in a thread of its own: DuckDB does not notice Ctrl-C while it works in the main one."""

        def work() -> Rows:
            done = self._db.execute(sql, params)
            return Rows(tuple(column[0] for column in done.description or ()), done.fetchall())

        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(work)
            try:
                return running.result()
            except KeyboardInterrupt:
                self._db.interrupt()
                raise


def _first(error: Exception) -> str:
    return str(error).splitlines()[0]


def column_help(names: Iterable[str] = VIEWS) -> dict[str, list[tuple[str, str]]]:
    """Statement to its columns and what they are, in English: what ``docs/archive-layout.md`` shows."""
    return {name: [(column, texts["en"]) for column, texts in definitions(name).items()] for name in names}
