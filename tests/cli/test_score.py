"""``paipu score``: the page of it is run, exit codes, JSON, languages, requests that cannot be."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest

from schemas.options import GAMES
from tests.cli.conftest import ROOT, Paipu

PAGE = (ROOT / "docs" / "score.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PYTHON = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def _commands() -> list[tuple[str, str]]:
    """The commands of the page with what is printed below each."""
    found = []
    for block in CONSOLE:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed.rstrip("\n")))
    return found


@pytest.mark.parametrize(("command", "printed"), _commands())
def test_a_command_of_the_page_prints_what_the_page_says(paipu: Paipu, command: str, printed: str) -> None:
    name, *args = shlex.split(command)
    assert name == "paipu"
    ran = paipu(*args)
    assert (ran.out + ran.err).rstrip("\n") == printed
    wrong = printed.startswith("paipu:")
    assert ran.code == (2 if wrong else 1 if printed.startswith(("no win", "不是胡牌")) else 0)


def test_the_page_shows_every_game_of_the_command() -> None:
    shown = {shlex.split(command)[2] for command, _ in _commands()}
    assert shown == set(GAMES) - {"tsair-deng"}


def test_the_python_of_the_page_holds() -> None:
    assert PYTHON
    for block in PYTHON:
        subprocess.run([sys.executable, "-c", block], cwd=ROOT, check=True)


def test_every_option_of_the_command_is_on_the_page(paipu: Paipu) -> None:
    options = set(re.findall(r"--[a-z-]+", paipu("score", "--help").out)) - {"--help"}
    assert options <= set(re.findall(r"--[a-z-]+", PAGE))


def test_every_way_to_win_and_every_circumstance_is_on_the_page() -> None:
    from replay.scoring import CALCULATORS, calculator

    for game in CALCULATORS:
        row = re.search(rf"^\| {game} \| (.*) \|$", PAGE, re.MULTILINE)
        assert row is not None
        assert tuple(re.findall(r"`([a-z-]+)`", row[1])) == calculator(game).wins
        marks = {f"--{mark.removeprefix('double-')}" for mark in calculator(game).marks}
        assert marks <= set(re.findall(r"--[a-z-]+", PAGE))


def test_the_json_gives_everything_in_one_object(paipu: Paipu) -> None:
    (row,) = paipu("score", "hk-mahjong", "(111m)@W(555p)222sCCCE+E", "--from", "W", "--seat", "S", "--json").rows
    assert (row["win"], row["total"], row["seat"], row["tile"]) == (True, 5, "S", "E")
    assert row["payments"] == [{"from": "W", "to": "S", "amount": 24}]
    assert row["points"] == {"E": 0, "S": 24, "W": -24, "N": 0}
    assert {"id": "dragon-C", "value": 1, "tiles": ["C", "C", "C"]} in row["items"]
    assert {"kind", "key", "args"} == set(row["notes"][0])
    assert row["waits"] is None
    (open_,) = paipu("score", "hk-mahjong", "(111m)(555p)222sCCCE", "--json").rows
    assert [wait["tile"] for wait in open_["waits"]] == ["E"]


def test_circumstances_reach_the_count(paipu: Paipu) -> None:
    hand = ("[1111m][9999p]234s55s", "C", "C", "+C", "--win", "self-draw")
    (once,) = paipu("score", "hk-mahjong", *hand, "--kong-draw", "--json").rows
    (twice,) = paipu("score", "hk-mahjong", *hand, "--kong-draw", "--kong-draw", "--last-tile", "--json").rows
    assert "kong-draw" in [item["id"] for item in once["items"]]
    assert {"double-kong-draw", "last-tile"} <= {item["id"] for item in twice["items"]}
    assert twice["facts"]["marks"] == ["double-kong-draw", "last-tile"]
    closed = ("123m456p789s55s", "C", "C", "+C", "--win", "self-draw")
    (first,) = paipu("score", "hk-mahjong", *closed, "--heavenly", "--dealer", "--json").rows
    assert [item["id"] for item in first["items"]] == ["heavenly"]
    (earthly,) = paipu("score", "hk-mahjong", "123m456p789s234m5s+5s", "--earthly", "--seat", "南", "--json").rows
    assert earthly["total"] == 13
    said = paipu("score", "hk-mahjong", *hand, "--kong-draw").out.splitlines()[1]
    assert said == "seat East, self-draw, replacement of a kong, winning tile C, East round"


@pytest.mark.parametrize(("lang", "text"), [("en", "no win"), ("zh-Hant", "不是胡牌"), ("zh-Hans", "不是胡牌")])
def test_the_answer_is_said_in_three_languages(paipu: Paipu, lang: str, text: str) -> None:
    ran = paipu("score", "anxiang-weimaque", "s1s3s5s7s9 b1b3b5b7b9 s2s4s6s8s10 b2b4b6b8b10", "--lang", lang)
    assert ran.out.startswith(text)
    assert ran.code == 1


def test_ties_are_shown(paipu: Paipu) -> None:
    ran = paipu("score", "hk-mahjong", "(EEE)(SSS)(WWW)NNN C+C", "--set", "cap=10")
    assert "Other readings worth as much\n  " in ran.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("tsair-deng", "11"), "no hand of tsair-deng can be scored"),
        (("hk-mahjon", "11"), "did you mean hk-mahjong"),
        (("hk-mahjong", "123x"), "123x is no tile of this game"),
        (("hk-mahjong", "123m", "--win", "selfdraw"), "did you mean self-draw"),
        (("hk-mahjong", "123m", "--seat", "X"), "X is no seat"),
        (("hk-mahjong", "123m", "--seat", "S", "--dealer"), "contradict"),
        (("hk-mahjong", "123m", "--human", "--win", "self-draw"), "human does not go with self-draw"),
        (("hk-mahjong", "123m", "--set", "cap=20"), "cap"),
        (("hk-mahjong", "123m", "--set", "cap"), "OPTION=VALUE"),
        (("lingxi-mahjong", "123m"), "two indicators"),
        (("lingxi-mahjong", "123m", "--indicators", "5m (EEE)"), "only tiles"),
        (("lingxi-mahjong", "123m", "--indicators", "5m E", "--loser", "S"), "SEAT=TAI"),
        (("hk-mahjong", "\x1b[2J"), "is no"),
    ],
)  # fmt: skip
def test_a_request_that_cannot_be_is_refused_with_a_sentence(
    paipu: Paipu, args: tuple[str, ...], said: str
) -> None:
    ran = paipu("score", *args)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "\x1b" not in ran.err


OPTION_ADVICE = [
    ("hk-mahjong", "123m456m789m678s9s+9s", ()),
    ("hk-mahjong", "(123m)123m456p789s9s+9s", ("--set", "extra_patterns=straight")),
    ("hk-mahjong", "112233m445566p7s+7s", ("--set", "min_faan=0")),
    ("hk-mahjong", "123m456m789m678s9s+9s", ("--win", "self-draw")),
    ("anxiang-weimaque", "b6b7b8b10[b2b2b2](b9b9b9)[b7b7b7](b1b2b3)(b4b5b6)+b10", ("--set", "single_wait=last-tile")),
]


@pytest.mark.parametrize(("game", "hand", "more"), OPTION_ADVICE)
def test_advice_about_a_house_rule_works_when_it_is_followed_word_by_word(
    paipu: Paipu, game: str, hand: str, more: tuple[str, ...]
) -> None:
    (row,) = paipu("score", game, hand, *more, "--json").rows
    advised = [note["args"] for note in row["notes"] if note["key"] == "option"]
    assert advised
    said = paipu("score", game, hand, *more).out
    for args in advised:
        assert f"--set {args['setting']}\n" in said
        (followed,) = paipu("score", game, hand, *more, "--set", args["setting"], "--json").rows
        assert args["item"] in [item["id"] for item in followed["items"]]


@pytest.mark.parametrize(
    "stated", ["straight,three-kongs", "three-kongs, straight", '["straight", "three-kongs"]', "straight", ""]
)
def test_a_list_of_house_rules_takes_ids_with_commas_between_them(paipu: Paipu, stated: str) -> None:
    wanted = sorted(re.findall("[a-z-]+", stated))
    ran = paipu("simulate", "hk-mahjong", "--rounds", 1, "--set", f"extra_patterns={stated}")
    assert ran.code == 0
    assert ran.rows[0]["rules"].get("extra_patterns", []) == wanted
    (scored,) = paipu("score", "hk-mahjong", "123456789m678s9s+9s", "--set", f"extra_patterns={stated}", "--json").rows
    assert ("straight" in [item["id"] for item in scored["items"]]) == ("straight" in wanted)


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans"])
@pytest.mark.parametrize(
    "stated",
    ["hot_double=7", "cap=2", "base=-1", "cap=14", "min_faan=99", "extra_patterns=straight,straight",
     "limit_patterns=human,human", "base=3 liability=half", "extra_patterns=strait", "flowers=1", "foo=1", "human=x"],
)  # fmt: skip
def test_an_option_that_cannot_be_is_said_in_chinese_without_english(paipu: Paipu, lang: str, stated: str) -> None:
    args = [part for pair in stated.split() for part in ("--set", pair)]
    ran = paipu("score", "hk-mahjong", "123m", *args, "--lang", lang)
    assert ran.code == 2
    sentence = ran.err.splitlines()[-1]
    assert re.search("[\u4e00-\u9fff]", sentence)
    assert not re.search(r"[A-Za-z]+ (?!half)[a-z]+ |\b(is|int|names|twice|most|multiple)\b", sentence)


@pytest.mark.parametrize(
    ("args", "clause"),
    [
        (("hk-mahjong", "(111m)234p567p88s99s+9s", "--seat", "S", "--earthly"), "hk.items"),
        (("hk-mahjong", "[1111m]234p567p88s99s+9s", "--heavenly", "--win", "self-draw"), "hk.items"),
        (("hk-mahjong", "(111m)234p567p88s99s+9s", "--win", "self-draw", "--kong-draw"), "hk.items"),
        (("hk-mahjong", "123m456p789s22s11m+1m", "--win", "rob-kong"), "hk.rob"),
        (("hk-mahjong", "(123m)@S 234p567p88s99s+9s"), "hk.chow"),
        (("lingxi-mahjong", "(123m)@S", "--indicators", "5m W"), "lx.chow"),
        (("lingxi-mahjong", "123p456p789p234s67p99s46m+5m", "--win", "rob-kong", "--indicators", "5mW"), "lx.wild-use"),
        (("lingxi-mahjong", "1p", "--indicators", "5m W", "--seat", "S", "--earthly", "--last-tile",
          "--set", "last_four_played=true"), "lx.items"),
        (("shaoyang-bopi", "s1 (s2s2s2)", "--win", "turned"), "bp.turned"),
        (("shaoyang-bopi", "s1 s2", "--win", "standing"), "bp.wei"),
    ],
)  # fmt: skip
def test_circumstances_that_cannot_be_are_refused_with_their_clause(
    paipu: Paipu, args: tuple[str, ...], clause: str
) -> None:
    for lang in ("en", "zh-Hant", "zh-Hans"):
        ran = paipu("score", *args, "--lang", lang)
        assert (ran.code, ran.out) == (2, "")
        assert clause in ran.err


def test_a_loser_is_stated_once(paipu: Paipu) -> None:
    args = ("lingxi-mahjong", "123p456p789p234p678p99p", "--indicators", "5m W", "--loser", "S=3")
    ran = paipu("score", *args, "--loser", "南=4")
    assert (ran.code, ran.out) == (2, "")
    assert "twice" in ran.err
