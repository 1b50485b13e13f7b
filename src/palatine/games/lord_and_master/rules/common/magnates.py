"""MAGNATES: their rise (MAG-01 to MAG-10, MAG-14)."""

from __future__ import annotations

import msgspec

from palatine.core import Chance, Tally
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.components.places import is_city, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.common import control, naming, neutrals
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import MAGNATES, NEUTRAL, MagnateRecord, Person, State

OTHERS = 3
"""Number of additional troop types that the referee allows a magnate (MAG-14)."""


class Tests(msgspec.Struct):
    """Neutral places already tested for a magnate this turn (R58)."""

    places: set[int] = set()


def reveal_magnate(t: Turn, place: int, found: Tally) -> None:
    """Reveal the neutral leader of an attacked place as a magnate (MAG-02 to MAG-10)."""
    s = t.s
    leader = neutrals.printed_leader(s, place)
    if leader is None:
        return
    neutrals.withdraw(s, place)
    number = MAGNATES + s.new_id()
    of, level = leader
    race = pieces.usual_race(of)
    who = s.new_person(Person(naming.new_name(s, race), of, level + 1, race, number, place))
    t.log(
        "magnate",
        "LM-MAG-01",
        at=(place,),
        tally=found,
        name=s.people[who].name,
        of=of,
        level=level + 1,
        place=place,
    )
    _assistant(t, number, place)
    row = t.throw("magnate troops", sides=6)
    for code, count in magnate_force(neutrals.standing_force(s, place), row.rolled):
        s.new_units(code, count, number, place)
    s.magnates[number] = MagnateRecord(s.people[who].name, who, place, race, kinds_of(s, place, race), 0)
    control.pass_place(t, place, number)
    t.log("magnate-troops", "LM-MAG-04", at=(place,), tally=row, place=place)


def magnate_force(force: tuple[tuple[str, int], ...], die: int) -> list[tuple[str, int]]:
    """Return a magnate's troops by the chart: more, better, or both.

    See MAG-04 to MAG-09, R15, R60.
    """
    row = tables.MAGNATE_TROOPS[die]
    found = []
    for code, count in force:
        better = code
        for _ in range(row.up):
            better = pieces.trained(better) or better
        found.append((better, round(count * row.halves / 2)))
    return found


def _assistant(t: Turn, number: int, place: int) -> None:
    """Add one subordinate of level 1, rolled on the recruitment table (MAG-03)."""
    s = t.s
    tally = t.throw("magnate's assistant", roller=number)
    if is_city(place):
        column = pieces.CITY_RECRUITMENT[world.CITIES[square_of(place)].race]
    else:
        column = pieces.RECRUITMENT[s.terrain[square_of(place)]]
    of = column[tally.rolled - 1]
    race = pieces.usual_race(of)
    who = s.new_person(Person(naming.new_name(s, race), of, 1, race, number, place))
    t.log("magnate-assistant", "LM-MAG-03", at=(place,), tally=tally, name=s.people[who].name, of=of, place=place)


def kinds_of(s: State, place: int, race: str) -> tuple[str, ...]:
    """Return a magnate's types: its force's, its recruits, and the three cheapest (MAG-14)."""
    forces = list(dict.fromkeys(pieces.TROOPS[code].kind for code, _ in neutrals.standing_force(s, place)))
    found = [*forces, pieces.RECRUITS[race]]
    able = [kind for kind in pieces.KINDS if (code := pieces.equipped(kind)) and pieces.TROOPS[code].race == race]
    more = [kind for kind in able if kind not in found]
    return tuple(found + sorted(more, key=lambda kind: (pieces.price(kind), kind))[:OTHERS])


def own_kinds(magnate: MagnateRecord) -> tuple[str, ...]:
    """Return a magnate's types that need no permission: its force's and its recruits (MAG-14)."""
    recruits = pieces.RECRUITS.get(magnate.race, "")
    last = magnate.kinds.index(recruits) if recruits in magnate.kinds else len(magnate.kinds) - 1
    return magnate.kinds[: last + 1]


def choose_kinds(t: Turn, order: o.MagnateTypes) -> None:
    """Set up to three additional types that a magnate can raise, by the referee (MAG-14)."""
    s = t.s
    t.need(t.actor in s.magnates, "LM-MAG-14", "drop.only-magnates")
    magnate = s.magnates[t.actor]
    t.need(len(order.kinds) <= OTHERS, "LM-MAG-14", "drop.too-many-types", most=OTHERS)
    own = own_kinds(magnate)
    for kind in order.kinds:
        is_known = kind in pieces.KINDS and kind != pieces.DEAD
        t.need(is_known and kind not in own, "LM-MAG-14", "drop.no-such-magnate-type", name=kind)
    s.set_magnate(t.actor, kinds=(*own, *dict.fromkeys(order.kinds)))
    t.log("magnate-types", "LM-MAG-14", to=(t.actor,), name=magnate.name, types=list(s.magnates[t.actor].kinds))


def magnate_chance() -> Chance[bool]:
    """Return the chance that an attacked neutral place has a magnate (MAG-01, R58)."""
    return Chance(Tally("magnate"), lambda thrown: thrown.rolled == 1, sides=12)


def test_magnate(t: Turn, place: int) -> None:
    """Test an attacked place for a magnate: 1 chance in 12, once a turn (MAG-01, R58)."""
    if t.is_rehearsal or place in t.of(Tests).places or t.s.holder(place) != NEUTRAL:
        return
    t.of(Tests).places.add(place)
    found, tally = magnate_chance().roll(t.s)
    if found:
        reveal_magnate(t, place, tally)
