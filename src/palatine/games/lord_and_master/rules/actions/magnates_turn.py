"""The magnates' turn: what the referee has written for them, or what they do by themselves (MAG-11 to MAG-16)."""

from __future__ import annotations

from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.rules.actions import dispatch
from palatine.games.lord_and_master.rules.common.batches import batches, spot
from palatine.games.lord_and_master.rules.common.march import races_led
from palatine.games.lord_and_master.rules.common.turn import Actions, Dropped, Turn
from palatine.games.lord_and_master.state import NEUTRAL, State

CONFIDENT = 1.5
"""How much stronger in attack than the defence a magnate must be who attacks."""


def act_magnates(t: Turn) -> None:
    """The magnates take their turns, in the order they appeared, last of all (MAG-11)."""
    s = t.s
    written = _referees_orders(s)
    for number in list(s.magnates):
        for who in [n for n, person in s.people.items() if person.owner == number and person.captor is None]:
            if number not in s.magnates or who not in s.people:
                continue
            orders = written.get(s.people[who].name.casefold())
            if orders:
                for line, order in orders:
                    dispatch.line(t, number, line, order)
            else:
                _decide(t, number, who)


def _referees_orders(s: State) -> dict[str, list[tuple[int, sheets.TurnLine | sheets.SetupLine]]]:
    """What a person as referee has ordered the magnates' people to do, by character."""
    found: dict[str, list[tuple[int, sheets.TurnLine | sheets.SetupLine]]] = {}
    sheet = s.sheets[len(s.nations)] if len(s.sheets) > len(s.nations) else None
    for number, order in enumerate(sheet.orders if sheet is not None else (), 1):
        if isinstance(order, o.Character):
            found.setdefault(order.name.casefold(), []).append((number, order))
    return found


def _decide(t: Turn, number: int, who: int) -> None:
    """Without a person: the first thing on his list that can be done."""
    name = t.s.people[who].name
    for action in wishes(t, number, who):
        t.actor = number
        t.of(Actions).acted.discard(who)
        try:
            dispatch.carry_out(t, o.Character(name, action))
        except Dropped:
            continue
        finally:
            t.actor = NEUTRAL
        return


def wishes(t: Turn, number: int, who: int) -> list[o.Action]:
    """Attack the weakest enemy beside him when strong enough, else raise, else train, else take in a helper (R153)."""
    s = t.s
    person = s.people[who]
    found: list[o.Action] = []
    attack = _attack(t, who)
    if attack is not None:
        found.append(attack)
    found.append(o.Raise(pieces.RECRUITS[s.magnates[number].race]))
    mine = [s.units[n].code for n in s.units_at(person.place, number) if not s.units[n].wounded]
    for code in sorted(dict.fromkeys(mine), key=lambda code: pieces.TROOPS[code].table != 1):
        most = min(mine.count(code), 2 * person.level)
        found += [o.Train(code, most, better) for better in _better(s, number, code, most)]
    if len(s.roster(number)) < 2:
        found.append(o.Recruit())
    return found


def _better(s: State, number: int, code: str, count: int) -> list[str]:
    """What so many units of a code can be trained to; recruits to what his treasury can pay, the dearest first."""
    if pieces.TROOPS[code].table != 1:
        better = pieces.trained(code)
        return [] if better is None else [better]
    magnate = s.magnates[number]
    prices = {
        equipped: pieces.TROOPS[equipped].cost or 0 for kind in magnate.kinds if (equipped := pieces.equipped(kind))
    }
    payable = [equipped for equipped, price in prices.items() if price * count <= magnate.gold]
    payable.sort(key=lambda equipped: (-prices[equipped], equipped))
    return [(pieces.trained(each) or each) if pieces.TROOPS[each].grade == "D" else each for each in payable]


def _attack(t: Turn, who: int) -> o.Lead | None:
    s = t.s
    person = s.people[who]
    leads = races_led(t, who)
    units = [n for n in s.units_at(person.place, person.owner) if pieces.TROOPS[s.units[n].code].race in leads]
    units = sorted(units, key=lambda n: (-_values(s, n)[0], n))[: 5 * person.level]
    strength = sum(_values(s, n)[0] for n in units)
    if not units or not strength:
        return None
    take = o.Take(batches(s, units))
    square = square_of(person.place)
    if not is_square(person.place):
        foes = [n for n in s.units_at(square) if s.is_hostile(person.owner, s.units[n].owner)]
        besiegers = sum(_values(s, n)[1] for n in foes)
        return o.Lead((take, o.Sally())) if foes and strength >= CONFIDENT * besiegers else None
    prey = {next_: _defence(s, person.owner, next_) for next_ in world.NEIGHBOURS[square]}
    weakest = {each: value for each, value in prey.items() if value is not None and strength >= CONFIDENT * value}
    if not weakest:
        return None
    target = min(weakest, key=lambda each: (weakest[each], each))
    return o.Lead((take, o.Go((spot(target),))))


def _defence(s: State, owner: int, square: int) -> int | None:
    """How strongly an enemy holds a square; None when there is no enemy to attack there."""
    foes = [n for n in s.units_at(square) if s.units[n].owner != NEUTRAL and s.is_hostile(owner, s.units[n].owner)]
    holder = s.holder(square)
    if not foes and (holder == NEUTRAL or not s.is_hostile(owner, holder)):
        return None
    return sum(_values(s, n)[1] for n in foes)


def _values(s: State, n: int) -> tuple[int, int, int]:
    unit = s.units[n]
    troop = pieces.TROOPS[unit.code]
    return troop.wounded if unit.wounded and troop.wounded is not None else troop.full
