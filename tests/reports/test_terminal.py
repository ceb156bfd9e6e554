"""The replay in the terminal."""

from __future__ import annotations

import json
import re

import click
import pytest

from replay.audit import audit
from reports.terminal import Walker, text_steps, walk
from schemas.errors import UsageError
from schemas.tiles import LANGUAGES
from tests.reports.fakes import domino_match, from_lines, lines


def test_every_step_is_told_and_the_last_one_has_the_result():
    match = domino_match()
    told = list(text_steps(match, 1))
    assert len(told) == 33
    assert told[0].splitlines()[0] == "0/32  The deal. 阿芳 deals."
    assert "阿芳 leads 46; 6 is open." in told[1]
    assert "阿明 joins 64; 4 is open." in told[2]
    assert "chain 46 64" in told[2]
    assert "Result: 阿珍 wins." in told[32]
    assert "Points +102" in told[32]
    assert not any("Result" in text for text in told[:32])


def test_a_seat_is_told_only_what_it_may_see():
    match = domino_match()
    open_, seen = list(text_steps(match, 1)), list(text_steps(match, 1, seat=1))
    assert "阿強 cannot join and drinks 22, face down." in open_[16]
    assert "阿強 cannot join and drinks a tile, face down." in seen[16]
    assert "drunk (22)" in open_[16]
    assert "drunk ▮" in seen[16]
    for step, text in enumerate(seen[:32]):
        for line in text.splitlines():
            if "hand" in line and "阿珍" not in line:
                assert set(line.split("hand ")[1].split(";")[0].split()) == {"▮"}, step


@pytest.mark.parametrize("lang", LANGUAGES)
def test_steps_are_told_in_every_language(lang):
    told = list(text_steps(domino_match(), 1, lang=lang))
    assert {"en": "joins 64", "zh-Hant": "接龍血", "zh-Hans": "接龙血"}[lang] in told[2]


def test_a_name_or_a_note_cannot_make_lines_of_its_own():
    text = lines()
    text[0] = text[0].replace("阿珍", "two\\nlines\\u2028\\u001b[2J")
    text[2] = text[2].replace("}", ',"note":"a\\r\\nb\\u202e"}')
    match = from_lines(text)
    told = list(text_steps(match, 1))
    assert [len(t.splitlines()) for t in told] == [len(t.splitlines()) for t in text_steps(domino_match(), 1)]
    assert "two\\nlines\\u2028\\x1b[2J" in told[0]
    assert "(Note: a\\r\\nb\\u202e)" in told[1]
    walker = Walker(match, 1, "en")
    walker.key("v")
    walker.key("v")
    assert "Seen from: two\\nlines\\u2028\\x1b[2J\n" in walker.screen()


def test_chinese_text_has_chinese_marks_and_no_english_word():
    text = lines()
    text[2] = text[2].replace("}", ',"note":"快"}')
    text[-1] = text[-1].replace("[", "[1", 1)
    ascii_word, spaced_mark = re.compile("[A-Za-z]{2,}"), re.compile("[:;,.] ")
    for match in (domino_match(), from_lines(text)):
        for lang in ("zh-Hant", "zh-Hans"):
            for number in range(1, 5):
                for told in text_steps(match, number, lang=lang, seat=0):
                    assert not ascii_word.search(told), told
                    assert not spaced_mark.search(told), told


def test_what_a_seat_has_by_now_stands_at_the_end_of_a_round():
    match, totals = domino_match(), [0, 0, 0, 0]
    for number, outcome in enumerate(audit(match).outcomes, start=1):
        totals = [a + b for a, b in zip(totals, outcome.points, strict=True)]
        said = [*text_steps(match, number)][-1].splitlines()[-8:]
        for name, points, total in zip(match.header.players, outcome.points, totals, strict=True):
            (line,) = [line for line in said if line.startswith(f"    {name}: Points")]
            assert f"Points {points:+d}, " in line or not points
            assert line.endswith(f", Total {total:+d}" if total else ", Total 0")


def test_a_refused_move_is_told_with_its_clause():
    text = lines()
    text[9] = '{"type":"drink","seat":2,"tile":"44","note":"in haste"}'
    told = list(text_steps(from_lines(text), 1))
    assert len(told) == 9
    assert "td.must-play" in told[8]
    assert "in haste" in told[8]
    assert "This move was not made" in told[8]
    assert "No result" in told[8]


def test_a_differing_claim_is_told_at_the_end():
    text = [line.replace('"points":[1,102,-89,-14]', '"points":[2,102,-89,-15]') for line in lines()]
    last = list(text_steps(from_lines(text), 1))[-1]
    assert "rec.points" in last
    assert "The record states otherwise." in last


@pytest.mark.parametrize(("number", "seat", "lang"), [(5, None, "en"), (0, None, "en"), (1, 4, "en"), (1, None, "fr")])
def test_a_round_seat_or_language_that_is_not_there_is_refused(number, seat, lang):
    with pytest.raises(UsageError):
        list(text_steps(domino_match(), number, lang=lang, seat=seat))


def test_an_empty_seat_sees_nothing():
    text = lines(rounds=1)
    head = json.loads(text[0])
    head["players"][2] = None
    with pytest.raises(UsageError, match="seat 2"):
        list(text_steps(from_lines([json.dumps(head), *text[1:]]), 1, seat=2))


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (["\x1b[C", "\x1b[C", "\x1b[C", "\x1b[D"], (1, 2)),
        (["n", "n", "p", " "], (1, 2)),
        (["G"], (1, 32)),
        (["G", "g"], (1, 0)),
        (["\x1b[F", "\x1b[C"], (2, 0)),
        (["]", "]", "["], (2, 0)),
        (["\x1b[6~", "\x1b[D"], (1, 32)),
        (["1", "4", "\r"], (1, 14)),
        (["9", "9", "9", "\n"], (1, 32)),
        (["1", "4", "n"], (1, 1)),
        (["p"], (1, 0)),
        (["]"] * 9, (4, 0)),
        (["z", "\r"], (1, 0)),
    ],
)
def test_keys_lead_where_they_say(keys, place):
    walker = Walker(domino_match(), 1, "en")
    assert all(walker.key(key) for key in keys)
    assert (walker.number, walker.step) == place


@pytest.mark.parametrize("key", ["q", "Q", "\x1b", "\x03"])
def test_a_walk_ends_when_asked(key):
    assert Walker(domino_match(), 1, "en").key(key) is False


def test_hands_can_be_seen_from_each_seat_in_turn():
    walker = Walker(domino_match(), 1, "en")
    seats = []
    for _ in range(6):
        seats.append(walker.seat)
        walker.key("h")
    assert seats == [None, 0, 1, 2, 3, None]
    walker.key("n")
    assert "▮" in walker.screen()


def test_a_number_being_typed_is_shown():
    walker = Walker(domino_match(), 1, "en")
    walker.key("1")
    walker.key("7")
    assert walker.screen().endswith("Go to move 17: Enter")


def test_walking_prints_each_position_and_stops_at_the_last_key(monkeypatch, capsys):
    keys = iter(["\x1b[C", "2", "\r", "q"])
    monkeypatch.setattr(click, "getchar", lambda: next(keys))
    monkeypatch.setattr(click, "clear", lambda: None)
    walk(domino_match(), 2, lang="zh-Hant")
    out = capsys.readouterr().out
    assert "第2局，共4局" in out
    assert "0/" in out
    assert "\n2/" in out
    with pytest.raises(StopIteration):
        next(keys)


@pytest.mark.parametrize("error", [EOFError, KeyboardInterrupt])
def test_walking_ends_when_the_input_ends(monkeypatch, capsys, error):
    def gone() -> str:
        raise error

    monkeypatch.setattr(click, "getchar", gone)
    walk(domino_match())
    assert "The deal." in capsys.readouterr().out
