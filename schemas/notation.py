"""How people write a hand: ``123m456p789s EE (555p)@W [CCCC] f1 q2 +E``, ``s1 s2 s3 (b9b9b9) [s3s3s3]``, 一二三萬 東東.

``docs/score.md`` explains the notation. This module turns text into tiles and groups that lie on the table; it knows
no game's rules: not how many tiles a hand has, nor which copies there are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from schemas.errors import UsageError
from schemas.text import add_catalogue, fill, lookup
from schemas.tiles import CODE_OF, MAHJONG, NAMES, ORDER, ZIPAI

MAHJONG_FAMILY, ZIPAI_FAMILY = "mahjong", "zipai"
FAMILIES: dict[str, tuple[str, ...]] = {MAHJONG_FAMILY: MAHJONG, ZIPAI_FAMILY: ZIPAI}
"""Family of games to its tile codes."""

add_catalogue("notation", str(Path(__file__).with_name("notation.toml")))


class SaidError(UsageError):
    """A :class:`UsageError` whose sentence stands in a catalogue: ``say`` gives it in any language."""

    prefix = "notation"

    def __init__(self, key: str, **args: Any) -> None:
        self.key, self.args_ = key, args
        super().__init__(self.say("en"))

    def say(self, lang: str) -> str:
        """The sentence in `lang`, with the nearest known name where one is near."""
        template = lookup(self.prefix, "reasons", self.key, lang)
        assert template is not None, self.key
        sentence = fill(template, self.args_, lang, prefix=self.prefix)
        if self.args_.get("near"):
            sentence += fill(lookup("rec", "words", "did-you-mean", lang) or "", {"near": self.args_["near"]}, lang)
        return sentence


class NotationError(SaidError):
    """A part of the text that is no tile or no group. ``key`` is one of the reasons of ``notation.toml``."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A group on the table.

    ``form``: ``chow``, ``pung``, ``kong``, ``flowers`` (laid flowers or 白); of zipai ``chow``, ``pung``, ``pao``,
    ``wei``, ``ti``, and ``three`` for three tiles that are neither a run nor alike.
    """

    form: str
    tiles: tuple[str, ...]
    closed: bool = False
    """Written in square brackets: a concealed kong; of zipai 偎 and 提."""
    added: bool = False
    """``(EEE+E)``: the fourth was added later."""
    source: str = ""
    """What stands after ``@``: the seat that fed it, as written."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as written, tiles in the order in which they stand.

    ``tiles`` are those in hand, without ``tile``, which is the one marked with ``+`` (None: none is marked).
    """

    tiles: tuple[str, ...] = ()
    melds: tuple[Laid, ...] = ()
    flowers: tuple[str, ...] = ()
    """Mahjong flowers that are written outside brackets."""
    tile: str | None = None


_OPEN = {"(": ")", "[": "]", "【": "】", "〔": "〕"}
_SQUARE = "[【〔"
_SKIP = ",、;；"
_DIGITS = {**{str(n): n for n in range(1, 10)}, **{c: n for n, c in enumerate("一二三四五六七八九", start=1)}}
_SUIT = {sign: suit for suit, signs in {"m": "m萬万", "p": "p筒餅饼", "s": "s索條条"}.items() for sign in signs}
_ALIKE = {(3, False): "pung", (4, False): "pao", (3, True): "wei", (4, True): "ti"}
_Z = "ESWNPFC"
"""``1z`` … ``7z``, as other programs write honours: 東南西北白發中."""
_WORD = re.compile(r"[^\s()\[\]【】〔〕+@,、;；]+")
_ZIPAI = re.compile(r"[sb]\d*", re.IGNORECASE)


def parse(text: str, family: str) -> Hand:
    """A hand of a family of games (:data:`FAMILIES`). Raises :class:`NotationError` naming the part that is wrong."""
    text = unicodedata.normalize("NFKC", text)
    tiles: list[str] = []
    melds: list[Laid] = []
    tile: str | None = None
    at = 0
    while at < len(text):
        char = text[at]
        if char.isspace() or char in _SKIP:
            at += 1
        elif char in _OPEN:
            laid, at = _laid(text, at, family)
            melds.append(laid)
        elif char == "+":
            if tile is not None:
                raise NotationError("two-winning-tiles", text=text[at:].strip())
            found, end = _run(text, at + 1, family) if text[at + 1 :].strip(_SKIP + " ") else ([], len(text))
            if len(found) != 1:
                raise NotationError("plus", text=text[at:end])
            tile, at = found[0], end
        elif char == "@":
            raise NotationError("at-alone", text=text[at:].split()[0])
        else:
            found, at = _run(text, at, family)
            tiles += found
    flowers = tuple(t for t in tiles if _is_flower(t))
    return Hand(tuple(t for t in tiles if not _is_flower(t)), tuple(melds), flowers, tile)


def parse_tiles(text: str, family: str) -> tuple[str, ...]:
    """Tiles alone, without groups. Raises :class:`NotationError`."""
    hand = parse(text, family)
    if hand.melds or hand.tile is not None:
        raise NotationError("tiles-only", text=text)
    return _all(unicodedata.normalize("NFKC", text), family)


def _is_flower(tile: str) -> bool:
    return tile[0] in "fq"


def _laid(text: str, at: int, family: str) -> tuple[Laid, int]:
    """The group whose bracket opens at `at`, and where the text goes on."""
    close = text.find(_OPEN[text[at]], at)
    if close < 0:
        raise NotationError("bracket", text=text[at:])
    inside, closed = text[at + 1 : close], text[at] in _SQUARE
    whole = text[at : close + 1]
    if any(c in inside for c in (*_OPEN, "@")):
        raise NotationError("bracket", text=text[at:])
    before, plus, after = inside.partition("+")
    tiles, fourth = _all(before, family), _all(after, family)
    added = bool(plus)
    if added and (family != MAHJONG_FAMILY or len(tiles) != 3 or len(fourth) != 1 or closed):
        raise NotationError("added", text=whole)
    form = _form((*tiles, *fourth), closed, family)
    if not form or (added and form != "kong"):
        raise NotationError("group", text=whole)
    at, source = close + 1, ""
    if at < len(text) and text[at] == "@":
        word = _WORD.match(text, at + 1)
        if word is None:
            raise NotationError("at-alone", text=text[at:].split()[0])
        source, at = word[0], word.end()
    return Laid(form, (*tiles, *fourth), closed, added, source, whole), at


def _form(tiles: tuple[str, ...], closed: bool, family: str) -> str:
    """What tiles in brackets are; an empty string when they are nothing."""
    alike = len(set(tiles)) == 1
    if family == ZIPAI_FAMILY:
        if alike:
            return _ALIKE.get((len(tiles), closed), "")
        if len(tiles) != 3 or closed:
            return ""
        return "chow" if _sequence([ORDER[t] for t in tiles]) and len({t[0] for t in tiles}) == 1 else "three"
    if closed:
        four = len(tiles) == 4 and (alike or set(tiles) in ({"f1", "f2", "f3", "f4"}, {"q1", "q2", "q3", "q4"}))
        return "kong" if four else ""
    if tiles and all(_is_flower(t) or t == "P" for t in tiles) and (any(map(_is_flower, tiles)) or len(tiles) < 3):
        return "flowers"
    if alike:
        return {3: "pung", 4: "kong"}.get(len(tiles), "")
    run = len(tiles) == 3 and all(len(t) == 2 for t in tiles) and len({t[1] for t in tiles}) == 1
    return "chow" if run and _sequence([int(t[0]) for t in tiles if t[0].isdigit()]) else ""


def _sequence(numbers: list[int]) -> bool:
    low = min(numbers, default=0)
    return sorted(numbers) == [low, low + 1, low + 2]


def _all(text: str, family: str) -> tuple[str, ...]:
    """The tiles of a text in which nothing else stands."""
    tiles, at = [], 0
    while at < len(text):
        if text[at].isspace() or text[at] in _SKIP:
            at += 1
            continue
        found, at = _run(text, at, family)
        tiles += found
    return tuple(tiles)


def _run(text: str, at: int, family: str) -> tuple[list[str], int]:
    """The tile, or numbers with one suit behind them, that begin at `at` (spaces skipped), and where they end."""
    while at < len(text) and text[at].isspace():
        at += 1
    if at == len(text):
        return [], at
    return _zipai(text, at) if family == ZIPAI_FAMILY else _mahjong(text, at)


def _mahjong(text: str, at: int) -> tuple[list[str], int]:
    if text[at] in _DIGITS or text[at] == "0":
        return _numbers(text, at)
    for size in (2, 1):
        word = text[at : at + size]
        code = word if word in MAHJONG else CODE_OF.get(word)
        if code in MAHJONG:
            return [code], at + size
    raise _no_tile(text, at, MAHJONG)


def _numbers(text: str, at: int) -> tuple[list[str], int]:
    end = at
    while end < len(text) and text[end] in _DIGITS:
        end += 1
    word = _WORD.match(text, at)
    part = text[at:end] or (word[0] if word else text[at])
    if end == len(text) or text[end] not in (*_SUIT, "z"):
        if word is not None and word.end() > end:
            raise _no_tile(text, at, MAHJONG)
        raise NotationError("no-suit", text=part)
    numbers = [_DIGITS[c] for c in text[at:end]]
    if text[end] == "z":
        if max(numbers) > len(_Z):
            raise _no_tile(text, at, [f"{n}z" for n in range(1, 8)])
        return [_Z[n - 1] for n in numbers], end + 1
    return [f"{n}{_SUIT[text[end]]}" for n in numbers], end + 1


def _zipai(text: str, at: int) -> tuple[list[str], int]:
    found = _ZIPAI.match(text, at)
    word = found[0].lower() if found else text[at]
    code = word if word in ZIPAI else CODE_OF.get(word)
    if code not in ZIPAI:
        raise _no_tile(text, at, ZIPAI)
    assert code is not None
    return [code], at + len(word)


def _no_tile(text: str, at: int, codes: Iterable[str]) -> NotationError:
    """The error of a word that is no tile of the game, with the nearest that is."""
    word = _WORD.match(text, at)
    part = word[0] if word else text[at]
    codes = list(codes)
    chinese = [name for names in NAMES.values() for code, name in names.items() if code in codes]
    near = [*get_close_matches(part, codes, 1, 0.5), *get_close_matches(part, chinese, 1, 0.5), ""][0]
    known = f"{codes[0]} … {codes[-1]}"
    return NotationError("no-tile", text=part, near=near, known=known)
