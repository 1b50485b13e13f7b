"""Agents of covert actions, characters or demons, and what hinders them.

See E, C-09, R33, R121.
"""

from __future__ import annotations

import msgspec

from palatine.games.lord_and_master.rules.common import escape, neutrals
from palatine.games.lord_and_master.rules.common.turn import Shields, TallyPart, Turn
from palatine.games.lord_and_master.state import NO_PERSON


class Exorcism(msgspec.Struct):
    """Penalty on demon rolls after a failed exorcism, for the rest of the turn (D-03)."""

    penalty: int = 0


class Agent(msgspec.Struct, frozen=True):
    """The agent of a covert action: a character, or a demon acting at its own level (C-09)."""

    name: str
    owner: int
    level: int
    who: int = NO_PERSON
    demon: int = 0


def human_agent(t: Turn, who: int) -> Agent:
    person = t.s.people[who]
    return Agent(person.name, person.owner, person.level, who)


def slips_in(t: Turn, who: int) -> bool:
    """Return whether a character avoids the enemy troops in the province.

    The escape was rolled on entering this turn; otherwise it is rolled now. See E-08, E-15, E-26, R121.
    """
    person = t.s.people[who]
    return person.since == t.s.turn or escape.escapes(t, who, person.place)


def watch(t: Turn, owner: int, place: int) -> tuple[list[int], list[int]]:
    """Return the units and characters in a place that are not on `owner`'s side (R203).

    Neutral pieces and those of truce partners are included.
    """
    s = t.s
    neutrals.rouse(t, place)
    return (
        [n for n in s.units_at(place) if not s.is_friend(owner, s.units[n].owner)],
        [n for n in s.people_at(place) if not s.is_friend(owner, s.people[n].owner)],
    )


def watch_parts(t: Turn, owner: int, place: int, clause: str) -> list[TallyPart]:
    """Return the penalties for watchers: 1 for every two units, 1 for every two levels (R33)."""
    units, people = watch(t, owner, place)
    levels = sum(t.s.people[n].level for n in people)
    return [(-(len(units) // 2), clause, "units-on-watch"), (-(levels // 2), clause, "levels-on-watch")]


def is_turned_back(t: Turn, a: Agent, place: int, owner: int) -> bool:
    """Return whether a demon is turned back: by a shield (E-21) or by Jove's protection.

    See DI-04, R79.
    """
    if not a.demon:
        return False
    if place in t.of(Shields).places:
        t.log("demon-home", "LM-E-21", at=(place,), to=(a.owner,), name=a.name, place=place)
        return True
    if t.blessing(owner, "Jupiter"):
        t.log("demon-baffled", "LM-DI-04", at=(place,), to=(a.owner, owner), name=a.name, place=place)
        return True
    return False


def demon_parts(t: Turn, a: Agent, owner: int) -> list[TallyPart]:
    """Return the modifiers of a demon's roll: exorcism, and a curse on its target (D-03, DI-15)."""
    if not a.demon:
        return []
    return [(-t.of(Exorcism).penalty, "LM-D-03", "exorcism"), (3 * t.is_cursed(owner), "LM-DI-15", "curse-on-them")]
