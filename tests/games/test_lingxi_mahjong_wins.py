"""靈溪麻將: what may be claimed and passed, and who could win: whoever could does not make a false win.

The notation is that of the rules page; where it names a clause, a reason of the clause stands here.
"""

from __future__ import annotations

import pytest

from tests.games.lingxi import Position

PASSES = [
    ("1m", "2m 3m E S", "legal"), ("5m", "4m 6m E S", "legal"), ("5m", "3m 4m E S", "legal"),
    ("5m", "6m 7m E S", "legal"), ("9m", "7m 8m E S", "legal"), ("8m", "7m 9m E S", "legal"),
    ("2m", "1m 3m E S", "legal"), ("7m", "8m 9m E S", "legal"), ("3m", "1m 2m E S", "legal"),
    ("5m", "3m 6m E S", "rec.pass/needless"), ("5m", "4m 7m E S", "rec.pass/needless"),
    ("5m", "3m 7m E S", "rec.pass/needless"), ("1p", "8m 9m 2p S", "rec.pass/needless"),
    ("2p", "9m 1p 4p S", "rec.pass/needless"), ("9m", "1p 2p 8m S", "rec.pass/needless"),
    ("8m", "9m 1p 6m S", "rec.pass/needless"), ("9s", "E S 8s N", "rec.pass/needless"),
    ("5m", "5m 5m E S", "legal"), ("5m", "5m 4m 7m S", "rec.pass/needless"), ("E", "E E S N", "legal"),
]  # fmt: skip
"""The tile on the table, four of the tiles of the seat after it (the others are far from it), and its pass."""


@pytest.mark.parametrize(("tile", "held", "reason"), PASSES, ids=[" ".join(case[:2]) for case in PASSES])
def test_a_pass_is_of_a_tile_that_could_be_taken(tile: str, held: str, reason: str) -> None:
    far = "W*3 C*3 F*3 N*3" if "N" not in held else "W*3 C*3 F*3 1s*3"
    text = f"indicators: 5p 5s\n0: {tile}\n1: {held} {far}\n0 discard {tile}\n? 1 pass is {reason}"
    assert Position(text).run().claims


def test_a_chow_is_passed_by_the_next_seat_alone_and_nothing_that_may_not_be_claimed_is_passed() -> None:
    far = "E*3 W*3 N*3 S*3"
    second = f"indicators: 5p 5s\n0: 5m\n2: 4m 6m 9s 1s {far}\n0 discard 5m\n"
    assert Position(f"{second}? 2 pass is rec.pass/needless").run().claims
    wild = f"indicators: 5m 5s\n0: 5m\n1: 4m 6m 9p 1s {far}\n0 foul bad-discard; 0 discard 5m\n"
    assert Position(f"{wild}? 1 pass is rec.pass/needless").run().claims


PUNGS = """
    indicators: 9m 9s
    0: {first} S W N
    1: {first}*2 S*2 W*2 N*2 {rest} 147p 1s
    stock: 2p 3p 2s 2p 3p 2s 2p 3p 2s 2p 3p {tile}
    0 discard {first}; 1 pung {first}; 1 discard 1p; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard 3p; 0 draw 2s
    0 discard S; 1 pung S; 1 discard 4p; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard 3p; 0 draw 2s
    0 discard W; 1 pung W; 1 discard 7p; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard 3p; 0 draw 2s
    0 discard N; 1 pung N; 1 discard 1s; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard 3p; 0 draw {tile}
    0 discard {tile}
"""
"""Seat 1 has four pungs, and the four tiles `rest` in hand, when `tile` is thrown."""
FOUR_LEFT = [
    ("E", "4m 6m 9m 9m", "1 chow 5m with 4m 6m is lx.chow/stuck"),
    ("E", "4m 6m 9m 8m", "1 chow 5m with 4m 6m is legal"),
    ("E", "4m 6m 9m E", "1 chow 5m with 4m 6m is lx.chow/stuck"),
    ("E", "4m 6m 9m 4m", "1 chow 5m with 4m 6m is legal"),
    ("4m", "4m 6m 9m 8p", "1 chow 5m with 4m 6m is legal"),
    ("4m", "4m 6m 9m 9m", "1 chow 5m with 4m 6m is lx.chow/stuck"),
    ("E", "5m 5m 9m 9m", "1 pung 5m is lx.pung/stuck"),
    ("E", "5m 5m 9m 8m", "1 pung 5m is legal"),
    ("E", "5m 5m 9m E", "1 pung 5m is lx.pung/stuck"),
    ("E", "5m*3 9m", "1 pung 5m is lx.pung/stuck"),
    ("E", "5m*3 9m", "1 kong 5m exposed is legal"),
    ("E", "4m 6m E S", "1 pass is rec.pass/needless"),
    ("E", "3m 4m E S", "1 pass is rec.pass/needless"),
    ("E", "6m 7m E S", "1 pass is rec.pass/needless"),
    ("E", "5m 5m E S", "1 pass is rec.pass/needless"),
    ("E", "5m 5m E 8s", "1 pass is legal"),
    ("E", "3m 4m 6m E", "1 pass is legal"),
]
"""The first of four pungs, the four tiles left, and a claim on 5m."""


@pytest.mark.parametrize(("first", "rest", "claim"), FOUR_LEFT)
def test_a_claim_leaves_a_tile_that_may_be_thrown(first: str, rest: str, claim: str) -> None:
    assert Position(f"{PUNGS.format(first=first, rest=rest, tile='5m')}? {claim}").run().claims


WINS = {
    "a complete hand wins on its own draw, not on a claim, and another's turn is not one's own": """
        0: 3p
        1: 123m 456m 789m 12p 456p 9s*2
        2: 1m
        stock: 8s
        ? 0 win 3p is lx.win/shape
        ? 0 win W is rec.not-in-hand/tile
        ? 1 win 3p is lx.turn/win
        0 discard 3p
        ? 0 win 3p is lx.win/own-tile
        ? 1 win 4p is lx.win-tile/other
        ? 2 win 3p is lx.win/shape
        ? 1 foul false-win is lx.foul/could-win
        ? 2 foul false-win is legal
        1 chow 3p with 1p 2p
        ? 1 win 9s is lx.win/after-claim
        ? 1 win E is rec.not-in-hand/tile
        ? 1 foul false-win is legal""",
    "a tile that a ready hand does not wait for is no win": """
        0: 4p 5p
        1: 123m 456m 789m 12p 456p 9s*2
        ? 1 foul false-win is legal
        0 discard 4p
        ? 1 win 4p is lx.win/shape
        ? 1 foul false-win is legal""",
    "a wild makes a pair with any tile that is thrown": """
        0: 4p
        1: 123m 456m 789m 123p 456p C
        0 discard 4p
        ? 1 win 4p is legal
        ? 1 foul false-win is lx.foul/could-win""",
    "who waits for the tile of an exposed kong does not rob it": """
        0: 3m
        1: 12m 456p 789p 111s 55s 678s
        2: 3m*3
        0 discard 3m; 2 kong 3m exposed
        ? 1 win 3m is lx.rob/added
        ? 1 pass is rec.pass/needless
        ? 1 foul false-win is legal""",
    "a robber may not call it a false win, nor who has passed the tile": """
        0: 3m
        1: 3m*2 E
        2: 12m 456p 789p 111s 55s 678s
        3: 12m 456p 789p 222s 66s 789s
        stock: 5p 7s 9s 3m
        0 discard 3m; 1 pung 3m; 1 discard E; 2 draw 5p; 2 discard 5p; 3 draw 7s; 3 discard 7s; 0 draw 9s; 0 discard 9s
        1 draw 3m; 1 kong 3m added
        ? 2 foul false-win is lx.foul/could-win
        ? 0 foul false-win is legal
        2 pass
        ? 2 pass is rec.pass/again
        ? 2 win 3m is rec.pass/claimed
        ? 2 foul false-win is legal
        3 win 3m""",
    "a flower of a last-four turn is one of the eight without being laid": """
        rules flower_kong_reserve=false
        2: f1 f2 f3 f4 q1 q2 q3
        back: 1s*4 2s*4 3s*4 4s*4 5s*4 6s*4 7s*4 9p 9p 9p q4
        2 kong f1 concealed; 2 flower q1; 2 flower q2; 2 flower q3
        2 draw 1s back; 2 draw 1s back; 2 draw 1s back; 2 draw 1s back
        until 23
        ? 2 win q4 is legal
        ? 2 win q1 is lx.win-tile/other
        ? 3 win q4 is lx.turn/win
        ? 2 foul false-win is lx.foul/could-win
        ? 3 foul false-win is legal
        ? 2 flower q4 is lx.last-four/win-only""",
    "who throws the tile that he waits for may not win on it": """
        0: 123m 456m 789m 123p 456p 9s*2
        ? 0 win 9s is legal
        ? 0 foul false-win is lx.foul/could-win
        ? 1 foul false-win is legal
        0 discard 9s
        ? 0 win 9s is lx.win/own-tile
        ? 0 foul false-win is legal""",
    "a culprit wins nothing": """
        0: 123m 456m 789m 123p 456p 9s*2
        1: 123s 456s 789s 123p 456p 9s
        0 foul wrong-draw; 1 foul bad-claim
        ? 0 win 9s is lx.foul/culprit
        ? 0 foul false-win is legal
        ? 0 foul wrong-draw is lx.foul/twice
        0 discard 9s
        ? 1 win 9s is lx.foul/culprit
        ? 1 foul false-win is legal
        ? 1 pass is rec.pass/needless""",
    "a culprit with eight flowers does not win with them": """
        0: E
        1: f1 f2 f3 f4 q1 q2 q3 E W
        stock: q4
        back: 1s 2s 3s 4s 5s
        1 kong f1 concealed; 1 flower q1; 1 flower q2; 1 flower q3
        1 draw 1s back; 1 draw 2s back; 1 draw 3s back; 1 draw 4s back
        0 discard E; 1 draw q4; 1 flower q4
        ? 1 win q4 is legal
        ? 1 win f1 is lx.win-tile/other
        ? 1 foul false-win is lx.foul/could-win
        ? 2 foul false-win is legal
        1 draw 5s back
        ? 1 win 5s is legal
        ? 1 win E is lx.win-tile/other
        1 foul wrong-draw
        ? 1 win 5s is lx.foul/culprit
        ? 1 foul false-win is legal""",
    "a 白 drawn comes before 花胡 that was put off": """
        0: f1 f2 f3 f4 q1 q2 q3 q4 E
        stock: 1m 2m 3m P
        back: 9p 9s 9s
        0 kong f1 concealed; 0 kong q1 concealed; 0 draw 9p back; 0 draw 9s back
        0 discard E; 1 draw 1m; 1 discard 1m; 2 draw 2m; 2 discard 2m; 3 draw 3m; 3 discard 3m; 0 draw P
        ? 0 win P is lx.flowers/drawn
        ? 0 foul false-win is legal
        0 flower P
        ? 0 win P is legal
        ? 0 foul false-win is lx.foul/could-win""",
    "白 are none of the eight": """
        0: f1 f2 f3 f4 P*4
        0 kong f1 concealed
        ? 0 win f1 is lx.win/flowers
        0 kong P concealed
        ? 0 win P is lx.win/flowers
        ? 0 foul false-win is legal""",
    "four winning 白 beside seven flowers are not eight": """
        0: f1 f2 f3 f4 q1 q2 q3 P
        0 kong f1 concealed; 0 flower q1; 0 flower q2; 0 flower q3; 0 flower P
        ? 0 win P is lx.win/flowers""",
    "three wilds of one kind and another are 殺豬, three alone or two and two are not": """
        indicators: 5m C
        0: 5m*3 147p 258s 369s 1p 2p E W N
        stock: C
        ? 0 win E is lx.win/shape
        ? 0 foul false-win is legal""",
    "two and two wilds are no 殺豬": """
        indicators: 5m C
        0: 5m*2 C*2 147p 258s 369s 1p 2p E W
        ? 0 win E is lx.win/shape""",
    "of equal indicators both are 殺豬": """
        indicators: 5m 5m
        0: 5m*2 147p 258s 369s 1p 2p E W N S
        ? 0 win E is legal""",
    "one of equal indicators is no 殺豬": """
        indicators: 5m 5m
        0: 5m 147p 258s 369s 1p 2p E W N S
        ? 0 win E is lx.win/shape""",
    "a flower in hand keeps a complete hand from being won, but not 殺豬": """
        rules last_four_played=true foul_tile_win=true
        indicators: 5m C
        0: 5m
        1: 123m 456p 789p 123s 456s 4m
        2: 123m 456p 789p 123s 456s C
        stock: P
        0 foul bad-discard; 0 discard 5m
        ? 1 win 5m is legal
        ? 2 win 5m is legal
        ? 1 pass is legal
        1 draw P; 1 foul flower; 1 discard P
        ? 2 win P is lx.win/shape
        ? 2 foul false-win is legal
        ? 3 pung P is lx.foul/unclaimable""",
}


@pytest.mark.parametrize("text", WINS.values(), ids=WINS)
def test_who_may_win_does_and_may_not_claim_a_false_win(text: str) -> None:
    assert Position(text).run().claims
