"""Tiles drawn as SVG symbols: dominoes with their pips, zipai as tall cards, mahjong tiles, and a back for each.

A symbol is ``<symbol id="t-CODE">``; only the tiles asked for are drawn. Figures that are characters are text, so they
need a font with Chinese; each such tile also carries its number or letter. This module knows no rule and no position.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from schemas.tiles import DOMINOES, NAMES, ORDER, UNKNOWN, ZIPAI

FAMILIES: dict[str, str] = {
    "tsair-deng": "domino",
    "shaoyang-bopi": "zipai",
    "anxiang-weimaque": "zipai",
    "hk-mahjong": "mahjong",
    "lingxi-mahjong": "mahjong",
}
"""Game to the kind of its tiles."""
SIZES: dict[str, tuple[int, int]] = {"domino": (40, 80), "zipai": (34, 92), "mahjong": (60, 80)}
"""Kind to the width and height of a tile, in units of its drawing."""

_RED, _GREEN, _BLUE, _INK = "#c8231c", "#14773c", "#1d4f9c", "#1e2126"
_SERIF = "'Noto Serif CJK TC','Noto Serif CJK SC','Songti TC','Songti SC',SimSun,serif"
_CHINESE = f' font-family="{_SERIF}" font-weight="700"'
_LATIN = ' font-family="system-ui,sans-serif" font-weight="600"'


def symbols(tiles: Iterable[str], family: str) -> str:
    """The ``<symbol>``s of the different `tiles` (codes; ``?``: the back of `family`) in the table's order."""
    return "".join(symbol(tile, family) for tile in sorted(set(tiles), key=ORDER.__getitem__))


def symbol(tile: str, family: str) -> str:
    """One ``<symbol>``."""
    kind = family if tile == UNKNOWN else kind_of(tile)
    width, height = SIZES[kind]
    name = "back" if tile == UNKNOWN else tile
    return f'<symbol id="t-{name}" viewBox="0 0 {width} {height}">{_drawing(tile, kind)}</symbol>'


def kind_of(tile: str) -> str:
    """``domino``, ``zipai`` or ``mahjong``."""
    return "domino" if tile in _DOMINOES else "zipai" if tile in _ZIPAI else "mahjong"


_DOMINOES, _ZIPAI = frozenset(DOMINOES), frozenset(ZIPAI)


def _drawing(tile: str, kind: str) -> str:
    if tile == UNKNOWN:
        return _BACKS[kind]
    if kind == "domino":
        return _domino(tile)
    return _zipai(tile) if kind == "zipai" else _mahjong(tile)


def _rect(x: float, y: float, w: float, h: float, fill: str, r: float = 0, extra: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}"{extra}/>'


def _dot(x: float, y: float, r: float, fill: str, extra: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{extra}/>'


def _text(x: float, y: float, size: float, text: str, fill: str, extra: str = _CHINESE) -> str:
    at = f'x="{x:g}" y="{y:g}" font-size="{size:g}"'
    return f'<text {at} text-anchor="middle" fill="{fill}"{extra}>{escape(text)}</text>'


def _corner(x: float, y: float, size: float, text: str) -> str:
    return _text(x, y, size, text, "#6b6659", _LATIN)


# Dominoes: ends one over the other, pips as on 天九 tiles: 1 and 4 red, the three slanting, the six two columns.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((20, 20),),
    2: ((12, 20), (28, 20)),
    3: ((11, 11), (20, 20), (29, 29)),
    4: ((12, 12), (28, 12), (12, 28), (28, 28)),
    5: ((11, 11), (29, 11), (20, 20), (11, 29), (29, 29)),
    6: ((12, 10), (12, 20), (12, 30), (28, 10), (28, 20), (28, 30)),
}
_PIP_SIZE = {1: 8, 2: 5.2, 3: 4.8, 4: 5, 5: 4.6, 6: 4.4}


def _domino(tile: str) -> str:
    face = _rect(1, 1, 38, 78, "#191a1d", 6, ' stroke="#666a74" stroke-width="1.5"')
    out = [face, '<path d="M8 40h24" stroke="#666a74" stroke-width="1.5"/>']
    for end, lower in ((int(tile[0]), False), (int(tile[1]), True)):
        fill = "#ff4b3e" if end in (1, 4) else "#f6f3e8"
        for x, y in _PIPS[end]:
            # The lower end is the upper one turned round, as on a real tile.
            out.append(_dot(40 - x if lower else x, 80 - y if lower else y, _PIP_SIZE[end], fill))
    return "".join(out)


# Zipai: tall cards, the figure at both ends, red for 2, 7 and 10. Of a stacked card the upper 38 units are seen.
_BRUSH = "'Noto Sans CJK TC','Noto Sans CJK SC','PingFang TC','Microsoft JhengHei',SimHei,sans-serif"
_SMALL = f' font-family="{_BRUSH}" font-weight="400"'


def _zipai(tile: str) -> str:
    """Big figures stand bold in a double frame on ivory, small ones light and unframed on white."""
    number = int(tile[1:])
    fill = _RED if number in (2, 7, 10) else _INK
    name = NAMES["zh-Hant"][tile]
    if tile[0] == "b":
        body = _rect(1, 1, 32, 90, "#f8e9bd", 5, ' stroke="#8f7f4c" stroke-width="1.5"')
        body += _rect(3.5, 3.5, 27, 85, "none", 3.5, f' stroke="{fill}" stroke-width="1.3"')
        glyph = _text(17, 31, 25, name, fill)
    else:
        body = _rect(1, 1, 32, 90, "#fffdf6", 5, ' stroke="#a59c82" stroke-width="1.5"')
        glyph = _text(17, 29, 21, name, fill, _SMALL)
    turned = f'<g transform="rotate(180 17 46)">{glyph}</g>'
    return f"{body}{glyph}{turned}{_text(17, 49.5, 10, str(number), fill, _LATIN)}"


# Mahjong.
_BODY = _rect(1, 1, 58, 78, "#2f7d57", 7) + _rect(1, 1, 58, 73, "#fdf9ec", 7, ' stroke="#b9b196" stroke-width="1.2"')
_HONOUR_FILL = {"E": _INK, "S": _INK, "W": _INK, "N": _INK, "C": _RED, "F": _GREEN}


def _mahjong(tile: str) -> str:
    if tile == "P":
        frame = _rect(13, 12, 34, 51, "none", 3, f' stroke="{_BLUE}" stroke-width="3.5"')
        inner = _rect(18.5, 17.5, 23, 40, "none", 2, f' stroke="{_BLUE}" stroke-width="1.2"')
        return _BODY + frame + inner + _corner(8, 13, 10, "P")
    if tile in _HONOUR_FILL:
        return _BODY + _text(30, 53, 40, NAMES["zh-Hant"][tile], _HONOUR_FILL[tile]) + _corner(8, 13, 10, tile)
    if tile[0] in "fq":
        return _BODY + _bloom(tile)
    number, suit = int(tile[0]), tile[1]
    figure = {"m": _characters, "p": _circles, "s": _bamboo}[suit](number)
    index = _corner(8, 13, 10, str(number)) if suit == "m" else ""
    return _BODY + figure + index


def _characters(number: int) -> str:
    return _text(30, 34, 28, NAMES["zh-Hant"][f"{number}m"][0], _BLUE) + _text(30, 67, 29, "萬", _RED)


_B, _R, _G = _BLUE, _RED, _GREEN
_CIRCLES: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    2: (11.5, ((30, 22, _G), (30, 53, _B))),
    3: (9.5, ((16, 17, _B), (30, 37.5, _R), (44, 58, _G))),
    4: (10, ((18, 21, _B), (42, 21, _G), (18, 54, _G), (42, 54, _B))),
    5: (9, ((16, 18, _B), (44, 18, _G), (30, 37.5, _R), (16, 57, _G), (44, 57, _B))),
    6: (9, ((19, 16, _G), (41, 16, _G), (19, 38, _R), (41, 38, _R), (19, 59, _R), (41, 59, _R))),
    7: (7.4, ((14, 14, _G), (30, 20, _G), (46, 26, _G), (20, 43, _R), (40, 43, _R), (20, 61, _R), (40, 61, _R))),
    8: (7.6, tuple((x, y, _B) for y in (13.5, 29.5, 45.5, 61.5) for x in (19, 41))),
    9: (7.6, tuple((x, y, c) for y, c in ((16, _B), (37.5, _R), (59, _G)) for x in (13, 30, 47))),
}


def _circles(number: int) -> str:
    if number == 1:
        petals = _round_about(f'<ellipse cx="30" cy="21" rx="4.6" ry="8" fill="{_GREEN}"', 8, 30, 37.5)
        ring = _dot(30, 37.5, 25, "none", f' stroke="{_GREEN}" stroke-width="2.5"')
        return ring + petals + _dot(30, 37.5, 9.5, _RED) + _dot(30, 37.5, 4, "#fdf9ec")
    radius, places = _CIRCLES[number]
    return "".join(_ring(x, y, radius, fill) for x, y, fill in places)


def _round_about(shape: str, times: int, x: float, y: float) -> str:
    """An unclosed element, repeated turned round a point."""
    return "".join(f'{shape} transform="rotate({360 * i / times:g} {x:g} {y:g})"/>' for i in range(times))


def _ring(x: float, y: float, r: float, fill: str) -> str:
    line = f' stroke="{fill}" stroke-width="{r * 0.26:.2g}"'
    return _dot(x, y, r * 0.87, "none", line) + _dot(x, y, r * 0.42, fill)


# Sticks: x, y of the middle, colour, angle.
_STICKS: dict[int, tuple[tuple[float, float, str, int], ...]] = {
    2: ((30, 21, _G, 0), (30, 54, _B, 0)),
    3: ((30, 21, _G, 0), (18, 54, _B, 0), (42, 54, _B, 0)),
    4: ((18, 21, _G, 0), (42, 21, _B, 0), (18, 54, _B, 0), (42, 54, _G, 0)),
    5: ((15, 21, _G, 0), (45, 21, _B, 0), (30, 37.5, _R, 0), (15, 54, _B, 0), (45, 54, _G, 0)),
    6: tuple((x, y, c, 0) for y, c in ((21, _G), (54, _B)) for x in (14, 30, 46)),
    7: ((30, 13.5, _R, 0), *((x, y, c, 0) for y, c in ((37.5, _G), (60.5, _B)) for x in (14, 30, 46))),
    8: (
        (11, 21, _G, 0), (49, 21, _G, 0), (23.5, 22, _G, 38), (36.5, 22, _G, -38),
        (11, 54, _B, 0), (49, 54, _B, 0), (23.5, 53, _B, -38), (36.5, 53, _B, 38),
    ),
    9: tuple((x, y, c, 0) for x, c in ((14, _G), (30, _R), (46, _B)) for y in (14, 37.5, 61)),
}  # fmt: skip


def _bamboo(number: int) -> str:
    if number == 1:
        return _SPARROW
    short = number in (7, 9)
    return "".join(_stick(x, y, 19 if short else 26, fill, angle) for x, y, fill, angle in _STICKS[number])


def _stick(x: float, y: float, length: float, fill: str, angle: int) -> str:
    half = length / 2
    turn = f' transform="rotate({angle} {x:g} {y:g})"' if angle else ""
    body = _rect(x - 3.6, y - half, 7.2, length, fill, 3.4) + _rect(x - 5, y - 1.7, 10, 3.4, fill, 1.7)
    gloss = f'<path d="M{x:g} {y - half + 3:g}v{half - 6:g}m0 6v{half - 6:g}" stroke="#fdf9ec" stroke-width="1.1"/>'
    return f"<g{turn}>{body}{gloss}</g>"


_SPARROW = (
    f'<path fill="{_GREEN}" d="M13 60C22 60 20 47 27 44L46 64C40 50 47 45 45 31C44 22 36 17 30 20'
    'C25 22 25 28 20 31C27 32 25 38 22 44C19 51 17 55 13 60Z"/>'
    f'<path d="M29 43C34 45 39 41 40 33C43 45 35 52 29 43Z" fill="{_BLUE}"/>'
    f'<path d="M22 30L12 31L21 26ZM30 19C29 14 33 11 38 12C36 14 36 17 34 19Z" fill="{_RED}"/>'
    f'{_dot(29.5, 26, 2.2, "#fdf9ec")}{_dot(29.5, 26, 1.1, _INK)}'
    f'<path d="M24 60h8M28 52v12M36 66h8" stroke="{_RED}" stroke-width="2.2" fill="none"/>'
)

_BLOOM_FILL = {"f": ("#c2377a", "#7a3fa0", "#c98a12", _GREEN), "q": (_GREEN, _RED, "#b5651d", _BLUE)}


def _bloom(tile: str) -> str:
    """Flowers: five petals; seasons: a sun of eight rays. The number stands in the corner."""
    group, number = tile[0], int(tile[1])
    fill = _BLOOM_FILL[group][number - 1]
    if group == "f":
        petals = _round_about(f'<ellipse cx="42" cy="50" rx="4.2" ry="6.6" fill="{fill}"', 5, 42, 57)
        art = petals + _dot(42, 57, 3.4, "#f2c230")
    else:
        rays = _round_about(f'<path d="M42 45.5v4" stroke="{fill}" stroke-width="2.2"', 8, 42, 57)
        art = _dot(42, 57, 6, fill) + rays
    number_text = _text(47, 19, 15, str(number), _RED if group == "f" else _BLUE, _LATIN)
    return _text(22, 40, 29, NAMES["zh-Hant"][tile], fill) + art + number_text


_BACKS: dict[str, str] = {
    "domino": _rect(1, 1, 38, 78, "#3a3d45", 6, ' stroke="#6a6e79" stroke-width="1.5"')
    + _rect(6, 6, 28, 68, "none", 4, ' stroke="#6a6e79"')
    + '<path d="M20 28l8 12l-8 12l-8-12z" fill="#6a6e79"/>',
    "zipai": _rect(1, 1, 32, 90, "#8c2f2b", 5, ' stroke="#5d1d1a" stroke-width="1.5"')
    + _rect(5, 5, 24, 82, "none", 3, ' stroke="#d9a79b" stroke-width="1"')
    + '<path d="M17 26l8 20l-8 20l-8-20z" fill="none" stroke="#d9a79b" stroke-width="1.5"/>',
    "mahjong": _rect(1, 1, 58, 78, "#e9e3cf", 7)
    + _rect(1, 1, 58, 73, "#2f7d57", 7, ' stroke="#1d5a3c" stroke-width="1.2"')
    + _rect(8, 8, 44, 59, "none", 4, ' stroke="#6fb291" stroke-width="1.2"'),
}
