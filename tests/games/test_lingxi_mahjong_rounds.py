"""靈溪麻將: how a round was won, what makes a deal impossible, and what links the rounds of a match.

The notation is that of the rules page.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from replay.game import Outcome, Tally
from replay.games.lingxi_mahjong import GAME
from replay.games.lingxi_mahjong.score import winner
from replay.games.lingxi_mahjong.series import LingxiMahjongSeries
from replay.games.lingxi_mahjong.tiles import deal_problem, wall_opening
from schemas.options import LingxiMahjongOptions
from schemas.record import Setup
from tests.games.lingxi import Position, hand_of, tiles_of, told

NINE = "123m 456m 789m 123p 456p"
PUNGED = """
    0: 3m
    1: 3m*3 E
    2: 12m 456p 789p 111s 55s 678s
    0 discard 3m; 1 pung 3m; 1 discard E
"""
PLAYED = f"rules last_four_played=true\nindicators: 9m 9p\n0: E\n1: {NINE} E\n2: E\n3: E\n"
WON = {
    "on a discard": (
        f"0: 4p\n1: {NINE} 9s\n2: 9s\nstock: 7p 9s\n"
        "0 discard 4p; 1 draw 7p; 1 discard 7p; 2 draw 9s; 2 discard 9s; 1 win 9s",
        ("discard", 2, "9s", None, False), "all-runs 13",
    ),
    "on the dealer's first discard": (
        f"0: 9s\n1: {NINE} 9s\n0 discard 9s; 1 win 9s", ("discard", 0, "9s", None, False), "no-wild 7, earthly 13",
    ),
    "on the dealer's second discard": (
        f"0: 4p 9s\n1: {NINE} 9s\nstock: 7p 7p 7p 8p\n0 discard 4p; 1 draw 7p; 1 discard 7p; 2 draw 7p; 2 discard 7p\n"
        "3 draw 7p; 3 discard 7p; 0 draw 8p; 0 discard 9s; 1 win 9s",
        ("discard", 0, "9s", None, False), "all-runs 13",
    ),
    "on one's own draw": (
        "0: 4p\n1: 123m 456m 789m 111p 456p E\nstock: E\n0 discard 4p; 1 draw E; 1 win E",
        ("self-draw", None, "E", None, False), "self-draw 1, no-wild 7",
    ),
    "on the dealt hand": (
        f"0: {NINE} 9s*2\n0 win 3m", ("self-draw", None, "3m", None, False), "no-wild 7, heavenly 13",
    ),
    "on the tile for a dealt flower": (
        f"0: {NINE} 9s q1\nback: 9s\n0 flower q1; 0 draw 9s back; 0 win 9s",
        ("self-draw", None, "9s", None, False), "flowers 1, no-wild 7, heavenly 13",
    ),
    "on the tile for a kong": (
        "0: 4p\n1: 3m*4 456m 789m 123p 456p\nstock: 9s\nback: 9s\n0 discard 4p; 1 draw 9s\n"
        "1 kong 3m concealed; 1 draw 9s back; 1 win 9s",
        ("self-draw", None, "9s", None, False), "kong 4, kong-draw 3, no-wild 7",
    ),
    "on the tile for a flower that came for a kong": (
        "0: 4p\n1: 3m*4 456m 789m 123p 456p\nstock: 9s\nback: q1 9s\n0 discard 4p; 1 draw 9s\n"
        "1 kong 3m concealed; 1 draw q1 back; 1 flower q1; 1 draw 9s back; 1 win 9s",
        ("self-draw", None, "9s", None, False), "kong 4, flowers 1, self-draw 1, no-wild 7",
    ),
    "on the tile for the dealer's kong": (
        "0: 3m*4 456m 789m 123p 456p 9s\nback: 9s\n0 kong 3m concealed; 0 draw 9s back; 0 win 9s",
        ("self-draw", None, "9s", None, False), "kong 4, kong-draw 3, no-wild 7",
    ),
    "on an added kong of a last-four turn that is played, for which nobody is liable": (
        f"rules last_four_played=true\n{PUNGED}until 21\n1 kong 3m added\n2 win 3m",
        ("rob", 1, "3m", None, True), None,
    ),
    "on a discard of a last-four turn that is played": (
        f"{PLAYED}until 23\n2 discard E\n1 win E",
        ("discard", 2, "E", 2, True), None,
    ),
    "on a discard before the last-four turns are played": (
        f"{PLAYED}until 27\n2 discard E\n1 win E",
        ("discard", 2, "E", None, False), None,
    ),
    "on one's own draw, with nothing in hand but one tile": (
        "0: 1m\n1: 1m*2 2p*2 3s*2 7m*2 8p*2 9s E S W N 5p\nstock: 2p 3s 7m 8p 4s 4s 4s 9s\n"
        "0 discard 1m; 1 pung 1m; 1 discard E\n2 draw 2p; 2 discard 2p; 1 pung 2p; 1 discard S\n"
        "2 draw 3s; 2 discard 3s; 1 pung 3s; 1 discard W\n2 draw 7m; 2 discard 7m; 1 pung 7m; 1 discard N\n"
        "2 draw 8p; 2 discard 8p; 1 pung 8p; 1 discard 5p\n"
        "2 draw 4s; 2 discard 4s; 3 draw 4s; 3 discard 4s; 0 draw 4s; 0 discard 4s; 1 draw 9s; 1 win 9s",
        ("self-draw", None, "9s", None, False), "self-draw 1, all-pungs 7, no-wild 7, single-wait 13",
    ),
    "on one's own draw of the fourth wind, for which nobody is liable": (
        "0: E S W\n1: E*2 S*2 W*2 N 147p 123s 456s\nstock: 2p 3p 2s 2p 3p 2s 2p 3p 2s N\n"
        "0 discard E; 1 pung E; 1 discard 1p; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard 3p; 0 draw 2s\n"
        "0 discard S; 1 pung S; 1 discard 4p; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard 3p; 0 draw 2s\n"
        "0 discard W; 1 pung W; 1 discard 7p; 2 draw 2p; 2 discard 2p; 3 draw 3p; 3 discard 3p; 0 draw 2s\n"
        "0 discard 2s; 1 draw N; 1 win N",
        ("self-draw", None, "N", None, False), "wind 1, self-draw 1, half-flush 7, no-wild 7, four-winds 13",
    ),
    "after a claim, by 殺豬": (
        "indicators: 5m C\n0: 3p E\n1: 5m*3 C 147p 258s 369s 1p 2p S\n0 discard 3p; 1 chow 3p with 1p 2p; 1 win 5m",
        ("slaughter", None, "5m", None, False), "slaughter 13",
    ),
    "after a claim, complete": (
        "indicators: 5m C\n0: 3p\n1: 5m*3 C 123m 456s 789s 1p 2p E\n0 discard 3p; 1 chow 3p with 1p 2p; 1 win 5m",
        ("claim", None, "5m", None, False), "wild 8, wild 3, wild-gathering 7, slaughter-win 13",
    ),
}  # fmt: skip
"""A round; how it was won, from whom, on which tile, who is liable, whether in the last four; what the winner counts
(None: whatever he has drawn until then)."""


@pytest.mark.parametrize(("text", "facts", "items"), WON.values(), ids=WON)
def test_how_a_round_was_won(text: str, facts: tuple[object, ...], items: str | None) -> None:
    played = Position(text).run()
    (seat,) = played.outcome.winners
    assert tuple(played.outcome.facts[name] for name in ("how", "from", "tile", "liable", "last")) == facts
    tally = played.outcome.scores[seat]
    assert tally is not None
    assert items is None or told(tally.items) == items


def test_the_losers_count_unless_it_was_flat() -> None:
    text = f"indicators: 5m C\n0: 9s\n1: {NINE} 9s\n2: C\n3: E*3 W*3 147p 258p 369s 1s\n0 discard 9s"
    assert Position(f"{text}\n1 win 9s\n= total 2 3\n= items 2 wild 3\n= total 3 0").run().claims == 3
    fouled = Position(f"{text.removesuffix('0 discard 9s')}2 foul wrong-count\n0 discard 9s\n1 win 9s").run()
    assert [tally.total for tally in fouled.outcome.scores if tally][2] == 0


DUE = [
    "rules last_four_played=true\n0: E*4\nuntil 21\n= open\n? 0 kong E concealed is legal\n0 kong E concealed\n= draw",
    "rules last_four_played=true\n0: E*4\nuntil 25\n0 kong E concealed\n= above 3\n= open",
    "rules last_four_played=true flower_kong_reserve=false\nback: 1s*4 2s*4 3s*4 4s*4 5s*4 6s*4 7s*4 8s*3 q1\n"
    "until 20\n= open\n2 flower q1\n= draw",
]
"""A replacement that is due when nothing is left above the reserve ends the hand; otherwise it is drawn."""


@pytest.mark.parametrize("text", DUE)
def test_the_hand_is_drawn_when_a_replacement_is_due_and_none_is_left(text: str) -> None:
    assert Position(text).run().claims


KONG_BEFORE_THE_LAST_FOUR = """
    indicators: 9p 9p
    1: S*3 W*3 N*3 C*3 F*3 3p
    3: E*4 123m 456m 789m 12p 9s
    back: 1s*4 2s*4 3s*4 3p 4s*4 5s*4 6s*4 7s*4 8s*4 9p*2 1p*2 7p 9s
    until 26
    = above 6
    3 kong E concealed
    = above 4
    3 draw 3p back
"""


def test_a_kong_may_bring_one_of_the_last_four_into_an_earlier_turn() -> None:
    played = Position(f"{KONG_BEFORE_THE_LAST_FOUR}3 win 3p").run()
    tally = played.outcome.scores[3]
    assert tally is not None
    assert told(tally.items).endswith("kong-draw 3, last-four 3, no-wild 7")
    assert played.outcome.facts["last"]
    thrown = Position(f"{KONG_BEFORE_THE_LAST_FOUR}3 discard 3p; 1 win 3p").run()
    assert not thrown.outcome.facts["last"]


def test_an_item_names_its_tiles() -> None:
    played = Position(WON["on one's own draw"][0]).run()
    tally = played.outcome.scores[1]
    assert tally is not None
    assert [(item.id, item.tiles) for item in tally.items] == [("self-draw", ("E",)), ("no-wild", ())]
    hand = hand_of(tiles_of("5m*3 123s 456s 789s 234p 99p"), [], [], ["5m", "C"], "E")
    hand.drawn = True  # on a tile that is not said
    named = [(item.id, item.tiles) for item in winner(hand, LingxiMahjongOptions())[0].items]
    assert named == [("wild", ("5m",) * 3), ("self-draw", ()), ("wild-gathering", ())]


# ---------------------------------------------------------------- deals

def _setup(**change: object) -> Setup:
    setup = Position("").setup
    for name, value in change.items():
        setattr(setup, name, value)
    return setup


def _reason(setup: Setup) -> str:
    problem = deal_problem(setup)
    return "" if problem is None else problem.reason


@pytest.mark.parametrize(("dice", "reason"), [
    (None, ""), ([[1, 2], [3, 4]], ""), ([[1, 2]], "lx.dice/form"), ([[1, 2], [3, 4], [5, 6]], "lx.dice/form"),
    ([3, 4], "lx.dice/form"), ([[1, 2], 3], "lx.dice/form"), ([[1, 2], [3]], "lx.dice/form"),
    ([[1, 2, 3], [4, 5]], "lx.dice/form"),
])  # fmt: skip
def test_the_dice_are_two_throws_of_two(dice: list[object] | None, reason: str) -> None:
    assert _reason(_setup(dice=dice)) == reason


def _changed(hand: int, place: int, tile: str) -> list[list[str]]:
    hands = [list(tiles or ()) for tiles in Position("").setup.hands or ()]
    hands[hand][place] = tile
    return hands


def test_a_deal_has_every_tile_once_and_no_other() -> None:
    whole = _setup()
    assert _reason(whole) == ""
    first = (whole.hands or [])[0] or []
    assert _reason(_setup(hands=_changed(0, 0, "?"))) == "rec.unknown/deal"
    assert _reason(_setup(hands=_changed(0, 0, "1z"))) == "lx.tiles/foreign"
    assert _reason(_setup(hands=_changed(0, 0, "P"))) == "lx.tiles/copies"
    assert _reason(_setup(stock=(whole.stock or [])[1:])) == "lx.tiles/copies"
    assert _reason(_setup(stock=None)) == ""
    five = [[first[0]] * 5 + first[5:], *_changed(1, 0, "9s")[1:]]
    assert _reason(_setup(stock=None, hands=five)) == "lx.tiles/copies"


def test_the_dealer_has_seventeen_tiles_and_the_others_sixteen() -> None:
    hands = [list(tiles or ()) for tiles in Position("").setup.hands or ()]
    assert _reason(_setup(dealer=1)) == "lx.deal/count"
    assert _reason(_setup(hands=[hands[0][1:], *hands[1:]])) == "lx.deal/count"
    assert _reason(_setup(hands=[*hands[:3], [*hands[3], "9s"]])) == "lx.deal/count"
    assert _reason(_setup(hands=[*hands[:3], None])) == "lx.deal/count"


@pytest.mark.parametrize(("first", "second", "opening"), [
    (2, 3, (1, 1, 5, 1, 6)), (3, 8, (2, 2, 11, 2, 12)), (4, 4, (3, 3, 8, 3, 9)), (12, 6, (3, 3, 18, 2, 1)),
    (12, 7, (3, 2, 1, 2, 2)), (5, 12, (1, 1, 17, 1, 18)),
])  # fmt: skip
def test_past_the_last_stack_the_left_neighbour_goes_on(first: int, second: int, opening: tuple[int, ...]) -> None:
    assert wall_opening(0, first, second) == opening


# ---------------------------------------------------------------- matches

def _dealt(dealer: int | None) -> Setup:
    return Setup(dealer=dealer, hands=[[], [], [], []], indicators=["C", "F"])


DRAWN = Outcome("draw", (), (0, 0, 0, 0), (Tally(0),) * 4)
WON_BY_0 = Outcome("win", (0,), (3, -1, -1, -1), (Tally(1), Tally(0), Tally(0), Tally(0)))


def _series(deals_each: int = 0, names: Sequence[str | None] = "ABCD") -> LingxiMahjongSeries:
    return GAME.series(LingxiMahjongOptions(deals_each=deals_each), names)


def test_four_play() -> None:
    for names in (["A", "B", "C", None], [None] * 4):
        problem = _series(names=names).check(_dealt(0))
        assert problem is not None
        assert problem.reason == "lx.seats/players"
    assert _series().check(_dealt(3)) is None


@pytest.mark.parametrize(("setup", "outcome", "following"), [
    (_dealt(0), WON_BY_0, 0), (_dealt(1), WON_BY_0, 2), (_dealt(3), DRAWN, 0), (_dealt(0), DRAWN, 1),
    (_dealt(0), None, None), (_dealt(None), DRAWN, None), (None, None, None),
])  # fmt: skip
def test_the_deal_passes_unless_the_dealer_won(
    setup: Setup | None, outcome: Outcome | None, following: int | None
) -> None:
    series = _series()
    series.add(setup, outcome)
    assert series.next() == {"dealer": following}
    reasons = [problem and problem.reason for problem in (series.check(_dealt(dealer)) for dealer in range(4))]
    assert reasons == [None if following in (None, dealer) else "rec.next/dealer" for dealer in range(4)]
    assert series.check(_dealt(None)) is None


def _over(deals_each: int, *rounds: tuple[int | None, Outcome | None]) -> bool:
    series = _series(deals_each)
    for dealer, outcome in rounds:
        series.add(_dealt(dealer), outcome)
    return series.next() is None


TWICE = [(dealer, DRAWN) for dealer in (0, 1, 2, 3) * 2]


def test_a_match_ends_when_everybody_has_been_dealer_as_often_as_agreed() -> None:
    assert _over(2, *TWICE)
    assert not _over(0, *TWICE)  # has no end of its own
    assert not _over(2, *TWICE[:7])
    assert not _over(2, *[(0, WON_BY_0)] * 4, *TWICE[:7])  # 連莊 counts as once
    assert not _over(2, *TWICE[1:], (0, WON_BY_0))  # the last dealer stays
    assert _over(2, *TWICE[1:], (0, WON_BY_0), (0, DRAWN))
    assert not _over(2, *TWICE[:7], (3, None))  # nobody knows who deals next
    assert not _over(2, (None, DRAWN), *TWICE)  # nor who has dealt before
