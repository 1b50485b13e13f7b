"""LEAD TROOPS (B): a stack on the march, and everything a character may do while he leads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from palatine.games.lord_and_master import (
    battle,
    captives,
    control,
    deeds,
    escape,
    forts,
    movement,
    neutrals,
    works,
)
from palatine.games.lord_and_master import components as c
from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.march import March, hostile_at, races_led
from palatine.games.lord_and_master.places import is_square, square_of
from palatine.games.lord_and_master.state import NEUTRAL, NOBODY
from palatine.games.lord_and_master.turn import Turn


def lead(t: Turn, who: int, act: o.Lead) -> None:
    """The steps of a lead order, one after the other."""
    person = t.s.people[who]
    march(t, March(t, person.owner, person.place, who, t.level(who), races_led(t, who)), act.steps)


def march(t: Turn, m: March, steps: tuple[o.LeadStep, ...]) -> None:
    """Carry out the steps, for a character or a demon; the end of an invisible march may be a battle (R93)."""
    for number, step in enumerate(steps):
        STEPS[type(step)](t, m, step)
        if m.who != NOBODY and m.who not in t.s.people:
            return
        if isinstance(step, o.Go) and m.units and not any(isinstance(each, o.Go) for each in steps[number + 1 :]):
            _settle(t, m)
    captives.free_unguarded(t)


# Picking up and putting down


def take(t: Turn, m: March, step: o.Take) -> None:
    """Pick up units where the leader is (B-17)."""
    for batch in step.units:
        for n in choose(t, m, batch):
            m.units.append(n)
            t.moved[n] = m.who
    t.need(len(m.units) <= m.capacity, "LM-B-15", "drop.too-many", most=m.capacity, count=len(m.units))


def choose(t: Turn, m: March, batch: o.Batch) -> list[int]:
    """The units that a batch means: his own or a partner's, free to be led by him (B-20 to B-22, IPR-04)."""
    s = t.s
    t.need(batch.code in c.TROOPS, "LM-TT-11", "drop.no-such-code", code=batch.code)
    t.need(c.TROOPS[batch.code].race in m.leads, "LM-B-22", "drop.not-his-race", code=batch.code)
    here = [
        n
        for n in s.units_at(m.place)
        if n not in m.units
        and s.is_friend(m.owner, s.units[n].owner)
        and (s.units[n].code, s.units[n].wounded) == (batch.code, batch.wounded)
    ]
    t.need(len(here) >= batch.count, "LM-B-17", "drop.no-such-units", batch=batch, place=m.place, doubt=True)
    free = [n for n in here if n not in t.raised and n not in t.trained]
    t.need(len(free) >= batch.count, "LM-B-21", "drop.raised-or-trained", batch=batch)
    free = [n for n in free if t.moved.get(n, m.who) == m.who]
    t.need(len(free) >= batch.count, "LM-B-20", "drop.led-already", batch=batch)
    return free[: batch.count]


def drop(t: Turn, m: March, step: o.Drop) -> None:
    """Put units down where the leader is."""
    s = t.s
    for batch in step.units:
        fitting = [n for n in m.units if (s.units[n].code, s.units[n].wounded) == (batch.code, batch.wounded)]
        t.need(len(fitting) >= batch.count, "LM-B-17", "drop.not-with-him", batch=batch)
        for n in fitting[: batch.count]:
            m.units.remove(n)
    _shed(t, m)


def _shed(t: Turn, m: March) -> None:
    """Units beyond what he can lead stay behind (R88)."""
    while len(m.units) > m.capacity:
        m.units.pop()


def alone(t: Turn, m: March, step: o.Alone) -> None:
    m.units.clear()
    m.mountain = m.invisible = False


def mountain(t: Turn, m: March, step: o.MountainMove) -> None:
    """Dwarves leading only dwarves pay 1 for a mountain (B-37)."""
    t.need(_has(t, m, "Mo"), "LM-B-37", "drop.not-his-class")
    t.need(m.units and m.races() == {"D"}, "LM-B-37", "drop.only-dwarves")
    m.mountain = True


def invisible(t: Turn, m: March, step: o.InvisibleMove) -> None:
    """Gnomes lead gnomes but artillery, sorcerers elves but knights, unseen (B-38, B-41)."""
    t.need(_has(t, m, "In"), "LM-B-38", "drop.not-his-class")
    t.need(m.units and all(may_vanish(t, m, n) for n in m.units), "LM-B-38", "drop.not-unseen")
    m.invisible = True


def may_vanish(t: Turn, m: March, n: int) -> bool:
    """Whether a unit can be led invisibly by this leader."""
    troop = c.TROOPS[t.s.units[n].code]
    if t.s.people[m.who].of == "S":
        return troop.race == "E" and troop.kind != "EK"
    return troop.race == "G" and troop.kind != "GA"


def _has(t: Turn, m: March, power: str) -> bool:
    return m.who != NOBODY and power in c.CLASSES[t.s.people[m.who].of].powers


# Going


def go(t: Turn, m: March, step: o.Go) -> None:
    """Enter place after place, with the troops that can still go (B-18, B-19, R48)."""
    for place in movement.route(t, m.place, step.path):
        if square_of(place) != square_of(m.place):
            t.need(not m.has_fought, "LM-BAT-36", "drop.has-fought", doubt=True)
            t.need(not m.is_stopped, "LM-MV-07", "drop.stopped", doubt=True)
        if not enter(t, m, place):
            return


def enter(t: Turn, m: March, place: int) -> bool:
    """One step into a neighbouring place; False when the march is over."""
    s = t.s
    points = movement.cost(s, place, m.place)
    if m.mountain and points and s.terrain[square_of(place)] in movement.MOUNTAINS:
        points = 1
    t.need(m.left >= points, "LM-A-02", "drop.no-points", place=place)
    m.left -= points
    m.units = [n for n in m.units if _can_go(t, n, points)]
    _shed(t, m)
    if m.units and not is_square(place):
        forts.check_entry(t, m, place)
    for n in m.units:
        t.spent[n] = t.spent.get(n, 0) + points
        s.set_unit(n, place=place)
    m.origin, m.place, m.has_gone = m.place, place, True
    if m.who != NOBODY:
        s.set_person(m.who, place=place, since=s.turn)
    captives.follow(t, m.owner, m.origin, place, m.capacity - len(m.units))
    if not m.units:
        return m.who == NOBODY or escape.escapes(t, m.who, place)
    return arrive(t, m)


def _can_go(t: Turn, n: int, points: int) -> bool:
    """Whether a unit has the points left, at its wounded allowance if wounded; inside a square all can (B-18)."""
    return points == 0 or allowance(t, n) - t.spent.get(n, 0) >= points


def allowance(t: Turn, n: int) -> int:
    return t.values(n)[2]


def arrive(t: Turn, m: March, teleported: bool = False) -> bool:
    """Troops have entered a place: what meets them there (MV-06, CONTROL); False when the march is over."""
    s = t.s
    place = m.place
    deeds.pass_shield(t, m)
    if not m.units:
        return m.who == NOBODY or escape.escapes(t, m.who, place)
    if not is_square(place):
        forts.occupy(t, m, place)
        return True
    unseen = m.invisible and place not in t.shields
    if not unseen and not meet(t, m, teleported):
        return False
    if unseen and (hostile_at(t, m.owner, place) or forts.garrison(t, m.owner, place)):
        return True
    claim(t, m)
    if not unseen and forts.stops(t, m.owner, place):
        m.is_stopped = True
    return neutrals.sod_busters(t, m)


def meet(t: Turn, m: March, teleported: bool = False) -> bool:
    """Fight all hostile troops in the open, one army after the other, the larger first; False when not master."""
    while foes := hostile_at(t, m.owner, m.place):
        if t.s.units[foes[0]].owner == NEUTRAL:
            neutrals.test_magnate(t, m.place)
            foes = hostile_at(t, m.owner, m.place)
        result = battle.engage(t, m, battle.army_of(t, m.owner, m.place, foes), teleported)
        if result != "overrun":
            m.has_fought = True
        if result not in ("overrun", "won"):
            return False
    return True


def claim(t: Turn, m: March) -> None:
    """The province belongs to those whose troops passed through it last (NEU-19, NEU-20, R57)."""
    s = t.s
    holder = s.holder(m.place)
    if (holder != NEUTRAL and s.is_hostile(m.owner, holder)) or (
        holder == NEUTRAL and m.place in s.roused and not s.units_at(m.place, NEUTRAL)
    ):
        control.take(t, m.place, m.owner, force=False)
    for who in escape.enemies_at(t, m.owner, m.place)[1]:
        if who in s.people:
            escape.escapes(t, who, m.place)


def _settle(t: Turn, m: March) -> None:
    """Where an invisible march ends beside hostile troops it fights as attacker (R93)."""
    if m.invisible and is_square(m.place) and not m.has_fought and hostile_at(t, m.owner, m.place):
        m.invisible = False
        if meet(t, m):
            claim(t, m)


# Everything else one may do while leading


def annex(t: Turn, m: March, step: o.Annex) -> None:
    neutrals.annex(t, m)


def siege(t: Turn, m: March, step: o.Siege) -> None:
    forts.siege(t, m, t.place(step.at, m.place))


def assault(t: Turn, m: March, step: o.Assault) -> None:
    forts.assault(t, m, t.place(step.at, m.place))


def plunder(t: Turn, m: March, step: o.Plunder) -> None:
    forts.plunder(t, m, t.place(step.at, m.place))


def sally(t: Turn, m: March, step: o.Sally) -> None:
    t.need(not is_square(m.place), "LM-FC-16", "drop.not-inside")
    forts.sally(t, m)


STEPS: dict[type, Callable[[Turn, March, Any], None]] = {
    o.Take: take,
    o.Drop: drop,
    o.Go: go,
    o.Alone: alone,
    o.MountainMove: mountain,
    o.InvisibleMove: invisible,
    o.Annex: annex,
    o.Siege: siege,
    o.Assault: assault,
    o.Plunder: plunder,
    o.Sally: sally,
    o.BuildFort: works.build_fort,
    o.Ambush: works.ambush,
    o.Devastate: works.devastate,
}
