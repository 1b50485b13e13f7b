"""FORTS AND CITIES: entry, assault, siege, plunder; when neutral garrisons sally (FC, B-26 to B-30, NEU-21 to 24)."""

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
"""So many times its tax a city yields (B-28)."""
LOOTING_TURNS = 1
"""The turn after its fall is the last in which a city may be plundered (B-30)."""


class Sieges(msgspec.Struct):
    """What has been done before walls this turn."""

    declared: set[tuple[int, int]] = set()
    """Place and seat."""
    starved: set[tuple[int, tuple[int, ...]]] = set()
    """Attrition already rolled: place and besieging alliance (R72)."""


# Walking in


def check_entry(t: Turn, m: March, place: int) -> None:
    """Drop the order when troops may not walk into a city or fort: a hostile garrison needs an assault (FC-01)."""
    t.need(not hostile_at(t, m.owners(), place), "LM-FC-01", "drop.garrison-inside", place=place, uncertain=True)


def occupy(t: Turn, m: March, place: int) -> None:
    """Troops have entered a city or fort that nobody hostile garrisons; those too many stay outside (R133, R71)."""
    s = t.s
    surplus = m.units[max(0, len(m.units) + retreat.room(s, place)) :]
    for n in surplus:
        s.set_unit(n, place=square_of(place))
    m.units = [n for n in m.units if n not in surplus]
    if surplus:
        t.tell("no-room", "LM-FC-09", at=(place,), to=(m.owner,), place=place, count=len(surplus))
    conquest.claim(m, place)


def garrison(t: Turn, m: March, square: int) -> list[int]:
    """The units in a fort of that square who are hostile to the stack; they stop it there (MV-07, R61)."""
    return hostile_at(t, m.owners(), fort_in(square)) if square in t.s.forts else []


# What a siege and an assault have in common


def _before_walls(t: Turn, m: March, place: int, clause: str) -> None:
    """Drop the order unless a led stack stands in the square around an enemy's city or fort."""
    t.need(not is_square(place), clause, "drop.no-walls", place=place)
    t.need(m.place == square_of(place), clause, "drop.not-before-it", place=place, uncertain=True)
    t.need(m.units, clause, "drop.needs-units", uncertain=True)
    t.need(m.master(t.s.holder(place)) is not None, clause, "drop.not-hostile", place=place, uncertain=True)


def _attacked(t: Turn, units: Iterable[int], place: int) -> list[int]:
    """Those inside who fight some units; where a neutral place is attacked, after the test for a magnate (R58)."""
    owners = {t.s.units[n].owner for n in units}
    foes = hostile_at(t, owners, place)
    if any(t.s.units[n].owner == NEUTRAL for n in foes):
        magnates.test_magnate(t, place)
        foes = hostile_at(t, owners, place)
    return foes


# Siege


def siege(t: Turn, m: March, place: int) -> None:
    """Lay siege, or keep it up: at least one led unit, each turn (B-26, FC-10)."""
    s = t.s
    _before_walls(t, m, place, "LM-FC-10")
    protection.need_no_jove(t, m, place)
    _attacked(t, m.units, place)
    seat = m.master(s.holder(place))
    assert seat is not None, "a stack before an enemy's walls"
    t.of(Sieges).declared.add((place, seat))
    if SiegeRecord(place, seat) not in s.sieges:
        s.sieges.append(SiegeRecord(place, seat))
    t.tell("siege", "LM-FC-10", at=(place,), to=(m.owner, seat, s.holder(place)), place=place, by=seat)
    t.preview_odds("siege", starving_chance(), place=place)
    alliance = (place, tuple(sorted(s.partners(seat))))
    if t.is_rehearsal or alliance in t.of(Sieges).starved:
        return
    t.of(Sieges).starved.add(alliance)
    starve(t, m, place)
    answer(t, m, place)


def starving_chance() -> Chance[bool]:
    """Return whether somebody inside is hit, as a unit, or dies, as a character (FC-11)."""
    return Chance(Tally("siege"), lambda thrown: thrown.rolled == 1)


def starve(t: Turn, m: March, place: int) -> None:
    """All inside, prisoners too, roll d6; on 1 a unit takes a hit and a character dies (FC-11, R72)."""
    s = t.s
    units = [n for n, unit in s.units.items() if unit.place == place]
    people = [n for n, person in s.people.items() if person.place == place]
    rolled = {n: starving_chance().roll(s) for n in (*units, *people)}
    dice = {n: tally.rolled for n, (_, tally) in rolled.items()}
    hit = {n for n, (is_hit, _) in rolled.items() if is_hit}
    rolls: list[list[object]] = [[s.units[n].code, dice[n]] for n in units]
    rolls += [[s.people[n].name, dice[n]] for n in people]
    t.tell(
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
    """A neutral garrison sallies with all it has when one and a half times as strong, or waits (NEU-21, R154, R187)."""
    s = t.s
    units = s.units_at(place, NEUTRAL)
    square = square_of(place)
    foes = hostile_at(t, (NEUTRAL,), square)
    if not units or not foes or 2 * battle.attack_of(t, units) < 3 * battle.attack_of(t, foes):
        return
    t.tell("neutral-sally", "LM-NEU-21", at=(place,), to=(m.owner,), place=place, count=len(units))
    sortie = _sortie(t, place, units)
    result = "won"
    while sortie.units and foes and result in ("won", "overrun"):
        result = battle.engage(t, sortie, army_of(s, sortie.units, foes))
        foes = hostile_at(t, (NEUTRAL,), square)
    _back_inside(t, place)
    if not foes:
        _lift(t, place)
    m.regroup()


def _sortie(t: Turn, place: int, units: list[int]) -> March:
    """The garrison on its way out, its leader at the head."""
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
    """What is left of a neutral sally returns behind the walls, with its prisoners."""
    s = t.s
    square = square_of(place)
    for n in [n for n, unit in s.units.items() if unit.place == square and NEUTRAL in (unit.owner, unit.captor)]:
        if s.units[n].captor in (None, NEUTRAL):
            s.set_unit(n, place=place)
    for n in [n for n, each in s.people.items() if each.place == square and NEUTRAL in (each.owner, each.captor)]:
        if s.people[n].captor in (None, NEUTRAL):
            s.move_person(n, place)


def _lift(t: Turn, place: int) -> None:
    """No enemy is left before the walls: the city is at peace again (NEU-22)."""
    s = t.s
    s.sieges = [each for each in s.sieges if each.place != place]
    t.of(Sieges).declared = {each for each in t.of(Sieges).declared if each[0] != place}
    t.tell("siege-broken", "LM-NEU-22", at=(place,), place=place)


def is_besieged(s: State, place: int) -> bool:
    """Whether a place is under siege: as long as enemies who have laid it stand before the walls (FC-10, A-14)."""
    return any(each.place == place and is_kept_up(s, each) for each in s.sieges)


def is_kept_up(s: State, siege: SiegeRecord) -> bool:
    """Whether the besiegers are still there, and still enemies."""
    camp = [s.units_at(square_of(siege.place), owner) for owner in s.partners(siege.seat)]
    return any(camp) and s.is_hostile(siege.seat, s.holder(siege.place))


def lift_sieges(t: Turn) -> None:
    """At the end of the turn sieges not declared, or without troops to keep them up, are lifted (FC-10, NEU-24)."""
    s = t.s
    for each in list(s.sieges):
        if (each.place, each.seat) in t.of(Sieges).declared and is_kept_up(s, each):
            continue
        s.sieges.remove(each)
        to = (each.seat, s.holder(each.place))
        t.tell("siege-lifted", "LM-NEU-24", at=(each.place,), to=to, place=each.place, by=each.seat)


# Assault


def assault(t: Turn, m: March, place: int) -> None:
    """Assault a city or fort (B-27, FC-01 to FC-08), once for each in a march (R118)."""
    _before_walls(t, m, place, "LM-B-27")
    t.need(place not in m.assaulted, "LM-B-27", "drop.assaulted-already", place=place)
    protection.need_no_shield(t, m, place)
    m.assaulted.add(place)
    t.need(stormers(t, m), "LM-FC-05", "drop.only-riders", place=place, uncertain=True)
    protection.undo_dead(t, m, place)
    masters = _storm(t, m, place)
    if masters is not None:
        _move_in(t, masters, place)


def _storm(t: Turn, m: March, place: int) -> March | None:
    """Fight the garrison, one army of it after the other (R149), while somebody leads (R145). Return who are masters of
    the place: the stack, or berserkers whom it has left behind (BAT-33); None while somebody is in the way."""
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
    """Treachery, tried for this assault, and unseen attackers of a city take doublings away (FC-14, FC-15, FC-18).

    A shield in the city lays the unseen open (E-23).
    """
    t = b.t
    is_open = t.of(control.Gates).tried.get((b.place, b.m.owner))
    if is_open:
        b.walls = b.engines = False
    elif is_open is not None:
        b.is_for_one_round = True
    if b.m.invisible and is_city(b.place) and b.place not in t.of(Shields).places:
        b.walls = False


def _move_in(t: Turn, m: March, place: int) -> None:
    """The stack enters the place that has fallen, who stormed it first, as far as there is room (R71, R133)."""
    m.units = sorted(m.units, key=lambda n: not may_assault(t, n))
    if m.units:
        m.advance(place)
        occupy(t, m, place)


# Plunder


def plunder(t: Turn, m: March, place: int) -> None:
    """Sack a city that has just fallen: ten times its tax, and it is no more (B-28 to B-30, R91)."""
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
    t.tell("plundered", "LM-B-28", "LM-B-29", at=(place,), to=(m.owner,), place=place, by=owner, tax=tax)
    control.seize(t, place, owner, PLUNDER * tax)
    _leave_city(t, m, place)
    control.raze(t, place)


def _leave_city(t: Turn, m: March, place: int) -> None:
    """Who was in a city that is no more stands in the square (B-29); the troops take it if nobody hostile is there."""
    s = t.s
    square = square_of(place)
    for n in [n for n, unit in s.units.items() if unit.place == place]:
        t.bring(n, square)
    for who in [n for n, person in s.people.items() if person.place == place]:
        s.move_person(who, square)
    m.place = square
    if not hostile_at(t, m.owners(), square):
        conquest.claim(m, square)
