"""香港麻雀: positions and the moves that are refused there, each for its own reason; and moves close by that are right.

The notation is that of the rules page.
"""

from __future__ import annotations

from functools import lru_cache

import pytest

from replay.games.hk_mahjong.table import HkMahjongTable
from replay.kit.mahjong import CODES, KIND
from schemas.record import AnyMove, Chow
from tests.games.hk_mahjong_rounds import Example, move_of

READY = "234m 456p 99s 678s 46m"
"""Waits for 5m."""
FLOWERLESS = "rules flowers=false\n"
SMALL = "rules flowers=false min_faan=0\n"
POSITIONS: dict[str, str] = {
    "first turn": f"{FLOWERLESS}0: 123m 456p 99s 678s 77p 1s",
    "heavenly": f"{FLOWERLESS}0: 123m 456p 99s 678s 777p",
    "four of a kind": f"{FLOWERLESS}0: 1111m 222p\n1: 9999s 4m\n2: 8888s",
    "9s on the table": f"{FLOWERLESS}0: 9s\n1: 78m 78s 9p EE\n2: 78s\n0 -9s",
    "9m on the table": f"{FLOWERLESS}0: 9m\n1: 78m 12p 1s\n2: 99m 78m\n0 -9m",
    "9m on the table, the other three in one hand": f"{FLOWERLESS}0: 9m\n3: 999m 78m\n0 -9m",
    "1p on the table": f"{FLOWERLESS}0: 1p\n1: 89m 23p 1s 4p\n0 -1p",
    "1m on the table, thrown from three": f"{FLOWERLESS}0: 111m\n0 -1m",
    "E on the table": f"{FLOWERLESS}0: E\n1: SWN 89s\n0 -E",
    "3m on the table": f"{FLOWERLESS}0: 3m\n1: 1124m 1s\n2: 33m 24m\n0 -3m",
    "3m, only 2m beside it": f"{FLOWERLESS}0: 3m\n1: 22m 69m 147p 999s ESW\n0 -3m",
    "3m, passed on": f"{FLOWERLESS}0: 3m\n1: 12m 9s\n2: 333m\n0 -3m; 2 pass",
    "3m, a dead hand": f"{FLOWERLESS}0: 3m\n1: 12m 9s\n2: 333m\n0 -3m; 2 foul wrong-count; 1 foul wrong-count",
    "a dead hand to act": f"{FLOWERLESS}0: 1111m 222p\n0 foul wrong-count",
    "dealt flowers": "0: f1 123m 456p 99s 678s 77p\n1: f2 8888m\n2: 99s",
    "a dealt flower set aside": "0: f1 1111m\n1: f2\n0 flower f1",
    "a drawn flower": "0: 1m\n1: 11m 9999s\n0 -1m; 1 +f1",
    "a drawn flower set aside": "0: 1m\n1: 11m 9999s\n0 -1m; 1 +f1; 1 flower f1",
    "a flower for a flower": "0: 1m\n1: 9999s\n0 -1m; 1 +f1; 1 flower f1; 1 <f2",
    "a flower for a kong": "0: 1111m 9999s\n0 kong 1m concealed; 0 <f1",
    "an exposed kong": f"{SMALL}0: 1m\n1: 111m 2222p\n2: 23m 456p 99s 678s 777p\n0 -1m; 1 kong 1m exposed",
    "a concealed kong": f"{SMALL}0: 1111m 2222p\n2: 23m 456p 99s 678s 777p\n0 kong 1m concealed",
    "after a concealed kong": f"{SMALL}0: 1111m\n2: 23m 456p 99s 678s 777p\n0 kong 1m concealed; 0 <E; 0 -E",
    "a pung": f"{FLOWERLESS}0: 1m\n1: 11m 8888s 1m\n0 -1m; 1 pung 1m",
    "an added kong": f"""{SMALL}0: 1m\n1: 111m 9s\n3: 23m 456p 99s 678s 777p
        0 -1m; 1 pung 1m; 1 -9s; 2 +E; 2 -E; 3 +S; 3 -S; 0 +E; 0 -E; 1 +E; 1 kong 1m added""",
    "an added kong replaced": f"""{SMALL}0: 1m\n1: 111m 9s\n0 -1m; 1 pung 1m; 1 -9s; 2 +E; 2 -E; 3 +S; 3 -S
        0 +E; 0 -E; 1 +E; 1 kong 1m added; 1 <W""",
    "a pung and no fourth tile": f"""{FLOWERLESS}0: 1m\n1: 11m 9s\n2: 1m\n0 -1m; 1 pung 1m; 1 -9s
        2 +E; 2 -E; 3 +S; 3 -S; 0 +E; 0 -E; 1 +E""",
    "the last discard": f"{FLOWERLESS}0: E 3m\n1: 7788s\n2: 33m\n3: 3m 1111p\n0 -E\nuntil 1\n3 +9p; 3 -3m",
    "the last tile drawn": f"{FLOWERLESS}0: E\n3: 1111p\n0 -E\nuntil 1\n3 +9p",
    "too small": f"{FLOWERLESS}0: E\n2: {READY}\n0 -E; 1 +5m; 1 -5m",
    "too small, drawn": f"rules flowers=false min_faan=4\n0: E\n1: {READY}\n0 -E; 1 +5m",
    "a dead hand that is complete": f"{SMALL}0: E\n1: {READY}\n0 -E; 1 foul wrong-count; 1 +5m",
    "a dead hand that waits": f"{SMALL}0: E\n2: {READY}\n0 -E; 2 foul wrong-count; 1 +5m; 1 -5m",
    "two could win": f"{SMALL}0: E\n2: {READY}\n3: 123p 345s 88s 789p 67m\n0 -E; 1 +5m; 1 -5m",
    "the second has won": f"{SMALL}0: E\n2: {READY}\n3: 123p 345s 88s 789p 67m\n0 -E; 1 +5m; 1 -5m; 3 win 5m",
    "one of two has passed": f"{SMALL}0: E\n2: {READY}\n3: 123p 345s 88s 789p 67m\n0 -E; 1 +5m; 1 -5m; 3 pass",
    "the first has won": f"{SMALL}0: E\n2: {READY}\n3: 123p 345s 88s 789p 67m\n0 -E; 1 +5m; 1 -5m; 2 win 5m",
    "the first has won, the second has too little": f"""{FLOWERLESS}0: E
        2: 234m 456m 99m 678m 46m\n3: 123p 345s 88s 789p 67m
        0 -E; 1 +5m; 1 -5m; 2 win 5m""",
    "the first has won, after a concealed kong": f"""{SMALL}0: E 1111p\n2: {READY}\n3: 234p 345s 88s 789p 67m
        0 kong 1p concealed; 0 <E; 0 -E; 1 +5m; 1 -5m; 2 win 5m""",
    "a complete hand, broken up": f"{SMALL}0: 123m 456p 99s 678s 777p\n0 -7p",
    "complete by a pung": f"{SMALL}0: 1m\n1: 11m 234p 567p 99s 678s\n0 -1m; 1 pung 1m",
    "seven flowers": "0: f1234 q123\n1: 1m\n" + "".join(
        f"0 flower {f}; 0 <{n}p\n" for n, f in enumerate(("f1", "f2", "f3", "f4", "q1", "q2"), start=1)
    ) + "0 flower q3",
    "seven flowers, a dead hand": "0: f1234 q123\n0 foul wrong-count\n" + "".join(
        f"0 flower {f}; 0 <{n}p\n" for n, f in enumerate(("f1", "f2", "f3", "f4", "q1", "q2"), start=1)
    ) + "0 flower q3",
    "six flowers": "0: f1234 q12\n" + "".join(
        f"0 flower {f}; 0 <{n}p\n" for n, f in enumerate(("f1", "f2", "f3", "f4", "q1"), start=1)
    ) + "0 flower q2",
}  # fmt: skip

REFUSED: dict[str, dict[str, str]] = {
    # position: the moves refused in it, and why
    "first turn": {
        "0 win 1s": "hk.win/shape", "0 win 5m": "rec.not-in-hand/tile", "0 pass": "rec.pass/needless",
        "1 pass": "rec.pass/needless", "0 -5m": "rec.not-in-hand/tile", "0 +5m": "hk.turn/discard-first",
        "0 -b3": "hk.tiles/foreign", "0 -?": "rec.unknown/move", "0 -f1": "hk.flowers/discard",
        "0 flower f1": "rec.not-in-hand/tile", "1 win 1m": "hk.turn/win", "0 pung 7p": "hk.turn/nothing-to-claim",
        "0 chow 7p 89p": "hk.turn/nothing-to-claim", "0 kong 7p exposed": "hk.turn/nothing-to-claim",
        "0 foul flower": "hk.false-win/kind",
    },
    "heavenly": {
        "0 win 2p": "rec.not-in-hand/tile", "0 foul false-win": "hk.false-win/could-win",
        "0 foul wrong-count": "hk.false-win/could-win",
    },
    "four of a kind": {
        "1 kong 9s concealed": "hk.turn/kong", "0 kong 2p concealed": "hk.kong/four",
        "0 kong 1m added": "hk.kong/no-pung", "0 kong f1 concealed": "hk.kong/four",
    },
    "9s on the table": {
        "1 chow 9s 9pE": "hk.chow/sequence", "1 chow 9s 8sE": "hk.chow/sequence", "1 chow 9s EE": "hk.chow/sequence",
        "2 chow 9s 78s": "hk.chow/left", "2 pass": "rec.pass/needless", "1 chow 9s 7s": "hk.chow/sequence",
        "1 chow 9s 778s": "hk.chow/sequence", "0 pass": "rec.pass/needless",
    },
    "9m on the table": {
        "1 chow 9m 8m1p": "hk.chow/sequence", "1 chow 9m 12p": "hk.chow/sequence", "1 chow 9m 7m7m": "hk.chow/sequence",
        "2 chow 9m 78m": "hk.chow/left", "0 pung 9m": "hk.turn/own-discard", "1 pung 9m": "hk.pung/two",
        "2 kong 9m exposed": "hk.kong/three", "1 -1p": "hk.turn/draw-first", "2 +4s": "hk.turn/draw",
        "1 <4s": "hk.wall/front", "1 chow 9m 7m?": "rec.unknown/move", "1 chow 9m 7mb3": "hk.tiles/foreign",
        "1 +f1": "hk.tiles/none-left", "2 pung 9s": "hk.turn/other-tile",
        "2 win 1m": "hk.win-tile/other", "1 kong 1p concealed": "hk.turn/kong",
    },
    "9m on the table, the other three in one hand": {"1 +9m": "hk.tiles/none-left", "3 chow 9m 78m": "hk.chow/left"},
    "1p on the table": {
        "1 chow 1p 89m": "hk.chow/sequence", "1 chow 1p 9m2p": "hk.chow/sequence", "1 chow 1p 24p": "hk.chow/sequence",
        "1 chow 1p 34p": "hk.chow/sequence",
    },
    "1m on the table, thrown from three": {"0 pass": "rec.pass/needless", "0 pung 1m": "hk.turn/own-discard"},
    "E on the table": {
        "1 chow E SW": "hk.chow/sequence", "1 chow E 89s": "hk.chow/sequence", "1 chow E 9sS": "hk.chow/sequence",
        "1 pass": "rec.pass/needless",
    },
    "3m on the table": {
        "1 chow 3m 11m": "hk.chow/sequence", "1 chow 3m 22m": "hk.chow/sequence", "1 chow 3m 14m": "hk.chow/sequence",
        "1 chow 3m 45m": "rec.not-in-hand/tile", "2 chow 3m 24m": "hk.chow/left", "3 pass": "rec.pass/needless",
    },
    "3m, only 2m beside it": {
        "1 chow 3m 12m": "rec.not-in-hand/tile", "1 chow 3m 24m": "rec.not-in-hand/tile", "1 pass": "rec.pass/needless",
    },
    "3m, passed on": {
        "2 pung 3m": "rec.pass/claimed", "2 kong 3m exposed": "rec.pass/claimed", "2 pass": "rec.pass/again",
    },
    "3m, a dead hand": {
        "2 pung 3m": "hk.dead-hand/claim", "2 kong 3m exposed": "hk.dead-hand/claim",
        "1 chow 3m 12m": "hk.dead-hand/claim", "2 pass": "hk.dead-hand/pass", "2 win 3m": "hk.dead-hand/win",
        "2 foul wrong-count": "hk.dead-hand/twice",
    },
    "a dead hand to act": {"0 kong 1m concealed": "hk.dead-hand/claim", "0 win 1m": "hk.dead-hand/win",
                           "0 pass": "rec.pass/needless"},
    "dealt flowers": {
        "0 -1m": "hk.flowers/dealt", "1 flower f2": "hk.flowers/turn", "0 flower f2": "rec.not-in-hand/tile",
        "0 flower 1m": "hk.flowers/no-flower", "0 +1p": "hk.flowers/dealt", "0 <1p": "hk.flowers/dealt",
        "0 win 1m": "hk.flowers/dealt", "1 kong 8m concealed": "hk.flowers/dealt", "2 pung 9s": "hk.flowers/dealt",
        "1 chow 1m 23m": "hk.flowers/dealt", "1 pass": "rec.pass/needless",
    },
    "a dealt flower set aside": {
        "0 +1p": "hk.wall/back", "0 -1m": "hk.wall/replacement", "1 flower f2": "hk.wall/replacement",
        "0 kong 1m concealed": "hk.wall/replacement", "1 <1p": "hk.turn/draw", "0 win f1": "hk.win/flowers",
    },
    "a drawn flower": {
        "1 -f1": "hk.flowers/drawn", "1 -9s": "hk.flowers/drawn", "1 <2m": "hk.flowers/drawn",
        "1 +2m": "hk.flowers/drawn", "1 pung 1m": "hk.flowers/drawn", "1 kong 9s concealed": "hk.flowers/drawn",
        "1 win f1": "hk.flowers/drawn", "2 flower f1": "hk.flowers/turn", "2 pass": "rec.pass/needless",
    },
    "a drawn flower set aside": {
        "1 +2m": "hk.wall/back", "1 -9s": "hk.wall/replacement", "1 kong 9s concealed": "hk.wall/replacement",
        "1 pung 1m": "hk.wall/replacement", "1 flower f2": "hk.wall/replacement", "1 win f1": "hk.win/flowers",
        "2 win f1": "hk.turn/win", "2 pass": "rec.pass/needless",
    },
    "a flower for a flower": {"1 -9s": "hk.flowers/drawn", "1 kong 9s concealed": "hk.flowers/drawn"},
    "a flower for a kong": {"0 -9s": "hk.flowers/drawn", "0 kong 9s concealed": "hk.flowers/drawn"},
    "an exposed kong": {
        "2 win 1m": "hk.rob/exposed", "2 pass": "rec.pass/needless", "1 -2p": "hk.wall/replacement",
        "1 kong 2p concealed": "hk.wall/replacement", "1 +2m": "hk.wall/back", "2 pung 1m": "hk.wall/replacement",
        "2 chow 1m 23m": "hk.wall/replacement",
    },
    "a concealed kong": {
        "2 win 1m": "hk.rob/concealed", "2 pass": "rec.pass/needless", "0 kong 2p concealed": "hk.wall/replacement",
        "0 win 1m": "hk.win/own-tile",
    },
    "after a concealed kong": {"2 win E": "hk.win/shape", "3 win E": "hk.win/shape"},
    "a pung": {"1 kong 8s concealed": "hk.kong/after-claim", "1 kong 1m added": "hk.kong/after-claim",
               "1 win 1m": "hk.win/after-claim"},
    "an added kong": {"3 pung 1m": "hk.wall/replacement", "2 win 1m": "hk.win/shape", "2 pass": "rec.pass/needless",
                      "3 win 4m": "hk.win-tile/other"},
    "an added kong replaced": {"1 kong 1m added": "hk.kong/no-pung"},
    "a pung and no fourth tile": {"1 kong 1m added": "rec.not-in-hand/tile"},
    "the last discard": {
        "2 pung 3m": "hk.wall/last-discard", "2 pass": "rec.pass/needless", "0 +E": "hk.exhausted/draw",
    },
    "the last tile drawn": {"3 kong 1p concealed": "hk.wall/kong"},
    "too small": {"2 win 5m": "hk.min/below", "3 win 5m": "hk.win/shape"},
    "too small, drawn": {"1 win 5m": "hk.min/below", "1 win 4m": "hk.win-tile/other"},
    "a dead hand that is complete": {"1 win 5m": "hk.dead-hand/win"},
    "a dead hand that waits": {"2 win 5m": "hk.dead-hand/win", "2 pass": "hk.dead-hand/pass"},
    "two could win": {"2 foul wrong-count": "hk.false-win/could-win", "3 foul false-win": "hk.false-win/could-win"},
    "the second has won": {
        "2 win 5m": "hk.priority/order", "3 win 5m": "hk.priority/order", "2 pass": "rec.pass/needless",
        "2 +E": "rec.over/round", "0 foul false-win": "rec.over/round", "2 pung 5m": "rec.over/round",
    },
    "one of two has passed": {"3 win 5m": "rec.pass/claimed", "3 pass": "rec.pass/again"},
    "the first has won": {"2 win 5m": "hk.priority/order", "0 win 5m": "hk.win/shape", "2 pass": "rec.pass/needless"},
    "the first has won, the second has too little": {"3 win 5m": "hk.min/below", "3 pass": "rec.pass/needless"},
    "a complete hand, broken up": {"0 win 7p": "hk.win/own-tile"},
    "complete by a pung": {"1 win 1m": "hk.win/after-claim"},
    "seven flowers": {
        "1 win q3": "hk.turn/win", "0 win f1": "hk.win-tile/other", "0 foul false-win": "hk.false-win/could-win",
        "0 foul wrong-count": "hk.false-win/could-win",
    },
    "seven flowers, a dead hand": {"0 win q3": "hk.dead-hand/win"},
    "six flowers": {"0 win q2": "hk.win/flowers"},
}

RIGHT: dict[str, tuple[str, ...]] = {
    "9s on the table": ("1 chow 9s 78s", "1 pass"),
    "9m on the table": ("1 chow 9m 78m", "1 pass", "2 pung 9m", "2 pass"),
    "9m on the table, the other three in one hand": ("3 kong 9m exposed", "3 pung 9m", "3 pass"),
    "1p on the table": ("1 chow 1p 23p", "1 pass"),
    "3m on the table": ("1 chow 3m 12m", "1 chow 3m 24m", "1 pass", "2 pass"),
    "a dead hand to act": ("0 -1m", "0 foul false-win", "1 foul wrong-count"),
    "dealt flowers": ("0 foul false-win", "3 foul wrong-count"),
    "a flower for a flower": ("1 flower f2",),
    "a flower for a kong": ("0 flower f1",),
    "an added kong": ("3 win 1m", "3 pass", "1 <W"),
    "a dead hand that is complete": ("1 foul false-win", "1 -5m"),
    "a dead hand that waits": ("2 foul false-win",),
    "seven flowers": ("0 win q3", "1 foul false-win", "0 <9p"),
    "seven flowers, a dead hand": ("0 foul false-win",),
    "the first has won": ("3 win 5m", "3 pass"),
    "the first has won, after a concealed kong": ("3 win 5m", "3 pass"),
    "a complete hand, broken up": ("0 foul false-win", "0 foul wrong-count"),
}  # fmt: skip


@lru_cache
def _table(position: str) -> HkMahjongTable:
    """The table, which nothing here plays on."""
    return Example(POSITIONS[position]).finished().now()


def _move(text: str) -> AnyMove:
    seat, what, *rest = text.split()
    if what == "chow" and len(rest[1]) > 2 and not rest[1][:-1].isdigit():  # tiles of different suits
        return Chow(seat=int(seat), tile=rest[0], with_=_mixed(rest[1]))
    return move_of(text)


def _mixed(text: str) -> list[str]:
    """``8m1p``, ``9pE``: tile codes in a row."""
    out: list[str] = []
    while text:
        size = 2 if text[0].isdigit() or text[0] == "b" else 1
        out.append(text[:size])
        text = text[size:]
    return out


@pytest.mark.parametrize(
    ("position", "move", "reason"), [(p, move, why) for p, some in REFUSED.items() for move, why in some.items()]
)
def test_a_move_is_refused_for_its_own_reason(position: str, move: str, reason: str) -> None:
    table = _table(position)
    problem = table.check(_move(move))
    assert problem is not None
    assert problem.reason == reason
    assert _move(move) not in table.legal()


@pytest.mark.parametrize(("position", "move"), [(p, move) for p, some in RIGHT.items() for move in some])
def test_a_move_close_by_is_right(position: str, move: str) -> None:
    table = _table(position)
    assert table.check(_move(move)) is None
    assert _move(move) in table.legal()


@pytest.mark.parametrize("position", POSITIONS)
def test_every_listed_move_of_a_position_is_right(position: str) -> None:
    table = _table(position)
    assert [move for move in table.legal() if table.check(move) is not None] == []


def test_a_chow_takes_no_further_tiles_along() -> None:
    table = _table("9s on the table")
    problem = table.check(Chow(seat=1, tile="9s", with_=["7s", "8s"], also=[["9s", "7s", "8s"]]))
    assert problem is not None
    assert (problem.reason, problem.field) == ("rec.field/unknown", "also")


@pytest.mark.parametrize(("tile", "held", "may_chow"), [
    ("3m", "12m", True), ("3m", "24m", True), ("3m", "45m", True), ("1p", "23p", True), ("2m", "13m", True),
    ("9m", "78m", True), ("8m", "79m", True), ("8m", "67m", True),
    ("3m", "25m", False), ("3m", "14m", False), ("3m", "15m", False),
    ("8m", "9m 1p", False), ("9m", "8m 1p", False), ("9m", "12p", False),
    ("1p", "89m", False), ("1p", "9m 2p", False), ("2p", "9m 1p", False),
])  # fmt: skip
def test_who_could_chow_may_pass_and_who_could_not_has_nothing_to_pass_on(tile: str, held: str, may_chow: bool) -> None:
    hand = f"{held} 258s ESWNCFP 5p"
    table = Example(f"{FLOWERLESS}0: {tile}\n1: {hand}\n0 -{tile}").finished().now()
    problem = table.check(move_of("1 pass"))
    assert (problem is None) == may_chow == (move_of("1 pass") in table.legal())


@pytest.mark.parametrize(("kong", "win", "melds", "left"), [
    (POSITIONS["an added kong"], "3 win 1m", [("1m", "")], 0),
    ("0: E\n1: 1111m\n3: 19p 19s 9m ESWNCFPP\n0 -E; 1 +E; 1 kong 1m concealed", "3 win 1m", [], 3),
])  # fmt: skip
def test_a_robbed_kong_stays_a_pung_and_a_concealed_one_loses_its_tile(
    kong: str, win: str, melds: list[tuple[str, str]], left: int
) -> None:
    table = Example(f"{kong}\n{win}").finished().now()
    assert [(CODES[meld.shape], meld.kong) for meld in table.melds[1]] == melds
    assert table.hands[1][KIND["1m"]] == left
    assert table.kongs[1] == []
