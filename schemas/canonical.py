"""Canonical form, canonical bytes, record id and play id.

The order of tiles in a hand is no fact and spacing neither: :func:`settle_line` puts a decoded line into its one
form, in place. The bytes follow from the structs alone. Source: record format, "Canonical form, identity, duplicates".
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec

from schemas import items
from schemas.match import Match
from schemas.options import canonical_rules
from schemas.record import NO_X, AnyLine, AnyMove, Chow, Header, Line, Pass, Result, Setup
from schemas.tiles import CODE_OF, ORDER

ENCODER = msgspec.json.Encoder()

_rank = ORDER.__getitem__
_code = CODE_OF.get
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[^\s"]+|\s+')
_ASIDE = (b'"at":', b'"note":', b'"x":')
"""Fields of a move that the play id does not see."""
_AT = re.compile(rb',"at":\d+(?=[,}])')


def _settle(tiles: list[str]) -> list[str]:
    """`tiles` as codes, arranged."""
    try:
        tiles.sort(key=_rank)
    except KeyError:
        tiles = sorted((_code(t, t) for t in tiles), key=_rank)
    return tiles


def _settle_x(raw: msgspec.Raw) -> msgspec.Raw:
    """``x`` without spaces and needless escapes, numbers and key order as they were given."""
    parts = []
    for token in _TOKEN.findall(bytes(raw)):
        if token[:1] == b'"':
            parts.append(ENCODER.encode(json.loads(token)))
        elif not token.isspace():
            parts.append(token)
    return msgspec.Raw(b"".join(parts))


def settle_setup(line: Setup) -> None:
    """Puts a ``round`` line into canonical form: codes, arranged hands; ``stock`` keeps its order."""
    if line.hands is not None:
        line.hands = [None if hand is None else _settle(hand) for hand in line.hands]
    if line.aside is not None:
        line.aside = _settle(line.aside)
    if line.indicators is not None:
        line.indicators = _settle(line.indicators)
    if line.stock is not None:
        line.stock = [_code(t, t) for t in line.stock]
    if line.turned is not None:
        line.turned = _code(line.turned, line.turned)


def _settle_chow(line: Chow) -> None:
    line.with_ = _settle(line.with_)
    if line.also:
        line.also = sorted((_settle(g) for g in line.also), key=lambda g: [_rank(t) for t in g])


def settle_line(line: Line, game: str) -> None:
    """Puts any decoded line but the header into canonical form, in place."""
    kind = line.__class__
    if kind is Setup:
        settle_setup(cast(Setup, line))
    elif kind is Result:
        line = cast(Result, line)
        if len(line.winners) > 1:
            line.winners.sort()
        for score in line.scores or ():
            if score is not None and len(score.items) > 1:
                score.items = items.arrange(game, score.items)
    else:
        tile = getattr(line, "tile", None)
        if tile is not None:
            line.tile = _code(tile, tile)  # type: ignore[attr-defined]
        if kind is Chow:
            _settle_chow(cast(Chow, line))
    if line.x is not NO_X:  # type: ignore[attr-defined]
        line.x = NO_X if bytes(line.x) == b"null" else _settle_x(line.x)  # type: ignore[attr-defined]


def encode_lines(lines: Sequence[Line]) -> bytes:
    """The canonical bytes of lines already in canonical form."""
    return ENCODER.encode_lines(lines)


def match_lines(match: Match) -> list[AnyLine]:
    """All lines of a match, in order."""
    out: list[AnyLine] = []
    if match.header is not None:
        out.append(match.header)
    for r in match.rounds:
        if r.setup is not None:
            out.append(r.setup)
        out.extend(r.moves)
        if r.result is not None:
            out.append(r.result)
    if match.end is not None:
        out.append(match.end)
    return out


def canonical_bytes(match: Match) -> bytes:
    """The canonical bytes of a match built in memory; puts its lines into canonical form first."""
    if match.header is None or match.options is None:
        raise ValueError("a match without a readable `match` line has no canonical bytes")
    match.header.rules = canonical_rules(match.options)
    lines = match_lines(match)
    for line in lines[1:]:
        settle_line(line, match.game)
    match.canonical = encode_lines(lines)
    match.kinds = frozenset(map(type, lines))
    return match.canonical


def record_id(canonical: bytes) -> str:
    """SHA-256 of the canonical bytes, 64 hex digits."""
    return hashlib.sha256(canonical).hexdigest()


_CLAIMS = frozenset(("pung", "kong", "pao", "ti", "wei", "win"))


def _kept_passes(moves: Sequence[AnyMove]) -> list[AnyMove]:
    """`moves` without the passes that say nothing: only one after which a higher claim took the tile stays."""
    out: list[AnyMove] = []
    waiting: list[AnyMove] = []
    for move in moves:
        if type(move) is Pass:
            waiting.append(move)
            continue
        if waiting:
            if move.verb in _CLAIMS:
                out.extend(p for p in waiting if p.seat != move.seat)
            waiting = []
        out.append(move)
    return out


def _bare(move: AnyMove) -> AnyMove:
    if move.at is None and move.note is None and move.x is NO_X:
        return move
    return msgspec.structs.replace(move, at=None, note=None, x=NO_X)


def _bare_moves(moves: Sequence[AnyMove], block: bytes) -> bytes:
    """The lines of `moves`, not all of them plain, as the play id sees them; `block` are their canonical bytes."""
    if b'"pass"' in block:
        moves = _kept_passes(moves)
        block = ENCODER.encode_lines(moves)
    if b'"note":' in block or b'"x":' in block:
        return ENCODER.encode_lines([_bare(m) for m in moves])
    # Quotes inside a string are escaped and there is no `x`: the pattern can only be the field.
    return _AT.sub(b"", block) if b'"at":' in block else block


def _bare_header(header: Header) -> bytes:
    seats = sum(p is not None for p in header.players)
    return ENCODER.encode({"type": "match", "game": header.game, "rules": header.rules, "seats": seats}) + b"\n"


def _bare_setup(setup: Setup) -> bytes:
    bare = msgspec.structs.replace(setup, stock=None, aside=None, dice=None, note=None, x=NO_X)
    return ENCODER.encode(bare) + b"\n"


def play_id(match: Match) -> str | None:
    """SHA-256 of what was played: game, rules, number of seats, set-ups and moves. None with a score-only
    round, and without any round: nothing was played.

    The bytes are the canonical lines of those alone: no names, times, notes, claims, ``stock``, ``aside``, ``dice``,
    and no ``pass`` but one directly after which another seat's claim other than a chow took the tile.
    """
    if match.header is None or not match.rounds:
        return None
    digest = hashlib.sha256(_bare_header(match.header))
    # The bytes of the moves are there already: a canonical line begins with its type, and no string holds a line feed.
    text = match.canonical
    plain = bool(match.kinds) and Pass not in match.kinds and not any(name in text for name in _ASIDE)
    at = text.find(b"\n")
    for r in match.rounds:
        if r.setup is None or r.setup.hands is None:
            return None
        digest.update(_bare_setup(r.setup))
        start = text.find(b"\n", at + 1) + 1
        at = _after_moves(text, start - 1)
        block = text[start : at + 1]
        digest.update(block if plain else _bare_moves(r.moves, block))
        if r.result is not None:
            at = text.find(b"\n", at + 1)
    return digest.hexdigest()


def _after_moves(text: bytes, at: int) -> int:
    """Where the line feed before the next ``round``, ``result`` or ``end`` line is, searching from `at`."""
    rest = text.find(b'\n{"type":"r', at)  # no verb begins with r
    if rest < 0:
        rest = text.find(b'\n{"type":"end"', at)
    return len(text) - 1 if rest < 0 else rest


def dump(lines: Iterable[Any]) -> bytes:
    """Any structs or plain values as JSON Lines."""
    return ENCODER.encode_lines(list(lines))
