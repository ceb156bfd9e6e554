"""The drawings: one for every tile of the format, whole, and with the right pips and colours."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from reports.tiles_svg import FAMILIES, SIZES, kind_of, symbol, symbols
from schemas.options import GAMES
from schemas.tiles import CODES, DOMINOES, UNKNOWN, ZIPAI

_RED_PIP, _WHITE_PIP = "#ff4b3e", "#f6f3e8"


@pytest.mark.parametrize("tile", CODES)
def test_every_tile_has_a_whole_drawing_of_its_own_kind(tile):
    for family, (width, height) in SIZES.items():
        drawing = ElementTree.fromstring(symbol(tile, family))
        if tile != UNKNOWN:
            width, height = SIZES[kind_of(tile)]
        assert drawing.get("viewBox") == f"0 0 {width} {height}"
        assert drawing.get("id") == ("t-back" if tile == UNKNOWN else f"t-{tile}")


def test_no_two_tiles_look_alike():
    bodies = {symbol(tile, "mahjong").split(">", 1)[1] for tile in CODES}
    assert len(bodies) == len(CODES)


@pytest.mark.parametrize("tile", DOMINOES)
def test_a_domino_has_its_pips_above_and_below_and_ones_and_fours_are_red(tile):
    drawing = ElementTree.fromstring(symbol(tile, "domino"))
    for end, lower in ((int(tile[0]), False), (int(tile[1]), True)):
        pips = [c.get("fill") for c in drawing.iter("circle") if (float(c.get("cy", 0)) > 40) == lower]
        assert len(pips) == end
        assert set(pips) == {_RED_PIP if end in (1, 4) else _WHITE_PIP}


@pytest.mark.parametrize("tile", ZIPAI)
def test_two_seven_and_ten_of_zipai_are_red(tile):
    drawing = ElementTree.fromstring(symbol(tile, "zipai"))
    glyph = next(t for t in drawing.iter("text") if float(t.get("font-size", 0)) > 20)
    assert (glyph.get("fill") == "#c8231c") == (tile[1:] in ("2", "7", "10"))


@pytest.mark.parametrize("number", range(2, 10))
def test_circles_and_bamboo_are_as_many_as_the_number(number):
    circles = ElementTree.fromstring(symbol(f"{number}p", "mahjong"))
    assert len(list(circles.iter("circle"))) == 2 * number, "a ring and its middle"
    assert len(list(ElementTree.fromstring(symbol(f"{number}s", "mahjong")).iter("g"))) == number


def test_symbols_come_once_and_in_the_order_of_the_tile_table():
    found = symbols(["b2", "13", "13", "?", "s1"], "zipai")
    assert [part.split('"')[0] for part in found.split('id="')[1:]] == ["t-13", "t-s1", "t-b2", "t-back"]


def test_every_game_has_its_kind_of_tiles():
    assert set(FAMILIES) == set(GAMES)
