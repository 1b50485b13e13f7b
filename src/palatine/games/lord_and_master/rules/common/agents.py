"""MISCELLANEOUS ACTIONS: colonise, steal, assassinate, shield, rescue; treachery (E, FC-12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_city, is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.common import (
    captives,
    control,
    escape,
    fates,
    gifts,
    neutrals,
    treasuries,
)
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.rules.common.turn import Dropped, Part, Turn
from palatine.games.lord_and_master.state import NEUTRAL, NOBODY, WILD

LEADER = "leader"
"""What an order may call the leader of a neutral place, whose name nobody knows."""


class Agent(msgspec.Struct, frozen=True):
    """Who does a deed: a character, or a demon, who does it as a character of its level (C-09)."""

    name: str
    owner: int
    level: int
    who: int = NOBODY
    demon: int = 0


def agent(t: Turn, who: int) -> Agent:
    person = t.s.people[who]
    return Agent(person.name, person.owner, person.level, who)


def slips_in(t: Turn, who: int) -> bool:
    """Past the enemy troops in the province: rolled when he entered it, or else now (E-08, E-15, E-26, R121)."""
    person = t.s.people[who]
    return person.since == t.s.turn or escape.escapes(t, who, person.place)


def watch(t: Turn, owner: int, place: int) -> tuple[list[int], list[int]]:
    """The units and the characters in a place that are not on `owner`'s side, neutral ones with them."""
    s = t.s
    neutrals.rouse(t, place)
    return (
        [n for n in s.units_at(place) if s.is_hostile(owner, s.units[n].owner)],
        [n for n in s.people_at(place) if s.is_hostile(owner, s.people[n].owner)],
    )


def _watched(t: Turn, owner: int, place: int, clause: str) -> list[Part]:
    """What troops and characters on watch take off: 1 for every two units, 1 for every two levels (R33)."""
    units, people = watch(t, owner, place)
    levels = sum(t.s.people[n].level for n in people)
    return [(-(len(units) // 2), clause, "units-on-watch"), (-(levels // 2), clause, "levels-on-watch")]


# Demons, who meet two hindrances that characters do not know


def is_turned_back(t: Turn, a: Agent, place: int, owner: int) -> bool:
    """Whether a demon can do nothing there: a shield sends it home (E-21), and Jove protects his own (DI-04, R79)."""
    if not a.demon:
        return False
    if place in t.shields:
        t.tell("demon-home", "LM-E-21", at=(place,), to=(a.owner,), name=a.name, place=place)
        return True
    if t.blessing(owner, "Jupiter"):
        t.tell("demon-baffled", "LM-DI-04", at=(place,), to=(a.owner, owner), name=a.name, place=place)
        return True
    return False


def demonic(t: Turn, a: Agent, owner: int) -> list[Part]:
    """What an exorcism, or a curse on `owner` against whom it acts, does to a demon's roll (D-03, DI-15)."""
    if not a.demon:
        return []
    return [(-t.exorcised, "LM-D-03", "exorcism"), (3 * t.is_cursed(owner), "LM-DI-15", "curse-on-them")]


def check_demon(t: Turn, m: March, place: int) -> None:
    """Drop the order of a demon that would lead troops into a shielded province or against Jove's own (E-21, DI-04)."""
    if m.who != NOBODY or not control.is_nation(m.owner):
        return
    t.need(place not in t.shields, "LM-E-21", "drop.demon-shield", place=place, uncertain=True)
    need_no_jove(t, m, place)


def need_no_jove(t: Turn, m: March, place: int) -> None:
    """Drop the order of a demon that would lead troops against a place or units of Jove's own (DI-04, R79)."""
    s = t.s
    if m.who != NOBODY or not any(call.god == "Jupiter" for call in s.blessings):
        return
    owners = {s.holder(place), *(s.units[n].owner for n in s.units_at(place))}
    safe = any(owner != m.owner and t.blessing(owner, "Jupiter") for owner in owners)
    t.need(not safe, "LM-DI-04", "drop.demon-jupiter", place=place)


# COLONIZE

COLONIES = {"W": ("wgf", "c", "LM-E-01"), "O": ("d", "o", "LM-E-02"), "D": ("o", "d", "LM-E-03")}
"""By class: the terrains that are colonised, what they become, and the clause."""
SETTLERS = 5
STRING = 3
"""How many other friendly provinces must be joined to a colony."""


def colonise(t: Turn, who: int, act: o.Colonise) -> None:
    """COLONIZE (E-01 to E-06): begun now, done at the end of the turn if nobody attacks (R46)."""
    gifts.need(t, who, "Co", "LM-E-01")
    s = t.s
    person = s.people[who]
    place = person.place
    fit, into, clause = COLONIES[person.of]
    t.need(is_square(place) and s.terrain[place] in fit, clause, "drop.no-colony-here", place=place)
    t.need(control.possesses(s, person.owner, place), "LM-E-04", "drop.colony-not-own", place=place, uncertain=True)
    t.need(joined(t, person.owner, place), "LM-E-04", "drop.no-string", place=place, most=STRING, uncertain=True)
    code = pieces.RECRUITS[person.race]
    settlers = [n for n in s.units_at(place, person.owner) if s.units[n].code == code]
    t.need(
        len(settlers) >= SETTLERS,
        "LM-E-05",
        "drop.no-settlers",
        code=code,
        count=SETTLERS,
        place=place,
        uncertain=True,
    )
    t.colonies_begun[place] = (person.owner, who)
    t.tell("colony-begun", clause, at=(place,), to=(person.owner,), name=person.name, place=place, terrain=into)


def joined(t: Turn, owner: int, square: int) -> bool:
    """Whether a chain of friendly squares joins this one to at least three others (E-04, R102)."""
    s = t.s
    seen, edge = {square}, [square]
    while edge and len(seen) <= STRING:
        for near in world.NEIGHBOURS[edge.pop()]:
            if near not in seen and s.is_friend(owner, s.holder(near)):
                seen.add(near)
                edge.append(near)
    return len(seen) > STRING


# STEAL


def steal(t: Turn, who: int, act: o.Steal) -> None:
    """STEAL (E-07 to E-12), where he stands."""
    gifts.need(t, who, "St", "LM-E-07")
    place = t.s.people[who].place
    t.need(t.place(act.at, place) == place, "LM-E-07", "drop.not-there", place=place)
    if slips_in(t, who):
        theft(t, agent(t, who), place)


def theft(t: Turn, a: Agent, place: int) -> None:
    """Part of the richest treasury that lies in a place (E-09 to E-14)."""
    hoard = treasuries.richest(t, a.owner, place)
    t.need(hoard is not None, "LM-E-07", "drop.no-treasury", place=place, uncertain=True)
    assert hoard is not None
    if is_turned_back(t, a, place, hoard.owner):
        return
    success, tally = t.attempt("theft", theft_parts(t, a, place, hoard.owner))
    if not success:
        _caught(t, a, place, hoard, tally)
        return
    if t.dry:
        return
    tenths = t.throw("loot", sides=8).rolled
    amount = treasuries.empty(t, hoard, a.owner, place, tenths)
    t.tell(
        "theft", "LM-E-11", at=(place,), to=(a.owner, hoard.owner), tally=tally, name=a.name, place=place,
        amount=amount, share=10 * tenths, owner=hoard.owner,
    )  # fmt: skip
    if not a.demon:
        fates.gain_level(t, a.who, "LM-CH-23", "theft")


def theft_parts(t: Turn, a: Agent, place: int, owner: int) -> list[Part]:
    """What a thief must not exceed: 12, less the watch, the walls and, for a demon, the priests (E-09, E-10, E-14)."""
    s = t.s
    parts: list[Part] = [(12, "LM-E-09", "theft"), *_watched(t, a.owner, place, "LM-E-09")]
    if not is_square(place):
        parts.append((-2, "LM-E-10", "walls"))
    if a.demon and any(s.people[n].of in gifts.PRIESTS for n in s.people_at(place)):
        parts.append((-4, "LM-E-14", "priest"))
    return parts + demonic(t, a, owner)


def _caught(t: Turn, a: Agent, place: int, hoard: treasuries.Hoard, tally: Any) -> None:
    """A failed thief: a neutral province executes, a neutral city imprisons, a player captures; a demon goes home
    (E-12, E-13, R103)."""
    t.tell(
        "theft-fails", "LM-E-13" if a.demon else "LM-E-12", at=(place,), to=(a.owner, hoard.owner), tally=tally,
        name=a.name, place=place, demon=bool(a.demon),
    )  # fmt: skip
    if a.demon:
        return
    if hoard.owner == WILD or (hoard.owner == NEUTRAL and not is_city(place)):
        fates.kill(t, a.who, hoard.owner)
    else:
        fates.capture(t, a.who, hoard.owner)
        captives.free_unguarded(t)


# ASSASSINATE


def assassinate(t: Turn, who: int, act: o.Assassinate) -> None:
    """ASSASSINATE (E-15 to E-18), an enemy or neutral character in his province."""
    gifts.need(t, who, "As", "LM-E-15")
    s = t.s
    owner, place = s.people[who].owner, s.people[who].place
    people = watch(t, owner, place)[1]
    victim = next((n for n in people if _is_meant(t, n, act.victim)), NOBODY)
    t.need(victim != NOBODY, "LM-E-15", "drop.no-victim", name=act.victim, place=place, uncertain=True)
    if not slips_in(t, who):
        return
    murder(t, agent(t, who), victim)
    if who in s.people:
        escape.escapes(t, who, place)


def _is_meant(t: Turn, n: int, name: str) -> bool:
    person = t.s.people[n]
    return person.name.casefold() == name.casefold() or (person.owner == NEUTRAL and name.casefold() == LEADER)


def murder(t: Turn, a: Agent, victim: int) -> None:
    """The attempt itself; what it means for the killer is his affair, but for demons before a priest (E-16, E-19)."""
    s = t.s
    person = s.people[victim]
    place = person.place
    if is_turned_back(t, a, place, person.owner):
        return
    parts: list[Part] = [
        (10, "LM-E-16", "assassination"),
        (a.level, "LM-E-16", "level"),
        (-person.level, "LM-E-16", "victim"),
        *demonic(t, a, person.owner),
    ]
    success, tally = t.attempt("assassination", parts, roller=a.owner)
    kind, clause = ("assassination", "LM-E-17") if success else ("assassination-fails", "LM-E-18")
    to = (a.owner, person.owner)
    t.tell(kind, clause, at=(place,), to=to, tally=tally, name=a.name, victim=person.name, place=place)
    if success:
        fates.kill(t, victim, a.owner)
        if not a.demon:
            fates.gain_level(t, a.who, "LM-CH-23", "assassination")
    elif a.demon and any(s.people[n].of in gifts.PRIESTS for n in s.people_at(place)):
        s.demons.pop(a.demon, None)
        t.tell("demon-destroyed", "LM-E-19", at=(place,), to=to, name=a.name, place=place)


# SHIELD


def shield(t: Turn, who: int, act: o.Shield) -> None:
    """SHIELD (E-20 to E-25): from now to the end of the turn, for the place where he stands (R104)."""
    gifts.need(t, who, "Sh", "LM-E-20")
    person = t.s.people[who]
    t.shields.add(person.place)
    t.tell("shield", "LM-E-20", at=(person.place,), to=(person.owner,), name=person.name, place=person.place)


def pass_shield(t: Turn, m: March) -> None:
    """What a shield does to troops that enter its province: the dead are undone, the unseen revealed (E-22, E-23)."""
    if m.place not in t.shields:
        return
    if m.invisible:
        m.invisible = False
        t.tell("revealed", "LM-E-23", at=(m.place,), to=(m.owner,), place=m.place)
    undo_dead(t, m, m.place)


def undo_dead(t: Turn, m: March, place: int) -> None:
    """The dead who enter a shielded place, or would storm it, are destroyed (E-22)."""
    s = t.s
    dead = [n for n in m.units if place in t.shields and pieces.TROOPS[s.units[n].code].race == "dead"]
    if dead:
        t.tell("dead-undone", "LM-E-22", at=(place,), to=(m.owner,), place=place, count=len(dead))
        for n in dead:
            m.units.remove(n)
            fates.destroy_unit(t, n)


# RESCUE PRISONERS


def rescue(t: Turn, who: int, act: o.Rescue) -> None:
    """RESCUE PRISONERS (E-26 to E-29), where he stands."""
    gifts.need(t, who, "Re", "LM-E-26")
    place = t.s.people[who].place
    t.need(t.place(act.at, place) == place, "LM-E-26", "drop.not-there", place=place)
    if slips_in(t, who):
        deliver(t, agent(t, who), place)


def deliver(t: Turn, a: Agent, place: int) -> None:
    """All captives of his side in a place go free with him, or he shares their lot (E-27 to E-29)."""
    s = t.s
    people, units = _prisoners(t, a.owner, place)
    t.need(people or units, "LM-E-26", "drop.no-prisoners", place=place, uncertain=True)
    captor = (s.people[people[0]] if people else s.units[units[0]]).captor
    assert captor is not None
    if is_turned_back(t, a, place, captor):
        return
    parts: list[Part] = [
        (12, "LM-E-27", "rescue"),
        (a.level, "LM-E-27", "level"),
        *_watched(t, a.owner, place, "LM-E-27"),
        *demonic(t, a, captor),
    ]
    success, tally = t.attempt("rescue", parts)
    kind, clause = ("rescue", "LM-E-28") if success else ("rescue-fails", "LM-E-29")
    t.tell(
        kind, clause, at=(place,), to=(a.owner, captor), tally=tally, name=a.name, place=place,
        captives=[*[s.people[n].name for n in people], *[s.units[n].code for n in units]],
    )  # fmt: skip
    if success:
        _bring_home(t, a, people, units, place)
    elif not a.demon:
        fates.capture(t, a.who, captor)
        captives.free_unguarded(t)


def _prisoners(t: Turn, owner: int, place: int) -> tuple[list[int], list[int]]:
    """The captives in a place who are of his side and in hostile hands."""
    s = t.s
    people, units = s.captives_at(place)

    def is_ours(captive: Any) -> bool:
        return s.is_friend(owner, captive.owner) and not s.is_friend(owner, captive.captor)

    return [n for n in people if is_ours(s.people[n])], [n for n in units if is_ours(s.units[n])]


def _bring_home(t: Turn, a: Agent, people: list[int], units: list[int], place: int) -> None:
    """To the nearest friendly province, a hero with them and a level the richer (E-28, CH-23)."""
    s = t.s
    for who in people:
        captives.free(t, who)
    for n in units:
        captives.free_unit(t, n)
    if not a.demon:
        s.set_person(a.who, place=captives.refuge(s, a.owner, place) or place, since=s.turn)
        fates.gain_level(t, a.who, "LM-CH-23", "rescue")


# TREACHERY


def treachery(t: Turn, who: int, act: o.Treachery) -> None:
    """TREACHERY: a thief tries to open the gate (FC-12 to FC-15, R73)."""
    s = t.s
    person = s.people[who]
    t.need(person.of == "T", "LM-FC-12", "drop.no-such-power", of=person.of)
    place = t.place(act.at, person.place)
    t.need(not is_square(place), "LM-FC-12", "drop.no-gate", place=place)
    t.need(square_of(place) == square_of(person.place), "LM-FC-12", "drop.not-there", place=place)
    t.need(watch(t, person.owner, place)[0], "LM-FC-12", "drop.no-garrison", place=place, uncertain=True)
    t.need(_assault_is_ordered(t, place), "LM-FC-13", "drop.no-assault", place=place)
    if person.place != place:
        s.set_person(who, place=place, since=s.turn)
        if not escape.escapes(t, who, place):
            return
    elif not slips_in(t, who):
        return
    success, tally = t.attempt("treachery", theft_parts(t, agent(t, who), place, s.holder(place)))
    (t.opened if success else t.gates_tried).add((place, person.owner))
    kind, clause = ("gate-opened", "LM-FC-14") if success else ("gate-shut", "LM-FC-15")
    t.tell(kind, clause, to=(person.owner,), tally=tally, name=person.name, place=place)


def _assault_is_ordered(t: Turn, place: int) -> bool:
    """Whether his player's sheet has an assault on that place; without a sheet to look at there may be one."""
    sheet = t.s.sheets[t.actor] if control.is_nation(t.actor) else None
    if sheet is None:
        return True
    parts = [order.action if isinstance(order, o.Character) else order.service for order in sheet.orders
             if isinstance(order, o.Character | o.Demon)]  # fmt: skip
    steps = [step for part in parts if isinstance(part, o.Lead) for step in part.steps]
    return any(_is_at(t, step.at, place) for step in steps if isinstance(step, o.Assault))


def _is_at(t: Turn, spot: o.Spot, place: int) -> bool:
    try:
        return t.place(spot, place) == place
    except Dropped:
        return False


DEEDS: dict[type, Callable[[Turn, int, Any], None]] = {
    o.Steal: steal,
    o.Assassinate: assassinate,
    o.Rescue: rescue,
    o.Treachery: treachery,
}
"""What may follow a move (A-04)."""
