"""Records from plain lines (JSON objects as dicts) and back."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec

from replay.audit import Verdict, audit
from schemas.canonical import ENCODER
from schemas.codec import read
from schemas.errors import Violation
from schemas.match import Match
from schemas.record import AnyMove, Line

Lines = list[dict[str, Any]]
_MOVES: msgspec.json.Decoder[Any] = msgspec.json.Decoder(cast(Any, AnyMove))


def as_bytes(lines: Iterable[dict[str, Any]]) -> bytes:
    """Plain lines as a log."""
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)


def matches_of(data: bytes) -> list[Match]:
    """Every match that some bytes hold."""
    return list(read(io.BytesIO(data), "test"))


def match_of(lines: Iterable[dict[str, Any]] | bytes) -> Match:
    """The one match that plain lines (or the bytes of a log) hold."""
    (match,) = matches_of(lines if isinstance(lines, bytes) else as_bytes(lines))
    return match


def judged(lines: Iterable[dict[str, Any]] | bytes) -> Verdict:
    """The verdict on the one match of plain lines (or bytes)."""
    return audit(match_of(lines))


def plain(data: bytes) -> Lines:
    """A log as plain lines."""
    return [json.loads(line) for line in data.splitlines() if line.strip()]


def plain_line(line: Line) -> dict[str, Any]:
    """A struct as a plain line."""
    return cast("dict[str, Any]", json.loads(ENCODER.encode(line)))


def move_of(line: dict[str, Any]) -> AnyMove:
    """A plain move line as its struct."""
    return cast(AnyMove, _MOVES.decode(json.dumps(line).encode()))


def places(violations: Sequence[Violation]) -> list[tuple[int | None, int | None]]:
    """Round and move of each violation."""
    return [(v.round, v.move) for v in violations]


def copy(lines: Iterable[dict[str, Any]]) -> Lines:
    """A deep copy of plain lines."""
    return cast(Lines, json.loads(json.dumps(list(lines))))
