"""``docs/reach.md`` is current, and the test data of every game reaches all that its rules name."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from schemas.items import ITEMS
from schemas.options import EXTRA_IDS, LIMIT_IDS
from tests.contract.test_moves import CODES, each_game
from tests.support import house, reach
from tests.support.reach_ids import NEVER, Id, breakable, chinese, universe

PAGE = reach.PAGE.read_text(encoding="utf-8")
QUICK = ("golden", "written", "broken")
ROW = re.compile(r"\| ([^|*]+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|")


@cache
def quick(code: str) -> reach.Counts:
    """All but self-play."""
    return reach.counted(code, 0)


@cache
def few(code: str) -> Counter[Id]:
    """The first rounds of self-play."""
    return reach.count(reach.self_play(code, reach.FEW))


def part(code: str) -> str:
    """What the page says of a game."""
    return next(text for text in PAGE.split("\n## ") if f"(`{code}`)" in text.splitlines()[0])


def stated(code: str) -> list[tuple[str, ...]]:
    """The rows of a game's table: id, name, self-play, golden, written, broken."""
    return [tuple(map(str.strip, row)) for row in ROW.findall(part(code)) if row[0] not in ("id", "---")]


@each_game
def test_everything_is_reached_by_some_test_data(code: str) -> None:
    """By what stands on the page for self-play, and by what is counted here for the rest."""
    played = Counter({id: 1 for id, row in zip(universe(code), stated(code), strict=True) if row[2] != "·"})
    assert reach.unreached(code, {"self-play": played, **quick(code)}) == []


@each_game
def test_every_pattern_that_the_rules_give_is_in_a_golden_or_a_written_case(code: str) -> None:
    items = [id for id in universe(code) if id[0] == "item" and id not in NEVER.get(code, {})]
    assert items
    assert [id for id in items if not (quick(code)["golden"][id] or quick(code)["written"][id])] == []


@each_game
def test_the_columns_without_self_play_are_current(code: str) -> None:
    wanted = [(id, name, *cells) for _, id, name, *cells in reach.rows(code, quick(code), QUICK)]
    assert [(id, name, *cells) for id, name, _, *cells in stated(code)] == wanted, "run: make reach"
    for column, what in (("golden", "golden rounds"), ("written", "written examples"), ("broken", "broken matches")):
        assert f"{quick(code)[column]['', '']:,} {what}" in part(code)


@each_game
def test_the_first_rounds_of_self_play_are_what_the_page_says(code: str) -> None:
    assert reach.few_line(code, few(code)) in part(code), "run: make reach"
    assert few(code)["", ""] == reach.FEW


@pytest.mark.slow
@each_game
def test_the_whole_table_is_current(code: str) -> None:
    counts = {"self-play": reach.count(reach.self_play(code, reach.ROUNDS)), **quick(code)}
    assert "\n".join(reach.section(code, counts, few(code))).strip() == f"## {part(code)}".strip(), "run: make reach"


def test_the_page_has_every_game_and_nothing_else() -> None:
    assert re.findall(r"^## .*\(`(.*)`\)$", PAGE, flags=re.MULTILINE) == list(CODES)
    assert PAGE.startswith(reach.HEAD)


@each_game
def test_the_table_asks_for_every_item_option_value_and_clause(code: str) -> None:
    wanted = set(universe(code))
    assert {("item", id) for id in ITEMS[code]} <= wanted
    assert {("clause", id) for id in breakable(code)} <= wanted
    assert {name.split(": ")[0] for sort, name in wanted if sort == "option"} == set(house.values(code))
    if code == "hk-mahjong":
        assert {("option", f"extra_patterns: {id}") for id in EXTRA_IDS} <= wanted
        assert {("option", f"limit_patterns: {id}") for id in LIMIT_IDS} <= wanted
    assert all(chinese(code, id) for id in wanted if id[0] in ("item", "outcome", "verb"))


@each_game
def test_an_id_that_nothing_reaches_is_noticed(code: str) -> None:
    counts = {name: Counter(column) for name, column in quick(code).items()}
    for id in universe(code):
        if id in NEVER.get(code, {}):
            assert not any(column[id] for column in counts.values()), f"{id} is reached after all"
            continue
        kept = {name: column.pop(id, 0) for name, column in counts.items()}
        assert id in reach.unreached(code, counts)
        for name, number in kept.items():
            counts[name][id] = number
