"""Options and arguments that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from reports.cli.session import Session

if TYPE_CHECKING:
    from archive.archive import Archive
    from schemas.options import Options

F = TypeVar("F", bound=Callable[..., Any])
LANGUAGES = ("en", "zh-Hant", "zh-Hans")
DEFAULT_ARCHIVE = "paipu-archive"

pass_session = click.make_pass_decorator(Session)


def _set_language(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.ensure_object(Session).lang = value


def language(envvar: str | None = None) -> Callable[[F], F]:
    """``--lang``; without `envvar` it only overrides what the group has settled."""
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), envvar=envvar, expose_value=False, is_eager=True,
        callback=_set_language, help="Language of every sentence (or set PAIPU_LANG).  [default: en]",
    )  # fmt: skip


def as_json(function: F) -> F:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")(function)


def archive_option(function: F) -> F:
    """``--archive DIR``."""
    return click.option(
        "--archive", "archive", metavar="DIR", envvar="PAIPU_ARCHIVE", default=DEFAULT_ARCHIVE, show_default=True,
        help="The archive's folder (or set PAIPU_ARCHIVE).",
    )(function)  # fmt: skip


def sources(required: bool = True) -> Callable[[F], F]:
    """``SOURCES…``: files, ``-``, record-id prefixes."""
    metavar = "SOURCE..." if required else "[SOURCE]..."
    return click.argument("sources", nargs=-1, required=required, metavar=metavar)


def source_format(function: F) -> F:
    """``--format FORMAT``."""
    return click.option(
        "--format", "source_format", type=click.Choice(("record", "score-sheet")),
        help="What the sources are.  [default: as a file's name and first line tell; \"-\" is a record]",
    )(function)  # fmt: skip


def _complete_game(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from schemas.options import GAMES

    return [CompletionItem(game) for game in GAMES if game.startswith(incomplete)]


def _check_game(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    from schemas.options import GAMES

    if value is not None and value not in GAMES:
        raise click.BadParameter(unknown_game(context.ensure_object(Session), value))
    return value


def unknown_game(session: Session, code: str) -> str:
    """The sentence for a game that the format does not have, with the nearest it has."""
    from reports.cli.output import escape
    from schemas.faults import nearest
    from schemas.options import GAMES

    near = nearest(code, GAMES)
    key = "error.game-near" if near else "error.game"
    return session.say(key, game=escape(code), near=near, known=", ".join(GAMES))


def game_argument(function: F) -> F:
    """``GAME``, a game of the format."""
    return click.argument("game", callback=_check_game, shell_complete=_complete_game)(function)


def game_option(function: F) -> F:
    """``--game GAME``."""
    return click.option(
        "--game", metavar="GAME", callback=_check_game, shell_complete=_complete_game, help="Only this game."
    )(function)


def _check_day(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    from datetime import date

    if value is not None:
        try:
            date.fromisoformat(value)
        except ValueError:
            raise click.BadParameter(context.ensure_object(Session).say("error.date", date=value)) from None
    return value


def period(function: F) -> F:
    """``--since`` and ``--until``, days."""
    function = click.option(
        "--until", metavar="DATE", callback=_check_day, help="Only matches begun on this day or before (YYYY-MM-DD)."
    )(function)
    return click.option(
        "--since", metavar="DATE", callback=_check_day, help="Only matches begun on this day or after (YYYY-MM-DD)."
    )(function)


def house_rule_option(function: F) -> F:
    """``--set OPTION=VALUE``, for :func:`house_rules`."""
    return click.option(
        "--set", "stated", metavar="OPTION=VALUE", multiple=True, help="A house rule; may be repeated."
    )(function)


def house_rules(session: Session, game: str, stated: tuple[str, ...]) -> Options:
    """The options that ``--set`` states, read as a record's ``match`` line would be. Raises ``click.UsageError``.

    A value is JSON, or a text as it stands; of an option that is a list also its ids with commas between them.
    """
    import io

    from replay.text import say
    from reports.cli.output import escape
    from schemas.codec import Reader
    from schemas.options import options_of
    from schemas.record import FORMAT

    defaults = options_of(game, {})
    values: dict[str, Any] = {"edition": 1}
    for pair in stated:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise click.UsageError(session.say("error.set", text=escape(pair)))
        values[name] = _value(text, isinstance(getattr(defaults, name, None), tuple))
    header = {"type": "match", "format": FORMAT, "game": game, "rules": values, "players": ["a", "b", "c", "d"]}
    (match,) = Reader(io.BytesIO(json.dumps(header).encode() + b"\n"))
    if match.faults:
        raise click.UsageError(escape(say(match.faults[0], session.lang)))
    assert match.options is not None
    return match.options


def _value(text: str, is_list: bool) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    if is_list and not isinstance(value, list):
        return [part.strip() for part in text.split(",") if part.strip()]
    return value


def open_archive(session: Session, path: str, *, write: bool = False, create: bool = False) -> Archive:
    """The archive at `path`. Raises ``ArchiveError``; a missing one is said in the run's language."""
    from pathlib import Path

    from reports.cli.output import escape
    from schemas.errors import ArchiveAccessError

    if not create and not Path(path).exists():
        raise ArchiveAccessError(session.say("error.no-archive", path=escape(path)))
    from archive.archive import Archive

    return Archive.open(path, create=create, write=write)
