"""Count and settlement of 邵陽剝皮: bp.best, bp.bonus, bp.tally, bp.dead-pay, bp.items, and a hand counted by itself.

Knows no move: what is legal is ``table``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from replay.game import Item, Outcome, Tally
from replay.games.shaoyang_bopi.groups import ALIKE, KAN, PAO, PUNG, VALUE, WEI, XI, Reading, readings
from replay.games.shaoyang_bopi.position import FIRST, TURN, Position
from replay.kit.zipai import COUNTER, INDEX, SHIFT, UNIT, pack
from schemas.items import ITEMS
from schemas.options import ShaoyangBopiOptions
from schemas.tiles import ZIPAI

BONUS = 10
"""bp.bonus: what 天胡, 地胡 or 自摸 adds."""
DEAD = 10
"""bp.dead-pay: what the dealer gives the counter."""
_RANK = {id: i for i, id in enumerate(ITEMS["shaoyang-bopi"])}


def payments(winner: int, counter: int, total: int, settlement: str) -> tuple[int, ...]:
    """bp.tally: net change a seat of a win of H = `total`."""
    half = (total + 1) // 2
    points = [0, 0, 0, 0]
    if settlement == "losers-pay":
        points = [-total - half] * 4
        total, half = 2 * total, 2 * half
    points[winner], points[counter] = total, half
    return tuple(points)


def dead(dealer: int) -> Outcome:
    """bp.dead-pay."""
    points = [0, 0, 0, 0]
    points[dealer], points[COUNTER[dealer]] = -DEAD, DEAD
    return Outcome("dead", (), tuple(points), (None,) * 4)


def tally(reading: Reading, bonus: str | None) -> Tally:
    """bp.items: the groups with xi, then the bonus."""
    items = [Item(id, xi, tiles) for id, xi, tiles in reading if xi]
    if bonus is not None:
        items.append(Item(bonus, BONUS))
    items.sort(key=_place)
    return Tally(sum([item.value for item in items]), tuple(items))


def _place(item: Item) -> tuple[int, int, int]:
    """The order of the items: id, value, lowest tile, which no two items with xi of one id share but equal ones."""
    return _RANK[item.id], -item.value, INDEX[item.tiles[0]] if item.tiles else -1


def distinct(tallies: Iterable[Tally]) -> list[Tally]:
    """`tallies` with one of those that score the same items."""
    out: dict[tuple[tuple[str, int], ...], Tally] = {}
    for each in tallies:
        out.setdefault(tuple([(item.id, item.value) for item in each.items]), each)
    return list(out.values())


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player has: fixed groups (melds and 坎), free tiles, and how many of the groups are 跑 or 提."""

    fixed: Reading
    free: int
    quads: int


def read_hand(hand: Hand, tile: int | None, own: bool) -> list[Reading]:
    """bp.best, bp.kan-fourth: the best readings of a hand and `tile` (None: as it stands); empty when not complete."""
    if tile is None:
        return [(*hand.fixed, *rest) for rest in readings(hand.free, hand.quads > 0)]
    found: list[Reading] = []
    if hand.free >> SHIFT[tile] & 7 < 3:
        found = [(*hand.fixed, *rest) for rest in readings(hand.free + UNIT[tile], hand.quads > 0)]
    three = next((g for g in hand.fixed if g[2][0] == g[2][-1] == ZIPAI[tile]), None)
    if not hand.quads and three is not None and (three[0] == ALIKE[PUNG] or not own):
        fourth = (ALIKE[PAO], XI[PAO][tile], (ZIPAI[tile],) * 4)
        fixed = tuple(fourth if g is three else g for g in hand.fixed)
        found.extend((*fixed, *rest) for rest in readings(hand.free, True))
    if len(found) < 2:
        return found
    most = max(map(worth, found))
    return [reading for reading in found if worth(reading) == most]


def worth(reading: Reading) -> int:
    """The xi of a reading."""
    return sum([group[1] for group in reading])


def hand_of(position: Position, seat: int) -> Hand:
    """The hand of `seat`."""
    fixed = [(m.id, VALUE.get((m.id, m.tiles[0][0] == "b"), 0), m.tiles) for m in position.melds[seat]]
    if 4 * seat + KAN in position.three:
        kans = [kind for kind, three in enumerate(position.three) if three == 4 * seat + KAN]
        fixed.extend((ALIKE[KAN], XI[KAN][kind], (ZIPAI[kind],) * 3) for kind in kans)
    return Hand(tuple(fixed), position.hands[seat], position.quads[seat])


def won(position: Position) -> Outcome:
    """The outcome of a round that ``position.winner`` has won."""
    seat, dealer = position.winner, position.dealer
    bonus, how = win_kind(position, seat)
    standing = position.after_win or (how == "turned" and seat == dealer)
    tile = None if standing else position.tile
    found = read_hand(hand_of(position, seat), tile, how == "self-draw")
    tallies = distinct(tally(reading, bonus) for reading in found)
    scores = [tuple(each if s == seat else None for s in range(4)) for each in tallies]
    points = payments(seat, position.counter, tallies[0].total, position.options.settlement)
    facts = {
        "how": how,
        "from": None if how == "turned" else position.owner,
        "tile": ZIPAI[position.tile],
        "xi": worth(found[0]),
        "bonus": bonus,
        "last_tile": not position.left,
        "groups": [[id, list(tiles)] for id, _, tiles in found[0]],
    }
    return Outcome("win", (seat,), points, scores[0], tuple(scores[1:]), facts)


def win_kind(position: Position, seat: int) -> tuple[str | None, str]:
    """bp.bonus of a win by `seat`, and on what it is: ``turned``, ``first-discard``, ``self-draw`` or ``draw``."""
    if position.how == TURN:
        return ("tian-hu" if seat == position.dealer else "di-hu"), "turned"
    if position.how == FIRST:
        return "di-hu", "first-discard"
    return ("zi-mo", "self-draw") if seat == position.owner else (None, "draw")


def conserved(points: Sequence[int], outcome: str, options: ShaoyangBopiOptions) -> bool:
    """bp.tally, bp.dead-pay: under "tally" a win gives H, ⌈H/2⌉ and nothing else; otherwise the points add up to 0."""
    if outcome == "win" and options.settlement == "tally":
        total, half, *rest = sorted(points, reverse=True)
        return total >= 0 and half == (total + 1) // 2 and rest == [0, 0]
    return sum(points) == 0


# A hand by itself


@dataclass(frozen=True, slots=True)
class Count:
    """A hand counted by itself. ``failing`` is the clause that keeps it from winning, ``missing`` the xi it lacks."""

    xi: int | None
    bonus: str | None
    readings: tuple[Reading, ...]
    failing: str | None = None
    missing: int = 0

    @property
    def tallies(self) -> list[Tally]:
        """The distinct best scores."""
        return distinct(tally(reading, self.bonus) for reading in self.readings)


FROM = ("self-draw", "draw", "discard", "first-discard", "turned-dealer", "turned", "standing")
"""What a hand may be completed by: one's own draw, another's, a discard, the one that opens play, the turned tile as
the dealer (who has it in hand) or as another; "standing": nothing more, after an own 偎 or 提."""


_BONUS = {
    "self-draw": "zi-mo", "standing": "zi-mo", "first-discard": "di-hu", "turned": "di-hu", "turned-dealer": "tian-hu",
}  # fmt: skip
"""bp.bonus: what each gives; another's draw nothing."""


def count_hand(
    tiles: Sequence[str], melds: Sequence[tuple[str, Sequence[str]]], tile: str | None, how: str, min_xi: int = 10
) -> Count:
    """Counts hand `tiles`, open `melds` (id, tiles) and `tile`, which is None with "turned-dealer" and "standing".

    Three alike among `tiles` are a 坎, four an opening 提 that is made. Raises ``KeyError`` for a tile of another set,
    ``ValueError`` for an unknown `how` or more than four of a kind.
    """
    if how not in FROM:
        raise ValueError(f"how {how!r} is not one of {', '.join(FROM)}")
    counts = {code: list(tiles).count(code) for code in sorted(set(tiles), key=INDEX.__getitem__)}
    if any(n > 4 for n in counts.values()):
        raise ValueError("more than four of a kind")
    fixed: list[tuple[str, int, tuple[str, ...]]] = []
    for id, meld in melds:
        fixed.append((id, VALUE.get((id, meld[0][0] == "b"), 0), tuple(sorted(meld, key=INDEX.__getitem__))))
    for code, n in counts.items():
        if n >= 3:
            id = "ti" if n == 4 else "kan"
            fixed.append((id, VALUE[id, code[0] == "b"], (code,) * n))
    free = pack(code for code, n in counts.items() for _ in range(n) if n < 3)
    hand = Hand(tuple(fixed), free, sum(group[0] in ("pao", "ti") for group in fixed))
    bonus = _BONUS.get(how)
    if how == "discard":
        return Count(None, None, (), "bp.win")
    kind = None if tile is None else INDEX[tile]
    if how == "self-draw" and kind is not None:
        hand, kind = _own_draw(hand, kind)
        if kind is None and hand.quads > 1:  # bp.waiting: only the first 提 can itself complete a hand
            return Count(None, bonus, (), "bp.waiting")
    found = read_hand(hand, kind, how == "self-draw")
    size = sum(len(group[2]) for group in hand.fixed) + sum(1 for _ in _tiles(hand.free)) + (kind is not None)
    whole = 20 + max(1, hand.quads)
    if not found or (size != whole and not any(_size(reading) == 20 + max(1, _quads(reading)) for reading in found)):
        return Count(None, bonus, (), "bp.shape")
    xi = worth(found[0])
    if xi < min_xi:
        return Count(xi, bonus, tuple(found), "bp.win", min_xi - xi)
    return Count(xi, bonus, tuple(found))


def _own_draw(hand: Hand, kind: int) -> tuple[Hand, int | None]:
    """bp.wei: what one's own draw makes by force: the hand after it, and the tile if it is still to be placed."""
    code = ZIPAI[kind]
    if hand.free >> SHIFT[kind] & 7 == 2:
        wei = (ALIKE[WEI], XI[WEI][kind], (code,) * 3)
        return Hand((*hand.fixed, wei), hand.free - 2 * UNIT[kind], hand.quads), None
    three = next((g for g in hand.fixed if g[0] in ("kan", "wei") and g[2][0] == code), None)
    if three is None:
        return hand, kind
    ti = ("ti", VALUE["ti", code[0] == "b"], (code,) * 4)
    return Hand(tuple(ti if g is three else g for g in hand.fixed), hand.free, hand.quads + 1), None


def _tiles(free: int) -> list[int]:
    return [kind for kind, shift in enumerate(SHIFT) for _ in range(free >> shift & 7)]


def _size(reading: Reading) -> int:
    return sum(len(group[2]) for group in reading)


def _quads(reading: Reading) -> int:
    return sum(group[0] in ("pao", "ti") for group in reading)
