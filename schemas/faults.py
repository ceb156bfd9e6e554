"""Why a line could not be read: turns one bad line into a :class:`Violation` that names the field and the nearest known
name.

Only ever called for a line that the decoder refused, or that may hold a key twice; speed does not matter here.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable
from functools import cache
from math import isfinite
from typing import Any, NamedTuple, NoReturn

import msgspec
from msgspec import inspect

from schemas.errors import Violation
from schemas.options import GAMES, OPTIONS
from schemas.record import BY_VERB, NO_X, Header, Line

_TYPE = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"type"\s*:\s*"([a-z]+)"')
_LONE = re.compile("[\ud800-\udfff]")
_STEP = re.compile(r"\[(\d+|\.\.\.)\]|\.?([^.\[\]]+)")
PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
"""How gzip and zstd files begin."""
LINE, FIELD, RULES = "rec.line", "rec.field", "rec.rules"


class Pairs(NamedTuple):
    """A JSON object with its keys as written, doubles included."""

    items: list[tuple[str, Any]]


def nearest(word: object, known: Iterable[str]) -> str:
    """The known name nearest to `word`, or an empty string. A domino named by its other end first is near itself."""
    if not isinstance(word, str):
        return ""
    known = list(known)
    if word[::-1] in known:
        return word[::-1]
    if word.isdigit():  # a domino: no tile of another set is near it
        known = [name for name in known if name.isdigit()]
    cutoff = 0.6 if word.isascii() and len(word) > 3 else 0.5
    found = difflib.get_close_matches(word, known, n=1, cutoff=cutoff)
    return found[0] if found else ""


def _int(text: str) -> int | str:
    return int(text) if len(text) < 300 else text


def _float(text: str) -> float | str:
    number = float(text)
    return number if isfinite(number) else text


_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)')


def _loads(text: str) -> Any:
    """The value of `text`; NaN and Infinity, which Python would take, are no JSON."""

    def constant(found: str) -> NoReturn:
        place = next((match.start() for match in _CONSTANT.finditer(text) if match[1]), 0)
        raise json.JSONDecodeError(f"{found} is no JSON number", text, place)

    return json.loads(text, object_pairs_hook=Pairs, parse_int=_int, parse_float=_float, parse_constant=constant)


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


def duplicate_key(raw: bytes) -> tuple[dict[str, Any], Violation] | None:
    """The fault of a line that decodes but holds a key twice, or nests too deep to tell, with its object; or None."""
    value, fault = parse(raw)
    return None if fault is None else (value, fault)


def parse(raw: bytes) -> tuple[dict[str, Any], Violation | None]:
    """The JSON object of a line, or the fault that keeps it from being one (then the object is empty)."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        if raw.startswith(PACKED):
            return {}, Violation(LINE, "rec.line/packed")
        return {}, Violation(LINE, "rec.line/not-utf8", {"byte": error.start + 1})
    if text.startswith("\ufeff"):
        return {}, Violation(LINE, "rec.line/bom")
    try:
        value = _loads(text)
        if not isinstance(value, Pairs):
            return {}, Violation(LINE, "rec.line/not-object")
        key, plain = _double(value), _plain(value)
        lone = _LONE.search(json.dumps(plain, ensure_ascii=False)) if "\\u" in text else None
    except json.JSONDecodeError as error:
        return {}, Violation(LINE, "rec.line/not-json", {"column": error.colno, "problem": error.msg})
    except RecursionError:
        return {}, Violation(LINE, "rec.line/too-deep")
    if lone:
        return {}, Violation(LINE, "rec.line/surrogate", {"escape": f"\\u{ord(lone[0]):04x}"})
    if key is not None:
        return plain, Violation(FIELD, "rec.field/duplicate", {"field": key}, field=key)
    return plain, None


def explain(raw: bytes, error: Exception) -> tuple[dict[str, Any], Violation]:
    """What is wrong with a line that the decoder refused with `error`, and the object it holds.

    Of a line that is no object only its ``type`` is told, where it begins with one: a broken ``match`` line still
    begins a match.
    """
    value, fault = parse(raw)
    if fault is not None:
        begins = _TYPE.match(raw)
        return value or ({"type": begins[1].decode()} if begins else {}), fault
    if "type" not in value:
        return value, Violation(FIELD, "rec.field/missing", {"field": "type"}, field="type")
    verb = value["type"]
    if not isinstance(verb, str) or verb not in BY_VERB:
        stated = _short(verb)
        args = {"verb": stated, "near": nearest(verb, BY_VERB)}
        return value, Violation(LINE, "rec.line/unknown-verb", args, field="type", stated=stated)
    return value, _field_fault(value, BY_VERB[verb], error)


def _field_fault(value: dict[str, Any], cls: type[Line], error: Exception) -> Violation:
    fields = {f.encode_name: f for f in msgspec.structs.fields(cls)}
    for key in value:
        if key != "type" and key not in fields:
            args = {"field": _short(key), "verb": cls.verb, "near": nearest(key, fields)}
            return Violation(FIELD, "rec.field/unknown", args, field=key)
    for key, f in fields.items():
        if f.required and key not in value:
            return Violation(FIELD, "rec.field/missing", {"field": key}, field=key)
    if isinstance(error, RecursionError):
        return Violation(LINE, "rec.line/too-deep")
    wanted, path = _problem(error)
    stated = _short(_walk(value, path))
    field = path.split(".")[0].split("[")[0]
    known = _values(cls).get(field, ())
    if "enum" in wanted:
        wanted = _one_of(known)
    near = nearest(stated, known) if isinstance(stated, str) else ""
    args = {"field": path or "type", "problem": wanted, "near": near, "value": stated}
    return Violation(FIELD, "rec.field/value", args, field=field or None, stated=stated)


def _problem(error: Exception) -> tuple[str, str]:
    """What the decoder wanted, in signs rather than words, and the path of the value it did not get."""
    wanted, _, path = str(error).partition(" - at ")
    wanted = wanted.replace("`", "").removeprefix("Expected ").split(", got")[0]
    return wanted, path.strip("`").removeprefix("$").removeprefix(".")


def _walk(value: Any, path: str) -> Any:
    for index, key in _STEP.findall(path):
        if index.isdigit() and isinstance(value, list) and int(index) < len(value):
            value = value[int(index)]
        elif key and isinstance(value, dict):
            value = value.get(key)
    return value


@cache
def _values(cls: type[Any]) -> dict[str, tuple[str, ...]]:
    """Field of a struct to the closed set of strings that it, or what it lists, may be."""
    info = inspect.type_info(cls)
    fields = info.fields if isinstance(info, inspect.StructType) else ()
    return {f.encode_name: tuple(_literals(f.type)) for f in fields}


def _literals(kind: inspect.Type) -> list[str]:
    if isinstance(kind, inspect.LiteralType):
        return [str(v) for v in kind.values]
    parts: list[inspect.Type] = []
    if isinstance(kind, inspect.UnionType):
        parts = list(kind.types)
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
        parts = [kind.item_type]
    elif isinstance(kind, inspect.Metadata):
        parts = [kind.type]
    return [value for part in parts for value in _literals(part)]


def _one_of(known: Iterable[str]) -> str:
    known = list(known)
    return " | ".join(known) if 0 < len(known) <= 16 else "…"


def _short(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= 80 else text[:77] + "..."


def x_fault(line: Line) -> Violation | None:
    """The fault of a line whose ``x`` is no object, or None."""
    x = getattr(line, "x", NO_X)
    if x is NO_X:
        return None
    raw = bytes(x)
    if raw == b"null":
        return None
    _, fault = parse(raw if raw[:1] == b"{" else b'{"x":' + raw + b"}")
    if fault is not None and fault.reason != "rec.field/duplicate":
        return fault
    if raw[:1] == b"{":
        return None
    args = {"field": "x", "problem": "object", "near": "", "value": _short(_plain(_loads(raw.decode())))}
    return Violation(FIELD, "rec.field/value", args, field="x", stated=args["value"])


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
    if edition != 1 or isinstance(edition, bool | float):
        stated = _short(edition)
        return Violation(RULES, "rec.rules/edition", {"edition": stated}, field="rules.edition", stated=stated)
    return None


def rules_fault(game: str, rules: dict[str, Any], error: Exception) -> Violation:
    """What is wrong with an option of ``rules``."""
    known = {f.name: f for f in msgspec.structs.fields(OPTIONS[game])}
    for key in rules:
        if key != "edition" and key not in known:
            args = {"option": _short(key), "near": nearest(key, known)}
            return Violation(RULES, "rec.rules/option", args, field=f"rules.{key}")
    wanted, path = _problem(error)
    key = path.split("[")[0]
    if not key:  # options that do not go together name themselves first
        return Violation(RULES, "rec.rules/together", {"problem": wanted}, field="rules")
    values = _values(OPTIONS[game]).get(key, ())
    stated = _short(_walk(rules, path))
    near = nearest(stated, values) if isinstance(stated, str) else ""
    args = {"option": path, "problem": _one_of(values) if "enum" in wanted else wanted, "near": near, "value": stated}
    return Violation(RULES, "rec.rules/value", args, field=f"rules.{key}", stated=stated)
