"""A score line, which has no moves: what its stated winner and totals come to. Source: record format, lx.pay."""

from __future__ import annotations

from replay.game import Item, Outcome, Tally, Violation
from replay.games.lingxi_mahjong.pay import settle_false_win, settle_win
from schemas.record import Result, Setup

NOTHING = Tally(0)


def settle_line(setup: Setup, result: Result) -> Outcome | Violation | None:
    """The settlement; None where the dealer, the culprit or a total is not stated.

    ``liable`` pays all three shares of a win (包賠): of another's tile, so never of a self-draw.
    """
    if result.outcome == "draw":
        return Outcome("draw", (), (0, 0, 0, 0), (NOTHING,) * 4)
    if result.outcome == "foul":
        if result.from_ is None or setup.dealer is None:
            return None
        points = settle_false_win(result.from_, setup.dealer)
        return Outcome("foul", (), points, (NOTHING,) * 4, facts={"from": result.from_, "how": "foul"})
    if result.outcome != "win":
        args = {"outcome": result.outcome}
        return Violation("rec.result", "rec.result/no-such-outcome", args, field="outcome", stated=result.outcome)
    return _settle_win(setup, result)


def _settle_win(setup: Setup, result: Result) -> Outcome | Violation | None:
    problem = _problem(result)
    if problem is not None:
        return problem
    if setup.dealer is None or result.scores is None:
        return None
    row = []
    for seat, stated in enumerate(result.scores):
        if stated is None:
            return None
        if stated.total < 0:
            return Violation("lx.items", "lx.items/total", {"seat": seat}, seat=seat, stated=stated.total)
        row.append(Tally(stated.total, tuple(Item(id, tai) for id, tai in stated.items)))
    winner = result.winners[0]
    points = settle_win(winner, [tally.total for tally in row], setup.dealer, result.liable)
    facts = {"from": result.from_, "how": result.how, "liable": result.liable}
    return Outcome("win", (winner,), points, tuple(row), facts=facts)


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
