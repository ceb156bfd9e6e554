"""The registered games, loaded when first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from replay.game import Game
from schemas.errors import UsageError
from schemas.faults import nearest

MODULES: dict[str, str] = {
    "tsair-deng": "replay.games.tsair_deng",
    "shaoyang-bopi": "replay.games.shaoyang_bopi",
    "hk-mahjong": "replay.games.hk_mahjong",
    "anxiang-weimaque": "replay.games.anxiang_weimaque",
    "lingxi-mahjong": "replay.games.lingxi_mahjong",
}
"""Game code to the module that holds its ``GAME``."""


def codes() -> tuple[str, ...]:
    """The codes of the registered games."""
    return tuple(MODULES)


@cache
def get(code: str) -> Game:
    """The game of `code`. Raises :class:`UsageError` naming the nearest known one."""
    if code not in MODULES:
        near = nearest(code, MODULES)
        hint = f"; did you mean {near}?" if near else f"; known: {', '.join(MODULES)}"
        raise UsageError(f"no game is called {code!r}{hint}")
    return cast(Game, import_module(MODULES[code]).GAME)


def find(code: str) -> Game | None:
    """The game of `code`, or None where this paipu does not judge it."""
    return get(code) if code in MODULES else None
