"""How fast a match of single actions is played: a free reply at each hand-over, and behind it a bank.

The reply takes the daily rhythm, the bank only absences. Named paces are data: `table/data/paces.toml`.
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
LONGEST = {"reply": 14 * DAY, "bank": 60 * DAY, "plus": 7 * DAY, "cap": 90 * DAY}
"""The most of each, in seconds."""
LEAST = 10.0
"""Least seconds of a seat from hand-over to hand-over, and at first."""

TimeUp = Literal["choose", "bot", "open", "forfeit"]


class Pace(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All times in seconds."""

    reply: float
    """Free at each hand-over."""
    bank: float
    """What runs when the reply is over, at first."""
    plus: float
    """What the bank gains at each hand-over, ..."""
    cap: float
    """... up to this."""
    name: str = ""
    """Of a pace with a name; "" for one of its own."""
    time_up: TimeUp = "choose"
    """What happens to a seat whose time is up. "choose": of two seats the other chooses, of more a bot stands in;
    "bot": a bot stands in; "open": and the seat is open to others at once; "forfeit": it is lost."""


@cache
def named() -> dict[str, Pace]:
    """The paces that have a name, the fastest first."""
    data = tomllib.loads(files("palatine.matches").joinpath("data/paces.toml").read_text(encoding="utf-8"))
    return {name: Pace(name=name, **each) for name, each in data.items()}


def pace_of(given: str | Mapping[str, Any]) -> Pace:
    """The pace of a name, or of its own times; `{"name": ..., "time_up": ...}` is one of a name, otherwise agreed.

    Raises Unknown for a name that none has, Unreadable for times that are none.
    """
    wanted = {"name": given} if isinstance(given, str) else dict(given)
    name = wanted.pop("name", "")
    if name:
        if name not in named():
            raise Unknown(f"There is no pace {name!r}; there are {', '.join(named())}.")
        wanted = msgspec.structs.asdict(named()[name]) | wanted
    try:
        pace = msgspec.convert(wanted, Pace)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise Unreadable(f"A pace is a name, or reply, bank, plus and cap in seconds: {error}.") from error
    _check(pace)
    known = named().get(name)
    is_named = known is not None and msgspec.structs.replace(pace, time_up=known.time_up, name=name) == known
    return msgspec.structs.replace(pace, name=name if is_named else "")


def _check(pace: Pace) -> None:
    for name, most in LONGEST.items():
        if not 0 <= getattr(pace, name) <= most:
            raise Unreadable(f"The {name} of a pace has 0 to {most:.0f} seconds, not {getattr(pace, name):g}.")
    if pace.bank > pace.cap:
        raise Unreadable(f"A bank of {pace.bank:g} seconds is above its cap of {pace.cap:g}.")
    if pace.reply + pace.plus < LEAST or pace.reply + pace.bank < LEAST:
        raise Unreadable(f"A seat has at least {LEAST:g} seconds from hand-over to hand-over.")
