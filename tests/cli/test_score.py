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
    (first,) = paipu("score", "hk-mahjong", *hand, "--heavenly", "--dealer", "--json").rows
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
