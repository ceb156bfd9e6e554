"""靈溪麻將: the engine against the slow judge, written from the clauses alone, at every step of random rounds."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from replay.audit import VALID, audit
from replay.engine import open_table
from replay.game import Outcome, Violation
from replay.games.lingxi_mahjong import GAME
from schemas.options import canonical_rules, options_of
from schemas.record import AnyMove, Setup
from schemas.tiles import MAHJONG
from tests.games.lingxi import CODE
from tests.slow import lingxi_mahjong as slow
from tests.support.bend import every_move, neighbours
from tests.support.house import random_options
from tests.support.records import Lines, as_bytes, copy, match_of, plain_line

PLAYERS = ["A", "B", "C", "D"]
TILES = sorted({*MAHJONG, "?", "s1", "13"})
POOL = [m for m in every_move(CODE, TILES, [["1m", "2m"]]) if m.verb != "chow"]


def _head(rules: dict[str, Any]) -> dict[str, Any]:
    return {"type": "match", "format": "paipu/1", "game": CODE, "rules": rules, "players": PLAYERS}


def _setup(line: dict[str, Any]) -> Setup:
    setup = match_of([_head({"edition": 1}), line]).rounds[0].setup
    assert setup is not None
    return setup


def _deal(rng: Random, rules: dict[str, Any], previous: tuple[Any, ...] | None) -> dict[str, Any]:
    """A deal of the judge's or of the engine's self-play, without its stock now and then."""
    line: dict[str, Any] = slow.deal(rng, rules, PLAYERS, previous)
    if rng.random() < 0.5:
        line = plain_line(GAME.deal(rng, options_of(CODE, rules), PLAYERS, {"dealer": line["dealer"]}))
    if rng.random() < 0.2:
        line.pop("stock", None)
    return line


def _bytes(line: dict[str, Any]) -> bytes:
    fields = ("type", "seat", "tile", "with", "kind", "from")
    return json.dumps({f: line[f] for f in fields if f in line}, separators=(",", ":")).encode()


def _key(move: AnyMove) -> bytes:
    return _bytes(plain_line(move))


def _frozen(lists: Any) -> set[str]:
    return {json.dumps([[total, sorted(map(list, items))] for total, items in scores]) for scores in lists}


def _theirs(outcome: Any) -> set[str]:
    """Every equally good score, items as a multiset."""
    lists = [outcome["scores"], *outcome.get("alternatives", ())]
    return _frozen([[(s["total"], s["items"]) for s in scores] for scores in lists])


def _mine(outcome: Outcome) -> set[str]:
    lists = (outcome.scores, *outcome.others)
    return _frozen([[(s.total, [(i.id, i.value) for i in s.items]) for s in scores if s] for scores in lists])


def assert_same_outcome(mine: Outcome | None, theirs: dict[str, Any] | None, where: Any) -> None:
    """Outcome, winners, points and every best reading."""
    if mine is None or theirs is None:
        assert mine is theirs, where
        return
    assert (mine.outcome, list(mine.winners), list(mine.points)) == (
        theirs["outcome"], theirs["winners"], theirs["points"],
    ), where  # fmt: skip
    assert _mine(mine) == _theirs(theirs), where


def compare_round(seed: int, bent: int = 20) -> Counter[str]:
    """One random round, step by step, in both; what was met on the way."""
    rng = Random(f"lx-slow/{seed}")
    rules = canonical_rules(random_options(CODE, rng))
    line = _deal(rng, rules, None)
    judge = slow.Round(rules, PLAYERS, line)
    table = open_table(GAME, _setup(line), options_of(CODE, rules))
    assert not isinstance(table, Violation), table
    greedy, fouls = rng.choice((0.5, 0.9, 1.0, 1.0, 1.0)), rng.choice((0.0, 0.05, 0.3))
    met: Counter[str] = Counter()
    while True:
        legal, mine = judge.legal(), table.legal()
        right = {_bytes(move) for move in legal}
        where = (seed, rules, met.total())
        assert {_key(move) for move in mine} == right, where
        for move in (*mine, *rng.sample(POOL, bent)):
            assert (table.check(move) is None) == (_key(move) in right), (where, move)
        for move in neighbours(rng.choice(mine), rng, MAHJONG) if mine else ():
            if not getattr(move, "also", None):
                assert (table.check(move) is None) == (_key(move) in right), (where, move)
        outcome = judge.outcome()
        assert_same_outcome(table.outcome(), outcome, where)
        if not legal or (outcome is not None and rng.random() < 0.3):
            assert outcome is not None
            met.update({outcome["outcome"]: 1, **{i[0]: 1 for s in outcome["scores"] or () for i in s["items"]}})
            return met
        calm = [m for m in mine if m.verb != "foul" or rng.random() < fouls]
        move = GAME.choose(rng, table, mine) if rng.random() < greedy else rng.choice(calm or mine)
        met[move.verb] += 1
        judge.play(plain_line(move))
        table.play(move)


def slow_match(rng: Random, rounds: int = 3) -> Lines:
    """A random match played under both, with its results and totals."""
    rules = canonical_rules(random_options(CODE, rng))
    lines: Lines = [_head(rules)]
    previous: tuple[Any, ...] | None = None
    totals = [0] * 4
    for _ in range(rounds):
        line = _deal(rng, rules, previous)
        lines.append(line)
        table = open_table(GAME, _setup(line), options_of(CODE, rules))
        judge = slow.Round(rules, PLAYERS, line)
        assert not isinstance(table, Violation)
        while table.outcome() is None:
            move = GAME.choose(rng, table, table.legal())
            lines.append(plain_line(move))
            judge.play(lines[-1])
            table.play(move)
        outcome = judge.outcome()
        assert outcome is not None
        totals = [a + b for a, b in zip(totals, outcome["points"], strict=True)]
        lines.append({"type": "result", **{k: outcome[k] for k in ("outcome", "winners", "points", "scores")}})
        previous = (line, outcome)
    return [*lines, {"type": "end", "totals": totals}]


def _bend(lines: Lines, rng: Random) -> None:
    """One thing changed."""
    moves = [i for i, line in enumerate(lines) if line["type"] not in ("match", "round", "result", "end")]
    i = rng.choice(moves)
    line, what = lines[i], rng.randrange(12)
    if what == 0:
        del lines[i]
    elif what == 1:
        lines.insert(i, copy([lines[rng.choice(moves)]])[0])
    elif what == 2:
        line["seat"] = rng.randrange(4)
    elif what == 3 and "tile" in line:
        line["tile"] = rng.choice(MAHJONG)
    elif what == 4:
        lines.insert(i, rng.choice(({"type": "pass", "seat": rng.randrange(4)}, _foul(rng))))
    elif what == 5:
        lines.insert(i + 1, {"type": "win", "seat": rng.randrange(4), "tile": line.get("tile", "1m")})
    elif what == 6:
        lines[i : i + 2] = reversed(lines[i : i + 2])
    elif what == 7:
        _bend_claim(lines, rng)
    elif what == 8:
        _bend_setup(lines, rng)
    elif what == 9 and "tile" in line:
        verb = rng.choice(("pung", "flower", "discard", "draw"))
        lines[i] = {"type": verb, "seat": line["seat"], "tile": line["tile"]}
    elif what == 10:
        lines[0]["rules"].update(canonical_rules(random_options(CODE, rng)))
    elif "with" in line:
        line["with"][rng.randrange(2)] = rng.choice(MAHJONG)


def _foul(rng: Random) -> dict[str, Any]:
    return {"type": "foul", "seat": rng.randrange(4), "kind": rng.choice(("false-win", *slow.FOULS))}


def _bend_claim(lines: Lines, rng: Random) -> None:
    line = rng.choice([x for x in lines if x["type"] in ("result", "end")] or [lines[0]])
    if "totals" in line:
        line["totals"][rng.randrange(4)] += rng.choice((-1, 1, 0))
    elif "points" in line:
        what, score = rng.randrange(4), rng.choice(line["scores"])
        if what == 0:
            line["points"][rng.randrange(4)] += rng.choice((-3, 1))
        elif what == 1:
            line["winners"] = [rng.randrange(4)]
        elif what == 2:
            score["items"] = score["items"][1:]
        else:
            score["total"] += 1


def _bend_setup(lines: Lines, rng: Random) -> None:
    line = rng.choice([x for x in lines if x["type"] == "round"])
    hands, what = line["hands"], rng.randrange(5)
    if what == 0:
        line["dealer"] = rng.randrange(4)
    elif what == 1:
        hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    elif what == 2:
        hands[0][0] = rng.choice(MAHJONG)
    elif what == 3:
        line["indicators"][0], hands[2][0] = hands[2][0], line["indicators"][0]
    else:
        hands[0].append(hands[1].pop())


def compare_match(seed: int) -> bool:
    """One match as it is and bent: both find the first fault at the same place. Whether the bent one is wrong."""
    rng = Random(f"lx-match/{seed}")
    lines = slow_match(rng)
    assert slow.judge(copy(lines)) == []
    verdict = audit(match_of(as_bytes(lines)))
    assert (verdict.verdict, verdict.violations) == (VALID, []), seed
    wrong = copy(lines)
    for _ in range(rng.choice((1, 1, 1, 2))):
        _bend(wrong, rng)
    theirs = [(v["round"], v["move"], v["clause"]) for v in slow.judge(copy(wrong))]
    mine = [(v.round, v.move, v.clause) for v in audit(match_of(as_bytes(wrong))).violations]
    assert [v[:2] for v in mine[:1]] == [v[:2] for v in theirs[:1]], (seed, mine, theirs)
    return bool(mine)


def test_the_engine_and_the_slow_judge_agree_at_every_step_of_random_rounds() -> None:
    met: Counter[str] = Counter()
    for seed in range(80):
        met += compare_round(seed)
    assert {"draw", "discard", "flower", "chow", "pung", "kong", "win", "pass", "foul"} <= set(met)
    assert {"slaughter", "slaughter-win", "loser-wilds", "self-draw", "no-wild"} <= set(met)


def test_the_engine_and_the_slow_judge_find_the_first_fault_of_a_match_at_the_same_place() -> None:
    assert sum(compare_match(seed) for seed in range(25)) > 12


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_they_agree_on_fifteen_hundred_rounds_and_five_hundred_matches(part: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(1000 + part * 150, 1150 + part * 150):
        met += compare_round(seed, bent=5)
    assert {"flowers", "self-draw", "wild"} <= set(met)
    assert sum(compare_match(seed) for seed in range(1000 + part * 50, 1050 + part * 50)) > 10


@pytest.mark.nightly
def test_they_agree_in_thousands_of_rounds_and_matches() -> None:
    met: Counter[str] = Counter()
    for seed in range(3000, 6000):
        met += compare_round(seed, bent=5)
    rare = {"flower-win", "four-winds", "all-runs", "kong-draw", "rob-kong", "last-four", "earthly", "heavenly"}
    assert rare <= set(met)
    assert sum(compare_match(seed) for seed in range(3000, 5000)) > 1000
