"""The words, the template and the script agree: nothing undefined, nothing left over, nothing in one language only."""

from __future__ import annotations

import re
import string
import typing
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import jinja2
import pytest
from jinja2 import meta, nodes

import reports
from reports import words
from reports.pages import ReplayPage
from reports.render import environment
from schemas.options import GAMES
from schemas.record import VERBS
from schemas.text import catalogue
from schemas.tiles import LANGUAGES

_HOME = Path(reports.__file__).parent
_SCRIPT = (_HOME / "static" / "replay.js").read_text(encoding="utf-8")
_TEMPLATE = (_HOME / "templates" / "replay.html").read_text(encoding="utf-8")


def test_the_template_uses_the_documented_model_and_nothing_else():
    tree = environment().parse(_TEMPLATE)
    assert meta.find_undeclared_variables(tree) == {"page"}
    used: set[tuple[type, str]] = set()
    _walk(tree, {"page": ReplayPage}, used)
    assert {name for owner, name in used if owner is ReplayPage} == {f.name for f in fields(ReplayPage)}


def _walk(node: nodes.Node, scope: dict[str, Any], used: set[tuple[type, str]]) -> None:
    if isinstance(node, nodes.For):
        assert isinstance(node.target, nodes.Name)
        (inner,) = typing.get_args(_type(node.iter, scope, used))
        for child in node.body:
            _walk(child, {**scope, node.target.name: inner}, used)
        return
    if isinstance(node, nodes.Getattr | nodes.Getitem):
        _type(node, scope, used)
        return
    assert not isinstance(node, nodes.Call | nodes.Filter | nodes.Include | nodes.Import), "no logic in the template"
    for child in node.iter_child_nodes():
        _walk(child, scope, used)


def _type(node: nodes.Node, scope: dict[str, Any], used: set[tuple[type, str]]) -> Any:
    """The type of an expression by the annotations of the model; a name that the model lacks is a ``KeyError``."""
    if isinstance(node, nodes.Name):
        return scope[node.name]
    assert isinstance(node, nodes.Getattr | nodes.Getitem)
    owner = _type(node.node, scope, used)
    if isinstance(node, nodes.Getattr):
        assert is_dataclass(owner)
        assert isinstance(owner, type)
        used.add((owner, node.attr))
        return typing.get_type_hints(owner)[node.attr]
    assert typing.get_origin(owner) is dict
    assert isinstance(node.arg, nodes.Const)
    assert node.arg.value in catalogue(words.PAGE)["words"]
    return typing.get_args(owner)[1]


def test_an_undefined_name_in_a_template_is_an_error():
    with pytest.raises(jinja2.UndefinedError):
        environment().from_string("{{ page.nothing }}").render(page=object())


def test_what_a_template_prints_is_escaped():
    assert environment().from_string("{{ page }}").render(page="<b>&") == "&lt;b&gt;&amp;"


@pytest.mark.parametrize("table", ["verbs", "zones", "marks", "facts", "values", "forms", "games", "labels", "words"])
def test_every_entry_has_all_languages_and_the_same_placeholders(table):
    for key, entry in catalogue(words.PAGE)[table].items():
        assert set(entry) == set(LANGUAGES), key
        if table != "labels":  # Chinese names of tiles say it all
            assert len({frozenset(_holes(text)) for text in entry.values()}) == 1, key
        for lang in ("zh-Hant", "zh-Hans"):
            assert not re.search(r"[a-z\u4e00-\u9fff}][,;:]", entry[lang]), f"{key}: Chinese punctuation"


def _holes(text: str) -> list[str]:
    return [key for _, key, _, _ in string.Formatter().parse(text) if key is not None]


def test_every_verb_of_the_format_has_its_sentence():
    verbs = catalogue(words.PAGE)["verbs"]
    for verb in set().union(*VERBS.values()):
        kinds = {"kong": ["kong-exposed", "kong-concealed", "kong-added"]}.get(verb, [verb])
        assert all(kind in verbs for kind in kinds), verb


def test_every_word_asked_for_exists_and_none_is_left_over():
    python = "".join((_HOME / name).read_text(encoding="utf-8") for name in ("terminal.py", "pages.py", "words.py"))
    asked = set(re.findall(r'data-wl?="([\w-]+)"', _TEMPLATE))
    asked |= set(re.findall(r"page\.words\['([\w-]+)'\]", _TEMPLATE))
    asked |= set(re.findall(r'word\("([\w-]+)"', _SCRIPT + python))
    known = set(words.table("words", "en"))
    assert asked - known == set()
    assert {key.partition(".")[2] for key in catalogue(words.PAGE)["words"] if "." in key} <= known
    everything = _SCRIPT + _TEMPLATE + python
    assert [key for key in known if not re.search(rf"[\"']{key}[\"']", everything)] == []


def test_a_domino_is_called_by_its_joined_end_first():
    assert words.spoken("13", 3, "zh-Hant") == "釘斜"
    assert words.spoken("13", 1, "zh-Hant") == "斜釘"
    assert words.spoken("13", 1, "en") == "31"
    assert words.spoken("33", 3, "zh-Hans") == "倔斜"
    assert words.end_name(3, "zh-Hant") == "斜"


@pytest.mark.parametrize(
    ("tile", "english"),
    [("13", "domino 1-3"), ("s10", "small 10"), ("b7", "big 7"), ("5s", "5 of bamboo"), ("3p", "3 of circles"),
     ("C", "red dragon"), ("f2", "flower 2, orchid"), ("?", "face-down tile")],
)  # fmt: skip
def test_a_screen_reader_hears_what_a_tile_is(tile, english):
    assert words.label(tile, "en") == english


def test_what_a_game_calls_otherwise_stands_in_its_own_words_and_in_no_other_game():
    assert words.table("verbs", "zh-Hant", "hk-mahjong")["chow"] == "{seat}以{tiles_with}上{tile}。"
    assert words.table("verbs", "zh-Hant", "lingxi-mahjong")["chow"] == "{seat}以{tiles_with}吃{tile}。"
    assert words.word("score", "zh-Hant", "hk-mahjong") == "番"
    assert words.word("score", "en", "lingxi-mahjong") == "Tai"
    assert words.word("sits-out", "zh-Hans", "shaoyang-bopi") == "数醒"
    assert words.word("sits-out", "zh-Hans", "anxiang-weimaque") == "守醒"
    assert words.fact("hk-mahjong", "wind", "zh-Hant") == "門風"
    assert words.fact("hk-mahjong", "wind", "zh-Hant", of_table=True) == "圈風"
    for name in ("verbs", "zones", "values", "words", "forms"):
        for game in ("", *GAMES):
            assert not any("." in key for key in words.table(name, "en", game)), (name, game)


def test_a_fact_without_a_name_is_called_by_its_key():
    assert words.fact("tsair-deng", "unheard-of", "en") == "unheard-of"
    assert words.fact("tsair-deng", "points", "en") != words.fact("hk-mahjong", "points", "en")
