"""RESCUE PRISONERS: all captives of the rescuer's side in a place, or none (E-26 to E-29)."""

from __future__ import annotations

from typing import Any

from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions.agents import (
    Agent,
    demon_parts,
    human_agent,
    is_turned_back,
    slips_in,
    watch_parts,
)
from palatine.games.lord_and_master.rules.common import captives, casualties, class_powers
from palatine.games.lord_and_master.rules.common.turn import TallyPart, Turn
from palatine.games.lord_and_master.state import Person, State, Unit


def rescue(t: Turn, who: int, act: o.Rescue) -> None:
    """Carry out RESCUE PRISONERS in the rescuer's place (E-26 to E-29)."""
    class_powers.need_power(t, who, "Re", "LM-E-26")
    place = t.s.people[who].place
    t.need(t.place(act.at, place) == place, "LM-E-26", "drop.not-there", place=place, uncertain=True)
    if slips_in(t, who):
        deliver(t, human_agent(t, who), place)


def deliver(t: Turn, a: Agent, place: int) -> None:
    """Free all captives of the rescuer's side in a place, or lose the rescuer (E-27 to E-29)."""
    s = t.s
    people, units = _prisoners(t, a.owner, place)
    t.need(people or units, "LM-E-26", "drop.no-prisoners", place=place, uncertain=True)
    captors = [captor for each in _all(s, people, units) if (captor := each.captor) is not None]
    captor = next((each for each in captors if t.blessing(each, "Jupiter")), captors[0])
    if is_turned_back(t, a, place, captor):
        return
    parts: list[TallyPart] = [
        (12, "LM-E-27", "rescue"),
        (a.level, "LM-E-27", "level"),
        *watch_parts(t, a.owner, place, "LM-E-27"),
        *demon_parts(t, a, captor),
    ]
    success, tally = t.attempt("rescue", parts)
    kind, clause = ("rescue", "LM-E-28") if success else ("rescue-fails", "LM-E-29")
    t.log(
        kind, clause, at=(place,), to=(a.owner, captor), tally=tally, name=a.name, place=place,
        captives=[*[s.people[n].name for n in people], *[s.units[n].code for n in units]],
    )  # fmt: skip
    if success:
        _bring_home(t, a, people, units, place)
    elif not a.demon:
        casualties.capture(t, a.who, captor)


def _all(s: State, people: list[int], units: list[int]) -> list[Person | Unit]:
    return [*[s.people[n] for n in people], *[s.units[n] for n in units]]


def _prisoners(t: Turn, owner: int, place: int) -> tuple[list[int], list[int]]:
    """Return the captives of an owner's side in a place that are in hostile hands."""
    s = t.s
    people, units = s.captives_at(place)

    def is_ours(captive: Any) -> bool:
        return s.is_friend(owner, captive.owner) and not s.is_friend(owner, captive.captor)

    return [n for n in people if is_ours(s.people[n])], [n for n in units if is_ours(s.units[n])]


def _bring_home(t: Turn, a: Agent, people: list[int], units: list[int], place: int) -> None:
    """Move the freed and a human rescuer to the nearest friendly province (E-28).

    The rescuer gains a level (CH-23).
    """
    s = t.s
    for who in people:
        captives.free_person(t, who)
    for n in units:
        captives.free_unit(t, n)
    if not a.demon:
        s.move_person(a.who, captives.refuge(s, a.owner, place) or place)
        casualties.gain_level(t, a.who, "LM-CH-23", "rescue")
