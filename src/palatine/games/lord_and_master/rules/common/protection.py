"""SHIELD and Jove's protection against demons, the dead and the invisible.

See E-20 to E-25, DI-04.
"""

from __future__ import annotations

from palatine.games.lord_and_master import state
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.common import casualties, class_powers
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.rules.common.turn import Shields, Turn
from palatine.games.lord_and_master.state import NO_PERSON


def need_no_shield(t: Turn, m: March, place: int) -> None:
    """Drop a demon's order to lead troops into a shielded place or against Jove's own.

    See E-21, DI-04.
    """
    if m.who != NO_PERSON or not state.is_nation(m.owner):
        return
    t.need(place not in t.of(Shields).places, "LM-E-21", "drop.demon-shield", place=place, uncertain=True)
    need_no_jove(t, m, place)


def need_no_jove(t: Turn, m: March, place: int) -> None:
    """Drop a demon's order to lead troops against a place or units of Jove's own (DI-04, R79)."""
    s = t.s
    if m.who != NO_PERSON or not any(call.god == "Jupiter" for call in s.blessings):
        return
    owners = {s.holder(place), *(s.units[n].owner for n in s.units_at(place))}
    safe = any(owner != m.owner and t.blessing(owner, "Jupiter") for owner in owners)
    t.need(not safe, "LM-DI-04", "drop.demon-jupiter", place=place, uncertain=True)


def shield(t: Turn, who: int, act: o.Shield) -> None:
    """Carry out SHIELD for the character's place until the end of the turn (E-20 to E-25, R104)."""
    class_powers.need_power(t, who, "Sh", "LM-E-20")
    person = t.s.people[who]
    t.of(Shields).places.add(person.place)
    t.log("shield", "LM-E-20", at=(person.place,), to=(person.owner,), name=person.name, place=person.place)


def pass_shield(t: Turn, m: March) -> None:
    """Apply a shield to entering troops: destroy the dead, reveal the invisible (E-22, E-23)."""
    if m.place not in t.of(Shields).places:
        return
    if m.invisible:
        m.invisible = False
        t.log("revealed", "LM-E-23", at=(m.place,), to=(m.owner,), place=m.place)
    undo_dead(t, m, m.place)


def undo_dead(t: Turn, m: March, place: int) -> None:
    """Destroy the dead who enter or storm a shielded place (E-22)."""
    s = t.s
    dead = [n for n in m.units if place in t.of(Shields).places and pieces.TROOPS[s.units[n].code].race == "dead"]
    if dead:
        t.log("dead-undone", "LM-E-22", at=(place,), to=(m.owner,), place=place, count=len(dead))
        for n in dead:
            casualties.destroy_unit(t, n)
