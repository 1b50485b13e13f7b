"""Time controls of matches of single actions: free reply time, then a time bank.

Each hand-over has free reply time, which covers daily routine. The bank covers only absences. Named time controls are
data: `data/paces.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from palatine.core import Unknown, Unreadable

DAY = 86400.0
MAX_SECONDS = {"reply": 14 * DAY, "bank": 60 * DAY, "plus": 7 * DAY, "cap": 90 * DAY}
"""Maximum of each, in seconds."""
MIN_SECONDS = 10.0
"""Minimum seconds that a seat has from hand-over to hand-over, and at the start."""

TimeUp = Literal["choose", "bot", "open", "forfeit"]


class Pace(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A time control, in seconds."""

    reply: float
    """Free time at each hand-over."""
    bank: float
    """Initial bank, which runs after the free reply time."""
    plus: float
    """Increment of the bank at each hand-over."""
    cap: float
    """Maximum of the bank."""
    name: str = ""
    """Name of a predefined time control; "" for a custom one."""
    time_up: TimeUp = "choose"
    """Consequence for a seat that runs out of time.

    "choose": with two seats the opponent chooses, with more a bot substitutes. "bot": a bot substitutes. "open": a
    bot substitutes and the seat is immediately open to other players. "forfeit": the seat loses.
    """


@cache
def named_paces() -> dict[str, Pace]:
    """Return the predefined time controls by name, fastest first."""
    data = tomllib.loads(files("palatine.matches").joinpath("data/paces.toml").read_text(encoding="utf-8"))
    return {name: Pace(name=name, **each) for name, each in data.items()}


def parse_pace(value: str | Mapping[str, Any]) -> Pace:
    """Return a time control by name or from its own times.

    `{"name": ..., "time_up": ...}` is a named one with a setting changed. Raises `Unknown` for an unknown name and
    `Unreadable` for invalid times.
    """
    wanted = {"name": value} if isinstance(value, str) else dict(value)
    name = wanted.pop("name", "")
    if name:
        if name not in named_paces():
            raise Unknown(f"There is no pace {name!r}; there are {', '.join(named_paces())}.")
        wanted = msgspec.structs.asdict(named_paces()[name]) | wanted
    try:
        pace = msgspec.convert(wanted, Pace)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise Unreadable(f"A pace is a name, or reply, bank, plus and cap in seconds: {error}.") from error
    _check(pace)
    known = named_paces().get(name)
    is_named = known is not None and msgspec.structs.replace(pace, time_up=known.time_up, name=name) == known
    return msgspec.structs.replace(pace, name=name if is_named else "")


def _check(pace: Pace) -> None:
    for name, most in MAX_SECONDS.items():
        if not 0 <= getattr(pace, name) <= most:
            raise Unreadable(f"The {name} of a pace has 0 to {most:.0f} seconds, not {getattr(pace, name):g}.")
    if pace.bank > pace.cap:
        raise Unreadable(f"A bank of {pace.bank:g} seconds is above its cap of {pace.cap:g}.")
    if pace.reply + pace.plus < MIN_SECONDS or pace.reply + pace.bank < MIN_SECONDS:
        raise Unreadable(f"A seat has at least {MIN_SECONDS:g} seconds from hand-over to hand-over.")
