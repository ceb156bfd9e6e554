"""The ids of scored items, game by game, in the order of each game's table: the canonical order of ``scores[].items``.

What an item means and when it counts is in the game's rules; here is only the vocabulary of the format.
"""

from __future__ import annotations

ITEMS: dict[str, tuple[str, ...]] = {
    "tsair-deng": ("clean", "head-tail"),
    "shaoyang-bopi": (
        "kan", "wei", "pung", "pao", "ti", "123", "2-7-10", "run", "mixed", "pair", "tian-hu", "di-hu", "zi-mo",
    ),
    "hk-mahjong": (
        "chicken", "all-chows", "self-draw", "concealed", "dragon-C", "dragon-F", "dragon-P", "seat-wind",
        "round-wind", "rob-kong", "last-tile", "last-discard", "kong-draw", "double-kong-draw", "no-flower",
        "seat-flower", "flower-set", "seven-flowers", "eight-flowers", "all-pungs", "half-flush",
        "mixed-terminals", "small-dragons", "small-winds", "flush", "big-dragons", "all-concealed-pungs",
        "all-honours", "all-terminals", "nine-gates", "big-winds", "thirteen-orphans", "four-kongs",
        "seven-pairs", "heavenly", "earthly", "human", "identical-chows-2", "identical-chows-3",
        "identical-chows-4", "missing-suit", "straight", "three-kongs", "all-green", "red-peacock",
    ),
    "anxiang-weimaque": (
        "pung", "wei", "kan", "pair", "turn", "tuanyuan", "all-triples", "all-triples-black", "all-black",
        "one-red", "yin", "pure-yin", "many-red", "full-garden", "all-big", "all-small", "zu-sun-tuo", "zu-sun",
        "zi-mei-tuo", "san-luan", "zi-mei", "zhuo", "last-tile", "single-wait", "eight-heads",
        "false-eight-heads", "back-to-back", "hand-in-hand",
    ),
    "lingxi-mahjong": (
        "wind", "honour", "kong", "flowers", "wild", "loser-wilds", "self-draw", "kong-draw", "rob-kong",
        "last-four", "half-flush", "all-pungs", "flush", "no-wild", "wild-gathering", "single-wait",
        "four-winds", "all-runs", "heavenly", "earthly", "slaughter", "slaughter-win", "flower-win",
    ),
}  # fmt: skip

_RANK = {game: {item: i for i, item in enumerate(ids)} for game, ids in ITEMS.items()}


def arrange(game: str, items: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """`items` in the order of the game's table, then by value, highest first; ids it does not know last, by name."""
    rank = _RANK.get(game, {})
    return sorted(items, key=lambda item: (rank.get(item[0], len(rank)), item[0], -item[1]))
