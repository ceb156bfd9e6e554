"""What a command works on: the matches of files, of standard input, and of records in the archive.

One source that cannot be read is reported and does not stop the others.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from reports.cli.output import Bar, escape
from reports.cli.params import open_archive
from reports.cli.session import Session

if TYPE_CHECKING:
    from archive.importers.score_sheets import SheetReader
    from schemas.codec import Reader
    from schemas.match import Match

_PREFIX = re.compile(r"[0-9a-f]{4,64}\Z")


def is_record(source: str, archive: str) -> bool:
    """Whether `source` means a record of the archive: hexadecimal, and neither a file nor without an archive."""
    return bool(_PREFIX.match(source)) and not os.path.exists(source) and os.path.isdir(archive)


def check_stdin(session: Session, sources: Sequence[str]) -> None:
    """Refuses ``-`` where there is no standard input. Raises ``click.UsageError``."""
    if "-" in sources and sys.stdin is None:
        raise click.UsageError(session.say("error.stdin"))


def matches(
    session: Session, sources: Sequence[str], archive: str, bar: Bar | None = None, format: str | None = None
) -> Iterator[Match]:
    """The matches of all sources in order; ``match.file`` says which source it was.

    `format` is one of ``archive.importers.FORMATS``, None: as each source itself tells.
    """
    from schemas.errors import PaipuError

    check_stdin(session, sources)
    with ExitStack() as stack:
        store = None
        for source in sources:
            count = 0
            try:
                if is_record(source, archive):
                    store = store or stack.enter_context(open_archive(session, archive))
                    record_id = store.resolve(source)
                    found: Iterator[Match] = iter((_named(store.load(record_id), record_id),))
                else:
                    found = _file(source, bar, format)
                for match in found:
                    count += 1
                    yield match
            except OSError as error:
                session.problem(source, error)
                continue
            except PaipuError as error:
                session.fault(error)
                continue
            if not count:
                session.note("no-match", file=escape(source))


def _file(source: str, bar: Bar | None, format: str | None) -> Iterator[Match]:
    from archive.importers import open_source

    total = os.path.getsize(source) if bar is not None and source != "-" else 0
    reader = open_source(source, format)
    for match in reader:
        yield match
        if bar is not None:
            bar.at(source, _position(reader, total), total)


def _position(reader: Reader | SheetReader, total: int) -> int:
    try:
        return reader.position()
    except ValueError:  # the last match is handed out after its file is closed
        return total


def _named(match: Match, record_id: str) -> Match:
    match.file, match.index = record_id, 1
    return match


def choose(session: Session, found: Iterator[Match], number: int | None) -> Iterator[Match]:
    """Only match `number` of every source, or all. Raises ``click.UsageError`` when no source has it."""
    if number is None:
        yield from found
        return
    seen = False
    for match in found:
        if match.index == number:
            seen = True
            yield match
    if not seen and not session.code:
        raise click.UsageError(session.say("error.match", number=number))
