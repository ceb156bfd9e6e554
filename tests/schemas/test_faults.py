"""A line that cannot be read names its place, its field and the nearest known name; the rest is still judged."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.audit import INVALID, VALID, audit
from schemas.errors import Violation
from tests.games.tsair_deng_records import SEVEN, TWO, record
from tests.support.records import Lines, as_bytes, copy, judged, matches_of, places

LINES = record(TWO, end=(11, 0, -11, 0))
RESULT, END = len(LINES) - 2, len(LINES) - 1
RAW = as_bytes(LINES).splitlines()


def first(data: bytes | Lines) -> Violation:
    """The first violation of one match; whatever is found can be written as JSON."""
    verdict = judged(data)
    assert verdict.verdict == INVALID
    for violation in verdict.violations:
        assert json.loads(msgspec.json.encode(violation))
    return verdict.violations[0]


def put(index: int, /, **fields: Any) -> Lines:
    lines = copy(LINES)
    lines[index].update(fields)
    return lines


def line(index: int, raw: bytes) -> bytes:
    """The record with another line, given as bytes."""
    lines = list(RAW)
    lines[index] = raw
    return b"\n".join(lines) + b"\n"


def more(index: int, tail: bytes) -> bytes:
    """The record with something added inside the braces of a line."""
    return line(index, RAW[index][:-1] + tail + b"}")


PLACE = {0: (None, None), 1: (1, 0), 2: (1, 1), 5: (1, 4), RESULT: (1, None), END: (None, None)}
"""Index of a line to the place of its faults."""


@pytest.mark.parametrize("index", PLACE)
def test_an_unknown_field_is_named_at_its_place_with_the_nearest_known_one(index: int) -> None:
    known = {0: "players", 1: "dealer", 2: "tile", 5: "seat", RESULT: "points", END: "totals"}[index]
    wrong = known[:-1] + "z"
    violation = first(put(index, **{wrong: 1}))
    assert (violation.round, violation.move) == PLACE[index]
    assert (violation.clause, violation.reason, violation.field) == ("rec.field", "rec.field/unknown", wrong)
    assert violation.args["near"] == known
    assert violation.line == index + 1


@pytest.mark.parametrize("index", PLACE)
def test_a_missing_field_is_named(index: int) -> None:
    name = {0: "players", 1: "hands", 2: "tile", 5: "seat", RESULT: "winners", END: "totals"}[index]
    lines = copy(LINES)
    del lines[index][name]
    violation = first(lines)
    assert (violation.round, violation.move, violation.reason, violation.field) == (
        *PLACE[index], "rec.field/missing", name,
    )  # fmt: skip


VALUES: list[tuple[int, dict[str, Any], str]] = [
    (0, {"players": ["A", "B", "C"]}, "players"),
    (0, {"players": ["A", 1, "C", None]}, "players"),
    (0, {"players": ["A", "", "C", None]}, "players"),
    (0, {"place": 5}, "place"),
    (0, {"rules": []}, "rules"),
    (0, {"rules": None}, "rules"),
    (0, {"started_at": "yesterday"}, "started_at"),
    (0, {"started_at": "2026-02-30"}, "started_at"),
    (0, {"started_at": "2026-11-29 10:00:00Z"}, "started_at"),
    (0, {"started_at": "2026-11-29T10:00:00"}, "started_at"),
    (0, {"started_at": 5}, "started_at"),
    (1, {"dealer": 4}, "dealer"),
    (1, {"dealer": -1}, "dealer"),
    (1, {"dealer": True}, "dealer"),
    (1, {"dealer": "0"}, "dealer"),
    (1, {"hands": [[], []]}, "hands"),
    (1, {"hands": "66"}, "hands"),
    (1, {"hands": [["66", ["11"]], None, [], None]}, "hands"),
    (1, {"hands": [["67"], None, [], None]}, "hands"),
    (1, {"direction": "left"}, "direction"),
    (1, {"aside": "66"}, "aside"),
    (2, {"seat": 4}, "seat"),
    (2, {"seat": 1.5}, "seat"),
    (2, {"tile": "67"}, "tile"),
    (2, {"tile": 66}, "tile"),
    (2, {"open": 7}, "open"),
    (2, {"open": 0}, "open"),
    (2, {"at": -1}, "at"),
    (2, {"at": 2**53 + 1}, "at"),
    (2, {"note": 5}, "note"),
    (RESULT, {"outcome": "won"}, "outcome"),
    (RESULT, {"winners": [4]}, "winners"),
    (RESULT, {"winners": 0}, "winners"),
    (RESULT, {"points": [1, 2, 3]}, "points"),
    (RESULT, {"points": [1, 2, 3, 4.5]}, "points"),
    (RESULT, {"points": [1, 2, 3, 2**60]}, "points"),
    (RESULT, {"scores": [None, None, None]}, "scores"),
    (RESULT, {"scores": [{"total": 1}, None, None, None]}, "scores"),
    (RESULT, {"scores": [{"total": 1, "items": [["clean"]]}, None, None, None]}, "scores"),
    (RESULT, {"scores": [{"total": 1, "items": [], "fan": 1}, None, None, None]}, "scores"),
    (END, {"totals": [1, 2, 3]}, "totals"),
    (END, {"totals": None}, "totals"),
]


@pytest.mark.parametrize(("index", "fields", "field"), VALUES)
def test_a_wrong_value_is_named_at_its_place(index: int, fields: dict[str, Any], field: str) -> None:
    violation = first(put(index, **fields))
    assert (violation.round, violation.move, violation.clause) == (*PLACE[index], "rec.field")
    assert violation.field == field


@pytest.mark.parametrize(
    ("index", "value"), [(0, 5), (0, [1]), (1, "s"), (2, 5), (2, [1]), (2, True), (RESULT, 0), (END, "s")]
)
def test_x_is_an_object(index: int, value: Any) -> None:
    violation = first(put(index, x=value))
    assert (violation.round, violation.move, violation.field) == (*PLACE[index], "x")


def test_a_tile_that_does_not_exist_is_named_with_the_nearest_one() -> None:
    assert first(put(2, tile="倔鳳")).args["near"].startswith("倔")
    assert first(put(2, tile="6")).args["near"] in ("66", "16", "26", "36", "46", "56", "6m", "6p", "6s", "s6", "b6")


def test_an_unknown_verb_is_named_with_the_nearest_one() -> None:
    violation = first(put(2, type="plya"))
    assert (violation.round, violation.move, violation.reason) == (1, 1, "rec.line/unknown-verb")
    assert violation.args == {"verb": "plya", "near": "play"}


def test_a_verb_of_another_game_is_a_fault_at_its_place() -> None:
    violation = first([*LINES[:4], {"type": "pung", "seat": 0, "tile": "66"}, *LINES[4:]])
    assert (violation.round, violation.move, violation.reason) == (1, 3, "rec.line/foreign-verb")


def test_an_option_that_does_not_exist_is_named_with_the_nearest_one() -> None:
    violation = first(put(0, rules={"edition": 1, "settlment": "winner"}))
    assert (violation.round, violation.move) == (None, None)
    assert (violation.reason, violation.args["near"], violation.field) == (
        "rec.rules/option", "settlement", "rules.settlment",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ({}, "rec.rules/no-edition"), ({"edition": 2}, "rec.rules/edition"), ({"edition": True}, "rec.rules/edition"),
        ({"edition": "1"}, "rec.rules/edition"), ({"edition": [1]}, "rec.rules/edition"),
        ({"edition": None}, "rec.rules/no-edition"), ({"edition": 1, "settlement": "loser"}, "rec.rules/value"),
        ({"edition": 1, "settlement": ["winner"]}, "rec.rules/value"),
        ({"edition": 1, "end_on_out": 1}, "rec.rules/value"),
        ({"edition": 1, "end_on_out": None}, "rec.rules/value"), ({"edition": 1, "six_doubles": {}}, "rec.rules/value"),
    ],
)  # fmt: skip
def test_a_wrong_rule_set_is_named(rules: dict[str, Any], reason: str) -> None:
    violation = first(put(0, rules=rules))
    assert (violation.round, violation.move, violation.clause, violation.reason) == (None, None, "rec.rules", reason)


def test_rounds_are_judged_under_a_faulty_match_line_where_game_and_rules_are_readable() -> None:
    lines = put(0, plase="Hong Kong", started_at="soon")
    lines[3]["tile"] = "11"
    verdict = judged(lines)
    assert [(v.round, v.move) for v in verdict.violations] == [(None, None), (1, 2)]


def test_rounds_are_not_judged_under_rules_that_are_not_known() -> None:
    verdict = judged(put(0, rules={"edition": 2}))
    assert (verdict.outcomes, len(verdict.violations)) == ([None], 1)


@pytest.mark.parametrize(("game", "near"), [("tsair-dong", "tsair-deng"), ("hk-mahjongg", "hk-mahjong"), ("go", "")])
def test_a_game_that_does_not_exist_is_named_with_the_nearest_one(game: str, near: str) -> None:
    violation = first(put(0, game=game))
    assert (violation.reason, violation.args["near"]) == ("rec.rules/game", near)


@pytest.mark.parametrize("value", ["paipu/2", "", "tenhou"])
def test_another_format_is_named(value: str) -> None:
    violation = first(put(0, format=value))
    assert (violation.reason, violation.stated) == ("rec.line/format", value)


@pytest.mark.parametrize("index", PLACE)
def test_a_key_written_twice_is_a_fault_at_its_place(index: int) -> None:
    name = {0: "game", 1: "dealer", 2: "seat", 5: "tile", RESULT: "outcome", END: "totals"}[index]
    value = json.dumps(LINES[index][name]).encode()
    for tail in (b',"%s":%s' % (name.encode(), value), b',"type":"%s"' % LINES[index]["type"].encode()):
        violation = first(more(index, tail))
        assert (violation.round, violation.move, violation.reason) == (*PLACE[index], "rec.field/duplicate")
        assert judged(more(index, tail)).record_id is None


def test_a_key_written_twice_is_found_in_rules_and_scores() -> None:
    doubled = line(0, RAW[0].replace(b'"edition": 1', b'"edition":1,"edition":1'))
    assert first(doubled).reason == "rec.field/duplicate"
    doubled = line(RESULT, RAW[RESULT].replace(b'"total": 37', b'"total":37,"total":37'))
    violation = first(doubled)
    assert (violation.round, violation.move, violation.reason, violation.field) == (
        1,
        None,
        "rec.field/duplicate",
        "total",
    )


def test_a_key_written_twice_is_found_when_the_rest_of_the_line_was_shorter_than_canonical() -> None:
    """Chinese names are longer than codes, so a doubled key need not make a line longer than its canonical bytes."""
    raw = '{"type":"play","seat":0,"tile":"倔龍","open":6,"open":6}'.encode()
    assert first(line(2, raw)).reason == "rec.field/duplicate"


def test_a_key_written_twice_inside_x_is_none_of_the_formats_business() -> None:
    verdict = judged(more(2, b', "x": {"a": 1, "a": 2, "b": [{"c": 1, "c": 1}]}'))
    assert verdict.verdict == VALID
    assert first(more(2, b',"x":{"a":1},"x":{"a":1}')).reason == "rec.field/duplicate"


BAD_BYTES: list[tuple[str, bytes, str]] = [
    ("not utf-8", b'{"type":"play","seat":0,"tile":"66","open":6,"note":"\xff"}', "rec.line/not-utf8"),
    ("latin-1 in x", b'{"type":"play","seat":0,"tile":"66","open":6,"x":{"a":"\xe9"}}', "rec.line/not-utf8"),
    ("a nul byte", b'{"type":"play","seat":0,"tile":"66","open":6}\0', "rec.line/not-json"),
    ("nul bytes", b"\0" * 40, "rec.line/not-json"),
    ("a control character", b'{"type":"play","seat":0,"tile":"66","open":6,"note":"\x01"}', "rec.line/not-json"),
    ("garbage", b"hello", "rec.line/not-json"),
    ("two objects", RAW[2] + RAW[3], "rec.line/not-json"),
    ("half an object", RAW[2][:20], "rec.line/not-json"),
    ("NaN", b'{"type":"play","seat":0,"tile":"66","open":6,"at":NaN}', "rec.line/not-json"),
    ("NaN in x", b'{"type":"play","seat":0,"tile":"66","open":6,"x":{"a":NaN}}', "rec.line/not-json"),
    ("Infinity", b'{"type":"play","seat":0,"tile":"66","open":6,"at":Infinity}', "rec.line/not-json"),
    ("a list", b"[1,2]", "rec.line/not-object"),
    ("a number", b"5", "rec.line/not-object"),
    ("null", b"null", "rec.line/not-object"),
    ("no type", b'{"seat":0}', "rec.field/missing"),
    ("a list as type", b'{"type":[1],"seat":0}', "rec.line/unknown-verb"),
    ("an object as type", b'{"type":{},"seat":0}', "rec.line/unknown-verb"),
    ("a number as type", b'{"type":3,"seat":0}', "rec.line/unknown-verb"),
    ("half a surrogate pair as tile", b'{"type":"play","seat":0,"tile":"\\ud800","open":6}', ""),
    ("half a surrogate pair as verb", b'{"type":"\\ud800","seat":0}', ""),
    ("half a surrogate pair as field", b'{"type":"play","seat":0,"tile":"66","open":6,"\\ud800":6}', ""),
    ("half a surrogate pair in a note", b'{"type":"play","seat":0,"tile":"66","open":6,"note":"\\ud800"}', ""),
    ("half a surrogate pair in x", b'{"type":"play","seat":0,"tile":"66","open":6,"x":{"a":"\\ud800"}}', ""),
    ("an endless number", b'{"type":"play","seat":' + b"9" * 5000 + b',"tile":"66","open":6}', "rec.field/value"),
]


@pytest.mark.parametrize(("what", "raw", "reason"), BAD_BYTES, ids=[what for what, *_ in BAD_BYTES])
def test_a_line_that_is_no_line_is_a_fault_at_its_place(what: str, raw: bytes, reason: str) -> None:
    violation = first(line(2, raw))
    assert (violation.round, violation.move, violation.line) == (1, 1, 3)
    assert violation.reason == reason or not reason


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity"])
def test_a_number_that_json_has_not_is_named_with_its_column(number: bytes) -> None:
    head = b'{"type":"play","seat":0,"tile":"66","open":6,"note":"NaN","x":{"a":'
    violation = first(line(2, head + number + b"}}"))
    assert violation.args["column"] == len(head) + 1
    assert violation.args["problem"].startswith(number.decode())


@pytest.mark.parametrize("tail", [
    b'"\\ud800":1', b'"settlement":"\\ud800"', b'"edition":' + b"9" * 5000, b'"settlement":' + b"[" * 600 + b"]" * 600,
])  # fmt: skip
def test_strange_rules_are_a_fault_of_the_match_line(tail: bytes) -> None:
    head = b'{"type":"match","format":"paipu/1","game":"tsair-deng","players":["A",null,"C",null],"rules":{"edition":1,'
    violation = first(line(0, head + tail + b"}}"))
    assert (violation.round, violation.move, violation.line) == (None, None, 1)


def test_a_strange_game_is_a_fault_of_the_match_line() -> None:
    for raw in (b'"\\ud800"', b'"' + b"x" * 5000 + b'"', b"5", b"[]"):
        violation = first(line(0, RAW[0].replace(b'"tsair-deng"', raw)))
        assert (violation.round, violation.move, violation.line) == (None, None, 1)


def test_an_endless_number_in_x_is_kept() -> None:
    number = b"9" * 5000
    verdict = judged(more(2, b', "x": {"a": ' + number + b"}"))
    assert verdict.verdict == VALID
    assert number in verdict.match.canonical


@pytest.mark.parametrize("depth", [10, 200, 400, 600, 800, 900, 950, 990, 1010, 1500, 5000, 100_000])
@pytest.mark.parametrize("where", ["x", "spaced x", "hands", "rules", "scores"])
def test_deep_nesting_is_read_or_refused_and_never_breaks_anything(where: str, depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    objects = b'{"a":' * depth + b"1" + b"}" * depth
    data = {
        "x": more(2, b',"x":{"a":' + deep + b"}"),
        "spaced x": more(2, b', "x": ' + objects),
        "hands": line(1, b'{"type":"round","dealer":0,"direction":"ccw","hands":' + deep + b"}"),
        "rules": line(0, RAW[0].replace(b'"edition": 1', b'"edition":1,"settlement":' + deep)),
        "scores": more(RESULT, b',"from":' + objects),
    }[where]
    (match,) = matches_of(data)
    verdict = audit(match)
    assert match.raw == data
    assert verdict.verdict == VALID if "x" in where and depth <= 200 else verdict.verdict in (VALID, INVALID)
    assert verdict.verdict == VALID or verdict.violations
    if verdict.verdict == VALID:
        assert deep in match.canonical or objects in match.canonical


def test_a_byte_order_mark_is_named_and_the_rounds_stay_this_matchs() -> None:
    (match,) = matches_of(b"\xef\xbb\xbf" + as_bytes(LINES))
    assert [f.reason for f in match.faults] == ["rec.line/bom"]
    assert audit(match).verdict == INVALID


def test_another_encoding_is_named() -> None:
    (match,) = matches_of(as_bytes(LINES).decode().encode("utf-16"))
    assert audit(match).violations[0].reason == "rec.line/not-utf8"


def test_a_fault_in_one_round_leaves_the_next_one_judged() -> None:
    lines = record(SEVEN, TWO.but(direction="cw"))
    lines[2] = {"type": "expoze", "seat": 0}
    lines[-1]["points"] = [12, 0, -12, 0]
    verdict = judged(lines)
    assert [(v.round, v.move, v.reason) for v in verdict.violations] == [
        (1, 1, "rec.line/unknown-verb"), (2, None, "rec.points/points"),
    ]  # fmt: skip


def test_a_fault_after_an_illegal_move_is_not_the_first_violation() -> None:
    lines = copy(LINES)
    lines[3]["tile"] = "11"
    lines[5]["tile"] = "77"
    assert places(judged(lines).violations)[0] == (1, 2)


def test_a_match_line_that_cannot_be_read_still_starts_a_match() -> None:
    for broken in (b'{"type":"match","format":"paipu/1"\n', b'{"type":"match","format":"paipu/1","game":5}\n'):
        found = matches_of(as_bytes(LINES) + broken + b"\n".join(RAW[1:]) + b"\n")
        assert [audit(m).verdict for m in found] == [VALID, INVALID]


# --- objects that span lines or share one


def test_two_objects_on_one_line_beside_a_blank_line_are_not_two_lines() -> None:
    lines = list(RAW)
    lines[2], lines[3] = RAW[2] + RAW[3], b""
    violation = first(b"\n".join(lines) + b"\n")
    assert (violation.round, violation.move, violation.reason) == (1, 1, "rec.line/not-json")


def test_an_object_over_two_lines_beside_two_on_one_is_not_read_as_lines() -> None:
    lines = list(RAW)
    at = RAW[4].index(b', "seat"')
    lines[2:5] = [RAW[2] + RAW[3], RAW[4][:at], RAW[4][at:]]
    violation = first(b"\n".join(lines) + b"\n")
    assert (violation.round, violation.move, violation.reason) == (1, 1, "rec.line/not-json")


# --- anything at all


@settings(max_examples=300)
@given(
    st.lists(
        st.tuples(st.integers(0, len(RAW) - 1), st.integers(0, 200), st.binary(max_size=4), st.integers(0, 12)),
        max_size=3,
    )
)
def test_bytes_changed_anywhere_never_break_the_reader_or_the_audit(changes: list[tuple[int, int, bytes, int]]) -> None:
    lines = list(RAW)
    for index, at, some, gone in changes:
        raw = lines[index]
        at %= len(raw) + 1
        lines[index] = raw[:at] + some + raw[at + gone :]
    data = b"\n".join(lines) + b"\n"
    found = matches_of(data)
    for match in found:
        verdict = audit(match)
        assert verdict.verdict in (VALID, INVALID, "unjudged")
        assert (verdict.verdict == VALID) == (verdict.violations == [])
        for violation in verdict.violations:
            msgspec.json.encode(violation)
        if match.canonical:
            assert matches_of(match.canonical)[0].canonical == match.canonical
    assert b"".join(m.raw for m in found) == data
