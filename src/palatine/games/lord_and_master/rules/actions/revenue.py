"""COLLECT TAXES, MOVE TREASURY and tribute (A-11 to A-14, GI-06, GI-11)."""

from __future__ import annotations

import msgspec

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_city, is_fort, is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.rules.combat import forts
from palatine.games.lord_and_master.rules.common import money, treasuries
from palatine.games.lord_and_master.rules.common.control import possesses
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.state import State, is_nation


class Taxes(msgspec.Struct):
    """Places taxed this turn."""

    places: set[int] = set()


def tax_level(s: State, place: int) -> int:
    """Return the tax of a place; 0 for a fort."""
    square = square_of(place)
    if is_city(place):
        return s.city(square).tax
    return world.PROVINCES[s.terrain[square]].tax if is_square(place) else 0


def tax(t: Turn, who: int, act: o.Tax) -> None:
    """Carry out COLLECT TAXES: add the province's tax to the treasury (A-11, A-12)."""
    s = t.s
    owner, place = s.people[who].owner, s.people[who].place
    t.need(not t.is_cursed(owner), "LM-DI-12", "drop.cursed")
    t.need(
        possesses(s, owner, place) and not is_fort(place),
        "LM-A-12",
        "drop.not-taxable",
        place=place,
        uncertain=True,
    )
    if s.options.get("tax_once_per_province"):
        t.need(place not in t.of(Taxes).places, "LM-A-11", "drop.taxed-already", place=place, uncertain=True)
    t.of(Taxes).places.add(place)
    money.gain(t, owner, tax_level(s, place), "tax", place)


def tax_everywhere(t: Turn, seat: int) -> tuple[sheets.TurnLine, ...]:
    """Return the orders for a missing sheet: each character that can collects taxes (GI-06, R2).

    They are in roster order.
    """
    s = t.s
    if t.is_cursed(seat):
        return ()
    able = [
        person
        for person in (s.people[who] for who in s.roster(seat) if who not in t.of(Actions).acted)
        if person.captor is None
        and person.function != "military"
        and possesses(s, seat, person.place)
        and not is_fort(person.place)
    ]
    if s.options.get("tax_once_per_province"):
        able = [person for n, person in enumerate(able) if person.place not in {each.place for each in able[:n]}]
    return tuple(o.Character(person.name, o.Tax()) for person in able)


def move_treasury(t: Turn, who: int, act: o.MoveTreasury) -> None:
    """Carry out MOVE TREASURY to the character's place (A-13, A-14, R76)."""
    s = t.s
    owner, place = s.people[who].owner, s.people[who].place
    t.need(is_nation(owner), "LM-A-13", "drop.not-for-magnates")
    nation = s.nations[owner]
    t.need("mobile-treasury" not in nation.advantages, "LM-ADV-06", "drop.mobile-treasury")
    t.need(s.holder(place) == owner, "LM-A-13", "drop.not-controlled", place=place, uncertain=True)
    t.need(place != nation.site, "LM-A-13", "drop.treasury-is-here", place=place, uncertain=True)
    before = nation.site
    t.need(not forts.is_besieged(s, before), "LM-A-14", "drop.treasury-besieged", place=before, uncertain=True)
    treasuries.relocate(t, owner, place)
    t.log("treasury-moved", "LM-A-13", at=(before, place), to=(owner,), name=s.people[who].name, seat=owner,
           origin=before, place=place)  # fmt: skip


def tribute_level(s: State, place: int) -> int:
    """Return the tribute of a place; 0 for a fort."""
    square = square_of(place)
    if is_city(place):
        return s.city(square).tribute
    return world.PROVINCES[s.terrain[square]].tribute if is_square(place) else 0


def tribute(t: Turn) -> None:
    """Pay tribute from all places that are possessed, not merely allied (GI-11)."""
    s = t.s
    sums = dict.fromkeys([*range(len(s.nations)), *s.magnates], 0)
    allied = set(s.allied)
    for place, holder in s.holders.items():
        if holder in sums and place not in allied:
            sums[holder] += tribute_level(s, place)
    for owner, amount in sums.items():
        if t.is_cursed(owner) and amount:
            t.log("tribute-lost", "LM-DI-11", to=(owner,), seat=owner, amount=amount)
        elif amount:
            money.gain(t, owner, amount, "tribute")
