"""靈溪麻將: deals written for what random play hardly ever reaches, each a whole record with its wall.

The notation is that of the rules page. Every deal names the seat, the item it is written for, and that item's tai.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from replay.audit import INVALID, VALID
from replay.engine import open_table
from replay.games.lingxi_mahjong import GAME
from schemas.options import LingxiMahjongOptions
from tests.games.lingxi import CODE, Position, move_of
from tests.support.records import Lines, judged, places
from tests.support.written import match_lines, scored


@dataclass(frozen=True)
class Deal:
    """A written deal: who wins, the item it is for and its tai, and who pays everything (-1: nobody)."""

    text: str
    winner: int
    item: tuple[str, int]
    liable: int = -1


FIVE_PUNGS = """0: 1m
1: 1m*2 2p*2 3s*2 7m*2 8p*2 {last} E S W N 5p
stock: 2p 3s 7m 8p {tile}
0 discard 1m; 1 pung 1m; 1 discard E
2 draw 2p; 2 discard 2p; 1 pung 2p; 1 discard S
2 draw 3s; 2 discard 3s; 1 pung 3s; 1 discard W
2 draw 7m; 2 discard 7m; 1 pung 7m; 1 discard N
2 draw 8p; 2 discard 8p; 1 pung 8p; 1 discard 5p
2 draw {tile}; 2 discard {tile}; 1 win {tile}"""
WAITS_FOR_EAST = "1: 123m 456m 789m 123p 456p E"
DEALS: dict[str, Deal] = {
    "單釣將": Deal(FIVE_PUNGS.format(last="9s", tile="9s"), 1, ("single-wait", 13)),
    "單釣將, a wild": Deal("indicators: 5m C\n" + FIVE_PUNGS.format(last="5m", tile="4s"), 1, ("single-wait", 7)),
    "四風齊 包賠": Deal(
        """0: E S W N
        1: E*2 S*2 W*2 N 147p 123s 456s
        stock: 2p 3p 2s 2p 3p 2s 2p 3p 2s
        0 discard E; 1 pung E; 1 discard 1p; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard 3p; 0 draw 2s
        0 discard S; 1 pung S; 1 discard 4p; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard 3p; 0 draw 2s
        0 discard W; 1 pung W; 1 discard 7p; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard 3p; 0 draw 2s
        0 discard N; 1 win N""",
        1, ("four-winds", 13), 0,
    ),
    "四風齊 包賠, a robbed kong": Deal(
        """indicators: 5m C
        0: E S W N*2
        1: E*2 S*2 W*2 5m 147p 123s 456s
        3: N
        stock: 2p 3p 2s 2p 3p 2s 3p N
        0 discard E; 1 pung E; 1 discard 1p; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard N; 0 pung N
        0 discard S; 1 pung S; 1 discard 4p; 2 draw 2s; 2 discard 2s; 3 draw 2p; 3 discard 2p; 0 draw 3p
        0 discard W; 1 pung W; 1 discard 7p; 2 draw 2s; 2 discard 2s; 3 draw 3p; 3 discard 3p; 0 draw N
        0 kong N added; 1 win N""",
        1, ("four-winds", 13), 0,
    ),
    "搶槓胡": Deal(
        """0: 5m
        1: 5m*2 1p
        3: 46m 123m 789m 123p 7p*3 9s*2
        stock: E 1p W 5m
        0 discard 5m; 1 pung 5m; 1 discard 1p; 2 draw E; 2 discard E; 3 draw 1p; 3 discard 1p; 0 draw W; 0 discard W
        1 draw 5m; 1 kong 5m added; 3 win 5m""",
        3, ("rob-kong", 3),
    ),
    "槓上開花": Deal(
        "0: 1m*4 123s 456s 789s 22p 46p\nback: 5p\n0 kong 1m concealed; 0 draw 5p back; 0 win 5p", 0, ("kong-draw", 3),
    ),
    "last four, played": Deal(
        f"rules last_four_played=true\n0: E\n{WAITS_FOR_EAST}\n2: E\n3: E\nuntil 23\n2 discard E; 1 win E",
        1, ("wild", 3), 2,
    ),
    "殺豬": Deal("indicators: 5m C\n0: 5m*3 C 147p 258s 369s 1p 2p E W\n0 win C", 0, ("slaughter", 13)),
    "殺豬胡": Deal("indicators: 5m C\n0: 5m*3 C 123s 456s 789p 222p W\n0 win W", 0, ("slaughter-win", 13)),
    "殺豬胡, five wilds": Deal(
        "indicators: 5m C\n0: 5m*3 C*2 123s 456s 12p 78p E*2\n0 win E", 0, ("slaughter-win", 26),
    ),
    "殺豬胡, six wilds": Deal(
        "indicators: 5m C\n0: 5m*3 C*3 123s N*3 12p 78p 9m\n0 win 9m", 0, ("slaughter-win", 52),
    ),
    "財神匯": Deal(
        "indicators: 5m C\n0: E\n1: 5m*3 1p*3 3p*3 7s*3 8m*3 9s\nstock: 9s\n0 discard E; 1 draw 9s; 1 win 9s",
        1, ("wild-gathering", 7),
    ),
    "花胡": Deal(
        """0: f1 f2 f3 f4 q1 q2 q3 E W
        back: 1s 2s q4 3s 4s
        0 kong f1 concealed; 0 flower q1; 0 flower q2; 0 flower q3
        0 draw 1s back; 0 draw 2s back; 0 draw q4 back; 0 draw 3s back; 0 flower q4; 0 win q4""",
        0, ("flower-win", 52),
    ),
    "地胡": Deal(f"0: E\n{WAITS_FOR_EAST}\n0 discard E; 1 win E", 1, ("earthly", 13)),
}  # fmt: skip


def _last_drawn() -> Position:
    """海底撈月: seat 1 draws the last tile above the reserve, and it is the 9s that it waits for.

    Everything is drawn and thrown until then, so that tile has to change places with a 9s that lay further in front.
    """
    position = Position("indicators: E E\n0: E*2\n1: 123m 456m 789m 123p 456p 9s\nuntil 21")
    stock = position.setup.stock
    assert stock is not None
    before, last = stock.index("9s"), 44
    stock[before], stock[last] = stock[last], "9s"
    position.table = open_table(GAME, position.setup, position.options)  # type: ignore[assignment]
    position.run()
    position.play(move_of("1 draw 9s"))
    position.play(move_of("1 win 9s"))
    return position


FOULS = Position(
    """0: E W
    1: E*2
    1 foul wrong-draw; 2 foul bad-claim; 3 foul flower; 0 discard E; 0 foul wrong-count
    until 20"""
).run()
PASSED = Position("0: E\n1: E*2\nstock: 2p\n0 discard E; 1 pass; 1 draw 2p\nuntil 20").run()
TWICE_AROUND = [Position(f"rules deals_each=2\ndealer {n % 4}\n{n % 4} foul false-win").run() for n in range(8)]


def _record(*positions: Position) -> Lines:
    rounds = [(position.setup, position.open.log, position.outcome) for position in positions]
    return match_lines(CODE, positions[0].options, rounds)


MATCHES: dict[str, Lines] = {
    **{name: _record(Position(deal.text).run()) for name, deal in DEALS.items()},
    "海底撈月": _record(_last_drawn()),
    "犯規": _record(FOULS),
    "過": _record(PASSED),
    "兩圈": _record(*TWICE_AROUND),
}
BROKEN: dict[str, tuple[Lines, str]] = {
    "a ninth deal after two rounds of deals": (_record(*TWICE_AROUND, TWICE_AROUND[0]), "lx.next"),
}
"""A fault, and the clause that it is against."""


@pytest.mark.parametrize("name", MATCHES)
def test_a_written_deal_is_valid_with_its_whole_wall(name: str) -> None:
    lines = MATCHES[name]
    assert all(len(line["stock"]) == 77 for line in lines if line["type"] == "round")
    verdict = judged(lines)
    assert (verdict.verdict, verdict.violations) == (VALID, [])


@pytest.mark.parametrize("name", DEALS)
def test_a_written_deal_scores_what_it_is_written_for(name: str) -> None:
    deal = DEALS[name]
    outcome, tally = scored(MATCHES[name], deal.winner)
    assert outcome.winners == (deal.winner,)
    assert deal.item in [(item.id, item.value) for item in tally.items]
    assert outcome.facts["liable"] == (None if deal.liable < 0 else deal.liable)


def test_the_last_tile_above_the_reserve_may_win() -> None:
    (outcome,) = judged(MATCHES["海底撈月"]).outcomes
    assert outcome is not None
    assert outcome.facts["wall"] == 20
    assert ("last-four", 3) in [(item.id, item.value) for item in outcome.scores[1].items]  # type: ignore[union-attr]


def test_a_match_of_two_deals_each_ends_after_eight() -> None:
    assert TWICE_AROUND[0].options == LingxiMahjongOptions(deals_each=2)
    lines, clause = BROKEN["a ninth deal after two rounds of deals"]
    verdict = judged(lines)
    assert verdict.verdict == INVALID
    assert places(verdict.violations)[0] == (9, 0)
    assert verdict.violations[0].clause == clause
