"""Why a line could not be read: turns one bad line into a :class:`Violation` that names the field and the nearest
known name.

Only ever called for a line that the decoder refused, or that may hold a key twice; speed does not matter here.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from schemas.errors import Violation
from schemas.options import GAMES, OPTIONS
from schemas.record import BY_VERB, Header, Line
from schemas.tiles import CODE_OF, ORDER

_TYPE = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"type"\s*:\s*"([a-z]+)"')
LINE, FIELD, RULES = "rec.line", "rec.field", "rec.rules"


class Pairs(NamedTuple):
    """A JSON object with its keys as written, doubles included."""

    items: list[tuple[str, Any]]


def nearest(word: object, known: Iterable[str]) -> str:
    """The known name nearest to `word`, or an empty string."""
    found = difflib.get_close_matches(str(word), list(known), n=1, cutoff=0.5)
    return found[0] if found else ""


def _pairs(items: list[tuple[str, Any]]) -> Pairs:
    return Pairs(items)


def _double(value: Any, top: bool = True) -> str | None:
    """The first key that an object holds twice, ``x`` excepted, which the format never interprets."""
    if isinstance(value, Pairs):
        seen = set()
        for key, inner in value.items:
            if key in seen:
                return key
            seen.add(key)
            if top and key == "x":
                continue
            if (found := _double(inner, top=False)) is not None:
                return found
    elif isinstance(value, list):
        for inner in value:
            if (found := _double(inner, top=False)) is not None:
                return found
    return None


def _plain(value: Any) -> Any:
    if isinstance(value, Pairs):
        return {k: _plain(v) for k, v in value.items}
    return [_plain(v) for v in value] if isinstance(value, list) else value


def duplicate_key(raw: bytes) -> Violation | None:
    """The fault of a well-formed line that holds a key twice, or None."""
    key = _double(json.loads(raw, object_pairs_hook=_pairs))
    return None if key is None else Violation(FIELD, "rec.field/duplicate", {"field": key}, field=key)


def parse(raw: bytes) -> tuple[dict[str, Any], Violation | None]:
    """The JSON object of a line, or the fault that keeps it from being one (then the object is empty)."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return {}, Violation(LINE, "rec.line/not-utf8", {"byte": error.start + 1})
    if text.startswith("\ufeff"):
        return {}, Violation(LINE, "rec.line/bom")
    try:
        value = json.loads(text, object_pairs_hook=_pairs)
    except json.JSONDecodeError as error:
        return {}, Violation(LINE, "rec.line/not-json", {"column": error.colno, "problem": error.msg})
    except RecursionError:
        return {}, Violation(LINE, "rec.line/too-deep")
    if not isinstance(value, Pairs):
        return {}, Violation(LINE, "rec.line/not-object")
    key = _double(value)
    fault = None if key is None else Violation(FIELD, "rec.field/duplicate", {"field": key}, field=key)
    return _plain(value), fault


def explain(raw: bytes, error: Exception) -> tuple[dict[str, Any], Violation]:
    """What is wrong with a line that the decoder refused with `error`, and the object it holds.

    Of a line that is no object only its ``type`` is told, where it begins with one: a broken ``match`` line still
    begins a match.
    """
    value, fault = parse(raw)
    if fault is not None:
        begins = _TYPE.match(raw)
        return value or ({"type": begins[1].decode()} if begins else {}), fault
    verb = value.get("type")
    if verb is None:
        return value, Violation(FIELD, "rec.field/missing", {"field": "type"}, field="type")
    if verb not in BY_VERB:
        near = nearest(verb, BY_VERB)
        return value, Violation(LINE, "rec.line/unknown-verb", {"verb": verb, "near": near}, field="type", stated=verb)
    return value, _field_fault(value, BY_VERB[verb], error)


def _field_fault(value: dict[str, Any], cls: type[Line], error: Exception) -> Violation:
    fields = {f.encode_name: f for f in msgspec.structs.fields(cls)}
    for key in value:
        if key != "type" and key not in fields:
            near = nearest(key, fields)
            return Violation(
                FIELD, "rec.field/unknown", {"field": key, "verb": cls.verb, "near": near}, field=key,
            )  # fmt: skip
    for key, f in fields.items():
        if f.required and key not in value:
            return Violation(FIELD, "rec.field/missing", {"field": key}, field=key)
    return _value_fault(value, str(error))


def _value_fault(value: dict[str, Any], problem: str) -> Violation:
    wanted, _, path = problem.partition(" - at ")
    path = path.strip("`").removeprefix("$.")
    field = re.split(r"[.\[]", path)[0]
    stated: Any = value.get(field) if field in value else None
    for step in re.findall(r"\[(\d+)\]", path):
        if isinstance(stated, list) and int(step) < len(stated):
            stated = stated[int(step)]
    near = nearest(stated, (*ORDER, *CODE_OF)) if "enum" in wanted and isinstance(stated, str) else ""
    if "enum" in wanted and field not in ("tile", "with", "also", "hands", "stock", "aside", "turned", "indicators"):
        near = ""
    args = {"field": path or field or "?", "problem": wanted.replace("`", ""), "near": near, "value": _short(stated)}
    return Violation(FIELD, "rec.field/value", args, field=field or None, stated=_short(stated))


def _short(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= 80 else text[:77] + "..."


def header_fault(header: Header) -> Violation | None:
    """What keeps a decoded ``match`` line from naming a known format, game and rule set."""
    if header.format != "paipu/1":
        return Violation(LINE, "rec.line/format", {"format": header.format}, field="format", stated=header.format)
    if header.game not in OPTIONS:
        args = {"game": header.game, "near": nearest(header.game, GAMES)}
        return Violation(RULES, "rec.rules/game", args, field="game", stated=header.game)
    edition = header.rules.get("edition")
    if edition is None:
        return Violation(RULES, "rec.rules/no-edition", {}, field="rules.edition", expected=1)
    if edition != 1 or isinstance(edition, bool):
        return Violation(RULES, "rec.rules/edition", {"edition": edition}, field="rules.edition", stated=edition)
    return None


def rules_fault(game: str, rules: dict[str, Any], error: Exception) -> Violation:
    """What is wrong with an option of ``rules``."""
    known = {f.name: f for f in msgspec.structs.fields(OPTIONS[game])}
    for key in rules:
        if key != "edition" and key not in known:
            near = nearest(key, known)
            return Violation(RULES, "rec.rules/option", {"option": key, "near": near}, field=f"rules.{key}")
    wanted, _, path = str(error).partition(" - at ")
    key = path.strip("`").removeprefix("$.")
    args = {"option": key or "?", "problem": wanted.replace("`", "")}
    stated = rules.get(re.split(r"\[", key)[0])
    return Violation(RULES, "rec.rules/value", args, field=f"rules.{key}", stated=_short(stated))
