"""The page model of a replay: everything that the template may see, and the data that the page's script shows.

The template sees :class:`ReplayPage` and what hangs on it, nothing else. The script gets one JSON object
(``ReplayPage.data``) of positions already computed, only what changes from step to step:

- ``langs``: language to its words (tables of ``static/words.toml``), names of tiles, labels, ends, items and the title;
- ``viewers``: null (all hands open), then the seats; ``family``, ``size``: the kind of tiles and their shape;
- ``slots``: names of the places of a view: ``s0.hand``, ``t.chain``, ``f1`` (facts of a seat), ``facts``,
  ``wall``, ``turn``, ``stock`` (``start,end``: what is left of the round's stock);
- ``pool``: every text that a slot ever holds: groups split by ``|``, pieces by a space, ``tile:mark``;
- ``rounds[].steps[]``: [slot, ref, slot, ref…], what changed since the step before; a ref is a place in the pool (-1:
  none now), or one for each viewer where they differ;
- ``rounds[].stock``: place in the pool of the tiles left to draw at the deal, as far as a viewer may see them;
- ``kinds``: which facts are seats (``seat``), tiles (``tile``), or shown by other means (``silent``);
- ``rounds[].moves[]``: ``k`` sentence, ``h`` sentence for who did not see the tile, ``m`` bits of the viewers who did,
  ``s`` seat, ``t`` tile, ``y`` the name it is called by, ``o`` open end, ``w`` and ``a`` tiles laid down with it, ``d``
  kind of foul, ``note``, ``refused``.

Marks of a piece that are drawn: ``down`` (face down, to who knows it anyway), ``taken`` (claimed: in a meld on its
side, in a river faint), ``added`` (the fourth of an added kong), ``new`` (just drawn or thrown), ``won`` (won on),
``wild``, ``kan`` (three dealt alike), ``drawn`` (in a river: turned up, not thrown), ``open-N`` (in ``chain``: the end
left open); others change nothing, several are joined by ``-``. Any zone is laid out; ``hand``, ``melds``, ``river``,
``drunk``, ``flowers``, ``chain``, ``indicators``, ``tile``, ``turned`` and ``stock`` have their own looks. Rivers lie
round the middle of the table, before their seats.

Of the facts of an outcome the page shows ``how``, ``from``, ``tile``, ``liable`` (a seat, or a winner's number to a
seat), ``xi`` and ``factor``. The reading that was chosen is the fact ``groups`` of the outcome (one winner) or of the
winner's seat in the last view: ``[form, tiles]`` or ``[form, tiles, value]`` each; a tile may carry a mark.

Names, notes and every other text of the record stand in it as they are shown: see :func:`reports.words.isolated`.

This module knows no rule and no HTML.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from replay.game import Outcome, Piece, View, Violation
from reports import tiles_svg, words
from reports.frames import Frame, MatchFrames, RoundFrames, Viewer, own, players, readings, told
from schemas.match import Match
from schemas.record import AnyMove
from schemas.text import tile_text
from schemas.tiles import UNKNOWN

Groups = list[list[Piece]]


@dataclass(frozen=True, slots=True)
class Language:
    """A language to switch to."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A round in the table of results: its name, what it came to, points a seat, and what was wrong with it."""

    label: str
    outcome: str
    points: list[str]
    violations: list[str]


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """The whole page. ``words`` are the words of the page in ``lang``; the markup is this project's own."""

    lang: str
    title: str
    game: str
    about: list[str]
    """Event, place, time, house rules: what the ``match`` line says of itself."""
    verdict: str
    verdict_word: str
    family: str
    languages: list[Language]
    players: list[str]
    rows: list[ResultRow]
    violations: list[str]
    """Violations outside any round."""
    words: dict[str, str]
    symbols: Markup
    style: Markup
    script: Markup
    script_hash: str
    data: Markup


@dataclass(slots=True)
class _Pool:
    """Texts, each kept once."""

    texts: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)

    def __call__(self, text: str) -> int:
        place = self.places.get(text)
        if place is None:
            place = self.places[text] = len(self.texts)
            self.texts.append(text)
        return place


@dataclass(slots=True)
class Stock:
    """The tiles left to draw at the deal; those left later are a part of them, told by where it begins and ends."""

    pieces: list[Piece] = field(default_factory=list)
    start: int = 0

    def part(self, groups: Groups) -> str | None:
        """``start,end`` of what is left now; None where it is no part of what was there."""
        now = groups[0] if len(groups) == 1 else []
        if not self.pieces:
            self.pieces = list(now)
        for start in (self.start, self.start + 1, self.start + 2):
            if self.pieces[start : start + len(now)] == now:
                self.start = start
                return f"{start},{start + len(now)}"
        return None


@dataclass(slots=True)
class _Book:
    """What the positions of a match come to: slots, pool, and the tiles and facts met on the way."""

    slots: _Pool = field(default_factory=_Pool)
    pool: _Pool = field(default_factory=_Pool)
    tiles: set[str] = field(default_factory=lambda: {UNKNOWN})
    facts: set[str] = field(default_factory=set)
    forms: set[str] = field(default_factory=set)

    def zone(self, groups: Groups) -> int:
        """The ref of a zone."""
        text = "|".join([" ".join([f"{t}:{mark}" if mark else t for t, mark in group]) for group in groups])
        if text not in self.pool.places:
            self.tiles.update(piece.tile for group in groups for piece in group)
        return self.pool(text)

    def plain(self, facts: dict[str, Any]) -> int:
        """The ref of facts."""
        self.facts.update(facts)
        return self.pool(json.dumps(facts, ensure_ascii=False, separators=(",", ":"), default=list))

    def view(self, view: View, known: dict[str, tuple[Any, int]], stock: Stock) -> dict[str, int]:
        """The refs of a view, slot by slot. `known`: what slots held when last looked at, and its ref.

        Most of a view is as it was a step or a viewer before; equal values are found faster than their texts are made.
        """
        out: dict[str, int] = {}

        def put(slot: str, value: Any, ref: Callable[[Any], int]) -> None:
            held = known.get(slot)
            if held is None or held[0] != value:
                held = known[slot] = value, ref(value)
            out[slot] = held[1]

        for seat, place in enumerate(view.seats):
            if place is not None:
                for name, groups in place.zones.items():
                    put(f"s{seat}.{name}", groups, self.zone)
                put(f"f{seat}", place.facts, self.plain)
        for name, groups in view.table.items():
            if name == "stock" and (part := stock.part(groups)) is not None:
                out["stock"] = self.pool(part)
            else:
                put(f"t.{name}", groups, self.zone)
        put("facts", view.facts, self.plain)
        out["turn"] = self.pool(",".join(map(str, view.turn)))
        if view.wall is not None:
            out["wall"] = self.pool(str(view.wall))
        return out


def replay_model(
    shown: MatchFrames, round_number: int, lang: str, style: str, script: str, script_hash: str
) -> ReplayPage:
    """The page of a match, opening at `round_number`, in language `lang`; style and script are put in as they are."""
    match = shown.match
    family = tiles_svg.FAMILIES.get(match.game, "mahjong")
    names = _shown_names(match)
    book = _Book()
    data = replay_data(shown, round_number, lang, book)
    return ReplayPage(
        lang=lang,
        title=_title(match.game, names, lang),
        game=words.isolated(words.named("games", match.game, lang)),
        about=_about(shown),
        verdict=shown.verdict.verdict,
        verdict_word=words.named("values", shown.verdict.verdict, lang),
        family=family,
        languages=[Language(code, words.LANGUAGE_NAMES[code]) for code in words.languages()],
        players=[words.player(s, names, lang) if names[s] is not None else words.word("empty", lang) for s in range(4)],
        rows=[_row(r, names, lang, match.game) for r in shown.rounds],
        violations=[f"{v.clause}: {words.shown_violation(v, lang, names)}" for v in shown.violations],
        words=words.table("words", lang, match.game),
        symbols=Markup(tiles_svg.symbols(book.tiles, family)),
        style=Markup(style),
        script=Markup(script),
        script_hash=script_hash,
        data=Markup(script_json(data)),
    )


def script_json(data: Any) -> str:
    """JSON that stands in a ``<script>`` element whatever it holds."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for bad in "<>&\u2028\u2029":
        text = text.replace(bad, f"\\u{ord(bad):04x}")
    return text


def _shown_names(match: Match) -> list[str | None]:
    return [None if name is None else words.isolated(name) for name in players(match)]


def _title(game: str, names: list[str | None], lang: str) -> str:
    mark = " · " if lang == "en" else "・"
    who = mark.join(words.player(s, names, lang) for s in range(4) if names[s] is not None)
    colon = ": " if lang == "en" else "："
    return f"{words.isolated(words.named('games', game, lang))}{colon}{who}" if game else who


def _about(shown: MatchFrames) -> list[str]:
    header = shown.match.header
    if header is None:
        return [words.isolated(shown.match.file)] if shown.match.file else []
    stated = [header.event, header.place, header.started_at, header.source, header.unit, header.note]
    rules = [f"{key} = {json.dumps(value)}" for key, value in header.rules.items() if key != "edition"]
    return [words.isolated(text) for text in (*stated, *rules) if text]


def _row(r: RoundFrames, names: list[str | None], lang: str, game: str) -> ResultRow:
    outcome = r.outcome
    points = ["–"] * 4 if outcome is None else [f"{p:+d}" if p else "0" for p in outcome.points]
    found = [v for frame in r.frames for v in frame.violations] + r.violations
    return ResultRow(
        words.word("round", lang, n=r.number),
        words.named("values", "unjudged" if outcome is None else outcome.outcome, lang, game),
        points,
        [f"{v.clause}: {words.shown_violation(v, lang, names)}" for v in found],
    )


def replay_data(shown: MatchFrames, round_number: int, lang: str, book: _Book | None = None) -> dict[str, Any]:
    """What the script shows; see the module's docstring."""
    match = shown.match
    names, family = _shown_names(match), tiles_svg.FAMILIES.get(match.game, "mahjong")
    book = book or _Book()
    totals: list[int] | None = [0, 0, 0, 0]
    rounds = []
    for r in shown.rounds:
        entry = _round(r, shown.viewers, names, book)
        entry["before"] = totals
        totals = [a + b for a, b in zip(totals, r.outcome.points, strict=True)] if totals and r.outcome else None
        entry["after"] = totals
        rounds.append(entry)
    return {
        "lang": lang,
        "round": round_number,
        "players": names,
        "viewers": shown.viewers,
        "family": family,
        "size": tiles_svg.SIZES[family],
        "kinds": {
            "seat": sorted(words.SEAT_FACTS), "tile": sorted(words.TILE_FACTS), "silent": sorted(words.SILENT_FACTS),
        },
        "verdict": shown.verdict.verdict,
        "langs": {code: _language(shown, names, book, code) for code in words.languages()},
        "loose": [_violation(v, names) for v in shown.violations],
        "slots": book.slots.texts,
        "pool": book.pool.texts,
        "rounds": rounds,
    }


def _language(shown: MatchFrames, names: list[str | None], book: _Book, lang: str) -> dict[str, Any]:
    game, tiles = shown.match.game, book.tiles
    dominoes = (t for t in tiles if t != UNKNOWN and tiles_svg.kind_of(t) == "domino")
    spoken = {t[::-1]: words.spoken(t, int(t[0]), lang) for t in dominoes}
    items = {i.id for r in shown.rounds if r.outcome for s in _scores(r.outcome) for i in s.items}
    items |= {i for r in shown.rounds if r.stated for s in r.stated.scores or () if s for i, _ in s.items}
    tables = {name: words.table(name, lang, game) for name in ("words", "verbs", "zones", "values", "marks")}
    facts = {key: words.fact(game, key, lang) for key in sorted(book.facts)}
    facts.update({f"table.{key}": words.fact(game, key, lang, True) for key in sorted(book.facts)})
    return {
        **tables,
        "facts": facts,
        "forms": {key: words.form(game, key, lang) for key in sorted(book.forms)},
        "tiles": {**spoken, **{t: tile_text(t, lang) for t in sorted(tiles)}},
        "labels": {t: words.label(t, lang) for t in sorted(tiles)},
        "ends": {str(n): words.end_name(n, lang) for n in range(1, 7)},
        "items": {i: words.isolated(words.item(game, i, lang)) for i in sorted(items)},
        "game": words.isolated(words.named("games", game, lang)),
        "title": _title(game, names, lang),
    }


def _scores(outcome: Outcome) -> list[Any]:
    return [score for score in outcome.scores if score is not None]


def _move_tiles(move: AnyMove) -> list[str]:
    tile = getattr(move, "tile", None)
    return [*([tile] if tile else ()), *getattr(move, "with_", ()), *(t for g in getattr(move, "also", ()) for t in g)]


def _round(r: RoundFrames, viewers: list[Viewer], names: list[str | None], book: _Book) -> dict[str, Any]:
    for move in [f.move for f in r.frames if f.move is not None] + r.unjudged:
        book.tiles.update(_move_tiles(move))
    if r.outcome is not None:
        book.tiles.update(t for score in _scores(r.outcome) for i in score.items for t in i.tiles)
    first = True
    moves = []
    for frame in r.frames:
        if frame.move is not None:
            moves.append(_move(frame, viewers, first))
            first = first and frame.move.verb != "play"
    setup, stock = r.setup, Stock()
    return {
        "dealer": setup.dealer if setup is not None else None,
        "setup": _setup_facts(r),
        "scoreOnly": setup is not None and setup.hands is None,
        "unread": setup is None,
        "moves": moves,
        "unjudged": [_move(Frame(0, m, {}, own(m)), viewers, False) for m in r.unjudged],
        "steps": _steps(r.frames, viewers, book, stock),
        "stock": book.zone([stock.pieces]),
        "bad": {str(f.index): [_violation(v, names) for v in f.violations] for f in r.frames if f.violations},
        "claims": [_violation(v, names) for v in r.violations],
        "result": _result(r, book),
    }


def _setup_facts(r: RoundFrames) -> dict[str, Any]:
    if r.setup is None:
        return {}
    note = r.setup.note and words.isolated(r.setup.note)
    stated = {"wind": r.setup.wind, "direction": r.setup.direction, "note": note}
    return {key: value for key, value in stated.items() if value is not None}


def _move(frame: Frame, viewers: list[Viewer], first: bool) -> dict[str, Any]:
    move = frame.move
    assert move is not None
    key, hidden = words.template(move, True, first), words.template(move, False, first)
    end = getattr(move, "open", None)
    out: dict[str, Any] = {"k": key, "s": move.seat}
    if hidden != key and not all(v in frame.seen for v in viewers):
        out["h"] = hidden
        out["m"] = sum(1 << i for i, v in enumerate(viewers) if v in frame.seen)
    if (tile := getattr(move, "tile", None)) is not None:
        out["t"] = tile
        if end is not None and tile[0] == str(end) and tile[0] != tile[-1]:
            out["y"] = tile[::-1]
    note = move.note and words.isolated(move.note)
    stated = {"o": end, "w": getattr(move, "with_", None), "a": getattr(move, "also", None), "note": note}
    out.update({k: v for k, v in stated.items() if v})
    if move.verb == "foul":
        out["d"] = getattr(move, "kind", "")
    if frame.refused:
        out["refused"] = True
    return out


def _violation(v: Violation, names: list[str | None]) -> dict[str, Any]:
    texts = {lang: words.shown_violation(v, lang, names) for lang in words.languages()}
    return {"clause": v.clause, "text": texts, "soft": v.clause == "rec.unknown"}


def _steps(frames: list[Frame], viewers: list[Viewer], book: _Book, stock: Stock) -> list[list[Any]]:
    before: dict[str, tuple[int, ...]] = {}
    known: list[dict[str, tuple[Any, int]]] = [{} for _ in viewers]
    out = []
    for frame in frames:
        each = [book.view(frame.views[v], known[i], stock) for i, v in enumerate(viewers)]
        names = dict.fromkeys(name for refs in each for name in refs)
        now = {name: tuple(refs.get(name, -1) for refs in each) for name in names}
        for gone in before.keys() - now.keys():
            now[gone] = (-1,) * len(viewers)
        delta: list[Any] = []
        for name, refs in now.items():
            if before.get(name) != refs:
                delta += [book.slots(name), refs[0] if len(set(refs)) == 1 else list(refs)]
        out.append(delta)
        before = now
    return out


def _result(r: RoundFrames, book: _Book) -> dict[str, Any] | None:
    outcome, stated = r.outcome, r.stated
    if outcome is None and stated is None:
        return None
    if outcome is None:
        assert stated is not None
        return {**_stated(stated), "state": "stated-only"}
    scores = [
        None if s is None else {"total": s.total, "items": [[i.id, i.value, list(i.tiles)] for i in s.items]}
        for s in outcome.scores
    ]
    state = "computed" if stated is None else "differs" if r.violations else "agrees"
    out: dict[str, Any] = {
        "outcome": outcome.outcome,
        "winners": list(outcome.winners),
        "points": list(outcome.points),
        "scores": scores,
        "state": state,
        "facts": told(outcome),
        "groups": {seat: [[form, list(tiles), value] for form, tiles, value in g] for seat, g in readings(r).items()},
    }
    book.facts.update(out["facts"])
    for groups in out["groups"].values():
        book.forms.update(form for form, _, _ in groups)
        book.tiles.update(tile.partition(":")[0] for _, tiles, _ in groups for tile in tiles)
    if state == "differs":
        out["stated"] = _stated(stated)
    return out


def _stated(result: Any) -> dict[str, Any]:
    scores = [s and {"total": s.total, "items": [[i, v, []] for i, v in s.items]} for s in result.scores or [None] * 4]
    return {"outcome": result.outcome, "winners": result.winners, "points": result.points, "scores": scores}
