"""The fight: chance events and contests by column (6.3, 7.2)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.tables import DATA
from palatine.games.adventurer_kings.rules.combat.deployment import (
    draw_lines,
    find_nemeses,
    muster,
    place_flyers,
    summon_monster,
    switch,
    win_chance,
)
from palatine.games.adventurer_kings.rules.combat.strength import (
    DEFENCE,
    exploration_factor,
    is_nemesis,
    nemesis_factor,
)
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle, Force, Unit

_EVENTS: Final = DATA.read_toml("events.toml")
BATTLE_EVENTS: Final = tuple(_EVENTS["battle"])
COLUMN_EVENTS: Final = tuple(sorted(_EVENTS["column"], key=lambda row: row["dice"]))
BATTLE_EVENT_CHANCE, COLUMN_EVENT_CHANCE = 60, 35
SURE: Final = 3
"""Ratio from which a master of tactics cannot lose a contest."""


def fight_battle(b: Battle) -> None:
    """Deploy both sides and contest every column; the side with most columns wins (7.2)."""
    muster(b)
    draw_lines(b)
    switch(b)
    place_flyers(b)
    find_nemeses(b)
    summon_monster(b)
    draw_events(b)
    contest(b)


# Chances


def draw_events(b: Battle) -> None:
    """Draw an event for a whole side, and events for columns (6.3)."""
    t = b.t
    if t.chance(BATTLE_EVENT_CHANCE, "battle event"):
        side = t.die(2, "whom the event favours") - 1
        die = t.die(20, "which event")
        row = next(row for row in BATTLE_EVENTS if row["dice"][0] <= die <= row["dice"][1])
        if applies(b, row["when"], side):
            b.forces[side].event = row["factor"]
            b.log_battle(f"event-{side}", "AK-6.3-27", name=row["name"], side=side)
    for column in range(b.width):
        if t.chance(COLUMN_EVENT_CHANCE, "column event"):
            row = COLUMN_EVENTS[t.die(30, "which column event") - 1]
            b.column_events[column] = (row["name"], t.die(2, "whom it favours") - 1)


def applies(b: Battle, when: str, side: int) -> bool:
    """Return whether an event makes sense for the side it favours."""
    mine, enemy = b.forces[side], b.forces[1 - side]
    terrain = b.t.terrain(b.place)
    return {
        "any": True,
        "attacker": side == ATTACKER,
        "defender": side == DEFENDING,
        "not Sea": terrain != tables.SEA,
        "Sea": terrain == tables.SEA,
        "has a leader": bool(mine.commander),
        "enemy has a leader": bool(enemy.commander),
        "enemy has >= 3 units": len(enemy.units) >= 3,
        "humanoid enemy": any(unit.army.race in tables.HUMANOID for unit in enemy.units),
        "Mountain/Jungle/Sea": terrain in (tables.MOUNTAIN, tables.JUNGLE, tables.SEA),
        "enemy not fanatic": not any(unit.is_fanatic for unit in enemy.units),
    }[when]


def column_factor(b: Battle, column: int, side: int) -> float:
    name, favoured = b.column_events.get(column, ("", -1))
    if favoured != side:
        return 1.0
    return next(float(row["factor"]) for row in COLUMN_EVENTS if row["name"] == name)


# Contests


def contest(b: Battle) -> None:
    """Contest each column: even odds at 1:1, certain at 4:1 (7.2)."""
    for column in range(b.width):
        totals = [total(b, column, side) for side in (ATTACKER, DEFENDING)]
        winner = contest_winner(b, totals)
        ratio = totals[winner] / totals[1 - winner] if totals[1 - winner] else 4.0
        b.outcomes.append((winner, max(1.0, ratio)))
        b.forces[winner].columns_won += 1
    a, d = b.forces
    if a.columns_won == d.columns_won:
        totals = [sum([total(b, column, side) for column in range(b.width)]) for side in (ATTACKER, DEFENDING)]
        b.winner = contest_winner(b, totals)
    else:
        b.winner = ATTACKER if a.columns_won > d.columns_won else DEFENDING


def contest_winner(b: Battle, totals: list[float]) -> int:
    """Return the winner of a contest; a master of tactics can repeat a lost one."""
    for force in b.forces:
        sure = SURE * totals[1 - force.side] <= totals[force.side]
        if sure and b.t.masters(force.commander, tables.CERTAIN_COLUMNS):
            return force.side
    winner = ATTACKER if b.t.chance(100 * win_chance(*totals), "contest") else DEFENDING
    loser = b.forces[1 - winner]
    if b.t.masters(loser.commander, tables.SECOND_CONTEST) and not loser.has_repeated:
        loser.has_repeated = True
        return ATTACKER if b.t.chance(100 * win_chance(*totals), "contest again") else DEFENDING
    return winner


def total(b: Battle, column: int, side: int) -> float:
    """Return a side's strength in a column with defence, exploration and events (6.3, 7.2)."""
    force, other = b.forces[side], b.forces[1 - side]
    units = b.columns[column][side]
    found = sum([unit_in_column(b, unit) for unit in units])
    if column == force.ally_column:
        found += force.ally * (defence_factor(b, force, force.seat) if side == DEFENDING else 1.0)
    found *= exploration_factor(force.explored, other.explored)
    return found * force.event * column_factor(b, column, side)


def unit_in_column(b: Battle, unit: Unit) -> float:
    """Return a unit's strength in its column, reduced by a nemesis in front or flying (6.3)."""
    worth = unit.worth * unit.share
    if unit.side == DEFENDING:
        worth *= defence_factor(b, b.forces[DEFENDING], unit.army.owner)
    if unit.opponent is not None and is_nemesis(unit.army, unit.opponent.army):
        worth *= nemesis_factor(b.t, unit.army)
    return worth


def defence_factor(b: Battle, force: Force, owner: int) -> float:
    """Return the defence factor of a kingdom's army, with discoveries and titles (6.3)."""
    found = float(b.t.power(owner, "defence") or DEFENCE)
    if force.commander:
        fitting = (titles.TITLE_OF_TERRAIN[b.t.terrain(b.place)], titles.ROCK)
        found += 0.05 * sum([b.t.has_title(force.commander, title) for title in fitting])
    return found
