"""A hand of 安乡偎麻雀 counted by itself: see ``replay.scoring``. Decides nothing that ``score`` does not say.

The only thing done here is what the table does before it counts: one's own draw of a tile of which two are held goes
down in a 煨 (ax.wei).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from replay.game import Tally
from replay.games.anxiang_weimaque import score
from replay.games.anxiang_weimaque.groups import readings
from replay.games.anxiang_weimaque.hand import COPIES, ONE, SHIFT, pack, unpack
from replay.games.anxiang_weimaque.score import OTHER, OWN, Count, Reading, every, groups, tallies, tally
from replay.games.anxiang_weimaque.score import WEI as AFTER_WEI
from replay.games.anxiang_weimaque.score import Hand as Counted
from replay.games.anxiang_weimaque.settle import payments
from replay.games.anxiang_weimaque.tiles import CHOW, PUNG, SENTENCES, WEI, Meld
from replay.kit.zipai import ORDER
from replay.scoring import (
    Answer,
    Change,
    Group,
    Note,
    Payment,
    Request,
    RequestError,
    Wait,
    all_tiles,
    check_tiles,
    missed,
    option_args,
    part,
    size_error,
    with_options,
)
from schemas.notation import ZIPAI_FAMILY, Laid
from schemas.options import AnxiangWeimaqueOptions
from schemas.tiles import ZIPAI

GAME = "anxiang-weimaque"
TILES = 3 * SENTENCES + 2
_PLAYERS = ORDER[0]
_PLAIN = frozenset(("pung", "wei", "kan", "pair", "turn", "tuanyuan"))
"""Hard items, which every reading has in its own way: no 名堂 (ax.items)."""


class _Asked(NamedTuple):
    """A request in the game's own terms: hand tiles without the winning one."""

    melds: tuple[Meld, ...]
    tiles: tuple[str, ...]
    tile: str | None
    last: bool
    options: AnxiangWeimaqueOptions

    def counted(self, how: str, tile: str) -> Counted:
        """ax.wei: what is counted when `tile` comes; own draws of a pair or more lie in a 煨."""
        hand = pack(self.tiles)
        if how == "after-wei":
            return Counted(self.melds, hand, tile, AFTER_WEI, self.last)
        if how == "self-draw" and hand >> SHIFT[tile] & 7 >= 2:
            return Counted((*self.melds, WEI[tile]), hand - 2 * ONE[tile], tile, AFTER_WEI, self.last)
        return Counted(self.melds, hand, tile, OTHER if how == "draw" else OWN, self.last)

    def worth(self, how: str, tile: str) -> tuple[Counted, Count]:
        """What the hand comes to with `tile`."""
        hand = self.counted(how, tile)
        return hand, score.count(hand, self.options)


class AnxiangWeimaqueCalculator:
    """Another's draw, one's own, after a 煨, or what never wins: a discard, the deal."""

    wins = ("draw", "self-draw", "after-wei", "discard", "deal")
    own = ("self-draw", "after-wei", "deal")
    marks = {"last-tile": ("draw", "self-draw", "after-wei")}

    def answer(self, request: Request) -> Answer:
        """Counts a hand. Raises RequestError for tiles that cannot be one."""
        asked, how = _read(request), request.win
        if asked.tile is None:
            note = Note("failed", "waiting", {"count": TILES - 1, "need": TILES})
            return Answer(request.game, False, how, request.seat, None, notes=(note,), waits=_waits(asked))
        hand, count = asked.worth(how, asked.tile)
        if not count.best or how in ("discard", "deal"):
            return _no_win(request, asked, hand, count)
        return _win(request, asked, hand, count)


def _read(request: Request) -> _Asked:
    check_tiles(all_tiles(request.hand), ZIPAI_FAMILY)
    if request.win == "deal" and request.hand.melds:
        raise RequestError("ax-deal-melds", text=request.hand.melds[0].text)
    melds = tuple(map(_meld, request.hand.melds))
    whole = TILES - 3 * len(melds)
    if request.win == "after-wei":
        if not melds or melds[-1].form != "wei" or request.hand.tile is not None:
            raise RequestError("ax-wei")
        tiles, tile = request.hand.tiles, melds[-1].tile
        number = len(tiles)
    else:
        tiles, found = part(request.hand, whole - 1)
        number = len(tiles) + (found is not None)
        if number == whole - 1 and found is None and request.win != "deal":
            return _Asked(melds, tiles, None, "last-tile" in request.marks, request.options)
        tile = found or ""
    if number != whole:
        raise size_error(request.hand, number, whole)
    return _Asked(melds, tiles, tile, "last-tile" in request.marks, request.options)


def _meld(laid: Laid) -> Meld:
    if laid.source:
        raise RequestError("no-feeder", text=laid.text)
    tiles = laid.tiles
    if laid.form == "chow":
        return CHOW[tiles[0], tiles[1], tiles[2]][0]
    if laid.form not in ("pung", "wei"):
        raise RequestError("not-a-group", text=laid.text)
    return (PUNG if laid.form == "pung" else WEI)[tiles[0]]


def _groups(hand: Counted, reading: Reading) -> tuple[Group, ...]:
    return tuple(Group(*group) for group in groups(hand, reading))


def _win(request: Request, asked: _Asked, hand: Counted, count: Count) -> Answer:
    best = count.best[0]
    first, *ties = tallies(hand, count.best)
    points = payments(request.seat, first.total, _PLAYERS)
    return Answer(
        game=request.game, win=True, how=request.win, seat=request.seat, tile=hand.tile,
        total=first.total, items=first.items, groups=_groups(hand, best),
        facts={"xi": best.hard, "factor": best.factor, "complete": True}, points=points,
        payments=tuple(
            Payment(seat, request.seat, -points[seat]) for seat in _PLAYERS if seat != request.seat and points[seat]
        ),
        notes=(*_forced(request, hand), *_missed(request, asked, hand, first)), ties=tuple(ties),
    )  # fmt: skip


def _forced(request: Request, hand: Counted) -> list[Note]:
    forced = request.win == "self-draw" and hand.how == AFTER_WEI
    return [Note("remark", "forced", {"tile": hand.tile, "item": "wei"})] if forced else []


def _named(scored: Tally) -> dict[str, int]:
    return {item.id: item.value for item in scored.items if item.id not in _PLAIN}


def _missed(request: Request, asked: _Asked, hand: Counted, scored: Tally) -> list[Note]:
    """名堂 of the same tiles under another circumstance, house rule or reading."""

    def best(how: str, options: AnxiangWeimaqueOptions) -> dict[str, int]:
        hand, count = asked._replace(options=options).worth(how, asked.tile or "")
        return _named(tally(hand, count.best[0])) if count.best else {}

    changes = []
    for option in ("single_wait", "min_xi"):
        value = {"pair": "last-tile", "last-tile": "pair"}[asked.options.single_wait] if option == "single_wait" else 0
        other = with_options(GAME, asked.options, **{option: value})
        args = option_args(option, value)
        changes.append(Change("option", args, lambda other=other: best(request.win, other)))  # type: ignore[misc]
    if request.win in ("draw", "self-draw"):
        how = "self-draw" if request.win == "draw" else "draw"
        changes.append(Change("other-win", {"how": how}, lambda: best(how, asked.options)))
    for lower in _lower(hand, asked.options, scored.total):
        changes.append(Change("other-reading", {"total": lower.total}, lambda lower=lower: _named(tally(hand, lower))))  # type: ignore[misc]
    return missed([item.id for item in scored.items], changes)


def _lower(hand: Counted, options: AnxiangWeimaqueOptions, best: int) -> Iterator[Reading]:
    """Readings that are worth less than the best, dearest first."""
    yield from sorted((r for r in every(hand, options) if r.total < best), key=lambda r: -r.total)


def _no_win(request: Request, asked: _Asked, hand: Counted, count: Count) -> Answer:
    how, least = request.win, asked.options.min_xi
    notes = []
    if how in ("discard", "deal"):
        notes.append(Note("failed", f"ax-{how}", {}))
    if count.hard is None:
        left = _left_over(hand)
        shape = Note("failed", "left-over", {"tiles": left}) if left else Note("failed", "ax-shape", {})
        notes += [*_forced(request, hand), shape]
    elif count.hard < least:
        short = {"count": count.hard, "need": least, "short": least - count.hard}
        notes += [*_forced(request, hand), Note("failed", "xi-short", short)]
    notes += [
        Note("hint", "would-win", {"how": other, "total": found.best[0].total})
        for other in ("draw", "self-draw")
        if how not in (other, "deal", "after-wei") and (found := asked.worth(other, hand.tile)[1]).best
    ]
    open_ = score.count(hand, with_options(GAME, asked.options, min_xi=0)).best
    return Answer(
        game=request.game, win=False, how=how, seat=request.seat, tile=None if how == "deal" else hand.tile,
        groups=_groups(hand, open_[0]) if open_ else (),
        facts={"xi": count.hard, "complete": count.hard is not None}, notes=tuple(notes),
        waits=None if how in ("deal", "after-wei") else _waits(asked),
    )  # fmt: skip


def _left_over(hand: Counted) -> list[str]:
    """Three tiles without which the rest is sentences and a pair; empty when no such tiles are found."""
    own = hand.hand if hand.how == AFTER_WEI else hand.hand + ONE[hand.tile]
    sentences = SENTENCES - len(hand.melds) - 1
    for three in sorted(set(combinations(unpack(own), 3))) if sentences >= 0 else ():
        if any(readings(own - pack(three), sentences)):
            return list(three)
    return []


def _waits(asked: _Asked) -> tuple[Wait, ...]:
    """What would complete the hand without its winning tile, by another's draw and by one's own."""
    held = pack(asked.tiles) + sum(meld.hand for meld in asked.melds)
    out = []
    for tile in ZIPAI:
        if held >> SHIFT[tile] & 7 == COPIES:
            continue
        for how in ("draw", "self-draw"):
            hand, count = asked.worth(how, tile)
            if count.best:
                scored = tally(hand, count.best[0])
                out.append(Wait(tile, how, scored.total, tuple((item.id, item.value) for item in scored.items)))
            elif count.hard is not None:
                out.append(Wait(tile, how, count.hard, (), asked.options.min_xi - count.hard))
    return tuple(out)


CALCULATOR = AnxiangWeimaqueCalculator()
