"""A slow, independent judge for 靈溪麻將 (Lingxi mahjong), written from the clauses of the rules page.

It is the reference that the fast engine is compared with: brute force, nothing clever. The id of the clause
stands beside the code that enforces it. Scoring is in `lingxi_mahjong_score.py`.
"""
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from lingxi_mahjong_score import (
    ALL_SETS,
    FLOWERS,
    FULL_SET,
    GROUPS,
    ORDER,
    SEASONS,
    SUITS,
    TILES,
    WINDS,
    Meld,
    Side,
    Wilds,
    Win,
    all_eight,
    by_table,
    complete,
    final,
    kind,
    loser_items,
    run_tiles,
    settle,
    settle_false_win,
    slaughter_hand,
    winner_choices,
)

OPTIONS = {  # the values an option may have, the default first
    "edition": [1],
    "deals_each": [0, 2],
    "double_from": [13, 10],
    "flower_kong_reserve": [True, False],
    "flower_win_tai": [52, 100],
    "foul_tile_win": [False, True],
    "gathering_intercept": [True],
    "last_four_played": [False, True],
    "slaughter_win_tai": [13, 20],
}
FOULS = ["wrong-draw", "bad-discard", "bad-claim", "wrong-count", "flower"]  # and "false-win"
ROUND_FIELDS = {"type", "dealer", "hands", "stock", "dice", "indicators", "note", "x"}
GROUP_TILES = {"f": FLOWERS, "q": SEASONS, "P": ["P"] * 4}
FOUR_CODE = {"f": "f1", "q": "q1", "P": "P"}  # lx.opening-four


class Bad(Exception):
    """An impossible set-up; `clause` is the id of the clause it breaks."""

    def __init__(self, clause, why):
        super().__init__(why)
        self.clause = clause


def full_rules(rules):
    """The rules with every default filled in."""
    return {name: rules.get(name, values[0]) for name, values in OPTIONS.items()}


def move_of(verb, seat, **fields):
    """A move in canonical form."""
    return {"type": verb, "seat": seat, **fields}


def key(move):
    """A text that is equal for equal moves only (1, 1.0 and true differ)."""
    return json.dumps(move, sort_keys=True, ensure_ascii=False)


def canonical(line):
    """A move without `at`, `note` and `x`, the tiles of `with` sorted."""
    move = {k: v for k, v in line.items() if k not in ("at", "note", "x")}
    pair = move.get("with")
    if isinstance(pair, list) and all(isinstance(t, str) and t in ORDER for t in pair):
        move["with"] = by_table(pair)
    return move


# ---- the set-up --------------------------------------------------------------------------------------------

def is_int(value, low, high):
    """An integer (not a boolean) in the range, both ends included."""
    return type(value) is int and low <= value <= high


def check_tiles(name, tiles, number):
    """Is this a list of so many known tiles?"""
    if not isinstance(tiles, list):
        raise Bad("rec.field", f"{name} is not a list of tiles")
    if any(t == "?" for t in tiles):
        raise Bad("rec.unknown", f"{name} holds an unknown tile")
    if not all(isinstance(t, str) and t in ORDER for t in tiles):
        raise Bad("rec.tiles", f"{name} holds what is no tile of this game")
    if len(tiles) != number:
        raise Bad("rec.tiles", f"{name}: {len(tiles)} tiles, not {number}")


def check_dice(dice):
    """lx.dice: two throws of two dice, each 1 to 6."""
    good = isinstance(dice, list) and len(dice) == 2 and all(
        isinstance(throw, list) and len(throw) == 2 and all(is_int(d, 1, 6) for d in throw) for throw in dice)
    if not good:
        raise Bad("rec.field", "dice are not two throws of two dice")


def check_setup(players, line):
    """Is the `round` line a possible deal (lx.tiles, lx.deal, lx.dice)?"""
    if not isinstance(players, list) or len(players) != 4 or None in players:
        raise Bad("rec.field", "the game is played by four")
    foreign = set(line) - ROUND_FIELDS
    if foreign:
        raise Bad("rec.field", f"unknown field {min(foreign)}")
    if not is_int(line.get("dealer"), 0, 3):
        raise Bad("rec.field", "no such dealer")
    hands = line.get("hands")
    if not isinstance(hands, list) or len(hands) != 4:
        raise Bad("rec.tiles", "not four hands")
    for seat, hand in enumerate(hands):
        check_tiles(f"hand {seat}", hand, 17 if seat == line["dealer"] else 16)  # lx.deal
    check_tiles("indicators", line.get("indicators"), 2)  # lx.wild
    used = Counter(line["indicators"])
    for hand in hands:
        used.update(hand)
    if "stock" in line:
        check_tiles("stock", line["stock"], 77)
        used.update(line["stock"])
    if any(number > FULL_SET[t] for t, number in used.items()):
        raise Bad("rec.tiles", "more copies of a tile than the set has")
    if "dice" in line:
        check_dice(line["dice"])


# ---- one round ---------------------------------------------------------------------------------------------

class Round:
    """One round in progress. `phase` is one of

    - "opening": the slots in which flowers are laid and replaced (lx.flowers)
    - "turn": `seat` has drawn, claimed or (the dealer) just starts, and must act
    - "replace": a draw from the back is due to `seat`, after a flower or a kong
    - "rob": the same after an added kong, which may still be robbed (lx.rob)
    - "claim": a discard lies on the table
    - "over": a win or a false win ended the hand
    """

    def __init__(self, rules, players, line):
        check_setup(players, line)
        self.rules = full_rules(rules)
        self.dealer = line["dealer"]
        self.wilds = Wilds(line["indicators"])
        self.hands = [list(hand) for hand in line["hands"]]
        self.melds = [[] for _ in range(4)]
        self.fours = [set() for _ in range(4)]  # groups laid as an opening four
        self.flowers = [[] for _ in range(4)]  # flowers and 白 laid singly
        self.last_laid = [None] * 4  # lx.win-tile: the flower laid last
        self.stock = list(line["stock"]) if "stock" in line else None
        self.pool = FULL_SET - Counter(line["indicators"]) - sum((Counter(h) for h in self.hands), Counter())
        self.left = 77
        self.kongs = 0  # as counted by lx.reserve
        self.culprits = set()
        self.passed = set()  # who has passed on the tile on the table
        self.tile = None  # the tile on the table, or the added kong that may be robbed
        self.dealer_discards = 0
        self.result = None
        self.start_turn(self.dealer, "first")
        self.start_opening()

    # -- small facts

    def wall(self):
        """How many tiles are left."""
        return self.left

    def wind(self, seat):
        """lx.seats: the dealer is E, then counter-clockwise S, W, N."""
        return WINDS[(seat - self.dealer) % 4]

    def above(self):
        """lx.reserve: how many tiles above the reserve are left."""
        return self.left - 2 * (10 + self.kongs)

    def sets_on_table(self, seat):
        """How many of the five sets a seat has laid down."""
        return len(self.melds[seat]) + len(self.fours[seat])

    def side(self, seat, extra=()):
        """The seat as the scoring sees it; flowers still in the hand count as flowers (lx.last-four)."""
        hand = self.hands[seat] + list(extra)
        held = [t for t in hand if self.wilds.loose(t)]
        rest = [t for t in hand if not self.wilds.loose(t)]
        return Side(self.wind(seat), rest, self.melds[seat], self.fours[seat], self.flowers[seat] + held)

    def eight_laid(self, seat):
        """花胡: all eight flowers laid; in a last-four turn laid or held."""
        if self.phase == "turn" and self.bare_turn():
            return all_eight(self.side(seat))
        return all_eight(Side("", [], [], self.fours[seat], self.flowers[seat]))

    def bare_turn(self):
        """lx.last-four: a turn whose only move is a win."""
        return self.last_turn and not self.rules["last_four_played"]

    def must_lay(self):
        """lx.flowers: the flower just drawn, laid at once; not in a last-four turn, not by a culprit."""
        if self.phase != "turn" or self.origin != "draw" or self.bare_turn() or self.seat in self.culprits:
            return None
        return self.drawn if self.wilds.loose(self.drawn) else None

    # -- the course of play

    def start_turn(self, seat, origin):
        """`origin`: "first" (the dealer's start), "claim" (after a chow or pung) or "draw"."""
        self.phase = "turn"
        self.seat = seat
        self.origin = origin
        self.drawn = None
        self.draw_after = None  # what the last draw followed: "turn", "flower" or "kong"
        self.low = False  # that draw was made while above <= 4
        self.last_turn = False  # the turn began with a front draw while above <= 4

    def start_opening(self):
        """lx.flowers: the first slot, if anybody holds a flower."""
        self.slot_queue = [(self.dealer + i) % 4 for i in range(4)]
        self.first_round = True
        self.phase = "opening"
        self.next_slot()

    def next_slot(self):
        """Go on to the next seat that holds flowers; to the dealer's first turn when nobody does."""
        for _ in range(2):
            while self.slot_queue:
                self.seat = self.slot_queue.pop(0)
                loose = Counter(t for t in self.hands[self.seat] if self.wilds.loose(t))
                if loose:
                    self.open_slot(loose)
                    return
            self.slot_queue = [(self.dealer + i) % 4 for i in range(4)]
            self.first_round = False
        self.start_turn(self.dealer, "first")

    def open_slot(self, loose):
        """Note what has to be laid in this slot, and which fours have to be konged."""
        self.to_lay = loose
        self.slot_fours = set()
        if self.first_round:  # lx.opening-four: four of one group among the dealt tiles
            self.slot_fours = {g for g in GROUPS if not Counter(GROUP_TILES[g]) - loose}
        for group in self.slot_fours:
            self.to_lay = self.to_lay - Counter(GROUP_TILES[group])
        self.due = 0  # replacements

    def front_draw_seat(self):
        """Whose front draw may come next, or None."""
        if self.phase == "claim":
            return (self.seat + 1) % 4
        if self.phase == "turn" and self.bare_turn():
            return (self.seat + 1) % 4  # lx.last-four: else the next seat draws
        return None

    def draw_due(self):
        """Could a turn's draw or a replacement be the next thing?"""
        return self.phase in ("replace", "rob") or self.front_draw_seat() is not None

    # -- legal moves

    def legal(self):
        """Every legal move now, in canonical form."""
        if self.phase == "over":
            return []
        moves = []
        if self.phase == "opening":
            moves += self.opening_moves()
        elif self.must_lay():
            moves.append(move_of("flower", self.seat, tile=self.must_lay()))
        elif self.phase == "turn" and not self.bare_turn():
            moves += self.turn_moves()
        elif self.phase == "claim":
            moves += [m for seat in range(4) for m in self.claims(seat)]
        moves += self.draw_moves()
        wins = [move_of("win", s, tile=t) for s in range(4) for t in self.win_tiles(s)]
        moves += wins
        moves += self.pass_moves(moves)
        moves += self.foul_moves({w["seat"] for w in wins})
        return moves

    def opening_moves(self):
        """lx.flowers, lx.opening-four: first everything that is laid, then the replacements."""
        moves = [move_of("flower", self.seat, tile=t) for t in by_table(+self.to_lay)]
        for group in GROUPS:
            if group in self.slot_fours:
                moves.append(move_of("kong", self.seat, tile=FOUR_CODE[group], kind="concealed"))
        if not moves:
            moves = [move_of("draw", self.seat, tile=t, **{"from": "back"}) for t in self.back_tiles()]
        return moves

    def back_tiles(self):
        """The tiles a draw from the back may bring."""
        return self.stock[-1:] if self.stock is not None else by_table(+self.pool)

    def front_tiles(self):
        """The tiles a draw from the front may bring."""
        return self.stock[:1] if self.stock is not None else by_table(+self.pool)

    def draw_moves(self):
        """lx.turn, lx.kong, lx.flowers: the draw that may come next; none when above <= 0 (lx.reserve)."""
        if not self.draw_due() or self.above() <= 0:
            return []
        if self.phase in ("replace", "rob"):
            return [move_of("draw", self.seat, tile=t, **{"from": "back"}) for t in self.back_tiles()]
        return [move_of("draw", self.front_draw_seat(), tile=t) for t in self.front_tiles()]

    def throwable(self, seat, hand, melds):
        """lx.no-throw: the tiles of a hand that may be discarded; a culprit is free of it."""
        if seat in self.culprits:
            return by_table(set(hand))
        own = {m.tile for m in melds if m.form == "pung"}
        return by_table({t for t in hand
                         if t not in own and not self.wilds.wild(t) and not self.wilds.loose(t)})

    def turn_moves(self):
        """Discards and kongs of the seat whose turn it is."""
        hand, melds = self.hands[self.seat], self.melds[self.seat]
        moves = [move_of("discard", self.seat, tile=t) for t in self.throwable(self.seat, hand, melds)]
        if self.origin == "claim":  # lx.kong: not after chow or pung
            return moves
        for tile in by_table(set(hand)):
            if self.wilds.wild(tile) or kind(tile) in GROUPS:
                continue  # lx.wild-use; lx.kong: 白 and flowers are never konged but as an opening four
            if hand.count(tile) == 4:
                moves.append(move_of("kong", self.seat, tile=tile, kind="concealed"))
            if any(m.form == "pung" and m.tile == tile for m in melds):
                moves.append(move_of("kong", self.seat, tile=tile, kind="added"))
        return moves

    def may_answer(self, seat):
        """Another seat's tile is on the table, and this one has not passed on it."""
        return self.phase in ("claim", "rob") and seat != self.seat and seat not in self.passed

    def barred_tile(self):
        """lx.foul: a wild, flower or 白 on the table, thrown by a culprit."""
        return self.wilds.wild(self.tile) or self.wilds.loose(self.tile)

    def claims(self, seat):
        """lx.chow, lx.pung, lx.kong: the melds a seat may make of the discard."""
        if not self.may_answer(seat) or self.barred_tile():
            return []
        moves = []
        held = self.hands[seat].count(self.tile)
        if held == 3:
            moves.append(move_of("kong", seat, tile=self.tile, kind="exposed"))
        if seat in self.culprits:  # lx.foul: no chow, no pung; kongs yes
            return moves
        if held >= 2 and self.can_throw_after(seat, [self.tile] * 2, Meld("pung", self.tile)):
            moves.append(move_of("pung", seat, tile=self.tile))
        if seat == (self.seat + 1) % 4:  # lx.chow: from the 上家 only
            for pair in self.chow_pairs(seat):
                if self.can_throw_after(seat, pair, Meld("chow", self.tile)):
                    moves.append(move_of("chow", seat, tile=self.tile, **{"with": pair}))
        return moves

    def chow_pairs(self, seat):
        """The pairs of held tiles that make a run with the tile on the table; no wild (lx.wild-use)."""
        if self.tile[-1] not in SUITS:
            return []
        number, suit = int(self.tile[0]), self.tile[1]
        pairs = []
        for a, b in ((number - 2, number - 1), (number - 1, number + 1), (number + 1, number + 2)):
            pair = [f"{a}{suit}", f"{b}{suit}"]
            if a >= 1 and b <= 9 and all(t in self.hands[seat] and not self.wilds.wild(t) for t in pair):
                pairs.append(pair)
        return pairs

    def can_throw_after(self, seat, used, meld):
        """lx.kong: a chow or pung that would leave only tiles that may not be thrown is refused."""
        hand = list(self.hands[seat])
        for tile in used:
            hand.remove(tile)
        return bool(self.throwable(seat, hand, self.melds[seat] + [meld]))

    def win_tiles(self, seat):
        """lx.win, lx.win-tile: the tiles this seat may name in a `win` now (none: it cannot win)."""
        if seat in self.culprits or self.phase == "over":
            return []
        if self.phase in ("claim", "rob"):
            return self.win_on_table(seat)
        if seat != self.seat:
            return []
        if self.phase == "opening":  # 花胡 in one's own slot: flowers or a replacement are still due
            return [self.last_laid[seat]] if self.eight_laid(seat) else []
        if self.phase == "replace":  # 花胡 before a flower's replacement
            return [self.last_laid[seat]] if self.after == "flower" and self.eight_laid(seat) else []
        return self.win_in_turn()

    def win_on_table(self, seat):
        """A win on the discard, or by robbing the added kong (lx.rob)."""
        if not self.may_answer(seat):
            return []
        if self.barred_tile() and not self.rules["foul_tile_win"]:
            return []
        good = complete(self.hands[seat] + [self.tile], self.wilds, self.sets_on_table(seat))
        return [self.tile] if good else []

    def win_in_turn(self):
        """A win in one's own turn: a complete hand (not after chow or pung), 殺豬 or 花胡."""
        seat, hand = self.seat, self.hands[self.seat]
        if self.must_lay():
            return []
        good = self.origin != "claim" and complete(hand, self.wilds, self.sets_on_table(seat))
        good = good or slaughter_hand(self.side(seat), self.wilds) or self.eight_laid(seat)
        if not good:
            return []
        return [self.drawn] if self.origin == "draw" else by_table(set(hand))

    def pass_moves(self, moves):
        """rec.pass: a seat that could claim another seat's tile may say that it does not."""
        if self.phase not in ("claim", "rob"):
            return []
        able = {m["seat"] for m in moves if m["type"] in ("chow", "pung", "kong", "win")}
        return [move_of("pass", seat) for seat in sorted(able)]

    def foul_moves(self, winners):
        """lx.foul: the faults that may be noticed now."""
        moves = [move_of("foul", s, kind="false-win") for s in range(4) if s not in winners]
        if self.phase in ("turn", "claim"):  # not in the opening or before a replacement
            moves += [move_of("foul", s, kind=k) for s in range(4) if s not in self.culprits for k in FOULS]
        return moves

    # -- playing a move

    def play(self, move):
        """Play a move of `legal()`."""
        if key(move) not in {key(m) for m in self.legal()}:
            raise ValueError(f"not legal: {move}")
        getattr(self, "play_" + move["type"])(move)

    def play_pass(self, move):
        """A claim declined."""
        self.passed.add(move["seat"])

    def play_foul(self, move):
        """lx.foul: a false win ends the hand, any other changes nobody's turn."""
        if move["kind"] != "false-win":
            self.culprits.add(move["seat"])
            return
        self.phase = "over"
        points = settle_false_win(self.dealer, move["seat"])
        self.result = {"outcome": "foul", "winners": [], "points": points, "scores": empty_scores()}

    def play_flower(self, move):
        """A flower or 白 is laid; the fourth of a group may raise the reserve (lx.reserve)."""
        seat, tile = move["seat"], move["tile"]
        self.hands[seat].remove(tile)
        self.flowers[seat].append(tile)
        self.last_laid[seat] = tile
        four = sum(kind(t) == kind(tile) for t in self.flowers[seat]) == 4
        if four and self.rules["flower_kong_reserve"]:
            self.kongs += 1
        if self.phase == "opening":
            self.to_lay[tile] -= 1
            self.due += 1
        else:
            self.phase = "replace"
            self.after = "flower"

    def play_draw(self, move):
        """A tile is drawn, from the front or the back."""
        tile, above = move["tile"], self.above()
        if self.stock is not None:
            self.stock.pop(-1 if "from" in move else 0)
        self.pool[tile] -= 1
        self.left -= 1
        self.hands[move["seat"]].append(tile)
        if self.phase == "opening":
            self.due -= 1
            if not self.due:
                self.next_slot()
        elif "from" in move:  # a replacement: the turn goes on
            self.draw_after = self.after
            self.low = above <= 4
            self.phase, self.origin, self.drawn = "turn", "draw", tile
        else:
            self.start_turn(move["seat"], "draw")
            self.drawn, self.draw_after = tile, "turn"
            self.low = self.last_turn = above <= 4

    def play_discard(self, move):
        """A tile is laid on the table."""
        self.hands[self.seat].remove(move["tile"])
        self.tile = move["tile"]
        self.passed = set()
        self.phase = "claim"
        self.dealer_discards += self.seat == self.dealer

    def play_chow(self, move):
        """lx.chow"""
        for tile in move["with"]:
            self.hands[move["seat"]].remove(tile)
        lowest = by_table(move["with"] + [self.tile])[0]
        self.melds[move["seat"]].append(Meld("chow", lowest))
        self.start_turn(move["seat"], "claim")

    def play_pung(self, move):
        """lx.pung"""
        for _ in range(2):
            self.hands[move["seat"]].remove(self.tile)
        self.melds[move["seat"]].append(Meld("pung", self.tile))
        self.start_turn(move["seat"], "claim")

    def play_kong(self, move):
        """lx.kong, and lx.opening-four in the opening."""
        if self.phase == "opening":
            self.play_opening_four(move)
            return
        seat, tile, hand = move["seat"], move["tile"], self.hands[move["seat"]]
        if move["kind"] == "exposed":
            self.start_turn(seat, "claim")
        if move["kind"] == "added":
            meld = next(m for m in self.melds[seat] if m.form == "pung" and m.tile == tile)
            meld.form, meld.how = "kong", "added"
            hand.remove(tile)
            self.tile = tile
            self.passed = set()
        else:
            while tile in hand:
                hand.remove(tile)
            self.melds[seat].append(Meld("kong", tile, move["kind"]))
        self.kongs += 1
        self.after = "kong"
        self.phase = "rob" if move["kind"] == "added" else "replace"

    def play_opening_four(self, move):
        """lx.opening-four: one draw replaces the four; they are one of the five sets."""
        group = kind(move["tile"])
        for tile in GROUP_TILES[group]:
            self.hands[self.seat].remove(tile)
        self.slot_fours.remove(group)
        self.fours[self.seat].add(group)
        self.last_laid[self.seat] = move["tile"]
        self.due += 1
        if self.rules["flower_kong_reserve"]:
            self.kongs += 1

    def play_win(self, move):
        """A win: score it and settle."""
        seat, feeder = move["seat"], self.seat
        on_table = self.phase in ("claim", "rob")
        win = self.how_won(seat)
        robbed = self.phase == "rob"
        if robbed:  # lx.rob: it then stays a pung
            meld = next(m for m in self.melds[feeder] if m.how == "added" and m.tile == self.tile)
            meld.form, meld.how = "pung", ""
        side = self.side(seat, [self.tile] if on_table else [])
        choices = winner_choices(side, self.wilds, win, self.rules)
        raw, items, flat = choices[0]
        scores = [{"total": final(raw, self.rules), "items": as_lists(items)} if s == seat
                  else self.loser_score(s, flat) for s in range(4)]
        liable = feeder if on_table and self.is_liable(side, items, robbed) else None
        self.phase = "over"
        self.result = {"outcome": "win", "winners": [seat], "scores": scores,
                       "points": settle(self.dealer, seat, [s["total"] for s in scores], liable)}
        others = [[{"total": s["total"], "items": as_lists(c[1])} if i == seat else s
                   for i, s in enumerate(scores)] for c in choices[1:]]
        if others:
            self.result["alternatives"] = others

    def how_won(self, seat):
        """The circumstances of a win made now."""
        if self.phase in ("opening", "replace"):
            return Win("flower")
        if self.phase == "turn":
            win = Win(self.origin, kong_draw=self.draw_after == "kong", low=self.low)
        else:
            earthly = self.phase == "claim" and self.seat == self.dealer and self.dealer_discards == 1
            win = Win("discard" if self.phase == "claim" else "rob", earthly=earthly)
        before = list(self.hands[seat])
        if win.how == "draw":
            before.remove(self.drawn)
        if self.sets_on_table(seat) == 5 and len(before) == 1:
            win.single = before[0]
        return win

    def loser_score(self, seat, flat):
        """lx.zero: nothing for a culprit, or against a flat 殺豬 or 花胡."""
        items = [] if flat or seat in self.culprits else loser_items(self.side(seat), self.wilds)
        return {"total": sum(v for _, v in items), "items": as_lists(items)}

    def is_liable(self, side, items, robbed):
        """包賠: does who discarded (or added the kong) pay all three shares?"""
        if not robbed and self.last_turn and self.rules["last_four_played"]:
            return True  # lx.last-four
        winds = {m.tile for m in side.melds  # lx.liability: concealed ones do not count
                 if m.form in ("pung", "kong") and m.how != "concealed" and m.tile in WINDS}
        fed = self.tile in WINDS and self.tile not in winds
        return len(winds) == 3 and fed and ("four-winds", 13) in items

    def outcome(self):
        """The result if the record may stop here, else None."""
        if self.result is None and self.draw_due() and self.above() <= 0:  # lx.reserve: 流局
            return {"outcome": "draw", "winners": [], "points": [0] * 4, "scores": empty_scores()}
        return self.result


def empty_scores():
    """lx.items: every seat 0 and no items."""
    return [{"total": 0, "items": []} for _ in range(4)]


def as_lists(items):
    """Items as they stand in the log."""
    return [list(item) for item in items]


# ---- a match -----------------------------------------------------------------------------------------------

def split_rounds(lines):
    """The rounds of a match, {"line", "moves", "result", "late"} each, and its `end` line or None; `late`
    is the number of the first move that stands after the result."""
    rounds, end = [], None
    for line in lines[1:]:
        verb = line.get("type")
        if verb == "round":
            rounds.append({"line": line, "moves": [], "result": None, "late": None})
        elif verb == "end":
            end = line
        elif not rounds:
            continue
        elif verb == "result":
            rounds[-1]["result"] = rounds[-1]["result"] or line
        else:
            rounds[-1]["moves"].append(line)
            if rounds[-1]["result"] and rounds[-1]["late"] is None:
                rounds[-1]["late"] = len(rounds[-1]["moves"])
    return rounds, end


def next_dealer(dealer, outcome):
    """lx.next: the dealer stays only if he won."""
    return dealer if dealer in outcome["winners"] else (dealer + 1) % 4


def same_scores(stated, scores):
    """Stated scores against computed ones: the totals, and the items as a multiset."""
    def plain(score):
        return score and (key(score["total"]), Counter(key(item) for item in score["items"]))
    try:
        return [plain(s) for s in stated] == [plain(s) for s in scores]
    except (TypeError, KeyError):
        return False


def judge_claim(result, outcome):
    """The clauses that a `result` line breaks."""
    faults = []
    winners = result.get("winners")
    same = result.get("outcome") == outcome["outcome"] and isinstance(winners, list)
    if not same or key(sorted(winners, key=str)) != key(sorted(outcome["winners"])):
        faults.append("rec.result")
    if key(result.get("points")) != key(outcome["points"]):
        faults.append("rec.points")
    if "scores" in result:
        good = [outcome["scores"], *outcome.get("alternatives", [])]
        if not any(same_scores(result["scores"], scores) for scores in good):
            faults.append("rec.scores")
    return faults


def judge_moves(state, moves, late):
    """The first fault among the moves of a round: (move number, clause), or None."""
    for number, line in enumerate(moves, 1):
        if number == late:
            return number, "rec.over"
        move = canonical(line)
        legal = state.legal()
        if key(move) not in {key(m) for m in legal}:
            return number, clause_of(state, move, legal)
        state.play(move)
    return None if state.outcome() else (len(moves) + 1, "rec.unfinished")


def clause_of(state, move, legal):
    """A hint which clause an illegal move breaks."""
    if not legal:
        return "rec.over"
    names = {"chow": "lx.chow", "pung": "lx.pung", "kong": "lx.kong", "win": "lx.win", "pass": "rec.pass",
             "flower": "lx.flowers", "foul": "lx.foul"}
    if state.phase == "opening":
        return "lx.flowers"
    return names.get(move.get("type"), "lx.turn")


def judge(lines):
    """All violations of one match, in order: {"round", "move", "clause"} each."""
    match = lines[0]
    rounds, end = split_rounds(lines)
    faults = []

    def fault(number, move, clause):
        faults.append({"round": number, "move": move, "clause": clause})

    rules = match.get("rules")
    if not isinstance(rules, dict) or "edition" not in rules or any(
            key(value) not in map(key, OPTIONS.get(name, [])) for name, value in rules.items()):
        fault(None, None, "rec.rules")
        return faults
    totals, dealt, before = [0, 0, 0, 0], [], None  # dealt: the dealer of each deal, 連莊 once
    for number, entry in enumerate(rounds, 1):
        line, result = entry["line"], entry["result"]
        if line.get("hands", ()) is None:  # a score-only round is not judged
            totals, before = add(totals, (result or {}).get("points")), None
            continue
        try:
            state = Round(rules, match.get("players"), line)
        except Bad as bad:
            fault(number, 0, bad.clause)
            totals, before = None, None
            continue
        due, over = follows(rules, dealt, before)
        if over or due not in (None, line["dealer"]):
            fault(number, 0, "rec.next")
        if not dealt or line["dealer"] != dealt[-1]:
            dealt.append(line["dealer"])
        found = judge_moves(state, entry["moves"], entry["late"])
        if found:
            fault(number, *found)
            totals, before = None, None
            continue
        outcome = state.outcome()
        for clause in judge_claim(result, outcome) if result else []:
            fault(number, None, clause)
        totals, before = add(totals, outcome["points"]), (line["dealer"], outcome)
    if end and totals is not None and key(end.get("totals")) != key(totals):
        fault(None, None, "rec.totals")
    return faults


def follows(rules, dealt, before):
    """(the dealer due next or None, is the match over?): lx.next, with `[deals_each]`."""
    if before is None:
        return None, False
    due = next_dealer(*before)
    each = rules.get("deals_each", 0)
    over = bool(each) and due != before[0] and all(dealt.count(seat) >= each for seat in range(4))
    return due, over


def add(totals, points):
    """Totals with a round's points, or None when they are not known."""
    if totals is None or not isinstance(points, list) or [type(p) for p in points] != [int] * 4:
        return None
    return [a + b for a, b in zip(totals, points, strict=True)]


# ---- dealing -----------------------------------------------------------------------------------------------

def deal(rng, rules, players, previous):
    """A random legal `round` line with its stock. `previous` is None or (round line, outcome, ...) of the
    round before. Some deals are plain; the others heap up sets, wilds or flowers, so that rare things happen.
    Whether `[deals_each]` still allows a round is for the caller to ask (`follows`)."""
    dealer = rng.randrange(4) if previous is None else next_dealer(previous[0]["dealer"], previous[1])
    tiles = list(FULL_SET.elements())
    rng.shuffle(tiles)
    indicators = [tiles.pop(), tiles.pop()]
    if rng.random() < 0.1:  # equal indicators are rare
        again = next((t for t in tiles if kind(t) == kind(indicators[0])), None)
        if again:
            tiles.append(indicators.pop())
            tiles.remove(again)
            indicators.append(again)
    heap(rng, tiles, Wilds(indicators))
    hands = [[], [], [], []]
    for seat in rng.sample(range(4), 4):
        for _ in range(17 if seat == dealer else 16):
            hands[seat].append(tiles.pop())
    if rng.random() < 0.5:
        rng.shuffle(tiles)
    return {"type": "round", "dealer": dealer, "hands": [by_table(h) for h in hands], "stock": tiles,
            "dice": [[rng.randint(1, 6) for _ in "12"] for _ in "12"], "indicators": by_table(indicators)}


def heap(rng, tiles, wilds):
    """Arrange the tiles for a kinder deal; the end of the list is dealt first."""
    mode = rng.choice(["plain", "plain", "plain", "made", "made", "near", "honours", "wilds", "flowers"])
    if mode == "made":
        tiles.extend([t for _ in range(rng.randint(1, 4)) for t in made_hand(rng, tiles, wilds)])
    elif mode == "near":
        place = {t: i for i, t in enumerate(rng.sample(TILES, len(TILES)))}
        tiles.sort(key=lambda t: place[t] + 12 * rng.random())
    elif mode == "honours":
        tiles.sort(key=lambda t: (t in WINDS or t in ("C", "F")) * 0.5 + rng.random())
    elif mode == "wilds":
        tiles.sort(key=lambda t: wilds.wild(t) * rng.random() + 0.2 * rng.random())
    elif mode == "flowers":
        tiles.sort(key=lambda t: wilds.loose(t) * rng.random() + 0.5 * rng.random())


def made_hand(rng, tiles, wilds):
    """Take sixteen tiles that nearly make a hand in some style out of `tiles`."""
    style = rng.choice(["any", "pungs", "runs", "suit", "winds"])
    suit = rng.choice(SUITS)
    allowed = (suit, *WINDS, "C", "F") if rng.random() < 0.5 else (suit,)
    sets = [s for s in ALL_SETS if style != "suit" or s[1][-1] in allowed]
    sets = [s for s in sets if style not in ("pungs", "runs") or (s[0] == "pung") == (style == "pungs")]
    rng.shuffle(sets)
    if style == "winds":
        sets.sort(key=lambda s: s[1] not in WINDS)
    hand = [t for t in tiles if wilds.wild(t)][:rng.choice([0, 0, 1, 1, 2, 4])]
    for tile in hand:
        tiles.remove(tile)
    for form, tile in sets:
        wanted = Counter(run_tiles(tile) if form == "run" else [tile] * rng.choice([2, 3, 3]))
        if len(hand) + sum(wanted.values()) <= 16 and not wanted - Counter(tiles):
            for t in wanted.elements():
                tiles.remove(t)
                hand.append(t)
    while len(hand) < 16:
        hand.append(tiles.pop(0))
    return hand
