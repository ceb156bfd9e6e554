"""邵陽剝皮: the engine against the slow judge written from the clauses alone, at every step of random rounds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest

from replay.audit import VALID, audit
from replay.engine import open_table
from replay.game import Violation
from replay.registry import get
from schemas.options import ShaoyangBopiOptions, options_of
from schemas.record import AnyMove, Setup
from schemas.tiles import ORDER, ZIPAI
from tests.games.shaoyang_bopi_records import CODE, PLAYERS
from tests.slow import shaoyang_bopi as slow
from tests.support.bend import OTHER_TILES, key
from tests.support.house import values
from tests.support.records import Lines, as_bytes, match_of, move_of, plain_line
from tests.support.slow import bent

GAME = get(CODE)
OPTIONS = values(CODE)


def random_rules(rng: Random) -> dict[str, Any]:
    """House rules; few xi are often enough, so that wins are met."""
    return {
        "edition": 1,
        "bi": rng.choice(("all", "possible")),
        "stale_win": rng.choice(("kind", "any")),
        "min_xi": rng.choice((0, 3, 6, 10, 10, 10, 15)),
        "settlement": rng.choice(("tally", "losers-pay")),
    }


def rich_deal(rng: Random) -> dict[str, Any]:
    """A deal in which one hand is full of 坎 or 提, up to seven, and the others of pairs."""
    dealer = rng.randrange(4)
    seats = [dealer, (dealer + 1) % 4, (dealer + 3) % 4]
    rest = [t for t in ZIPAI for _ in range(4)]
    hands: list[list[str] | None] = [None] * 4
    alike = rng.choice((3, 3, 3, 4, 2))
    for seat in rng.sample(seats, 3):
        hand: list[str] = []
        kinds = [t for t in ZIPAI if rest.count(t) >= alike]
        for tile in rng.sample(kinds, min(len(kinds), rng.randrange(2, 8))):
            if len(hand) + alike <= 20:
                hand += [tile] * alike
                for _ in range(alike):
                    rest.remove(tile)
        rng.shuffle(rest)
        hand += [rest.pop() for _ in range(20 - len(hand))]
        hands[seat] = sorted(hand, key=ORDER.__getitem__)
        alike = rng.choice((2, 3))
    turned = rest.pop()
    own = hands[dealer]
    assert own is not None
    if own[0] in rest and rng.random() < 0.5:
        rest.append(turned)
        turned = rng.choice([t for t in own if t in rest])
        rest.remove(turned)
    rng.shuffle(rest)
    return {"type": "round", "dealer": dealer, "hands": hands, "stock": rest, "turned": turned}


def random_deal(rng: Random, rules: dict[str, Any], previous: Any = None) -> dict[str, Any]:
    """A deal of the judge, of the engine's self-play, or a rich one."""
    kind = rng.random()
    if previous is not None or kind < 0.4:
        line = slow.deal(rng, rules, list(PLAYERS), previous)
    elif kind < 0.7:
        line = plain_line(GAME.deal(rng, ShaoyangBopiOptions(), PLAYERS, {"dealer": None}))
    else:
        line = rich_deal(rng)
    if previous is None and rng.random() < 0.15:
        line = {name: value for name, value in line.items() if name != "stock"}
    return line


def _setup(line: dict[str, Any]) -> Setup:
    return msgspec.json.decode(json.dumps(line).encode(), type=Setup)


def _other_chow(move: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A chow with other tiles, or with other groups laid down."""
    also = [list(group) for group in move.get("also", ())]
    move = {name: value for name, value in move.items() if name != "also"}
    what = rng.randrange(3)
    if what == 0:
        move["with"] = sorted(rng.choices(ZIPAI, k=2), key=ORDER.__getitem__)
    elif what == 1 and also:
        also.pop(rng.randrange(len(also)))
    else:
        also.append(sorted((move["tile"], *rng.choices(ZIPAI, k=2)), key=ORDER.__getitem__))
    if also:
        move["also"] = sorted(also, key=lambda group: [ORDER[t] for t in group])
    return move


def mutated(legal: list[dict[str, Any]], rng: Random) -> dict[str, Any]:
    """A move that is a legal one changed, or one out of the blue."""
    verbs = ("draw", "discard", "pung", "wei", "ti", "pao", "win", "pass", "chow")
    move = dict(rng.choice(legal)) if legal else {"type": "draw", "seat": 0, "tile": "s1"}
    what = rng.randrange(5)
    if what == 0:
        move["seat"] = rng.randrange(4)
    elif what == 1 and "tile" in move:
        move["tile"] = rng.choice((*ZIPAI, *OTHER_TILES))
    elif what == 2 and move["type"] == "chow":
        move = _other_chow(move, rng)
    else:
        seat = rng.randrange(4) if what == 3 else move["seat"]
        tile = rng.choice(ZIPAI) if what == 3 else move.get("tile", "s1")
        move = {"type": rng.choice(verbs), "seat": seat, "tile": tile}
        if move["type"] == "chow":
            move["with"] = sorted(rng.choices(ZIPAI, k=2), key=ORDER.__getitem__)
        if move["type"] == "pass":
            del move["tile"]
    return move


def _outcome(mine: Any) -> Any:
    """An outcome as the judge states it, every best reading in a fixed order."""
    if mine is None:
        return None
    readings = []
    for scores in (mine.scores, *mine.others):
        readings.append([s and {"total": s.total, "items": sorted([i.id, i.value] for i in s.items)} for s in scores])
    return [mine.outcome, list(mine.winners), list(mine.points), sorted(readings, key=str)]


def _theirs(outcome: dict[str, Any] | None) -> Any:
    if outcome is None:
        return None
    readings = []
    for scores in (outcome["scores"], *outcome["alternatives"]):
        readings.append([s and {"total": s["total"], "items": sorted(map(list, s["items"]))} for s in scores])
    return [outcome["outcome"], list(outcome["winners"]), list(outcome["points"]), sorted(readings, key=str)]


def _chosen(policy: str, rng: Random, table: Any, legal: list[AnyMove]) -> AnyMove:
    """By self-play's policy, at random, or at random without wins or without passes."""
    if policy == "self-play":
        return GAME.choose(rng, table, legal)
    shy = {"any": (), "no-pass": ("pass",), "no-win": ("win", "pass")}[policy]
    return rng.choice([move for move in legal if move.verb not in shy] or legal)


def compare_round(seed: int) -> Counter[str]:
    """One random round, step by step, in both; what was met on the way."""
    rng = Random(f"bp-slow/{seed}")
    rules = random_rules(rng)
    line = random_deal(rng, rules)
    judge = slow.Round(rules, list(PLAYERS), line)
    table = open_table(GAME, _setup(line), options_of(CODE, rules))
    assert not isinstance(table, Violation), table
    policy = rng.choice(("any", "self-play", "self-play", "no-pass", "no-win"))
    met: Counter[str] = Counter()
    while True:
        theirs, mine = judge.legal(), table.legal()
        right = {key(move_of(move)) for move in theirs}
        assert {key(move) for move in mine} == right, (seed, met.total())
        assert all(table.check(move) is None for move in mine), seed
        for _ in range(6):
            move = move_of(mutated(theirs, rng))
            assert (table.check(move) is None) == (key(move) in right), (seed, move)
        outcome = judge.outcome()
        assert _outcome(table.outcome()) == _theirs(outcome), seed
        if outcome is not None and (not mine or rng.random() < 0.3):
            return met + _met(table.outcome(), judge)
        chosen = _chosen(policy, rng, table, mine)
        met[chosen.verb] += 1
        judge.play(plain_line(chosen))
        table.play(chosen)


def _met(outcome: Any, judge: Any) -> Counter[str]:
    """What a finished round shows."""
    met = Counter({outcome.outcome: 1})
    if outcome.winners:
        met[outcome.facts["how"]] += 1
        met[str(outcome.facts["bonus"])] += 1
        met["last-tile"] += outcome.facts["last_tile"]
        met["several-readings"] += bool(outcome.others)
        met.update(item.id for score in outcome.scores if score for item in score.items)
    return met


def slow_match(rng: Random, rounds: int = 3) -> Lines:
    """A random match played by the slow judge, with its results and totals."""
    rules = random_rules(rng)
    if rng.random() < 0.3:
        rules["target"] = rng.choice((100, 150))
    lines: Lines = [
        {"type": "match", "format": "paipu/1", "game": CODE, "rules": rules, "players": list(PLAYERS)},
    ]
    previous, totals = None, [0] * 4
    for _ in range(rounds):
        line = random_deal(rng, rules, previous)
        judge = slow.Round(rules, list(PLAYERS), line)
        lines.append(line)
        while legal := judge.legal():
            wins = [move for move in legal if move["type"] == "win"]
            lines.append(rng.choice(wins if wins and rng.random() < 0.7 else legal))
            judge.play(lines[-1])
        outcome = judge.outcome()
        totals = [a + b for a, b in zip(totals, outcome["points"], strict=True)]
        lines.append({"type": "result", **{k: outcome[k] for k in ("outcome", "winners", "points", "scores")}})
        previous = (line, outcome)
        if rules.get("target") and max(totals) >= rules["target"]:
            break
    return [*lines, {"type": "end", "totals": totals}]


def _first(places: Iterable[tuple[int | None, int | None]]) -> dict[int | None, int | None]:
    """Round to the move of its first violation (a claim in ``result`` comes after every move)."""
    found: dict[int | None, int | None] = {}
    for at, move in places:
        known = found.setdefault(at, move)
        if known is None or (move is not None and move < known):
            found[at] = move
    return found


def compare_match(seed: int) -> bool:
    """One match as it is and bent: both find the same at the same places. Whether the bent one is wrong at all."""
    rng = Random(f"bp-match/{seed}")
    lines = slow_match(rng)
    assert slow.judge(lines) == [], seed
    verdict = audit(match_of(as_bytes(lines)))
    assert (verdict.verdict, verdict.violations) == (VALID, []), seed
    wrong = bent(lines, rng, OPTIONS)
    theirs = slow.judge(wrong)
    mine = audit(match_of(as_bytes(wrong))).violations
    right = _first((fault["round"], fault["move"]) for fault in theirs)
    assert _first((v.round, v.move) for v in mine) == right, (seed, mine, theirs)
    return bool(mine)


def test_the_engine_and_the_slow_judge_agree_at_every_step_of_random_rounds() -> None:
    met: Counter[str] = Counter()
    for seed in range(120):
        met += compare_round(seed)
    assert {"draw", "discard", "chow", "pung", "wei", "ti", "pao", "win", "pass", "dead", "self-draw"} <= set(met)


def test_the_audit_and_the_slow_judge_agree_on_bent_matches() -> None:
    assert sum(compare_match(seed) for seed in range(40)) > 25


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_they_agree_on_four_thousand_rounds_and_a_thousand_matches(part: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(1000 + part * 400, 1400 + part * 400):
        met += compare_round(seed)
    for seed in range(1000 + part * 100, 1100 + part * 100):
        compare_match(seed)
    assert {"zi-mo", "di-hu", "turned", "kan", "wei", "pung", "pao", "ti", "123", "2-7-10"} <= set(met), met
