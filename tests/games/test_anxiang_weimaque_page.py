"""The page of 安乡偎麻雀 is run: every clause, every option value, every violation it names."""

from __future__ import annotations

import re

import pytest

from replay.games.anxiang_weimaque.score import Count, count, tallies
from replay.text import catalogue
from schemas.options import AnxiangWeimaqueOptions
from tests.docs.examples import DOCS, Block, blocks, headings
from tests.games.anxiang import Position, hand_of, meld_of, options_of, tiles_of
from tests.support import house

PAGE = "rules/anxiang-weimaque.md"
POSITIONS = [b for b in blocks(PAGE) if b.info == "position"]
HANDS = [b for b in blocks(PAGE) if b.info == "hand"]
CLAUSES = [name for name in headings(PAGE, 3) if name.startswith("ax.")]


def _name(block: Block) -> str:
    return f"{block.under[-1]}:{block.line}"


def run_hand(text: str) -> int:
    """Counts the hand of a block and holds what it claims; how many claims there were."""
    options = AnxiangWeimaqueOptions()
    table: list[str] = []
    tiles: list[str] = []
    claims, found, hand = 0, Count((), None), None
    for line in (line.split("#")[0].strip() for line in text.strip().splitlines()):
        if line.startswith("rules"):
            options = options_of(line.removeprefix("rules "))
        elif line.startswith("on the table:"):
            table = line.partition(":")[2].split(",")
        elif line.startswith("in hand:"):
            tiles = tiles_of(line.partition(":")[2])
        elif line.startswith("= items"):
            assert hand is not None
            said = {", ".join(f"{i.id} {i.value}" for i in tally.items) for tally in tallies(hand, found.best)}
            assert line.removeprefix("= items ") in said, f"{line}: it is {said}"
            claims += 1
        elif line.startswith("="):
            got = "no shape" if found.hard is None else f"hard {found.hard}, no win"
            if found.best:
                got = f"hard {found.best[0].hard}, total {found.best[0].total}"
            assert line == f"= {got}", f"{line}: it is {got}"
            claims += 1
        else:
            who, tile, *last = line.split()
            hand = hand_of(map(meld_of, table), tiles, tile, who == "own", last == ["last"])
            found = count(hand, options)
    return claims


@pytest.mark.parametrize("block", POSITIONS, ids=_name)
def test_a_position_of_the_page_holds(block: Block) -> None:
    assert Position(block.text).run().claims > 0


@pytest.mark.parametrize("block", HANDS, ids=_name)
def test_a_hand_of_the_page_counts_what_it_says(block: Block) -> None:
    assert run_hand(block.text) > 0


def test_every_block_of_the_page_is_run() -> None:
    assert {b.info for b in blocks(PAGE)} == {"position", "hand"}
    assert len(POSITIONS) > 25
    assert len(HANDS) > 20


def test_every_clause_is_a_heading_and_every_heading_a_clause() -> None:
    assert list(catalogue("ax")["clauses"]) == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_an_example_of_its_own(clause: str) -> None:
    assert [b for b in (*POSITIONS, *HANDS) if clause in b.under]


def test_every_clause_that_can_be_violated_is_violated_by_an_example() -> None:
    shown = {clause for b in POSITIONS for clause in Position(b.text).run().found}
    breakable = {reason.split("/")[0] for reason in catalogue("ax")["reasons"]}
    assert breakable <= shown
    assert {"rec.next", "rec.not-in-hand", "rec.pass"} <= shown


@pytest.mark.parametrize("option", list(house.values("anxiang-weimaque")))
def test_every_option_has_its_values_in_a_table(option: str) -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    table = page[page.index(f"| `{option}` |") :].split("\n\n")[0]
    assert "(default" in table
    for value in house.values("anxiang-weimaque")[option][:2]:
        assert re.search(rf'`"?{value}"?`', table), value


def test_the_thirteen_worked_situations_are_on_the_page() -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    worked = page[page.index("## Worked situations") : page.index("## Where the rules are silent")]
    parts = re.split(r"^\*\*(\d+)\.\*\*", worked, flags=re.MULTILINE)
    assert parts[1::2] == [str(n) for n in range(1, 14)]
    assert all("```" in part for part in parts[2::2])


def test_a_wrong_claim_of_an_example_is_noticed() -> None:
    text = next(b.text for b in POSITIONS if "= total 15" in b.text)
    for wrong in ("= win 0", "= total 14", "= points 0 0 0 0", "= turn 3", "? 1 pass is legal", "? next 0 is legal"):
        with pytest.raises(AssertionError, match=re.escape(wrong)):
            Position(f"{text}{wrong}\n").run()
    hand = next(b.text for b in HANDS if "= hard 16, total 96" in b.text)
    for wrong in ("= no shape", "= hard 15, total 96", "= items pung 3"):
        with pytest.raises(AssertionError, match=re.escape(wrong)):
            run_hand(f"{hand}{wrong}\n")
