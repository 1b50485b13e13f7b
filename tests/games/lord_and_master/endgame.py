"""Mutations for the fuzzer that bring players close to elimination."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import city_in, fort_in, is_fort, is_square, square_of
from palatine.games.lord_and_master.rules.combat import forts
from palatine.games.lord_and_master.rules.common import captives, naming, neutrals
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import (
    NEUTRAL,
    CalledIntervention,
    DemonRecord,
    Independence,
    Person,
    Shipment,
    SiegeRecord,
    State,
    TruceRecord,
)

MOST = 6
"""Maximum number of changes to one position."""
WEALTH = 60
"""Maximum gold given to a nation."""


def mutate_to_endgame(s: State, random: Random) -> None:
    """Apply 2 to `MOST` random changes, unless the game has not started or has ended."""
    if s.turn == 0 or s.outcome is not None:
        return
    for change in random.choices(CHANGES, k=random.randint(2, MOST)):
        change(s, random)
    captives.free_unguarded(Turn(s))
    s.sieges = [each for each in s.sieges if forts.is_kept_up(s, each)]


def _living(s: State) -> list[int]:
    return [seat for seat, nation in enumerate(s.nations) if not nation.out]


def _somebody(s: State, random: Random) -> int:
    return random.choice(_living(s))


# Small forces


def _one_character(s: State, random: Random) -> None:
    """Leave one nation a single character, its leader, at the current or the first level."""
    seat = _somebody(s, random)
    kept = random.choice(s.roster(seat))
    for who in [who for who in s.roster(seat) if who != kept]:
        s.remove_person(who)
    level = random.choice((1, s.people[kept].level))
    s.set_person(kept, function="", level=level)
    s.set_nation(seat, leader=kept, heir="")


def _few_units(s: State, random: Random) -> None:
    seat = _somebody(s, random)
    units = [n for n, unit in s.units.items() if unit.owner == seat]
    kept = set(random.sample(units, min(len(units), random.choice((0, 1, 1, 2, 7)))))
    for n in [n for n in units if n not in kept]:
        s.remove_unit(n)


def _one_place(s: State, random: Random) -> None:
    """Leave one nation no place except the location of one of its characters."""
    seat = _somebody(s, random)
    kept = s.people[random.choice(s.roster(seat))].place
    for place in [place for place, holder in s.holders.items() if holder == seat and place != kept]:
        _make_neutral(s, place)
    if s.nations[seat].site:
        s.set_nation(seat, site=kept)


def _make_neutral(s: State, place: int) -> None:
    del s.holders[place]
    s.independence = [each for each in s.independence if each.place != place]
    s.sieges = [each for each in s.sieges if each.place != place]
    if place in s.allied:
        s.allied.remove(place)


def _poor(s: State, random: Random) -> None:
    for seat in _living(s):
        if random.random() < 0.5:
            s.set_nation(seat, gold=random.choice((0, random.randint(1, WEALTH))))


def _last_turn(s: State, random: Random) -> None:
    s.options = {**s.options, "turns": max(5, s.turn + random.choice((0, 1)))}


# Concentrated forces


def _hurt(s: State, random: Random) -> None:
    """Wound or upgrade troops at random."""
    for n, unit in list(s.units.items()):
        troop = pieces.TROOPS[unit.code]
        if troop.race == "M" and troop.table == 2 and random.random() < 0.2:
            s.set_unit(n, code=random.choice(("BEC", "BEA", pieces.INITIATE)), wounded=False)
        elif troop.wounded is not None and random.random() < 0.5:
            s.set_unit(n, wounded=True)


def _give(s: State, owner: int, place: int) -> None:
    """Give a place to a nation and remove its neutral force."""
    neutrals.withdraw(s, place)
    s.holders[place] = owner
    s.coffers.pop(place, None)
    s.independence = [each for each in s.independence if each.place != place]
    s.sieges = [each for each in s.sieges if each.place != place]
    for places in (s.allied, s.roused):
        if place in places:
            places.remove(place)


def _is_free(s: State, owner: int, place: int) -> bool:
    """Return whether a place contains no enemies of an owner."""
    here = [*[s.units[n].owner for n in s.units_at(place)], *[s.people[n].owner for n in s.people_at(place)]]
    return all(other == NEUTRAL or s.is_friend(owner, other) for other in here)


def _full_place(s: State, random: Random) -> None:
    """Fill a nation's city or fort to its capacity, or to one unit less."""
    seat = _somebody(s, random)
    near = {square_of(person.place) for person in s.people.values() if person.owner == seat}
    squares = [square for square in near if s.is_friend(seat, s.holder(square)) and square not in s.forts]
    for square in squares[:1]:
        s.forts[square] = f"Wall {square}"
        s.holders[fort_in(square)] = seat
    walls = [place for place in s.places() if not is_square(place) and s.holder(place) == seat]
    if walls:
        place = random.choice(walls)
        s.new_units("MFC", max(0, captives.room(s, place) - random.choice((0, 0, 1))), seat, place)
        s.set_person(random.choice(s.roster(seat)), place=place, captor=None)


def _piled(s: State, random: Random) -> None:
    """Move all nations to one square and its neighbours, each to a place of its own."""
    middle = random.randint(1, world.SQUARES)
    beside = [middle, *world.NEIGHBOURS[middle]]
    random.shuffle(beside)
    for seat, square in zip(_living(s), beside, strict=False):
        place = city_in(square) if s.has_city(square) and random.random() < 0.4 else square
        if not _is_free(s, seat, place):
            continue
        _give(s, seat, place)
        people = [who for who in s.roster(seat) if s.people[who].captor is None]
        units = [n for n, unit in s.units.items() if unit.owner == seat and unit.captor is None]
        for who in people:
            s.set_person(who, place=place)
        for n in units[: max(0, captives.room(s, place))]:
            s.set_unit(n, place=place)


def _besieged(s: State, random: Random) -> None:
    """Place a nation before a hostile city or fort with a small garrison, and start a siege."""
    seat = _somebody(s, random)
    walls = [place for place in s.places() if not is_square(place) and not s.is_friend(seat, s.holder(place))]
    walls = [
        place for place in walls if s.is_hostile(seat, s.holder(place)) and _is_free(s, seat, square_of(place))
    ]
    if not walls:
        return
    place = random.choice(walls)
    _give(s, seat, square_of(place))
    who = random.choice(s.roster(seat))
    s.set_person(who, place=square_of(place), captor=None)
    s.new_units(random.choice(("HFC", "BEC", "ATC")), random.randint(1, 9), seat, square_of(place))
    s.sieges.append(SiegeRecord(place, seat))
    if s.holder(place) == NEUTRAL and not is_fort(place):
        neutrals.rouse(Turn(s), place)
    elif s.holder(place) != NEUTRAL:
        _man(s, place, seat, random)


def _man(s: State, place: int, besieger: int, random: Random) -> None:
    """Add a small garrison, sometimes with a guest's unit and a prisoner of the besieger."""
    holder = s.holder(place)
    guests = [each for each in _living(s) if each != besieger and not s.is_hostile(each, holder)]
    for owner in {holder, *random.sample(guests, min(len(guests), 1))}:
        if captives.room(s, place) > 0:
            s.new_units(random.choice(("LFD", "BEC", "RED")), 1, owner, place)
    if random.random() < 0.5:
        s.set_person(random.choice(s.roster(besieger)), place=place, captor=holder)


# Prisoners and alliances


def _captive(s: State, random: Random) -> None:
    """Make a character the prisoner of a guarding enemy unit or of a neutral city."""
    who = random.choice([who for seat in _living(s) for who in s.roster(seat)])
    owner = s.people[who].owner
    guards = [unit for unit in s.units.values() if unit.captor is None and s.is_hostile(owner, unit.owner)]
    guards = [unit for unit in guards if 0 <= unit.owner < len(s.nations) or unit.owner in s.magnates]
    cities = [city_in(square) for square in world.CITIES if s.has_city(square)]
    cities = [place for place in cities if s.holder(place) == NEUTRAL]
    if guards and random.random() < 0.7:
        guard = random.choice(guards)
        s.set_person(who, place=guard.place, captor=guard.owner)
        for n in random.sample(sorted(s.units), min(2, len(s.units))):
            unit = s.units[n]
            can_be = unit.owner >= 0 and unit is not guard and s.is_hostile(unit.owner, guard.owner)
            if can_be and captives.room(s, guard.place) > 1:
                s.set_unit(n, place=guard.place, captor=guard.owner)
    elif cities:
        s.set_person(who, place=random.choice(cities), captor=NEUTRAL)


def _bonds(s: State, random: Random) -> None:
    """Replace alliances and truces at random, and free prisoners held by their own allies.

    Some truces end this turn.
    """
    seats = _living(s)
    random.shuffle(seats)
    count = random.choice((0, 2, 3))
    s.alliances = [tuple(sorted(seats[:count]))] if 0 < count < len(seats) else []
    s.truces = [
        TruceRecord((min(pair), max(pair)), s.turn + random.choice((0, 0, 2)))
        for pair in pairwise(seats)
        if random.random() < 0.5 and not s.is_friend(*pair)
    ]
    s.sieges = [each for each in s.sieges if s.is_hostile(each.seat, s.holder(each.place))]
    for who in [
        n for n, each in s.people.items() if each.captor is not None and s.is_friend(each.owner, each.captor)
    ]:
        captives.free_person(Turn(s), who)
    for n in [n for n, each in s.units.items() if each.captor is not None and s.is_friend(each.owner, each.captor)]:
        captives.free_unit(Turn(s), n)


# Pending events


def _due(s: State, random: Random) -> None:
    """Add pending interventions, shipments of sold units and grants of independence."""
    seat = _somebody(s, random)
    god = s.nations[seat].god
    if not s.calls and god and not (god == "Feaster" and s.feaster):
        own = [
            n for n, unit in s.units.items() if unit.owner == seat and pieces.TROOPS[unit.code].table not in (1, 9)
        ]
        target = _somebody(s, random) if god == "Odin" else random.randint(1, world.SQUARES)
        s.calls.append(
            CalledIntervention(
                seat, god, target if god in ("Odin", "Feaster") else 0, tuple(own[:5] * (god == "Mars"))
            )
        )
        s.set_nation(seat, called=True)
    if random.random() < 0.5:
        s.shipments.append(Shipment(seat, (("HFC", False), ("MFC", True))))
    own_places = [place for place in s.holders if s.holder(place) == seat and not is_fort(place)]
    own_places = [place for place in own_places if place not in s.allied and place not in s.starts]
    if own_places and random.random() < 0.5:
        place = random.choice(own_places)
        s.independence = [each for each in s.independence if each.place != place]
        if s.nations[seat].site != place:
            s.independence.append(Independence(place, s.turn - 1, random.choice(s.roster(seat))))


def _feast(s: State, random: Random) -> None:
    """Place the Feaster in the square of a random character."""
    s.feaster = square_of(random.choice(list(s.people.values())).place)


def _gifted(s: State, random: Random) -> None:
    """Change the classes of some characters, give demons to mages and add boneyards."""
    for who in [who for seat in _living(s) for who in s.roster(seat)]:
        person = s.people[who]
        if random.random() < 0.3:
            of = random.choice("MXNTCHPWG")
            s.set_person(who, of=of, race=pieces.usual_race(of))
            if of in "MX" and random.random() < 0.7:
                s.demons[s.next_id] = DemonRecord(
                    naming.new_demon_name(s), random.randint(1, 6), who, random.randint(1, 3)
                )
                s.next_id += 1
        if person.place not in s.boneyards and random.random() < 0.3:
            s.boneyards.append(person.place)


def _magnate_alone(s: State, random: Random) -> None:
    """Remove each magnate's assistant and all or all but one of its troops."""
    for number, magnate in s.magnates.items():
        for n in [n for n, unit in s.units.items() if unit.owner == number][random.choice((0, 1)) :]:
            s.remove_unit(n)
        for who in [who for who in s.roster(number) if who != magnate.leader]:
            s.remove_person(who)


def _strangers(s: State, random: Random) -> None:
    """Place a character of one ally with the troops of another."""
    for group in s.alliances:
        one, other = random.sample(group, 2)
        units = [unit for unit in s.units.values() if unit.owner == one and unit.captor is None]
        people = [who for who in s.roster(other) if s.people[who].captor is None]
        if units and people:
            s.set_person(random.choice(people), place=random.choice(units).place)


def _newcomer(s: State, random: Random) -> None:
    """Add a character of any class, at level 1 to 3, to a nation."""
    seat = _somebody(s, random)
    of = random.choice(list(pieces.CLASSES))
    race = pieces.usual_race(of)
    place = s.people[random.choice(s.roster(seat))].place
    s.new_person(Person(naming.new_name(s, race), of, random.randint(1, 3), race, seat, place))


Change = Callable[[State, Random], None]
CHANGES: tuple[Change, ...] = (
    _one_character, _one_character, _few_units, _one_place, _poor, _last_turn, _hurt, _full_place, _piled, _piled,
    _besieged, _besieged, _captive, _captive, _bonds, _due, _feast, _gifted, _magnate_alone, _strangers, _newcomer,
)  # fmt: skip
"""Ways to change a position; the most important ones are listed twice."""
