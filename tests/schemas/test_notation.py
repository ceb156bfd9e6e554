"""How people write a hand: every spelling gives the same tiles, every mistake names its part."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schemas.notation
from schemas.notation import FAMILIES, MAHJONG_FAMILY, ZIPAI_FAMILY, Hand, NotationError, parse, parse_tiles
from schemas.tiles import LANGUAGES, MAHJONG, ZIPAI, name

TEXTS = tomllib.loads(Path(schemas.notation.__file__).with_name("notation.toml").read_text(encoding="utf-8"))["reasons"]


@pytest.mark.parametrize(
    "text", ["123m EE", "1m2m3mEE", "一二三萬 東東", "一萬，二万、3m 东東", "１２３ｍ　ＥＥ", "123m 11z"]
)
def test_every_spelling_of_mahjong_tiles_is_the_same_hand(text: str) -> None:
    assert parse(text, MAHJONG_FAMILY) == Hand(("1m", "2m", "3m", "E", "E"))


@pytest.mark.parametrize("text", ["s1 s2 s10 b2 b10", "s1s2s10b2b10", "一二十 貳拾", "S1 二 十 贰 B10"])
def test_every_spelling_of_zipai_is_the_same_hand(text: str) -> None:
    assert parse(text, ZIPAI_FAMILY) == Hand(("s1", "s2", "s10", "b2", "b10"))


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tile_is_read_by_its_code_and_by_its_names(family: str, lang: str) -> None:
    for tile in FAMILIES[family]:
        assert parse_tiles(name(tile, lang), family) == (tile,)


@given(st.lists(st.sampled_from(MAHJONG), max_size=20))
def test_tiles_written_one_after_another_come_back(tiles: list[str]) -> None:
    assert parse_tiles("".join(tiles), MAHJONG_FAMILY) == tuple(tiles)


@given(st.lists(st.sampled_from(ZIPAI), max_size=20))
def test_zipai_written_one_after_another_come_back(tiles: list[str]) -> None:
    assert parse_tiles("".join(tiles), ZIPAI_FAMILY) == tuple(tiles)


@pytest.mark.parametrize(
    ("text", "form", "closed", "tiles"),
    [
        ("(321m)", "chow", False, "3m 2m 1m"), ("(555p)", "pung", False, "5p 5p 5p"),
        ("(EEEE)", "kong", False, "E E E E"), ("[EEEE]", "kong", True, "E E E E"),
        ("(EEE+E)", "kong", False, "E E E E"),
        ("(111z)", "pung", False, "E E E"), ("（五五五筒）", "pung", False, "5p 5p 5p"),
        ("[q1q2q3q4]", "kong", True, "q1 q2 q3 q4"),
        ("(q1 f2 PP)", "flowers", False, "q1 f2 P P"), ("(PP)", "flowers", False, "P P"),
        ("(PPP)", "pung", False, "P P P"),
    ],
)  # fmt: skip
def test_a_bracket_says_what_lies_on_a_mahjong_table(
    text: str, form: str, closed: bool, tiles: str
) -> None:
    (laid,) = parse(text, MAHJONG_FAMILY).melds
    assert (laid.form, laid.closed, laid.tiles, laid.added) == (form, closed, tuple(tiles.split()), "+" in text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("(s1s2s3)", "chow"), ("(二七十)", "three"), ("(s4 s4 b4)", "three"), ("(b9b9b9)", "pung"), ("[b9b9b9]", "wei"),
        ("(b9b9b9b9)", "pao"), ("[玖玖玖玖]", "ti"),
    ],
)  # fmt: skip
def test_a_bracket_says_what_lies_on_a_zipai_table(text: str, form: str) -> None:
    assert [laid.form for laid in parse(text, ZIPAI_FAMILY).melds] == [form]


def test_winning_tile_feeder_and_flowers_stand_apart() -> None:
    hand = parse("11m(555p)@W [CCCC] f1 梅 q2 +E", MAHJONG_FAMILY)
    assert hand.tiles == ("1m", "1m")
    assert hand.tile == "E"
    assert hand.flowers == ("f1", "f1", "q2")
    assert [laid.source for laid in hand.melds] == ["W", ""]


WRONG = [
    ("no-tile", "mahjong", "123m 5x", "5x", "5s"),
    ("no-tile", "mahjong", "120m", "120m", "2m"),
    ("no-tile", "mahjong", "f5", "f5", "f4"),
    ("no-tile", "mahjong", "8z", "8z", "7z"),
    ("no-tile", "mahjong", "五萭", "五萭", "五萬"),
    ("no-tile", "zipai", "s1 s11", "s11", "s1"),
    ("no-tile", "zipai", "1m", "1m", "s1"),
    ("no-suit", "mahjong", "EE 123", "123", ""),
    ("plus", "mahjong", "E+", "+", ""),
    ("plus", "mahjong", "+12m", "+12m", ""),
    ("two-winning-tiles", "mahjong", "+E +S", "+S", ""),
    ("at-alone", "mahjong", "E @W", "@W", ""),
    ("at-alone", "mahjong", "(EEE)@ S", "@", ""),
    ("bracket", "mahjong", "(12m", "(12m", ""),
    ("bracket", "mahjong", "(EE(E))", "(EE(E))", ""),
    ("added", "mahjong", "(EE+E)", "(EE+E)", ""),
    ("group", "mahjong", "(EEE+S)", "(EEE+S)", ""),
    ("group", "mahjong", "(124m)", "(124m)", ""),
    ("group", "mahjong", "(ESW)", "(ESW)", ""),
    ("group", "mahjong", "[555p]", "[555p]", ""),
    ("group", "zipai", "[s1s2s3]", "[s1s2s3]", ""),
    ("group", "zipai", "(s1s2)", "(s1s2)", ""),
]


@pytest.mark.parametrize(("key", "family", "text", "part", "near"), WRONG)
def test_a_mistake_names_the_part_that_is_wrong_and_the_nearest_name(
    key: str, family: str, text: str, part: str, near: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text, family)
    error = caught.value
    assert error.key == key
    assert part in str(error)
    assert error.args_.get("near", "") == near
    for lang in LANGUAGES:
        said = error.say(lang)
        assert part in said
        assert "{" not in said
        assert near in said


def test_only_tiles_are_read_where_only_tiles_stand() -> None:
    with pytest.raises(NotationError, match="only tiles"):
        parse_tiles("5m (EEE)", MAHJONG_FAMILY)


def test_every_sentence_is_used_and_has_three_languages() -> None:
    assert set(TEXTS) == {row[0] for row in WRONG} | {"tiles-only"}
    assert all(set(text) == set(LANGUAGES) for text in TEXTS.values())
