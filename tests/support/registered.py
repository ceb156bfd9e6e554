"""A paipu that does not know a game, for the length of a test."""

from __future__ import annotations

import pytest

from replay import registry


def forget(patch: pytest.MonkeyPatch, code: str) -> None:
    """Takes `code` out of the registry; undone, the order of the games is as before."""
    patch.setattr(registry, "MODULES", {known: module for known, module in registry.MODULES.items() if known != code})
