"""A game's own log verifies, and comes back byte for byte whatever way it was written."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given

from replay.audit import VALID, audit
from schemas.canonical import play_id, record_id
from schemas.tiles import CODES as TILES
from schemas.tiles import NAMES
from tests.contract.test_moves import SEEDS, each_game, examples
from tests.support.positions import match_of_seed
from tests.support.records import match_of, plain

HEAPS = ("hands", "aside", "indicators")


@each_game
@examples(30)
@given(seed=SEEDS)
def test_a_games_own_log_verifies(code: str, seed: int) -> None:
    verdict = audit(match_of_seed(code, seed))
    assert (verdict.verdict, verdict.violations) == (VALID, [])
    assert verdict.totals is not None
    assert all(outcome is not None for outcome in verdict.outcomes)


@each_game
@examples(30)
@given(seed=SEEDS)
def test_canonical_bytes_come_back_byte_for_byte(code: str, seed: int) -> None:
    mine = match_of_seed(code, seed)
    read = match_of(mine.canonical)
    assert read.canonical == mine.canonical == read.raw
    verdict = audit(read)
    assert verdict.verdict == VALID
    assert verdict.record_id == record_id(mine.canonical)
    assert verdict.play_id == play_id(mine)


def _other_spelling(value: Any, rng: Random, field: str = "") -> Any:
    """The same fact written another way: keys in another order, tiles in Chinese, hands as they were picked up."""
    if isinstance(value, dict):
        keys = rng.sample(sorted(value), len(value))
        return {k: _other_spelling(value[k], rng, field or k) for k in keys}
    if isinstance(value, list):
        inner = [_other_spelling(v, rng, field) for v in value]
        loose = field in HEAPS or field == "with" or field == "also"
        return (
            rng.sample(inner, len(inner))
            if loose and not any(isinstance(v, list) or v is None for v in inner)
            else inner
        )
    if isinstance(value, str) and value in TILES and field in (*HEAPS, "stock", "turned", "tile", "with", "also"):
        return rng.choice((value, NAMES["zh-Hant"][value], NAMES["zh-Hans"][value]))
    return value


def respelt(canonical: bytes, rng: Random) -> bytes:
    """A log that says the same in other bytes."""
    out = []
    for line in plain(canonical):
        if line["type"] == "match" and rng.random() < 0.5:
            line["place"] = None
        other = _other_spelling(line, rng)
        space = rng.choice((None, (", ", ": "), (" ,\t", " :  ")))
        text = json.dumps(other, ensure_ascii=rng.random() < 0.5, separators=space)
        out.append(text + rng.choice(("\n", "\r\n", "\n\n", "  \n")))
    return "".join(out).encode()


@each_game
@examples(40)
@given(seed=SEEDS)
def test_another_spelling_has_the_same_canonical_bytes(code: str, seed: int) -> None:
    mine, rng = match_of_seed(code, seed), Random(seed)
    data = respelt(mine.canonical, rng)
    read = match_of(data)
    assert not read.faults
    assert read.sound, [r.fault for r in read.rounds]
    assert read.canonical == mine.canonical
    assert audit(read).verdict == VALID


@each_game
def test_a_result_that_is_left_out_is_computed(code: str) -> None:
    mine = match_of_seed(code, 5)
    lines = [line for line in plain(mine.canonical) if line["type"] not in ("result", "end")]
    verdict, whole = audit(match_of(b"".join(json.dumps(x).encode() + b"\n" for x in lines))), audit(mine)
    assert verdict.verdict == VALID
    assert verdict.outcomes == whole.outcomes
    assert verdict.totals == whole.totals
    assert verdict.play_id == whole.play_id
    assert verdict.record_id != whole.record_id
