"""Canonical bytes and the two ids: what they keep, what they must not see."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.selfplay import play_match
from schemas.canonical import ENCODER, canonical_bytes, match_lines, play_id, record_id
from schemas.match import Match
from schemas.record import BY_VERB, VERBS
from schemas.tiles import NAMES
from tests.games.tsair_deng_records import TWO, TWO_CLEAN, record
from tests.support.golden import matches, rounds_path
from tests.support.records import Lines, as_bytes, copy, match_of, plain
from tests.support.strategies import records

GAMES = ("tsair-deng", "hk-mahjong", "lingxi-mahjong", "shaoyang-bopi", "anxiang-weimaque")


@settings(max_examples=60)
@given(records())
def test_what_is_written_reads_back_as_it_was(match: Match) -> None:
    read = match_of(match.canonical)
    assert read.sound, (read.faults, [r.fault for r in read.rounds])
    assert read.canonical == read.raw == match.canonical
    assert read.header == match.header
    assert read.options == match.options
    assert read.end == match.end
    assert [(r.setup, r.moves, r.result) for r in read.rounds] == [(r.setup, r.moves, r.result) for r in match.rounds]


@settings(max_examples=20)
@given(records())
def test_a_match_that_was_read_gives_the_same_bytes_when_it_is_built_anew(match: Match) -> None:
    read = match_of(match.canonical)
    before = read.canonical
    assert canonical_bytes(read) == before
    assert ENCODER.encode_lines(match_lines(read)) == before


@settings(max_examples=25)
@given(records(), st.integers(0, 2**32))
def test_spaces_key_order_and_tile_order_are_no_facts(match: Match, seed: int) -> None:
    rng = Random(seed)
    out = []
    for line in plain(match.canonical):
        if line["type"] == "round" and line["hands"]:
            line["hands"] = [hand and rng.sample(hand, len(hand)) for hand in line["hands"]]
        for name in ("aside", "indicators", "with", "winners"):
            if line.get(name):
                line[name] = rng.sample(line[name], len(line[name]))
        if line.get("also"):
            line["also"] = rng.sample([rng.sample(g, 3) for g in line["also"]], len(line["also"]))
        for score in line.get("scores") or ():
            if score:
                score["items"] = rng.sample(score["items"], len(score["items"]))
        keys = rng.sample(sorted(line), len(line))
        out.append({k: line[k] for k in keys})
    assert match_of(as_bytes(out)).canonical == _settled(match).canonical


def _settled(match: Match) -> Match:
    """The match without what a Python number cannot carry through ``json``: it is compared by its own bytes."""
    return match_of(as_bytes(plain(match.canonical)))


@pytest.mark.parametrize("place", ["match", "round", "play", "result", "end"])
def test_x_is_kept_without_spaces_wherever_it_stands(place: str) -> None:
    lines = [json.dumps(line, separators=(",", ":")) for line in record(TWO, end=(11, 0, -11, 0))]
    at = next(i for i, line in enumerate(lines) if f'"type":"{place}"' in line)
    spaced, tight = list(lines), list(lines)
    spaced[at] = lines[at][:-1] + ', "x": { "b" : [ 1.50 , "\\u659c" ], "a": {"a b": -0}, "a": 1E+2 } }'
    tight[at] = lines[at][:-1] + ',"x":{"b":[1.50,"斜"],"a":{"a b":-0},"a":1E+2}}'
    read = match_of("\n".join(spaced).encode())
    assert read.sound, (read.faults, [r.fault for r in read.rounds])
    assert read.canonical == match_of("\n".join(tight).encode()).canonical
    assert '"x":{"b":[1.50,"斜"],"a":{"a b":-0},"a":1E+2}}\n' in read.canonical.decode()
    assert match_of(read.canonical).canonical == read.canonical


@pytest.mark.parametrize("place", ["match", "round", "play", "result", "end"])
def test_an_absent_field_is_never_null(place: str) -> None:
    lines = record(TWO, end=(11, 0, -11, 0))
    with_null = copy(lines)
    line = next(line for line in with_null if line["type"] == place)
    line.update(x=None, note=None)
    assert match_of(with_null).canonical == match_of(lines).canonical


def test_defaults_are_left_out_and_fields_stand_in_their_order() -> None:
    lines: Lines = [
        {"note": "n", "rules": {"settlement": "winner", "end_on_out": False, "edition": 1, "doublings": "once"},
         "players": ["A", None, "C", None], "unit": "cent", "source": "s", "event": "e", "place": "p",
         "started_at": "2026-11-29", "game": "tsair-deng", "format": "paipu/1", "x": {}, "type": "match"},
        {"type": "round", "x": {}, "note": "", "aside": ["22", "11"], "direction": "ccw",
         "hands": [["13"], None, [], None],
         "dealer": 0},
        {"at": 5, "open": 1, "tile": "13", "note": "n", "seat": 0, "type": "play"},
        {"scores": [None, {"items": [["head-tail", 0], ["clean", 0]], "total": 3}, None, None], "points": [0, 1, 2, 3],
         "winners": [3, 1], "outcome": "win", "type": "result"},
    ]  # fmt: skip
    assert match_of(lines).canonical.decode() == (
        '{"type":"match","format":"paipu/1","game":"tsair-deng",'
        '"rules":{"edition":1,"doublings":"once","settlement":"winner"},"players":["A",null,"C",null],'
        '"started_at":"2026-11-29","place":"p","event":"e","source":"s","unit":"cent","note":"n","x":{}}\n'
        '{"type":"round","dealer":0,"hands":[["13"],null,[],null],"direction":"ccw","aside":["11","22"],"note":"","x":{}}\n'
        '{"type":"play","seat":0,"tile":"13","open":1,"at":5,"note":"n"}\n'
        '{"type":"result","outcome":"win","winners":[1,3],"points":[0,1,2,3],'
        '"scores":[null,{"total":3,"items":[["clean",0],["head-tail",0]]},null,null]}\n'
    )


def test_every_verb_is_written_type_seat_then_its_fields() -> None:
    for verb in sorted(set().union(*VERBS.values())):
        names = [f.encode_name for f in msgspec.structs.fields(BY_VERB[verb])]
        assert names[0] == "seat"
        assert names[-3:] == ["at", "note", "x"]


def test_chinese_names_are_written_as_codes() -> None:
    lines = record(TWO_CLEAN)
    for lang in ("zh-Hant", "zh-Hans"):
        spelt = copy(lines)
        for line in spelt:
            if "tile" in line:
                line["tile"] = NAMES[lang][line["tile"]]
            if "hands" in line:
                line["hands"] = [[NAMES[lang][t] for t in hand] for hand in line["hands"]]
        assert match_of(spelt).canonical == match_of(lines).canonical


@pytest.mark.parametrize("code", GAMES)
def test_the_record_id_is_the_sha256_of_the_canonical_bytes_whatever_was_given(code: str) -> None:
    import hashlib

    match = matches(rounds_path(code))[0]
    loose = match_of(as_bytes(plain(match.canonical)))
    assert loose.raw != match.canonical
    assert record_id(loose.canonical) == hashlib.sha256(match.canonical).hexdigest()


def _play(lines: Lines) -> str | None:
    match = match_of(lines)
    assert match.sound
    return play_id(match)


def _changed(lines: Lines, index: int, /, **fields: Any) -> Lines:
    out = copy(lines)
    out[index].update(fields)
    return out


def test_the_play_id_sees_no_names_times_notes_claims_or_undealt_tiles() -> None:
    lines = record(TWO, end=(11, 0, -11, 0))
    mine = _play(lines)
    same = [
        _changed(lines, 0, players=["甲", None, "乙", None], started_at="2026-11-29", place="p", note="n", x={"a": 1}),
        _changed(lines, 1, note="n", x={"note": ',"at":7}'}, aside=["11"]),
        _changed(lines, 2, at=17),
        _changed(lines, 3, at=0, note='"at":5,"pass"', x={}),
        _changed(lines, -2, points=[1, 2, 3, 4]),
        _changed(lines, -1, totals=[1, 2, 3, 4]),
        lines[:-1],
        lines[:-2],
        [*lines[:-2], lines[-1]],
    ]
    assert [_play(other) == mine for other in same] == [True] * len(same)


def test_the_play_id_sees_the_rules_the_seats_the_deal_and_every_move() -> None:
    lines = record(TWO)
    ids = {
        _play(lines),
        _play(_changed(lines, 0, rules={"edition": 1, "settlement": "winner"})),
        _play(_changed(lines, 0, players=["A", "B", "C", None])),
        _play(_changed(lines, 1, dealer=2)),
        _play(_changed(lines, 1, direction="cw")),
        _play(_changed(lines, 1, hands=[["11"], None, ["12"], None])),
        _play(_changed(lines, 2, open=5)),
        _play(_changed(lines, 2, seat=2)),
        _play(_changed(lines, 2, tile="56")),
        _play([*lines[:3], *lines[4:]]),
        _play([*lines[:3], lines[4], lines[3], *lines[5:]]),
        _play([*lines, *lines[1:]]),
    }
    assert len(ids) == 12
    assert None not in ids


def test_moves_are_not_taken_for_the_next_round() -> None:
    """Two rounds are not one with the same moves."""
    one = record(TWO)
    two = [*one[:4], {**one[1]}, *one[4:]]
    assert _play(one) != _play(two)
    assert _play([line for line in one if line["type"] != "result"]) == _play(one)


@pytest.mark.parametrize("code", GAMES)
def test_the_play_id_of_every_golden_match_is_its_own(code: str) -> None:
    found = [play_id(match) for match in matches(rounds_path(code))]
    assert len(set(found)) == len({m.canonical.split(b"\n", 1)[1] for m in matches(rounds_path(code))})
    assert None not in found


def test_a_pass_is_part_of_the_play_only_when_a_higher_claim_took_the_tile() -> None:
    head = {
        "type": "match",
        "format": "paipu/1",
        "game": "hk-mahjong",
        "rules": {"edition": 1},
        "players": list("ABCD"),
    }
    deal = {"type": "round", "dealer": 0, "hands": [[], [], [], []], "wind": "E"}
    throw = {"type": "discard", "seat": 0, "tile": "1m"}
    pung = {"type": "pung", "seat": 2, "tile": "1m"}
    chow = {"type": "chow", "seat": 1, "tile": "1m", "with": ["2m", "3m"]}
    draw = {"type": "draw", "seat": 1, "tile": "9m"}

    def passed(seat: int) -> dict[str, Any]:
        return {"type": "pass", "seat": seat}

    bare = _play([head, deal, throw, pung])
    assert _play([head, deal, throw, passed(1), pung]) != bare
    assert (
        _play([head, deal, throw, passed(2), pung]) == bare
    )  # one's own pass before one's own claim says nothing here
    assert _play([head, deal, throw, passed(2), chow]) == _play([head, deal, throw, chow])
    assert _play([head, deal, throw, passed(2), passed(3), draw]) == _play([head, deal, throw, draw])
    assert _play([head, deal, throw, passed(2)]) == _play([head, deal, throw])


def test_a_match_with_a_score_line_or_without_a_round_has_no_play_id() -> None:
    lines = record(TWO)
    assert _play(lines[:1]) is None
    score = [{"type": "round", "dealer": None, "hands": None}, {**lines[-1], "scores": None}]
    assert _play([*lines, *score]) is None
    assert _play([lines[0], *score]) is None


def test_a_match_in_memory_has_the_bytes_that_its_log_has() -> None:
    match = play_match("tsair-deng", Random(1))
    assert match_of(match.raw).canonical == match.raw
    assert match.canonical == match.raw


def test_a_match_without_a_readable_head_has_no_canonical_bytes() -> None:
    with pytest.raises(ValueError, match="match"):
        canonical_bytes(Match())
    assert match_of(b"hello\n").canonical == b""
    assert play_id(match_of(b"hello\n")) is None
