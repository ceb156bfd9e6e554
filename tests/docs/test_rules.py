"""The page of 斜釘 is run: every clause, every option value, every violation it names."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from replay.audit import audit
from replay.games.tsair_deng.tiles import PIPS
from replay.text import catalogue
from schemas import tiles
from schemas.record import Play
from tests.docs.examples import CODE, DOCS, Block, Example, blocks, chosen_options, headings
from tests.support import golden, house

PAGE = "rules/tsair-deng.md"
EXAMPLES = [b for b in blocks(PAGE) if b.info in ("round", "position")]
NAMES = [b for b in blocks(PAGE) if b.info == "names"]
CLAUSES = [name for name in headings(PAGE, 3) if name.startswith("td.")]


def _name(block: Block) -> str:
    return f"{block.under[-1]}:{block.line}"


@pytest.mark.parametrize("block", EXAMPLES, ids=_name)
def test_an_example_of_the_page_holds(block: Block) -> None:
    assert Example(block).run().claims > 0


def test_every_block_of_the_page_is_run() -> None:
    assert {b.info for b in blocks(PAGE)} == {"round", "position", "names"}
    assert len(EXAMPLES) > 40


def test_every_clause_is_a_heading_and_every_heading_a_clause() -> None:
    assert list(catalogue("td")["clauses"]) == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_an_example_of_its_own(clause: str) -> None:
    assert [b for b in (*EXAMPLES, *NAMES) if clause in b.under]


def test_every_clause_that_can_be_violated_is_violated_by_an_example_under_it() -> None:
    shown = {(clause, under) for b in EXAMPLES for clause in Example(b).run().found for under in b.under}
    breakable = {reason.split("/")[0] for reason in catalogue("td")["reasons"]}
    assert breakable
    assert [clause for clause in sorted(breakable) if (clause, clause) not in shown] == []
    assert {"rec.next", "rec.not-in-hand", "rec.over"} <= {clause for clause, _ in shown}


@pytest.mark.parametrize("option", list(house.values(CODE)))
def test_every_option_has_its_values_in_a_table_and_in_an_example(option: str) -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    table = page[page.index(f"| `{option}` |") :].split("\n\n")[0]
    rules = [line for b in EXAMPLES for line in b.text.splitlines() if line.startswith("rules ")]
    default = house.values(CODE)[option]
    for value in default:
        spelt = str(value).lower() if isinstance(value, bool) else str(value)
        assert re.search(rf'\| `"?{spelt}"?`', table), value
        if value != getattr(chosen_options(""), option):
            assert any(f"{option}={spelt}" in line for line in rules), value
    assert "(default)" in table


def test_the_names_of_the_page_are_read_as_their_codes() -> None:
    (block,) = NAMES
    for line in block.text.splitlines():
        code, *names = line.split()
        assert {tiles.parse(name) for name in names} == {code}
        assert {tiles.name(code, "zh-Hant"), tiles.name(code, "zh-Hans")} <= set(names)


def test_all_eight_worked_rounds_are_on_the_page() -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    worked = page[page.index("## Worked rounds") : page.index("## Where the rules are silent")]
    parts = re.split(r"^\*\*(\d)\.\*\*", worked, flags=re.MULTILINE)
    assert parts[1::2] == [str(n) for n in range(1, 9)]
    assert all("```" in part for part in parts[2::2])


def test_the_sums_of_worked_round_seven_hold_in_every_whole_game() -> None:
    counted = 0
    for match in golden.matches(golden.rounds_path(CODE)):
        for r, outcome in zip(match.rounds, audit(match).outcomes, strict=True):
            assert outcome is not None
            assert sum(outcome.points) == 0
            if outcome.outcome == "void" or r.setup is None or None in outcome.scores:
                continue
            played = [m for m in r.moves if isinstance(m, Play)]
            lost = sum(tally.total for tally in outcome.scores if tally is not None)
            if played:
                assert lost + sum(PIPS[m.tile] for m in played) == 227
                assert any(m.seat == r.setup.dealer for m in played)
                counted += 1
    assert counted > 10


def test_a_wrong_claim_of_an_example_is_noticed() -> None:
    block = next(b for b in EXAMPLES if "= win 2, lost 49 44" in b.text)
    for wrong in (
        "= win 0",
        "= lost 49 45",
        "= points -9 9",
        "= turn 0",
        "= clean 0",
        "? 0 ! is legal",
        "? deal is td.seats",
    ):
        with pytest.raises(AssertionError, match=re.escape(wrong)):
            Example(replace(block, text=f"{block.text}{wrong}\n")).run()
    with pytest.raises(AssertionError, match="claims nothing"):
        Example(replace(block, text="dealer 0, ccw\n")).run()
