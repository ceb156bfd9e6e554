"""The published JSON Schema is the one that the structs give, and says of a line what the reader says."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any

import jsonschema
import pytest

from schemas.jsonschema import line_schema
from schemas.options import GAMES
from schemas.record import BY_VERB
from tests.docs.examples import DOCS, blocks
from tests.support.golden import GOLDEN

PATH = DOCS / "paipu-1.schema.json"
LOGS = sorted([*GOLDEN.glob("*.paipu.jsonl"), *GOLDEN.glob("rounds/*.paipu.jsonl")])


def published() -> str:
    """The schema as it is published."""
    return json.dumps(line_schema(), ensure_ascii=False, indent=1) + "\n"


@cache
def _schema() -> Any:
    return json.loads(PATH.read_text(encoding="utf-8"))


@cache
def _validator(verb: str = "") -> Any:
    """Of the lines of one type, or of any line."""
    schema = _schema()
    if verb:
        schema = {"$defs": schema["$defs"], "$ref": schema["discriminator"]["mapping"][verb]}
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@cache
def _rules(game: str) -> Any:
    return jsonschema.Draft202012Validator(_schema()["$defs"]["rules"][game])


def test_the_published_schema_is_current() -> None:
    """``PAIPU_WRITE_DOCS=1`` writes it anew; read the difference before it is committed."""
    if os.environ.get("PAIPU_WRITE_DOCS"):
        PATH.write_text(published(), encoding="utf-8")
    assert PATH.read_text(encoding="utf-8") == published()


@pytest.mark.parametrize("path", LOGS, ids=lambda p: str(p.relative_to(GOLDEN)))
def test_every_line_of_the_golden_logs_validates(path: Any) -> None:
    lines = {line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()}
    whole: set[str] = set()
    for line in sorted(lines):
        value = json.loads(line)
        verb = value["type"]
        _validator(verb).validate(value)
        if verb not in whole:  # the whole schema is slow: it tries every type
            _validator().validate(value)
            whole.add(verb)
        if verb == "match":
            _rules(value["game"]).validate(value["rules"])
    assert {"match", "round", "result"} <= whole


def test_every_line_of_the_page_of_the_format_validates() -> None:
    shown = [
        b for b in blocks("record-format.md") if b.info in ("json lines", "json lines read", "json lines canonical")
    ]
    lines = [line for b in shown for line in b.text.splitlines() if line.strip()]
    assert {json.loads(line)["type"] for line in lines} == set(BY_VERB)
    for line in lines:
        _validator().validate(json.loads(line))


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"plai","seat":0,"tile":"44","open":4}',
        '{"type":"play","seat":4,"tile":"44","open":4}',
        '{"type":"play","seat":0,"tile":"47","open":4}',
        '{"type":"play","seat":0,"tile":"44","open":7}',
        '{"type":"play","seat":0,"tile":"44"}',
        '{"type":"play","seat":0,"tile":"44","open":4,"end":4}',
        '{"type":"chow","seat":0,"tile":"s2","with":["s1"]}',
        '{"type":"end","totals":[0,0,0]}',
        '{"type":"match","format":"paipu/1","game":"tsair-deng","rules":{},"players":["A","B","C"]}',
        "[]",
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(line: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        _validator().validate(json.loads(line))


@pytest.mark.parametrize("game", GAMES)
def test_the_options_of_every_game_are_in_the_schema(game: str) -> None:
    _rules(game).validate({"edition": 1})
    for wrong in ({}, {"edition": 2}, {"edition": 1, "no_such_option": True}):
        with pytest.raises(jsonschema.ValidationError):
            _rules(game).validate(wrong)
