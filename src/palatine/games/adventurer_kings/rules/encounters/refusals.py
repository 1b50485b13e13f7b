"""Who dares to fight: refusals by temper, the more likely the stronger the foe looks (2.4, 5.6)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.combatant import of_person, power_of

FEAR: Final = 20
"""By how much more power somebody is feared altogether (2.4)."""


def power_of_person(t: Turn, n: int) -> int:
    """How dangerous somebody looks, his rage apart."""
    return power_of(of_person(t, n, temper=c.BRAVE))


def refuses(t: Turn, n: int, power: int) -> bool:
    """A cautious or cowardly Hero may not want to, the less the stronger the foe; a King never refuses (2.4)."""
    person = t.s.people[n]
    if person.is_king or person.temper not in (c.CAUTIOUS, c.COWARDLY):
        return False
    fear = max(0.0, min(1.0, (power - power_of_person(t, n)) / FEAR))
    percent = 1 + 49 * fear if person.temper == c.CAUTIOUS else 50 + 50 * fear
    return t.chance(percent, "refusal")
