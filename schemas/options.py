"""House rules: one frozen struct a game, one field an ``[option]``, with its default, its values and its clause.

The record's flat ``rules`` object is ``edition`` and the options that differ from that edition's defaults. Options are
part of the format (canonical bytes leave defaults out, an unknown one is a fault), so they stand here; what they do is
in each game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

EDITION = 1
"""The only edition of every rule set today."""


def _opt(clause: str, text: str) -> Meta:
    return Meta(description=text, extra={"clause": clause})


class TsairDengOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """斜釘, edition 1."""

    direction: Annotated[
        Literal["alternating", "ccw"], _opt("td.direction", "direction of play from round to round")
    ] = "alternating"
    first_direction: Annotated[
        Literal["ccw", "cw"], _opt("td.direction", "direction of the first round when it alternates")
    ] = "ccw"
    end_on_out: Annotated[bool, _opt("td.end", "the round is over as soon as any hand is empty")] = False
    settlement: Annotated[
        Literal["all-pairs", "winner"], _opt("td.pay", "who settles with whom")
    ] = "all-pairs"
    doublings: Annotated[
        Literal["multiply", "once"], _opt("td.seven-eight", "whether 通 and 頭七尾八 together make fourfold")
    ] = "multiply"
    six_doubles: Annotated[bool, _opt("td.six-seven-doubles", "six doubles may be exposed too")] = False
    eight_doubles: Annotated[
        bool, _opt("td.eight-doubles", "eight doubles win outright; otherwise they count as seven")
    ] = True


LIMIT_IDS = (
    "double-kong-draw", "eight-flowers", "big-dragons", "all-concealed-pungs", "all-honours", "all-terminals",
    "nine-gates", "big-winds", "thirteen-orphans", "four-kongs", "seven-pairs", "heavenly", "earthly", "human",
    "all-green", "red-peacock",
)  # fmt: skip
EXTRA_IDS = (
    "identical-chows-2", "identical-chows-3", "identical-chows-4", "missing-suit", "straight", "three-kongs",
    "all-green", "red-peacock",
)  # fmt: skip


class HkMahjongOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """香港麻雀, edition 1."""

    flowers: Annotated[bool, _opt("hk.tiles", "the eight flowers are in play")] = True
    multi_win: Annotated[
        Literal["all", "nearest", "fastest"], _opt("hk.priority", "several winners on one tile")
    ] = "all"
    same_turn: Annotated[Literal["same-tile", "any", "off"], _opt("hk.same-turn", "what 過水 locks")] = "same-tile"
    seven_pairs: Annotated[int, Meta(ge=0, le=13), _opt("hk.win", "fan of 七對; 0: no win")] = 0
    min_faan: Annotated[int, Meta(ge=0, le=13), _opt("hk.min", "fan a win needs")] = 3
    flowers_count_to_min: Annotated[bool, _opt("hk.min", "flower fan count to the minimum")] = True
    draw_dealer: Annotated[Literal["keeps", "passes"], _opt("hk.exhausted", "the deal after a drawn hand")] = "keeps"
    all_chows_pair: Annotated[Literal["any", "number"], _opt("hk.combine", "the pair of 平糊")] = "any"
    concealed_with_flowers: Annotated[bool, _opt("hk.combine", "門前清 counts with flowers in play")] = False
    last_discard: Annotated[bool, _opt("hk.combine", "河底撈魚 counts")] = True
    nine_gates: Annotated[
        Literal["nine-wait", "any-wait", "open"], _opt("hk.combine", "which hands are 九子連環")
    ] = "nine-wait"
    heavenly_fan: Annotated[int, Meta(ge=1, le=13), _opt("hk.combine", "fan of 天糊 and 地糊")] = 13
    human: Annotated[Literal[0, 3, 13], _opt("hk.combine", "fan of 人糊; 0: off")] = 0
    extra_patterns: Annotated[
        tuple[Literal[EXTRA_IDS], ...], _opt("hk.extra", "agreed patterns outside 清章")  # type: ignore[valid-type]
    ] = ()
    cap: Annotated[Annotated[int, Meta(ge=1, le=13)] | Literal["none"], _opt("hk.limit", "highest fan paid")] = 13
    limit_patterns: Annotated[
        tuple[Literal[LIMIT_IDS], ...], _opt("hk.limit", "further patterns that are limits")  # type: ignore[valid-type]
    ] = ()
    doubling: Annotated[Literal["half-spicy", "spicy"], _opt("hk.price", "the price table")] = "half-spicy"
    hot_triple: Annotated[Literal[0, 2, 3], _opt("hk.hot", "三辣: factor; 0: off")] = 0
    hot_double: Annotated[float, _opt("hk.hot", "雙辣: factor 1.5 or 2; 0: off")] = 0
    base: Annotated[
        Annotated[int, Meta(ge=1, le=1_000_000)] | None,
        _opt("hk.base", "points of a discard win of 0 fan; default 1 under full, 4 under half"),
    ] = None
    liability: Annotated[Literal["full", "half"], _opt("hk.pay", "who pays a discard win")] = "full"
    bao: Annotated[bool, _opt("hk.bao", "包牌")] = True
    false_win_price: Annotated[Literal["total", "share"], _opt("hk.false-win", "price of a 詐糊")] = "total"
    false_win_dealer: Annotated[Literal["replay", "passes"], _opt("hk.false-win", "the deal after a 詐糊")] = "replay"

    def __post_init__(self) -> None:
        if self.hot_double not in (0, 1.5, 2):
            raise ValueError("hot_double is 0, 1.5 or 2 (hk.hot)")
        if self.cap != "none" and self.min_faan > self.cap:
            raise ValueError("min_faan is at most the cap (hk.min)")
        for field in ("extra_patterns", "limit_patterns"):
            ids = getattr(self, field)
            if len(set(ids)) != len(ids):
                raise ValueError(f"{field} names a pattern twice")
            msgspec.structs.force_setattr(self, field, tuple(sorted(ids)))
        fans = {
            "seven-pairs": ("seven_pairs", self.seven_pairs), "human": ("human", self.human),
            "heavenly": ("heavenly_fan", self.heavenly_fan), "earthly": ("heavenly_fan", self.heavenly_fan),
        }  # fmt: skip
        for id in self.limit_patterns:
            option, fan = fans.get(id, ("", 8))
            if fan < 8:
                raise ValueError(f"limit_patterns names {id}, which needs {option} of 8 fan or more (hk.limit)")
        default = 1 if self.liability == "full" else 4
        if self.base is not None and self.liability == "half" and self.base % 4:
            raise ValueError("base is a multiple of 4 under liability half (hk.base)")
        if self.base == default:
            msgspec.structs.force_setattr(self, "base", None)


class LingxiMahjongOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """靈溪麻將, edition 1."""

    flower_kong_reserve: Annotated[bool, _opt("lx.reserve", "a later flower four counts as a kong")] = True
    last_four_played: Annotated[bool, _opt("lx.last-four", "the last four are played as usual")] = False
    gathering_intercept: Annotated[
        Literal[True], _opt("lx.single-wild-wait", "財神匯 may intercept")
    ] = True
    foul_tile_win: Annotated[bool, _opt("lx.foul", "a tile thrown by foul may be won on")] = False
    double_from: Annotated[Literal[13, 10], _opt("lx.double", "tai from which a winner's sum doubles")] = 13
    slaughter_win_tai: Annotated[Literal[13, 20], _opt("lx.options", "tai of 殺豬胡")] = 13
    flower_win_tai: Annotated[Literal[52, 100], _opt("lx.options", "tai of 花胡")] = 52
    deals_each: Annotated[Literal[0, 2], _opt("lx.next", "deals a seat before the match is over; 0: no end")] = 0


class ShaoyangBopiOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """邵陽剝皮, edition 1."""

    bi: Annotated[Literal["all", "possible"], _opt("bp.bi", "which copies 比 obliges")] = "all"
    stale_win: Annotated[Literal["kind", "any"], _opt("bp.stale-win", "what a win let go bars")] = "kind"
    min_xi: Annotated[int, Meta(ge=0, le=1000), _opt("bp.win", "xi a win needs")] = 10
    settlement: Annotated[Literal["tally", "losers-pay"], _opt("bp.tally", "who pays")] = "tally"
    target: Annotated[
        Literal[0, 100, 150, 200, 250, 300], _opt("bp.match", "total that ends the match; 0: none")
    ] = 0


class AnxiangWeimaqueOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """安乡偎麻雀, edition 1."""

    min_xi: Annotated[int, Meta(ge=0, le=1000), _opt("ax.win", "hard xi a win needs")] = 10
    single_wait: Annotated[Literal["pair", "last-tile"], _opt("ax.ming-tang", "what 单吊 is")] = "pair"
    hand_in_hand: Annotated[Literal[0], _opt("ax.ming-tang", "手牵手, undefined by the source")] = 0
    counter_share: Annotated[Literal[0], _opt("ax.pay", "what 守醒 receives")] = 0


Options = TsairDengOptions | HkMahjongOptions | LingxiMahjongOptions | ShaoyangBopiOptions | AnxiangWeimaqueOptions

OPTIONS: dict[str, type[Options]] = {
    "tsair-deng": TsairDengOptions,
    "shaoyang-bopi": ShaoyangBopiOptions,
    "hk-mahjong": HkMahjongOptions,
    "anxiang-weimaque": AnxiangWeimaqueOptions,
    "lingxi-mahjong": LingxiMahjongOptions,
}
"""Game code to its option struct: the games of the format."""

GAMES: tuple[str, ...] = tuple(OPTIONS)


@lru_cache(maxsize=1024)
def _options(game: str, stated: bytes) -> Options:
    return msgspec.json.decode(stated, type=OPTIONS[game])


def options_of(game: str, rules: dict[str, Any]) -> Options:
    """The options that the flat `rules` object of a record states. Raises ``msgspec.ValidationError``."""
    return _options(game, msgspec.json.encode({k: v for k, v in rules.items() if k != "edition"}))


@lru_cache(maxsize=1024)
def _stated(options: Options) -> tuple[tuple[str, Any], ...]:
    out: list[tuple[str, Any]] = [("edition", EDITION)]
    for field in sorted(msgspec.structs.fields(type(options)), key=lambda f: f.name):
        value = getattr(options, field.name)
        if value != field.default:
            whole = int(value) if isinstance(value, float) and value.is_integer() else value
            out.append((field.name, whole))
    return tuple(out)


def canonical_rules(options: Options) -> dict[str, Any]:
    """The flat ``rules`` object of `options`: ``edition``, then what differs from the defaults, alphabetically."""
    return dict(_stated(options))
