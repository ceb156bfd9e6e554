"""A score line, which has no moves: what its stated winners and totals come to. Source: record format."""

from __future__ import annotations

from replay.game import Item, Outcome, Tally, Violation
from replay.games.hk_mahjong.pay import price, settle_false_win, settle_win
from replay.games.hk_mahjong.score import Rulebook, rulebook
from schemas.options import HkMahjongOptions
from schemas.record import Result, Score, Setup

NOBODY = (None, None, None, None)
MOST = 100
"""Fan that no hand comes near; what a stated total may be with cap "none"."""


def settle_line(setup: Setup, result: Result, options: HkMahjongOptions) -> Outcome | Violation | None:
    """The settlement; None where who paid, or a winner's total, is not stated.

    A self-draw has ``how`` "self-draw", anything with ``from`` is a discard. ``liable`` pays all shares of a self-draw,
    or, under "half", a discard alone.
    """
    if result.outcome == "draw":
        return Outcome("draw", (), (0, 0, 0, 0), NOBODY)
    if result.outcome == "foul":
        if result.from_ is None:
            return None
        return Outcome(
            "foul", (), tuple(settle_false_win(result.from_, options)), NOBODY, facts={"from": result.from_}
        )
    if result.outcome != "win":
        args = {"outcome": result.outcome}
        return Violation("rec.result", "rec.result/no-such-outcome", args, field="outcome", stated=result.outcome)
    return _settle_wins(result, options)


def _settle_wins(result: Result, options: HkMahjongOptions) -> Outcome | Violation | None:
    problem = _winners_problem(result, options)
    if problem is not None:
        return problem
    self_drawn = result.how == "self-draw"
    if result.scores is None or (result.from_ is None and not self_drawn):
        return None
    rules = rulebook(options)
    points = [0, 0, 0, 0]
    scores: list[Tally | None] = [None] * 4
    for seat in result.winners:
        stated = result.scores[seat]
        if stated is None:
            return None
        cost = _cost(stated, rules, options)
        if cost is None or isinstance(cost, Violation):
            return cost
        if self_drawn and not stated.total:
            return Violation("hk.pay", "hk.pay/self-draw-of-nothing", {"seat": seat}, seat=seat)
        source = None if self_drawn else result.from_
        alone = result.liable is not None
        won = settle_win(seat, source, cost, result.liable, options, alone)
        points = [a + b for a, b in zip(points, won, strict=True)]
        scores[seat] = Tally(stated.total, tuple(Item(item, fan) for item, fan in stated.items))
    facts = {"from": result.from_, "how": "self-draw" if self_drawn else "discard", "liable": result.liable}
    return Outcome("win", tuple(result.winners), tuple(points), tuple(scores), facts=facts)


def _winners_problem(result: Result, options: HkMahjongOptions) -> Violation | None:
    """Winners that there cannot be: none, one twice, several of one self-draw, or who paid himself."""
    winners = result.winners
    several = len(winners) > 1 and (result.how == "self-draw" or options.multi_win != "all")
    if not winners or len(set(winners)) != len(winners) or several:
        return Violation("hk.priority", "hk.priority/winners", {"count": len(winners)}, stated=winners)
    if result.from_ in winners or result.liable in winners:
        return Violation("hk.pay", "hk.pay/own-win", {"seat": winners[0]}, seat=winners[0])
    if result.how == "self-draw" and result.from_ is not None:
        return Violation("hk.pay", "hk.pay/self-draw-from", {"seat": result.from_}, seat=result.from_)
    return None


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


