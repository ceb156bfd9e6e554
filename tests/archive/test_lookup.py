"""Finding stored matches again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import pytest

from archive.archive import Archive
from schemas.canonical import record_id
from schemas.errors import UsageError
from tests.archive.logs import GOLDEN, self_played, store, write

LOGS = [
    log.split(b"\n", 1)[0][:-1] + b',"started_at":"2024-03-0%d"}\n' % (n + 1) + log.split(b"\n", 1)[1]
    for n, log in enumerate(self_played(6, 3))
]
LATE = LOGS[5].replace(b'"2024-03-06"', b'"2024-03-06T23:30:00-05:00"').replace("阿明".encode(), "小明".encode())


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Five dated matches, one dated to the minute, and some of another game without a date."""
    folder = tmp_path_factory.mktemp("lookup")
    other = (GOLDEN / "rounds" / "hk-mahjong.paipu.jsonl").read_bytes().split(b'{"type":"match"')[1:4]
    store(folder / "arch", write(folder, *reversed(LOGS[:5]), LATE, *(b'{"type":"match"' + log for log in other)))
    with Archive.open(folder / "arch") as opened:
        yield opened


def test_matches_come_in_the_order_of_their_import_newest_last(archive: Archive) -> None:
    ids = [info.record_id for info in archive.matches()]
    assert ids[:6] == [record_id(log) for log in (*reversed(LOGS[:5]), LATE)]
    assert [info.record_id for info in archive.matches(limit=2, offset=3)] == ids[3:5]
    assert [info.record_id for info in archive.matches(offset=7)] == ids[7:]
    assert archive.matches(limit=0) == []


def test_matches_are_found_by_game_player_and_day(archive: Archive) -> None:
    assert {info.game for info in archive.matches(game="hk-mahjong")} == {"hk-mahjong"}
    assert len(archive.matches(game="tsair-deng")) == 6
    assert [info.record_id for info in archive.matches(player="小明")] == [record_id(LATE)]
    assert len(archive.matches(player="阿珍")) == 6
    assert archive.matches(player="nobody") == []
    days = [info.started_at for info in archive.matches(since="2024-03-02", until=date(2024, 3, 4))]
    assert days == ["2024-03-04", "2024-03-03", "2024-03-02"]
    assert [info.record_id for info in archive.matches(since=datetime(2024, 3, 6, 12))] == [record_id(LATE)]
    assert [info.record_id for info in archive.matches(until="2024-03-06")][-1] == record_id(LATE)
    assert len(archive.matches(player="阿明", since="2024-03-05", game="tsair-deng")) == 1


def test_what_is_no_game_and_no_day_is_refused(archive: Archive) -> None:
    with pytest.raises(UsageError, match="did you mean hk-mahjong"):
        archive.matches(game="hk-mahjon")
    for day in ("2024-13-01", "yesterday", "2024-03-01 or so"):
        with pytest.raises(UsageError, match="YYYY-MM-DD"):
            archive.matches(since=day)


def test_a_match_says_what_the_catalogue_knows(archive: Archive) -> None:
    info = archive.matches(player="小明")[0]
    assert info.players == ("小明", "阿珍", "阿強", "阿芳")
    assert (info.rounds, info.started_at, info.duplicate_of, info.judged) == (
        2,
        "2024-03-06T23:30:00-05:00",
        None,
        True,
    )
    assert info.moves == len([line for line in LATE.splitlines() if b'"seat"' in line])
    assert info.totals is not None
    assert sum(info.totals) == 0
    assert datetime.fromisoformat(info.imported_at).utcoffset() is not None
    other = archive.matches(game="hk-mahjong")[0]
    assert other.judged == (other.totals is not None)


def test_a_record_id_may_be_shortened_as_long_as_it_is_one(archive: Archive) -> None:
    wanted = record_id(LATE)
    assert archive.resolve(wanted) == archive.resolve(wanted[:12].upper()) == wanted
    for bad in ("", wanted[:3], "xyzw", wanted + "0", "%%%%", "____"):
        with pytest.raises(UsageError):
            archive.resolve(bad)
    with pytest.raises(UsageError, match="no record id begins"):
        archive.resolve("0" * 40)


def test_an_ambiguous_beginning_names_the_candidates(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    found = archive._catalog.recordings(limit=2)
    monkeypatch.setattr(archive._catalog, "recordings", lambda *conditions, limit: found)
    with pytest.raises(UsageError, match=found[1].record_id[:12]):
        archive.resolve(found[0].record_id[:4])


def test_export_of_some_keeps_the_order_of_the_import(archive: Archive) -> None:
    some = [record_id(LATE), record_id(LOGS[0]), record_id(LATE), record_id(LOGS[3])]
    assert list(archive.export(some)) == [LOGS[3], LOGS[0], LATE]
    assert list(archive.export([])) == []
    with pytest.raises(UsageError, match="no stored match"):
        list(archive.export(["0" * 64]))


def test_matches_can_be_loaded_in_any_order(archive: Archive, tmp_path: Path) -> None:
    infos = archive.matches()
    for info in (infos[8], infos[0], infos[5], infos[7], infos[1]):
        match = archive.load(info.record_id)
        assert record_id(match.canonical) == info.record_id
        assert match.game == info.game
    with pytest.raises(UsageError, match="no stored match"):
        archive.load("f" * 64)
