"""Reading in blocks, packed files, cut files and the limits: the same matches however the bytes come in."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path
from random import Random

import pytest
import zstandard

from replay.audit import INVALID, VALID, audit
from replay.selfplay import play_matches
from schemas import codec
from schemas.codec import Reader, read, read_sound
from schemas.errors import FaultError
from schemas.files import open_read, open_write
from schemas.match import Match
from schemas.options import GAMES
from tests.contract.test_records import respelt
from tests.games.tsair_deng_records import SEVEN, THREE, TIE, TWO, record
from tests.support.golden import rounds_path
from tests.support.records import as_bytes, matches_of

PLAYED = list(play_matches("tsair-deng", 3, 3, rounds=2))
CLEAN = b"".join(m.raw for m in PLAYED)
ONE = as_bytes(record(TWO, end=(11, 0, -11, 0)))
BROKEN = CLEAN.splitlines(keepends=True)
BROKEN[7] = b'{"type":"play","seat":0,"tile":"99","open":1}\n'
BROKEN[-60] = b"no json\n"
BROKEN[-20:-20] = [b"\n", b"   \r\n"]
DIRTY = b"".join(BROKEN)
SPELT = respelt(CLEAN, Random(5))


def told(matches: list[Match]) -> list[object]:
    """All that reading a file gives."""
    return [
        (m.index, m.line, m.header, m.options, [(r.setup, r.moves, r.result, r.fault, r.line) for r in m.rounds], m.end,
         m.faults, m.raw, m.canonical, list(m.numbers))
        for m in matches
    ]  # fmt: skip


@pytest.mark.parametrize("size", [1, 2, 7, 61, 1000, 4096])
@pytest.mark.parametrize(
    "data", [CLEAN, DIRTY, SPELT, ONE, ONE[:-1]], ids=["clean", "dirty", "spelt", "one", "unended"]
)
def test_the_size_of_the_blocks_makes_no_difference(data: bytes, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = told(matches_of(data))
    monkeypatch.setattr(codec, "BLOCK", size)
    assert told(matches_of(data)) == whole


def test_every_byte_of_a_file_is_in_the_raw_bytes_of_its_matches() -> None:
    for data in (CLEAN, DIRTY, SPELT, ONE, ONE[:-1], b"\n\n" + ONE + b"\n\n" + ONE):
        assert b"".join(m.raw for m in matches_of(data)) == data


def test_matches_come_one_by_one_while_the_file_is_read() -> None:
    class Slow(io.BytesIO):
        taken = 0

        def read(self, size: int | None = -1) -> bytes:
            data = super().read(size)
            self.taken += len(data)
            return data

    stream = Slow(CLEAN * 400)
    next(iter(read(stream)))
    assert stream.taken <= 3 * codec.BLOCK < len(CLEAN * 400)


def test_a_match_knows_its_place_in_the_file() -> None:
    found = matches_of(CLEAN)
    assert [m.index for m in found] == [1, 2, 3]
    lines = CLEAN.split(b"\n")
    for m in found:
        assert lines[m.line - 1].startswith(b'{"type":"match"')
        assert all(lines[r.line - 1].startswith(b'{"type":"round"') for r in m.rounds)


def test_blank_lines_are_spacing_and_still_counted() -> None:
    data = b"\n\n" + ONE.replace(b"\n", b"\n\n")
    (match,) = matches_of(data)
    assert match.canonical == matches_of(ONE)[0].canonical
    assert match.line == 3
    assert list(match.numbers)[:3] == [3, 5, 7]


def test_lines_may_end_as_windows_writes_them() -> None:
    (match,) = matches_of(ONE.replace(b"\n", b"\r\n"))
    assert match.sound
    assert match.canonical == matches_of(ONE)[0].canonical


def test_an_empty_file_has_no_match() -> None:
    assert matches_of(b"") == matches_of(b"\n  \n\r\n") == []


# --- packed files


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_what_is_written_packed_is_read_back(tmp_path: Path, suffix: str) -> None:
    path = str(tmp_path / f"log.paipu.jsonl{suffix}")
    with open_write(path) as out:
        out.write(CLEAN)
    assert [m.canonical for m in read(path)] == [m.canonical for m in PLAYED]
    with open_read(path) as (stream, _):
        assert stream.read() == CLEAN
    packed = Path(path).read_bytes()
    assert (packed == CLEAN) == (suffix == "")


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_the_same_matches_are_always_packed_to_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    for name in ("a", "b"):
        with open_write(str(tmp_path / f"{name}{suffix}")) as out:
            out.write(CLEAN)
    assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def _packed(suffix: str, data: bytes) -> bytes:
    return gzip.compress(data) if suffix == ".gz" else zstandard.compress(data)


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_several_packed_parts_back_to_back_are_one_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"log{suffix}"
    path.write_bytes(_packed(suffix, ONE[:100]) + _packed(suffix, ONE[100:]) + _packed(suffix, CLEAN))
    assert len(list(read(str(path)))) == 4


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize("keep", [0.3, 0.6, 0.97])
def test_a_cut_packed_file_says_so_and_serves_what_it_holds(tmp_path: Path, suffix: str, keep: float) -> None:
    packed = _packed(suffix, b"".join(rounds_path(code).read_bytes() for code in GAMES))
    path = tmp_path / f"log{suffix}"
    path.write_bytes(packed[: int(len(packed) * keep)])
    found = list(read(str(path)))
    faults = [f for m in found for f in (*m.faults, *(r.fault for r in m.rounds)) if f is not None]
    assert [f.reason for f in faults] == ["rec.line/cut-archive"]
    assert all(m.sound for m in found[:-1])
    if keep > 0.5:
        assert len(found) > 10


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize("data", [b"PK\3\4 no such archive", b"\x1f\x8b", b"\x28\xb5\x2f", ONE])
def test_a_file_that_is_not_packed_as_its_name_says_is_a_clear_fault(tmp_path: Path, suffix: str, data: bytes) -> None:
    path = tmp_path / f"log{suffix}"
    path.write_bytes(data)
    (match,) = read(str(path))
    begun = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f"}[suffix]
    wanted = "rec.line/cut-archive" if data == begun else "rec.line/not-packed"
    assert [f.reason for f in match.faults] == [wanted]
    assert audit(match).verdict == INVALID


def test_standard_input_and_output_are_called_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    class Std:
        buffer = io.BytesIO(CLEAN)

    monkeypatch.setattr(sys, "stdin", Std())
    assert [m.file for m in read("-")] == ["-"] * 3
    Std.buffer = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", Std())
    with open_write("-") as out:
        out.write(ONE)
    assert Std.buffer.getvalue() == ONE


def test_a_missing_file_or_a_folder_is_an_error_of_the_environment(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read(str(tmp_path / "none.jsonl")))
    with pytest.raises(IsADirectoryError):
        list(read(str(tmp_path)))
    with pytest.raises(FileNotFoundError), open_write(str(tmp_path / "no" / "such.jsonl.gz")):
        pytest.fail("opened")


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_progress_tells_how_much_of_the_file_was_taken(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"log{suffix}"
    with open_write(str(path)) as out:
        out.write(CLEAN)
    reader = Reader(str(path))
    assert reader.position() == 0
    places = [reader.position() for _ in reader]
    assert places == sorted(places)
    assert places[-1] == path.stat().st_size


# --- cut files


def _faults(match: Match) -> list[tuple[object, ...]]:
    found = [*match.faults, *(r.fault for r in match.rounds)]
    return [(f.round, f.move, f.reason, f.line) for f in found if f is not None]


@pytest.mark.parametrize("back", [2, 10, 25])
def test_a_file_cut_in_a_line_says_exactly_where(back: int) -> None:
    (match,) = matches_of(ONE[:-back])
    assert _faults(match) == [(None, None, "rec.line/cut", 10)]
    assert match.faults[0].args["byte"] == len(ONE.split(b"\n")[-2]) + 1 - back


def test_a_file_cut_in_a_move_still_yields_its_whole_rounds() -> None:
    data = as_bytes(record(SEVEN, TWO.but(direction="cw")))
    at = data.index(b'"tile": "46"')
    (match,) = matches_of(data[:at])
    verdict = audit(match)
    assert len(match.rounds) == 2
    assert verdict.outcomes[0] is not None
    assert {(v.round, v.move) for v in verdict.violations} == {(2, 2)}
    assert {v.reason for v in verdict.violations} == {"rec.line/cut", "rec.unfinished/round"}
    assert match.raw == data[:at]


def test_a_file_cut_between_lines_has_an_unfinished_round() -> None:
    data = as_bytes(record(SEVEN, TWO.but(direction="cw")))
    (match,) = matches_of(data[: data.index(b'{"type": "play", "seat": 2')])
    violations = audit(match).violations
    assert [(v.round, v.move, v.reason) for v in violations] == [(2, 2, "rec.unfinished/round")]


@pytest.mark.parametrize("extra", [20, 60, 90])
def test_a_cut_in_the_next_match_leaves_the_whole_one_before_it_valid(extra: int) -> None:
    found = matches_of(ONE + ONE[:extra])
    assert audit(found[0]).verdict == VALID
    assert found[0].raw == ONE
    assert [f[2] for f in _faults(found[-1])] == ["rec.line/cut"]
    assert b"".join(m.raw for m in found) == ONE + ONE[:extra]


def test_a_file_cut_inside_a_character_is_cut_and_not_foreign() -> None:
    spelt = ONE.replace(b'"66"', "倔龍".encode().join((b'"', b'"')))
    at = spelt.index("龍".encode(), 300) + 1
    (match,) = matches_of(spelt[:at])
    assert [f[2] for f in _faults(match)] == ["rec.line/cut"]


# --- limits


def test_a_line_that_is_too_long_is_a_fault_at_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for block in (16, 64, 1 << 17):
        monkeypatch.setattr(codec, "BLOCK", block)
        monkeypatch.setattr(codec, "MAX_LINE", 500)
        lines = ONE.splitlines(keepends=True)
        lines[3] = b'{"type":"play","seat":2,"tile":"46","open":4,"note":"' + b"x" * 3000 + b'"}\n'
        first, second = matches_of(b"".join(lines) + ONE)
        assert _faults(first) == [(1, 2, "rec.line/too-long", 4)]
        assert second.sound
        assert second.line == 11


def test_a_last_line_that_is_too_long_is_a_fault_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for block in (16, 1 << 17):
        monkeypatch.setattr(codec, "BLOCK", block)
        monkeypatch.setattr(codec, "MAX_LINE", 500)
        whole, stray = matches_of(ONE + b'{"note":"' + b"x" * 3000)
        assert whole.sound
        assert [f[2:] for f in _faults(stray)] == [("rec.line/too-long", 11)]


@pytest.mark.parametrize("tail", [b'{"ty', b'{"type":"mat', b"garbage\n", b"\xff\n"])
def test_what_cannot_be_read_after_an_end_line_spoils_no_match_before_it(tail: bytes) -> None:
    whole, stray = matches_of(ONE + tail)
    assert audit(whole).verdict == VALID
    assert whole.raw + stray.raw == ONE + tail
    assert audit(stray).verdict == INVALID


def test_a_line_of_the_longest_allowed_length_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = max(map(len, ONE.split(b"\n")))
    monkeypatch.setattr(codec, "MAX_LINE", longest)
    assert matches_of(ONE)[0].sound
    monkeypatch.setattr(codec, "MAX_LINE", longest - 1)
    assert [f[2] for f in _faults(matches_of(ONE)[0])] == ["rec.line/too-long"]


def test_a_very_long_line_takes_little_memory() -> None:
    import tracemalloc

    class Endless(io.RawIOBase):
        left = 100 << 20

        def read(self, size: int = -1) -> bytes:
            size = min(size, self.left)
            self.left -= size
            return b"x" * size

    tracemalloc.start()
    found = list(read(Endless()))  # type: ignore[arg-type]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [f.reason for m in found for f in m.faults] == ["rec.line/too-long"]
    assert peak < 16 << 20


@pytest.mark.parametrize("block", [64, 1 << 17])
def test_a_match_of_too_many_lines_is_a_fault_and_the_next_is_read(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "BLOCK", block)
    monkeypatch.setattr(codec, "MAX_LINES", 20)
    long = as_bytes(record(TIE, THREE, TIE))
    first, second = matches_of(long + ONE)
    assert [f[2:] for f in _faults(first)] == [("rec.line/match-too-long", 21)]
    assert audit(first).verdict == INVALID
    assert audit(second).verdict == VALID


def test_a_match_of_too_many_bytes_is_a_fault_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "BLOCK", 64)
    monkeypatch.setattr(codec, "MAX_MATCH", 1000)
    first, second = matches_of(as_bytes(record(TIE)) + ONE)
    assert [f[2] for f in _faults(first)] == ["rec.line/match-too-long"]
    assert audit(second).verdict == VALID


def test_reading_strictly_raises_at_the_first_fault() -> None:
    stream = io.BytesIO(ONE + ONE.replace(b'"66"', b'"99"'))
    found = read_sound(stream)
    assert next(found).sound
    with pytest.raises(FaultError, match=r"rec\.field"):
        next(found)
