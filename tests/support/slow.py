"""Comparison with a slow judge: a match bent in one place, and what the two say of it."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.support.records import Lines, copy

VALUES: dict[str, tuple[Any, ...]] = {
    "seat": (0, 1, 2, 3), "dealer": (0, 1, 2, 3), "open": (1, 2, 3, 4, 5, 6), "direction": ("ccw", "cw"),
    "outcome": ("win", "void"),
}  # fmt: skip


def _moves(lines: Lines) -> list[int]:
    """Where the moves stand."""
    return [i for i, line in enumerate(lines) if line["type"] not in ("match", "round", "result", "end")]


def _swap_moves(lines: Lines, rng: Random) -> None:
    places = _moves(lines)
    k = rng.randrange(len(places) - 1)
    i, j = places[k], places[k + 1]
    lines[i], lines[j] = lines[j], lines[i]


def _drop_move(lines: Lines, rng: Random) -> None:
    del lines[rng.choice(_moves(lines))]


def _drop_claim(lines: Lines, rng: Random) -> None:
    places = [i for i, line in enumerate(lines) if line["type"] in ("result", "end")]
    if places:
        del lines[rng.choice(places)]


def _repeat_move(lines: Lines, rng: Random) -> None:
    i = rng.choice(_moves(lines))
    lines.insert(i + rng.randrange(2), dict(lines[i]))


def _early_result(lines: Lines, rng: Random) -> None:
    places = [i for i, line in enumerate(lines) if line["type"] == "result" and i - 1 in _moves(lines)]
    if places:
        i = rng.choice(places)
        lines[i], lines[i - 1] = lines[i - 1], lines[i]


def _change_field(lines: Lines, rng: Random) -> None:
    line = rng.choice(lines[1:])
    fields = [f for f in line if f in VALUES]
    if fields:
        field = rng.choice(fields)
        line[field] = rng.choice(VALUES[field])


def _change_tile(lines: Lines, rng: Random) -> None:
    line = rng.choice([x for x in lines if "tile" in x] or lines)
    if "tile" in line:
        line["tile"] = rng.choice([t for x in lines if x["type"] == "round" for h in x["hands"] if h for t in h])


def _change_verb(lines: Lines, rng: Random) -> None:
    line = rng.choice(lines[1:])
    if line["type"] in ("play", "drink"):
        line["type"] = "drink" if line["type"] == "play" else "play"
        line.pop("open", None)
        if line["type"] == "play":
            line["open"] = rng.randrange(1, 7)


def _expose(lines: Lines, rng: Random) -> None:
    at = rng.choice([i for i, x in enumerate(lines) if x["type"] == "round"] or [0]) + rng.randrange(1, 3)
    lines.insert(at, {"type": "expose", "seat": rng.randrange(4)})


def _swap_dealt(lines: Lines, rng: Random) -> None:
    line = rng.choice([x for x in lines if x["type"] == "round"] or [lines[0]])
    hands = [h for h in line.get("hands", ()) if h]
    if len(hands) > 1:
        one, other = rng.sample(hands, 2)
        one[0], other[-1] = other[-1], one[0]
        if rng.random() < 0.3:
            one[1] = one[0]


def _change_claim(lines: Lines, rng: Random) -> None:
    results = [x for x in lines if x["type"] in ("result", "end")]
    if not results:
        return
    line = rng.choice(results)
    if line["type"] == "end":
        line["totals"][rng.randrange(4)] += rng.choice((-1, 1, 0))
        return
    what = rng.randrange(5)
    if what == 0:
        line["winners"] = [rng.randrange(4)]
    elif what == 1:
        line["points"][rng.randrange(4)] += rng.choice((-2, 1))
    elif what == 2 and line.get("scores"):
        score = rng.choice(line["scores"])
        if score:
            score["total"] += 1
    elif what == 3 and line.get("scores"):
        score = rng.choice(line["scores"])
        if score:
            score["items"] = [] if score["items"] else [["clean", 0]]
    else:
        line.pop("scores", None)


def _other_rule(lines: Lines, rng: Random, table: dict[str, tuple[Any, ...]]) -> None:
    option = rng.choice(sorted(table))
    lines[0]["rules"][option] = rng.choice(table[option])


BENDS = (
    _swap_moves, _drop_move, _drop_claim, _repeat_move, _early_result, _change_field, _change_field, _change_tile,
    _change_verb, _expose, _swap_dealt, _change_claim, _change_claim,
)  # fmt: skip


def bent(lines: Lines, rng: Random, options: dict[str, tuple[Any, ...]]) -> Lines:
    """The same match with one to three things changed, always the same for the same `rng`."""
    out = copy(lines)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if rng.random() < 0.15:
            _other_rule(out, rng, options)
        else:
            rng.choice(BENDS)(out, rng)
    return out
