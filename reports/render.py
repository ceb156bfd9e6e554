"""HTML from page models: Jinja with autoescape and no undefined names; one self-contained file a page, no network.

Templates see one documented model (:mod:`reports.pages`) under the name ``page``.
"""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from reports.frames import MatchFrames, check_round, match_frames
from reports.pages import replay_model
from schemas.errors import UsageError
from schemas.match import Match
from schemas.text import check_language

_HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates, every value escaped unless it is this project's own markup."""
    loader = FileSystemLoader(_HERE / "templates")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def replay_page(match: Match, round_number: int | None = None, *, lang: str = "en") -> str:
    """The replay of a whole match as one HTML file, opening at `round_number` (from 1; the first by default).

    Raises :class:`UsageError` for a round that the match does not have, or an unknown language.
    """
    if round_number is not None:
        check_round(match, round_number)
    return page_of(match_frames(match), round_number or 1, lang)


def page_of(shown: MatchFrames, round_number: int, lang: str) -> str:
    """The page of frames already computed. Raises :class:`UsageError` for an unknown language."""
    try:
        check_language(lang)
    except ValueError as error:
        raise UsageError(str(error)) from error
    style, script = _static("replay.css"), _static("replay.js")
    page = replay_model(shown, round_number, lang, style, script, _hash(script))
    return environment().get_template("replay.html").render(page=page)


@lru_cache(maxsize=8)
def _static(name: str) -> str:
    return _HERE.joinpath("static", name).read_text(encoding="utf-8")


def _hash(script: str) -> str:
    """The hash by which the page's policy allows its one script."""
    return "sha256-" + b64encode(sha256(script.encode()).digest()).decode()
