"""The replay in a terminal: every step as text, and a walk by keys.

Shows the same frames as the page, one viewer's or everybody's. A face-down tile that the viewer knows stands in round
brackets, one he does not know is ``▮``; a claimed tile of a meld stands in square brackets, in a river it has a ``~``;
a tile just drawn or thrown has a ``+``, one won on a ``*``, a wild one a ``^``, one turned up and left lying a ``'``.
The tiles left to draw are listed with the deal alone, where they are stated; later steps say how many. This module
knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from replay.audit import Verdict, audit
from replay.game import Outcome, Piece
from reports import words
from reports.cli.output import escape
from reports.frames import (
    Frame,
    Reading,
    RoundFrames,
    Viewer,
    check_round,
    players,
    readings,
    round_frames,
    told,
)
from schemas.errors import UsageError
from schemas.match import Match
from schemas.text import check_language, tile_text
from schemas.tiles import UNKNOWN

_MARKS = {
    "down": "({})", "taken": "[{}]", "added": "[{}]", "new": "+{}", "won": "*{}", "wild": "^{}", "drawn": "{}'",
}  # fmt: skip
_BACK = "▮"


def text_steps(match: Match, round_number: int, *, lang: str = "en", seat: int | None = None) -> Iterator[str]:
    """Every step of a round as a few lines of text, the deal first; as `seat` sees it, or with all hands open.

    Raises :class:`UsageError` for a round or seat that the match does not have, or an unknown language.
    """
    screens = _Screens(match, lang)
    screens.check_seat(seat)
    shown = screens.round(check_round(match, round_number), seat)
    for step in range(len(shown.frames)):
        yield screens.step(shown, step, seat)


class _Screens:
    """Steps of a match as text in one language."""

    def __init__(self, match: Match, lang: str) -> None:
        try:
            self.lang = check_language(lang)
        except ValueError as error:
            raise UsageError(str(error)) from error
        english = self.lang == "en"
        self.colon, self._comma, self._next_part = (": ", ", ", "; ") if english else ("：", "，", "；")
        self._stop, self._aside = (". ", " ({})") if english else ("。", "（{}）")
        self.match = match
        self.names, self.game = players(match), match.game
        self._verdict: Verdict = audit(match)
        self._rounds: dict[tuple[int, Viewer], RoundFrames] = {}

    def check_seat(self, seat: int | None) -> None:
        """Raises :class:`UsageError` for an empty or impossible seat."""
        if seat is not None and (not 0 <= seat < 4 or self.names[seat] is None):
            raise UsageError(f"nobody sits at seat {seat}")

    def round(self, number: int, seat: Viewer) -> RoundFrames:
        """The frames of a round for one viewer, computed once."""
        key = (number, seat)
        if key not in self._rounds:
            self._rounds[key] = round_frames(self.match, self._verdict, number, [seat])
        return self._rounds[key]

    def step(self, shown: RoundFrames, step: int, seat: Viewer) -> str:
        """One step: the move in words, what lies where, what is wrong, and at the end the result."""
        frame = shown.frames[step]
        last = len(shown.frames) - 1
        lines = [f"{step}/{last}  {self._said(shown, frame, seat)}", *self._violations(frame.violations)]
        if frame.refused:
            lines.append("  " + words.word("refused", self.lang))
        lines += self._table(shown, frame, seat)
        if step == last:
            lines += [*self._violations(shown.violations), *self._result(shown)]
        return "\n".join(map(escape, lines))

    def _said(self, shown: RoundFrames, frame: Frame, seat: Viewer) -> str:
        if frame.move is None:
            dealer = shown.setup.dealer if shown.setup is not None else None
            key = "deal-unknown" if dealer is None else "deal"
            return words.table("verbs", self.lang)[key].format(seat=words.player(dealer, self.names, self.lang))
        first = not any(f.move is not None and f.move.verb == "play" for f in shown.frames[: frame.index])
        said = words.sentence(frame.move, seat in frame.seen, first, self.names, self.lang, self.game)
        note = frame.move.note
        return said + self._aside.format(f"{words.word('note', self.lang)}{self.colon}{note}") if note else said

    def _violations(self, found: list[Any]) -> list[str]:
        out = []
        for v in found:
            kind = words.word("unsure" if v.clause == "rec.unknown" else "violation", self.lang)
            said = words.violation(v, self.lang, self.names) + self._aside.format(v.clause)
            out.append(f"  ! {kind}{self.colon}{said}")
        return out

    def _table(self, shown: RoundFrames, frame: Frame, seat: Viewer) -> list[str]:
        view = frame.views[seat]
        lines = []
        for place in range(4):
            held = view.seats[place]
            if held is None or not held.zones:
                if any(view.seats) and self.names[place] is not None:
                    out = words.word("sits-out", self.lang, self.game)
                    lines.append(f"    {words.player(place, self.names, self.lang)}{self.colon}{out}")
                continue
            over = frame is shown.frames[-1] and shown.outcome is not None
            mark = ">" if place in view.turn and not over else " "
            badges = []
            if shown.setup is not None and shown.setup.dealer == place:
                badges.append(words.word("dealer", self.lang))
            if held.facts.get("won"):
                badges.append(words.word("won", self.lang, self.game))
            who = words.player(place, self.names, self.lang)
            if badges:
                who += self._aside.format(self._comma.join(badges))
            parts = [*self._zones(held.zones), *self._facts(held.facts)]
            lines.append(f"  {mark} {who}{self.colon}{self._next_part.join(parts)}")
        table = {name: groups for name, groups in view.table.items() if name != "stock" or not frame.index}
        # The tile in question is marked where it lies; how it was won stands with the result.
        facts = {key: value for key, value in view.facts.items() if key not in ("tile", "how", *table)}
        parts = [*self._zones(table), *self._facts(facts, True)]
        if view.wall is not None:
            parts.insert(0, f"{words.word('wall', self.lang)} {view.wall}")
        if parts:
            lines.append(f"    {self._next_part.join(parts)}")
        return lines

    def _zones(self, zones: dict[str, list[list[Piece]]]) -> list[str]:
        out = []
        for name, groups in zones.items():
            rows = [" ".join(self._piece(p, name) for p in group) for group in groups if group]
            if rows:
                out.append(f"{words.named('zones', name, self.lang, self.game)} {' · '.join(rows)}")
        return out

    def _piece(self, piece: Piece, zone: str = "") -> str:
        if piece.tile == UNKNOWN:
            return _BACK
        if piece.mark.startswith("open-"):
            return words.spoken(piece.tile, int(piece.mark[5:]), self.lang)
        said = tile_text(piece.tile, self.lang)
        if zone == "river" and piece.mark == "taken":
            return f"~{said}"
        for mark in piece.mark.split("-"):
            said = _MARKS.get(mark, "{}").format(said)
        return said

    def _facts(self, facts: dict[str, Any], of_table: bool = False) -> list[str]:
        out = []
        for key, value in facts.items():
            if value is None or value is False or value in ("", []) or key in words.SILENT_FACTS:
                continue
            name = words.fact(self.game, key, self.lang, of_table)
            out.append(name if value is True else f"{name} {self._value(key, value)}")
        return out

    def _value(self, key: str, value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return " ".join(self._value(key, each) for each in value)
        if key == "open":
            return words.end_name(value, self.lang)
        if key in words.SEAT_FACTS:
            return words.player(value, self.names, self.lang)
        if key in words.TILE_FACTS:
            return tile_text(value, self.lang)
        return words.named("values", str(value), self.lang, self.game)

    def _result(self, shown: RoundFrames) -> list[str]:
        outcome = shown.outcome
        if outcome is None:
            return ["  " + words.word("no-result", self.lang)]
        who = " / ".join(words.player(s, self.names, self.lang) for s in outcome.winners)
        head = words.named("values", outcome.outcome, self.lang, self.game)
        if who:
            head = words.word("winner", self.lang, self.game, seat=who)
        state = "computed" if shown.stated is None else "differs" if shown.violations else "agrees"
        lines = [f"  {words.word('result', self.lang)}{self.colon}{head}{self._stop}{words.word(state, self.lang)}"]
        if how := self._facts(told(outcome), True):
            lines.append(f"    {self._next_part.join(how)}")
        read = readings(shown)
        totals = self._totals(shown.number)
        for seat in range(4):
            if self.names[seat] is not None:
                total = None if totals is None else totals[seat]
                lines += [f"    {line}" for line in self._scored(outcome, seat, total, read.get(seat, []))]
        return lines

    def _totals(self, number: int) -> list[int] | None:
        """What every seat has after a round; None where a round until then came to nothing that could be computed."""
        totals = [0, 0, 0, 0]
        for outcome in self._verdict.outcomes[:number]:
            if outcome is None:
                return None
            totals = [a + b for a, b in zip(totals, outcome.points, strict=True)]
        return totals

    def _scored(self, outcome: Outcome, seat: int, total: int | None, read: Reading) -> list[str]:
        """What a seat wins or loses and has by now, its patterns with their tiles, and the reading they counted in."""
        parts = [f"{words.word('points', self.lang)} {_signed(outcome.points[seat])}"]
        score = outcome.scores[seat]
        if score is not None:
            parts.append(f"{words.word('score', self.lang, self.game)} {score.total}")
        if total is not None:
            parts.append(f"{words.word('total', self.lang)} {_signed(total)}")
        lines = [words.player(seat, self.names, self.lang) + self.colon + self._comma.join(parts)]
        for item in score.items if score is not None else ():
            said = words.item(self.game, item.id, self.lang) + (f" {item.value}" if item.value else "")
            lines.append(f"  {said}" + (f"{self.colon}{self._row(item.tiles)}" if item.tiles else ""))
        if read:
            groups = [self._row(g[1]) + self._aside.format(self._form(g)) for g in read]
            lines.append(f"  {words.word('reading', self.lang)}{self.colon}{' · '.join(groups)}")
        return lines

    def _form(self, group: tuple[str, tuple[str, ...], int]) -> str:
        form, _, value = group
        return words.form(self.game, form, self.lang) + (f" {value}" if value else "")

    def _row(self, tiles: Sequence[str]) -> str:
        """Tiles, ``code`` or ``code:mark``."""
        return " ".join(self._piece(Piece(code, mark)) for code, _, mark in (t.partition(":") for t in tiles))


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


class Walker:
    """Where a walk through a match stands; :meth:`key` takes one key and says whether to go on."""

    def __init__(self, match: Match, round_number: int, lang: str) -> None:
        self._screens = _Screens(match, lang)
        self._match = match
        self._seats: list[Viewer] = [None, *(s for s, name in enumerate(players(match)) if name is not None)]
        self.number = check_round(match, round_number)
        self.step, self.seat, self.typed = 0, self._seats[0], ""
        self._keys: dict[str, Callable[[], None]] = {}
        for act, keys in self._bindings():
            self._keys.update(dict.fromkeys(keys, act))

    def _bindings(self) -> list[tuple[Callable[[], None], tuple[str, ...]]]:
        return [
            (self._next, ("\x1b[C", "\x1bOC", "\xe0M", "\x00M", "n", " ", "l", "\x1b[B", "\x1bOB")),
            (self._previous, ("\x1b[D", "\x1bOD", "\xe0K", "\x00K", "p", "\x7f", "\x1b[A", "\x1bOA")),
            (lambda: self._go(self.number, 0), ("\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G", "\x00G", "g")),
            (lambda: self._go(self.number, self.last), ("\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O", "\x00O", "G")),
            (lambda: self._go(self.number - 1, 0), ("\x1b[5~", "\xe0I", "\x00I", "[")),
            (lambda: self._go(self.number + 1, 0), ("\x1b[6~", "\xe0Q", "\x00Q", "]")),
            (self._look, ("h", "v")),
        ]

    @property
    def last(self) -> int:
        """Number of the last step of this round."""
        return len(self._screens.round(self.number, self.seat).frames) - 1

    def key(self, key: str) -> bool:
        """Takes a key; False when it ends the walk."""
        if key in ("q", "Q", "\x1b", "\x03", "\x04"):
            return False
        if len(key) == 1 and key.isascii() and key.isdigit():
            self.typed = (self.typed + key)[-4:]
            return True
        typed, self.typed = self.typed, ""
        if key in ("\r", "\n") and typed:
            self._go(self.number, int(typed))
        elif key in self._keys:
            self._keys[key]()
        return True

    def _go(self, number: int, step: int) -> None:
        if 1 <= number <= len(self._match.rounds):
            self.number = number
            self.step = max(0, min(step, self.last))

    def _next(self) -> None:
        if self.step < self.last:
            self.step += 1
        else:
            self._go(self.number + 1, 0)

    def _previous(self) -> None:
        if self.step:
            self.step -= 1
        elif self.number > 1:
            self.number -= 1
            self.step = self.last

    def _look(self) -> None:
        """All hands open, then as each seat sees it."""
        self.seat = self._seats[(self._seats.index(self.seat) + 1) % len(self._seats)]

    def screen(self) -> str:
        """What the terminal shows now."""
        lang, names = self._screens.lang, self._screens.names
        head = words.word("round-of", lang, n=self.number, of=len(self._match.rounds))
        if self.seat is not None:
            who = escape(words.player(self.seat, names, lang))
            head += f"  {words.word('viewpoint', lang)}{self._screens.colon}{who}"
        body = self._screens.step(self._screens.round(self.number, self.seat), self.step, self.seat)
        foot = words.word("jump", lang, n=self.typed) if self.typed else words.word("walk-keys", lang)
        return f"{head}\n{body}\n\n{foot}"


def walk(match: Match, round_number: int | None = None, *, lang: str = "en") -> None:
    """Walks through a match by keys, from the deal of a round (the first by default), until ``q`` or the end of input.

    Raises :class:`UsageError` for a round that the match does not have, or an unknown language.
    """
    walker = Walker(match, round_number or 1, lang)
    going = True
    while going:
        click.clear()
        click.echo("\n".join(map(escape, walker.screen().split("\n"))))
        try:
            going = walker.key(click.getchar())
        except (EOFError, KeyboardInterrupt):
            going = False
