"""``import``, ``list``, ``export``, ``query``, ``report``: the archive from outside."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from reports.cli import output, params
from reports.cli.check import violation_line, violation_objects
from reports.cli.session import Session
from reports.cli.sources import check_stdin

if TYPE_CHECKING:
    from archive.model import Imported, ImportReport, Rows


@click.command("import")
@params.sources(required=False)
@click.option("--again", is_flag=True, help="Judge what was stored before this paipu knew its game; without SOURCE.")
@params.source_format
@params.as_json
@params.archive_option
@params.language()
@params.pass_session
def import_(
    session: Session, sources: tuple[str, ...], again: bool, source_format: str | None, as_json: bool, archive: str
) -> None:
    """Verify matches and store them.

    The archive is made on first use. What fails verification is kept in quarantine with its bytes. What is there
    already is not stored twice; a second recording of a match is stored and counted once. SOURCE is a file or "-": a
    record, or a score sheet of Hong Kong mahjong.
    """
    if again == bool(sources):
        raise click.UsageError(session.say("error.import-again"))
    if again:
        with params.open_archive(session, archive, write=True) as store:
            report = store.judge_again()
        print_report(session, report, as_json, again=True)
        return
    check_stdin(session, sources)
    with params.open_archive(session, archive, write=True, create=True) as store, output.Bar(stdout_busy=False) as bar:
        report = store.import_sources(sources, progress=bar.at, format=source_format)
        waiting = store.waiting()
    print_report(session, report, as_json)
    _note_waiting(session, waiting)


def _note_waiting(session: Session, count: int) -> None:
    if count:
        session.note("waiting", count=count)


def print_report(session: Session, report: ImportReport, as_json: bool, again: bool = False) -> None:
    """What an import, or (`again`) judging again, came to, and the exit code that follows."""
    if as_json:
        output.emit(_report_object(session, report))
    else:
        for entry in report.entries:
            _print_entry(session, entry)
        if report.omitted:
            session.note("omitted", count=report.omitted)
    for source, message in report.failed:
        session.trouble(output.escape(f"{source}: {session.reason(message)}"))
    if report.quarantined:
        session.found()
    if again:
        session.note("judged-again", count=report.judged_again, valid=report.stored, quarantined=report.quarantined)
        return
    counts = {k: getattr(report, k) for k in _COUNTS}
    session.note("imported", **counts)


_COUNTS = ("stored", "already", "second_recordings", "quarantined", "unjudged", "judged_again")


def _report_object(session: Session, report: ImportReport) -> dict[str, Any]:
    return {
        **{k: getattr(report, k) for k in (*_COUNTS, "omitted")},
        "failed": [{"source": source, "message": message} for source, message in report.failed],
        "entries": [
            {
                "file": e.file,
                "index": e.index,
                "record_id": e.record_id,
                "verdict": e.verdict,
                "state": e.state,
                "violations": violation_objects(e.violations, session.lang, e.players),
            }
            for e in report.entries
        ],
    }


def _print_entry(session: Session, entry: Imported) -> None:
    output.line(f"{entry.file} #{entry.index}: {session.say(f'state.{entry.state}')}")
    for violation in entry.violations:
        output.line("  " + violation_line(session, violation, entry.file, entry.players))


@click.command("list")
@params.game_option
@click.option("--player", metavar="NAME", help="Only matches of this player.")
@params.period
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="At most N matches.")
@click.option("--offset", type=click.IntRange(min=0), default=0, metavar="N", help="Leave out the first N.")
@params.as_json
@params.archive_option
@params.language()
@params.pass_session
def list_(session: Session, /, archive: str, as_json: bool, **filters: Any) -> None:
    """List the stored matches.

    In the order of their import.
    """
    with params.open_archive(session, archive) as store:
        infos = store.matches(**filters)
    if as_json:
        for info in infos:
            output.emit({name: output.plain(getattr(info, name)) for name in info.__dataclass_fields__})
        return
    rows = []
    for info in infos:
        players = session.say("and").join(p for p in info.players if p)
        notes = [] if info.judged else [session.say("verdict.unjudged")]
        if info.duplicate_of:
            notes.append(session.say("recording-of", id=info.duplicate_of[:12]))
        row = (info.record_id[:12], info.game, info.started_at, players, info.rounds, info.moves)
        rows.append((*row, session.say("comma").join(notes)))
    columns = ("record", "game", "started_at", "players", "rounds", "moves", "note")
    output.table(session, columns, rows, as_json=False)


@click.command()
@click.argument("records", nargs=-1, metavar="[RECORD]...")
@click.option("-o", "--output", "to", metavar="FILE", help="Write there; .gz and .zst are packed.")
@params.archive_option
@params.language()
@params.pass_session
def export(session: Session, records: tuple[str, ...], to: str | None, archive: str) -> None:
    """Write stored matches as a record file.

    All of them in the order of their import, or those whose record ids begin with RECORD; canonical bytes.
    """
    with params.open_archive(session, archive) as store:
        wanted = [store.resolve(prefix) for prefix in records] if records else None
        with output.target(to) as stream, output.Bar() as bar:
            for done, data in enumerate(store.export(wanted), start=1):
                stream.write(data)
                bar.at(archive, done, len(wanted or ()))


@click.command()
@click.argument("sql")
@params.as_json
@params.archive_option
@params.language()
@params.pass_session
def query(session: Session, sql: str, as_json: bool, archive: str) -> None:
    """Run SQL over the archive.

    The views are matches, rounds, moves, seats and wins; columns keep the names that the SQL gives them. With "-" the
    statement is read from standard input.
    """
    if sql == "-":
        check_stdin(session, (sql,))
        sql = sys.stdin.buffer.read().decode("utf-8", "replace")
    with params.open_archive(session, archive) as store:
        rows = store.query(sql)
    output.table(session, rows.columns, rows.rows, as_json=as_json, own_names=True)


@click.command()
@click.argument("player", required=False)
@params.game_option
@params.period
@params.as_json
@params.archive_option
@params.language()
@params.pass_session
def report(
    session: Session, player: str | None, game: str | None, since: str | None, until: str | None, as_json: bool,
    archive: str,
) -> None:  # fmt: skip
    """Print the leaderboard, or one player's record.

    With PLAYER, everything that is counted about that player. After it come the statistics that fit the games in the
    archive: rates, calls, patterns, the settlement of matches. Charts' tables, one row a round, are printed with
    --json alone.
    """
    if player is not None and (since or until):
        raise click.UsageError(session.say("error.report-period"))
    with params.open_archive(session, archive) as store:
        if player is None:
            tables = [store.leaderboard(game=game, since=since, until=until)]
        else:
            tables = store.player(player, game=game)
        tables += store.statistics(game=game, player=player, since=since, until=until)
        waiting = store.waiting()
    for rows in tables:
        if as_json:
            output.table(session, ("table", *rows.columns), ((rows.name, *r) for r in rows.rows), as_json=True)
        elif not rows.name.endswith("_curve"):  # one row a round: for charts, not for reading
            _print_statistics(session, rows)
    _note_waiting(session, waiting)


def _print_statistics(session: Session, rows: Rows) -> None:
    """A shipped table for people, the definition of every column beneath it."""
    output.line(session.say(f"table.{rows.name}"))
    output.line()
    # Where no record says what a point is worth, nothing is said of it.
    said = [i for i, name in enumerate(rows.columns) if name != "unit" or any(row[i] is not None for row in rows.rows)]
    shown = [[_shown(session, rows, row, i) for i in said] for row in rows.rows]
    columns = [rows.columns[i] for i in said]
    output.table(session, columns, shown, as_json=False)
    output.line()
    for column in columns:
        texts = rows.definitions[column]
        output.line(f"  {session.say(f'column.{column}')}{session.say('colon')}{texts[session.lang]}")
    output.line()


def _shown(session: Session, rows: Rows, row: tuple[Any, ...], at: int) -> Any:
    """A cell as people read it: a record id in short, a pattern with its name."""
    from replay.text import PREFIX, lookup

    column, value = rows.columns[at], row[at]
    if column == "record_id":
        return value[:12]
    if column == "pattern":
        name = lookup(PREFIX[row[rows.columns.index("game")]], "items", value, session.lang)
        return value if name is None else f"{value} {name}"
    return value


COMMANDS = (import_, list_, export, query, report)
