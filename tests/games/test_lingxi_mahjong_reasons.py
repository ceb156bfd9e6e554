"""靈溪麻將: what is wrong with a move, by its reason.

The notation is that of the rules page; where it names a clause, a reason of the clause stands here.
"""

from __future__ import annotations

import pytest

from schemas.record import Chow
from tests.games.lingxi import Position

OPENING = {
    "dealt flowers come before anything else": """
        0: q1 1m
        1: q2 2m 3m
        ? 0 discard 1m is lx.flowers/dealt
        ? 0 draw 1m back is lx.flowers/dealt
        ? 1 chow 1m with 2m 3m is lx.flowers/dealt
        ? 1 pung 1m is lx.flowers/dealt
        ? 1 kong 1m exposed is lx.flowers/dealt
        ? 0 kong 1m concealed is lx.opening-four/four
        ? 1 flower q2 is lx.flowers/turn
        ? 0 flower q2 is rec.not-in-hand/tile
        ? 0 flower 1m is lx.flowers/no-flower
        ? 0 win q1 is lx.win/flowers
        ? 1 win q2 is lx.turn/win
        ? 1 pass is rec.pass/needless
        ? 1 foul wrong-count is lx.foul/opening
        ? 1 foul false-win is legal""",
    "what was laid is replaced before anything else": """
        0: q1 1m
        1: q2 2m 3m
        back: 4m q3
        0 flower q1
        ? 0 discard 1m is lx.flowers/replacement
        ? 0 draw 4m is lx.flowers/back
        ? 1 draw 4m back is lx.turn/draw
        ? 0 draw 5m back is lx.turn/next
        ? 1 chow 1m with 2m 3m is lx.flowers/replacement
        ? 0 kong 1m concealed is lx.flowers/replacement
        ? 1 flower q2 is lx.flowers/replacement
        ? 0 win q1 is lx.win/flowers
        ? 0 foul wrong-count is lx.foul/opening
        ? 0 foul false-win is legal
        0 draw 4m back; 1 flower q2; 1 draw q3 back; 1 flower q3""",
    "a group that was dealt whole is a kong, by the code that names it": """
        0: f1 f2 f3 f4 q1
        1: q2
        ? 0 flower f1 is lx.opening-four/must
        ? 0 flower q1 is legal
        ? 0 kong f2 concealed is lx.opening-four/four
        ? 0 kong f1 exposed is lx.opening-four/four
        ? 0 kong f1 added is lx.opening-four/four
        ? 0 kong q1 concealed is lx.opening-four/four
        ? 0 kong P concealed is lx.opening-four/four
        ? 1 kong q1 concealed is lx.flowers/dealt
        ? 0 kong f1 concealed is legal""",
    "four dealt 白 are a kong": """
        0: P*4
        ? 0 flower P is lx.opening-four/must
        ? 0 kong f1 concealed is lx.opening-four/four
        0 kong P concealed
        = above 55""",
    "an opening kong of 白 leaves the flowers in hand to be laid": """
        0: P*4 f1
        0 kong P concealed
        ? 0 draw 1m back is lx.flowers/dealt
        ? 0 flower f1 is legal""",
    "three of a group are laid singly": """
        0: P*3 f1 f2 f3
        ? 0 flower P is legal
        ? 0 flower f1 is legal
        ? 0 kong P concealed is lx.opening-four/four
        ? 0 kong f1 concealed is lx.opening-four/four""",
    "a group that its replacements complete is laid singly": """
        0: q1 q2 q3 f1
        back: q4 1m 2m 3m 4m
        0 flower q1; 0 flower q2; 0 flower q3; 0 flower f1
        0 draw q4 back; 0 draw 1m back; 0 draw 2m back; 0 draw 3m back
        ? 0 kong q1 concealed is lx.opening-four/four
        0 flower q4
        = above 51""",
    "four that came as replacements are no opening four": """
        0: f1 f2 f3 q1
        1: q2
        back: P P P P 1m
        0 flower f1; 0 flower f2; 0 flower f3; 0 flower q1
        0 draw P back; 0 draw P back; 0 draw P back; 0 draw P back
        1 flower q2; 1 draw 1m back
        ? 0 kong P concealed is lx.opening-four/four
        ? 0 flower P is legal""",
    "a group laid singly is a kong for the reserve only if so agreed": """
        rules flower_kong_reserve=false
        0: q1 q2 q3 f1
        back: q4 1m 2m 3m 4m
        0 flower q1; 0 flower q2; 0 flower q3; 0 flower f1
        0 draw q4 back; 0 draw 1m back; 0 draw 2m back; 0 draw 3m back; 0 flower q4
        ? 0 draw 4m is lx.flowers/back
        = above 53""",
    "four of different groups are no kong for the reserve": """
        0: q1 q2 f1 f2
        0 flower q1; 0 flower q2; 0 flower f1; 0 flower f2
        ? 0 flower f2 is lx.flowers/replacement
        = above 57""",
    "a seat lays its four in its own slot": """
        0: f1
        1: q1 q2 q3 q4
        back: 1m
        ? 1 kong q1 concealed is lx.flowers/dealt
        ? 1 flower q1 is lx.flowers/turn
        0 flower f1
        ? 1 kong q1 concealed is lx.flowers/replacement
        0 draw 1m back
        ? 1 kong q1 concealed is legal""",
}

DRAWS = {
    "a flower drawn is laid before anything else": """
        0: 1m
        2: 1m*3
        stock: f1
        back: 5s
        0 discard 1m; 1 draw f1
        ? 1 discard f1 is lx.flowers/drawn
        ? 1 draw 5s back is lx.flowers/drawn
        ? 1 draw 5s is lx.flowers/drawn
        ? 1 kong 1m concealed is lx.flowers/drawn
        ? 2 kong 1m exposed is lx.flowers/drawn
        ? 2 pung 1m is lx.flowers/drawn
        ? 0 flower f1 is lx.flowers/turn
        ? 1 win f1 is lx.flowers/drawn
        ? 2 pass is rec.pass/needless
        ? 1 foul false-win is legal
        ? 1 foul flower is legal
        ? 1 flower f1 is legal
        1 flower f1
        ? 1 discard 1m is lx.flowers/replacement
        ? 1 draw 5s back is legal
        ? 1 draw 5s is lx.flowers/back
        ? 2 draw 5s back is lx.turn/draw
        ? 1 draw 6s back is lx.turn/next
        ? 1 flower f1 is lx.flowers/replacement
        ? 1 win f1 is lx.win/flowers
        ? 2 win f1 is lx.turn/win
        ? 2 pass is rec.pass/needless
        ? 1 foul flower is lx.foul/replacement
        ? 1 foul false-win is legal
        1 draw 5s back
        ? 1 flower f1 is rec.not-in-hand/tile
        ? 1 draw 5s back is lx.turn/discard-first""",
    "a discard comes before the next draw, and a draw before the next discard": """
        0: E 1m
        1: 1m
        stock: 2m
        ? 0 draw 2m is lx.turn/discard-first
        ? 0 draw 2m back is lx.turn/discard-first
        ? 1 draw 2m is lx.turn/discard-first
        ? 1 discard 1m is lx.turn/discard
        ? 0 discard W is rec.not-in-hand/tile
        ? 0 discard C is rec.not-in-hand/tile
        ? 0 discard E is legal
        ? 0 discard ? is rec.unknown/move
        ? 0 discard 1z is lx.tiles/foreign
        ? 1 pass is rec.pass/needless
        0 discard E
        ? 0 draw 2m is lx.turn/draw
        ? 1 draw 2m back is lx.turn/front
        ? 1 draw 3m is lx.turn/next
        ? 1 draw 2m is legal
        ? 1 discard 1m is lx.turn/draw-first
        ? 1 flower q1 is rec.not-in-hand/tile
        ? 1 kong 1m concealed is lx.turn/kong
        ? 1 kong 1m added is lx.turn/kong""",
    "a wild is neither laid nor thrown, a tile of one's own pung is not thrown": """
        indicators: q1 5m
        0: q2 q4 5m 3p
        2: 3p*3
        ? 0 flower q2 is lx.wild-use/flower
        ? 0 flower q3 is lx.wild-use/flower
        ? 0 discard q2 is lx.no-throw/wild
        ? 0 discard 1z is lx.tiles/foreign
        ? 0 discard q4 is lx.no-throw/wild
        ? 0 discard 5m is lx.no-throw/wild
        0 discard 3p
        2 pung 3p
        ? 2 discard 3p is lx.no-throw/pung""",
    "a culprit lays no flower and throws what he likes": """
        0: E
        1: 1m*3 3p*2
        stock: P
        0 foul wrong-count; 1 foul wrong-count
        ? 1 foul flower is lx.foul/twice
        ? 1 foul false-win is legal
        0 discard E; 1 draw P
        ? 1 flower P is lx.foul/flower
        ? 1 win P is lx.foul/culprit
        ? 1 draw 1m back is lx.turn/discard-first
        1 discard P
        ? 2 kong P exposed is lx.foul/unclaimable
        ? 2 pung P is lx.foul/unclaimable
        ? 2 win P is lx.foul/unclaimable
        ? 2 pass is rec.pass/needless""",
    "a culprit who drew a flower and is caught keeps it": """
        0: E
        stock: P
        0 discard E; 1 draw P
        1 foul flower
        ? 1 flower P is lx.foul/flower
        ? 1 draw 1m back is lx.turn/discard-first
        ? 1 discard P is legal""",
    "a culprit keeps a flower that comes for his kong": """
        0: E
        1: 3m*4
        stock: 9s
        back: q1
        1 foul wrong-count
        0 discard E; 1 draw 9s; 1 kong 3m concealed; 1 draw q1 back
        ? 1 flower q1 is lx.foul/flower
        ? 1 draw 1m back is lx.turn/discard-first
        ? 1 discard q1 is legal""",
    "a foul on another's discard leaves the next draw due": """
        0: E
        stock: 2m
        0 discard E
        1 foul wrong-draw
        ? 1 discard E is lx.turn/draw-first
        ? 1 draw 2m is legal""",
    "a wild flower that is drawn stays in hand": """
        indicators: q1 5m
        0: E
        stock: q2
        0 discard E; 1 draw q2
        ? 1 flower q2 is lx.wild-use/flower
        ? 1 discard q2 is lx.no-throw/wild
        ? 1 kong 3m concealed is lx.kong/four
        ? 1 draw 3m back is lx.turn/discard-first""",
    "another's foul leaves a drawn flower to be laid": """
        0: E
        stock: P
        0 discard E; 1 draw P
        2 foul flower
        ? 1 discard P is lx.flowers/drawn
        ? 1 flower P is legal""",
    "a last-four turn is a win or nothing": """
        until 24
        ? 0 draw 1m back is lx.turn/discard-first
        until 23
        ? 1 discard 1m is lx.last-four/win-only
        ? 1 kong 1m concealed is lx.last-four/win-only
        ? 3 draw 1m back is lx.turn/front
        ? 1 pass is rec.pass/needless
        ? 3 win 1m is lx.turn/win
        until 20
        ? 2 draw 1m is lx.reserve/draw""",
    "whatever lies next, nothing is drawn from the reserve": """
        stock: not stated
        until 20
        ? 2 draw 9s is lx.reserve/draw
        ? 2 draw q4 is lx.reserve/draw""",
}

CLAIMS = {
    "a chow is a run of one suit, of held tiles, from the left": """
        0: 5m
        1: 3m 4m 6m 6m E S
        2: 4m 6m
        ? 1 chow 5m with 4m 6m is lx.turn/nothing-to-claim
        0 discard 5m
        ? 2 chow 5m with 4m 6m is lx.chow/left
        ? 0 chow 5m with 4m 6m is lx.turn/own-discard
        ? 1 chow 4m with 3m 6m is lx.turn/other-tile
        ? 1 chow 5m with 4m 4m is lx.chow/sequence
        ? 1 chow 5m with 6m 6m is lx.chow/sequence
        ? 1 chow 5m with 3m 6m is lx.chow/sequence
        ? 1 chow 5m with 3m 3m is lx.chow/sequence
        ? 1 chow 5m with 5m 7m is lx.chow/sequence
        ? 1 chow 5m with 6m 8m is lx.chow/sequence
        ? 1 chow 5m with 7m 9m is lx.chow/sequence
        ? 1 chow 5m with E S is lx.chow/sequence
        ? 1 chow 5m with 6m 7m is rec.not-in-hand/tile
        ? 1 chow 5m with 7m 6m is rec.not-in-hand/tile
        ? 1 chow 5m with ? 6m is rec.unknown/move
        ? 1 chow 5m with 4m 1z is lx.tiles/foreign
        ? 1 chow 5m with 4m 6m is legal""",
    "a chow does not go across two suits": """
        0: 1p 9m
        1: 8m 9m 1p 2p
        stock: 7p 8p 3s 9m
        0 discard 1p
        ? 1 chow 1p with 8m 9m is lx.chow/sequence
        ? 1 chow 1p with 9m 2p is lx.chow/sequence
        1 draw 7p; 1 discard 7p; 2 draw 8p; 2 discard 8p; 3 draw 3s; 3 discard 3s; 0 draw 9m
        0 discard 9m
        ? 1 chow 9m with 8m 1p is lx.chow/sequence
        ? 1 chow 9m with 1p 2p is lx.chow/sequence""",
    "winds and honours make no run": """
        indicators: 5m 5p
        0: E N S 9s
        1: S W C F 8s 9s
        stock: 1p 2p 4p 1s
        0 discard E
        ? 1 chow E with S W is lx.chow/sequence
        ? 1 chow E with 8s 9s is lx.chow/sequence
        ? 1 pass is rec.pass/needless
        1 draw 1p; 1 discard 1p; 2 draw 2p; 2 discard 2p; 3 draw 4p; 3 discard 4p; 0 draw 1s
        0 discard N
        ? 1 chow N with C F is lx.chow/sequence
        ? 1 pass is rec.pass/needless""",
    "a wild is in no chow, and no pung or kong is made of it": """
        indicators: 6m 4p
        0: 5m 4p*3
        1: 4m 6m 7m E*3 S*3 W*3 N*3 9s
        0 discard 5m
        ? 1 chow 5m with 4m 6m is lx.wild-use/claim
        ? 1 chow 5m with 6m 7m is lx.wild-use/claim
        ? 1 pass is rec.pass/needless
        ? 0 kong 4p concealed is lx.turn/kong""",
    "no kong of a wild, a flower or a 白 in one's turn": """
        indicators: 6m 4p
        0: 6m 4p*3
        0 foul wrong-count
        ? 0 kong 4p concealed is lx.wild-use/claim
        ? 0 kong 6m added is lx.wild-use/claim
        ? 0 kong P concealed is lx.kong/flower
        ? 0 kong q1 concealed is lx.kong/flower
        ? 0 kong f1 added is lx.kong/flower""",
    "a pung needs two, an exposed kong three, a concealed one four, an added one its pung": """
        0: 5m 2p*4 W*3
        2: 5m*3 6m 1s*4
        back: 9p
        ? 0 kong W concealed is lx.kong/four
        ? 0 kong W added is lx.kong/no-pung
        ? 0 kong 2p added is lx.kong/no-pung
        ? 2 kong 1s concealed is lx.turn/kong
        ? 2 kong 5m exposed is lx.turn/nothing-to-claim
        0 discard 5m
        ? 3 pung 5m is lx.pung/two
        ? 3 kong 5m exposed is lx.kong/three
        ? 2 kong 1s exposed is lx.turn/other-tile
        ? 2 pung 1s is lx.turn/other-tile
        ? 0 kong 2p concealed is lx.turn/kong
        ? 2 kong 5m exposed is legal
        2 pung 5m
        ? 2 kong 1s concealed is lx.kong/after-claim
        ? 2 kong 5m added is lx.kong/after-claim
        ? 2 draw 9p back is lx.turn/discard-first
        ? 0 kong 2p concealed is lx.turn/kong""",
    "a pung is added to by the one tile that is like it, and once": """
        0: 3m
        1: 3m*2 1m
        stock: 5p 7s 9s 3m
        back: 9m
        0 discard 3m; 1 pung 3m; 1 discard 1m; 2 draw 5p; 2 discard 5p; 3 draw 7s; 3 discard 7s; 0 draw 9s; 0 discard 9s
        1 draw 3m
        ? 1 kong 4m added is lx.kong/no-pung
        ? 1 kong 3m concealed is lx.kong/four
        1 kong 3m added
        ? 1 discard 3m is lx.flowers/replacement
        ? 2 kong 3m exposed is lx.flowers/replacement
        ? 1 pass is rec.pass/needless
        ? 1 win 3m is lx.win/own-tile
        ? 2 win 4m is lx.win-tile/other
        ? 2 win 3m is lx.win/shape
        ? 2 draw 9m back is lx.turn/draw
        1 draw 9m back
        ? 1 kong 3m added is lx.kong/no-pung""",
    "of two pungs the kong is added to the one of its tile": """
        0: 3m E
        1: 3m*2 E*3 1m 2m
        2: 3m
        stock: 5p 7s 9s 5p 7s 9s 5s
        back: 9m
        0 discard 3m; 1 pung 3m; 1 discard 1m; 2 draw 5p; 2 discard 5p; 3 draw 7s; 3 discard 7s; 0 draw 9s
        0 discard E; 1 pung E; 1 discard 2m; 2 draw 5p; 2 discard 5p; 3 draw 7s; 3 discard 7s; 0 draw 9s; 0 discard 9s
        1 draw 5s; 1 kong E added; 1 draw 9m back
        ? 1 kong E added is lx.kong/no-pung
        ? 1 kong 3m added is rec.not-in-hand/tile""",
    "an added kong needs its tile in hand": """
        0: 3m
        1: 3m*2 1m
        2: 3m
        stock: 5p 7s 9s 3s
        0 discard 3m; 1 pung 3m; 1 discard 1m; 2 draw 5p; 2 discard 5p; 3 draw 7s; 3 discard 7s; 0 draw 9s; 0 discard 9s
        1 draw 3s
        ? 1 kong 3m added is rec.not-in-hand/tile""",
    "only an added kong is robbed": """
        0: 3m*4
        1: 12m 456p 789p 111s 55s 678s
        0 kong 3m concealed
        ? 1 win 3m is lx.rob/added
        ? 1 pass is rec.pass/needless
        ? 1 foul false-win is legal
        ? 1 foul wrong-draw is lx.foul/replacement""",
    "who has let a tile go does not take it": """
        0: 3m
        1: 1m 2m 3m*3 456p 789p 111s 55s
        0 discard 3m
        ? 1 win 3m is legal
        ? 1 foul false-win is lx.foul/could-win
        1 pass
        ? 1 pass is rec.pass/again
        ? 1 chow 3m with 1m 2m is rec.pass/claimed
        ? 1 kong 3m exposed is rec.pass/claimed
        ? 1 win 3m is rec.pass/claimed
        ? 1 foul false-win is legal""",
    "a pass is of the tile on the table, by those who did not throw it": """
        0: 5m*4
        0 discard 5m
        ? 0 pass is rec.pass/needless""",
    "who has let a tile go owes no pass when it is taken": """
        0: 3m
        1: 1m 2m
        2: 3m*3
        0 discard 3m; 1 pass
        ? 1 pass is rec.pass/again
        2 kong 3m exposed
        ? 1 pass is rec.pass/needless""",
    "who has let a tile go takes the next one": """
        0: 3m
        1: 3m*2 1m*2
        stock: 5p 1m
        0 discard 3m; 1 pass
        ? 1 pung 3m is rec.pass/claimed
        1 draw 5p
        ? 1 pass is rec.pass/needless
        1 discard 5p; 2 draw 1m; 2 discard 1m
        ? 1 pung 1m is legal
        ? 1 pass is legal""",
    "a culprit makes no claim but a kong": """
        0: 3m 4m
        1: 1m 2m 3m*3 456p 789p 111s 55s
        2: 4m*2
        stock: 9s 9p 8p 7p
        1 foul wrong-count; 2 foul wrong-count
        0 discard 3m
        ? 1 chow 3m with 1m 2m is lx.foul/culprit
        ? 1 pung 3m is lx.foul/culprit
        ? 1 win 3m is lx.foul/culprit
        ? 1 kong 3m exposed is legal
        ? 1 pass is legal
        ? 1 foul false-win is legal
        1 draw 9s; 1 discard 9s; 2 draw 9p; 2 discard 9p; 3 draw 8p; 3 discard 8p; 0 draw 7p; 0 discard 4m
        ? 2 pung 4m is lx.foul/culprit
        ? 2 pass is rec.pass/needless
        ? 1 chow 4m with 2m 3m is lx.foul/culprit
        ? 1 pass is rec.pass/needless""",
}

POSITIONS = {**OPENING, **DRAWS, **CLAIMS}


@pytest.mark.parametrize("text", POSITIONS.values(), ids=POSITIONS)
def test_what_is_wrong_with_a_move_is_named(text: str) -> None:
    assert Position(text).run().claims


def test_a_chow_names_no_further_tile() -> None:
    chow = Chow(seat=1, tile="5m", with_=["4m", "6m"], also=[["3m", "4m", "5m"]])
    problem = Position("0: 5m\n1: 4m 6m\n0 discard 5m").run().open.check(chow)
    assert problem is not None
    assert (problem.reason, problem.field) == ("rec.field/unknown", "also")
