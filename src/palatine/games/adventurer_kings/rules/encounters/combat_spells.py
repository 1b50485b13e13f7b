"""Spells of personal combat (4.2.1 to 4.2.5)."""

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
"""Spells that a foe's ward does not affect."""


def cast_in_combat(f: Fight, me: Combatant, spell: int) -> None:
    """Cast a spell by skill; a failure has no effect, with exceptions (4.2)."""
    if comes_off(f, me, spell):
        apply_in_combat(f, me, spell, me.magic.levels[me.magic_of(spell)])


def comes_off(f: Fight, me: Combatant, spell: int) -> bool:
    """Return whether a casting succeeds; every attempt counts against the limits (4.2, A95)."""
    ability = me.magic_of(spell)
    me.magic.used.add(spell)
    me.magic.spells[ability] -= 1
    me.conduct.experiences.add(("combat_spell", ability))
    if is_lucky(f, me, combat_cast_chance(f, me, spell)):
        if me.number:
            f.t.s.honour(me.number, titles.BATTLE_MAGE, 1)
            f.t.s.honour(me.number, titles.HIEROPHANT, int(ability == tables.ELEMENTAL_MAGIC))
        return True
    f.log_fight("spell-fails", "AK-4.2-07", name=me.name, spell=spell)
    apply_failure(f, f.foe(me), spell)
    return False


def is_lucky(f: Fight, me: Combatant, percent: float) -> bool:
    if f.t.chance(percent, "combat spell"):
        return True
    return f.t.second_try(me.number) and f.t.chance(percent, "combat spell, with luck")


def cast_from_item(f: Fight, me: Combatant, item: int) -> None:
    """Cast an item's spell, which never fails and spends a charge (5.1, 5.9).

    The last charge destroys the item.
    """
    s = f.t.s
    spell = me.magic.charges[item]
    kind = s.items[item].kind
    charges = s.items[item].charges - 1
    me.magic.used.add(spell)
    f.log_fight("wand", "AK-5.1-05", name=me.name, item_kind=kind)
    set_charges(f.t, item, charges)
    if not charges:
        del me.magic.charges[item]
        f.log_fight("wand-spent", "AK-5.9-02", name=me.name, item_kind=kind)
    apply_in_combat(f, me, spell, tables.ITEMS[kind].level)


def apply_in_combat(f: Fight, me: Combatant, spell: int, level: int) -> None:
    """Apply a successful spell unless the foe's ward stops it."""
    foe = f.foe(me)
    if spell not in UPON_ONESELF and f.t.chance(foe.guard.ward, "spell ward"):
        f.log_fight("warded", "AK-4.2-07", name=foe.name, spell=spell)
        return
    f.log_fight(f"spell-{NAMES[spell]}", CLAUSE[spell], name=me.name, foe=foe.name)
    EFFECTS[spell](f, me, foe, level)


def combat_cast_chance(f: Fight, me: Combatant, spell: int) -> float:
    """Return the percentage to cast: 30 plus 15 per level, more for Pagans of a Pagan kingdom.

    It is halved for a figurine made by guesswork. See 4.2.
    """
    ability = me.magic_of(spell)
    percent: float = CAST_BASE + CAST_PER_LEVEL * tables.PERCENT_LEVEL[min(me.magic.levels[ability], tables.TOP)]
    if me.seat >= 0:
        percent += kingdom_bonus(f, me, ability)
    percent = min(CAST_MOST, percent)
    if spell == tables.KILL and f.foe(me).conduct.is_sheltered:
        percent /= 2
    return percent * me.afflictions.thickened


def kingdom_bonus(f: Fight, me: Combatant, ability: int) -> int:
    """Return the bonus of the Order of Magicians, Alchemy and the Battle-Mage (4.2)."""
    bonus = int(f.t.power(me.seat, "casting") or 0)
    bonus += RENOWNED * (f.t.has_title(me.number, titles.BATTLE_MAGE) + f.t.has_title(me.number, titles.HIEROPHANT))
    return bonus + magicians(f.t.s, me.seat, me.alignment, ability)


def apply_failure(f: Fight, foe: Combatant, spell: int) -> None:
    """Apply the two spells that enrage their victim when they fail (4.2.5)."""
    if spell == tables.CONTROL and foe.is_of("undead"):
        extra = foe.body.hp * (49 + f.t.die(51, "rage of the undead")) // 100
        foe.body.hp += extra
        foe.body.most += extra
        f.log_fight("undead-rage", "AK-4.2.5-22", name=foe.name, hp=extra)
    if spell == tables.KILL and foe.number and not foe.is_king:
        if foe.conduct.temper != tables.BERSERK:
            rage = f.t.die(RAGE, "rage")
            foe.conduct.temper, foe.body.hp, foe.body.most = (
                tables.BERSERK,
                foe.body.hp + rage,
                foe.body.most + rage,
            )
        f.log_fight("kill-rage", "AK-4.2.5-11", name=foe.name)


# White Magic


def holy_symbol(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """Reduce the foe's chance to hit by 10 % per level (4.2.1).

    Against the unholy it is 20 %, plus 1 to 4 damage per level.
    """
    unholy = foe.is_of("undead") or foe.is_of("anti-holy")
    me.guard.cover *= max(0.0, 1 - (0.2 if unholy else 0.1) * level)
    if unholy:
        scorch(f, foe, dice(f, level, "Holy Symbol"))
    if f.t.masters(me.number, tables.SYMBOL_AGAINST_SPELLS):
        foe.afflictions.thickened *= 0.5


def spiritwrack(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """Prevent spells and arrows and weaken blows; half on animals, none on the spiritless.

    See 4.2.1.
    """
    if foe.is_of("undead") or foe.mind == tables.MECHANICAL:
        fizzle(f, foe)
        return
    is_animal = foe.mind == tables.ANIMAL
    foe.afflictions.wracked += 0.5 * level * (0.5 if is_animal else 1.0)
    foe.afflictions.silenced = foe.afflictions.silenced or not is_animal or f.t.chance(50, "an animal's spirit")


# Psychic Magic


def charm(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """End the fight by befriending the foe, without harm to the caster (4.2.2)."""
    f.finish(CHARMED, me)


def blast(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """Hold the foe for two to five rounds after this one, a master's for three to six (4.2.2)."""
    least = 3 if f.t.masters(me.number, tables.LONG_BLAST) else 2
    hold(f, foe, least - 1 + f.t.die(4, "Psychic Blast"))


def hold(f: Fight, foe: Combatant, rounds: int) -> None:
    """Hold the foe from the next round on and stun it in this one (5.1)."""
    foe.afflictions.held = max(foe.afflictions.held, rounds + 1)
    f.log_fight("held", "AK-5.1-03", name=foe.name, rounds=rounds)


def storm(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """Deal 4 to 16 to the foe, and to the caster as much at Melee range, less farther away.

    See 4.2.2.
    """
    if foe.is_of("underwater"):
        fizzle(f, foe)
        return
    scorch(f, foe, dice(f, 4, "Telekinetic Storm"))
    own = dice(f, (1, 2, 4)[f.span], "one's own storm")
    f.log_fight("own-storm", "AK-4.2.2-09", name=me.name, harm=own)
    me.suffer(own)


def dice(f: Fight, count: int, purpose: str) -> int:
    return sum([f.t.die(4, purpose) for _ in range(count)])


def scorch(f: Fight, foe: Combatant, harm: int) -> None:
    f.log_fight("harm", "AK-5.0-04", name=foe.name, harm=harm)
    foe.suffer(harm)


def fizzle(f: Fight, foe: Combatant) -> None:
    """Report that a spell has no effect on such a being."""
    f.log_fight("no-effect", "AK-4.2-07", name=foe.name)


# Illusory Magic


def invisibility(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    me.guard.cover *= 0.5
    me.guard.is_unseen = True


def mirror(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """Create an image of the foe, which fights it while the caster does nothing else (4.2.3)."""
    f.phantasm = Phantasm(me, foe, level)


# Elemental Magic


def fireball(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """Deal 1 to 8 plus a point per level, a master 2 to 12; not under water (4.2.4)."""
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
    """Freeze the foe, wholly or partly, for time to flee or attack (4.2.4).

    A whole shell allows flight or three attacks.
    """
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
    """Return the best range for the caster's next tactic while the foe is frozen (4.2.4)."""
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
    """Kill the victim, except Kings, the undead and those only partly material (4.2.5)."""
    if foe.is_of("undead") or foe.is_of("part-material") or foe.is_king:
        fizzle(f, foe)
        return
    foe.body.hp = 0


def hand(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """Squeeze the foe's heart from now on, which prevents spells and arrows (4.2.5)."""
    if foe.is_of("undead") or foe.is_of("anti-holy") or foe.mind == tables.MECHANICAL:
        fizzle(f, foe)
        return
    me.afflictions.gripping = level
    foe.afflictions.gripped = True


def control(f: Fight, me: Combatant, foe: Combatant, level: int) -> None:
    """Make an undead foe helpless long enough to be destroyed (4.2.5)."""
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
"""Message keys by spell."""
CLAUSE: Final = {
    tables.HOLY_SYMBOL: "AK-4.2.1-14", tables.SPIRITWRACK: "AK-4.2.1-15", tables.CHARM: "AK-4.2.2-02",
    tables.BLAST: "AK-4.2.2-08",
    tables.STORM: "AK-4.2.2-09", tables.INVISIBILITY: "AK-4.2.3-08", tables.MIRROR: "AK-4.2.3-10",
    tables.FIREBALL: "AK-4.2.4-05",
    tables.ICE: "AK-4.2.4-06", tables.KILL: "AK-4.2.5-10", tables.HAND: "AK-4.2.5-19", tables.CONTROL: "AK-4.2.5-22",
}  # fmt: skip
