"""A hand of 邵陽剝皮 counted by itself: see ``replay.scoring``. Decides nothing that ``score`` does not say."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from replay.games.shaoyang_bopi.groups import BY_WEIGHT, best
from replay.games.shaoyang_bopi.score import Count, count_hand, payments, tally, worth
from replay.kit.zipai import COUNTER, ORDER, pack
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
    size_error,
)
from schemas.notation import ZIPAI_FAMILY, Laid
from schemas.options import ShaoyangBopiOptions
from schemas.tiles import ZIPAI

_BONUS = ("tian-hu", "di-hu", "zi-mo")
_STANDING = ("standing", "turned-dealer")
"""What ``count_hand`` counts without a further tile."""


class _Asked(NamedTuple):
    """A request in the game's own terms: hand tiles without the winning one."""

    melds: tuple[tuple[str, tuple[str, ...]], ...]
    tiles: tuple[str, ...]
    tile: str | None
    options: ShaoyangBopiOptions

    @property
    def quads(self) -> int:
        """跑 and 提, a four that was dealt among them."""
        dealt = {tile for tile in self.tiles if self.tiles.count(tile) == 4}
        return sum(id in ("pao", "ti") for id, _ in self.melds) + len(dealt)

    @property
    def stands(self) -> bool:
        """bp.waiting: whether the last 偎 or 提 can itself have completed the hand: a 偎, or the first 跑 or 提."""
        return self.quads < 2 or self.melds[-1][0] == "wei"

    def worth(self, how: str, tile: str | None) -> Count:
        """What the hand comes to by one of ``score.FROM``."""
        if how == "turned-dealer":  # bp.turned: it is in his hand
            return count_hand((*self.tiles, *([tile] if tile else ())), self.melds, None, how, self.options.min_xi)
        return count_hand(self.tiles, self.melds, None if how == "standing" else tile, how, self.options.min_xi)


class ShaoyangBopiCalculator:
    """A draw, another's or one's own; the turned tile; the first discard; after an own 偎 or 提; never a discard."""

    wins = ("draw", "self-draw", "turned", "first-discard", "standing", "discard")
    own = ("self-draw", "turned", "standing")
    marks: dict[str, tuple[str, ...]] = {}

    def answer(self, request: Request) -> Answer:
        """Counts a hand. Raises RequestError for tiles that cannot be one."""
        _check(request)
        asked, how = _read(request), _how(request)
        if asked.tile is None and how not in _STANDING:
            size = _whole(asked)
            note = Note("failed", "waiting", {"count": size - 1, "need": size})
            return Answer(request.game, False, request.win, request.seat, None, notes=(note,), waits=_waits(asked))
        count = asked.worth(how, asked.tile)
        if how == "standing" and not count.failing and not asked.stands:
            count = replace(count, failing="bp.waiting")
        return _no_win(request, asked, count) if count.failing else _win(request, asked, count)


def _check(request: Request) -> None:
    """bp.bonus, bp.turned, bp.wei: circumstances that cannot be. Raises RequestError."""
    how = request.win
    if how == "first-discard":
        if request.seat == 0:
            raise RequestError("bp-first-discard")
        if request.source not in (None, 0):
            raise RequestError("bp-first-source")
    if how in ("turned", "first-discard"):
        for laid in request.hand.melds:
            if laid.form != "ti":
                raise RequestError("bp-opening", text=laid.text, how=how)
    if how == "standing":
        if request.hand.tile is not None:
            raise RequestError("bp-standing")
        if not any(laid.form in ("wei", "ti") for laid in request.hand.melds):
            raise RequestError("bp-standing-none")


def _how(request: Request) -> str:
    return "turned-dealer" if request.win == "turned" and request.seat == 0 else request.win


def _whole(asked: _Asked) -> int:
    """bp.waiting: tiles of a hand with the winning one."""
    return 21 + max(0, asked.quads - 1)


def _read(request: Request) -> _Asked:
    hand, how = request.hand, _how(request)
    check_tiles(all_tiles(hand), ZIPAI_FAMILY)
    melds = tuple((_id(laid), laid.tiles) for laid in hand.melds)
    laid = sum(len(tiles) for _, tiles in melds)
    asked = _Asked(melds, hand.tiles, hand.tile, request.options)
    if how not in _STANDING and hand.tile is None and hand.tiles:
        with_last = _Asked(melds, hand.tiles[:-1], hand.tiles[-1], request.options)
        if laid + len(hand.tiles) == _whole(with_last):
            asked = with_last
    whole, number = _whole(asked), laid + len(asked.tiles) + (asked.tile is not None)
    if number != whole and not (number == whole - 1 and asked.tile is None and how not in _STANDING):
        raise size_error(request.hand, number, whole)
    return asked


def _id(laid: Laid) -> str:
    """The id of a group on the table (bp.items)."""
    if laid.source:
        raise RequestError("no-feeder", text=laid.text)
    if laid.form not in ("chow", "three"):
        return laid.form
    group = BY_WEIGHT.get(pack(laid.tiles))
    if group is None:
        raise RequestError("not-a-group", text=laid.text)
    return group.id


def _groups(count: Count) -> tuple[Group, ...]:
    return tuple(Group(id, tiles, xi) for id, xi, tiles in count.readings[0]) if count.readings else ()


def _win(request: Request, asked: _Asked, count: Count) -> Answer:
    first, *ties = count.tallies
    seat, counter, total = request.seat, COUNTER[0], first.total
    points = payments(seat, counter, total, asked.options.settlement)
    if asked.options.settlement == "tally":
        paid = [Payment(None, taker, points[taker]) for taker in (seat, counter)]
    else:
        losers = [loser for loser in ORDER[0] if loser != seat]
        paid = [Payment(loser, taker, points[taker] // len(losers)) for loser in losers for taker in (seat, counter)]
    return Answer(
        game=request.game, win=True, how=request.win, seat=seat, tile=asked.tile, total=total, items=first.items,
        groups=_groups(count), facts={"xi": count.xi, "bonus": count.bonus, "complete": True}, points=points,
        payments=tuple(paid), notes=(*_forced(request, asked), *_missed(request, asked, count)), ties=tuple(ties),
    )  # fmt: skip


def _forced(request: Request, asked: _Asked) -> list[Note]:
    """bp.wei: what one's own draw makes before a win is looked at."""
    count = asked.worth("self-draw", asked.tile) if request.win == "self-draw" else None
    if count is None or asked.tile is None:
        return []
    held = asked.tiles.count(asked.tile) + 3 * any(id == "wei" and asked.tile in tiles for id, tiles in asked.melds)
    return [Note("remark", "forced", {"tile": asked.tile, "item": "wei" if held == 2 else "ti"})] if held > 1 else []


def _missed(request: Request, asked: _Asked, count: Count) -> list[Note]:
    """bp.best: a triple that would be a 偎 by one's own draw."""
    if request.win != "draw":
        return []

    def own() -> dict[str, int]:
        other = asked.worth("self-draw", asked.tile)
        items = [] if other.failing else tally(other.readings[0], None).items
        return {item.id: item.value for item in items if item.id not in _BONUS}

    counted = [item.id for item in tally(count.readings[0], None).items]
    return missed(counted, [Change("other-win", {"how": "self-draw"}, own)])


def _no_win(request: Request, asked: _Asked, count: Count) -> Answer:
    notes = list(_forced(request, asked))
    if request.win == "discard":
        notes.append(Note("failed", "bp-discard", {}))
    elif count.failing == "bp.win":
        need = asked.options.min_xi
        notes.append(Note("failed", "xi-short", {"count": count.xi, "need": need, "short": count.missing}))
    elif count.failing == "bp.waiting":
        notes.append(Note("failed", "bp-waiting", {}))
    else:
        notes.append(_misshapen(asked, notes))
    waits = None
    if asked.tile is not None:
        for how in ("draw", "self-draw"):
            other = asked.worth(how, asked.tile) if how != request.win else count
            if not other.failing:
                notes.append(Note("hint", "would-win", {"how": how, "total": other.tallies[0].total}))
        waits = _waits(asked) if _how(request) not in _STANDING else None
    facts = {"xi": count.xi, "bonus": count.bonus, "complete": bool(count.readings)}
    return Answer(
        game=request.game, win=False, how=request.win, seat=request.seat, tile=asked.tile, groups=_groups(count),
        facts=facts, notes=tuple(notes), waits=waits,
    )  # fmt: skip


def _misshapen(asked: _Asked, forced: list[Note]) -> Note:
    """bp.shape: which condition fails: what is left over, as far as the rest is complete."""
    tile = [] if asked.tile is None else [asked.tile]
    three = {t for t in asked.tiles if asked.tiles.count(t) > 2}
    free, quads = [t for t in asked.tiles if t not in three] + tile, asked.quads
    if forced:  # bp.wei: the drawn tile lies on the table
        free, quads = [t for t in free if t not in tile], quads + (forced[0].args["item"] == "ti")
    else:
        for number in range(1, len(three) + 1):
            for split in combinations(sorted(three, key=ZIPAI.index), number):
                if best(pack([*free, *(t for t in asked.tiles if t in split)]), quads > 0) >= 0:
                    return Note("failed", "bp-kan", {"tiles": list(split)})
    if quads:
        left = _left_over(free, 2, False)
        if left:
            return Note("failed", "bp-no-pair", {"tiles": left})
    left = _left_over(free, 3, quads > 0)
    return Note("failed", "left-over", {"tiles": left}) if left else Note("failed", f"bp-shape-{int(quads > 0)}", {})


def _left_over(free: list[str], number: int, pair: bool) -> list[str]:
    """So many tiles without which the rest is groups (and a pair); empty when no such tiles are found."""
    whole = pack(free)
    for tiles in sorted(set(combinations(sorted(free, key=ZIPAI.index), number))):
        if best(whole - pack(tiles), pair) >= 0:
            return list(tiles)
    return []


def _waits(asked: _Asked) -> tuple[Wait, ...]:
    """What would complete the hand without its winning tile, by another's draw and by one's own."""
    held = [*asked.tiles, *(tile for _, tiles in asked.melds for tile in tiles)]
    out = []
    for tile in ZIPAI:
        if held.count(tile) == 4:
            continue
        for how in ("draw", "self-draw"):
            count = asked.worth(how, tile)
            if not count.failing:
                scored = count.tallies[0]
                out.append(Wait(tile, how, scored.total, tuple((item.id, item.value) for item in scored.items)))
            elif count.failing == "bp.win" and count.readings:
                out.append(Wait(tile, how, worth(count.readings[0]), (), count.missing))
    return tuple(out)


CALCULATOR = ShaoyangBopiCalculator()
