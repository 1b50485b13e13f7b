"""Names for those whom no player has named: recruits, local leaders, magnates."""

from __future__ import annotations

from typing import Final

from palatine.games.lord_and_master.components import loading
from palatine.games.lord_and_master.state import State

NAMES: Final[dict[str, list[str]]] = loading.read_toml("names.toml")["names"]
"""By race."""


def new_name(s: State, race: str) -> str:
    """A name of that race that nobody bears; when all are borne, one with a number."""
    borne = {person.name for person in s.people.values()}
    names = NAMES[race]
    start = s.next_id % len(names)
    for name in (*names[start:], *names[:start]):
        if name not in borne:
            return name
    return f"{names[start]} {s.next_id}"
