"""Who pays a win what: hk.price, hk.base, hk.pay, hk.pay-rob, hk.bao, hk.false-win. Knows no fan."""

from __future__ import annotations

from collections.abc import Sequence

from replay.games.hk_mahjong.hand import SELF_DRAW, Hand
from replay.kit.ledger import transfer
from replay.kit.mahjong import EAST, RED, SUITED, Meld
from replay.kit.turns import OTHERS
from schemas.options import HkMahjongOptions


def unit(options: HkMahjongOptions) -> int:
    """hk.base: points of a discard win of 0 fan."""
    if options.base is not None:
        return options.base
    return 1 if options.liability == "full" else 4


def price(fan: int, options: HkMahjongOptions) -> int:
    """hk.price: S, what a discard win of `fan` (after the cap) costs in all."""
    if options.doubling == "spicy" or fan <= 4:
        return unit(options) << fan
    return unit(options) * (16 if fan % 2 == 0 else 24) << (fan - 4) // 2


def settle_win(
    winner: int, source: int | None, cost: int, liable: int | None, options: HkMahjongOptions, alone: bool = False
) -> list[int]:
    """hk.pay: points of one win, `cost` being S. `source`: discarder or maker of the robbed kong, None: self-draw.

    `liable` pays all shares of a self-draw (hk.bao); `alone`: under "half" the discarder pays S (包出銃).
    """
    points = [0, 0, 0, 0]
    if source is None:
        for seat in OTHERS[winner]:
            transfer(points, seat if liable is None else liable, winner, cost // 2)
    elif options.liability == "full" or alone:
        transfer(points, source, winner, cost)
    else:
        for seat in OTHERS[winner]:
            transfer(points, seat, winner, cost // 2 if seat == source else cost // 4)
    return points


def settle_false_win(culprit: int, options: HkMahjongOptions) -> list[int]:
    """hk.false-win: the culprit pays each other player the self-draw price of the cap, in all or a share."""
    cap = 13 if options.cap == "none" else options.cap
    share = price(cap, options) // 2
    points = [0, 0, 0, 0]
    for seat in OTHERS[culprit]:
        transfer(points, culprit, seat, share * 3 if options.false_win_price == "total" else share)
    return points


def pays_alone(hand: Hand, options: HkMahjongOptions) -> bool:
    """hk.bao, 包出銃: under "half" a discard win with three or more melds."""
    return options.bao and options.liability == "half" and hand.by != SELF_DRAW and len(hand.melds) >= 3


def liable_seat(hand: Hand, kongs: Sequence[int], options: HkMahjongOptions) -> int | None:
    """hk.bao: who pays all shares of a self-draw, or None.

    `hand.melds` in the order they were first laid; `kongs`: places among them of the kongs, in the order they were
    made.
    """
    if not options.bao or hand.by != SELF_DRAW:
        return None
    melds = hand.melds
    if options.liability == "half":
        return melds[3].source if len(melds) == 4 and melds[3].source >= 0 else None
    places = [place for place in _feeding_places(hand, kongs) if melds[place].source >= 0]
    return melds[max(places)].source if places else None


def _feeding_places(hand: Hand, kongs: Sequence[int]) -> list[int]:
    """The place of the meld that each of the rules (a) to (e) looks at, fed or not."""
    melds = hand.melds
    places = []
    if len(melds) == 4 and hand.suits == 1 and not hand.honours:
        places.append(3)
    dragons, winds = _places(melds, RED, RED + 3), _places(melds, EAST, RED)
    if len(dragons) == 3:
        places.append(dragons[-1])
    if len(winds) == 4:
        places.append(winds[-1])
    if kongs and melds[kongs[-1]].kong == "exposed" and (len(kongs) == 4 or hand.kong_draws):
        places.append(kongs[-1])
    return places


def _places(melds: Sequence[Meld], first: int, stop: int) -> list[int]:
    return [place for place, meld in enumerate(melds) if SUITED <= first <= meld.shape < stop]
