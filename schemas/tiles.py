"""Tile codes and their Chinese names, parse and print inverse.

The codes are those of the tile table in ``docs/record-format.md``. This module knows nothing of how many copies a game
uses; that is each game's own clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

UNKNOWN = "?"

DOMINOES: tuple[str, ...] = tuple(f"{a}{b}" for a in range(1, 7) for b in range(a, 7))
ZIPAI: tuple[str, ...] = tuple(f"{size}{n}" for size in "sb" for n in range(1, 11))
MAHJONG: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "mps" for n in range(1, 10)),
    *"ESWNCFP",
    *(f"f{n}" for n in range(1, 5)),
    *(f"q{n}" for n in range(1, 5)),
)
CODES: tuple[str, ...] = (*DOMINOES, *ZIPAI, *MAHJONG, UNKNOWN)
"""Every tile code of the format, in the order of the tile table; ``?`` last."""

ORDER: dict[str, int] = {code: i for i, code in enumerate(CODES)}
"""Code to its place in the tile table: the canonical sort key."""

# Digit names, traditional then simplified. 斜釘 names its ends, zipai and mahjong their numbers.
_PIPS = {"zh-Hant": "釘二斜血梅龍", "zh-Hans": "钉二斜血梅龙"}
_SMALL = {"zh-Hant": "一二三四五六七八九十", "zh-Hans": "一二三四五六七八九十"}
_BIG = {"zh-Hant": "壹貳參肆伍陸柒捌玖拾", "zh-Hans": "壹贰叁肆伍陆柒捌玖拾"}
_SUITS = {"zh-Hant": {"m": "萬", "p": "筒", "s": "索"}, "zh-Hans": {"m": "万", "p": "筒", "s": "索"}}
_HONOURS = {"zh-Hant": "東南西北中發白", "zh-Hans": "东南西北中发白"}
_FLOWERS = {"zh-Hant": "梅蘭菊竹春夏秋冬", "zh-Hans": "梅兰菊竹春夏秋冬"}

LANGUAGES: tuple[str, ...] = ("en", "zh-Hant", "zh-Hans")


def _chinese(lang: str) -> dict[str, str]:
    names = {UNKNOWN: UNKNOWN}
    for code in DOMINOES:
        a, b = int(code[0]) - 1, int(code[1]) - 1
        pips = _PIPS[lang]
        names[code] = f"倔{pips[a]}" if a == b else pips[a] + pips[b]
    for i, code in enumerate(ZIPAI):
        names[code] = (_SMALL if i < 10 else _BIG)[lang][i % 10]
    for code in MAHJONG[:27]:
        names[code] = _SMALL[lang][int(code[0]) - 1] + _SUITS[lang][code[1]]
    names.update(zip(MAHJONG[27:34], _HONOURS[lang], strict=True))
    names.update(zip(MAHJONG[34:], _FLOWERS[lang], strict=True))
    return names


NAMES: dict[str, dict[str, str]] = {lang: _chinese(lang) for lang in ("zh-Hant", "zh-Hans")}
"""Language to code to the Chinese name printed for it."""


def _aliases() -> dict[str, str]:
    """Every Chinese spelling a reader accepts, to its code."""
    out: dict[str, str] = {}
    for names in NAMES.values():
        out.update({name: code for code, name in names.items() if code != UNKNOWN})
        for code in DOMINOES:  # td.names: a tile that is no double is also called by its other end first
            out[names[code] if code[0] == code[1] else names[code][::-1]] = code
    for n, digit in enumerate(_SMALL["zh-Hant"], start=1):
        if n < 10:
            out.update({f"{digit}條": f"{n}s", f"{digit}条": f"{n}s", f"{digit}餅": f"{n}p", f"{digit}饼": f"{n}p"})
    out.update({"叄": "b3", "紅中": "C", "红中": "C", "青發": "F", "青发": "F", "白板": "P"})
    return out


CODE_OF: dict[str, str] = _aliases()
"""A Chinese name (traditional or simplified) to its code."""

if TYPE_CHECKING:
    Tile = str
else:
    # A closed set: the decoder refuses anything else in C and hands back one shared string a code.
    Tile = Literal[(*CODES, *CODE_OF)]


def parse(text: str) -> str:
    """The code of `text`, a code or a Chinese name. Raises ``KeyError`` when it is neither."""
    return text if text in ORDER else CODE_OF[text]


def name(code: str, lang: str = "en") -> str:
    """What a player calls the tile: the code itself in English, the Chinese name otherwise. Inverse of :func:`parse`.
    """
    return code if lang == "en" else NAMES[lang][code]


def arrange(tiles: list[str]) -> list[str]:
    """`tiles` (codes) in the order of the tile table, as canonical bytes have them."""
    return sorted(tiles, key=ORDER.__getitem__)
