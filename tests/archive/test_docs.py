"""docs/archive-layout.md says what the code does. ``PAIPU_REGENERATE=1`` writes its tables anew."""

from __future__ import annotations

import os
import re
from pathlib import Path

from archive.catalog import SQLModel
from archive.layout import LAYOUT
from archive.query import PLAYER_PAGE, STATISTICS, VIEWS, column_help

DOC = Path(__file__).parent.parent.parent / "docs" / "archive-layout.md"
_TABLE = re.compile(r"<!-- columns: (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)


def _generated(name: str) -> str:
    rows = [f"| `{column}` | {text} |" for column, text in column_help([name])[name]]
    return "\n".join(["| column | what it is |", "|---|---|", *rows, ""])


def test_the_page_has_every_column_of_every_view_and_statistic() -> None:
    text = DOC.read_text(encoding="utf-8")
    if os.environ.get("PAIPU_REGENERATE"):
        text = _TABLE.sub(lambda m: f"<!-- columns: {m[1]} -->\n{_generated(m[1])}<!-- end -->", text)
        DOC.write_text(text, encoding="utf-8")
    found = dict(_TABLE.findall(text))
    assert list(found) == [*VIEWS, "leaderboard", *PLAYER_PAGE, *STATISTICS]
    assert found == {name: _generated(name) for name in found}


def test_the_page_names_the_layout_and_every_table_of_the_catalogue() -> None:
    text = DOC.read_text(encoding="utf-8")
    assert f"layout {LAYOUT}" in text
    assert [t for t in SQLModel.metadata.tables if f"| `{t}` |" not in text] == []
