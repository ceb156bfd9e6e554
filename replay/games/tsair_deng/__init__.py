"""斜釘 (tsair-deng): the game as the rest of paipu sees it. Source: ``docs/rules/tsair-deng.md``."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from replay.game import Outcome, Violation
from replay.games.tsair_deng import score
from replay.games.tsair_deng.series import TsairDengSeries
from replay.games.tsair_deng.table import TsairDengTable, deal_problem
from replay.games.tsair_deng.tiles import COPIES, HAND, IS_DOUBLE, PIPS
from schemas.options import TsairDengOptions
from schemas.record import AnyMove, Drink, Expose, Play, Result, Setup
from schemas.tiles import DOMINOES, ORDER


class TsairDeng:
    """The game's entry in the registry."""

    code = "tsair-deng"

    def open(self, setup: Setup, options: TsairDengOptions) -> TsairDengTable | Violation:
        """The deal; a Violation of td.seats or td.tiles when it is impossible."""
        problem = deal_problem(setup)
        return problem if problem is not None else TsairDengTable(setup, options)

    def series(self, options: TsairDengOptions, players: Sequence[str | None]) -> TsairDengSeries:
        """td.direction, td.first-dealer and td.seats from round to round."""
        return TsairDengSeries(options, players)

    def settle(self, setup: Setup, result: Result, options: TsairDengOptions) -> Outcome | Violation | None:
        """A score line, from the totals and items it states."""
        return score.settle_line(setup, result, options)

    def conserved(self, points: Sequence[int], outcome: str, options: TsairDengOptions) -> bool:
        """td.pay: what one pays another receives."""
        return sum(points) == 0

    def deal(
        self, rng: Random, options: TsairDengOptions, players: Sequence[str | None], fields: dict[str, Any]
    ) -> Setup:
        """Eight tiles each. Every eighth deal favours one seat with doubles, so that six to eight of them are met."""
        pack = [tile for tile in DOMINOES for _ in range(COPIES[tile])]
        rng.shuffle(pack)
        if rng.random() < 1 / 8:
            pack.sort(key=lambda tile: IS_DOUBLE[tile] and rng.random() < 0.8)
        hands: list[list[str] | None] = [None] * 4
        seats = [s for s in range(4) if players[s] is not None]
        rng.shuffle(seats)
        for seat in seats:
            hands[seat] = sorted((pack.pop() for _ in range(HAND)), key=ORDER.__getitem__)
        setup = Setup(dealer=fields.get("dealer"), hands=hands, direction=fields["direction"])
        if setup.dealer is None:
            setup.dealer = rng.choice(seats)
        if pack:
            setup.aside = sorted(pack, key=ORDER.__getitem__)
        return setup

    def choose(self, rng: Random, table: TsairDengTable, legal: list[AnyMove]) -> AnyMove:
        """Plays its heaviest tile, drinks its lightest, exposes half the time; now and then anything."""
        if rng.random() < 0.15:
            return rng.choice(legal)
        exposes = [m for m in legal if isinstance(m, Expose)]
        if exposes and rng.random() < 0.5:
            return rng.choice(exposes)
        plays = [m for m in legal if isinstance(m, Play)]
        if plays:
            return max(plays, key=lambda m: PIPS[m.tile])
        drinks = [m for m in legal if isinstance(m, Drink)]
        return min(drinks, key=lambda m: PIPS[m.tile]) if drinks else rng.choice(legal)


GAME = TsairDeng()
