"""The whole tree of errors.

    PaipuError
    ├── RecordError        a record that cannot be read or written as asked (ValueError)
    │   └── FaultError     raised by the strict readers; carries the Violation
    ├── ArchiveError       an archive that cannot be opened or written
    │   ├── ArchiveVersionError   written by a newer paipu
    │   └── ArchiveAccessError    missing, read-only, full, locked
    └── UsageError         a request that makes no sense: unknown game, seat, step

A fault of a record, and a move against the rules, are data: :class:`Violation`. Nothing here knows a language; see
``text.py``.
"""

from __future__ import annotations

from typing import Any

import msgspec


class PaipuError(Exception):
    """Anything that paipu itself reports."""


class RecordError(PaipuError, ValueError):
    """A record that cannot be read or written as asked."""


class FaultError(RecordError):
    """A fault of a record, raised where the caller wants all or nothing. ``violation`` says what and where."""

    def __init__(self, violation: Violation) -> None:
        self.violation = violation
        super().__init__(f"{violation.clause}: {violation.reason} {violation.args}")


class ArchiveError(PaipuError):
    """An archive that cannot be opened or written."""


class ArchiveVersionError(ArchiveError):
    """The archive was written by a newer paipu."""


class ArchiveAccessError(ArchiveError):
    """The archive is missing, read-only, full or locked."""


class UsageError(PaipuError):
    """A request that makes no sense."""


class Violation(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing wrong with a record: which clause, where, and the sentence as a catalogue key with its arguments.

    ``round`` and ``move`` count from 1, the set-up is move 0; ``move`` is None for a claim in ``result``, both are None
    for a claim in ``end`` and for a fault of the ``match`` line. ``expected`` and ``stated`` are plain JSON values,
    where there are any.
    """

    clause: str
    reason: str
    args: dict[str, Any] = {}
    round: int | None = None
    move: int | None = None
    seat: int | None = None
    line: int | None = None
    field: str | None = None
    expected: Any = None
    stated: Any = None

    def at(self, round: int | None, move: int | None, line: int | None = None) -> Violation:
        """The same violation at a place in the match."""
        return msgspec.structs.replace(self, round=round, move=move, line=self.line if line is None else line)
