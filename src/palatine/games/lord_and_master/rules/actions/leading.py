"""LEAD TROOPS (B): marches of a stack and the actions possible while leading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from palatine.core import Chance, Tally
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules import movement
from palatine.games.lord_and_master.rules.actions import devastation, troop_actions
from palatine.games.lord_and_master.rules.combat import battle, forts
from palatine.games.lord_and_master.rules.combat.battlefield import army_of
from palatine.games.lord_and_master.rules.common import conquest, control, escape, magnates, protection
from palatine.games.lord_and_master.rules.common.march import Handled, March, MarchDeed, Stop, races_led
from palatine.games.lord_and_master.rules.common.neutrals import hostile_at
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.common.unit_groups import count_by_code, fitting
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON


def lead(t: Turn, who: int, act: o.Lead) -> None:
    """Carry out the steps of a lead order."""
    person = t.s.people[who]
    lead_stack(t, March(t, person.owner, person.place, who, races_led(t, who)), act.steps)


def lead_stack(t: Turn, m: March, steps: tuple[o.LeadStep, ...]) -> None:
    """Carry out steps while the leader leads (R145); an invisible march may end in battle (R93)."""
    settles = max([number for number, step in enumerate(steps) if isinstance(step, o.Go | o.Assault)], default=-1)
    try:
        for number, step in enumerate(steps):
            if not m.is_led():
                return
            STEPS[type(step)](t, m, step)
            if number == settles and m.is_led():
                _become_visible(t, m)
    finally:
        _become_visible(t, m)


# Picking up and putting down


def take_units(t: Turn, m: March, step: o.Take) -> None:
    """Take units where the leader is (B-17).

    Orcs above five per level are dropped when another race joins (R88).
    """
    before = m.units
    had_orcs = len(before) if m.races() == {"O"} else 0
    for batch in step.units:
        m.units = (*m.units, *pick_units(t, m, batch))
    if m.races() != {"O"}:
        m.units = m.units[min(had_orcs, max(0, len(m.units) - m.capacity)) :]
    most = m.capacity
    t.need(len(m.units) <= most, "LM-B-15", "drop.too-many", most=most, count=len(m.units), uncertain=True)
    _need_alike(t, m)
    t.of(Handled).led.update(dict.fromkeys([n for n in m.units if n not in before], m.mover))


def pick_units(t: Turn, m: March, batch: o.Batch) -> list[int]:
    """Return the units that a batch means and that can be led (B-20 to B-22, IPR-04).

    Those of the leader's nation come before a partner's, those with more movement left first.
    """
    s = t.s
    t.need(batch.code in pieces.TROOPS, "LM-TT-11", "drop.no-such-code", code=batch.code)
    t.need(pieces.TROOPS[batch.code].race in m.leads, "LM-B-22", "drop.not-his-race", code=batch.code)
    mine = m.units
    friends = [n for n in s.units_at(m.place) if n not in mine and s.is_friend(m.owner, s.units[n].owner)]
    here = fitting(s, friends, batch)
    here.sort(key=lambda n: (s.units[n].owner != m.owner, t.of(Handled).spent.get(n, 0)))
    t.need(len(here) >= batch.count, "LM-B-17", "drop.no-such-units", batch=batch, place=m.place, uncertain=True)
    free = [n for n in here if n not in t.of(Handled).raised and n not in t.of(Handled).trained]
    t.need(len(free) >= batch.count, "LM-B-21", "drop.raised-or-trained", batch=batch, uncertain=True)
    free = [n for n in free if t.of(Handled).led.get(n, m.mover) == m.mover]
    t.need(len(free) >= batch.count, "LM-B-20", "drop.led-already", batch=batch, uncertain=True)
    return free[: batch.count]


def drop_units(t: Turn, m: March, step: o.Drop) -> None:
    """Drop units where the leader is."""
    s = t.s
    _forbid_hidden_leaving(t, m)
    for batch in step.units:
        meant = fitting(s, m.units, batch)
        t.need(len(meant) >= batch.count, "LM-B-17", "drop.not-with-him", batch=batch, uncertain=True)
        m.units = [n for n in m.units if n not in meant[: batch.count]]


def _forbid_hidden_leaving(t: Turn, m: March) -> None:
    """Drop the order to leave units behind invisibly among enemies (R188)."""
    is_hidden = m.invisible and hostile_at(t, m.owners(), m.place)
    t.need(not is_hidden, "LM-B-39", "drop.unseen-among-enemies", place=m.place, uncertain=True)


def go_alone(t: Turn, m: March, step: o.Alone) -> None:
    _forbid_hidden_leaving(t, m)
    m.units = ()
    m.mountain = m.invisible = False


def go_over_mountains(t: Turn, m: March, step: o.MountainMove) -> None:
    """Let dwarves leading only dwarves pay 1 point for a mountain (B-37)."""
    t.need(_has_power(t, m, "Mo"), "LM-B-37", "drop.not-his-class")
    t.need(m.units, "LM-B-37", "drop.only-dwarves", uncertain=True)
    m.mountain = True
    _need_alike(t, m)


def go_unseen(t: Turn, m: March, step: o.InvisibleMove) -> None:
    """Start an invisible march of gnomes without artillery or elves without knights.

    See B-38, B-41.
    """
    t.need(_has_power(t, m, "In"), "LM-B-38", "drop.not-his-class")
    t.need(m.units, "LM-B-38", "drop.not-unseen", uncertain=True)
    m.invisible = True
    _need_alike(t, m)


def _need_alike(t: Turn, m: March) -> None:
    """Drop the order unless all units fit the mountain or invisible march (B-37, B-38, B-41)."""
    t.need(not m.mountain or m.races() <= {"D"}, "LM-B-37", "drop.only-dwarves")
    clause = "LM-B-41" if m.who != NO_PERSON and t.s.people[m.who].of == "S" else "LM-B-38"
    t.need(not m.invisible or all(may_vanish(t, m, n) for n in m.units), clause, "drop.not-unseen")


def may_vanish(t: Turn, m: March, n: int) -> bool:
    """Return whether this leader can lead a unit invisibly."""
    troop = pieces.TROOPS[t.s.units[n].code]
    if t.s.people[m.who].of == "S":
        return troop.race == "E" and troop.kind != "EK"
    return troop.race == "G" and troop.kind != "GA"


def _has_power(t: Turn, m: March, power: str) -> bool:
    return m.who != NO_PERSON and power in pieces.CLASSES[t.s.people[m.who].of].powers


# Going


def go(t: Turn, m: March, step: o.Go) -> None:
    """Enter places in order, with the troops that can still move (B-18, B-19, R48)."""
    start = m.place
    for place in movement.route(t, m.place, step.path):
        if square_of(place) != square_of(m.place):
            m.need_free()
        if not enter_place(t, m, place):
            return
    _report_march(t, m, start)


def _report_march(t: Turn, m: March, start: int) -> None:
    """Report a march without a battle to its witnesses; an invisible one only to its own side."""
    if m.who == NO_PERSON or MarchDeed.FOUGHT in m.done or m.place == start:
        return
    at = () if m.invisible else (start, m.place)
    name = t.s.people[m.who].name
    way = t.course(start, m.place, m.owner, at)
    if m.units:
        units = count_by_code(t.s.units[n].code for n in m.units)
        t.log("led", "LM-MV-01", at=at, to=(m.owner,), name=name, units=units, place=m.place, shown=way)
    else:
        t.log("moved", "LM-A-02", at=at, to=(m.owner,), name=name, place=m.place, shown=way)


def enter_place(t: Turn, m: March, place: int) -> bool:
    """Enter a neighbouring place and return whether the march continues."""
    t.need(not m.settled, m.settled, "drop.settled")
    points = _points(t, m, place)
    t.need(m.left >= points, "LM-A-02", "drop.no-points", place=place, uncertain=True)
    protection.need_no_shield(t, m, place)
    if m.units and not is_square(place):
        forts.check_entry(t, m, place)
    m.left -= points
    _leave_units(t, m, [n for n in m.units if not _can_go(t, n, points)])
    for n in m.units:
        t.of(Handled).spent[n] = t.of(Handled).spent.get(n, 0) + points
    m.advance(place)
    m.done.add(MarchDeed.GONE)
    return arrive(t, m)


def _points(t: Turn, m: March, place: int) -> int:
    """Return the cost of a step; with dwarves able to move, 1 over mountains (B-37)."""
    points = movement.cost(t.s, place, m.place)
    is_eased = m.mountain and points and t.s.terrain[square_of(place)] in movement.MOUNTAINS
    return 1 if is_eased and any(_can_go(t, n, 1) for n in m.units) else points


def _leave_units(t: Turn, m: March, staying: list[int]) -> None:
    """Leave units behind that cannot go on (R48), except invisibly among enemies (R188)."""
    if staying:
        _forbid_hidden_leaving(t, m)
    m.units = [n for n in m.units if n not in staying]


def _can_go(t: Turn, n: int, points: int) -> bool:
    """Return whether a unit has enough points, wounded or full; inside a square always (B-18)."""
    return points == 0 or allowance(t, n) - t.of(Handled).spent.get(n, 0) >= points


def allowance(t: Turn, n: int) -> int:
    return t.values(n)[2]


def arrive(t: Turn, m: March, teleported: bool = False) -> bool:
    """Resolve encounters on entering a place (MV-06, ESC-01, CONTROL).

    Returns whether the march continues.
    """
    place = m.place
    protection.pass_shield(t, m)
    if not m.units:
        return m.who == NO_PERSON or escape.escapes(t, m.who, place)
    if not is_square(place):
        forts.occupy(t, m, place)
        return True
    if m.invisible and _has_enemies_nearby(t, m):
        return True
    if m.invisible:
        conquest.claim(m, place)
    elif not meet(t, m, teleported):
        return False
    if not m.is_led():
        return False
    m.stop(Stop.FORT, bool(forts.garrison(t, m, place)))
    m.stop(Stop.SODS, not devastation.sod_busters(t, m))
    return Stop.SODS not in m.stops


def _has_enemies_nearby(t: Turn, m: March) -> bool:
    """Return whether an invisible stack has enemies in the square or its fort (R93)."""
    return bool(hostile_at(t, m.owners(), m.place) or forts.garrison(t, m, m.place))


def meet(t: Turn, m: March, teleported: bool = False) -> bool:
    """Fight all hostile armies in the open, the larger first, and take the place.

    Returns whether the stack holds the place. Berserkers who stayed when it retreated fight on and can take it alone
    (BAT-33).
    """
    place, army = m.place, m
    while foes := hostile_at(t, army.owners(), place):
        if any(t.s.units[n].owner == NEUTRAL for n in foes):
            magnates.test_magnate(t, place)
            foes = hostile_at(t, army.owners(), place)
        units = army.units
        result = battle.engage(t, army, army_of(t.s, units, foes), teleported)
        if result != "overrun":
            m.done.add(MarchDeed.FOUGHT)
        if result not in ("overrun", "won"):
            return False
        army.beaten = place
        if army.place != place:
            army = army.apart(t.s.with_stack(units, place), place)
    if army.units:
        conquest.claim(army, place)
    return army is m and bool(m.units)


def _become_visible(t: Turn, m: March) -> None:
    """End an invisible march: fight enemies in the square and take it (R93)."""
    if m.invisible and m.units and is_square(m.place) and _has_enemies_nearby(t, m):
        m.invisible = False
        meet(t, m)


# Other actions while leading


def _forbid_settled_troops(t: Turn, m: March) -> None:
    """Drop the order if the troops build, lie in ambush or devastate this turn (R189)."""
    t.need(not m.settled, m.settled, "drop.settled-already")
    m.done.add(MarchDeed.WORKED)


def annex(t: Turn, m: March) -> None:
    """Annex an ally in which the player has a unit, of any race (NEU-16 to NEU-18, R49)."""
    s = t.s
    owner, place = m.owner, m.place
    t.need(
        s.holder(place) == owner and place in s.allied, "LM-NEU-16", "drop.not-allied", place=place, uncertain=True
    )
    own = s.units_at(place, owner)
    t.need(own and m.who != NO_PERSON, "LM-NEU-16", "drop.needs-a-unit", place=place, uncertain=True)
    t.log("annexed", "LM-NEU-16", at=(place,), to=(owner,), place=place, seat=owner)
    control.annex_place(t, place, owner)
    s.set_nation(owner, annexations=s.nations[owner].annexations + 1)
    if not t.is_rehearsal:
        _test_allies(t, owner)


def ally_leaves_chance() -> Chance[bool]:
    """Return the chance that an unguarded ally returns to neutrality (NEU-18, R56)."""
    return Chance(Tally("annexation"), lambda thrown: thrown.rolled <= 3)


def _test_allies(t: Turn, owner: int) -> None:
    """Roll for each unguarded ally whether it returns to neutrality (NEU-18, R56)."""
    s = t.s
    for place in [place for place in s.allied if s.holder(place) == owner]:
        if s.units_at(place, owner) or s.people_at(place, owner):
            continue
        leaves, tally = ally_leaves_chance().roll(s)
        kind = "ally-leaves" if leaves else "ally-stays"
        t.log(kind, "LM-NEU-18", at=(place,), to=(owner,), tally=tally, place=place, seat=owner)
        if leaves:
            control.neutralise(t, place)


def annex_step(t: Turn, m: March, step: o.Annex) -> None:
    _forbid_settled_troops(t, m)
    annex(t, m)


def siege_step(t: Turn, m: March, step: o.Siege) -> None:
    _forbid_settled_troops(t, m)
    forts.siege(t, m, t.place(step.at, m.place))
    m.stop(Stop.SIEGE)


def assault_step(t: Turn, m: March, step: o.Assault) -> None:
    _forbid_settled_troops(t, m)
    forts.assault(t, m, t.place(step.at, m.place))


def plunder_step(t: Turn, m: March, step: o.Plunder) -> None:
    _forbid_settled_troops(t, m)
    forts.plunder(t, m, t.place(step.at, m.place))


def sally(t: Turn, m: March, step: o.Sally) -> None:
    t.need(not is_square(m.place), "LM-FC-16", "drop.not-inside", uncertain=True)
    t.need(m.units, "LM-FC-16", "drop.needs-units", uncertain=True)
    square = square_of(m.place)
    t.need(hostile_at(t, m.owners(), square), "LM-FC-16", "drop.nobody-outside", place=square, uncertain=True)
    enter_place(t, m, square)


STEPS: dict[type, Callable[[Turn, March, Any], None]] = {
    o.Take: take_units,
    o.Drop: drop_units,
    o.Go: go,
    o.Alone: go_alone,
    o.MountainMove: go_over_mountains,
    o.InvisibleMove: go_unseen,
    o.Annex: annex_step,
    o.Siege: siege_step,
    o.Assault: assault_step,
    o.Plunder: plunder_step,
    o.Sally: sally,
    o.BuildFort: troop_actions.build_fort,
    o.Ambush: troop_actions.ambush,
    o.Devastate: devastation.devastate,
}
