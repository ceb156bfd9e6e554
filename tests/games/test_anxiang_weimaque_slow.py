"""安乡偎麻雀: the engine against the slow judge, written from the clauses alone, at every step of random rounds."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from replay.audit import VALID, audit
from replay.engine import open_table
from replay.game import Outcome, Violation
from replay.games.anxiang_weimaque import GAME
from schemas.options import options_of
from schemas.record import AnyMove, Setup
from schemas.tiles import ZIPAI
from tests.games.anxiang import CODE, Position
from tests.games.test_anxiang_weimaque import BROKEN, ROUNDS
from tests.slow import anxiang_weimaque as slow
from tests.support.bend import every_move, key
from tests.support.records import Lines, as_bytes, copy, match_of, plain_line

PLAYERS = ["A", "B", "C", "D"]
TILES = sorted({*ZIPAI, "?", "E", "13"})
POOL = [m for m in every_move(CODE, TILES, [["s1", "s2"]]) if m.verb != "chow"]
WRITTEN = tuple(ROUNDS.values())
MIN_XI = (10, 10, 0, 8, 12, 15)


def rules_of(rng: Random) -> dict[str, Any]:
    """Random house rules; a default is left out as often as it is stated."""
    rules: dict[str, Any] = {"edition": 1}
    if rng.random() < 0.5:
        rules["min_xi"] = rng.choice(MIN_XI)
    if rng.random() < 0.5:
        rules["single_wait"] = rng.choice(("pair", "last-tile"))
    return rules


def _head(rules: dict[str, Any]) -> dict[str, Any]:
    return {"type": "match", "format": "paipu/1", "game": CODE, "rules": rules, "players": PLAYERS}


def _setup(line: dict[str, Any]) -> Setup:
    setup = match_of([_head({"edition": 1}), line]).rounds[0].setup
    assert setup is not None
    return setup


def _deal(rng: Random, rules: dict[str, Any], previous: tuple[Any, ...] | None) -> dict[str, Any]:
    """A deal of the judge's or of the engine's self-play, without its stock now and then."""
    line: dict[str, Any] = rng.choice((slow.deal, slow.rich_deal))(rng, rules, PLAYERS, previous)
    if rng.random() < 0.5:
        line = plain_line(GAME.deal(rng, options_of(CODE, rules), PLAYERS, {"dealer": line["dealer"]}))
    if rng.random() < 0.2:
        line.pop("stock", None)
    return line


def _bytes(line: dict[str, Any]) -> bytes:
    fields = ("type", "seat", "tile", "with")
    return json.dumps({f: line[f] for f in fields if f in line}, separators=(",", ":")).encode()


def _readings(outcome: Any) -> set[str]:
    """Every equally good score, items as a multiset."""
    lists = [outcome["scores"], *outcome.get("alternatives", ())]
    return {
        _frozen([None if s is None else [s["total"], sorted(map(list, s["items"]))] for s in scores])
        for scores in lists
    }


def _frozen(value: Any) -> str:
    return json.dumps(value)


def _mine(outcome: Outcome) -> set[str]:
    lists = (outcome.scores, *outcome.others)
    return {
        _frozen([None if s is None else [s.total, sorted([i.id, i.value] for i in s.items)] for s in scores])
        for scores in lists
    }


def assert_same_outcome(mine: Outcome | None, theirs: dict[str, Any] | None, where: Any) -> None:
    """Outcome, winners, points and every best reading."""
    if mine is None or theirs is None:
        assert mine is theirs, where
        return
    assert (mine.outcome, list(mine.winners), list(mine.points)) == (
        theirs["outcome"], theirs["winners"], theirs["points"],
    ), where  # fmt: skip
    assert _mine(mine) == _readings(theirs), where


def _chows(rng: Random, count: int) -> list[AnyMove]:
    out = []
    for _ in range(count):
        pair = sorted(rng.sample(ZIPAI, 2), key=ZIPAI.index)
        out += [m for m in every_move(CODE, [rng.choice(ZIPAI)], [pair]) if m.verb == "chow"]
    return out


def compare_round(seed: int, bent: int = 40) -> Counter[str]:
    """One random round, step by step, in both; what was met on the way."""
    rng = Random(f"ax-slow/{seed}")
    rules = rules_of(rng)
    line = _deal(rng, rules, None)
    judge = slow.Round(rules, PLAYERS, line)
    table = open_table(GAME, _setup(line), options_of(CODE, rules))
    assert not isinstance(table, Violation), table
    greedy = rng.random()
    met: Counter[str] = Counter()
    while True:
        legal = judge.legal()
        mine = table.legal()
        right = {_bytes(move) for move in legal}
        where = (seed, met.total(), [plain_line(m) for m in table.moves[-4:]])  # type: ignore[attr-defined]
        assert {key(move) for move in mine} == right, where
        for move in (*mine, *rng.sample(POOL, bent), *_chows(rng, 2)):
            assert (table.check(move) is None) == (key(move) in right), (where, move)
        outcome = judge.outcome()
        assert_same_outcome(table.outcome(), outcome, where)
        if not legal or (outcome is not None and rng.random() < 0.2):
            assert outcome is not None
            met.update({outcome["outcome"]: 1, **{i[0]: 1 for s in outcome["scores"] or () if s for i in s["items"]}})
            return met
        move = GAME.choose(rng, table, mine) if rng.random() < greedy else rng.choice(mine)  # type: ignore[arg-type]
        met[move.verb] += 1
        judge.play(plain_line(move))
        table.play(move)


def slow_match(rng: Random, rounds: int = 3) -> Lines:
    """A random match played under both, with its results and totals."""
    rules = rules_of(rng)
    lines: Lines = [_head(rules)]
    previous: tuple[Any, ...] | None = None
    totals = [0] * 4
    for _ in range(rounds):
        line = _deal(rng, rules, previous)
        lines.append(line)
        table = open_table(GAME, _setup(line), options_of(CODE, rules))
        judge = slow.Round(rules, PLAYERS, line)
        assert not isinstance(table, Violation)
        while legal := table.legal():
            move = GAME.choose(rng, table, legal)  # type: ignore[arg-type]
            lines.append(plain_line(move))
            judge.play(lines[-1])
            table.play(move)
        outcome = judge.outcome()
        assert outcome is not None
        totals = [a + b for a, b in zip(totals, outcome["points"], strict=True)]
        result = {"type": "result", **{k: outcome[k] for k in ("outcome", "winners", "points", "scores")}}
        if not any(result["scores"] or ()):
            del result["scores"]
        lines.append(result)
        previous = (line, outcome)
    return [*lines, {"type": "end", "totals": totals}]


def _bend(lines: Lines, rng: Random) -> None:
    """One thing changed."""
    moves = [i for i, line in enumerate(lines) if line["type"] not in ("match", "round", "result", "end")]
    i = rng.choice(moves)
    what = rng.randrange(12)
    if what == 0:
        del lines[i]
    elif what == 1:
        lines.insert(i, copy([lines[rng.choice(moves)]])[0])
    elif what == 2:
        lines[i]["seat"] = rng.randrange(4)
    elif what == 3 and "tile" in lines[i]:
        lines[i]["tile"] = rng.choice(ZIPAI)
    elif what == 4:
        lines.insert(i, {"type": "pass", "seat": rng.randrange(4)})
    elif what == 5:
        lines.insert(i + 1, {"type": "win", "seat": rng.randrange(4), "tile": lines[i].get("tile", "s1")})
    elif what == 6:
        lines[i : i + 2] = reversed(lines[i : i + 2])
    elif what == 7:
        _bend_claim(lines, rng)
    elif what == 8:
        _bend_setup(lines, rng)
    elif what == 9 and "tile" in lines[i]:
        verb = rng.choice(("pung", "wei", "discard", "draw"))
        lines[i] = {"type": verb, "seat": lines[i]["seat"], "tile": lines[i]["tile"]}
    elif what == 10:
        lines[0]["rules"].update(rules_of(rng))
    elif "with" in lines[i]:
        lines[i]["with"][rng.randrange(2)] = rng.choice(ZIPAI)


def _bend_claim(lines: Lines, rng: Random) -> None:
    line = rng.choice([x for x in lines if x["type"] in ("result", "end")] or [lines[0]])
    if "totals" in line:
        line["totals"][rng.randrange(4)] += rng.choice((-1, 1, 0))
    elif "points" in line:
        what = rng.randrange(4)
        scored = [s for s in line.get("scores", ()) if s]
        if what == 0:
            line["points"][rng.randrange(4)] += rng.choice((-3, 1))
        elif what == 1:
            line["winners"] = [rng.randrange(4)]
        elif what == 2 and scored:
            scored[0]["items"] = scored[0]["items"][1:]
        elif scored:
            scored[0]["total"] += 1


def _bend_setup(lines: Lines, rng: Random) -> None:
    line = rng.choice([x for x in lines if x["type"] == "round"])
    hands = [h for h in line["hands"] if h]
    what = rng.randrange(4)
    if what == 0:
        line["dealer"] = rng.randrange(4)
    elif what == 1:
        hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    elif what == 2:
        hands[0][0] = rng.choice(ZIPAI)
    else:
        hands[0].append(hands[1].pop())


def compare_match(seed: int) -> bool:
    """One match as it is and bent: both find the first fault at the same place. Whether the bent one is wrong."""
    rng = Random(f"ax-match/{seed}")
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


@pytest.mark.parametrize("part", range(4))
def test_the_engine_and_the_slow_judge_agree_at_every_step_of_random_rounds(part: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(part * 25, part * 25 + 25):
        met += compare_round(seed)
    assert {"draw", "discard", "chow", "pung", "wei", "win", "pass", "dead"} <= set(met)


@pytest.mark.parametrize("text", sorted({*WRITTEN, *(text for text, *_ in BROKEN)}))
def test_they_agree_on_the_written_positions(text: str) -> None:
    """What random play hardly reaches: a dealer who cannot discard, a 煨 that leaves nothing, the last tile, …"""
    position = Position(text).run()
    line = plain_line(position.setup)
    rules = {"edition": 1, "min_xi": position.options.min_xi, "single_wait": position.options.single_wait}
    judge = slow.Round(rules, PLAYERS, line)
    table = open_table(GAME, position.setup, position.options)
    assert not isinstance(table, Violation)
    for move in (None, *position.open.moves):
        if move is not None:
            judge.play(plain_line(move))
            table.play(move)
        assert {key(m) for m in table.legal()} == {_bytes(m) for m in judge.legal()}
        assert_same_outcome(table.outcome(), judge.outcome(), text)


def test_the_audit_and_the_slow_judge_agree_on_bent_matches() -> None:
    assert sum(compare_match(seed) for seed in range(25)) > 12


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_they_agree_on_twelve_hundred_rounds_and_four_hundred_matches(part: int) -> None:
    for seed in range(1000 + part * 120, 1120 + part * 120):
        compare_round(seed)
    for seed in range(1000 + part * 40, 1040 + part * 40):
        compare_match(seed)
