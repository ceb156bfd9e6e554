"""The replay page in a real browser: keys, links, hidden hands, narrow screens, and no network."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from replay import registry
from replay.engine import steps
from replay.selfplay import play_matches
from reports.frames import match_frames
from reports.render import page_of, replay_page
from tests.browser.chromium import Browser
from tests.reports.fakes import domino_match, from_lines, lines, mahjong, parsed, zipai

pytestmark = pytest.mark.browser

_NASTY = "</script><script>window.pwned = 1</script><img src=x onerror='window.pwned = 2'>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as found:
        yield found


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Addresses of pages written once."""
    folder: Path = tmp_path_factory.mktemp("pages")
    wrong = lines()
    wrong[0] = wrong[0].replace("阿強", _NASTY)
    wrong[9] = '{"type":"drink","seat":2,"tile":"44"}'
    texts = {
        "domino": replay_page(domino_match()),
        "third": replay_page(domino_match(), 3, lang="zh-Hant"),
        "wrong": replay_page(from_lines(wrong)),
        "mahjong": page_of(mahjong(), 1, "en"),
        "zipai": page_of(zipai(), 1, "zh-Hant"),
    }
    for name, text in texts.items():
        folder.joinpath(f"{name}.html").write_text(text, encoding="utf-8")
    return {name: folder.joinpath(f"{name}.html").as_uri() for name in texts}


def place(browser: Browser) -> str:
    return str(browser.ask("location.hash"))


def said(browser: Browser) -> str:
    return str(browser.ask("document.getElementById('said').textContent"))


def test_the_page_opens_without_network_and_without_complaint(browser, pages):
    for url in pages.values():
        browser.open(url)
        assert browser.ask("document.querySelectorAll('#table .tile').length") > 0
        browser.press("End", "ArrowLeft", "PageDown", "v", "h", "l")
        assert [r for r in browser.requests if not r.startswith(("file:", "data:", "about:"))] == []
        assert browser.errors == []


def test_keys_step_jump_and_change_rounds(browser, pages):
    browser.open(pages["domino"])
    assert place(browser) == "#r1m0"
    assert "deals" in said(browser)
    browser.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert place(browser) == "#r1m3"
    assert "阿珍 joins 41; 1 is open." in said(browser)
    browser.press("ArrowLeft")
    assert place(browser) == "#r1m2"
    browser.press("End")
    assert place(browser) == "#r1m32"
    assert "阿珍 wins" in browser.ask("document.getElementById('result').textContent")
    assert browser.ask("document.getElementById('result').hidden") is False
    browser.press("ArrowRight")
    assert place(browser) == "#r2m0"
    browser.press("ArrowLeft", "Home")
    assert place(browser) == "#r1m0"
    assert browser.ask("document.getElementById('result').hidden") is True
    browser.press("PageDown", "PageDown")
    assert place(browser) == "#r3m0"
    browser.press("PageUp")
    assert place(browser) == "#r2m0"
    browser.press("1", "4", "Enter")
    assert place(browser) == "#r2m14"
    browser.press("3", "Escape")
    assert place(browser) == "#r2m14"


def test_the_move_list_slider_and_buttons_follow_and_lead(browser, pages):
    browser.open(pages["domino"] + "#r1m5")
    current = "document.querySelector('#moves [aria-current]').dataset.step"
    assert browser.ask(current) == "5"
    assert browser.ask("document.getElementById('slider').value") == "5"
    browser.ask("document.querySelector('#moves [data-step=\"20\"]').click()")
    assert place(browser) == "#r1m20"
    browser.ask("document.getElementById('next').click()")
    assert browser.ask(current) == "21"
    browser.ask("{ const s = document.getElementById('slider'); s.value = 7; s.dispatchEvent(new Event('input')); }")
    assert place(browser) == "#r1m7"
    browser.ask("document.querySelectorAll('#rounds button')[3].click()")
    assert place(browser) == "#r4m0"
    browser.ask("document.getElementById('last').click()")
    assert browser.ask("document.getElementById('last').disabled && document.getElementById('next').disabled") is True


def test_a_link_to_a_step_is_obeyed_on_load_and_when_it_changes(browser, pages):
    browser.open(pages["domino"] + "#r2m14")
    assert place(browser) == "#r2m14"
    assert browser.ask("document.querySelector('#rounds [aria-current]').textContent") == "2"
    browser.ask("location.hash = '#r3m4'")
    assert browser.ask("document.getElementById('slider').value") == "4"
    browser.ask("location.hash = '#r99m999'")
    assert place(browser).startswith("#r4m")
    browser.ask("location.hash = '#r1m16v1'")
    assert browser.ask("document.getElementById('hidden').getAttribute('aria-pressed')") == "true"
    assert browser.ask("document.getElementById('seat').value") == "1"
    browser.open(pages["domino"] + "#nonsense")
    assert place(browser) == "#r1m0"
    browser.open(pages["third"])
    assert place(browser) == "#r3m0"
    assert browser.ask("document.documentElement.lang") == "zh-Hant"


_SHOWN = """[...document.querySelectorAll('#table .zone')].map((zone) => [
  (zone.closest('.seat')?.getAttribute('aria-label') ?? '') + zone.className.replace('zone z-', '.'),
  [...zone.querySelectorAll('use')].map((use) => use.getAttribute('href').slice(3))])"""


def test_a_viewpoint_draws_exactly_what_that_seat_may_see(browser, pages):
    match = domino_match()
    r = match.rounds[0]
    game = registry.get(match.game)
    names = match.header.players
    compared = 0
    for seat in (None, 1, 3):
        browser.open(pages["domino"] + (f"#r1m0v{seat}" if seat is not None else "#r1m0"))
        for step in steps(game, r.setup, match.options, r.moves, seat):
            shown = {name: tiles for name, tiles in browser.ask(_SHOWN) if tiles}
            wanted = {".chain": [p.tile for p in step.view.table["chain"][0]]}
            for s, held in enumerate(step.view.seats):
                for name, groups in held.zones.items():
                    wanted[f"{names[s]}.{name}"] = [p.tile.replace("?", "back") for g in groups for p in g]
            assert shown == {name: tiles for name, tiles in wanted.items() if tiles}
            compared += 1
            browser.press("ArrowRight")
    assert compared == 3 * 33


def test_no_word_of_a_viewpoint_tells_a_hidden_tile(browser, pages):
    browser.open(pages["domino"] + "#r1m16v1")
    assert said(browser) == "阿強 cannot join and drinks a tile, face down."
    assert browser.ask("document.querySelector('#said use').getAttribute('href')") == "#t-back"
    listed = browser.ask("document.querySelector('#moves [data-step=\"16\"]').textContent")
    assert "22" not in listed
    labels = browser.ask("[...document.querySelectorAll('.seat:not(.bottom) .tile')].map((t) => t.title)")
    assert set(labels) == {"face-down tile", "face-down tile, face down"} or set(labels) == {"face-down tile"}
    browser.press("h")
    assert "22" in said(browser)
    browser.open(pages["zipai"] + "#r1m4v0")
    assert "拾" not in said(browser)


def test_the_viewpoint_sits_at_the_bottom_and_the_others_counter_clockwise(browser, pages):
    browser.open(pages["domino"])
    sides = "['bottom','right','top','left'].map((side) => document.querySelector('.seat.' + side))"
    order = f"{sides}.map((seat) => seat.getAttribute('aria-label'))"
    assert browser.ask(order) == ["阿明", "阿珍", "阿強", "阿芳"]
    browser.press("v")
    assert browser.ask(order) == ["阿珍", "阿強", "阿芳", "阿明"]
    assert place(browser) == "#r1m0o1"
    boxes = f"{sides}.map((seat) => seat.getBoundingClientRect())"
    middle = "(r) => [r.x + r.width / 2, r.y + r.height / 2]"
    (bx, by), (rx, ry), (tx, ty), (lx, ly) = browser.ask(f"{boxes}.map({middle})")
    assert lx < bx < rx
    assert abs(bx - tx) < 2
    assert ty < ry < by
    assert ty < ly < by


_CHAIN = """[...document.querySelectorAll('.z-chain use')].map((use) => [
  use.getAttribute('href').slice(3), use.getAttribute('transform').match(/-?[\\d.]+/g).map(Number)])"""


def _halves(code: str, turn: list[float]) -> list[tuple[int, tuple[int, int]]]:
    """Both ends of a drawn domino: number and the middle of its half."""
    angle, x, y = turn
    out = []
    for number, up in ((int(code[0]), -20), (int(code[1]), 20)):
        a = math.radians(angle)
        out.append((number, (round(x - up * math.sin(a)), round(y + up * math.cos(a)))))
    return out


@pytest.mark.parametrize(("width", "height"), [(1280, 860), (800, 700), (360, 740)])
def test_joined_ends_touch_and_no_domino_lies_on_another(browser, pages, width, height):
    match = domino_match()
    for number in (1, 2, 3):
        moves = [m for m in match.rounds[number - 1].moves if m.verb == "play"]
        browser.open(pages["domino"] + f"#r{number}m999", width, height)
        drawn = browser.ask(_CHAIN)
        assert [code for code, _ in drawn] == [m.tile for m in moves]
        cells: set[tuple[int, int]] = set()
        last: tuple[int, tuple[int, int]] | None = None
        for (code, turn), move in zip(drawn, moves, strict=True):
            halves = _halves(code, turn)
            if last is not None:
                joined, out = sorted(halves, key=lambda half: math.dist(half[1], last[1]))
                assert joined[0] == last[0]
                assert math.dist(joined[1], last[1]) == pytest.approx(40)
            else:
                out = max(halves, key=lambda half: half[1][0])
            assert out[0] == move.open
            last = out
            assert not cells & {half[1] for half in halves}
            cells |= {half[1] for half in halves}
        x, y = browser.ask("['x', 'y'].map((k) => Number(document.querySelector('.open-end').getAttribute(k)))")
        assert last is not None
        assert (x + 19, y + 19) == last[1]


@pytest.mark.parametrize("name", ["domino", "wrong", "mahjong", "zipai"])
def test_a_narrow_screen_needs_no_sideways_scrolling(browser, pages, name):
    for width in (320, 360, 768):
        browser.open(pages[name], width, 740)
        for keys in ([], ["ArrowRight"] * 3, ["End"], ["v", "h"], ["l"]):
            browser.press(*keys)
            assert browser.ask("document.documentElement.scrollWidth") <= width


_SEEN = """(() => {
  const box = (s) => document.querySelector(s)?.getBoundingClientRect();
  const seen = (s) => { const r = box(s); return !r || (r.top >= 0 && r.bottom <= innerHeight
    && document.querySelector(s).contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2))); };
  return ['#said span:last-child', '.seat.bottom .z-hand', '.seat.bottom .plate', '#next'].filter((s) => !seen(s));
})()"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (360, 780), (740, 360)])
@pytest.mark.parametrize("game", registry.codes())
def test_on_a_phone_the_move_in_words_and_the_own_hand_stay_in_sight(browser, tmp_path, game, width, height):
    match = parsed(next(play_matches(game, 1, 5, 2)).raw)
    tmp_path.joinpath("page.html").write_text(page_of(match_frames(match), 1, "en"), encoding="utf-8")
    last = len(match.rounds[0].moves)
    browser.open(tmp_path.joinpath("page.html").as_uri(), width, height)
    for step in (0, last // 3, 2 * last // 3, last):
        browser.ask(f"location.hash = '#r1m{step}'")
        browser.send("Runtime.evaluate", expression="new Promise(requestAnimationFrame)", awaitPromise=True)
        browser.send("Runtime.evaluate", expression="new Promise(requestAnimationFrame)", awaitPromise=True)
        assert browser.ask(_SEEN) == [], (game, step)
        assert browser.ask("document.documentElement.scrollWidth") == width


def test_nobody_is_to_move_when_the_round_is_over(browser, tmp_path):
    _, match = play_matches("anxiang-weimaque", 2, 5, 4)
    shown = match_frames(parsed(match.raw))
    r = next(r for r in shown.rounds if r.frames[-1].views[None].turn)
    tmp_path.joinpath("page.html").write_text(page_of(shown, 1, "zh-Hans"), encoding="utf-8")
    browser.open(tmp_path.joinpath("page.html").as_uri() + f"#r{r.number}m999")
    assert browser.ask("document.querySelectorAll('.seat.moving, .badge.now').length") == 0
    assert browser.ask("document.getElementById('turn').textContent").startswith("此局完。")


def test_a_name_of_five_hundred_letters_breaks_no_page(browser, tmp_path):
    text = lines()
    text[0] = text[0].replace("阿珍", "W" * 500).replace("阿強", "名" * 500).replace("阿芳", "\u05e9" * 500)
    tmp_path.joinpath("page.html").write_text(replay_page(from_lines(text)), encoding="utf-8")
    for width, height in ((1280, 860), (360, 740)):
        browser.open(tmp_path.joinpath("page.html").as_uri(), width, height)
        for keys in ([], ["ArrowRight"] * 3, ["End"], ["v"], ["v"]):
            browser.press(*keys)
            assert browser.ask("document.documentElement.scrollWidth") <= width
            assert _outside(browser) == []
            assert browser.ask("document.getElementById('dock').offsetHeight < innerHeight / 2")


_BOXES = """[...document.querySelectorAll('%s')].map((e) => e.getBoundingClientRect())
  .map((r) => [r.left, r.top, r.right, r.bottom])"""


def _outside(browser: Browser) -> list[list[float]]:
    """Tiles and seats that stick out of the table."""
    ((left, top, right, bottom),) = browser.ask(_BOXES % "#table")
    boxes = browser.ask(_BOXES % "#table .tile, #table .seat")
    return [b for b in boxes if b[0] < left or b[1] < top or b[2] > right or b[3] > bottom]


def _overlapping(browser: Browser) -> bool:
    """Whether one seat, or the chain, lies on another; a pixel is let pass."""
    pairs = itertools.combinations(browser.ask(_BOXES % "#table .seat, #table .chain-room svg"), 2)
    return any(a[0] < b[2] - 1 and b[0] < a[2] - 1 and a[1] < b[3] - 1 and b[1] < a[3] - 1 for a, b in pairs)


def test_no_tile_is_cut_off_or_covered_on_a_desktop(browser, pages):
    for name, width, height in itertools.product(("domino", "mahjong", "zipai"), (1280, 1000), (860, 640)):
        browser.open(pages[name], width, height)
        for keys in ([], ["ArrowRight"], ["ArrowRight"], ["ArrowRight"], ["End"], ["v"], ["v"], ["v"]):
            browser.press(*keys)
            assert _outside(browser) == [], (name, width, height)
            assert not _overlapping(browser), (name, width, height)
            if (width, height) == (1280, 860):
                size = browser.ask("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
                assert size == [width, height], "the whole table is on the screen"


def test_the_language_of_everything_can_be_switched(browser, pages):
    browser.open(pages["domino"] + "#r1m16")
    assert "drinks 22" in said(browser)
    browser.press("l")
    assert said(browser) == "阿強接不上\uff0c飲倔二。"
    assert browser.ask("document.title").startswith("斜釘")
    choose = "s.value = 'zh-Hans'; s.dispatchEvent(new Event('change'));"
    browser.ask(f"{{ const s = document.getElementById('lang'); {choose} }}")
    assert said(browser) == "阿強接不上\uff0c饮倔二。"
    assert browser.ask("document.documentElement.lang") == "zh-Hans"
    assert "接" in browser.ask("document.querySelector('#moves [data-step=\"2\"]').textContent")
    assert browser.ask("document.getElementById('next').getAttribute('aria-label')") == "下一手 (→)"


def test_a_violation_is_said_at_its_step_and_names_are_only_text(browser, pages):
    browser.open(pages["wrong"])
    assert browser.ask("document.querySelectorAll('#bad .violation').length") == 0
    browser.press("x")
    assert place(browser) == "#r1m8"
    assert "td.must-play" in browser.ask("document.querySelector('#bad .violation').textContent")
    assert browser.ask("document.querySelector('#moves [data-step=\"8\"]').classList.contains('wrong')") is True
    assert browser.ask("document.querySelectorAll('#moves .unjudged').length") == 24
    assert _NASTY in browser.ask("document.body.textContent")
    assert browser.ask("window.pwned ?? null") is None
    assert browser.ask("document.images.length") == 0


def test_everything_can_be_reached_and_used_by_keyboard(browser, pages):
    browser.open(pages["domino"])
    reached = []
    for _ in range(40):
        browser.press("Tab")
        reached.append(browser.ask("document.activeElement.id || document.activeElement.tagName"))
    assert {"lang", "help-open", "run", "next", "last", "slider", "seat", "hidden"} <= set(reached)
    nameless = "(b) => !b.textContent.trim() && !b.getAttribute('aria-label')"
    assert browser.ask(f"[...document.querySelectorAll('button')].filter({nameless}).length") == 0
    assert browser.ask("document.querySelectorAll('#moves [tabindex=\"0\"]').length") == 1
    browser.ask("document.getElementById('next').focus()")
    browser.press(" ")
    assert place(browser) == "#r1m1", "a focused button is pressed once"
    browser.ask("document.getElementById('slider').focus()")
    browser.press("ArrowRight")
    assert place(browser) == "#r1m2", "the slider steps once"
    browser.press("?", modifiers=8)
    assert browser.ask("document.getElementById('help').open") is True
    browser.press("ArrowRight")
    assert place(browser) == "#r1m2"
    browser.press("Escape")
    assert browser.ask("document.getElementById('help').open") is False
    browser.ask("document.querySelector('#moves [data-step=\"2\"]').focus()")
    browser.press("ArrowRight")
    assert browser.ask("document.activeElement.dataset.step") == "3", "the focus follows in the list"
    assert browser.ask("document.getElementById('said').getAttribute('aria-live')") == "polite"


def test_dark_and_still_are_honoured_when_preferred(browser, pages):
    background = "getComputedStyle(document.body).backgroundColor"
    moving = "getComputedStyle(document.querySelector('.open-end')).animationName"
    browser.open(pages["domino"] + "#r1m5")
    light = browser.ask(background)
    assert browser.ask(moving) == "pulse"
    browser.prefer(prefers_color_scheme="dark", prefers_reduced_motion="reduce")
    dark, still = browser.ask(background), browser.ask(moving)
    browser.prefer()
    assert dark != light
    assert still == "none"


def test_the_page_runs_on_its_own_until_stopped(browser, pages):
    browser.open(pages["domino"])
    browser.press(" ")
    assert browser.ask("document.getElementById('run').getAttribute('aria-label')") == "Stop (space)"
    browser.send("Runtime.evaluate", expression="new Promise((done) => setTimeout(done, 1500))", awaitPromise=True)
    assert place(browser) == "#r1m1"
    browser.press(" ")
    browser.send("Runtime.evaluate", expression="new Promise((done) => setTimeout(done, 1300))", awaitPromise=True)
    assert place(browser) == "#r1m1"


def test_a_missing_browser_is_named(monkeypatch):
    from tests.browser import chromium

    monkeypatch.delenv("PAIPU_CHROMIUM", raising=False)
    monkeypatch.setattr(chromium.shutil, "which", lambda name: None)
    with pytest.raises(FileNotFoundError, match="install"):
        chromium.find()
