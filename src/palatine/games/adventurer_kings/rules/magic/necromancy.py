"""Necromancy: skeletons, death from afar, plague (4.2.5)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY, NATIVE, Army, Fallen, Person
from palatine.games.adventurer_kings.rules.combat.casualties import bury
from palatine.games.adventurer_kings.rules.common.command import note_invasion
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.spellcraft import province, tell_spell
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need
from palatine.games.adventurer_kings.rules.common.turn_records import Plague
from palatine.games.adventurer_kings.rules.encounters.encounters import enrage

ARMY_LOSS: Final = 10
SPREAD: Final = 15
MASTERLY_SPREAD: Final = 25
IMBECILE: Final = 25


def skeletons(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """Raise one army per level from those who fell here in earlier turns (4.2.5)."""
    s = t.s
    person = s.people[n]
    place = person.place
    old = [each for each in s.fallen.get(place, ()) if each.turn < s.turn]
    need(old, "AK-4.2.5-01", "fail.no-graves", place=place)
    most = level + t.masters(n, tables.MORE_SKELETONS) + t.has_title(n, titles.SOVEREIGN)
    raised, origin = [], place if s.relation(person.seat, s.owners[place]) == ENEMY else -1
    for each in s.dice.sample(old, min(most, len(old)), "who rises"):
        s.fallen[place] = without(s.fallen[place], each)
        made = Army(each.type, each.race, each.quality, place, person.seat, n, is_skeletal=True, origin=origin)
        raised.append(s.new_army(made))
    if not s.fallen[place]:
        del s.fallen[place]
    s.honour(n, titles.SOVEREIGN, len(raised))
    tell_spell(t, n, "skeletons", "AK-4.2.5-02", place=place, armies=raised)
    if s.relation(person.seat, s.owners[place]) == ENEMY:
        note_invasion(t, raised)


def without(those: tuple[Fallen, ...], one: Fallen) -> tuple[Fallen, ...]:
    """Return the tuple without one element equal to the given one."""
    at = those.index(one)
    return those[:at] + those[at + 1 :]


def victim_of(t: Turn, n: int, target: int) -> Person:
    """Return the target of a killing spell: another in the caster's province, not a King.

    See 4.2.5.
    """
    s = t.s
    other = s.people.get(target)
    if other is None or other.died or other.place != s.people[n].place or target == n:
        raise Failed("AK-4.2.5-10", "fail.not-here", other=target)
    need(not other.is_king, "AK-4.2.5-13", "fail.king-immune", other=target)
    return other


def kill_character(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """Kill a character or make an imbecile (4.2.5).

    The undead and half of the generals resist and become furious.
    """
    other = victim_of(t, n, target)
    is_proof = other.alignment == tables.UNDEAD or other.visitor > 0
    if is_proof or (t.s.is_general(target) and not t.chance(50, "a figurine from afar")):
        tell_spell(t, n, "kill-fails", "AK-4.2.5-12", other=target)
        enrage(t, n, target)
        return
    if t.chance(IMBECILE, "a deathly coma"):
        make_imbecile(t, n, target, other)
        return
    tell_spell(t, n, "kill", "AK-4.2.5-10", other=target)
    die(t, target)


def make_imbecile(t: Turn, n: int, target: int, other: Person) -> None:
    """Remove all skills until resurrection (4.2.5)."""
    lost = other.lost_levels or other.levels
    bare = tuple(0 for _ in tables.ABILITIES)
    t.s.set_person(target, is_imbecile=True, levels=bare, lost_levels=lost)
    t.forget_skills()
    tell_spell(t, n, "imbecile", "AK-4.2.5-15", other=target)
    t.log("imbecile", "AK-4.2.5-15", [other.seat], who=target)


def plague(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    place = province(t, n, target)
    tell_spell(t, n, "plague", "AK-4.2.5-16", place=place)
    afflict(t, place, level, plague_master(t, n))


def plague_master(t: Turn, n: int) -> int:
    """Return a master caster, whose plague spares friends; otherwise 0 (4.2.5)."""
    return n if t.masters(n, tables.SPARING_PLAGUE) else 0


def afflict(t: Turn, place: int, level: int, master: int = 0) -> None:
    """Apply a plague: 10 % plus 10 % per level for each humanoid army (4.2.5).

    Survivors are immune and may weaken.
    """
    s = t.s
    if place in t.spells.plagues:
        return
    t.spells.plagues[place] = Plague(level, master)
    t.phase.new_plagues.add(place)
    lost = []
    for a in s.armies_at(place):
        army = s.armies[a]
        percent = plague_risk(t, army, level)
        if not percent:
            continue
        if not t.chance(percent, "plague"):
            s.set_army(a, is_immune=True)
        elif army.is_immune:
            s.set_army(a, quality=max(tables.SUB_DEPLETED, army.quality - 1))
        else:
            lost.append(a)
    owners = {s.armies[a].owner for a in lost} | {s.owners[place]}
    kind = "plague" if lost else "plague-spares"
    t.log(kind, "AK-4.2.5-16", owners - {NATIVE}, place=place, armies=lost)
    for a in lost:
        bury(t, a)


def plague_risk(t: Turn, army: Army, level: int) -> float:
    """Return the percentage at which a plague strikes an army (4.2.5).

    It is 0 for skeletons and non-humanoids.
    """
    if army.race not in tables.HUMANOID or army.is_skeletal:
        return 0.0
    return float((ARMY_LOSS + ARMY_LOSS * level) * (t.power(army.owner, "plague") or 1.0))


def spread_plagues(t: Turn) -> None:
    """Spread plagues to adjacent provinces with 15 % each, from the next phase on (4.2.5)."""
    for place, (level, master) in list(t.spells.plagues.items()):
        if place in t.phase.new_plagues:
            continue
        for near in t.s.atlas.neighbours[place]:
            if t.chance(spread_chance(t, near, master), "plague spreads", near):
                afflict(t, near, level, master)


def spread_chance(t: Turn, place: int, master: int) -> int:
    """Return the percentage at which a plague spreads to a neighbour in a phase (4.2.5).

    A master's spares the King's friends and spreads more easily to others.
    """
    if not master:
        return SPREAD
    return 0 if t.s.is_friendly(t.s.people[master].seat, place) else MASTERLY_SPREAD
