"""The sentences of the calculators: all used, none missing, filled in three languages for every golden hand."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from pathlib import Path

import pytest

from replay import scoring
from replay.scoring import CALCULATORS, FAMILY, SEATS, Answer, RequestError, calculator, group_name, say, score, seat_of
from schemas.errors import UsageError
from schemas.tiles import LANGUAGES
from tests.replay.test_scoring_mahjong import HK, HOW, LX, lingxi_hand, meld, rows
from tests.replay.test_scoring_zipai import AX, BP, written
from tests.replay.test_scoring_zipai import HOW as ZIPAI_HOW
from tests.replay.test_scoring_zipai import rows as zipai_rows

FOLDER = Path(scoring.__file__).parent
TEXTS = tomllib.loads((FOLDER / "scoring.toml").read_text(encoding="utf-8"))
SOURCES = (*FOLDER.glob("scoring*.py"), *FOLDER.glob("games/*/calculator.py"))
BUILT = {"ax-discard", "ax-deal", "bp-shape-0", "bp-shape-1"}
"""Keys that are put together at run time."""


def _constants() -> set[str]:
    out = set()
    for path in SOURCES:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        out |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return out


def _asked() -> set[str]:
    """Keys given to a RequestError, a Note or a Change."""
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    found = re.findall(r'RequestError\("([a-z0-9-]+)"', source)
    found += re.findall(r'Note\("[a-z]+", "([a-z0-9-]+)"', source)
    return {*found, *re.findall(r'[Cc]hange\("([a-z0-9-]+)"', source)}


def test_every_sentence_is_used_and_every_key_has_a_sentence() -> None:
    assert set(TEXTS["reasons"]) - _constants() == BUILT
    assert _asked() <= set(TEXTS["reasons"])
    assert len(_asked()) > 40


@pytest.mark.parametrize("table", ["reasons", "words"])
def test_every_entry_has_three_languages_with_the_same_placeholders(table: str) -> None:
    for key, texts in TEXTS[table].items():
        assert set(texts) == set(LANGUAGES), key
        assert len({frozenset(f for _, f, _, _ in string.Formatter().parse(t) if f) for t in texts.values()}) == 1, key


def test_every_seat_way_to_win_and_circumstance_has_a_word() -> None:
    for game in CALCULATORS:
        asked = calculator(game)
        for key in (*SEATS[FAMILY[game]], *asked.wins, *asked.marks):
            assert key in TEXTS["words"]
        assert set(asked.own) < set(asked.wins)
        assert {how for hows in asked.marks.values() for how in hows} <= set(asked.wins)


def _answers() -> list[Answer]:
    """Every golden hand, counted under a few circumstances."""
    out = []
    for param in rows(HK):
        row = param.values[0]
        tiles = [*row["concealed"], *map(meld, row["melds"]), *(row["flowers"] or ())]
        for how in ("discard", "self-draw"):
            out.append(score(HK, " ".join(tiles), win=how, seat="W", wind="S"))
    for param in rows(LX, "winner_tai"):
        asked = param.values[0]["input"]
        hand = lingxi_hand(asked)
        claimed = any(laid.form in ("chow", "pung") for laid in hand.melds)
        for how in ("discard", "self-draw", *(("claim",) if claimed else ())):
            out.append(score(LX, hand, win=how, seat=asked["wind"], indicators=asked["inds"], losers={"N": 3}))
        assert asked["how"] in HOW
    for game in (BP, AX):
        for param in zipai_rows(game):
            row = param.values[0]
            how, own = ZIPAI_HOW[row["win_from"]], {meld[0] for meld in row["melds"]} & {"wei", "ti"}
            if own or how != "standing":
                out.append(score(game, written(row), win=how, seat=0 if row["win"] is None else 1))
    return out


def test_every_note_of_the_golden_hands_is_said_in_full() -> None:
    answers = _answers()
    kinds = {note.kind for answer in answers for note in answer.notes}
    assert kinds == {"failed", "missed", "hint", "remark"}
    for answer in answers:
        for lang in LANGUAGES:
            for note in answer.notes:
                sentence = say(note, answer.game, lang)
                assert sentence
                assert "{" not in sentence
                assert lang == "en" or not sentence.isascii()
            assert all(group_name(group.form, answer.game, lang) for group in answer.groups)
        assert answer.win != bool(answer.failed())
        assert answer.plain()["win"] == answer.win


def test_a_seat_is_known_by_its_wind_its_place_or_its_number() -> None:
    assert [seat_of(s, HK) for s in ("E", "s", "西", 3, "0")] == [0, 1, 2, 3, 0]
    assert [seat_of(s, BP) for s in ("dealer", "下家", "數醒", "last", 1)] == [0, 1, 2, 3, 1]
    with pytest.raises(RequestError, match="E S W N"):
        seat_of("dealer", HK)


def test_a_game_without_hands_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UsageError, match="known"):
        score("tsair-deng", "11")
    with pytest.raises(UsageError, match="hk-mahjong"):
        score("hk-mahjon", "11")
