"""Common rules of spells: bonuses, target provinces, reports (4.2)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.common.turn import Turn, need
from palatine.games.adventurer_kings.state import State

MAGICIANS: Final = 10
RENOWNED: Final = 5
"""Percentage added by a title of magic (12.1)."""


def magicians(s: State, seat: int, alignment: int, ability: int) -> int:
    """Return the Order of Magicians' bonus for Pagans of a Pagan kingdom, except in White Magic.

    See 4.2.
    """
    is_member = s.kingdoms[seat].alignment == tables.PAGAN == alignment
    return MAGICIANS if is_member and ability != tables.WHITE_MAGIC else 0


def province(t: Turn, n: int, number: int, reach: int = 1) -> int:
    """Return the place of a target province within reach of the caster.

    `number` 0 means the caster's place, `reach` -1 any distance.
    """
    s = t.s
    here = s.people[n].place
    if not number:
        return here
    place = s.atlas.place(number)
    need(place >= 0, "AK-4.2-07", "fail.no-province", number=number)
    far = s.atlas.distance(here, place)
    need(reach < 0 or far <= reach, "AK-4.2-07", "fail.too-far", place=place)
    return place


def tell_spell(t: Turn, n: int, what: str, clause: str, /, **data: object) -> None:
    t.log(f"spell-{what}", clause, t.witnesses(n), None, who=n, **data)
