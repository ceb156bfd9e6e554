"""The four games with a wall or a stock in a real browser: rivers, melds, stacks, the tile on the table, the score."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from replay import registry
from replay.selfplay import play_matches
from reports import words
from reports.frames import MatchFrames, match_frames, readings
from reports.render import page_of
from tests.browser.chromium import Browser
from tests.reports.fakes import parsed

pytestmark = pytest.mark.browser

CODES = [code for code in registry.codes() if code != "tsair-deng"]
MAHJONG = [code for code in CODES if code.endswith("mahjong")]
ZIPAI = [code for code in CODES if code not in MAHJONG]


@cache
def shown(code: str) -> MatchFrames:
    """Frames of six rounds by self-play: the first such match in which every mark is met that a test looks at."""
    wanted = {("melds", "taken"), ("melds", "down"), ("hand", "won")} if code in MAHJONG else set()
    for match in play_matches(code, 20, 11, 6):
        found = match_frames(parsed(match.raw))
        views = [place for r in found.rounds for f in r.frames for place in f.views[None].seats if place is not None]
        met = {(zone, p.mark) for place in views for zone, groups in place.zones.items() for g in groups for p in g}
        if wanted <= met:
            return found
    raise AssertionError(f"{code}: no match by self-play has {wanted}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as found:
        yield found


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Addresses of the games' pages."""
    folder: Path = tmp_path_factory.mktemp("games")
    for code in CODES:
        folder.joinpath(f"{code}.html").write_text(page_of(shown(code), 1, "zh-Hant"), encoding="utf-8")
    return {code: folder.joinpath(f"{code}.html").as_uri() for code in CODES}


def first(code: str, *marks: str, zone: str) -> tuple[int, int, int]:
    """Round, step and seat of the first zone that holds a piece with each of the marks."""
    for r in shown(code).rounds:
        for frame in r.frames:
            for seat, place in enumerate(frame.views[None].seats):
                found = {p.mark for g in (place.zones.get(zone, []) if place is not None else []) for p in g}
                if set(marks) <= found:
                    return r.number, frame.index, seat
    raise AssertionError(f"{code}: no {marks} in any {zone}")


def boxes(browser: Browser, selector: str) -> list[dict[str, Any]]:
    """Where the elements of a selector lie."""
    rect = "(e) => { const r = e.getBoundingClientRect(); return {x: r.x, y: r.y, w: r.width, h: r.height}; }"
    return list(browser.ask(f"[...document.querySelectorAll('{selector}')].map({rect})"))


_SHOWN = """Object.fromEntries([...document.querySelectorAll('#table [data-slot]')].map((zone) => [
  zone.dataset.slot, [...zone.querySelectorAll('.tile')].map((tile) => tile.dataset.t).sort()]))"""


@pytest.mark.parametrize("code", CODES)
def test_a_viewpoint_draws_exactly_what_that_seat_may_see(browser, pages, code):
    r = shown(code).rounds[0]
    for viewer in (None, 1, 2):
        browser.open(pages[code] + (f"#r1m0v{viewer}" if viewer is not None else "#r1m0"))
        for frame in r.frames:
            if frame.index % 3 == 0 or frame.index == len(r.frames) - 1:
                view = frame.views[viewer]
                wanted = {f"t.{name}": groups for name, groups in view.table.items() if name != "stock"}
                for seat, place in enumerate(view.seats):
                    if place is not None:
                        wanted.update({f"s{seat}.{name}": groups for name, groups in place.zones.items()})
                tiles = {slot: sorted(p.tile for g in groups for p in g) for slot, groups in wanted.items()}
                assert browser.ask(_SHOWN) == {slot: row for slot, row in tiles.items() if row}
                assert browser.ask("document.querySelector('.wall b').textContent") == str(view.wall)
            browser.press("ArrowRight")
    assert browser.errors == []


@pytest.mark.parametrize("code", MAHJONG)
def test_rivers_lie_in_rows_of_six_round_the_middle(browser, pages, code):
    r = max(shown(code).rounds, key=lambda r: len(r.frames))
    browser.open(pages[code] + f"#r{r.number}m{len(r.frames) - 1}")
    sides = {side: boxes(browser, f".pool.{side} .tile") for side in ("bottom", "right", "top", "left")}
    for tiles in sides.values():
        rows = sorted({round(t["y"]) for t in tiles})
        for row in rows[:-1]:
            assert len([t for t in tiles if round(t["y"]) == row]) == 6
    (middle,) = boxes(browser, ".middle")
    x, y = middle["x"] + middle["w"] / 2, middle["y"] + middle["h"] / 2
    assert all(t["y"] > y for t in sides["bottom"])
    assert all(t["y"] < y for t in sides["top"])
    assert all(t["x"] > x for t in sides["right"])
    assert all(t["x"] < x for t in sides["left"])


@pytest.mark.parametrize("code", MAHJONG)
def test_a_claimed_tile_lies_on_its_side_and_is_faint_where_it_was_thrown(browser, pages, code):
    number, step, _ = first(code, "taken", zone="melds")
    browser.open(pages[code] + f"#r{number}m{step}")
    (claimed, *_), (other, *_) = boxes(browser, ".z-melds .m-taken"), boxes(browser, ".z-melds .tile:not(.m-taken)")
    assert claimed["w"] > claimed["h"]
    assert claimed["w"] == pytest.approx(other["h"], abs=1)
    assert float(browser.ask("getComputedStyle(document.querySelector('.pool .m-taken svg')).opacity")) < 0.5


@pytest.mark.parametrize("code", MAHJONG)
def test_of_a_concealed_kong_the_outer_tiles_show_their_backs(browser, pages, code):
    number, step, seat = first(code, "down", zone="melds")
    browser.open(pages[code] + f"#r{number}m{step}")
    uses = browser.ask(f"""[...document.querySelectorAll('[data-slot="s{seat}.melds"] .group')].map((group) =>
      [...group.querySelectorAll('use')].map((use) => use.getAttribute('href')))""")
    assert any(group[0] == group[3] == "#t-back" != group[1] for group in uses if len(group) == 4)


@pytest.mark.parametrize("code", ZIPAI)
def test_zipai_stand_tall_in_columns_and_the_turned_card_is_the_largest(browser, pages, code):
    found = next(
        (r.number, f.index)
        for r in shown(code).rounds
        for f in r.frames
        if f.views[None].table.get("tile") and any(s and s.zones["melds"] for s in f.views[None].seats)
    )
    browser.open(pages[code] + "#r{}m{}".format(*found))
    (big,) = boxes(browser, ".middle .z-tile .tile")
    others = boxes(browser, "#table .seat .tile:not(.inline)")
    assert all(t["h"] / t["w"] == pytest.approx(92 / 34, abs=0.05) for t in [big, *others])
    assert all(big["h"] > 1.3 * t["h"] for t in others)
    stack = boxes(browser, ".z-melds .stack:first-of-type .tile")
    assert all(a["y"] < b["y"] < a["y"] + a["h"] for a, b in pairwise(stack[:3]))
    out = browser.ask("document.querySelector('.seat.idle').textContent")
    assert words.word("sits-out", "zh-Hant", code) in out


@pytest.mark.parametrize("code", [c for c in CODES if c == "lingxi-mahjong"])
def test_indicators_are_labelled_and_wild_tiles_ringed(browser, pages, code):
    number, step, _ = first(code, "wild", zone="hand")
    browser.open(pages[code] + f"#r{number}m{step}")
    assert "財神指示牌" in browser.ask("document.querySelector('.z-indicators').textContent")
    assert browser.ask("document.querySelectorAll('.z-indicators .tile').length") == 2
    ring = browser.ask("getComputedStyle(document.querySelector('.m-wild'), '::before').boxShadow")
    assert "rgb(226, 85, 154)" in ring


@pytest.mark.parametrize("code", CODES)
def test_the_result_names_each_pattern_with_value_and_tiles_and_the_reading(browser, pages, code):
    r = next(r for r in shown(code).rounds if readings(r))
    assert r.outcome is not None
    browser.open(pages[code] + f"#r{r.number}m999")
    for lang in ("zh-Hant", "zh-Hans", "en"):
        lines = browser.ask("""[...document.querySelectorAll('#result .counted:first-of-type .items li')].map((li) => [
          li.querySelector('.what').textContent, li.querySelector('b')?.textContent ?? '',
          [...li.querySelectorAll('.tile')].map((tile) => tile.dataset.t)])""")
        score = r.outcome.scores[r.outcome.winners[0]]
        assert score is not None
        wanted = [[words.item(code, i.id, lang), str(i.value or ""), list(i.tiles)] for i in score.items]
        assert lines == wanted
        sets = browser.ask("""[...document.querySelectorAll('#result .counted:first-of-type .set')].map((set) =>
          [...set.querySelectorAll('.tile')].map((tile) => tile.dataset.t))""")
        groups = readings(r)[r.outcome.winners[0]]
        assert sets == [[tile.partition(":")[0] for tile in tiles] for _, tiles, _ in groups]
        browser.press("l")
    points = browser.ask("[...document.querySelectorAll('#result tbody td:nth-child(3)')].map((td) => td.textContent)")
    assert [int(p.replace("\u2212", "-")) for p in points] == list(r.outcome.points)
    assert browser.ask("document.querySelectorAll('.seat .badge.won').length") == len(r.outcome.winners)


@pytest.mark.parametrize("code", MAHJONG)
def test_the_winning_tile_is_marked(browser, pages, code):
    number, step, _ = first(code, "won", zone="hand")
    browser.open(pages[code] + f"#r{number}m{step}")
    assert browser.ask("document.querySelectorAll('.z-hand .m-won').length") == 1
    assert browser.ask("getComputedStyle(document.querySelector('.z-hand .m-won')).outlineStyle") == "solid"


@pytest.mark.parametrize("code", CODES)
def test_the_wall_can_be_opened_when_all_hands_lie_open_and_not_from_a_seat(browser, pages, code):
    r = next(r for r in shown(code).rounds if r.setup.stock)
    browser.open(pages[code] + f"#r{r.number}m8")
    browser.ask("document.getElementById('stock').open = true")
    drawn = "[...document.querySelectorAll('#stock .tile')].map((tile) => tile.dataset.t)"
    browser.send("Runtime.evaluate", expression="new Promise(requestAnimationFrame)", awaitPromise=True)
    assert browser.ask(drawn) == [p.tile for p in r.frames[8].views[None].table["stock"][0]]
    browser.press("h")
    assert browser.ask("document.getElementById('stock').hidden") is True
    assert browser.ask(drawn) == []


@pytest.mark.parametrize("code", CODES)
def test_no_tile_of_a_game_sticks_out_and_a_phone_needs_no_sideways_scrolling(browser, pages, code):
    for width, height in ((1280, 860), (1024, 768), (360, 740)):
        browser.open(pages[code], width, height)
        for number in range(1, 5):
            steps = len(shown(code).rounds[number - 1].frames)
            for step in (0, steps // 2, steps - 1):
                browser.ask(f"location.hash = '#r{number}m{step}'")
                browser.send("Runtime.evaluate", expression="new Promise(requestAnimationFrame)", awaitPromise=True)
                assert browser.ask("document.documentElement.scrollWidth") <= width
                ((table,), tiles) = boxes(browser, "#table"), boxes(browser, "#table .tile")
                assert all(t["x"] >= table["x"] and t["x"] + t["w"] <= table["x"] + table["w"] for t in tiles)
                assert all(t["y"] >= table["y"] and t["y"] + t["h"] <= table["y"] + table["h"] for t in tiles)
