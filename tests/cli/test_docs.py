"""``docs/cli.md`` is the help of every command; ``make docs`` writes it anew, to be read in the diff."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from reports.cli import cli
from tests.cli.conftest import ROOT

PAGE = ROOT / "docs" / "cli.md"
HEAD = """# The command line

The help of every command, as `paipu COMMAND --help` prints it. `make docs` writes this page, a test compares it.
"""


def _commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    for child in sorted(getattr(command, "commands", {})):
        yield from _commands(command.commands[child], f"{name} {child}")  # type: ignore[attr-defined]


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name, command in _commands(cli, "paipu"):
        settings = {"terminal_width": 100, "max_content_width": 100, "help_option_names": ["-h", "--help"]}
        context = click.Context(command, info_name=name, **settings)  # type: ignore[arg-type]
        parts.append(f"## {name}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


def test_the_page_of_the_command_line_is_the_help_of_today() -> None:
    if os.environ.get("PAIPU_WRITE_DOCS"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()
