"""A score line, which has no moves: what its stated winner and totals come to. Source: record format, lx.pay."""

from __future__ import annotations

from replay.game import Outcome, Tally, Violation
from replay.games.lingxi_mahjong.pay import settle_false_win, settle_win
from replay.games.lingxi_mahjong.score import doubled
from replay.scoreline import as_tally, fitting, impossible, misplaced, summed, unpaid
from schemas.options import LingxiMahjongOptions
from schemas.record import Result, Score, Setup

NOTHING = Tally(0)


def settle_line(setup: Setup, result: Result, options: LingxiMahjongOptions) -> Outcome | Violation | None:
    """The settlement; None where a total is not stated. Of dealer and culprit any may be who fits the points.

    ``liable`` pays all three shares of a win (包賠): of another's tile, so never of a self-draw.
    """
    dealers = range(4) if setup.dealer is None else (setup.dealer,)
    if result.outcome == "draw":
        return Outcome("draw", (), (0, 0, 0, 0), (NOTHING,) * 4)
    if result.outcome == "foul":
        culprits = range(4) if result.from_ is None else (result.from_,)
        points = fitting((settle_false_win(c, dealer) for c in culprits for dealer in dealers), result.points)
        return Outcome("foul", (), points, (NOTHING,) * 4, facts={"from": result.from_, "how": "foul"})
    if result.outcome != "win":
        args = {"outcome": result.outcome}
        return Violation("rec.result", "rec.result/no-such-outcome", args, field="outcome", stated=result.outcome)
    problem = _problem(result) or _scores(setup.dealer, result, options)
    if problem is not None:
        return problem
    row = [as_tally(score) for score in result.scores or () if score is not None]
    if len(row) < 4:
        return unpaid(result)
    winner, totals = result.winners[0], [tally.total for tally in row]
    points = fitting((settle_win(winner, totals, dealer, result.liable) for dealer in dealers), result.points)
    facts = {"from": result.from_, "how": result.how, "liable": result.liable}
    return Outcome("win", (winner,), points, tuple(row), facts=facts)


def _scores(dealer: int | None, result: Result, options: LingxiMahjongOptions) -> Violation | None:
    """lx.items, lx.double: totals that no hand comes to, or that their own items do not."""
    for seat, stated in enumerate(result.scores or ()):
        wins = seat in result.winners
        if stated is None:
            if wins:
                return Violation("rec.scores", "rec.scores/winner", {"seat": seat}, seat=seat, field="scores")
            continue
        problem = _score(seat, stated, wins, options)
        if problem is None and wins:
            problem = misplaced(seat, stated, result, dealer)
        if problem is not None:
            return problem
    return None


def _score(seat: int, stated: Score, wins: bool, options: LingxiMahjongOptions) -> Violation | None:
    total = stated.total
    if total < 0:
        return Violation("lx.items", "lx.items/total", {"seat": seat}, seat=seat, stated=total)
    undoubled = 0 < total < options.double_from
    if wins and not undoubled and (total % 2 or total // 2 < options.double_from):
        return impossible(seat, total)
    value = sum(tai for _, tai in stated.items)
    return summed(seat, stated, doubled(value, options) if wins else value)


def _problem(result: Result) -> Violation | None:
    """Not one winner, a winner that pays himself, or who is liable for a tile that nobody fed."""
    winners = result.winners
    if len(winners) != 1:
        return Violation("lx.priority", "lx.priority/one-winner", {"count": len(winners)}, stated=winners)
    if result.from_ == winners[0] or result.liable == winners[0]:
        return Violation("lx.pay", "lx.pay/own-win", {"seat": winners[0]}, seat=winners[0])
    if result.how == "self-draw" and result.from_ is not None:
        return Violation("lx.pay", "lx.pay/self-draw-from", {"seat": result.from_}, seat=result.from_)
    if result.liable is not None and (result.how == "self-draw" or result.from_ not in (None, result.liable)):
        return Violation("lx.liability", "lx.liability/not-fed", {"seat": result.liable}, seat=result.liable)
    return None
