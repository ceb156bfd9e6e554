"""靈溪麻將: named cases, then the golden rows, then brute force and the options."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from replay.games.lingxi_mahjong import GAME, claims
from replay.games.lingxi_mahjong.pay import settle_false_win, settle_win
from replay.games.lingxi_mahjong.score import Hand, loser, winner
from replay.games.lingxi_mahjong.tiles import wall_opening, wilds_of
from replay.kit.mahjong import CODES, KIND, RUN, TRIPLET, Meld, count
from replay.selfplay import play_matches
from schemas.options import LingxiMahjongOptions
from schemas.record import Setup
from schemas.tiles import MAHJONG
from tests.games import lingxi_brute as brute
from tests.games.lingxi import CODE, Position, hand_of, meld_of, move_of
from tests.slow import lingxi_mahjong_score as slow
from tests.support import house
from tests.support.golden import GOLDEN
from tests.support.records import judged

DEFAULT = LingxiMahjongOptions()
ROWS = [json.loads(line) for line in (GOLDEN / f"{CODE}.jsonl").read_text(encoding="utf-8").splitlines()]


def rows(*kinds: str) -> Any:
    """The golden rows of some kinds, as parameters."""
    return pytest.mark.parametrize("row", [r for r in ROWS if r["kind"] in kinds], ids=lambda row: row["id"])


# ---------------------------------------------------------------- named cases


EIGHT = """
0: f1 f2 f3 f4 q1 q2 q3 E W
back: 1s 2s q4 3s 4s
0 kong f1 concealed; 0 flower q1; 0 flower q2; 0 flower q3
0 draw 1s back; 0 draw 2s back; 0 draw q4 back
? 0 win q4 is lx.win               # not laid yet
0 draw 3s back; 0 flower q4
"""


def test_eight_flowers_win_whatever_else_is_in_the_hand() -> None:
    played = Position(f"{EIGHT}? 0 win f1 is lx.win-tile\n0 win q4\n= points 624 -208 -208 -208\n= total 0 104").run()
    assert played.outcome.facts["how"] == "flowers"
    assert [tally.total for tally in played.outcome.scores if tally] == [104, 0, 0, 0]


def test_eight_flowers_may_wait_for_a_later_turn() -> None:
    put_off = (
        f"{EIGHT}0 draw 4s back\n? 0 win E is legal\n0 discard E\n? 0 win E is lx.win\n? 0 foul false-win is legal"
    )
    assert Position(put_off).run().claims == 4


def test_a_culprit_counts_nothing_and_still_pays() -> None:
    played = Position(
        "indicators: 5m C\n0: E\n1: 123m 456p 789p 123s 456s W\n3: 5m*2\nstock: W\n"
        "3 foul bad-claim\n0 discard E\n1 draw W"
    ).run()
    played.play(move_of("1 win W"))
    assert [tally.total for tally in played.outcome.scores if tally][3] == 0
    assert played.outcome.points[3] < 0


def test_the_tile_on_the_table_may_still_be_claimed_when_the_hand_is_drawn() -> None:
    played = Position("rules last_four_played=true\nuntil 20").run()
    table = played.open
    verbs = {move.verb for move in table.legal()}
    assert table.outcome() is None  # the last tile drawn has yet to be thrown
    assert "discard" in verbs
    table.play(next(move for move in table.legal() if move.verb == "discard"))
    assert played.outcome.outcome == "draw"
    assert "draw" not in {move.verb for move in table.legal()}


def test_a_flower_drawn_in_a_last_four_turn_stays_and_counts() -> None:
    played = Position("until 24").run()
    table = played.open
    table.play(next(move for move in table.legal() if move.verb == "discard"))
    seat = table.turn
    table.wall.stock = None  # so that any tile may come
    table.wall.rest[KIND["q1"]] += 1
    table.play(next(move for move in table.legal() if getattr(move, "tile", "") == "q1"))
    assert table.actor == seat
    assert {move.verb for move in table.legal()} == {"draw", "foul"}
    assert [kind for kind in table.hand(seat).flowers if CODES[kind] == "q1"]


def test_a_further_round_after_everybody_has_dealt_twice_is_a_violation() -> None:
    series = GAME.series(LingxiMahjongOptions(deals_each=2), ["A", "B", "C", "D"])
    foul = Position("0 foul false-win").run().outcome
    won = Position("0: 123m 456m 789m 123p 456p 9s*2\n0 win 9s").run().outcome
    for dealer in (0, 1, 2, 3) * 2:
        setup = Setup(dealer=dealer, hands=[[], [], [], []], indicators=["C", "F"])
        assert series.check(setup) is None
        if dealer == 0:
            series.add(setup, won)  # 連莊 counts once
            assert series.next() == {"dealer": 0}
        series.add(setup, foul)
    assert series.next() is None
    problem = series.check(Setup(dealer=0, hands=[[], [], [], []], indicators=["C", "F"]))
    assert problem is not None
    assert (problem.clause, problem.reason) == ("lx.next", "lx.next/over")


def test_the_end_of_a_match_is_not_claimed_when_a_dealer_is_unknown() -> None:
    series = GAME.series(LingxiMahjongOptions(deals_each=2), ["A", "B", "C", "D"])
    foul = Position("0 foul false-win").run().outcome
    series.add(None, None)
    for dealer in (0, 1, 2, 3) * 3:
        series.add(Setup(dealer=dealer, hands=[[], [], [], []], indicators=["C", "F"]), foul)
    assert series.next() == {"dealer": 0}


def test_a_score_line_without_its_dealer_is_judged_by_conservation_alone() -> None:
    assert GAME.conserved([3, -1, -1, -1], "win", DEFAULT)
    assert not GAME.conserved([3, -1, -1, 0], "win", DEFAULT)


def _line(dealer: int | None, points: list[int], totals: list[Any], **more: Any) -> list[str]:
    """The reasons against a score line of seat 1's win; a total is a number, or a list of it and its items."""
    head = {"type": "match", "format": "paipu/1", "game": CODE, "rules": {"edition": 1}, "players": list("ABCD")}
    pairs = [total if isinstance(total, list) else [total] for total in totals]
    scores = [None if total is None else {"total": total, "items": items} for total, *items in pairs]
    won = {"type": "result", "outcome": "win", "winners": [1], "points": points, "scores": scores, **more}
    return [v.reason for v in judged([head, {"type": "round", "dealer": dealer, "hands": None}, won]).violations]


@pytest.mark.parametrize(("totals", "more", "reason"), [
    ([5, 56, 16, 0], {}, ""),
    ([5, [56, ["flush", 13], ["all-pungs", 7], ["wild", 8]], 16, 0], {}, ""),
    ([5, [28, ["flush", 13], ["all-pungs", 7], ["wild", 8]], 16, 0], {}, "rec.scores/sum"),
    ([[5, ["flowers", 3]], 56, 16, 0], {}, "rec.scores/sum"),
    ([5, 14, 16, 0], {}, "rec.scores/impossible"), ([5, 27, 16, 0], {}, "rec.scores/impossible"),
    ([5, 0, 16, 0], {}, "rec.scores/impossible"),
    ([5, None, 16, 0], {}, "rec.scores/winner"),
    ([5, [26, ["heavenly", 13]], 16, 0], {}, "rec.scores/item-and"),
    ([5, [56, ["self-draw", 1], ["flush", 27]], 16, 0], {"how": "discard"}, "rec.scores/item-and"),
    ([5, 56, -1, 0], {}, "lx.items/total"), ([-1, 56, 16, 0], {}, "lx.items/total"),
    ([5, 13, 16, 0], {}, "rec.scores/impossible"), ([5, 24, 16, 0], {}, "rec.scores/impossible"),
    ([5, [14, ["flush", 13], ["self-draw", 1]], 16, 0], {}, "rec.scores/impossible"),
    ([5, 56, [16, ["flowers", 10], ["wild", 5], ["flowers", 1]], 0], {}, ""),
    ([5, 56, None, 0], {}, ""), ([5, 56, 16, 0], {"scores": None}, ""),
    ([5, 56, 16, 0], {"winners": [1, 2]}, "lx.priority/one-winner"),
    ([5, 56, 16, 0], {"from": 1}, "lx.pay/own-win"), ([5, 56, 16, 0], {"liable": 1}, "lx.pay/own-win"),
    ([5, 56, 16, 0], {"from": 2}, ""), ([5, 56, 16, 0], {"from": 2, "how": "discard"}, ""),
    ([5, 56, 16, 0], {"how": "self-draw"}, ""),
    ([5, 56, 16, 0], {"from": 2, "how": "self-draw"}, "lx.pay/self-draw-from"),
    ([5, 56, 16, 0], {"liable": 2, "how": "self-draw"}, "lx.liability/not-fed"),
    ([5, 56, 16, 0], {"liable": 3, "from": 2}, "lx.liability/not-fed"),
    ([5, 56, 16, 0], {"liable": 2, "from": 2}, "rec.points/points"),
    ([5, 56, 16, 0], {"outcome": "dead", "winners": []}, "rec.result/no-such-outcome"),
    ([5, 56, 16, 0], {"how": "foul"}, "rec.field/outcome"),
    ([5, 56, 16, 0], {"outcome": "draw", "winners": [], "from": 1}, "rec.field/outcome"),
    ([5, 56, 16, 0], {"outcome": "foul", "winners": [], "liable": 1}, "rec.field/outcome"),
])  # fmt: skip
def test_a_score_line_that_contradicts_itself_is_refused(totals: list[Any], more: dict[str, Any], reason: str) -> None:
    assert _line(0, [-124, 224, -18, -82], totals, **more) == ([reason] if reason else [])


def test_a_winner_below_the_doubling_has_his_sum_and_one_whose_total_is_left_out_still_receives() -> None:
    assert _line(0, [-36, 48, 26, -38], [5, 12, 16, 0]) == []
    assert _line(0, [-36, 48, 26, -38], [5, [12, ["flush", 13]], 16, 0]) == ["rec.scores/sum"]
    assert _line(0, [1, -1, 0, 0], [5, 56, None, 0]) == ["rec.points/winner-pays"]


def test_where_no_dealer_is_stated_any_may_be_who_fits_the_points() -> None:
    assert _line(None, [-124, 224, -18, -82], [5, 56, 16, 0]) == []
    assert _line(None, [-124, 224, -19, -81], [5, 56, 16, 0]) == ["rec.points/points"]
    assert _line(None, [26, -104, 26, 52], [0] * 4, outcome="foul", winners=[]) == []
    assert _line(None, [26, -104, 27, 51], [0] * 4, outcome="foul", winners=[]) == ["rec.points/points"]


def test_self_play_reaches_what_is_rare() -> None:
    met: set[str] = set()
    for match in play_matches(CODE, 30, 3):
        for r in match.rounds:
            met.update(move.verb for move in r.moves)
            assert r.result is not None
            met.add(f"outcome {r.result.outcome}")
            met.update(id for score in r.result.scores or () if score for id, _ in score.items)
    assert {"chow", "pung", "kong", "flower", "win", "foul", "pass", "outcome win", "outcome foul"} <= met
    assert {"slaughter", "earthly", "heavenly", "half-flush", "no-wild", "loser-wilds", "kong"} <= met


# ---------------------------------------------------------------- golden rows

NAMES = {
    "wild": "wild", "flower": "flowers", "caishenhui": "wild-gathering", "duiduihu": "all-pungs", "pinghu": "all-runs",
    "yingdaying": "no-wild", "qingyise": "flush", "zimo": "self-draw", "shazhuhu": "slaughter-win",
    "huahu": "flower-win", "haidi": "last-four", "rob": "rob-kong", "sifengqi": "four-winds", "kong": "kong",
    "dandiao": "single-wait", "tianhu": "heavenly", "dihu": "earthly",
}  # fmt: skip


def named(item: str, wind: str, lost: bool) -> str:
    """A golden item's id in this project's words."""
    head, _, rest = item.partition("_")
    if head in ("tri", "pong"):
        if lost and "with_wild" in rest:
            return "loser-wilds"
        return "wind" if rest[-1] == wind and rest[-1] not in "CFP" else "honour"
    return NAMES[head]


def _meld(meld: dict[str, Any]) -> Meld | int:
    tile = meld.get("tile") or min(meld["tiles"], key=MAHJONG.index)
    forms = {"pong": "pung", "kong_open": "exposed kong", "kong_concealed": "concealed kong", "chow": f"chow {tile}"}
    return meld_of(f"{forms.get(meld['type'], 'opening four')} {tile}")


def _hand(given: dict[str, Any]) -> Hand:
    melds = [_meld(meld) for meld in given.get("exposed", ())]
    flowers = list(given.get("flowers", ()))
    for group in given.get("init", ()):
        melds.append(meld_of(f"opening four {group}"))
        flowers = [tile for tile in flowers if brute.group(tile) != brute.group(group)]
    hand = hand_of(given["concealed"], melds, flowers, given["inds"], given["wind"])
    how = given.get("how")
    hand.drawn, hand.rob = how == "self", how == "rob"
    hand.last_four, hand.heavenly, hand.earthly = (bool(given.get(k)) for k in ("last4", "heaven", "earth"))
    if given.get("single_tile_before"):
        hand.alone = KIND[given["single_tile_before"]]
    return hand


@rows("winner_tai")
def test_a_golden_winner_counts_what_it_should(row: dict[str, Any]) -> None:
    best = winner(_hand(row["input"]), DEFAULT)
    want = sorted((named(id, row["input"]["wind"], False), tai) for id, tai in row["items"])
    assert want in [sorted((item.id, item.value) for item in score.items) for score in best]
    assert (sum(item.value for item in best[0].items), best[0].total) == (row["raw"], row["final"])


@rows("loser_tai")
def test_a_golden_loser_counts_what_it_should(row: dict[str, Any]) -> None:
    tally = loser(_hand(row["input"]))
    want = sorted((named(id, row["input"]["wind"], True), tai) for id, tai in row["items"])
    assert sorted((item.id, item.value) for item in tally.items) == want
    assert tally.total == row["raw"]


@rows("settlement")
def test_a_golden_settlement_comes_out(row: dict[str, Any]) -> None:
    given = row["input"]
    seats = "ESWN"
    totals = [given["loser_base"].get(seat, 0) for seat in seats]
    totals[seats.index(given["winner"])] = given["winner_final"]
    liable = None if given["liable"] is None else seats.index(given["liable"])
    points = settle_win(seats.index(given["winner"]), totals, seats.index(given["dealer"]), liable)
    assert dict(zip(seats, points, strict=True)) == row["net"]


@rows("shape")
def test_a_golden_hand_is_a_win_or_not(row: dict[str, Any]) -> None:
    wilds = wilds_of(*sorted(KIND[tile] for tile in row["indicators"]))
    sets = 5 - len(row["exposed"])
    assert claims.is_complete(count(row["concealed"]), wilds, sets) is row["wins"]
    assert brute.wins(row["concealed"], row["indicators"], sets) is row["wins"]


def test_the_golden_procedures_hold() -> None:
    """S31 and S34–S38 by number; S32 and S40 stand on the rules page as positions (lx.no-throw, lx.win)."""
    assert settle_win(1, [4, 20 * 2, 2, 0], 0)[1] == 160  # S38 doubles 20 to 40
    assert settle_win(1, [4, 20, 2, 0], 0) == (-28, 80, -22, -30)
    assert wall_opening(0, 3, 8)[:3] == (2, 2, 11)
    assert settle_false_win(1, 0) == (52, -104, 26, 26)
    kongs = "0: 1m*4 2p*4\nback: 5s 7s\n0 kong 1m concealed; 0 draw 5s back; 0 kong 2p concealed; 0 draw 7s back\n"
    for text, zone, end in (("", 24, 20), (kongs, 28, 24)):
        assert Position(f"{text}until {zone}\n= above 4\nuntil {end}\n= draw\n= points 0 0 0 0").run().claims == 3


# ---------------------------------------------------------------- brute force


def random_hand(rng: Random) -> tuple[list[str], list[str], int]:
    """Tiles in hand, indicators, sets still to make: near a win, with every number of wilds."""
    pack = [code for i, code in enumerate(MAHJONG) for _ in range(4 if i < 34 else 1)]
    rng.shuffle(pack)
    shown = [pack.pop(), pack.pop()]
    if rng.random() < 0.2:
        again = next((code for code in pack if brute.group(code) == brute.group(shown[0])), None)
        if again is not None:
            pack.remove(again)
            shown[1] = again
    wild = [code for code in pack if brute.group(code) in {brute.group(code) for code in shown}]
    sets = rng.choice((5, 5, 4, 3, 2, 1, 0))
    hand = rng.sample(wild, min(len(wild), rng.choice((0, 0, 1, 2, 3, 4, 5, 6)), 3 * sets + 2))
    for code in hand:
        pack.remove(code)
    suits = rng.choice(("mps", "m", "ps", "s"))
    while len(hand) < 3 * sets + 2:
        one = rng.choice(pack)
        near = [code for code in pack if code[-1] in suits] if one[-1] not in suits and rng.random() < 0.7 else pack
        some = [rng.choice(near or pack)]
        if rng.random() < 0.8 and some[0] in brute.STANDS:
            runs = [list(run) for run in brute.RUNS if some[0] in run]
            some = rng.choice(runs) if runs and rng.random() < 0.6 else some * 3
        for code in some:
            if len(hand) < 3 * sets + 2 and code in pack:
                pack.remove(code)
                hand.append(code)
    return hand, shown, sets


def compare_shape(rng: Random) -> bool:
    """A random hand, whole and with its last tile come from elsewhere; whether it wins."""
    hand, shown, sets = random_hand(rng)
    wilds = wilds_of(*sorted(KIND[tile] for tile in shown))
    right = brute.wins(hand, shown, sets)
    assert claims.is_complete(count(hand), wilds, sets) is right, (hand, shown)
    shuffled = rng.sample(hand, len(hand))
    assert claims.is_complete(count(shuffled[:-1]), wilds, sets, KIND[shuffled[-1]]) is right, (hand, shown)
    return right


def test_a_win_is_a_win_by_brute_force_too() -> None:
    rng = Random("lx-shape")
    assert 500 < sum(compare_shape(rng) for _ in range(5000)) < 4500


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_thousand_hands_are_wins_by_brute_force_too(part: int) -> None:
    rng = Random(f"lx-shape/{part}")
    assert sum(compare_shape(rng) for _ in range(10_000)) > 1000


def compare_score(rng: Random) -> bool:
    """A random complete hand, with random sets on the table, counted by both."""
    hand, shown, sets = random_hand(rng)
    if not brute.wins(hand, shown, sets):
        return False
    laid: list[Meld] = []
    theirs = []
    for _ in range(5 - sets):
        form, tile = rng.choice(slow.ALL_SETS)
        kong = rng.choice(("", "", "exposed", "added", "concealed")) if form == "pung" else ""
        laid.append(Meld((TRIPLET if form == "pung" else RUN) + KIND[tile], kong, 0, KIND[tile]))
        theirs.append(slow.Meld("kong" if kong else "pung" if form == "pung" else "chow", tile, kong))
    wind, how = rng.choice("ESWN"), rng.choice(("discard", "rob", "draw", "first", "claim"))
    wild = {brute.group(code) for code in shown}
    flowers = [code for code in rng.sample(MAHJONG[33:], rng.randrange(4)) if brute.group(code) not in wild]
    mine = hand_of(hand, laid, flowers, shown, wind)
    mine.drawn, mine.rob, mine.heavenly = how in ("draw", "first"), how == "rob", how == "first"
    mine.kong_draw, mine.last_four = how == "draw" and rng.random() < 0.3, how == "draw" and rng.random() < 0.3
    mine.earthly = how == "discard" and rng.random() < 0.3
    win = slow.Win(how, mine.kong_draw, mine.last_four, mine.earthly)
    rules = {"slaughter_win_tai": 13, "flower_win_tai": 52, "double_from": 13}
    choices = slow.winner_choices(slow.Side(wind, hand, theirs, set(), flowers), slow.Wilds(shown), win, rules)
    found = winner(mine, DEFAULT)
    right = {(raw, tuple(sorted(map(tuple, items)))) for raw, items, _ in choices}
    got = {(sum(i.value for i in s.items), tuple(sorted((i.id, i.value) for i in s.items))) for s in found}
    assert got == right, (hand, laid, shown, wind, how)
    return True


def test_a_winner_counts_the_same_in_an_independent_count() -> None:
    rng = Random("lx-score")
    assert sum(compare_score(rng) for _ in range(150)) > 30


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_thousands_of_winners_count_the_same_in_an_independent_count(part: int) -> None:
    rng = Random(f"lx-score/{part}")
    assert sum(compare_score(rng) for _ in range(10_000)) > 1000


# ---------------------------------------------------------------- options

FOUR = "0: q1 q2 q3 q4\nback: 1m\n0 kong q1 concealed; 0 draw 1m back"
THROWN = "indicators: 5m C\n0: 5m\n1: 123m 456p 789p 123s 456s 4m\n0 foul bad-discard; 0 discard 5m"
ELEVEN = "0: E\n1: 123m 456m 789m 234m N*3 C\nstock: 5m\n0 discard E; 1 draw 5m; 1 win 5m"
DEALT = "indicators: 5m C\n0: 5m*3 C 123s 456s 789p 222p W\n0 win W"
OPTION_CASES = [
    ("flower_kong_reserve=false", FOUR, "= above 56", "= above 54"),
    ("last_four_played=true", "until 23", "? 2 discard 5m is legal", "? 2 discard 5m is lx.last-four"),
    ("foul_tile_win=true", THROWN, "? 1 win 5m is legal", "? 1 win 5m is lx.foul"),
    ("double_from=10", ELEVEN, "= total 1 22", "= total 1 11"),
    ("slaughter_win_tai=20", DEALT, "= total 0 102", "= total 0 88"),
    ("flower_win_tai=100", f"{EIGHT}0 win q4", "= total 0 200", "= total 0 104"),
]
"""An option's value, a record, what holds under it and what under the default."""


def _holds(text: str) -> bool:
    try:
        return Position(text).run().claims > 0
    except AssertionError:
        return False


@pytest.mark.parametrize(("value", "text", "under", "default"), OPTION_CASES, ids=[case[0] for case in OPTION_CASES])
def test_a_value_of_an_option_is_needed_by_one_record_and_broken_by_another(
    value: str, text: str, under: str, default: str
) -> None:
    assert _holds(f"rules {value}\n{text}\n{under}")
    assert not _holds(f"rules {value}\n{text}\n{default}")
    assert _holds(f"{text}\n{default}")
    assert not _holds(f"{text}\n{under}")


def test_every_option_that_has_a_choice_is_among_the_cases() -> None:
    chosen = {case[0].split("=")[0] for case in OPTION_CASES} | {"deals_each"}  # its test stands above
    assert chosen == {name for name, some in house.values(CODE).items() if len(some) > 1}
