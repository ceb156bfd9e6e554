"""The command line ``paipu``: one module a family of commands, exit codes in ``exits.py``.

Commands load what they need when they run, so that ``paipu --help`` is quick. Nothing here knows a rule or a format.
"""

from __future__ import annotations

import sys

import click

from reports.cli import calc, check, info, look, quarantine, store
from reports.cli.exits import abandon, prepare, run
from reports.cli.params import language

__all__ = ["cli", "main"]

VERSION_TEXT = "%(prog)s %(version)s"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(None, "--version", package_name="paipu", prog_name="paipu", message=VERSION_TEXT)
@language(envvar="PAIPU_LANG")
def cli() -> None:
    """paipu (牌譜): archive, verify and replay records of Chinese table games.

    A record is a file of JSON Lines (.paipu.jsonl, also .gz and .zst); "-" is standard input. Data goes to standard
    output, messages to standard error. Exit status: 0 clean, 1 findings (an invalid record, a quarantined match), 2
    usage or environment.
    """


for _module in (calc, check, info, look, quarantine, store):
    for _command in _module.COMMANDS:
        cli.add_command(_command)


def main() -> None:
    """The entry point. Never returns."""
    prepare()
    code = run(cli)
    abandon(code)
    sys.exit(code)
