"""FORTS AND CITIES: entry, assault, siege, plunder, sallies.

See FC, B-26 to B-30, NEU-21 to NEU-24.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from palatine.core import Chance, Tally
from palatine.games.lord_and_master.components.places import fort_in, is_city, is_square, square_of
from palatine.games.lord_and_master.rules.combat import battle, retreat
from palatine.games.lord_and_master.rules.combat.battlefield import Battle, army_of, may_assault, stormers
from palatine.games.lord_and_master.rules.common import casualties, conquest, control, magnates, protection
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, March, MarchDeed
from palatine.games.lord_and_master.rules.common.neutrals import hostile_at
from palatine.games.lord_and_master.rules.common.turn import Shields, Turn
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, SiegeRecord, State, still

PLUNDER = 10
"""Loot from plundering a city, in multiples of its tax (B-28)."""
LOOTING_TURNS = 1
"""Turns after its fall in which a city can be plundered (B-30)."""


class Sieges(msgspec.Struct):
    """Sieges and attrition of this turn."""

    declared: set[tuple[int, int]] = set()
    """Place and seat."""
    starved: set[tuple[int, tuple[int, ...]]] = set()
    """Attrition already rolled: place and besieging alliance (R72)."""


# Entry


def check_entry(t: Turn, m: March, place: int) -> None:
    """Drop the order to enter a place with a hostile garrison, which needs an assault (FC-01)."""
    t.need(not hostile_at(t, m.owners(), place), "LM-FC-01", "drop.garrison-inside", place=place, uncertain=True)


def occupy(t: Turn, m: March, place: int) -> None:
    """Occupy a city or fort without a hostile garrison; surplus units stay outside (R133, R71)."""
    s = t.s
    surplus = m.units[max(0, len(m.units) + retreat.room(s, place)) :]
    for n in surplus:
        s.set_unit(n, place=square_of(place))
    m.units = [n for n in m.units if n not in surplus]
    if surplus:
        t.log("no-room", "LM-FC-09", at=(place,), to=(m.owner,), place=place, count=len(surplus))
    conquest.claim(m, place)


def garrison(t: Turn, m: March, square: int) -> list[int]:
    """Return hostile units in the square's fort, which stop the stack there (MV-07, R61)."""
    return hostile_at(t, m.owners(), fort_in(square)) if square in t.s.forts else []


# Common to siege and assault


def _before_walls(t: Turn, m: March, place: int, clause: str) -> None:
    """Drop the order unless a led stack is in the square around an enemy's city or fort."""
    t.need(not is_square(place), clause, "drop.no-walls", place=place)
    t.need(m.place == square_of(place), clause, "drop.not-before-it", place=place, uncertain=True)
    t.need(m.units, clause, "drop.needs-units", uncertain=True)
    t.need(m.master(t.s.holder(place)) is not None, clause, "drop.not-hostile", place=place, uncertain=True)


def _attacked(t: Turn, units: Iterable[int], place: int) -> list[int]:
    """Return the defenders that some units fight, after the test for a magnate (R58)."""
    owners = {t.s.units[n].owner for n in units}
    foes = hostile_at(t, owners, place)
    if any(t.s.units[n].owner == NEUTRAL for n in foes):
        magnates.test_magnate(t, place)
        foes = hostile_at(t, owners, place)
    return foes


# Siege


def siege(t: Turn, m: March, place: int) -> None:
    """Lay or maintain a siege with at least one led unit, each turn (B-26, FC-10)."""
    s = t.s
    _before_walls(t, m, place, "LM-FC-10")
    protection.need_no_jove(t, m, place)
    _attacked(t, m.units, place)
    seat = m.master(s.holder(place))
    assert seat is not None, "a stack before an enemy's walls"
    t.of(Sieges).declared.add((place, seat))
    if SiegeRecord(place, seat) not in s.sieges:
        s.sieges.append(SiegeRecord(place, seat))
    t.log("siege", "LM-FC-10", at=(place,), to=(m.owner, seat, s.holder(place)), place=place, by=seat)
    t.preview_odds("siege", starving_chance(), place=place)
    alliance = (place, tuple(sorted(s.partners(seat))))
    if t.is_rehearsal or alliance in t.of(Sieges).starved:
        return
    t.of(Sieges).starved.add(alliance)
    starve(t, m, place)
    answer(t, m, place)


def starving_chance() -> Chance[bool]:
    """Return the chance that a besieged unit takes a hit or a character dies (FC-11)."""
    return Chance(Tally("siege"), lambda thrown: thrown.rolled == 1)


def starve(t: Turn, m: March, place: int) -> None:
    """Roll d6 for all besieged, prisoners too; on 1 a unit is hit or a character dies.

    See FC-11, R72.
    """
    s = t.s
    units = [n for n, unit in s.units.items() if unit.place == place]
    people = [n for n, person in s.people.items() if person.place == place]
    rolled = {n: starving_chance().roll(s) for n in (*units, *people)}
    dice = {n: tally.rolled for n, (_, tally) in rolled.items()}
    hit = {n for n, (is_hit, _) in rolled.items() if is_hit}
    rolls: list[list[object]] = [[s.units[n].code, dice[n]] for n in units]
    rolls += [[s.people[n].name, dice[n]] for n in people]
    t.log(
        "attrition",
        "LM-FC-11",
        at=(place,),
        to=(m.owner, s.holder(place)),
        tally=Tally("siege", tuple(dice.values())) if dice else None,
        place=place,
        rolls=rolls,
        ill=len(hit.intersection(units)),
        dead=len(hit.intersection(people)),
    )
    for n in still(s.units, [n for n in units if n in hit]):
        casualties.hit(t, n)
    for who in still(s.people, [n for n in people if n in hit]):
        casualties.kill(t, who, m.owner)


def answer(t: Turn, m: March, place: int) -> None:
    """Let a neutral garrison 1.5 times as strong sally with all units (NEU-21, R154, R187)."""
    s = t.s
    units = s.units_at(place, NEUTRAL)
    square = square_of(place)
    foes = hostile_at(t, (NEUTRAL,), square)
    if not units or not foes or 2 * battle.attack_of(t, units) < 3 * battle.attack_of(t, foes):
        return
    t.log("neutral-sally", "LM-NEU-21", at=(place,), to=(m.owner,), place=place, count=len(units))
    sortie = _sortie(t, place, units)
    result = "won"
    while sortie.units and foes and result in ("won", "overrun"):
        result = battle.engage(t, sortie, army_of(s, sortie.units, foes))
        foes = hostile_at(t, (NEUTRAL,), square)
    _back_inside(t, place)
    if not foes:
        _lift_siege(t, place)
    m.regroup()


def _sortie(t: Turn, place: int, units: list[int]) -> March:
    """Return the sallying garrison as a march under its leader."""
    s = t.s
    square = square_of(place)
    leader = next(iter(s.people_at(place, NEUTRAL)), NO_PERSON)
    sortie = March(t, NEUTRAL, square, leader, ALL_RACES)
    sortie.origin = place
    sortie.units = units
    for n in units:
        s.set_unit(n, place=square)
    if leader != NO_PERSON:
        s.move_person(leader, square)
    return sortie


def _back_inside(t: Turn, place: int) -> None:
    """Return the rest of a neutral sally, with its prisoners, to the city."""
    s = t.s
    square = square_of(place)
    for n in [n for n, unit in s.units.items() if unit.place == square and NEUTRAL in (unit.owner, unit.captor)]:
        if s.units[n].captor in (None, NEUTRAL):
            s.set_unit(n, place=place)
    for n in [n for n, each in s.people.items() if each.place == square and NEUTRAL in (each.owner, each.captor)]:
        if s.people[n].captor in (None, NEUTRAL):
            s.move_person(n, place)


def _lift_siege(t: Turn, place: int) -> None:
    """Lift the siege of a city without enemies in front of it (NEU-22)."""
    s = t.s
    s.sieges = [each for each in s.sieges if each.place != place]
    t.of(Sieges).declared = {each for each in t.of(Sieges).declared if each[0] != place}
    t.log("siege-broken", "LM-NEU-22", at=(place,), place=place)


def is_besieged(s: State, place: int) -> bool:
    """Return whether besieging enemies are still in the square of a place (FC-10, A-14)."""
    return any(each.place == place and is_kept_up(s, each) for each in s.sieges)


def is_kept_up(s: State, siege: SiegeRecord) -> bool:
    """Return whether the besiegers are still present and hostile."""
    camp = [s.units_at(square_of(siege.place), owner) for owner in s.partners(siege.seat)]
    return any(camp) and s.is_hostile(siege.seat, s.holder(siege.place))


def lift_sieges(t: Turn) -> None:
    """Lift sieges at the end of the turn if not declared or without troops (FC-10, NEU-24)."""
    s = t.s
    for each in list(s.sieges):
        if (each.place, each.seat) in t.of(Sieges).declared and is_kept_up(s, each):
            continue
        s.sieges.remove(each)
        to = (each.seat, s.holder(each.place))
        t.log("siege-lifted", "LM-NEU-24", at=(each.place,), to=to, place=each.place, by=each.seat)


# Assault


def assault(t: Turn, m: March, place: int) -> None:
    """Assault a city or fort, at most once per march (B-27, FC-01 to FC-08, R118)."""
    _before_walls(t, m, place, "LM-B-27")
    t.need(place not in m.assaulted, "LM-B-27", "drop.assaulted-already", place=place)
    protection.need_no_shield(t, m, place)
    m.assaulted.add(place)
    t.need(stormers(t, m), "LM-FC-05", "drop.only-riders", place=place, uncertain=True)
    protection.undo_dead(t, m, place)
    masters = _storm(t, m, place)
    if masters is not None:
        _occupy(t, masters, place)


def _storm(t: Turn, m: March, place: int) -> March | None:
    """Fight the garrison army by army while the stack is led (R145, R149).

    Returns the march that then holds the place: the stack, or berserkers it left behind (BAT-33). Returns None while
    defenders remain.
    """
    result, army = "won", m
    while result == "won" and army is m and m.is_led() and (foes := _attacked(t, stormers(t, m), place)):
        b = Battle(t, m, place, army_of(t.s, stormers(t, m), foes))
        _gate(b)
        m.done.add(MarchDeed.STORMED)
        result = battle.storm(t, b)
        m.beaten = place if result == "won" else m.beaten
        army = m.apart(b.attackers.units, m.place) if b.attackers.has_left else m
    t.of(control.Gates).tried.pop((place, m.owner), None)
    mine = stormers(t, army)
    return army if result == "won" and mine and not _attacked(t, mine, place) else None


def _gate(b: Battle) -> None:
    """Remove doublings after treachery or for invisible attackers of a city.

    A shield in the city reveals invisible attackers (E-23). See FC-14, FC-15, FC-18.
    """
    t = b.t
    is_open = t.of(control.Gates).tried.get((b.place, b.m.owner))
    if is_open:
        b.walls = b.engines = False
    elif is_open is not None:
        b.is_for_one_round = True
    if b.m.invisible and is_city(b.place) and b.place not in t.of(Shields).places:
        b.walls = False


def _occupy(t: Turn, m: March, place: int) -> None:
    """Move the stack into the fallen place, assault troops first, up to its capacity.

    See R71, R133.
    """
    m.units = sorted(m.units, key=lambda n: not may_assault(t, n))
    if m.units:
        m.advance(place)
        occupy(t, m, place)


# Plunder


def plunder(t: Turn, m: March, place: int) -> None:
    """Plunder a recently fallen city for ten times its tax and destroy it (B-28 to B-30, R91)."""
    s = t.s
    t.need(is_city(place), "LM-B-28", "drop.no-city", place=place)
    t.need(m.place == place and m.units, "LM-B-30", "drop.not-inside-it", place=place, uncertain=True)
    owner = s.holder(place)
    is_ours = s.is_friend(m.owner, owner) and owner in m.owners() and control.possesses(s, owner, place)
    t.need(is_ours, "LM-B-30", "drop.not-own", place=place, uncertain=True)
    fell = s.fallen.get(place)
    recently = fell is not None and s.turn - fell <= LOOTING_TURNS
    t.need(recently, "LM-B-30", "drop.not-fallen", place=place, uncertain=True)
    tax = s.city(square_of(place)).tax
    t.log("plundered", "LM-B-28", "LM-B-29", at=(place,), to=(m.owner,), place=place, by=owner, tax=tax)
    control.seize(t, place, owner, PLUNDER * tax)
    _leave_city(t, m, place)
    control.raze(t, place)


def _leave_city(t: Turn, m: March, place: int) -> None:
    """Move the occupants of a destroyed city into its square (B-29).

    The troops take the square unless enemies are there.
    """
    s = t.s
    square = square_of(place)
    for n in [n for n, unit in s.units.items() if unit.place == place]:
        t.bring(n, square)
    for who in [n for n, person in s.people.items() if person.place == place]:
        s.move_person(who, square)
    m.place = square
    if not hostile_at(t, m.owners(), square):
        conquest.claim(m, square)
