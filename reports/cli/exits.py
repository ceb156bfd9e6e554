"""Exit codes, in this one place, and the outermost frame of every command: no traceback for anything a user can do.

0 clean; 1 findings (an invalid record, a quarantined match); 2 usage or environment (click's own errors too); 130 after
Ctrl-C; 141 when whoever read the output has gone, as for any program that SIGPIPE ends. This module knows no command.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from reports.cli.session import Session

COMPLETE = "_PAIPU_COMPLETE"
"""The variable by which a shell asks for completions."""


class Code(IntEnum):
    """What a run comes to; of several the highest counts."""

    CLEAN = 0
    FINDINGS = 1
    ERROR = 2
    INTERRUPTED = 130
    PIPE = 141


def run(group: click.Group, args: Sequence[str] | None = None) -> int:
    """Runs one command line and gives its exit code; every message is written by then."""
    from reports.cli.session import Session

    session = Session()
    args = list(sys.argv[1:] if args is None else args)
    try:
        if instruction := os.environ.get(COMPLETE):
            from click.shell_completion import shell_complete

            return shell_complete(group, {}, "paipu", COMPLETE, instruction)
        with group.make_context("paipu", list(args), obj=session) as context:
            group.invoke(context)
        sys.stdout.flush()
    except click.ClickException as error:
        from reports.cli.usage import show

        show(session, error, args)
        return Code.ERROR
    except BaseException as error:
        return _failed(session, error)
    return session.code


def _failed(session: Session, error: BaseException) -> int:
    if isinstance(error, click.exceptions.Exit):
        return _flushed(session, error.exit_code)
    from schemas.errors import PaipuError

    if isinstance(error, KeyboardInterrupt | click.Abort):
        session.tell("\n" + session.say("interrupted"))
        return Code.INTERRUPTED
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        return Code.PIPE
    if isinstance(error, PaipuError):
        session.fault(error)
        return Code.ERROR
    if isinstance(error, OSError):
        session.problem(error.filename, error)
        return Code.ERROR
    if isinstance(error, MemoryError):
        session.trouble(session.say("error.memory"))
        return Code.ERROR
    raise error


def _flushed(session: Session, code: int) -> int:
    """`code`, unless what was written cannot be got rid of."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return _failed(session, error)
    return code


def ease_collector() -> None:
    """Lets the cycle collector run seldom: a record leaves no cycles, and looking for them costs up to a third more."""
    gc.set_threshold(100_000, 20, 20)


def prepare() -> None:
    """Standard streams that can take any text: names no encoding knows are escaped, a closed stream swallows."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (lives as long as the process)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    ease_collector()


def abandon(code: int) -> None:
    """Points standard output nowhere after a failed write, so that the interpreter's last flush stays quiet."""
    if code in (Code.ERROR, Code.PIPE, Code.INTERRUPTED):
        try:
            sys.stdout.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
