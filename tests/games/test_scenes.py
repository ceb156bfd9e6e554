"""Scenes of self-play: tiles that can be dealt and exchanged for others, and what they are there for is reached."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

import pytest

from replay import registry
from replay.kit import builder
from replay.kit.mahjong import CODES, COPIES, FLOWERS, KIND, KINDS, PLAIN, RED, SUITED
from replay.kit.pack import Pack
from replay.kit.scene import WILD, Laid, Scene, exchanged, fill, kinds_of, lay, wall
from replay.selfplay import NAMES, play_round
from schemas.options import OPTIONS
from tests.support.reach_ids import round_ids

SEEDS = 80
HK: dict[str, tuple[str, dict[str, Any]]] = {
    "two winners": ("two winners", {}), "three winners": ("three winners", {}),
    "three earthly": ("three winners", {}), "robbed kong": ("won by robbing a kong", {}),
    "robbed dragons": ("won by robbing a concealed kong", {}), "robbed ones": ("won by robbing a concealed kong", {}),
    "dragons fed": ("liable: big-dragons", {}), "winds fed": ("liable: big-winds", {}),
    "kongs fed": ("liable: four-kongs", {}), "suit fed": ("liable: flush", {}),
    "kong after kong": ("double-kong-draw", {}), "half": ("liable: fourth meld", {"liability": "half"}),
    "seven-pairs": ("seven-pairs", {"seven_pairs": 4}), "human": ("human", {"human": 3}),
}  # fmt: skip
"""Scene to what it makes, and the options that this needs; where it is not here, the agreed pattern of its name."""
LINGXI: dict[str, tuple[str, dict[str, Any]]] = {
    "single wait": ("single-wait", {}), "single wait on a wild": ("single-wait on a wild", {}),
    "winds fed": ("liable: four-winds", {}), "robbed kong": ("won by robbing a kong", {}),
    "all runs": ("all-runs", {}), "last four": ("liable: last four", {"last_four_played": True}),
}  # fmt: skip


def _rows() -> list[Any]:
    rows = []
    hk = import_module("replay.games.hk_mahjong.policy")
    scenes = [*hk.SCENES.items(), *((name, scene) for name, some in hk.AGREED_SCENES.items() for scene in some)]
    for name, scene in scenes:
        rows.append(("hk-mahjong", name, scene, *HK.get(name, (name, {"extra_patterns": (name,)}))))
    lingxi = import_module("replay.games.lingxi_mahjong.policy")
    rows += [("lingxi-mahjong", name, scene, *LINGXI[name]) for name, scene in lingxi.SCENES.items()]
    return rows


@pytest.mark.parametrize(("code", "name", "scene", "wanted", "rules"), _rows())
def test_a_scene_makes_what_it_is_there_for(
    monkeypatch: pytest.MonkeyPatch, code: str, name: str, scene: Scene, wanted: str, rules: dict[str, Any]
) -> None:
    policy = f"replay.games.{code.replace('-', '_')}.policy"
    monkeypatch.setattr(f"{policy}._scene", lambda *_: scene)
    game, options = registry.get(code), OPTIONS[code](**rules)
    fields = game.series(options, NAMES).next()
    assert fields is not None
    for seed in range(SEEDS):
        rng = Random(f"{name}/{seed}")
        setup = game.deal(rng, options, NAMES, fields)
        moves, outcome = play_round(game, setup, options, rng)
        if wanted in {id for sort, id in round_ids(code, options, setup, moves, outcome) if sort in ("item", "case")}:
            return
    raise AssertionError(f"{name} never came to {wanted}")


def test_the_text_of_a_scene() -> None:
    assert kinds_of("123m EE ~ *") == [0, 1, 2, 27, 27, WILD]
    assert [CODES[kind] for kind in kinds_of("19p CFP")] == ["1p", "9p", "C", "F", "P"]
    assert kinds_of("") == []
    with pytest.raises(KeyError):
        kinds_of("0m")


def test_tiles_are_exchanged_for_others_of_their_sort() -> None:
    for seed in range(50):
        other = exchanged(Random(seed))
        assert sorted(other[:KINDS]) == list(range(KINDS))
        assert other[WILD] == WILD
        assert other[PLAIN:KINDS] == list(range(PLAIN, KINDS))
        assert {*other[SUITED:RED]} == {*range(SUITED, RED)}
        for low in range(0, SUITED, 9):
            ranks = [other[kind] % 9 for kind in range(low, low + 9)]
            assert ranks in ([*range(9)], [*range(8, -1, -1)])
            assert len({other[kind] // 9 for kind in range(low, low + 9)}) == 1


def test_a_scene_takes_its_tiles_out_of_the_pack_or_none() -> None:
    rng = Random(1)
    pack = Pack(rng, COPIES)
    scene = Scene(("11m EE", "*", "", ""), front="9p", back="C", late="F")
    laid = lay(rng, pack, scene)
    assert laid is not None
    assert [len(part) for part in (*laid.hands, *laid[1:])] == [4, 1, 0, 0, 1, 1, 1]
    assert laid.hands[1] == [WILD]
    taken = Counter(dict(enumerate(COPIES)))
    taken.subtract(pack.tiles)
    assert +taken == Counter([*laid.hands[0], *laid.front, *laid.back, *laid.late])
    before = list(pack.tiles)
    assert lay(rng, pack, Scene(("11111m", "", "", ""))) is None
    assert lay(rng, pack, scene, range(PLAIN)) is None
    assert lay(rng, pack, Scene(("P", "", "", ""), fixed=True), (KIND["P"],)) is None
    assert pack.tiles == before


def test_what_a_scene_leaves_open_is_filled_up() -> None:
    rng = Random(2)
    pack = Pack(rng, COPIES)
    scene = Scene(("NN WW ~", "", "", "E"))
    laid = lay(rng, pack, scene)
    assert laid is not None
    pack.tiles = [kind for kind in pack.tiles if kind < PLAIN]
    fill(scene, laid, pack, (14, 13, 13, 13), lambda: builder.whole_hand(rng, pack, 4, (0, 9, 18), 0, 1.0))
    assert [len(hand) for hand in laid.hands] == [14, 13, 13, 13]
    hand = bytearray(PLAIN)
    for kind in laid.hands[0][4:13]:
        hand[kind] += 1
    assert builder.groups(hand) == 3  # three sets beside the pairs
    assert len(pack.tiles) == 4 * PLAIN - 53


def test_the_stock_of_a_scene_has_its_draws_where_they_are_said_to_be() -> None:
    laid = Laid([[], [], [], []], [1, 2], [3, 4], [5, 6])
    calm, rich = [0] * 30, [FLOWERS] * 8
    stock = wall(Random(3), laid, list(calm), rich, 20)
    assert (stock[:2], stock[-2:], stock[18:20]) == ([1, 2], [4, 3], [5, 6])
    assert FLOWERS not in stock[:20]
    assert Counter(stock) == Counter([*calm, *rich, 1, 2, 3, 4, 5, 6])
    early = wall(Random(4), laid._replace(late=[]), list(calm), rich)
    assert FLOWERS not in early[:12]
    assert early.count(FLOWERS) == 8
