"""Movement points of armies: speed, forced march, naval skill (4.1.2, 4.1.3, 6.2)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NO_LEADER, Army
from palatine.games.adventurer_kings.rules.common.turn import Turn


def is_at_home(t: Turn, army: Army) -> bool:
    return army.owner >= 0 and t.s.owners[army.place] == army.owner


def base_speed(t: Turn, army: Army) -> int:
    """Return the provinces per turn without a leader's skill (6.2)."""
    speed = tables.ARMY[army.type].speed
    code = tables.ARMY_CODES[army.type]
    leader = army.leader
    if army.owner >= 0:
        for d in t.s.kingdoms[army.owner].discoveries:
            powers = tables.DISCOVERIES[d].powers
            speed += powers.get("speed", {}).get(code, 0)
            if is_at_home(t, army):
                speed += powers.get("speed_at_home", {}).get(code, 0)
    if army.type in (tables.GARRISON, tables.ENT) and t.masters(leader, tables.FAST_GARRISONS):
        speed = max(speed, 2)
    speed += army.type == tables.FLEET and t.has_office(leader, titles.ADMIRAL)
    speed += army.type == tables.EAGLE and t.has_title(leader, titles.LORD_OF_EAGLES)
    speed += army.type == tables.ENT and t.has_title(leader, titles.SHEPHERD_OF_ENTS)
    return speed


def extra(t: Turn, army: Army) -> int:
    """Return the leader's bonus at the time of moving: March on land, Naval at sea.

    See 4.1.2, 4.1.3.
    """
    leader = army.leader
    if leader == NO_LEADER or army.type in tables.AIR_ARMIES:
        return 0
    if army.type in tables.SEA_ARMIES:
        return t.level(leader, tables.NAVAL)
    level = t.skill(leader, tables.FORCED_MARCH) + t.has_title(leader, titles.SWIFT_SWORD)
    if is_at_home(t, army):
        level += t.power(army.owner, "march_at_home") or 0
    level = min(level, tables.TOP)
    return tables.MARCH_SLOW[level] if tables.ARMY[army.type].speed <= 2 else tables.MARCH_FAST[level]


def points_left(t: Turn, n: int) -> int:
    """Return the points an army has left this turn (6.2).

    Points of a battle are charged by the functions that move it.
    """
    army = t.s.armies[n]
    return base_speed(t, army) + extra(t, army) - t.marching.spent.get(n, 0)


def spend(t: Turn, n: int, points: int = 1) -> None:
    t.marching.spent[n] = t.marching.spent.get(n, 0) + points


NEVER_CARRIED: Final = frozenset((tables.ENT, tables.WHALE, tables.FLEET, tables.DRAGON, tables.EAGLE))
