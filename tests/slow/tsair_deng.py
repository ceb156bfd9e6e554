"""A slow, independent judge for 斜釘 (Tsair Deng), written from the rule clauses alone.

It is the reference that the engine is compared with: plain before fast. Nothing of the project is imported.
The clause that a piece of code enforces stands beside it.

`Round` plays one round, `judge` lists every violation of a match, `deal` makes a random set-up; its
`doubles` rigs the deal, so that six, seven and eight doubles are met.
"""

import json
from collections import Counter

SEATS = 4
HAND = 8

# td.tiles: two each of these eleven, one each of the others.
TWICE = ["11", "22", "33", "44", "55", "66", "13", "15", "16", "46", "56"]
ONCE = ["12", "14", "23", "24", "25", "26", "34", "35", "36", "45"]
TILES = sorted(TWICE + TWICE + ONCE)

# td.names: the Chinese name of each number.
NAMES = {"釘": "1", "二": "2", "斜": "3", "血": "4", "梅": "5", "龍": "6"}

# Every option with its values, the default first.
OPTIONS = {
    "direction": ["alternating", "ccw"],
    "doublings": ["multiply", "once"],
    "edition": [1],
    "eight_doubles": [True, False],
    "end_on_out": [False, True],
    "first_direction": ["ccw", "cw"],
    "settlement": ["all-pairs", "winner"],
    "six_doubles": [False, True],
}

MOVE_FIELDS = {"play": ["seat", "tile", "open"], "drink": ["seat", "tile"], "expose": ["seat"]}
ROUND_FIELDS = ["type", "dealer", "hands", "direction", "aside", "note", "x"]
RESULT_FIELDS = ["type", "outcome", "winners", "points", "scores", "note", "x"]
END_FIELDS = ["type", "totals", "note", "x"]


class Bad(Exception):
    """Something that the rules or the format forbid: `clause` names the rule, `str(e)` says why."""

    def __init__(self, clause, why):
        super().__init__(why)
        self.clause = clause


# ---- small things

def same(one, other):
    """Equal as JSON values (so `true` is not 1, and 1.0 is not 1)."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def pips(tiles):
    """The sum of the numbers at both ends of all these tiles."""
    return sum(int(tile[0]) + int(tile[1]) for tile in tiles)


def is_double(tile):
    """倔: both ends are the same."""
    return tile[0] == tile[1]


def fits(tile, number):
    """Whether one of the tile's ends is this number (td.join)."""
    return str(number) in tile


def other_end(tile, number):
    """The end that stays open when `tile` is joined at `number`; a double shows the same number again."""
    ends = [int(tile[0]), int(tile[1])]
    ends.remove(number)
    return ends[0]


def read_tile(text):
    """The code of a tile written as a code or as a Chinese name (td.names); None if there is no such tile."""
    if not isinstance(text, str):
        return None
    if text in TILES:
        return text
    if len(text) == 2 and text[0] == "倔" and text[1] in NAMES:
        return NAMES[text[1]] * 2
    if len(text) == 2 and text[0] in NAMES and text[1] in NAMES and text[0] != text[1]:
        return "".join(sorted(NAMES[text[0]] + NAMES[text[1]]))
    return None


def read_tiles(texts, what):
    """A list of tile codes, or Bad."""
    if not isinstance(texts, list):
        raise Bad("rec.field", f"{what} must be a list of tiles")
    codes = []
    for text in texts:
        if text == "?":
            raise Bad("rec.unknown", "this judge cannot judge unknown tiles")
        code = read_tile(text)
        if code is None:
            raise Bad("rec.tiles", f"{what} holds {text!r}, which is no domino")
        codes.append(code)
    return codes


def read_rules(rules):
    """All options with their values, defaults filled in; Bad for an unknown option or value."""
    if not isinstance(rules, dict):
        raise Bad("rec.rules", "rules must be an object")
    full = {option: values[0] for option, values in OPTIONS.items()}
    for option, value in rules.items():
        if option not in OPTIONS or not any(same(value, known) for known in OPTIONS[option]):
            raise Bad("rec.rules", f"unknown option or value: {option} {value!r}")
        full[option] = value
    return full


def read_players(players):
    """The occupied seats, or Bad (td.seats)."""
    if not isinstance(players, list) or len(players) != SEATS:
        raise Bad("td.seats", "players must have four entries")
    if any(player is not None and not isinstance(player, str) for player in players):
        raise Bad("rec.field", "a player is a name or null")
    taken = [seat for seat in range(SEATS) if players[seat] is not None]
    if len(taken) < 2 or (len(taken) == 2 and taken != [0, 2]):
        raise Bad("td.seats", "two to four players; two sit at seats 0 and 2")
    return taken


def seats_from(first, direction, taken):
    """The occupied seats in turn order, beginning with `first` (seats are numbered counter-clockwise)."""
    step = 1 if direction == "ccw" else -1
    around = [(first + step * k) % SEATS for k in range(SEATS)]
    return [seat for seat in around if seat in taken]                     # td.seats: empty seats are skipped


def direction_of(rules, number):
    """td.direction: the direction of the round with this number (from 1; a voided round counts)."""
    rules = read_rules(rules)
    if rules["direction"] == "ccw":
        return "ccw"
    first = rules["first_direction"]
    second = "cw" if first == "ccw" else "ccw"
    return first if number % 2 == 1 else second


def next_dealer(line, outcome):
    """td.first-dealer: the last winner deals; after a void the same dealer again."""
    return outcome["winners"][0] if outcome["winners"] else line["dealer"]


# ---- settlement

def payment(payer_points, other_points, some_clean, payer_head_tail, doublings):
    """What the side with the higher points pays the other side (td.pay, td.double, td.seven-eight)."""
    difference = payer_points - other_points
    doubled = 0
    if some_clean:                                                        # td.double
        doubled += 1
    if payer_head_tail:                                                   # td.seven-eight: what *he* pays
        doubled += 1
    if doublings == "once":
        doubled = min(doubled, 1)
    return difference * 2 ** doubled


def settle(taken, winner, counted, clean, head_tail, rules):
    """The net change of each seat; `counted`: points a seat; `clean`, `head_tail`: sets of seats."""
    net = [0] * SEATS
    for high in taken:
        for low in taken:
            if counted[high] <= counted[low]:
                continue
            if rules["settlement"] == "winner" and low != winner:         # td.pay
                continue
            some_clean = high in clean or low in clean
            paid = payment(counted[high], counted[low], some_clean, high in head_tail, rules["doublings"])
            net[high] -= paid
            net[low] += paid
    return net


# ---- round

class Round:
    """One round in progress. Lines and moves are plain dicts as in the JSON log."""

    def __init__(self, rules, players, line):
        """Set the round up from its `round` line; Bad when the set-up is impossible in itself."""
        self.rules = read_rules(rules)
        self.taken = read_players(players)
        self._check_fields(line)
        self.dealer = line["dealer"]
        self.direction = line["direction"]
        self.dealt = self._check_hands(line)
        self.hands = [list(tiles) for tiles in self.dealt]                # still in hand
        self.played = [[] for _ in range(SEATS)]                          # joined to the row
        self.drunk = [[] for _ in range(SEATS)]                           # 飲: face down
        self.open = None                                                  # the only end that may be joined
        self.last_player = None                                           # who played (not drank) last
        self.turn = self.dealer                                           # td.lead
        self.exposed = None                                               # the seat that exposed its doubles
        self.over = False

    def _check_fields(self, line):
        if not isinstance(line, dict) or line.get("type") != "round":
            raise Bad("rec.line", "a round starts with a `round` line")
        for field in line:
            if field not in ROUND_FIELDS:
                raise Bad("rec.field", f"{field} is no field of a round of this game")
        for field in ["dealer", "hands", "direction"]:
            if field not in line:
                raise Bad("rec.field", f"{field} is missing")
        if type(line["dealer"]) is not int or line["dealer"] not in self.taken:
            raise Bad("td.seats", "the dealer must sit at an occupied seat")
        if line["direction"] not in ["ccw", "cw"]:
            raise Bad("rec.field", "direction is ccw or cw")

    def _check_hands(self, line):
        hands = line["hands"]
        if not isinstance(hands, list) or len(hands) != SEATS:
            raise Bad("td.seats", "hands must have four entries")
        dealt = []
        for seat in range(SEATS):
            if seat not in self.taken:
                if hands[seat] is not None:
                    raise Bad("td.seats", f"seat {seat} is empty and has no hand")
                dealt.append([])
                continue
            tiles = read_tiles(hands[seat], f"the hand of seat {seat}")
            if len(tiles) != HAND:
                raise Bad("td.seats", f"seat {seat} must have eight tiles")
            dealt.append(tiles)
        together = Counter(tile for tiles in dealt for tile in tiles)
        if "aside" in line:                                               # hands and aside: exactly the set
            together.update(read_tiles(line["aside"], "aside"))
            if together != Counter(TILES):
                raise Bad("rec.tiles", "hands and aside are not the 32 tiles")
        for tile in together:                                             # td.tiles
            if together[tile] > TILES.count(tile):
                raise Bad("rec.tiles", f"there are not so many {tile}")
        return dealt

    def wall(self):
        """There is no wall in this game."""
        return 0

    # --- what may be done

    def legal(self):
        """Every legal move now, in canonical form."""
        if self.over:
            return []
        moves = [{"type": "expose", "seat": seat} for seat in self.taken if self._may_expose(seat)]
        for tile in sorted(set(self.hands[self.turn])):
            moves += self._moves_with(tile)
        return moves

    def _moves_with(self, tile):
        play = {"type": "play", "seat": self.turn, "tile": tile}
        if self.open is None:                                             # td.lead: any tile, either end open
            return [{**play, "open": end} for end in sorted({int(tile[0]), int(tile[1])})]
        if fits(tile, self.open):                                         # td.join
            return [{**play, "open": other_end(tile, self.open)}]
        if not self._can_play(self.turn):                                 # td.must-play, td.drink
            return [{"type": "drink", "seat": self.turn, "tile": tile}]
        return []

    def _can_play(self, seat):
        return any(fits(tile, self.open) for tile in self.hands[seat])

    def _doubles(self, seat):
        return sum(is_double(tile) for tile in self.dealt[seat])

    def _may_expose(self, seat):
        """td.six-seven-doubles, td.eight-doubles: before the first play, whoever's turn it is."""
        if self.last_player is not None:
            return False
        return self._doubles(seat) >= (6 if self.rules["six_doubles"] else 7)

    def why_not(self, move):
        """The Bad that tells why this move, in canonical form, is not legal now."""
        if move.get("type") not in list(MOVE_FIELDS):
            return Bad("rec.field", "no verb of this game")
        if set(move) != {"type", *MOVE_FIELDS[move["type"]]}:
            return Bad("rec.field", "a field is missing or unknown")
        seat, tile = move["seat"], move.get("tile")
        if type(seat) is not int or seat not in self.taken:
            return Bad("rec.field", "nobody sits there")
        if "tile" in move and read_tile(tile) is None:
            return Bad("td.tiles", "there is no such tile")
        if self.over:
            return Bad("rec.over", "the round is over")
        if move["type"] == "expose":
            return Bad("td.six-seven-doubles", "not enough doubles, or a tile has been played")
        if seat != self.turn:
            return Bad("td.lead" if self.open is None else "td.join", f"it is the turn of seat {self.turn}")
        if read_tile(tile) not in self.hands[seat]:
            return Bad("rec.not-in-hand", f"{tile} is not in the hand")
        if move["type"] == "drink":
            return Bad("td.lead" if self.open is None else "td.must-play", "he can play, so he must")
        return Bad("td.lead" if self.open is None else "td.join", f"{tile} does not go so")

    # --- doing it

    def play(self, move):
        """Make one of the legal moves."""
        if not any(same(move, good) for good in self.legal()):
            raise self.why_not(move)
        seat = move["seat"]
        if move["type"] == "expose":                                      # the first `expose` ends the round
            self.exposed = seat
            self.over = True
            return
        self.hands[seat].remove(move["tile"])
        if move["type"] == "play":
            self.played[seat].append(move["tile"])
            self.open = move["open"]
            self.last_player = seat
        else:
            self.drunk[seat].append(move["tile"])
        if self.rules["end_on_out"] and any(not self.hands[one] for one in self.taken):
            self.over = True                                              # td.end, [end_on_out]
            return
        self._pass_the_turn(seat)

    def _pass_the_turn(self, seat):
        """td.empty, td.end (開盅): whose turn it is after a move of `seat`, or that it is over."""
        after = [*seats_from(seat, self.direction, self.taken)[1:], seat]
        for one in after:
            if one == self.last_player and not self._can_play(one):
                self.over = True                                          # over without a move of his
                return
            if self.hands[one]:
                self.turn = one
                return
        raise AssertionError("the turn always comes back to who played last")

    # --- how it ended

    def outcome(self):
        """The result of a round that is over, else None."""
        if not self.over:
            return None
        if self.exposed is None:
            return self._counted_outcome()
        if self._doubles(self.exposed) == 8 and self.rules["eight_doubles"]:
            return self._eight_doubles_outcome()
        return {"outcome": "void", "winners": [], "points": [0] * SEATS, "scores": [None] * SEATS,
                "alternatives": []}

    def lost(self, seat):
        """The tiles of a seat that count against it: in hand and drunk (td.points)."""
        return self.hands[seat] + self.drunk[seat]

    def _counted_outcome(self):
        counted = [pips(self.lost(seat)) for seat in range(SEATS)]
        clean = {seat for seat in self.taken if len(self.played[seat]) == HAND}      # td.clean
        head_tail = set()                                                            # td.seven-eight
        for seat in self.taken:
            if len(self.lost(seat)) == (7 if seat == self.dealer else 8):
                head_tail.add(seat)
        lowest = min(counted[seat] for seat in self.taken)
        order = seats_from(self.dealer, self.direction, self.taken)                  # td.points: the tie
        winner = next(seat for seat in order if counted[seat] == lowest)
        return self._win(winner, counted, clean, head_tail)

    def _eight_doubles_outcome(self):
        """td.eight-doubles: a win with 0 points and 通; 頭七尾八 does not apply."""
        counted = [pips(tiles) for tiles in self.dealt]
        counted[self.exposed] = 0
        return self._win(self.exposed, counted, {self.exposed}, set())

    def _win(self, winner, counted, clean, head_tail):
        scores = [None] * SEATS
        for seat in self.taken:                                                      # td.items
            items = [["clean", 0]] if seat in clean else []
            items += [["head-tail", 0]] if seat in head_tail else []
            scores[seat] = {"total": counted[seat], "items": items}
        points = settle(self.taken, winner, counted, clean, head_tail, self.rules)
        return {"outcome": "win", "winners": [winner], "points": points, "scores": scores, "alternatives": []}


# ---- a match

def canonical_move(line):
    """A move line without at, note and x, its tile as a code."""
    move = {field: value for field, value in line.items() if field not in ["at", "note", "x"]}
    if "tile" in move:
        move["tile"] = read_tile(move["tile"]) or move["tile"]
    return move


def same_scores(stated, right):
    """Whether stated `scores` are these: totals equal, items equal as a multiset."""
    if not isinstance(stated, list) or len(stated) != SEATS:
        return False
    for mine, yours in zip(stated, right, strict=True):
        if mine is None or yours is None:
            if mine is not yours:
                return False
            continue
        if not isinstance(mine, dict) or set(mine) != {"total", "items"}:
            return False
        if not isinstance(mine["items"], list):
            return False
        if not same(mine["total"], yours["total"]):
            return False
        if Counter(map(json.dumps, mine["items"])) != Counter(map(json.dumps, yours["items"])):
            return False
    return True


def wrong_claims(line, outcome):
    """The clauses that a `result` line breaks, given what the round really came to."""
    clauses = []
    if any(field not in RESULT_FIELDS for field in line):
        clauses.append("rec.field")
    if not same(line.get("outcome"), outcome["outcome"]) or not same(line.get("winners"), outcome["winners"]):
        clauses.append("rec.result")
    if not same(line.get("points"), outcome["points"]):
        clauses.append("rec.points")
    if "scores" in line:
        readings = [outcome["scores"], *outcome["alternatives"]]
        if not any(same_scores(line["scores"], reading) for reading in readings):
            clauses.append("rec.scores")
    return clauses


class _Match:
    """The state of `judge`: what is known of the rounds so far, and the violations found."""

    def __init__(self, line):
        self.rules = line.get("rules")
        self.players = line.get("players")
        self.found = []
        self.totals = [0] * SEATS                                         # None once a round is not judged
        self.before = None                                                # (line, outcome) of the last round
        self.free_setup = False                                           # after a score-only round

    def bad(self, number, move, clause):
        self.found.append({"round": number, "move": move, "clause": clause})

    def judge_round(self, number, setup, moves, result, stopped=None):
        """Judge one whole round; afterwards `before` and `totals` say what may still be judged.

        `stopped`: the `result` stood after so many moves, and one more followed.
        """
        before, free_setup = self.before, self.free_setup
        self.before, self.free_setup = None, False
        if "hands" in setup and setup["hands"] is None:                   # a score line: not judged here
            self.free_setup, self.totals = True, None
            return
        outcome = self._replay(number, setup, moves, before, free_setup, stopped)
        if outcome is None:
            self.totals = None
            return
        if result is not None:
            for clause in wrong_claims(result, outcome):
                self.bad(number, None, clause)
        self.before = (setup, outcome)
        if self.totals is not None:
            self.totals = [sum(pair) for pair in zip(self.totals, outcome["points"], strict=True)]

    def _replay(self, number, setup, moves, before, free_setup, stopped):
        """The outcome of the round, or None when it cannot be judged to its end."""
        try:
            state = Round(self.rules, self.players, setup)
        except Bad as bad:
            self.bad(number, 0, bad.clause)
            return None
        if not free_setup:
            self._check_follows(number, setup, before)
        for count, line in enumerate(moves, start=1):
            if stopped is not None and count > stopped:
                self.bad(number, count, "rec.over")
                return None
            try:
                state.play(canonical_move(line))
            except Bad as bad:
                self.bad(number, count, bad.clause)
                return None
        if state.outcome() is None:
            self.bad(number, len(moves) + 1, "rec.unfinished")
        return state.outcome()

    def _check_follows(self, number, setup, before):
        """At move 0: the direction goes by the number of the round, the dealer by the round before."""
        right_direction = setup["direction"] == direction_of(self.rules, number)
        right_dealer = before is None or setup["dealer"] == next_dealer(*before)
        if not right_direction:
            self.bad(number, 0, "td.direction")
        elif not right_dealer:
            self.bad(number, 0, "rec.next")


def judge(lines):
    """All violations of one match (its lines from `match` to the last), in order."""
    match = _Match(lines[0])
    try:
        read_rules(match.rules)
        read_players(match.players)
    except Bad as bad:
        match.bad(None, None, bad.clause)
        return match.found
    number, k = 0, 1
    while k < len(lines):
        kind = lines[k].get("type")
        if kind == "round":
            number += 1
            setup, moves, result = lines[k], [], None
            k += 1
            while k < len(lines) and lines[k].get("type") not in ["round", "result", "end", "match"]:
                moves.append(lines[k])
                k += 1
            if k < len(lines) and lines[k].get("type") == "result":
                result = lines[k]
                k += 1
                late = k
                while k < len(lines) and lines[k].get("type") not in ["round", "result", "end", "match"]:
                    k += 1
                if k > late:                                              # moves after the result: rec.over
                    match.judge_round(number, setup, [*moves, lines[late]], None, stopped=len(moves))
                    continue
            match.judge_round(number, setup, moves, result)
            continue
        if kind == "end":
            if any(field not in END_FIELDS for field in lines[k]):
                match.bad(None, None, "rec.field")
            if match.totals is not None and not same(lines[k].get("totals"), match.totals):
                match.bad(None, None, "rec.totals")
        else:                                                             # a line where it has no place
            match.bad(number or None, None, "rec.line")
        k += 1
    return match.found


# ---- random play

def table(count):
    """The `players` of a table of two, three or four."""
    return [None if seat in {2: [1, 3], 3: [3], 4: []}[count] else f"P{seat}" for seat in range(SEATS)]


def table_of_three(empty):
    """The `players` of a table of three with this seat empty."""
    return [None if seat == empty else f"P{seat}" for seat in range(SEATS)]


def random_rules(rng):
    """A random rule set: half the options at their defaults, those left out."""
    rules = {"edition": 1}
    for option, values in OPTIONS.items():
        if len(values) == 2 and rng.random() < 0.5:
            rules[option] = values[1]
    return rules


def deal(rng, rules, players, previous=None, doubles=()):
    """A random legal `round` line.

    `previous` is None for the first round, else (round line, its outcome, how many rounds were before this).
    `doubles` rigs the deal: (7,) gives one random seat exactly seven doubles, (6, 6) or (4, 8) two seats, and
    so on; they may be twelve together.
    """
    taken = read_players(players)
    pool = list(TILES)
    rng.shuffle(pool)
    hands = [None] * SEATS
    lucky = rng.sample(taken, len(doubles))
    for seat, wanted in zip(lucky, doubles, strict=True):
        hand = [tile for tile in pool if is_double(tile)][:wanted]
        hand += [tile for tile in pool if not is_double(tile)][:HAND - wanted]
        for tile in hand:
            pool.remove(tile)
        hands[seat] = sorted(hand)
    for seat in taken:
        if hands[seat] is None:
            hands[seat] = sorted(pool[:HAND])
            del pool[:HAND]
    number = 1 if previous is None else previous[2] + 1
    dealer = rng.choice(taken) if previous is None else next_dealer(previous[0], previous[1])
    line = {"type": "round", "dealer": dealer, "hands": hands, "direction": direction_of(rules, number)}
    if len(taken) < SEATS and rng.random() < 0.5:                         # the undealt tiles may be recorded
        line["aside"] = sorted(pool)
    return line
