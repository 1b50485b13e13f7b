"""Arrows and blows: closing in, chances to hit, damage (4.1.4, 4.1.5, 5.2, 5.3)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.encounters.combatant import (
    BOW_RANGE,
    MELEE_RANGE,
    SPELL_RANGE,
    Combatant,
)
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import weapon_power

ARCHERY_BASE, MELEE_BASE, PER_LEVEL = 30, 50, 10
MOST_CHANCE: Final = 95
LATE_CHANCE: Final = 5
"""Minimum percentage to hit in a late fight, so that it ends."""
INTIMIDATION: Final = {tables.BRAVE: 5, tables.CAUTIOUS: 10, tables.COWARDLY: 15}
ELAN = PARRYING = 10
KEEN_EYE: Final = 1.5
"""Factor of a master archer's chance against invisible foes."""


def needs_to_close(f: Fight, me: Combatant) -> bool:
    """Return whether an archer is too far away; a master shoots from any distance (5.2)."""
    return f.span == SPELL_RANGE and not f.t.masters(me.number, tables.FAR_SHOT)


def fire(f: Fight, me: Combatant) -> None:
    """Shoot all free attacks, after closing to Bow range (4.1.4, 5.2)."""
    if needs_to_close(f, me):
        f.span = BOW_RANGE
        f.log_fight("closes-to-bow", "AK-5.2-02", name=me.name)
        return
    foe = f.foe(me)
    shots, me.arms.arrows = volley(f, me), 0
    me.conduct.experiences.add(("fire", tables.ARCHERY))
    chance = arrow_chance(f, me, foe)
    hits = sum([f.t.chance(chance, "an arrow") for _ in range(shots)])
    harm = sum([f.t.die(me.arms.missile_damage, "arrow damage") for _ in range(hits)])
    kind = "arrows" if hits else "arrows-miss"
    f.log_fight(kind, "AK-4.1.4-01", name=me.name, foe=foe.name, shots=shots, hits=hits, harm=harm)
    foe.suffer(harm)
    if me.number:
        f.t.s.honour(me.number, titles.MASTER_ARCHER, hits)


def volley(f: Fight, me: Combatant) -> int:
    """Return the free attacks left; a master has twice as many in the first round."""
    doubles = f.round == 1 and f.t.masters(me.number, tables.DOUBLE_VOLLEY)
    return me.arms.arrows * 2 if doubles else me.arms.arrows


def arrow_chance(f: Fight, me: Combatant, foe: Combatant) -> float:
    """Return the percentage to hit: 30 plus 10 per level, less protection (4.1.4, 5.1)."""
    percent = min(MOST_CHANCE, ARCHERY_BASE + PER_LEVEL * tables.PERCENT_LEVEL[min(me.arms.missile, tables.TOP)])
    chance = percent * foe.guard.cover * foe.guard.missile_cover
    if foe.guard.is_unseen and f.t.masters(me.number, tables.ARROWS_AT_UNSEEN):
        chance *= KEEN_EYE
    return chance


def strike(f: Fight, me: Combatant) -> None:
    """Close one range, or strike at Melee range (5.3)."""
    me.conduct.experiences.add(("melee", tables.MELEE))
    if f.span < MELEE_RANGE:
        close_range(f, me)
        return
    swing(f, me)
    if f.round % 3 == 0 and not f.foe(me).is_dead and f.t.masters(me.number, tables.EXTRA_SWING):
        swing(f, me)


def close_range(f: Fight, me: Combatant) -> None:
    """Close one range, a master two, possibly into a long spear."""
    f.span += 1
    if f.span < MELEE_RANGE and f.t.masters(me.number, tables.QUICK_CLOSING):
        f.span += 1
    f.log_fight("closes" if f.span == MELEE_RANGE else "closes-to-bow", "AK-5.3-01", name=me.name)
    if f.span == MELEE_RANGE:
        for side in f.sides:
            if (
                weapon_power(f.t, side, "first", False)
                and not side.afflictions.held
                and not side.afflictions.gripping
            ):
                swing(f, side)


def melee_now(me: Combatant) -> int:
    """Return the current Melee, less what the Shadow Sword has drained (10.1)."""
    return me.arms.melee - me.afflictions.sapped


def plain_harm(die: int, me: Combatant, foe: Combatant) -> int:
    """Return a blow's damage before magic: die, level difference and weapon (4.1.5)."""
    return die + melee_now(me) - melee_now(foe) + me.arms.reach


def hit_chance(f: Fight, me: Combatant, foe: Combatant) -> float:
    """Return the percentage to hit in melee, with temper and protection (2.4, 4.1.5, 5.1)."""
    guard = foe.afflictions.gripping or melee_now(foe)
    percent: float = MELEE_BASE + PER_LEVEL * (melee_now(me) - guard)
    if me.conduct.temper == tables.BRAVE:
        percent += ELAN
    if foe.conduct.temper == tables.BERSERK:
        percent -= INTIMIDATION.get(me.conduct.temper, 0)
    if foe.conduct.temper == tables.CAUTIOUS:
        percent -= PARRYING
    if me.afflictions.gripped:
        percent /= 2
    percent = max(0, min(MOST_CHANCE, percent)) * foe.guard.cover * foe.guard.melee_cover
    return max(LATE_CHANCE, percent) if f.is_late else percent


def hits(f: Fight, me: Combatant, foe: Combatant) -> bool:
    """Return whether a blow hits; luck grants a second try."""
    if f.t.chance(hit_chance(f, me, foe), "a blow"):
        return True
    return f.t.second_try(me.number) and f.t.chance(hit_chance(f, me, foe), "a blow, with luck")


def swing(f: Fight, me: Combatant) -> None:
    """Strike; a hit breaks the Hand of Death, and even a miss can disrupt a spell (4.2.5, 5.1)."""
    foe = f.foe(me)
    if not hits(f, me, foe):
        foe.afflictions.shaken = max(foe.afflictions.shaken, 1)
        f.log_fight("misses", "AK-4.1.5-01", name=me.name, foe=foe.name)
        return
    harm = blow(f, me, foe)
    f.log_fight("hits" if harm else "glances", "AK-4.1.5-01", name=me.name, foe=foe.name, harm=harm)
    foe.suffer(harm)
    foe.afflictions.shaken = max(foe.afflictions.shaken, 1)
    if foe.afflictions.gripping and not holds_on(f, foe):
        foe.afflictions.gripping, me.afflictions.gripped = 0, False
        f.log_fight("grip-broken", "AK-4.2.5-21", name=foe.name, foe=me.name)


def holds_on(f: Fight, me: Combatant) -> bool:
    """Return whether a master of Necromancy keeps the Hand of Death despite a hit."""
    return f.t.masters(me.number, tables.FIRM_HAND) and f.t.chance(50, "the Hand keeps its grip")


def blow(f: Fight, me: Combatant, foe: Combatant) -> int:
    """Return a blow's damage: die, level difference and weapon, less magic (4.1.5)."""
    die = f.t.die(me.arms.damage, "damage")
    harm: float = plain_harm(die, me, foe)
    if me.afflictions.wracked:
        harm -= int(me.afflictions.wracked) + f.t.chance((me.afflictions.wracked % 1) * 100, "weakness")
    if die == me.arms.damage and f.t.masters(me.number, tables.DEATH_BLOW):
        harm *= 2
    harm = weapon_effects(f, me, foe, harm)
    return max(1 if f.is_late else 0, round(harm))


def weapon_effects(f: Fight, me: Combatant, foe: Combatant, harm: float) -> float:
    """Apply the Holy Sword against the unholy, and the Shadow Sword's drain (10.1)."""
    if any(foe.is_of(kind) for kind in weapon_power(f.t, me, "slays", ())):
        harm *= 2
    if tables.ALIGNMENTS[me.alignment] in weapon_power(f.t, me, "favours", ()):
        harm += 1
    foe.afflictions.sapped += weapon_power(f.t, me, "saps", 0)
    return harm


def squeeze(f: Fight, me: Combatant) -> None:
    """Apply the Hand of Death: about one point plus half a point per level (4.2.5)."""
    foe = f.foe(me)
    harm = 1 + me.afflictions.gripping // 2 + (me.afflictions.gripping % 2 and f.t.chance(50, "squeeze"))
    f.log_fight("squeeze", "AK-4.2.5-20", name=me.name, foe=foe.name, harm=harm)
    foe.suffer(harm)
