"""Help: quick, complete, and without the libraries that only some commands need."""

from __future__ import annotations

import resource
import subprocess
import sys

import click
import pytest

from reports.cli import cli
from tests.cli.conftest import MAIN, ROOT, Paipu

HEAVY = ("pyarrow", "duckdb", "sqlmodel", "sqlalchemy", "jinja2", "rich", "zstandard", "msgspec", "replay", "archive")


def test_help_loads_none_of_the_heavy_libraries() -> None:
    loaded = "print(*sorted({m.split('.')[0] for m in sys.modules}))"
    code = f"import sys\ntry:\n {MAIN}\nexcept SystemExit: pass\n{loaded}"
    out = subprocess.run(
        [sys.executable, "-c", code, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout  # fmt: skip
    assert not set(out.splitlines()[-1].split()) & set(HEAVY)


def test_help_takes_less_than_a_quarter_of_a_second() -> None:
    """In time of the processor, user and system: other work of the machine must not count."""

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", MAIN, "--help"], cwd=ROOT, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(once() for _ in range(5)) < 0.25


def test_the_group_has_exactly_the_promised_commands() -> None:
    assert sorted(cli.commands) == [
        "completion", "export", "fmt", "games", "import", "list", "quarantine", "query", "replay", "report", "rules",
        "schema", "score", "show", "simulate", "verify",
    ]  # fmt: skip
    assert sorted(cli.commands["quarantine"].commands) == ["drop", "export", "list", "retry", "show"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_every_command_explains_itself_and_every_option(paipu: Paipu, name: str) -> None:
    command = cli.commands[name]
    assert command.help
    assert paipu(name, "--help").code == 0
    commands = [command, *getattr(command, "commands", {}).values()]
    unexplained = [
        f"{one.name} {param.name}"
        for one in commands
        for param in one.params
        if isinstance(param, click.Option) and not param.help
    ]
    assert unexplained == []


@pytest.mark.parametrize("name", sorted(set(cli.commands) - {"quarantine"}))
def test_every_command_takes_a_language(name: str) -> None:
    assert "--lang" in {opt for param in cli.commands[name].params for opt in param.opts}


def test_short_help_is_never_cut(paipu: Paipu) -> None:
    assert "..." not in paipu("--help").out.split("Commands:")[1]


def test_the_version_is_that_of_the_distribution(paipu: Paipu) -> None:
    from importlib.metadata import version

    assert paipu("--version").out == f"paipu {version('paipu')}\n"
