"""靈溪麻將: what decides a count or a payment, each condition once with it and once without.

The notation is that of the rules page.
"""

from __future__ import annotations

import pytest

from replay.games.lingxi_mahjong.claims import waits_on_any
from replay.games.lingxi_mahjong.pay import liable_seat, settle_false_win, settle_win, share
from replay.kit.mahjong import KIND, Meld
from tests.games.lingxi import hand_of, meld_of, run_hand, tiles_of

LOSERS = {
    "one's own wind, 中 and 發 are pungs of three, another's wind is none": """
        indicators: 5m 5p
        wind: S
        in hand: S*3 C*3 F*3 W*3
        loser
        = items wind 1, honour 1, honour 1""",
    "a 白 held in a last-four turn is a flower, and no wild fills it": """
        indicators: 5m 5p
        flowers: P
        in hand: P 5m*2
        loser
        = items flowers 1, wild 5
        flowers: P P
        in hand: P*2 5m
        = items flowers 3, wild 2""",
    "three held wilds of one's own wind are a pung and fill nothing": """
        indicators: E 5m
        in hand: E*3 C*2
        loser
        = items wind 1, wild 11
        in hand: E*3 C*2 5m
        = items wind 1, wild 11, wild 2, loser-wilds 1
        in hand: E*2 C*2
        = items wild 7, loser-wilds 1""",
    "three wild 白 are a pung too": """
        indicators: P 5m
        in hand: P*3 C*2
        loser
        = items honour 1, wild 11
        in hand: P*2 C
        = items wild 7, loser-wilds 1""",
    "a wild wind or honour is not what wilds fill": """
        indicators: E 5m
        in hand: E 5m*2
        loser
        = items wild 5, wild 3
        wind: S
        in hand: S 5m*2
        = items wild 5, loser-wilds 1""",
    "what lies as a pung or kong is not filled once more": """
        indicators: 5m 5p
        on the table: pung E
        in hand: E 5m*2
        loser
        = items wind 1, wild 5
        on the table: pung C
        in hand: E 5m*2
        = items honour 1, wild 5, loser-wilds 1""",
    "a pung that is complete needs no wild": """
        indicators: 5m 5p
        in hand: E*3 C 5m*2
        loser
        = items wind 1, wild 5, loser-wilds 1""",
    "two wilds fill one single or two pairs, the pairs first": """
        indicators: 5m 5p
        in hand: E C F F 5m*2
        loser
        = items wild 5, loser-wilds 1
        in hand: E E C F F 5m*2
        = items wild 5, loser-wilds 1, loser-wilds 1
        in hand: E C 5m
        = items wild 2""",
}

LAID = {
    "a kong is 3, a concealed one 4, of one's own wind or an honour one more and no pung": """
        wind: S
        indicators: 5m 5p
        on the table: exposed kong 2m, concealed kong 3m, added kong W, exposed kong S
        in hand: 1p
        loser
        = items kong 4, kong 4, kong 3, kong 3
        on the table: concealed kong C, concealed kong S, pung F, pung S
        = items wind 1, honour 1, kong 5, kong 5""",
    "a chow counts nothing": """
        indicators: 5m 5p
        on the table: chow 1m 2m 3m, pung 9p, pung F
        in hand: 1p
        loser
        = items honour 1""",
    "a group of flowers counts by its number, each group for itself": """
        flowers: q1 q2 q3 f1 P P P P
        in hand: 1m
        loser
        = items flowers 10, flowers 5, flowers 1""",
    "two wilds of equal indicators are 15, of two kinds 3 each or 2": """
        indicators: E E
        in hand: E
        wind: S
        loser
        = items wild 7
        in hand: E*2
        = items wild 15
        indicators: E 5m
        in hand: E 5m
        = items wild 3, wild 2""",
    "wild flowers count as one kind": """
        indicators: q1 5m
        in hand: q2 q3 q4 5m*2
        loser
        = items wild 11, wild 5""",
}

HANDS = "123m 456p 789s 234p"
WINNERS = {
    "a self-draw is not counted with 槓上開花, 海底撈月 or 天胡": f"""
        in hand: {HANDS} W*3 E*2
        drawn
        = items self-draw 1, no-wild 7
        kong-draw
        = items kong-draw 3, no-wild 7
        last-four
        = items last-four 3, no-wild 7
        kong-draw, last-four
        = items kong-draw 3, last-four 3, no-wild 7
        heavenly
        = items no-wild 7, heavenly 13
        discard
        = items no-wild 7
        rob
        = items rob-kong 3, no-wild 7
        discard, earthly
        = items no-wild 7, earthly 13""",
    "平胡 has no triplet, kong, flower, 白 or wild": f"""
        indicators: 9m 9p
        in hand: {HANDS} 678m E*2
        discard
        = items all-runs 13
        in hand: {HANDS} 678m 9m E
        = items wild 2
        in hand: {HANDS} 777m E*2
        = items no-wild 7
        flowers: P
        in hand: {HANDS} 678m E*2
        = items flowers 1, no-wild 7""",
    "平胡 is no 平胡 with a pung, kong or four on the table": """
        indicators: 9m 9p
        on the table: pung 2m
        in hand: 123m 456p 789s 234p E*2
        discard
        = items no-wild 7
        on the table: concealed kong 2m
        = items kong 4, no-wild 7
        on the table: chow 2m 3m 4m
        = items all-runs 13
        on the table: opening four q1
        = items flowers 13, no-wild 7""",
    "the last tile of five sets on the table is 13, a wild 7": """
        indicators: 9m 9p
        on the table: chow 1m 2m 3m, pung 9p, chow 4s 5s 6s, pung 7p, chow 7m 8m 9m
        in hand: 3s*2
        alone: 3s
        discard
        = items no-wild 7, single-wait 13""",
    "花胡 beside a complete hand, 白 none of the eight": """
        indicators: 9m 9p
        flowers: f1 f2 f3 f4 q1 q2 q3 P
        in hand: 123m 456p 789s 234p W*3 E*2
        discard
        = items flowers 10, flowers 5, flowers 1, no-wild 7
        flowers: q1 q2 q3 q4
        on the table: opening four f1
        in hand: 123m 456p 789s 234p E*2
        = items flowers 13, flowers 10, no-wild 7, flower-win 52
        on the table: opening four P
        = items flowers 13, flowers 10, no-wild 7""",
    "混一色 is one suit and honours, 清一色 one suit": """
        indicators: 5m 5p
        in hand: 123s 456s 789s 234s 678s 9s*2
        discard
        = items flush 13, no-wild 7
        in hand: 123s 456s 789s 234s 678s N*2
        = items half-flush 7, no-wild 7
        in hand: 123s 456s 789s 234s 678p N*2
        = items all-runs 13
        in hand: S*3 W*3 N*3 C*3 F*3 9s*2
        = items honour 1, honour 1, half-flush 7, all-pungs 7, no-wild 7
        in hand: S*3 W*3 N*3 C*3 F*3 E*2
        = items honour 1, honour 1, all-pungs 7, no-wild 7, four-winds 13""",
    "四風齊 is three winds and a pair of the fourth, or all four": """
        indicators: 9m 9p
        in hand: S*3 W*3 N*3 123m 456p E*2
        discard
        = items no-wild 7, four-winds 13
        in hand: S*3 W*3 N*3 123m 456p 9s*2
        = items no-wild 7
        in hand: S*3 W*3 123m 456p 789s E*2
        = items no-wild 7
        in hand: E*3 S*3 W*3 N*3 456p 9s*2
        = items wind 1, no-wild 7, four-winds 13""",
    "a wild wind that has to be another tile keeps 四風齊 away": """
        indicators: S 9p
        in hand: S*3 W*3 N*3 123m 456p E*2
        discard
        = items wild 11, wild-gathering 7, four-winds 13
        in hand: E*3 W*3 N*3 123m 46p S*3
        = items wind 1, wild 11""",
    "three wild flowers are a triplet of no suit and no honour": """
        indicators: q1 5p
        wind: S
        in hand: 123s 456s 789s 234s q2 q3 q4 9s*2
        discard
        = items wild 11, flush 13, wild-gathering 7""",
    "a flat 殺豬 is of a hand that is none": """
        indicators: 5m 8p
        in hand: 5m*3 8p 147s 147p 369m E S W N
        drawn
        = items slaughter 13""",
}


COUNTED = {**LOSERS, **LAID, **WINNERS}


@pytest.mark.parametrize("text", COUNTED.values(), ids=COUNTED)
def test_a_hand_counts_what_is_written(text: str) -> None:
    assert run_hand(text)


WINDS_FED = [
    ("pung E, pung S, pung W", "N", "four-winds", False, 2),
    ("pung E, added kong S, exposed kong W", "N", "four-winds", False, 2),
    ("pung E, pung S, pung W", "N", "no-wild", False, None),
    ("pung E, pung S, concealed kong W", "N", "four-winds", False, None),
    ("pung E, pung S, pung W", "5m", "four-winds", False, None),
    ("pung E, pung S, pung W", "C", "four-winds", False, None),
    ("pung E, pung S, pung W", "W", "four-winds", False, None),
    ("pung E, pung S, pung C", "N", "four-winds", False, None),
    ("pung E, pung S, pung 9s", "N", "four-winds", False, None),
    ("pung E, pung S", "N", "four-winds", False, None),
    ("pung E, pung S, pung W, pung N", "5m", "four-winds", False, None),
    ("pung E, pung S", "5m", "no-wild", True, 2),
    ("", "5m", "no-wild", False, None),
]
"""The winner's sets on the table, the tile he won on, an item, whether it was thrown in a last-four turn; who pays."""


@pytest.mark.parametrize(("laid", "tile", "item", "last", "pays"), WINDS_FED)
def test_who_feeds_the_fourth_wind_pays_for_all(laid: str, tile: str, item: str, last: bool, pays: int | None) -> None:
    melds = [meld for meld in (meld_of(part.strip()) for part in laid.split(",") if part) if isinstance(meld, Meld)]
    assert liable_seat(melds, KIND[tile], [item], last, 2) == pays


def test_what_passes_to_or_from_the_dealer_is_doubled() -> None:
    assert [share(5, 0, 1, 0), share(5, 1, 0, 0), share(5, 1, 2, 0)] == [10, 10, 5]
    assert settle_win(0, [26, 16, 3, 8], 0) == (156, -31, -70, -55)
    assert settle_win(1, [2, 42, 0, 5], 0, 2) == (-2, 168, -177, 11)
    assert settle_false_win(2, 2) == (52, 52, -156, 52)


@pytest.mark.parametrize(("tiles", "shown", "waits"), [
    ("123m 456m 789m 123p 456p C", "C F", True), ("123m 456m 789m 123p 46p C C", "C F", True),
    ("123m 456m 789m 123p 456p E", "C F", False), ("123m 456m 789m 123p 46p E C", "C F", False),
    ("123m 456m 789m 12p 45p C C C", "C F", True), ("123m 456m 789m 123p 45p C q1", "C F", False),
])  # fmt: skip
def test_a_hand_that_is_complete_sets_without_one_wild_waits_on_anything(tiles: str, shown: str, waits: bool) -> None:
    hand = hand_of(tiles_of(tiles), [], [], shown.split(), "E")
    assert waits_on_any(hand.closed, hand.wilds, 5) is waits
