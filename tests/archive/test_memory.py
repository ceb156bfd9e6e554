"""Importing a long log takes no more memory than importing a short one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.archive.logs import self_played

ROOT = Path(__file__).parent.parent.parent
LIMIT = 400
"""MiB of resident memory."""

IMPORT = """
import resource, sys
from archive import ingest
from archive.archive import Archive
peaks = []
flush = ingest.Ingest._flush
def measured(self):
    flush(self)
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "linux" else 1 << 20))
ingest.Ingest._flush = measured
with Archive.open(sys.argv[1], create=True, write=True) as archive:
    report = archive.import_sources(sys.argv[2:])
print(report.stored + report.second_recordings, *peaks)
"""


@pytest.mark.slow
def test_memory_stays_flat_however_long_the_log_is(tmp_path: Path) -> None:
    logs = b"".join(self_played(40, 11))
    head = '"players":["阿明"'.encode()
    assert head in logs
    path = tmp_path / "long.paipu.jsonl"
    copies = (100 << 20) // len(logs)
    with path.open("wb") as out:
        for number in range(copies):
            out.write(logs.replace(head, f'"players":["阿明{number}"'.encode()))
    run = [sys.executable, "-c", IMPORT, str(tmp_path / "arch"), str(path)]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, check=True, text=True)
    stored, *peaks = map(int, done.stdout.split())
    assert stored == 40 * copies
    assert len(peaks) > 5
    assert max(peaks) < LIMIT
    assert peaks[-1] - peaks[2] < 40, peaks
