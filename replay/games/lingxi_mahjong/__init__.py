"""靈溪麻將 (lingxi-mahjong): the game as the rest of paipu sees it. Source: ``docs/rules/lingxi-mahjong.md``."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from replay.game import Outcome, Table, Violation
from replay.games.lingxi_mahjong import policy
from replay.games.lingxi_mahjong.series import LingxiMahjongSeries
from replay.games.lingxi_mahjong.settle import settle_line
from replay.games.lingxi_mahjong.table import LingxiMahjongTable
from replay.games.lingxi_mahjong.tiles import deal_problem
from replay.kit.ledger import conserved
from schemas.options import LingxiMahjongOptions
from schemas.record import AnyMove, Result, Setup


class LingxiMahjong:
    """The game's entry in the registry."""

    code = "lingxi-mahjong"

    def open(self, setup: Setup, options: LingxiMahjongOptions) -> LingxiMahjongTable | Violation:
        """The deal; a Violation of lx.dice, lx.deal or lx.tiles when it is impossible."""
        problem = deal_problem(setup)
        return problem if problem is not None else LingxiMahjongTable(setup, options)

    def series(self, options: LingxiMahjongOptions, players: Sequence[str | None]) -> LingxiMahjongSeries:
        """lx.seats and lx.next from round to round."""
        return LingxiMahjongSeries(options, players)

    def settle(self, setup: Setup, result: Result, options: LingxiMahjongOptions) -> Outcome | Violation | None:
        """A score line, from the winner and totals it states."""
        return settle_line(setup, result, options)

    def conserved(self, points: Sequence[int], outcome: str, options: LingxiMahjongOptions) -> bool:
        """lx.pay: what one pays another receives."""
        return conserved(points)

    def deal(
        self, rng: Random, options: LingxiMahjongOptions, players: Sequence[str | None], fields: dict[str, Any]
    ) -> Setup:
        """A deal that now and then favours what is rare."""
        return policy.deal(rng, options, fields)

    def choose(self, rng: Random, table: Table, legal: list[AnyMove]) -> AnyMove:
        """A player who builds a hand and wins it."""
        assert isinstance(table, LingxiMahjongTable)
        return policy.choose(rng, table, legal)


GAME = LingxiMahjong()
