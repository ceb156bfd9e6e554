"""Matches and made-up tables for the tests of the replay page: a mahjong and a zipai table with all there is."""

from __future__ import annotations

import io
from collections.abc import Callable

from replay.audit import Verdict
from replay.game import Item, Outcome, Piece, SeatView, Tally, View
from replay.selfplay import play_matches
from reports.frames import Frame, MatchFrames, RoundFrames, Viewer, saw
from schemas.codec import read
from schemas.match import Match, Round
from schemas.options import OPTIONS
from schemas.record import FORMAT, AnyMove, Chow, Discard, Draw, Header, Pung, Setup, Wei, Win

NAMES: list[str | None] = ["阿明", "Bess", "阿強", "Dora"]
VIEWERS: list[Viewer] = [None, 0, 1, 2, 3]
Groups = list[list[Piece]]


def domino_match(seed: int = 1, rounds: int = 4) -> Match:
    """A match of 斜釘 by self-play, as a reader gives it."""
    return parsed(next(play_matches("tsair-deng", 1, seed, rounds)).raw)


def parsed(raw: bytes) -> Match:
    """The one match of some bytes."""
    (match,) = read(io.BytesIO(raw))
    return match


def lines(seed: int = 1, rounds: int = 4) -> list[str]:
    """The lines of such a match, to be spoilt."""
    return domino_match(seed, rounds).raw.decode().splitlines()


def from_lines(text: list[str]) -> Match:
    """The match that some lines are."""
    return parsed(("\n".join(text) + "\n").encode())


def row(text: str, mark: str = "") -> list[Piece]:
    """Pieces from ``"1m 2m:taken"``."""
    out = []
    for word in text.split():
        code, _, own = word.partition(":")
        out.append(Piece(code, own or mark))
    return out


def _hide(group: list[Piece]) -> list[Piece]:
    return [Piece("?", piece.mark) for piece in group]


def _fake(
    game: str, moves: list[AnyMove | None], views: Callable[[int, Viewer], View], setup: Setup, end: Outcome
) -> MatchFrames:
    header = Header(format=FORMAT, game=game, rules={"edition": 1}, players=NAMES, event="Tuesday table")
    match = Match(header=header, options=OPTIONS[game](), rounds=[Round(setup)])
    frames, before = [], {}
    for index, move in enumerate(moves):
        now = {v: views(index, v) for v in VIEWERS}
        seen = frozenset(v for v in VIEWERS if move is not None and saw(move, v, before[v], now[v]))
        frames.append(Frame(index, move, now, seen))
        before = now
    shown = RoundFrames(1, setup, frames, outcome=end)
    return MatchFrames(match, Verdict(match, "valid", outcomes=[end]), VIEWERS, [shown])


_MAHJONG_HANDS = [
    "2m 3m 4m 5p 5p 6p 7p 7s 8s E E C q1",
    "1m 1m 5m 6m 2p 3p 4p 9s 9s S",
    "4m 4m 6m 8m 1s 2s 3s 5s 6s 9p N N F",
    "7m 8m 9m 1p 1p 8p 8p 8p W W",
]
_MAHJONG_RIVERS = [
    "9m 1s S W N:taken 9p P 3s 2s 8m 1m 4s",
    "E N F 7p:taken 1s 1p 9m 2m C 3m P 8p",
    "W C E 6s 2p 3p 7m 5s:taken 1p 4p F",
    "N S P 9m 1m 2s 3s 4s 5s 6s 9s 7s 2m 3m 5p 6p",
]
_MAHJONG_MELDS: list[Groups] = [
    [],
    [row("N:taken N N"), row("7p:taken 8p 9p")],
    [row("?:down P P ?:down")],
    [row("5s:taken 5s 5s"), row("W:down W W W:down")],
]


def mahjong() -> MatchFrames:
    """A mahjong table in mid-round: rivers, melds, flowers, indicators; a draw, a discard, a claim, a win."""
    moves: list[AnyMove | None] = [
        None, Draw(seat=0, tile="9s"), Discard(seat=0, tile="9s"), Pung(seat=1, tile="9s"), Win(seat=2, tile="7m"),
    ]  # fmt: skip

    def view(index: int, viewer: Viewer) -> View:
        seats = []
        for seat in range(4):
            hand = row(_MAHJONG_HANDS[seat])
            river, melds = row(_MAHJONG_RIVERS[seat]), list(_MAHJONG_MELDS[seat])
            if seat == 0 and index == 1:
                hand.append(Piece("9s", "new"))
            if seat == 0 and index > 1:
                river.append(Piece("9s", "taken" if index > 2 else "new"))
            if seat == 1 and index > 2:
                hand = [p for p in hand if p.tile != "9s"]
                melds.append(row("9s 9s:taken 9s"))
            if seat == 2 and index > 3:
                hand.append(Piece("7m", "won"))
            open_ = viewer in (None, seat) or (seat == 2 and index > 3)
            flowers = [row(("q2 f1", "", "q3 q4 f4", "f2")[seat])]
            zones = {"hand": [hand if open_ else _hide(hand)], "melds": melds, "river": [river], "flowers": flowers}
            seats.append(SeatView(zones, {"wind": "ESWN"[seat]}))
        turn = ((0,), (0,), (1, 2), (1,), ())[index]
        return View(viewer, tuple(seats), {"indicators": [row("7p 4m")]}, turn, 38 - (index > 0), {"wind": "E"})

    items = (Item("flush", 13, ("1m", "2m", "3m")), Item("self-draw", 1), Item("unheard-of", 2))
    end = Outcome("win", (2,), (-20, -5, 45, -20), (Tally(2), Tally(0), Tally(16, items), None))
    setup = Setup(dealer=0, hands=[["1m"], ["1m"], ["1m"], ["1m"]], indicators=["7p", "4m"])
    return _fake("lingxi-mahjong", moves, view, setup, end)


_ZIPAI_HANDS = [
    "s1 s2 s3 s3 s5 b2 b2 b4 b5 b7 b8 b10 s7 s10 b6 b6 b6 s9 s9 s4",
    "s2 s7 s10 s4 s4 b1 b1 b3 b3 b9 b8 b7 s6 s8",
    "",
    "s5 s6 s8 b4 b4 b5 b9 b10 b10 b7 s1",
]
_ZIPAI_MELDS: list[Groups] = [
    [],
    [row("s5:taken s4 s6"), row("b1:taken b2 b3")],
    [],
    [row("?:down ?:down ?:down"), row("s8:taken s8 s8"), row("b9 ?:down ?:down ?:down")],
]


def zipai() -> MatchFrames:
    """A zipai table: the dealer's opposite sits out; a tile turned up, a chow, a wei face down, a win."""
    moves: list[AnyMove | None] = [
        None, Draw(seat=1, tile="s7"), Chow(seat=1, tile="s7", with_=["s2", "s10"], also=[["b7", "b8", "b9"]]),
        Draw(seat=3, tile="b10"), Wei(seat=3, tile="b10"), Win(seat=3, tile="b10"),
    ]  # fmt: skip

    def view(index: int, viewer: Viewer) -> View:
        seats: list[SeatView | None] = []
        for seat in range(4):
            if seat == 2:
                seats.append(SeatView({}))
                continue
            own = viewer in (None, seat) or (seat == 3 and index == 5)
            hand, melds = row(_ZIPAI_HANDS[seat]), [list(g) for g in _ZIPAI_MELDS[seat]]
            if seat == 1 and index > 1:
                hand = [p for p in hand if p.tile not in ("s2", "s10", "b7", "b8", "b9")]
                melds += [row("s7:taken s2 s10"), row("b7 b8 b9")]
            if seat == 3 and index > 3:
                hand = [p for p in hand if p.tile != "b10"]
                melds.append(row("b10 b10 b10", "down") if own else row("? ? ?", "down"))
            river = row(("s8 b3 b1", "b4", "", "s10 s1")[seat])
            zones = {"hand": [hand if own else _hide(hand)], "melds": melds, "river": [river]}
            seats.append(SeatView(zones, {"xi": (0, 3, 0, 9)[seat]}))
        turned = {1: "s7", 3: "b10" if viewer in (None, 3) else "?"}.get(index)
        table = {"turned": [row(turned, "new")]} if turned else {}
        turn = ((1,), (1, 3), (3,), (3,), (3,), ())[index]
        return View(viewer, tuple(seats), table, turn, 19 - index)

    items = (Item("wei", 6, ("b10", "b10", "b10")), Item("2-7-10", 3, ("s2", "s7", "s10")), Item("zi-mo", 10))
    end = Outcome("win", (3,), (0, 0, 10, 19), (None, None, None, Tally(19, items)))
    setup = Setup(dealer=0, hands=[["s1"], ["s1"], None, ["s1"]], turned="s4")
    return _fake("shaoyang-bopi", moves, view, setup, end)
