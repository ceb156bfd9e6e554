"""A hand of 靈溪麻將 counted by itself: see ``replay.scoring``. Decides nothing that ``score`` does not say.

Indicators are always stated. Flowers and 白 in round brackets are laid; outside brackets a flower is laid unless it is
wild, and a 白 is held.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from replay.game import Tally
from replay.games.lingxi_mahjong import score
from replay.games.lingxi_mahjong.claims import SETS, is_complete, slaughter_ready
from replay.games.lingxi_mahjong.pay import liable_seat, settle_win, share
from replay.games.lingxi_mahjong.readings import readings
from replay.games.lingxi_mahjong.score import Hand, Scored, doubled, loser, winner
from replay.games.lingxi_mahjong.tiles import GROUP_OF, GROUPS, Wilds, wilds_of
from replay.kit.mahjong import CODES, COPIES, EAST, FLOWERS, KIND, KINDS, PAIR, RUN, WHITE, Meld, count
from replay.kit.mahjong import tiles_of as shape_tiles
from replay.kit.turns import OTHERS
from replay.scoring import (
    SEATS,
    Answer,
    Change,
    Group,
    Note,
    Payment,
    Request,
    RequestError,
    Wait,
    missed,
    option_args,
    part,
    size_error,
    with_options,
)
from replay.scoring_mahjong import DEALER, check_copies, check_laid, check_opening, check_rob, is_robbed, laid_meld
from schemas import notation
from schemas.notation import MAHJONG_FAMILY

GAME = "lingxi-mahjong"
_TAKEN = ("discard", "rob-kong")
_TURN = ("self-draw", "claim")
"""Ways to win in one's own turn, where 殺豬 and 花胡 may be declared."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request in the game's own terms; ``closed`` are the tiles in hand without the winning one."""

    request: Request
    wilds: Wilds
    melds: tuple[Meld, ...]
    fours: tuple[int, ...]
    flowers: tuple[int, ...]
    closed: tuple[str, ...]
    tile: str | None

    @property
    def sets(self) -> int:
        """Sets of the hand that do not lie on the table."""
        return SETS - len(self.melds) - len(self.fours)

    def hand(self, tile: str | None) -> Hand:
        """What is counted when `tile` comes."""
        request, marks = self.request, self.request.marks
        drawn, taken = request.win == "self-draw", request.win in _TAKEN
        heavenly = "heavenly" in marks
        alone = len(self.closed) == 1 and tile is not None and (drawn or taken)
        return Hand(
            closed=bytes(count([*self.closed, *([tile] if tile else ())])),
            melds=self.melds, fours=self.fours, flowers=self.flowers, wilds=self.wilds, wind=EAST + request.seat,
            drawn=drawn, kong_draw="kong-draw" in marks, rob=request.win == "rob-kong",
            last_four=drawn and "last-tile" in marks and not heavenly, heavenly=heavenly, earthly="earthly" in marks,
            alone=KIND[self.closed[0]] if alone else -1, tile=KIND[tile] if tile else -1,
        )  # fmt: skip


class LingxiMahjongCalculator:
    """A discard, a self-draw, a robbed kong; 殺豬 and 花胡 after a claim or before a replacement; a hand that lost."""

    wins = ("discard", "self-draw", "rob-kong", "claim", "flowers", "lost")
    own = ("self-draw", "claim", "flowers", "lost")
    marks = {
        "last-tile": ("discard", "self-draw"), "kong-draw": ("self-draw",), "heavenly": ("self-draw",),
        "earthly": ("discard",),
    }  # fmt: skip

    def answer(self, request: Request) -> Answer:
        """Counts a hand. Raises RequestError for tiles that cannot be one."""
        _check(request)
        asked = _read(request, request.hand, request.seat)
        _check_laid(asked)
        if request.win == "lost":
            return _lost(request, asked)
        held = 3 * asked.sets + 1
        number = len(asked.closed) + (asked.tile is not None)
        if request.win == "flowers":
            if number > held:  # in the opening several replacements may still be owed (lx.flowers)
                raise RequestError("lx-size", count=number, need=held)
            asked = replace(asked, closed=(*asked.closed, *([asked.tile] if asked.tile else ())), tile=None)
        elif number == held and asked.tile is None:
            note = Note("failed", "waiting", {"count": held, "need": held + 1})
            waits = _waits(asked)
            return Answer(request.game, False, request.win, request.seat, None, notes=(note,), waits=waits)
        elif number != held + 1:
            raise size_error(request.hand, number, held + 1)
        return _count(asked)


def _check(request: Request) -> None:
    check_opening(request)
    if request.win == "discard" and "last-tile" in request.marks and not request.options.last_four_played:
        raise RequestError("lx-last-discard")
    if request.wind:
        raise RequestError("no-wind")
    if len(request.indicators) != 2 or any(tile not in KIND for tile in request.indicators):
        raise RequestError("indicators", text=" ".join(request.indicators) or "-")
    check_copies(request)
    for other, stated in request.losers.items():
        if other == request.seat or (isinstance(stated, int) and stated < 0):
            raise RequestError("loser", text=str(stated) if isinstance(stated, int) else SEATS[MAHJONG_FAMILY][other])


def _check_laid(asked: _Asked) -> None:
    """Circumstances against what lies on the table, and against the tile that is won on."""
    request, tile = asked.request, asked.tile
    check_laid(request, asked.melds)
    if request.win == "claim" and all(each.kong for each in asked.melds):
        raise RequestError("lx-no-claim")
    if request.win == "rob-kong" and tile is not None:
        if asked.wilds.wild_mask >> KIND[tile] & 1:
            raise RequestError("lx-rob-wild", tile=tile)
        if KIND[tile] >= WHITE:
            raise RequestError("lx-rob-flower", tile=tile)
    check_rob(request, tile)


def _read(request: Request, hand: notation.Hand, seat: int) -> _Asked:
    """A hand as it lies. Raises RequestError."""
    first, second = sorted(KIND[tile] for tile in request.indicators)
    wilds = wilds_of(first, second)
    melds: list[Meld] = []
    fours: list[int] = []
    laid: list[str] = []
    for group in hand.melds:
        kinds = sorted(KIND[tile] for tile in group.tiles)
        if any(wilds.wild_mask >> kind & 1 for kind in kinds):
            raise RequestError("lx-wild-laid", text=group.text)
        if kinds[0] >= WHITE and group.closed:
            fours.append(kinds[0])
        elif kinds[0] >= WHITE:
            laid += group.tiles
        else:
            melds.append(laid_meld(group, request, seat))
    if request.win == "flowers" and hand.tile is not None and wilds.loose_mask >> KIND[hand.tile] & 1:
        laid.append(hand.tile)
        hand = replace(hand, tile=None)
    laid += [tile for tile in hand.flowers if not wilds.wild_mask >> KIND[tile] & 1]
    held = tuple(tile for tile in hand.flowers if wilds.wild_mask >> KIND[tile] & 1)
    sets = SETS - len(melds) - len(fours)
    tiles, tile = part(replace(hand, tiles=(*held, *hand.tiles)), 3 * sets + 1)
    if request.win == "lost" or seat != request.seat:
        tiles, tile = (*tiles, *([tile] if tile else ())), None
    return _Asked(request, wilds, tuple(melds), tuple(fours), tuple(KIND[code] for code in laid), tiles, tile)


def _base(asked: _Asked) -> Tally:
    """lx.base: what a hand that has not won counts, a flower that is still in hand too."""
    hand = asked.hand(None)
    held = [kind for kind in asked.wilds.loose for _ in range(hand.closed[kind])]
    return loser(replace(hand, flowers=[*hand.flowers, *held]))


def _lost(request: Request, asked: _Asked) -> Answer:
    scored = _base(asked)
    return Answer(
        request.game, False, request.win, request.seat, None, total=scored.total, items=scored.items,
        facts={"sum": scored.total, "doubled": False},
        notes=(Note("remark", "lx-never-doubled", {}),) if scored.total >= request.options.double_from else (),
    )  # fmt: skip


def _count(asked: _Asked) -> Answer:
    request, tile = asked.request, asked.tile
    hand = asked.hand(tile)
    whole = request.win != "flowers" and is_complete(hand.closed, asked.wilds, asked.sets)
    failed = _why_not(asked, hand, whole)
    facts: dict[str, Any] = {"complete": whole}
    if failed:
        return Answer(
            request.game, False, request.win, request.seat, tile, facts=facts,
            notes=(*failed, *_hints(asked, hand, whole)), waits=_waits(asked) if tile else None,
        )  # fmt: skip
    first, *ties = winner(hand, request.options)
    total = sum(item.value for item in first.items)
    facts.update(sum=total, doubled=first.total != total, flat=first.flat)
    points, payments, remarks = _pay(asked, first)
    return Answer(
        game=request.game, win=True, how=request.win, seat=request.seat, tile=tile, total=first.total,
        items=first.items, groups=_groups(asked, hand, first), facts=facts, points=points, payments=payments,
        notes=(*_not_counted(asked, hand, first), *remarks), ties=tuple(Tally(t.total, t.items) for t in ties),
    )  # fmt: skip


def _groups(asked: _Asked, hand: Hand, scored: Scored) -> tuple[Group, ...]:
    """The reading: tiles are what they stand for, of wild flowers what is held."""
    laid = len(asked.melds) + len(asked.fours)
    out = [Group("kong" if m.kong else "chow" if m.shape >= RUN else "pung", m.codes()) for m in asked.melds]
    out += [Group("kong", tuple(CODES[kind] for kind in GROUPS[GROUP_OF[four]])) for four in asked.fours]
    if scored.shapes:
        for shape in sorted(scored.shapes[: len(scored.shapes) - laid]):
            kinds = shape_tiles(shape)
            if kinds[0] >= FLOWERS:
                kinds = tuple(kind for kind in GROUPS[kinds[0]] if hand.closed[kind])
            form = "pair" if shape >= PAIR else "chow" if shape >= RUN else "pung"
            out.append(Group(form, tuple(CODES[kind] for kind in kinds)))
    return tuple(out)


# Why it is no win


def _why_not(asked: _Asked, hand: Hand, whole: bool) -> list[Note]:
    """lx.win, slaughter, flower-win: what keeps the hand from being declared; empty when it may be."""
    win, wilds = asked.request.win, asked.wilds
    slaughter = slaughter_ready(wilds.counts(hand.closed), wilds.equal)
    eight = score.has_eight(hand)
    if eight and win in (*_TURN, "flowers"):
        return []
    if win == "flowers":
        number = sum(kind >= FLOWERS for kind in hand.flowers) + 4 * sum(kind >= FLOWERS for kind in hand.fours)
        return [Note("failed", "lx-flowers", {"count": number, "need": 8})]
    if slaughter and win in _TURN:
        return []
    thrown = win == "discard" and (wilds.wild_mask | wilds.loose_mask) >> hand.tile & 1
    if thrown and not asked.request.options.foul_tile_win:
        return [Note("failed", "lx-thrown", {"tile": asked.tile})]
    if not whole:
        loose = [CODES[kind] for kind in wilds.loose if hand.closed[kind]]
        if loose:
            return [Note("failed", "lx-loose", {"tiles": loose})]
        return [Note("failed", "lx-shape", {"count": asked.sets})]
    return [Note("failed", "lx-claim", {})] if win == "claim" else []


def _hints(asked: _Asked, hand: Hand, whole: bool) -> list[Note]:
    """What the same tiles would be in one's own turn."""
    out = []
    for other in ("self-draw", "discard"):
        if other == asked.request.win or asked.tile is None or asked.request.marks:
            continue
        changed = replace(asked, request=replace(asked.request, win=other, source=None))
        own = changed.hand(asked.tile)
        if not _why_not(changed, own, whole):
            total = winner(own, asked.request.options)[0].total
            out.append(Note("hint", "would-win", {"how": other, "total": total}))
    return out


# Why something does not count


def _not_counted(asked: _Asked, hand: Hand, scored: Scored) -> list[Note]:
    options = asked.request.options
    ids = [item.id for item in scored.items]
    total = sum(item.value for item in scored.items)
    notes = missed(ids, _changes(asked, hand, scored))
    sets = list(readings(hand.closed, asked.wilds, asked.sets))
    if "all-runs" in ids or scored.flat:
        notes.append(Note("remark", "lx-flat", {"item": ids[0]}))
    elif any(score.is_all_runs(hand, reading) for reading in sets):
        notes.append(Note("missed", "lx-all-runs-less", {"item": "all-runs", "total": total}))
    wilds = sum(asked.wilds.counts(hand.closed))
    if wilds >= 3 and not scored.flat and "wild-gathering" not in [*ids, *(note.args["item"] for note in notes)]:
        notes.append(Note("missed", "lx-gathering", {"item": "wild-gathering", "count": wilds}))
    if scored.total == total:
        need = options.double_from
        notes.append(Note("remark", "lx-not-doubled", {"count": total, "need": need, "short": need - total}))
        if doubled(total, with_options(GAME, options, double_from=10)) != total:
            notes.append(Note("hint", "lx-double-option", {**option_args("double_from", 10), "total": 2 * total}))
    return notes


def _changes(asked: _Asked, hand: Hand, scored: Scored) -> Iterator[Change]:
    """One circumstance changed at a time: flowers, winds, wilds, the reading."""
    options = asked.request.options

    def change(key: str, other: Hand, only: str, **args: Any) -> Change:
        def items() -> dict[str, int]:
            found = winner(other, options)[0]
            return {} if found.flat else {item.id: item.value for item in found.items if item.id == only}

        return Change(key, args, items)

    if scored.flat:
        return
    if hand.flowers:
        tiles = [CODES[kind] for kind in sorted(hand.flowers)]
        yield change("flowers-held", replace(hand, flowers=()), "all-runs", tiles=tiles)
    for seat in OTHERS[asked.request.seat]:
        yield change("other-seat", replace(hand, wind=EAST + seat), "wind", who=seat)
    held = [kind for kind in asked.wilds.kinds if hand.closed[kind]]
    if held:
        yield change("lx-wilds", replace(hand, wilds=_tame(hand)), "no-wild", tiles=[CODES[kind] for kind in held])
    laid = score.laid_shapes(hand)
    for reading in readings(hand.closed, asked.wilds, asked.sets):
        items = score.reading_items(reading, laid, hand)
        yield Change("other-reading", {"total": sum(tai for _, tai, _ in items)}, lambda i=items: _by_id(i))  # type: ignore[misc]


def _by_id(items: list[tuple[str, int, int]]) -> dict[str, int]:
    return {id: tai for id, tai, _ in items}


def _tame(hand: Hand) -> Wilds:
    """Wilds under which no tile of the hand is wild: of two kinds that it does not hold."""
    free = [kind for kind in range(WHITE) if not hand.closed[kind]]
    return wilds_of(free[0], free[1])


# Who pays what


def _pay(asked: _Asked, scored: Scored) -> tuple[tuple[int, ...] | None, tuple[Payment, ...], list[Note]]:
    """lx.pay, lx.dealer-doubles, lx.liability: points, every transfer, and what is not known."""
    seat, remarks = asked.request.seat, list[Note]()
    totals = _totals(asked, scored)
    liable = _liable(asked, scored)
    if liable == -1:
        remarks.append(Note("remark", "lx-source-unknown", {}))
    elif liable is not None:
        remarks.append(Note("remark", "liable", {"who": liable}))
    shares = {other: share(scored.total, seat, other, DEALER) for other in OTHERS[seat]}
    paid = [Payment(other if liable is None else liable, seat, amount) for other, amount in shares.items()]
    remarks += [Note("remark", "lx-losers-unknown", {"who": other}) for other in OTHERS[seat] if totals[other] is None]
    known = [other for other in OTHERS[seat] if totals[other] is not None]
    for one in known:
        for other in known:
            amount = share((totals[other] or 0) - (totals[one] or 0), one, other, DEALER)
            if amount > 0:
                paid.append(Payment(one, other, amount))
    if None in totals or liable == -1:
        return None, tuple(paid), remarks
    points = settle_win(seat, [total or 0 for total in totals], DEALER, liable)
    return points, tuple(paid), remarks


def _totals(asked: _Asked, scored: Scored) -> list[int | None]:
    """What everybody counts; None for a loser of whom nothing is stated (lx.zero: nothing after a flat win)."""
    request = asked.request
    totals: list[int | None] = [0 if scored.flat else None] * 4
    if not scored.flat:
        for other, stated in request.losers.items():
            totals[other] = stated if isinstance(stated, int) else _base(_read(request, stated, other)).total
    totals[request.seat] = scored.total
    return totals


def _liable(asked: _Asked, scored: Scored) -> int | None:
    """lx.liability by the table's own rule; -1: whoever threw the tile, who is not stated."""
    request = asked.request
    if request.win not in _TAKEN:
        return None
    source = DEALER if "earthly" in request.marks else request.source
    last = request.win == "discard" and "last-tile" in request.marks and request.options.last_four_played
    tile = KIND[asked.tile] if asked.tile else -1
    ids = [item.id for item in scored.items]
    return liable_seat(asked.melds, tile, ids, last, -1 if source is None else source)


# What would complete it


def _waits(asked: _Asked) -> tuple[Wait, ...]:
    """Of a hand without its winning tile: every tile that completes it; a wild is never thrown."""
    request, wilds, hand = asked.request, asked.wilds, asked.hand(None)
    used = bytearray(count([*asked.closed, *request.indicators]))
    for kind in (k for meld in asked.melds for k in meld.kinds()):
        used[kind] += 1
    robbed = is_robbed(request)
    barred = wilds.loose_mask | (0 if request.win == "self-draw" else wilds.wild_mask)
    out = []
    for kind in range(KINDS):
        most = 1 if robbed else COPIES[kind]
        if used[kind] < most and not barred >> kind & 1 and is_complete(hand.closed, wilds, asked.sets, kind):
            scored = winner(asked.hand(CODES[kind]), request.options)[0]
            items = tuple((item.id, item.value) for item in scored.items)
            out.append(Wait(CODES[kind], request.win, scored.total, items))
    return tuple(out)


CALCULATOR = LingxiMahjongCalculator()
