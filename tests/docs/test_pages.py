"""The other pages name only what there is, and all of what they must."""

from __future__ import annotations

import re

import pytest

from replay import game, registry
from tests.docs.examples import DOCS

ROOT = DOCS.parent
PAGES = sorted(str(path.relative_to(DOCS)) for path in DOCS.glob("**/*.md"))
ADDING = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_link_between_pages_leads_somewhere(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (DOCS / page).parent.joinpath(target).exists(), target


def test_the_methods_of_every_protocol_are_explained() -> None:
    for protocol in (game.Game, game.Table, game.Series):
        assert f"**`{protocol.__name__}`**" in ADDING
        for name in vars(protocol):
            if not name.startswith("_"):
                assert re.search(rf"`{name}\b", ADDING), name


def test_every_path_that_the_page_names_exists() -> None:
    module = registry.MODULES["tsair-deng"].rsplit(".", 1)[1]
    for path in re.findall(r"`((?:replay|schemas|tests|docs)/[^`]*)`", ADDING):
        real = path.replace("<name>", module).replace("<code>", "tsair-deng")
        assert ROOT.joinpath(real).exists(), path


def test_every_contract_test_is_in_the_table() -> None:
    there = {path.name for path in ROOT.glob("tests/contract/test_*.py")}
    assert there
    assert there <= set(re.findall(r"`(test_\w+\.py)`", ADDING))


def test_decisions_are_numbered_without_a_gap() -> None:
    text = (DOCS / "decisions.md").read_text(encoding="utf-8")
    numbers = [int(n) for n in re.findall(r"^(\d+)\. ", text, flags=re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers
