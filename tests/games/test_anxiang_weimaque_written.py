"""安乡偎麻雀: deals written for what random play hardly ever reaches, each a whole record with its stock.

The notation is that of the rules page. Every deal names the seat, the item it is written for, and what that adds.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from replay.audit import VALID
from tests.games.anxiang import CODE, Position
from tests.support.records import Lines, judged
from tests.support.written import match_lines, scored


@dataclass(frozen=True)
class Deal:
    """A written deal: who wins, and the item it is for with what it adds."""

    text: str
    winner: int
    item: tuple[str, int]


def _waits(hand: str, tile: str, dealer: str = "s2 b9") -> str:
    """Seat 3 wins on the first tile that seat 1 turns up."""
    first = dealer.split()[0]
    return f"0: {dealer}\n3: {hand}\nstock: {tile}\n0 discard {first}; 1 draw {tile}; 3 win {tile}"


DEALS: dict[str, Deal] = {
    "祖孙卓带拖": Deal(_waits("s3*4 s4*4 s5*4 s8*4 s7 s9 b9", "b9"), 3, ("zu-sun-tuo", 300)),
    "祖孙卓": Deal(_waits("s3*4 s4*4 s5*4 b1 b2 b3 s7 s8 s9 b9", "b9"), 3, ("zu-sun", 150)),
    "姊妹卓带拖": Deal(_waits("s3*4 s4*4 s5 b8*4 b7 b9 b1 b2 b3 s9", "s9"), 3, ("zi-mei-tuo", 80)),
    "三乱卓": Deal(_waits("s3*4 s4 s5 b5*4 b4 b6 s8*4 s7 s9 b9", "b9"), 3, ("san-luan", 60)),
    "姊妹卓": Deal(_waits("s3*4 s4*4 s5 b1 b2 b3 b6 b7 b8 s8 s9 s10 b9", "b9"), 3, ("zi-mei", 40)),
    "卓胡": Deal(_waits("s3*4 s4 s5 b6*4 b5 b7 b1 b2 b3 s8 s9 s10 b9", "b9"), 3, ("zhuo", 20)),
    "八碰头": Deal(_waits("s8*4 s7 s9 b8*4 b7 b9 b1 b2 b3 s1 s2 s3 b5", "b5"), 3, ("eight-heads", 200)),
    "假八碰头": Deal(_waits("s3*4 s4 s5 b3*4 b4 b5 s8 s9 s10 b6 b7 b8 b9", "b9"), 3, ("false-eight-heads", 100)),
    "大字胡": Deal(_waits("b10*3 b3*3 b8*3 b4*2 b5*3 b6*3 b7 b9", "b9", "s2 s9"), 3, ("all-big", 100)),
    "小字胡": Deal(_waits("s10*3 s3*3 s8*3 s4*2 s5*3 s6*3 s7 s9", "s9", "b2 b9"), 3, ("all-small", 100)),
    "满园花": Deal(_waits("s2*3 b10*3 b7*3 s5 s6 s7 s8 s9 s10 b1 b2 b3 b2", "b2"), 3, ("full-garden", 50)),
    "多红": Deal(_waits("s2*3 b10*3 b7*3 s7*3 b1 b2 b3 s4 s5 s6 b9", "b9"), 3, ("many-red", 40)),
    "纯印": Deal(_waits("s7*4 s6 s8 b3*3 b5*3 b8*3 s1*3 b9", "b9"), 3, ("pure-yin", 100)),
    "背靠背": Deal(_waits("s3*3 s8*3 b5*3 b8*3 s4 s5 s6 s9*2 b9*2", "s9"), 3, ("back-to-back", 20)),
    "十五胡": Deal(
        f"rules min_xi=15\n{_waits('s3*4 s4*4 s5*4 s8*4 s7 s9 b9', 'b9')}", 3, ("zu-sun-tuo", 300),
    ),
    "零胡": Deal(
        f"rules min_xi=0\n{_waits('s4 s5 s6 s3 s4 s5 b3 b4 b5 b4 b5 b6 s1 s2 s3 b1 b2 b3 b9', 'b9')}", 3,
        ("single-wait", 20),
    ),
    "海底胡": Deal(
        """0: s2 b9
        3: s3*4 s4*4 s5*4 s8*4 s7 s9 b9
        stock: s1 s2 s6 s7 s9 s10 b1 b2 b3 b4 b5 b6 b7 b8 b10 s1 s2 s6 s7 s9 s10 b9
        until 0
        3 win b9""",
        3, ("last-tile", 10),
    ),
}  # fmt: skip


def _record(*positions: Position) -> Lines:
    rounds = [(position.setup, position.open.moves, position.outcome) for position in positions]
    return match_lines(CODE, positions[0].options, rounds)


MATCHES: dict[str, Lines] = {name: _record(Position(deal.text).run()) for name, deal in DEALS.items()}


@pytest.mark.parametrize("name", MATCHES)
def test_a_written_deal_is_valid_with_its_whole_stock(name: str) -> None:
    lines = MATCHES[name]
    assert all(len(line["stock"]) == 22 for line in lines if line["type"] == "round")
    verdict = judged(lines)
    assert (verdict.verdict, verdict.violations) == (VALID, [])


@pytest.mark.parametrize("name", DEALS)
def test_a_written_deal_scores_what_it_is_written_for(name: str) -> None:
    deal = DEALS[name]
    outcome, tally = scored(MATCHES[name], deal.winner)
    assert outcome.winners == (deal.winner,)
    assert deal.item in [(item.id, item.value) for item in tally.items]
