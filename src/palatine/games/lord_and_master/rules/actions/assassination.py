"""ASSASSINATE: an enemy or neutral character, by a character or a demon (E-15 to E-19)."""

from __future__ import annotations

from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions.agents import (
    Agent,
    demon_parts,
    human_agent,
    is_turned_back,
    slips_in,
    watch,
)
from palatine.games.lord_and_master.rules.common import casualties, class_powers, escape
from palatine.games.lord_and_master.rules.common.turn import TallyPart, Turn
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON

LEADER = "leader"
"""Word in an order for the leader of a neutral place, whose name is unknown."""
AFTER_SUCCESS, AFTER_FAILURE = "escape-after-success", "escape-after-failure"
"""Notes of the escape after the deed, which is easier without the victim."""


def assassinate(t: Turn, who: int, act: o.Assassinate) -> None:
    """Carry out ASSASSINATE against an enemy or neutral character in the province.

    See E-15 to E-18.
    """
    class_powers.need_power(t, who, "As", "LM-E-15")
    s = t.s
    owner, place = s.people[who].owner, s.people[who].place
    people = [n for n in watch(t, owner, place)[1] if s.is_hostile(owner, s.people[n].owner)]
    victim = next((n for n in people if _is_meant(t, n, act.victim)), NO_PERSON)
    t.need(victim != NO_PERSON, "LM-E-15", "drop.no-victim", name=act.victim, place=place, uncertain=True)
    if not slips_in(t, who):
        return
    if t.is_rehearsal and escape.must_escape(t, who, place):
        chance = escape.escape_chance(t, who, place, AFTER_FAILURE)
        t.preview_odds(AFTER_FAILURE, chance, name=s.people[who].name, place=place)
    succeeds = murder(t, human_agent(t, who), victim)
    if who in s.people:
        escape.escapes(t, who, place, AFTER_SUCCESS if succeeds else AFTER_FAILURE)


def _is_meant(t: Turn, n: int, name: str) -> bool:
    person = t.s.people[n]
    return person.name.casefold() == name.casefold() or (person.owner == NEUTRAL and name.casefold() == LEADER)


def murder(t: Turn, a: Agent, victim: int) -> bool:
    """Attempt an assassination and return whether it succeeds (E-16).

    A demon that fails where a priest is present is destroyed (E-19).
    Consequences for a human agent are left to the caller.
    """
    s = t.s
    person = s.people[victim]
    place = person.place
    if is_turned_back(t, a, place, person.owner):
        return False
    parts: list[TallyPart] = [
        (10, "LM-E-16", "assassination"),
        (a.level, "LM-E-16", "level"),
        (-person.level, "LM-E-16", "victim"),
        *demon_parts(t, a, person.owner),
    ]
    success, tally = t.attempt("assassination", parts, roller=a.owner)
    kind, clause = ("assassination", "LM-E-17") if success else ("assassination-fails", "LM-E-18")
    to = (a.owner, person.owner)
    t.log(kind, clause, at=(place,), to=to, tally=tally, name=a.name, victim=person.name, place=place)
    if success:
        casualties.kill(t, victim, a.owner)
        if not a.demon:
            casualties.gain_level(t, a.who, "LM-CH-23", "assassination")
    elif a.demon and any(s.people[n].of in class_powers.PRIESTS for n in s.people_at(place)):
        s.demons.pop(a.demon, None)
        t.log("demon-destroyed", "LM-E-19", at=(place,), to=to, name=a.name, place=place)
    return success
