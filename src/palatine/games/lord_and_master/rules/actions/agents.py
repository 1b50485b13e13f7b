"""Who does a deed among enemies, a character or a demon, and what hinders him (E, C-09, R33, R121)."""

from __future__ import annotations

import msgspec

from palatine.games.lord_and_master.rules.common import escape, neutrals
from palatine.games.lord_and_master.rules.common.turn import Shields, TallyPart, Turn
from palatine.games.lord_and_master.state import NO_PERSON


class Exorcism(msgspec.Struct):
    """What a failed exorcism takes off demon rolls for the rest of the turn (D-03)."""

    penalty: int = 0


class Agent(msgspec.Struct, frozen=True):
    """Who does a deed: a character, or a demon, who does it as a character of its level (C-09)."""

    name: str
    owner: int
    level: int
    who: int = NO_PERSON
    demon: int = 0


def human_agent(t: Turn, who: int) -> Agent:
    person = t.s.people[who]
    return Agent(person.name, person.owner, person.level, who)


def slips_in(t: Turn, who: int) -> bool:
    """Past the enemy troops in the province: rolled when he entered it, or else now (E-08, E-15, E-26, R121)."""
    person = t.s.people[who]
    return person.since == t.s.turn or escape.escapes(t, who, person.place)


def watch(t: Turn, owner: int, place: int) -> tuple[list[int], list[int]]:
    """The units and the characters in a place that are not on `owner`'s side, neutral ones and truce partners with them
    (R203)."""
    s = t.s
    neutrals.rouse(t, place)
    return (
        [n for n in s.units_at(place) if not s.is_friend(owner, s.units[n].owner)],
        [n for n in s.people_at(place) if not s.is_friend(owner, s.people[n].owner)],
    )


def watch_parts(t: Turn, owner: int, place: int, clause: str) -> list[TallyPart]:
    """What troops and characters on watch take off: 1 for every two units, 1 for every two levels (R33)."""
    units, people = watch(t, owner, place)
    levels = sum(t.s.people[n].level for n in people)
    return [(-(len(units) // 2), clause, "units-on-watch"), (-(levels // 2), clause, "levels-on-watch")]


def is_turned_back(t: Turn, a: Agent, place: int, owner: int) -> bool:
    """Whether a demon can do nothing there: a shield sends it home (E-21), and Jove protects his own (DI-04, R79)."""
    if not a.demon:
        return False
    if place in t.of(Shields).places:
        t.tell("demon-home", "LM-E-21", at=(place,), to=(a.owner,), name=a.name, place=place)
        return True
    if t.blessing(owner, "Jupiter"):
        t.tell("demon-baffled", "LM-DI-04", at=(place,), to=(a.owner, owner), name=a.name, place=place)
        return True
    return False


def demon_parts(t: Turn, a: Agent, owner: int) -> list[TallyPart]:
    """What an exorcism, or a curse on `owner` against whom it acts, does to a demon's roll (D-03, DI-15)."""
    if not a.demon:
        return []
    return [(-t.of(Exorcism).penalty, "LM-D-03", "exorcism"), (3 * t.is_cursed(owner), "LM-DI-15", "curse-on-them")]
