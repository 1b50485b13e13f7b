"""The magnates' turn: orders of the referee, or default actions (MAG-11 to MAG-16)."""

from __future__ import annotations

from typing import Any

from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions import dispatch, troop_actions
from palatine.games.lord_and_master.rules.combat.battle import attack_of, defence_of
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.rules.common.march import loaded, races_led
from palatine.games.lord_and_master.rules.common.turn import Actions, OrderFailed, Turn
from palatine.games.lord_and_master.rules.common.unit_groups import grouped, place_ref
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, NO_SEAT, State, is_magnate

CONFIDENT = 1.5
"""Minimum ratio of attack to defence for a magnate's attack."""


def act_magnates(t: Turn) -> None:
    """Let the magnates take their turns last, in the order they appeared (MAG-11)."""
    s = t.s
    for number in list(s.magnates):
        written = _referees_orders(t, number)
        for line, order in written:
            dispatch.line(t, number, line, order)
        named = {order.name.casefold() for _, order in written if isinstance(order, o.Character)}
        for who in [n for n in s.roster(number) if s.people[n].captor is None]:
            if number in s.magnates and who in s.people and s.people[who].name.casefold() not in named:
                _carry_out_wish(t, number, who)
        if number in s.magnates and not written:
            _equip(t, number)


# Orders of a person as referee


def _referees_orders(t: Turn, number: int) -> list[tuple[int, Any]]:
    s = t.s
    sheet = s.sheets[len(s.nations)] if len(s.sheets) > len(s.nations) else None
    lines = enumerate(sheet.orders if sheet is not None else (), 1)
    return [(line, order) for line, order in lines if commanded(t, order) == number]


def commanded(t: Turn, order: Any) -> int:
    """Return the magnate concerned by a referee's line; NO_SEAT for none.

    It owns the character, demon, prisoners or recruits that the line names.
    """
    s = t.s
    found = NO_SEAT
    if isinstance(order, o.Character | o.MagnateTypes):
        who = s.person_named(order.name)
        found = s.people[who].owner if who != NO_PERSON else NO_SEAT
    elif isinstance(order, o.Demon):
        masters = [each.master for each in s.demons.values() if each.name.casefold() == order.name.casefold()]
        found = s.people[masters[0]].owner if masters else NO_SEAT
    elif isinstance(order, o.Prisoner):
        found = _captor(s, order)
    elif isinstance(order, o.Equip):
        owners = [s.units[n].owner for n in s.units_at(_place(t, order.at)) if s.units[n].code == order.code]
        found = next((owner for owner in owners if owner in s.magnates), NO_SEAT)
    return found if found in s.magnates else NO_SEAT


def _captor(s: State, order: o.Prisoner) -> int:
    """Return the magnate who holds the captives that a line names."""
    codes = {batch.code for batch in order.units}
    captors = [each.captor for each in s.people.values() if each.name.casefold() == order.name.casefold()]
    captors += [each.captor for each in s.units.values() if each.code in codes]
    return next((captor for captor in captors if captor is not None and is_magnate(captor)), NO_SEAT)


def _place(t: Turn, at: o.PlaceRef) -> int:
    try:
        return t.place(at, 0)
    except OrderFailed:
        return 0


# Default actions


def _carry_out_wish(t: Turn, number: int, who: int) -> None:
    """Carry out the first possible action of a character's list of wishes."""
    name = t.s.people[who].name
    for action in wishes(t, number, who):
        t.actor = number
        t.of(Actions).acted.discard(who)
        try:
            dispatch.carry_out(t, o.Character(name, action))
        except OrderFailed:
            continue
        finally:
            t.actor = NEUTRAL
        return


def _equip(t: Turn, number: int) -> None:
    """Equip recruits at the end of the turn as far as the gold allows (B-06, R202)."""
    s = t.s
    places = dict.fromkeys(unit.place for unit in s.units.values() if unit.owner == number and unit.captor is None)
    for place in places:
        for code in dict.fromkeys(s.units[n].code for n in s.units_at(place, number)):
            order = _equipment(s, number, place, code)
            if order is not None:
                dispatch.line(t, number, 0, order)


def _equipment(s: State, number: int, place: int, code: str) -> o.Equip | None:
    """Return the equipment of a place's whole recruits with the dearest affordable troops."""
    if pieces.TROOPS[code].table != 1:
        return None
    count = sum(s.units[n].code == code and not s.units[n].wounded for n in s.units_at(place, number))
    gold, race = s.magnates[number].gold, pieces.TROOPS[code].race
    prices = {
        green: pieces.price(kind)
        for kind in s.magnates[number].kinds
        if (green := pieces.equipped(kind))
        and pieces.TROOPS[green].grade == "D"
        and pieces.TROOPS[green].race == race
        and pieces.price(kind) <= gold
    }
    if not prices or not count:
        return None
    into = max(prices, key=lambda each: (min(count, gold // prices[each]), prices[each], each))
    return o.Equip(code, min(count, gold // prices[into]), into, place_ref(place))


def wishes(t: Turn, number: int, who: int) -> list[o.Action]:
    """Return the actions to try, in order: attack the weakest neighbour, raise, train, recruit.

    See R153.
    """
    s = t.s
    person = s.people[who]
    found: list[o.Action] = []
    attack = _attack(t, who)
    if attack is not None:
        found.append(attack)
    found.append(o.Raise(pieces.RECRUITS[s.magnates[number].race]))
    mine = [s.units[n].code for n in s.units_at(person.place, number) if not s.units[n].wounded]
    for code in sorted(dict.fromkeys(mine), key=lambda code: pieces.TROOPS[code].table != 1):
        most = min(mine.count(code), troop_actions.trains_at_once(t, who))
        found += [o.Train(code, most, better) for better in _training_choices(s, number, code, most)]
    if len(s.roster(number)) < casualties.roster_limit(s, number):
        found.append(o.Recruit())
    return found


def _training_choices(s: State, number: int, code: str, count: int) -> list[str]:
    """Return the codes that units can be trained to.

    For recruits, those that the treasury can pay for, the dearest first.
    """
    if pieces.TROOPS[code].table != 1:
        better = pieces.trained(code)
        return [] if better is None else [better]
    magnate = s.magnates[number]
    prices = {equipped: pieces.price(kind) for kind in magnate.kinds if (equipped := pieces.equipped(kind))}
    payable = [equipped for equipped, price in prices.items() if price * count <= magnate.gold]
    payable.sort(key=lambda equipped: (-prices[equipped], equipped))
    return [(pieces.trained(each) or each) if pieces.TROOPS[each].grade == "D" else each for each in payable]


def _attack(t: Turn, who: int) -> o.Lead | None:
    s = t.s
    person = s.people[who]
    leads = races_led(t, who)
    units = [n for n in s.units_at(person.place, person.owner) if pieces.TROOPS[s.units[n].code].race in leads]
    units = loaded(s, sorted(units, key=lambda n: (-t.values(n)[0], n)), t.level(who))
    strength = attack_of(t, units)
    if not units or not strength:
        return None
    take = o.Take(grouped(s, units))
    square = square_of(person.place)
    if not is_square(person.place):
        foes = [n for n in s.units_at(square) if s.is_hostile(person.owner, s.units[n].owner)]
        return o.Lead((take, o.Sally())) if foes and strength >= CONFIDENT * defence_of(t, foes) else None
    prey = {next_: _defence(t, person.owner, next_) for next_ in world.NEIGHBOURS[square]}
    weakest = {each: value for each, value in prey.items() if value is not None and strength >= CONFIDENT * value}
    if not weakest:
        return None
    target = min(weakest, key=lambda each: (weakest[each], each))
    return o.Lead((take, o.Go((place_ref(target),))))


def _defence(t: Turn, owner: int, square: int) -> int | None:
    """Return the defence of an enemy square; None if there is no enemy to attack."""
    s = t.s
    foes = [n for n in s.units_at(square) if s.units[n].owner != NEUTRAL and s.is_hostile(owner, s.units[n].owner)]
    holder = s.holder(square)
    if not foes and (holder == NEUTRAL or not s.is_hostile(owner, holder)):
        return None
    return defence_of(t, foes)
