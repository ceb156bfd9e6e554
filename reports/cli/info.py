"""``games``, ``rules``, ``simulate``, ``schema``, ``completion``: what paipu knows, and records out of nothing."""

from __future__ import annotations

from typing import Any

import click

from reports.cli import output, params
from reports.cli.session import Session


@click.command()
@params.as_json
@params.language()
@params.pass_session
def games(session: Session, as_json: bool) -> None:
    """List the games.

    Every game of the format, and whether this paipu judges it.
    """
    from replay import registry
    from schemas.options import GAMES

    rows = []
    for code in GAMES:
        judged = code in registry.codes()
        rows.append(
            (code, session.say(f"game.{code}"), judged if as_json else session.say("yes" if judged else "no"))
        )
    output.table(session, ("game", "name", "judged"), rows, as_json=as_json)


@click.command()
@params.game_argument
@params.as_json
@params.language()
@params.pass_session
def rules(session: Session, game: str, as_json: bool) -> None:
    """Print a game's options and clauses.

    Every option with its values and its default, every clause with its text.
    """
    options = _options(session, game)
    clauses = _clauses(session, game)
    if as_json:
        for option in options:
            output.emit({"kind": "option", **option})
        for clause, text in clauses:
            output.emit({"kind": "clause", "clause": clause, "text": text})
        return
    output.line(f"{session.say(f'game.{game}')} ({game})")
    output.line()
    columns = ("option", "default", "values", "clause", "meaning")
    rows = [
        [o["option"], output.to_json(o["default"]), _values(session, o["schema"]), o["clause"], o["meaning"]]
        for o in options
    ]
    output.table(session, columns, rows, as_json=False)
    output.line()
    if clauses:
        output.table(session, ("clause", "text"), clauses, as_json=False)
    else:
        session.note("no-clauses", game=game)


def _clauses(session: Session, game: str) -> list[tuple[str, str]]:
    from replay.text import PREFIX, catalogue

    try:
        found = catalogue(PREFIX[game])["clauses"]
    except KeyError:
        return []
    return [(clause, texts[session.lang]) for clause, texts in found.items()]


def _options(session: Session, game: str) -> list[dict[str, Any]]:
    from typing import get_type_hints

    from replay.text import PREFIX, lookup
    from schemas.jsonschema import line_schema
    from schemas.options import OPTIONS

    properties = line_schema()["$defs"]["rules"][game]["properties"]
    out = []
    for name, hint in get_type_hints(OPTIONS[game], include_extras=True).items():
        clause = next(m.extra["clause"] for m in hint.__metadata__ if getattr(m, "extra", None))
        schema = {k: v for k, v in properties[name].items() if k not in ("description", "default")}
        try:
            meaning = lookup(PREFIX[game], "options", name, session.lang)
        except KeyError:
            meaning = None
        default = properties[name].get("default")
        out.append(
            {
                "option": name,
                "default": default,
                "schema": schema,
                "clause": clause,
                "meaning": meaning or properties[name].get("description", ""),
            }
        )
    return out


def _values(session: Session, schema: dict[str, Any]) -> str:
    """The values an option may take, from its JSON Schema, for people."""
    if "anyOf" in schema:
        return " | ".join(_values(session, s) for s in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(output.to_json(v) for v in schema["enum"])
    if "const" in schema:
        return output.to_json(schema["const"])
    kind = schema.get("type")
    if kind == "boolean":
        return "false | true"
    if kind == "null":
        return "null"
    if kind == "array":
        return session.say("list-of", values=_values(session, schema["items"]))
    if "minimum" in schema and "maximum" in schema:
        return f"{schema['minimum']}…{schema['maximum']}"
    return session.say("number")


@click.command()
@params.game_argument
@click.option("-n", "--matches", type=click.IntRange(min=1), default=1, show_default=True, help="How many matches.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same matches.")
@click.option(
    "--rounds", type=click.IntRange(min=1), default=4, show_default=True, help="Rounds a match, unless it ends before."
)
@params.house_rule_option
@click.option("-o", "--output", "to", metavar="FILE", help="Write there; .gz and .zst are packed.")
@params.language()
@params.pass_session
def simulate(
    session: Session, game: str, matches: int, seed: int, rounds: int, stated: tuple[str, ...], to: str | None
) -> None:
    """Write random legal matches to standard output."""
    from replay import registry
    from replay.selfplay import play_matches

    options = params.house_rules(session, game, stated)
    if registry.find(game) is None:
        raise click.UsageError(session.say("error.not-judged", game=game))
    with output.target(to) as stream, output.Bar() as bar:
        for done, match in enumerate(play_matches(game, matches, seed, rounds, options), start=1):
            stream.write(match.canonical)
            bar.at(game, done, matches)


@click.command()
@params.language()
def schema() -> None:
    """Print the JSON Schema of the format."""
    from schemas.jsonschema import line_schema

    output.emit(line_schema(), indent=2)


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@params.language()
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a completion script for your shell.

    \b
    bash   eval "$(paipu completion bash)" in ~/.bashrc
    zsh    eval "$(paipu completion zsh)" in ~/.zshrc
    fish   paipu completion fish > ~/.config/fish/completions/paipu.fish
    """
    from click.shell_completion import get_completion_class

    from reports.cli.exits import COMPLETE

    found = get_completion_class(shell)
    assert found is not None
    output.write((found(context.find_root().command, {}, "paipu", COMPLETE).source() + "\n").encode())


COMMANDS = (games, rules, simulate, schema, completion)
