"""The command line as tests call it: in this process, or in one of its own for signals, limits and closed streams."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reports.cli import cli
from reports.cli.exits import run

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "data" / "golden"
MAIN = "from reports.cli import main; main()"


@dataclass
class Ran:
    """What one run came to."""

    code: int
    data: bytes
    err: str

    @property
    def out(self) -> str:
        """Standard output as text."""
        return self.data.decode()

    @property
    def rows(self) -> list[Any]:
        """Standard output as JSON Lines."""
        return [json.loads(line) for line in self.data.splitlines()]


class _Tty(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


Paipu = Callable[..., Ran]


@pytest.fixture
def paipu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paipu:
    """Runs a command line in this process, in an empty folder; ``tty`` names the streams that are terminals."""
    monkeypatch.chdir(tmp_path)
    for name in ("PAIPU_LANG", "PAIPU_ARCHIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")  # without it a dumb terminal is taken for one of 80 columns
    monkeypatch.setenv("TERM", "dumb")

    def call(*args: object, stdin: bytes = b"", tty: str = "") -> Ran:
        streams = {}
        for name in ("stdout", "stderr"):
            kind = _Tty if name in tty else io.TextIOWrapper
            streams[name] = kind(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
            for name, stream in streams.items():
                patch.setattr(sys, name, stream)
            code = run(cli, [str(a) for a in args])
        out, err = (s.buffer.getvalue() for s in streams.values() if s.flush() is None)  # type: ignore[attr-defined]
        return Ran(int(code), out, err.decode())

    return call


@pytest.fixture
def process(tmp_path: Path) -> Callable[..., subprocess.Popen[bytes]]:
    """Starts a command line in a process of its own, in the test's folder."""

    def start(*args: object, **options: Any) -> subprocess.Popen[bytes]:
        env = {k: v for k, v in os.environ.items() if not k.startswith("PAIPU_")}
        env = {**env, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        command = [sys.executable, "-c", MAIN, *map(str, args)]
        return subprocess.Popen(command, cwd=tmp_path, env=env, **options)

    return start


@pytest.fixture
def spawn(process: Callable[..., subprocess.Popen[bytes]]) -> Paipu:
    """Runs a command line to its end in a process of its own."""

    def call(*args: object, stdin: bytes | None = None, **options: Any) -> Ran:
        if stdin is not None:
            options["stdin"] = subprocess.PIPE
        child = process(*args, **options)
        out, err = child.communicate(stdin, timeout=120)
        return Ran(child.returncode, out or b"", (err or b"").decode())

    return call


@pytest.fixture
def log(paipu: Paipu, tmp_path: Path) -> Path:
    """Three right matches in ``evening.paipu.jsonl``."""
    path = tmp_path / "evening.paipu.jsonl"
    path.write_bytes(paipu("simulate", "tsair-deng", "--matches", 3, "--seed", 7).data)
    return path


@pytest.fixture
def broken() -> list[dict[str, Any]]:
    """The golden broken matches of 斜釘: one fault each, with its place."""
    with open(GOLDEN / "broken" / "tsair-deng.jsonl", encoding="utf-8") as rows:
        return [json.loads(row) for row in rows]


def log_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a log."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_log(path: Path, lines: list[dict[str, Any]]) -> Path:
    """Writes lines as a log."""
    path.write_text("".join(json.dumps(x, ensure_ascii=False) + "\n" for x in lines), encoding="utf-8")
    return path
