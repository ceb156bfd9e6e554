"""香港麻雀: what locks a seat and what does not, and when 地糊 and 人糊 are over.

The notation is that of the rules page.
"""

from __future__ import annotations

import pytest

from tests.games.hk_mahjong_rounds import Example

TWO_WAITS = "678m 67m 234p 99s 345s"
"""Waits for 5m, which is worth 2 fan, and for 8m: 3 with 一般高."""
HOUSE = "rules flowers=false extra_patterns=identical-chows-2"
ANY = f"{HOUSE} same_turn=any min_faan=0\n2: {TWO_WAITS}\n"
ANY_3 = f"{HOUSE} same_turn=any min_faan=3\n2: {TWO_WAITS}\n"
SAME_TILE = f"{HOUSE} same_turn=same-tile min_faan=0\n2: {TWO_WAITS}\n"
ADDED = """0: 5m\n1: 55m 9p
0 -5m; 1 pung 5m; 1 -9p; 2 +E; 2 -E; 3 +S; 3 -S; 0 +W; 0 -W; 1 +5m; 1 kong 5m added; 1 <8m; 1 -8m\n"""

LOCKS: dict[str, str] = {
    "a discard that was let go locks for every tile": f"{ANY}0: 5m\n0 -5m; 1 +8m; 1 -8m\n? 2 win 8m is hk.same-turn",
    "or for its own kind alone": f"{SAME_TILE}0: 5m\n0 -5m; 1 +8m; 1 -8m\n? 2 win 8m is legal",
    "a discard below the minimum was no winning tile":
        f"{ANY_3}0: E\n3: 55m 8m\n0 -E; 1 +5m; 1 -5m; 3 pung 5m; 3 -8m\n? 2 win 8m is legal",
    "nor was it one when it was konged, which nobody may rob":
        f"{ANY_3}0: E\n3: 555m\n0 -E; 1 +5m; 1 -5m; 3 kong 5m exposed; 3 <8m; 3 -8m\n? 2 win 8m is legal",
    "a concealed kong is let go by thirteen orphans alone":
        f"{ANY}0: 5555m\n0 kong 5m concealed; 0 <8m; 0 -8m\n? 2 win 8m is legal",
    "an added kong that was let go locks": f"{ANY}{ADDED}? 2 win 8m is hk.same-turn",
    "or for its own kind, of which there is none left": f"{SAME_TILE}{ADDED}? 2 win 8m is legal",
    "搶槓 counts to the minimum of what was let go": f"{ANY_3}{ADDED}? 2 win 8m is hk.same-turn",
    "a draw of one's own ends it": f"{ANY}0: 5m\n0 -5m; 1 +E; 1 -E; 2 +W; 2 -W; 3 +8m; 3 -8m\n? 2 win 8m is legal",
}  # fmt: skip

READY = "234m 456p 99s 678s 46m"
OPENED = "rules flowers=false min_faan=0 human=3\n"
OPENINGS: dict[str, str] = {
    "人糊": f"{OPENED}2: {READY}\n0: E\n0 -E; 1 +5m; 1 -5m; 2 win 5m\n= 2: 5 fan human 3 all-chows 1 concealed 1",
    "人糊 is never the dealer's":
        f"{OPENED}0: E {READY}\n0 -E; 1 +5m; 1 -5m; 0 win 5m\n= 0: 2 fan all-chows 1 concealed 1",
    "人糊 is over after a concealed kong": f"""{OPENED}0: 1111s E\n2: {READY}
        0 kong 1s concealed; 0 <W; 0 -E; 1 +5m; 1 -5m; 2 win 5m\n= 2: 2 fan all-chows 1 concealed 1""",
    "人糊 is over after an exposed kong": f"""{OPENED}0: 1s E\n2: {READY}\n3: 111s 5m
        0 -1s; 3 kong 1s exposed; 3 <W; 3 -5m; 2 win 5m\n= 2: 2 fan all-chows 1 concealed 1""",
    "人糊 is over after a chow": f"""{OPENED}0: 1s\n1: 23s 5m\n2: {READY}
        0 -1s; 1 chow 1s 23s; 1 -5m; 2 win 5m\n= 2: 2 fan all-chows 1 concealed 1""",
    "地糊 is not 人糊, too": f"{OPENED}0: 5m\n2: {READY}\n0 -5m; 2 win 5m\n= 2: 13 fan earthly 13",
    "robbing a kong is neither": f"""{OPENED}0: 5m\n1: 55m 9p\n3: {READY}\n0 -5m; 1 pung 5m; 1 -9p; 2 +E; 2 -E
        3 +E; 3 -E; 0 +W; 0 -W; 1 +5m; 1 kong 5m added; 3 win 5m\n= 3: 3 fan all-chows 1 concealed 1 rob-kong 1""",
}  # fmt: skip


@pytest.mark.parametrize("text", LOCKS.values(), ids=LOCKS)
def test_a_tile_of_another_is_locked_or_not(text: str) -> None:
    assert Example(text).run().claims == 1


@pytest.mark.parametrize("text", OPENINGS.values(), ids=OPENINGS)
def test_an_early_win_counts_while_nothing_has_come_between(text: str) -> None:
    assert Example(text).run().claims == 1
