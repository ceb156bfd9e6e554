"""The positions of a round, as everybody and as each seat sees them: what the page and the terminal both show.

Everything here comes from ``replay``: positions from the engine, verdicts from the audit. It knows no rule; whether a
viewer saw the tile of a move is read off the views before and after it. It draws nothing and knows no language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from replay import registry
from replay.audit import Verdict, audit
from replay.engine import Replay, open_table
from replay.game import Outcome, Piece, SeatView, View, Violation
from schemas.errors import UsageError
from schemas.match import Match, Round
from schemas.record import AnyMove, Result, Setup
from schemas.tiles import UNKNOWN

Viewer = int | None
"""A seat, or None: everybody's tiles lie open."""


@dataclass(slots=True)
class Frame:
    """Position number ``index`` (0: the deal) after ``move``.

    ``refused``: the move is against the rules and was not made. ``seen`` are the viewers who know the tile of the move.
    """

    index: int
    move: AnyMove | None
    views: dict[Viewer, View]
    seen: frozenset[Viewer] = frozenset()
    refused: bool = False
    violations: list[Violation] = field(default_factory=list)


@dataclass(slots=True)
class RoundFrames:
    """One round: its frames, the moves after the first refused one (not judged), and what it came to."""

    number: int
    setup: Setup | None
    frames: list[Frame]
    unjudged: list[AnyMove] = field(default_factory=list)
    outcome: Outcome | None = None
    stated: Result | None = None
    violations: list[Violation] = field(default_factory=list)
    """Of the claims of the ``result`` line, which stand at no move."""


@dataclass(slots=True)
class MatchFrames:
    """A match: ``viewers`` has None first, then every occupied seat; ``violations`` stand outside any round."""

    match: Match
    verdict: Verdict
    viewers: list[Viewer]
    rounds: list[RoundFrames]
    violations: list[Violation] = field(default_factory=list)


def match_frames(match: Match) -> MatchFrames:
    """All rounds of `match`. Never raises for anything a file can hold."""
    verdict = audit(match)
    viewers: list[Viewer] = [None, *(s for s, name in enumerate(players(match)) if name is not None)]
    rounds = [round_frames(match, verdict, number, viewers) for number in range(1, len(match.rounds) + 1)]
    loose = [v for v in verdict.violations if v.round is None or not 1 <= v.round <= len(rounds)]
    return MatchFrames(match, verdict, viewers, rounds, loose)


def players(match: Match) -> list[str | None]:
    """The four names; seats of a match whose header could not be read count as occupied."""
    return list(match.header.players) if match.header is not None else ["?"] * 4


def check_round(match: Match, number: int) -> int:
    """`number` if the match has such a round. Raises :class:`UsageError`."""
    if not 1 <= number <= len(match.rounds):
        raise UsageError(f"round {number} is not among 1…{len(match.rounds)}")
    return number


def round_frames(match: Match, verdict: Verdict, number: int, viewers: list[Viewer]) -> RoundFrames:
    """Round `number` of `match` (from 1) for `viewers`. Raises :class:`UsageError` when there is no such round."""
    r = match.rounds[check_round(match, number) - 1]
    found = [v for v in verdict.violations if v.round == number]
    frames, unjudged = _frames(match, r, viewers)
    out = RoundFrames(number, r.setup, frames, unjudged, verdict.outcomes[number - 1], r.result)
    last = frames[-1].index
    for violation in found:
        if violation.move is None:
            out.violations.append(violation)
        else:
            frames[min(violation.move, last)].violations.append(violation)
    return out


def _frames(match: Match, r: Round, viewers: list[Viewer]) -> tuple[list[Frame], list[AnyMove]]:
    game = registry.find(match.game)
    setup = r.setup
    if setup is None or setup.hands is None or game is None or match.options is None:
        return [Frame(0, None, {v: deal_view(setup, v) for v in viewers})], list(r.moves)
    if isinstance(open_table(game, setup, match.options), Violation):
        return [Frame(0, None, {v: deal_view(setup, v) for v in viewers})], list(r.moves)
    replay = Replay(game, setup, match.options, r.moves)
    frames = list(_played(replay, viewers))
    if replay.length < len(r.moves):
        frames.append(_refused(frames[-1], r.moves[replay.length]))
    return frames, list(r.moves[replay.length + 1 :])


def _played(replay: Replay, viewers: list[Viewer]) -> Iterator[Frame]:
    before: dict[Viewer, View] = {}
    for index in range(replay.length + 1):
        table = replay.seek(index)
        views = {v: table.view(v) for v in viewers}
        move = replay.moves[index - 1] if index else None
        seen = frozenset(v for v in viewers if move is not None and saw(move, v, before[v], views[v]))
        yield Frame(index, move, views, seen)
        before = views


def _refused(last: Frame, move: AnyMove) -> Frame:
    return Frame(last.index + 1, move, last.views, own(move), refused=True)


def own(move: AnyMove) -> frozenset[Viewer]:
    """Who knows the tile of a move that was not made: no position says that anybody else saw it."""
    return frozenset((None, move.seat))


def saw(move: AnyMove, viewer: Viewer, before: View, after: View) -> bool:
    """Whether `viewer` knows the tile of `move`.

    He does when it is his own move, a win, or he sees one more copy, on the table or anywhere; or when the copies that
    he sees before the mover are others than they were.
    """
    tile = getattr(move, "tile", None)
    if tile is None or viewer is None or viewer == move.seat or move.verb == "win":
        return True
    table, then = _copies(after.table, tile), _copies(before.table, tile)
    if table > then:
        return True
    seats, were = _before_seats(after, tile), _before_seats(before, tile)
    return seats[move.seat] != were[move.seat] or table + sum(seats) > then + sum(were)


def _before_seats(view: View, tile: str) -> list[int]:
    return [0 if place is None else _copies(place.zones, tile) for place in view.seats]


def _copies(zones: dict[str, list[list[Piece]]], tile: str) -> int:
    return sum([piece[0] == tile for groups in zones.values() for group in groups for piece in group])


_TOLD = ("how", "from", "tile", "xi", "factor", "liable")
"""Facts of an outcome that are told, in this order."""


def told(outcome: Outcome) -> dict[str, Any]:
    """The facts of an outcome that are told: no empty one; who is liable as a seat or a list of seats."""
    facts = {key: outcome.facts.get(key) for key in _TOLD}
    if isinstance(facts["liable"], dict):
        facts["liable"] = sorted(set(facts["liable"].values()))
    if facts["factor"] == 1:
        facts["factor"] = None
    return {key: value for key, value in facts.items() if value not in (None, [], "")}


Reading = list[tuple[str, tuple[str, ...], int]]
"""Groups of a hand: form, tiles (``code`` or ``code:mark``), value or 0."""


def readings(r: RoundFrames) -> dict[int, Reading]:
    """The reading that was chosen for each winner: a fact of the outcome, or of his seat in the last view."""
    if r.outcome is None:
        return {}
    last = next(iter(r.frames[-1].views.values()))
    out: dict[int, Reading] = {}
    for seat in r.outcome.winners:
        held = last.seats[seat]
        found = (held.facts.get("groups") if held is not None else None) or r.outcome.facts.get("groups")
        if found:
            out[seat] = [(g[0], tuple(g[1]), g[2] if len(g) > 2 else 0) for g in found]
    return out


def deal_view(setup: Setup | None, viewer: Viewer) -> View:
    """The tiles of a set-up as stated, for a deal that no game has accepted or judged."""
    seats: list[SeatView | None] = [None] * 4
    table: dict[str, list[list[Piece]]] = {}
    if setup is not None:
        for seat, hand in enumerate(setup.hands or ()):
            if hand is not None:
                seen = viewer is None or viewer == seat
                seats[seat] = SeatView({"hand": [[Piece(t if seen else UNKNOWN) for t in hand]]})
        if setup.turned is not None:
            table["turned"] = [[Piece(setup.turned)]]
        if setup.indicators is not None:
            table["indicators"] = [[Piece(t) for t in setup.indicators]]
    return View(viewer, tuple(seats), table, ())
