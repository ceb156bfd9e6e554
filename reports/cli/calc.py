"""``score``: what one hand is worth, who pays what, and why something does not count. ``docs/score.md`` explains it.

Options become a request to ``replay.scoring``; the answer becomes lines or JSON. Nothing is counted here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from reports.cli import output, params
from reports.cli.session import Session

if TYPE_CHECKING:
    from replay.game import Item
    from replay.scoring import Answer, Note, Payment, Wait

UNITS = {"hk-mahjong": "fan", "lingxi-mahjong": "tai", "shaoyang-bopi": "xi", "anxiang-weimaque": "xi"}
_MARKS = ("last-tile", "heavenly", "earthly", "human")


@click.command()
@params.game_argument
@click.argument("hand", nargs=-1, required=True, metavar="HAND...")
@click.option("--win", metavar="HOW", default="", help="How: discard, self-draw, draw, …; docs/score.md lists all.")
@click.option("--from", "source", metavar="SEAT", help="Who threw the winning tile, or made the robbed kong.")
@click.option("--seat", metavar="SEAT", help="Whose hand: E S W N, or dealer, next, last.  [default: the dealer's]")
@click.option("--dealer", is_flag=True, help="It is the dealer's hand, the default.")
@click.option("--wind", metavar="WIND", default="0", help="Wind of the round.  [default: E]")
@click.option("--last-tile", is_flag=True, help="The last tile (of 靈溪 the last four), or the discard after it.")
@click.option("--kong-draw", count=True, help="On the replacement of a kong; twice: of a second one right after it.")
@click.option("--heavenly", is_flag=True, help="On the dealer's first turn.")
@click.option("--earthly", is_flag=True, help="On the dealer's first discard.")
@click.option("--human", is_flag=True, help="人糊: on a discard before the first draw.")
@click.option("--indicators", metavar="TILES", default="", help="The two indicators of 靈溪麻將.")
@click.option("--loser", "losers", metavar="SEAT=TAI", multiple=True, help="Base tai of a 靈溪 loser, or his hand.")
@params.house_rule_option
@params.as_json
@params.language()
@params.pass_session
def score(session: Session, /, game: str, hand: tuple[str, ...], as_json: bool, **asked: Any) -> None:
    """Count one hand, and say why.

    HAND is written like 123m456p789s EE '(555p)' +E: melds in brackets, the winning tile after a + or last; zipai
    s1 s2 b10 or 一 二 拾. Exit status: 0 a win, 1 no win, 2 a hand that cannot be.
    """
    from replay.scoring import CALCULATORS
    from schemas.notation import SaidError

    if game not in CALCULATORS:
        raise click.UsageError(session.say("error.score-game", game=game, known=", ".join(CALCULATORS)))
    try:
        answer = _answer(session, game, " ".join(hand), asked)
    except SaidError as error:
        session.trouble(output.escape(error.say(session.lang)))
        return
    if answer.failed():
        session.found()
    if as_json:
        output.emit(answer.plain())
    else:
        _print(session, answer)


def _answer(session: Session, game: str, hand: str, asked: dict[str, Any]) -> Answer:
    from replay import scoring
    from schemas.notation import parse_tiles

    marks = [mark for mark in _MARKS if asked[mark.replace("-", "_")]]
    if asked["kong_draw"]:
        marks.append("double-kong-draw" if asked["kong_draw"] > 1 else "kong-draw")
    if asked["dealer"] and asked["seat"] is not None and scoring.seat_of(asked["seat"], game):
        raise click.UsageError(session.say("error.score-dealer"))
    return scoring.score(
        game,
        hand,
        win=asked["win"],
        seat=asked["seat"] or 0,
        source=asked["source"],
        wind=asked["wind"],
        marks=marks,
        indicators=parse_tiles(asked["indicators"], scoring.FAMILY[game]),
        losers=_losers(session, game, asked["losers"]),
        options=params.house_rules(session, game, asked["stated"]),
    )


def _losers(session: Session, game: str, stated: tuple[str, ...]) -> dict[int, int | str]:
    """``S=5`` or ``S=HAND``, a seat once."""
    from replay.scoring import RequestError, seat_of

    losers: dict[int, int | str] = {}
    for text in stated:
        name, equals, what = text.partition("=")
        if not equals:
            raise click.UsageError(session.say("error.score-loser", text=output.escape(text)))
        seat = seat_of(name, game)
        if seat in losers:
            raise RequestError("loser-twice")
        losers[seat] = int(what) if what.isdecimal() else what
    return losers


# Text


def _print(session: Session, answer: Answer) -> None:
    _print_head(session, answer)
    if answer.items:
        rows = [_item_row(session, answer, item) for item in answer.items]
        output.line()
        output.table(session, ("score_item", "score_value", "score_tiles"), rows, as_json=False)
    _print_groups(session, answer)
    _print_payments(session, answer)
    for heading, notes in (
        (session.say("score.failed"), [n for n in answer.notes if n.kind == "failed"]),
        (session.say("score.missed"), [n for n in answer.notes if n.kind == "missed"]),
        (session.say("score.notes"), [n for n in answer.notes if n.kind in ("hint", "remark")]),
    ):
        _print_notes(session, answer, heading, notes)
    if answer.ties:
        ties = [session.say("comma").join(_item(session, answer, i) for i in tie.items) for tie in answer.ties]
        _print_list(session.say("score.ties"), ties)
    if answer.waits is not None:
        _print_waits(session, answer, answer.waits)


def _print_head(session: Session, answer: Answer) -> None:
    from replay.scoring import seat_name, word

    lang = session.lang
    unit = word(UNITS[answer.game], lang)
    if answer.win or answer.how == "lost":
        verdict = session.say("score.win") if answer.win else word("lost", lang)
        text = session.say("score.total", verdict=verdict, total=answer.total, unit=unit)
        for key in ("price", "sum", "xi"):
            value = answer.facts.get(key)
            if value is not None and value != answer.total:
                text += session.say("comma") + _fact(session, key, value)
    else:
        text = session.say("score.no-win")
    output.line(text)
    parts = [session.say("score.seat", seat=seat_name(answer.seat, answer.game, lang)), word(answer.how, lang)]
    parts += [word(mark, lang) for mark in answer.facts["marks"]]
    if answer.tile is not None:
        parts.append(session.say("score.tile", tile=_tiles(session, (answer.tile,))))
    if "wind" in answer.facts:
        parts.append(session.say("score.wind", wind=word(answer.facts["wind"], lang)))
    output.line(session.say("comma").join(parts))


def _fact(session: Session, key: str, value: Any) -> str:
    if key == "price":
        return session.say("score.price", value=value)
    return session.say("score.sum", value=value) if key == "sum" else session.say("score.hard", value=value)


def _item_row(session: Session, answer: Answer, item: Item) -> tuple[str, int, str]:
    from replay.scoring import item_name

    return item_name(item.id, answer.game, session.lang), item.value, _tiles(session, item.tiles)


def _item(session: Session, answer: Answer, item: Item | tuple[str, int]) -> str:
    from replay.scoring import item_name

    return f"{item_name(item[0], answer.game, session.lang)} {item[1]}"


def _tiles(session: Session, tiles: tuple[str, ...]) -> str:
    from replay.text import tile_text

    return " ".join(tile_text(tile, session.lang) for tile in tiles)


def _print_groups(session: Session, answer: Answer) -> None:
    from replay.scoring import group_name

    if not answer.groups:
        return
    output.line()
    xi = answer.groups[0].xi is not None
    columns = ("score_group", "score_xi", "score_tiles") if xi else ("score_group", "score_tiles")
    rows = []
    for group in answer.groups:
        name, tiles = group_name(group.form, answer.game, session.lang), _tiles(session, group.tiles)
        rows.append((name, group.xi, tiles) if xi else (name, tiles))
    output.table(session, columns, rows, as_json=False)


def _print_payments(session: Session, answer: Answer) -> None:
    from replay.scoring import seat_name

    lines = [_payment(session, answer, payment) for payment in answer.payments]
    if answer.points is not None:
        points = [
            f"{seat_name(seat, answer.game, session.lang)} {points:+d}"
            for seat, points in enumerate(answer.points)
        ]
        lines.append(session.say("score.points", points=session.say("comma").join(points)))
    _print_list(session.say("score.payments"), lines)


def _payment(session: Session, answer: Answer, payment: Payment) -> str:
    from replay.scoring import DISCARDER, seat_name, word

    taker = seat_name(payment.taker, answer.game, session.lang)
    if payment.payer is None:
        return session.say("score.written", taker=taker, amount=payment.amount)
    if payment.payer >= 0:
        payer = seat_name(payment.payer, answer.game, session.lang)
    else:
        payer = word("discarder" if payment.payer == DISCARDER else "other", session.lang)
    return session.say("score.pays", payer=payer, taker=taker, amount=payment.amount)


def _print_notes(session: Session, answer: Answer, heading: str, notes: list[Note]) -> None:
    from replay.scoring import say

    _print_list(heading, [say(note, answer.game, session.lang) for note in notes])


def _print_list(heading: str, lines: list[str]) -> None:
    if lines:
        output.line()
        output.line(heading)
        for line in lines:
            output.line(f"  {line}")


def _print_waits(session: Session, answer: Answer, waits: tuple[Wait, ...]) -> None:
    from replay.scoring import word

    output.line()
    if not waits:
        output.line(session.say("score.no-waits"))
        return
    output.line(session.say("score.waits"))
    rows = []
    for wait in waits:
        items = session.say("comma").join(_item(session, answer, item) for item in wait.items)
        short = session.say("score.short", count=wait.missing) if wait.missing else ""
        rows.append((_tiles(session, (wait.tile,)), word(wait.how, session.lang), wait.total, short, items))
    columns = ("score_tile", "score_how", "score_value", "score_short", "score_items")
    output.table(session, columns, rows, as_json=False)


COMMANDS = (score,)
