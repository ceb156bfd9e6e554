"""The statistics of some games counted again, slowly and another way: from the verdicts, never from a stored row.

How a hand was won is what the game itself says of it (``Outcome.facts``), where the SQL looks at the moves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from replay.audit import audit
from replay.game import Outcome
from schemas.match import Match, Round

MAHJONG, ZIPAI = ("hk-mahjong", "lingxi-mahjong"), ("shaoyang-bopi", "anxiang-weimaque")
GROUPS = {
    "shaoyang-bopi": {"kan", "wei", "pung", "pao", "ti", "123", "2-7-10", "run", "mixed", "pair"},
    "anxiang-weimaque": {"pung", "wei", "kan", "pair", "turn", "tuanyuan"},
}


@dataclass
class Seat:
    """One player's round."""

    game: str
    player: str
    seat: int
    round: Round
    outcome: Outcome

    @property
    def won(self) -> bool:
        return self.seat in self.outcome.winners

    @property
    def total(self) -> int:
        tally = self.outcome.scores[self.seat]
        assert tally is not None
        return tally.total

    @property
    def self_draw(self) -> bool:
        facts = self.outcome.facts
        if self.game in MAHJONG:
            return facts["from"] is None
        return facts["how"] == "self-draw" if self.game == "shaoyang-bopi" else facts["drawer"] == self.seat

    def moves(self, verb: str) -> int:
        return sum(move.verb == verb and move.seat == self.seat for move in self.round.moves)

    @property
    def turns(self) -> int:
        return sum(m.verb == "draw" and m.seat == self.seat and m.from_ is None for m in self.round.moves)


def dealt_by(game: str, outcome: Outcome) -> int | None:
    """Whose tile was won on."""
    facts = outcome.facts
    if outcome.outcome != "win" or game == "anxiang-weimaque":
        return None
    if game == "shaoyang-bopi":
        return facts["from"] if facts["how"] == "first-discard" else None  # type: ignore[no-any-return]
    return facts["from"]  # type: ignore[no-any-return]


def seats(matches: Iterable[Match]) -> Iterator[Seat]:
    """Every round of every player who was dealt in."""
    for match in matches:
        assert match.header is not None
        for r, outcome in zip(match.rounds, audit(match).outcomes, strict=True):
            assert outcome is not None
            assert r.setup is not None
            assert r.setup.hands is not None
            for seat, name in enumerate(match.header.players):
                if name is not None and r.setup.hands[seat] is not None:
                    yield Seat(match.game, name, seat, r, outcome)


def mean(values: list[int]) -> float | None:
    return sum(values) / len(values) if values else None


@dataclass
class Count:
    """What one player did in one game."""

    rounds: list[Seat] = field(default_factory=list)

    def mahjong(self) -> dict[str, Any]:
        """The row of ``mahjong``."""
        rounds, wins = self.rounds, [s for s in self.rounds if s.won]
        dealt = [s for s in rounds if not s.won and dealt_by(s.game, s.outcome) == s.seat]
        thrown = [t.total for s in dealt for w in s.outcome.winners if (t := s.outcome.scores[w]) is not None]
        drawn = sum(s.outcome.outcome == "draw" for s in rounds)
        own = sum(s.self_draw for s in wins)
        return {
            "rounds": len(rounds), "score_only": 0, "wins": len(wins), "win_rate": len(wins) / len(rounds),
            "self_draws": own, "self_draw_rate": own / len(wins) if wins else None, "deal_ins": len(dealt),
            "deal_in_rate": len(dealt) / len(rounds), "drawn": drawn, "draw_rate": drawn / len(rounds),
            "false_wins": sum(s.outcome.outcome == "foul" and s.outcome.facts["from"] == s.seat for s in rounds),
            "mean_won": mean([s.total for s in wins]), "mean_dealt": mean(thrown),
        }  # fmt: skip

    def zipai(self) -> dict[str, Any]:
        """The row of ``zipai``."""
        rounds, wins = self.rounds, [s for s in self.rounds if s.won]
        dead = sum(s.outcome.outcome == "dead" for s in rounds)
        own = sum(s.self_draw for s in wins)
        return {
            "rounds": len(rounds), "score_only": 0, "wins": len(wins), "win_rate": len(wins) / len(rounds),
            "self_draws": own, "self_draw_rate": own / len(wins) if wins else None, "dead": dead,
            "dead_rate": dead / len(rounds), "mean_xi": mean([s.outcome.facts["xi"] for s in wins]),
            "mean_total": mean([s.total for s in wins]),
        }  # fmt: skip

    def play(self) -> dict[str, Any]:
        """The row of ``play``."""
        rounds = self.rounds
        game = rounds[0].game
        kinds = {"kong": MAHJONG, "wei": ZIPAI, "ti": ZIPAI[:1], "pao": ZIPAI[:1], "chow": None, "pung": None}
        dealt = [s for s in rounds if s.round.setup is not None and s.round.setup.dealer == s.seat]
        won = sum(s.won for s in dealt)
        return {
            "played": len(rounds),
            **{
                verb: sum(s.moves(verb) for s in rounds) / len(rounds) if games is None or game in games else None
                for verb, games in kinds.items()
            },
            "dealt": len(dealt), "dealer_wins": won, "dealer_win_rate": won / len(dealt) if dealt else None,
            "turns": mean([s.turns for s in rounds if s.won]),
        }  # fmt: skip


def counts(matches: Iterable[Match]) -> dict[tuple[str, str], Count]:
    """Game and player to what that player did."""
    out: dict[tuple[str, str], Count] = defaultdict(Count)
    for seat in seats(matches):
        out[seat.game, seat.player].rounds.append(seat)
    return out


def patterns(matches: Iterable[Match]) -> dict[tuple[str, str], dict[str, Any]]:
    """Game and pattern to the row of ``patterns``."""
    hands: Counter[str] = Counter()
    found: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for seat in seats(matches):
        if not seat.won:
            continue
        hands[seat.game] += 1
        tally = seat.outcome.scores[seat.seat]
        assert tally is not None
        for id, times in Counter(item.id for item in tally.items).items():
            if id not in GROUPS.get(seat.game, ()):
                found[seat.game, id].append((times, tally.total))
    return {
        (game, id): {
            "hands": len(each), "times": sum(times for times, _ in each), "share": len(each) / hands[game],
            "mean": mean([total for _, total in each]),
        }
        for (game, id), each in found.items()
    }  # fmt: skip
