"""安乡偎麻雀 (anxiang-weimaque): the game as the rest of paipu sees it. Source: ``docs/rules/anxiang-weimaque.md``."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from replay.game import Outcome, Violation
from replay.games.anxiang_weimaque import policy, settle
from replay.games.anxiang_weimaque.deal import dealt
from replay.games.anxiang_weimaque.series import AnxiangWeimaqueSeries
from replay.games.anxiang_weimaque.table import AnxiangWeimaqueTable
from schemas.options import AnxiangWeimaqueOptions
from schemas.record import AnyMove, Result, Setup


class AnxiangWeimaque:
    """The game's entry in the registry."""

    code = "anxiang-weimaque"

    def open(self, setup: Setup, options: AnxiangWeimaqueOptions) -> AnxiangWeimaqueTable | Violation:
        """The deal; a Violation of ax.seats or ax.deal when it is impossible."""
        hands = dealt(setup)
        return hands if isinstance(hands, Violation) else AnxiangWeimaqueTable(setup, options, hands)

    def series(self, options: AnxiangWeimaqueOptions, players: Sequence[str | None]) -> AnxiangWeimaqueSeries:
        """ax.next and ax.seats from round to round."""
        return AnxiangWeimaqueSeries(players)

    def settle(self, setup: Setup, result: Result, options: AnxiangWeimaqueOptions) -> Outcome | Violation | None:
        """A score line, from the winner and the total it states."""
        return settle.settle_line(setup, result, options)

    def conserved(self, points: Sequence[int], outcome: str, options: AnxiangWeimaqueOptions) -> bool:
        """ax.pay: what one pays another receives."""
        return sum(points) == 0

    def deal(
        self, rng: Random, options: AnxiangWeimaqueOptions, players: Sequence[str | None], fields: dict[str, Any]
    ) -> Setup:
        """Fifty-eight tiles dealt, the stock stated. Some deals favour hands with triples, fours or one size."""
        return policy.deal(rng, players, fields)

    def choose(self, rng: Random, table: AnxiangWeimaqueTable, legal: list[AnyMove]) -> AnyMove:
        """Wins when it can, builds triples and runs; now and then anything."""
        return policy.choose(rng, table, legal)


GAME = AnxiangWeimaque()
