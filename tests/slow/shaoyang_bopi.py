"""A slow, independent judge for 邵陽剝皮 (Shaoyang bopi), written from the rule clauses alone.

It is the reference that the fast engine is compared with: plain lists, brute force, nothing shared with
the project. The clause that a piece of code enforces stands beside it.

Terms: kan 坎, wei 偎, pung 碰, pao 跑, ti 提, chow 吃, bi 比, counter 數醒, xi 息.
"""

import json
import random
import sys
from collections import Counter
from itertools import combinations, combinations_with_replacement
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from shaoyang_bopi_score import (
    RANK,
    TILES,
    complete,
    complete_with,
    group_id,
    in_order,
    layouts,
    tidy,
    total,
    without,
)

GAME = "shaoyang-bopi"
VERBS = ("draw", "discard", "chow", "pung", "wei", "ti", "pao", "win", "pass")
OPTIONS = {"bi": "all", "min_xi": 10, "settlement": "tally", "stale_win": "kind", "target": 0}
CHOICES = {
    "bi": ("all", "possible"),
    "settlement": ("tally", "losers-pay"),
    "stale_win": ("kind", "any"),
    "target": (0, 100, 150, 200, 250, 300),
}
STOCK = 19


class Bad(Exception):
    """An impossible set-up or an illegal move; `clause` names the rule, the text says why."""

    def __init__(self, clause: str, why: str):
        super().__init__(why)
        self.clause = clause


def full_rules(rules: dict) -> dict:
    """The rules with their defaults filled in; raises Bad for an unknown option or value."""
    if not isinstance(rules, dict) or type(rules.get("edition")) is not int or rules["edition"] != 1:
        raise Bad("rec.rules", "the edition is not 1")
    for name, value in rules.items():
        if name == "edition":
            continue
        if name not in OPTIONS or type(value) is not type(OPTIONS[name]):
            raise Bad("rec.rules", f"no such option: {name}")
        if name in CHOICES and value not in CHOICES[name]:
            raise Bad("rec.rules", f"no such value of {name}")
        if name == "min_xi" and value < 0:
            raise Bad("rec.rules", "min_xi is negative")
    return {**OPTIONS, **rules}


# ---------------------------------------------------------------- one round


class Round:
    """One round in progress. Lines and moves are plain dicts as in the JSON log.

    Phases: "opening" (opening ti due), "table" (a tile lies open: turned, drawn or discarded), "forced"
    (the drawer's wei or ti is due), "after" (`turn` has just taken a tile), "won".
    """

    def __init__(self, rules: dict, players: list, line: dict):
        """Sets the round up from its `round` line; raises Bad when that is impossible."""
        self.rules = full_rules(rules)
        if not isinstance(players, list) or len(players) != 4:
            raise Bad("bp.seats", "there are four seats")
        check_set_up(line)
        self.dealer = line["dealer"]
        self.counter = (self.dealer + 2) % 4  # bp.seats
        self.seats = [self.dealer, (self.dealer + 1) % 4, (self.dealer + 3) % 4]
        if any(players[seat] is None for seat in self.seats):
            raise Bad("bp.seats", "an empty seat would have to play")
        self.hand = {seat: list(line["hands"][seat]) for seat in self.seats}
        self.hand[self.dealer].append(line["turned"])  # bp.deal, bp.turned: his 21st tile
        self.stock = list(line["stock"]) if "stock" in line else None
        self.unseen = Counter(dict.fromkeys(TILES, 4))
        for seat in self.seats:
            self.unseen.subtract(self.hand[seat])
        self.left = STOCK
        # bp.turned: a pair + the turned tile is a kan like any dealt three.
        self.kans = {s: {t for t in TILES if self.hand[s].count(t) == 3} for s in self.seats}
        self.melds = {seat: [] for seat in self.seats}  # (id, tiles) of what was laid down
        self.river = {seat: [] for seat in self.seats}
        self.stale = {seat: set() for seat in self.seats}  # bp.stale
        self.barred = {seat: set() for seat in self.seats}  # bp.stale-win
        self.stuck = set()  # bp.no-discard-left: seats that can no longer win
        self.kind, self.tile, self.by = "turned", line["turned"], self.dealer
        self.turned_gone = self.hand[self.dealer].count(line["turned"]) == 4  # bp.turned: an opening ti
        self.first_discard = False  # is the tile on the table the discard that opens play?
        self.passed = set()
        self.turn = self.dealer
        self.won_by = None
        self.may_win = False  # "after": a win on one's own wei or ti
        self.phase = "opening" if self.opening_ti() else "table"

    # ------------------------------------------------------------ what a seat holds

    def next_seat(self, seat: int) -> int:
        """The 下家 of a playing seat (bp.seats)."""
        return self.seats[(self.seats.index(seat) + 1) % 3]

    def free(self, seat: int) -> list:
        """The hand tiles outside every kan, in order."""
        return [tile for tile in in_order(self.hand[seat]) if tile not in self.kans[seat]]

    def groups(self, seat: int) -> list:
        """The fixed groups of a seat, melds and kans, as (id, first tile)."""
        return [(name, tiles[0]) for name, tiles in self.melds[seat]] + [("kan", t) for t in self.kans[seat]]

    def has_three(self, seat: int, tile: str) -> bool:
        """Has the seat a kan or a wei of this tile?"""
        return tile in self.kans[seat] or ("wei", (tile,) * 3) in self.melds[seat]

    def holds(self, seat: int) -> int:
        """How many tiles a seat has, melds included."""
        return len(self.hand[seat]) + sum(len(tiles) for _, tiles in self.melds[seat])

    def waits_on(self, seat: int) -> int:
        """bp.waiting: W = 20 + max(0, q - 1)."""
        quads = sum(name in ("pao", "ti") for name, _ in self.melds[seat])
        return 20 + max(0, quads - 1)

    # ------------------------------------------------------------ what a seat could do with the table's tile

    def last_tile(self) -> bool:
        """Is the tile in question the last of the stock?"""
        return self.left == 0

    def win_readings(self, seat: int) -> set:
        """The items (bonus not counted) of every reading with which `seat` may win now; empty: no win."""
        if seat in self.stuck:  # bp.no-discard-left
            return set()
        groups, free = self.groups(seat), self.free(seat)
        if self.phase == "after":
            found = complete(groups, free) if self.may_win and seat == self.turn else set()
        elif self.phase != "table" or self.is_barred(seat):
            found = set()
        elif self.kind == "turned" and seat == self.dealer:  # 天胡: the tile is in his hand or opening ti
            found = complete(groups, free)
        elif not self.winnable(seat):
            found = set()
        else:
            own = self.kind == "draw" and seat == self.by
            found = complete_with(groups, free, self.tile, own, self.kind == "draw")
        return {items for items in found if total(items) >= self.rules["min_xi"]}  # bp.win

    def winnable(self, seat: int) -> bool:
        """May another than the dealer win on the turned tile, or `seat` on the draw or discard at all?"""
        if self.kind == "turned":
            return not self.turned_gone  # bp.turned
        return self.kind == "draw" or (self.first_discard and seat != self.by)  # bp.win

    def is_barred(self, seat: int) -> bool:
        """bp.stale-win: may `seat` not win on the table's tile?"""
        if self.rules["stale_win"] == "any":
            return bool(self.barred[seat])
        return self.tile in self.barred[seat]

    def bonus(self, seat: int) -> str | None:
        """bp.bonus: the bonus of a win by `seat` now."""
        if self.phase == "after":
            return "zi-mo"
        if self.kind == "turned":
            return "tian-hu" if seat == self.dealer else "di-hu"
        if self.kind == "discard":
            return "di-hu"
        return "zi-mo" if seat == self.by else None

    def must_pao(self) -> int | None:
        """bp.pao: the seat that has to pao the tile on the table unless somebody wins."""
        for seat in self.seats:
            on_three = seat != self.by and self.has_three(seat, self.tile)
            on_pung = self.kind == "draw" and ("pung", (self.tile,) * 3) in self.melds[seat]
            if self.kind != "turned" and (on_three or on_pung):  # bp.turned: not paoed
                return seat
        return None

    def owes(self, seat: int, new_tiles: int) -> bool:
        """bp.waiting: would a discard be due from `seat` with so many more tiles (no new pao or ti)?"""
        return self.holds(seat) + new_tiles > self.waits_on(seat)

    def can_pung(self, seat: int) -> bool:
        """bp.pung, seen for itself: whatever others may do with the tile."""
        if self.kind == "turned" or self.last_tile() or seat == self.by:  # bp.turned, bp.dead
            return False
        free = self.free(seat)
        if self.tile in self.stale[seat] or free.count(self.tile) < 2:
            return False
        return len(free) > 2 or not self.owes(seat, 1)  # bp.no-discard-left

    def chows(self, seat: int) -> list:
        """bp.chow, bp.bi, seen for themselves: the (with, also) of every chow of the table's tile."""
        mine = seat == self.next_seat(self.by) or (self.kind == "draw" and seat == self.by)
        if self.kind == "turned" or self.last_tile() or not mine or self.tile in self.stale[seat]:
            return []
        free, found = self.free(seat), []
        for two in set(combinations(free, 2)):
            if group_id(tuple(in_order((self.tile, *two)))):
                rest = without(free, two)
                for also in self.bi_layouts(rest):
                    kept = len(rest) - 3 * len(also)
                    if kept or not self.owes(seat, 1):  # bp.no-discard-left
                        found.append((two, also))
        return found

    def bi_layouts(self, rest: tuple) -> list:
        """bp.bi: the lawful `also` when `rest` is left in hand after `with`."""

        def copies(also):
            return sum(group.count(self.tile) for group in also)

        choices = layouts(rest, self.tile)
        wanted = rest.count(self.tile)
        if self.rules["bi"] == "possible":
            wanted = max(copies(also) for also in choices)
        return [also for also in choices if copies(also) == wanted]

    # ------------------------------------------------------------ legal moves

    def legal(self) -> list[dict]:
        """Every legal move now, in canonical form."""
        if self.phase == "won":
            return []
        if self.phase == "opening":
            return self.opening_ti()
        if self.phase == "forced":  # bp.wei: the only legal next move
            verb = "wei" if self.free(self.turn).count(self.tile) == 2 else "ti"
            return [{"type": verb, "seat": self.turn, "tile": self.tile}]
        if self.phase == "after":
            win = [{"type": "win", "seat": self.turn, "tile": self.tile}]
            return (win if self.win_readings(self.turn) else []) + self.go_on(self.turn)
        return self.table_moves()

    def opening_ti(self) -> list[dict]:
        """bp.opening-ti: the ti due of the first seat that has one, in the order of play."""
        for seat in self.seats:
            fours = [tile for tile in TILES if self.hand[seat].count(tile) == 4]
            if fours:
                return [{"type": "ti", "seat": seat, "tile": tile} for tile in fours]
        return []

    def go_on(self, seat: int) -> list[dict]:
        """bp.waiting, bp.start: the discards of `seat`, who is to play on, or the next seat's draws."""
        if self.last_tile():  # bp.dead: no discard follows
            return []
        discards = [{"type": "discard", "seat": seat, "tile": t} for t in in_order(set(self.free(seat)))]
        if self.owes(seat, 0) and discards:  # bp.no-discard-left: none left, none made
            return discards
        return self.draws(self.next_seat(seat))

    def draws(self, seat: int) -> list[dict]:
        """bp.draw: the draws of `seat`, the top of the stock or any unaccounted tile."""
        if self.last_tile():
            return []
        tiles = self.stock[:1] if self.stock is not None else [t for t in TILES if self.unseen[t] > 0]
        return [{"type": "draw", "seat": seat, "tile": tile} for tile in tiles]

    def table_moves(self) -> list[dict]:
        """bp.order: what may be done while a tile lies on the table."""
        moves, pao = [], self.must_pao()
        for seat in self.seats:
            claims = []
            if seat not in self.passed:
                claims = self.optional_claims(seat, pao)
                if claims:  # a pass is legal only for a seat that could claim
                    claims.append({"type": "pass", "seat": seat})
            moves += claims
        if pao is not None:  # bp.pao: no other claim and no draw before it
            return [*moves, {"type": "pao", "seat": pao, "tile": self.tile}]
        if self.kind == "turned":  # bp.start
            return moves + self.go_on(self.dealer)
        return moves + self.draws(self.next_seat(self.by))

    def optional_claims(self, seat: int, pao: int | None) -> list[dict]:
        """The win, pung and chows open to `seat` on the table's tile; `pao` is who must pao it."""
        claims = []
        if self.win_readings(seat):
            claims.append({"type": "win", "seat": seat, "tile": self.tile})
        if pao is not None:
            return claims
        if self.can_pung(seat):
            claims.append({"type": "pung", "seat": seat, "tile": self.tile})
        for two, also in self.chows(seat):
            move = {"type": "chow", "seat": seat, "tile": self.tile, "with": list(two)}
            if also:
                move["also"] = [list(group) for group in also]
            claims.append(move)
        return claims

    # ------------------------------------------------------------ playing

    def play(self, move: dict) -> None:
        """Plays a move, which must be one of legal()."""
        move = canonical(move)
        if not is_in(move, self.legal()):
            raise Bad(self.broken_clause(move), f"not legal here: {move.get('type')}")
        verb, seat, tile = move["type"], move["seat"], move.get("tile")
        if verb == "pass":
            self.passed.add(seat)
        elif verb == "win":
            self.end_won(seat)
        elif verb == "ti" and self.phase == "opening":
            self.lay_down(seat, "ti", (tile,) * 4, 4)
            self.phase = "opening" if self.opening_ti() else "table"
        elif verb in ("wei", "ti"):
            self.play_forced(seat, verb)
        elif verb in ("pung", "pao", "chow"):
            self.play_claim(move)
        elif verb == "discard":
            self.play_discard(seat, tile)
        else:
            self.play_draw(seat, tile)

    def lay_down(self, seat: int, name: str, tiles: tuple, from_hand: int) -> None:
        """Lays a meld of one kind down: `from_hand` of its tiles leave the hand, an older meld grows."""
        kind = tiles[0]
        self.hand[seat] = list(without(self.hand[seat], [kind] * from_hand))
        self.kans[seat].discard(kind)
        grown = [meld for meld in self.melds[seat] if meld[0] in ("wei", "pung") and meld[1][0] == kind]
        self.melds[seat] = [*without(self.melds[seat], grown), (name, tiles)]

    def end_won(self, seat: int) -> None:
        """bp.win: records the win and all its best readings."""
        readings, bonus = self.win_readings(seat), self.bonus(seat)
        best = max(total(items) for items in readings)  # bp.best
        extra = ((bonus, 10),) if bonus else ()
        self.won_by = (seat, sorted(tidy(items + extra) for items in readings if total(items) == best))
        self.phase = "won"

    def play_forced(self, seat: int, verb: str) -> None:
        """bp.wei: the drawer's own wei or ti."""
        if verb == "wei":
            self.lay_down(seat, "wei", (self.tile,) * 3, 2)
        else:
            self.lay_down(seat, "ti", (self.tile,) * 4, self.hand[seat].count(self.tile))
        self.barred[seat] = set()
        self.phase, self.may_win = "after", True

    def play_claim(self, move: dict) -> None:
        """bp.pung, bp.pao, bp.chow: `seat` takes the tile on the table."""
        verb, seat = move["type"], move["seat"]
        self.settle(verb, seat)
        if verb == "pung":
            self.lay_down(seat, "pung", (self.tile,) * 3, 2)
        elif verb == "pao":
            self.lay_down(seat, "pao", (self.tile,) * 4, self.hand[seat].count(self.tile))
        else:
            laid = [tuple(in_order((self.tile, *move["with"])))] + [tuple(g) for g in move.get("also", [])]
            used = [tile for group in laid for tile in group]
            self.hand[seat] = list(without(self.hand[seat], without(used, [self.tile])))
            self.melds[seat] += [(group_id(group), group) for group in laid]
        self.barred[seat] = set()
        self.phase, self.turn, self.may_win = "after", seat, False
        if self.owes(seat, 0) and not self.free(seat):
            self.stuck.add(seat)

    def play_discard(self, seat: int, tile: str) -> None:
        """A discard from the hand."""
        opens_play = self.phase == "table"  # bp.bonus: it is the dealer's, after the turned tile
        if opens_play:
            self.settle(None, None)
        self.hand[seat].remove(tile)
        self.barred[seat] = set()
        self.stale[seat].add(tile)  # bp.stale
        self.show("discard", tile, seat)
        self.first_discard = opens_play

    def play_draw(self, seat: int, tile: str) -> None:
        """bp.draw: the top of the stock is turned face up."""
        if self.phase == "table":
            self.settle(None, None)
        if (self.phase == "after" or self.kind == "turned") and self.owes(self.turn, 0):
            self.stuck.add(self.turn)  # bp.no-discard-left: the discard was skipped
        if self.stock is not None:
            self.stock.pop(0)
        self.unseen[tile] -= 1
        self.left -= 1
        self.show("draw", tile, seat)
        if self.has_three(seat, tile) or self.free(seat).count(tile) == 2:
            self.phase, self.turn = "forced", seat

    def show(self, kind: str, tile: str, seat: int) -> None:
        """Puts a tile on the table."""
        self.phase, self.kind, self.tile, self.by = "table", kind, tile, seat
        self.passed, self.first_discard, self.may_win = set(), False, False

    def settle(self, verb: str | None, claimer: int | None) -> None:
        """The table's tile is settled, by a claim or by nobody: bp.stale-win, then bp.stale."""
        could_win = [seat for seat in self.seats if self.win_readings(seat)]
        for seat in could_win:
            self.barred[seat].add(self.tile)
        for seat in self.seats:
            if seat == claimer:  # he took it
                continue
            could_pung, could_chow = self.can_pung(seat), bool(self.chows(seat))
            lost = verb in ("pao", "pung") or (verb == "chow" and claimer == self.by)
            if could_pung or (could_chow and (not lost or seat in self.passed)):
                self.stale[seat].add(self.tile)
        if claimer is None and self.kind != "turned":
            self.river[self.by].append(self.tile)

    # ------------------------------------------------------------ the end

    def outcome(self) -> dict | None:
        """The result if the record may stop here, else None."""
        if self.phase == "won":
            return self.win_result(*self.won_by)
        done = self.phase == "after" or (self.phase == "table" and self.must_pao() is None)
        if self.left == 0 and done:  # bp.dead, bp.dead-pay
            points = [0] * 4
            points[self.dealer], points[self.counter] = -10, 10
            return result("dead", [], points, [[None] * 4])
        return None

    def win_result(self, winner: int, readings: list) -> dict:
        """bp.tally: the result of a win with its best readings."""
        worth = total(readings[0])
        half = (worth + 1) // 2
        points = [0] * 4
        if self.rules["settlement"] == "tally":
            points[winner], points[self.counter] = worth, half
        else:
            for seat in self.seats:
                points[seat] = -worth - half
            points[winner], points[self.counter] = 2 * worth, 2 * half
        lists = []
        for items in readings:
            scores = [None] * 4
            scores[winner] = {"total": worth, "items": [list(it) for it in items]}
            lists.append(scores)
        return result("win", [winner], points, lists)

    def wall(self) -> int:
        """The number of tiles left in the stock."""
        return self.left

    def broken_clause(self, move: dict) -> str:
        """A hint which clause an illegal move breaks."""
        verb, seat, tile = move.get("type"), move.get("seat"), str(move.get("tile"))
        if verb not in VERBS:
            return "rec.field"
        if self.phase == "won":
            return "rec.over"
        if type(seat) is not int or seat not in self.seats:
            return "bp.seats"
        if verb == "pass" or (seat in self.passed and verb in ("win", "chow", "pung")):
            return "rec.pass"
        if self.phase == "opening":
            return "bp.opening-ti"
        if self.phase == "forced":
            return "bp.wei"
        if self.phase == "table" and self.must_pao() is not None and verb != "win":
            return "bp.pao"
        if self.left == 0 and verb != "win":
            return "bp.dead"
        if verb == "discard" and seat == self.turn and self.phase == "after":
            return "bp.kan" if tile in self.kans[seat] else "rec.not-in-hand"
        if verb in ("chow", "pung") and self.phase == "table" and tile in self.stale[seat]:
            return "bp.stale"
        return {"discard": "bp.waiting", "ti": "bp.wei"}.get(verb, f"bp.{verb}")


def result(outcome: str, winners: list, points: list, lists: list) -> dict:
    """An outcome; `lists` are the equally good score lists."""
    return {
        "outcome": outcome,
        "winners": winners,
        "points": points,
        "scores": lists[0],
        "alternatives": lists[1:],
    }


def check_set_up(line: dict) -> None:
    """bp.deal, bp.seats: raises Bad unless the `round` line is a possible set-up."""
    if set(line) - {"type", "dealer", "hands", "stock", "turned", "note", "x"}:
        raise Bad("rec.field", "a field that does not belong to the set-up")
    if {"dealer", "hands", "turned"} - set(line):
        raise Bad("rec.field", "dealer, hands and turned must be stated")
    dealer, hands = line["dealer"], line["hands"]
    if type(dealer) is not int or not 0 <= dealer <= 3:
        raise Bad("bp.seats", "no such dealer")
    if not isinstance(hands, list) or len(hands) != 4:
        raise Bad("bp.seats", "hands must have four entries")
    tiles = [line["turned"]]
    for seat, hand in enumerate(hands):
        if seat == (dealer + 2) % 4:
            if hand is not None:
                raise Bad("bp.seats", "the counter has no hand")
        elif not isinstance(hand, list) or len(hand) != 20:
            raise Bad("bp.deal", "a playing seat has twenty tiles")
        else:
            tiles += hand
    if "stock" in line:
        if not isinstance(line["stock"], list) or len(line["stock"]) != STOCK:
            raise Bad("bp.deal", "the stock has nineteen tiles")
        tiles += line["stock"]
    if any(tile == "?" for tile in tiles):
        raise Bad("rec.unknown", "an unknown tile is not judged")
    if any(not isinstance(tile, str) or tile not in RANK for tile in tiles):
        raise Bad("rec.tiles", "a tile of another game")
    if max(Counter(tiles).values()) > 4:
        raise Bad("rec.tiles", "more than four of a kind")


# ---------------------------------------------------------------- a whole match


def canonical(move: dict) -> dict:
    """A move without at, note and x, an empty `also` left out, tile lists in order."""
    move = {field: value for field, value in move.items() if field not in ("at", "note", "x")}
    if move.get("also") == []:
        del move["also"]
    try:
        if "with" in move:
            move["with"] = in_order(move["with"])
        if "also" in move:
            move["also"] = sorted((in_order(g) for g in move["also"]), key=lambda g: [RANK[t] for t in g])
    except (KeyError, TypeError):
        pass  # foreign tiles or no lists: it will not be found among the legal moves
    return move


def is_in(move: dict, moves: list) -> bool:
    """Is the move among `moves`? (As JSON text, so that true is not 1.)"""
    return json.dumps(move, sort_keys=True) in {json.dumps(m, sort_keys=True) for m in moves}


def judge(lines: list[dict]) -> list[dict]:
    """All violations of one match (lines from `match` to the last line), in order."""
    match, rounds, end = lines[0], [], None
    if match.get("game") != GAME:
        return [{"round": None, "move": None, "clause": "rec.field"}]
    for line in lines[1:]:
        if line.get("type") == "round":
            rounds.append([line])
        elif line.get("type") == "end":
            end = line
        elif rounds:
            rounds[-1].append(line)
    try:
        rules = full_rules(match.get("rules"))
    except Bad as bad:
        return [{"round": None, "move": None, "clause": bad.clause}]
    wrong, totals, dealer, over = [], [0] * 4, None, False
    for number, part in enumerate(rounds, 1):
        if part[0].get("hands", 0) is None:  # a score-only round: its points are taken as stated
            points, dealer = stated_points(part), None
        else:
            faults, outcome = judge_round(match, part)
            if over:
                wrong.append({"round": number, "move": 0, "clause": "bp.match"})
            elif dealer is not None and part[0].get("dealer") != dealer and not is_set_up_fault(faults):
                wrong.append({"round": number, "move": 0, "clause": "rec.next"})
            wrong += [{"round": number, **fault} for fault in faults]
            points = outcome and outcome["points"]
            dealer = next_dealer(part[0], outcome) if outcome else None
        totals = [a + b for a, b in zip(totals, points, strict=True)] if totals and points else None
        target = rules["target"]
        over = over or bool(target and totals and max(totals) >= target)  # bp.match
    if end is not None and totals and not same(end.get("totals"), totals):
        wrong.append({"round": None, "move": None, "clause": "rec.totals"})
    return wrong


def is_set_up_fault(faults: list) -> bool:
    """Is the set-up itself impossible?"""
    return bool(faults) and faults[0]["move"] == 0


def stated_points(part: list) -> list | None:
    """The points that the result of a round states, if any."""
    for line in part[1:]:
        points = line.get("points") if line.get("type") == "result" else None
        if isinstance(points, list) and len(points) == 4:
            return points
    return None


def next_dealer(line: dict, outcome: dict) -> int:
    """bp.next: who deals the next round."""
    return outcome["winners"][0] if outcome["winners"] else (line["dealer"] + 1) % 4


def judge_round(match: dict, part: list) -> tuple[list, dict | None]:
    """The faults of one round, each {"move", "clause"}, and its outcome when it was judged to its end."""
    try:
        game = Round(match["rules"], match.get("players"), part[0])
    except Bad as bad:
        return [{"move": 0, "clause": bad.clause}], None
    verbs = [line.get("type") for line in part]
    stop = verbs.index("result") if "result" in verbs else len(part)
    moves, results, late = part[1:stop], part[stop : stop + 1], part[stop + 1 :]
    for number, move in enumerate(moves, 1):
        try:
            game.play(move)
        except Bad as bad:
            return [{"move": number, "clause": bad.clause}], None
    outcome = game.outcome()
    if outcome is None:
        return [{"move": len(moves) + 1, "clause": "rec.unfinished"}], None
    if late:
        return [{"move": len(moves) + 1, "clause": "rec.over"}], None
    wrong = [clause for line in results for clause in wrong_claims(line, outcome)]
    return [{"move": None, "clause": clause} for clause in wrong], outcome


def wrong_claims(line: dict, outcome: dict) -> list:
    """Which claims of a `result` line are wrong."""
    wrong = []
    if any(not same(line.get(field), outcome[field]) for field in ("outcome", "winners")):
        wrong.append("rec.result")
    if not same(line.get("points"), outcome["points"]):
        wrong.append("rec.points")
    if "scores" in line:
        right = [outcome["scores"], *outcome["alternatives"]]
        if not any(same_scores(line["scores"], scores) for scores in right):
            wrong.append("rec.scores")
    return wrong


def same(stated, right) -> bool:
    """Are these the same JSON values? (Compared as text, so that neither true nor 1.0 is 1.)"""
    return json.dumps(stated) == json.dumps(right)


def same_scores(stated, right: list) -> bool:
    """Are the stated scores these, the items compared as a multiset?"""


    def plain(score):
        return score and {"total": score["total"], "items": sorted(json.dumps(it) for it in score["items"])}

    try:
        return same([plain(s) for s in stated], [plain(s) for s in right])
    except (TypeError, KeyError, AttributeError):
        return False


# ---------------------------------------------------------------- random set-ups


def deal(rng: random.Random, rules: dict, players: list, previous: tuple | None) -> dict:
    """A random legal `round` line with its stock; `previous` = (round line, its outcome, ...) or None.

    Half the deals are plain, a quarter lumpy (for kans and opening ti), in a quarter one seat is nearly
    complete and the tile it lacks turns up early (for 天胡, 地胡 and early wins).
    """
    dealer = next_dealer(previous[0], previous[1]) if previous else rng.randrange(4)
    seats = [dealer, (dealer + 1) % 4, (dealer + 3) % 4]
    hands: list = [None] * 4
    tiles = [tile for tile in TILES for _ in range(4)]
    rng.shuffle(tiles)
    manner = rng.choice(["plain", "plain", "lumpy", "ready"])
    wanted = None
    if manner == "lumpy":
        make_lumpy(rng, tiles)
    elif manner == "ready":
        lucky = rng.choice(seats)
        hand = complete_hand(rng)
        tiles = list(without(tiles, hand))
        wanted = hand.pop(rng.randrange(21))
        hands[lucky] = in_order(hand)
    for seat in seats:
        if hands[seat] is None:
            hands[seat] = in_order([tiles.pop() for _ in range(20)])
    if wanted and rng.random() < 0.5:
        turned, stock = wanted, tiles
    else:
        turned, stock = tiles[0], tiles[1:]
        if wanted:
            stock.insert(rng.randrange(6), wanted)
    return {"type": "round", "dealer": dealer, "hands": hands, "stock": stock, "turned": turned}


def make_lumpy(rng: random.Random, tiles: list) -> None:
    """Lays equal tiles together, but for some swaps (changes the list)."""
    kinds = rng.sample(TILES, len(TILES))
    tiles.sort(key=kinds.index)
    for _ in range(rng.randrange(60)):
        a, b = rng.randrange(80), rng.randrange(80)
        tiles[a], tiles[b] = tiles[b], tiles[a]
    cut = rng.randrange(80)
    tiles[:] = tiles[cut:] + tiles[:cut]
    if rng.random() < 0.5:  # the stock and the turned tile are what is not dealt: mix one end
        tail = tiles[:20]
        rng.shuffle(tail)
        tiles[:20] = tail


def complete_hand(rng: random.Random) -> list:
    """Twenty-one tiles in seven random groups, or in four alike, a pair and five groups."""
    threes = [three for three in combinations_with_replacement(TILES, 3) if group_id(three)]
    threes += [(tile,) * 3 for tile in TILES]
    pool = [tile for tile in TILES for _ in range(4)]
    hand: list = []
    if rng.random() < 0.3:
        four, pair = rng.sample(TILES, 2)
        hand = [four] * 4 + [pair] * 2
    while len(hand) < 21:
        group = rng.choice(threes)
        if not Counter([*hand, *group]) - Counter(pool):
            hand += group
    return hand
