"""香港麻雀: the engine against the slow judge, written from the clauses alone, at every step of random rounds."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from replay.audit import VALID, audit
from replay.engine import open_table
from replay.game import Outcome, Violation
from replay.games.hk_mahjong import GAME
from replay.selfplay import play_match
from schemas.options import EXTRA_IDS, LIMIT_IDS, options_of
from schemas.record import Setup
from schemas.tiles import MAHJONG, ORDER
from tests.slow import hk_mahjong as slow
from tests.support.records import Lines, as_bytes, copy, match_of, move_of, plain, plain_line

PLAYERS = ["A", "B", "C", "D"]
HOUSE: dict[str, tuple[Any, ...]] = {
    "flowers": (False,), "multi_win": ("nearest", "fastest"), "same_turn": ("any", "off"), "seven_pairs": (4, 1, 13),
    "min_faan": (0, 1, 2, 5), "flowers_count_to_min": (False,), "draw_dealer": ("passes",),
    "all_chows_pair": ("number",), "concealed_with_flowers": (True,), "last_discard": (False,),
    "nine_gates": ("any-wait", "open"), "heavenly_fan": (5, 12, 1), "human": (3, 13), "cap": ("none", 10, 8, 4, 4, 1),
    "doubling": ("spicy",), "liability": ("half",), "bao": (False,), "false_win_price": ("share",),
    "false_win_dealer": ("passes",), "base": (8,),
}  # fmt: skip


def house_rules(rng: Random) -> dict[str, Any]:
    """A random rule set as a record states it."""
    rules: dict[str, Any] = {"edition": 1}
    rules.update({name: rng.choice(some) for name, some in HOUSE.items() if rng.random() < 0.3})
    for name, ids in (("extra_patterns", EXTRA_IDS), ("limit_patterns", LIMIT_IDS)):
        if rng.random() < 0.4:
            rules[name] = sorted(rng.sample(ids, rng.randint(1, 6)))
    fans = {
        "seven-pairs": rules.get("seven_pairs", 0), "human": rules.get("human", 0),
        "heavenly": rules.get("heavenly_fan", 13), "earthly": rules.get("heavenly_fan", 13),
    }  # fmt: skip
    if "limit_patterns" in rules:  # hk.limit: of 8 fan and more
        rules["limit_patterns"] = [id for id in rules["limit_patterns"] if fans.get(id, 8) >= 8]
    if rules.get("cap") == 4:
        rules.update(rng.choice(({}, {"hot_triple": 3, "hot_double": 1.5}, {"hot_double": 2}, {"hot_triple": 2})))
    cap = rules.get("cap", 13)
    if cap != "none":
        rules["min_faan"] = min(rules.get("min_faan", 3), cap)
    return rules


def _key(line: dict[str, Any]) -> str:
    return json.dumps(line, sort_keys=True)


def _bent(rng: Random, line: dict[str, Any]) -> dict[str, Any]:
    """A move changed in one thing."""
    line = json.loads(json.dumps(line))
    what = rng.randrange(5)
    if what == 0:
        line["seat"] = rng.randrange(4)
    elif what == 1 and "tile" in line:
        line["tile"] = rng.choice(MAHJONG)
    elif what == 2 and line["type"] == "draw":
        line = {k: v for k, v in line.items() if k != "from"} if "from" in line else {**line, "from": "back"}
    elif what == 3 and "with" in line:
        line["with"] = sorted(rng.sample(MAHJONG, 2), key=ORDER.__getitem__)
    else:
        verb = rng.choice(("draw", "discard", "pung", "win", "flower", "pass", "kong", "foul"))
        tile = {} if verb in ("pass", "foul") else {"tile": line.get("tile") or rng.choice(MAHJONG)}
        kinds = {"kong": ("exposed", "concealed", "added"), "foul": ("false-win", "wrong-count", "flower")}
        kind = {"kind": rng.choice(kinds[verb])} if verb in kinds else {}
        line = {"type": verb, "seat": rng.choice((line["seat"], rng.randrange(4))), **tile, **kind}
    return line


def _readings(scores: list[Any]) -> set[str]:
    plain_ = [[None if s is None else [s["total"], sorted(map(list, s["items"]))] for s in some] for some in scores]
    return set(map(json.dumps, plain_))


def _mine(outcome: Outcome) -> set[str]:
    plain_ = [
        [None if s is None else {"total": s.total, "items": [(i.id, i.value) for i in s.items]} for s in some]
        for some in (outcome.scores, *outcome.others)
    ]
    return _readings(plain_)


def assert_same_outcome(mine: Outcome | None, theirs: dict[str, Any] | None) -> None:
    """Outcome, winners, points and every best reading."""
    assert (mine is None) == (theirs is None)
    if mine is None or theirs is None:
        return
    assert (mine.outcome, list(mine.winners)) == (theirs["outcome"], sorted(theirs["winners"]))
    assert list(mine.points) == list(theirs["points"])
    if mine.outcome == "win":
        assert _mine(mine) == _readings([theirs["scores"], *theirs.get("alternatives", [])])


def _deal(rng: Random, rules: dict[str, Any]) -> tuple[dict[str, Any], Setup]:
    line = slow.deal(rng, rules, PLAYERS, None, luck=rng.choice((0, 0.5, 0.8, 1)), stock=rng.random() < 0.6)
    line["wind"] = rng.choice("ESWN")
    head = {"type": "match", "format": "paipu/1", "game": "hk-mahjong", "rules": rules, "players": PLAYERS}
    setup = match_of([head, line]).rounds[0].setup
    assert setup is not None
    return line, setup


def compare_round(seed: int) -> Counter[str]:
    """One random round, step by step, in both; what was met on the way."""
    rng = Random(f"hk-slow/{seed}")
    rules = house_rules(rng)
    line, setup = _deal(rng, rules)
    judge, table = slow.Round(rules, PLAYERS, line), open_table(GAME, setup, options_of("hk-mahjong", rules))
    assert not isinstance(table, Violation), table
    claims, met = rng.choice((0.1, 1, 3)), Counter[str]()
    while True:
        legal, mine = judge.legal(), table.legal()
        right = {_key(move) for move in legal}
        assert {_key(plain_line(move)) for move in mine} == right, seed
        assert len(mine) == len(legal) == len(right)
        assert [move for move in mine if table.check(move) is not None] == []
        for move in [_bent(rng, rng.choice(legal)) for _ in range(3 if legal else 0)]:
            assert (table.check(move_of(move)) is None) == (_key(move) in right), (seed, move)
        outcome = judge.outcome()
        assert_same_outcome(table.outcome(), outcome)
        if outcome is not None and (not legal or rng.random() < 0.3):
            met[outcome["outcome"]] += 1
            met.update(item for score in outcome["scores"] if score for item, _ in score["items"])
            return met
        chosen = slow.pick(rng, judge, claims)
        met[chosen["type"]] += 1
        judge.play(chosen)
        table.play(move_of(chosen))


@pytest.mark.parametrize("part", range(10))
def test_the_engine_equals_the_slow_judge_at_every_step(part: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(10 * part, 10 * part + 10):
        met += compare_round(seed)
    assert met["win"] >= 3, "too few wins to say anything"
    assert met["chow"] + met["pung"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("part", range(40))
def test_the_engine_equals_the_slow_judge_in_thousands_of_rounds(part: int) -> None:
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        compare_round(seed)


def _moves(lines: Lines) -> list[int]:
    return [i for i, line in enumerate(lines) if line["type"] not in ("match", "round", "result", "end")]


def _swap_two(rng: Random, lines: Lines) -> None:
    moves = _moves(lines)
    at = rng.choice(moves[:-1] or moves)
    if lines[at + 1]["type"] not in ("round", "result", "end"):
        lines[at], lines[at + 1] = lines[at + 1], lines[at]


def _insert(rng: Random, lines: Lines) -> None:
    at = rng.choice(_moves(lines))
    seat, tile = rng.randrange(4), lines[at].get("tile", "1m")
    more: tuple[dict[str, Any], ...] = (
        {"type": "pass", "seat": seat}, {"type": "foul", "seat": seat, "kind": "wrong-count"},
        {"type": "foul", "seat": seat, "kind": "false-win"}, {"type": "win", "seat": seat, "tile": tile},
    )  # fmt: skip
    lines.insert(at, rng.choice(more))


def _bend_move(rng: Random, lines: Lines) -> None:
    at = rng.choice(_moves(lines))
    lines[at] = _bent(rng, lines[at])


def _drop_line(rng: Random, lines: Lines) -> None:
    del lines[rng.randrange(1, len(lines) - 1)]


def _bend_result(rng: Random, lines: Lines) -> None:
    result = rng.choice([line for line in lines if line["type"] == "result"] or [lines[-1]])
    if result["type"] == "end":
        result["totals"][0] += 1
        return
    what = rng.randrange(4)
    if what == 0:
        result["points"] = result["points"][1:] + result["points"][:1]
    elif what == 1:
        result["winners"] = sorted(set(result["winners"]) ^ {rng.randrange(4)})
    elif what == 2:
        result["outcome"] = rng.choice(("win", "draw", "foul"))
    else:
        for score in result.get("scores") or ():
            if score:
                score["items"] = score["items"][1:]


def _bend_setup(rng: Random, lines: Lines) -> None:
    setup = rng.choice([line for line in lines if line["type"] == "round"])
    what = rng.randrange(4)
    if what == 0:
        setup["dealer"] = rng.randrange(4)
    elif what == 1:
        setup["wind"] = rng.choice("ESWN")
    elif what == 2:
        setup.pop("stock", None)
    else:
        setup["hands"][rng.randrange(4)][0] = rng.choice(MAHJONG)


BENDS = (_swap_two, _insert, _insert, _bend_move, _bend_move, _drop_line, _bend_result, _bend_setup)


def _first(found: list[Any]) -> tuple[Any, Any] | None:
    if not found:
        return None
    first = found[0]
    return (first["round"], first["move"]) if isinstance(first, dict) else (first.round, first.move)


def compare_matches(seed: int) -> int:
    """A match of self-play and bent copies of it: both find the same first violation. How many copies are wrong."""
    rng = Random(f"hk-match/{seed}")
    rules = house_rules(rng)
    match = play_match("hk-mahjong", rng, rng.choice((1, 2, 3)), options_of("hk-mahjong", rules))
    whole = plain(match.canonical)
    assert slow.judge(whole) == []
    assert audit(match_of(whole)).verdict == VALID
    wrong = 0
    for _ in range(5):
        lines = copy(whole)
        rng.choice(BENDS)(rng, lines)
        theirs = _first(slow.judge(lines))
        assert _first(audit(match_of(as_bytes(lines))).violations) == theirs, seed
        wrong += theirs is not None
    return wrong


def test_bent_matches_have_the_same_first_violation() -> None:
    assert sum(compare_matches(seed) for seed in range(6)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_bent_matches_have_the_same_first_violation(part: int) -> None:
    for seed in range(100 + 20 * part, 120 + 20 * part):
        compare_matches(seed)


