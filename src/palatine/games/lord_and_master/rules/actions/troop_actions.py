"""TROOP ACTIONS: raise, equip, train, build a fort, set an ambush (B)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import FORT, is_city, is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.combat.battle import Attacks
from palatine.games.lord_and_master.rules.combat.battlefield import Ambushes
from palatine.games.lord_and_master.rules.common import control, money, neutrals
from palatine.games.lord_and_master.rules.common.march import Handled, March, MarchDeed, god_of
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.common.unit_groups import fitting
from palatine.games.lord_and_master.state import NO_PERSON, State, is_magnate

TRAINED = 2
"""Units that a character trains per level (B-11)."""
BUILDERS, FORT_COST = 5, 25
ENGINEERS, ENGINEERS_COST = 4, 20
"""Units and gold for a fort; fewer if engineers build it under a dwarf (B-23, B-25)."""


class FortBegun(NamedTuple):
    """A fort under construction (B-23, R90)."""

    owner: int
    name: str
    cost: int


class Works(msgspec.Struct):
    """Places where troops were raised, and forts started, this turn."""

    raised_at: set[int] = set()
    forts: dict[int, FortBegun] = {}
    """Forts by square."""


# RAISE TROOPS


def raise_troops(t: Turn, who: int, act: o.Raise) -> None:
    """Carry out RAISE TROOPS: one of the province's alternatives, once a turn (B-01 to B-05)."""
    s = t.s
    person = s.people[who]
    owner, place = person.owner, person.place
    t.need(not t.is_cursed(owner), "LM-DI-12", "drop.cursed")
    t.need(act.code in pieces.RECRUITS.values(), "LM-B-01", "drop.no-recruits", code=act.code)
    race = pieces.TROOPS[act.code].race
    t.need(race in races_raised(t, who), "LM-B-03", "drop.cannot-raise", of=person.of, code=act.code)
    kinds = picks(s, owner)
    t.need(act.code in kinds, "LM-B-03", "drop.not-among-picks", code=act.code, known=kinds)
    t.need(s.is_friend(owner, s.holder(place)), "LM-B-01", "drop.not-your-land", place=place, uncertain=True)
    offered = dict(recruits_of(s, place))
    t.need(offered, "LM-B-02", "drop.nobody-to-raise", place=place, uncertain=True)
    t.need(
        act.code in offered,
        "LM-B-02",
        "drop.not-raised-here",
        code=act.code,
        place=place,
        known=list(offered),
        uncertain=True,
    )
    t.need(place not in t.of(Works).raised_at, "LM-B-04", "drop.raised-already", place=place, uncertain=True)
    count = offered[act.code] * (2 if t.blessing(owner, "Jupiter") else 1)
    if is_city(place):
        count = min(count, world.CITY_CAPACITY - len(s.units_at(place)))
        t.need(count > 0, "LM-FC-09", "drop.city-full", place=place, uncertain=True)
    t.of(Works).raised_at.add(place)
    t.of(Handled).raised.update(s.new_units(act.code, count, owner, place))
    t.log("raised", "LM-B-02", at=(place,), to=(owner,), name=person.name, units=[(act.code, count)], place=place)


def races_raised(t: Turn, who: int) -> frozenset[str]:
    """Return the races that a character can raise: by class, god and office.

    Priests of the Feaster also raise trolls and orcs (D-15), a magnate its own race (MAG-14, R202).
    """
    person = t.s.people[who]
    found = pieces.CLASSES[person.of].raises
    if "Pp" in pieces.CLASSES[person.of].powers and god_of(t, person.owner) == "Feaster":
        found = found | {"T", "O"}
    if is_magnate(person.owner) and t.s.magnates[person.owner].leader == who:
        found = found | {person.race}
    return found


def recruits_of(s: State, place: int) -> tuple[tuple[str, int], ...]:
    """Return the recruits of a place: alternatives of a province, two of a city's race (MAP-07).

    A fort has none.
    """
    if is_city(place):
        return ((pieces.RECRUITS[s.city(square_of(place)).race], world.CITY_RECRUITS),)
    return world.PROVINCES[s.terrain[place]].recruits if is_square(place) else ()


def picks(s: State, owner: int) -> tuple[str, ...]:
    """Return the troop types that an owner can raise and equip."""
    return s.magnates[owner].kinds if is_magnate(owner) else s.nations[owner].kinds


# EQUIP TROOPS


def equip(t: Turn, order: o.Equip) -> None:
    """Carry out EQUIP TROOPS, a line that is not a character's action (B-06 to B-10)."""
    s = t.s
    place = t.place(order.at, 0)
    t.need(s.exists(place), "LM-B-06", "drop.no-place")
    need_recruit(t, order.code)
    t.need(order.into in pieces.TROOPS, "LM-TT-11", "drop.no-such-code", code=order.into)
    kind = pieces.TROOPS[order.into].kind
    direct = pieces.equipped(kind)
    t.need(direct == order.into, "LM-B-06", "drop.not-by-equipping", code=order.into)
    t.need(pieces.TROOPS[order.into].grade == "D", "LM-B-09", "drop.needs-training", code=order.into)
    need_kind(t, place, order.code, kind)
    t.need(not order.wounded or pieces.TROOPS[order.into].wounded, "LM-B-06", "drop.never-wounded", code=order.into)
    batch = o.Batch(order.code, order.count, order.wounded)
    units = sorted(_own_units(t, place, batch), key=lambda n: (n in t.of(Handled).raised, n in t.of(Handled).led))
    t.need(len(units) >= order.count, "LM-B-06", "drop.no-such-units", batch=batch, place=place, uncertain=True)
    money.spend(t, t.actor, order.count * pieces.price(kind), "LM-TT-15")
    for n in units[: order.count]:
        s.set_unit(n, code=order.into)
    t.log("equipped", "LM-B-06", at=(place,), to=(t.actor,), units=[(order.into, order.count)], place=place,
           seat=t.actor)  # fmt: skip


def need_recruit(t: Turn, code: str) -> None:
    t.need(code in pieces.TROOPS, "LM-TT-11", "drop.no-such-code", code=code)
    t.need(pieces.TROOPS[code].table == 1, "LM-TT-10", "drop.no-recruits", code=code)


def need_kind(t: Turn, place: int, recruit: str, kind: str) -> None:
    """Drop the order unless recruit and type fit (B-07, B-08, TT-10).

    The type must be of the recruit's race and among the picks, or in an allied place among the types of its force.
    """
    race = pieces.TROOPS[pieces.KINDS[kind][0]].race
    t.need(
        pieces.TROOPS[recruit].race == race,
        "LM-TT-10",
        "drop.other-race",
        code=recruit,
        kind=pieces.KIND_NAME[kind],
    )
    s = t.s
    kinds = picks(s, t.actor)
    native = native_kinds(s, t.actor, place)
    has_allies = any(
        s.holder(each) == t.actor for each in s.allied
    )  # A retreat this turn may bring them to such a place.
    t.need(kind in kinds or kind in native, "LM-B-07", "drop.not-among-picks", code=kind, known=kinds,
           uncertain=has_allies)  # fmt: skip


def native_kinds(s: State, owner: int, place: int) -> tuple[str, ...]:
    """Return the types of the printed force of an owner's allied place, of any grade.

    See B-08, R44.
    """
    if place not in s.allied or s.holder(place) != owner:
        return ()
    return tuple(pieces.TROOPS[code].kind for code, _ in neutrals.standing_force(s, place))


def _own_units(t: Turn, place: int, batch: o.Batch) -> list[int]:
    """Return the acting owner's units in a place that a batch can mean."""
    return fitting(t.s, t.s.units_at(place, t.actor), batch)


# TRAIN TROOPS


def train(t: Turn, who: int, act: o.Train) -> None:
    """Carry out TRAIN TROOPS: two units per level, one grade up (B-11 to B-14).

    For recruits the equipment is paid as well.
    """
    s = t.s
    person = s.people[who]
    place = person.place
    for code in (act.code, act.into):
        t.need(code in pieces.TROOPS, "LM-TT-11", "drop.no-such-code", code=code)
    races = races_trained(t, who)
    t.need(races, "LM-B-11", "drop.cannot-train", of=person.of)
    t.need(pieces.TROOPS[act.code].race in races, "LM-B-11", "drop.cannot-train-race", of=person.of, code=act.code)
    price = _price_of_training(t, place, act)
    most, count = trains_at_once(t, who), sum(batch.count for batch in act.units)
    t.need(count <= most, "LM-B-11", "drop.too-many-trained", most=most, count=count, uncertain=True)
    can_be = not (act.wounded or act.hurt) or pieces.TROOPS[act.into].wounded
    t.need(can_be, "LM-B-11", "drop.never-wounded", code=act.into)
    units = [n for batch in act.units for n in _trainable(t, place, batch)]
    if price:
        money.spend(t, t.actor, price * count, "LM-TT-15")
    for n in units:
        s.set_unit(n, code=act.into)
    t.of(Handled).trained.update(units)
    t.log("trained", "LM-B-11", at=(place,), to=(t.actor,), name=person.name, units=[(act.code, count)],
           code=act.into, place=place)  # fmt: skip


def trains_at_once(t: Turn, who: int) -> int:
    """Return the number of units that a character trains with one action (B-11)."""
    return TRAINED * t.level(who)


def races_trained(t: Turn, who: int) -> frozenset[str]:
    """Return the races that a character trains, by class and god (D-10).

    Priests and archons of Mars train like the warriors of their race.
    """
    person = t.s.people[who]
    if "Pp" in pieces.CLASSES[person.of].powers and god_of(t, person.owner) == "Mars":
        return pieces.CLASSES["W" if person.of == "P" else "D"].trains
    return pieces.CLASSES[person.of].trains


def _price_of_training(t: Turn, place: int, act: o.Train) -> int:
    """Return the price per unit: 0 for a grade, the equipment for a recruit.

    See TT-12, TT-15, B-09.
    """
    if pieces.TROOPS[act.code].table != 1:
        t.need(pieces.trained(act.code) == act.into, "LM-B-11", "drop.not-one-grade", code=act.code, into=act.into)
        return 0
    kind = pieces.TROOPS[act.into].kind
    t.need(act.into == pieces.drilled(kind), "LM-B-11", "drop.not-one-grade", code=act.code, into=act.into)
    need_kind(t, place, act.code, kind)
    return pieces.price(kind)


def _trainable(t: Turn, place: int, batch: o.Batch) -> list[int]:
    """Return the units of a batch that were not raised, moved or trained this turn.

    See B-05, B-13, B-14.
    """
    here = _own_units(t, place, batch)
    t.need(len(here) >= batch.count, "LM-B-11", "drop.no-such-units", batch=batch, place=place, uncertain=True)
    free = [n for n in here if n not in t.of(Handled).trained]
    t.need(len(free) >= batch.count, "LM-B-13", "drop.trained-already", batch=batch, uncertain=True)
    free = [n for n in free if n not in t.of(Handled).raised and n not in t.of(Handled).led]
    t.need(len(free) >= batch.count, "LM-B-14", "drop.raised-or-moved", batch=batch, uncertain=True)
    return free[: batch.count]


# BUILD FORT


def build_fort(t: Turn, m: March, step: o.BuildFort) -> None:
    """Carry out BUILD FORT, completed and paid at the end of the turn (B-23 to B-25, R90)."""
    s = t.s
    square = m.place
    settle_stack(t, m, "LM-B-23")
    t.need(is_square(square), "LM-B-23", "drop.not-in-the-open", uncertain=True)
    t.need(s.is_friend(m.owner, s.holder(square)), "LM-B-23", "drop.not-your-land", place=square, uncertain=True)
    t.need(
        square not in s.forts and square not in t.of(Works).forts,
        "LM-B-23",
        "drop.has-fort",
        place=square,
        uncertain=True,
    )
    t.need(not _is_named(t, step.name), "LM-B-23", "drop.name-taken", name=step.name, uncertain=True)
    cost = cost_of_fort(t, m)
    purse = money.purse(t, m.owner)
    t.need(purse >= cost, "LM-B-23", "drop.no-gold", need=cost, have=purse, uncertain=True)
    begun = FortBegun(m.owner, step.name or _number(t), cost)
    t.of(Works).forts[square] = begun
    t.preview("cost", amount=cost)
    t.log("fort-begun", "LM-B-23", at=(square,), to=(m.owner,), place=square, name=begun.name)


def cost_of_fort(t: Turn, m: March) -> int:
    """Return the price: 20 gold with four engineers under a dwarf, 25 with any five units.

    See B-23, B-25.
    """
    s = t.s
    engineers = sum(pieces.TROOPS[s.units[n].code].kind == "DE" for n in m.units)
    is_dwarf = m.who != NO_PERSON and s.people[m.who].of in "DA"
    if engineers >= ENGINEERS and is_dwarf:
        return ENGINEERS_COST
    t.need(len(m.units) >= BUILDERS, "LM-B-23", "drop.too-few", most=BUILDERS, count=len(m.units))
    return FORT_COST


def _is_named(t: Turn, name: str) -> bool:
    """Return whether a city or fort, finished or not, has this name."""
    s = t.s
    cities = [s.city(square).name for square in (*world.CITIES, *s.own_cities) if s.has_city(square)]
    begun = [fort.name for fort in t.of(Works).forts.values()]
    return name.casefold() in {each.casefold() for each in (*cities, *s.forts.values(), *begun)}


def _number(t: Turn) -> str:
    """Return the default name F1, F2 and so on, in order of building (R160)."""
    number = len(t.s.forts) + len(t.of(Works).forts) + 1
    while _is_named(t, f"F{number}"):
        number += 1
    return f"F{number}"


def settle_stack(t: Turn, m: March, clause: str) -> None:
    """Mark a stack as settled; drop the order if its units have moved or worked.

    See B-23, B-35, B-42.
    """
    t.need(m.units, clause, "drop.needs-units")
    t.need(not m.settled and MarchDeed.WORKED not in m.done, clause, "drop.settled-already")
    t.need(
        MarchDeed.GONE not in m.done and not any(t.of(Handled).spent.get(n) for n in m.units),
        clause,
        "drop.has-moved",
        uncertain=True,
    )
    m.settled = clause


# SET AMBUSH


def ambush(t: Turn, m: March, step: o.Ambush) -> None:
    """Carry out SET AMBUSH against any attacker for the rest of the turn (B-31 to B-36, R45)."""
    s = t.s
    can = m.who != NO_PERSON and "Am" in pieces.CLASSES[s.people[m.who].of].powers
    t.need(can, "LM-B-31", "drop.not-his-class")
    settle_stack(t, m, "LM-B-35")
    is_forest = is_square(m.place) and s.terrain[m.place] == "f"
    t.need(
        s.people[m.who].race != "E" or is_forest, "LM-B-36", "drop.elves-in-forests", place=m.place, uncertain=True
    )
    t.of(Ambushes).units.setdefault(m.place, set()).update(m.units)
    t.log("ambush", "LM-B-31", to=(m.owner,), name=s.people[m.who].name, place=m.place)


# End of the turn


def complete_forts(t: Turn) -> None:
    """Complete the undisturbed forts (B-24)."""
    for square, fort in t.of(Works).forts.items():
        _finish_fort(t, square, fort)


def _finish_fort(t: Turn, square: int, fort: FortBegun) -> None:
    """Complete and pay a fort unless its square was attacked or the gold is gone (R90)."""
    s = t.s
    owner, name, cost = fort
    if square in t.of(Attacks).places or not s.is_friend(owner, s.holder(square)):
        t.log("fort-spoiled", "LM-B-24", at=(square,), to=(owner,), place=square, name=name)
    elif money.purse(t, owner) < cost:
        t.log("fort-unpaid", "LM-B-23", at=(square,), to=(owner,), place=square, name=name, amount=cost)
    else:
        money.spend(t, owner, cost, "LM-B-23")
        s.forts[square] = name
        control.pass_place(t, square + FORT, owner)
        t.log("fort-built", "LM-B-23", at=(square,), to=(owner,), place=square, name=name, amount=cost)
