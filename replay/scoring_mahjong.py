"""What the mahjong calculators ask of a request before they count: groups, and circumstances that cannot be.

Clauses are named in the game's own ids. Counts nothing and knows no pattern.
"""

from __future__ import annotations

from collections.abc import Sequence

from replay.kit.mahjong import KIND, RUN, TRIPLET, Meld
from replay.scoring import SEATS, Request, RequestError, all_tiles, check_tiles, seat_of
from replay.text import PREFIX
from schemas.notation import MAHJONG_FAMILY, Laid

DEALER = 0
OPENINGS = {"heavenly": True, "earthly": False, "human": False}
"""Opening to whether it is the dealer's."""
_SEATS = SEATS[MAHJONG_FAMILY]


def _clause(request: Request, name: str) -> str:
    return f"{PREFIX[request.game]}.{name}"


def laid_meld(laid: Laid, request: Request, seat: int) -> Meld:
    """A group of `seat` on the table. Raises RequestError for one that cannot have been fed so (hk.chow, lx.chow)."""
    source = seat_of(laid.source, request.game) if laid.source else -1
    if source == seat or (source >= 0 and laid.closed):
        raise RequestError("fed-by-himself", text=laid.text)
    low = min(KIND[tile] for tile in laid.tiles)
    if laid.form == "chow":
        left = (seat - 1) % 4
        if source not in (-1, left):
            clause = _clause(request, "chow")
            raise RequestError("chow-feeder", text=laid.text, stated=_SEATS[source], left=_SEATS[left], clause=clause)
        return Meld(RUN + low, "", source)
    kong = "" if laid.form == "pung" else "concealed" if laid.closed else "added" if laid.added else "exposed"
    return Meld(TRIPLET + low, kong, source)


def check_opening(request: Request) -> None:
    """天, 地, 人: whose they are, on whose discard, and not on the last tile. Raises RequestError."""
    clause = _clause(request, "items")
    for opening in (mark for mark in OPENINGS if mark in request.marks):
        if (request.seat == DEALER) != OPENINGS[opening]:
            raise RequestError("opening-seat", mark=opening, clause=clause)
        if "last-tile" in request.marks:
            raise RequestError("opening-last", mark=opening, clause=clause)
        if len(request.marks & OPENINGS.keys()) > 1:
            raise RequestError("openings", known=" ".join(sorted(request.marks & OPENINGS.keys())), clause=clause)
    if "earthly" in request.marks and request.source not in (None, DEALER):
        raise RequestError("earthly-source", clause=clause)
    if "human" in request.marks:
        sources = range(DEALER + 1, request.seat)  # whoever has thrown before the winner's first draw
        if not sources or request.source not in (None, *sources):
            raise RequestError("human-source", clause=clause)


def check_laid(request: Request, melds: Sequence[Meld]) -> None:
    """What `melds` rule out: 天, 地, 人 with a group down, a kong's replacement without a kong. Raises RequestError."""
    clause = _clause(request, "items")
    for opening in (mark for mark in OPENINGS if mark in request.marks and melds):
        raise RequestError("opening-melds", mark=opening, clause=clause)
    kongs = sum(bool(each.kong) for each in melds)
    for mark, need in (("kong-draw", 1), ("double-kong-draw", 2)):
        if mark in request.marks and kongs < need:
            raise RequestError("kong-draw", mark=mark, count=kongs, need=need, clause=clause)


def check_copies(request: Request) -> None:
    """Every tile that is stated, no more of a kind than there are. Raises RequestError."""
    hands = [hand for hand in request.losers.values() if not isinstance(hand, int)]
    tiles = [tile for hand in (request.hand, *hands) for tile in all_tiles(hand)]
    check_tiles([*tiles, *request.indicators], MAHJONG_FAMILY)


def is_robbed(request: Request) -> bool:
    """Whether the winning tile is the fourth of another's kong."""
    return request.win in ("rob-kong", "rob-concealed-kong")


def check_rob(request: Request, tile: str | None) -> None:
    """A robbed kong has all four: the winner holds none beside `tile`. Raises RequestError."""
    more = [*all_tiles(request.hand), *request.indicators].count(tile or "") - 1
    if is_robbed(request) and more > 0:
        raise RequestError("rob-copies", tile=tile, count=more, clause=_clause(request, "rob"))
