"""A hand of 香港麻雀 counted by itself: see ``replay.scoring``. Decides nothing that ``score`` does not say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from replay.games.hk_mahjong.hand import DISCARD, ROB, SELF_DRAW, Hand, has_shape, is_orphans
from replay.games.hk_mahjong.patterns import EXTRAS, INSIDE
from replay.games.hk_mahjong.pay import liable_seat, pays_alone, price, settle_win
from replay.games.hk_mahjong.score import Rulebook, Scored, best, evaluate, flower_win, rulebook, tally
from replay.games.hk_mahjong.view import groups
from replay.kit.mahjong import CODES, EAST, KIND, PLAIN, Meld, count
from replay.kit.turns import OTHERS
from replay.scoring import (
    DISCARDER,
    OTHER_LOSERS,
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
from replay.scoring_mahjong import (
    DEALER,
    OPENINGS,
    check_copies,
    check_laid,
    check_opening,
    check_rob,
    is_robbed,
    laid_meld,
)
from schemas.options import HkMahjongOptions

GAME = "hk-mahjong"
_BY = {"discard": DISCARD, "self-draw": SELF_DRAW, "rob-kong": ROB, "rob-concealed-kong": ROB}
_WINDS = ("seat-wind", "seat-flower", "round-wind")


class HkMahjongCalculator:
    """A discard, a self-draw, a robbed kong, or seven and eight flowers."""

    wins = ("discard", "self-draw", "rob-kong", "rob-concealed-kong", "flowers")
    own = ("self-draw", "flowers")
    marks = {
        "last-tile": ("discard", "self-draw"), "kong-draw": ("self-draw",), "double-kong-draw": ("self-draw",),
        "heavenly": ("self-draw",), "earthly": ("discard",), "human": ("discard",),
    }  # fmt: skip

    def answer(self, request: Request) -> Answer:
        """Counts a hand. Raises RequestError for tiles that cannot be one."""
        check_opening(request)
        if "earthly" in request.marks:
            request = replace(request, source=DEALER)
        flowers = _flowers(request)
        if request.win == "flowers":
            return _flower_win(request, flowers)
        melds = tuple(laid_meld(laid, request, request.seat) for laid in request.hand.melds if laid.form != "flowers")
        check_laid(request, melds)
        held = 13 - 3 * len(melds)
        tiles, tile = part(request.hand, held)
        number = len(tiles) + (tile is not None)
        if number not in (held, held + 1) or (number == held) != (tile is None):
            raise size_error(request.hand, number, held + 1)
        check_rob(request, tile)
        hand = _hand(request, melds, flowers, tiles, tile)
        if tile is None:
            note = Note("failed", "waiting", {"count": held, "need": held + 1})
            waits = _waits(request, hand)
            return Answer(request.game, False, request.win, request.seat, None, notes=(note,), waits=waits)
        return _count(request, hand)


def _flowers(request: Request) -> tuple[str, ...]:
    hand = request.hand
    laid = [tile for meld in hand.melds if meld.form == "flowers" for tile in meld.tiles]
    if "P" in laid or any(tile[0] in "fq" for meld in hand.melds if meld.form == "kong" for tile in meld.tiles):
        raise RequestError("not-a-group", text=next(m.text for m in hand.melds if m.form in ("flowers", "kong")))
    check_copies(request)
    winning = [hand.tile] if hand.tile and hand.tile[0] in "fq" else []
    if winning and request.win != "flowers":
        raise RequestError("flower-as-tile", tile=winning[0])
    flowers = (*hand.flowers, *laid, *winning)
    if flowers and not request.options.flowers:
        raise RequestError("no-flowers", tiles=list(flowers))
    return flowers


def _hand(
    request: Request, melds: tuple[Meld, ...], flowers: tuple[str, ...], tiles: tuple[str, ...], tile: str | None
) -> Hand:
    marks = request.marks
    return Hand(
        closed=bytes(count([*tiles, *([tile] if tile else ())])),
        win=KIND[tile] if tile else -1,
        melds=melds,
        flowers=tuple(KIND[code] for code in flowers) if request.options.flowers else None,
        by=_BY[request.win],
        seat_wind=EAST + request.seat,
        round_wind=EAST + request.wind,
        last="last-tile" in marks,
        kong_draws=2 if "double-kong-draw" in marks else int("kong-draw" in marks),
        opening=next((opening for opening in OPENINGS if opening in marks), ""),
    )


def _scored(hand: Hand, options: HkMahjongOptions) -> list[Scored]:
    return best(evaluate(hand, rulebook(options)))


def _open(options: HkMahjongOptions) -> Any:
    """The same house rules without a minimum."""
    return with_options(GAME, options, min_faan=0)


def _count(request: Request, hand: Hand) -> Answer:
    options = request.options
    found = _scored(hand, options)
    robbed = request.win == "rob-concealed-kong" and not is_orphans(hand.closed)
    win = bool(found) and not robbed
    scores = found or _scored(hand, _open(options))
    if not scores:
        return Answer(
            game=request.game, win=False, how=request.win, seat=request.seat, tile=CODES[hand.win],
            facts={"complete": False}, notes=_shapeless(request, hand), waits=_waits(request, _without(hand)),
        )  # fmt: skip
    first, *ties = scores
    scored = tally(first, hand)
    notes = [] if win else [_rob_note()] if robbed else _below(request, hand, first)
    points, payments, remarks = _pay(request, hand, first) if win else (None, (), [])
    facts: dict[str, Any] = {"sum": sum(fan for _, fan in first.items), "factor": first.factor, "complete": True}
    if win:
        facts["price"] = int(price(first.total, options) * first.factor)
    return Answer(
        game=request.game, win=win, how=request.win, seat=request.seat, tile=CODES[hand.win], total=first.total,
        items=scored.items, groups=_groups(hand, first), facts=facts, points=points, payments=payments,
        notes=(*notes, *_not_counted(request, hand, first), *remarks),
        ties=tuple(tally(tie, hand) for tie in ties), waits=None if win else _waits(request, _without(hand)),
    )  # fmt: skip


def _without(hand: Hand) -> Hand:
    closed = bytearray(hand.closed)
    closed[hand.win] -= 1
    return replace(hand, closed=bytes(closed), win=-1)


def _rob_note() -> Note:
    return Note("failed", "hk-rob", {})


_FORMS = {"run": "chow", "triplet": "pung"}
"""What the page calls the sets of the closed hand, and what a calculation does."""


def _groups(hand: Hand, score: Scored) -> tuple[Group, ...]:
    """The reading: what lies on the table as it lies, then runs, triplets and the pair of the hand."""
    return tuple(Group(_FORMS.get(form, form), tiles) for form, tiles in groups(hand, score.reading))


# Why it is no win


def _shapeless(request: Request, hand: Hand) -> tuple[Note, ...]:
    if not hand.melds and has_shape(hand.closed, 0, True):
        return (Note("failed", "hk-seven-pairs", {}),)
    if not hand.melds and request.options.seven_pairs and all(number % 2 == 0 for number in hand.closed):
        four = [CODES[kind] for kind in range(PLAIN) if hand.closed[kind] == 4]
        return (Note("failed", "hk-pairs-differ", {"tiles": four}),)
    return (Note("failed", "hk-shape", {"count": 4 - len(hand.melds)}),)


def _below(request: Request, hand: Hand, score: Scored) -> list[Note]:
    """hk.min: by how much it falls short, found by lowering the minimum until the hand may be declared."""
    options, need = request.options, request.options.min_faan
    reached = next(
        fan for fan in range(need - 1, -1, -1) if evaluate(hand, rulebook(with_options(GAME, options, min_faan=fan)))
    )
    key = "below-minimum" if reached == sum(fan for _, fan in score.items) else "below-minimum-flowers"
    notes = [Note("failed", key, {"count": reached, "need": need, "short": need - reached})]
    if hand.by != SELF_DRAW and not hand.opening:
        own = _scored(replace(hand, by=SELF_DRAW), options)
        if own:
            notes.append(Note("hint", "would-win", {"how": "self-draw", "total": own[0].total}))
    return notes


# Why a pattern does not count


def _not_counted(request: Request, hand: Hand, score: Scored) -> list[Note]:
    notes = [
        Note("missed", "inside" if item in INSIDE.get(by, ()) else "limit", {"item": item, "item_by": by})
        for item, by in score.dropped
    ]
    counted = [*(item for item, _ in score.items), *(item for item, _ in score.dropped)]
    return [*notes, *missed(counted, _changes(request, hand, score))]


def _changes(request: Request, hand: Hand, score: Scored) -> Iterator[Change]:
    """One circumstance changed at a time: winds, flowers, melds, how it was won, the winning tile, house rules."""
    options = request.options
    every = _open(options)

    def change(key: str, other: Hand, only: tuple[str, ...] = (), not_: tuple[str, ...] = (), **args: Any) -> Change:
        def items() -> dict[str, int]:
            found = _scored(other, every)
            items = dict(found[0].items) if found else {}
            return {i: fan for i, fan in items.items() if (not only or i in only) and i not in (*not_, "chicken")}

        return Change(key, args, items)

    if hand.flowers is None:
        yield change("flowers-off", replace(hand, flowers=()), only=("no-flower",))
    elif hand.flowers:
        yield change("flowers-held", replace(hand, flowers=()), only=("no-flower",), tiles=_codes(hand.flowers))
    for seat in OTHERS[request.seat]:
        yield change("other-seat", replace(hand, seat_wind=EAST + seat), only=_WINDS, who=seat)
    for wind in OTHERS[request.wind]:
        yield change("other-wind", replace(hand, round_wind=EAST + wind), only=_WINDS, who=wind)
    if hand.by != SELF_DRAW:
        own = replace(hand, by=SELF_DRAW, opening="")
        yield change("by-self-draw", own, not_=("self-draw", "last-tile", *_WINDS))
    for kind in range(PLAIN):
        if hand.closed[kind] and kind != hand.win:
            yield change("other-tile", replace(hand, win=kind), tile=CODES[kind])
    if any(not meld.kong for meld in hand.melds):
        yield change("melds", _closed(hand))
    yield from _other_rules(request, hand, every)
    yield from _other_readings(hand, every, score)


def _codes(kinds: tuple[int, ...]) -> list[str]:
    return [CODES[kind] for kind in sorted(kinds)]


def _closed(hand: Hand) -> Hand:
    """The same hand with its chows and pungs not laid down."""
    closed = bytearray(hand.closed)
    for meld in hand.melds:
        if not meld.kong:
            for kind in meld.kinds():
                closed[kind] += 1
    return replace(hand, closed=bytes(closed), melds=tuple(meld for meld in hand.melds if meld.kong))


def _other_rules(request: Request, hand: Hand, options: HkMahjongOptions) -> Iterator[Change]:
    """House rules that would let the hand score more (hk.combine, hk.extra)."""
    rules: list[tuple[str, Any]] = [
        ("concealed_with_flowers", True), ("all_chows_pair", "any"), ("last_discard", True), ("seven_pairs", 4),
        ("nine_gates", "any-wait"), ("nine_gates", "open"), ("human", 3),
        *(("extra_patterns", [item]) for item in sorted(EXTRAS)),
    ]  # fmt: skip
    for option, value in rules:
        now = getattr(options, option)
        extra = option == "extra_patterns"
        if now == value or (value[0] in now if extra else now and option in ("seven_pairs", "human")):
            continue
        stated = [*now, *value] if extra else value
        other = with_options(GAME, options, **{option: stated})

        def items(other: Any = other) -> dict[str, int]:
            found = _scored(hand, other)
            return {} if not found else {item: fan for item, fan in found[0].items if item != "chicken"}

        yield Change("option", option_args(option, stated), items)


def _other_readings(hand: Hand, options: HkMahjongOptions, score: Scored) -> Iterator[Change]:
    for other in evaluate(hand, rulebook(options)):
        if other.worth < score.worth:
            yield Change("other-reading", {"total": other.total}, lambda other=other: dict(other.items))  # type: ignore[misc]


# Who pays what


def _pay(
    request: Request, hand: Hand, score: Scored
) -> tuple[tuple[int, ...] | None, tuple[Payment, ...], list[Note]]:
    """hk.pay, hk.bao: points, payments, and what a feeder that is not stated could change."""
    options, seat = request.options, request.seat
    cost = int(price(score.total, options) * score.factor)
    liable = liable_seat(hand, _kongs(hand), options)
    alone = pays_alone(hand, options)
    own = hand.by == SELF_DRAW
    source = None if own else request.source
    if own or source is not None:
        points = settle_win(seat, source, cost, liable, options, alone)
        payments = tuple(Payment(p, seat, -points[p]) for p in OTHERS[seat] if points[p])
        remarks = [] if liable is None else [Note("remark", "liable", {"who": liable})]
        remarks += _unfed(request, hand, liable)
        remarks += [Note("remark", "alone", {})] if alone else []
        return tuple(points), payments, remarks
    some, other, _ = OTHERS[seat]  # whoever threw it: the others pay alike
    points = settle_win(seat, some, cost, liable, options, alone)
    paid = (Payment(DISCARDER, seat, -points[some]), Payment(OTHER_LOSERS, seat, -points[other]))
    return None, tuple(payment for payment in paid if payment.amount), [Note("remark", "source-unknown", {})]


def _kongs(hand: Hand) -> list[int]:
    """Places of the kongs, taken to be made in the order in which they are written."""
    return [place for place, meld in enumerate(hand.melds) if meld.kong]


def _unfed(request: Request, hand: Hand, liable: int | None) -> list[Note]:
    """Melds without a stated feeder who, were it known, would be liable."""
    out = []
    feeder = next(seat for seat in OTHERS[request.seat] if seat != liable)
    for place, meld in enumerate(hand.melds):
        if meld.source >= 0 or meld.kong == "concealed":
            continue
        melds = (*hand.melds[:place], meld._replace(source=feeder), *hand.melds[place + 1 :])
        if liable_seat(replace(hand, melds=melds), _kongs(hand), request.options) == feeder:
            out.append(Note("remark", "feeder-unknown", {"tiles": list(meld.codes())}))
    return out


def _flower_win(request: Request, flowers: tuple[str, ...]) -> Answer:
    """花糊: seven or eight flowers, whatever the hand."""
    options, rules = request.options, rulebook(request.options)
    if len(flowers) < 7:
        note = Note("failed", "hk-flowers", {"count": len(flowers), "need": 7})
        return Answer(request.game, False, request.win, request.seat, None, facts={"complete": False}, notes=(note,))
    score = flower_win(len(flowers), rules)
    hand = Hand(bytes(PLAIN), -1, flowers=tuple(KIND[code] for code in flowers), by=SELF_DRAW)
    cost = int(price(score.total, options) * score.factor)
    points = settle_win(request.seat, None, cost, None, options)
    return Answer(
        game=request.game, win=True, how=request.win, seat=request.seat, tile=request.hand.tile, total=score.total,
        items=tally(score, hand).items, facts={"price": cost, "sum": score.items[0][1], "factor": score.factor},
        points=tuple(points), payments=tuple(Payment(p, request.seat, -points[p]) for p in OTHERS[request.seat]),
    )  # fmt: skip


# What would complete it


def _waits(request: Request, hand: Hand) -> tuple[Wait, ...]:
    """Of a hand without its winning tile: every tile that completes it, and how far below the minimum that would be."""
    options = request.options
    rules, every = rulebook(options), rulebook(_open(options))
    used = bytearray(hand.closed)
    for meld in hand.melds:
        for kind in meld.kinds():
            used[kind] += 1
    out = []
    most = 1 if is_robbed(request) else 4
    for kind in range(PLAIN):
        if used[kind] < most:
            closed = bytearray(hand.closed)
            closed[kind] += 1
            out += _wait(request, replace(hand, closed=bytes(closed), win=kind), rules, every)
    return tuple(out)


def _wait(request: Request, hand: Hand, rules: Rulebook, every: Rulebook) -> list[Wait]:
    found = best(evaluate(hand, rules))
    open_ = found or best(evaluate(hand, every))
    if not open_ or (request.win == "rob-concealed-kong" and not is_orphans(hand.closed)):
        return []
    missing = 0 if found else _below(request, hand, open_[0])[0].args["short"]
    return [Wait(CODES[hand.win], request.win, open_[0].total, open_[0].items, missing)]


CALCULATOR = HkMahjongCalculator()
