"""Score sheets: what of a sheet becomes what of a record, that the money is right, and what happens to bad lines."""

from __future__ import annotations

import csv
import gzip
import io
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.archive import Archive
from archive.importers import FORMATS, open_bytes, open_source
from archive.importers.score_sheets import MAX_ROUNDS, SheetReader
from replay.audit import INVALID, VALID, Verdict, audit
from replay.text import say
from schemas.canonical import record_id
from schemas.codec import MAX_LINE, Reader, read
from schemas.errors import UsageError
from schemas.match import Match
from schemas.text import LANGUAGES, catalogue
from tests.archive.logs import exported, files, self_played, store, wrong_points

ROOT = Path(__file__).parents[2]
SHEETS = ROOT / "tests" / "data" / "score-sheets"
SAMPLES = sorted(path.name for path in SHEETS.glob("*.txt"))
PAGE = (ROOT / "docs" / "score-sheets.md").read_text(encoding="utf-8")


def sheet(text: str | bytes) -> list[Match]:
    """The matches of a sheet."""
    data = text.encode() if isinstance(text, str) else text
    return list(SheetReader(io.BytesIO(data), "sheet.txt"))


def one(text: str) -> Match:
    """The one match of a sheet."""
    (match,) = sheet(text)
    return match


def problems(text: str | bytes) -> list[tuple[int | None, str]]:
    """Line and reason of every violation."""
    return [(v.line, v.reason) for match in sheet(text) for v in audit(match).violations]


def results(match: Match) -> list[Any]:
    return [r.result for r in match.rounds]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_totals_of_a_sample_are_those_that_its_own_program_printed(tmp_path: Path, name: str) -> None:
    rows = list(csv.DictReader((SHEETS / f"{name}.tsv").read_text().splitlines(), delimiter="\t"))
    report = store(tmp_path / "arch", str(SHEETS / name))
    assert (report.quarantined, report.unjudged) == (0, 0)
    with Archive.open(tmp_path / "arch") as archive:
        assert {row["name"] for row in rows} == {*archive.players(), "*"}
        found = archive.query(
            """
            SELECT player, count(*), count(*) FILTER (WHERE won),
                count(*) FILTER (WHERE seat IN (stated_from, stated_liable)), sum(seats.points)
            FROM seats JOIN rounds USING (record_id, round)
            WHERE score_only AND computed GROUP BY player
            """.replace("WHERE score_only AND computed", "WHERE seats.score_only AND seats.computed")
        ).rows
        told = {player: tuple(map(int, numbers)) for player, *numbers in found}
        wanted = {
            row["name"]: tuple(int(row[column]) for column in ("game_count", "win_count", "blame_count", "net_score"))
            for row in rows
        }
        assert {player: told.get(player, (0, 0, 0, 0)) for player in wanted if player != "*"} == {
            player: numbers for player, numbers in wanted.items() if player != "*"
        }
        assert tuple(map(sum, zip(*told.values(), strict=True))) == wanted["*"]
        board = {row[1]: row for row in archive.leaderboard().rows}
        for player, (count, wins, _, net) in told.items():
            assert (board[player][3], board[player][4], board[player][5], board[player][7]) == (count, count, wins, net)


def test_every_form_of_a_result_has_its_outcome_and_its_points() -> None:
    match = one((SHEETS / "comprehensive.txt").read_text())
    told = [(r.outcome, r.winners, r.points, r.from_, r.liable, r.how) for r in results(match)]
    assert told == [
        ("draw", [], [0, 0, 0, 0], None, None, None),
        ("foul", [], [192, 192, 192, -576], 3, None, "foul"),
        ("win", [0], [12, -4, -4, -4], None, None, "self-draw"),
        ("win", [1], [-4, 16, -8, -4], 2, None, "discard"),
        ("win", [2], [0, 0, 128, -128], 3, 3, "discard"),
        ("win", [2], [0, 0, 192, -192], None, 3, "self-draw"),
    ]
    assert match.header is not None
    assert match.header.rules == {"edition": 1, "cap": 6, "liability": "half", "min_faan": 0}
    assert one("A B C D\n3 - - g\n").rounds[0].result == one("A B C D\n3 - - S\n").rounds[0].result


OPTIONS = st.tuples(
    st.sampled_from(("0.25", "0.5", "1", "2", "3", "1.5", ".1", "0.3", "10", "1000")), st.integers(1, 13),
    st.sampled_from(("half", "full")), st.sampled_from(("half", "spicy")),
)  # fmt: skip
ROUND = st.one_of(
    st.just(["-"] * 4),
    st.permutations(["f", "-", "-", "-"]),
    st.integers(1, 15).flatmap(lambda fan: st.permutations([str(fan), "-", "-", "-"])),
    st.integers(0, 15).flatmap(
        lambda fan: st.sampled_from("dD").flatmap(lambda blame: st.permutations([str(fan), blame, "-", "-"]))
    ),
    st.integers(1, 15).flatmap(
        lambda fan: st.sampled_from("Sg").flatmap(lambda blame: st.permutations([str(fan), blame, "-", "-"]))
    ),
)
HALF_SPICY = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]


def _by_the_readme(words: list[str], base: str, cap: int, liability: str, spicy: str) -> list[Fraction]:
    """The money of a round in the words of the format's page, as fractions."""
    portions = {n: Fraction(base) * (2**n if spicy == "spicy" else HALF_SPICY[n]) for n in range(14)}
    winner = next((i for i, word in enumerate(words) if word.isdigit()), None)
    blamed = next((i for i, word in enumerate(words) if word in "dDSgf"), None)
    money = [Fraction(0)] * 4

    def pay(payer: int, taker: int, amount: Fraction) -> None:
        money[payer] -= amount
        money[taker] += amount

    for other in range(4):
        if winner is None:
            if blamed is not None and other != blamed:
                pay(blamed, other, 3 * portions[cap])
            continue
        portion = portions[min(int(words[winner]), cap)]
        if other == winner:
            continue
        if blamed is None or words[blamed] in "Sg":
            pay(other if blamed is None else blamed, winner, portion)
        elif words[blamed] == "d" and liability == "half":
            pay(other, winner, portion if other == blamed else portion / 2)
        elif other == blamed:
            pay(other, winner, 2 * portion)
    return money


@given(OPTIONS, st.lists(ROUND, min_size=1, max_size=8))
def test_the_money_of_any_sheet_is_verified_and_is_what_its_page_says(
    options: tuple[str, int, str, str], rounds: list[list[str]]
) -> None:
    base, cap, liability, spicy = options
    head = f"B={base}\nM={cap}\nR={liability}\nS={spicy}\nA B C D\n"
    match = one(head + "".join(" ".join(words) + "\n" for words in rounds))
    verdict = audit(match)
    assert verdict.violations == []
    assert match.header is not None
    worth = Fraction(match.header.unit or 1)
    for words, outcome in zip(rounds, verdict.outcomes, strict=True):
        assert outcome is not None
        assert [worth * p for p in outcome.points] == _by_the_readme(words, base, cap, liability, spicy)


@pytest.mark.parametrize(
    ("head", "base", "unit"),
    [
        ("B=0.5", None, None), ("", 2, None), ("B=2\nR=half", None, None), ("B=1\nR=half", None, "0.5"),
        ("B=0.5\nR=half", None, "0.25"), ("B=3\nR=half", 12, "0.5"), ("B=0.25", None, "0.5"), ("B=0.3", 3, "0.2"),
        ("B=4\nR=half", 8, None),
    ],
)  # fmt: skip
def test_points_are_the_largest_fraction_of_the_money_that_keeps_every_payment_whole(
    head: str, base: int | None, unit: str | None
) -> None:
    header = one(f"{head}\nA B C D\n1 d - -\n").header
    assert header is not None
    assert (header.rules.get("base"), header.unit) == (base, unit)


def test_a_match_begins_when_players_day_or_an_option_have_changed_and_not_before() -> None:
    text = """\
2024-02-10
B=2
A B C D
1 d - -
B=2   # said again
A B C D
- 1 d -
2024-02-11
- - - -
M=8
S=spicy
- - - -
A B C E
1 - - -
S=half
"""
    matches = sheet(text)
    told = [(m.header.started_at, m.header.players, len(m.rounds)) for m in matches if m.header is not None]
    assert told == [
        ("2024-02-10", ["A", "B", "C", "D"], 2), ("2024-02-11", ["A", "B", "C", "D"], 1),
        ("2024-02-11", ["A", "B", "C", "D"], 1), ("2024-02-11", ["A", "B", "C", "E"], 1),
    ]  # fmt: skip
    assert [m.options.cap for m in matches] == [13, 13, 8, 8]  # type: ignore[union-attr]
    assert [m.options.doubling for m in matches] == ["half-spicy"] * 2 + ["spicy"] * 2  # type: ignore[union-attr]
    assert [m.index for m in matches] == [1, 2, 3, 4]
    assert {audit(m).verdict for m in matches} == {VALID}


def test_players_without_a_round_are_a_match_without_rounds() -> None:
    matches = sheet("A B C D\nE F G H\n# nobody came\nI J K L\n- - - -\nM N O P")
    told = [(m.header.players[0], len(m.rounds)) for m in matches if m.header]
    assert told == [("A", 0), ("E", 0), ("I", 1), ("M", 0)]
    assert matches[1].header is not None
    assert matches[2].header is not None
    assert (matches[1].header.note, matches[2].header.note) == ("E F G H\n# nobody came", "I J K L")


def _notes(match: Match) -> str:
    assert match.header is not None
    setups = [r.setup for r in match.rounds]
    return "\n".join(n for n in (match.header.note, *(s.note for s in setups if s is not None)) if n)


@pytest.mark.parametrize("name", SAMPLES)
def test_no_line_of_a_sheet_is_lost(name: str) -> None:
    lines = [line.rstrip() for line in (SHEETS / name).read_text().splitlines() if line.strip()]
    matches = sheet((SHEETS / name).read_bytes())
    kept = Counter(line for match in matches for line in _notes(match).split("\n"))
    assert Counter(lines) - kept == Counter()
    assert b"".join(match.raw for match in matches) == (SHEETS / name).read_bytes()


def test_comments_stand_with_what_follows_them_and_the_last_with_the_last_round() -> None:
    match = one("# club\nA B C D  # four\n1 d - - # hm\n\n# late\n  - - - -\n# over\nB=1\n")
    assert match.header is not None
    assert match.header.note == "# club\nA B C D  # four"
    assert [r.setup.note for r in match.rounds if r.setup] == ["1 d - - # hm", "# late\n  - - - -\n# over\nB=1"]


def test_more_faan_than_the_cap_count_as_the_cap_and_a_note_says_so() -> None:
    match = one("M=8\nA B C D\n13 - - -\n8 - - -\n")
    over, exact = results(match)
    assert (over.scores[0].total, over.points, over.note) == (8, exact.points, "13 faan count as the cap of 8")
    assert exact.note is None


def test_a_sheet_becomes_the_canonical_bytes_of_a_record() -> None:
    for name in SAMPLES:
        for match in sheet((SHEETS / name).read_bytes()):
            (again,) = read(io.BytesIO(match.canonical))
            assert again.canonical == match.canonical
            assert [v.line for v in audit(again).violations] == []
            assert len(match.numbers) == match.canonical.count(b"\n")


def test_the_name_of_the_file_is_no_part_of_the_record(tmp_path: Path) -> None:
    text = "A B C D\n1 d - -\n"
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(text)
    report = store(tmp_path / "arch", str(tmp_path / "a.txt"), str(tmp_path / "b.txt"))
    assert (report.stored, report.already) == (1, 1)


def test_the_same_match_twice_in_one_sheet_is_two_matches(tmp_path: Path) -> None:
    text = "A B C D\n1 d - -\nE F G H\n1 d - -\nA B C D\n1 d - -\nE F G H\n1 d - -\nA B C D\n1 d - -\n"
    path = tmp_path / "sheet.txt"
    path.write_text(text)
    assert store(tmp_path / "arch", str(path)).stored == 5
    assert store(tmp_path / "arch", str(path)).already == 5
    repeats = re.findall(rb'"x":\{"repeat":(\d)\}', exported(tmp_path / "arch"))
    assert repeats == [b"2", b"2", b"3"]
    with Archive.open(tmp_path / "arch") as archive:
        assert {row[1]: row[7] for row in archive.leaderboard().rows if row[1] in "AB"} == {"A": 12, "B": -12}


BAD = [
    ("A B C D\n1 x - -\n", [(2, "sheet.result/entry")]),
    ("A B C D\n- - -\n", [(2, "sheet.line/form")]),
    ("A B C D\n1 2 d -\n", [(2, "sheet.result/together")]),
    ("A B C D\n1 d d -\n", [(2, "sheet.result/together")]),
    ("A B C D\n1 f - -\n", [(2, "sheet.result/together")]),
    ("A B C D\n- d - -\n", [(2, "sheet.result/together")]),
    ("A B C D\nf f - -\n", [(2, "sheet.result/together")]),
    ("A B C D\n0 - - -\n", [(2, "sheet.result/self-draw-of-nothing")]),
    ("A B C D\n- 0 S -\n", [(2, "sheet.result/self-draw-of-nothing")]),
    ("A B C D\n１ d - -\n", [(2, "sheet.result/entry")]),
    (f"A B C D\n{'9' * 5000} d - -\n", [(2, "sheet.result/entry")]),
    ("A B C\n", [(1, "sheet.players/count")]),
    ("A B A D\n", [(1, "sheet.players/twice")]),
    ("1 d - -\n", [(1, "sheet.players/none")]),
    ("2024-02-30\nA B C D\n1 d - -\n", [(1, "sheet.date/day")]),
    ("B=0\nA B C D\n1 d - -\n", [(1, "sheet.option/base")]),
    ("B=x\n", [(1, "sheet.option/base")]),
    ("B=1e3\nA B C D\n", [(1, "sheet.option/base")]),
    ("B=999999\nA B C D\n1 d - -\n", [(1, "sheet.option/base")]),
    ("M=0\nA B C D\n", [(1, "sheet.option/cap")]),
    ("M=14\nA B C D\n", [(1, "sheet.option/cap")]),
    ("R=none\nA B C D\n", [(1, "sheet.option/liability")]),
    ("S=hot\nA B C D\n", [(1, "sheet.option/doubling")]),
    ("r=half\nA B C D\n1 d - -\n", [(1, "sheet.option/form")]),
    ("M = 8\nA B C D\n1 d - -\n", [(1, "sheet.option/form")]),
    ("Ｂ＝2\nA B C D\n1 d - -\n", [(1, "sheet.option/form")]),
    ("2024-2-10\nA B C D\n1 d - -\n", [(1, "sheet.date/form")]),
    ("10/02/2024\nA B C D\n1 d - -\n", [(1, "sheet.date/form")]),
    (b"A B C D\n1 d - \xff\n", [(2, "rec.line/not-utf8")]),
    (b"A B C D\n1 d - -\n#" + b"x" * (MAX_LINE + 5) + b"\n- - - -\n", [(3, "rec.line/too-long")]),
]


@pytest.mark.parametrize(("text", "wanted"), BAD)
def test_a_bad_line_is_a_fault_with_its_number_and_a_sentence(text: str | bytes, wanted: list[Any]) -> None:
    assert problems(text) == wanted
    for match in sheet(text):
        for violation in audit(match).violations:
            assert len({say(violation, lang, "ABCD") for lang in LANGUAGES}) > 1


def test_every_sentence_about_sheets_is_one_that_can_come_up() -> None:
    reasons = {reason for _, wanted in BAD for _, reason in wanted if reason.startswith("sheet.")}
    assert set(catalogue("sheet")["reasons"]) == reasons
    assert all(set(texts) == set(LANGUAGES) for texts in catalogue("sheet")["reasons"].values())


def test_the_good_part_of_a_faulty_match_is_served_and_judged() -> None:
    match = one("A B C D\n1 d - -\n1 2 d -\n3 - d -\n")
    verdict = audit(match)
    assert verdict.verdict == INVALID
    assert [(v.round, v.line) for v in verdict.violations] == [(2, 3)]
    assert [None if o is None else o.points for o in verdict.outcomes] == [(4, -4, 0, 0), None, (16, 0, -16, 0)]


def test_a_bad_setting_spoils_the_matches_that_it_holds_for_and_no_other() -> None:
    matches = sheet("A B C D\n- - - -\nM=99\n1 d - -\n2024-01-01\n1 d - -\nM=8\n1 d - -\n")
    assert [audit(m).verdict for m in matches] == [VALID, INVALID, INVALID, VALID]
    assert [[v.line for v in audit(m).violations] for m in matches] == [[], [3], [3], []]
    assert [m.options is None for m in matches] == [False, True, True, False]


def test_a_bad_setting_is_told_even_where_nothing_follows_or_it_is_put_right_at_once() -> None:
    assert problems("A B C D\n1 d - -\nM=99\n") == [(3, "sheet.option/cap")]
    assert problems("M=99\nM=8\nA B C D\n1 d - -\n") == [(1, "sheet.option/cap")]
    assert problems("A B C D\n1 d - -\nM=99\nM=13\n1 d - -\n") == [(3, "sheet.option/cap")]


def test_matches_around_a_faulty_one_are_stored_and_it_waits_in_quarantine(tmp_path: Path) -> None:
    text = "# club\nB=2\nA B C D\n1 d - -\n2024-02-10\n1 d - -\n1 2 - -\n2024-02-11\n- - 3 d\n"
    path = tmp_path / "sheet.txt"
    path.write_text(text)
    report = store(tmp_path / "arch", str(path))
    assert (report.stored, report.quarantined) == (2, 1)
    with Archive.open(tmp_path / "arch", write=True) as archive:
        (info,) = archive.quarantined()
        assert (info.index, info.game, [v.line for v in info.violations]) == (2, "hk-mahjong", [7])
        kept = archive.quarantine_bytes(info.id)
        assert kept == b"B=2\nA B C D\n2024-02-10\n1 d - -\n1 2 - -\n"
        again = archive.quarantine_retry()
        assert (again.stored, again.quarantined) == (0, 1)
        assert [(v.reason, v.line) for v in archive.quarantined()[0].violations] == [("sheet.result/together", 7)]
    repaired = kept.replace(b"1 2 - -", b"1 - 2 -".replace(b"2", b"d"))
    (match,) = open_bytes(io.BytesIO(repaired), "sheet.txt")
    assert audit(match).verdict == VALID
    assert match.header is not None
    assert (match.header.started_at, match.options.base) == ("2024-02-10", 4)  # type: ignore[union-attr]
    assert store(tmp_path / "arch", str(path)).quarantined == 1
    with Archive.open(tmp_path / "arch") as archive:
        assert len(archive.quarantined()) == 1


def test_what_an_earlier_importer_could_not_read_leaves_quarantine_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sheet.txt"
    path.write_text("A B C D\n1 d - -\n")
    with monkeypatch.context() as patch:
        patch.setattr("archive.importers.sheet_lines._BLAMES", {})
        assert store(tmp_path / "arch", str(path)).quarantined == 1
    with Archive.open(tmp_path / "arch", write=True) as archive:
        assert archive.quarantine_retry().stored == 1
        assert archive.leaderboard(game="hk-mahjong").rows


@pytest.mark.parametrize(
    ("name", "data", "is_sheet"),
    [
        ("a.txt", b"A B C D\n- - - -\n", True),
        ("a.txt", b"what is this\n", True),
        ("a.txt", b'{"type":"match"}\n', False),
        ("a.txt", b"\n  {", False),
        ("a.txt", b"", False),
        ("a.sheet", b"# club\n\n2024-02-10\n", True),
        ("a", b"\xef\xbb\xbfB=1\n", True),
        ("a", b"A B C D # names", True),
        ("a", b"1 - - -\n", False),
        ("a", b"hello\n", False),
        ("a.jsonl", b"A B C D\n", False),
        ("a.paipu.jsonl.gz", b"A B C D\n", False),
    ],
)
def test_a_sheet_is_known_by_its_name_and_its_first_line(
    tmp_path: Path, name: str, data: bytes, is_sheet: bool
) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    assert isinstance(open_source(str(path)), SheetReader) == is_sheet
    assert isinstance(open_source(str(path), "score-sheet"), SheetReader)
    assert isinstance(open_source(str(path), "record"), Reader)


def test_a_format_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UsageError, match="score-sheet"):
        open_source("-", "excel")
    assert FORMATS == ("record", "score-sheet")


def test_a_packed_sheet_a_mark_at_its_beginning_and_carriage_returns_are_read(tmp_path: Path) -> None:
    text = b"\xef\xbb\xbfA B C D\r\n1 d - -\r\n"
    path = tmp_path / "sheet.txt.gz"
    path.write_bytes(gzip.compress(text))
    (match,) = open_source(str(path))
    assert match.canonical == one("A B C D\n1 d - -\n").canonical
    assert match.raw == text


def test_a_cut_package_is_told_and_what_could_be_read_is_served(tmp_path: Path) -> None:
    lines = "".join(f"{n % 12 + 1} d - -  # {n * 7919 % 9973}\n" for n in range(4000))
    path = tmp_path / "sheet.txt.gz"
    path.write_bytes(gzip.compress(f"A B C D\n{lines}".encode())[:-400])
    (match,) = open_source(str(path))
    verdict = audit(match)
    assert "rec.line/cut-archive" in [v.reason for v in verdict.violations]
    assert len(match.rounds) > 1000


def test_a_source_that_is_not_there_raises_when_it_is_read(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        list(open_source(str(tmp_path / "none.txt"), "score-sheet"))
    report = store(tmp_path / "arch", str(tmp_path / "none.txt"))
    assert len(report.failed) == 1


def test_a_sheet_that_says_nothing_has_no_match() -> None:
    assert sheet("") == sheet("\n# nothing\n\n") == sheet("2024-02-10\nB=1\n") == []


def test_a_very_long_sheet_is_cut_into_matches_that_are_records(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_ROUNDS < 50_000
    monkeypatch.setattr("archive.importers.score_sheets.MAX_ROUNDS", 3)
    matches = sheet("A B C D\n" + "1 d - -\n" * 8)
    assert [len(m.rounds) for m in matches] == [3, 3, 2]
    assert {audit(m).verdict for m in matches} == {VALID}
    assert len({record_id(m.canonical) for m in matches}) == 3


_BAD = (b"1 2 - -", b"|A B C|", b"B=x", b"2024-99-99", b"1 2 3 4 5", b"|- -|")


@given(st.lists(st.sampled_from(
    ["A B C D", "E F G H", "A B C", "1 d - -", "- - - -", "3 - S -", "1 2 - -", "B=1", "B=x", "M=5", "R=half",
     "2024-01-01", "2024-99-99", "# note", "", "1 2 3 4 5", "- -"]
), max_size=25))  # fmt: skip
def test_any_sheet_is_read_to_its_end_and_no_line_of_results_vanishes(lines: list[str]) -> None:
    text = "\n".join(lines)
    matches = sheet(text)
    verdicts = [audit(m) for m in matches]
    assert [m.index for m in matches] == list(range(1, len(matches) + 1))
    told = {v.line for verdict in verdicts for v in verdict.violations}
    rounds = sum(len(m.rounds) for m in matches if m.header is not None)
    headless = b"".join(m.raw for m in matches if m.header is None).decode().split("\n")
    ordinary = [line for line in lines if line[:1] in tuple("13-")]
    assert rounds + sum(line[:1] in tuple("13-") for line in headless) == len(ordinary)
    assert {n for n, line in enumerate(lines, 1) if line in ("A B C", "B=x", "2024-99-99")} <= told
    for verdict in verdicts:
        raw = b"|" + b"|".join(verdict.match.raw.split(b"\n")) + b"|"
        faulty = verdict.match.header is None or any(bad in raw for bad in _BAD)
        assert (verdict.verdict == INVALID) == faulty


def _examples(info: str) -> list[tuple[str, str]]:
    return re.findall(rf"^```text sheet({info})\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_examples_of_the_page_are_what_it_says() -> None:
    ((_, good),) = _examples("")
    verdicts: list[Verdict] = [audit(m) for m in sheet(good)]
    assert [v.verdict for v in verdicts] == [VALID]
    assert verdicts[0].totals is not None
    assert sum(verdicts[0].totals) == 0
    assert len(verdicts[0].outcomes) == 5
    ((line, bad),) = _examples(r" invalid \d+")
    assert [n for n, _ in problems(bad)] == [int(line.split()[-1])]


def test_records_and_sheets_share_an_import(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_bytes(self_played()[0] + wrong_points(self_played()[1]))
    (tmp_path / "sheet.txt").write_text("A B C D\n1 d - -\n")
    report = store(tmp_path / "arch", str(tmp_path / "log.txt"), str(tmp_path / "sheet.txt"))
    assert (report.stored, report.quarantined) == (2, 1)
    assert any(name.startswith("data/seats/game=hk-mahjong") for name in files(tmp_path / "arch"))
