"""``quarantine``: what failed verification and was kept, with its bytes as they were given."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from reports.cli import output, params
from reports.cli.check import players_of, violation_line, violation_objects
from reports.cli.session import Session
from reports.cli.store import print_report

if TYPE_CHECKING:
    from archive.model import QuarantineInfo


@click.group()
def quarantine() -> None:
    """Look after matches that failed verification."""


_number = click.argument("number", metavar="ID", type=click.IntRange(min=1))


@quarantine.command("list")
@params.as_json
@params.archive_option
@params.language()
@params.pass_session
def list_(session: Session, as_json: bool, archive: str) -> None:
    """List what is in quarantine."""
    with params.open_archive(session, archive) as store:
        infos = store.quarantined()
    columns = ("id", "file", "index", "line", "game", "quarantined_at", "size", "violations")
    rows = [(i.id, i.file, i.index, i.line, i.game, i.quarantined_at, i.size, len(i.violations)) for i in infos]
    output.table(session, columns, rows, as_json=as_json)


@quarantine.command("show")
@_number
@params.as_json
@params.archive_option
@params.language()
@params.pass_session
def show(session: Session, number: int, as_json: bool, archive: str) -> None:
    """Say what is wrong with one of them."""
    with params.open_archive(session, archive) as store:
        info = next((i for i in store.quarantined() if i.id == number), None)
        if info is None:
            raise click.UsageError(session.say("error.quarantine", number=number))
        players = _players(store.quarantine_bytes(number), info)
    if as_json:
        head = {k: getattr(info, k) for k in ("id", "file", "index", "line", "game", "quarantined_at", "size")}
        output.emit({**head, "violations": violation_objects(info.violations, session.lang, players)})
        return
    output.line(f"{info.file} #{info.index} {info.game or '?'}: {info.quarantined_at}")
    for violation in info.violations:
        output.line("  " + violation_line(session, violation, info.file, players))


def _players(data: bytes, info: QuarantineInfo) -> Sequence[str | None]:
    from archive.importers import open_bytes

    match = next(iter(open_bytes(io.BytesIO(data), info.file, info.violations)), None)
    return () if match is None else players_of(match)


@quarantine.command("export")
@_number
@click.option("-o", "--output", "to", metavar="FILE", help="Write there; .gz and .zst are packed.")
@params.archive_option
@params.language()
@params.pass_session
def export(session: Session, number: int, to: str | None, archive: str) -> None:
    """Write one of them exactly as it was given."""
    with params.open_archive(session, archive) as store:
        data = store.quarantine_bytes(number)
    with output.target(to) as stream:
        stream.write(data)


@quarantine.command("drop")
@_number
@params.archive_option
@params.language()
@params.pass_session
def drop(session: Session, number: int, archive: str) -> None:
    """Delete one of them for good."""
    with params.open_archive(session, archive, write=True) as store:
        store.quarantine_drop(number)
    session.note("dropped", number=number)


@quarantine.command("retry")
@click.argument("number", metavar="[ID]", type=click.IntRange(min=1), required=False)
@params.as_json
@params.archive_option
@params.language()
@params.pass_session
def retry(session: Session, number: int | None, as_json: bool, archive: str) -> None:
    """Verify one or all again and store what is valid now."""
    with params.open_archive(session, archive, write=True) as store:
        report = store.quarantine_retry(number)
    print_report(session, report, as_json)


COMMANDS = (quarantine,)
