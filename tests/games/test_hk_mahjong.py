"""香港麻雀: the worked values of the rules page, the golden hands, every clause kept and broken, every option value."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from replay.audit import INVALID, VALID, audit
from replay.game import Outcome, Violation
from replay.games.hk_mahjong import GAME
from replay.games.hk_mahjong.hand import DISCARD, SELF_DRAW, Hand
from replay.games.hk_mahjong.pay import liable_seat, price
from replay.games.hk_mahjong.score import best, evaluate, rulebook
from replay.kit.mahjong import EAST, KIND, PLAIN, RUN, Meld, count
from replay.selfplay import play_matches
from schemas.items import ITEMS
from schemas.options import HkMahjongOptions
from schemas.record import Setup
from tests.games.hk_mahjong_rounds import (
    GAME_CODE,
    PLAYERS,
    Example,
    items,
    line_of,
    moves_of,
    options_of,
    record,
    scored,
    settled,
)  # fmt: skip
from tests.support.golden import GOLDEN
from tests.support.house import values
from tests.support.records import Lines, copy, judged, match_of, places, plain_line

CLOSED = "rules flowers=false min_faan=0"

# --- the worked values of the rules page


def test_worked_1_a_closed_all_chows_hand_is_too_small_by_discard_and_wins_by_self_draw() -> None:
    hand = "234m 567m 345p 678s 99s win 9s "
    assert scored(hand + "discard", "flowers=false") == []
    assert items(hand + "discard", "flowers=false min_faan=0") == (2, {"all-chows": 1, "concealed": 1})
    assert items(hand + "self-draw", "flowers=false") == (3, {"all-chows": 1, "self-draw": 1, "concealed": 1})
    assert price(3, HkMahjongOptions()) // 2 == 4


def test_worked_2_pungs_and_a_dragon_are_4_fan_and_16_from_the_discarder() -> None:
    hand = "(111m) (555p) (888s) CCC EE win E discard seat S"
    assert items(hand, "flowers=false") == (4, {"all-pungs": 3, "dragon-C": 1})
    assert price(4, HkMahjongOptions()) == 16


def test_worked_3_small_dragons_with_a_half_flush_are_8() -> None:
    hand = "(CCC) (FFF) PP 123m 456m win 4m discard"
    assert items(hand, "flowers=false") == (8, {"small-dragons": 5, "half-flush": 3})


def test_worked_4_big_dragons_add_pungs_and_half_flush_to_14_without_a_cap() -> None:
    hand = "(CCC) (FFF) (PPP) 222m EE win E discard seat S"
    assert items(hand, "flowers=false cap=none") == (14, {"big-dragons": 8, "all-pungs": 3, "half-flush": 3})
    assert items(hand, "flowers=false") == (13, {"big-dragons": 8, "all-pungs": 3, "half-flush": 3})


def test_worked_5_mixed_terminals_in_one_suit_with_a_dragon_are_8() -> None:
    hand = "(111s) (999s) (EEE) CCC NN win N discard seat S round S"
    assert items(hand, "flowers=false") == (8, {"mixed-terminals": 4, "half-flush": 3, "dragon-C": 1})


def test_worked_6_a_discard_may_complete_only_the_pair_of_four_concealed_pungs() -> None:
    assert items("222m 555p 777s 333s 99m win 9m discard", "flowers=false") == (8, {"all-concealed-pungs": 8})
    assert items("222m 555p 777s 333s 99m win 3s discard", "flowers=false") == (4, {"all-pungs": 3, "concealed": 1})


@pytest.mark.parametrize("rank", range(1, 10))
def test_worked_7_nine_gates_wait_for_any_tile_of_the_suit(rank: int) -> None:
    hand = f"1112345678999{rank}p win {rank}p discard"
    assert items(hand, "flowers=false") == (10, {"nine-gates": 10})


def test_worked_7_another_flush_of_the_same_tiles_is_no_nine_gates() -> None:
    found = items("11134556789992p win 2p discard", "flowers=false")
    assert found is not None
    assert "nine-gates" not in found[1]
    assert found[1]["flush"] == 7


ROBBED = """rules flowers=false
0: 1111m
2: 19p 19s 9m ESWNCFPP
3: 234m 456p 99s 678s 23m
0 kong 1m concealed
"""


def test_worked_8_only_thirteen_orphans_rob_a_concealed_kong() -> None:
    found = Example(ROBBED + "? 3 win 1m is hk.rob\n2 win 1m\n= win 2; points -384 0 384 0").run()
    assert found.outcome().scores[2].items[0].id == "thirteen-orphans"  # type: ignore[union-attr]


def test_worked_9_prices() -> None:
    options = HkMahjongOptions()
    assert [price(fan, options) for fan in range(14)] == [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]
    assert settled("win 3 how self-draw of 7").points == (-24, -24, -24, 72)  # type: ignore[union-attr]
    assert settled("win 1 from 0 of 10").points == (-128, 128, 0, 0)  # type: ignore[union-attr]
    assert settled("win 1 how self-draw of 13").points == (-192, 576, -192, -192)  # type: ignore[union-attr]


def test_worked_10_the_dealer_in_his_own_wind_counts_it_twice() -> None:
    found = items("(EEE) 123m 456p 789s 55s win 5s discard seat E round E", "flowers=false min_faan=0")
    assert found == (2, {"seat-wind": 1, "round-wind": 1})


def test_worked_11_seven_flowers_win_whatever_the_hand() -> None:
    lay = "; ".join(f"0 flower {f}; 0 <{n}p" for n, f in enumerate(("f1", "f2", "f3", "f4", "q1", "q2"), start=1))
    text = f"0: f1234 q123\n{lay}; 0 flower q3\n0 win q3\n= points 12 -4 -4 -4; 0: 3 fan seven-flowers 3"
    assert Example(text).run().claims == 2


def test_worked_12_a_thrown_tile_locks_its_own_kind_until_the_next_draw() -> None:
    text = """rules min_faan=0
    0: 1s
    1: 3456m 456p 678s 789p
    0 -1s; 1 +3m; 1 -3m; 2 +3m; 2 -3m
    ? 1 win 3m is hk.same-turn
    3 +6m; 3 -6m
    ? 1 win 6m is legal
    0 +9m; 0 -9m; 1 +9m; 1 -9m; 2 +3m; 2 -3m
    ? 1 win 3m is legal"""
    assert Example(text).run().claims == 3


# --- the golden hands

NAMES = {
    "對對糊": "all-pungs", "平糊": "all-chows", "番子(白)": "dragon-P", "番子(中)": "dragon-C",
    "小三元": "small-dragons",
    "混一色": "half-flush", "清一色": "flush", "無花": "no-flower", "門前清": "concealed", "大三元": "big-dragons",
    "九子連環": "nine-gates", "自摸": "self-draw",
}  # fmt: skip


def _golden_hands() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLDEN / "hk-mahjong.jsonl").read_text(encoding="utf-8").splitlines()]


def _golden_meld(meld: dict[str, Any]) -> Meld:
    kinds = sorted(KIND[tile] for tile in meld["tiles"])
    kong = "exposed" if meld["type"] == "kong_open" else ""
    return Meld(kinds[0] if kinds[0] == kinds[2] else RUN + kinds[0], kong, 1)


@pytest.mark.parametrize("row", _golden_hands(), ids=lambda row: str(row["id"]))
def test_a_golden_hand_has_its_fan(row: dict[str, Any]) -> None:
    flowers = None if row["flowers"] is None else tuple(KIND[f] for f in row["flowers"])
    hand = Hand(
        bytes(count(row["concealed"])), KIND[row["win_tile"]], tuple(map(_golden_meld, row["melds"])), flowers,
        SELF_DRAW if row["self_draw"] else DISCARD, KIND[row["seat_wind"]], KIND[row["round_wind"]],
    )  # fmt: skip
    options = HkMahjongOptions(min_faan=0, cap="none", flowers=flowers is not None)
    score = best(evaluate(hand, rulebook(options)))[0]
    wanted = {NAMES[name.rstrip("0123456789")]: int(name[-2:] if name[-2:].isdigit() else name[-1])
              for name in row["seed_patterns"]}  # fmt: skip
    assert dict(score.items) == (wanted or {"chicken": 0})
    assert score.total == row["seed_fan"]
    if row["expected_fan"] is not None and row["cap"]:
        capped = best(evaluate(hand, rulebook(HkMahjongOptions(cap=row["cap"], flowers=flowers is not None))))[0]
        assert capped.total == row["expected_fan"]


# --- rounds that are right, and what makes them wrong

ALL_CHOWS = "234m 456p 99s 678s 46m"
TWO_WINNERS = """0: E
2: 234m 456p 99s 678s 46m
3: 123p 345s 88s 789p 67m
0 -E; 1 +5m; 1 -5m; 2 win 5m
"""
LOCKED = """0: 1s
1: 3456m 456p 678s 789p
0 -1s; 1 +3m; 1 -3m; 2 +{first}; 2 -{first}; 1 win {first}"""
BIG_DRAGONS = """0: CF 9m
1: CCFFPP 123s 9p 1m 4p 7m
0 -C; 1 pung C; 1 -1m; 2 +E; 2 -E; 3 +E; 3 -E; 0 +S; 0 -F
1 pung F; 1 -4p; 2 +P; 2 -P
1 pung P; 1 -7m; 2 +S; 2 -S; 3 +S; 3 -S; 0 +W; 0 -W; 1 +9p; 1 win 9p"""
RIGHT: dict[str, tuple[str, bool]] = {
    # name: (the round, whether another follows)
    "self-draw": (f"rules flowers=false\n0: 1m\n1: {ALL_CHOWS}\n0 -1m; 1 +5m; 1 win 5m", True),
    "with-flowers": (f"0: 1m\n1: {ALL_CHOWS}\n0 -1m; 1 +5m; 1 win 5m", False),
    "seat-flower": (f"rules min_faan=4\n0: 1m\n1: {ALL_CHOWS}\n0 -1m; 1 +f2; 1 flower f2; 1 <9p; 1 -9p\n"
                    "2 +1p; 2 -1p; 3 +1p; 3 -1p; 0 +1p; 0 -1p; 1 +q2; 1 flower q2; 1 <5m; 1 win 5m", False),
    "chicken": ("rules min_faan=0\n0: E\n2: 234m 456p 99s 777s 4m f1\n2 flower f1; 2 <6m\n"
                "0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "one-fan": (f"rules min_faan=1\n0: E\n2: {ALL_CHOWS}\n0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "all-winners": (f"{CLOSED}\n{TWO_WINNERS}3 win 5m", True),
    "nearest-winner": (f"{CLOSED} multi_win=nearest\n{TWO_WINNERS}", True),
    "fastest-winner": (f"{CLOSED} multi_win=fastest\n{TWO_WINNERS}", True),
    "same-tile": (f"{CLOSED}\n" + LOCKED.format(first="6m"), False),
    "locked": (f"{CLOSED}\n" + LOCKED.format(first="3m").replace("1 win 3m", "1 foul false-win"), False),
    "all-locked": (f"{CLOSED} same_turn=any\n" + LOCKED.format(first="6m").replace("1 win 6m", "1 foul false-win"),
                   False),
    "two-fan": (f"rules flowers=false\n0: E\n2: {ALL_CHOWS}\n0 -E; 1 +5m; 1 -5m; 2 foul false-win", False),
    "no-lock": (f"{CLOSED} same_turn=off\n" + LOCKED.format(first="3m"), False),
    "seven-pairs": ("rules flowers=false seven_pairs=4\n0: E\n2: 1133m 5577p 2266s 9m\n0 -E; 1 +9m; 1 -9m; 2 win 9m",
                    False),
    "seven-pairs-limit": ("rules flowers=false seven_pairs=8\n0: E\n2: 1133m 5577p 2266s 9m\n"
                          "0 -E; 1 +9m; 1 -9m; 2 win 9m", False),
    "no-seven-pairs": ("rules flowers=false\n0: E\n2: 1133m 5577p 2266s 9m\n0 -E; 1 +9m; 1 -9m; 2 foul false-win",
                       False),
    "honour-pair": (f"{CLOSED}\n0: E\n2: 234m 456p PP 678s 46m\n0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "number-pair": (f"{CLOSED} all_chows_pair=number\n0: E\n2: 234m 456p PP 678s 46m\n0 -E; 1 +5m; 1 -5m; 2 win 5m",
                    False),
    "concealed-with-flowers": (f"rules concealed_with_flowers=true\n0: E\n2: {ALL_CHOWS}\n"
                               "0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "flowers-aside": (f"rules flowers_count_to_min=false min_faan=1\n0: E\n2: {ALL_CHOWS}\n"
                      "0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "flowers-do-not-help": ("rules flowers_count_to_min=false min_faan=1\n0: E\n2: 234m 456p 99s 777s 46m\n"
                            "0 -E; 1 +5m; 1 -5m; 2 foul false-win", False),
    "no-flower-only": ("rules min_faan=1\n0: E\n2: 234m 456p 99s 777s 46m\n0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "last-discard": (f"{CLOSED}\n0: E\n2: {ALL_CHOWS}\n0 -E\nuntil 1\n3 +5m; 3 -5m; 2 win 5m", False),
    "last-discard-off": (f"{CLOSED} last_discard=false\n0: E\n2: {ALL_CHOWS}\n0 -E\nuntil 1\n3 +5m; 3 -5m; 2 win 5m",
                         False),
    "nine-wait": ("rules flowers=false\n0: E\n2: 1112345678999p\n0 -E; 1 +5p; 1 -5p; 2 win 5p", False),
    "any-wait": ("rules flowers=false nine_gates=any-wait\n0: E\n2: 1123455678999p\n0 -E; 1 +1p; 1 -1p; 2 win 1p",
                 False),
    "no-nine-wait": ("rules flowers=false\n0: E\n2: 1123455678999p\n0 -E; 1 +1p; 1 -1p; 2 win 1p", False),
    "open-gates": ("rules flowers=false nine_gates=open\n0: E\n2: 23p 11155678999p\n0 -E; 1 +4p; 1 -4p; 2 chow 4p 23p\n"
                   "2 -1p; 3 +E; 3 -E; 0 +E; 0 -E; 1 +W; 1 -W; 2 +1p; 2 win 1p", False),
    "heavenly": ("rules flowers=false\n0: 123m 456p 99s 678s 777p\n0 win 1m", True),
    "heavenly-8": ("rules flowers=false heavenly_fan=8\n0: 123m 456p 99s 678s 777p\n0 win 1m", True),
    "human-3": (f"rules flowers=false human=3\n0: E\n2: {ALL_CHOWS}\n0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "human-13": (f"rules flowers=false human=13\n0: E\n2: {ALL_CHOWS}\n0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "human-off": (f"{CLOSED}\n0: E\n2: {ALL_CHOWS}\n0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "straight": (f"{CLOSED} extra_patterns=straight\n0: E\n2: 12346789m 789s EE\n0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "no-straight": (f"{CLOSED}\n0: E\n2: 12346789m 789s EE\n0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "green": ("rules flowers=false extra_patterns=all-green+three-kongs\n0: E\n2: 222333s 666s 888s F\n"
              "0 -E; 1 +F; 1 -F; 2 win F", False),
    "missing-suit": (f"{CLOSED} extra_patterns=identical-chows-2+missing-suit\n0: E\n2: 123123m 456p PP 46m\n"
                     "0 -E; 1 +5m; 1 -5m; 2 win 5m", False),
    "no-cap": ("rules flowers=false cap=none\n" + BIG_DRAGONS.replace("123s", "999m").replace("9p", "E"), False),
    "cap-13": ("rules flowers=false\n" + BIG_DRAGONS.replace("123s", "999m").replace("9p", "E"), False),
    "cap-8": ("rules flowers=false cap=8\n" + BIG_DRAGONS, False),
    "cap-4": ("rules flowers=false cap=4\n" + BIG_DRAGONS, False),
    "four-kongs-limit": ("rules flowers=false cap=8 limit_patterns=four-kongs\n0: 1111m 2222p 3333s 45p\n"
                         "0 kong 1m concealed; 0 <4p; 0 kong 2p concealed; 0 <4p; 0 kong 3s concealed; 0 <4p\n"
                         "0 kong 4p concealed; 0 <5p; 0 win 5p", False),
    "half-spicy": ("rules flowers=false\n" + BIG_DRAGONS, False),
    "spicy": ("rules flowers=false doubling=spicy\n" + BIG_DRAGONS, False),
    "no-bao": ("rules flowers=false bao=false\n" + BIG_DRAGONS, False),
    "half": (f"{CLOSED} liability=half\n{TWO_WINNERS}3 win 5m", False),
    "base": (f"{CLOSED} base=8\n{TWO_WINNERS}3 win 5m", False),
    "hot-3": ("rules flowers=false cap=4 hot_triple=3\n" + BIG_DRAGONS, False),
    "hot-2": ("rules flowers=false cap=4 hot_triple=2\n" + BIG_DRAGONS, False),
    "hot-double": ("rules flowers=false cap=4 hot_double=1.5\n" + BIG_DRAGONS, False),
    "hot-double-2": ("rules flowers=false cap=4 hot_double=2\n" + BIG_DRAGONS, False),
    "drawn": ("rules flowers=false\n0: E\n0 -E\nuntil 0", True),
    "drawn-passes": ("rules flowers=false draw_dealer=passes\n0: E\n0 -E\nuntil 0", True),
    "false-win": ("0 foul false-win", True),
    "false-win-share": ("rules false_win_price=share\n0 foul false-win", True),
    "false-win-passes": ("rules false_win_dealer=passes\n0 foul false-win", True),
    "all-honours-limit": ("rules flowers=false limit_patterns=big-dragons+heavenly cap=8\n"
                          "0: 123m 456p 99s 678s 777p\n0 win 1m", False),
    "heavenly-limit": ("rules flowers=false cap=8\n0: 123m 456p 99s 678s 777p\n0 win 1m", False),
}  # fmt: skip
MATCHES: dict[str, Lines] = {name: record(text, follow) for name, (text, follow) in RIGHT.items()}


@pytest.mark.parametrize("name", MATCHES)
def test_a_right_round_is_valid(name: str) -> None:
    verdict = judged(MATCHES[name])
    assert (verdict.verdict, verdict.violations) == (VALID, [])


EVERY_VALUE = [(option, value) for option, some in values(GAME_CODE).items() for value in some]
NEVER_NEEDED = {("multi_win", "nearest"), ("multi_win", "fastest")}
"""A record with one winner is right where all may win too: the others passed."""
NEVER_BROKEN = {("multi_win", "all")}


def _under(lines: Lines, option: str, value: Any) -> str:
    """The verdict under another value; empty where the two rules do not go together."""
    changed = copy(lines)
    changed[0]["rules"][option] = list(value) if isinstance(value, tuple) else value
    if value is None:
        del changed[0]["rules"][option]
    match = match_of(changed)
    return "" if match.options is None else audit(match).verdict


def _effective(lines: Lines, option: str) -> Any:
    return getattr(match_of(lines).options, option)


@pytest.mark.parametrize(("option", "value"), EVERY_VALUE)
def test_every_option_value_is_needed_by_a_record_and_broken_by_another(option: str, value: Any) -> None:
    others = [other for other in values(GAME_CODE)[option] if other != value]
    needing = [name for name, lines in MATCHES.items() if _effective(lines, option) == value
               and any(_under(lines, option, other) == INVALID for other in others)]  # fmt: skip
    breaking = [name for name, lines in MATCHES.items() if _effective(lines, option) != value
                and _under(lines, option, value) == INVALID]  # fmt: skip
    assert bool(breaking) == ((option, value) not in NEVER_BROKEN)
    assert bool(needing) == ((option, value) not in NEVER_NEEDED)


def _first(lines: Lines) -> tuple[Any, str]:
    found = judged(lines).violations
    return places(found)[0], found[0].reason


Twin = tuple[str, str, int, tuple[int | None, int | None], str]
TWINS: list[Twin] = [
    # the right record, the move put in, before which line, where the violation is, and its reason
    ("self-draw", "0 -1p", 2, (1, 1), "rec.not-in-hand/tile"),
    ("self-draw", "1 +5m", 2, (1, 1), "hk.turn/discard-first"),
    ("self-draw", "2 +5m", 3, (1, 2), "hk.turn/draw"),
    ("self-draw", "1 <5m", 3, (1, 2), "hk.wall/front"),
    ("self-draw", "1 -2m", 3, (1, 2), "hk.turn/draw-first"),
    ("self-draw", "2 -2m", 4, (1, 3), "hk.turn/discard"),
    ("self-draw", "1 pung 1m", 3, (1, 2), "hk.pung/two"),
    ("self-draw", "2 chow 1m 23m", 3, (1, 2), "hk.chow/left"),
    ("self-draw", "1 chow 1m 24m", 3, (1, 2), "hk.chow/sequence"),
    ("self-draw", "1 kong 1m exposed", 3, (1, 2), "hk.kong/three"),
    ("self-draw", "1 kong 9s concealed", 4, (1, 3), "hk.kong/four"),
    ("self-draw", "1 kong 9s added", 4, (1, 3), "hk.kong/no-pung"),
    ("self-draw", "2 kong 9s added", 4, (1, 3), "hk.turn/kong"),
    ("self-draw", "0 pung 1m", 3, (1, 2), "hk.turn/own-discard"),
    ("self-draw", "1 pung 2m", 3, (1, 2), "hk.turn/other-tile"),
    ("self-draw", "2 pung 2m", 4, (1, 3), "hk.turn/nothing-to-claim"),
    ("self-draw", "1 flower f1", 4, (1, 3), "rec.not-in-hand/tile"),
    ("self-draw", "1 flower 5m", 4, (1, 3), "hk.flowers/no-flower"),
    ("self-draw", "2 pass", 3, (1, 2), "rec.pass/needless"),
    ("self-draw", "2 win 1m", 3, (1, 2), "hk.win/shape"),
    ("self-draw", "0 win 1m", 3, (1, 2), "hk.win/own-tile"),
    ("self-draw", "1 win 4m", 4, (1, 3), "hk.win-tile/other"),
    ("self-draw", "2 win 5m", 4, (1, 3), "hk.turn/win"),
    ("self-draw", "1 foul false-win", 4, (1, 3), "hk.false-win/could-win"),
    ("self-draw", "1 foul flower", 3, (1, 2), "hk.false-win/kind"),
    ("self-draw", "0 -E", 5, (1, 4), "rec.over/round"),
    ("self-draw", "1 foul wrong-count", 3, (1, 4), "hk.dead-hand/win"),
    ("seat-flower", "1 -f2", 4, (1, 3), "hk.flowers/drawn"),
    ("seat-flower", "1 +9p", 5, (1, 4), "hk.wall/back"),
    ("seat-flower", "1 -9p", 5, (1, 4), "hk.wall/replacement"),
    ("seat-flower", "1 win f2", 5, (1, 4), "hk.win/flowers"),
    ("seat-flower", "1 flower q1", 6, (1, 5), "rec.not-in-hand/tile"),
    ("seat-flower", "1 -q1", 6, (1, 5), "hk.flowers/discard"),
    ("last-discard", "2 pung 5m", -2, (1, 168), "hk.wall/last-discard"),
    ("drawn", "0 +E", 169, (1, 168), "hk.exhausted/draw"),
    ("all-winners", "2 pass", 5, (1, 5), "rec.pass/claimed"),
    ("same-tile", "1 win 3m", 5, (1, 4), "hk.win/own-tile"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "move", "at", "place", "reason"), TWINS)
def test_one_move_changed_is_one_clause_broken(
    name: str, move: str, at: int, place: tuple[int | None, int | None], reason: str
) -> None:
    lines = copy(MATCHES[name])
    (bad,) = moves_of(move)
    lines.insert(at if at > 0 else len(lines) + at, plain_line(bad))
    assert _first(lines) == (place, reason)


def test_the_other_clauses_are_broken_too() -> None:
    below = Example(f"0: E\n2: {ALL_CHOWS}\n0 -E; 1 +5m; 1 -5m\n? 2 win 5m is hk.min").run()
    assert below.found == ["hk.min"]
    for name, change, reason in (
        ("self-draw", {"dealer": 1}, "hk.deal/count"),
        ("self-draw", {"wind": "S"}, "hk.wind/first"),
    ):
        lines = copy(MATCHES[name])
        lines[1].update(change)
        assert _first(lines) == ((1, 0), reason)
    lines = copy(MATCHES["self-draw"])
    lines[6]["dealer"] = 0
    assert _first(lines)[0] == (2, 0)
    lines = copy(MATCHES["self-draw"])
    lines[0]["players"][2] = None
    assert _first(lines) == ((1, 0), "hk.deal/players")
    lines = copy(MATCHES["self-draw"])
    lines[6]["wind"] = "W"
    assert _first(lines) == ((2, 0), "hk.wind/next")
    lines = copy(MATCHES["self-draw"])
    lines[1]["hands"][0][0] = "b3"
    assert _first(lines) == ((1, 0), "hk.tiles/foreign")
    lines[1]["hands"][0][0] = "?"
    assert _first(lines) == ((1, 0), "rec.unknown/deal")


CLAIMS = (
    ("hk.pay", "half", "points", [0, -8, 0, 8]), ("hk.bao", "half-spicy", "points", [-48, 144, -48, -48]),
    ("hk.price", "spicy", "points", [0, 144, -144, 0]), ("hk.base", "base", "points", [0, -8, 4, 4]),
    ("hk.hot", "hot-3", "points", [0, 24, -24, 0]), ("hk.false-win", "false-win", "points", [-192, 64, 64, 64]),
    ("hk.exhausted", "drawn", "points", [3, -1, -1, -1]), ("hk.priority", "all-winners", "winners", [2]),
)  # fmt: skip


@pytest.mark.parametrize(("clause", "name", "field", "value"), CLAIMS)
def test_a_wrong_claim_of_the_result_is_found(clause: str, name: str, field: str, value: Any) -> None:
    lines = copy(MATCHES[name])
    result = next(line for line in lines if line["type"] == "result")
    assert result[field] != value
    result[field] = value
    assert _first(lines)[0] == (1, None), clause


ITEM_CLAIMS = (("hk.items", "chicken", []), ("hk.combine", "half-spicy", [["big-dragons", 8]]),
               ("hk.extra", "no-straight", [["all-chows", 1], ["concealed", 1], ["straight", 2]]),
               ("hk.limit", "heavenly", [["heavenly", 13], ["self-draw", 1]]))  # fmt: skip


@pytest.mark.parametrize(("clause", "name", "stated"), ITEM_CLAIMS)
def test_wrong_items_are_found(clause: str, name: str, stated: list[Any]) -> None:
    lines = copy(MATCHES[name])
    result = next(line for line in lines if line["type"] == "result")
    (score,) = [s for s in result["scores"] if s]
    score["items"] = stated
    assert _first(lines) == ((1, None), "rec.scores/scores"), clause


# --- money and liability


def _liable(melds: list[Meld], closed: str, kongs: tuple[int, ...] = (), draws: int = 0, **rules: Any) -> int | None:
    tiles = count([closed[i : i + 2] if closed[1:2] in "mps" else closed[i] for i in (0,)] * 2)
    hand = Hand(bytes(tiles), KIND[closed], tuple(melds), None, SELF_DRAW, EAST, EAST, False, draws)
    return liable_seat(hand, kongs, HkMahjongOptions(flowers=False, **rules))


def _pung(code: str, source: int, kong: str = "") -> Meld:
    return Meld(KIND[code], kong, source, KIND[code])


def test_the_feeder_of_the_fourth_meld_of_a_flush_is_liable_but_not_of_a_half_flush() -> None:
    flush = [_pung("1m", 3), _pung("2m", 3), _pung("3m", 3), _pung("4m", 2)]
    assert _liable(flush, "9m") == 2
    assert _liable([*flush[:3], _pung("E", 2)], "9m") is None
    assert _liable(flush, "E") is None
    assert _liable(flush, "9m", bao=False) is None


def test_of_several_rules_the_latest_fed_meld_decides() -> None:
    melds = [_pung("C", 1), _pung("F", 2), _pung("P", 3), Meld(KIND["E"], "exposed", 2, KIND["E"])]
    assert _liable(melds[:3], "9m") == 3
    assert _liable(melds, "9m", (3,), 1) == 2, "(e) the kong came after the dragons"
    assert _liable(melds, "9m", (3,), 0) == 3, "its replacement did not win"


def test_a_meld_from_nobody_drops_out_and_an_added_kong_keeps_its_pungs_place() -> None:
    hidden = Meld(KIND["P"], "concealed")
    assert _liable([_pung("C", 1), _pung("F", 2), hidden], "9m", (2,)) is None
    added = _pung("C", 1, "added")
    assert _liable([added, _pung("F", 2), _pung("P", 3)], "9m", (0,)) == 3


def test_the_exposed_kong_that_is_the_last_of_four_is_fed_and_an_added_one_is_not() -> None:
    kongs = [Meld(KIND[c], "concealed") for c in ("1p", "5s", "9m")] + [Meld(KIND["E"], "exposed", 2, KIND["E"])]
    assert _liable(kongs, "3s", (0, 1, 2, 3)) == 2
    added = [_pung("1p", 2, "added"), *kongs[1:]]
    assert _liable(added, "3s", (1, 2, 3, 0)) is None


def test_under_half_the_last_of_four_melds_is_liable_whatever_it_is() -> None:
    melds = [_pung("1p", 1), _pung("5s", 1), _pung("E", 1), _pung("7m", 3)]
    assert _liable(melds, "2s", liability="half") == 3
    assert _liable(melds[:3], "2s", liability="half") is None
    assert _liable([*melds[:3], Meld(KIND["7m"], "concealed")], "2s", (3,), liability="half") is None


def test_score_lines_are_settled_from_what_they_state() -> None:
    assert settled("win 1 from 0 of 3").points == (-8, 8, 0, 0)  # type: ignore[union-attr]
    assert settled("win 1+2 from 0 of 3").points == (-16, 8, 8, 0)  # type: ignore[union-attr]
    assert settled("win 1 from 0 liable 0 of 3", "liability=half").points == (-32, 32, 0, 0)  # type: ignore[union-attr]
    assert settled("win 1 how self-draw liable 3 of 3").points == (0, 12, 0, -12)  # type: ignore[union-attr]
    assert settled("foul from 2").points == (576, 576, -1728, 576)  # type: ignore[union-attr]
    assert settled("draw").points == (0, 0, 0, 0)  # type: ignore[union-attr]
    assert isinstance(settled("win 1 from 0"), Violation), "the fan are not stated, but a winner wins something"
    for line, rules in (("win 1 from 1 of 3", ""), ("win 1 from 0 of 14", ""), ("dead", ""),
                        ("win 1+1 from 0 of 3", ""),
                        ("win 1 how self-draw from 2 of 3", ""), ("win 1 how self-draw of 0", ""),
                        ("win 1+2 how self-draw of 3", ""), ("win 1+2 from 0 of 3", "multi_win=nearest"),
                        ("win 1 from 0 of 200", "cap=none")):  # fmt: skip
        assert isinstance(settled(line, rules), Violation), line


def test_a_score_line_with_items_tells_which_price_is_multiplied() -> None:
    for stated, cost in (([["big-winds", 13]], 48), ([["flush", 7]], 24), ([["half-flush", 3], ["dragon-C", 1]], 16),
                         ([["half-flush", 3], ["dragon-C", 1], ["dragon-F", 1]], 24),
                         ([["small-dragons", 5], ["half-flush", 3]], 48)):  # fmt: skip
        result = line_of("win 1 from 0 of 4")
        assert result.scores is not None
        result.scores[1].items = [(item, fan) for item, fan in stated]  # type: ignore[union-attr]
        options = options_of("cap=4 hot_triple=3 hot_double=1.5")
        outcome = GAME.settle(Setup(dealer=None, hands=None), result, options)
        assert isinstance(outcome, Outcome)
        assert outcome.points == (-cost, cost, 0, 0)


@pytest.mark.parametrize(("id", "short", "enough"), [
    ("seven-pairs", "seven_pairs=4", "seven_pairs=8"), ("human", "human=3", "human=13"),
    ("heavenly", "heavenly_fan=7", "heavenly_fan=8"), ("earthly", "heavenly_fan=7", "heavenly_fan=8"),
])  # fmt: skip
def test_a_pattern_is_a_limit_only_where_its_option_gives_it_eight_fan(id: str, short: str, enough: str) -> None:
    assert options_of(f"limit_patterns={id} {enough}").limit_patterns == (id,)
    with pytest.raises(ValueError, match=f"names {id}, which needs {short.split('=')[0]} of 8 fan"):
        options_of(f"limit_patterns={id} {short}")


# --- a whole match


def _series(winners: list[int | None], first: int = 0) -> list[str]:
    """Dealer and wind of every round whose winners are given (None: drawn), and what follows."""
    series, out = GAME.series(HkMahjongOptions(), PLAYERS), []
    dealer, wind = first, "E"
    for winner in winners:
        setup = Setup(dealer=dealer, wind=wind, hands=[["1m"]] * 4)  # type: ignore[arg-type,list-item]
        out.append(f"{dealer}{wind}")
        assert series.check(setup) is None
        won = () if winner is None else (winner,)
        series.add(setup, Outcome("win" if won else "draw", won, (0,) * 4, (None,) * 4))
        follows = series.next()
        if follows is None:
            return [*out, "over"]
        dealer, wind = follows["dealer"], follows["wind"]
    return [*out, f"{dealer}{wind}"]


def test_the_deal_stays_with_a_winning_dealer_and_the_wind_moves_on_with_the_first_one() -> None:
    assert _series([2, None, 3, 3], first=2) == ["2E", "2E", "2E", "3E", "3E"]
    others = [(seat + 1) % 4 for seat in range(4)]
    assert _series(others) == ["0E", "1E", "2E", "3E", "0S"]
    assert _series(others * 4)[-2:] == ["3N", "over"]


def test_a_round_after_the_fourth_wind_is_a_violation_and_a_score_line_frees_the_next() -> None:
    series = GAME.series(HkMahjongOptions(), PLAYERS)
    lost = Outcome("win", (1,), (0,) * 4, (None,) * 4)
    for wind in "ESWN":
        for dealer in range(4):
            lost = Outcome("win", ((dealer + 1) % 4,), (0,) * 4, (None,) * 4)
            series.add(Setup(dealer=dealer, wind=wind, hands=None), lost)  # type: ignore[arg-type]
    problem = series.check(Setup(dealer=0, wind="E", hands=[["1m"]] * 4))  # type: ignore[list-item]
    assert problem is not None
    assert problem.reason == "hk.wind/over"
    free = GAME.series(HkMahjongOptions(), PLAYERS)
    free.add(Setup(dealer=None, hands=None), lost)
    assert free.next() == {"dealer": None, "wind": None}
    setup = Setup(dealer=3, wind="W", hands=[["1m"]] * 4)  # type: ignore[list-item]
    assert free.check(setup) is None
    free.add(setup, lost)
    assert free.check(Setup(dealer=0, wind="W", hands=[["1m"]] * 4)) is None  # type: ignore[list-item]
    assert free.check(Setup(dealer=0, wind="N", hands=[["1m"]] * 4)) is None, "the first dealer is not known"  # type: ignore[list-item]
    assert free.check(Setup(dealer=0, wind="S", hands=[["1m"]] * 4)) is not None  # type: ignore[list-item]


def test_a_match_of_fewer_than_four_players_is_refused() -> None:
    problem = GAME.series(HkMahjongOptions(), ("A", "B", "C", None)).check(Setup(dealer=0, wind="E", hands=[[]] * 4))
    assert problem is not None
    assert problem.reason == "hk.deal/players"


# --- self-play


def test_self_play_reaches_wins_of_every_kind() -> None:
    met: Counter[str] = Counter()
    for match in play_matches(GAME_CODE, 40, 2, rounds=4):
        verdict = audit(match)
        assert (verdict.verdict, verdict.violations) == (VALID, [])
        for outcome in verdict.outcomes:
            assert outcome is not None
            met[outcome.outcome] += 1
            met[str(outcome.facts.get("how"))] += 1
            met.update(item.id for score in outcome.scores if score for item in score.items)
    assert met["win"] > 60
    assert min(met["self-draw"], met["discard"], met["draw"]) > 5, met
    assert len(set(met) & set(ITEMS[GAME_CODE])) >= 15, met


def test_the_table_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules" / "hk-mahjong.md").read_text(encoding="utf-8")
    for item in ITEMS[GAME_CODE]:
        assert item in page or item.startswith("identical-chows"), item
    assert PLAIN == 34
