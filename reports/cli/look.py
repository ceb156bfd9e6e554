"""``show`` and ``replay``: one match, as a summary or step by step.

Positions come from ``replay``, pages from ``reports.render``, steps in words from ``reports.terminal``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.cli import output, params
from reports.cli.check import players_of, short, verdict_object, violation_line
from reports.cli.session import Session
from reports.cli.sources import choose, matches

if TYPE_CHECKING:
    from replay.audit import Verdict
    from schemas.match import Match

_match_option = click.option(
    "--match", "number", type=click.IntRange(min=1), metavar="N", help="Only match N of the file."
)


@click.command()
@params.sources()
@_match_option
@params.as_json
@params.archive_option
@params.language()
@params.pass_session
def show(session: Session, sources: tuple[str, ...], number: int | None, as_json: bool, archive: str) -> None:
    """Show players, results and totals.

    SOURCE is a file, "-" or the beginning of a record id in the archive.
    """
    from replay.audit import INVALID, audit

    first = True
    for match in choose(session, matches(session, sources, archive), number):
        verdict = audit(match)
        if verdict.verdict == INVALID:
            session.found()
        if as_json:
            output.emit(_match_object(verdict, session.lang))
            continue
        if not first:
            output.line()
        first = False
        _show(session, verdict)


def _results(verdict: Verdict) -> list[dict[str, Any]]:
    """A row a round: the computed outcome, or what is stated where none could be computed (``computed`` false)."""
    rows = []
    for number, (r, outcome) in enumerate(zip(verdict.match.rounds, verdict.outcomes, strict=True), start=1):
        known = outcome if outcome is not None else r.result
        rows.append(
            {
                "round": number,
                "dealer": None if r.setup is None else r.setup.dealer,
                "moves": len(r.moves),
                "outcome": None if known is None else known.outcome,
                "winners": [] if known is None else list(known.winners),
                "points": None if known is None else list(known.points),
                "computed": outcome is not None and not r.score_only,
            }
        )
    return rows


def _match_object(verdict: Verdict, lang: str) -> dict[str, Any]:
    header = verdict.match.header
    fields = ("players", "rules", "started_at", "place", "event", "source", "unit")
    about = {name: None if header is None else getattr(header, name) for name in fields}
    return {
        **verdict_object(verdict, lang),
        "play_id": verdict.play_id,
        **about,
        "results": _results(verdict),
        "totals": verdict.totals,
        "settlement": _settlement(verdict),
    }


def _settlement(verdict: Verdict) -> tuple[int, ...] | None:
    """What the seats settle after the match where that is not the totals (shaoyang-bopi); None otherwise."""
    if verdict.match.game != "shaoyang-bopi" or verdict.totals is None:
        return None
    from replay.games.shaoyang_bopi.series import settlement

    return settlement(verdict.totals)


def _show(session: Session, verdict: Verdict) -> None:
    match = verdict.match
    for label, text in _heading(session, verdict):
        output.line(f"{label}{session.say('colon')}{text}")
    names = [_name(session, match, seat) for seat in range(4)]
    seats = [s for s in range(4) if match.header is None or match.header.players[s] is not None]
    columns = ("round", "dealer", "moves", "outcome", "winners", *(names[s] for s in seats))
    rows: list[list[Any]] = []
    for r in _results(verdict):
        points = r["points"] or [None] * 4
        outcome = session.say(f"outcome.{r['outcome'] or 'none'}")
        if r["outcome"] and not r["computed"]:
            outcome += session.say("as-stated")
        dealer = None if r["dealer"] is None else names[r["dealer"]]
        winners = session.say("and").join(names[s] for s in r["winners"])
        rows.append([r["round"], dealer, r["moves"], outcome, winners, *(points[s] for s in seats)])
    if verdict.totals is not None:
        rows.append([session.say("total"), None, verdict.moves, "", "", *(verdict.totals[s] for s in seats)])
    settled = _settlement(verdict)
    if settled is not None:
        rows.append([session.say("column.settlement"), None, "", "", "", *(settled[s] for s in seats)])
    output.line()
    output.table(session, columns, rows, as_json=False)
    if verdict.violations:
        output.line()
    for violation in verdict.violations:
        output.line(violation_line(session, violation, short(match.file) or match.file, players_of(match)))


def _heading(session: Session, verdict: Verdict) -> list[tuple[str, str]]:
    match, header = verdict.match, verdict.match.header
    game = session.say(f"game.{match.game}") if session.has(f"game.{match.game}") else match.game or "?"
    rows = [("game", f"{game} ({match.game})"), ("verdict", session.say(f"verdict.{verdict.verdict}"))]
    rows.append(("file", f"{short(match.file) or match.file} #{match.index}"))
    rows += [("record", verdict.record_id or "—"), ("play", verdict.play_id or "—")]
    if header is not None:
        rows.append(("rules", ", ".join(f"{k} {output.cell(v)}" for k, v in header.rules.items())))
        for name in ("started_at", "place", "event", "source", "unit", "note"):
            if getattr(header, name) is not None:
                rows.append((name, getattr(header, name)))
    return [(session.say(f"column.{key}"), text) for key, text in rows]


def _name(session: Session, match: Match, seat: int) -> str:
    from schemas.text import seat_text

    player = match.header.players[seat] if match.header is not None else None
    return player or seat_text(seat, session.lang)


@click.command()
@params.sources()
@_match_option
@click.option("--round", "round_number", type=click.IntRange(min=1), metavar="N", help="Only round N.")
@click.option("-o", "--output", "to", metavar="FILE", help="Where the page goes.  [default: a name from the source's]")
@click.option("--text", "as_text", is_flag=True, help="Print the steps instead.")
@click.option("--step", "walking", is_flag=True, help="Walk through the steps in the terminal, by keys.")
@click.option("--seat", type=click.IntRange(0, 3), metavar="N", help="With --text: only what seat N may see.")
@params.archive_option
@params.language()
@params.pass_session
def replay(
    session: Session, sources: tuple[str, ...], number: int | None, round_number: int | None, to: str | None,
    as_text: bool, walking: bool, seat: int | None, archive: str,
) -> None:  # fmt: skip
    """Write a replay page, or walk through it.

    Prints the path of the page. SOURCE is a file, "-" or the beginning of a record id in the archive. Of a file with
    several matches the first is taken, unless --match says another. A round is shown as far as its moves are legal.
    """
    if as_text + walking + (to is not None) > 1:
        raise click.UsageError(session.say("error.replay-one"))
    if seat is not None and not as_text:
        raise click.UsageError(session.say("error.replay-seat"))
    if to is not None and len(sources) > 1:
        raise click.UsageError(session.say("error.replay-several"))
    if walking and not (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError(session.say("error.replay-terminal"))
    for source in sources:
        found = choose(session, matches(session, (source,), archive), number)
        match = next(found, None)
        if match is None:
            continue
        if number is None and next(found, None) is not None:
            session.note("first-match", file=output.escape(source))
        found.close()  # type: ignore[attr-defined]
        _replay(session, match, round_number, to, as_text, walking, seat)


def _replay(
    session: Session, match: Match, round_number: int | None, to: str | None, as_text: bool, walking: bool,
    seat: int | None,
) -> None:  # fmt: skip
    if not _can_replay(session, match, round_number):
        return
    if as_text:
        _text(session, match, round_number, seat)
    elif walking:
        from reports.terminal import walk

        walk(match, round_number, lang=session.lang)
    else:
        _page(session, match, round_number, to)


def _can_replay(session: Session, match: Match, round_number: int | None) -> bool:
    """Whether there is anything to replay; what is wrong with the match is said either way."""
    from replay import registry
    from replay.audit import INVALID, audit

    if match.game and registry.find(match.game) is None:
        known = session.has(f"game.{match.game}")
        text = session.say("error.not-judged", game=match.game) if known else params.unknown_game(session, match.game)
        session.trouble(text)
        return False
    verdict = audit(match)
    if verdict.verdict == INVALID:
        session.found()
        for violation in verdict.violations:
            name = short(match.file) or match.file
            session.tell(output.escape(violation_line(session, violation, name, players_of(match))))
    if match.options is None or not match.rounds:
        session.note("nothing-to-replay", file=output.escape(match.file))
        return False
    if round_number is not None and round_number > len(match.rounds):
        raise click.UsageError(session.say("error.round", number=round_number, last=len(match.rounds)))
    return True


def _text(session: Session, match: Match, round_number: int | None, seat: int | None) -> None:
    from reports import words
    from reports.terminal import text_steps

    numbers = [round_number] if round_number is not None else range(1, len(match.rounds) + 1)
    for number in numbers:
        if round_number is None:
            if number > 1:
                output.line()
            output.line(words.word("round-of", session.lang, n=number, of=len(match.rounds)))
        for step in text_steps(match, number, lang=session.lang, seat=seat):
            for text in step.split("\n"):
                output.line(text)


def _page(session: Session, match: Match, round_number: int | None, to: str | None) -> None:
    from reports.render import replay_page

    path = to if to is not None else _page_name(match, round_number)
    if path != "-" and os.path.exists(path) and os.path.exists(match.file) and os.path.samefile(path, match.file):
        raise click.UsageError(session.say("error.replay-source"))
    page = replay_page(match, round_number, lang=session.lang).encode("utf-8", "backslashreplace")
    try:
        with output.target(path) as stream:
            stream.write(page)
    except OSError as error:
        session.problem(path, error)
        return
    if path != "-":
        output.line(path)


def _page_name(match: Match, round_number: int | None) -> str:
    """``evening-1.html`` for match 1 of ``evening.paipu.jsonl.gz``, in the working directory."""
    record = short(match.file)
    if record is not None:
        stem = f"paipu-{record}"
    else:
        name = Path(match.file).name.removesuffix(".gz").removesuffix(".zst").removesuffix(".jsonl")
        stem = f"{name.removesuffix('.paipu') if name != '-' else 'paipu'}-{match.index}"
    return f"{stem}.html" if round_number is None else f"{stem}-round-{round_number}.html"


COMMANDS = (show, replay)
