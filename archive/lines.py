"""Columns -> canonical lines: the text of a stretch of rows at once, in Arrow, without an object a value.

The order of the fields is that of the structs of :mod:`schemas.record`; a null is a field that the line leaves out.
This module reads no file and does not know which lines make a match.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pyarrow as pa
import pyarrow.compute as pc

from schemas.canonical import ENCODER

Text = Callable[[pa.Array], pa.Array]
"""Values to their JSON text; null stays null."""


class Lines:
    """The lines of some rows, one after another; a row may have none."""

    __slots__ = ("_data", "_ends")

    def __init__(self, texts: pa.Array) -> None:
        _, ends, data = texts.buffers()
        at = texts.offset
        self._ends = memoryview(ends).cast("i")[at : at + len(texts) + 1] if len(texts) else memoryview(bytes(4))
        self._data = b"" if data is None else data.to_pybytes()

    def cut(self, start: int, stop: int) -> bytes:
        """The lines of the rows `start` … `stop`, counted from 0, the last not included."""
        return self._data[self._ends[start] : self._ends[stop]]


@cache
def _word(text: str) -> pa.Scalar:
    """A constant, made once: for every new one Arrow looks for libraries that may not be there."""
    return pa.scalar(text, pa.string())


def _joined(*parts: pa.Array | str) -> pa.Array:
    """Texts one after another; null where one of them is."""
    texts = [_word(part) if isinstance(part, str) else part for part in parts]
    return pc.binary_join_element_wise(*texts, _word(""), null_handling="emit_null")


def _plain(values: pa.Array) -> pa.Array:
    """Whole numbers, and what is JSON text already."""
    return values.cast(pa.string())


def _quoted(values: pa.Array) -> pa.Array:
    """Strings, each different one encoded once."""
    coded = values.dictionary_encode()
    texts = pa.array([ENCODER.encode(text).decode() for text in coded.dictionary.to_pylist()], pa.string())
    return texts.take(coded.indices)


def _listed(each: Text) -> Text:
    """Lists whose values are written by `each`."""

    def text(values: pa.Array) -> pa.Array:
        if not len(values):
            return pa.array([], pa.string())
        first, last = values.offsets[0].as_py(), values.offsets[-1].as_py()
        inner = each(values.values.slice(first, last - first)).fill_null(_word("null"))
        lists = pa.ListArray.from_arrays(pc.subtract(values.offsets, first), inner)
        out = _joined("[", pc.binary_join(lists, ","), "]")
        return pc.if_else(values.is_valid(), out, None) if values.null_count else out

    return text


def _item(items: pa.Array) -> pa.Array:
    ids, values = items.flatten()
    return _joined("[", _quoted(ids), ",", _plain(values), "]")


def _score(scores: pa.Array) -> pa.Array:
    totals, items = scores.flatten()
    return _joined('{"total":', _plain(totals), ',"items":', _listed(_item)(items), "}")


_TILES = _listed(_quoted)
_WHOLES = _listed(_plain)

Field = tuple[str, str, Text]
"""Field of a line, its column, its writer."""

MOVE: tuple[Field, ...] = (
    ("tile", "tile", _quoted), ("open", "open", _plain), ("from", "drawn_from", _quoted), ("kind", "kind", _quoted),
    ("with", "with_tiles", _TILES), ("also", "also_groups", _listed(_TILES)), ("at", "at_ms", _plain),
    ("note", "note", _quoted), ("x", "x", _plain),
)  # fmt: skip
SETUP: tuple[Field, ...] = (
    ("stock", "stock", _TILES), ("direction", "direction", _quoted), ("aside", "aside", _TILES),
    ("turned", "turned", _quoted), ("wind", "wind", _quoted), ("dice", "dice", _plain),
    ("indicators", "indicators", _TILES), ("note", "note", _quoted), ("x", "x", _plain),
)  # fmt: skip
RESULT: tuple[Field, ...] = (
    ("scores", "stated_scores", _listed(_score)), ("from", "stated_from", _plain), ("liable", "stated_liable", _plain),
    ("how", "stated_how", _quoted), ("note", "result_note", _quoted), ("x", "result_x", _plain),
)  # fmt: skip
ROUND_COLUMNS = (
    "moves", "dealer", "hands", *(column for _, column, _ in SETUP), "stated_outcome", "stated_winners",
    "stated_points", *(column for _, column, _ in RESULT),
)  # fmt: skip
"""What the lines of a round are made of, and how many moves it has."""
MOVE_COLUMNS = ("seat", "verb", *(column for _, column, _ in MOVE))


def _column(rows: pa.Table, name: str) -> pa.Array:
    column = rows.column(name).combine_chunks()
    return column.chunk(0) if isinstance(column, pa.ChunkedArray) else column


def _fields(rows: pa.Table, fields: tuple[Field, ...]) -> list[pa.Array]:
    """``,"name":value`` of every field that some row has, empty where a row has it not."""
    out = []
    for name, column, text in fields:
        values = _column(rows, column)
        if values.null_count < len(values):
            out.append(_joined(f',"{name}":', text(values)).fill_null(_word("")))
    return out


def move_lines(rows: pa.Table) -> Lines:
    """The lines of rows of ``moves``."""
    begin = ('{"type":', _quoted(_column(rows, "verb")), ',"seat":', _plain(_column(rows, "seat")))
    return Lines(_joined(*begin, *_fields(rows, MOVE), "}\n"))


def setup_lines(rows: pa.Table) -> Lines:
    """The ``round`` lines of rows of ``rounds``."""
    dealer = _plain(_column(rows, "dealer")).fill_null(_word("null"))
    hands = _listed(_TILES)(_column(rows, "hands")).fill_null(_word("null"))
    return Lines(_joined('{"type":"round","dealer":', dealer, ',"hands":', hands, *_fields(rows, SETUP), "}\n"))


def result_lines(rows: pa.Table) -> Lines:
    """The ``result`` lines of rows of ``rounds``; none where nothing is stated."""
    begin = (
        '{"type":"result","outcome":', _quoted(_column(rows, "stated_outcome")), ',"winners":',
        _WHOLES(_column(rows, "stated_winners")), ',"points":', _WHOLES(_column(rows, "stated_points")),
    )  # fmt: skip
    return Lines(_joined(*begin, *_fields(rows, RESULT), "}\n").fill_null(_word("")))
