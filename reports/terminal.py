"""The replay in a terminal: every step as text, and a walk by keys.

Shows the same frames as the page, one viewer's or everybody's. A face-down tile that the viewer knows stands in round
brackets, one he does not know is ``▮``; a claimed tile stands in square brackets, a drawn one has a ``+``. This module
knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import click

from replay.audit import Verdict, audit
from replay.game import Outcome, Piece
from reports import words
from reports.cli.output import escape
from reports.frames import Frame, RoundFrames, Viewer, check_round, players, round_frames
from schemas.errors import UsageError
from schemas.match import Match
from schemas.text import check_language, tile_text
from schemas.tiles import UNKNOWN

_MARKS = {"down": "({})", "taken": "[{}]", "new": "+{}", "gone": "~{}", "win": "*{}"}
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
        self.match = match
        self.names = players(match)
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
        return "\n".join(lines)

    def _said(self, shown: RoundFrames, frame: Frame, seat: Viewer) -> str:
        if frame.move is None:
            dealer = shown.setup.dealer if shown.setup is not None else None
            key = "deal-unknown" if dealer is None else "deal"
            return words.table("verbs", self.lang)[key].format(seat=words.player(dealer, self.names, self.lang))
        first = not any(f.move is not None and f.move.verb == "play" for f in shown.frames[: frame.index])
        said = words.sentence(frame.move, seat in frame.seen, first, self.names, self.lang)
        note = frame.move.note
        return f"{said} ({words.word('note', self.lang)}: {note})" if note else said

    def _violations(self, found: list[Any]) -> list[str]:
        out = []
        for v in found:
            kind = words.word("unsure" if v.clause == "rec.unknown" else "violation", self.lang)
            out.append(f"  ! {kind}: {words.violation(v, self.lang, self.names)} ({v.clause})")
        return out

    def _table(self, shown: RoundFrames, frame: Frame, seat: Viewer) -> list[str]:
        view = frame.views[seat]
        lines = []
        for place in range(4):
            held = view.seats[place]
            if held is None:
                continue
            mark = ">" if place in view.turn else " "
            dealer = f" ({words.word('dealer', self.lang)})" if shown.setup and shown.setup.dealer == place else ""
            parts = [*self._zones(held.zones), *self._facts(held.facts)]
            lines.append(f"  {mark} {words.player(place, self.names, self.lang)}{dealer}: {'; '.join(parts)}")
        parts = [*self._zones(view.table), *self._facts(view.facts)]
        if view.wall is not None:
            parts.append(f"{words.word('wall', self.lang)} {view.wall}")
        if parts:
            lines.append(f"    {'; '.join(parts)}")
        return lines

    def _zones(self, zones: dict[str, list[list[Piece]]]) -> list[str]:
        out = []
        for name, groups in zones.items():
            rows = [" ".join(self._piece(p) for p in group) for group in groups if group]
            if rows:
                out.append(f"{words.named('zones', name, self.lang)} {' · '.join(rows)}")
        return out

    def _piece(self, piece: Piece) -> str:
        if piece.tile == UNKNOWN:
            return _BACK
        if piece.mark.startswith("open-"):
            return words.spoken(piece.tile, int(piece.mark[5:]), self.lang)
        return _MARKS.get(piece.mark, "{}").format(tile_text(piece.tile, self.lang))

    def _facts(self, facts: dict[str, Any]) -> list[str]:
        out = []
        for key, value in facts.items():
            if value is None or value is False or value == "" or key == "dealer":
                continue
            name = words.fact(self.match.game, key, self.lang)
            if value is True:
                out.append(name)
            else:
                said = words.end_name(value, self.lang) if key == "open" else self._value(value)
                out.append(f"{name} {said}")
        return out

    def _value(self, value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return " ".join(map(self._value, value))
        return words.named("values", str(value), self.lang)

    def _result(self, shown: RoundFrames) -> list[str]:
        outcome = shown.outcome
        if outcome is None:
            return ["  " + words.word("no-result", self.lang)]
        who = " / ".join(words.player(s, self.names, self.lang) for s in outcome.winners)
        head = words.word("winner", self.lang, seat=who) if who else words.named("values", outcome.outcome, self.lang)
        state = "computed" if shown.stated is None else "differs" if shown.violations else "agrees"
        lines = [f"  {words.word('result', self.lang)}: {head}. {words.word(state, self.lang)}"]
        lines += [f"    {self._scored(outcome, s)}" for s in range(4) if self.names[s] is not None]
        return lines

    def _scored(self, outcome: Outcome, seat: int) -> str:
        who = words.player(seat, self.names, self.lang)
        line = f"{who}: {words.word('points', self.lang)} {outcome.points[seat]:+d}"
        score = outcome.scores[seat]
        if score is None:
            return line
        line += f", {words.word('score', self.lang)} {score.total}"
        items = [words.item(self.match.game, i.id, self.lang) + (f" {i.value}" if i.value else "") for i in score.items]
        return f"{line}: {', '.join(items)}" if items else line


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
        head = words.word("round", lang, n=self.number) + f" / {len(self._match.rounds)}"
        if self.seat is not None:
            head += f"  {words.word('viewpoint', lang)}: {words.player(self.seat, names, lang)}"
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
