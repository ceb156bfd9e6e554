"""Hypothesis strategies for arbitrary records of all five games: right for the format, seldom for the rules."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st

from schemas.canonical import canonical_bytes
from schemas.items import ITEMS
from schemas.match import Match, Round
from schemas.options import OPTIONS, Options, canonical_rules
from schemas.record import (
    BY_VERB,
    FORMAT,
    NO_X,
    SETUP_FIELDS,
    VERBS,
    AnyMove,
    End,
    FoulKind,
    Header,
    Result,
    Score,
    Setup,
)  # fmt: skip
from schemas.tiles import DOMINOES, MAHJONG, UNKNOWN, ZIPAI
from tests.support.house import values

TILES: dict[str, tuple[str, ...]] = {
    "tsair-deng": (*DOMINOES, UNKNOWN),
    "shaoyang-bopi": (*ZIPAI, UNKNOWN),
    "anxiang-weimaque": (*ZIPAI, UNKNOWN),
    "hk-mahjong": (*MAHJONG, UNKNOWN),
    "lingxi-mahjong": (*MAHJONG, UNKNOWN),
}
"""Game to the tiles that its records hold."""

games = st.sampled_from(sorted(OPTIONS))
seats = st.integers(0, 3)
points = st.integers(-(2**53), 2**53)
# Every character but lone surrogates, which UTF-8 cannot hold.
texts = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)
notes = st.none() | st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
times = st.none() | st.integers(0, 2**53)
_leaves = st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False)
_json = (
    _leaves | texts | st.lists(_leaves, max_size=2) | st.dictionaries(texts, st.lists(texts, max_size=2), max_size=2)
)
_objects = st.dictionaries(texts, _json, max_size=2).map(lambda v: msgspec.Raw(msgspec.json.encode(v)))
extras = st.sampled_from((False, False, False, True)).flatmap(lambda there: _objects if there else st.just(NO_X))
"""``x``: absent or an object."""


@st.composite
def house_rules(draw: st.DrawFn, game: str) -> Options:
    """A rule set of `game`."""
    chosen = {name: draw(st.sampled_from(some)) for name, some in values(game).items() if draw(st.booleans())}
    try:
        return OPTIONS[game](**chosen)
    except ValueError:
        return OPTIONS[game]()


@cache
def moves(game: str) -> st.SearchStrategy[AnyMove]:
    """Any move of a verb of `game`."""
    return st.sampled_from(sorted(VERBS[game])).flatmap(lambda verb: _move(game, verb))


@cache
def _move(game: str, verb: str) -> st.SearchStrategy[AnyMove]:
    tile = st.sampled_from(TILES[game])
    ends = (None, "back") if game in ("hk-mahjong", "lingxi-mahjong") else (None,)
    known: dict[str, st.SearchStrategy[Any]] = {
        "seat": seats, "tile": tile, "open": st.integers(1, 6), "at": times, "note": notes, "x": extras,
        "from_": st.sampled_from(ends), "with_": st.lists(tile, min_size=2, max_size=2),
        "also": st.lists(st.lists(tile, min_size=3, max_size=3), max_size=2 if game == "shaoyang-bopi" else 0),
        "kind": st.sampled_from(FoulKind.__args__ if verb == "foul" else ("exposed", "concealed", "added")),  # type: ignore[attr-defined]
    }  # fmt: skip
    cls: Any = BY_VERB[verb]
    fields = [f.name for f in msgspec.structs.fields(cls)]
    return st.builds(cls, **{name: known[name] for name in fields})


@cache
def setups(game: str) -> st.SearchStrategy[Setup]:
    """Any ``round`` line of `game`: dealt hands or a score line."""
    tiles = st.lists(st.sampled_from(TILES[game]), max_size=6)
    two = st.lists(st.sampled_from(TILES[game]), min_size=2, max_size=2)
    die = st.integers(1, 6)
    own: dict[str, st.SearchStrategy[Any]] = {
        "direction": st.sampled_from(("ccw", "cw")), "aside": st.none() | tiles, "stock": st.none() | tiles,
        "turned": st.sampled_from(TILES[game]), "wind": st.sampled_from("ESWN"), "indicators": two,
        "dice": st.none() | st.lists(die, max_size=3) | st.lists(st.lists(die, min_size=2, max_size=2), max_size=2),
    }  # fmt: skip
    must, may = SETUP_FIELDS[game]
    hands = st.none() | st.lists(st.none() | tiles, min_size=4, max_size=4)
    fields = {name: own[name] for name in (*must, *may)}
    return st.builds(Setup, dealer=st.none() | seats, hands=hands, note=notes, x=extras, **fields)


@cache
def results(game: str) -> st.SearchStrategy[Result]:
    """Any ``result`` line of `game`."""
    items = st.lists(st.tuples(st.sampled_from(ITEMS[game]) | texts, points), max_size=4)
    scores = st.lists(st.none() | st.builds(Score, total=points, items=items), min_size=4, max_size=4)
    return st.builds(
        Result, outcome=st.sampled_from(("win", "draw", "dead", "void", "foul")), winners=st.lists(seats, max_size=3),
        points=st.lists(points, min_size=4, max_size=4), scores=st.none() | scores, from_=st.none() | seats,
        liable=st.none() | seats, how=st.sampled_from((None, "discard", "self-draw", "foul")), note=notes, x=extras,
    )  # fmt: skip


@st.composite
def records(draw: st.DrawFn, game: str | None = None) -> Match:
    """Any match, in canonical form."""
    code = draw(games) if game is None else game
    options = draw(house_rules(code))
    header = Header(
        format=FORMAT, game=code, rules=canonical_rules(options),
        players=draw(st.lists(st.none() | texts, min_size=4, max_size=4)),
        started_at=draw(st.sampled_from((None, "2026-11-29", "2026-11-29T10:00:00Z", "2026-11-29T10:00:00.5+08:00"))),
        place=draw(notes), event=draw(notes), source=draw(notes), unit=draw(notes), note=draw(notes), x=draw(extras),
    )  # fmt: skip
    match = Match(header=header, options=options)
    for _ in range(draw(st.integers(0, 3))):
        played = draw(st.lists(moves(code), max_size=6))
        match.rounds.append(Round(draw(setups(code)), played, draw(st.none() | results(code))))
    if draw(st.booleans()):
        match.end = End(totals=draw(st.lists(points, min_size=4, max_size=4)), note=draw(notes), x=draw(extras))
    match.raw = canonical_bytes(match)
    return match
