"""邵陽剝皮 (shaoyang-bopi): the game as the rest of paipu sees it. Source: ``docs/rules/shaoyang-bopi.md``."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from replay.game import Outcome, Violation
from replay.games.shaoyang_bopi import players as selfplay
from replay.games.shaoyang_bopi import score
from replay.games.shaoyang_bopi.deal import read_deal
from replay.games.shaoyang_bopi.series import ShaoyangBopiSeries
from replay.games.shaoyang_bopi.settle import settle_line
from replay.games.shaoyang_bopi.table import ShaoyangBopiTable
from schemas.options import ShaoyangBopiOptions
from schemas.record import AnyMove, Result, Setup


class ShaoyangBopi:
    """The game's entry in the registry."""

    code = "shaoyang-bopi"

    def open(self, setup: Setup, options: ShaoyangBopiOptions) -> ShaoyangBopiTable | Violation:
        """The deal; a Violation of bp.seats or bp.deal when it is impossible."""
        deal = read_deal(setup)
        return deal if isinstance(deal, Violation) else ShaoyangBopiTable(setup, options, deal)

    def series(self, options: ShaoyangBopiOptions, players: Sequence[str | None]) -> ShaoyangBopiSeries:
        """bp.next and bp.match from round to round."""
        return ShaoyangBopiSeries(options, players)

    def settle(self, setup: Setup, result: Result, options: ShaoyangBopiOptions) -> Outcome | Violation | None:
        """A score line, from the winner and the total it states."""
        return settle_line(setup, result, options)

    def conserved(self, points: Sequence[int], outcome: str, options: ShaoyangBopiOptions) -> bool:
        """bp.tally: not zero-sum under "tally"."""
        return score.conserved(points, outcome, options)

    def deal(
        self, rng: Random, options: ShaoyangBopiOptions, players: Sequence[str | None], fields: dict[str, Any]
    ) -> Setup:
        """Twenty tiles each and the turned one; some deals favour what is rare."""
        dealer = fields.get("dealer")
        return selfplay.deal(rng, rng.randrange(4) if dealer is None else dealer)

    def choose(self, rng: Random, table: ShaoyangBopiTable, legal: list[AnyMove]) -> AnyMove:
        """Wins when it can, claims what brings its hand together, throws what helps it least; now and then anything."""
        return selfplay.choose(rng, table, legal)


GAME = ShaoyangBopi()
