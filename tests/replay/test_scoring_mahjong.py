"""The calculators of 香港麻雀 and 靈溪麻將: every golden hand, worked values, near misses, waits, payments."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from replay.games.lingxi_mahjong.pay import settle_win
from replay.scoring import Answer, RequestError, score
from schemas.notation import MAHJONG_FAMILY, Hand, parse
from tests.support.golden import GOLDEN

HK, LX = "hk-mahjong", "lingxi-mahjong"


def rows(game: str, *kinds: str) -> list[Any]:
    """The golden rows of a game, of some kinds."""
    lines = (GOLDEN / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    found = [row for row in map(json.loads, lines) if not kinds or row["kind"] in kinds]
    assert found
    return [pytest.param(row, id=row["id"]) for row in found]


def meld(row: dict[str, Any]) -> str:
    """A golden meld as people write it."""
    tiles = row.get("tiles") or [row["tile"]] * (4 if "kong" in row["type"] else 3)
    return ("[{}]" if row["type"] in ("kong_concealed", "flower_kong_opening") else "({})").format("".join(tiles))


def why(answer: Answer) -> dict[str, str]:
    """Item to the reason why it does not count."""
    return {note.args["item"]: note.key for note in answer.notes if note.kind == "missed"}


def keys(answer: Answer, kind: str) -> list[str]:
    return [note.key for note in answer.notes if note.kind == kind]


def items(answer: Answer) -> dict[str, int]:
    return {item.id: item.value for item in answer.items}


# --- 香港麻雀


@pytest.mark.parametrize("row", rows(HK))
def test_every_golden_hand_of_hong_kong_comes_out_right(row: dict[str, Any]) -> None:
    tiles = list(row["concealed"])
    tiles.remove(row["win_tile"])
    text = " ".join([*tiles, *map(meld, row["melds"]), *(row["flowers"] or ()), f"+{row['win_tile']}"])
    rules = {"flowers": row["flowers"] is not None, "min_faan": 0, "cap": row["cap"] or "none"}
    how = "self-draw" if row["self_draw"] else "discard"
    answer = score(HK, text, win=how, seat=row["seat_wind"], wind=row["round_wind"], rules=rules)
    assert answer.win == row["winning_shape"]
    assert row["expected_fan"] in (None, answer.total)
    assert answer.facts["sum"] == row["seed_fan"]
    for pattern in row["expected_patterns"]:
        assert not pattern.startswith("NOT 九子連環") or "nine-gates" not in items(answer)
        assert not pattern.startswith("NOT 坎坎糊") or "all-concealed-pungs" not in items(answer)
    if row["meets_minimum_in_source"] is False:
        strict = score(HK, text, win=how, seat=row["seat_wind"], wind=row["round_wind"], rules={**rules, "min_faan": 3})
        assert not strict.win
        assert [note.args["short"] for note in strict.failed()] == [1]


def test_worked_1_a_hand_below_the_minimum_says_by_how_much_and_that_a_self_draw_would_do() -> None:
    text, rules = "234m567m345p678s9s+9s", {"flowers": False}
    answer = score(HK, text, rules=rules)
    assert (answer.win, answer.total, items(answer)) == (False, 2, {"all-chows": 1, "concealed": 1})
    assert [note.args for note in answer.failed()] == [{"count": 2, "need": 3, "short": 1}]
    assert [note.args for note in answer.notes if note.kind == "hint"] == [{"how": "self-draw", "total": 3}]
    assert answer.waits is not None
    assert [(wait.tile, wait.total, wait.missing) for wait in answer.waits] == [("6s", 2, 1), ("9s", 2, 1)]
    own = score(HK, text, win="self-draw", rules=rules)
    assert own.points == (12, -4, -4, -4)
    assert own.facts["price"] == 8


def test_worked_2_a_discard_is_paid_by_who_threw_it() -> None:
    answer = score(HK, "(111m)(555p)(888s)CCC E+E", source="W", seat="S", rules={"flowers": False})
    assert (answer.total, answer.points) == (4, (0, 16, -16, 0))
    unknown = score(HK, "(111m)(555p)(888s)CCC E+E", seat="S", rules={"flowers": False})
    assert unknown.points is None
    assert [tuple(p) for p in unknown.payments] == [(-1, 1, 16)]
    half = score(HK, "(111m)(555p)888s CCC E+E", seat="S", rules={"flowers": False, "liability": "half"})
    assert [tuple(p) for p in half.payments] == [(-1, 1, 32), (-2, 1, 16)]


def test_what_a_pattern_lacks_is_named_by_the_circumstance_that_would_bring_it() -> None:
    closed = why(score(HK, "222m555p777s33s99m+3s", rules={"min_faan": 0}))
    assert closed["concealed"] == "option"
    assert closed["all-concealed-pungs"] == "by-self-draw"
    assert why(score(HK, "222m555p777s333s9m+9m f2", rules={"min_faan": 0}))["no-flower"] == "flowers-held"
    assert why(score(HK, "222m555p777s(333s)9m+9m", rules={"min_faan": 0}))["all-concealed-pungs"] == "melds"
    swapped = score(HK, "1123455678999p+1p", rules={"flowers": False})
    assert (items(swapped), why(swapped)["nine-gates"]) == ({"concealed": 1, "flush": 7}, "other-tile")
    gates = score(HK, "1112345678999p+5p", rules={"flowers": False})
    assert why(gates) == {"flush": "inside", "concealed": "inside"}
    winds = score(HK, "(WWW)(555p)(888s)222m C+C f2", rules={"min_faan": 0})
    assert why(winds)["seat-wind"] == "other-seat"
    assert why(winds)["round-wind"] == "other-wind"
    assert why(winds)["seat-flower"] == "other-seat"
    assert why(score(HK, "123m123m456p789sC+C", rules={"min_faan": 0}))["identical-chows-2"] == "option"
    limit = score(HK, "(EEE)(SSS)(WWW)NNN C+C")
    assert why(limit)["all-honours"] == "limit"


def test_a_limit_takes_the_place_of_what_stands_beside_it() -> None:
    answer = score(HK, "19m19p19sESWNCFP+9m", source="S")
    assert (answer.total, items(answer)) == (13, {"thirteen-orphans": 13})
    assert answer.facts["price"] == 384
    assert answer.groups[0].form == "thirteen-orphans"


def test_limits_that_pay_alike_are_listed_as_ties() -> None:
    answer = score(HK, "(EEE)(SSS)(WWW)NNN C+C", rules={"cap": 10})
    found = [items(answer), *({item.id: item.value for item in tie.items} for tie in answer.ties)]
    assert sorted(map(str, found)) == ["{'all-honours': 10}", "{'big-winds': 13}"]


def test_seven_pairs_are_no_win_unless_agreed_and_say_so() -> None:
    text = "1133m5577p2244s9s+9s"
    assert keys(score(HK, text), "failed") == ["hk-seven-pairs"]
    agreed = score(HK, text, rules={"seven_pairs": 4})
    assert items(agreed)["seven-pairs"] == 4
    assert [group.form for group in agreed.groups] == ["pair"] * 7


def test_a_hand_without_its_winning_tile_lists_what_it_waits_for_and_the_worth() -> None:
    answer = score(HK, "1112345678999p", win="self-draw", rules={"flowers": False})
    assert answer.waits is not None
    assert [wait.tile for wait in answer.waits] == [f"{n}p" for n in range(1, 10)]
    assert {wait.total for wait in answer.waits} == {10}
    assert keys(answer, "failed") == ["waiting"]
    broken = score(HK, "147m258p369sESW C+F")
    assert (broken.win, broken.waits, keys(broken, "failed")) == (False, (), ["hk-shape"])


def test_who_fed_the_third_dragon_pays_for_all_and_an_unknown_feeder_is_named() -> None:
    text = "(CCC)@N (FFF)@S (PPP){} 11m 23m +4m"
    fed = score(HK, text.format("@W"), win="self-draw")
    assert fed.points is not None
    assert fed.points[0] == -fed.points[2] > 0
    assert "liable" in keys(fed, "remark")
    assert keys(score(HK, text.format(""), win="self-draw"), "remark") == ["feeder-unknown"]
    assert "feeder-unknown" not in keys(score(HK, text.format("@W"), win="self-draw", rules={"bao": False}), "remark")


def test_only_thirteen_orphans_rob_a_concealed_kong() -> None:
    assert score(HK, "19m19p19sESWNCPP+F", win="rob-concealed-kong", source="S").win
    other = score(HK, "(CCC)(FFF)(PPP)1123m+4m", win="rob-concealed-kong", source="S")
    assert keys(other, "failed") == ["hk-rob"]


def test_seven_flowers_win_with_any_hand() -> None:
    answer = score(HK, "147m258p369sESWN f1f2f3f4q1q2 +q3", win="flowers")
    assert (answer.total, answer.points) == (3, (12, -4, -4, -4))
    assert keys(score(HK, "f1f2 +q3", win="flowers"), "failed") == ["hk-flowers"]


def test_two_kong_draws_in_a_row_are_eight_fan() -> None:
    answer = score(HK, "[1111m][9999p]234s55s C C +C", win="self-draw", marks=["double-kong-draw"])
    assert items(answer)["double-kong-draw"] == 8
    assert why(answer)["kong-draw"] == "inside"


# --- 靈溪麻將


def lingxi_hand(row: dict[str, Any]) -> Hand:
    """A golden hand: laid flowers in brackets, tiles in hand in the order of the row."""
    flowers = list(row.get("flowers", ()))
    fours = ["[PPPP]"] if "P" in row.get("init", ()) else []
    flowers = [tile for tile in flowers if not (fours and tile == "P")]
    laid = [f"({''.join(flowers)})"] if flowers else []
    hand = parse(" ".join([*laid, *fours, *map(meld, row.get("exposed", ()))]), MAHJONG_FAMILY)
    return replace(hand, tiles=tuple(row["concealed"]))


@pytest.mark.parametrize("row", rows(LX, "winner_tai", "loser_tai"))
def test_every_golden_hand_of_lingxi_comes_out_right(row: dict[str, Any]) -> None:
    asked = row["input"]
    marks = [mark for key, mark in MARKS.items() if asked.get(key)]
    how = HOW[asked.get("how", "")]
    hand = lingxi_hand(asked)
    if how == "rob-kong":  # the row does not say which tile: one of which no other is held
        tile = next(tile for tile in hand.tiles if hand.tiles.count(tile) == 1)
        hand = replace(hand, tiles=tuple(t for t in hand.tiles if t != tile), tile=tile)
    answer = score(LX, hand, win=how, seat=asked["wind"], indicators=asked["inds"], marks=marks)
    assert answer.win == (row["kind"] == "winner_tai")
    assert (answer.facts["sum"], answer.total) == (row["raw"], row.get("final", row["raw"]))
    assert sorted(item.value for item in answer.items) == sorted(value for _, value in row["items"])
    assert not answer.failed()


MARKS = {"heaven": "heavenly", "earth": "earthly", "last4": "last-tile"}
HOW = {"self": "self-draw", "rob": "rob-kong", "discard": "discard", "": "lost"}


@pytest.mark.parametrize("row", rows(LX, "shape"))
def test_every_golden_shape_of_lingxi_is_decided_right(row: dict[str, Any]) -> None:
    answer = score(LX, lingxi_hand(row), win="self-draw", indicators=row["indicators"])
    assert answer.facts["complete"] == row["wins"]
    assert answer.win or answer.failed()
    assert answer.win == row["wins"] or answer.items[0].id == "slaughter"


FLUSH = "123p456p789p234p678p99p"


def test_worked_2_all_runs_is_flat_unless_the_sum_is_more() -> None:
    runs = score(LX, "123m456p789s234p678mNN", win="self-draw", seat="S", indicators=("5m", "W"))
    assert (items(runs), runs.total, keys(runs, "remark")[0]) == ({"all-runs": 13}, 26, "lx-flat")
    flush = score(LX, FLUSH, seat="S", indicators=("5m", "W"))
    assert (flush.total, why(flush)["all-runs"]) == (40, "lx-all-runs-less")
    flower = score(LX, "123m456p789s234p678mNN q1", seat="S", indicators=("5m", "W"))
    assert (flower.total, why(flower)["all-runs"]) == (8, "flowers-held")


def test_a_sum_under_thirteen_says_that_it_is_not_doubled_and_how_many_are_missing() -> None:
    answer = score(LX, "123m456p789s234pSSSNN", win="self-draw", marks=["last-tile"], seat="S", indicators=("5m", "W"))
    note = next(note for note in answer.notes if note.key == "lx-not-doubled")
    assert (answer.total, note.args["short"]) == (11, 2)
    assert "lx-double-option" in keys(answer, "hint")
    ten = score(LX, "123m456p789s234pSSSNN", seat="S", indicators=("5m", "W"), win="self-draw", marks=["last-tile"],
                rules={"double_from": 10})  # fmt: skip
    assert ten.total == 22


def test_losers_settle_among_themselves_when_their_tai_are_stated() -> None:
    losers = {"E": 5, "W": 16, "N": "5m1p2p (q1q2)"}
    answer = score(LX, FLUSH, seat="S", indicators=("5m", "W"), losers=losers)
    assert answer.points == settle_win(1, [5, 40, 16, 5], 0)
    net = [0, 0, 0, 0]
    for payment in answer.payments:
        assert payment.payer is not None
        net[payment.payer] -= payment.amount
        net[payment.taker] += payment.amount
    assert tuple(net) == answer.points
    alone = score(LX, FLUSH, seat="S", indicators=("5m", "W"))
    assert alone.points is None
    assert keys(alone, "remark").count("lx-losers-unknown") == 3
    assert [tuple(p) for p in alone.payments] == [(2, 1, 40), (3, 1, 40), (0, 1, 80)]


def test_worked_9_who_feeds_the_fourth_wind_pays_all_shares() -> None:
    text = "(EEE)@E(SSS)@N(NNN)@E 234m 55p W W +W"
    losers = {"E": 2, "W": 0, "N": 5}
    fed = score(LX, text, seat="S", source="W", indicators=("5m", "9p"), losers=losers)
    assert "four-winds" in items(fed)
    assert fed.points is not None
    assert [p.payer for p in fed.payments if p.taker == 1] == [2, 2, 2]
    assert "liable" in keys(fed, "remark")
    unknown = score(LX, text, seat="S", indicators=("5m", "9p"), losers=losers)
    assert (unknown.points, "lx-source-unknown" in keys(unknown, "remark")) == (None, True)


def test_slaughter_needs_ones_own_turn_and_zeroes_the_losers() -> None:
    text = "555m8p1s4s7sESWNCF147p+9s"
    own = score(LX, text, win="self-draw", seat="S", indicators=("5m", "8p"), losers={"W": 16})
    assert (items(own), own.total, own.points) == ({"slaughter": 13}, 26, (-52, 104, -26, -26))
    thrown = score(LX, text, seat="S", indicators=("5m", "8p"))
    assert keys(thrown, "failed") == ["lx-shape"]
    assert [note.args["how"] for note in thrown.notes if note.kind == "hint"] == ["self-draw"]
    claimed = "555m8p1s4s7sESWNCF9s (123p)"
    assert score(LX, claimed, win="claim", seat="S", indicators=("5m", "8p")).win


def test_a_complete_hand_may_not_be_declared_after_a_claim_nor_on_a_thrown_wild() -> None:
    claimed = score(LX, FLUSH.replace("123p", "(123p)", 1), win="claim", indicators=("5m", "W"))
    assert keys(claimed, "failed") == ["lx-claim"]
    thrown = score(LX, "123p456p789p234p678p9p+5m", indicators=("5m", "W"))
    assert keys(thrown, "failed") == ["lx-thrown"]
    assert keys(thrown, "hint") == ["would-win"]


def test_eight_flowers_win_with_any_hand() -> None:
    hand = "147m258p369sESWNCF 1m (f1f2f3f4q1q2q3)"
    answer = score(LX, f"{hand} +q4", win="flowers", seat="S", indicators=("5m", "8p"))
    assert (items(answer), answer.total) == ({"flower-win": 52}, 104)
    assert keys(score(LX, hand, win="flowers", indicators=("5m", "8p")), "failed") == ["lx-flowers"]


def test_three_wilds_that_do_not_gather_are_explained() -> None:
    wilds = score(LX, "5m5m8p8p123s456sNNN99m12p", win="self-draw", seat="S", indicators=("5m", "8p"))
    assert (wilds.total, why(wilds)["wild-gathering"]) == (12, "lx-gathering")


def test_waits_of_lingxi_leave_out_what_is_never_thrown() -> None:
    waiting = "123p456p789p234p678p5m"
    by_discard = score(LX, waiting, indicators=("5m", "W")).waits
    by_draw = score(LX, waiting, win="self-draw", indicators=("5m", "W")).waits
    assert by_discard is not None
    assert by_draw is not None
    assert "5m" not in [wait.tile for wait in by_discard]
    assert {wait.tile for wait in by_draw} > {wait.tile for wait in by_discard}
    assert not {"P", "f1"} & {wait.tile for wait in by_draw}


def test_seven_pairs_with_four_alike_say_that_they_must_differ() -> None:
    answer = score(HK, "1111m2233p4455sEE", rules={"seven_pairs": 4})
    assert [(note.key, note.args) for note in answer.failed()] == [("hk-pairs-differ", {"tiles": ["1m"]})]
    assert keys(score(HK, "1111m2233p4455sEE"), "failed") == ["hk-shape"]
    assert score(HK, "1122m2233p4455sEE", rules={"seven_pairs": 4}).win


def test_an_earthly_hand_is_paid_by_the_dealer() -> None:
    points = score(HK, "123m456p789s234m5s+5s", marks=["earthly"], seat="W").points
    assert points == score(HK, "123m456p789s234m5s+5s", marks=["earthly"], seat="W", source="E").points
    assert points is not None
    assert points[0] < 0


def test_a_human_hand_comes_from_between_the_dealer_and_the_winner() -> None:
    for seat, source in (("W", "S"), ("N", "S"), ("N", "W"), ("N", None)):
        answer = score(HK, "123m456p789s234m5s+5s", marks=["human"], seat=seat, source=source, rules={"human": 13})
        assert items(answer)["human"] == 13


def test_a_human_hand_is_not_told_that_a_self_draw_would_do() -> None:
    thrown = score(HK, "123456m234p67pPP+8p", seat="W", rules={"flowers": False})
    assert keys(thrown, "hint") == ["would-win"]
    human = score(HK, "123456m234p67pPP+8p", seat="W", marks=["human"], rules={"flowers": False})
    assert (human.win, keys(human, "hint")) == (False, [])


def test_a_robbed_kong_is_waited_for_only_with_none_of_it_held() -> None:
    waits = score(HK, "123m456p789s23s11m", win="rob-kong").waits
    assert waits is not None
    assert [wait.tile for wait in waits] == ["1s", "4s"]
    some = "123m456p789s22s11m"
    assert [wait.tile for wait in score(HK, some).waits or ()] == ["1m", "4m", "2s"]
    assert [wait.tile for wait in score(HK, some, win="rob-kong").waits or ()] == ["4m"]
    held = score(LX, "123p456p789p234s678p9s", win="rob-kong", indicators=("5m", "W"))
    assert held.waits == ()
    assert [wait.tile for wait in score(LX, "123p456p789p234s678p9s", indicators=("5m", "W")).waits or ()] == ["9s"]


# --- requests that cannot be


@pytest.mark.parametrize(
    ("key", "game", "text", "asked"),
    [
        ("size", HK, "123m", {}),
        ("groups", HK, "(111m)(222m)(333m)(444m)(555m)", {}),
        ("groups", LX, "(111p)(222p)(333p)(444p)(555p)(666p)", {"indicators": ("5m", "W")}),
        ("size-marked", HK, "123m456p789s1122s+1s 5m", {}),
        ("lx-size", LX, "123456789m123456789p", {"win": "flowers", "indicators": ("5m", "W")}),
        ("copies", HK, "11111m234p567s888s", {}),
        ("copies", HK, "123m456p789s1122s f1f1", {}),
        ("copies", LX, "5555m", {"win": "lost", "indicators": ("5m", "W")}),
        ("win", HK, "123m", {"win": "self-drawn"}),
        ("mark", HK, "123m", {"marks": ["earthy"]}),
        ("mark-and-win", HK, "123m", {"marks": ["kong-draw"]}),
        ("opening-seat", HK, "123m", {"marks": ["heavenly"], "win": "self-draw", "seat": "S"}),
        ("opening-seat", LX, "123m", {"marks": ["earthly"], "indicators": ("5m", "W")}),
        ("earthly-source", LX, "E", {"marks": ["earthly"], "seat": 1, "source": 2, "indicators": ("5m", "W")}),
        *[("opening-melds", HK, "[1111m]234p567p88s99s+9s", {"marks": ["heavenly"], "win": "self-draw"})],
        *[("opening-melds", HK, f"{group}234p567p88s99s+9s", {"marks": [mark], "seat": "W"})
          for mark in ("earthly", "human") for group in ("(123m)", "(111m)", "[1111m]")],
        ("opening-melds", LX, "(111p)", {"marks": ["heavenly"], "win": "self-draw", "indicators": ("5m", "W")}),
        ("opening-melds", LX, "[1111p]", {"marks": ["earthly"], "seat": "S", "indicators": ("5m", "W")}),
        ("earthly-source", HK, "E", {"marks": ["earthly"], "seat": "S", "source": "W"}),
        ("human-source", HK, "E", {"marks": ["human"], "seat": "W", "source": "E"}),
        ("human-source", HK, "E", {"marks": ["human"], "seat": "W", "source": "N"}),
        ("human-source", HK, "E", {"marks": ["human"], "seat": "S"}),
        ("openings", HK, "E", {"marks": ["human", "earthly"], "seat": "W"}),
        *[("opening-last", HK, "E", {"marks": [mark, "last-tile"], "seat": "W"}) for mark in ("earthly", "human")],
        ("opening-last", HK, "E", {"marks": ["heavenly", "last-tile"], "win": "self-draw"}),
        *[("opening-last", LX, "E", {"marks": ["earthly", "last-tile"], "seat": "W", "indicators": ("5m", "W"),
                                     "rules": {"last_four_played": played}}) for played in (False, True)],
        ("opening-last", LX, "E", {"marks": ["heavenly", "last-tile"], "win": "self-draw", "indicators": ("5m", "W")}),
        ("kong-draw", HK, "(111m)234p567p88s99s+9s", {"marks": ["kong-draw"], "win": "self-draw"}),
        ("kong-draw", HK, "[1111m]234p567p88s99s+9s", {"marks": ["double-kong-draw"], "win": "self-draw"}),
        ("kong-draw", LX, "[q1q2q3q4] 1m", {"marks": ["kong-draw"], "win": "self-draw", "indicators": ("5m", "W")}),
        ("rob-copies", HK, "123m456p789s22s11m+1m", {"win": "rob-kong"}),
        ("rob-copies", HK, "23m456p789s22s (111m)+1m", {"win": "rob-kong"}),
        ("rob-copies", HK, "19m19p19sESWNCFP+1m", {"win": "rob-concealed-kong"}),
        ("rob-copies", LX, "123456789m123s456p7p+7p", {"win": "rob-kong", "indicators": ("5m", "W")}),
        ("rob-copies", LX, "123p456p789p234s67899p+8p", {"win": "rob-kong", "indicators": ("5m", "W")}),
        ("rob-copies", LX, "123p456p789p234s67p99s7p7p+8p", {"win": "rob-kong", "indicators": ("5m", "W")}),
        *[("lx-rob-wild", LX, f"123p456p789p234s67p99s46m+{wild}", {"win": "rob-kong", "indicators": ("5m", "q2")})
          for wild in ("5m", "q3")],
        ("lx-rob-flower", LX, "123p456p789p234s678p9s+P", {"win": "rob-kong", "indicators": ("5m", "W")}),
        ("lx-rob-flower", LX, "123p456p789p234s678p9s+f1", {"win": "rob-kong", "indicators": ("5m", "W")}),
        ("lx-no-claim", LX, FLUSH, {"win": "claim", "indicators": ("5m", "W")}),
        *[("chow-feeder", HK, "(123m)@" + feeder, {"seat": "S"}) for feeder in "WN"],
        *[("chow-feeder", HK, "(123m)@" + feeder, {}) for feeder in "SW"],
        *[("chow-feeder", LX, "(123p)@" + feeder, {"indicators": ("5m", "W")}) for feeder in "SW"],
        ("chow-feeder", LX, FLUSH, {"indicators": ("5m", "W"), "losers": {"S": "(123s)@N"}}),
        ("fed-by-himself", HK, "(f1f2)@S", {}),
        ("fed-by-himself", LX, "[PPPP]@S", {"indicators": ("5m", "W")}),
        *[("copies", LX, text, {"indicators": ("5m", "W"), "seat": "S", "win": win, "losers": {"E": loser}})
          for text, win, loser in ((FLUSH, "discard", "1111p"), ("1p", "lost", "1111p"), ("1p 5m5m5m", "lost", "5m"))],
        ("loser-twice", LX, FLUSH, {"indicators": ("5m", "W"), "seat": "S", "losers": {"E": 3, "東": 4}}),
        ("loser", LX, "1p", {"indicators": ("5m", "W"), "win": "lost", "losers": {"S": -1}}),
        ("source-of-own", HK, "123m", {"win": "self-draw", "source": "S"}),
        ("own-source", HK, "123m", {"source": "E"}),
        ("seat", HK, "123m", {"seat": "X"}),
        ("seat", HK, "(555p)@X", {}),
        ("fed-by-himself", HK, "(555p)@E", {}),
        ("fed-by-himself", HK, "[5555p]@S", {}),
        ("no-flowers", HK, "f1", {"rules": {"flowers": False}}),
        ("flower-as-tile", HK, "123m+f1", {}),
        ("not-a-group", HK, "(PP)", {}),
        ("lingxi-only", HK, "123m", {"indicators": ("5m", "W")}),
        ("indicators", LX, "123m", {}),
        ("lx-wild-laid", LX, "(555m)", {"indicators": ("5m", "W")}),
        ("lx-last-discard", LX, "E", {"indicators": ("5m", "W"), "marks": ["last-tile"]}),
        ("no-wind", LX, "E", {"indicators": ("5m", "W"), "wind": "S"}),
        ("loser", LX, FLUSH, {"indicators": ("5m", "W"), "losers": {"E": 3}}),
    ],
)  # fmt: skip
def test_a_request_that_contradicts_itself_is_refused_by_name(
    key: str, game: str, text: str, asked: dict[str, Any]
) -> None:
    with pytest.raises(RequestError) as caught:
        score(game, text, **asked)
    assert caught.value.key == key
