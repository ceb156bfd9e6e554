"""香港麻雀 (hk-mahjong, 清章): the game as the rest of paipu sees it. Source: ``docs/rules/hk-mahjong.md``."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from replay.game import Outcome, Table, Violation
from replay.games.hk_mahjong import policy
from replay.games.hk_mahjong.series import HkMahjongSeries
from replay.games.hk_mahjong.settle import settle_line
from replay.games.hk_mahjong.table import HkMahjongTable
from replay.games.hk_mahjong.tiles import deal_problem
from replay.kit.ledger import conserved
from schemas.options import HkMahjongOptions
from schemas.record import AnyMove, Result, Setup


class HkMahjong:
    """The game's entry in the registry."""

    code = "hk-mahjong"

    def open(self, setup: Setup, options: HkMahjongOptions) -> HkMahjongTable | Violation:
        """The deal; a Violation of hk.deal or hk.tiles when it is impossible."""
        problem = deal_problem(setup, options)
        return problem if problem is not None else HkMahjongTable(setup, options)

    def series(self, options: HkMahjongOptions, players: Sequence[str | None]) -> HkMahjongSeries:
        """hk.wind, hk.dealer-next and hk.deal from round to round."""
        return HkMahjongSeries(options, players)

    def settle(self, setup: Setup, result: Result, options: HkMahjongOptions) -> Outcome | Violation | None:
        """A score line, from the winners and totals it states."""
        return settle_line(setup, result, options)

    def conserved(self, points: Sequence[int], outcome: str, options: HkMahjongOptions) -> bool:
        """hk.pay: what one pays another receives."""
        return conserved(points)

    def deal(
        self, rng: Random, options: HkMahjongOptions, players: Sequence[str | None], fields: dict[str, Any]
    ) -> Setup:
        """A deal that now and then favours what is rare."""
        return policy.deal(rng, options, fields)

    def choose(self, rng: Random, table: Table, legal: list[AnyMove]) -> AnyMove:
        """A player who builds a hand and wins it."""
        assert isinstance(table, HkMahjongTable)
        return policy.choose(rng, table, legal)


GAME = HkMahjong()
