"""香港麻雀: deals written for what random play hardly ever reaches, each a whole record with its wall.

The notation is that of the rules page. Every deal names the seat and the item it is written for.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from replay.audit import VALID
from schemas.options import LIMIT_IDS
from tests.games.hk_mahjong_rounds import GAME_CODE, Example
from tests.support.records import Lines, judged
from tests.support.written import match_lines, scored, walled

ROUND = "1 +{idle}; 1 -{idle}; 2 +{idle}; 2 -{idle}; 3 +{idle}; 3 -{idle}; 0 +{tile}; 0 -{tile}"
"""After a first discard: three draws that nobody wants, and a second discard of seat 0."""
KONGS = "1: 111m 222p 333s 999m 5m"


@dataclass(frozen=True)
class Deal:
    """A written deal: who wins, the item it is for, and who pays everything (-1: nobody)."""

    text: str
    winner: int
    item: str
    liable: int = -1
    rules: str = ""


def _on(hand: str, tile: str, idle: str = "W") -> str:
    """Seat 2 wins on what seat 0 throws in its second turn."""
    return f"0: E\n2: {hand}\n0 -E\n{ROUND.format(idle=idle, tile=tile)}; 2 win {tile}"


DEALS: dict[str, Deal] = {
    "連槓開花": Deal(
        """0: 1111m 2222p 345s 99s 6p
        0 kong 1m concealed; 0 <7p; 0 kong 2p concealed; 0 <8p; 0 win 8p""",
        0, "double-kong-draw",
    ),
    "槓上開花": Deal(
        "0: 1111m 345s 99s 67p 555p\n0 kong 1m concealed; 0 <8p; 0 win 8p", 0, "kong-draw", rules="min_faan=0",
    ),
    "花么九": Deal(_on("11m 999p 111s EEE NN", "1m"), 2, "mixed-terminals"),
    "小三元": Deal(_on("CCC FFF PP 234m 56p", "7p"), 2, "small-dragons"),
    "大三元": Deal(_on("CCC FFF PP 234m 99p", "P"), 2, "big-dragons"),
    "發": Deal(_on("FFF 234m 56p 99s 678s", "7p"), 2, "dragon-F", rules="min_faan=0"),
    "白": Deal(_on("PPP 234m 56p 99s 678s", "7p"), 2, "dragon-P", rules="min_faan=0"),
    "字一色": Deal(_on("WW SSS CCC FFF NN", "W", "6p"), 2, "all-honours"),
    "清么九": Deal(_on("111m 999m 111p 99p 11s", "9p"), 2, "all-terminals"),
    "坎坎糊": Deal(
        "0: E\n2: 222m 555m 888p 33s 77s\n0 -E; 1 +E; 1 -E; 2 +3s; 2 win 3s", 2, "all-concealed-pungs",
    ),
    "九子連環": Deal(_on("1112345678999p", "5p"), 2, "nine-gates"),
    "大四喜": Deal(_on("EEE SSS WW NNN 55m", "W", "6p"), 2, "big-winds"),
    "小四喜": Deal(_on("EEE SSS WW NN 234m", "N", "6p"), 2, "small-winds"),
    "十三么": Deal(_on("19m 19p 1s ESWNCFPP", "9s", "6p"), 2, "thirteen-orphans"),
    "七對": Deal(_on("1133m 5577p 2266s 9m", "9m"), 2, "seven-pairs", rules="seven_pairs=4"),
    "天糊": Deal("0: 123m 456p 99s 678s 777p\n0 win 1m", 0, "heavenly"),
    "地糊": Deal("0: 5m\n2: 46m 234m 456p 99s 678s\n0 -5m; 2 win 5m", 2, "earthly"),
    "人糊": Deal("0: E\n2: 46m 234m 456p 99s 678s\n0 -E; 1 +5m; 1 -5m; 2 win 5m", 2, "human", rules="human=3"),
    "綠一色": Deal(_on("222333s 666s 888s F", "F"), 2, "all-green", rules="extra_patterns=all-green"),
    "紅孔雀": Deal(_on("111s 555s 777s 99s CC", "C"), 2, "red-peacock", rules="extra_patterns=red-peacock"),
    "一般高": Deal(
        _on("123123m 456p 99s 78s", "6s"), 2, "identical-chows-2", rules="min_faan=0 extra_patterns=identical-chows-2",
    ),
    "三般高": Deal(
        _on("123123123m 456p 9s", "9s"), 2, "identical-chows-3", rules="min_faan=0 extra_patterns=identical-chows-3",
    ),
    "四般高": Deal(
        _on("123123123123m 9s", "9s"), 2, "identical-chows-4", rules="min_faan=0 extra_patterns=identical-chows-4",
    ),
    "大花糊": Deal(
        """0: f1234 q1234
        0 flower f1; 0 <1p; 0 flower f2; 0 <2p; 0 flower f3; 0 <3p; 0 flower f4; 0 <4p
        0 flower q1; 0 <5p; 0 flower q2; 0 <6p; 0 flower q3; 0 <7p; 0 flower q4; 0 win q4""",
        0, "eight-flowers", rules="flowers=true",
    ),
    "搶槓": Deal(
        """0: 5m
        1: 55m 1p
        3: 234m 456p 99s 678s 46m
        0 -5m; 1 pung 5m; 1 -1p; 2 +E; 2 -E; 3 +1p; 3 -1p; 0 +E; 0 -E; 1 +5m
        1 kong 5m added; 3 win 5m""",
        3, "rob-kong",
    ),
    "十三么搶暗槓": Deal("0: 1111m\n2: 19p 19s 9m ESWNCFPP\n0 kong 1m concealed; 2 win 1m", 2, "thirteen-orphans"),
    "一炮雙響": Deal(
        "0: E\n1: 46m 123p 456p 99s 678s\n3: 46m 234p 567p 88s 345s\n0 -E\n"
        f"{ROUND.format(idle='W', tile='5m')}; 1 win 5m; 3 win 5m", 3, "all-chows", rules="min_faan=0",
    ),
    "一炮三響": Deal(
        "0: E\n1: 46m 123p 456p 99s 678s\n2: 46m 789m 123s 77p 456s\n3: 46m 234p 567p 88s 345s\n0 -E\n"
        f"{ROUND.format(idle='W', tile='5m')}; 1 win 5m; 2 win 5m; 3 win 5m", 2, "all-chows", rules="min_faan=0",
    ),
    "十八羅漢": Deal(
        """0: 1111m 2222p 3333s 45p
        0 kong 1m concealed; 0 <4p; 0 kong 2p concealed; 0 <4p; 0 kong 3s concealed; 0 <4p
        0 kong 4p concealed; 0 <5p; 0 win 5p""",
        0, "four-kongs",
    ),
    "包牌 (a)": Deal(
        """0: 1m
        1: 11223344m 5m ES 7p 9s
        0 -1m; 1 pung 1m; 1 -E; 2 +2m; 2 -2m; 1 pung 2m; 1 -S; 2 +3m; 2 -3m; 1 pung 3m; 1 -7p
        2 +9p; 2 -9p; 3 +4m; 3 -4m; 1 pung 4m; 1 -9s; 2 +8p; 2 -8p; 3 +8p; 3 -8p; 0 +8s; 0 -8s
        1 +5m; 1 win 5m""",
        1, "flush", 3,
    ),
    "包牌 (b)": Deal(
        """0: CF 9m
        1: CCFFPP 123s 9p 1m 4p 7m
        0 -C; 1 pung C; 1 -1m; 2 +E; 2 -E; 3 +E; 3 -E; 0 +S; 0 -F; 1 pung F; 1 -4p; 2 +P; 2 -P
        1 pung P; 1 -7m; 2 +S; 2 -S; 3 +S; 3 -S; 0 +W; 0 -W; 1 +9p; 1 win 9p""",
        1, "big-dragons", 2,
    ),
    "包牌 (c)": Deal(
        """0: E
        1: EESSWWNN 5m 1p 4p 7p 9s
        0 -E; 1 pung E; 1 -1p; 2 +S; 2 -S; 1 pung S; 1 -4p; 2 +W; 2 -W; 1 pung W; 1 -7p
        2 +9p; 2 -9p; 3 +N; 3 -N; 1 pung N; 1 -9s; 2 +8p; 2 -8p; 3 +8p; 3 -8p; 0 +8s; 0 -8s
        1 +5m; 1 win 5m""",
        1, "big-winds", 3,
    ),
    "包牌 (d)": Deal(
        f"""0: 1m
        {KONGS}
        0 -1m; 1 kong 1m exposed; 1 <9p; 1 -9p; 2 +2p; 2 -2p; 1 kong 2p exposed; 1 <8p; 1 -8p
        2 +3s; 2 -3s; 1 kong 3s exposed; 1 <7p; 1 -7p; 2 +9m; 2 -9m; 1 kong 9m exposed; 1 <6p; 1 -6p
        2 +8p; 2 -8p; 3 +8p; 3 -8p; 0 +8s; 0 -8s; 1 +5m; 1 win 5m""",
        1, "four-kongs", 2,
    ),
    "包牌 (e)": Deal(
        "0: 1m\n1: 111m 234p 567p 99s 45s\n0 -1m; 1 kong 1m exposed; 1 <6s; 1 win 6s", 1, "kong-draw", 0, "min_faan=0",
    ),
    "包自摸": Deal(
        """0: E
        1: EESSWWNN 5m 1p 4p 7p 9s
        0 -E; 1 pung E; 1 -1p; 2 +S; 2 -S; 1 pung S; 1 -4p; 2 +W; 2 -W; 1 pung W; 1 -7p
        2 +N; 2 -N; 1 pung N; 1 -9s; 2 +8p; 2 -8p; 3 +8p; 3 -8p; 0 +8s; 0 -8s; 1 +5m; 1 win 5m""",
        1, "big-winds", 2, "liability=half",
    ),
    "包出銃": Deal(
        """0: CF 9m
        1: CCFFPP 123s 9p 1m 4p 7m
        0 -C; 1 pung C; 1 -1m; 2 +E; 2 -E; 3 +E; 3 -E; 0 +S; 0 -F; 1 pung F; 1 -4p; 2 +P; 2 -P
        1 pung P; 1 -7m; 2 +S; 2 -S; 3 +9p; 3 -9p; 1 win 9p""",
        1, "big-dragons", 3, "liability=half",
    ),
}  # fmt: skip
"""What it is called, to the deal. Without flowers where the rules of the deal do not say otherwise."""


def _example(deal: Deal, more: str = "") -> Example:
    rules = f"{deal.rules} {more}".strip()
    given = rules if "flowers=" in rules else f"flowers=false {rules}"
    return Example(f"rules {given}\n{deal.text}").finished()


def _record(*examples: Example) -> Lines:
    options = examples[0].options
    rounds = [(e.now().setup, e.now().log, e.outcome()) for e in examples]
    return match_lines(GAME_CODE, options, [(walled(s, log, options.flowers), log, o) for s, log, o in rounds])


ENOUGH = {"seven-pairs": "seven_pairs=8", "human": "human=13"}
"""hk.limit: what makes a pattern that an option prices worth a limit."""
LIMITS: dict[str, Deal] = {deal.item: deal for deal in DEALS.values() if deal.item in LIMIT_IDS}
WHOLE = [Example(f"rules false_win_dealer=passes\ndealer {n % 4}, {wind}\n{n % 4} foul false-win").finished()
         for n, wind in enumerate(w for w in "ESWN" for _ in range(4))]  # fmt: skip
MATCHES: dict[str, Lines] = {
    **{name: _record(_example(deal)) for name, deal in DEALS.items()},
    **{
        f"limit {id}": _record(_example(deal, f"cap=8 limit_patterns={id} {ENOUGH.get(id, '')}"))
        for id, deal in LIMITS.items()
    },
    "四圈": _record(*WHOLE),
}


@pytest.mark.parametrize("name", MATCHES)
def test_a_written_deal_is_valid_with_its_whole_wall(name: str) -> None:
    lines = MATCHES[name]
    assert all(len(line["stock"]) > 60 for line in lines if line["type"] == "round")
    verdict = judged(lines)
    assert (verdict.verdict, verdict.violations) == (VALID, [])


@pytest.mark.parametrize("name", DEALS)
def test_a_written_deal_scores_what_it_is_written_for(name: str) -> None:
    deal = DEALS[name]
    outcome, tally = scored(MATCHES[name], deal.winner)
    assert deal.winner in outcome.winners
    assert deal.item in [item.id for item in tally.items]
    if deal.liable >= 0:
        others = [points for seat, points in enumerate(outcome.points) if seat not in (deal.winner, deal.liable)]
        assert others == [0, 0]
        assert outcome.points[deal.liable] < 0


def test_every_limit_has_a_deal_that_is_paid_as_a_limit() -> None:
    assert set(LIMITS) == set(LIMIT_IDS)
    for id, deal in LIMITS.items():
        (outcome,) = judged(MATCHES[f"limit {id}"]).outcomes
        assert outcome is not None
        assert outcome.scores[deal.winner].total == 8, id  # type: ignore[union-attr]


def test_the_deals_of_four_winds_end_the_match() -> None:
    series = WHOLE[0].series()
    for example in WHOLE[1:]:
        assert series.next() is not None
        series.add(example.setup(), example.outcome())
    assert series.next() is None
