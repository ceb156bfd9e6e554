"""Logs and archives to test with."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from archive.archive import Archive, ImportReport
from replay.selfplay import play_matches

GOLDEN = Path(__file__).parent.parent / "data" / "golden"


@cache
def self_played(count: int = 4, seed: int = 1) -> tuple[bytes, ...]:
    """The canonical bytes of some matches of 斜釘, two rounds each, all different."""
    return tuple(match.canonical for match in play_matches("tsair-deng", count, seed, rounds=2))


def at_place(log: bytes, place: str) -> bytes:
    """Another recording of the same play: the same match, told to have been at `place`."""
    head, rest = log.split(b"\n", 1)
    return head[:-1] + b',"place":"' + place.encode() + b'"}\n' + rest


def wrong_points(log: bytes) -> bytes:
    """The same match with the points of its first round misstated."""
    return re.sub(rb'"points":\[[-\d,]+\]', b'"points":[7777,-7777,0,0]', log, count=1)


def write(folder: Path, *logs: bytes, name: str = "log.paipu.jsonl") -> str:
    """Writes `logs` one after another to a file; its path."""
    path = folder / name
    path.write_bytes(b"".join(logs))
    return str(path)


def store(archive: Path, *sources: str) -> ImportReport:
    """Imports `sources` into the archive at a path, made where there is none."""
    with Archive.open(archive, create=True, write=True) as opened:
        return opened.import_sources(sources)


def exported(archive: Path) -> bytes:
    """All that an archive gives back."""
    with Archive.open(archive) as opened:
        return b"".join(opened.export())


def files(archive: Path) -> dict[str, bytes]:
    """Every file of an archive with its bytes."""
    return {str(p.relative_to(archive)): p.read_bytes() for p in sorted(archive.rglob("*")) if p.is_file()}
