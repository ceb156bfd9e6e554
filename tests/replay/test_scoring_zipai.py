"""The calculators of 邵陽剝皮 and 安乡偎麻雀: every golden hand, why a hand is no win, waits, settlement."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from replay.games.shaoyang_bopi.groups import best
from replay.kit.zipai import pack
from replay.scoring import Answer, RequestError, score
from tests.support.golden import GOLDEN

BP, AX = "shaoyang-bopi", "anxiang-weimaque"
HOW = {
    "self_draw": "self-draw", "other_draw": "draw", "other_discard": "discard", "deal": "deal",
    "liangpai_dealer": "turned", "dealer_first_discard": "first-discard", "after_forced_meld": "standing",
}  # fmt: skip
MING_TANG = {
    "印胡": "yin", "纯印": "pure-yin", "大/小字胡": "all-big", "祖孙卓": "zu-sun", "背靠背": "back-to-back",
    "对子胡": "all-triples", "乌对": "all-triples-black", "乌胡": "all-black", "点胡": "one-red",
}  # fmt: skip


def rows(game: str) -> list[Any]:
    """The golden hands of a game."""
    lines = (GOLDEN / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    found = [row for row in map(json.loads, lines) if row["kind"] == "hu"]
    assert len(found) > 15
    return [pytest.param(row, id=row["id"]) for row in found]


def written(row: dict[str, Any]) -> str:
    """A golden hand as people write it."""
    melds = [("[{}]" if m[0] in ("wei", "ti") else "({})").format("".join(m[1:])) for m in row["melds"]]
    return " ".join([*row["hand"], *melds, *([f"+{row['win']}"] if row["win"] else [])])


def keys(answer: Answer, kind: str) -> list[str]:
    return [note.key for note in answer.notes if note.kind == kind]


def failed(answer: Answer) -> dict[str, dict[str, Any]]:
    return {note.key: note.args for note in answer.failed()}


def groups(answer: Answer) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(group.tiles)) for group in answer.groups)


@pytest.mark.parametrize("row", rows(BP))
def test_every_golden_hand_of_bopi_comes_out_right(row: dict[str, Any]) -> None:
    how, expect = HOW[row["win_from"]], row["expect"]
    own = {meld[0] for meld in row["melds"]} & {"wei", "ti"}
    if how == "standing" and not own:  # such rows are counts only: by the rules no own group has completed it
        with pytest.raises(RequestError, match=r"bp\.wei"):
            score(BP, written(row), win=how, seat=1)
        return
    answer = score(BP, written(row), win=how, seat=0 if how == "turned" else 1)
    assert answer.win == (expect["hu"] and how != "standing")
    assert bool(answer.failed()) != answer.win
    assert answer.facts["xi"] == expect["huxi"]
    if answer.win:
        bonus = 10 if how in ("self-draw", "turned", "first-discard") else 0
        assert answer.total == expect["huxi"] + bonus
        assert sum(group.xi or 0 for group in answer.groups) == expect["huxi"]
        tied = groups(answer) == sorted(tuple(sorted(group[1:])) for group in row["best_groups"])
        assert tied or sum(item.value for item in answer.items) == answer.total


@pytest.mark.parametrize("row", rows(AX))
def test_every_golden_hand_of_wei_maque_comes_out_right(row: dict[str, Any]) -> None:
    answer = score(AX, written(row), win=HOW[row["win_from"]], seat=1)
    expect = row["expect"]
    assert answer.win == expect["hu"]
    assert bool(answer.failed()) != answer.win
    assert expect["huxi"] in (None, answer.facts["xi"])
    if answer.win:
        assert answer.total == row["total_xi_seed_default"]
        named = {MING_TANG[name]: value for name, value in row["mingtang_seed_default"]}
        scored = {item.id: item.value for item in answer.items if item.id in MING_TANG.values()}
        assert scored == {id: int(str(value).lstrip("x")) for id, value in named.items()}
        assert groups(answer) == sorted(tuple(sorted(group[1:])) for group in row["best_groups"])


# --- 邵陽剝皮

OWN = "s2 s2 s2 s3 s4 b1 b2 b3 s9 s9 s9 s5 s6 s7 b4 b5 b6 b7 b8 b9 +s2"


def test_one_s_own_fourth_is_a_ti_first_and_the_pair_is_missing() -> None:
    answer = score(BP, OWN, win="self-draw")
    assert failed(answer) == {"bp-no-pair": {"tiles": ["s3", "s4"]}}
    assert keys(answer, "remark") == ["forced"]
    assert [note.args for note in answer.notes if note.kind == "hint"] == [{"how": "draw", "total": 12}]
    assert answer.waits is not None
    assert ("s2", "draw") in [(wait.tile, wait.how) for wait in answer.waits]
    assert ("s2", "self-draw") not in [(wait.tile, wait.how) for wait in answer.waits]


def test_xi_that_are_too_few_say_how_many() -> None:
    text = "b5 b5 b5 s1 s2 s3 s4 s5 s6 s6 s7 s8 b7 b8 b9 b1 b1 (s9s9b9) +s1"
    assert failed(score(BP, text, seat="next")) == {"xi-short": {"count": 9, "need": 10, "short": 1}}
    assert score(BP, text, rules={"min_xi": 9}).win


def test_a_kan_that_would_have_to_be_split_is_named() -> None:
    text = "s2 s2 s2 s3 b2 b1 b2 b3 s9 s9 s9 s5 s6 s7 b4 b5 b6 b7 b8 b9 +s4"
    assert failed(score(BP, text)) == {"bp-kan": {"tiles": ["s2"]}}


def test_what_is_left_over_is_named_when_the_rest_is_complete() -> None:
    hand = [f"{size}{n}" for size in "sb" for n in range(1, 10)] + ["s1", "s4", "b8"]
    note = failed(score(BP, " ".join(hand)))["left-over"]
    for tile in note["tiles"]:
        hand.remove(tile)
    assert len(hand) == 18
    assert best(pack(hand), False) >= 0
    assert "bp-shape-0" in failed(score(BP, "s1s4s7s10 b2b5b8 s1s4s7s10 b2b5b8 s3s6s9 b1b4b7 +b10"))
    assert "bp-shape-1" in failed(score(BP, "[s1s1s1s1] s2s5s8 b3b6b9 s2s5s8 b3b6b9 s4s7s10 b1 +b7"))


def test_the_two_settlements_pay_as_the_rules_say() -> None:
    text = "s4 s5 s6 s7 s8 s9 b4 b5 b6 b1 b2 b7 b7 [b9b9b9](s3s3s3s3) +b3"
    answer = score(BP, text, seat="last")
    assert (answer.total, answer.points) == (18, (0, 0, 9, 18))
    assert [tuple(p) for p in answer.payments] == [(None, 3, 18), (None, 2, 9)]
    paid = score(BP, text, seat="last", rules={"settlement": "losers-pay"})
    assert paid.points == (-27, -27, 18, 36)
    net = [0, 0, 0, 0]
    for payment in paid.payments:
        assert payment.payer is not None
        net[payment.payer] -= payment.amount
        net[payment.taker] += payment.amount
    assert tuple(net) == paid.points


def test_only_the_first_ti_can_itself_complete_a_hand() -> None:
    text = "s3s3s3 s4s4s4 s5s5s5 s9s9 s7s8 [b1b1b1] (s1s1s1s1) +b1"
    assert set(failed(score(BP, text, win="self-draw"))) == {"bp-waiting"}


STANDING = "s1s2s3 s4s5s6 b7b8b9 b1b2b3 s7s8s9 b4b5b6"


def test_a_hand_that_stands_after_its_own_wei_or_ti_is_a_self_draw() -> None:
    drawn = score(BP, STANDING + "b10b10+b10", win="self-draw")
    stands = score(BP, STANDING + "[b10b10b10]", win="standing")
    assert (stands.total, stands.facts["bonus"], stands.points) == (25, "zi-mo", drawn.points)
    assert [(item.id, item.value) for item in stands.items][-1] == ("zi-mo", 10)
    assert (stands.total, stands.items) == (drawn.total, drawn.items)
    pair = "s1s2s3 s4s5s6 b7b8b9 b1b2b3 s7s8s9 b4b4"
    drawn = score(BP, pair + "b10b10b10+b10", win="self-draw")
    stands = score(BP, pair + "[b10b10b10b10]", win="standing")
    assert (stands.total, stands.items) == (31, drawn.items)


@pytest.mark.parametrize(
    ("melds", "win"),
    [
        ("(s9s9s9s9)[s10s10s10]", True),
        ("(s8s8s8s8)[s9s9s9s9][s10s10s10]", True),
        ("(s9s9s9s9)[s10s10s10s10]", False),
        ("[s10s10s10](s8s8s8s8)[s9s9s9s9]", False),
        ("(s8s8s8s8)[s9s9s9s9][s10s10s10s10]", False),
    ],
)
def test_only_a_wei_or_the_first_quad_lets_a_hand_stand(melds: str, win: bool) -> None:
    runs = ["s1s2s3", "s4s5s6", "b1b2b3", "b4b5b6"][: 6 - len(re.findall(r"[(\[]", melds))]
    answer = score(BP, " ".join([*runs, "b9b9", melds]), win="standing")
    assert answer.win == win
    assert answer.facts["complete"]
    assert set(failed(answer)) == (set() if win else {"bp-waiting"})


def test_a_triple_by_another_s_draw_says_that_one_s_own_would_be_a_wei() -> None:
    answer = score(BP, "s3s4s5s6s7s8s8s9s10b5b5b7b7b7 (b9b9b9)(s1b1b1) +b5")
    assert [(n.key, n.args["item"], n.args["how"]) for n in answer.notes if n.kind == "missed"] == [
        ("other-win", "wei", "self-draw")
    ]


# --- 安乡偎麻雀


def test_hard_xi_that_are_too_few_say_how_many_and_waits_too() -> None:
    answer = score(AX, "s4s5s6 b4b5 b2b2 (s9s9s9)(b8b8b8)(s10s10s10)(s1s2s3) +b6")
    assert failed(answer) == {"xi-short": {"count": 9, "need": 10, "short": 1}}
    assert answer.waits is not None
    assert {(wait.tile, wait.missing) for wait in answer.waits} == {("b3", 1), ("b6", 1)}


def test_two_seven_ten_is_no_sentence_and_is_left_over() -> None:
    answer = score(AX, "s2s7s10 b4b4 s8s9 [b10b10b10][b7b7b7](s1s1s1)(b1b2b3) +s10")
    assert not answer.win
    assert set(failed(answer)) == {"left-over"}
    with pytest.raises(RequestError) as caught:
        score(AX, "(s2s7s10)")
    assert caught.value.key == "not-a-group"


def test_a_hand_that_fits_nothing_says_so() -> None:
    assert failed(score(AX, "s1s3s5s7s9 b1b3b5b7b9 s2s4s6s8s10 b2b4b6b8 +b10")) == {"ax-shape": {}}


def test_a_discard_and_the_deal_never_win_and_a_draw_would() -> None:
    text = "s4s4 b4b4 b6b6b6 [b10b10b10][s7s7s7](s1s1s1)(b1b2b3) +b4"
    thrown = score(AX, text, win="discard")
    assert set(failed(thrown)) == {"ax-discard"}
    assert [note.args["how"] for note in thrown.notes if note.kind == "hint"] == ["draw", "self-draw"]


def test_the_single_wait_under_another_house_rule_is_mentioned() -> None:
    text = "b6b7b8 b10 [b2b2b2](b9b9b9)[b7b7b7](b1b2b3)(b4b5b6) +b10"
    assert "single-wait" in [item.id for item in score(AX, text).items]
    other = score(AX, text, rules={"single_wait": "last-tile"})
    assert [n.args["option"] for n in other.notes if n.kind == "missed" and n.args["item"] == "single-wait"] == [
        "single_wait"
    ]


def test_a_hand_after_its_wei_counts_like_the_own_draw_that_made_it() -> None:
    own = score(AX, "s4s5s6 s9s9 b8b8 b1b2b3 [b10b10b10](s7s7s7)(s1s2s3) +b8", win="self-draw")
    stands = score(AX, "s4s5s6 s9s9 b1b2b3 [b10b10b10](s7s7s7)(s1s2s3)[b8b8b8]", win="after-wei")
    assert (own.total, own.items) == (stands.total, stands.items)
    assert own.points == (20, -10, 0, -10)


@pytest.mark.parametrize(
    ("game", "text", "first", "other"),
    [
        (AX, "s7s7 s8s8s8 s4s4s4 b3b3b3 b8b8b8 s5s6s7 b3b4+b5", "kan kan kan kan turn tuanyuan", None),
        (BP, "s2s7s10 b2b7b10 s1s1b1 s2s7s10 s3s3b3 b3b4b5 b2b7+b10", "2-7-10 2-7-10 2-7-10 2-7-10",
         "123 123 123 2-7-10"),
    ],
)  # fmt: skip
def test_readings_that_are_worth_as_much_are_listed(game: str, text: str, first: str, other: str | None) -> None:
    answer = score(game, text)
    assert " ".join(item.id for item in answer.items) == first
    assert [" ".join(item.id for item in tie.items) for tie in answer.ties] == [other or first]
    assert {tie.total for tie in answer.ties} == {answer.total}
    assert [i[:2] for i in answer.ties[0].items] != [i[:2] for i in answer.items]


@pytest.mark.parametrize(
    ("game", "text"), [(BP, OWN), (AX, "s4s4 b4b4 b6b6b6 [b10b10b10][s7s7s7](s1s1s1)(b1b2b3) +b4")]
)
def test_the_order_of_the_tiles_changes_nothing(game: str, text: str) -> None:
    head, plus = text.split(" +")
    tiles = head.split()
    first = score(game, text).plain()
    for seed in range(10):
        random.Random(seed).shuffle(tiles)
        again = score(game, " ".join(tiles) + " +" + plus).plain()
        assert {**again, "groups": 0} == {**first, "groups": 0}


@pytest.mark.parametrize(
    ("key", "game", "text", "asked"),
    [
        ("size", BP, "s1s2s3", {}),
        ("size", AX, "s1s2s3", {}),
        ("size-marked", AX, "s1s2s3 +s4", {}),
        ("copies", AX, "s1s1s1s1s1", {}),
        ("not-a-group", BP, "(s2s7s9)", {}),
        ("not-a-group", AX, "(s1s1s1s1)", {}),
        ("no-feeder", BP, "(s1s2s3)@next", {}),
        ("no-feeder", AX, "(s1s2s3)@next", {}),
        ("counter", AX, "s1", {"seat": "counter"}),
        ("no-wind", BP, "s1", {"wind": "next"}),
        ("bp-first-discard", BP, "s1", {"win": "first-discard"}),
        ("bp-standing", BP, "s1 +s2", {"win": "standing"}),
        *[("bp-standing-none", BP, STANDING + group, {"win": "standing"})
          for group in ("b10b10b10", "(b10b10b10)", "(b10b10b10b10)")],
        *[("bp-opening", BP, f"s1 {group}", {"win": win, "seat": "next"})
          for win in ("turned", "first-discard")
          for group in ("(s1s2s3)", "(s2s2s2)", "[s2s2s2]", "(s2s2s2s2)", "(s2s2b2)", "[s3s3s3s3](s2s2s2)")],
        ("bp-first-source", BP, "s1", {"win": "first-discard", "seat": "next", "source": "last"}),
        ("ax-deal-melds", AX, "s1 (s2s2s2)", {"win": "deal"}),
        ("ax-wei", AX, "s1 s2", {"win": "after-wei"}),
        ("mark", BP, "s1", {"marks": ["last-tile"]}),
        ("lingxi-only", BP, "s1", {"losers": {"next": 3}}),
    ],
)  # fmt: skip
def test_a_request_that_contradicts_itself_is_refused_by_name(
    key: str, game: str, text: str, asked: dict[str, Any]
) -> None:
    with pytest.raises(RequestError) as caught:
        score(game, text, **asked)
    assert caught.value.key == key
