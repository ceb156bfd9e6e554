"""The README's tour: every command in a ``console`` block is run, in order, and prints what is printed there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import MAIN, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
ELLIPSIS = "…"


def tour() -> list[tuple[str, list[str]]]:
    """The commands of the README with the lines printed below each; ``…`` stands for anything."""
    steps: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                steps.append((line[2:], []))
            else:
                steps[-1][1].append(line)
    return steps


def _pattern(expected: str) -> str:
    """The line as a pattern: any run of spaces is as good as another, ``…`` is anything."""
    parts = [r"\s+".join(map(re.escape, part.split())) for part in expected.split(ELLIPSIS)]
    return r"\s*" + r".*".join(part if part else "" for part in parts) + r"\s*"


def test_the_tour_does_what_it_says(tmp_path: Path) -> None:
    steps = tour()
    assert len(steps) > 12
    tools = tmp_path / "bin"
    tools.mkdir()
    command = tools / "paipu"
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -c "{MAIN}" "$@"\n')
    command.chmod(0o755)
    folder = tmp_path / "tour"
    folder.mkdir()
    env = {"PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(tmp_path)}
    for text, expected in steps:
        ran = subprocess.run(
            ["bash", "-o", "pipefail", "-c", f"exec 2>&1; {text}"],
            cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert "Traceback" not in ran.stdout, text
        findings = text.startswith("paipu verify") and "tired" in text
        assert ran.returncode == 0 or "| head" in text or findings, f"{text}\n{ran.stdout}"
        lines = iter(ran.stdout.splitlines())
        for line in expected:
            assert any(re.fullmatch(_pattern(line), given) for given in lines), f"{text}\n{line}\n---\n{ran.stdout}"
    assert (folder / "evening-1.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_two_commands_of_the_readme_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_every_command_in_the_readme_exists() -> None:
    from reports.cli import cli

    named = set(re.findall(r"paipu ([a-z]+)", README)) - {"keeps", "brings", "plays", "knows"}
    assert named <= set(cli.commands)


def test_linked_files_exist() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
