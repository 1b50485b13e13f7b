"""Cost of new armies by the rules, with the King's knowledge (3.4)."""

from __future__ import annotations

import copy

import msgspec

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn
from palatine.games.adventurer_kings.rules.realm.recruiting import price_of_levy, price_of_types
from palatine.games.adventurer_kings.sheet_help.forecast_positions import PlannedPositions
from palatine.games.adventurer_kings.state import State


def price_of_levies(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Recruit
) -> int:
    """Return the cost of an order to recruit (3.4).

    In the player's land foreign types cost double. Types that the people cannot be levied as can only be mercenaries,
    at their normal pay.
    """
    n = order.character
    place = course.place(n, order.phase) if n in course.acts else -1
    if place < 0 or s.owners[place] != seat:
        return price_of_types(s, action.types)
    there = copy.copy(s)
    there.people = {**s.people, n: msgspec.structs.replace(s.people[n], place=place)}
    t = Turn(there)
    levied = t.dealings.levied.setdefault(place, [])
    armed = types_led_then(s, course, order, action)
    total = 0
    for kind in [tables.ARMY_CODES.index(code) for code in action.types]:
        try:
            total += price_of_levy(t, n, kind, armed)
            levied.append(kind)
        except Failed:
            total += s.pay_of(kind)
    return total


def types_led_then(s: State, course: PlannedPositions, order: orders.Act, action: orders.Recruit) -> frozenset[int]:
    """Return the army types that recruiter and receiver are expected to lead."""
    who = [n for n in (order.character, action.leader) if n in course.acts]
    led = {a for n in who for a in course.leads(n, order.phase)}
    return frozenset(s.armies[a].type for a in led if a in s.armies)
