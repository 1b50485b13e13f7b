"""White Magic: resurrection, the parted sea, blessings (4.2.1)."""

from __future__ import annotations

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.common.deaths import enthrone
from palatine.games.adventurer_kings.rules.common.earth_map import has_strait
from palatine.games.adventurer_kings.rules.common.hiring import MOST_OFFER, enter_service, price
from palatine.games.adventurer_kings.rules.common.spellcraft import province, tell_spell
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need


def resurrect(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """Resurrect the dead, cure an imbecile, convert a Hero, or restore an old King.

    A Divine King's living Hero is converted; the old King returns through the heir.
    """
    s = t.s
    caster, other = s.people[n], s.people.get(target)
    if other is None or other.place != caster.place or other.visitor:
        raise Failed("AK-4.2.1-01", "fail.not-here", other=target)
    if carries_bones(t, target):
        restore_king(t, n, target)
    elif not other.died:
        raise_living(t, n, target)
    else:
        raise_dead(t, n, target)
        if t.masters(n, tables.DOUBLE_RESURRECTION):
            raise_another(t, n)
    s.praise(n, titles.PRIEST, 1)
    s.honour(n, titles.VOICE_OF_HEAVEN, 2)


def carries_bones(t: Turn, target: int) -> bool:
    """Return whether a character is an heir through whom the old King can return (4.2.1)."""
    person = t.s.people[target]
    if person.died or not person.is_king or person.seat < 0:
        return False
    kingdom = t.s.kingdoms[person.seat]
    return kingdom.old > 0 and not kingdom.is_gone


def restore_king(t: Turn, n: int, heir: int) -> None:
    """Restore the old King from the bones that the heir carries (4.2.1, A128)."""
    s = t.s
    seat = s.people[heir].seat
    old = s.kingdoms[seat].old
    s.set_person(old, died=0, place=s.people[heir].place, seat=seat)
    s.set_kingdom(seat, old=0, awaits_levels=False)
    enthrone(t, old, heir)
    s.set_person(heir, died=s.turn)
    t.forget_dead(heir)
    tell_spell(t, n, "king-back", "AK-4.2.1-06", other=old)
    if s.people[n].seat != seat:
        t.log("king-back", "AK-4.2.1-06", [seat], other=old)


def raise_living(t: Turn, n: int, target: int) -> None:
    """Cure an imbecile, or turn a Divine King's Hero to Good (4.2.1, 4.2.5)."""
    s = t.s
    caster, other = s.people[n], s.people[target]
    if other.is_imbecile:
        s.set_person(target, is_imbecile=False, levels=other.lost_levels, lost_levels=())
        t.forget_skills()
        tell_spell(t, n, "wits", "AK-4.2.5-15", other=target)
        return
    if other.cursed >= 0:
        lift_curse(t, target)
        tell_spell(t, n, "uncursed", "AK-5.8-04", other=target)
        return
    divine = caster.is_king and caster.alignment == tables.DIVINE and other.seat == caster.seat
    need(divine, "AK-4.2.1-04", "fail.alive", other=target)
    s.set_person(target, alignment=tables.GOOD)
    tell_spell(t, n, "converted", "AK-4.2.1-04", other=target)


def lift_curse(t: Turn, n: int) -> None:
    """Restore a level taken by a curse, by blessing or resurrection (4.2.1, 5.8)."""
    person = t.s.people[n]
    ability = person.cursed
    if ability < 0:
        return
    levels = list(person.levels)
    levels[ability] = min(tables.TOP, levels[ability] + 1)
    t.s.set_person(n, levels=tuple(levels), cursed=-1)
    t.forget_skills()
    t.log("curse-lifted", "AK-5.8-04", [person.seat], who=n, ability=ability)


def raise_another(t: Turn, n: int) -> None:
    """Raise a second dead character for a master, people of the master's King first."""
    s = t.s
    caster = s.people[n]
    dead = [m for m, each in s.people.items() if each.died and each.place == caster.place and may_rise(t, m)]
    if dead:
        raise_dead(t, n, min(dead, key=lambda m: (s.people[m].seat != caster.seat, -sum(s.people[m].levels), m)))


def may_rise(t: Turn, target: int) -> bool:
    """Return whether a dead character can be raised in person.

    Kings are raised only through the heirs who carry their bones (4.2.1).
    """
    other = t.s.people[target]
    return not other.is_king and not other.visitor


def raise_dead(t: Turn, n: int, target: int) -> None:
    """Resurrect a character with all abilities, in the service of the caster's King (4.2.1)."""
    s = t.s
    caster, other = s.people[n], s.people[target]
    need(may_rise(t, target), "AK-4.2.1-06", "fail.bones", other=target)
    alignment = other.alignment
    if caster.is_king and caster.alignment == tables.DIVINE:
        alignment = tables.GOOD
    elif alignment == tables.UNDEAD:
        alignment = caster.alignment
    s.set_person(
        target, died=0, alignment=alignment, levels=other.lost_levels or other.levels, lost_levels=(),
        is_imbecile=False,
    )  # fmt: skip
    enter_service(t, target, caster.seat, MOST_OFFER)
    lift_curse(t, target)
    s.set_person(target, pay=max(1, min(MOST_OFFER, price(t, caster.seat, target))))
    tell_spell(t, n, "raised", "AK-4.2.1-02", other=target)


def part_sea(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    place = province(t, n, target)
    if place in t.spells.flooded:
        t.spells.flooded.discard(place)
        tell_spell(t, n, "drain", "AK-4.2.1-11", place=place)
        return
    need(t.s.is_sea(place) or has_strait(t.s, place), "AK-4.2.1-08", "fail.no-sea", place=place)
    t.spells.parted.add(place)
    tell_spell(t, n, "part-sea", "AK-4.2.1-08", place=place)


def bless(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """Bless a province anywhere; its dead may find rest (4.2.1, A108)."""
    s = t.s
    place = province(t, n, target, -1)
    need(place in s.known[s.people[n].seat], "AK-4.2.1-12", "fail.unknown-province", place=place)
    t.spells.blessed.add(place)
    if t.masters(n, tables.WIDE_BLESSING):
        rich = [p for p in s.provinces(s.people[n].seat) if p not in t.spells.blessed]
        if rich:
            t.spells.blessed.add(max(rich, key=lambda p: (s.lands[p].tax, -p)))
    if t.masters(n, tables.HEALING):
        t.spells.plagues.pop(place, None)
    s.praise(n, titles.PRIEST, 1)
    s.honour(n, titles.BEACON, 1)
    tell_spell(t, n, "bless", "AK-4.2.1-12", place=place)
    for m in [m for m in s.people_at(place) if s.people[m].cursed >= 0]:
        lift_curse(t, m)
    if place in s.fallen and t.chance(10 * level + 10, "rest for the dead"):
        del s.fallen[place]
        tell_spell(t, n, "rest", "AK-4.2.1-13", place=place)
