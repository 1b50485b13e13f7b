"""Spells of personal combat, one by one (4.2.1 to 4.2.5)."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings.combatant import Combatant, like

if TYPE_CHECKING:
    from palatine.games.adventurer_kings.fighting import Fight

CAST_BASE, CAST_PER_LEVEL, CAST_MOST = 30, 15, 95
MAGICIANS: Final = 10
"""What the Order of Magicians adds (4.2)."""
CHARMED = "charmed"


def cast(f: Fight, me: Combatant, spell: int, sure_level: int = 0) -> None:
    """Cast a spell; one from an item, of `sure_level`, cannot fail (4.2, 5.1)."""
    ability = c.SPELLS[spell].ability
    level = sure_level or me.levels[ability]
    me.used.add(spell)
    foe = f.foe(me)
    if not sure_level:
        me.spells[ability] -= 1
        if not f.t.chance(cast_chance(f, me, ability), "combat spell"):
            f.tell("spell-fails", "AK-4.2-07", name=me.name, spell=spell)
            failed(f, me, foe, spell)
            return
        if me.number:
            f.t.s.honour(me.number, BATTLE_MAGE, 1)
    if foe.ward and f.t.chance(foe.ward, "spell ward"):
        f.tell("warded", "AK-4.2-07", name=foe.name, spell=spell)
        return
    f.tell("spell", CLAUSE[spell], name=me.name, foe=foe.name, spell=spell)
    EFFECTS[spell](f, me, foe, level)


BATTLE_MAGE: Final = 31


def cast_chance(f: Fight, me: Combatant, ability: int) -> int:
    """30% and 15% a level, more for Pagans of a Pagan kingdom (4.2)."""
    percent = CAST_BASE + CAST_PER_LEVEL * c.PERCENT_LEVEL[min(me.levels[ability], c.TOP)]
    if me.seat >= 0:
        percent += kingdom_bonus(f, me, ability)
    return min(CAST_MOST, percent)


def kingdom_bonus(f: Fight, me: Combatant, ability: int) -> int:
    bonus = f.t.power(me.seat, "casting") or 0
    pagan = f.t.s.kingdoms[me.seat].alignment == c.PAGAN == me.alignment
    return int(bonus) + (MAGICIANS if pagan and ability != c.WH else 0)


def failed(f: Fight, me: Combatant, foe: Combatant, spell: int) -> None:
    """Two spells do harm when they fail: the undead rage (4.2.5)."""
    if spell == c.CONTROL and foe.is_of("undead"):
        extra = foe.hp * (50 + f.t.die(51, "rage of the undead") - 1) // 100
        foe.hp += extra
        foe.most += extra
        f.tell("undead-rage", "AK-4.2.5-22", name=foe.name)
    if spell == c.KILL and foe.number:
        foe.temper = c.BERSERK


def holy_symbol(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    unholy = foe.is_of("undead") or foe.is_of("anti-holy")
    me.cover *= max(0.0, 1 - (0.2 if unholy else 0.1) * level)
    if unholy:
        foe.hp -= sum([f.t.die(4, "Holy Symbol") for _ in range(level)])
    if me.number and f.t.masters(me.number, c.WH, 2):
        foe.silenced = foe.silenced or f.t.chance(50, "Holy Symbol against spells")


def spiritwrack(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    if foe.is_of("undead") or foe.mind == c.MECHANICAL:
        return
    halved = 0.5 if foe.mind == c.ANIMAL else 1.0
    foe.wracked += 0.5 * level * halved
    foe.silenced = foe.silenced or halved == 1.0 or f.t.chance(50, "an animal's spirit")


def charm(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """The foe is befriended, and the caster goes unharmed (4.2.2)."""
    f.finish(CHARMED, me)


def blast(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """Two to five free rounds; a master gets three to six (4.2.2)."""
    least = 3 if me.number and f.t.masters(me.number, c.PS, 3) else 2
    foe.held += least - 1 + f.t.die(4, "Psychic Blast")


def storm(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """4 to 16 on the foe; on the caster as much at Melee range, less farther off (4.2.2)."""
    if foe.is_of("underwater"):
        return
    foe.hp -= dice(f, 4, "Telekinetic Storm")
    me.hp -= dice(f, (1, 2, 4)[f.span], "one's own storm")


def dice(f: Fight, count: int, purpose: str) -> int:
    return sum([f.t.die(4, purpose) for _ in range(count)])


def invisibility(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    me.cover *= 0.5


def mirror(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """An image of the foe fights him; a second image undoes both (4.2.3)."""
    if foe.image is not None:
        foe.image = None
        return
    me.image = like(foe)


def fireball(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    if foe.is_of("underwater"):
        return
    if me.number and f.t.masters(me.number, c.EL, 2):
        foe.hp -= f.t.die(6, "Fireball") + f.t.die(6, "Fireball") + level
    else:
        foe.hp -= f.t.die(8, "Fireball") + level


FREE_IN_ICE: Final = 3


def ice(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """A shell of ice: whole, it gives time to flee or for three attacks; partial, for some (4.2.4)."""
    if foe.is_of("part-material"):
        return
    if foe.is_of("flyer"):
        foe.hp -= 4 + f.t.die(6, "crash")
        foe.held += f.t.die(3, "crash")
        return
    if foe.hp <= 4 * level:
        f.iced = foe
        foe.held += FREE_IN_ICE
        return
    foe.held += min(FREE_IN_ICE, ceil(FREE_IN_ICE * 4 * level / foe.hp))


def kill(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    if foe.is_of("undead") or foe.is_of("part-material") or foe.is_king:
        return
    foe.hp = 0


def hand(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    if foe.is_of("undead") or foe.is_of("anti-holy") or foe.mind == c.MECHANICAL:
        return
    me.gripping = level
    foe.gripped = foe.silenced = True


def control(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    if foe.is_of("undead"):
        foe.hp = 0


EFFECTS: Final = {
    c.HOLY_SYMBOL: holy_symbol, c.SPIRITWRACK: spiritwrack, c.CHARM: charm, c.BLAST: blast, c.STORM: storm,
    c.INVISIBILITY: invisibility, c.MIRROR: mirror, c.FIREBALL: fireball, c.ICE: ice, c.KILL: kill, c.HAND: hand,
    c.CONTROL: control,
}  # fmt: skip
CLAUSE: Final = {
    c.HOLY_SYMBOL: "AK-4.2.1-14", c.SPIRITWRACK: "AK-4.2.1-15", c.CHARM: "AK-4.2.2-02", c.BLAST: "AK-4.2.2-08",
    c.STORM: "AK-4.2.2-09", c.INVISIBILITY: "AK-4.2.3-08", c.MIRROR: "AK-4.2.3-10", c.FIREBALL: "AK-4.2.4-05",
    c.ICE: "AK-4.2.4-06", c.KILL: "AK-4.2.5-10", c.HAND: "AK-4.2.5-19", c.CONTROL: "AK-4.2.5-22",
}  # fmt: skip
