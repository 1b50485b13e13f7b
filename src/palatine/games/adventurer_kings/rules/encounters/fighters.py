"""Creation of combatants with their equipment, and refusals to fight (2.4, 4.1.4, 5.0, 5.9)."""

from __future__ import annotations

from typing import Any, Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import Feature
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.combatant import Combatant
from palatine.games.adventurer_kings.state import State

HIT_POINTS: Final = 10
RAGE: Final = 4
"""Maximum additional hit points of the Berserk (2.4)."""


def of_person(t: Turn, n: int, plan: orders.Plan = (), temper: int = -1) -> Combatant:
    """Return a character as combatant with equipment, optionally with another temper (5.0)."""
    person = t.s.people[n]
    temper = person.temper if temper < 0 else temper
    hit_points = HIT_POINTS + sum(t.gear(n, "hp")) + 2 * t.has_title(n, titles.GIANT_KILLER)
    if t.masters(n, tables.TOUGHNESS):
        hit_points += 2
    if temper == tables.BERSERK:
        hit_points += t.die(RAGE, "rage")
    me = Combatant(person.name, hit_points)
    me.number, me.seat, me.conduct.temper, me.is_king = n, person.seat, temper, person.is_king
    me.alignment, me.conduct.plan = person.alignment, plan
    me.conduct.is_sheltered = t.s.is_general(n)
    me.kinds = frozenset({"humanoid", *(("undead",) if person.alignment == tables.UNDEAD else ())})
    take_bow(t, me, t.skill(n, tables.ARCHERY))
    me.arms.missile_damage = 8 if t.masters(n, tables.HEAVY_ARROWS) else 6
    for magic in tables.MAGICS:
        level = t.skill(n, magic)
        if level:
            me.magic.levels[magic] = level
            me.magic.spells[magic] = tables.COMBAT_SPELLS[level]
    arm(t, me)
    return me


def take_bow(t: Turn, me: Combatant, skill: int) -> None:
    """Set arrows by skill, equipment and fame; none without skill (4.1.4)."""
    me.arms.missile = skill
    me.arms.arrows = (
        skill + sum(t.gear(me.number, "arrows")) + t.has_title(me.number, titles.MASTER_ARCHER) if skill else 0
    )


def raise_melee(me: Combatant, levels: int) -> None:
    """Raise Melee by levels that stay with another weapon (5.0, 10.1)."""
    me.arms.edge += levels
    me.arms.melee += levels


def arm(t: Turn, me: Combatant) -> None:
    """Equip the best weapon, armour and wands (5.1, 5.9)."""
    s = t.s
    weapons = []
    for i in s.items_of(me.number):
        kind = tables.ITEMS[s.items[i].kind]
        if kind.spell >= 0 and tables.SPELLS[kind.spell].combat:
            me.magic.charges[i] = kind.spell
        if "weapon" in kind.kinds:
            weapons.append(i)
        if "defence" in kind.kinds:
            me.guard.melee_cover *= kind.powers.get("screen", 1.0)
            me.guard.missile_cover *= kind.powers.get("missiles", 1.0)
            me.guard.ward = max(me.guard.ward, kind.powers.get("ward", 0))
        me.conduct.flee += kind.powers.get("flee", 0)
    wield(t, me, max(weapons, key=lambda i: (worth(t, me, i), -i), default=0))


def worth(t: Turn, me: Combatant, i: int) -> int:
    """Return the value of a weapon for a combatant."""
    kind = tables.ITEMS[t.s.items[i].kind]
    if not may_wield(kind, me.alignment):
        return 0
    return kind.raises.get(tables.MELEE, 0) + int(kind.powers.get("damage", 0))


def may_wield(kind: tables.ItemKind, alignment: int) -> bool:
    """Return whether a weapon works for an alignment."""
    only = kind.powers.get("only")
    return not only or tables.ALIGNMENTS[alignment] in only


def wield(t: Turn, me: Combatant, i: int) -> None:
    """Switch to a weapon, 0 for none, losing the effects of the previous one (5.1)."""
    me.guard.cover /= weapon_power(t, me, "screen", 1.0)
    me.arms.weapon = i
    me.guard.cover *= weapon_power(t, me, "screen", 1.0)
    me.arms.reach = weapon_power(t, me, "damage", 0)
    me.arms.melee = t.melee_with(me.number, i) + me.arms.edge


def weapon_power(t: Turn, me: Combatant, name: str, otherwise: Any) -> Any:
    """Return the value of a power of the current weapon, or `otherwise`."""
    if not me.arms.weapon or me.arms.weapon not in t.s.items:
        return otherwise
    kind = tables.ITEMS[t.s.items[me.arms.weapon].kind]
    return kind.powers.get(name, otherwise) if may_wield(kind, me.alignment) else otherwise


def of_monster(t: Turn, species: int, feature: Feature | None = None) -> Combatant:
    """Return a monster as combatant: a feature's guardian, or one met on the way."""
    kind = tables.MONSTERS[species]
    hit_points = feature.hp if feature is not None else roll_hp(t, species)
    me = Combatant(f"the {kind.name}", hit_points)
    me.arms.melee, me.arms.damage = kind.melee, kind.damage
    me.arms.missile, me.arms.missile_damage, me.arms.arrows = kind.missile, kind.missile_damage, kind.missile
    me.speed, me.mind, me.alignment, me.kinds, me.special = (
        kind.speed, kind.mind, kind.alignment, kind.kinds, kind.special,
    )  # fmt: skip
    me.conduct.is_sheltered = feature is not None
    if feature is None or feature.has_magic:
        for magic, level in kind.magic.items():
            me.magic.levels[magic] = level
            me.magic.spells[magic] = tables.COMBAT_SPELLS[level]
    return me


def roll_hp(t: Turn, species: int) -> int:
    """Return hit points around the kind's average, from 7 to 50 (5.0)."""
    return around(tables.MONSTERS[species].hp, t.die(41, "monster hit points"))


def around(average: int, die: int) -> int:
    """Return 80 to 120 % of the average by a die of 41 sides, from 7 to 50."""
    return max(7, min(50, round(average * (0.8 + (die - 1) / 100))))


def power_of(me: Combatant) -> int:
    """Return how dangerous a combatant looks: hit points, weapons and magic (2.4)."""
    return me.body.hp + 4 * me.arms.melee + 3 * me.arms.missile + 4 * me.sorcery()


def duelist(t: Turn, me: Combatant, foe_is_person: bool) -> Combatant:
    """Apply the Order of Duelists: Neutral characters of a Neutral kingdom against people (5.0)."""
    if foe_is_person and is_duelist(t.s, me.number):
        raise_melee(me, 1)
        take_bow(t, me, me.arms.missile + 1)
    return me


def is_duelist(s: State, n: int) -> bool:
    """Return whether a character belongs to the Order of Duelists (5.0)."""
    person = s.people[n]
    return person.seat >= 0 and s.kingdoms[person.seat].alignment == tables.NEUTRAL == person.alignment


FEAR: Final = 20
"""Excess of power that causes maximum fear (2.4)."""


def power_of_person(t: Turn, n: int) -> int:
    """Return how dangerous a character looks, without rage."""
    return power_of(of_person(t, n, temper=tables.BRAVE))


def refuses(t: Turn, n: int, power: int) -> bool:
    """Return whether a cautious or cowardly Hero refuses a fight; a King never does (2.4).

    A stronger foe makes a refusal more likely.
    """
    person = t.s.people[n]
    if person.is_king or person.temper not in (tables.CAUTIOUS, tables.COWARDLY):
        return False
    fear = max(0.0, min(1.0, (power - power_of_person(t, n)) / FEAR))
    percent = 1 + 49 * fear if person.temper == tables.CAUTIOUS else 50 + 50 * fear
    return t.chance(percent, "refusal")
