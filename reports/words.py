"""The words of the replay, in three languages: sentences of moves, names of zones, facts, items and tiles.

The words are data (``static/words.toml``) in the shape of every catalogue of :mod:`schemas.text`; names of scored items
come from the catalogue of the game. This module knows no position and draws nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import bidirectional

from replay.text import PREFIX, catalogue, lookup, say, tile_text
from reports.cli.output import escape
from schemas.errors import Violation
from schemas.record import AnyMove
from schemas.text import add_catalogue
from schemas.tiles import DOMINOES, LANGUAGES, UNKNOWN, ZIPAI

PAGE = "page"
"""The prefix of this catalogue."""
add_catalogue(PAGE, str(Path(__file__).parent.joinpath("static", "words.toml")))

LANGUAGE_NAMES: dict[str, str] = {"en": "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文"}
_ZIPAI = frozenset(ZIPAI)
_DOMINOES = frozenset(DOMINOES)


SEAT_FACTS: frozenset[str] = frozenset(("counter", "owner", "culprit", "from", "liable"))
"""Facts that are seats: shown as the player's name."""
TILE_FACTS: frozenset[str] = frozenset(("tile", "turned", "wild", "stale", "no-discard", "no-chow", "no-pung"))
"""Facts that are tiles, one or a list."""
SILENT_FACTS: frozenset[str] = frozenset(("dealer", "won", "quads", "counter", "groups"))
"""Facts that are shown otherwise: as a badge, or by the melds themselves."""


@cache
def table(name: str, lang: str, game: str = "") -> dict[str, str]:
    """A whole table of the catalogue in one language, with what `game` calls otherwise (entries ``game.key``)."""
    entries = {key: entry.get(lang, entry["en"]) for key, entry in catalogue(PAGE)[name].items()}
    own = {key[len(game) + 1 :]: text for key, text in entries.items() if key.startswith(f"{game}.")}
    games = tuple(f"{code}." for code in PREFIX)
    return {**{key: text for key, text in entries.items() if not key.startswith(games)}, **own}


def word(key: str, lang: str, game: str = "", **args: Any) -> str:
    """A word of the page, its placeholders filled. Raises ``KeyError`` for an unknown one."""
    text = table("words", lang, game)[key]
    return text.format(**args) if args else text


def named(name: str, key: str, lang: str, game: str = "") -> str:
    """An entry of a table, or the key itself where the catalogue has none."""
    return table(name, lang, game).get(key, key)


_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))


def isolated(text: str) -> str:
    """`text` of a record as a page shows it: controls visible, and what is written from the right by itself.

    The marks of isolation (U+2068, U+2069) hold in a title and a menu too, where no element could stand.
    """
    shown = escape(text)
    if any(bidirectional(c) in _RIGHT_TO_LEFT for c in shown):
        return f"\u2068{shown}\u2069"
    return shown


def player(seat: int | None, players: Sequence[str | None], lang: str) -> str:
    """A player's name, or the number of the seat."""
    name = players[seat] if seat is not None and seat < len(players) else None
    return name or word("seat", lang, n="?" if seat is None else seat)


def item(game: str, item_id: str, lang: str) -> str:
    """What a scored item is called; its id where the game's catalogue has no name for it."""
    return _of_game(game, "items", item_id, lang) or item_id


def fact(game: str, key: str, lang: str, of_table: bool = False) -> str:
    """What a fact of a view is called: a word of the game, else of every game, else its key.

    `of_table`: a fact of the whole table, which may be called otherwise than that of a seat (entries ``table.key``).
    """
    for name in ([f"{game}.table.{key}"] if of_table else []) + [f"{game}.{key}"]:
        own = lookup(PAGE, "facts", name, lang)
        if own is not None:
            return own
    return _of_game(game, "words", key, lang) or lookup(PAGE, "facts", key, lang) or key


def form(game: str, key: str, lang: str) -> str:
    """What a group of a reading is called: of the page, else as the game's items are, else its key."""
    return table("forms", lang, game).get(key) or item(game, key, lang)


def _of_game(game: str, name: str, key: str, lang: str) -> str | None:
    try:
        return lookup(PREFIX[game], name, key, lang)
    except (KeyError, FileNotFoundError):  # a game that this version does not judge
        return None


def violation(found: Violation, lang: str, players: Sequence[str | None]) -> str:
    """The sentence of a violation; its reason where its catalogue is not here."""
    try:
        return say(found, lang, players)
    except (KeyError, FileNotFoundError):
        return found.reason


def shown_violation(found: Violation, lang: str, players: Sequence[str | None]) -> str:
    """The sentence of a violation for a page, where `players` are :func:`isolated`."""
    apart = [name for name in players if name is not None and name[0:1] == "\u2068"]
    text = escape(violation(found, lang, [name and name.strip("\u2068\u2069") for name in players]))
    for name in apart:
        text = text.replace(name[1:-1], name)
    return text


def spoken(tile: str, end: int | None, lang: str) -> str:
    """A tile as it is called: a domino that was played by its joined end first (td.names)."""
    if end is None or tile not in _DOMINOES or tile[1] == str(end):
        return tile_text(tile, lang)
    if lang == "en":
        return tile[::-1]
    return tile_text(tile, lang)[::-1] if tile[0] != tile[1] else tile_text(tile, lang)


def end_name(end: int, lang: str) -> str:
    """An open end as it is called."""
    return str(end) if lang == "en" else tile_text(f"{end}{end}", lang)[-1]


def template(move: AnyMove, seen: bool, first: bool) -> str:
    """The key of the sentence of a move. `first`: nothing was played before it."""
    verb = str(move.verb)
    if verb == "play":
        return "lead" if first else "play"
    if verb == "chow":
        return "chow-also" if getattr(move, "also", None) else "chow"
    if verb == "kong":
        verb = f"kong-{getattr(move, 'kind', '')}"
    elif verb == "draw":
        if getattr(move, "from_", None) == "back":
            verb = "draw-back"
        elif getattr(move, "tile", None) in _ZIPAI:
            verb = "turn"
    hidden = f"{verb}-hidden"
    return hidden if not seen and hidden in catalogue(PAGE)["verbs"] else verb


def sentence(
    move: AnyMove, seen: bool, first: bool, players: Sequence[str | None], lang: str, game: str = ""
) -> str:
    """A move in words."""
    args: dict[str, str] = {"seat": player(move.seat, players, lang)}
    end = getattr(move, "open", None)
    tile = getattr(move, "tile", None)
    if tile is not None:
        args["tile"] = spoken(tile, end, lang)
    if end is not None:
        args["end"] = end_name(end, lang)
    args["tiles_with"] = _row(getattr(move, "with_", ()), lang)
    args["tiles_also"] = (", " if lang == "en" else "；").join(_row(group, lang) for group in getattr(move, "also", ()))
    args["kind"] = named("values", str(getattr(move, "kind", "")), lang, game)
    return table("verbs", lang, game)[template(move, seen, first)].format(**args)


def _row(tiles: Sequence[str], lang: str) -> str:
    return (" " if lang == "en" else "、").join(tile_text(t, lang) for t in tiles)


def label(tile: str, lang: str) -> str:
    """What a screen reader says of a tile."""
    if tile == UNKNOWN:
        return named("labels", "back", lang)
    args = {"name": tile_text(tile, lang), "a": tile[0], "b": tile[-1]}
    if tile in _DOMINOES:
        key = "domino"
    elif tile in _ZIPAI:
        key, args["n"] = tile[0], tile[1:]
    elif tile[0].isdigit():
        key, args["n"] = {"s": "bamboo"}.get(tile[1], tile[1]), tile[0]
    else:
        key = tile
    return named("labels", key, lang).format(**args)


def languages() -> tuple[str, ...]:
    """The languages of every sentence."""
    return LANGUAGES
