"""The catalogues of the registered games, by clause prefix. Importing this module makes :func:`schemas.text.say` know
them.
"""

from __future__ import annotations

from pathlib import Path

from replay import registry
from schemas.text import add_catalogue, catalogue, fill, lookup, say, seat_text, tile_text

__all__ = ["PREFIX", "catalogue", "fill", "lookup", "say", "seat_text", "tile_text"]

PREFIX: dict[str, str] = {
    "tsair-deng": "td",
    "hk-mahjong": "hk",
    "lingxi-mahjong": "lx",
    "shaoyang-bopi": "bp",
    "anxiang-weimaque": "ax",
}
"""Game code to the prefix of its clause ids."""

for _code, _module in registry.MODULES.items():
    # The path alone: a catalogue is read when a sentence is wanted, and no game is imported for it.
    _folder = Path(__file__).parent.joinpath("games", _module.rsplit(".", 1)[1])
    add_catalogue(PREFIX[_code], str(_folder / "text.toml"))
