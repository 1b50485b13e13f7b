"""Action spells of mind, illusion and elements, and the table of all (4.2)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, FREE
from palatine.games.adventurer_kings.rules.common.hiring import MOST_OFFER, REFUSES, price
from palatine.games.adventurer_kings.rules.common.spellcraft import province, tell_spell
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need
from palatine.games.adventurer_kings.rules.magic.necromancy import kill_character, plague, skeletons
from palatine.games.adventurer_kings.rules.magic.white_magic import bless, part_sea, resurrect
from palatine.games.adventurer_kings.rules.realm.recruiting import take_service

ARMY_LOSS, GREAT_LOSS = 10, 15

# Psychic Magic (4.2.2)


def charm_hero(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """Charm a Hero without armies into service; an Undead King's victims turn Undead.

    See 4.2.2, A97.
    """
    s = t.s
    caster, other = s.people[n], s.people.get(target)
    if other is None or other.died or other.place != caster.place:
        raise Failed("AK-4.2.2-01", "fail.not-here", other=target)
    need(not other.is_king, "AK-4.2.2-01", "fail.serves-another", other=target)
    need(
        not s.led_by(target) or t.masters(n, tables.CHARM_OF_LEADERS),
        "AK-4.2.2-01",
        "fail.leads-armies",
        other=target,
    )
    corrupts = caster.is_king and caster.alignment == tables.UNDEAD
    own = corrupts and other.seat == caster.seat
    need(own or (other.seat == FREE and other.rules < 0 and not other.visitor), "AK-4.2.2-01", "fail.serves-another",
         other=target)  # fmt: skip
    if s.led_by(target) and not t.chance(50, "the Charm of a general"):
        tell_spell(t, n, "charm-fails", "AK-4.2.2-01", other=target)
        return
    if corrupts:
        corrupt(t, target)
        tell_spell(t, n, "corrupt", "AK-4.2.2-04", other=target, alignment=s.people[target].alignment)
    asked = price(t, caster.seat, target)
    if not own:
        need(asked < REFUSES or corrupts, "AK-4.2.2-01", "fail.will-not-serve", other=target)
        take_service(t, target, caster.seat, max(1, min(MOST_OFFER, asked)))
        tell_spell(t, n, "charm", "AK-4.2.2-01", other=target)


def corrupt(t: Turn, target: int) -> None:
    """Move a victim's alignment toward Undead; the skilled resist part of it (4.2.2)."""
    person = t.s.people[target]
    steps = t.die(3, "corruption") if max(person.levels) >= 3 else tables.UNDEAD
    t.s.set_person(target, alignment=min(tables.UNDEAD, person.alignment + steps))


def with_him(t: Turn, n: int, target: int, clause: str) -> int:
    """Return the caster, or a person of a friendly side here."""
    s = t.s
    if not target or target == n:
        return n
    caster, other = s.people[n], s.people.get(target)
    if other is None or other.died or other.place != caster.place:
        raise Failed(clause, "fail.not-here", other=target)
    need(s.relation(caster.seat, other.seat) == ALLIED, clause, "fail.no-ally", other=target)
    return target


def oratory(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    other = with_him(t, n, target, "AK-4.2.2-06")
    t.spells.hearts.add(other)
    if t.masters(n, tables.ZEALOUS_ORATORY):
        t.spells.zealous.add(other)
    if t.masters(n, tables.MASS_ORATORY):
        place, seat = t.s.people[n].place, t.s.people[n].seat
        t.spells.hearts.update(each for each in t.s.people_at(place) if t.s.people[each].seat == seat)
        t.spells.crowds.add((seat, place))
    tell_spell(t, n, "oratory", "AK-4.2.2-06", other=other)


def clairvoyance(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    other = t.s.people.get(target)
    if other is None or other.died:
        raise Failed("AK-4.2.2-07", "fail.no-such-character", number=target)
    t.s.spot(t.s.people[n].seat, target)
    before = t.spells.watched.get(n, ())
    t.spells.watched[n] = (*before[-1:], target) if t.masters(n, tables.DOUBLE_CLAIRVOYANCE) else (target,)
    tell_spell(t, n, "clairvoyance", "AK-4.2.2-07", other=target, place=other.place)


# Illusory Magic (4.2.3)


def illusion(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    place = province(t, n, target)
    need(terrain in tables.TERRAINS, "AK-4.2.3-01", "fail.no-terrain")
    t.s.illusions[place] = tables.TERRAINS.index(terrain)
    tell_spell(t, n, "illusion", "AK-4.2.3-01", place=place, terrain=tables.TERRAINS.index(terrain))


def phantasm(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    other = with_him(t, n, target, "AK-4.2.3-04")
    t.spells.phantoms[other] = max(level, t.spells.phantoms.get(other, 0))
    if t.masters(n, tables.DOUBLE_PHANTASM):
        t.spells.phantoms[n] = max(level, t.spells.phantoms.get(n, 0))
    tell_spell(t, n, "phantasm", "AK-4.2.3-04", other=other)


def hide(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    s = t.s
    feature = s.features.get(target)
    if feature is None or feature.place != s.people[n].place:
        raise Failed("AK-4.2.3-05", "fail.no-feature", number=target)
    s.set_feature(target, is_hidden=True, boldness=0)
    tell_spell(t, n, "hide", "AK-4.2.3-05", feature=target)


# Elemental Magic (4.2.4)


def flood(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    s = t.s
    place = province(t, n, target)
    need(can_be_flooded(t, place), "AK-4.2.4-01", "fail.no-flood", place=place)
    flood_one(t, n, place)
    if t.masters(n, tables.DOUBLE_FLOOD):
        near = [p for p in s.atlas.neighbours[place] if s.terrain(p) not in (tables.MOUNTAIN, tables.SEA)]
        foreign = [p for p in near if not s.is_friendly(s.people[n].seat, p)]
        if foreign:
            flood_one(t, n, foreign[0])


def can_be_flooded(t: Turn, place: int) -> bool:
    """Return whether a province can be flooded: no mountains, of seas only parted ones (4.2.4)."""
    return t.s.terrain(place) not in (tables.MOUNTAIN, tables.SEA) or place in t.spells.parted


def flood_one(t: Turn, n: int, place: int) -> None:
    if place in t.spells.parted:
        t.spells.parted.discard(place)
        tell_spell(t, n, "refill", "AK-4.2.1-11", place=place)
        return
    t.spells.flooded.add(place)
    tell_spell(t, n, "flood", "AK-4.2.4-02", place=place)


def enemy_province(t: Turn, n: int, target: int, reach: int, clause: str) -> int:
    """Return the place of an Enemy's or natives' province within reach (A99)."""
    s = t.s
    place = province(t, n, target, reach)
    need(s.relation(s.people[n].seat, s.owners[place]) == ENEMY, clause, "fail.no-enemy-land", place=place)
    return place


def tornado(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """Scatter armies of any owner, each with 10 % per level (4.2.4, A100)."""
    s = t.s
    place = enemy_province(t, n, target, 1, "AK-4.2.4-03")
    percent = tornado_risk(t, n, level)
    lost = [a for a in s.armies_at(place) if t.chance(percent, "tornado")]
    owners = {s.armies[a].owner for a in lost}
    tell_spell(t, n, "tornado" if lost else "tornado-spares", "AK-4.2.4-03", place=place, armies=lost)
    t.log("scattered", "AK-4.2.4-03", owners - {s.people[n].seat}, place=place, armies=lost)
    for a in lost:
        t.remove_army(a)


def tornado_risk(t: Turn, n: int, level: int) -> int:
    """Return the percentage at which a caster's tornado scatters an army (4.2.4)."""
    return (GREAT_LOSS if t.masters(n, tables.GREAT_TORNADO) else ARMY_LOSS) * level


def earthquake(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    s = t.s
    place = enemy_province(t, n, target, 2 if t.masters(n, tables.FAR_EARTHQUAKE) else 1, "AK-4.2.4-04")
    need(not t.is_sea(place) or s.lands[place].coast >= 0, "AK-4.2.4-04", "fail.no-land", place=place)
    t.spells.quaked.add(place)
    tell_spell(t, n, "earthquake", "AK-4.2.4-04", place=place)
    t.log("shaken", "AK-4.2.4-04", [s.owners[place]], place=place)


EFFECTS: Final = {
    tables.RESURRECT: resurrect, tables.PART_SEA: part_sea, tables.BLESS: bless, tables.CHARM: charm_hero,
    tables.ORATORY: oratory,
    tables.CLAIRVOYANCE: clairvoyance, tables.ILLUSION: illusion, tables.PHANTASM: phantasm, tables.HIDE: hide,
    tables.FLOOD: flood,
    tables.TORNADO: tornado, tables.EARTHQUAKE: earthquake, tables.SKELETONS: skeletons, tables.KILL: kill_character,
    tables.PLAGUE: plague,
}  # fmt: skip
