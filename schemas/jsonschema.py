"""The published JSON Schema of one line of a record, generated from the structs."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from schemas.options import GAMES, OPTIONS
from schemas.record import FORMAT, AnyLine


def line_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of any line; ``rules`` refined by game under ``$defs/rules``."""
    schema = msgspec.json.schema(cast(Any, AnyLine))
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "paipu/1 line"
    rules: dict[str, Any] = {}
    for game, cls in OPTIONS.items():
        (one,), defs = msgspec.json.schema_components([cls])
        rules[game] = defs[one["$ref"].rsplit("/", 1)[1]]
        rules[game]["properties"]["edition"] = {"const": 1}
        rules[game]["required"] = ["edition"]
    defs = schema.setdefault("$defs", {})
    defs["rules"] = rules
    header = defs["Header"]
    header["properties"]["format"] = {"const": FORMAT}
    header["properties"]["game"] = {"enum": list(GAMES)}
    header["allOf"] = [
        {
            "if": {"properties": {"game": {"const": game}}},
            "then": {"properties": {"rules": {"$ref": f"#/$defs/rules/{game}"}}},
        }
        for game in GAMES
    ]
    return schema
