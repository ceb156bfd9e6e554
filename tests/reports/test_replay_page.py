"""The replay page as a file: what it holds, what it never holds, and what it says of records that are not in order."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from replay import registry
from replay.engine import steps
from reports.frames import MatchFrames, match_frames
from reports.pages import replay_data, script_json
from reports.render import page_of, replay_page
from schemas.errors import UsageError
from tests.reports.fakes import VIEWERS, domino_match, from_lines, lines, mahjong, zipai


class Parsed(HTMLParser):
    """A page taken apart: elements, the text of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[str] = []
        self.scripts: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.inside.append(tag)
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.scripts[-1] += data
        else:
            self.text += data


def data_of(page: str) -> dict[str, Any]:
    """The data that the script of a page shows."""
    parsed = Parsed(page)
    (found,) = (s for s in parsed.scripts if s.startswith("{"))
    out: dict[str, Any] = json.loads(found)
    return out


def folded(data: dict[str, Any], number: int, step: int, viewer: int | None) -> dict[str, str]:
    """The slots of a position, put together from what changes."""
    at = data["viewers"].index(viewer)
    state: dict[str, str] = {}
    for delta in data["rounds"][number - 1]["steps"][: step + 1]:
        for slot, ref in zip(delta[::2], delta[1::2], strict=True):
            ref = ref[at] if isinstance(ref, list) else ref
            name = data["slots"][slot]
            if ref < 0:
                state.pop(name, None)  # a viewer may never have seen it
            else:
                state[name] = data["pool"][ref]
    if "stock" in state:
        start, end = map(int, state.pop("stock").split(","))
        state["t.stock"] = " ".join(data["pool"][data["rounds"][number - 1]["stock"]].split()[start:end])
    return state


def pieces(view: Any) -> dict[str, list[list[tuple[str, str]]]]:
    """Every zone of a view, without empty groups."""
    out = {f"t.{name}": groups for name, groups in view.table.items()}
    for seat, place in enumerate(view.seats):
        if place is not None:
            out.update({f"s{seat}.{name}": groups for name, groups in place.zones.items()})
    return {name: [[(p.tile, p.mark) for p in group] for group in groups if group] for name, groups in out.items()}


def read_zone(text: str) -> list[list[tuple[str, str]]]:
    groups = [[tuple(p.partition(":")[::2]) for p in group.split()] for group in text.split("|")]
    return [group for group in groups if group]  # type: ignore[misc]


def check_views(shown: MatchFrames, data: dict[str, Any]) -> int:
    """Holds every position of the data against the views; the number of zones compared."""
    compared = 0
    for r in shown.rounds:
        for frame in r.frames:
            for viewer, view in frame.views.items():
                state = folded(data, r.number, frame.index, viewer)
                zones = pieces(view)
                assert {name: read_zone(state[name]) for name in zones} == zones
                assert {name for name in state if "." in name} == set(zones)
                assert state["turn"] == ",".join(map(str, view.turn))
                assert state.get("wall") == (None if view.wall is None else str(view.wall))
                assert json.loads(state["facts"]) == view.facts
                compared += len(zones)
    return compared


def test_the_data_holds_every_position_as_the_engine_gives_it_to_each_viewer():
    match = domino_match()
    data = data_of(replay_page(match))
    game = registry.get(match.game)
    compared = 0
    for number, r in enumerate(match.rounds, start=1):
        for viewer in (None, 0, 1, 2, 3):
            for step in steps(game, r.setup, match.options, r.moves, viewer):
                state = folded(data, number, step.index, viewer)
                assert {k: read_zone(v) for k, v in state.items() if "." in k} == pieces(step.view)
                compared += 1
    assert compared == 5 * sum(len(r.moves) + 1 for r in match.rounds)


@pytest.mark.parametrize("fake", [mahjong, zipai])
def test_any_zones_and_marks_come_through_whatever_the_game(fake):
    shown = fake()
    data = data_of(page_of(shown, 1, "en"))
    assert check_views(shown, data) > 50


def test_a_move_whose_tile_was_not_seen_is_told_without_its_tile():
    data = replay_data(mahjong(), 1, "en")
    draw, discard, pung, win = data["rounds"][0]["moves"]
    assert (draw["k"], draw["h"]) == ("draw", "draw-hidden")
    assert draw["m"] == 0b00011, "all hands open, and the drawer himself"
    assert all("h" not in move for move in (discard, pung, win))
    turned, chow, unseen, wei, _ = replay_data(zipai(), 1, "en")["rounds"][0]["moves"]
    assert "h" not in turned
    assert "h" not in chow
    assert (unseen["h"], wei["h"]) == ("turn-hidden", "wei-hidden")
    assert unseen["m"] == wei["m"] == 0b10001


def test_a_drunk_tile_is_known_to_its_drinker_and_told_to_nobody_else():
    data = data_of(replay_page(domino_match()))
    drinks = [m for r in data["rounds"][:1] for m in r["moves"] if m["k"] == "drink"]
    assert len(drinks) == 9
    # The round's last move ends it, and then every tile is seen.
    assert [m.get("m") for m in drinks] == [*(1 | 2 << m["s"] for m in drinks[:-1]), None]


def test_the_page_needs_nothing_outside_itself():
    page = replay_page(domino_match())
    parsed = Parsed(page)
    for tag, attributes in parsed.elements:
        assert "src" not in attributes, tag
        assert (attributes.get("href") or "#").startswith(("#", "data:,")), tag
        assert tag not in ("iframe", "object", "embed", "base")
    assert "url(" not in page
    assert "@import" not in page
    assert set(re.findall(r"https?://[^\s\"'<]+", page)) == {"http://www.w3.org/2000/svg"}
    (policy,) = (a["content"] for _, a in parsed.elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'")


def test_names_that_look_like_markup_stay_names():
    nasty = "</script><script>alert(1)</script>\u2028<img src=x onerror=alert(2)>&amp;"
    text = lines()
    text[0] = text[0].replace("阿強", nasty)
    page = replay_page(from_lines(text))
    assert nasty not in page
    parsed = Parsed(page)
    assert [tag for tag, _ in parsed.elements].count("script") == 2
    assert "img" not in [tag for tag, _ in parsed.elements]
    shown = nasty.replace("\u2028", "\\u2028")
    assert data_of(page)["players"][2] == shown
    assert shown in parsed.text


@pytest.mark.parametrize("bad", ["</script>", "<!--", "\u2028", "\u2029", "]]>", "&"])
def test_json_in_a_script_holds_nothing_that_ends_it(bad):
    text = script_json({"a": f"x{bad}y"})
    assert not re.search("[<>&\u2028\u2029]", text)
    assert json.loads(text) == {"a": f"x{bad}y"}


def test_only_the_tiles_of_the_match_are_drawn():
    match = domino_match(rounds=1)
    drawn = re.findall(r'<symbol id="t-([^"]+)"', replay_page(match))
    dealt = {tile for hand in match.rounds[0].setup.hands for tile in hand}
    assert set(drawn) == dealt | {"back"}
    assert len(drawn) == len(set(drawn))


def test_the_page_opens_at_the_round_asked_for_and_in_the_language_asked_for():
    page = replay_page(domino_match(), 3, lang="zh-Hans")
    assert data_of(page)["round"] == 3
    assert '<html lang="zh-Hans">' in page
    assert "斜钉" in page


@pytest.mark.parametrize("number", [0, 5, -1])
def test_a_round_that_the_match_does_not_have_is_refused(number):
    with pytest.raises(UsageError, match="round"):
        replay_page(domino_match(), number)


def test_an_unknown_language_is_refused():
    with pytest.raises(UsageError, match="fr"):
        replay_page(domino_match(), lang="fr")


def test_points_items_and_running_totals_stand_at_the_end_of_each_round():
    match = domino_match()
    data = data_of(replay_page(match))
    totals = [0, 0, 0, 0]
    for entry, r in zip(data["rounds"], match.rounds, strict=True):
        assert entry["before"] == totals
        totals = [a + b for a, b in zip(totals, r.result.points, strict=True)]
        assert entry["after"] == totals
        assert entry["result"]["points"] == r.result.points
        assert entry["result"]["state"] == "agrees"
        items = [[(i, v) for i, v, _ in s["items"]] for s in entry["result"]["scores"]]
        assert items == [[tuple(i) for i in s.items] for s in r.result.scores]
    assert totals == match.end.totals
    assert data["langs"]["en"]["items"]["clean"]


def test_an_item_without_a_name_is_shown_by_its_id():
    data = replay_data(mahjong(), 1, "zh-Hant")
    assert data["langs"]["zh-Hant"]["items"]["unheard-of"] == "unheard-of"
    assert data["rounds"][0]["result"]["scores"][2]["items"][0] == ["flush", 13, ["1m", "2m", "3m"]]


def test_a_violation_stands_at_its_move_in_three_languages_and_the_rest_is_not_judged():
    text = lines()
    assert json.loads(text[9])["seat"] == 2
    text[9] = '{"type":"drink","seat":2,"tile":"44","note":"in haste"}'
    data = data_of(replay_page(from_lines(text)))
    first = data["rounds"][0]
    ((violation,),) = first["bad"].values()
    assert list(first["bad"]) == ["8"]
    assert violation["clause"] == "td.must-play"
    assert len(set(violation["text"].values())) == 3
    assert "阿強" in violation["text"]["en"]
    assert first["moves"][-1]["refused"] is True
    assert first["moves"][-1]["note"] == "in haste"
    assert first["steps"][8] == [], "the position stays"
    assert len(first["moves"]) + len(first["unjudged"]) == 32
    hidden = [m for m in [first["moves"][-1], *first["unjudged"]] if m["k"] == "drink"]
    assert [m["m"] for m in hidden] == [1 | 2 << m["s"] for m in hidden], "no position says that others saw them"
    assert first["after"] is None
    assert data["rounds"][1]["result"]["state"] == "agrees"


def test_a_stated_result_that_differs_is_shown_beside_the_computed_one():
    text = [line.replace('"points":[1,102,-89,-14]', '"points":[2,102,-89,-15]') for line in lines()]
    data = data_of(replay_page(from_lines(text)))
    first = data["rounds"][0]
    assert first["result"]["state"] == "differs"
    assert first["result"]["points"] == [1, 102, -89, -14]
    assert first["result"]["stated"]["points"] == [2, 102, -89, -15]
    assert [v["clause"] for v in first["claims"]] == ["rec.points"]
    assert data["verdict"] == "invalid"


def test_a_round_without_a_stated_result_is_marked_as_computed():
    text = [line for line in lines(rounds=1) if '"result"' not in line and '"end"' not in line]
    assert data_of(replay_page(from_lines(text)))["rounds"][0]["result"]["state"] == "computed"


def test_an_impossible_deal_is_shown_as_stated_and_hidden_from_the_others():
    text = lines(rounds=1)
    text[1] = text[1].replace('"13","15"', '"13","13"', 1)
    data = data_of(replay_page(from_lines(text)))
    (first,) = data["rounds"]
    assert [v["clause"] for v in first["bad"]["0"]] == ["td.tiles"]
    assert len(first["steps"]) == 1
    assert folded(data, 1, 0, None)["s0.hand"].startswith("13 13")
    assert folded(data, 1, 0, 1)["s0.hand"] == "? ? ? ? ? ? ? ?"
    assert len(first["unjudged"]) == 32


def test_a_deal_with_unseen_tiles_is_shown_and_said_to_be_unjudged():
    text = lines(rounds=1)[:2]
    text[1] = re.sub(r'\[\["\d\d"', '[["?"', text[1])
    data = data_of(replay_page(from_lines(text)))
    assert data["verdict"] == "unjudged"
    assert data["rounds"][0]["bad"]["0"][0]["soft"] is True
    assert "?" in folded(data, 1, 0, None)["s0.hand"].split()


def test_a_score_line_has_a_result_and_no_table():
    head = lines(rounds=1)[0]
    result = {"type": "result", "outcome": "win", "winners": [1], "points": [-1, 3, -1, -1]}
    data = data_of(replay_page(from_lines([head, '{"type":"round","dealer":null,"hands":null}', json.dumps(result)])))
    (first,) = data["rounds"]
    assert first["scoreOnly"] is True
    assert first["result"]["points"] == [-1, 3, -1, -1]
    assert first["moves"] == []


def test_an_unreadable_round_and_a_faulty_header_still_give_a_page():
    text = lines(rounds=2)
    text[1] = text[1].replace('"dealer"', '"deeler"')
    data = data_of(replay_page(from_lines(text)))
    assert data["rounds"][0]["unread"] is True
    assert data["rounds"][0]["bad"]["0"]
    assert data["rounds"][1]["result"] is not None
    text[0] = text[0].replace("tsair-deng", "tsair-dang")
    page = replay_page(from_lines(text))
    assert "tsair-deng" in Parsed(page).text, "the nearest known name"
    assert data_of(page)["loose"]


def test_a_match_without_a_round_gives_a_page():
    assert data_of(replay_page(from_lines(lines()[:1])))["rounds"] == []


def test_a_game_that_is_not_judged_here_is_shown_as_dealt(monkeypatch):
    match = domino_match(rounds=1)
    monkeypatch.setattr(registry, "MODULES", {})
    data = data_of(replay_page(match))
    assert data["verdict"] == "unjudged"
    assert folded(data, 1, 0, None)["s0.hand"].count(" ") == 7
    assert len(data["rounds"][0]["unjudged"]) == 32


def test_a_long_mahjong_match_stays_small():
    """Eight rounds of 250 moves; every move changes a hand and a river."""
    shown = mahjong()
    (one,) = shown.rounds
    shown.rounds = [one] * 8
    one.frames = [_restless(one.frames[i % 4], i) for i in range(251)]
    size = len(page_of(shown, 1, "en").encode())
    assert 200_000 < size < 2_000_000


def _restless(frame: Any, index: int) -> Any:
    from dataclasses import replace

    from replay.game import Piece, SeatView
    from schemas.tiles import MAHJONG

    views = {}
    for viewer, view in frame.views.items():
        seats = list(view.seats)
        seat = index % 4
        river = [Piece(MAHJONG[(i * 7 + index // 40) % 34]) for i in range(index // 4 % 25)]
        hand = [Piece(MAHJONG[(i * 5 + index) % 34] if viewer in (None, seat) else "?") for i in range(16)]
        seats[seat] = SeatView({**seats[seat].zones, "river": [river], "hand": [hand]}, seats[seat].facts)
        views[viewer] = replace(view, seats=tuple(seats))
    move = frame.move if index else None
    return replace(frame, index=index, move=move, views=views)


def test_viewers_are_everybody_and_each_occupied_seat():
    assert match_frames(domino_match()).viewers == VIEWERS
    text = lines(rounds=1)
    text[0] = text[0].replace('"阿珍"', "null")
    assert match_frames(from_lines(text)).viewers == [None, 0, 2, 3]


def test_names_notes_and_headings_show_their_controls_and_stand_apart_when_written_from_the_right():
    text = lines()
    text[0] = text[0].replace("阿珍", "\\u202eA\\u200bdmin\\u0007").replace("阿強", "\u05e9 1\\u2069")
    text[0] = text[0].replace('"players"', '"place":"x\\n<b>\\u001b","event":"\u05d0","players"')
    text[2] = text[2].replace("}", ',"note":"\\u202eb\\u001b\\n"}')
    text[9] = '{"type":"drink","seat":2,"tile":"44"}'
    page = replay_page(from_lines(text))
    names = ["阿明", "\\u202eA\\u200bdmin\\x07", "\u2068\u05e9 1\\u2069\u2069", "阿芳"]
    data, parsed = data_of(page), Parsed(page)
    assert data["players"] == names
    assert data["langs"]["en"]["title"] == "Tsair Deng (斜釘): " + " · ".join(names)
    assert all(name in parsed.text for name in names)
    assert data["rounds"][0]["moves"][0]["note"] == "\\u202eb\\x1b\\n"
    assert "\\n<b>\\x1b" in parsed.text
    assert "\u2068\u05d0\u2069" in parsed.text
    said = data["rounds"][0]["bad"]["8"][0]["text"]
    assert all(names[2] in sentence for sentence in said.values())
    assert not set(page) & set("\u202e\u200b\x07\x1b")
