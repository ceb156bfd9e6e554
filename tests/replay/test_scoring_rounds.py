"""Hands that won whole rounds, written down and counted again: calculator and table agree on items and points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from replay.engine import open_table
from replay.game import Outcome
from replay.games.anxiang_weimaque import score as weimaque
from replay.games.anxiang_weimaque.hand import unpack
from replay.games.anxiang_weimaque.table import AnxiangWeimaqueTable
from replay.games.hk_mahjong.table import HkMahjongTable
from replay.games.lingxi_mahjong.table import LingxiMahjongTable
from replay.games.lingxi_mahjong.tiles import GROUPS
from replay.games.shaoyang_bopi.score import hand_of, win_kind
from replay.games.shaoyang_bopi.table import ShaoyangBopiTable
from replay.kit.mahjong import CODES, Meld
from replay.kit.zipai import SHIFT
from replay.registry import get
from replay.scoring import Answer, score
from replay.selfplay import play_matches
from schemas.tiles import ZIPAI
from tests.support import golden

HK, LX, BP, AX = "hk-mahjong", "lingxi-mahjong", "shaoyang-bopi", "anxiang-weimaque"
HOW = {"self-draw": "self-draw", "discard": "discard", "rob": "rob-kong", "flowers": "flowers"}


def ends(game: str, seed: int, matches: int) -> Iterator[tuple[Any, Outcome]]:
    """The tables and outcomes of won rounds: golden ones, then played ones."""
    for match in (*golden.matches(golden.rounds_path(game)), *play_matches(game, matches, seed)):
        for round_ in match.rounds:
            table = open_table(get(game), round_.setup, match.options)
            for move in round_.moves:
                table.play(move)  # type: ignore[union-attr]
            outcome = table.outcome()  # type: ignore[union-attr]
            if outcome is not None and outcome.outcome == "win":
                yield table, outcome


def written(melds: list[Meld], dealer: int) -> str:
    """Melds as people write them, with who fed them."""
    out = []
    for meld in melds:
        codes = [CODES[kind] for kind in meld.kinds()]
        if meld.kong == "concealed":
            out.append(f"[{''.join(codes)}]")
            continue
        inside = "".join(codes[:3]) + ("+" if meld.kong == "added" else "") + "".join(codes[3:])
        out.append(f"({inside})" + (f"@{'ESWN'[(meld.source - dealer) % 4]}" if meld.source >= 0 else ""))
    return " ".join(out)


def agree(answer: Answer, outcome: Outcome, seat: int, dealer: int) -> None:
    """Total, items and, of a single winner, the points."""
    tally = outcome.scores[seat]
    assert tally is not None
    assert answer.win
    assert answer.total == tally.total
    readings = [[item[:2] for item in found] for found in (answer.items, *(tie.items for tie in answer.ties))]
    assert [item[:2] for item in tally.items] in readings
    if len(outcome.winners) == 1:
        assert answer.points == tuple(outcome.points[(dealer + i) % 4] for i in range(4))


def hk_answer(table: HkMahjongTable, seat: int) -> Answer | None:
    """A winner's hand through the calculator; None where kongs were not made in the order of their melds."""
    hand, dealer = table.winning_hand(seat), table.setup.dealer
    assert dealer is not None
    if table.kongs[seat] != sorted(table.kongs[seat]):
        return None
    closed = [CODES[kind] for kind in range(34) for _ in range(hand.closed[kind])]
    flowers = " ".join(CODES[kind] for kind in hand.flowers or ())
    if table.won == "flowers":
        text = flowers
    else:
        closed.remove(CODES[hand.win])
        text = f"{''.join(closed)} {written(list(hand.melds), dealer)} {flowers} +{CODES[hand.win]}"
    marks = [hand.opening] if hand.opening else []
    marks += ["last-tile"] if hand.last and table.won in ("self-draw", "discard") else []
    marks += ["double-kong-draw" if hand.kong_draws > 1 else "kong-draw"] if hand.kong_draws else []
    how = HOW[table.won]
    if how == "rob-kong" and hand.closed[31] and not hand.melds and all(hand.closed[k] for k in (0, 8, 27, 33)):
        how = "rob-concealed-kong"
    source = None if table.won in ("self-draw", "flowers") else (table.thrower - dealer) % 4
    return score(HK, text, win=how, seat=(seat - dealer) % 4, source=source, wind=table.setup.wind or "E",
                 marks=marks, options=table.options)  # fmt: skip


def test_hands_that_won_in_hong_kong_count_the_same_by_themselves() -> None:
    counted = 0
    for table, outcome in ends(HK, 3, 30):
        for seat in outcome.winners:
            answer = hk_answer(table, seat)
            if answer is not None:
                agree(answer, outcome, seat, table.setup.dealer)
                counted += 1
    assert counted > 50


def lingxi_answer(table: LingxiMahjongTable, outcome: Outcome) -> Answer:
    """A winner's hand through the calculator, the losers' tai as the table counts them."""
    seat, dealer = table.winner, table.dealer
    hand, how = table.hand(seat), {"rob": "rob-kong", "flower": "flowers"}.get(table.won, table.won)
    kinds = [kind for kind in range(42) if not table.wilds.loose_mask >> kind & 1]
    closed = [CODES[kind] for kind in kinds for _ in range(hand.closed[kind])]
    tile = CODES[table.tile]
    if how != "flowers" and tile in closed:
        closed.remove(tile)
    laid = "".join(CODES[kind] for kind in hand.flowers)
    fours = " ".join(f"[{''.join(CODES[kind] for kind in GROUPS[four])}]" for four in hand.fours)
    text = f"{' '.join(closed)} {written(list(table.melds[seat]), dealer)} {fours} {f'({laid})' if laid else ''}"
    if how != "flowers":
        text += f" +{tile}"
    holds = (hand.kong_draw, hand.heavenly, hand.earthly, hand.last_four)
    marks = [mark for mark, held in zip(("kong-draw", "heavenly", "earthly", "last-tile"), holds, strict=True) if held]
    losers = {(other - dealer) % 4: outcome.scores[other].total for other in range(4) if other != seat}  # type: ignore[union-attr]
    source = (table.thrower - dealer) % 4 if how in ("discard", "rob-kong") else None
    return score(LX, text, win=how, seat=(seat - dealer) % 4, source=source, marks=marks, losers=losers,
                 indicators=[CODES[kind] for kind in table.indicators], options=table.options)  # fmt: skip


def test_hands_that_won_in_lingxi_count_the_same_by_themselves() -> None:
    counted = 0
    for table, outcome in ends(LX, 4, 30):
        assert isinstance(table, LingxiMahjongTable)
        agree(lingxi_answer(table, outcome), outcome, table.winner, table.dealer)
        counted += 1
    assert counted > 40


def zipai_written(forms: list[tuple[str, tuple[str, ...]]]) -> str:
    """Groups on the table of a zipai game as people write them."""
    return " ".join(("[{}]" if form in ("wei", "ti") else "({})").format("".join(tiles)) for form, tiles in forms)


def bopi_answer(table: ShaoyangBopiTable) -> Answer:
    """A winner's hand of bopi through the calculator."""
    seat, dealer = table.winner, table.dealer
    tile, how = ZIPAI[table.tile], win_kind(table, seat)[1]
    if table.after_win:
        how = "standing"
    kans = [t for id, _, tiles in hand_of(table, seat).fixed if id == "kan" for t in tiles]
    free = [ZIPAI[kind] for kind, shift in enumerate(SHIFT) for _ in range(table.hands[seat] >> shift & 7)]
    melds = zipai_written([(meld.id, meld.tiles) for meld in table.melds[seat]])
    text = f"{' '.join([*free, *kans])} {melds}"
    if how != "standing" and not (how == "turned" and seat == dealer):
        text += f" +{tile}"
    source = (table.owner - dealer) % 4 if how in ("draw", "first-discard") else None
    return score(BP, text, win=how, seat=(seat - dealer) % 4, source=source, options=table.options)


def test_hands_that_won_in_bopi_count_the_same_by_themselves() -> None:
    ways: Counter[str] = Counter()
    for table, outcome in ends(BP, 5, 20):
        assert isinstance(table, ShaoyangBopiTable)
        answer = bopi_answer(table)
        agree(answer, outcome, table.winner, table.dealer)
        assert (answer.facts["xi"], answer.facts["bonus"]) == (outcome.facts["xi"], outcome.facts["bonus"])
        ways[answer.how] += 1
    assert ways.total() > 40
    assert min(ways[how] for how in ("draw", "self-draw", "standing")) > 2


def weimaque_answer(table: AnxiangWeimaqueTable) -> Answer:
    """A winner's hand of wei maque through the calculator."""
    seat, dealer, hand = table.winner, table.dealer, table.winning_hand(table.winner)
    how = {weimaque.WEI: "after-wei", weimaque.OWN: "self-draw", weimaque.OTHER: "draw"}[hand.how]
    text = f"{' '.join(unpack(hand.hand))} {zipai_written([(m.form, m.tiles) for m in hand.melds])}"
    text += "" if how == "after-wei" else f" +{hand.tile}"
    source = (table.owner - dealer) % 4 if how == "draw" else None
    marks = ["last-tile"] if hand.last else []
    return score(AX, text, win=how, seat=(seat - dealer) % 4, source=source, marks=marks, options=table.options)


def test_hands_that_won_in_wei_maque_count_the_same_by_themselves() -> None:
    ways: Counter[str] = Counter()
    for table, outcome in ends(AX, 6, 20):
        assert isinstance(table, AnxiangWeimaqueTable)
        answer = weimaque_answer(table)
        agree(answer, outcome, table.winner, table.dealer)
        assert (answer.facts["xi"], answer.facts["factor"]) == (outcome.facts["xi"], outcome.facts["factor"])
        ways[answer.how] += 1
    assert ways.total() > 40
    assert min(ways[how] for how in ("draw", "self-draw", "after-wei")) > 2
