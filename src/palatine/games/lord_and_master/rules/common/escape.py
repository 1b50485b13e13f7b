"""The escape roll of lone characters among enemy troops (ESC)."""

from __future__ import annotations

from palatine.core import Chance
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.rules.common.turn import TallyPart, Turn
from palatine.games.lord_and_master.state import NEUTRAL

NIMBLE = frozenset("TMHCSB")
"""Classes that add their level (ESC-03, R75)."""
GNOMES = frozenset("GX")
"""Classes that always escape (ESC-04)."""


def enemies_at(t: Turn, owner: int, place: int) -> tuple[list[int], list[int]]:
    """Return the units and characters hostile to `owner` in a place, without neutral ones.

    See R122.
    """
    s = t.s

    def is_hostile(other: int) -> bool:
        return other != NEUTRAL and s.is_hostile(owner, other)

    return (
        [n for n in s.units_at(place) if is_hostile(s.units[n].owner)],
        [n for n in s.people_at(place) if is_hostile(s.people[n].owner)],
    )


def must_escape(t: Turn, who: int, place: int) -> bool:
    """Return whether a lone character must roll: enemy or magnate troops are present (ESC-01)."""
    return bool(enemies_at(t, t.s.people[who].owner, place)[0])


def escapes(t: Turn, who: int, place: int, note: str = "alone") -> bool:
    """Roll an escape if necessary; the character is captured on failure.

    Returns True without enemies. `note` is the kind of its note in a rehearsal.
    """
    s = t.s
    person = s.people[who]
    if not must_escape(t, who, place):
        return True
    if person.of in GNOMES:
        t.log("escape", "LM-ESC-04", at=(place,), to=(person.owner,), name=person.name, place=place, free=True)
        return True
    success, tally = t.decide(escape_chance(t, who, place, note), note, name=person.name, place=place)
    key = "escape" if success else "caught"
    t.log(
        key, "LM-ESC-02", at=(place,), to=(person.owner,), tally=tally, name=person.name, place=place, free=success
    )
    if not success:
        casualties.capture(t, who, captor_at(t, person.owner, place))
    return success


def escape_chance(t: Turn, who: int, place: int, note: str) -> Chance[bool]:
    """Return the chance that a character escapes in a place where it must."""
    return t.check("escape", _parts(t, who, place), t.s.people[who].owner, about=(who, place, note))


def _parts(t: Turn, who: int, place: int) -> list[TallyPart]:
    s = t.s
    person = s.people[who]
    units, people = enemies_at(t, person.owner, place)
    parts: list[TallyPart] = [(15, "LM-ESC-02", "escape"), (-len(units) - len(people), "LM-ESC-02", "enemies")]
    if person.of in NIMBLE:
        parts.append((person.level, "LM-ESC-03", "nimble"))
    if any(t.is_cursed(s.units[n].owner) for n in units):
        parts.append((3, "LM-DI-15", "curse-on-them"))
    return parts


def captor_at(t: Turn, owner: int, place: int) -> int:
    """Return the captor in a place: the enemy with most units, on a tie the lowest number."""
    s = t.s
    owners = [s.units[n].owner for n in enemies_at(t, owner, place)[0]]
    return min(owners, key=lambda each: (-owners.count(each), each), default=NEUTRAL)
