"""Arrow schemas, and Match -> rows. The way back, byte for byte, is :mod:`archive.rebuild`.

Every field of every line has its column; a missing field is null, an empty one is empty. ``x``, ``dice`` and ``rules``,
whose shape varies, are JSON text. What verification computed stands in columns of its own beside what the record
states. This module reads and writes no file and knows no rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from operator import attrgetter
from typing import Any

import pyarrow as pa

from replay.audit import UNJUDGED, Verdict
from replay.game import Outcome
from schemas.match import Match, Round
from schemas.record import NO_X, AnyMove, Result, Score, Setup

TEXT, WHOLE, SMALL, FLAG = pa.string(), pa.int64(), pa.int8(), pa.bool_()
COUNT = pa.int32()
TILES = pa.list_(TEXT)
KEY = pa.dictionary(pa.int32(), TEXT)
"""Record ids: one string for all rows of a match."""
ITEMS = pa.list_(pa.struct([("id", TEXT), ("value", WHOLE)]))
ITEMS_WITH_TILES = pa.list_(pa.struct([("id", TEXT), ("value", WHOLE), ("tiles", TILES)]))
STATED_SCORES = pa.list_(pa.struct([("total", WHOLE), ("items", ITEMS)]))
COMPUTED_SCORES = pa.list_(pa.struct([("total", WHOLE), ("items", ITEMS_WITH_TILES)]))

MATCHES = pa.schema(
    [
        ("record_id", TEXT), ("play_id", TEXT), ("sequence", WHOLE), ("counted", FLAG), ("judged", FLAG),
        ("duplicate_of", TEXT), ("format", TEXT), ("rules", TEXT), ("players", pa.list_(TEXT)), ("started_at", TEXT),
        ("started_on", pa.date32()), ("place", TEXT), ("event", TEXT), ("source", TEXT), ("unit", TEXT), ("note", TEXT),
        ("x", TEXT), ("end_totals", pa.list_(WHOLE)), ("end_note", TEXT), ("end_x", TEXT), ("rounds", COUNT),
        ("moves", COUNT), ("totals", pa.list_(WHOLE)), ("imported_at", pa.timestamp("us")), ("source_file", TEXT),
        ("source_index", WHOLE), ("source_line", WHOLE),
    ]
)  # fmt: skip
ROUNDS = pa.schema(
    [
        ("record_id", KEY), ("counted", FLAG), ("judged", FLAG), ("round", COUNT), ("moves", COUNT), ("dealer", SMALL),
        ("hands", pa.list_(TILES)), ("stock", TILES), ("direction", TEXT), ("aside", TILES), ("turned", TEXT),
        ("wind", TEXT), ("dice", TEXT), ("indicators", TILES), ("note", TEXT), ("x", TEXT), ("stated_outcome", TEXT),
        ("stated_winners", pa.list_(SMALL)), ("stated_points", pa.list_(WHOLE)), ("stated_scores", STATED_SCORES),
        ("stated_from", SMALL), ("stated_liable", SMALL), ("stated_how", TEXT), ("result_note", TEXT),
        ("result_x", TEXT), ("computed_outcome", TEXT), ("computed_winners", pa.list_(SMALL)),
        ("computed_points", pa.list_(WHOLE)), ("computed_scores", COMPUTED_SCORES), ("facts", TEXT),
    ]
)  # fmt: skip
SEATS = pa.schema(
    [
        ("record_id", KEY), ("counted", FLAG), ("judged", FLAG), ("round", COUNT), ("seat", SMALL), ("player", TEXT),
        ("dealer", FLAG), ("sat_out", FLAG), ("score_only", FLAG), ("computed", FLAG), ("outcome", TEXT), ("won", FLAG),
        ("points", WHOLE), ("score_total", WHOLE), ("items", ITEMS_WITH_TILES),
    ]
)  # fmt: skip
MOVES = pa.schema(
    [
        ("record_id", KEY), ("counted", FLAG), ("judged", FLAG), ("round", COUNT), ("move", COUNT), ("seat", SMALL),
        ("verb", TEXT), ("tile", TEXT), ("open", SMALL), ("kind", TEXT), ("drawn_from", TEXT), ("with_tiles", TILES),
        ("also_groups", pa.list_(TILES)), ("at_ms", WHOLE), ("note", TEXT), ("x", TEXT),
    ]
)  # fmt: skip
SCHEMAS: dict[str, pa.Schema] = {"matches": MATCHES, "rounds": ROUNDS, "seats": SEATS, "moves": MOVES}
"""Table to its schema. The game is no column of a file but the value of its folder, ``game=<code>``."""

MOVE_COLUMNS: dict[str, str] = {"from_": "drawn_from", "with_": "with_tiles", "also": "also_groups", "at": "at_ms"}
"""Field of a move struct to its column, where SQL would trip over the field's name."""


@dataclass(slots=True)
class Entry:
    """One match to be stored, and what the import knows of it beyond its lines."""

    match: Match
    verdict: Verdict
    sequence: int
    imported_at: datetime
    duplicate_of: str | None = None

    @property
    def record_id(self) -> str:
        """Of the match; it has one, or it would be in quarantine."""
        assert self.verdict.record_id is not None
        return self.verdict.record_id

    @property
    def flags(self) -> tuple[bool, bool]:
        """Counted, judged."""
        return self.duplicate_of is None, self.verdict.verdict != UNJUDGED


def tables(entries: Sequence[Entry]) -> dict[str, pa.Table]:
    """The rows of matches of one game, in their order: one table each of :data:`SCHEMAS`."""
    ids = pa.array([e.record_id for e in entries], TEXT)
    return {
        "matches": _table(MATCHES, map(_match_row, entries), None),
        "rounds": _table(ROUNDS, _round_rows(entries), ids),
        "seats": _table(SEATS, _seat_rows(entries), ids),
        "moves": _moves(entries, ids),
    }


def _table(schema: pa.Schema, rows: Iterator[tuple[Any, ...]], ids: pa.Array | None) -> pa.Table:
    """`rows` as columns; with `ids`, the first value of a row is an index into them."""
    values = list(zip(*rows, strict=True)) or [()] * len(schema)
    columns = [
        pa.DictionaryArray.from_arrays(pa.array(column, pa.int32()), ids) if f.type == KEY else pa.array(column, f.type)
        for f, column in zip(schema, values, strict=True)
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def raw_text(x: Any) -> str | None:
    """The JSON text of an ``x``, or None."""
    return None if x is NO_X else bytes(x).decode()


def json_text(value: Any) -> str:
    """A plain value as JSON, keys in their order."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def day(started_at: str | None) -> date | None:
    """The day a match began, where it was played."""
    return None if started_at is None else date.fromisoformat(started_at[:10])


def small_totals(totals: Sequence[int] | None) -> list[int] | None:
    """Totals as a column holds them; sums beyond 64 bits, which no table ever reaches, are not kept."""
    return None if totals is None or any(abs(t) >= 1 << 63 for t in totals) else list(totals)


def _match_row(e: Entry) -> tuple[Any, ...]:
    m, v, head, end = e.match, e.verdict, e.match.header, e.match.end
    assert head is not None
    return (
        e.record_id, v.play_id, e.sequence, *e.flags, e.duplicate_of, head.format, json_text(head.rules), head.players,
        head.started_at, day(head.started_at), head.place, head.event, head.source, head.unit, head.note,
        raw_text(head.x), None if end is None else end.totals, None if end is None else end.note,
        None if end is None else raw_text(end.x), v.rounds, v.moves, small_totals(v.totals), e.imported_at, m.file,
        m.index, m.line,
    )  # fmt: skip


def _rounds(entries: Sequence[Entry]) -> Iterator[tuple[int, Entry, int, Round, Setup, Outcome | None]]:
    for key, e in enumerate(entries):
        for number, (r, outcome) in enumerate(zip(e.match.rounds, e.verdict.outcomes, strict=True), start=1):
            assert r.setup is not None
            # Of a score line whose settlement nobody could judge the outcome only repeats what was stated.
            computed = None if outcome is not None and outcome.facts.get("stated") is True else outcome
            yield key, e, number, r, r.setup, computed


def _round_rows(entries: Sequence[Entry]) -> Iterator[tuple[Any, ...]]:
    for key, e, number, r, s, outcome in _rounds(entries):
        yield (
            key, *e.flags, number, len(r.moves), s.dealer, s.hands, s.stock, s.direction, s.aside, s.turned, s.wind,
            None if s.dice is None else json_text(s.dice), s.indicators, s.note, raw_text(s.x), *_stated(r.result),
            *_computed(outcome),
        )  # fmt: skip


def _stated(r: Result | None) -> tuple[Any, ...]:
    if r is None:
        return (None,) * 9
    scores = None if r.scores is None else [_stated_score(score) for score in r.scores]
    return r.outcome, r.winners, r.points, scores, r.from_, r.liable, r.how, r.note, raw_text(r.x)


def _stated_score(score: Score | None) -> dict[str, Any] | None:
    if score is None:
        return None
    return {"total": score.total, "items": [{"id": id, "value": value} for id, value in score.items]}


def _computed(o: Outcome | None) -> tuple[Any, ...]:
    if o is None:
        return (None,) * 5
    scores = None
    if any(score is not None for score in o.scores):
        scores = [None if s is None else {"total": s.total, "items": [i._asdict() for i in s.items]} for s in o.scores]
    return o.outcome, o.winners, o.points, scores, json_text(o.facts) if o.facts else None


def _seat_rows(entries: Sequence[Entry]) -> Iterator[tuple[Any, ...]]:
    for key, e, number, r, setup, computed in _rounds(entries):
        claim: Outcome | Result | None = computed if computed is not None else r.result
        scores = _scores(computed, r.result)
        assert e.match.header is not None
        for seat, player in enumerate(e.match.header.players):
            if player is None:
                continue
            total, items = scores[seat]
            yield (
                key, *e.flags, number, seat, player, None if setup.dealer is None else setup.dealer == seat,
                setup.hands is not None and setup.hands[seat] is None, setup.hands is None, computed is not None,
                None if claim is None else claim.outcome, None if claim is None else seat in claim.winners,
                None if claim is None else claim.points[seat], total, items,
            )  # fmt: skip


def _scores(computed: Outcome | None, stated: Result | None) -> list[tuple[int | None, list[dict[str, Any]] | None]]:
    """Total and items a seat: computed ones with the tiles behind them, otherwise those stated."""
    if computed is not None and any(s is not None for s in computed.scores):
        return [(None, None) if s is None else (s.total, [i._asdict() for i in s.items]) for s in computed.scores]
    if stated is None or stated.scores is None:
        return [(None, None)] * 4
    return [
        (None, None) if s is None else (s.total, [{"id": id, "value": value, "tiles": None} for id, value in s.items])
        for s in stated.scores
    ]


def _moves(entries: Sequence[Entry], ids: pa.Array) -> pa.Table:
    moves: list[AnyMove] = []
    keys: list[int] = []
    counted: list[bool] = []
    judged: list[bool] = []
    rounds: list[int] = []
    numbers: list[int] = []
    for key, e in enumerate(entries):
        before = len(moves)
        for number, r in enumerate(e.match.rounds, start=1):
            moves += r.moves
            rounds += [number] * len(r.moves)
            numbers += range(1, len(r.moves) + 1)
        added = len(moves) - before
        keys += [key] * added
        counted += [e.flags[0]] * added
        judged += [e.flags[1]] * added
    columns = [
        pa.DictionaryArray.from_arrays(pa.array(keys, pa.int32()), ids), pa.array(counted, FLAG),
        pa.array(judged, FLAG), pa.array(rounds, COUNT), pa.array(numbers, COUNT),
        *(_move_column(moves, name, MOVES.field(MOVE_COLUMNS.get(name, name)).type) for name in MOVE_FIELDS),
    ]  # fmt: skip
    return pa.Table.from_arrays(columns, schema=MOVES)


MOVE_FIELDS = ("seat", "verb", "tile", "open", "kind", "from_", "with_", "also", "at", "note", "x")
"""The fields of the move structs in the order of their columns."""
_PLAIN: dict[str, Callable[[Any], Any]] = {"x": raw_text, "also": lambda groups: groups or None}


def _move_column(moves: list[AnyMove], name: str, type_: pa.DataType) -> pa.Array:
    """One field of all moves as a column; null where a verb has no such field."""
    has = {hasattr(kind, name) for kind in set(map(type, moves))}
    if True not in has:
        return pa.nulls(len(moves), type_)
    values: list[Any]
    if False not in has:
        values = list(map(attrgetter(name), moves))
    else:
        values = [getattr(move, name, None) for move in moves]
    convert = _PLAIN.get(name)
    if convert is not None:
        values = [None if value is None else convert(value) for value in values]
    return pa.array(values, type_)
