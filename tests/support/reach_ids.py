"""What a game's test data may reach, by id, and which of it one round reaches.

An id is a pair: its sort (:data:`SORTS`) and its name. Nothing here plays, reads or writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from replay import registry
from replay.engine import open_table
from replay.game import Outcome, Violation
from replay.text import PREFIX, catalogue
from schemas.items import ITEMS
from schemas.options import EXTRA_IDS, LIMIT_IDS, Options
from schemas.record import VERBS, AnyMove, FoulKind, Setup
from tests.support import house

Id = tuple[str, str]
SORTS: dict[str, str] = {
    "item": "patterns", "outcome": "outcomes", "case": "situations", "verb": "moves", "option": "options",
    "clause": "clauses that a record can break",
}  # fmt: skip
"""Sort of id to what the table calls it."""

OUTCOMES: dict[str, tuple[str, ...]] = {
    "tsair-deng": ("win", "void"),
    "shaoyang-bopi": ("win", "dead"),
    "hk-mahjong": ("win", "draw", "foul"),
    "anxiang-weimaque": ("win", "dead"),
    "lingxi-mahjong": ("win", "draw", "foul"),
}
FOULS: dict[str, tuple[str, ...]] = {
    "hk-mahjong": ("false-win", "wrong-count"),
    "lingxi-mahjong": FoulKind.__args__,  # type: ignore[attr-defined]
}
"""Game to the kinds of foul its rules name."""
SUBSETS: dict[str, tuple[str, ...]] = {"extra_patterns": EXTRA_IDS, "limit_patterns": LIMIT_IDS}
"""Options that are a choice of several ids, to those ids."""
NEVER: dict[str, dict[Id, str]] = {
    "anxiang-weimaque": {("item", "hand-in-hand"): "ax.ming-tang: the source does not say what it is"},
}
"""Ids that the rules never give, and the clause that says so."""
CASES: dict[str, dict[str, str]] = {
    "tsair-deng": {
        "two players": "二人", "three players": "三人", "four players": "四人", "won by exposing": "開盅",
        "clean winner": "贏家通",
    },
    "shaoyang-bopi": {
        "won on the turned tile": "亮張", "won on the first discard": "", "won on one's own draw": "自摸",
        "won on another's draw": "", "won on the last tile": "", "two opening ti": "雙提", "a second pao or ti": "",
        "stale wei": "臭偎", "match over": "",
    },
    "hk-mahjong": {
        "won on a discard": "出銃", "won on one's own draw": "自摸", "won by robbing a kong": "搶槓",
        "won by robbing a concealed kong": "十三么搶暗槓", "won on flowers": "花糊", "two winners": "一炮雙響",
        "three winners": "一炮三響", "liable: flush": "包牌 (a)", "liable: big-dragons": "包牌 (b)",
        "liable: big-winds": "包牌 (c)", "liable: four-kongs": "包牌 (d)", "liable: kong-draw": "包牌 (e)",
        "liable: fourth meld": "包自摸", "discarder pays alone": "包出銃", "match over": "",
    },
    "anxiang-weimaque": {
        "won on one's own draw": "自摸", "won on another's draw": "", "won after a wei": "煨",
        "won on the last tile": "海底",
    },
    "lingxi-mahjong": {
        "won on a discard": "", "won on one's own draw": "自摸", "won by robbing a kong": "搶槓胡",
        "won as slaughter": "殺豬", "won on flowers": "花胡", "liable: four-winds": "包賠", "liable: last four": "",
        "slaughter-win of five wilds": "", "slaughter-win of six wilds": "", "single-wait on a wild": "單釣將",
        "match over": "",
    },
}  # fmt: skip
"""Game to the situations worth counting beyond items and moves, and their Chinese names."""


def verb_id(move: AnyMove) -> str:
    """A move's verb, with its kind, the back of the wall, or 比."""
    if getattr(move, "kind", None):
        return f"{move.verb}/{move.kind}"  # type: ignore[union-attr]
    if getattr(move, "from_", None):
        return f"{move.verb}/back"
    return f"{move.verb}/also" if getattr(move, "also", None) else move.verb


def _verbs(code: str) -> Iterator[str]:
    for verb in sorted(VERBS[code]):
        if verb == "kong":
            yield from ("kong/exposed", "kong/concealed", "kong/added")
        elif verb == "foul":
            yield from (f"foul/{kind}" for kind in FOULS[code])
        else:
            yield verb
        if verb == "draw" and "kong" in VERBS[code]:
            yield "draw/back"
        if verb == "chow" and code == "shaoyang-bopi":
            yield "chow/also"


def _spelt(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def option_ids(code: str, options: Options) -> Iterator[str]:
    """The values of a rule set, one id an option; one an id where several may be chosen."""
    for name in house.values(code):
        value = getattr(options, name)
        if name in SUBSETS:
            yield from (f"{name}: {each}" for each in value or ("none",))
        else:
            yield f"{name}: {_spelt(value)}"


def _options(code: str) -> Iterator[str]:
    for name, some in house.values(code).items():
        if name in SUBSETS:
            yield from (f"{name}: {each}" for each in ("none", *SUBSETS[name]))
        else:
            yield from (f"{name}: {_spelt(value)}" for value in some)


def breakable(code: str) -> list[str]:
    """The clauses of a game that its sentences call broken, in the order of the rules page."""
    texts = catalogue(PREFIX[code])
    broken = {reason.split("/")[0] for reason in texts["reasons"]}
    return [clause for clause in texts["clauses"] if clause in broken]


def universe(code: str) -> list[Id]:
    """Every id that the test data of a game is to reach, in the order of the table."""
    named: dict[str, Iterable[str]] = {
        "item": ITEMS[code], "outcome": OUTCOMES[code], "case": CASES[code], "verb": _verbs(code),
        "option": _options(code), "clause": breakable(code),
    }  # fmt: skip
    return [(sort, name) for sort in SORTS for name in named[sort]]


def chinese(code: str, id: Id) -> str:
    """The Chinese name of an id, in the script of its rules page; empty where it has none."""
    lang = "zh-Hans" if code == "anxiang-weimaque" else "zh-Hant"
    sort, name = id
    own, record = catalogue(PREFIX[code]), catalogue("rec")
    if sort == "item":
        return own["items"][name][lang]
    if sort == "outcome":
        return own["words"].get(name, record["words"].get(name, {})).get(lang, "")
    if sort == "case":
        return CASES[code][name]
    if sort == "verb":
        table = record["moves"] if "/" in name and name != "chow/also" else record["verbs"]
        text = table.get(name, table.get(name.split("/")[0], {})).get(lang, "")
        text = re.sub(r"\{[^}]*\}", "", text).strip()
        return f"{text}，比" if name == "chow/also" else text
    return ""


# One round


def round_ids(
    code: str, options: Any, setup: Setup | None, moves: Sequence[AnyMove], outcome: Outcome | None
) -> set[Id]:
    """The ids that one round reaches."""
    out: set[Id] = {("option", name) for name in option_ids(code, options)}
    out |= {("verb", verb_id(move)) for move in moves}
    if outcome is not None:
        out.add(("outcome", outcome.outcome))
        out |= {("item", item.id) for tally in outcome.scores if tally is not None for item in tally.items}
        if code == "shaoyang-bopi":
            out |= {("item", group[0]) for group in outcome.facts.get("groups", ())}  # run, mixed, pair add nothing
    out |= {("case", name) for name in _CASES_OF[code](options, setup, moves, outcome)}
    return out


_HOW = {
    "discard": "won on a discard", "self-draw": "won on one's own draw", "rob": "won by robbing a kong",
    "flowers": "won on flowers", "slaughter": "won as slaughter", "draw": "won on another's draw",
    "turned": "won on the turned tile", "first-discard": "won on the first discard", "after-wei": "won after a wei",
    "other-draw": "won on another's draw",
}  # fmt: skip
_MANY = {2: "two", 3: "three", 4: "four"}


def _how(outcome: Outcome | None) -> Iterator[str]:
    if outcome is not None and outcome.outcome == "win" and outcome.facts.get("how") in _HOW:
        yield _HOW[outcome.facts["how"]]
        if outcome.facts.get("last_tile"):
            yield "won on the last tile"


def _tsair_deng(_options: Any, setup: Setup | None, moves: Sequence[AnyMove], outcome: Outcome | None) -> Iterator[str]:
    if setup is not None and setup.hands is not None:
        yield f"{_MANY[sum(hand is not None for hand in setup.hands)]} players"
    if outcome is None or outcome.outcome != "win":
        return
    if moves and moves[-1].verb == "expose":
        yield "won by exposing"
    tally = outcome.scores[outcome.winners[0]]
    if tally is not None and any(item.id == "clean" for item in tally.items):
        yield "clean winner"


def _hk_mahjong(options: Any, _setup: Setup | None, moves: Sequence[AnyMove], outcome: Outcome | None) -> Iterator[str]:
    yield from _how(outcome)
    if outcome is None or outcome.outcome != "win":
        return
    if len(outcome.winners) > 1:
        yield f"{_MANY[len(outcome.winners)]} winners"
    kongs = [move for move in moves if move.verb == "kong"]
    if outcome.facts.get("how") == "rob" and kongs[-1].kind == "concealed":  # type: ignore[union-attr]
        yield "won by robbing a concealed kong"
    liable = outcome.facts.get("liable")
    for seat in outcome.winners:
        melds = {"chow", "pung", "kong/exposed", "kong/concealed"}
        laid = [move for move in moves if move.seat == seat and verb_id(move) in melds]
        tally = outcome.scores[seat]
        if tally is not None and isinstance(liable, dict) and str(seat) in liable:
            if options.liability == "half":
                yield "liable: fourth meld"
            else:
                yield from (f"liable: {item.id}" for item in tally.items)
        if options.bao and options.liability == "half" and outcome.facts.get("from") is not None and len(laid) >= 3:
            yield "discarder pays alone"


def _lingxi(_options: Any, _setup: Setup | None, _moves: Sequence[AnyMove], outcome: Outcome | None) -> Iterator[str]:
    yield from _how(outcome)
    if outcome is None or outcome.outcome != "win":
        return
    tally = outcome.scores[outcome.winners[0]]
    items = [] if tally is None else [(item.id, item.value) for item in tally.items]
    if outcome.facts.get("liable") is not None:
        yield "liable: last four" if outcome.facts.get("last") else "liable: four-winds"
    for item, name in (
        (("slaughter-win", 26), "slaughter-win of five wilds"), (("slaughter-win", 52), "slaughter-win of six wilds"),
        (("single-wait", 7), "single-wait on a wild"),
    ):  # fmt: skip
        if item in items:
            yield name


def _anxiang(_options: Any, _setup: Setup | None, _moves: Sequence[AnyMove], outcome: Outcome | None) -> Iterator[str]:
    yield from _how(outcome)


def _bopi(options: Any, setup: Setup | None, moves: Sequence[AnyMove], outcome: Outcome | None) -> Iterator[str]:
    yield from _how(outcome)
    opening = next((at for at, move in enumerate(moves) if move.verb != "ti"), len(moves))
    first = [move.seat for move in moves[:opening]]
    if any(first.count(seat) > 1 for seat in first):
        yield "two opening ti"
    fours = [move.seat for move in moves if move.verb in ("pao", "ti")]
    if any(move.verb in ("pao", "ti") and move.seat in first for move in moves[opening:]) or any(
        fours.count(seat) - first.count(seat) > 1 for seat in fours
    ):
        yield "a second pao or ti"
    if setup is not None and setup.hands is not None and any(move.verb == "wei" for move in moves):
        yield from _stale_wei(options, setup, moves)


def _stale_wei(options: Any, setup: Setup, moves: Sequence[AnyMove]) -> Iterator[str]:
    """臭偎: a wei of a kind that the seat let go before, which only the position knows."""
    table: Any = open_table(registry.get("shaoyang-bopi"), setup, options)
    if isinstance(table, Violation):
        return
    for move in moves:
        if table.check(move) is not None:
            return
        if move.verb == "wei" and table.stale(move.seat, table.tile):
            yield "stale wei"
        table.play(move)


_CASES_OF: dict[str, Callable[..., Iterator[str]]] = {
    "tsair-deng": _tsair_deng, "shaoyang-bopi": _bopi, "hk-mahjong": _hk_mahjong, "anxiang-weimaque": _anxiang,
    "lingxi-mahjong": _lingxi,
}  # fmt: skip
