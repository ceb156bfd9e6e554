"""What the written test data of each game reaches: the examples of its rules page, and the records of its tests.

One set of ids an example, a hand, a score line or a round. Nothing here claims that an example holds; the tests of
the rules pages do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from replay import registry
from replay.audit import Verdict, audit
from replay.game import Tally, Violation
from replay.games.anxiang_weimaque import score as ax_score
from replay.games.shaoyang_bopi.groups import BY_WEIGHT
from replay.games.shaoyang_bopi.table import ShaoyangBopiTable
from replay.games.tsair_deng.table import TsairDengTable
from replay.kit.zipai import pack
from schemas.match import Match
from schemas.record import AnyMove, Setup
from tests.docs.examples import Block, blocks
from tests.docs.examples import Example as DengExample
from tests.games import (
    anxiang,
    hk_mahjong_rounds,
    lingxi,
    shaoyang_bopi_records,
    test_anxiang_weimaque,
    test_anxiang_weimaque_page,
    test_anxiang_weimaque_written,
    test_hk_mahjong,
    test_hk_mahjong_page,
    test_hk_mahjong_written,
    test_lingxi_mahjong,
    test_lingxi_mahjong_written,
    test_shaoyang_bopi,
    test_shaoyang_bopi_written,
    test_tsair_deng,
)
from tests.support.golden import GOLDEN, cases_paths, matches
from tests.support.reach_ids import Id, option_ids, round_ids
from tests.support.records import Lines, match_of

RECORDS: dict[str, dict[str, Lines]] = {
    "tsair-deng": test_tsair_deng.MATCHES,
    "shaoyang-bopi": {**test_shaoyang_bopi.MATCHES, **test_shaoyang_bopi_written.MATCHES},
    "hk-mahjong": {**test_hk_mahjong.MATCHES, **test_hk_mahjong_written.MATCHES},
    "anxiang-weimaque": {**test_anxiang_weimaque.MATCHES, **test_anxiang_weimaque_written.MATCHES},
    "lingxi-mahjong": test_lingxi_mahjong_written.MATCHES,
}
"""Game to its written records, all of them valid."""
FAULTY: dict[str, list[Lines]] = {
    "shaoyang-bopi": [fault[0] for fault in test_shaoyang_bopi_written.BROKEN.values()],
    "lingxi-mahjong": [fault[0] for fault in test_lingxi_mahjong_written.BROKEN.values()],
}
"""Game to its written records with a fault that no example of its rules page shows: only the clause counts."""


def match_units(match: Match) -> Iterator[set[Id]]:
    """What each round of a match reaches; the end of the match belongs to its last round, faults to the first."""
    verdict = audit(match)
    faults = {("clause", violation.clause) for violation in verdict.violations}
    units = [
        round_ids(match.game, match.options, r.setup, r.moves, outcome)
        for r, outcome in zip(match.rounds, verdict.outcomes, strict=True)
        if match.options is not None
    ]
    if units and _over(match, verdict):
        units[-1].add(("case", "match over"))
    if not units:
        units.append(set())
    units[0] |= faults
    yield from units


def _over(match: Match, verdict: Verdict) -> bool:
    if match.game == "tsair-deng" or match.header is None or None in verdict.outcomes:
        return False
    series = registry.get(match.game).series(match.options, match.header.players)
    for r, outcome in zip(match.rounds, verdict.outcomes, strict=True):
        series.add(r.setup, outcome)
    return series.next() is None


def _tallied(code: str, options: Any, tallies: Any) -> set[Id]:
    out: set[Id] = {("option", name) for name in option_ids(code, options)}
    return out | {("item", item.id) for tally in tallies for item in tally.items}


def _found(clauses: list[str]) -> set[Id]:
    return {("clause", clause) for clause in clauses}


@contextmanager
def _score_lines(code: str, units: list[set[Id]]) -> Iterator[None]:
    """Notes what every score line comes to that is settled meanwhile."""
    game = type(registry.get(code))
    settle = game.settle

    def noted(self: Any, setup: Any, result: Any, options: Any) -> Any:
        found = settle(self, setup, result, options)
        if isinstance(found, Violation):
            units.append({("clause", found.clause)})
        elif found is not None:
            units.append(round_ids(code, options, setup, (), found))
        return found

    with patch.object(game, "settle", noted):
        yield


# The rules pages


def _tsair_deng() -> Iterator[set[Id]]:
    moves: list[AnyMove] = []
    play = TsairDengTable.play

    def noted(self: TsairDengTable, move: AnyMove) -> None:
        moves.append(move)
        play(self, move)

    for block in blocks("rules/tsair-deng.md"):
        if block.info in ("round", "position"):
            moves.clear()
            with patch.object(TsairDengTable, "play", noted):
                example = DengExample(block).run()
            table = example.table
            outcome = None if table is None else table.outcome()
            whole = Setup(dealer=example.dealer, hands=example.hands) if block.info == "round" else None
            yield round_ids("tsair-deng", example.options, whole, moves, outcome) | _found(example.found)


def _hk_mahjong() -> Iterator[set[Id]]:
    code = "hk-mahjong"
    for block in test_hk_mahjong_page.BLOCKS:
        if block.kind == "round":
            example = hk_mahjong_rounds.Example(block.text, block.line).run()
            table = example.table
            moves, outcome = ([], None) if table is None else (table.log, table.outcome())
            yield round_ids(code, example.options, None, moves, outcome) | _found(example.found)
            continue
        units: list[set[Id]] = []
        scored = hk_mahjong_rounds.scored

        def noted(text: str, rules: str = "", scored: Any = scored, units: Any = units) -> Any:
            found = scored(text, rules)
            options = hk_mahjong_rounds.options_of(rules)
            units += [{*(("item", id) for id, _ in each.items), *_tallied(code, options, ())} for each in found[:1]]
            return found

        with _score_lines(code, units), patch.object(hk_mahjong_rounds, "scored", noted):
            test_hk_mahjong_page.run(block)
        yield from units


def _lingxi_position(text: str) -> set[Id]:
    position = lingxi.Position(text).run()
    if isinstance(position.table, Violation):
        return _found(position.found)
    table = position.table
    ids = round_ids("lingxi-mahjong", position.options, position.setup, table.log, table.outcome())
    return ids | _found(position.found)


def _lingxi() -> Iterator[set[Id]]:
    code = "lingxi-mahjong"
    for block in blocks("rules/lingxi-mahjong.md"):
        units: list[set[Id]] = []
        if block.info == "position":
            units.append(_lingxi_position(block.text))
        elif block.info == "hand":
            counted = lingxi.counted

            def noted(hand: Any, how: Any, options: Any, counted: Any = counted, units: Any = units) -> Any:
                found = counted(hand, how, options)
                units.append(_tallied(code, options, [found] if isinstance(found, Tally) else found[:1]))
                return found

            with patch.object(lingxi, "counted", noted):
                lingxi.run_hand(block.text)
        elif block.info == "line":
            with _score_lines(code, units):
                lingxi.run_line(block.text)
        yield from units
    for value, text, under, _ in test_lingxi_mahjong.OPTION_CASES:
        yield _lingxi_position(f"rules {value}\n{text}\n{under}")


def _anxiang() -> Iterator[set[Id]]:
    code = "anxiang-weimaque"
    for block in blocks("rules/anxiang-weimaque.md"):
        if block.info == "position":
            position = anxiang.Position(block.text).run()
            table = position.table
            ids = _found(position.found)
            if not isinstance(table, Violation):
                ids |= round_ids(code, position.options, position.setup, table.moves, table.outcome())
            yield ids
        elif block.info == "hand":
            yield from _anxiang_hands(block)


def _anxiang_hands(block: Block) -> Iterator[set[Id]]:
    units: list[set[Id]] = []

    def noted(hand: Any, options: Any) -> Any:
        found = ax_score.count(hand, options)
        if found.best:
            units.append(_tallied("anxiang-weimaque", options, ax_score.tallies(hand, found.best)[:1]))
        return found

    with patch.object(test_anxiang_weimaque_page, "count", noted):
        test_anxiang_weimaque_page.run_hand(block.text)
    yield from units


def _bopi() -> Iterator[set[Id]]:
    stale: list[str] = []
    play = ShaoyangBopiTable.play

    def noted(self: ShaoyangBopiTable, move: Any) -> None:
        if move.verb == "wei" and self.stale(move.seat, self.tile):
            stale.append(move.tile)
        play(self, move)

    for _, _, example in shaoyang_bopi_records.examples(shaoyang_bopi_records.PAGE):
        played = shaoyang_bopi_records.Example(example.text, example.whole)
        stale.clear()
        with patch.object(ShaoyangBopiTable, "play", noted):
            played.run()
        table = played.table
        moves, outcome = ([], None) if table is None else (table.moves, table.outcome())
        ids = round_ids("shaoyang-bopi", played.options, None, moves, outcome) | _found(played.found)
        yield ids | ({("case", "stale wei")} if stale else set())


_PAGES: dict[str, Callable[[], Iterator[set[Id]]]] = {
    "tsair-deng": _tsair_deng, "shaoyang-bopi": _bopi, "hk-mahjong": _hk_mahjong, "anxiang-weimaque": _anxiang,
    "lingxi-mahjong": _lingxi,
}  # fmt: skip


def written(code: str) -> Iterator[set[Id]]:
    """What the examples of the rules page and the written records reach."""
    yield from _PAGES[code]()
    for lines in RECORDS[code].values():
        yield from match_units(match_of(lines))
    for lines in FAULTY.get(code, ()):
        yield {id for unit in match_units(match_of(lines)) for id in unit if id[0] == "clause"}


# The golden cases


def _rows(code: str) -> Iterator[dict[str, Any]]:
    with open(GOLDEN / f"{code}.jsonl", encoding="utf-8") as file:
        yield from map(json.loads, file)


def cases(code: str) -> Iterator[set[Id]]:
    """What the golden cases beside whole rounds reach: matches, and the patterns that hands, groups and chows name."""
    for path in cases_paths(code):
        if path.name.endswith(".paipu.jsonl"):
            for match in matches(path):
                yield from match_units(match)
    if code in _CASES:
        for row in _rows(code):
            yield {("item", item) for item in _CASES[code](row)}


def _hk_row(row: dict[str, Any]) -> set[str]:
    return {test_hk_mahjong.NAMES[name.rstrip("0123456789")] for name in row["seed_patterns"]} or {"chicken"}


def _lingxi_row(row: dict[str, Any]) -> set[str]:
    lost = row["kind"] == "loser_tai"
    return {test_lingxi_mahjong.named(id, row["input"]["wind"], lost) for id, _ in row.get("items", ())}


def _anxiang_row(row: dict[str, Any]) -> set[str]:
    named = {test_anxiang_weimaque.NAMES[name] for name, _ in row.get("mingtang_seed_default", ())}
    return named | {{"peng": "pung", "wei": "wei"}.get(form, "") for form, *_ in row["melds"]} - {""}


_FORMS = {"peng": "pung", "wei": "wei", "pao": "pao", "ti": "ti", "kan": "kan", "pair": "pair"}


def _bopi_row(row: dict[str, Any]) -> set[str]:
    if row["kind"] == "chi_bi":
        return {BY_WEIGHT[pack(g)].id for option in row["expect"]["options_main_then_bi"] for g in option}
    return {_FORMS.get(form) or BY_WEIGHT[pack(tiles)].id for form, *tiles in row.get("best_groups") or ()}


_CASES: dict[str, Callable[[dict[str, Any]], set[str]]] = {
    "hk-mahjong": _hk_row, "lingxi-mahjong": _lingxi_row, "anxiang-weimaque": _anxiang_row, "shaoyang-bopi": _bopi_row,
}  # fmt: skip
