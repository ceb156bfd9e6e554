"""A score line, which has no moves: what its stated winners and totals come to. Source: record format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from replay.game import Outcome, Violation
from replay.games.hk_mahjong.patterns import EXTRAS
from replay.games.hk_mahjong.pay import price, settle_false_win, settle_win
from replay.games.hk_mahjong.score import Rulebook, rulebook
from replay.kit.turns import OTHERS
from replay.scoreline import as_tally, fitting, misplaced, summed, unpaid, winners_score
from schemas.options import HkMahjongOptions
from schemas.record import Result, Score, Setup

NOBODY = (None, None, None, None)
MOST = 100
"""Fan that no hand comes near; what a stated total may be with cap "none"."""


class Way(NamedTuple):
    """How a win may have been paid: ``source`` None is a self-draw."""

    source: int | None
    liable: int | None


def settle_line(setup: Setup, result: Result, options: HkMahjongOptions) -> Outcome | Violation | None:
    """The settlement; None where a winner's total is not stated, or the price of it is not known.

    A self-draw has ``how`` "self-draw", anything with ``from`` is a discard; where neither is stated, any way of paying
    may be the right one. ``liable`` pays all shares of a self-draw or, under "half", a discard alone.
    """
    if result.outcome == "draw":
        return Outcome("draw", (), (0, 0, 0, 0), NOBODY)
    if result.outcome == "foul":
        culprits = range(4) if result.from_ is None else (result.from_,)
        points = fitting((settle_false_win(culprit, options) for culprit in culprits), result.points)
        return Outcome("foul", (), points, NOBODY, facts={"from": result.from_})
    if result.outcome != "win":
        args = {"outcome": result.outcome}
        return Violation("rec.result", "rec.result/no-such-outcome", args, field="outcome", stated=result.outcome)
    return _settle_wins(setup, result, options)


def _settle_wins(setup: Setup, result: Result, options: HkMahjongOptions) -> Outcome | Violation | None:
    problem = _winners_problem(result, options) or _liable_problem(result, options) or winners_score(result)
    if problem is not None:
        return problem
    if result.scores is None:
        return unpaid(result)
    costs: dict[int, int] = {}
    unknown = False
    for seat in result.winners:
        stated = result.scores[seat]
        assert stated is not None
        cost = _cost(stated, rulebook(options), options)
        problem = cost if isinstance(cost, Violation) else _score_problem(seat, stated, setup, result, options)
        if problem is not None:
            return problem
        if isinstance(cost, int):
            costs[seat] = cost
        unknown = unknown or cost is None
    if unknown:
        return unpaid(result)
    totals = [score.total for score in result.scores if score is not None]
    points = fitting((_paid(costs, ways, options) for ways in _ways(result, totals, options)), result.points)
    scores = tuple(None if score is None else as_tally(score) for score in result.scores)
    how = "discard" if result.from_ is not None else result.how
    facts = {"from": result.from_, "how": how, "liable": result.liable}
    return Outcome("win", tuple(result.winners), points, scores, facts=facts)


def _ways(result: Result, totals: Sequence[int], options: HkMahjongOptions) -> Iterator[tuple[Way, ...]]:
    """hk.pay, hk.bao: how each of the winners may have been paid, as far as the result leaves it open."""
    winners = result.winners
    open_ = result.how is None and result.from_ is None
    if result.how == "self-draw" or (open_ and len(winners) == 1 and totals[0]):
        liable: list[int | None] = [result.liable]
        if open_ and result.liable is None and options.bao:
            liable.extend(OTHERS[winners[0]])
        yield from ((Way(None, seat),) for seat in liable)
    if result.how == "self-draw":
        return
    source = result.liable if result.from_ is None else result.from_
    for seat in range(4) if source is None else (source,):
        if seat in winners:
            continue
        choices = [Way(seat, result.liable)]
        if open_ and result.liable is None and options.bao and options.liability == "half":
            choices.append(Way(seat, seat))
        yield from product(choices, repeat=len(winners))


def _paid(costs: dict[int, int], ways: Sequence[Way], options: HkMahjongOptions) -> list[int]:
    points = [0, 0, 0, 0]
    for (winner, cost), (source, liable) in zip(costs.items(), ways, strict=True):
        won = settle_win(winner, source, cost, liable, options, liable is not None)
        points = [a + b for a, b in zip(points, won, strict=True)]
    return points


def _winners_problem(result: Result, options: HkMahjongOptions) -> Violation | None:
    """Winners that there cannot be: none, one twice, several of one self-draw, or who paid himself."""
    winners = result.winners
    several = len(winners) > 1 and (result.how == "self-draw" or options.multi_win != "all")
    if not winners or len(set(winners)) != len(winners) or several or len(winners) > 3:
        return Violation("hk.priority", "hk.priority/winners", {"count": len(winners)}, stated=winners)
    for field, seat in (("from", result.from_), ("liable", result.liable)):
        if seat in winners:
            return Violation("hk.pay", "hk.pay/own-win", {"seat": seat}, seat=seat, field=field)
    if result.how == "self-draw" and result.from_ is not None:
        return Violation("hk.pay", "hk.pay/self-draw-from", {"seat": result.from_}, seat=result.from_)
    return None


def _liable_problem(result: Result, options: HkMahjongOptions) -> Violation | None:
    """hk.bao: nobody is liable without these rules, and nobody but the discarder for a discard."""
    liable = result.liable
    if liable is None:
        return None
    if not options.bao:
        return Violation("hk.bao", "hk.bao/off", {"seat": liable}, seat=liable, field="liable", stated=liable)
    if result.from_ not in (None, liable):
        args = {"seat": liable, "seat_from": result.from_}
        return Violation("hk.bao", "hk.bao/discarder", args, None, None, liable, None, "liable", result.from_, liable)
    return None


def _score_problem(
    seat: int, stated: Score, setup: Setup, result: Result, options: HkMahjongOptions
) -> Violation | None:
    """hk.pay, hk.items, hk.limit: a total that cannot be, or that its items do not come to; hk.min is not asked for."""
    total, rules = stated.total, rulebook(options)
    if result.how == "self-draw" and not total:
        return Violation("hk.pay", "hk.pay/self-draw-of-nothing", {"seat": seat}, seat=seat)
    ids = {item for item, _ in stated.items}
    off = next((item for item, _ in stated.items if _off(item, options)), None)
    if off is not None:
        return Violation("rec.scores", "rec.scores/item-off", {"item": off}, seat=seat, field="scores", stated=off)
    cap = MOST if rules.cap is None else rules.cap
    limits = [rules.limits[item] for item in ids if item in rules.limits]
    comes_to = min(cap, max(limits) if limits else sum(fan for _, fan in stated.items))
    return summed(seat, stated, comes_to) or misplaced(seat, stated, result, setup.dealer)


def _off(item: str, options: HkMahjongOptions) -> bool:
    """hk.extra, hk.win, hk.combine, hk.tiles: an item that these options do not count."""
    if item in EXTRAS:
        return item not in options.extra_patterns
    return {
        "seven-pairs": not options.seven_pairs, "human": not options.human, "last-discard": not options.last_discard,
        "no-flower": not options.flowers, "seat-flower": not options.flowers, "flower-set": not options.flowers,
        "seven-flowers": not options.flowers, "eight-flowers": not options.flowers,
        "concealed": options.flowers and not options.concealed_with_flowers,
    }.get(item, False)  # fmt: skip


def _cost(stated: Score, rules: Rulebook, options: HkMahjongOptions) -> int | Violation | None:
    """hk.price, hk.hot: S of a stated total; None where 雙辣 or 三辣 may apply and no items say so."""
    total = stated.total
    most = MOST if rules.cap is None else rules.cap
    if not 0 <= total <= most:
        return Violation("hk.limit", "hk.limit/total", {"count": total, "need": most}, expected=most, stated=total)
    cost = price(total, options)
    if not rules.hot or total < 4:
        return cost
    if not stated.items:
        return None
    ids = {item for item, _ in stated.items}
    if not ids.isdisjoint(rules.limits):
        return int(cost * rules.hot_triple)
    if "flush" in ids:
        return int(cost * rules.hot_double)
    fan = sum(n for _, n in stated.items)
    return int(cost * (1 if fan < 5 else rules.hot_double if fan < 7 else rules.hot_triple))
