"""Every sentence a player may read exists in three languages, is used, and is filled from what the code passes."""

from __future__ import annotations

import ast
import functools
import gzip
import io
import json
import re
import string
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from replay import registry, text
from replay.audit import audit
from replay.engine import check_line
from schemas import codec
from schemas.canonical import encode_lines
from schemas.codec import MAX_LINE, Reader
from schemas.errors import Violation
from schemas.items import ITEMS
from schemas.options import OPTIONS
from schemas.record import BY_VERB, MOVES, Direction, Discard, FoulKind, Outcome, Pass, Play, Pung
from schemas.tiles import LANGUAGES
from tests.support import golden, house
from tests.support.records import as_bytes, judged
from tests.support.registered import forget

ROOT = Path(__file__).parents[2]
REASON = re.compile(r"[a-z]{2,3}\.[a-z0-9-]+/[a-z0-9-]+")
PREFIXES = ("rec", *(text.PREFIX[code] for code in registry.codes()))
in_each_catalogue = pytest.mark.parametrize("prefix", PREFIXES)
in_each_game = pytest.mark.parametrize("code", registry.codes())


# ---------------------------------------------------------------- the source


def _sources() -> Iterator[Path]:
    """The modules that make violations: of the games only the registered ones."""
    folders = {f"replay/games/{module.rsplit('.', 1)[1]}" for module in registry.MODULES.values()}
    for path in sorted([*ROOT.glob("schemas/*.py"), *ROOT.glob("replay/**/*.py")]):
        folder = str(path.parent.relative_to(ROOT))
        if not folder.startswith("replay/games/") or folder in folders:
            yield path


@functools.cache
def _reasons() -> dict[str, list[str]]:
    """Reason to the files that name it."""
    out: dict[str, list[str]] = {}
    for path in _sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and REASON.fullmatch(node.value):
                out.setdefault(node.value, []).append(str(path.relative_to(ROOT)))
    return out


def _of(prefix: str) -> set[str]:
    return {reason for reason in _reasons() if reason.startswith(f"{prefix}.")}


@in_each_catalogue
def test_every_reason_of_the_code_has_a_sentence_and_every_sentence_a_reason(prefix: str) -> None:
    assert _of(prefix)
    assert _of(prefix) == set(text.catalogue(prefix)["reasons"])


@in_each_catalogue
def test_every_reason_belongs_to_a_clause_of_the_catalogue(prefix: str) -> None:
    clauses = text.catalogue(prefix)["clauses"]
    assert {reason.split("/")[0] for reason in _of(prefix)} <= set(clauses)
    assert all(re.fullmatch(rf"{prefix}\.[a-z0-9-]+", clause) for clause in clauses)


# ---------------------------------------------------------------- the catalogues


def _entries(prefix: str) -> Iterator[tuple[str, dict[str, str]]]:
    for table, entries in text.catalogue(prefix).items():
        for key, entry in entries.items():
            yield f"{table}.{key}", entry


@in_each_catalogue
def test_every_entry_has_one_text_in_each_language(prefix: str) -> None:
    for name, entry in _entries(prefix):
        assert tuple(entry) == LANGUAGES, name
        assert all(entry[lang].strip() for lang in LANGUAGES), name


# Characters that are written in one of the two Chinese scripts alone, of those the catalogues are likely to use.
TRADITIONAL = "釘龍飲開頭點數張莊這個應該輪貧贏餘壓縮檔讀檢時間線紀錄欄會實際單雙對結將來沒對電話門與為當從進過還後"
SIMPLIFIED = "钉龙饮开头点数张庄这个应该轮贫赢余压缩档读检时间线纪录栏会实际单双对结将来没对电话门与为当从进过还后"


@in_each_catalogue
def test_neither_chinese_script_stands_where_the_other_belongs(prefix: str) -> None:
    only_traditional = {a for a, b in zip(TRADITIONAL, SIMPLIFIED, strict=True) if a != b}
    only_simplified = {b for a, b in zip(TRADITIONAL, SIMPLIFIED, strict=True) if a != b}
    for name, entry in _entries(prefix):
        assert not only_simplified & set(entry["zh-Hant"]), name
        assert not only_traditional & set(entry["zh-Hans"]), name


@in_each_catalogue
def test_every_language_fills_the_same_placeholders(prefix: str) -> None:
    for name, entry in _entries(prefix):
        used = {lang: _placeholders(entry[lang]) for lang in LANGUAGES}
        assert used["en"] == used["zh-Hant"] == used["zh-Hans"], name


def _placeholders(template: str) -> set[str]:
    return {key for _, key, _, _ in string.Formatter().parse(template) if key is not None}


@in_each_game
def test_every_option_is_explained_value_by_value(code: str) -> None:
    options = text.catalogue(text.PREFIX[code])["options"]
    assert set(options) == {*OPTIONS[code].__struct_fields__}
    for name, values in house.values(code).items():
        if name in house.SPECIAL:
            continue
        for lang in LANGUAGES:
            for value in values:
                spelt = value if isinstance(value, str) else json.dumps(value)
                assert spelt in options[name][lang], (name, lang, spelt)


@in_each_game
def test_every_option_names_a_clause_that_exists(code: str) -> None:
    clauses = text.catalogue(text.PREFIX[code])["clauses"]
    hints = house.get_type_hints(OPTIONS[code], include_extras=True)
    for name, hint in hints.items():
        (clause,) = [m.extra["clause"] for m in hint.__metadata__ if getattr(m, "extra", None)]
        assert clause in clauses, name


@in_each_game
def test_every_scored_item_has_a_name(code: str) -> None:
    assert set(text.catalogue(text.PREFIX[code])["items"]) == set(ITEMS[code])


def test_every_verb_has_a_name_and_every_move_a_sentence() -> None:
    rec = text.catalogue("rec")
    assert set(rec["verbs"]) == set(BY_VERB)
    assert {key.split("/")[0] for key in rec["moves"]} == {cls.verb for cls in MOVES}
    assert {cls.verb for cls in MOVES} <= set(rec["moves"])


def test_a_sentence_of_a_move_asks_only_for_what_the_move_has() -> None:
    gives = {"with": {"tiles"}, "also": {"groups"}}
    for key, entry in text.catalogue("rec")["moves"].items():
        fields: set[str] = {"seat"}
        for name in BY_VERB[key.split("/")[0]].__struct_encode_fields__:
            fields |= gives.get(name, {name})
        assert _placeholders(entry["en"]) <= fields, key


def test_a_move_is_told_with_the_names_of_its_tiles() -> None:
    template = text.lookup("rec", "moves", "play", "zh-Hant")
    assert template is not None
    move = Play(seat=2, tile="13", open=3)
    told = text.fill(
        template, {"seat": move.seat, "tile": move.tile, "open": move.open}, "zh-Hant", ["甲", "乙", "丙", "丁"]
    )
    assert told == "丙(2號位) 打 釘斜，開 3"


def test_every_value_that_a_sentence_may_name_is_a_word() -> None:
    words = text.catalogue("rec")["words"]
    for literal in (Outcome, Direction, FoulKind):
        assert set(literal.__args__) <= set(words)
    assert {"did-you-mean", "valid", "invalid", "unjudged"} <= set(words)


# ---------------------------------------------------------------- the sentences


def _assert_told(violation: Violation) -> None:
    prefix = violation.reason.split(".")[0]
    templates = text.catalogue(prefix)["reasons"][violation.reason]
    given = {"seat": violation.seat, **violation.args}
    for lang in LANGUAGES:
        for key in _placeholders(templates[lang]):
            assert key in given, (violation.reason, lang, key)
            assert given[key] is not None, (violation.reason, lang, key)
        told = text.say(violation, lang, ["阿明", None, "阿強", None])
        assert told.strip(), violation.reason
        assert not re.search(r"\{[a-z:]+\}", told), told


@in_each_game
def test_every_violation_of_the_broken_matches_is_told_in_full(code: str) -> None:
    told = set()
    for row in golden.broken(code):
        for violation in judged(row["match"]).violations:
            _assert_told(violation)
            told.add(violation.reason)
    assert len(told) > 10


HEAD = '{"type":"match","format":"paipu/1","game":"tsair-deng","rules":{"edition":1},"players":["A",null,"C",null]}\n'
ROUND = (
    '{"type":"round","dealer":0,"hands":[["11","11","22","22","33","33","44","56"],null,'
    '["13","13","15","15","16","16","46","46"],null],"direction":"ccw"}\n'
)
SECOND = ROUND.replace("ccw", "cw")
EXPOSE = '{"type":"expose","seat":0}\n'
VOID = '{"type":"result","outcome":"void","winners":[],"points":[0,0,0,0]}\n'
LINE = '{"type":"round","dealer":null,"hands":null}\n'
WON = '{"type":"result","outcome":"win","winners":[0],"points":[5,0,-5,0]}\n'
SCORES = ',"scores":[{"total":3,"items":[]},null,{"total":8,"items":[]},null]}'
DEALT = LINE.replace('"dealer":null', '"dealer":0').replace("}", ',"direction":"ccw"}')
LEAD = '{"type":"play","seat":0,"tile":"11","open":1}\n'


def _other(old: str, new: str, whole: str = HEAD + ROUND + EXPOSE + VOID) -> str:
    assert old in whole
    return whole.replace(old, new)


SAT = ["A", "B", "C", "D"]


def _line(game: str, points: list[int], score: Any = None, **result: Any) -> str:
    """A score line of seat 1's win in another game, seat 0 being the dealer, with his score: total and items."""
    head = {"type": "match", "format": "paipu/1", "game": game, "rules": {"edition": 1}, "players": SAT}
    scores = {} if score is None else {"scores": [None, {"total": score[0], "items": score[1:]}, None, None]}
    won = {"type": "result", "outcome": "win", "winners": [1], "points": points, **scores, **result}
    return "\n".join(map(json.dumps, (head, {"type": "round", "dealer": 0, "hands": None}, won)))


FAULTY: dict[str, str | bytes] = {
    "rec.field/outcome": _line("hk-mahjong", [-8, 8, 0, 0], how="foul"),
    "rec.field/game": _line("anxiang-weimaque", [-12, 24, 0, -12], liable=0),
    "rec.field/self-drawn": _line("anxiang-weimaque", [-12, 24, 0, -12], how="self-draw", **{"from": 0}),
    "rec.scores/unknown-item": _line("hk-mahjong", [-8, 8, 0, 0], [3, ["half-flash", 3]], **{"from": 0}),
    "rec.scores/item-off": _line("hk-mahjong", [-8, 8, 0, 0], [3, ["three-kongs", 3]], **{"from": 0}),
    "rec.scores/item-and": _line("hk-mahjong", [-8, 8, 0, 0], [3, ["all-pungs", 2], ["self-draw", 1]], how="discard"),
    "rec.scores/items-together": _line(
        "shaoyang-bopi", [0, 30, 15, 0], [30, ["kan", 10], ["di-hu", 10], ["zi-mo", 10]]
    ),
    "rec.scores/sum": _line("hk-mahjong", [-8, 8, 0, 0], [3, ["half-flush", 3], ["dragon-C", 1]], **{"from": 0}),
    "rec.scores/winners-only": _line("hk-mahjong", [-8, 8, 0, 0], scores=[{"total": 3, "items": []}] + [None] * 3),
    "rec.scores/winner": _line("lingxi-mahjong", [-8, 8, 0, 0], scores=[{"total": 3, "items": []}] + [None] * 3),
    "rec.line/not-utf8": _other("expose", "expo\xff").encode("latin-1"),
    "rec.line/bom": "\ufeff" + HEAD,
    "rec.line/not-json": _other('"expose"', "expose"),
    "rec.line/not-object": HEAD + "[1,2]\n" + ROUND,
    "rec.line/too-deep": HEAD + ROUND + '{"type":"expose","seat":0,"x":' + "[" * 50_000 + "]" * 50_000 + "}\n",
    "rec.line/too-long": HEAD + ROUND + '{"type":"expose","seat":0,"note":"' + "a" * (2 * MAX_LINE) + '"}\n',
    "rec.line/cut": HEAD + ROUND + EXPOSE[:15],
    "rec.line/before-match": EXPOSE + HEAD,
    "rec.line/surrogate": HEAD.replace('"A"', '"\\ud800"'),
    "rec.rules/together": HEAD.replace("tsair-deng", "hk-mahjong").replace('"edition":1', '"edition":1,"cap":2'),
    "rec.line/packed": gzip.compress(HEAD.encode()),
    "rec.result/winner-needed": HEAD + LINE + WON.replace("[0]", "[]"),
    "rec.scores/partial": HEAD + LINE + WON.replace("}\n", ',"scores":[{"total":3,"items":[]},null,null,null]}\n'),
    "td.tiles/pips": HEAD.replace("null", '"B"', 1)
    + LINE
    + WON.replace("}\n", f',"scores":[{",".join(["{}"] * 3)},null]}}\n'.replace("{}", '{"total":80,"items":[]}')),
    "rec.points/winner-pays": HEAD + LINE + WON.replace("[5,0,-5,0]", "[-5,0,5,0]"),
    "rec.result/one-winner": HEAD + LINE + WON.replace("[0]", "[0,2]"),
    "rec.result/empty-seat": HEAD + LINE + WON.replace("[0]", "[1]"),
    "rec.scores/impossible": HEAD + LINE + WON.replace("}\n", SCORES.replace("3", "-3") + "\n"),
    "td.tiles/whole": _other('"direction":"ccw"', '"direction":"ccw","aside":["?"]'),
    "rec.line/outside-round": HEAD + VOID,
    "rec.line/unknown-verb": _other("expose", "exposs"),
    "rec.line/foreign-verb": _other('"expose"', '"pass"'),
    "rec.line/format": _other("paipu/1", "paipu/9"),
    "rec.line/moves-without-hands": HEAD + LINE + EXPOSE,
    "rec.field/unknown": _other('"seat"', '"seet"'),
    "rec.field/missing": _other(',"direction":"ccw"', ""),
    "rec.field/duplicate": _other('"seat":0', '"seat":0,"seat":0'),
    "rec.field/value": _other('"seat":0', '"seat":4'),
    "rec.field/foreign": _other('"direction"', '"wind":"E","direction"'),
    "rec.field/score-only": _other('"points"', '"how":"foul","points"'),
    "rec.rules/game": _other("tsair-deng", "tsair-dong"),
    "rec.rules/no-edition": _other('"edition":1', ""),
    "rec.rules/edition": _other('"edition":1', '"edition":2'),
    "rec.rules/option": _other('"edition":1', '"edition":1,"six_double":true'),
    "rec.rules/value": _other('"edition":1', '"edition":1,"direction":"left"'),
    "rec.unfinished/round": HEAD + ROUND + LEAD,
    "rec.unfinished/score-line": HEAD + LINE,
    "rec.result/outcome": _other("void", "dead"),
    "rec.result/winners": HEAD + DEALT + WON.replace("[0]", "[2]").replace("}\n", SCORES + "\n"),
    "rec.result/no-such-outcome": HEAD + LINE + VOID.replace("void", "dead"),
    "rec.points/points": _other("[0,0,0,0]", "[1,0,-1,0]"),
    "rec.points/conserved": HEAD + LINE + WON.replace("-5", "-4"),
    "rec.scores/scores": _other("[0,0,0,0]}", '[0,0,0,0],"scores":[{"total":3,"items":[]},null,null,null]}'),
    "rec.totals/totals": HEAD + LINE + WON + '{"type":"end","totals":[5,0,-4,-1]}\n',
    "rec.next/dealer": HEAD + ROUND + EXPOSE + VOID + SECOND.replace('"dealer":0', '"dealer":2') + EXPOSE,
    "rec.not-in-hand/tile": HEAD + ROUND + LEAD.replace('"11"', '"55"'),
    "rec.over/round": HEAD + ROUND + EXPOSE + EXPOSE,
    "rec.over/after-result": HEAD + ROUND + EXPOSE + VOID + EXPOSE,
    "rec.unknown/deal": _other('"56"', '"?"'),
    "rec.unknown/move": HEAD + ROUND + LEAD.replace('"11"', '"?"'),
    "td.direction/round": _other("ccw", "cw"),
    "td.join/fits": HEAD + ROUND + LEAD + '{"type":"play","seat":2,"tile":"46","open":4}\n',
    "td.join/open": HEAD + ROUND + LEAD + '{"type":"play","seat":2,"tile":"13","open":1}\n',
    "td.join/turn": HEAD + ROUND + LEAD + LEAD,
    "td.lead/open": HEAD + ROUND + LEAD.replace('"open":1', '"open":2'),
    "td.lead/play": HEAD + ROUND + '{"type":"drink","seat":0,"tile":"11"}\n',
    "td.lead/turn": HEAD + ROUND + '{"type":"play","seat":2,"tile":"13","open":1}\n',
    "td.must-play/fits": HEAD + ROUND + LEAD + '{"type":"drink","seat":2,"tile":"46"}\n',
    "td.seats/players": (HEAD + ROUND + EXPOSE)
    .replace('["A",null,"C",null]', '["A","B",null,null]')
    .replace('],null,["13"', '],["13"')
    .replace(',null],"direction"', ',null,null],"direction"'),
    "td.seats/dealer": _other('"dealer":0', '"dealer":1'),
    "td.seats/eight": _other('"44","56"', '"44"'),
    "td.seats/empty": HEAD + ROUND + LEAD.replace('"seat":0', '"seat":1'),
    "td.seats/hands": _other('["A",null', '["A","B"'),
    "td.six-seven-doubles/few": _other('"seat":0', '"seat":2'),
    "td.six-seven-doubles/late": HEAD + ROUND + LEAD + EXPOSE,
    "td.tiles/copies": _other('"56"', '"11"'),
    "td.tiles/foreign": _other('"56"', '"1m"'),
}
"""Reason to a small record that has it (its first violation, or a later one)."""


def _passing() -> tuple[str, str, str]:
    """A record of 安乡偎麻雀 up to the first discard that one seat may pung, that seat's pass, and the pung."""
    game, options = registry.get("anxiang-weimaque"), OPTIONS["anxiang-weimaque"]()
    players = ["A", "B", "C", "D"]
    header = {"type": "match", "format": "paipu/1", "game": game.code, "rules": {"edition": 1}, "players": players}
    for seed in range(1000):
        setup = game.deal(Random(seed), options, players, {"dealer": 0})
        table = game.open(setup, options)
        discard = next((m for m in table.legal() if isinstance(m, Discard)), None)
        if discard is None:
            continue
        table.play(discard)
        pung = next((m for m in table.legal() if isinstance(m, Pung)), None)
        if pung is not None:
            head = json.dumps(header) + "\n" + encode_lines([setup, discard]).decode()
            return head, encode_lines([Pass(seat=pung.seat)]).decode(), encode_lines([pung]).decode()
    raise AssertionError("no deal let anybody pung the first discard")


_BEFORE, _PASS, _PUNG = _passing()
FAULTY |= {
    "rec.pass/again": _BEFORE + _PASS + _PASS,
    "rec.pass/claimed": _BEFORE + _PASS + _PUNG,
    "rec.pass/needless": _BEFORE + '{"type":"pass","seat":0}\n',
}


@functools.cache
def _violations(reason: str) -> list[Violation]:
    given = FAULTY[reason]
    return _judged(given if isinstance(given, bytes) else given.encode())


def _judged(source: bytes | str) -> list[Violation]:
    stream = source if isinstance(source, str) else io.BytesIO(source)
    return [v for match in Reader(stream) for v in audit(match).violations]


ELSEWHERE = {"rec.line/not-packed", "rec.line/match-too-long", "rec.line/cut-archive", "rec.unknown/game"}
"""Reasons that need more than a record: they have a test of their own."""
CASES = sorted({*_of("rec"), *_of("td")} - ELSEWHERE)


@pytest.mark.parametrize("reason", CASES)
def test_every_kind_of_fault_is_told_in_full(reason: str) -> None:
    found = _violations(reason)
    assert reason in [v.reason for v in found]
    for violation in found:
        _assert_told(violation)


def test_a_cut_archive_is_told_in_full(tmp_path: Path) -> None:
    packed = gzip.compress((HEAD + ROUND + EXPOSE + VOID).encode())
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(packed[: len(packed) // 2])
    found = _judged(str(path))
    assert "rec.line/cut-archive" in [v.reason for v in found]
    for violation in found:
        _assert_told(violation)


def test_a_match_that_is_too_long_is_told_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MAX_LINES", 3)
    (found,) = _judged((HEAD + LINE + WON + LINE + WON).encode())
    assert found.reason == "rec.line/match-too-long"
    _assert_told(found)


def test_a_game_that_is_not_judged_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch, "tsair-deng")
    (found,) = _judged((HEAD + ROUND + EXPOSE + VOID).encode())
    assert found.reason == "rec.unknown/game"
    _assert_told(found)


def test_a_verb_of_another_game_is_told_too() -> None:
    move = Play(seat=0, tile="11", open=1)
    found = check_line("hk-mahjong", move)
    assert found is not None
    _assert_told(found)
    assert check_line("tsair-deng", move) is None


def test_a_misspelt_name_comes_with_the_nearest_one() -> None:
    (found,) = _violations("rec.line/unknown-verb")
    assert text.say(found) == "No line is of type exposs. — did you mean expose?"
    assert text.say(found, "zh-Hant") == "沒有 exposs 這種行。是不是想寫 expose？"


def test_a_player_is_called_by_name_and_a_tile_by_its_own() -> None:
    (found,) = _violations("rec.not-in-hand/tile")
    assert text.say(found, "en", ["Ming", None, "Keung", None]) == "Ming (seat 0) does not hold 55."
    assert text.say(found, "zh-Hant", ["阿明", None, "阿強", None]) == "阿明(0號位) 手上沒有 倔梅。"
    assert text.say(found, "zh-Hans") == "0号位 手里没有 倔梅。"


def test_a_reason_without_a_sentence_is_an_error_not_an_empty_sentence() -> None:
    with pytest.raises(KeyError, match=r"rec\.line/nonsense"):
        text.say(Violation("rec.line", "rec.line/nonsense"))


def test_the_prefix_of_every_game_is_its_own() -> None:
    assert len(set(text.PREFIX.values())) == len(text.PREFIX)
    assert "rec" not in text.PREFIX.values()


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_what_a_sentence_is_made_of_can_be_stored() -> None:
    for reason in CASES:
        for violation in _violations(reason):
            assert _plain(violation.args) == violation.args
            assert as_bytes([{"args": violation.args}])
