"""Rows -> Match, the inverse of :mod:`archive.columns`: the canonical bytes come back byte for byte.

Nothing is repaired: :func:`match_of` compares the bytes with the record id, so that a damaged file is never served as a
record.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from archive.columns import MOVE_COLUMNS
from schemas.canonical import encode_lines, match_lines, record_id
from schemas.codec import DECODER
from schemas.errors import ArchiveError
from schemas.match import Match, Round
from schemas.options import options_of
from schemas.record import MOVES, NO_X, AnyMove, End, Header, Pass, Result, Score, Setup

Row = Mapping[str, Any]

_CLASSES: dict[str, tuple[type, tuple[tuple[str, str], ...]]] = {
    cls.verb: (cls, tuple((f, MOVE_COLUMNS.get(f, f)) for f in cls.__struct_fields__ if f != "x")) for cls in MOVES
}
"""Verb to its struct and its fields with their columns."""


def _raw(text: str | None) -> Any:
    """An ``x`` from its JSON text."""
    if text is None:
        return NO_X
    return cast(Pass, DECODER.decode(b'{"type":"pass","seat":0,"x":' + text.encode() + b"}")).x


def _move(row: Row) -> AnyMove:
    cls, fields = _CLASSES[row["verb"]]
    given = {field: row[column] for field, column in fields if row[column] is not None}
    if row["x"] is not None:
        given["x"] = _raw(row["x"])
    return cast(AnyMove, cls(**given))


def _header(row: Row, game: str) -> Header:
    return Header(
        format=row["format"], game=game, rules=json.loads(row["rules"]), players=row["players"],
        started_at=row["started_at"], place=row["place"], event=row["event"], source=row["source"], unit=row["unit"],
        note=row["note"], x=_raw(row["x"]),
    )  # fmt: skip


def _setup(row: Row) -> Setup:
    return Setup(
        dealer=row["dealer"], hands=row["hands"], stock=row["stock"], direction=row["direction"], aside=row["aside"],
        turned=row["turned"], wind=row["wind"], dice=None if row["dice"] is None else json.loads(row["dice"]),
        indicators=row["indicators"], note=row["note"], x=_raw(row["x"]),
    )  # fmt: skip


def _score(score: Row | None) -> Score | None:
    if score is None:
        return None
    return Score(score["total"], [(item["id"], item["value"]) for item in score["items"]])


def _result(row: Row) -> Result | None:
    if row["stated_outcome"] is None:
        return None
    scores = row["stated_scores"]
    return Result(
        outcome=row["stated_outcome"], winners=row["stated_winners"], points=row["stated_points"],
        scores=None if scores is None else [_score(score) for score in scores], from_=row["stated_from"],
        liable=row["stated_liable"], how=row["stated_how"], note=row["result_note"], x=_raw(row["result_x"]),
    )  # fmt: skip


def match_of(game: str, row: Row, rounds: Sequence[Row], moves: Sequence[Row]) -> Match:
    """The match of a row of ``matches``, its rows of ``rounds`` and of ``moves``, in order.

    ``raw`` and ``canonical`` are its canonical bytes. Raises :class:`ArchiveError` when they do not hash to the record
    id.
    """
    header = _header(row, game)
    match = Match(file=row["record_id"], header=header, options=options_of(game, header.rules))
    line, at = 2, 0
    for r in rounds:
        count = r["moves"]
        match.rounds.append(
            Round(_setup(r), [_move(m) for m in moves[at : at + count]], _result(r), line=line, at=line - 1)
        )
        at += count
        line += 1 + count + (r["stated_outcome"] is not None)
    if row["end_totals"] is not None:
        match.end = End(totals=row["end_totals"], note=row["end_note"], x=_raw(row["end_x"]))
        line += 1
    match.numbers = range(1, line)
    match.raw = match.canonical = encode_lines(match_lines(match))
    if record_id(match.canonical) != row["record_id"]:
        raise ArchiveError(f"what is stored of record {row['record_id']} is damaged: it is no longer what was imported")
    return match
