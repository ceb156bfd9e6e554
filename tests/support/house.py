"""House rules for tests: the values of every option, and random rule sets."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from schemas.options import OPTIONS, Options

SPECIAL: dict[str, tuple[Any, ...]] = {
    "min_xi": (10, 0, 15),
    "seven_pairs": (0, 4, 8),
    "min_faan": (3, 0, 1),
    "heavenly_fan": (13, 8),
    "cap": (13, 8, 4, "none"),
    "base": (None, 8),
    "hot_double": (0, 1.5, 2),
    "extra_patterns": ((), ("straight",), ("all-green", "three-kongs"), ("identical-chows-2", "missing-suit")),
    "limit_patterns": ((), ("four-kongs",), ("big-dragons", "heavenly")),
}
"""Values for options whose type is wider than a few values; the default first."""


def values(code: str) -> dict[str, tuple[Any, ...]]:
    """Option to the values that tests try."""
    out: dict[str, tuple[Any, ...]] = {}
    for name, hint in get_type_hints(OPTIONS[code], include_extras=True).items():
        out[name] = SPECIAL[name] if name in SPECIAL else _of(hint)
    return out


def _of(hint: Any) -> tuple[Any, ...]:
    origin = get_origin(hint)
    if origin is Annotated:
        return _of(get_args(hint)[0])
    if origin is Literal:
        return get_args(hint)
    if hint is bool:
        return (False, True)
    raise TypeError(f"no values are known for {hint!r}; add the option to SPECIAL ({origin is Union})")


def random_options(code: str, rng: Random, change: float = 0.3) -> Options:
    """A rule set in which about a share of `change` of the options differs from the defaults."""
    table = values(code)
    while True:
        chosen = {name: rng.choice(some) for name, some in table.items() if rng.random() < change}
        try:
            return OPTIONS[code](**chosen)
        except (ValueError, msgspec.ValidationError):
            continue
