"""Every registered game on the page and in the terminal: positions, words, who saw what, readings and scores."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from replay import registry
from replay.selfplay import play_matches
from reports import words
from reports.frames import MatchFrames, RoundFrames, match_frames, readings, told
from reports.pages import replay_data
from reports.render import replay_page
from reports.terminal import text_steps
from schemas.codec import read
from schemas.match import Match
from schemas.tiles import LANGUAGES, UNKNOWN
from tests.reports.fakes import parsed
from tests.reports.test_replay_page import check_views

CODES = registry.codes()
GOLDEN = Path(__file__).parents[1] / "data" / "golden" / "rounds"
DRAWN_MARKS = {"", "down", "taken", "added", "new", "won", "wild", "kan", "drawn"}
"""The marks that the page draws (``reports.pages``), without ``open-N``."""
WITHOUT_READING = {"flowers", "slaughter"}
"""Wins of any hand: there are no groups to tell."""


@cache
def match(code: str) -> Match:
    """Six rounds by self-play, as a reader gives them."""
    return parsed(next(play_matches(code, 1, 11, 6)).raw)


@cache
def shown(code: str) -> MatchFrames:
    """Its frames."""
    return match_frames(match(code))


def golden(code: str) -> list[Match]:
    """Golden matches of a game, one in eight."""
    return list(read(str(GOLDEN / f"{code}.paipu.jsonl")))[::8]


def won_rounds(frames: MatchFrames) -> list[RoundFrames]:
    """The rounds that somebody won."""
    return [r for r in frames.rounds if r.outcome is not None and r.outcome.winners]


@pytest.mark.parametrize("code", CODES)
def test_every_position_comes_through_as_the_game_gives_it_to_each_viewer(code):
    data = replay_data(shown(code), 1, "en")
    assert check_views(shown(code), data) > 2000


@pytest.mark.parametrize("code", CODES)
def test_zones_marks_facts_and_forms_of_a_game_have_words_in_every_language(code):
    zones, marks, facts, table_facts, forms, values = set(), set(), set(), set(), set(), set()
    for frames in (shown(code), *map(match_frames, golden(code)[:2])):
        for r in frames.rounds:
            if r.outcome is not None:
                values.add(r.outcome.outcome)
                values |= {v for v in told(r.outcome).values() if isinstance(v, str) and v not in _tiles(r)}
                table_facts |= set(told(r.outcome))
                forms |= {form for reading in readings(r).values() for form, _, _ in reading}
            for frame in r.frames:
                for view in frame.views.values():
                    places = [view.table, *(seat.zones for seat in view.seats if seat is not None)]
                    zones |= {name for place in places for name in place}
                    marks |= {p.mark for place in places for groups in place.values() for g in groups for p in g}
                    table_facts |= set(view.facts)
                    facts |= {name for seat in view.seats if seat is not None for name in seat.facts}
    assert {mark for mark in marks if not mark.startswith("open-")} <= DRAWN_MARKS
    for lang in LANGUAGES:
        assert zones <= set(words.table("zones", lang, code))
        assert marks - {""} <= set(words.table("marks", lang, code)) | {f"open-{n}" for n in range(1, 7)}
        assert values <= set(words.table("values", lang, code)), lang
        for key in forms:
            assert words.form(code, key, lang) != key or (lang == "en" and key in words.table("forms", lang, code))
        for of_table, names in ((False, facts), (True, table_facts)):
            silent = words.SILENT_FACTS
            unnamed = [k for k in names - silent if words.fact(code, k, lang, of_table) == k and lang != "en"]
            assert unnamed == [], (lang, of_table)


def _tiles(r: RoundFrames) -> set[str]:
    tile = r.outcome.facts.get("tile") if r.outcome is not None else None
    return {tile} if tile else set()


@pytest.mark.parametrize("code", CODES)
def test_every_sentence_of_a_game_fills_its_placeholders(code):
    said = set()
    for r in shown(code).rounds:
        for frame in r.frames:
            for lang in LANGUAGES:
                for seen in (True, False):
                    if frame.move is not None:
                        names = match(code).header.players
                        text = words.sentence(frame.move, seen, False, names, lang, code)
                        assert "{" not in text
                        assert names[frame.move.seat] in text
                        said.add((lang, frame.move.verb, seen))
    assert len(said) >= 2 * 3 * len({verb for _, verb, _ in said})


@pytest.mark.parametrize("code", CODES)
def test_the_reading_of_a_winner_is_made_of_the_tiles_that_he_laid_open(code):
    if code == "tsair-deng":
        assert all(not readings(r) for r in won_rounds(shown(code))), "dominoes are not read"
        return
    seen = 0
    for frames in (shown(code), *map(match_frames, golden(code)[:3])):
        for r in won_rounds(frames):
            assert r.outcome is not None
            read = readings(r)
            if r.outcome.facts["how"] in WITHOUT_READING:
                assert read == {}
                continue
            assert set(read) == set(r.outcome.winners)
            for seat, groups in read.items():
                seen += 1
                _same_tiles(code, r, seat, [tile for _, tiles, _ in groups for tile in tiles])
    assert seen >= 3


def _same_tiles(code: str, r: RoundFrames, seat: int, read: list[str]) -> None:
    """Groups and what lies before the winner hold the same tiles; a wild one stands for another."""
    view = r.frames[-1].views[None]
    place = view.seats[seat]
    assert place is not None
    laid = Counter(p.tile for name in ("hand", "melds") for g in place.zones[name] for p in g)
    for name in ("tile", "turned"):
        laid.update(p.tile for g in view.table.get(name, []) for p in g)
    own = Counter(tile for tile in read if not tile.endswith(":wild"))
    wild = sum(tile.endswith(":wild") for tile in read)
    assert not own - laid
    rest = laid - own
    if code == "lingxi-mahjong":
        assert rest.total() == wild
    assert rest.total() == wild or (code in ("shaoyang-bopi", "anxiang-weimaque") and rest.total() <= 1)


@pytest.mark.parametrize("code", CODES)
def test_the_score_panel_has_every_pattern_with_its_name_value_and_tiles(code):
    data = replay_data(shown(code), 1, "zh-Hant")
    tables = {lang: data["langs"][lang]["items"] for lang in LANGUAGES}
    counted = 0
    for entry, r in zip(data["rounds"], shown(code).rounds, strict=True):
        assert r.outcome is not None
        assert entry["result"]["points"] == list(r.outcome.points)
        assert entry["result"]["state"] == "agrees"
        for score, given in zip(r.outcome.scores, entry["result"]["scores"], strict=True):
            assert (score is None) == (given is None)
            if score is None:
                continue
            for item, (key, value, tiles) in zip(score.items, given["items"], strict=True):
                assert (key, value, tuple(tiles)) == item
                assert all(tables[lang][key] != key for lang in LANGUAGES if lang != "en")
                assert set(tiles) <= set(data["langs"]["en"]["labels"])
                counted += 1
    assert counted or code == "tsair-deng"


@pytest.mark.parametrize("code", CODES)
def test_a_tile_that_a_viewer_did_not_see_is_not_told_to_him(code):
    """What others draw unseen: no position of his holds the tile in that place, and no sentence names it."""
    hidden = 0
    for r in shown(code).rounds:
        for frame in r.frames[1:]:
            move = frame.move
            if move is None or getattr(move, "tile", None) is None:
                continue
            for viewer in {0, 1, 2, 3} - frame.seen:
                hidden += 1
                assert move.seat != viewer
                view = frame.views[viewer]
                place = view.seats[move.seat]
                assert place is not None
                zones = [*place.zones.values(), *view.table.values()]
                assert any(p.tile == UNKNOWN for groups in zones for group in groups for p in group)
                text = words.sentence(move, False, False, [None] * 4, "zh-Hant", code)
                named = words.sentence(move, True, False, [None] * 4, "zh-Hant", code)
                assert text != named, move
    assert hidden > 20


def test_the_second_of_two_like_tiles_in_a_row_is_seen_too():
    """One goes to a river as the next comes to the table: there are as many on the table as before."""
    for r in shown("anxiang-weimaque").rounds:
        for before, frame in pairwise(r.frames):
            for viewer, view in frame.views.items():
                on_table = [p.tile for g in view.table["tile"] for p in g]
                if frame.move is not None and on_table == [getattr(frame.move, "tile", None)]:
                    assert viewer in frame.seen, (before.move, frame.move)


@pytest.mark.parametrize("code", CODES)
def test_golden_rounds_are_shown_with_their_results(code):
    for each in golden(code):
        frames = match_frames(each)
        assert frames.verdict.verdict == "valid"
        data = replay_data(frames, 1, "en")
        for entry, r in zip(data["rounds"], each.rounds, strict=True):
            assert entry["result"]["state"] in ("agrees", "computed")
            if r.result is not None:
                assert entry["result"]["points"] == list(r.result.points)
            assert entry["claims"] == []
            assert len(entry["steps"]) == len(r.moves) + 1


@pytest.mark.parametrize("code", CODES)
def test_a_page_of_a_game_is_small(code):
    """A few bytes a step and viewer: eight rounds of 250 moves stay under two megabytes."""
    moves = sum(len(r.moves) for r in match(code).rounds)
    size = len(replay_page(match(code)).encode())
    assert size < 110_000 + 900 * moves


@pytest.mark.parametrize("code", CODES)
def test_the_tiles_left_to_draw_are_sent_once_a_round(code):
    data = replay_data(shown(code), 1, "en")
    slots = data["slots"]
    if code == "tsair-deng":
        assert "stock" not in slots
        return
    assert "t.stock" not in slots
    for entry, r in zip(data["rounds"], shown(code).rounds, strict=True):
        whole = data["pool"][entry["stock"]].split()
        assert whole == [f"{tile}:down" for tile in r.setup.stock or ()]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_terminal_tells_every_step_and_at_the_end_every_pattern(code, lang):
    for r in shown(code).rounds:
        steps = list(text_steps(match(code), r.number, lang=lang))
        assert len(steps) == len(r.frames)
        assert r.outcome is not None
        for score in r.outcome.scores:
            for item in score.items if score is not None else ():
                said = f"      {words.item(code, item.id, lang)}" + (f" {item.value}" if item.value else "")
                colon = ": " if lang == "en" else "："
                assert any(line == said or line.startswith(said + colon) for line in steps[-1].splitlines())
        for reading in readings(r).values():
            assert words.word("reading", lang) in steps[-1]
            for form, _, _ in reading:
                assert words.form(code, form, lang) in steps[-1]
        for frame, text in zip(r.frames, steps, strict=True):
            wall = frame.views[None].wall
            assert wall is None or f"{words.word('wall', lang)} {wall}" in text


@pytest.mark.parametrize("code", CODES)
def test_a_seat_in_the_terminal_is_told_no_hidden_hand(code):
    for r in shown(code).rounds[:2]:
        for viewer in [seat for seat in (0, 1, 2, 3) if r.setup.hands[seat] is not None]:
            for frame, text in zip(r.frames, text_steps(match(code), r.number, lang="en", seat=viewer), strict=True):
                for seat, place in enumerate(frame.views[viewer].seats):
                    hidden = place is not None and any(p.tile == UNKNOWN for g in place.zones["hand"] for p in g)
                    if hidden:
                        name = match(code).header.players[seat]
                        line = next(x for x in text.splitlines()[1:] if x[4:].startswith(name))
                        assert set(line.split("hand ")[1].split(";")[0].split()) == {"▮"}


@pytest.mark.parametrize("code", [c for c in CODES if c in ("shaoyang-bopi", "anxiang-weimaque")])
def test_the_seat_that_sits_out_is_named(code):
    r = shown(code).rounds[0]
    (out,) = [seat for seat in range(4) if r.setup.hands[seat] is None]
    for lang in LANGUAGES:
        for text in text_steps(match(code), 1, lang=lang):
            colon = ": " if lang == "en" else "："
            said = f"    {match(code).header.players[out]}{colon}{words.word('sits-out', lang, code)}"
            assert said in text.splitlines()
