"""Candidates for covert actions in a place: theft, assassination, rescue (E)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions import theft
from palatine.games.lord_and_master.rules.common.naming import place_name
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.secrecy import sees
from palatine.games.lord_and_master.state import NEUTRAL, Person, State

Candidate = tuple[str, Any, dict[str, Any], tuple[int, ...]]
"""A group, the action or line, the facts of its title, the places it names."""


def deeds(s: State, person: Person, powers: frozenset[str], here: int) -> Iterator[Candidate]:
    """Yield covert actions where a character is."""
    for act, group, facts in deeds_at(s, person, powers, here):
        yield group, act, {"target": place_name(s, here), **facts}, (here,)


def deeds_at(
    s: State, person: Person, powers: frozenset[str], place: int
) -> Iterator[tuple[Any, str, dict[str, Any]]]:
    """Yield covert actions possible in a place, each with its group and the facts of its title."""
    if "St" in powers and theft.richest(Turn(s, is_rehearsal=True), person.owner, place) is not None:
        yield o.Steal(), "steal", {}
    if "As" in powers and sees(s, person.owner, place):
        for n in s.people_at(place):
            if s.people[n].owner not in (person.owner, NEUTRAL) and s.is_hostile(person.owner, s.people[n].owner):
                yield o.Assassinate(s.people[n].name), "assassinate", {"name": s.people[n].name}
    if "Re" in powers:
        people, units = s.captives_at(place)
        if person.owner in {*[s.people[n].owner for n in people], *[s.units[n].owner for n in units]}:
            yield o.Rescue(), "rescue", {}
