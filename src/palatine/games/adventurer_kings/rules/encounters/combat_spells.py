"""Spells of personal combat, one by one (4.2.1 to 4.2.5)."""

from __future__ import annotations

from math import ceil
from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.belongings import set_charges
from palatine.games.adventurer_kings.rules.common.spellcraft import RENOWNED, magicians
from palatine.games.adventurer_kings.rules.encounters.combatant import (
    BOW_RANGE,
    CHARMED,
    MELEE_RANGE,
    Combatant,
    Phantasm,
)
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import RAGE

CAST_BASE, CAST_PER_LEVEL, CAST_MOST = 30, 15, 95
UPON_ONESELF: Final = (tables.INVISIBILITY, tables.HOLY_SYMBOL, tables.HAND)
"""Spells that no ward of the foe's turns away."""


def cast_in_combat(f: Fight, me: Combatant, spell: int) -> None:
    """Cast a spell by skill: it comes off, or nothing happens (4.2)."""
    if comes_off(f, me, spell):
        apply_in_combat(f, me, spell, me.magic.levels[me.magic_of(spell)])


def comes_off(f: Fight, me: Combatant, spell: int) -> bool:
    """Whether a casting succeeds; every attempt counts against the limits (4.2, A95)."""
    ability = me.magic_of(spell)
    me.magic.used.add(spell)
    me.magic.spells[ability] -= 1
    me.conduct.experiences.add(("combat_spell", ability))
    if is_lucky(f, me, combat_cast_chance(f, me, spell)):
        if me.number:
            f.t.s.honour(me.number, titles.BATTLE_MAGE, 1)
            f.t.s.honour(me.number, titles.HIEROPHANT, int(ability == tables.ELEMENTAL_MAGIC))
        return True
    f.tell("spell-fails", "AK-4.2-07", name=me.name, spell=spell)
    apply_failure(f, f.foe(me), spell)
    return False


def is_lucky(f: Fight, me: Combatant, percent: float) -> bool:
    if f.t.chance(percent, "combat spell"):
        return True
    return f.t.second_try(me.number) and f.t.chance(percent, "combat spell, with luck")


def cast_from_item(f: Fight, me: Combatant, item: int) -> None:
    """A wand's spell never fails; its charge is spent, and the last one undoes it (5.1, 5.9)."""
    s = f.t.s
    spell = me.magic.charges[item]
    kind = s.items[item].kind
    charges = s.items[item].charges - 1
    me.magic.used.add(spell)
    f.tell("wand", "AK-5.1-05", name=me.name, item_kind=kind)
    set_charges(f.t, item, charges)
    if not charges:
        del me.magic.charges[item]
        f.tell("wand-spent", "AK-5.9-02", name=me.name, item_kind=kind)
    apply_in_combat(f, me, spell, tables.ITEMS[kind].level)


def apply_in_combat(f: Fight, me: Combatant, spell: int, level: int) -> None:
    """A spell that has come off does what it does, unless the foe is warded."""
    foe = f.foe(me)
    if spell not in UPON_ONESELF and f.t.chance(foe.guard.ward, "spell ward"):
        f.tell("warded", "AK-4.2-07", name=foe.name, spell=spell)
        return
    f.tell(f"spell-{NAMES[spell]}", CLAUSE[spell], name=me.name, foe=foe.name)
    EFFECTS[spell](f, me, foe, level)


def combat_cast_chance(f: Fight, me: Combatant, spell: int) -> float:
    """30% and 15% a level, more for Pagans of a Pagan kingdom; half for a figurine made by guesswork (4.2)."""
    ability = me.magic_of(spell)
    percent: float = CAST_BASE + CAST_PER_LEVEL * tables.PERCENT_LEVEL[min(me.magic.levels[ability], tables.TOP)]
    if me.seat >= 0:
        percent += kingdom_bonus(f, me, ability)
    percent = min(CAST_MOST, percent)
    if spell == tables.KILL and f.foe(me).conduct.is_sheltered:
        percent /= 2
    return percent * me.afflictions.thickened


def kingdom_bonus(f: Fight, me: Combatant, ability: int) -> int:
    """The Order of Magicians, Alchemy, and the Battle-Mage's renown (4.2)."""
    bonus = int(f.t.power(me.seat, "casting") or 0)
    bonus += RENOWNED * (f.t.has_title(me.number, titles.BATTLE_MAGE) + f.t.has_title(me.number, titles.HIEROPHANT))
    return bonus + magicians(f.t.s, me.seat, me.alignment, ability)


def apply_failure(f: Fight, foe: Combatant, spell: int) -> None:
    """Two spells have consequences when they fail: the victim rages (4.2.5)."""
    if spell == tables.CONTROL and foe.is_of("undead"):
        extra = foe.body.hp * (49 + f.t.die(51, "rage of the undead")) // 100
        foe.body.hp += extra
        foe.body.most += extra
        f.tell("undead-rage", "AK-4.2.5-22", name=foe.name, hp=extra)
    if spell == tables.KILL and foe.number and not foe.is_king:
        if foe.conduct.temper != tables.BERSERK:
            rage = f.t.die(RAGE, "rage")
            foe.conduct.temper, foe.body.hp, foe.body.most = (
                tables.BERSERK,
                foe.body.hp + rage,
                foe.body.most + rage,
            )
        f.tell("kill-rage", "AK-4.2.5-11", name=foe.name)


# White Magic


def holy_symbol(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """A tenth less to hit for each level; against the unholy a fifth, and 1 to 4 damage a level (4.2.1)."""
    unholy = foe.is_of("undead") or foe.is_of("anti-holy")
    me.guard.cover *= max(0.0, 1 - (0.2 if unholy else 0.1) * level)
    if unholy:
        scorch(f, foe, dice(f, level, "Holy Symbol"))
    if f.t.masters(me.number, tables.SYMBOL_AGAINST_SPELLS):
        foe.afflictions.thickened *= 0.5


def spiritwrack(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """No spells, no arrows, weaker blows; animals suffer half of it, the spiritless nothing (4.2.1)."""
    if foe.is_of("undead") or foe.mind == tables.MECHANICAL:
        fizzle(f, foe)
        return
    is_animal = foe.mind == tables.ANIMAL
    foe.afflictions.wracked += 0.5 * level * (0.5 if is_animal else 1.0)
    foe.afflictions.silenced = foe.afflictions.silenced or not is_animal or f.t.chance(50, "an animal's spirit")


# Psychic Magic


def charm(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """The foe is befriended, and the caster goes unharmed (4.2.2)."""
    f.finish(CHARMED, me)


def blast(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """Two to five free rounds after this one; a master gets three to six (4.2.2)."""
    least = 3 if f.t.masters(me.number, tables.LONG_BLAST) else 2
    hold(f, foe, least - 1 + f.t.die(4, "Psychic Blast"))


def hold(f: Fight, foe: Combatant, rounds: int) -> None:
    """So many rounds from the next one on, the foe does nothing; this round he is stunned (5.1)."""
    foe.afflictions.held = max(foe.afflictions.held, rounds + 1)
    f.tell("held", "AK-5.1-03", name=foe.name, rounds=rounds)


def storm(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """4 to 16 on the foe; on the caster as much at Melee range, less farther off (4.2.2)."""
    if foe.is_of("underwater"):
        fizzle(f, foe)
        return
    scorch(f, foe, dice(f, 4, "Telekinetic Storm"))
    own = dice(f, (1, 2, 4)[f.span], "one's own storm")
    f.tell("own-storm", "AK-4.2.2-09", name=me.name, harm=own)
    me.suffer(own)


def dice(f: Fight, count: int, purpose: str) -> int:
    return sum([f.t.die(4, purpose) for _ in range(count)])


def scorch(f: Fight, foe: Combatant, harm: int) -> None:
    f.tell("harm", "AK-5.0-04", name=foe.name, harm=harm)
    foe.suffer(harm)


def fizzle(f: Fight, foe: Combatant) -> None:
    """The spell does nothing to such a being."""
    f.tell("no-effect", "AK-4.2-07", name=foe.name)


# Illusory Magic


def invisibility(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    me.guard.cover *= 0.5
    me.guard.is_unseen = True


def mirror(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """An image of the foe fights him, while the caster does nothing else (4.2.3)."""
    f.phantasm = Phantasm(me, foe, level)


# Elemental Magic


def fireball(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """1 to 8 and a point a level, from a master 2 to 12; not under water (4.2.4)."""
    if foe.is_of("underwater"):
        fizzle(f, foe)
        return
    if f.t.masters(me.number, tables.GREAT_FIREBALL):
        scorch(f, foe, f.t.die(6, "Fireball") + f.t.die(6, "Fireball") + level)
    else:
        scorch(f, foe, f.t.die(8, "Fireball") + level)


FREE_IN_ICE: Final = 3
PER_LEVEL_IN_ICE: Final = 4
"""Hit points that each level can freeze."""


def ice(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """A shell of ice: whole, it gives time to flee or for three attacks; partial, for some (4.2.4)."""
    if foe.is_of("part-material"):
        fizzle(f, foe)
        return
    if foe.is_of("flyer"):
        scorch(f, foe, 4 + f.t.die(6, "crash"))
        hold(f, foe, f.t.die(3, "in the wreck"))
        return
    if foe.body.hp <= PER_LEVEL_IN_ICE * level:
        f.iced = foe
        f.span = best_span(f, me)
        hold(f, foe, FREE_IN_ICE)
        return
    hold(f, foe, min(FREE_IN_ICE, ceil(FREE_IN_ICE * PER_LEVEL_IN_ICE * level / foe.body.hp)))


def best_span(f: Fight, me: Combatant) -> int:
    """The range that is best for the next tactic of somebody who has time (4.2.4)."""
    for tactic in me.conduct.plan[me.conduct.at :]:
        if isinstance(tactic, orders.Fire) and me.arms.arrows:
            return BOW_RANGE
        if isinstance(tactic, orders.Strike):
            return MELEE_RANGE
        if isinstance(tactic, orders.Cast | orders.UseItem | orders.Flee):
            return f.span
    return MELEE_RANGE


# Necromancy


def kill(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """The victim dies; not Kings, the undead, or who is only partly of this world (4.2.5)."""
    if foe.is_of("undead") or foe.is_of("part-material") or foe.is_king:
        fizzle(f, foe)
        return
    foe.body.hp = 0


def hand(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """From now on the foe's heart is squeezed; he neither casts nor shoots (4.2.5)."""
    if foe.is_of("undead") or foe.is_of("anti-holy") or foe.mind == tables.MECHANICAL:
        fizzle(f, foe)
        return
    me.afflictions.gripping = level
    foe.afflictions.gripped = True


def control(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """An undead foe is helpless long enough to be destroyed (4.2.5)."""
    if not foe.is_of("undead"):
        fizzle(f, foe)
        return
    foe.body.hp = 0


EFFECTS: Final = {
    tables.HOLY_SYMBOL: holy_symbol, tables.SPIRITWRACK: spiritwrack, tables.CHARM: charm, tables.BLAST: blast,
    tables.STORM: storm,
    tables.INVISIBILITY: invisibility, tables.MIRROR: mirror, tables.FIREBALL: fireball, tables.ICE: ice,
    tables.KILL: kill, tables.HAND: hand,
    tables.CONTROL: control,
}  # fmt: skip
NAMES: Final = {spell: effect.__name__.replace("_", "-") for spell, effect in EFFECTS.items()}
"""By spell: how the message that tells of it is called."""
CLAUSE: Final = {
    tables.HOLY_SYMBOL: "AK-4.2.1-14", tables.SPIRITWRACK: "AK-4.2.1-15", tables.CHARM: "AK-4.2.2-02",
    tables.BLAST: "AK-4.2.2-08",
    tables.STORM: "AK-4.2.2-09", tables.INVISIBILITY: "AK-4.2.3-08", tables.MIRROR: "AK-4.2.3-10",
    tables.FIREBALL: "AK-4.2.4-05",
    tables.ICE: "AK-4.2.4-06", tables.KILL: "AK-4.2.5-10", tables.HAND: "AK-4.2.5-19", tables.CONTROL: "AK-4.2.5-22",
}  # fmt: skip
