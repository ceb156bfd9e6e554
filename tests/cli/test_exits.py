"""Exit codes of whole processes: signals, closed pipes, click's own errors."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from reports.cli.exits import Code
from tests.cli.conftest import Paipu

Process = Callable[..., "subprocess.Popen[bytes]"]


def test_the_codes_are_those_that_the_help_promises(paipu: Paipu) -> None:
    assert (Code.CLEAN, Code.FINDINGS, Code.ERROR) == (0, 1, 2)
    text = " ".join(paipu("--help").out.split())
    assert "0 clean, 1 findings (an invalid record, a quarantined match), 2 usage or environment" in text


@pytest.mark.parametrize("args", [["simulate", "tsair-deng", "-n", "1000000"], ["verify", "--json", "-"]])
def test_a_reader_that_goes_away_ends_the_run_quietly(process: Process, args: list[str]) -> None:
    feeder = process("simulate", "tsair-deng", "-n", "100000") if "-" in args else None
    child = process(*args, stdin=feeder.stdout if feeder is not None else subprocess.DEVNULL)
    assert child.stdout is not None
    assert child.stderr is not None
    assert child.stdout.readline().endswith(b"\n")
    child.stdout.close()
    assert child.stderr.read() == b""
    assert child.wait(60) == Code.PIPE
    child.stderr.close()
    if feeder is not None:
        feeder.stdout.close()  # type: ignore[union-attr]
        feeder.stderr.close()  # type: ignore[union-attr]
        feeder.wait(60)


def test_ctrl_c_ends_with_130_and_one_short_message(process: Process) -> None:
    child = process("simulate", "tsair-deng", "-n", "1000000")
    assert child.stdout is not None
    assert child.stdout.readline()
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == Code.INTERRUPTED
    assert err.decode().strip() == "paipu: interrupted"


def test_ctrl_c_reaches_a_query_that_is_running(paipu: Paipu, log: Path, process: Process) -> None:
    paipu("import", log.name)
    child = process("query", "-", stdin=subprocess.PIPE)
    assert child.stdin is not None
    # More than a pipe holds: once it is written, the command is running.
    child.stdin.write(b"-- " + b"x" * (1 << 18) + b"\n")
    child.stdin.write(b"SELECT count(*) FROM range(10000000) a, range(1000000) b WHERE a.range + b.range = 7")
    child.stdin.close()
    child.stdin = None
    time.sleep(2)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == Code.INTERRUPTED
    assert err.decode().strip() == "paipu: interrupted"


def test_a_file_that_ctrl_c_interrupts_is_not_left_half_written(process: Process, tmp_path: Path) -> None:
    child = process("simulate", "tsair-deng", "-n", "1000000", "-o", "out.jsonl")
    while not list(tmp_path.iterdir()):
        assert child.poll() is None
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=60)
    assert child.returncode == Code.INTERRUPTED
    assert list(tmp_path.iterdir()) == []


def test_a_closed_standard_output_is_no_traceback(spawn: Paipu) -> None:
    ran = spawn("games", stdout=None, preexec_fn=lambda: os.close(1))
    assert (ran.code, ran.err) == (0, "")


def test_an_old_encoding_of_the_terminal_does_not_stop_the_run(spawn: Paipu) -> None:
    ran = spawn("games", "--lang", "zh-Hant", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert ran.code == 0
    assert b"\\u659c" in ran.data
    ran = spawn("games", "--json", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert ran.rows[0]["name"] == "slant nail 斜釘"


def test_completion_answers_the_shell(paipu: Paipu, spawn: Paipu) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_PAIPU_COMPLETE" in paipu("completion", shell).out
    words = {"COMP_WORDS": "paipu rules ts", "COMP_CWORD": "2", "_PAIPU_COMPLETE": "bash_complete"}
    assert spawn(env=words).out == "plain,tsair-deng\n"
