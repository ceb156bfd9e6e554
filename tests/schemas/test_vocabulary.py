"""Tiles and their names, house rules, scored items, and the published schema: the vocabulary of the format."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas import items, tiles
from schemas.canonical import ENCODER
from schemas.jsonschema import line_schema
from schemas.options import GAMES, OPTIONS, canonical_rules, options_of
from schemas.record import BY_VERB, MOVES, SETUP_FIELDS, VERBS
from tests.games.tsair_deng_records import THREE, TWO, record
from tests.support.golden import broken, matches, rounds_path
from tests.support.house import random_options, values
from tests.support.records import plain
from tests.support.strategies import TILES, house_rules, records

LANGS = ("zh-Hant", "zh-Hans")


# --- tiles


@pytest.mark.parametrize("lang", tiles.LANGUAGES)
def test_parsing_is_the_inverse_of_printing(lang: str) -> None:
    for code in tiles.CODES:
        assert tiles.parse(tiles.name(code, lang)) == code


@pytest.mark.parametrize("lang", LANGS)
def test_no_two_tiles_have_one_name(lang: str) -> None:
    names = [tiles.name(code, lang) for code in tiles.CODES]
    assert len(set(names)) == len(names)


def test_no_name_is_the_code_of_another_tile() -> None:
    assert set(tiles.CODE_OF) & set(tiles.CODES) == set()
    assert set(tiles.CODE_OF.values()) == set(tiles.CODES) - {"?"}


def test_the_tile_table_is_that_of_the_format() -> None:
    assert len(tiles.DOMINOES) == 21
    assert len(tiles.ZIPAI) == 20
    assert len(tiles.MAHJONG) == 27 + 7 + 8
    assert tiles.MAHJONG[27:34] == ("E", "S", "W", "N", "C", "F", "P")
    assert tiles.ZIPAI[0] == "s1"
    assert tiles.ZIPAI[-1] == "b10"
    assert [tiles.name(t, "zh-Hant") for t in ("13", "66", "s1", "b10", "1m", "C", "F", "P", "f2", "q4")] == [
        "釘斜", "倔龍", "一", "拾", "一萬", "中", "發", "白", "蘭", "冬",
    ]  # fmt: skip
    assert [tiles.name(t, "zh-Hans") for t in ("13", "66", "b3", "1m", "F", "f2")] == [
        "钉斜",
        "倔龙",
        "叁",
        "一万",
        "发",
        "兰",
    ]


def test_a_domino_may_be_called_by_either_end_first() -> None:
    assert [tiles.parse(name) for name in ("斜釘", "釘斜", "斜钉", "龍梅", "倔龙")] == ["13", "13", "13", "56", "66"]


@pytest.mark.parametrize(
    "text", ["", "31", "77", "斜斜", "倔", "倔七", "s11", "b0", "0m", "10m", "東東", "e", "S1", "q5", "13 "]
)
def test_what_is_no_tile_has_no_code(text: str) -> None:
    with pytest.raises(KeyError):
        tiles.parse(text)


@given(st.lists(st.sampled_from(tiles.CODES)))
def test_arranging_is_by_the_tile_table_and_loses_nothing(some: list[str]) -> None:
    arranged = tiles.arrange(some)
    assert sorted(arranged) == sorted(some)
    assert [tiles.ORDER[t] for t in arranged] == sorted(tiles.ORDER[t] for t in some)


# --- house rules


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_a_default_a_clause_and_words(game: str) -> None:
    prefix = {"tsair-deng": "td", "hk-mahjong": "hk", "lingxi-mahjong": "lx", "shaoyang-bopi": "bp",
              "anxiang-weimaque": "ax"}[game]  # fmt: skip
    for field in msgspec.structs.fields(OPTIONS[game]):
        assert field.default is not msgspec.NODEFAULT
        (meta,) = [m for m in field.type.__metadata__ if m.extra]
        assert meta.extra["clause"].startswith(prefix + ".")
        assert meta.description
        assert field.default == values(game)[field.name][0] or field.default in values(game)[field.name]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40)
@given(data=st.data())
def test_the_rules_object_of_options_gives_the_options_back(game: str, data: st.DataObject) -> None:
    options = data.draw(house_rules(game))
    rules = canonical_rules(options)
    assert options_of(game, rules) == options
    assert canonical_rules(options_of(game, json.loads(ENCODER.encode(rules)))) == rules
    assert list(rules) == ["edition", *sorted(set(rules) - {"edition"})]
    assert all(rules[name] != getattr(OPTIONS[game](), name) for name in rules if name != "edition")


@pytest.mark.parametrize("game", GAMES)
def test_a_default_stated_or_left_out_is_the_same_rule_set(game: str) -> None:
    stated = {f.name: f.default for f in msgspec.structs.fields(OPTIONS[game])}
    assert options_of(game, {"edition": 1, **stated}) == OPTIONS[game]()
    assert canonical_rules(options_of(game, {"edition": 1, **stated})) == {"edition": 1}


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("hk-mahjong", {"hot_double": 1, "cap": 4}), ("hk-mahjong", {"hot_triple": 1, "cap": 4}),
        ("hk-mahjong", {"min_faan": 14}),
        ("hk-mahjong", {"cap": 0}), ("hk-mahjong", {"cap": "all"}), ("hk-mahjong", {"min_faan": 5, "cap": 4}),
        ("hk-mahjong", {"extra_patterns": ["straight", "straight"]}), ("hk-mahjong", {"extra_patterns": ["mixed"]}),
        ("hk-mahjong", {"liability": "half", "base": 6}), ("hk-mahjong", {"base": 0}), ("hk-mahjong", {"human": 1}),
        ("lingxi-mahjong", {"gathering_intercept": False}), ("lingxi-mahjong", {"double_from": 12}),
        ("shaoyang-bopi", {"target": 120}), ("anxiang-weimaque", {"counter_share": 1}),
        ("shaoyang-bopi", {"min_xi": -1}),
    ],
)  # fmt: skip
def test_a_rule_set_that_contradicts_itself_is_refused(game: str, rules: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        options_of(game, {"edition": 1, **rules})


def test_the_order_of_agreed_patterns_is_no_fact() -> None:
    one = options_of("hk-mahjong", {"edition": 1, "extra_patterns": ["straight", "all-green"]})
    other = options_of("hk-mahjong", {"edition": 1, "extra_patterns": ["all-green", "straight"]})
    assert one == other


@pytest.mark.parametrize("game", GAMES)
def test_every_option_value_of_the_tests_is_a_value_of_the_format(game: str) -> None:
    from random import Random

    seen = {name: set() for name in values(game)}
    for seed in range(300):
        options = random_options(game, Random(seed), 0.5)
        for name, some in seen.items():
            some.add(getattr(options, name))
    assert [name for name, some in seen.items() if some != set(values(game)[name])] == []


# --- verbs and items


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_verbs_fields_tiles_and_items(game: str) -> None:
    assert VERBS[game] <= set(BY_VERB)
    assert set(SETUP_FIELDS) == set(VERBS) == set(OPTIONS) == set(items.ITEMS) == set(TILES)
    assert len(set(items.ITEMS[game])) == len(items.ITEMS[game])


def test_every_verb_belongs_to_a_game() -> None:
    assert {cls.verb for cls in MOVES} == set().union(*VERBS.values())


@pytest.mark.parametrize("game", GAMES)
def test_items_stand_in_the_order_of_their_table_then_by_value_highest_first(game: str) -> None:
    ids = items.ITEMS[game]
    mixed = [("zz", 1), *((item, value) for item in reversed(ids) for value in (1, 3, 2)), ("aa", 1)]
    arranged = items.arrange(game, mixed)
    assert arranged == [*((item, value) for item in ids for value in (3, 2, 1)), ("aa", 1), ("zz", 1)]
    assert items.arrange("go-fish", [("b", 1), ("a", 1)]) == [("a", 1), ("b", 1)]


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_results_name_only_known_items(game: str) -> None:
    for match in matches(rounds_path(game)):
        for r in match.rounds:
            for score in (r.result.scores if r.result else None) or ():
                assert {item for item, _ in (score.items if score else ())} <= set(items.ITEMS[game])


# --- the published schema

SCHEMA = line_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_published_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["$defs"]["rules"]) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_accepts_golden_lines(game: str) -> None:
    lines = {json.dumps(line) for m in matches(rounds_path(game))[:3] for line in plain(m.canonical)}
    for text in sorted(lines)[:150]:
        VALIDATOR.validate(json.loads(text))


@settings(max_examples=20)
@given(records())
def test_the_schema_accepts_whatever_is_written(match: Any) -> None:
    for line in plain(match.canonical):
        VALIDATOR.validate(line)


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 4},
        {"seat": -1},
        {"tile": "67"},
        {"open": 7},
        {"open": None},
        {"colour": 1},
        {"type": "plya"},
        {"at": -1},
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(change: dict[str, Any]) -> None:
    line = {**record(TWO)[2], **change}
    assert not VALIDATOR.is_valid(line)


def test_the_schema_of_rules_refuses_unknown_options_and_editions() -> None:
    for game in GAMES:
        schema = jsonschema.Draft202012Validator({**SCHEMA["$defs"]["rules"][game], "$defs": SCHEMA["$defs"]})
        assert schema.is_valid({"edition": 1})
        assert not schema.is_valid({})
        assert not schema.is_valid({"edition": 2})
        assert not schema.is_valid({"edition": 1, "no_such_option": True})


def test_a_broken_match_may_be_well_formed() -> None:
    """A rule is broken there, not the format."""
    well = sum(all(map(VALIDATOR.is_valid, row["match"])) for row in broken("tsair-deng")[:20])
    assert well > 10
    assert all(map(VALIDATOR.is_valid, record(THREE)))
