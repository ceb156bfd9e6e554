"""斜釘: the engine against the slow judge that was written from the clauses alone, at every step of random rounds."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from replay.audit import VALID, audit
from replay.engine import open_table
from replay.game import Violation
from replay.registry import get
from schemas.canonical import ENCODER
from schemas.options import options_of
from schemas.record import AnyMove, Setup
from tests.slow import tsair_deng as slow
from tests.support.bend import every_move, key
from tests.support.house import values
from tests.support.records import Lines, as_bytes, match_of, plain_line
from tests.support.slow import bent

GAME = get("tsair-deng")
TILES = sorted({*slow.TILES, "?", "21", "E", "s1"} - {"21"})
POOL = every_move("tsair-deng", TILES)
LUCK: tuple[tuple[int, ...], ...] = ((), (), (), (6,), (7,), (8,), (4, 8), (6, 6), (5, 7))
OPTIONS = values("tsair-deng")
FOLLOWS = ("rec.next", "td.direction")
ALIKE = {("td.tiles", "rec.tiles"), ("td.seats", "rec.field"), ("td.six-seven-doubles", "rec.field")}
"""Two names for one thing (a wrong set of tiles, a move of an empty seat): the engine's, then the judge's."""


def _players(rng: Random) -> list[str | None]:
    return slow.table(rng.choice((2, 3, 4, 4))) if rng.random() < 0.7 else slow.table_of_three(rng.randrange(4))


def _luck(rng: Random, players: list[str | None]) -> tuple[int, ...]:
    luck = rng.choice(LUCK)
    return luck if len(luck) <= sum(p is not None for p in players) else luck[:1]


def _setup(line: dict[str, Any]) -> Setup:
    setup = match_of([{"type": "match", "format": "paipu/1", "game": "tsair-deng", "rules": {"edition": 1},
                       "players": ["A", "B", "C", "D"]}, line]).rounds[0].setup  # fmt: skip
    assert setup is not None
    return setup


def _pick(rng: Random, legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Mostly plays; exposes only sometimes, so that rich hands are also played out."""
    others = [m for m in legal if m["type"] != "expose"]
    return rng.choice(legal if rng.random() < 0.3 or not others else others)


def _outcome(mine: Any) -> dict[str, Any] | None:
    if mine is None:
        return None
    line = plain_line(mine.as_result())
    line.pop("type")
    return {"outcome": line["outcome"], "winners": line["winners"], "points": line["points"],
            "scores": line.get("scores", [None] * 4), "alternatives": []}  # fmt: skip


def _move_bytes(line: dict[str, Any]) -> bytes:
    fields = ("type", "seat", "tile", "open")
    return json.dumps({f: line[f] for f in fields if f in line}, separators=(",", ":")).encode()


def compare_round(seed: int) -> Counter[str]:
    """One random round, step by step, in both; what was met on the way."""
    rng = Random(f"td-slow/{seed}")
    rules, players = slow.random_rules(rng), _players(rng)
    line = slow.deal(rng, rules, players, None, _luck(rng, players))
    line["direction"] = rng.choice(("ccw", "cw"))
    judge = slow.Round(rules, players, line)
    table = open_table(GAME, _setup(line), options_of("tsair-deng", rules))
    assert not isinstance(table, Violation), table
    met: Counter[str] = Counter()
    while True:
        legal = judge.legal()
        mine = table.legal()
        right = {_move_bytes(move) for move in legal}
        assert {key(move) for move in mine} == right, (seed, met.total())
        for move in rng.sample(POOL, 60):
            assert (table.check(move) is None) == (key(move) in right), (seed, move)
        assert _outcome(table.outcome()) == judge.outcome(), seed
        if not legal:
            outcome = judge.outcome()
            assert outcome is not None
            met.update({outcome["outcome"]: 1, **{i[0]: 1 for s in outcome["scores"] if s for i in s["items"]}})
            return met
        chosen = _pick(rng, legal)
        met[chosen["type"]] += 1
        judge.play(chosen)
        table.play(_struct(mine, chosen))


def _struct(mine: list[AnyMove], chosen: dict[str, Any]) -> AnyMove:
    (move,) = [m for m in mine if ENCODER.encode(m) == _move_bytes(chosen)]
    return move


def slow_match(rng: Random, rounds: int = 3) -> Lines:
    """A random match played by the slow judge, with its results and totals."""
    rules, players = slow.random_rules(rng), _players(rng)
    lines: Lines = [{"type": "match", "format": "paipu/1", "game": "tsair-deng", "rules": rules, "players": players}]
    previous, totals = None, [0] * 4
    for number in range(1, rounds + 1):
        line = slow.deal(rng, rules, players, previous, _luck(rng, players))
        judge = slow.Round(rules, players, line)
        lines.append(line)
        while legal := judge.legal():
            lines.append(_pick(rng, legal))
            judge.play(lines[-1])
        outcome = judge.outcome()
        assert outcome is not None
        totals = [a + b for a, b in zip(totals, outcome["points"], strict=True)]
        lines.append({"type": "result", **{k: outcome[k] for k in ("outcome", "winners", "points", "scores")}})
        previous = (line, outcome, number)
    return [*lines, {"type": "end", "totals": totals}]


def _without_doubles(found: list[Violation]) -> list[Violation]:
    """Of an impossible set-up that does not follow either the judge says only the former."""
    impossible = {(v.round, v.move) for v in found if v.move == 0 and v.clause not in FOLLOWS}
    return [v for v in found if v.clause not in FOLLOWS or (v.round, v.move) not in impossible]


def compare_match(seed: int) -> bool:
    """One match as it is and bent: both find the same at the same places. Whether the bent one is wrong at all."""
    rng = Random(f"td-match/{seed}")
    lines = slow_match(rng)
    assert slow.judge(lines) == []
    verdict = audit(match_of(as_bytes(lines)))
    assert (verdict.verdict, verdict.violations) == (VALID, [])
    wrong = bent(lines, rng, OPTIONS)
    theirs = slow.judge(wrong)
    mine = _without_doubles(audit(match_of(as_bytes(wrong))).violations)
    places = [(v["round"], v["move"]) for v in theirs]
    assert [(v.round, v.move) for v in mine] == places, (seed, mine, theirs)
    for one, other in zip(mine, theirs, strict=True):
        assert one.clause == other["clause"] or (one.clause, other["clause"]) in ALIKE, (seed, one, other)
    return bool(mine)


def test_the_engine_and_the_slow_judge_agree_at_every_step_of_random_rounds() -> None:
    met: Counter[str] = Counter()
    for seed in range(300):
        met += compare_round(seed)
    assert {"play", "drink", "expose", "win", "void", "clean", "head-tail"} <= set(met)


def test_the_audit_and_the_slow_judge_agree_on_bent_matches() -> None:
    wrong = sum(compare_match(seed) for seed in range(150))
    assert wrong > 100


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_they_agree_on_five_thousand_rounds_and_two_thousand_matches(part: int) -> None:
    for seed in range(1000 + part * 500, 1500 + part * 500):
        compare_round(seed)
    for seed in range(1000 + part * 200, 1200 + part * 200):
        compare_match(seed)
