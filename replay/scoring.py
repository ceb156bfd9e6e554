"""A hand counted by itself: what is asked, what is answered, and which calculator answers for which game.

``score("hk-mahjong", "234m567m345p678s9s+9s")`` gives an :class:`Answer`; ``docs/score.md`` explains notation,
circumstances and answers. Nothing here knows a rule: each game's ``calculator`` module asks that game's own score
functions, also for why something does not count (it asks again with one circumstance changed). No position is judged:
what is said about the circumstances is taken as true.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from replay.game import Item, Tally
from replay.text import PREFIX
from schemas.errors import UsageError
from schemas.faults import nearest
from schemas.notation import MAHJONG_FAMILY, ZIPAI_FAMILY, Hand, SaidError, parse
from schemas.options import canonical_rules, options_of
from schemas.text import add_catalogue, fill, lookup
from schemas.tiles import MAHJONG, ORDER, ZIPAI

CALCULATORS: dict[str, str] = {
    "hk-mahjong": "replay.games.hk_mahjong.calculator",
    "lingxi-mahjong": "replay.games.lingxi_mahjong.calculator",
    "shaoyang-bopi": "replay.games.shaoyang_bopi.calculator",
    "anxiang-weimaque": "replay.games.anxiang_weimaque.calculator",
}
"""Game code to the module that holds its ``CALCULATOR``. 斜釘 has no hand to count: its points are what is lost."""
FAMILY: dict[str, str] = {
    "hk-mahjong": MAHJONG_FAMILY, "lingxi-mahjong": MAHJONG_FAMILY,
    "shaoyang-bopi": ZIPAI_FAMILY, "anxiang-weimaque": ZIPAI_FAMILY,
}  # fmt: skip
CATALOGUE = "score"
add_catalogue(CATALOGUE, str(Path(__file__).with_name("scoring.toml")))

SEATS: dict[str, tuple[str, str, str, str]] = {
    MAHJONG_FAMILY: ("E", "S", "W", "N"), ZIPAI_FAMILY: ("dealer", "next", "counter", "last"),
}  # fmt: skip
"""Family to what its seats are called, from the dealer counter-clockwise: a seat of a :class:`Request` is its index."""
_SPOKEN: dict[str, dict[str, int]] = {
    MAHJONG_FAMILY: {"東": 0, "东": 0, "南": 1, "西": 2, "北": 3, "莊家": 0, "庄家": 0},
    ZIPAI_FAMILY: {"莊家": 0, "庄家": 0, "下家": 1, "數醒": 2, "数醒": 2, "守醒": 2, "上家": 3},
}


class RequestError(SaidError):
    """A request that contradicts itself or the game's tiles. ``key`` is one of the reasons of ``scoring.toml``."""

    prefix = CATALOGUE


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be counted. Seats are 0 … 3 from the dealer counter-clockwise; 0 is always the dealer."""

    game: str
    hand: Hand
    win: str
    """How the hand is completed: one of the calculator's ``wins``."""
    options: Any
    seat: int = 0
    source: int | None = None
    """Who threw the winning tile or made the robbed kong; None: not stated."""
    wind: int = 0
    """Mahjong: the round's wind, 0 … 3 for E S W N."""
    marks: frozenset[str] = frozenset()
    """Further circumstances: of the calculator's ``marks``."""
    indicators: tuple[str, ...] = ()
    losers: Mapping[int, int | Hand] = field(default_factory=dict)
    """靈溪: seat to its base tai, or to the hand that they are counted from."""


class Note(NamedTuple):
    """A remark as data: ``failed`` (why it is no win), ``missed`` (what does not count), ``hint``, ``remark``.

    ``key`` is one of the reasons of ``scoring.toml``, ``args`` fill it.
    """

    kind: str
    key: str
    args: dict[str, Any]


class Group(NamedTuple):
    """One group of the reading that was chosen; ``xi`` only in zipai."""

    form: str
    tiles: tuple[str, ...]
    xi: int | None = None


class Payment(NamedTuple):
    """``payer`` -1: whoever threw the tile; -2: each other loser; None: nobody pays, it is written down."""

    payer: int | None
    taker: int
    amount: int


DISCARDER, OTHER_LOSERS = -1, -2


class Wait(NamedTuple):
    """A tile that would complete the hand: what the whole would be worth, by what, and by how much it falls short."""

    tile: str
    how: str
    total: int
    items: tuple[tuple[str, int], ...]
    missing: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a hand comes to."""

    game: str
    win: bool
    how: str
    seat: int
    tile: str | None
    """The winning tile; None when the hand waits for one."""
    total: int | None = None
    """What is settled with (fan after the cap, tai after doubling, xi with the bonus, 总息); None: nothing to count."""
    items: tuple[Item, ...] = ()
    groups: tuple[Group, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    """What else the count knows: ``sum``, ``price``, ``xi``, ``factor``, ``complete``…; plain JSON values."""
    points: tuple[int, ...] | None = None
    """Net change a seat, from the dealer; None where not enough is stated."""
    payments: tuple[Payment, ...] = ()
    notes: tuple[Note, ...] = ()
    ties: tuple[Tally, ...] = ()
    """Other readings that are worth as much, with other items."""
    waits: tuple[Wait, ...] | None = None
    """Of a hand that is no win: what would complete it; None where that was not asked."""

    def failed(self) -> tuple[Note, ...]:
        """Why the hand is no win."""
        return tuple(note for note in self.notes if note.kind == "failed")

    def plain(self) -> dict[str, Any]:
        """Everything as plain JSON values, seats by name."""
        names = SEATS[FAMILY[self.game]]

        def tally(total: int | None, items: Iterable[Item]) -> dict[str, Any]:
            return {"total": total, "items": [{"id": i.id, "value": i.value, "tiles": list(i.tiles)} for i in items]}

        return {
            "game": self.game, "win": self.win, "how": self.how, "seat": names[self.seat], "tile": self.tile,
            **tally(self.total, self.items),
            "groups": [{"form": g.form, "tiles": list(g.tiles), "xi": g.xi} for g in self.groups],
            "facts": self.facts,
            "points": None if self.points is None else dict(zip(names, self.points, strict=True)),
            "payments": [
                {"from": payer_name(p.payer, names), "to": names[p.taker], "amount": p.amount} for p in self.payments
            ],
            "notes": [{"kind": n.kind, "key": n.key, "args": n.args} for n in self.notes],
            "ties": [tally(t.total, t.items) for t in self.ties],
            "waits": None
            if self.waits is None
            else [{**w._asdict(), "items": list(map(list, w.items))} for w in self.waits],
        }  # fmt: skip


def payer_name(payer: int | None, names: Sequence[str]) -> str | None:
    """A payer as JSON has it: a seat's name, ``discarder``, ``other`` or None."""
    if payer is None or payer >= 0:
        return None if payer is None else names[payer]
    return "discarder" if payer == DISCARDER else "other"


class Calculator(Protocol):
    """What a game's ``calculator`` module gives."""

    wins: tuple[str, ...]
    """How a hand may be completed; the first is the default."""
    marks: dict[str, tuple[str, ...]]
    """Circumstance to the ``wins`` it goes with."""
    own: tuple[str, ...]
    """The ``wins`` on which nobody else's tile is taken."""

    def answer(self, request: Request) -> Answer:
        """Counts a request that :func:`check` let through. Raises :class:`RequestError`."""


@cache
def calculator(game: str) -> Calculator:
    """The calculator of a game. Raises :class:`UsageError`."""
    if game not in CALCULATORS:
        near = nearest(game, CALCULATORS)
        hint = f"; did you mean {near}?" if near else f"; known: {', '.join(CALCULATORS)}"
        raise UsageError(f"no hand of {game!r} can be scored{hint}")
    return cast(Calculator, import_module(CALCULATORS[game]).CALCULATOR)


def score(
    game: str,
    hand: str | Hand,
    *,
    win: str = "",
    seat: int | str = 0,
    source: int | str | None = None,
    wind: int | str = 0,
    marks: Iterable[str] = (),
    indicators: Sequence[str] = (),
    losers: Mapping[Any, int | str | Hand] | None = None,
    rules: Mapping[str, Any] | None = None,
    options: Any = None,
) -> Answer:
    """Counts a hand, written as in ``docs/score.md`` or as :class:`schemas.notation.Hand`.

    ``rules`` are house rules as a record states them, or ``options`` the game's option struct. Raises
    :class:`UsageError` (:class:`RequestError`, ``NotationError``), ``msgspec.ValidationError`` for an impossible rule.
    """
    asked, family = calculator(game), FAMILY[game]
    request = Request(
        game=game,
        hand=parse(hand, family) if isinstance(hand, str) else hand,
        win=win or asked.wins[0],
        options=options_of(game, dict(rules or {})) if options is None else options,
        seat=seat_of(seat, game),
        source=None if source is None else seat_of(source, game),
        wind=seat_of(wind, game),
        marks=frozenset(marks),
        indicators=tuple(indicators),
        losers={
            seat_of(who, game): parse(what, family) if isinstance(what, str) else what
            for who, what in (losers or {}).items()
        },
    )
    if len(request.losers) < len(losers or {}):
        raise RequestError("loser-twice")
    check(request, asked)
    answer = asked.answer(request)
    answer.facts["marks"] = sorted(request.marks)
    if game == "hk-mahjong":
        answer.facts["wind"] = SEATS[family][request.wind]
    return answer


def seat_of(text: int | str, game: str) -> int:
    """A seat as a number from the dealer; `text` may be one, or a name: :data:`SEATS`, 東 下家…"""
    family = FAMILY[game]
    names = {**{name: i for i, name in enumerate(SEATS[family])}, **_SPOKEN[family], **{str(i): i for i in range(4)}}
    word = str(text)
    found = names.get(word, names.get(word.upper(), names.get(word.lower())))
    if found is None:
        raise RequestError("seat", text=word, known=" ".join(SEATS[family]), near="")
    return found


def check(request: Request, asked: Calculator) -> None:
    """Circumstances that the game has and that go together. Raises :class:`RequestError`."""
    if request.win not in asked.wins:
        near = nearest(request.win, asked.wins)
        raise RequestError("win", text=request.win, known=" ".join(asked.wins), near=near)
    for mark in sorted(request.marks):
        if mark not in asked.marks:
            near = nearest(mark, asked.marks)
            raise RequestError("mark", text=mark, known=" ".join(asked.marks) or "-", near=near)
        if request.win not in asked.marks[mark]:
            raise RequestError("mark-and-win", mark=mark, how=request.win, known=" ".join(asked.marks[mark]))
    for laid in request.hand.melds:
        if laid.source and (laid.closed or laid.form == "flowers") and FAMILY[request.game] == MAHJONG_FAMILY:
            raise RequestError("fed-by-himself", text=laid.text)
    if request.source is not None and request.win in asked.own:
        raise RequestError("source-of-own", how=request.win)
    if request.source == request.seat:
        raise RequestError("own-source")
    if FAMILY[request.game] == ZIPAI_FAMILY:
        if 2 in (request.seat, request.source):
            raise RequestError("counter")
        if request.wind:
            raise RequestError("no-wind")
    if request.game != "lingxi-mahjong" and (request.indicators or request.losers):
        raise RequestError("lingxi-only")


# What calculators share


def all_tiles(hand: Hand) -> list[str]:
    """Every tile of a hand, wherever it is."""
    tiles = [*hand.tiles, *hand.flowers, *(tile for meld in hand.melds for tile in meld.tiles)]
    return tiles if hand.tile is None else [*tiles, hand.tile]


def check_tiles(tiles: Iterable[str], family: str) -> None:
    """Tiles of the family's set, no more of a kind than there are: four, of a flower one. Raises RequestError."""
    known = MAHJONG if family == MAHJONG_FAMILY else ZIPAI
    for tile, count in sorted(Counter(tiles).items(), key=lambda pair: ORDER.get(pair[0], -1)):
        if tile not in known:
            raise RequestError("foreign", tile=tile, near="")
        copies = 1 if tile[0] in "fq" else 4
        if count > copies:
            raise RequestError("copies", tile=tile, count=count, copies=copies)


def part(hand: Hand, held: int) -> tuple[tuple[str, ...], str | None]:
    """The tiles in hand and the winning tile: the marked one, or of more than `held` tiles the last that is written."""
    if hand.tile is not None:
        return hand.tiles, hand.tile
    return (hand.tiles[:-1], hand.tiles[-1]) if len(hand.tiles) > max(held, 0) else (hand.tiles, None)


def size_error(hand: Hand, count: int, whole: int) -> RequestError:
    """Of so many tiles where a hand with its winning tile has `whole`."""
    if whole < 1:
        return RequestError("groups", count=len(hand.melds))
    return RequestError("size" if hand.tile is None else "size-marked", count=count, need=whole - 1, whole=whole)


def with_options(game: str, options: Any, **changes: Any) -> Any:
    """House rules with some changed."""
    return options_of(game, {**canonical_rules(options), **changes})


def option_args(option: str, value: Any) -> dict[str, Any]:
    """Arguments of a note that names a house rule: ``setting`` is what ``--set`` takes."""
    text = value if isinstance(value, str) else ",".join(value) if isinstance(value, list) else json.dumps(value)
    return {"option": option, "value": value, "setting": f"{option}={text}"}


class Change(NamedTuple):
    """One circumstance changed: the note that explains it, and what the hand would then score (id to value)."""

    key: str
    args: dict[str, Any]
    items: Callable[[], Mapping[str, int]]


def missed(counted: Iterable[str], changes: Iterable[Change]) -> list[Note]:
    """What a hand would score if one circumstance were another: each item once, by the first change that brings it."""
    known, notes = set(counted), []
    for change in changes:
        for item, value in change.items().items():
            if item not in known:
                known.add(item)
                notes.append(Note("missed", change.key, {"item": item, "value": value, **change.args}))
    return notes


def say(note: Note, game: str, lang: str = "en") -> str:
    """A note's sentence. Placeholders: ``item…`` an item's name, ``who…`` a seat, ``{how:word}`` a word."""
    template = lookup(CATALOGUE, "reasons", note.key, lang)
    assert template is not None, note.key
    args = {}
    for key, value in note.args.items():
        if key.startswith("item"):
            value = item_name(value, game, lang)
        elif key.startswith("who"):
            value = seat_name(value, game, lang)
        args[key] = value
    return fill(template, args, lang, prefix=CATALOGUE)


def item_name(item: str, game: str, lang: str) -> str:
    """What a scored item is called."""
    return lookup(PREFIX[game], "items", item, lang) or item


def seat_name(seat: int, game: str, lang: str) -> str:
    """What a seat is called: its wind, or where it sits."""
    return word(SEATS[FAMILY[game]][seat], lang)


def group_name(form: str, game: str, lang: str) -> str:
    """What a group of a reading is called: a word of the calculators, or the game's own item."""
    return lookup(CATALOGUE, "words", form, lang) or item_name(form, game, lang)


def word(key: str, lang: str) -> str:
    """A word of the calculators: a way to win, a circumstance, a unit."""
    return lookup(CATALOGUE, "words", key, lang) or key
