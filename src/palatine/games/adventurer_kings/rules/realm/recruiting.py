"""Recruitment of armies; hiring and dismissal of Heroes (3.4, 3.5, 3.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import FREE, MERCENARY, NO_LEADER, Army
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.writing import write_part
from palatine.games.adventurer_kings.rules.common.command import enlist
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.hiring import MOST_OFFER, enter_service, leave_service, price
from palatine.games.adventurer_kings.rules.common.turn import PHASES, Failed, Turn, need
from palatine.games.adventurer_kings.state import State

GARRISONS_A_TURN: Final = 2
LEVY_FEE: Final = 1
"""Fee to an ally for each army levied from the ally's people (3.4)."""
MOST_ARMIES: Final = {"standard": 350, "europe": 350, "super": 1000, "earth": 1000}


# Recruit (3.4)


def recruit(t: Turn, n: int, action: orders.Recruit) -> None:
    """Recruit armies in the order written, until slots or gold run out (3.4, A87)."""
    place = t.s.people[n].place
    leader = receiver(t, n, action.leader)
    raised, refused = [], None
    armed = types_led(t, n, leader)
    for code in action.types:
        try:
            raised.append(recruit_one(t, n, leader, tables.ARMY_CODES.index(code), armed))
        except Failed as failure:
            refused = refused or failure
    if raised:
        t.log("recruited", "AK-3.4-01", t.witnesses(n), who=n, place=place, armies=raised, leader=leader)
        t.record_observable(place, n, "seen-levy", who=n, place=place, count=len(raised))
        learn_by_doing(t, n, tables.DRUID, "recruit")
    if refused is not None:
        if not raised:
            raise refused
        t.fail(n, action, refused)


def receiver(t: Turn, n: int, leader: int) -> int:
    """Return who is to lead the new armies (A87).

    It is a character of the kingdom here, or the garrison commander in the kingdom's land.
    """
    s = t.s
    seat, place = s.people[n].seat, s.people[n].place
    if leader == NO_LEADER:
        need(s.owners[place] == seat, "AK-3.4-01", "fail.no-garrison", place=place)
        return NO_LEADER
    other = s.people.get(leader)
    here = other is not None and other.seat == seat and other.place == place and not other.died
    if not here:
        need(s.owners[place] == seat, "AK-3.4-01", "fail.not-here", other=leader)
        return NO_LEADER
    return leader


def recruit_one(t: Turn, n: int, leader: int, kind: int, armed: frozenset[int]) -> int:
    """Recruit one army: a mercenary if a fitting one is here, else a levy (3.4)."""
    hired = mercenary(t, n, kind, tables.AVERAGE)
    if hired:
        return hire_army(t, n, leader, hired)
    try:
        return levy(t, n, leader, kind, armed)
    except Failed:
        hired = mercenary(t, n, kind, tables.SUB_DEPLETED)
        if not hired:
            raise
        return hire_army(t, n, leader, hired)


def mercenary(t: Turn, n: int, kind: int, least: int) -> int:
    """Return a mercenary army of the type and minimum quality here; 0 for none (3.4, A89)."""
    s = t.s
    found = [
        a for a in s.armies_at(s.people[n].place)
        if s.armies[a].owner == MERCENARY and s.armies[a].type == kind and s.armies[a].quality >= least
        and s.armies[a].barred != s.turn
    ]  # fmt: skip
    return max(found, key=lambda a: (s.armies[a].quality, -a), default=0)


def hire_army(t: Turn, n: int, leader: int, a: int) -> int:
    s = t.s
    seat = s.people[n].seat
    charge(t, seat, s.pay_of(s.armies[a].type))
    enlist(t, a, seat, leader)
    s.set_army(a, recruited=s.turn)
    return a


def charge(t: Turn, seat: int, gold: int) -> None:
    need(t.s.kingdoms[seat].gold >= gold, "AK-3.4-13", "fail.no-gold", gold=gold)
    t.s.pay(seat, -gold)


def levy(t: Turn, n: int, leader: int, kind: int, armed: frozenset[int]) -> int:
    """Levy an army of the province's people (3.4)."""
    s = t.s
    person = s.people[n]
    place, seat = person.place, person.seat
    land, owner = s.lands[place], s.owners[place]
    need(s.is_friendly(seat, place), "AK-3.4-02", "fail.not-your-land", place=place)
    if owner != seat:
        need((owner, seat) in t.dealings.treats, "AK-3.4-16", "fail.no-treat", realm=owner)
    need(land.race >= 0, "AK-3.4-05", "fail.nobody-lives", place=place)
    need(len(s.armies) < MOST_ARMIES[s.scenario], "AK-4.2.5-03", "fail.no-more")
    price = price_of_levy(t, n, kind, armed)
    quality = levy_quality(t, seat, place)
    fee = LEVY_FEE if owner != seat else 0
    charge(t, seat, price + fee)
    if fee:
        s.pay(owner, fee)
    t.dealings.levied.setdefault(place, []).append(kind)
    return s.new_army(Army(kind, land.race, quality, place, seat, leader, recruited=s.turn))


def is_home(t: Turn, seat: int, place: int) -> bool:
    return t.s.kingdoms[seat].home == place


def is_a_home(s: State, place: int) -> bool:
    """Return whether a province is some King's home, regardless of its owner (3.4)."""
    return any(kingdom.home == place for kingdom in s.kingdoms)


def levy_quality(t: Turn, seat: int, place: int) -> int:
    """Return the quality of a levy: Average in the home province, else Green (3.4, 6.1)."""
    return tables.AVERAGE if is_home(t, seat, place) else tables.GREEN


def price_of_levy(t: Turn, n: int, kind: int, armed: frozenset[int]) -> int:
    """Return the price of a levy; fail where the type cannot be levied.

    It is the type's pay, doubled if the type is not, or no longer, native here (3.4, A15). `armed` are the foreign
    types that recruiter or receiver led at the start of the order (A90).
    """
    s = t.s
    place = s.people[n].place
    land = s.lands[place]
    levied = t.dealings.levied.get(place, [])
    pay = t.s.pay_of(kind)
    times = 2 if is_a_home(t.s, place) else 1
    if kind == tables.GARRISON:
        need(land.race in tables.HUMANOID, "AK-3.4-07", "fail.no-humanoids", place=place)
        need(levied.count(tables.GARRISON) < GARRISONS_A_TURN, "AK-3.4-07", "fail.no-more-garrisons", place=place)
        return pay
    need(fits_race(kind, land.race), "AK-3.4-12", "fail.wrong-race", race=land.race, kind=tables.ARMY[kind].name)
    slots = times * len(land.types)
    used = len([each for each in levied if each != tables.GARRISON])
    need(used < slots, "AK-3.4-06", "fail.no-slot", place=place)
    if kind in land.types and levied.count(kind) < times:
        return pay
    need(kind in land.types or kind in armed, "AK-3.4-08", "fail.no-such-type", kind=tables.ARMY[kind].name)
    return pay if t.masters(n, tables.FOREIGN_LEVIES) else 2 * pay


def price_of_types(s: State, codes: Sequence[str]) -> int:
    """Return the cost of armies of these types where they are native and have slots (3.4)."""
    return sum([s.pay_of(tables.ARMY_CODES.index(code)) for code in codes])


def fits_race(kind: int, race: int) -> bool:
    """Return whether a type fits a race (3.4).

    Humanoids can be any humanoid type, the others only their own.
    """
    return kind in tables.AMONG_HUMANOIDS if race in tables.HUMANOID else tables.BEST_TYPE[race] == kind


def types_led(t: Turn, n: int, leader: int) -> frozenset[int]:
    """Return the army types that recruiter and receiver lead already (3.4)."""
    return frozenset(t.s.armies[a].type for who in (n, leader) if who != NO_LEADER for a in t.s.led_by(who))


# Hire and fire (3.5, 3.7)


def hire(t: Turn, n: int, action: orders.Hire) -> None:
    """Hire a free Hero here if the price is not above the offer (3.5)."""
    s = t.s
    person = s.people[n]
    hero = s.people.get(action.hero)
    if hero is None or hero.died or hero.place != person.place:
        raise Failed("AK-3.5-01", "fail.not-here", other=action.hero)
    need(hero.seat == FREE and not hero.visitor, "AK-3.5-01", "fail.serves-another", other=action.hero)
    need(hero.rules < 0, "AK-3.5-07", "fail.rules-here", other=action.hero)
    need(1 <= action.offer <= MOST_OFFER, "AK-3.5-01", "fail.offer", gold=action.offer)
    asked = price(t, person.seat, action.hero)
    if asked > MOST_OFFER or asked > action.offer:
        s.add_refused(person.seat, write_part(action))
        t.log("not-hired", "AK-3.5-02", t.witnesses(n), who=n, other=action.hero, refuses=asked > MOST_OFFER)
        return
    charge(t, person.seat, asked)
    take_service(t, action.hero, person.seat, asked)
    t.log("hired", "AK-3.5-02", t.witnesses(n), who=n, other=action.hero, gold=asked, place=person.place)
    t.record_observable(person.place, n, "seen-hire", who=n, other=action.hero)
    learn_by_doing(t, n, tables.DRUID, "recruit")
    s.honour(n, titles.GOLDEN_TONGUE, 1)


def take_service(t: Turn, hero: int, seat: int, pay: int) -> None:
    """Put a Hero in a kingdom's service from the next phase on (3.5)."""
    enter_service(t, hero, seat, pay)
    t.ordered.acts[hero] = t.ordered.offers.get((seat, hero), [None] * PHASES)
    t.ordered.plans[hero] = t.ordered.offered_plans.get((seat, hero), ())
    t.note_stealth(hero)


def dismiss(t: Turn, n: int, action: orders.Dismiss) -> None:
    """Dismiss a Hero: a King anywhere, others in their own province (3.7)."""
    s = t.s
    person, hero = s.people[n], s.people.get(action.hero)
    if hero is None or hero.died or hero.seat != person.seat or hero.is_king:
        raise Failed("AK-3.7-01", "fail.not-yours", other=action.hero)
    need(person.is_king or hero.place == person.place, "AK-3.7-02", "fail.not-here", other=action.hero)
    leave_service(t, action.hero)
    t.log("fired", "AK-3.7-01", t.witnesses(n), who=n, other=action.hero)
