"""Moves bent out of shape: what a game's ``check`` must refuse, or accept exactly when ``legal`` holds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import msgspec

from schemas.canonical import ENCODER
from schemas.record import BY_VERB, VERBS, AnyMove, FoulKind
from schemas.tiles import CODES

OTHER_TILES = ("?", "13", "s1", "1m", "E", "f1", "66", "b10", "9s", "P", "q4")
"""Tiles of every set, for every game."""
_KINDS: dict[str, tuple[str, ...]] = {
    "kong": ("exposed", "concealed", "added"),
    "foul": FoulKind.__args__,  # type: ignore[attr-defined]
}


def key(move: AnyMove) -> bytes:
    """A move as its canonical bytes, for sets."""
    return ENCODER.encode(move)


def every_move(code: str, tiles: Sequence[str], pairs: Sequence[Sequence[str]] = ()) -> list[AnyMove]:
    """Every move of a game's verbs with these `tiles`; chows with these `pairs` from hand."""
    out: list[AnyMove] = []
    for verb in sorted(VERBS[code]):
        cls: Any = BY_VERB[verb]
        fields = {f.name for f in msgspec.structs.fields(cls)}
        choices: dict[str, Sequence[Any]] = {"seat": range(4)}
        if "tile" in fields:
            choices["tile"] = tiles
        if "open" in fields:
            choices["open"] = range(1, 7)
        if "kind" in fields:
            choices["kind"] = _KINDS[verb]
        if "from_" in fields:
            choices["from_"] = (None, "back")
        if "with_" in fields:
            choices["with_"] = [list(pair) for pair in pairs]
        out.extend(cls(**dict(zip(choices, some, strict=True))) for some in product(*choices.values()))
    return out


def neighbours(move: AnyMove, rng: Random, tiles: Sequence[str]) -> Iterator[AnyMove]:
    """Moves that differ from `move` in one thing."""
    for seat in range(4):
        if seat != move.seat:
            yield msgspec.structs.replace(move, seat=seat)
    if hasattr(move, "tile"):
        for tile in rng.sample(sorted(tiles), min(4, len(tiles))):
            yield msgspec.structs.replace(move, tile=tile)
    if hasattr(move, "open"):
        yield msgspec.structs.replace(move, open=move.open % 6 + 1)
    if hasattr(move, "from_"):
        yield msgspec.structs.replace(move, from_=None if move.from_ else "back")
    if hasattr(move, "kind"):
        for kind in _KINDS[move.verb]:
            yield msgspec.structs.replace(move, kind=kind)
    if hasattr(move, "with_"):
        yield msgspec.structs.replace(move, with_=_arranged(rng, [rng.choice(tiles), move.with_[1]]))
        yield msgspec.structs.replace(move, also=[])
        more = [*move.also, _arranged(rng, [move.tile, *move.with_])]
        yield msgspec.structs.replace(move, also=sorted(more, key=lambda group: [CODES.index(t) for t in group]))
        if move.also:
            yield msgspec.structs.replace(move, also=move.also[1:])


def _arranged(rng: Random, tiles: list[str]) -> list[str]:
    return sorted(tiles, key=CODES.index)
