"""``verify`` and ``fmt``: is a record right, and what are its canonical bytes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from reports.cli import output, params
from reports.cli.session import Session
from reports.cli.sources import check_stdin, is_record, matches

if TYPE_CHECKING:
    from replay.audit import Verdict
    from schemas.errors import Violation
    from schemas.match import Match


def players_of(match: Match) -> Sequence[str | None]:
    """The names a sentence about the match may use."""
    return match.header.players if match.header is not None else ()


def verdict_object(verdict: Verdict, lang: str) -> dict[str, Any]:
    """A verdict as ``verify --json`` prints it."""
    match = verdict.match
    return {
        "file": match.file,
        "index": match.index,
        "record_id": verdict.record_id,
        "game": match.game,
        "verdict": verdict.verdict,
        "rounds": verdict.rounds,
        "moves": verdict.moves,
        "violations": violation_objects(verdict.violations, lang, players_of(match)),
    }


def violation_objects(found: Sequence[Violation], lang: str, players: Sequence[str | None]) -> list[dict[str, Any]]:
    """Violations as JSON objects, each with its sentence."""
    from replay.text import say

    return [
        {
            "round": v.round,
            "move": v.move,
            "seat": v.seat,
            "clause": v.clause,
            "message": say(v, lang, players),
            "expected": v.expected,
            "stated": v.stated,
        }
        for v in found
    ]


def violation_line(session: Session, violation: Violation, file: str, players: Sequence[str | None]) -> str:
    """``file:line: round, move, clause: sentence``, with as much of the place as there is."""
    from replay.text import say

    place = file if violation.line is None else f"{file}:{violation.line}"
    where = []
    if violation.round is not None:
        where.append(session.say("round-n", n=violation.round))
    if violation.move is not None:
        where.append(session.say("move-n", n=violation.move))
    where.append(f"[{violation.clause}]")
    return f"{place}: {session.say('comma').join(where)} {say(violation, session.lang, players)}"


def print_verdict(session: Session, verdict: Verdict, name: str | None = None) -> None:
    """The line of a match, and one for each violation beneath it."""
    match = verdict.match
    file = name or match.file
    size = session.say("size", rounds=verdict.rounds, moves=verdict.moves)
    judged = session.say(f"verdict.{verdict.verdict}")
    output.line(f"{file} #{match.index} {match.game or '?'}: {judged}{size}")
    for violation in verdict.violations:
        output.line("  " + violation_line(session, violation, file, players_of(match)))


def short(file: str) -> str | None:
    """A record id as people read it; None for a file's name."""
    return file[:12] if len(file) == 64 and not os.path.exists(file) else None


@click.command()
@params.sources(required=False)
@params.source_format
@params.as_json
@params.archive_option
@params.language()
@params.pass_session
def verify(session: Session, sources: tuple[str, ...], source_format: str | None, as_json: bool, archive: str) -> None:
    """Verify every move, result and total.

    SOURCE is a file, "-" or the beginning of a record id in the archive; without any, the whole archive is verified,
    its files included. A record with unseen tiles ("?") is unjudged, which is no finding.
    """
    from replay.audit import INVALID, audit

    counts: Counter[str] = Counter()
    with output.Bar() as bar:
        chosen = matches(session, sources, archive, bar, source_format) if sources else _whole(session, archive, bar)
        for match in chosen:
            verdict = audit(match)
            counts[verdict.verdict] += 1
            if verdict.verdict == INVALID:
                session.found()
            if as_json:
                output.emit(verdict_object(verdict, session.lang))
            else:
                print_verdict(session, verdict, short(match.file))
    total = sum(counts.values())
    session.note("verified", total=total, **{k: counts[k] for k in ("valid", "invalid", "unjudged")})


def _whole(session: Session, archive: str, bar: output.Bar) -> Any:
    with params.open_archive(session, archive) as store:
        for problem in store.check():
            session.found()
            session.tell(output.escape(f"paipu: {archive}: {problem}"))
        size = store.size()
        for done, match in enumerate(store.stored(), start=1):
            yield match
            bar.at(archive, done, size)


@click.command()
@params.sources()
@click.option("-o", "--output", "to", metavar="FILE", help="Write there; .gz and .zst are packed.")
@click.option("-i", "--in-place", is_flag=True, help="Rewrite each file, if every line of it could be read.")
@params.source_format
@params.archive_option
@params.language()
@params.pass_session
def fmt(
    session: Session, sources: tuple[str, ...], to: str | None, in_place: bool, source_format: str | None,
    archive: str,
) -> None:  # fmt: skip
    """Print the canonical bytes of every match.

    A match with a line that cannot be read has none: it is left out and reported, and with -o or -i nothing is
    written. Moves are not judged; that is "verify".
    """
    if in_place and to is not None:
        raise click.UsageError(session.say("error.fmt-both"))
    if not in_place:
        _format(session, sources, to, archive, source_format)
        return
    check_stdin(session, sources)
    for source in sources:
        if source == "-" or is_record(source, archive) or _is_foreign(source, source_format):
            raise click.UsageError(session.say("error.fmt-place", source=output.escape(source)))
    for source in sources:
        _format(session, (source,), source, archive, source_format)


def _is_foreign(source: str, source_format: str | None) -> bool:
    """Whether a file is a record only once it is imported: it is not written over in place."""
    from archive.importers import open_source
    from schemas.codec import Reader

    return not isinstance(open_source(source, source_format), Reader)


class _UnreadableError(Exception):
    """Leaves the target as it was."""


def _format(session: Session, sources: Sequence[str], to: str | None, archive: str, source_format: str | None) -> None:
    before = session.code
    try:
        with output.target(to) as stream, output.Bar() as bar:
            for match in matches(session, sources, archive, bar, source_format):
                if match.canonical:
                    stream.write(match.canonical)
                else:
                    _report(session, match)
            if to not in (None, "-") and session.code > before:
                raise _UnreadableError
    except _UnreadableError:
        session.note("not-written", file=output.escape(str(to)))
    except OSError as error:
        if to in (None, "-"):
            raise
        session.problem(to, error)


def _report(session: Session, match: Match) -> None:
    session.found()
    faults = [*match.faults, *(r.fault for r in match.rounds if r.fault is not None)]
    for fault in faults:
        session.tell(output.escape(violation_line(session, fault, match.file, players_of(match))))


COMMANDS = (verify, fmt)
