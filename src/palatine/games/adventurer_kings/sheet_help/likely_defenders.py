"""Likely defenders of a province, by its King's knowledge (1.1, 3.14)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, NATIVE, Army, Known
from palatine.games.adventurer_kings.rules.common.naming import army_kind
from palatine.games.adventurer_kings.rules.setup.founding import DEFENDERS
from palatine.games.adventurer_kings.state import State

FACES: Final = 6
"""Equally likely cases, as many as the faces of the die for native defenders (1.1)."""
REALM: Final = (0, 0, 0, 1, 1, 3)
CAPITAL: Final = (1, 1, 3, 3, 6, 6)
SIGHTED: Final = (3, 3, 3, 4, 4, 6)
"""Armies in a King's province, in the capital, and where an enemy's character was seen.

Captains found two thirds of the provinces that they attacked empty, and six armies on average in the others. A captain
that expects this attacks rashly with single armies, and wins less.
"""
STAYED: Final = 3
"""Cases in which a King's armies of the last report are still there."""


def likely_defenders(s: State, me: int, place: int, is_sighted: bool) -> list[tuple[int, list[Army]]]:
    """Return the possible defenders of a province, each with the number of its cases of `FACES`.

    Natives stay, so that a report of them always holds; a King's armies move. `is_sighted` says whether an enemy's
    character was seen there.
    """
    told = s.known[me].get(place)
    if told is None or (told.race < 0 and told.owner < 0):
        return [(FACES, [])]
    reported = armies_reported(s, place, told)
    if reported and told.owner < 0:
        return [(FACES, reported)]
    race, owner = max(told.race, 0), max(told.owner, NATIVE)
    types = told.types or (tables.BEST_TYPE[race],)
    cases = Counter(numbers_of(told, is_sighted)[: FACES - STAYED if reported else FACES])
    found = [
        (weight, [Army(types[k % len(types)], race, tables.AVERAGE, place, owner) for k in range(count)])
        for count, weight in cases.items()
    ]
    return [*found, (STAYED, reported)] if reported else found


def numbers_of(told: Known, is_sighted: bool) -> Sequence[int]:
    """Return the number of defenders in each case without a report."""
    if told.owner < 0:
        return DEFENDERS[told.wealth if told.wealth >= 0 else tables.likely_wealth(told.terrain)]
    if told.is_capital:
        return CAPITAL
    return SIGHTED if is_sighted else REALM


def places_with_enemies(s: State, me: int) -> set[int]:
    """Return the places where an enemy King's characters were seen this or last year."""
    return {
        place for n, place, turn, service in s.sightings(me)
        if turn >= s.turn - 1 and service >= 0 and s.relation(me, service) == ENEMY
    }  # fmt: skip


# Military reports (3.14)

_KINDS: Final = {
    army_kind(Army(kind, race, tables.AVERAGE, 0, NATIVE)): (kind, race)
    for kind in range(len(tables.ARMY)) for race in range(len(tables.RACES))
    if (race in tables.HUMANOID) == (kind in tables.AMONG_HUMANOIDS)
}  # fmt: skip
"""Types and races of armies by their names in reports."""
_COUNT: Final = re.compile(r"(\d+) (?:Skeletal )?(.+?) of ([^,]+)")


def armies_reported(s: State, place: int, told: Known) -> list[Army]:
    """Return the known owner's armies in the last military report, without mercenaries (3.14)."""
    realm = s.kingdoms[told.owner].name if told.owner >= 0 else "natives"
    owner = max(told.owner, NATIVE)
    return [
        Army(*_KINDS[kind], tables.AVERAGE, place, owner)
        for count, kind, whose in _COUNT.findall(told.forces)
        for _ in range(int(count))
        if whose == realm and kind in _KINDS
    ]
