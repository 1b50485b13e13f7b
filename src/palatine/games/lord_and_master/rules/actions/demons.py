"""DEMONS: summoning, services, departure and exorcism (C-05 to C-12, D-02 to D-04)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from palatine.games.lord_and_master.components import tables
from palatine.games.lord_and_master.components.places import city_in, fort_in, is_square
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions import agents, assassination, leading, magic, rescue, theft
from palatine.games.lord_and_master.rules.actions.agents import Exorcism
from palatine.games.lord_and_master.rules.actions.devastation import FERTILE
from palatine.games.lord_and_master.rules.common import casualties, class_powers, neutrals, protection
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, March
from palatine.games.lord_and_master.rules.common.naming import new_demon_name
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, TallyPart, Turn
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, DemonRecord, State, still

# Summoning


def summon(t: Turn, who: int, act: o.Summon) -> None:
    """Carry out SUMMON DEMON (C-05 to C-08), with its first service if one is ordered."""
    class_powers.need_power(t, who, "De", "LM-C-05")
    s = t.s
    person = s.people[who]
    parts: list[TallyPart] = [(person.level, "LM-C-05", "level"), (-t.of(Exorcism).penalty, "LM-D-03", "exorcism")]
    chance = t.table("summoning", parts, partial(tables.on_levels, tables.DEMONS))
    if t.is_rehearsal:
        class_powers.preview_table(t, chance, is_gained, is_lost)
        level = tables.on_levels(tables.DEMONS, 20 + person.level)
        _appears(t, who, level, act)
        return
    level, tally = chance.roll(s)
    if is_lost(level):
        t.log(
            "mage-lost",
            "LM-C-05",
            at=(person.place,),
            to=(person.owner,),
            tally=tally,
            name=person.name,
            of=person.of,
        )
        casualties.kill(t, who, NEUTRAL)
    elif level == 0:
        t.log("no-demon", "LM-C-05", at=(person.place,), to=(person.owner,), tally=tally, name=person.name)
    else:
        t.log(
            "demon", "LM-C-06", at=(person.place,), to=(person.owner,), tally=tally, name=person.name,
            demon=new_demon_name(s), level=level, turns=person.level,
        )  # fmt: skip
        _appears(t, who, level, act)


def is_gained(level: int) -> bool:
    """Return whether a result of the demon or exorcism table is a level above 0."""
    return level > 0


def is_lost(level: int) -> bool:
    """Return whether a result of the demon or exorcism table turns on the roller."""
    return level == tables.LOST


def _appears(t: Turn, who: int, level: int, act: o.Summon) -> None:
    """Add the demon, which stays as many turns as its master's level (C-07).

    Its master gains a level (CH-23).
    """
    s = t.s
    name, n = new_demon_name(s), s.new_id()
    s.demons[n] = DemonRecord(name, level, who, s.people[who].level)
    casualties.gain_level(t, who, "LM-CH-23", "summoning")
    if act.service is not None:
        perform_service(t, n, act.service)


# Services


def service(t: Turn, order: o.Demon) -> None:
    """Carry out a demon's service of the turn, a line of its master's sheet (C-08, R137)."""
    n = _demon_by_name(t, order.name)
    t.need(t.s.demons[n].served != t.s.turn, "LM-C-08", "drop.has-served", name=t.s.demons[n].name)
    perform_service(t, n, order.service)


def _demon_by_name(t: Turn, name: str) -> int:
    """Return the acting owner's demon with a name; drop the order if there is none."""
    s = t.s
    for n, demon in s.demons.items():
        if demon.name.casefold() == name.casefold() and s.people[demon.master].owner == t.actor:
            return n
    can_come = any(
        class_powers.has_power(t, who, "De") for who in s.roster(t.actor)
    )  # It may be summoned this turn under that name.
    raise OrderFailed("LM-C-08", "drop.no-such-demon", {"name": name}, uncertain=can_come)


def perform_service(t: Turn, n: int, what: o.Service) -> None:
    """Let a demon perform its one service of the turn, anywhere on the map (C-08)."""
    s = t.s
    s.demons[n] = msgspec.structs.replace(s.demons[n], served=s.turn)
    SERVICES[type(what)](t, demon_agent(s, n), what)


def demon_agent(s: State, n: int) -> agents.Agent:
    demon = s.demons[n]
    return agents.Agent(demon.name, s.people[demon.master].owner, demon.level, demon=n)


def demon_owners(s: State) -> list[int]:
    """Return the owners of the masters of all demons."""
    return [s.people[demon.master].owner for demon in s.demons.values()]


def home(s: State, a: agents.Agent) -> int:
    """Return the place of a demon's master, which "here" means for a demon."""
    return s.people[s.demons[a.demon].master].place


def _steal(t: Turn, a: agents.Agent, what: o.Steal) -> None:
    theft.theft(t, a, t.place(what.at, home(t.s, a)))


def _assassinate(t: Turn, a: agents.Agent, what: o.Assassinate) -> None:
    s = t.s
    victim = s.person_named(what.victim)
    is_enemy = (
        victim != NO_PERSON and s.people[victim].captor is None and s.is_hostile(a.owner, s.people[victim].owner)
    )
    t.need(is_enemy, "LM-E-15", "drop.no-victim-anywhere", name=what.victim, uncertain=True)
    assassination.murder(t, a, victim)


def _rescue(t: Turn, a: agents.Agent, what: o.Rescue) -> None:
    rescue.deliver(t, a, t.place(what.at, home(t.s, a)))


def _rain(t: Turn, a: agents.Agent, what: o.Rain) -> None:
    """Rain fire anywhere on the map (C-11)."""
    magic.strike_place(t, "rain", t.place(what.at, home(t.s, a)), a.owner)


def _lead_troops(t: Turn, a: agents.Agent, what: o.Lead) -> None:
    """Let a demon lead troops of any race as a character of half its level (C-10, R96).

    The troops stay where it leaves them. It appears in the first place of its order if that begins with a move,
    otherwise with its master.
    """
    steps = what.steps
    place = home(t.s, a)
    first = steps[0]
    if isinstance(first, o.Go):
        place = t.place(first.path[0], place)
        steps = (*((o.Go(first.path[1:]),) if first.path[1:] else ()), *steps[1:])
    m = March(t, a.owner, place, NO_PERSON, ALL_RACES, tables.half_even(Fraction(a.level, 2)))
    m.mover = a.demon
    protection.need_no_shield(t, m, place)
    leading.lead_stack(t, m, steps)


def _devastate(t: Turn, a: agents.Agent, what: o.DevastateAt) -> None:
    """Turn an empty forest or cropland into wasteland, without loot (C-12, R97)."""
    s = t.s
    place = t.place(what.at, home(s, a))
    t.need(
        is_square(place) and s.terrain[place] in FERTILE, "LM-C-12", "drop.not-fertile", place=place, uncertain=True
    )
    holder = s.holder(place)
    if agents.is_turned_back(t, a, place, NEUTRAL if holder == a.owner else holder):
        return
    t.need(is_empty_square(t, place), "LM-C-12", "drop.not-empty", place=place, uncertain=True)
    s.terrain[place] = "w"
    t.log("demon-devastates", "LM-C-12", at=(place,), to=(a.owner,), name=a.name, place=place)


def is_empty_square(t: Turn, square: int) -> bool:
    """Return whether a square has no unit or character, and its city and fort no unit (R97)."""
    s = t.s
    for place in (square, city_in(square)):
        if s.exists(place):
            neutrals.rouse(t, place)
    inside = (city_in(square), fort_in(square))
    return not any(unit.place == square or unit.place in inside for unit in s.units.values()) and not any(
        person.place == square for person in s.people.values()
    )


SERVICES: dict[type, Callable[[Turn, agents.Agent, Any], None]] = {
    o.Steal: _steal,
    o.Assassinate: _assassinate,
    o.Rescue: _rescue,
    o.Lead: _lead_troops,
    o.Rain: _rain,
    o.DevastateAt: _devastate,
}


# Departure and exorcism


def converge(t: Turn, priest: int) -> None:
    """Let every demon, lowest level first, attack the priest; those that fail are destroyed.

    See R100.
    """
    s = t.s
    for n in still(s.demons, sorted(s.demons, key=lambda n: (s.demons[n].level, n))):
        if priest in s.people:
            assassination.murder(t, demon_agent(s, n), priest)


def banish_demons(t: Turn, highest: int) -> list[str]:
    """Remove the demons up to a level and return their names (D-04)."""
    s = t.s
    gone = [n for n, demon in s.demons.items() if demon.level <= highest]
    return [s.demons.pop(n).name for n in gone]


def depart_demons(t: Turn) -> None:
    """Remove demons whose time is over, at the end of the turn (C-07)."""
    s = t.s
    for n, demon in list(s.demons.items()):
        if demon.turns > 1:
            s.demons[n] = msgspec.structs.replace(demon, turns=demon.turns - 1)
            continue
        del s.demons[n]
        master = s.people[demon.master]
        t.log("demon-departs", "LM-C-07", to=(master.owner,), demon=demon.name, name=master.name)
