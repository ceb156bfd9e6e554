"""What contradicts itself in the ``result`` of a score line, whatever the points are: for ``audit`` and for the games.

Source: record format, "Score-only rounds". A field that is left out says nothing and is never missed; what a win costs
is each game's ``settle``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from replay.game import Item, Tally, Violation
from schemas.faults import nearest
from schemas.items import ITEMS
from schemas.record import Result, Score

_WAYS: dict[str, tuple[frozenset[str], frozenset[str | None]]] = {
    "win": (frozenset(("from", "liable", "how")), frozenset((None, "discard", "self-draw"))),
    "foul": (frozenset(("from", "how")), frozenset((None, "foul"))),
}
"""Outcome to the fields of a score line that go with it and the values of ``how``; no other outcome has any."""

OWN_TILE = frozenset((
    "self-draw", "last-tile", "kong-draw", "double-kong-draw", "seven-flowers", "eight-flowers", "heavenly",
    "last-four", "slaughter", "flower-win", "zi-mo",
))  # fmt: skip
"""Items of a win on nobody else's tile, in any game but 安乡偎麻雀."""
OTHERS_TILE = frozenset(("rob-kong", "last-discard", "earthly", "human", "di-hu"))
"""Items of a win on another's tile."""
DEALERS, NOT_DEALERS = frozenset(("heavenly", "tian-hu", "head-tail")), frozenset(("earthly", "di-hu"))


def strange(game: str, players: Sequence[str | None], result: Result) -> Violation | None:
    """A claim that no round can end with: winners of no win, an empty seat, fields that do not go together."""
    if (result.outcome == "win") != bool(result.winners):
        return Violation("rec.result", "rec.result/winner-needed", {"stated": result.winners}, stated=result.winners)
    for seat, name in enumerate(players):
        scored = result.scores is not None and result.scores[seat] is not None
        if name is None and (seat in result.winners or result.points[seat] or scored):
            return Violation("rec.result", "rec.result/empty-seat", {"seat": seat}, seat=seat)
    fields, ways = _WAYS.get(result.outcome, (frozenset(), frozenset((None,))))
    for field, stated in (("how", result.how), ("from", result.from_), ("liable", result.liable)):
        if stated is not None and (field not in fields or (field == "how" and stated not in ways)):
            args = {"field": field, "stated": stated, "outcome": result.outcome}
            return Violation("rec.field", "rec.field/outcome", args, field=field, stated=stated)
    return _unknown_item(game, result)


def _unknown_item(game: str, result: Result) -> Violation | None:
    known = ITEMS.get(game, ())
    for seat, score in enumerate(result.scores or ()):
        for item, _ in score.items if score is not None else ():
            if item not in known:
                args = {"item": item, "near": nearest(item, known)}
                return Violation("rec.scores", "rec.scores/unknown-item", args, seat=seat, field="scores", stated=item)
    return None


def winners_score(result: Result) -> Violation | None:
    """hk.items, bp.items, ax.items: where ``scores`` is stated, the winners have a score and nobody else."""
    for seat, score in enumerate(result.scores or ()):
        if (score is not None) != (seat in result.winners):
            return Violation("rec.scores", "rec.scores/winners-only", {"seat": seat}, seat=seat, field="scores")
    return None


def unpaid(result: Result, least: int = 1) -> Violation | None:
    """A winner who pays, or receives less than the `least` a win brings; of points that nothing else is held to."""
    for seat in result.winners:
        stated = result.points[seat]
        if stated < least or (stated == 0 and any(result.points)):
            return Violation("rec.points", "rec.points/winner-pays", {"seat": seat, "stated": stated}, seat=seat,
                             field="points", stated=stated)  # fmt: skip
    return None


def summed(seat: int, stated: Score, comes_to: int) -> Violation | None:
    """A total that its own items do not come to. A score without items states the total alone."""
    if not stated.items or stated.total == comes_to:
        return None
    args = {"seat": seat, "expected": comes_to, "stated": stated.total}
    return Violation("rec.scores", "rec.scores/sum", args, None, None, seat, None, "scores", comes_to, stated.total)


def impossible(seat: int, total: int) -> Violation:
    """A total that no hand comes to."""
    args = {"seat": seat, "total": total}
    return Violation("rec.scores", "rec.scores/impossible", args, seat=seat, field="scores", stated=total)


def misplaced(seat: int, stated: Score, result: Result, dealer: int | None) -> Violation | None:
    """An item that the winner at `seat` cannot have, going by whose tile it was and who deals."""
    discarded = result.how == "discard" or (result.from_ is not None and result.from_ != seat)
    for item, _ in stated.items:
        if item in (OWN_TILE if discarded else OTHERS_TILE if result.how == "self-draw" else ()):
            return _misplaced(seat, item, "how", result.how or "discard")
        if dealer is not None and item in (NOT_DEALERS if seat == dealer else DEALERS):
            return _misplaced(seat, item, "dealer", dealer)
    return None


def _misplaced(seat: int, item: str, field: str, value: str | int) -> Violation:
    args = {"item": item, "field": field, "value": value}
    return Violation("rec.scores", "rec.scores/item-and", args, seat=seat, field="scores", stated=item)


def together(seat: int, stated: Score, exclusive: Collection[str]) -> Violation | None:
    """Two items of which a score has one at most."""
    found = [item for item, _ in stated.items if item in exclusive]
    if len(found) < 2:
        return None
    args = {"item": found[0], "field": found[1]}
    return Violation("rec.scores", "rec.scores/items-together", args, seat=seat, field="scores", stated=found)


def fitting(ways: Iterable[Sequence[int]], stated: Sequence[int]) -> tuple[int, ...]:
    """Of the payments that are possible the stated ones, else those that differ from them least (the first of such)."""
    return tuple(min(ways, key=lambda way: sum(abs(a - b) for a, b in zip(way, stated, strict=True))))


def as_tally(stated: Score) -> Tally:
    """A stated score as a settled one."""
    return Tally(stated.total, tuple(Item(id, value) for id, value in stated.items))
