"""Deployment: sides, lines and ranks, targets (7.1, 7.2)."""

from __future__ import annotations

from math import log
from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NO_LEADER, Feature
from palatine.games.adventurer_kings.rules.combat.strength import (
    DEMORALISED,
    druid_shortfall,
    extra_factor,
    is_nemesis,
    level_in_battle,
    multiplier,
    nemesis_factor,
    skill_factor,
    terrain_strength,
)
from palatine.games.adventurer_kings.rules.common.battlefield import (
    ATTACKER,
    DEFENDING,
    Battle,
    Force,
    Unit,
    leader_of,
)

FRONT, REAR = 0, 1
DRUIDIC_HELP: Final = 60
FERVENT: Final = 5
"""Percentage added to fanaticism by the title of the Divine (12.1)."""
ZEAL: Final = 10
"""Percentage added to fanaticism by a master's Oratory."""


def win_chance(attack: float, defence: float) -> float:
    """Return the attacker's chance to win.

    It is half at 1:1, certain at 4:1, none at 1:4, logarithmic between.
    """
    if not attack or not defence:
        return 0.5 + 0.5 * (attack > 0) - 0.5 * (defence > 0)
    return max(0.0, min(1.0, 0.5 + 0.5 * log(attack / defence, 4)))


# Lining up


def muster(b: Battle) -> None:
    """Create the units of both sides with their strengths here (6.3)."""
    for force in b.forces:
        armies = b.present(force)
        elephants = 1 + b.t.die(4, "elephants") if any(is_elephant(b, n) for n in armies) else 0
        lacks = lacks_camels(b, force)
        force.units = [unit_of(b, force, n, elephants, lacks) for n in armies]
        force.units.sort(key=lambda unit: (-unit.worth, unit.number))


def is_elephant(b: Battle, n: int) -> bool:
    return b.t.s.armies[n].type == tables.ELEPHANTS


def lacks_camels(b: Battle, force: Force) -> bool:
    """Return whether a side in the desert lacks a camel unit for supplies (6.3)."""
    armies = b.t.s.armies
    return b.t.terrain(b.place) == tables.DESERT and not any(
        armies[n].type == tables.CAMELS for n in b.present(force)
    )


def unit_of(b: Battle, force: Force, n: int, elephants: int, lacks: bool) -> Unit:
    t, army = b.t, b.t.s.armies[n]
    unit = Unit(n, army, force.side)
    defends = force.side == DEFENDING
    on_island = t.s.lands[b.place].coast >= 0 and t.is_sea(b.place)
    least = t.power(army.owner, "elephants") or 0
    unit.basic = terrain_strength(t, army, b.place, defends, max(elephants, least))
    unit.is_fanatic = is_fanatic(b, n)
    unit.level = level_in_battle(t, army, b.place, unit.is_fanatic, lacks and not t.power(army.owner, "casks"))
    unit.leader = leader_of(force, army)
    unit.skill = skill_factor(t, army, unit.leader, on_island)
    unit.extra = extra_factor(t, army, b.place, defends)
    if n in force.demoralised:
        unit.extra *= DEMORALISED
    unit.worth = unit.basic * multiplier(unit.level) * unit.skill * unit.extra
    return unit


def is_fanatic(b: Battle, n: int) -> bool:
    """Return whether an army is fanatic, by alignment; skeletons under the Undead always (6.3)."""
    s, army = b.t.s, b.t.s.armies[n]
    if army.owner < 0:
        return False
    alignment = s.kingdoms[army.owner].alignment
    undead_leader = army.leader != NO_LEADER and s.people[army.leader].alignment == tables.UNDEAD
    if army.is_skeletal and (alignment == tables.UNDEAD or undead_leader):
        return True
    percent = tables.ALIGNMENT[alignment].fanatic
    if percent:
        percent += b.t.power(army.owner, "fanatic") or 0
    percent += ZEAL * (army.leader in b.t.spells.zealous) + FERVENT * b.t.has_title(
        army.leader, titles.VOICE_OF_HEAVEN
    )
    return b.t.chance(percent, "fanaticism")


def draw_lines(b: Battle) -> None:
    """Set the line's length by terrain and smaller force, with the best in front (7.2)."""
    t, (attacker, defender) = b.t, b.forces
    least, most = tables.TERRAIN[t.terrain(b.place)].line
    b.limit = least + t.die(most - least + 1, "battle line") - 1
    b.limit = max(1, b.limit + steer_line(b))
    b.width = max(1, min(b.limit, len(attacker.units), len(defender.units)))
    b.columns = [([], []) for _ in range(b.width)]
    for force in b.forces:
        deploy(b, force)


def steer_line(b: Battle) -> int:
    """Return the change of line length by a master of tactics, or by fog against a larger force.

    A master of elements raises the fog.
    """
    a, d = b.forces
    shift = 0
    for mine, other in ((a, d), (d, a)):
        if b.t.masters(mine.commander, tables.LINE_AS_WANTED):
            shift += 1 if len(mine.units) > len(other.units) else -1
        if len(other.units) > len(mine.units) and b.t.masters(mine.commander, tables.FOG):
            shift -= 1
    return shift


def deploy(b: Battle, force: Force) -> None:
    """Place ranks from left to right; at the ends of a short line second ranks outflank (7.2)."""
    units = list(force.units)
    ranked = [units[at : at + b.width] for at in range(0, len(units), b.width)]
    flankers = outflankers(b, force, ranked)
    rest = [unit for unit in units if unit not in flankers]
    for at, unit in enumerate(rest):
        unit.rank, unit.column = divmod(at, b.width)
        unit.share = 0.5**unit.rank
        if unit.rank == 1 and b.t.masters(force.commander, tables.STRONG_SECOND_RANK):
            unit.share = 0.6
        b.columns[unit.column][force.side].append(unit)
    for unit in flankers:
        unit.share = 1.0
        b.columns[unit.column][force.side].append(unit)


def outflankers(b: Battle, force: Force, ranked: list[list[Unit]]) -> list[Unit]:
    """Return outflanking units: second ranks of the end columns of a larger force (7.2, A45).

    The terrain must leave room.
    """
    other = b.forces[1 - force.side]
    if b.width >= b.limit or len(force.units) <= len(other.units) or len(ranked) < 2:
        return []
    ends = (0,) if b.width == 1 else (0, b.width - 1)
    found = []
    for end in ends:
        if end < len(ranked[1]):
            unit = ranked[1][end]
            unit.column, unit.rank = end, FRONT
            found.append(unit)
    return found


def place_flyers(b: Battle) -> None:
    """Place units that attack from above or below, at full strength, on the rear if any (7.2)."""
    for force in b.forces:
        for unit in force.units:
            if not attacks_beside(b, unit):
                continue
            enemies = b.columns[unit.column][1 - force.side]
            rear = [each for each in enemies if each.rank == REAR]
            is_weak = druid_shortfall(b.t, unit.army, unit.army.owner) > 0 and multiplier(unit.level) <= 1
            if unit.rank > FRONT:
                unit.share = 1.0
            unit.facing = rear[0] if rear and not is_weak else enemies[0] if enemies else None
            if unit.facing is not None and unit.facing.rank > FRONT:
                unit.facing.share = 1.0
    for force in b.forces:
        crowd(b, force)


def find_nemeses(b: Battle) -> None:
    """Determine each unit's nemesis among its opponents, of several flanking ones by lot (6.3)."""
    for column in b.columns:
        for side in (ATTACKER, DEFENDING):
            for unit in column[side]:
                opposed = [each for each in column[1 - side] if opposes(each, unit)]
                at = b.t.die(len(opposed), "whom a unit faces") - 1 if len(opposed) > 1 else 0
                unit.opponent = opposed[at] if opposed else None


def opposes(enemy: Unit, unit: Unit) -> bool:
    """Return whether an enemy faces a unit and can be its nemesis (6.3).

    It does so in the front line, by outflanking, or by flying at it behind the front.
    """
    if enemy.rank == FRONT:
        return unit.rank == FRONT or enemy.facing is unit or unit.facing is enemy
    return enemy.facing is unit and unit.rank > FRONT and enemy.army.type in tables.AIR_ARMIES


def attacks_beside(b: Battle, unit: Unit) -> bool:
    """Return whether a unit attacks beside the lines: by air, or from below at sea (7.2)."""
    return unit.army.type in tables.AIR_ARMIES or (unit.army.type in tables.BESIDE and b.t.is_sea(b.place))


def crowd(b: Battle, force: Force) -> None:
    """Halve the second of a flying or swimming group, and quarter the third (7.2).

    A group is in one column or attacks one target.
    """
    for column in b.columns:
        for group in (tables.AIR_ARMIES, frozenset((tables.WHALE, tables.MERMAN))):
            crowded = [unit for unit in column[force.side] if unit.army.type in group and attacks_beside(b, unit)]
            for at, unit in enumerate(crowded[1:], 1):
                unit.share *= 0.5**at


def switch(b: Battle) -> None:
    """Let generals exchange front and rear units where that is stronger, the defender last.

    See 7.2.
    """
    for force in b.forces:
        if not force.commander:
            continue
        chance = 100 * b.t.skill(force.commander, tables.TACTICAL) / b.width
        sure = b.t.masters(force.commander, tables.SURE_SWITCHES)
        for column in b.columns:
            mine, enemies = column[force.side], column[1 - force.side]
            if len(mine) > 1 and enemies and (sure or b.t.chance(chance, "switch")):
                swap_ranks(b, mine, enemies[0])


def swap_ranks(b: Battle, mine: list[Unit], enemy: Unit) -> None:
    front = mine[0]
    behind = [unit for unit in mine if unit.rank > FRONT]
    if not behind:
        return
    best = max(behind, key=lambda unit: (facing_worth(b, unit, enemy), -unit.number))
    if facing_worth(b, front, enemy) < facing_worth(b, best, enemy):
        front.rank, best.rank = best.rank, front.rank
        front.share, best.share = best.share, front.share
        mine.sort(key=lambda unit: unit.rank)


def facing_worth(b: Battle, unit: Unit, enemy: Unit) -> float:
    """Return a unit's strength against the enemy in front of it (6.3)."""
    return unit.worth * (nemesis_factor(b.t, unit.army) if is_nemesis(unit.army, enemy.army) else 1.0)


def summon_monster(b: Battle) -> None:
    """Let a monster of the province help a Druidic kingdom if its alignment is closer (7.2)."""
    s = b.t.s
    for force in b.forces:
        other = b.forces[1 - force.side]
        master = b.t.masters(force.commander, tables.MONSTER_ALLY)
        if not master and not any(
            seat >= 0 and s.kingdoms[seat].alignment == tables.DRUIDIC for seat in force.seats
        ):
            continue
        for feature in s.features.values():
            if feature.place == b.place and feature.monster >= 0 and (master or is_nearer(b, feature, other)):
                help_out(b, force, feature)
                break


def is_nearer(b: Battle, feature: Feature, other: Force) -> bool:
    foe = b.t.s.kingdoms[other.seat].alignment if other.seat >= 0 else tables.NEUTRAL
    return abs(tables.MONSTERS[feature.monster].alignment - tables.DRUIDIC) < abs(foe - tables.DRUIDIC)


def help_out(b: Battle, force: Force, feature: Feature) -> None:
    master = b.t.masters(force.commander, tables.MONSTER_ALLY)
    if master or b.t.chance(DRUIDIC_HELP, "a monster's help"):
        force.ally = min(10.0, feature.hp / 6 + tables.MONSTERS[feature.monster].melee)
        force.ally_column = b.t.die(b.width, "where the monster fights") - 1
        b.log_battle("monster", "AK-7.2-10", monster=feature.monster, side=force.side)
