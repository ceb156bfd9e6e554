"""The page of 香港麻雀 is run: every clause, every option value, every violation that its sentences name."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from replay.game import Outcome, Violation
from replay.text import catalogue
from tests.games.hk_mahjong_rounds import GAME_CODE, Example, HandExample, options_of, settled
from tests.support import house

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "hk-mahjong.md"
TEXT = PAGE.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, text, line, and the clause it stands under."""

    kind: str
    text: str
    line: int
    clause: str


def _blocks() -> list[Block]:
    out, kind, body, start, clause = [], "", [], 0, ""
    for number, line in enumerate(TEXT.splitlines(), start=1):
        if line.startswith("```"):
            if kind:
                out.append(Block(kind, "\n".join(body), start, clause))
                kind = ""
            else:
                kind, body, start = line[3:], [], number
        elif kind:
            body.append(line)
        elif line.startswith("### "):
            clause = line[4:]
    assert not kind
    return out


BLOCKS = _blocks()
CLAUSES = re.findall(r"^### (hk\.[a-z-]+)$", TEXT, re.MULTILINE)


def run(block: Block) -> list[str]:
    """Runs a block; the clauses that it shows violated."""
    if block.kind == "round":
        return Example(block.text, block.line).run().found
    if block.kind == "hand":
        HandExample(block.text, block.line).run()
        return []
    assert block.kind == "line"
    rules, found, done = "", [], 0
    for line in block.text.splitlines():
        if line.startswith("rules"):
            rules = line.removeprefix("rules").strip()
            continue
        said, _, claim = line.partition(" = ")
        got = settled(said, rules)
        done += 1
        if isinstance(got, Violation):
            assert got.clause == claim, line
            found.append(got.clause)
        else:
            assert isinstance(got, Outcome), line
            assert list(got.points) == [int(n) for n in claim.split()], (line, got.points)
    assert done
    return found


@pytest.mark.parametrize("block", BLOCKS, ids=lambda b: f"{b.clause}:{b.line}")
def test_an_example_of_the_page_holds(block: Block) -> None:
    run(block)


def test_every_clause_is_a_heading_with_an_example_and_every_heading_a_clause() -> None:
    assert list(catalogue("hk")["clauses"]) == CLAUSES
    assert {block.clause for block in BLOCKS} == set(CLAUSES)


def test_every_clause_that_can_be_violated_is_violated_by_an_example_under_it() -> None:
    shown = {(clause, block.clause) for block in BLOCKS for clause in run(block)}
    breakable = {reason.split("/")[0] for reason in catalogue("hk")["reasons"]}
    assert [clause for clause in sorted(breakable) if (clause, clause) not in shown] == []


@pytest.mark.parametrize("option", list(house.values(GAME_CODE)))
def test_every_option_has_its_values_in_a_table_and_in_an_example(option: str) -> None:
    table = TEXT[TEXT.index(f"| `{option}` |") :].split("\n\n")[0]
    rules = [line for block in BLOCKS for line in block.text.splitlines() if line.startswith("rules")]
    assert "(default)" in table
    assert any(f"{option}=" in line for line in rules)
    for value in house.values(GAME_CODE)[option]:
        if isinstance(value, tuple):
            continue
        spelt = value if isinstance(value, str) else json.dumps(value)
        assert re.search(rf'`"?{re.escape(spelt)}"?`', table), value
        if value != getattr(options_of(""), option):
            assert any(f"{option}={spelt}" in line for line in rules), value


def test_a_wrong_claim_of_an_example_is_noticed() -> None:
    block = next(b for b in BLOCKS if "= win 2; points -384 0 384 0" in b.text)
    for wrong in (
        "= win 3", "= points 0 0 0 0", "= 2: 12 fan thirteen-orphans 13", "? 0 <1s is legal", "= turn 0", "= next 0 E",
    ):  # fmt: skip
        with pytest.raises(AssertionError, match=re.escape(wrong)):
            Example(f"{block.text}\n{wrong}").run()
    with pytest.raises(AssertionError, match="claims nothing"):
        Example("dealer 0").run()
    with pytest.raises(AssertionError):
        HandExample("234m 567m 345p 678s 99s win 9s discard = 3: all-chows 1, concealed 1").run()
