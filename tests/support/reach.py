"""What each game's test data reaches and how often: ``docs/reach.md``, written by ``python -m tests.support.reach``.

Four sources a game: rounds of self-play from fixed seeds, half of them under random house rules, in short matches and
a few that go on until the rules end them; the golden matches and cases; what is written by hand (the examples of the
rules page, the records of the tests); the broken matches. A count is of rounds, hands or matches in which an id occurs,
not of occurrences.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from replay import registry
from replay.selfplay import NAMES, play_round
from replay.text import PREFIX, catalogue
from schemas.options import OPTIONS, Options
from tests.support import golden, house
from tests.support.positions import players_of
from tests.support.reach_ids import NEVER, SORTS, SUBSETS, Id, chinese, round_ids, universe
from tests.support.reach_written import cases, match_units, written
from tests.support.records import match_of

PAGE = Path(__file__).parents[2] / "docs" / "reach.md"
ROUNDS = 5000
"""Rounds of self-play a game behind the table."""
FEW = 100
"""Those of them that the quick test plays again."""
A_MATCH, LONG, EVERY = 4, 40, 20
"""Rounds a match, at most; of a long one, which the rules may end; and that so many matches have one long one."""
Counts = dict[str, Counter[Id]]
COLUMNS = ("self-play", "golden", "written", "broken")


def random_rules(code: str, rng: Random) -> Options:
    """Random house rules; of options that are a choice of several ids, a few of them."""
    while True:
        chosen = {name: rng.choice(some) for name, some in house.values(code).items() if rng.random() < 0.3}
        for name, ids in SUBSETS.items():
            if name in chosen:
                chosen[name] = tuple(rng.sample(ids, rng.randint(1, 5)))
        try:
            return OPTIONS[code](**chosen)
        except (ValueError, msgspec.ValidationError):
            continue


def self_play(code: str, rounds: int) -> Iterator[set[Id]]:
    """What each of the first `rounds` rounds of the fixed sample reaches."""
    game, index = registry.get(code), 0
    while rounds > 0:
        rng = Random(f"reach/{code}/{index}")
        options = OPTIONS[code]() if index % 2 == 0 else random_rules(code, rng)
        players = NAMES if index % 2 == 0 else players_of(code, rng)
        series: Any = game.series(options, players)
        index += 1
        for _ in range(min(A_MATCH if index % EVERY else LONG, rounds)):
            setup = game.deal(rng, options, players, series.next())
            moves, outcome = play_round(game, setup, options, rng)
            series.add(setup, outcome)
            over = series.next() is None
            yield round_ids(code, options, setup, moves, outcome) | ({("case", "match over")} if over else set())
            rounds -= 1
            if over:
                break


def broken(code: str) -> Iterator[set[Id]]:
    """The clauses that each broken match violates."""
    for row in golden.broken(code):
        units = list(match_units(match_of(row["match"])))
        yield {id for unit in units for id in unit if id[0] in ("clause", "option")}


def goldens(code: str) -> Iterator[set[Id]]:
    """What each golden round and case reaches."""
    for match in golden.matches(golden.rounds_path(code)):
        yield from match_units(match)
    yield from cases(code)


SOURCES: dict[str, Callable[[str], Iterable[set[Id]]]] = {"golden": goldens, "written": written, "broken": broken}


def count(units: Iterable[set[Id]]) -> Counter[Id]:
    """How many of `units` reach each id; under ("", "") how many there are."""
    out: Counter[Id] = Counter()
    for unit in units:
        out.update(unit)
        out["", ""] += 1
    return out


def counted(code: str, rounds: int) -> Counts:
    """All counts of a game, with `rounds` rounds of self-play; none: without that column."""
    out = {name: count(source(code)) for name, source in SOURCES.items()}
    return {"self-play": count(self_play(code, rounds)), **out} if rounds else out


def unreached(code: str, counts: Counts) -> list[Id]:
    """The ids that nothing reaches, those that the rules never give left out."""
    never = NEVER.get(code, {})
    return [id for id in universe(code) if id not in never and not any(column[id] for column in counts.values())]


# The page


def rows(code: str, counts: Counts, columns: Sequence[str] = COLUMNS) -> list[tuple[str, ...]]:
    """The rows of a game's table as cells: sort, id, name and one number a column; self-play a thousand rounds."""
    out = []
    for id in universe(code):
        cells = []
        for name in columns:
            number, all_ = counts[name][id], counts[name]["", ""]
            cells.append(_rate(number, all_) if name == "self-play" else str(number or "·"))
        out.append((*id, NEVER.get(code, {}).get(id) or chinese(code, id), *cells))
    return out


def _rate(number: int, all_: int) -> str:
    if not number:
        return "·"
    rate = 1000 * number / all_
    return f"{rate:.0f}" if rate >= 9.95 else f"{rate:.1f}"


def few_line(code: str, few: Counter[Id]) -> str:
    """What the first rounds of the sample reach alone: the part that the quick test makes again."""
    wanted = universe(code)
    met = [id for id in wanted if few[id]]
    times = sum(few[id] for id in wanted)
    return f"The first {few['', '']} rounds of self-play alone reach {len(met)} of {len(wanted)} ids, {times} times."


def section(code: str, counts: Counts, few: Counter[Id]) -> list[str]:
    """The part of the page about one game."""
    sizes = ", ".join(f"{counts[name]['', '']:,} {what}" for name, what in _SIZES.items())
    name = catalogue(PREFIX[code])["words"]["name"]["zh-Hans" if code == "anxiang-weimaque" else "zh-Hant"]
    out = [f"## {name} (`{code}`)", "", f"{sizes}.", few_line(code, few), ""]
    out += ["| id | 名 | self-play, per 1,000 | golden | written | broken |", "|---|---|--:|--:|--:|--:|"]
    before = ""
    for sort, id, chinese_name, *cells in rows(code, counts):
        if sort != before:
            out.append(f"| **{SORTS[sort]}** | | | | | |")
            before = sort
        out.append(f"| {id} | {chinese_name} | {' | '.join(cells)} |")
    return [*out, ""]


_SIZES = {
    "self-play": "rounds of self-play", "golden": "golden rounds and cases", "written": "written examples and rounds",
    "broken": "broken matches",
}  # fmt: skip
HEAD = """# What the test data reaches

Written by `make reach`. `tests/docs/test_reach.py` makes it again, and fails where a pattern, an outcome, a situation,
a move, an option value, or a clause that a record can break, is reached by nothing.

A number says in how many rounds, hands or matches an id occurs, not how often in each; · is none. *Self-play* is a
fixed sample of rounds, half of them under random house rules, and is given for a thousand rounds; one match of twenty
goes on until the rules end it, the others have four rounds. *Golden* are the golden matches and cases, *written* the
examples of the rules page and the records of the tests, *broken* the broken matches, of which only clauses and options
count. Self-play and golden matches break no clause.
"""


def page(found: dict[str, tuple[Counts, Counter[Id]]]) -> str:
    """The whole page, from each game's counts and those of its first rounds of self-play."""
    parts = [line for code, (counts, few) in found.items() for line in section(code, counts, few)]
    return f"{HEAD}\n" + "\n".join(parts).rstrip() + "\n"


def work(code: str, rounds: int = ROUNDS) -> tuple[Counts, Counter[Id]]:
    """A game's counts, and those of the first rounds alone."""
    return counted(code, rounds), count(self_play(code, FEW))


def main(arguments: Sequence[str]) -> int:
    """``--write`` writes the page; without it what nothing reaches is printed."""
    codes = list(registry.codes())
    with ProcessPoolExecutor(2) as pool:
        found = dict(zip(codes, pool.map(work, codes), strict=True))
    lacking = [f"{code}: {sort} {name}" for code in codes for sort, name in unreached(code, found[code][0])]
    if "--write" in arguments:
        PAGE.write_text(page(found), encoding="utf-8")
    print("\n".join(lacking) or "everything is reached")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
