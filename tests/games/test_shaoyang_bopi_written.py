"""邵陽剝皮: deals written for what random play hardly ever reaches, each a whole record with its stock.

Hands and stock are filled up as in ``shaoyang_bopi_records``; moves that end in … are played to the end of the stock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from replay.audit import INVALID, VALID, audit
from tests.games.shaoyang_bopi_records import Rnd, filled, header, lines_of, played_out, record
from tests.games.test_shaoyang_bopi import LETS_GO, TIAN_HU
from tests.support.reach_ids import round_ids
from tests.support.records import Lines, judged, match_of, places, plain_line


@dataclass(frozen=True)
class Deal:
    """A written deal, the sort and name of the id it is written for, and its house rules."""

    round: Rnd
    id: tuple[str, str]
    rules: tuple[tuple[str, Any], ...] = ()


MIXED = "b1 b1 b1 b3 b3 b3 s2 s3 b5 b6 b7 s5 s6 s7 s8 s8 b8 s9 b9 b9"
"""Waits for s1 and s4, with two 絞."""
IDLE = "b2 b4 b2 b4 s3 s7 b6 b10 s5 s6 b5 b7 b8 b10 s9 b2 b4 b6"
"""Eighteen tiles that MIXED neither needs nor may let go."""
DEALS: dict[str, Deal] = {
    "絞": Deal(
        Rnd(0, "s10", {0: "b2", 3: MIXED}, "b2 b4 s4", "0 -b2, 1 +b2, 3 +b4, 0 +s4, 3 win s4"), ("item", "mixed"),
    ),
    "比": Deal(
        Rnd(0, "b10", {0: "s4 s1", 1: "s2 s3 s4 b4 b4"}, "", "0 -s4, 1 chow s4 s2 s3 / s4 b4 b4, 1 -b1…"),
        ("verb", "chow/also"),
    ),
    "雙提": Deal(
        Rnd(0, "b10", {0: "s1", 1: "s3 s3 s3 s3 s4 s4 s4 s4"}, "", "1 ti s3, 1 ti s4, 0 -s1…"),
        ("case", "two opening ti"),
    ),
    "the last tile": Deal(
        Rnd(0, "s10", {0: "b2 s4 s4", 1: "s4", 3: MIXED}, f"{IDLE} s4", "0 -b2… 3 win s4"),
        ("case", "won on the last tile"),
    ),
    "臭偎": Deal(
        Rnd(0, "b10", {0: "s5", 1: "s5 s5"}, "b8 b9 b7 s5", "0 -s5, 1 +b8, 3 +b9, 0 +b7, 1 +s5, 1 wei s5, 1 -b1…"),
        ("case", "stale wei"),
    ),
    "a second 跑": Deal(
        Rnd(0, "b10", {0: "s1 s4", 1: "s1 s1 s1 s3 s3 s3"}, "s3", "0 -s1, 1 pao s1, 1 -b1…"),
        ("case", "a second pao or ti"),
    ),
}  # fmt: skip


def _lines(deal: Deal) -> Lines:
    """The deal as a match, with the result that it comes to."""
    rules = dict(deal.rules)
    before, idle, after = deal.round.moves.partition("…")
    setup, moves = filled(deal.round), lines_of(before)
    if idle:
        moves = [*moves, *played_out(setup, moves, rules), *lines_of(after)]
    lines = [header(**rules), setup, *moves]
    (outcome,) = judged(lines).outcomes
    return lines if outcome is None else [*lines, plain_line(outcome.as_result())]


def _two_winners() -> Lines:
    """A score line; among moves the second win is over already."""
    line = {"type": "result", "outcome": "win", "winners": [0, 1], "points": [31, 0, 16, 0]}
    return [header(), {"type": "round", "dealer": 0, "hands": None}, line]


MATCHES: dict[str, Lines] = {name: _lines(deal) for name, deal in DEALS.items()}
BROKEN: dict[str, tuple[Lines, str, tuple[int, int | None]]] = {
    "a fifth round after the target": (record(*[TIAN_HU] * 5, target=100), "bp.match", (5, 0)),
    "two winners": (_two_winners(), "bp.order", (1, None)),
    "a win after one of another kind was let go": (record(LETS_GO, stale_win="any"), "bp.stale-win", (1, 5)),
}
"""A fault, the clause that it is against, and its round and move."""


@pytest.mark.parametrize("name", MATCHES)
def test_a_written_deal_is_valid_with_its_whole_stock(name: str) -> None:
    lines = MATCHES[name]
    assert len(lines[1]["stock"]) == 19
    verdict = judged(lines)
    assert (verdict.verdict, verdict.violations) == (VALID, [])
    assert lines[-1]["type"] == "result"


@pytest.mark.parametrize("name", DEALS)
def test_a_written_deal_reaches_what_it_is_written_for(name: str) -> None:
    match = match_of(MATCHES[name])
    (r,), (outcome,) = match.rounds, audit(match).outcomes
    assert DEALS[name].id in round_ids("shaoyang-bopi", match.options, r.setup, r.moves, outcome)


@pytest.mark.parametrize("name", BROKEN)
def test_a_written_fault_is_found_where_it_is(name: str) -> None:
    lines, clause, place = BROKEN[name]
    verdict = judged(lines)
    assert verdict.verdict == INVALID
    assert verdict.violations[0].clause == clause
    assert places(verdict.violations)[0] == place
