"""The command line's own sentences in three languages: ``phrases.toml``, one entry a key, one string a language.

What is wrong with a record is not said here but by :mod:`schemas.text`, from the catalogues of format and games.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def phrases() -> dict[str, dict[str, str]]:
    """Key to language to text."""
    with open(Path(__file__).with_name("phrases.toml"), "rb") as file:
        return tomllib.load(file)


def known(key: str) -> bool:
    """Whether there is a sentence of that key."""
    return key in phrases()


def phrase(key: str, lang: str, /, **args: Any) -> str:
    """A sentence in a language, its ``{placeholders}`` filled. Raises ``KeyError`` for an unknown key."""
    return phrases()[key][lang].format_map(args)


def phrase_or(key: str, lang: str, default: str) -> str:
    """The word of a key that data made up, or `default`."""
    return phrase(key, lang) if known(key) else default
