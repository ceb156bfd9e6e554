"""The slow judge of Hong Kong mahjong (香港麻雀, 清章), written from the clauses of `hk-mahjong.md` alone.

The reference that the fast engine is compared with: brute force where that is clearer, and nothing clever.
It does not read files, does not judge score-only rounds or unknown tiles (`?`), and imports nothing of the
project. Fan and money are in `hk_mahjong_score.py`, beside this file.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from itertools import product
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from hk_mahjong_score import (
    DRAGONS,
    FLOWERS,
    HONOURS,
    NUMBERS,
    ORDER,
    ORPHANS,
    TILES,
    WINDS,
    Bad,
    Meld,
    Situation,
    best_scores,
    discard_points,
    false_win_points,
    flower_scores,
    full_rules,
    in_order,
    liable_seat,
    self_draw_points,
)

__all__ = ["Bad", "Round", "deal", "judge", "next_setup", "pick"]

SEATS = range(4)
MOVES = {"draw", "discard", "flower", "chow", "pung", "kong", "win", "foul", "pass"}


def whole_set(rules: dict) -> Counter:
    """hk.tiles: 136 tiles, or 144 with flowers."""
    tiles = Counter(dict.fromkeys(NUMBERS + HONOURS, 4))
    if rules["flowers"]:
        tiles.update(FLOWERS)
    return tiles


def canonical(move: dict) -> str:
    """A move as text that is the same for the same move: no at, note, x; the tiles of `with` in order."""
    plain = {key: value for key, value in move.items() if key not in ("at", "note", "x")}
    given = plain.get("with")
    if isinstance(given, list) and all(isinstance(tile, str) and tile in ORDER for tile in given):
        plain["with"] = list(in_order(given))
    return json.dumps(plain, sort_keys=True)


class Round:
    """One round in progress. Lines and moves are plain dicts as in the JSON log."""

    # `phase` is what is waited for:
    #   "flowers"  the dealt flowers of `turn` are being set aside (hk.flowers)
    #   "act"      `turn` holds its draw: win, kong, flower or discard
    #   "throw"    `turn` has chowed or punged and must discard
    #   "replace"  `turn` must draw from the back, after the flower or kong in `waiting`
    #   "table"    the tile thrown by `turn` lies on the table
    #   "over"     a false win ended the round
    # `waiting` is "flower" or the kind of kong that asks for a replacement; `tile` is the flower, kong tile
    # or discard in question, or the tile drawn last in "act".

    def __init__(self, rules: dict, players: list, line: dict):
        """`line` is a `round` line; Bad for an impossible set-up."""
        self.rules = full_rules(rules)
        if not isinstance(players, list) or len(players) != 4 or None in players:
            raise Bad("hk.deal", "Hong Kong mahjong has four players")
        check_setup(self.rules, line)
        self.dealer, self.wind = line["dealer"], line["wind"]
        self.hands = [list(hand) for hand in line["hands"]]
        self.stock = list(line["stock"]) if "stock" in line else None
        self.unseen = whole_set(self.rules)
        for hand in self.hands:
            self.unseen.subtract(hand)
        self.unseen += Counter()  # drops the kinds of which no copy is left
        self.melds: list[list[Meld]] = [[] for _ in SEATS]
        self.flowers: list[list[str]] = [[] for _ in SEATS]
        self.dead: set[int] = set()  # hk.dead-hand
        self.locks: list[set[str]] = [set() for _ in SEATS]  # hk.same-turn: the tiles it may not win on
        self.has_drawn = [seat == self.dealer for seat in SEATS]  # more than dealt flowers' replacements
        self.discards = 0
        self.moves = 0
        self.kongs_in_row = 0
        self.dealing = True
        self.waiting = ""
        self.tile = ""
        self.passed: set[int] = set()
        self.winners: list[tuple[int, Situation | None, list]] = []
        self.culprit: int | None = None
        self.phase, self.turn = "act", self.dealer
        self._seek_dealt_flowers()

    # ------------------------------------------------------------ what is legal

    def wall(self) -> int:
        """The number of tiles left in the wall."""
        return sum(self.unseen.values())

    def legal(self) -> list[dict]:
        """Every legal move now, as canonical dicts, each once."""
        if self.phase == "over":
            return []
        wins = self._wins()
        moves = wins + self._passes(wins)
        if self.winners:
            return moves
        moves += self._actions()
        return moves + self._fouls({move["seat"] for move in wins})

    def play(self, move: dict) -> None:
        """Makes a move, which must be one of legal(); Bad if it is not."""
        wanted = canonical(move)
        found = [one for one in self.legal() if canonical(one) == wanted]
        if not found:
            raise Bad(self._clause_against(move), f"{wanted} is not legal")
        assert len(found) == 1
        self.moves += 1
        getattr(self, "_play_" + found[0]["type"])(**found[0])

    def _may_claim(self, seat: int) -> bool:
        """Whether this seat can want the tile on the table or in the kong at all."""
        return seat not in self.dead and seat not in self.passed and seat != self.turn

    def _wins(self) -> list[dict]:
        """hk.win, hk.win-tile: every win that may be recorded now."""
        if self._table_is_open():
            return [_move("win", seat, tile=self.tile) for seat in self._able_to_win()]
        if self.turn in self.dead or self.winners:
            return []
        if self.phase == "replace" and self._is_flower_win():
            return [_move("win", self.turn, tile=self.tile)]
        if self.phase != "act" or set(self.hands[self.turn]) & set(FLOWERS):
            return []
        tiles = dict.fromkeys(in_order(self.hands[self.turn])) if self._is_heavenly() else [self.tile]
        return [_move("win", self.turn, tile=tile) for tile in tiles if self._self_draw_scores(tile)]

    def _table_is_open(self) -> bool:
        """Whether others may win on a tile of `turn`: a discard, or an added or concealed kong (hk.rob)."""
        return self.phase == "table" or (self.phase == "replace" and self.waiting in ("added", "concealed"))

    def _able_to_win(self) -> list[int]:
        """hk.priority, hk.same-turn: who may win on the open tile now."""
        if self.winners and self.rules["multi_win"] != "all":
            return []
        seats = [(self.turn + step) % 4 for step in (1, 2, 3)]
        if self.winners:  # in turn order only
            seats = seats[seats.index(self.winners[-1][0]) + 1:]
        return [
            seat for seat in seats
            if self._may_claim(seat) and self.tile not in self.locks[seat] and self._claim_scores(seat)
        ]

    def _passes(self, wins: list[dict]) -> list[dict]:
        """A pass: by a seat that could claim; after a win only by one that could still win."""
        if not self._table_is_open():
            return []
        able = {move["seat"] for move in wins}
        if not self.winners and self.phase == "table":
            able |= {move["seat"] for move in self._claims()}
        return [_move("pass", seat) for seat in sorted(able)]

    def _actions(self) -> list[dict]:
        """The moves other than wins, passes and fouls."""
        if self.phase == "table":
            next_seat = (self.turn + 1) % 4
            return self._claims() + (self._draws(next_seat, back=False) if self.wall() else [])
        if self.phase == "replace":
            return self._draws(self.turn, back=True) if self.wall() else []
        hand = self.hands[self.turn]
        flowers = [tile for tile in in_order(set(hand)) if tile in FLOWERS]
        if self.phase == "flowers" or flowers:  # hk.flowers: set aside at once
            return [_move("flower", self.turn, tile=tile) for tile in flowers]
        discards = [_move("discard", self.turn, tile=tile) for tile in in_order(set(hand))]
        return discards + (self._own_kongs() if self.phase == "act" else [])

    def _draws(self, seat: int, back: bool) -> list[dict]:
        """hk.turn, hk.flowers, hk.wall: the draws that the wall allows."""
        if self.stock is None:
            tiles = list(in_order(self.unseen))
        else:
            tiles = [self.stock[-1] if back else self.stock[0]]
        where = {"from": "back"} if back else {}
        return [_move("draw", seat, tile=tile, **where) for tile in tiles]

    def _own_kongs(self) -> list[dict]:
        """hk.kong: concealed and added kongs, after a draw, with a tile in the wall."""
        hand, seat = self.hands[self.turn], self.turn
        if not self.wall() or seat in self.dead:
            return []
        pungs = {meld.tiles[0] for meld in self.melds[seat] if meld.kind == "pung"}
        kongs = []
        for tile in in_order(set(hand)):
            if hand.count(tile) == 4:
                kongs.append(_move("kong", seat, tile=tile, kind="concealed"))
            if tile in pungs:
                kongs.append(_move("kong", seat, tile=tile, kind="added"))
        return kongs

    def _claims(self) -> list[dict]:
        """hk.chow, hk.pung, hk.kong: what may be laid down with the discard; hk.wall: not with the last."""
        claims = []
        if not self.wall():
            return claims
        for seat in SEATS:
            if not self._may_claim(seat):
                continue
            held = self.hands[seat].count(self.tile)
            if held >= 2:
                claims.append(_move("pung", seat, tile=self.tile))
            if held == 3:
                claims.append(_move("kong", seat, tile=self.tile, kind="exposed"))
            if seat == (self.turn + 1) % 4:
                claims += [
                    _move("chow", seat, tile=self.tile, **{"with": pair})
                    for pair in chow_pairs(self.tile) if set(pair) <= set(self.hands[seat])
                ]
        return claims

    def _fouls(self, able_to_win: set[int]) -> list[dict]:
        """hk.false-win, hk.dead-hand: by any seat that could not legally win right now, before any win."""
        fouls = []
        for seat in SEATS:
            if seat not in able_to_win:
                fouls.append(_move("foul", seat, kind="false-win"))
                if seat not in self.dead:  # a dead hand only draws, sets flowers aside and discards
                    fouls.append(_move("foul", seat, kind="wrong-count"))
        return fouls

    # ------------------------------------------------------------ what a hand is worth

    def _situation(self, seat: int, closed: list, tile: str, how: str, opening: str = "") -> Situation:
        own = how == "self-draw"
        return Situation(
            closed=in_order(closed), melds=tuple(self.melds[seat]), tile=tile, how=how,
            seat_wind=WINDS[(seat - self.dealer) % 4], round_wind=self.wind,
            flowers=tuple(self.flowers[seat]), wall_empty=self.wall() == 0,
            kongs_in_row=self.kongs_in_row if own else 0, opening=opening,
        )

    def _is_heavenly(self) -> bool:
        """天糊: the dealer's first turn, before any kong."""
        return self.phase == "act" and self.discards == 0 and not any(self.melds)

    def _is_flower_win(self) -> bool:
        """花糊, 大花糊: the seventh or eighth flower has just been set aside."""
        return self.waiting == "flower" and len(self.flowers[self.turn]) >= 7

    def _own_situation(self, tile: str) -> Situation:
        opening = "heavenly" if self._is_heavenly() else ""
        return self._situation(self.turn, self.hands[self.turn], tile, "self-draw", opening)

    def _self_draw_scores(self, tile: str) -> list:
        return best_scores(self._own_situation(tile), self.rules)

    def _claim_situation(self, seat: int) -> Situation:
        """The hand of `seat` with the open tile, as thrown or put to a kong by another."""
        opening, how = "", "discard" if self.phase == "table" else "rob"
        if how == "discard" and self.discards == 1 and seat != self.dealer and not any(self.melds):
            opening = "earthly"
        elif how == "discard" and self.discards > 1 and not self.has_drawn[seat] and not any(self.melds):
            opening = "human"
        return self._situation(seat, self.hands[seat] + [self.tile], self.tile, how, opening)

    def _claim_scores(self, seat: int) -> list:
        """The scores with the open tile; empty when shape or minimum is missing. Locks are not looked at."""
        situation = self._claim_situation(seat)
        if self.phase == "replace" and self.waiting == "concealed" and set(situation.closed) != ORPHANS:
            return []  # hk.rob: a concealed kong by 十三么 only
        return best_scores(situation, self.rules)

    # ------------------------------------------------------------ what a move does

    def _seek_dealt_flowers(self) -> None:
        """hk.flowers: the first seat from the dealer that holds a flower; then the dealer's first turn."""
        holders = [seat for seat in _from(self.dealer) if set(self.hands[seat]) & set(FLOWERS)]
        if holders:
            self.phase, self.turn = "flowers", holders[0]
        else:
            self.phase, self.turn, self.dealing = "act", self.dealer, False

    def _settle_missed_wins(self) -> None:
        """hk.same-turn: the open tile goes, nobody won: who could have is locked, whatever else he does."""
        for seat in SEATS:
            if seat != self.turn and self._table_is_open() and self._claim_scores(seat):
                self._lock(seat)

    def _lock(self, seat: int) -> None:
        if seat in self.dead or self.rules["same_turn"] == "off":
            return
        self.locks[seat] |= {self.tile} if self.rules["same_turn"] == "same-tile" else set(TILES)

    def _play_flower(self, seat: int, tile: str, **_) -> None:
        self.hands[seat].remove(tile)
        self.flowers[seat].append(tile)
        self.kongs_in_row = 0
        self.phase, self.waiting, self.tile = "replace", "flower", tile

    def _play_draw(self, seat: int, tile: str, **where) -> None:
        self._settle_missed_wins()
        self.locks[seat] = set()  # any own draw ends it
        self.unseen[tile] -= 1
        self.unseen += Counter()
        if self.stock is not None:
            self.stock.pop(-1 if where.get("from") == "back" else 0)
        self.hands[seat].append(tile)
        self.passed = set()
        self.turn, self.tile, self.waiting = seat, tile, ""
        if self.dealing:
            self._seek_dealt_flowers()
            return
        self.phase = "act"
        self.has_drawn[seat] = True
        if where.get("from") != "back":
            self.kongs_in_row = 0

    def _play_discard(self, seat: int, tile: str, **_) -> None:
        self.hands[seat].remove(tile)
        self.discards += 1
        self.kongs_in_row = 0
        self.phase, self.tile, self.waiting, self.passed = "table", tile, "", set()
        if self._claim_scores(seat):  # hk.same-turn: it throws a tile that it could win on, thrown by another
            self._lock(seat)

    def _play_pass(self, seat: int, **_) -> None:
        self.passed.add(seat)

    def _lay_claimed(self, seat: int, kind: str, from_hand: list) -> None:
        self._settle_missed_wins()
        for one in from_hand:
            self.hands[seat].remove(one)
        tiles = in_order([self.tile, *from_hand])
        self.melds[seat].append(Meld(kind, tiles, self.turn, self.moves, self.moves))
        self.turn, self.passed = seat, set()

    def _play_chow(self, seat: int, **rest) -> None:
        self._lay_claimed(seat, "chow", rest["with"])
        self.phase = "throw"

    def _play_pung(self, seat: int, tile: str, **_) -> None:
        self._lay_claimed(seat, "pung", [tile] * 2)
        self.phase = "throw"

    def _play_kong(self, seat: int, tile: str, kind: str, **_) -> None:
        if kind == "exposed":
            self._lay_claimed(seat, kind, [tile] * 3)
        elif kind == "concealed":
            self.hands[seat] = [one for one in self.hands[seat] if one != tile]
            self.melds[seat].append(Meld(kind, (tile,) * 4, None, self.moves, self.moves))
        else:
            self.hands[seat].remove(tile)
            pung = next(meld for meld in self.melds[seat] if meld.kind == "pung" and meld.tiles[0] == tile)
            # hk.bao: it keeps its pung's feeder and place
            kong = Meld(kind, (tile,) * 4, pung.feeder, pung.laid, self.moves)
            self.melds[seat][self.melds[seat].index(pung)] = kong
        self.kongs_in_row += 1
        self.phase, self.waiting, self.tile, self.passed = "replace", kind, tile, set()

    def _play_win(self, seat: int, tile: str, **_) -> None:
        if self._table_is_open():
            self.winners.append((seat, self._claim_situation(seat), self._claim_scores(seat)))
        elif self.phase == "replace":
            self.winners.append((seat, None, flower_scores(len(self.flowers[seat]), self.rules)))
        else:
            self.winners.append((seat, self._own_situation(tile), self._self_draw_scores(tile)))

    def _play_foul(self, seat: int, kind: str, **_) -> None:
        if kind == "false-win":
            self.culprit, self.phase = seat, "over"
        else:
            self.dead.add(seat)
            self.locks[seat] = set()

    # ------------------------------------------------------------ the end

    def outcome(self) -> dict | None:
        """The result, if the record may stop here, else None."""
        if self.culprit is not None:
            return _no_winner("foul", false_win_points(self.culprit, self.rules))
        if self.winners:
            return self._win_outcome()
        if self._is_exhausted():
            return _no_winner("draw", [0] * 4)
        return None

    def _is_exhausted(self) -> bool:
        """hk.wall, hk.flowers: the wall is empty, and the last discard lies or the last tile was a flower."""
        return self.wall() == 0 and self.phase in ("table", "replace")

    def _win_outcome(self) -> dict:
        points = [0] * 4
        for seat, situation, scores in self.winners:  # hk.priority: each win is settled alone
            for other, change in enumerate(self._points_of(seat, situation, scores[0])):
                points[other] += change
        score_lists = []
        for chosen in product(*(scores for _, _, scores in self.winners)):
            by_seat = {winner[0]: score for winner, score in zip(self.winners, chosen, strict=True)}
            score_lists.append([_score_dict(by_seat[seat]) if seat in by_seat else None for seat in SEATS])
        return {
            "outcome": "win", "winners": sorted(seat for seat, _, _ in self.winners), "points": points,
            "scores": score_lists[0], "alternatives": score_lists[1:],
        }

    def _points_of(self, seat: int, situation: Situation | None, score) -> list:
        if situation is None:  # 花糊: as self-draw, no 包
            return self_draw_points(seat, score, None)
        if situation.how == "self-draw":
            return self_draw_points(seat, score, liable_seat(situation, self.rules))
        return discard_points(seat, self.turn, score, situation.melds, self.rules)

    # ------------------------------------------------------------ naming a fault

    def _clause_against(self, move: dict) -> str:
        """The likeliest clause that an illegal move breaks. A hint: only legal() decides."""
        verb, seat, tile = move.get("type"), move.get("seat"), move.get("tile")
        outcome = self.outcome()
        if outcome and outcome["outcome"] != "draw" and verb not in ("win", "pass"):
            return "rec.over"
        if not isinstance(verb, str) or verb not in MOVES or not _is_seat(seat):
            return "rec.field"
        if "tile" in move and not (isinstance(tile, str) and tile in ORDER):
            return "rec.field"
        if verb == "pass":
            return "rec.pass"
        if seat in self.passed and verb in ("win", "chow", "pung", "kong"):
            return "rec.pass"
        if seat in self.dead and verb in ("win", "chow", "pung", "kong"):
            return "hk.dead-hand"
        if self.dealing or (self.phase == "act" and set(self.hands[self.turn]) & set(FLOWERS)):
            return "hk.flowers"
        if verb in ("discard", "flower") and seat == self.turn and tile not in self.hands[seat]:
            return "rec.not-in-hand"
        if verb == "win" and self._table_is_open() and seat != self.turn and tile in self.locks[seat]:
            return "hk.same-turn"
        if self._is_exhausted() or self.phase == "replace":
            return "hk.wall" if verb != "win" else "hk.win"
        if verb == "foul":
            return "hk.false-win"
        return f"hk.{verb}" if verb in ("chow", "pung", "kong", "win") else "hk.turn"


def _move(verb: str, seat: int, **fields) -> dict:
    return {"type": verb, "seat": seat, **fields}


def _from(seat: int) -> list[int]:
    return [(seat + step) % 4 for step in SEATS]


def _is_seat(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 4


def _no_winner(outcome: str, points: list) -> dict:
    return {"outcome": outcome, "winners": [], "points": points, "scores": [None] * 4, "alternatives": []}


def _score_dict(score) -> dict:
    return {"total": score.total, "items": [list(item) for item in score.items]}


def chow_pairs(tile: str) -> list[list[str]]:
    """hk.chow: the pairs of number tiles that make a run with this one."""
    if tile not in NUMBERS:
        return []
    number, suit = int(tile[0]), tile[1]
    steps = [(a, b) for a, b in ((-2, -1), (-1, 1), (1, 2)) if number + a >= 1 and number + b <= 9]
    return [[f"{number + a}{suit}", f"{number + b}{suit}"] for a, b in steps]


# ------------------------------------------------------------ set-up

def check_setup(rules: dict, line: dict) -> None:
    """hk.tiles, hk.deal and the fields of a `round` line: Bad for a set-up that cannot be."""
    for field in ("dealer", "hands", "wind"):
        if field not in line:
            raise Bad("rec.field", f"the round has no {field}")
    unknown = set(line) - {"type", "dealer", "hands", "stock", "wind", "dice", "note", "x"}
    if unknown:
        raise Bad("rec.field", f"this game has no {min(unknown)}")
    dealer, hands, dice = line["dealer"], line["hands"], line.get("dice", [1])
    if not _is_seat(dealer):
        raise Bad("hk.deal", "the dealer is no seat")
    if line["wind"] not in WINDS:
        raise Bad("hk.wind", "the wind is none of E, S, W, N")
    if not isinstance(dice, list) or any(isinstance(die, bool) or die not in range(1, 7) for die in dice):
        raise Bad("rec.field", "dice show 1 to 6")
    if not isinstance(hands, list) or len(hands) != 4 or not all(isinstance(hand, list) for hand in hands):
        raise Bad("hk.deal", "four hands are dealt")
    if [len(hand) for hand in hands] != [14 if seat == dealer else 13 for seat in SEATS]:
        raise Bad("hk.deal", "the dealer gets 14 tiles, the others 13")
    tiles = [tile for hand in hands for tile in hand]
    if "stock" in line:
        if not isinstance(line["stock"], list):
            raise Bad("rec.field", "the stock is a list of tiles")
        tiles += line["stock"]
    if any(not isinstance(tile, str) for tile in tiles):
        raise Bad("rec.field", "a tile is a text")
    if "?" in tiles:
        raise Bad("rec.unknown", "unknown tiles are not judged here")
    counted, full = Counter(tiles), whole_set(rules)
    if any(counted[tile] > full[tile] for tile in counted) or ("stock" in line and counted != full):
        raise Bad("hk.tiles", "the tiles are not those of the game")


def next_setup(rules: dict, line: dict, outcome: dict, first_dealer: int) -> tuple | None:
    """hk.dealer-next, hk.exhausted, hk.false-win, hk.wind: (dealer, wind) of the next round.

    None when the match is over.
    """
    rules, dealer, wind = full_rules(rules), line["dealer"], line["wind"]
    if outcome["outcome"] == "win":
        keeps = dealer in outcome["winners"]
    elif outcome["outcome"] == "draw":
        keeps = rules["draw_dealer"] == "keeps"
    else:  # a false win: the culprit is who pays
        keeps = rules["false_win_dealer"] == "replay" or outcome["points"][dealer] > 0
    if keeps:
        return dealer, wind
    dealer = (dealer + 1) % 4
    if dealer == first_dealer:
        if wind == WINDS[-1]:
            return None
        wind = WINDS[WINDS.index(wind) + 1]
    return dealer, wind


# ------------------------------------------------------------ a whole match

def judge(lines: list[dict]) -> list[dict]:
    """All violations of one match, in order."""
    match, rest = lines[0], lines[1:]
    try:
        full_rules(match.get("rules"))
    except Bad as bad:
        return [_fault(None, None, bad.clause)]
    found, memory = [], _Memory()
    if rest and rest[0].get("type") not in ("round", "end"):
        found.append(_fault(None, None, "rec.line"))  # something before the first round
    for number, part in enumerate(_rounds(rest), start=1):
        _judge_round(match, number, part, memory, found)
    for end in [line for line in rest if line.get("type") == "end"]:
        if set(end) - {"type", "totals", "note", "x"}:
            found.append(_fault(None, None, "rec.field"))
        elif memory.totals is not None and end.get("totals") != memory.totals:
            found.append(_fault(None, None, "rec.totals"))
    return found


class _Memory:
    """What the judge carries from round to round."""

    def __init__(self):
        self.totals = [0] * 4  # None: unknown after a fault
        self.before = None  # the round before as (line, outcome); None: nothing follows from it
        self.first_dealer = None  # None: no first round yet, or it does not say
        self.started = False


def _fault(number: int | None, move: int | None, clause: str) -> dict:
    return {"round": number, "move": move, "clause": clause}


def _rounds(lines: list[dict]) -> list[list[dict]]:
    """The lines of each round, `end` left out."""
    parts = []
    for line in lines:
        if line.get("type") == "round":
            parts.append([line])
        elif line.get("type") != "end" and parts:
            parts[-1].append(line)
    return parts


def _judge_round(match: dict, number: int, part: list[dict], memory: _Memory, found: list) -> None:
    """Judges one round, and remembers what the next one and the totals need."""
    setup = part[0]
    before, memory.before = memory.before, None
    totals, memory.totals = memory.totals, None
    first, memory.started = not memory.started, True
    if first and _is_seat(setup.get("dealer")):
        memory.first_dealer = setup["dealer"]
    if "hands" in setup and setup["hands"] is None:  # score-only: not judged here
        return
    try:
        game = Round(match["rules"], match.get("players"), setup)
    except Bad as bad:
        found.append(_fault(number, 0, bad.clause))
        return
    clause = _clause_against_setup(match["rules"], setup, first, before, memory.first_dealer)
    if clause:
        found.append(_fault(number, 0, clause))
    if _judge_lines(game, number, part[1:], found):
        outcome = game.outcome()
        memory.before = (setup, outcome)
        if totals is not None:
            memory.totals = [a + b for a, b in zip(totals, outcome["points"], strict=True)]


def _judge_lines(game: Round, number: int, lines: list[dict], found: list) -> bool:
    """Plays the moves and compares the result; False when the round did not come to its end."""
    moves, has_result = 0, False
    for line in lines:
        if line.get("type") == "result" and not has_result:
            has_result = True
            if game.outcome() is None:
                break
            found += [_fault(number, None, clause) for clause in _wrong_claims(line, game.outcome())]
            continue
        moves += 1
        try:
            if has_result:
                raise Bad("rec.over", "nothing follows the result of a round")
            game.play(line)
        except Bad as bad:
            found.append(_fault(number, moves, bad.clause))
            return False
    if game.outcome() is None:
        found.append(_fault(number, moves + 1, "rec.unfinished"))
        return False
    return True


def _clause_against_setup(
    rules: dict, setup: dict, first: bool, before: tuple | None, first_dealer: int | None
) -> str | None:
    """hk.wind and `rec.next`: does this set-up follow from the round before?"""
    if first:
        return None if setup["wind"] == "E" else "hk.wind"
    if before is None:
        return None
    first_dealers = SEATS if first_dealer is None else [first_dealer]
    follows = {next_setup(rules, *before, dealer) for dealer in first_dealers}
    if follows == {None}:
        return "hk.wind"
    return None if (setup["dealer"], setup["wind"]) in follows else "rec.next"


def _wrong_claims(result: dict, outcome: dict) -> list[str]:
    """What a `result` states that is not so."""
    if set(result) - {"type", "outcome", "winners", "points", "scores", "note", "x"}:
        return ["rec.field"]
    winners = result.get("winners")
    in_any_order = sorted(winners, key=str) if isinstance(winners, list) else winners
    if result.get("outcome") != outcome["outcome"] or in_any_order != outcome["winners"]:
        return ["rec.result"]
    clauses = []
    if result.get("points") != outcome["points"]:
        clauses.append("rec.points")
    if "scores" in result:
        right = [_comparable(scores) for scores in (outcome["scores"], *outcome["alternatives"])]
        if _comparable(result["scores"]) not in right:
            clauses.append("rec.scores")
    return clauses


def _comparable(scores) -> str:
    """Scores as text, their items in any order."""
    plain = []
    for one in scores if isinstance(scores, list) else ["no list"]:
        if isinstance(one, dict) and isinstance(one.get("items"), list):
            one = {**one, "items": sorted(json.dumps(item) for item in one["items"])}
        plain.append(one)
    return json.dumps(plain, sort_keys=True)


# ------------------------------------------------------------ random rounds

THEMES = {  # what a lucky seat gets more of; "pairs" and "ready" are made by hand
    "m": NUMBERS[:9], "p": NUMBERS[9:18], "s": NUMBERS[18:], "honours": HONOURS + NUMBERS[:9],
    "dragons": DRAGONS, "winds": WINDS, "orphans": tuple(sorted(ORPHANS)), "flowers": FLOWERS,
    "green": ("2s", "3s", "4s", "6s", "8s", "F"), "low": NUMBERS[:3] + NUMBERS[9:12],
    "ends": tuple(tile for tile in NUMBERS if tile[0] in "19"), "pairs": (), "ready": (),
}


def deal(rng: random.Random, rules: dict, players: list, previous: tuple | None, luck: float = 0.0,
         stock: bool = True) -> dict:
    """A random legal `round` line; ValueError when the match is over.

    `previous` is None or (previous round line, its outcome dict, the dealer of the match's first round).
    `luck` is the chance that a seat is dealt (and will draw) tiles that go together, so that wins come about.
    """
    house = full_rules(rules)
    follows = (rng.randrange(4), "E") if previous is None else next_setup(rules, *previous)
    if follows is None:
        raise ValueError("the match is over")
    dealer, wind = follows
    wall = list(in_order(whole_set(house).elements()))
    rng.shuffle(wall)
    themes = [rng.choice(sorted(THEMES)) if rng.random() < luck else "" for _ in SEATS]
    hands = [[] for _ in SEATS]
    for seat in SEATS:
        if themes[seat] == "ready":
            hands[seat] = _take_ready(rng, wall)
    for seat in SEATS:
        while len(hands[seat]) < (14 if seat == dealer else 13):
            hands[seat].append(_take(rng, wall, hands[seat], themes[seat], 0.9))
    line = {"type": "round", "dealer": dealer, "hands": hands, "wind": wind}
    if stock:  # the seats draw in turn, as long as nobody claims
        turns = [(dealer + 1 + place) % 4 for place in range(len(wall))]
        line["stock"] = [_take(rng, wall, hands[seat], themes[seat], 0.4) for seat in turns]
    return line


def _take(rng: random.Random, wall: list, hand: list, theme: str, chance: float) -> str:
    """Takes one tile from the wall, with this chance one that fits the theme."""
    wanted = set(hand) if theme == "pairs" and len(hand) > 4 else set(THEMES.get(theme, ()))
    if theme == "orphans":
        wanted -= set(hand)
    fits = [tile for tile in wall if tile in wanted]
    tile = rng.choice(fits if fits and rng.random() < chance else wall)
    wall.remove(tile)
    return tile


def _take_ready(rng: random.Random, wall: list) -> list:
    """Takes thirteen tiles from the wall that lack one tile to a win, if it finds them."""
    suits = rng.choice(["mps", "mps", "m", "p", "s"])
    hand = []
    for _ in range(40):
        tile = rng.choice([one for one in wall if one not in FLOWERS and (one in HONOURS or one[1] in suits)])
        group = [tile] * 2 if len(hand) == 12 else [tile] * 3
        if len(group) == 3 and chow_pairs(tile) and rng.random() < 0.6:
            group = [tile, *rng.choice(chow_pairs(tile))]
        if all(wall.count(one) >= group.count(one) for one in group):
            hand += group
            for one in group:
                wall.remove(one)
        if len(hand) == 14:
            break
    while len(hand) > 13:
        wall.append(hand.pop(rng.randrange(len(hand))))
    return hand


WEIGHTS = {
    "win": 60, "flower": 10, "draw": 10, "kong": 20, "pung": 6, "chow": 1.5, "pass": 2, "discard": 10,
    "foul": 0.003,
}


def pick(rng: random.Random, game: Round, claims: float = 1.0) -> dict:
    """A random legal move that plays towards wins; `claims` weighs chows and pungs."""
    by_verb = {}
    for move in game.legal():
        by_verb.setdefault(move["type"], []).append(move)
    verbs = sorted(by_verb)
    weights = [WEIGHTS[verb] * (claims if verb in ("chow", "pung") else 1) for verb in verbs]
    moves = by_verb[rng.choices(verbs, weights)[0]]
    if moves[0]["type"] != "discard":
        return rng.choice(moves)
    hand, melds = game.hands[moves[0]["seat"]], game.melds[moves[0]["seat"]]
    return min(moves, key=lambda move: (_use(hand, melds, move["tile"]), rng.random()))


def _use(hand: list, melds: list, tile: str) -> float:
    """How well a held tile fits the rest of its hand (rough)."""
    kept = hand + [one for meld in melds for one in meld.tiles]
    suits = Counter(one[1] for one in kept if one in NUMBERS)
    if len(set(kept) & ORPHANS) >= 10 and not melds:
        return (tile in ORPHANS) * (5 - hand.count(tile))
    use = 3.0 * (hand.count(tile) - 1)
    if tile in HONOURS:
        return use + 1.5
    near = [int(one[0]) - int(tile[0]) for one in set(hand) if one in NUMBERS and one[1] == tile[1]]
    use += sum(1.0 for step in near if abs(step) == 1) + sum(0.5 for step in near if abs(step) == 2)
    return use + 0.8 * suits[tile[1]]
