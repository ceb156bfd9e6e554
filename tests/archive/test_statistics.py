"""The statistics of some games alone: against a slow recount, and against tiny archives counted by hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from archive.archive import Archive
from archive.query import STATISTICS, definitions
from replay import registry
from replay.audit import audit
from replay.selfplay import play_match, play_matches
from schemas.canonical import canonical_bytes
from schemas.codec import read
from schemas.match import Match
from schemas.tiles import LANGUAGES
from tests.archive import recount
from tests.archive.logs import GOLDEN, at_place, store, write

GAMES = [code for code in registry.codes() if code != "tsair-deng"]
ZIPAI = [code for code in GAMES if code in STATISTICS["zipai"]]


@cache
def played(code: str) -> tuple[Match, ...]:
    """Self-play of a game, and its golden rounds, in which everything happens."""
    golden = [m for m in read(str(GOLDEN / "rounds" / f"{code}.paipu.jsonl")) if m.sound][:30]
    return (*play_matches(code, 5, 11, rounds=6), *golden)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """All games, the first match of each recorded twice."""
    folder = tmp_path_factory.mktemp("statistics")
    logs = []
    for code in registry.codes():
        if code != "tsair-deng":
            matches = played(code)
            logs += [*(m.canonical for m in matches), at_place(matches[0].canonical, "there")]
    logs += [m.canonical for m in play_matches("tsair-deng", 2, 1)]
    report = store(folder / "arch", write(folder, *logs))
    assert (report.quarantined, report.second_recordings) == (0, len(GAMES))
    return Archive.open(folder / "arch")


def _table(archive: Archive, name: str, **choice: Any) -> list[dict[str, Any]]:
    found = [rows for rows in archive.statistics(**choice) if rows.name == name]
    return [dict(zip(rows.columns, row, strict=True)) for rows in found for row in rows.rows]


def _differences(row: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    close = {k: pytest.approx(v) if isinstance(v, float) else v for k, v in wanted.items()}
    return {k: (row[k], v) for k, v in close.items() if row[k] != v}


@pytest.mark.parametrize("code", GAMES)
def test_a_name_at_two_seats_has_one_round_a_round_in_every_table(tmp_path: Path, code: str) -> None:
    matches = [play_match(code, Random(f"twice/{code}/{n}"), 6, players=["甲", "乙", "甲", "丙"]) for n in range(4)]
    store(tmp_path / "arch", write(tmp_path, *(m.canonical for m in matches)))
    rounds = wins = dealt = calls = 0
    for match in matches:
        for r, outcome in zip(match.rounds, audit(match).outcomes, strict=True):
            assert outcome is not None
            assert r.setup is not None
            rounds += 1
            wins += bool({0, 2} & set(outcome.winners))
            dealt += r.setup.dealer in (0, 2)
            calls += sum(m.verb == "pung" and m.seat in (0, 2) for m in r.moves)
    with Archive.open(tmp_path / "arch") as archive:
        (row,) = _table(archive, "zipai" if code in ZIPAI else "mahjong", player="甲")
        (play,) = _table(archive, "play", player="甲")
    assert (row["rounds"], row["wins"]) == (rounds, wins)
    assert wins
    assert (play["played"], play["dealt"]) == (rounds, dealt)
    assert play["pung"] == pytest.approx(calls / rounds)


@pytest.mark.parametrize(
    ("name", "code"),
    [(name, code) for name in ("mahjong", "zipai", "play") for code in GAMES if code in STATISTICS[name]],
)
def test_every_number_of_a_player_is_what_a_slow_recount_says(archive: Archive, name: str, code: str) -> None:
    wanted = {key: getattr(count, name)() for key, count in recount.counts(played(code)).items()}
    rows = {(row["game"], row["player"]): row for row in _table(archive, name, game=code)}
    assert set(rows) == set(wanted)
    for key, row in rows.items():
        assert set(row) - {"game", "player"} == set(wanted[key])
        assert _differences(row, wanted[key]) == {}, key


@pytest.mark.parametrize("code", GAMES)
def test_every_pattern_is_counted_as_often_as_it_was_scored(archive: Archive, code: str) -> None:
    wanted = recount.patterns(played(code))
    rows = {(row["game"], row["pattern"]): row for row in _table(archive, "patterns", game=code)}
    assert set(rows) == set(wanted)
    for key, row in rows.items():
        assert _differences(row, wanted[key]) == {}, key


@pytest.mark.parametrize("code", GAMES)
def test_the_view_of_wins_says_of_each_how_it_came_about(archive: Archive, code: str) -> None:
    found = archive.query(
        "SELECT record_id, round, seat, self_draw, dealt_by, total, xi, draws, points FROM wins "
        "WHERE game = ? AND counted ORDER BY ALL",
        [code],
    ).rows
    wanted = []
    for match in played(code):
        verdict = audit(match)
        for number, (r, outcome) in enumerate(zip(match.rounds, verdict.outcomes, strict=True), start=1):
            assert outcome is not None
            for seat in outcome.winners:
                one = recount.Seat(code, "", seat, r, outcome)
                xi = outcome.facts["xi"] if code in ZIPAI else None
                dealt = recount.dealt_by(code, outcome)
                where = (verdict.record_id, number, seat)
                wanted.append((*where, one.self_draw, dealt, one.total, xi, one.turns, outcome.points[seat]))
    assert found == sorted(wanted, key=lambda row: row[:3])
    assert {row[3] for row in found} == {True, False}


def test_a_bopi_match_is_settled_by_rounded_tallies(archive: Archive) -> None:
    rows = _table(archive, "bopi_settlement")
    curve = _table(archive, "bopi_curve")
    for match in played("shaoyang-bopi"):
        verdict = audit(match)
        assert verdict.totals is not None
        mine = [row for row in rows if row["record_id"] == verdict.record_id]
        tens = [(abs(t) + 5) // 10 * 10 * (1 if t > 0 else -1) for t in verdict.totals]
        settled = [sum(a - b for b in tens) for a in tens]
        assert [(r["seat"], r["total"], r["rounded"], r["settlement"]) for r in mine] == [
            (s, verdict.totals[s], tens[s], settled[s]) for s in range(4)
        ]
        assert sum(settled) == 0
        running, wanted = [0] * 4, []
        for number, outcome in enumerate(verdict.outcomes, start=1):
            assert outcome is not None
            running = [a + b for a, b in zip(running, outcome.points, strict=True)]
            wanted += [(number, s, outcome.points[s], running[s]) for s in range(4)]
        found = [r for r in curve if r["record_id"] == verdict.record_id]
        assert [(r["round"], r["seat"], r["points"], r["tally"]) for r in found] == wanted


BOPI = (
    b'{"type":"match","format":"paipu/1","game":"shaoyang-bopi","rules":{"edition":1},'
    b'"players":["\xe7\x94\xb2","\xe4\xb9\x99","\xe4\xb8\x99","\xe4\xb8\x81"]}\n'
    b'{"type":"round","dealer":0,"hands":null}\n'
    b'{"type":"result","outcome":"win","winners":[0],"points":[25,0,13,0],'
    b'"scores":[{"total":25,"items":[["kan",6],["wei",6],["123",3],["zi-mo",10]]},null,null,null]}\n'
    b'{"type":"round","dealer":0,"hands":null}\n'
    b'{"type":"result","outcome":"dead","winners":[],"points":[-10,0,10,0]}\n'
    b'{"type":"round","dealer":1,"hands":null}\n'
    b'{"type":"result","outcome":"dead","winners":[],"points":[0,-10,0,10]}\n'
)


def test_score_lines_of_zipai_by_hand(tmp_path: Path) -> None:
    assert store(tmp_path / "arch", write(tmp_path, BOPI)).stored == 1
    with Archive.open(tmp_path / "arch") as archive:
        rows = {row["player"]: row for row in _table(archive, "zipai")}
        # 丙 sits opposite the dealer in two rounds, 丁 in one.
        assert {name: row["rounds"] for name, row in rows.items()} == {"甲": 3, "乙": 3, "丙": 1, "丁": 2}
        assert {name: row["dead"] for name, row in rows.items()} == {"甲": 2, "乙": 2, "丙": 1, "丁": 1}
        first = rows["甲"]
        assert (first["wins"], first["score_only"], first["mean_total"], first["mean_xi"]) == (1, 3, 25, 15)
        assert (first["self_draws"], first["self_draw_rate"]) == (0, None)  # a line without `how` does not say
        assert _table(archive, "play") == []
        assert [(r["pattern"], r["hands"], r["share"]) for r in _table(archive, "patterns")] == [("zi-mo", 1, 1)]
        # 15, −10, 23, 10: rounded to 20, −10, 20, 10, in all 40.
        settled = [(r["total"], r["rounded"], r["settlement"]) for r in _table(archive, "bopi_settlement")]
        assert settled == [(15, 20, 40), (-10, -10, -80), (23, 20, 40), (10, 10, 0)]
        assert [r["tally"] for r in _table(archive, "bopi_curve", player="丁")] == [0, 0, 10]


SHEET = """\
2024-02-10
M=8
A B C D
- - - -
3 - - -
4 d - -
- 8 - d
f - - -
5 - - S
"""


def test_a_score_sheet_is_counted_by_hand(tmp_path: Path) -> None:
    (tmp_path / "sheet.txt").write_text(SHEET)
    store(tmp_path / "arch", str(tmp_path / "sheet.txt"))
    with Archive.open(tmp_path / "arch") as archive:
        rows = {row["player"]: row for row in _table(archive, "mahjong")}
        a, b, d = rows["A"], rows["B"], rows["D"]
        assert (a["rounds"], a["score_only"], a["wins"], a["win_rate"]) == (6, 6, 3, 0.5)
        assert (a["self_draws"], a["self_draw_rate"]) == (2, pytest.approx(2 / 3))
        assert (a["drawn"], a["draw_rate"]) == (1, pytest.approx(1 / 6))
        assert (a["false_wins"], a["mean_won"], a["mean_dealt"]) == (1, 4, None)
        assert (b["deal_ins"], b["deal_in_rate"], b["mean_dealt"], b["mean_won"]) == (1, pytest.approx(1 / 6), 4, 8)
        assert (d["deal_ins"], d["mean_dealt"], d["wins"], d["self_draw_rate"]) == (1, 8, 0, None)
        assert _table(archive, "play") == _table(archive, "patterns") == []


def test_a_score_line_that_does_not_say_who_dealt_in_is_no_round_without_a_deal_in(tmp_path: Path) -> None:
    head = (
        b'{"type":"match","format":"paipu/1","game":"hk-mahjong","rules":{"edition":1},"players":["a","b","c","d"]}\n'
        b'{"type":"round","dealer":null,"hands":null}\n'
    )
    silent = b'{"type":"result","outcome":"win","winners":[0],"points":[3,-1,-1,-1]}\n'
    drawn = b'{"type":"result","outcome":"draw","winners":[],"points":[0,0,0,0]}\n'
    store(tmp_path / "arch", write(tmp_path, head + silent + head.splitlines(keepends=True)[1] + drawn))
    with Archive.open(tmp_path / "arch") as archive:
        for row in _table(archive, "mahjong"):
            assert (row["rounds"], row["deal_ins"], row["deal_in_rate"], row["draw_rate"]) == (2, 0, 0, 0.5)
            assert (row["self_draw_rate"], row["mean_won"]) == (None, None)
        assert archive.query("SELECT self_draw, dealt_by, total, draws FROM wins").rows == [(None, None, None, None)]


def test_a_report_has_the_tables_of_the_games_that_are_stored(archive: Archive, tmp_path: Path) -> None:
    assert [rows.name for rows in archive.statistics()] == [
        name for name, games in STATISTICS.items() if set(games) & set(GAMES)
    ]
    for code in GAMES:
        found = [rows.name for rows in archive.statistics(game=code)]
        assert found == [name for name, games in STATISTICS.items() if code in games]
    assert archive.statistics(game="tsair-deng") == []
    assert archive.statistics(since="2999-01-01") == []
    assert archive.statistics(player="nobody") == []
    with Archive.open(tmp_path / "arch", create=True) as empty:
        assert empty.statistics() == []


@pytest.mark.parametrize("code", GAMES)
def test_one_players_statistics_are_the_rows_of_that_player(archive: Archive, code: str) -> None:
    for name in ("mahjong", "zipai", "play"):
        every = _table(archive, name, game=code)
        assert _table(archive, name, game=code, player="阿明") == [row for row in every if row["player"] == "阿明"]


def test_a_span_of_days_counts_the_matches_of_those_days(tmp_path: Path) -> None:
    code = GAMES[0]
    first, second = play_matches(code, 2, 5, rounds=2)
    for match, day in ((first, "2024-05-01"), (second, "2024-05-03")):
        assert match.header is not None
        match.header.started_at = day
        canonical_bytes(match)
    store(tmp_path / "arch", write(tmp_path, first.canonical, second.canonical))
    with Archive.open(tmp_path / "arch") as archive:
        for match, since, until in ((first, None, "2024-05-02"), (second, "2024-05-02", None)):
            rows = _table(archive, "play", since=since, until=until)
            wanted = recount.counts([match])
            assert {row["player"]: row["played"] for row in rows} == {k[1]: len(c.rounds) for k, c in wanted.items()}


@pytest.mark.parametrize("name", STATISTICS)
def test_a_definition_stands_beside_every_column_in_every_language(archive: Archive, name: str) -> None:
    (rows,) = [rows for rows in archive.statistics() if rows.name == name]
    assert tuple(definitions(name)) == rows.columns
    assert all(set(texts) == set(LANGUAGES) for texts in definitions(name).values())
