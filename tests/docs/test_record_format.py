"""The page of the record format is run: its examples do what is said of them, and it leaves nothing out."""

from __future__ import annotations

import hashlib
import re

import msgspec
import pytest

from replay import text
from replay.audit import audit
from schemas.canonical import play_id, record_id
from schemas.codec import DECODER, MAX_LINE, MAX_LINES, MAX_MATCH
from schemas.options import GAMES
from schemas.record import BY_VERB, LINES, SETUP_FIELDS, VERBS, FoulKind, Outcome, Score
from tests.docs.examples import DOCS, Block, blocks, headings
from tests.support.records import match_of, matches_of

PAGE = "record-format.md"
TEXT = (DOCS / PAGE).read_text(encoding="utf-8")
BLOCKS = list(blocks(PAGE))
KINDS = ("json lines", "json lines read", "json lines canonical", "json lines play id")


def _of(*words: str) -> list[Block]:
    return [b for b in BLOCKS if b.info in words or any(b.info.startswith(f"{w} ") for w in words if w != "json lines")]


def _name(block: Block) -> str:
    return f"line {block.line}"


def _before(block: Block) -> bytes:
    return BLOCKS[BLOCKS.index(block) - 1].text.encode()


def test_every_block_of_the_page_is_run() -> None:
    verdicts = re.compile(r"json lines (invalid|unjudged) (\d|-)/(\d|-) rec\.[a-z-]+")
    assert [b.info for b in BLOCKS if b.info not in KINDS and not verdicts.fullmatch(b.info)] == []
    assert len(BLOCKS) > 20


@pytest.mark.parametrize("block", _of("json lines"), ids=_name)
def test_an_example_is_valid(block: Block) -> None:
    found = matches_of(block.text.encode())
    assert found
    assert [audit(match).violations for match in found] == [[]] * len(found)


@pytest.mark.parametrize("block", _of("json lines invalid", "json lines unjudged"), ids=_name)
def test_a_faulty_example_is_faulty_where_it_says(block: Block) -> None:
    _, _, verdict, place, clause = block.info.split()
    judged = audit(match_of(block.text.encode()))
    first = judged.violations[0]
    where = "/".join("-" if n is None else str(n) for n in (first.round, first.move))
    assert (judged.verdict, where, first.clause) == (verdict, place, clause)
    assert len(judged.violations) == 1


@pytest.mark.parametrize("block", _of("json lines read"), ids=_name)
def test_every_line_of_a_fragment_can_be_read_and_is_spelt_as_it_would_be_written(block: Block) -> None:
    for line in block.text.encode().splitlines():
        decoded = DECODER.decode(line)
        assert msgspec.json.encode(decoded) == line


@pytest.mark.parametrize("block", _of("json lines canonical"), ids=_name)
def test_the_canonical_bytes_are_those_of_the_page(block: Block) -> None:
    canonical = match_of(_before(block)).canonical
    assert canonical == block.text.encode()
    assert match_of(canonical).canonical == canonical
    assert record_id(canonical) == hashlib.sha256(block.text.encode()).hexdigest()


@pytest.mark.parametrize("block", _of("json lines play id"), ids=_name)
def test_the_play_id_is_the_hash_of_the_bytes_of_the_page(block: Block) -> None:
    assert play_id(match_of(_before(block))) == hashlib.sha256(block.text.encode()).hexdigest()


def test_every_line_verb_and_field_is_on_the_page() -> None:
    named = set(re.findall(r"`([^`\s]+)`", TEXT))
    assert set(BY_VERB) <= named
    fields = {name for cls in (*LINES, Score) for name in cls.__struct_encode_fields__}
    assert fields - named == set()


def test_every_game_with_its_verbs_and_set_up_fields_is_on_the_page() -> None:
    setup = {line.split("`")[1]: line for line in TEXT.splitlines() if line.startswith("| `") and "名" not in line}
    for game in GAMES:
        must, may = SETUP_FIELDS[game]
        for field in {*must, *may} - {"stock"}:
            assert f"`{field}`" in setup[game]
    kinds = {
        "hk-mahjong": "mahjong",
        "lingxi-mahjong": "mahjong",
        "shaoyang-bopi": "zipai",
        "anxiang-weimaque": "zipai",
    }
    moves = TEXT[TEXT.index("## Moves") : TEXT.index("### Passes")]
    for verb, games in re.findall(r"^\| `(\w+)` \| ([^|]+) \|", moves, flags=re.MULTILINE):
        words = set(games.split(", "))
        for game in GAMES:
            others = "all others" in words and game != "tsair-deng"
            said = others or game in words or kinds.get(game) in words
            assert said == (verb in VERBS[game]), (verb, game)


def test_every_value_that_a_field_may_have_is_on_the_page() -> None:
    for literal in (Outcome, FoulKind):
        for value in literal.__args__:
            assert f'`"{value}"`' in TEXT


def test_every_id_of_the_record_is_on_the_page_and_no_other() -> None:
    assert set(re.findall(r"`(rec\.[a-z-]+)`", TEXT)) == set(text.catalogue("rec")["clauses"])


def test_the_limits_of_the_page_are_those_of_the_reader() -> None:
    assert (MAX_LINE, MAX_LINES, MAX_MATCH) == (1 << 20, 100_000, 64 << 20)
    for limit in ("1 MiB", "100,000 lines", "64 MiB"):
        assert limit in TEXT


def test_a_reader_takes_spacing_that_the_page_allows_and_refuses_a_byte_order_mark() -> None:
    block = _of("json lines")[0].text
    plain = match_of(block.encode())
    for spaced in (block.replace("\n", "\r\n"), block.replace("\n", "\n\n  \n"), block.rstrip("\n")):
        assert match_of(spaced.encode()).canonical == plain.canonical
    first = audit(matches_of(b"\xef\xbb\xbf" + block.encode())[0]).violations[0]
    assert first.reason == "rec.line/bom"


def test_a_cut_file_still_yields_its_whole_rounds_and_names_the_cut() -> None:
    whole = _of("json lines")[0].text.rpartition('{"type":"end"')[0]
    second = [line.replace("ccw", "cw") for line in whole.splitlines() if '"round"' in line]
    judged = audit(match_of((whole + second[0] + '\n{"type":"pl').encode()))
    assert judged.outcomes[0] is not None
    assert "rec.line/cut" in [v.reason for v in judged.violations]
    assert {v.round for v in judged.violations} == {2}


def test_the_page_has_the_headings_that_other_pages_link_to() -> None:
    assert {"Lines", "Moves", "Tiles", "Faults", "Canonical form", "Identity"} <= set(headings(PAGE, 2))
