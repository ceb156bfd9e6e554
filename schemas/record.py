"""The lines of a record as structs: one small tagged struct a verb, a closed union.

Field order here is the order of the canonical bytes. Unknown fields, missing fields and values outside their bounds are
refused while decoding. This module knows no rule: whether a verb belongs to a game is :data:`VERBS`, whether it is
legal is the game's.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from schemas.tiles import Tile

FORMAT = "paipu/1"

Seat = Annotated[int, Meta(ge=0, le=3)]
Points = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Text = Annotated[str, Meta(min_length=1)]
Millis = Annotated[int, Meta(ge=0, le=2**53)]
Tiles = list[Tile]
Die = Annotated[int, Meta(ge=1, le=6)]
Direction = Literal["ccw", "cw"]
Wind = Literal["E", "S", "W", "N"]
Outcome = Literal["win", "draw", "dead", "void", "foul"]
NO_X = msgspec.UNSET
"""The absent ``x``."""
FoulKind = Literal["false-win", "wrong-count", "wrong-draw", "bad-discard", "bad-claim", "flower"]


class Line(
    msgspec.Struct, tag_field="type", forbid_unknown_fields=True, omit_defaults=True, kw_only=True, gc=False,
    rename={"with_": "with", "from_": "from"},
):  # fmt: skip
    """Any line of a record. ``note`` is free text, ``x`` an object that is kept and never interpreted."""

    verb: ClassVar[str]


class Header(Line, tag="match"):
    """The ``match`` line."""

    format: str
    game: str
    rules: dict[str, Any]
    players: Annotated[list[Text | None], Meta(min_length=4, max_length=4)]
    started_at: str | None = None
    place: str | None = None
    event: str | None = None
    source: str | None = None
    unit: str | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Setup(Line, tag="round"):
    """The ``round`` line: the deal, and the set-up fields of all games."""

    dealer: Seat | None
    hands: Annotated[list[Tiles | None], Meta(min_length=4, max_length=4)] | None
    stock: Tiles | None = None
    direction: Direction | None = None
    aside: Tiles | None = None
    turned: Tile | None = None
    wind: Wind | None = None
    dice: list[list[Die] | Die] | None = None
    indicators: Annotated[Tiles, Meta(min_length=2, max_length=2)] | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Score(msgspec.Struct, forbid_unknown_fields=True):
    """One seat's entry of ``scores``: ``items`` are [pattern id, value] pairs."""

    total: Points
    items: list[tuple[str, Points]]


class Result(Line, tag="result"):
    """The ``result`` line: a claim. ``from``, ``liable`` and ``how`` belong to score-only rounds."""

    outcome: Outcome
    winners: list[Seat]
    points: Annotated[list[Points], Meta(min_length=4, max_length=4)]
    scores: Annotated[list[Score | None], Meta(min_length=4, max_length=4)] | None = None
    from_: Seat | None = None
    liable: Seat | None = None
    how: Literal["discard", "self-draw", "foul"] | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class End(Line, tag="end"):
    """The ``end`` line: a claim, plain sums of the rounds' points."""

    totals: Annotated[list[Points], Meta(min_length=4, max_length=4)]
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Move(Line):
    """Any move."""

    seat: Seat


class Play(Move, tag="play"):
    """Joins a tile; ``open`` is the end left open."""

    tile: Tile
    open: Die
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Drink(Move, tag="drink"):
    """飲: a tile face down."""

    tile: Tile
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Expose(Move, tag="expose"):
    """開盅 on six, seven or eight doubles."""

    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Draw(Move, tag="draw"):
    """Takes a tile from the wall (mahjong) or turns one up for the table (zipai)."""

    tile: Tile
    from_: Literal["back"] | None = None
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Discard(Move, tag="discard"):
    """Throws a tile."""

    tile: Tile
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Flower(Move, tag="flower"):
    """Sets a flower (in lingxi also 白板) aside."""

    tile: Tile
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Chow(Move, tag="chow"):
    """Takes the tile on the table with two from hand; ``also`` (比) are the groups laid down with it."""

    tile: Tile
    with_: Annotated[Tiles, Meta(min_length=2, max_length=2)]
    also: list[Annotated[Tiles, Meta(min_length=3, max_length=3)]] = []
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Pung(Move, tag="pung"):
    """碰."""

    tile: Tile
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Kong(Move, tag="kong"):
    """槓."""

    tile: Tile
    kind: Literal["exposed", "concealed", "added"]
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Wei(Move, tag="wei"):
    """偎/煨: one's own draw makes three."""

    tile: Tile
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Ti(Move, tag="ti"):
    """提: one's own draw or the deal makes four."""

    tile: Tile
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Pao(Move, tag="pao"):
    """跑: the tile on the table makes four."""

    tile: Tile
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Win(Move, tag="win"):
    """胡/糊."""

    tile: Tile
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Foul(Move, tag="foul"):
    """詐胡/詐糊 and the other fouls that the rules name."""

    kind: FoulKind
    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


class Pass(Move, tag="pass"):
    """Declines every optional claim of the tile on the table."""

    at: Millis | None = None
    note: str | None = None
    x: msgspec.Raw | msgspec.UnsetType = NO_X


MOVES: tuple[type[Move], ...] = (
    Play, Drink, Expose, Draw, Discard, Flower, Chow, Pung, Kong, Wei, Ti, Pao, Win, Foul, Pass,
)  # fmt: skip
LINES: tuple[type[Line], ...] = (Header, Setup, *MOVES, Result, End)
for _cls in LINES:
    _cls.verb = str(_cls.__struct_config__.tag)
BY_VERB: dict[str, type[Line]] = {cls.verb: cls for cls in LINES}

AnyMove = (
    Play | Drink | Expose | Draw | Discard | Flower | Chow | Pung | Kong | Wei | Ti | Pao | Win | Foul | Pass
)
AnyLine = Header | Setup | AnyMove | Result | End

_ZIPAI = ("draw", "discard", "chow", "pung", "wei", "win", "pass")
_MAHJONG = ("draw", "discard", "flower", "chow", "pung", "kong", "win", "foul", "pass")
VERBS: dict[str, frozenset[str]] = {
    "tsair-deng": frozenset(("play", "drink", "expose")),
    "shaoyang-bopi": frozenset((*_ZIPAI, "ti", "pao")),
    "hk-mahjong": frozenset(_MAHJONG),
    "anxiang-weimaque": frozenset(_ZIPAI),
    "lingxi-mahjong": frozenset(_MAHJONG),
}
"""Game to its verbs."""
MOVE_TYPES: dict[str, frozenset[type]] = {g: frozenset(BY_VERB[v] for v in verbs) for g, verbs in VERBS.items()}
"""Game to the structs of its verbs."""

SETUP_FIELDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "tsair-deng": (frozenset(("direction",)), frozenset(("aside",))),
    "shaoyang-bopi": (frozenset(("turned",)), frozenset(("stock",))),
    "hk-mahjong": (frozenset(("wind",)), frozenset(("stock", "dice"))),
    "anxiang-weimaque": (frozenset(), frozenset(("stock",))),
    "lingxi-mahjong": (frozenset(("indicators",)), frozenset(("stock", "dice"))),
}
"""Game to its set-up fields beyond ``dealer`` and ``hands``: those it must state, those it may."""
