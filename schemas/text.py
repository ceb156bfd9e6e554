"""Sentences a player reads, in ``en``, ``zh-Hant`` and ``zh-Hans``: catalogues as data, rendered by placeholder.

A catalogue is a TOML file with the tables ``clauses``, ``reasons``, ``options``, ``items``, ``verbs`` and ``words``;
every entry has one string a language. Placeholders say what they hold by their name: ``{tile…}`` and ``{tiles…}`` are
tile codes, ``{seat…}`` a seat, ``{clause…}`` an id; anything else is printed as it is. This module knows no game;
catalogues are added by whoever owns them.
"""

from __future__ import annotations

import json
import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from schemas.errors import Violation
from schemas.tiles import LANGUAGES, NAMES
from schemas.tiles import name as tile_name

_PATHS: dict[str, str] = {"rec": str(Path(__file__).with_name("text.toml"))}
_SEAT = {"en": "seat {}", "zh-Hant": "{}號位", "zh-Hans": "{}号位"}


def add_catalogue(prefix: str, path: str) -> None:
    """Makes the catalogue of clause prefix `prefix` (``td``) known."""
    _PATHS[prefix] = path


@cache
def catalogue(prefix: str) -> dict[str, dict[str, dict[str, str]]]:
    """The catalogue of a clause prefix: table to key to language to text. Raises ``KeyError`` for an unknown prefix."""
    with open(_PATHS[prefix], "rb") as file:
        return tomllib.load(file)


def check_language(lang: str) -> str:
    """`lang` if it is one of :data:`LANGUAGES`. Raises ``ValueError``."""
    if lang not in LANGUAGES:
        raise ValueError(f"language {lang!r} is not one of {', '.join(LANGUAGES)}")
    return lang


def tile_text(code: str, lang: str) -> str:
    """A tile as a sentence names it: code, and in Chinese the name before it."""
    if lang == "en" or code not in NAMES[lang] or code == "?":
        return code
    return tile_name(code, lang)


def seat_text(seat: int | None, lang: str, players: Sequence[str | None] = ()) -> str:
    """A seat as a sentence names it: the player's name where it is known, and the number."""
    label = _SEAT[lang].format("?" if seat is None else seat)
    if seat is not None and seat < len(players) and players[seat]:
        return f"{players[seat]} ({label})" if lang == "en" else f"{players[seat]}({label})"
    return label


def _value(key: str, value: Any, lang: str, players: Sequence[str | None]) -> str:
    if key.startswith("tiles"):
        return " ".join(tile_text(t, lang) for t in value)
    if key.startswith("tile"):
        return tile_text(value, lang)
    if key.startswith("seat"):
        return seat_text(value, lang, players)
    if key == "problem":
        return _problem(str(value), lang)
    if isinstance(value, str) and key != "value":
        return value
    return json.dumps(value, ensure_ascii=False)


def _problem(text: str, lang: str) -> str:
    """What a decoder wanted, in words where the catalogue has them, and otherwise in its own signs."""
    known = lookup("rec", "problems", text, lang)
    if known is None and " of length " in text:
        kind, _, bound = text.partition(" of length ")
        known = (lookup("rec", "problems", f"{kind} of length", lang) or kind) + f" {bound}"
    for sign in (" >= ", " <= ") if known is None else ():
        kind, found, bound = text.partition(sign)
        word = lookup("rec", "problems", kind, lang)
        if found and word is not None:
            known = f"{word}{sign}{bound}"
    return text if known is None else known


def _word(prefix: str, value: Any, lang: str) -> str:
    """A value that has a name in ``words``, of the catalogue `prefix` or of the record's; else the value itself."""
    text = lookup(prefix, "words", str(value), lang) or lookup("rec", "words", str(value), lang)
    return str(value) if text is None else text


def fill(
    template: str, args: Mapping[str, Any], lang: str, players: Sequence[str | None] = (), prefix: str = "rec"
) -> str:
    """A template with its placeholders filled; ``{key:word}`` is named by the words of catalogue `prefix`."""
    out = []
    for literal, key, kind, _ in string.Formatter().parse(template):
        out.append(literal)
        if key is not None:
            value = args.get(key)
            out.append(_word(prefix, value, lang) if kind == "word" else _value(key, value, lang, players))
    return "".join(out)


def lookup(prefix: str, table: str, key: str, lang: str) -> str | None:
    """A text of a catalogue, or None."""
    entry = catalogue(prefix).get(table, {}).get(key)
    return None if entry is None else entry.get(lang, entry.get("en"))


def say(violation: Violation, lang: str = "en", players: Sequence[str | None] = ()) -> str:
    """The sentence of a violation, without its clause and place."""
    prefix = violation.reason.split(".", 1)[0]
    template = lookup(prefix, "reasons", violation.reason, lang)
    if template is None:
        raise KeyError(f"catalogue {prefix!r} has no sentence for {violation.reason!r}")
    args = {"seat": violation.seat, **violation.args}
    sentence = fill(template, args, lang, players, prefix)
    near = violation.args.get("near")
    if near:
        hint = lookup("rec", "words", "did-you-mean", lang) or ""
        sentence += fill(hint, {"near": near}, lang)
    return sentence
