"""Taxes and pay (9)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.common.command import discharge
from palatine.games.adventurer_kings.rules.common.hiring import leave_service
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.state import State

BLESSED: Final = 1.6
RAID_BASE: Final = 3
BOLDEST: Final = 8
RAIDS_FROM: Final = 3
LOSSES: Final = (25, 50, 75, 100)


def tax_base(s: State, seat: int) -> int:
    """Return the sum of the printed taxes of a King's provinces (10.2)."""
    return sum([s.lands[place].tax for place in s.provinces(seat)])


def tax_bases(s: State) -> list[int]:
    """Return `tax_base` for each seat."""
    found = [0] * len(s.kingdoms)
    for place, owner in enumerate(s.owners):
        if owner >= 0:
            found[owner] += s.lands[place].tax
    return found


def payroll(s: State, seat: int) -> int:
    """Return the year-end pay of a King's Heroes and armies (9.2)."""
    heroes = sum([person.pay for _, person in s.at_home(seat) if not person.is_king])
    return heroes + sum([s.pay_of(army.type) for army in s.armies.values() if army.owner == seat])


def tax_base_now(t: Turn, seat: int) -> int:
    """Return the tax base, including this turn's Bless and Earthquake (A144)."""
    s = t.s
    return sum([base_of(t, place) for place, owner in enumerate(s.owners) if owner == seat])


def world_base(t: Turn) -> int:
    """Return the tax base of the whole world (10.2)."""
    return sum([base_of(t, place) for place in range(len(t.s.lands))])


def base_of(t: Turn, place: int) -> int:
    tax = t.s.lands[place].tax
    if place in t.spells.quaked:
        return 0
    return int(tax * BLESSED + 0.5) if place in t.spells.blessed else tax


def raids(t: Turn) -> dict[int, int]:
    """Return the percentage of tax that raiding monsters take from each province.

    Only provinces of players are raided (9.2, 4.17).
    """
    s = t.s
    found: dict[int, int] = {}
    for number, feature in s.features.items():
        owner = s.owners[feature.place]
        if feature.monster < 0 or owner < 0 or owner in feature.friends or feature.is_hidden:
            continue
        percent = RAID_BASE * (1 + feature.boldness) * (t.power(owner, "raids") or 1.0)
        if s.turn > RAIDS_FROM:
            s.set_feature(number, boldness=min(BOLDEST, feature.boldness + 1))
        if t.chance(percent, "raid"):
            loss = LOSSES[t.die(4, "devastation") - 1]
            s.set_feature(number, is_raiding=True)
            found[feature.place] = max(loss, found.get(feature.place, 0))
            t.log("raid", "AK-9.2-03", [owner], monster=feature.monster, place=feature.place, percent=loss)
    return found


def yield_of(t: Turn, place: int, raided: dict[int, int]) -> int:
    """Return the taxes of a province this turn, rounded half up (9.1, A142)."""
    s = t.s
    owner = s.owners[place]
    tax = float(base_of(t, place))
    if place not in t.spells.quaked:
        for d in s.kingdoms[owner].discoveries:
            tax += tables.DISCOVERIES[d].powers.get("tax", {}).get(tables.TERRAINS[s.terrain(place)], 0)
    return int(tax * (100 - raided.get(place, 0)) / 100 + 0.5)


def collect_taxes(t: Turn) -> None:
    """Collect the taxes of every province for its King (9.1)."""
    s = t.s
    raided = raids(t)
    for seat in range(len(s.kingdoms)):
        lands = s.provinces(seat)
        gold = sum([yield_of(t, place, raided) for place in lands])
        if t.power(seat, "taxes"):
            gold = int(gold * t.power(seat, "taxes") + 0.5)
        if t.serves_in_office(seat, titles.TREASURER):
            gold += max(1, len(lands) // 10)
        s.pay(seat, gold)
        t.log("taxes", "AK-9.1-01", [seat], gold=gold, count=len(lands))


def pay_heroes(t: Turn) -> None:
    """Pay Heroes first; unpaid ones may leave, unless they are loyal (9.2)."""
    s = t.s
    for seat in range(len(s.kingdoms)):
        total = 0
        for n in [number for number, person in s.at_home(seat) if not person.is_king and not person.visitor]:
            pay = s.people[n].pay
            if s.kingdoms[seat].gold >= pay:
                s.pay(seat, -pay)
                total += pay
            else:
                unpaid_hero(t, n)
        t.log("paid-heroes", "AK-9.2-01", [seat], gold=total)


def unpaid_hero(t: Turn, n: int) -> None:
    person = t.s.people[n]
    t.log("unpaid-hero", "AK-9.2-02", [person.seat], who=n, gold=person.pay)
    if not person.is_loyal and t.chance(30 + 10 * person.pay, "desertion"):
        t.dealings.deserters.append(n)


def pay_armies(t: Turn) -> None:
    """Pay armies after Heroes; an unpaid one may lose quality or desert (9.2)."""
    s = t.s
    totals = [0] * len(s.kingdoms)
    for a in sorted(s.armies):
        army = s.armies[a]
        if army.owner < 0:
            continue
        pay = s.pay_of(army.type)
        if s.kingdoms[army.owner].gold >= pay:
            s.pay(army.owner, -pay)
            totals[army.owner] += pay
        else:
            unpaid_army(t, a)
    for seat, gold in enumerate(totals):
        t.log("paid-armies", "AK-9.2-01", [seat], gold=gold, treasury=s.kingdoms[seat].gold)


def unpaid_army(t: Turn, a: int) -> None:
    s = t.s
    army = s.armies[a]
    t.log("unpaid-army", "AK-9.2-02", [army.owner], army=a)
    if t.chance(50, "unpaid"):
        s.set_army(a, quality=max(tables.SUB_DEPLETED, army.quality - 1))
    if t.chance(25, "desertion"):
        t.dealings.runaways.append(a)


def desert(t: Turn) -> None:
    """Remove unpaid armies, then unpaid Heroes, after all payments.

    The armies of Heroes stay (9.2, A143).
    """
    s = t.s
    for a in t.dealings.runaways:
        army = s.armies[a]
        t.log("army-deserts", "AK-9.2-02", [army.owner], army=a)
        discharge(t, a)
    for n in t.dealings.deserters:
        t.log("deserted", "AK-9.2-02", [s.people[n].seat], who=n)
        leave_service(t, n)
