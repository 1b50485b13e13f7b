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
REALM: Final = (0, 0, 0, 0, 2, 8)
CAPITAL: Final = (0, 0, 0, 1, 4, 8)
SIGHTED: Final = (0, 0, 3, 5, 7, 10)
"""Armies in a King's province, in a known capital, and where an enemy's character was seen.

They are in ascending order. In games of captains two thirds of the provinces are empty, and armies stay together in
the others.
"""
MOST: Final = max(SIGHTED)
STAYED: Final = (FACES, 4, 1)
"""Cases in which a King's reported armies are still there, by years since the last news."""


def likely_defenders(s: State, me: int, place: int, is_sighted: bool) -> list[tuple[int, list[Army]]]:
    """Return the possible defenders of a province, each with the number of its cases of `FACES`.

    Natives stay, so that a report of them always holds. A King's armies move: a report counts by its age, in the
    cases with most armies, and never makes a province weaker than one without a report. `is_sighted` says whether an
    enemy's character was seen there.
    """
    told = s.known[me].get(place)
    if told is None or (told.race < 0 and told.owner < 0):
        return [(FACES, [])]
    reported = armies_reported(s, place, told)
    if reported and told.owner < 0:
        return [(FACES, reported)]
    race, owner = max(told.race, 0), max(told.owner, NATIVE)
    types = told.types or (tables.BEST_TYPE[race],)
    cases: Counter[tuple[int, int]] = Counter()
    for case, usual in enumerate(usual_numbers(told, is_sighted)):
        seen = len(reported) if case >= FACES - cases_stayed(s.turn - told.seen) else 0
        cases[seen, max(0, usual - seen)] += 1
    most = [Army(types[k % len(types)], race, tables.AVERAGE, place, owner) for k in range(MOST)]
    return [(weight, [*reported[:seen], *most[:more]]) for (seen, more), weight in cases.items()]


def cases_stayed(years: int) -> int:
    """Return the number of cases in which armies are where they were reported years ago."""
    return STAYED[years] if years < len(STAYED) else 0


def usual_numbers(told: Known, is_sighted: bool) -> Sequence[int]:
    """Return the number of defenders in each case without a report, in ascending order."""
    if told.owner < 0:
        return DEFENDERS[told.wealth if told.wealth >= 0 else tables.likely_wealth(told.terrain)]
    known = (REALM, CAPITAL if told.is_capital else REALM, SIGHTED if is_sighted else REALM)
    return tuple(map(max, *known))


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


FREE_LANCES: Final = "nobody"
"""The owner of mercenaries in reports."""


def armies_reported(s: State, place: int, told: Known) -> list[Army]:
    """Return the known owner's armies in the last military report, without mercenaries (3.14)."""
    realm = s.kingdoms[told.owner].name if told.owner >= 0 else "natives"
    return armies_of(told.forces, realm, max(told.owner, NATIVE), place)


def armies_of(forces: str, realm: str, owner: int, place: int) -> list[Army]:
    """Return the armies of one owner in a military report of a province (3.14)."""
    return [
        Army(*_KINDS[kind], tables.AVERAGE, place, owner)
        for count, kind, whose in _COUNT.findall(forces)
        for _ in range(int(count))
        if whose == realm and kind in _KINDS
    ]
