"""Strength of an army in battle, factor by factor (6.3)."""

from __future__ import annotations

from typing import Any, Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NO_LEADER, Army
from palatine.games.adventurer_kings.rules.common.turn import Turn

ADVERSE: Final = 0.5
NEMESIS: Final = 2 / 3
BARDED: Final = 5 / 6
"""Factor against its nemesis with Horse Barding."""
PER_LEVEL: Final = 0.20
PHANTASM: Final = 0.15
DEMORALISED: Final = 0.75
DEFENCE: Final = 1.25
EXPLORATION: Final = 0.25
MORALE: Final = 1.05


def basic(army: Army, terrain: int, is_defending: bool, elephants: int = 0, light: int = 0) -> float:
    """Return the basic strength in a terrain: type, race, home, adverse (6.3, steps 1 to 5).

    `elephants` is the value drawn for them in this battle, `light` the strength of Light Cavalry where it differs.
    """
    kind = tables.ARMY[army.type]
    if army.type == tables.WHALE and terrain != tables.SEA:
        return 0.0
    found = kind.defending if is_defending else kind.strength
    if army.type == tables.ELEPHANTS and elephants:
        found = elephants
    if army.type == tables.LIGHT and light:
        found = light
    if army.race in tables.HUMANOID:
        found += (tables.BEST_TYPE[army.race] == army.type) + (tables.RACE_TERRAIN[army.race] == terrain)
    found += terrain in kind.home
    return found * (ADVERSE if terrain in kind.adverse else 1.0)


def multiplier(level: int) -> float:
    """Return the multiplier of a quality in battle; those without a level keep a remnant (6.3)."""
    if level > 0:
        return float(level)
    return tables.REMNANT[1] if level == 0 else tables.REMNANT[0]


def druid_shortfall(t: Turn, army: Army, seat: int) -> int:
    """Return the Druid levels a leader lacks for a race; garrisons use the King's (4.3.2)."""
    s = t.s
    n = army.leader if army.leader != NO_LEADER else s.kingdoms[seat].king if seat >= 0 else 0
    if not n or s.people[n].race == army.race or leads_freely(t, n, army.race):
        return 0
    return max(0, tables.DRUID_TO_LEAD[army.race] - t.skill(n, tables.DRUID))


def leads_freely(t: Turn, n: int, race: int) -> bool:
    """Return whether an artifact gives command of a race (10.1)."""
    return any(tables.RACES[race] in races for races in t.gear(n, "leads"))


def is_drilled(t: Turn, army: Army) -> bool:
    """Return whether an artifact of the leader improves these troops (10.1)."""
    key = f"{tables.RACES[army.race]} {tables.ARMY_CODES[army.type]}"
    return any(key in drills for drills in t.gear(army.leader, "drills"))


def level_in_battle(t: Turn, army: Army, place: int, is_fanatic: bool, lacks_camels: bool) -> int:
    """Return the quality of an army with all modifiers of a battle (6.3, step 7)."""
    s = t.s
    seat = army.owner
    level = army.quality
    if seat >= 0 and s.kingdoms[seat].home == place:
        level += 1
    level += is_fanatic
    if army.leader in t.spells.hearts or (army.leader == NO_LEADER and (seat, place) in t.spells.crowds):
        level += 1
    level += is_drilled(t, army)
    shortfall = druid_shortfall(t, army, seat)
    level -= shortfall
    level += not shortfall and is_keen(t, army)
    return level - lacks_camels


def is_keen(t: Turn, army: Army) -> bool:
    """Return whether a master of a foreign race leads an army (2.0)."""
    return t.masters(army.leader, tables.KEEN_FOREIGNERS) and t.s.people[army.leader].race != army.race


def skill_factor(t: Turn, army: Army, leader: int, on_island: bool = False) -> float:
    """Return the skill factor: 20 % per level, Tactical on land and in air, Naval at sea.

    See 4.1.1, 4.1.3, A29.
    """
    if leader == NO_LEADER:
        return 1.0
    ability = tables.NAVAL if on_island or army.type in tables.SEA_ARMIES else tables.TACTICAL
    return 1.0 + PER_LEVEL * t.level(leader, ability)


def extra_factor(t: Turn, army: Army, place: int, is_defending: bool) -> float:
    """Return the factor of phantasms, discoveries, items, offices and titles (steps 10 and 12)."""
    found = 1.0 + PHANTASM * t.spells.phantoms.get(army.leader, 0)
    if army.owner >= 0:
        for d in t.s.kingdoms[army.owner].discoveries:
            found *= discovery_factor(tables.DISCOVERIES[d].powers, army, t.is_sea(place), is_defending)
        if not is_defending and army.type not in tables.SEA_ARMIES | tables.AIR_ARMIES:
            found *= second_engine(t, army.owner)
    for led in t.gear(army.leader, "led"):
        found *= led
    if t.has_office(army.leader, titles.MARSHAL):
        found *= 1.05
    return found * title_factor(t, army) * morale(t, army.leader)


def morale(t: Turn, leader: int) -> float:
    """Return the factor of the Conqueror's armies in their first battle of a turn (12.1)."""
    return MORALE if t.has_title(leader, titles.CONQUEROR) and leader not in t.war.blooded else 1.0


def second_engine(t: Turn, seat: int) -> float:
    """Return the additional factor of the Siege Engine in a master Sage's kingdom (2.0)."""
    engine = t.power(seat, "attack")
    return float(engine) if engine and t.has_master(seat, tables.GREAT_ENGINES) else 1.0


def discovery_factor(powers: Any, army: Army, at_sea: bool, is_defending: bool) -> float:
    code = tables.ARMY_CODES[army.type]
    found = float(powers.get("types", {}).get(code, 1.0))
    if at_sea:
        found *= powers.get("at_sea", {}).get(code, 1.0)
    if is_defending:
        found *= powers.get("defending", {}).get(code, 1.0)
    if army.type not in tables.SEA_ARMIES and army.type not in tables.AIR_ARMIES:
        found *= powers.get("land", 1.0)
        if not is_defending:
            found *= powers.get("attack", 1.0)
    return found


RACE_POWER: Final = {tables.MERMEN: 1.10, tables.WHALES: 1.10, tables.DRAGONS: 1.10, tables.HUMAN: 1.05,
                     tables.ELF: 1.05, tables.DWARF: 1.05,
                     tables.ORC: 1.05}  # fmt: skip


def title_factor(t: Turn, army: Army) -> float:
    """Return the factor for the title of an army's race, if its leader holds it (12.1)."""
    return RACE_POWER.get(army.race, 1.0) if t.has_title(army.leader, titles.title_of_race(army.race)) else 1.0


def terrain_strength(t: Turn, army: Army, place: int, is_defending: bool, elephants: int) -> float:
    """Return the basic strength in a province (4.2.3).

    Under an illusion it is the mean of both terrains.
    """
    s = t.s
    light = tables.LIGHT_ABROAD if s.scenario in tables.BOW_ARMED else 0
    coast = s.lands[place].coast
    found = basic(army, t.terrain(place), is_defending, elephants, light)
    if coast >= 0 and t.is_sea(place) and tables.SEA in tables.ARMY[army.type].adverse:
        found = basic(army, coast, is_defending, elephants, light)
    if place in s.illusions:
        found = (found + basic(army, s.illusions[place], is_defending, elephants, light)) / 2
    return found / ADVERSE if defies_coast(t, army, place) else found


def defies_coast(t: Turn, army: Army, place: int) -> bool:
    """Return whether good ships under a master of the sea fight on land as at sea."""
    fit = army.type == tables.FLEET and army.quality >= tables.AVERAGE and not t.is_sea(place)
    return fit and t.masters(army.leader, tables.COASTAL_FLEETS)


def is_nemesis(army: Army, enemy: Army) -> bool:
    """Return whether `enemy` is the nemesis of `army` (6.3)."""
    return enemy.type in tables.ARMY[army.type].nemesis


def nemesis_factor(t: Turn, army: Army) -> float:
    if army.type == tables.HEAVY and t.power(army.owner, "barding"):
        return BARDED
    return NEMESIS


def exploration_factor(own: int, other: int) -> float:
    """Return the factor for better knowledge of the province, up to 1.25 (6.3).

    `own` and `other` are hundredths explored.
    """
    return 1.0 + EXPLORATION * max(0, own - other) / 100
