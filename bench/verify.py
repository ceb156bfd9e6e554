"""Moves a second verified, beside PokerKit replaying hands and python-chess reading games, in one process and run.

Verified means: decoded from JSON Lines, both ids, every move, the outcome, the claims. Needs the ``bench`` extra.
This measures; it judges nothing and writes nothing.
"""

from __future__ import annotations

import argparse
import io
import json
import platform
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from replay import registry
from replay.audit import VALID, audit
from replay.engine import open_table, run
from replay.game import Violation
from replay.selfplay import play_matches
from reports.cli.exits import ease_collector
from schemas.canonical import play_id, record_id
from schemas.codec import read
from schemas.match import Match

SECONDS = 0.4
"""Process time of one measurement; long enough for the timer, short enough that a busy machine hits all three alike."""

HANDS = (
    ["d dh p1 Ac2d", "d dh p2 5c3h", "d dh p3 7h6h", "p3 cbr 7000", "p1 cbr 23000", "p2 f", "p3 cc", "d db Jc3d5c",
     "p1 cbr 35000", "p3 cc", "d db 4h", "p1 cbr 90000", "p3 cbr 232600", "p1 cbr 1067100", "p3 cc", "p1 sm Ac2d",
     "p3 sm 7h6h", "d db Jh"],
    ["d dh p1 KsKd", "d dh p2 9c8c", "d dh p3 QhJh", "p3 cbr 5000", "p1 cbr 16000", "p2 f", "p3 cc", "d db Th9h2c",
     "p1 cbr 20000", "p3 cc", "d db 3s", "p1 cc", "p3 cc", "d db 4d", "p1 cbr 40000", "p3 f"],
    ["d dh p1 7c2d", "d dh p2 AhQs", "d dh p3 Td9d", "p3 f", "p1 cc", "p2 cc", "d db As8h4c", "p1 cc", "p2 cbr 3000",
     "p1 cc", "d db 7s", "p1 cc", "p2 cbr 8000", "p1 cc", "d db 2c", "p1 cc", "p2 cc", "p1 sm 7c2d", "p2 sm AhQs"],
    ["d dh p1 5s5h", "d dh p2 AcKc", "d dh p3 JdTd", "p3 f", "p1 cbr 6000", "p2 cbr 20000", "p1 cc", "d db 5cKh9s",
     "p1 cc", "p2 cbr 22000", "p1 cc", "d db Qd", "p1 cc", "p2 cbr 50000", "p1 cc", "d db 8h", "p1 cc", "p2 cc",
     "p1 sm 5s5h", "p2 sm AcKc"],
)  # fmt: skip
"""No-limit hold'em hands at one table of three; the first is a televised hand, the others were made up for this."""
_HAND = """variant = "NT"
ante_trimming_status = true
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 2000000, 553500]
actions = {actions}
"""
GAMES_OF_CHESS = 12


@dataclass
class Job:
    """Something to repeat: `work` does it once and returns how many moves it did."""

    name: str
    unit: str
    work: Callable[[], int]

    def rate(self) -> tuple[float, float]:
        """Moves a second by process time and by wall time."""
        done, wall, cpu = 0, time.perf_counter(), time.process_time()
        while time.process_time() - cpu < SECONDS:
            done += self.work()
        return done / (time.process_time() - cpu), done / (time.perf_counter() - wall)


def log_of(code: str, matches: int = 150) -> bytes:
    """A log of self-play, the same every time."""
    return b"".join(match.raw for match in play_matches(code, matches, seed=1))


def paipu_job(code: str, log: bytes) -> Job:
    """Verification of a log."""

    def work() -> int:
        moves = 0
        for match in read(io.BytesIO(log)):
            verdict = audit(match)
            if verdict.verdict != VALID or verdict.record_id is None or verdict.play_id is None:
                raise AssertionError(f"a match of self-play is not valid: {verdict.violations}")
            moves += verdict.moves
        return moves

    return Job(f"paipu {code}", "moves", work)


def poker_job() -> Job:
    """PokerKit's own replay: parse a hand history, apply every action."""
    from pokerkit import HandHistory

    texts = [(_HAND.format(actions=json.dumps(actions)), len(actions)) for actions in HANDS]

    def work() -> int:
        done = 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for text, count in texts:
                applied = sum(action is not None for _, action in HandHistory.loads(text).state_actions)
                if applied != count:
                    raise AssertionError(f"{applied} of {count} actions were replayed")
                done += count
        return done

    return Job("PokerKit", "actions", work)


def chess_job() -> Job:
    """python-chess reading a PGN, every move checked for legality."""
    import chess
    import chess.pgn

    rng = random.Random(1)
    texts = []
    for _ in range(GAMES_OF_CHESS):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 160:
            board.push(rng.choice(list(board.legal_moves)))
        texts.append((str(chess.pgn.Game.from_board(board)), board.ply()))

    def work() -> int:
        done = 0
        for text, plies in texts:
            game = chess.pgn.read_game(io.StringIO(text))
            if game is None or game.errors or game.end().ply() != plies:
                raise AssertionError("a game did not read back")
            done += plies
        return done

    return Job("python-chess", "plies", work)


def measure(jobs: list[Job], repeats: int) -> dict[str, list[tuple[float, float]]]:
    """Rates of every job in each of `repeats` rounds; within a round the jobs follow one another."""
    for job in jobs:
        job.work()
    rates: dict[str, list[tuple[float, float]]] = {job.name: [] for job in jobs}
    for _ in range(repeats):
        for job in jobs:
            rates[job.name].append(job.rate())
    return rates


def summary(jobs: list[Job], rates: dict[str, list[tuple[float, float]]]) -> dict[str, dict[str, Any]]:
    """Every job's unit and median rates, as plain values."""
    return {
        job.name: {
            "unit": job.unit,
            "process": statistics.median(cpu for cpu, _ in rates[job.name]),
            "wall": statistics.median(wall for _, wall in rates[job.name]),
        }
        for job in jobs
    }


def ratio_of(rates: dict[str, list[tuple[float, float]]], mine: Job, other: Job) -> float:
    """The median over the repeats of one job's rate over another's, by process time."""
    return statistics.median(a / b for (a, _), (b, _) in zip(rates[mine.name], rates[other.name], strict=True))


def profile(code: str, log: bytes, repeats: int) -> dict[str, float]:
    """Microseconds a move by stage (median of `repeats`): reading, both ids, every move, the rest of the audit."""
    game = registry.get(code)
    spent: dict[str, list[float]] = {"read": [], "ids": [], "moves": [], "audit": []}
    for _ in range(repeats):
        start = time.process_time()
        matches = list(read(io.BytesIO(log)))
        at = _lap(spent["read"], start)
        for match in matches:
            record_id(match.canonical)
            play_id(match)
        at = _lap(spent["ids"], at)
        for match in matches:
            _moves(game, match)
        at = _lap(spent["moves"], at)
        for match in matches:
            audit(match)
        whole = time.process_time() - at
        spent["audit"].append(max(0.0, whole - spent["ids"][-1] - spent["moves"][-1]))
    moves = sum(len(r.moves) for match in matches for r in match.rounds)
    return {stage: 1e6 * statistics.median(times) / moves for stage, times in spent.items()}


def _lap(into: list[float], start: float) -> float:
    now = time.process_time()
    into.append(now - start)
    return now


def _moves(game: Any, match: Match) -> None:
    for r in match.rounds:
        assert r.setup is not None
        table = open_table(game, r.setup, match.options)
        assert not isinstance(table, Violation)
        run(table, r.moves)


def report(codes: list[str], repeats: int) -> dict[str, Any]:
    """All figures as plain values."""
    logs = {code: log_of(code) for code in codes}
    peers = [poker_job(), chess_job()]
    jobs = [*(paipu_job(code, logs[code]) for code in codes), *peers]
    rates = measure(jobs, repeats)
    out: dict[str, Any] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "repeats": repeats,
        "rates": summary(jobs, rates),
        "games": {},
    }
    for code, mine in zip(codes, jobs, strict=False):
        ratios = {peer.name: ratio_of(rates, mine, peer) for peer in peers}
        out["games"][code] = {"ratios": ratios, "stages": profile(code, logs[code], repeats)}
    return out


def show(figures: dict[str, Any]) -> None:
    """The figures as text."""
    repeats = f"median of {figures['repeats']} interleaved repeats"
    print(f"Python {figures['python']}, {figures['machine']}, one core, {repeats}")
    print(f"{'':28}{'a second (process)':>22}{'a second (wall)':>20}")
    for name, rate in figures["rates"].items():
        print(f"{name + ' ' + rate['unit']:28}{rate['process']:>22,.0f}{rate['wall']:>20,.0f}")
    for code, game in figures["games"].items():
        print(f"\n{code}: " + ", ".join(f"{ratio:.1f} x {peer}" for peer, ratio in game["ratios"].items()))
        whole = sum(game["stages"].values())
        for stage, micros in game["stages"].items():
            print(f"  {stage:8}{micros:8.3f} us a move {100 * micros / whole:5.1f} %")
        print(f"  {'sum':8}{whole:8.3f} us a move")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=registry.codes(), help="a game to measure (default: all)")
    parser.add_argument("--repeats", type=int, default=9, help="interleaved repeats (default 9)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    ease_collector()  # as the command line does
    figures = report(args.game or list(registry.codes()), args.repeats)
    if args.json:
        print(json.dumps(figures, indent=1))
    else:
        show(figures)


if __name__ == "__main__":
    main()
