"""A slow, plain judge for 安乡偎麻雀 (anxiang-weimaque), written from the clauses of its rules page alone.

It is the reference that the fast engine is compared with: brute force, no state beyond the facts of the
round, the clause id beside the code that enforces it. Standard library only; readings and scores are in
`anxiang_weimaque_score.py`.

`Round` plays one round, `judge` lists the violations of one match, `deal` makes a random set-up,
`rich_deal` one in which a hand is close to a (mostly dear) win.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from anxiang_weimaque_score import (
    INDEX,
    REDS,
    SET,
    TILES,
    best,
    by_table,
    is_run,
    number_of,
    readings,
    size_of,
    without,
)

STOCK_SIZE = 22  # ax.deal
HAND_SIZES = (20, 19, 19)  # ax.deal: dealer, 下家, 上家


class Bad(Exception):
    """An impossible set-up or an illegal move: `clause` names the rule, the text says why."""

    def __init__(self, clause: str, why: str):
        super().__init__(why)
        self.clause = clause


# ---------------------------------------------------------------------------------------- the set-up


def full_rules(rules) -> dict:
    """The rules with every option spelt out; Bad where an option or its value is unknown."""
    full = {"edition": 1, "min_xi": 10, "single_wait": "pair", "hand_in_hand": 0, "counter_share": 0}
    if not isinstance(rules, dict) or "edition" not in rules or not set(rules) <= set(full):
        raise Bad("rec.rules", "unknown option, or no edition")
    full.update(rules)
    numbers = [full[name] for name in ("edition", "min_xi", "hand_in_hand", "counter_share")]
    if any(type(number) is not int for number in numbers):
        raise Bad("rec.rules", "an option's value is no whole number")
    if full["edition"] != 1 or full["hand_in_hand"] != 0 or full["counter_share"] != 0:
        raise Bad("rec.rules", "not a value of edition 1")
    if full["min_xi"] < 0 or full["single_wait"] not in ("pair", "last-tile"):
        raise Bad("rec.rules", "impossible value of an option")
    return full


def playing_seats(dealer: int) -> list[int]:
    """ax.seats: dealer, 下家, 上家; the seat opposite the dealer sits out (守醒)."""
    return [dealer, (dealer + 1) % 4, (dealer + 3) % 4]


def check_setup(players, line: dict) -> None:
    """Raises Bad unless `line` is a possible `round` line (ax.seats, ax.deal, rec.field, rec.tiles)."""
    if not set(line) <= {"type", "dealer", "hands", "stock", "note", "x"} or line.get("type") != "round":
        raise Bad("rec.field", "a field that this game's round line has not")
    if not isinstance(players, list) or len(players) != 4:
        raise Bad("ax.seats", "four seats")
    dealer, hands, stock = line.get("dealer"), line.get("hands"), line.get("stock")
    if type(dealer) is not int or not 0 <= dealer <= 3:
        raise Bad("rec.field", "no dealer")
    if not isinstance(hands, list) or len(hands) != 4:
        raise Bad("rec.field", "four hands, one of them null")
    if hands[(dealer + 2) % 4] is not None:
        raise Bad("ax.seats", "the seat opposite the dealer sits out")
    for seat, size in zip(playing_seats(dealer), HAND_SIZES, strict=True):
        if players[seat] is None:
            raise Bad("ax.seats", "an empty seat would have to play")
        if not isinstance(hands[seat], list) or len(hands[seat]) != size:
            raise Bad("ax.deal", "20 tiles for the dealer, 19 for the two others")
    if "stock" in line and (not isinstance(stock, list) or len(stock) != STOCK_SIZE):
        raise Bad("ax.deal", "22 tiles of stock")
    tiles = [tile for hand in hands if hand is not None for tile in hand] + (stock or [])
    if any(not isinstance(tile, str) or tile not in INDEX for tile in tiles):
        raise Bad("rec.tiles", "a tile that is not of this game")
    if any(count > 4 for count in Counter(tiles).values()):
        raise Bad("rec.tiles", "five of a kind")  # with a stock there are 80, so the set is exact


# ---------------------------------------------------------------------------------------- one round


def canonical(move: dict) -> dict:
    """The move without `at`, `note`, `x`, and `with` in the order of the tile table."""
    plain = {key: value for key, value in move.items() if key not in ("at", "note", "x")}
    pair = plain.get("with")
    if isinstance(pair, list) and all(isinstance(tile, str) and tile in INDEX for tile in pair):
        plain["with"] = by_table(pair)
    return plain


class Round:
    """One round in progress. Lines and moves are plain dicts as in the JSON log."""

    def __init__(self, rules: dict, players: list, line: dict):
        """`line` is a `round` line; raises Bad for an impossible set-up."""
        self.rules = full_rules(rules)
        check_setup(players, line)
        self.dealer = line["dealer"]
        self.order = playing_seats(self.dealer)
        self.hands = [by_table(hand) if hand is not None else [] for hand in line["hands"]]
        self.stock = list(line["stock"]) if "stock" in line else None
        self.unseen = SET - Counter(tile for hand in self.hands for tile in hand)  # not drawn yet
        self.drawn = 0
        self.melds = [[], [], [], []]  # ("pung" | "wei" | "chow", three tiles)
        self.chowed = [set(), set(), set(), set()]  # kinds eaten: the claimed tiles
        self.thrown = [set(), set(), set(), set()]  # kinds discarded from hand
        self.missed_pung = [set(), set(), set(), set()]  # ax.missed: 过张, two sets
        self.missed_chow = [set(), set(), set(), set()]
        self.stuck = set()  # seats with a tile too many: they had no legal discard
        self.active = self.dealer  # ax.start: who discards, or whose tile lies on the table
        self.table = None  # the tile on the table; None: `active` is to discard
        self.source = None  # "draw" | "discard" of the tile on the table
        self.wei_tile = None  # the tile just made a 煨, with which `active` may still win
        self.passed = set()  # seats that passed this tile
        self.winner = None  # (seat, total, item lists)

    # -- small questions

    def wall(self) -> int:
        """The number of tiles left in the stock."""
        return STOCK_SIZE - self.drawn

    def after(self, seat: int) -> int:
        """The next playing seat (the 下家 among the three)."""
        return self.order[(self.order.index(seat) + 1) % 3]

    def punged(self, seat: int) -> set:
        """The kinds the seat has punged."""
        return {tiles[0] for name, tiles in self.melds[seat] if name == "pung"}

    def discardable(self, seat: int, hand, newly_taken: set) -> list[str]:
        """ax.discard: the kinds of `hand` the seat may throw, if it has also taken `newly_taken`."""
        barred = self.chowed[seat] | self.punged(seat) | newly_taken
        return [tile for tile in TILES if 1 <= hand.count(tile) <= 2 and tile not in barred]

    # -- the claims of the tile on the table

    def must_wei(self) -> bool:
        """ax.wei: own draw with two or three alike in hand."""
        return self.source == "draw" and self.hands[self.active].count(self.table) >= 2

    def can_pung(self, seat: int) -> bool:
        """ax.pung: two (or three) alike in hand and another's draw or discard."""
        tile, hand = self.table, self.hands[seat]
        if seat == self.active or hand.count(tile) < 2 or tile in self.missed_pung[seat]:
            return False
        if self.wall() == 0:  # ax.dead: on the last tile there is no 吃 or 碰
            return False
        return bool(self.discardable(seat, without(hand, (tile, tile)), {tile}))  # ax.no-discard-left

    def chows(self, seat: int) -> list[list[str]]:
        """ax.chow: the pairs from hand with which the seat may eat the tile on the table."""
        tile, hand = self.table, self.hands[seat]
        own = seat == self.active and self.source == "draw"
        if not own and seat != self.after(self.active):  # own draw, or a draw or discard of the 上家
            return []
        if hand.count(tile) >= 2 or tile in self.missed_chow[seat] or tile in self.thrown[seat]:
            return []
        if self.wall() == 0:  # ax.dead
            return []
        found = []
        for i, one in enumerate(TILES):
            for two in TILES[i + 1 :]:
                if one not in hand or two not in hand or tile in (one, two) or not is_run((tile, one, two)):
                    continue
                if self.discardable(seat, without(hand, (one, two)), {tile}):  # ax.no-discard-left
                    found.append([one, two])
        return found

    def win_value(self, seat: int) -> tuple[int, list[list]] | None:
        """ax.win: (total, item lists) of the seat's win now, or None."""
        if seat in self.stuck:  # ax.no-discard-left: he may still claim, but not win
            return None
        last = self.wall() == 0
        if self.wei_tile is not None:  # after his own 煨
            if seat != self.active:
                return None
            found = readings(self.hands[seat], self.melds[seat], self.wei_tile, True, True)
        elif self.table is not None and self.source == "draw" and not self.must_wei():  # ax.order
            own = seat == self.active
            found = readings(self.hands[seat], self.melds[seat], self.table, own, False)
        else:  # never on a discard, never on the deal
            return None
        return best(found, last, self.rules)

    def claims(self, seat: int) -> list[dict]:
        """The optional claims of the seat: win, pung, chow; none where a 煨 is compulsory."""
        if seat in self.passed:
            return []
        found = []
        tile = self.table if self.table is not None else self.wei_tile
        if self.win_value(seat) is not None:
            found.append({"type": "win", "seat": seat, "tile": tile})
        if self.table is None or self.must_wei():
            return found
        if self.can_pung(seat):
            found.append({"type": "pung", "seat": seat, "tile": tile})
        for pair in self.chows(seat):
            found.append({"type": "chow", "seat": seat, "tile": tile, "with": pair})
        return found

    # -- legal moves

    def draws(self) -> list[dict]:
        """ax.draw: the next playing seat turns up the front of the stock."""
        if self.wall() == 0:
            return []
        tiles = [tile for tile in TILES if self.unseen[tile]]
        if self.stock is not None:
            tiles = [self.stock[self.drawn]]
        return [{"type": "draw", "seat": self.after(self.active), "tile": tile} for tile in tiles]

    def legal(self) -> list[dict]:
        """Every legal move now, canonical and unique."""
        if self.winner is not None:
            return []
        if self.table is not None and self.must_wei():
            return [{"type": "wei", "seat": self.active, "tile": self.table}]  # 煨 before any win
        moves = []
        for seat in self.order:
            claims = self.claims(seat)
            moves += claims
            if claims and self.table is not None:  # rec.pass: only a seat that could claim, once; not after a 煨
                moves.append({"type": "pass", "seat": seat})
        if self.table is not None:
            return moves + self.draws()
        if self.wall() == 0:  # ax.dead: no discard follows the last tile's 煨
            return moves
        throws = self.discardable(self.active, self.hands[self.active], set())
        moves += [{"type": "discard", "seat": self.active, "tile": tile} for tile in throws]
        return moves if throws else moves + self.draws()  # ax.no-discard-left: the next seat draws

    # -- playing

    def play(self, move: dict) -> None:
        """Plays one of legal(); raises Bad for any other move."""
        plain = canonical(move)
        if type(plain.get("seat")) is not int or plain not in self.legal():
            raise Bad(*self.why_not(plain))
        seat, tile = plain["seat"], plain.get("tile")
        {
            "draw": self.play_draw,
            "discard": self.play_discard,
            "wei": self.play_wei,
            "pung": self.play_pung,
            "chow": self.play_chow,
            "win": self.play_win,
            "pass": self.play_pass,
        }[plain["type"]](seat, tile, plain.get("with"))

    def play_draw(self, seat: int, tile: str, _pair) -> None:
        """A draw: whatever could be claimed before it has been let go (ax.missed)."""
        if self.table is None:  # ax.no-discard-left: `active` keeps a tile too many
            self.stuck.add(self.active)
        else:
            for other in self.order:
                self.let_go(other, pung=True, chow=True)
        self.drawn += 1
        self.unseen[tile] -= 1
        self.lay(seat, tile, "draw")

    def play_discard(self, seat: int, tile: str, _pair) -> None:
        """A discard from hand."""
        self.hands[seat].remove(tile)
        self.thrown[seat].add(tile)
        self.lay(seat, tile, "discard")

    def play_wei(self, seat: int, tile: str, _pair) -> None:
        """煨: two from hand and the drawn tile; a third stays in hand."""
        self.take(seat, "wei", tile, (tile, tile))
        self.wei_tile = tile

    def play_pung(self, seat: int, tile: str, _pair) -> None:
        """碰; a 吃 of the same tile is lost to the higher claim, not missed (ax.missed)."""
        self.take(seat, "pung", tile, (tile, tile))

    def play_chow(self, seat: int, tile: str, pair) -> None:
        """吃: every 碰 was let go, and the drawer's 吃 if another eats (ax.missed)."""
        for other in self.order:
            if other != seat:
                drawer = self.source == "draw" and other == self.active
                self.let_go(other, pung=True, chow=drawer)
        self.take(seat, "chow", tile, pair)
        self.chowed[seat].add(tile)

    def play_pass(self, seat: int, _tile, _pair) -> None:
        """A recorded pass declines every optional claim of the tile."""
        if self.table is not None:
            self.let_go(seat, pung=True, chow=True)
        self.passed.add(seat)

    def play_win(self, seat: int, _tile, _pair) -> None:
        """和."""
        total, lists = self.win_value(seat)
        self.winner = (seat, total, lists)

    def let_go(self, seat: int, pung: bool, chow: bool) -> None:
        """ax.missed: marks what the seat could have claimed of the tile on the table (a win bars nothing)."""
        missed_pung = pung and self.can_pung(seat)
        missed_chow = chow and bool(self.chows(seat))
        if missed_pung:
            self.missed_pung[seat].add(self.table)
        if missed_chow:
            self.missed_chow[seat].add(self.table)

    def lay(self, seat: int, tile: str, source: str) -> None:
        """A tile comes to lie open on the table."""
        self.active, self.table, self.source = seat, tile, source
        self.wei_tile, self.passed = None, set()

    def take(self, seat: int, name: str, tile: str, from_hand) -> None:
        """The tile on the table and two from hand become a meld; the seat is to discard (ax.draw)."""
        self.hands[seat] = list(without(self.hands[seat], from_hand))
        self.melds[seat].append((name, tuple(by_table([tile, *from_hand]))))
        self.active, self.table, self.source = seat, None, None
        self.wei_tile, self.passed = None, set()

    def why_not(self, move: dict) -> tuple[str, str]:
        """A clause and a sentence for a move that is not legal (a hint; only the place matters)."""
        verb, legal = move.get("type"), self.legal()
        if not legal:
            return ("rec.over" if self.winner is not None else "ax.dead"), "the round is over"
        if legal[0]["type"] == "wei" and verb != "wei":
            return "ax.wei", "a drawn tile with two or three alike in hand must be 煨"
        if verb == "pass":
            return "rec.pass", "nobody could need this pass"
        if verb == "discard" and move.get("tile") not in self.hands[self.active]:
            return "rec.not-in-hand", "the tile is not held"
        clauses = ("draw", "discard", "wei", "pung", "chow", "win")
        return (f"ax.{verb}" if verb in clauses else "rec.line"), f"this {verb} is not legal here"

    # -- the end

    def outcome(self) -> dict | None:
        """What the record may stop with here (outcome, winners, points, scores, alternatives), or None."""
        if self.winner is not None:
            seat, total, lists = self.winner
            points = [0, 0, 0, 0]
            for other in self.order:  # ax.pay: each of the two losers pays the total
                points[other] = 2 * total if other == seat else -total
            scores = []
            for items in lists:
                row = [None, None, None, None]
                row[seat] = {"total": total, "items": [list(item) for item in items]}
                scores.append(row)
            return {
                "outcome": "win", "winners": [seat], "points": points,
                "scores": scores[0], "alternatives": scores[1:],
            }  # fmt: skip
        if self.wall() == 0 and not (self.table is not None and self.must_wei()):  # ax.dead
            return {
                "outcome": "dead", "winners": [], "points": [0, 0, 0, 0],
                "scores": [None, None, None, None], "alternatives": [],
            }  # fmt: skip
        return None


def next_dealer(line: dict, outcome: dict) -> int:
    """ax.next, ax.dead: the dealer stays only if he won; otherwise his 下家 deals, whoever won."""
    dealer = line["dealer"]
    return dealer if outcome["winners"] == [dealer] else (dealer + 1) % 4


# ---------------------------------------------------------------------------------------- the judge


def same_score(stated, entry) -> bool:
    """One seat's entry of `scores`: the total, and the items as a multiset."""
    if stated is None or entry is None:
        return stated is None and entry is None
    if not isinstance(stated, dict) or set(stated) != {"total", "items"} or stated["total"] != entry["total"]:
        return False
    items = stated["items"]
    if not isinstance(items, list) or not all(isinstance(item, list) and len(item) == 2 for item in items):
        return False
    return sorted(map(repr, items)) == sorted(map(repr, entry["items"]))


def wrong_claims(result: dict, outcome: dict) -> list[str]:
    """The clauses of the claims in a `result` line that differ from the computed outcome."""
    wrong = []
    if not set(result) <= {"type", "outcome", "winners", "points", "scores", "note", "x"}:
        wrong.append("rec.field")
    if any(result.get(name) != outcome[name] for name in ("outcome", "winners")):
        wrong.append("rec.result")
    if result.get("points") != outcome["points"]:
        wrong.append("rec.points")
    if "scores" in result:
        stated = result["scores"]
        options = [outcome["scores"], *outcome["alternatives"]]
        fits = isinstance(stated, list) and len(stated) == 4
        if not fits or not any(all(map(same_score, stated, option)) for option in options):
            wrong.append("rec.scores")
    return wrong


class Judge:
    """Walks through the lines of one match and collects the violations."""

    def __init__(self, match: dict):
        self.violations = []
        self.number = 0  # of the round
        self.moves = 0
        self.round = None  # the Round, None while nothing (more) of it is judged
        self.line = None
        self.open = False  # a round whose `result` has not come yet
        self.previous = None  # (round line, outcome) of a whole, legal round before
        self.totals = [0, 0, 0, 0]  # None once a round was not judged to its end
        self.rules, self.players = match.get("rules"), match.get("players")
        self.ended = False

    def fault(self, clause: str, number: int | None, move: int | None) -> None:
        """Notes one violation."""
        self.violations.append({"round": number, "move": move, "clause": clause})

    def give_up(self) -> None:
        """The rest of this round is not judged, nor the totals, nor the next set-up against it."""
        self.round, self.previous, self.totals = None, None, None

    def line_in(self, line: dict) -> None:
        """One line after the match line."""
        kind = line.get("type")
        if self.ended or (self.number == 0 and kind not in ("round", "end")):
            self.fault("rec.line", None, None)
        elif kind == "round":
            self.settle(None)
            self.begin(line)
        elif kind == "result":
            self.settle(line)
        elif kind == "end":
            self.settle(None)
            self.end(line)
        else:
            self.move(line)

    def begin(self, line: dict) -> None:
        """A `round` line: the set-up, move 0."""
        self.number, self.moves, self.open, self.line = self.number + 1, 0, True, line
        if "hands" in line and line["hands"] is None:  # a score-only round: not handled here
            self.give_up()
            return
        try:
            self.round = Round(self.rules, self.players, line)
        except Bad as bad:
            self.fault(bad.clause, self.number, 0)
            self.give_up()
            return
        if self.previous is not None and line["dealer"] != next_dealer(*self.previous):
            self.fault("rec.next", self.number, 0)  # judged on with what it states
        self.previous = None

    def move(self, line: dict) -> None:
        """One move."""
        self.moves += 1
        if not self.open:
            if self.previous is not None:  # the round was whole and legal, and its result has been given
                self.fault("rec.over", self.number, self.moves)
                self.give_up()
            return
        if self.round is None:
            return
        try:
            self.round.play(line)
        except Bad as bad:
            self.fault(bad.clause, self.number, self.moves)
            self.give_up()

    def settle(self, result: dict | None) -> None:
        """The round ends here: with its `result`, or without one before the next line that is no move."""
        if not self.open:
            if result is not None:
                self.fault("rec.line", self.number or None, None)
            return
        self.open = False
        if self.round is None:
            return
        outcome = self.round.outcome()
        if outcome is None:
            self.fault("rec.unfinished", self.number, self.moves + 1)
            self.give_up()
            return
        if result is not None:
            for clause in wrong_claims(result, outcome):
                self.fault(clause, self.number, None)
        if self.totals is not None:
            self.totals = [a + b for a, b in zip(self.totals, outcome["points"], strict=True)]
        self.previous, self.round = (self.line, outcome), None

    def end(self, line: dict) -> None:
        """The `end` line's claim."""
        self.ended = True
        if not set(line) <= {"type", "totals", "note", "x"}:
            self.fault("rec.field", None, None)
        if self.totals is not None and line.get("totals") != self.totals:
            self.fault("rec.totals", None, None)


def judge(lines: list[dict]) -> list[dict]:
    """All violations of one match, in order, each {"round", "move", "clause"}."""
    match = lines[0]
    walker = Judge(match)
    known = {"type", "format", "game", "rules", "players", "started_at", "place", "event", "source", "unit"}
    players = match.get("players")
    if (
        match.get("type") != "match"
        or match.get("format") != "paipu/1"
        or match.get("game") != "anxiang-weimaque"
    ):
        walker.fault("rec.line", None, None)
        return walker.violations
    if not set(match) <= known | {"note", "x"} or not isinstance(players, list) or len(players) != 4:
        walker.fault("rec.field", None, None)
        return walker.violations
    try:
        full_rules(match.get("rules"))
    except Bad as bad:
        walker.fault(bad.clause, None, None)
        return walker.violations
    for line in lines[1:]:
        walker.line_in(line)
    walker.settle(None)
    return walker.violations


# -------------------------------------------------------------------------------------- random deals


def dealer_for(rng, previous: tuple | None) -> int:
    """The next dealer; `previous` = (round line, outcome, …) or None for a first round."""
    return rng.randrange(4) if previous is None else next_dealer(previous[0], previous[1])


def deal(rng, rules: dict, players: list, previous: tuple | None) -> dict:
    """A random legal `round` line with its stock; `previous` = (previous round line, its outcome, …)."""
    return lay_out(rng, dealer_for(rng, previous), [], None)


def rich_deal(rng, rules: dict, players: list, previous: tuple | None) -> dict:
    """As `deal`, but one seat waits for a (mostly dear) win, and its tile often comes early."""
    while True:
        hand = winning_tiles(rng)
        if hand is not None:
            break
    rng.shuffle(hand)
    return lay_out(rng, dealer_for(rng, previous), hand[:-1], hand[-1] if rng.random() < 0.7 else None)


def lay_out(rng, dealer: int, ready: list[str], wanted: str | None) -> dict:
    """Deals at random; a random seat gets `ready`, and `wanted` lies near the front of the stock."""
    pool = list((SET - Counter(ready)).elements())
    rng.shuffle(pool)
    lucky = rng.choice(playing_seats(dealer))
    hands = [None, None, None, None]
    front = []
    if wanted is not None:
        pool.remove(wanted)
        front.append(wanted)
    for seat, size in zip(playing_seats(dealer), HAND_SIZES, strict=True):
        start = ready if seat == lucky else []
        need = size - len(start)
        hands[seat] = by_table(start + pool[:need])
        pool = pool[need:]
    for tile in front:
        pool.insert(rng.randrange(6), tile)
    return {"type": "round", "dealer": dealer, "hands": hands, "stock": pool}


def winning_tiles(rng) -> list[str] | None:
    """Twenty tiles of six sentences and a pair, likely with 团圆 and 转弯; None if the try fails."""
    palette = rng.choice([TILES, TILES, TILES[:10], TILES[10:], [t for t in TILES if t not in REDS],
                          [t for t in TILES if number_of(t) in (1, 2, 3, 6, 7, 8, 9, 10)]])  # fmt: skip
    left = Counter(dict.fromkeys(palette, 4))
    got = []

    def grab(tiles) -> bool:
        if Counter(tiles) - left:
            return False
        left.subtract(tiles)
        got.extend(tiles)
        return True

    runs = rng.choice([0, 1, 1, 2, 2, 2, 3, 4])
    for _ in range(runs):
        first = rng.choice([tile for tile in TILES if number_of(tile) <= 8])
        if not grab(
            [first, size_of(first) + str(number_of(first) + 1), size_of(first) + str(number_of(first) + 2)]
        ):
            return None
    in_runs = sorted(set(got), key=INDEX.__getitem__)
    for _ in range(6 - runs):
        if not grab([rng.choice(in_runs if in_runs and rng.random() < 0.7 else palette)] * 3):
            return None
    return got if grab([rng.choice(in_runs if in_runs and rng.random() < 0.4 else palette)] * 2) else None
