"""What is wrong with a command line, in the language of the run: click speaks English alone.

What click says is recognised by its sentence and said again from ``phrases.toml``; a sentence that is not recognised
stays as it is under a heading that is translated. This module knows no command.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from reports.cli.output import escape
from reports.cli.params import LANGUAGES
from reports.cli.session import Session

_VALUE = r"(?P<value>.+)"
_SENTENCES: tuple[tuple[str, str], ...] = (
    ("no-option", rf"No such option:? ?{_VALUE}"),
    ("no-command", rf"No such command:? ?{_VALUE}"),
    ("missing-argument", rf"Missing argument {_VALUE}"),
    ("missing-option", rf"Missing option {_VALUE}"),
    ("missing-command", "Missing command"),
    ("needs-value", rf"Option {_VALUE} requires (?:an|\d+) arguments?"),
    ("no-value", rf"Option {_VALUE} does not take a value"),
    ("extra", rf"Got unexpected extra arguments? \({_VALUE}\)"),
    ("invalid", rf"Invalid value for {_VALUE}: (?P<reason>.+)"),
)
_REASONS: tuple[tuple[str, str], ...] = (
    ("no-choice", rf"{_VALUE} is not one of (?P<known>.+)"),
    ("no-number", rf"{_VALUE} is not a valid (?:integer|float)(?: range)?"),
    ("no-range", rf"{_VALUE} is not in the range (?P<known>.+)"),
)
_NEAR = re.compile(r"[.]? (?:Did you mean|\(?Possible options:) (?P<near>[^?)]+)[?)]+\Z")


def language_of(args: Sequence[str]) -> str | None:
    """The language that a command line asks for, also where click gives up before it comes to ``--lang``."""
    found = None
    for at, arg in enumerate(args):
        value = arg.removeprefix("--lang=") if arg.startswith("--lang=") else None
        if arg == "--lang" and at + 1 < len(args):
            value = args[at + 1]
        if value in LANGUAGES:
            found = value
    return found


def show(session: Session, error: click.ClickException, args: Sequence[str]) -> None:
    """Says on standard error what click found, and how the command is used."""
    lang = language_of(args)
    if lang is not None:
        session.lang = lang
    if session.lang == "en" or isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        pieces = " ".join(context.command.collect_usage_pieces(context))
        session.tell(session.say("usage.usage", usage=f"{context.command_path} {pieces}"))
        session.tell(session.say("usage.try", command=f"{context.command_path} --help") + "\n")
    message = session.say("usage.error", message=_said(session, error.format_message()))
    session.tell("\n".join(map(escape, message.split("\n"))))


def _said(session: Session, message: str) -> str:
    near = _NEAR.search(message)
    plain = (message[: near.start()] if near else message).removesuffix(".")
    key, parts = _recognised(plain, _SENTENCES)
    if key is None:
        return message
    if "reason" in parts:
        why, more = _recognised(parts["reason"], _REASONS)
        parts["reason"] = parts["reason"] if why is None else session.say(f"usage.{why}", **more)
    said = session.say(f"usage.{key}", **parts)
    return said if near is None else said + session.say("usage.near", near=near["near"])


def _recognised(text: str, sentences: tuple[tuple[str, str], ...]) -> tuple[str | None, dict[str, str]]:
    for key, pattern in sentences:
        found = re.fullmatch(pattern, text, re.DOTALL)
        if found:
            return key, found.groupdict()
    return None, {}
