"""Views, people's SQL and the shipped statistics."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from archive.archive import Archive
from archive.query import PLAYER_PAGE, VIEWS, definitions, statement
from replay.audit import audit
from replay.selfplay import play_match
from schemas.canonical import canonical_bytes
from schemas.codec import read
from schemas.errors import UsageError
from schemas.match import Match
from schemas.tiles import LANGUAGES
from tests.archive.logs import GOLDEN, at_place, files, self_played, store, write, wrong_points

BOPI = "shaoyang-bopi"
SHIPPED = ("leaderboard", *PLAYER_PAGE)


def _dated(seed: int, players: list[str | None], started_at: str | None) -> Match:
    match = play_match("tsair-deng", Random(f"query/{seed}"), 6, players=players)
    assert match.header is not None
    match.header.started_at = started_at
    canonical_bytes(match)
    return match


MATCHES = [
    _dated(1, ["甲", "乙", "丙", "丁"], "2024-05-01"),
    _dated(2, ["乙", None, "甲", None], "2024-05-03T20:00:00+08:00"),
    _dated(3, ["丙", "甲", "戊", None], None),
    _dated(4, ["甲", "丁", "丙", "乙"], "2024-05-02"),
]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Four matches, a second recording of the first, one that nobody judges, and one in quarantine."""
    folder = tmp_path_factory.mktemp("query")
    logs = [m.canonical for m in MATCHES]
    at = logs[2].index(b'"hands":[["') + len(b'"hands":[["')
    unseen = logs[2][:at] + b"?" + logs[2][at + 2 :]
    store(folder / "arch", write(folder, *logs, at_place(logs[0], "x"), unseen, wrong_points(logs[3])))
    with Archive.open(folder / "arch") as opened:
        yield opened


def _by_hand() -> dict[str, dict[str, Any]]:
    """Player to what the leaderboard should say, from the audit of the records alone."""
    out: dict[str, dict[str, Any]] = defaultdict(lambda: defaultdict(list))
    for number, match in enumerate(MATCHES):
        assert match.header is not None
        for outcome in audit(match).outcomes:
            assert outcome is not None
            for seat, name in enumerate(match.header.players):
                if name is not None:
                    score = outcome.scores[seat]
                    out[name]["matches"].append(number)
                    out[name]["points"].append(outcome.points[seat])
                    out[name]["wins"].append(seat in outcome.winners)
                    out[name]["clean"].append(score is not None and "clean" in {item.id for item in score.items})
    return out


def test_the_leaderboard_says_what_the_records_say(archive: Archive) -> None:
    rows = archive.leaderboard()
    wanted = []
    for name, player in _by_hand().items():
        points, count = player["points"], len(player["points"])
        wins = sum(player["wins"])
        wanted.append(
            (
                "tsair-deng", name, len(set(player["matches"])), count, 0, wins, wins / count, sum(points),
                sum(points) / count, max(points), min(points), sum(player["clean"]), None,
            )
        )  # fmt: skip
    wanted.sort(key=lambda row: (-row[7], row[1]))
    assert rows.rows == wanted
    assert sum(row[11] for row in wanted) > 0
    assert rows.columns == (
        "game", "player", "matches", "rounds", "score_only", "wins", "win_rate", "points", "per_round", "best", "worst",
        "clean", "unit",
    )  # fmt: skip


def test_points_of_different_worth_or_games_are_never_added_up(tmp_path: Path) -> None:
    matches = []
    for seed, (game, unit) in enumerate(
        [("tsair-deng", "1 元"), ("tsair-deng", None), ("tsair-deng", "1 元"), ("tsair-deng", "10 元"), (BOPI, "1 元")]
    ):
        match = play_match(game, Random(f"unit/{seed}"), 2, players=["甲", "乙", "丙", "丁"])
        assert match.header is not None
        match.header.unit = unit
        matches.append(match)
    wanted: dict[tuple[str, str | None], list[int]] = defaultdict(lambda: [0, 0])
    for match in matches:
        for outcome in audit(match).outcomes:
            assert outcome is not None
            assert match.header is not None
            total = wanted[match.game, match.header.unit]
            total[0] += 1
            total[1] += outcome.points[0]
    store(tmp_path / "arch", write(tmp_path, *map(canonical_bytes, matches)))
    with Archive.open(tmp_path / "arch") as archive:
        rows = archive.leaderboard()
        board = [dict(zip(rows.columns, row, strict=True)) for row in rows.rows]
        tables = {t.name: [dict(zip(t.columns, r, strict=True)) for r in t.rows] for t in archive.player("甲")}
    for found in ([row for row in board if row["player"] == "甲"], tables["player_totals"]):
        assert {(r["game"], r["unit"]): [r["rounds"], r["points"]] for r in found} == wanted
    assert [(r["game"], r["unit"]) for r in board][::4] == [
        (BOPI, "1 元"), ("tsair-deng", None), ("tsair-deng", "1 元"), ("tsair-deng", "10 元"),
    ]  # fmt: skip
    company = [r for r in tables["player_company"] if r["player"] == "乙"]
    assert {(r["game"], r["unit"]): [r["rounds"], r["points"]] for r in company} == wanted
    ends = {(r["game"], r["unit"]): [r["number"], r["cumulative"]] for r in tables["player_curve"]}
    assert ends == wanted
    assert sorted(r["unit"] or "" for r in tables["player_recent"]) == ["", "1 元", "1 元", "1 元", "10 元"]


def test_a_leaderboard_can_be_of_some_days_or_one_game(archive: Archive) -> None:
    assert {row[1] for row in archive.leaderboard(since="2024-05-03").rows} == {"甲", "乙"}
    of_two_days = {row[1]: row[3] for row in archive.leaderboard(since="2024-05-01", until="2024-05-02").rows}
    assert of_two_days == {"甲": 12, "乙": 12, "丙": 12, "丁": 12}
    assert archive.leaderboard(game="hk-mahjong").rows == []
    with pytest.raises(UsageError, match="did you mean tsair-deng"):
        archive.leaderboard(game="tsair-dang")
    with pytest.raises(UsageError, match="YYYY-MM-DD"):
        archive.leaderboard(since="May")


def test_a_player_page_has_totals_matches_company_and_a_curve(archive: Archive) -> None:
    totals, recent, company, curve = archive.player("乙")
    player = _by_hand()["乙"]
    (row,) = totals.rows
    told = dict(zip(totals.columns, row, strict=True))
    board = {r[1]: dict(zip(archive.leaderboard().columns, r, strict=True)) for r in archive.leaderboard().rows}["乙"]
    assert {k: v for k, v in told.items() if k not in ("dealt", "head_tail")} == {
        k: v for k, v in board.items() if k != "player"
    }
    assert [r[2] for r in recent.rows] == ["2024-05-03T20:00:00+08:00", "2024-05-02", "2024-05-01"]
    assert recent.rows[0][4] == ["乙", None, "甲", None]
    assert sum(r[7] for r in recent.rows) == sum(player["points"])
    assert [(r[1], r[2], r[3]) for r in company.rows] == [("甲", 3, 18), ("丁", 2, 12), ("丙", 2, 12)]
    assert sum(r[4] for r in company.rows[1:]) == 2 * sum(r[7] for r in recent.rows[1:])
    # Played in the order of the dates, not of the import.
    points = player["points"]
    assert [r[4] for r in curve.rows] == points[:6] + points[12:] + points[6:12]
    assert [r[5] for r in curve.rows] == [sum(r[4] for r in curve.rows[: n + 1]) for n in range(18)]
    assert [r[1] for r in curve.rows] == list(range(1, 19))


def test_an_unknown_player_is_told_the_nearest(archive: Archive) -> None:
    assert archive.players() == ["丁", "丙", "乙", "戊", "甲"]
    with pytest.raises(UsageError, match="no player is called '甲甲'; did you mean 甲"):
        archive.player("甲甲")


def test_a_player_who_sits_out_has_no_part_in_that_round(tmp_path: Path) -> None:
    source = GOLDEN / "rounds" / "anxiang-weimaque.paipu.jsonl"
    store(tmp_path / "arch", str(source))
    with Archive.open(tmp_path / "arch") as archive:
        found = archive.query("SELECT record_id, round, seat FROM seats WHERE sat_out").rows
    dealt = [
        (m, n, seat)
        for m in read(str(source))
        for n, r in enumerate(m.rounds, 1)
        if r.setup is not None and r.setup.hands is not None
        for seat, hand in enumerate(r.setup.hands)
        if hand is None
    ]
    assert sorted((n, seat) for _, n, seat in found) == sorted((n, seat) for _, n, seat in dealt)


def test_a_name_at_two_seats_is_one_player_with_one_round_a_round(tmp_path: Path) -> None:
    matches = [_dated(5, ["甲", "乙", "甲", "丙"], "2024-05-01"), _dated(6, ["甲", None, "甲", None], "2024-05-02")]
    store(tmp_path / "arch", write(tmp_path, *(m.canonical for m in matches)))
    rounds = []  # points, won, dealt by 甲: a round each
    for match in matches:
        for r, outcome in zip(match.rounds, audit(match).outcomes, strict=True):
            assert outcome is not None
            assert r.setup is not None
            points = outcome.points[0] + outcome.points[2]
            rounds.append((points, bool({0, 2} & set(outcome.winners)), r.setup.dealer in (0, 2)))
    with Archive.open(tmp_path / "arch") as archive:
        board = archive.leaderboard()
        (row,) = [dict(zip(board.columns, r, strict=True)) for r in board.rows if r[1] == "甲"]
        totals, recent, company, curve = archive.player("甲")
    assert (row["matches"], row["rounds"], row["points"]) == (2, 12, sum(points for points, *_ in rounds))
    assert row["wins"] == sum(won for _, won, _ in rounds)
    assert row["win_rate"] == row["wins"] / 12
    assert (row["best"], row["worst"]) == (max(rounds)[0], min(rounds)[0])
    assert totals.rows[0][totals.columns.index("dealt")] == sum(dealt for *_, dealt in rounds)
    assert [(r[5], r[7]) for r in recent.rows] == [(6, sum(points for points, *_ in rounds[at:][:6])) for at in (6, 0)]
    first = sum(points for points, *_ in rounds[:6])
    assert [(r[1], r[2], r[3], r[4]) for r in company.rows] == [("丙", 1, 6, first), ("乙", 1, 6, first)]
    assert [r[4] for r in curve.rows] == [points for points, *_ in rounds]


def test_head_tail_counts_the_rounds_in_which_it_holds(tmp_path: Path) -> None:
    source = str(GOLDEN / "rounds" / "tsair-deng.paipu.jsonl")
    store(tmp_path / "arch", source)
    wanted: dict[str, int] = defaultdict(int)
    unpaid = 0
    for match in read(source):
        assert match.header is not None
        for outcome in audit(match).outcomes:
            for seat, score in enumerate(outcome.scores if outcome is not None else ()):
                if score is not None and any(item.id == "head-tail" for item in score.items):
                    assert outcome is not None
                    wanted[str(match.header.players[seat])] += 1
                    unpaid += outcome.points[seat] >= 0
    assert wanted
    assert unpaid
    with Archive.open(tmp_path / "arch") as archive:
        for name, count in wanted.items():
            totals = archive.player(name)[0]
            assert totals.rows[0][totals.columns.index("head_tail")] == count


def test_the_views_hold_every_round_move_and_seat(archive: Archive) -> None:
    counts = {view: archive.query(f"SELECT count(*) FROM {view} WHERE counted").rows[0][0] for view in VIEWS}
    stored = [*MATCHES, MATCHES[2]]
    seats = [sum(p is not None for p in m.header.players) for m in stored if m.header is not None]
    assert counts == {
        "matches": 5,
        "rounds": sum(len(m.rounds) for m in stored),
        "moves": sum(len(r.moves) for m in stored for r in m.rounds),
        "seats": sum(len(m.rounds) * s for m, s in zip(stored, seats, strict=True)),
        "wins": sum(len(r.result.winners) for m in stored for r in m.rounds if r.result is not None),
    }
    wrong = (
        "SELECT count(*) FROM rounds r "
        "WHERE moves <> (SELECT count(*) FROM moves m WHERE m.record_id = r.record_id AND m.round = r.round)"
    )
    assert archive.query(wrong).rows == [(0,)]


def test_columns_are_read_by_plain_names(archive: Archive) -> None:
    for view in VIEWS:
        names = archive.query(f"SELECT * FROM {view} LIMIT 0").columns
        assert list(names) == list(definitions(view))
        assert archive.query(f"SELECT {', '.join(names)} FROM {view} LIMIT 1").columns == names


def test_items_of_a_seat_carry_the_ids_of_the_game(archive: Archive) -> None:
    found = archive.query("SELECT DISTINCT unnest([i.id FOR i IN items]) AS id FROM seats ORDER BY id").rows
    assert ("clean",) in found
    assert set(found) <= {("clean",), ("head-tail",)}


def test_queries_take_parameters(archive: Archive) -> None:
    found = archive.query("SELECT count(*) FROM matches WHERE list_contains(players, ?) AND rounds = ?", ["戊", 6]).rows
    assert found == [(2,)]
    with pytest.raises(UsageError):
        archive.query("SELECT ?")


def test_an_empty_archive_has_all_views_and_no_rows(tmp_path: Path) -> None:
    with Archive.open(tmp_path / "arch", create=True) as archive:
        for view in VIEWS:
            found = archive.query(f"SELECT * FROM {view}")
            assert list(found.columns) == list(definitions(view))
            assert found.rows == []
        assert archive.leaderboard().rows == []
        assert list(archive.export()) == []
        assert archive.matches() == archive.players() == archive.quarantined() == archive.check() == []


REFUSED = [
    "SELECT * FROM read_text('/etc/passwd')",
    "FROM '/etc/passwd'",
    "FROM read_csv('/etc/passwd')",
    "FROM read_blob('{arch}/catalog.sqlite')",
    "FROM read_text('{arch}/paipu-archive.json')",
    "FROM glob('/etc/*')",
    "FROM glob('{arch}/**')",
    "FROM sniff_csv('/etc/passwd')",
    "FROM parquet_metadata('/etc/passwd')",
    "COPY matches TO '{out}'",
    "COPY (SELECT 1) TO '{live}'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{live}'",
    "SELECT * FROM query('COPY matches TO ''{out}''')",
    "EXPORT DATABASE '{out}'",
    "ATTACH '{out}'",
    "ATTACH '{arch}/catalog.sqlite' (TYPE sqlite)",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "SET allowed_paths = ['/etc/passwd']",
    "RESET lock_configuration",
    "CALL enable_logging(storage = 'file', storage_path = '{out}')",
    "SELECT * FROM enable_logging(storage = 'file', storage_path = '{out}')",
    "PRAGMA database_list",
    "PRAGMA enable_profiling",
    "CREATE TABLE t (a INT)",
    "DROP VIEW matches",
    "CREATE OR REPLACE VIEW matches AS SELECT 1",
    "INSERT INTO matches VALUES (1)",
    "DELETE FROM stored.matches",
    "UPDATE matches SET place = 'x'",
    "SELECT 1; SELECT 2",
    "SELECT 1; COPY (SELECT 1) TO '{out}'",
    "BEGIN",
    "CHECKPOINT",
    "",
    "SELECT",
    "SELECT nothing FROM matches",
    "SELECT * FROM nowhere",
    "this is no SQL",
]


@pytest.mark.parametrize("sql", REFUSED)
def test_peoples_sql_reads_the_views_and_nothing_else(archive: Archive, tmp_path: Path, sql: str) -> None:
    before = files(archive.path)
    live = next((archive.path / "data").rglob("*.parquet"))
    with pytest.raises(UsageError):
        archive.query(sql.format(arch=archive.path, out=tmp_path / "out", live=live))
    assert list(tmp_path.iterdir()) == []
    assert files(archive.path) == before
    assert archive.query("SELECT count(*) FROM matches").rows == [(6,)]


FORMS = (
    "FROM matches",
    "WITH a AS (SELECT 1) FROM a",
    "SHOW TABLES",
    "DESCRIBE moves",
    "SUMMARIZE seats",
    "VALUES (1)",
    "SELECT name FROM duckdb_settings()",
    "SELECT table_name FROM information_schema.tables",
    "FROM query('SELECT 42')",
    "FROM stored.moves",
    "FROM range(3)",
    "FROM read_parquet('{live}')",
)


@pytest.mark.parametrize("sql", FORMS)
def test_every_form_of_a_single_select_is_answered_and_changes_nothing(archive: Archive, sql: str) -> None:
    before = files(archive.path)
    live = next((archive.path / "data").rglob("*.parquet"))
    assert archive.query(sql.format(live=live)).rows
    assert files(archive.path) == before


def test_a_query_sees_no_variable_of_this_program(archive: Archive) -> None:
    secret = [1, 2, 3]
    with pytest.raises(UsageError, match="secret"):
        archive.query("SELECT * FROM secret")
    assert secret
    with pytest.raises(UsageError):
        archive.query("SELECT getenv('PATH')")
    assert os.environ["PATH"]


def test_what_is_imported_shows_in_the_next_query(tmp_path: Path) -> None:
    a, b, _, _ = self_played()
    with Archive.open(tmp_path / "arch", create=True, write=True) as archive:
        assert archive.query("SELECT count(*) FROM matches").rows == [(0,)]
        archive.import_sources([write(tmp_path, a)])
        assert archive.query("SELECT count(*) FROM matches").rows == [(1,)]
        archive.import_sources([write(tmp_path, b)])
        assert len(archive.leaderboard().rows) == 4


@pytest.mark.parametrize("name", SHIPPED)
def test_a_definition_stands_beside_every_column_in_every_language(archive: Archive, name: str) -> None:
    tables = {"leaderboard": archive.leaderboard(), **{rows.name: rows for rows in archive.player("甲")}}
    rows = tables[name]
    assert tuple(rows.definitions) == rows.columns
    assert all(set(texts) == set(LANGUAGES) for texts in rows.definitions.values())


@pytest.mark.parametrize("name", [*VIEWS, *SHIPPED])
def test_a_file_of_sql_is_one_statement(name: str) -> None:
    assert ";" not in statement(name).split("\nSELECT", 1)[-1].split("\nCREATE", 1)[-1]
