"""Match -> rows -> Match: the canonical bytes come back, whatever the match holds."""

from __future__ import annotations

import io
import json
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.archive import Archive
from archive.catalog import Recording
from archive.columns import SCHEMAS, Entry, tables
from archive.ingest import new_batch, write_game
from archive.rebuild import Rebuilder
from archive.store import GROUP_ROWS, STRETCH, Shelf, Store
from replay.audit import UNJUDGED, Verdict
from schemas.canonical import play_id, record_id
from schemas.codec import read
from schemas.errors import ArchiveError
from schemas.match import Match
from schemas.options import GAMES, OPTIONS
from schemas.record import BY_VERB, SETUP_FIELDS, VERBS
from schemas.tiles import DOMINOES, MAHJONG, ZIPAI
from tests.archive.logs import GOLDEN, exported, self_played, store, write

TILES = {"tsair-deng": DOMINOES, "shaoyang-bopi": ZIPAI, "anxiang-weimaque": ZIPAI}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)
OBJECTS = st.dictionaries(TEXTS, VALUES, max_size=2)
POINTS = st.integers(-(2**53), 2**53)
SEATS = st.integers(0, 3)
FOUR = st.lists(POINTS, min_size=4, max_size=4)


def _extras(extra: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=extra)


NOTED = {"note": TEXTS, "x": OBJECTS}
TIMED = {"at": st.integers(0, 2**53), **NOTED}


def _fields(game: str) -> dict[str, st.SearchStrategy[Any]]:
    """Field name to what it may hold."""
    tile = st.sampled_from((*TILES.get(game, MAHJONG), "?"))
    return {
        "seat": SEATS, "tile": tile, "open": st.integers(1, 6), "with": st.lists(tile, min_size=2, max_size=2),
        "kind": st.sampled_from(("exposed", "concealed", "added")), "from": st.just("back"),
        "also": st.lists(st.lists(tile, min_size=3, max_size=3), max_size=2),
        "direction": st.sampled_from(("ccw", "cw")), "aside": st.lists(tile, max_size=3), "turned": tile,
        "stock": st.lists(tile, max_size=3), "wind": st.sampled_from("ESWN"),
        "dice": st.lists(st.integers(1, 6) | st.lists(st.integers(1, 6), max_size=2), max_size=3),
        "indicators": st.lists(tile, min_size=2, max_size=2),
        "hands": st.none() | st.lists(st.none() | st.lists(tile, max_size=3), min_size=4, max_size=4),
    }  # fmt: skip


def _move(game: str, verb: str) -> st.SearchStrategy[dict[str, Any]]:
    fields = _fields(game)
    needed = {"type": st.just(verb), "seat": SEATS}
    optional = dict(TIMED)
    known = ["tile", "open", "with", "kind"]
    known += ["also"] if game == "shaoyang-bopi" else ["from"] if "mahjong" in game else []
    for name in (f for f in known if _has(verb, f)):
        (optional if name in ("also", "from") else needed)[name] = fields[name]
    if verb == "foul":
        needed["kind"] = st.sampled_from(("false-win", "wrong-count", "flower"))
    return st.fixed_dictionaries(needed, optional=optional)


def _has(verb: str, field: str) -> bool:
    return {"with": "with_", "from": "from_"}.get(field, field) in BY_VERB[verb].__struct_fields__


SCORE = st.none() | st.fixed_dictionaries(
    {"total": POINTS, "items": st.lists(st.tuples(st.sampled_from(("clean", "kan", "own")), POINTS), max_size=3)}
)
RESULT = st.fixed_dictionaries(
    {
        "type": st.just("result"),
        "outcome": st.sampled_from(("win", "draw", "dead", "void", "foul")),
        "winners": st.lists(SEATS, max_size=3),
        "points": FOUR,
    },
    optional={
        "scores": st.lists(SCORE, min_size=4, max_size=4), "from": SEATS, "liable": SEATS,
        "how": st.sampled_from(("discard", "self-draw", "foul")), **NOTED,
    },
)  # fmt: skip
END = st.fixed_dictionaries({"type": st.just("end"), "totals": FOUR}, optional=NOTED)


def _round(game: str) -> st.SearchStrategy[list[dict[str, Any]]]:
    fields = _fields(game)
    own = {name: fields[name] for name in frozenset.union(*SETUP_FIELDS[game])}
    needed = {"type": st.just("round"), "dealer": st.none() | SEATS, "hands": fields["hands"]}
    setup = st.fixed_dictionaries(needed, optional={**own, **NOTED})
    moves = st.lists(st.sampled_from(sorted(VERBS[game])).flatmap(lambda verb: _move(game, verb)), max_size=5)
    return st.tuples(setup, moves, st.none() | RESULT).map(lambda t: [t[0], *t[1], *([] if t[2] is None else [t[2]])])


@st.composite
def logs(draw: st.DrawFn) -> bytes:
    """Lines of one match: well formed, and as a game nonsense."""
    game = draw(st.sampled_from(GAMES))
    head = {
        "type": "match", "format": "paipu/1", "game": game, "rules": {"edition": 1},
        "players": draw(st.lists(st.none() | st.text(min_size=1, max_size=3), min_size=4, max_size=4)),
        **draw(_extras({"place": TEXTS, "event": TEXTS, "source": TEXTS, "unit": TEXTS, **NOTED})),
        **draw(_extras({"started_at": st.sampled_from(("2024-02-29", "1999-12-31T23:59:59.5+08:00"))})),
    }  # fmt: skip
    rounds = draw(st.lists(_round(game), max_size=3))
    end = draw(st.none() | END)
    lines = [head, *(line for r in rounds for line in r), *([] if end is None else [end])]
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)


def entries_of(matches: list[Match]) -> list[Entry]:
    """The matches of one game as an import stores them, unjudged."""
    out = []
    for n, m in enumerate(matches, start=1):
        verdict = Verdict(m, UNJUDGED, outcomes=[None] * len(m.rounds), record_id=record_id(m.canonical))
        verdict.play_id = play_id(m)
        out.append(Entry(m, verdict, n, datetime(2024, 1, 1)))
    return out


def through_rows(matches: list[Match]) -> list[Match]:
    """The matches of one game as they come back from Parquet."""
    with TemporaryDirectory() as folder:
        return written(Path(folder), entries_of(matches))


def written(folder: Path, entries: list[Entry]) -> list[Match]:
    """Stores `entries` in an empty folder and reads them back."""
    change = new_batch(1)
    write_game(Store(folder), entries[0].match.game, entries, change, [])
    files = {file["table"]: file["path"] for file in change.files}
    for name, path in files.items():
        assert pq.read_schema(folder / path).equals(SCHEMAS[name])
    rebuilder = Rebuilder(folder)
    try:
        return [rebuilder.match(files, Recording(**row)) for row in change.recordings]
    finally:
        rebuilder.close()


@settings(max_examples=100)
@given(logs())
def test_any_match_comes_back_from_its_rows_byte_for_byte(log: bytes) -> None:
    (match,) = read(io.BytesIO(log))
    assert match.sound, match.faults
    (back,) = through_rows([match])
    assert back.canonical == match.canonical
    assert back.header == match.header
    assert back.options == match.options
    assert [r.line for r in back.rounds] == [r.line for r in next(read(io.BytesIO(back.canonical))).rounds]


@pytest.mark.parametrize("game", GAMES)
def test_every_golden_match_of_a_game_comes_back_from_its_rows_byte_for_byte(game: str) -> None:
    matches = list(read(str(GOLDEN / "rounds" / f"{game}.paipu.jsonl")))
    assert len(matches) > 10
    assert [m.canonical for m in through_rows(matches)] == [m.canonical for m in matches]


def test_import_and_export_give_back_the_golden_logs_of_all_five_games(tmp_path: Path) -> None:
    sources = [str(GOLDEN / "rounds" / f"{game}.paipu.jsonl") for game in GAMES]
    sources.append(str(GOLDEN / "tsair-deng.paipu.jsonl"))
    report = store(tmp_path / "a", *sources)
    wanted = [match.canonical for source in sources for match in read(source)]
    assert report.stored == len(wanted)
    assert report.entries == [] == report.failed
    assert exported(tmp_path / "a") == b"".join(wanted)


def test_absent_null_and_empty_are_three_things(tmp_path: Path) -> None:
    log = (
        b'{"type":"match","format":"paipu/1","game":"tsair-deng","rules":{"edition":1},"players":["a","b","c","d"],'
        b'"note":"","x":{}}\n'
        b'{"type":"round","dealer":null,"hands":null}\n'
        b'{"type":"result","outcome":"void","winners":[],"points":[0,0,0,0],"scores":[null,null,null,null],"x":{"a":[]}}\n'
        b'{"type":"round","dealer":null,"hands":null,"note":""}\n'
        b'{"type":"result","outcome":"void","winners":[],"points":[0,0,0,0]}\n'
    )
    report = store(tmp_path / "a", write(tmp_path, log))
    assert report.stored == 1
    assert exported(tmp_path / "a") == log


def test_a_loaded_match_knows_its_lines_and_its_moves(tmp_path: Path) -> None:
    logs = self_played()
    store(tmp_path / "a", write(tmp_path, *logs))
    with Archive.open(tmp_path / "a") as archive:
        match = archive.load(record_id(logs[2]))
    (wanted,) = read(io.BytesIO(logs[2]))
    assert match.rounds == wanted.rounds
    assert match.end == wanted.end
    assert list(match.numbers) == list(wanted.numbers)
    assert match.raw == logs[2]


def test_rows_that_no_longer_hash_to_the_record_id_are_never_served(tmp_path: Path) -> None:
    entries = entries_of(list(read(io.BytesIO(self_played()[0]))))
    move = entries[0].match.rounds[0].moves[3]
    move.seat = (move.seat + 1) % 4
    with pytest.raises(ArchiveError, match="damaged"):
        written(tmp_path, entries)


def test_a_file_with_too_few_rows_is_an_error_and_no_record(tmp_path: Path) -> None:
    logs = self_played()
    store(tmp_path / "a", write(tmp_path, *logs))
    for table in ("matches", "rounds", "moves"):
        (path,) = (tmp_path / "a" / "data" / table / "game=tsair-deng").iterdir()
        whole = path.read_bytes()
        pq.write_table(pq.read_table(path, partitioning=None).slice(0, 1), path)
        with Archive.open(tmp_path / "a") as archive, pytest.raises(ArchiveError, match="too few rows"):
            list(archive.export())
        path.write_bytes(whole)
    assert exported(tmp_path / "a") == b"".join(logs)


def test_records_longer_than_a_stretch_of_rows_come_back_in_any_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("archive.store.GROUP_ROWS", {"matches": 2, "rounds": 4, "seats": 64, "moves": 50})
    monkeypatch.setattr("archive.store.STRETCH", {"matches": 2, "rounds": 1, "moves": 25})
    monkeypatch.setattr(Shelf, "KEEP", 2)
    monkeypatch.setattr(Rebuilder, "KEEP", 2)
    logs = self_played(7)
    store(tmp_path / "a", write(tmp_path, *logs))
    ids = [record_id(log) for log in logs]
    with Archive.open(tmp_path / "a") as archive:
        assert archive.size() == 7
        assert list(archive.export()) == list(logs)
        assert [match.canonical for match in archive.stored()] == list(logs)
        assert [archive.load(id).canonical for id in reversed(ids)] == list(reversed(logs))
        assert list(archive.export([ids[5], ids[2], ids[5]])) == [logs[2], logs[5]]


def test_a_row_group_is_a_whole_number_of_stretches() -> None:
    assert [GROUP_ROWS[table] % rows for table, rows in STRETCH.items()] == [0, 0, 0]


def test_exporting_unpacks_no_row_group_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [str(GOLDEN / "rounds" / f"{game}.paipu.jsonl") for game in GAMES]
    mixed = [match.canonical for several in zip(*map(read, sources), strict=False) for match in several]
    store(tmp_path / "a", write(tmp_path, *mixed))
    taken = []
    stretch = Shelf.stretch
    monkeypatch.setattr(Shelf, "stretch", lambda self, *key: taken.append(key) or stretch(self, *key))
    assert exported(tmp_path / "a") == b"".join(mixed)
    assert len(taken) == len(set(taken)) > 10


def test_totals_beyond_64_bits_are_not_kept_and_break_nothing(tmp_path: Path) -> None:
    head = self_played()[0].split(b"\n")[0] + b"\n"
    line = b'{"type":"round","dealer":null,"hands":null}\n'
    most = 2**53
    points = f'{{"type":"result","outcome":"win","winners":[0],"points":[{most},-{most},0,0]}}\n'.encode()
    log = head + (line + points) * 1100
    report = store(tmp_path / "a", write(tmp_path, log))
    assert report.stored == 1
    with Archive.open(tmp_path / "a") as archive:
        assert archive.matches()[0].totals is None
        assert archive.leaderboard().rows[0][7] == most * 1100
    assert exported(tmp_path / "a") == log


def test_every_options_struct_survives_as_rules(tmp_path: Path) -> None:
    head = b'{"type":"match","format":"paipu/1","game":"hk-mahjong","rules":%s,"players":["a","b","c","d"]}\n'
    rules = b'{"edition":1,"cap":4,"extra_patterns":["all-green","straight"],"hot_double":1.5}'
    log = head % rules
    store(tmp_path / "a", write(tmp_path, log))
    with Archive.open(tmp_path / "a") as archive:
        (info,) = archive.matches()
        assert archive.load(info.record_id).options == OPTIONS["hk-mahjong"](
            cap=4, extra_patterns=("all-green", "straight"), hot_double=1.5
        )
    assert exported(tmp_path / "a") == log


def test_columns_have_one_type_each_whatever_a_batch_holds() -> None:
    empty = {name: table.schema for name, table in tables([]).items()}
    assert empty == SCHEMAS
    assert all(isinstance(schema, pa.Schema) for schema in empty.values())
