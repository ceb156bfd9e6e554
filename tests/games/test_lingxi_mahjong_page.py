"""The page of 靈溪麻將 is run: every clause, every option value, every violation it names."""

from __future__ import annotations

import re

import pytest

from replay.text import catalogue
from tests.docs.examples import DOCS, Block, blocks, headings
from tests.games.lingxi import CODE, Position, run_dice, run_hand, run_line
from tests.support import house

PAGE = "rules/lingxi-mahjong.md"
BLOCKS = list(blocks(PAGE))
POSITIONS = [b for b in BLOCKS if b.info == "position"]
HANDS = [b for b in BLOCKS if b.info == "hand"]
SCORE_LINES = [b for b in BLOCKS if b.info == "line"]
DICE = [b for b in BLOCKS if b.info == "dice"]
CLAUSES = [name for name in headings(PAGE, 3) if name.startswith("lx.")]


def _name(block: Block) -> str:
    return f"{block.under[-1]}:{block.line}"


@pytest.mark.parametrize("block", POSITIONS, ids=_name)
def test_a_position_of_the_page_holds(block: Block) -> None:
    assert Position(block.text).run().claims > 0


@pytest.mark.parametrize("block", HANDS, ids=_name)
def test_a_hand_of_the_page_counts_what_it_says(block: Block) -> None:
    assert run_hand(block.text)


@pytest.mark.parametrize("block", SCORE_LINES, ids=_name)
def test_a_score_line_of_the_page_is_settled_as_it_says(block: Block) -> None:
    assert "= " in block.text
    run_line(block.text)


@pytest.mark.parametrize("block", DICE, ids=_name)
def test_the_wall_is_opened_where_the_page_says(block: Block) -> None:
    assert run_dice(block.text) > 1


def test_every_block_of_the_page_is_run() -> None:
    assert {b.info for b in BLOCKS} == {"position", "hand", "line", "dice"}
    assert len(POSITIONS) > 30
    assert len(HANDS) > 20


def test_every_clause_is_a_heading_and_every_heading_a_clause() -> None:
    assert set(catalogue("lx")["clauses"]) == set(CLAUSES)
    assert len(CLAUSES) == len(set(CLAUSES))


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_an_example_of_its_own(clause: str) -> None:
    assert [b for b in BLOCKS if clause in b.under]


def test_every_clause_that_can_be_violated_is_violated_by_an_example() -> None:
    shown = {clause for b in POSITIONS for clause in Position(b.text).run().found}
    shown |= {clause for b in SCORE_LINES for clause in run_line(b.text)}
    breakable = {reason.split("/")[0] for reason in catalogue("lx")["reasons"]}
    assert breakable - shown == {"lx.next"}  # the end of a match: tests/games/test_lingxi_mahjong.py
    assert {"rec.next", "rec.not-in-hand", "rec.pass", "rec.over"} <= shown


@pytest.mark.parametrize("option", [name for name in house.values(CODE) if name != "gathering_intercept"])
def test_every_option_has_its_values_in_a_table(option: str) -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    table = page[page.index(f"| `{option}` |") :].split("\n\n")[0]
    assert "(default)" in table
    for value in house.values(CODE)[option]:
        spelt = str(value).lower() if isinstance(value, bool) else str(value)
        assert re.search(rf"\| `{spelt}`", table), value


def test_the_fourteen_worked_values_are_on_the_page() -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    worked = page[page.index("## Worked values") : page.index("## Where the rules are silent")]
    parts = re.split(r"^\*\*(\d+)\.\*\*", worked, flags=re.MULTILINE)
    assert parts[1::2] == [str(n) for n in range(1, 15)]
    assert all("```" in part for part in parts[2::2])


def test_a_wrong_claim_of_an_example_is_noticed() -> None:
    text = next(b.text for b in POSITIONS if "= items 1 all-runs 13" in b.text)
    for wrong in ("= win 0", "= total 1 25", "= points 0 0 0 0", "= turn 3", "? 1 pass is legal", "? next 3 is legal"):
        with pytest.raises(AssertionError, match=re.escape(wrong[2:].split(" is ")[0])):
            Position(f"{text}{wrong}\n").run()
    hand = next(b.text for b in HANDS if "= 31 tai, 62" in b.text)
    for wrong in ("= 30 tai, 60", "= items wild 8"):
        with pytest.raises(AssertionError, match=re.escape(wrong.removeprefix("= "))):
            run_hand(f"{hand}{wrong}\n")
