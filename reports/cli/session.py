"""What one run of the command line shares: the language, the exit code so far, messages on standard error.

Data never goes through here; see ``output.py``.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import Any

from reports.cli.exits import Code

_PROBLEMS = {
    errno.ENOENT: "error.missing",
    errno.EISDIR: "error.directory",
    errno.ENOTDIR: "error.not-directory",
    errno.EACCES: "error.denied",
    errno.EPERM: "error.denied",
    errno.EROFS: "error.read-only",
    errno.ENOSPC: "error.full",
    errno.EDQUOT: "error.full",
    errno.EIO: "error.broken",
}


class Session:
    """One run. ``code`` only ever rises."""

    def __init__(self) -> None:
        self.lang = "en"
        self.code = Code.CLEAN

    def say(self, key: str, **args: Any) -> str:
        """A sentence of the interface in the language of this run."""
        from reports.cli.phrases import phrase

        return phrase(key, self.lang, **args)

    def tell(self, text: str) -> None:
        """A line on standard error; quiet when nobody reads it."""
        with contextlib.suppress(OSError):  # reported where the output is written, not where a message is
            sys.stdout.flush()
        with contextlib.suppress(OSError):
            sys.stderr.write(text + "\n")
            sys.stderr.flush()

    def note(self, key: str, **args: Any) -> None:
        """A sentence of the interface on standard error."""
        self.tell(self.say(key, **args))

    def found(self) -> None:
        """Something is wrong with a record."""
        self.code = max(self.code, Code.FINDINGS)

    def trouble(self, text: str) -> None:
        """Something is wrong with the request or its surroundings."""
        self.code = max(self.code, Code.ERROR)
        self.tell(f"paipu: {text}")

    def problem(self, name: object, error: OSError) -> None:
        """What kept the operating system from reading or writing `name`."""
        from reports.cli.output import escape

        reason = self.reason(error.strerror or str(error))
        if isinstance(name, bytes):
            name = name.decode(errors="surrogateescape")
        self.trouble(f"{escape(str(name))}: {reason}" if name not in (None, "") else reason)

    def fault(self, error: Exception) -> None:
        """An error that another part of paipu raised, in its own words under a heading of this run's language."""
        from reports.cli.output import escape

        key = f"error.{type(error).__name__}"
        lines = [escape(line) for line in str(error).splitlines() if line.strip()]
        if self.lang != "en" and self.has(key):
            lines.insert(0, self.say(key))
        self.trouble("\n  ".join(lines))

    def reason(self, message: str) -> str:
        """The operating system's own message in the run's language, where it is one that people often meet."""
        key = next((key for number, key in _PROBLEMS.items() if os.strerror(number) == message), None)
        return self.say(key) if key else message

    @staticmethod
    def has(key: str) -> bool:
        """Whether the interface has such a sentence."""
        from reports.cli.phrases import known

        return known(key)
