"""The page of 邵陽剝皮 is run: every clause, every option value, every violation it names."""

from __future__ import annotations

import re

import pytest

from schemas.text import catalogue
from tests.games.shaoyang_bopi_records import CODE, PAGE, Example, examples
from tests.support.house import values

TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = list(examples(PAGE))
HEADINGS = re.findall(r"^### (bp\.\S+)$", TEXT, flags=re.MULTILINE)


@pytest.mark.parametrize(("heading", "line", "example"), EXAMPLES, ids=[f"{h}:{n}" for h, n, _ in EXAMPLES])
def test_an_example_of_the_page_holds(heading: str, line: int, example: Example) -> None:
    assert example.run().claims > 0, line


def test_every_clause_is_a_heading_and_every_heading_a_clause() -> None:
    assert list(catalogue("bp")["clauses"]) == HEADINGS


def test_every_clause_has_an_example_of_its_own() -> None:
    assert {heading for heading, _, _ in EXAMPLES} >= set(HEADINGS)


SCORE_LINE = {"bp.order"}
"""Clauses of which a move breaks another first; a score line can break them."""
WHOLE_MATCH = {"bp.match"}
"""Clauses that take more than one round; see ``test_shaoyang_bopi.py``."""


def test_every_clause_that_a_move_can_break_is_broken_under_its_own_heading() -> None:
    broken = {(heading, clause) for heading, _, example in EXAMPLES for clause in _found(example)}
    breakable = {reason.split("/")[0] for reason in catalogue("bp")["reasons"]} - SCORE_LINE - WHOLE_MATCH
    assert {clause for clause in breakable if (clause, clause) not in broken} == set()


def _found(example: Example) -> list[str]:
    return Example(example.text, example.whole).run().found


def test_every_option_has_its_values_in_a_table_and_in_an_example() -> None:
    rules = " ".join(line for _, _, example in EXAMPLES for line in example.text.splitlines() if line[:5] == "rules")
    for option, some in values(CODE).items():
        assert f"| `{option}` |" in TEXT, option
        for value in some:
            assert re.search(rf'`"?{value}"?`', TEXT), (option, value)
        assert any(f"{option}={value}" in rules for value in some[1:]), option
    assert TEXT.count("(default)") >= len(values(CODE))


def test_a_wrong_claim_of_an_example_is_noticed() -> None:
    (text,) = [example.text for _, _, example in EXAMPLES if "zi-mo=10" in example.text and "123" not in example.text][
        :1
    ]
    for wrong in (
        "= win 0",
        "= total 1",
        "= points 0 0 0 0",
        "= owes 1",
        "= dead",
        "? 1 +s4 is legal",
        "= items kan=1",
    ):
        with pytest.raises(AssertionError, match=re.escape(wrong)):
            Example(f"{text}\n{wrong}").run()
    with pytest.raises(AssertionError, match="claims nothing"):
        Example("dealer 0").run()
