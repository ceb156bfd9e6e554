"""``games``, ``rules``, ``simulate``, ``schema`` and ``fmt``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from replay.text import catalogue
from schemas.options import GAMES, OPTIONS
from tests.cli.conftest import GOLDEN, Paipu, log_lines, write_log


def test_games_lists_every_game_of_the_format(paipu: Paipu) -> None:
    rows = paipu("games", "--json").rows
    assert [row["game"] for row in rows] == list(GAMES)
    assert {row["game"]: row["judged"] for row in rows}["tsair-deng"] is True
    assert "香港麻雀" in paipu("games", "--lang", "zh-Hans").out


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_rules_prints_every_option_and_every_clause(paipu: Paipu, lang: str) -> None:
    rows = paipu("rules", "tsair-deng", "--json", "--lang", lang).rows
    options = {row["option"]: row for row in rows if row["kind"] == "option"}
    assert list(options) == list(OPTIONS["tsair-deng"].__struct_fields__)
    assert all(row["meaning"] for row in options.values())
    assert options["settlement"]["default"] == "all-pairs"
    assert options["settlement"]["schema"]["enum"] == ["all-pairs", "winner"]
    assert options["settlement"]["clause"] == "td.pay"
    clauses = {row["clause"]: row["text"] for row in rows if row["kind"] == "clause"}
    assert clauses == {key: texts[lang] for key, texts in catalogue("td")["clauses"].items()}
    text = paipu("rules", "tsair-deng", "--lang", lang).out
    for row in rows:
        assert row.get("text", row.get("meaning")) in text


@pytest.mark.parametrize("game", GAMES)
def test_rules_prints_the_values_of_every_games_options(paipu: Paipu, game: str) -> None:
    ran = paipu("rules", game)
    assert ran.code == 0
    for name in OPTIONS[game].__struct_fields__:
        assert name in ran.out


def test_values_are_written_as_a_record_states_them(paipu: Paipu) -> None:
    text = paipu("rules", "hk-mahjong").out
    rows = {line.split("  ")[0]: line for line in text.splitlines()}
    assert "false | true" in rows["flowers"]
    assert "0…13" in rows["min_faan"]
    assert '"half-spicy" | "spicy"' in rows["doubling"]


def test_simulate_gives_the_same_matches_for_the_same_seed(paipu: Paipu) -> None:
    first = paipu("simulate", "tsair-deng", "--matches", 2, "--seed", 5)
    assert first.code == 0
    assert paipu("simulate", "tsair-deng", "--matches", 2, "--seed", 5).data == first.data
    assert paipu("simulate", "tsair-deng", "--matches", 3, "--seed", 5).data.startswith(first.data)
    assert paipu("simulate", "tsair-deng", "--matches", 2, "--seed", 6).data != first.data


def test_simulate_takes_rounds_and_house_rules(paipu: Paipu, tmp_path: Path) -> None:
    args = ["--rounds", 2, "--set", "settlement=winner", "--set", "six_doubles=true"]
    ran = paipu("simulate", "tsair-deng", *args, "-o", "two.paipu.jsonl")
    assert (ran.code, ran.out) == (0, "")
    lines = log_lines(tmp_path / "two.paipu.jsonl")
    assert lines[0]["rules"] == {"edition": 1, "settlement": "winner", "six_doubles": True}
    assert sum(line["type"] == "round" for line in lines) == 2
    assert paipu("verify", "two.paipu.jsonl").code == 0


def test_the_schema_accepts_every_line_of_the_golden_matches(paipu: Paipu) -> None:
    import jsonschema

    schema = json.loads(paipu("schema").out)
    validator = jsonschema.Draft202012Validator(schema)
    for line in log_lines(GOLDEN / "tsair-deng.paipu.jsonl")[:60]:
        validator.validate(line)
    assert not validator.is_valid({"type": "play", "seat": 7, "tile": "11", "open": 1})


def test_fmt_prints_canonical_bytes_and_is_its_own_fixed_point(paipu: Paipu, log: Path) -> None:
    canonical = log.read_bytes()
    write_log(log, log_lines(log))  # spaces after every comma
    assert log.read_bytes() != canonical
    ran = paipu("fmt", log.name)
    assert (ran.code, ran.data) == (0, canonical)
    assert paipu("fmt", "-", stdin=ran.data).data == canonical


def test_fmt_rewrites_in_place_only_when_asked(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    canonical = log.read_bytes()
    write_log(log, log_lines(log))
    log.chmod(0o640)
    spaced = log.read_bytes()
    paipu("fmt", log.name, "-o", "out.jsonl")
    assert log.read_bytes() == spaced
    assert (tmp_path / "out.jsonl").read_bytes() == canonical
    assert paipu("fmt", "-i", log.name).code == 0
    assert log.read_bytes() == canonical
    assert log.stat().st_mode & 0o777 == 0o640


def test_fmt_follows_a_link_and_does_not_replace_it(paipu: Paipu, log: Path, tmp_path: Path) -> None:
    canonical = log.read_bytes()
    write_log(log, log_lines(log))
    (tmp_path / "link.jsonl").symlink_to(log)
    assert paipu("fmt", "-i", "link.jsonl").code == 0
    assert (tmp_path / "link.jsonl").is_symlink()
    assert log.read_bytes() == canonical


def test_fmt_leaves_out_what_cannot_be_read_and_says_so(paipu: Paipu, log: Path) -> None:
    data = log.read_bytes()
    matches = data.split(b'{"type":"match"')
    log.write_bytes(data.replace(b'"open"', b'"opne"', 1))
    ran = paipu("fmt", log.name)
    assert ran.code == 1
    assert ran.data == b"".join(b'{"type":"match"' + m for m in matches[2:])
    assert "opne" in ran.err
