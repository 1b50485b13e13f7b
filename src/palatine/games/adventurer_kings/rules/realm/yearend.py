"""Other events at year's end: wanderers, rumours, graves, illusions, new monsters.

See 2.2, 3.2, 3.6, 4.2, 6.1.
"""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import (
    FREE,
    MERCENARY,
    NATIVE,
    NO_LEADER,
    Army,
    Feature,
)
from palatine.games.adventurer_kings.rules.common.command import (
    end_invasions,
    relocate,
    settle_leaderless,
    transfer,
)
from palatine.games.adventurer_kings.rules.common.knowledge import rumour
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.fighters import around
from palatine.games.adventurer_kings.rules.movement.exploring import glimpse
from palatine.games.adventurer_kings.rules.realm.recruiting import MOST_ARMIES
from palatine.games.adventurer_kings.state import State

ROTS: Final = 10
ROTS_FROM: Final = 4
ILLUSION_FADES, HIDING_FADES = 15, 10
WANDERS: Final = 50
TO_SEA: Final = 10
NEW_MONSTER: Final = 10


def improve(t: Turn) -> None:
    """Raise Green and Depleted armies one level; bitten armies turn (6.1, 6.3)."""
    s = t.s
    for a, army in list(s.armies.items()):
        if army.quality <= tables.GREEN:
            s.set_army(a, quality=army.quality + 1)
    for a, were in t.war.turning.items():
        if a in s.armies and were in s.armies:
            bitten = s.armies[a]
            s.armies[a] = Army(tables.WERE, tables.WEREBEASTS, bitten.quality, s.armies[were].place,
                               s.armies[were].owner,
                               s.armies[were].leader)  # fmt: skip
            t.log("turned", "AK-6.3-32", [bitten.owner, s.armies[were].owner], army=a)
            if s.armies[were].leader != NO_LEADER:
                s.honour(s.armies[were].leader, titles.WERE_LORD, 2)


def decay(t: Turn) -> None:
    """Remove a tenth of the buried armies and let illusions fade (4.2.3, 4.2.5).

    Where there are too many, the oldest go first.
    """
    s = t.s
    if s.turn >= ROTS_FROM:
        for place in list(s.fallen):
            left = tuple(each for each in s.fallen[place] if not t.chance(ROTS, "rot"))
            if left:
                s.fallen[place] = left
            else:
                del s.fallen[place]
    crowd_out(t)
    for place in list(s.illusions):
        is_kept = t.has_master(s.owners[place], tables.LASTING_ILLUSION)
        if t.chance(HIDING_FADES if is_kept else ILLUSION_FADES, "illusion fades"):
            del s.illusions[place]
    for number, feature in s.features.items():
        if feature.is_hidden and t.chance(HIDING_FADES, "hiding fades"):
            s.set_feature(number, is_hidden=False)


def crowd_out(t: Turn) -> None:
    """Remove the oldest dead armies while the world holds too many, dead and alive (4.2.5)."""
    s = t.s
    dead = sorted((each.turn, place) for place, buried in s.fallen.items() for each in buried)
    too_many = len(s.armies) + len(dead) - MOST_ARMIES[s.scenario]
    for _, place in dead[: max(0, too_many)]:
        s.fallen[place] = s.fallen[place][1:]
        if not s.fallen[place]:
            del s.fallen[place]


def wander(t: Turn) -> None:
    """Move free Heroes and mercenaries, or let them stay (2.2, 4.2, 4.17)."""
    s = t.s
    for n, person in list(s.people.items()):
        if person.seat == FREE and not person.died and person.rules < 0 and not person.visitor:
            walk_on(t, n)
    for a, army in list(s.armies.items()):
        if army.owner == MERCENARY and t.chance(WANDERS, "mercenaries move"):
            ways = [p for p in s.atlas.neighbours[army.place] if not s.is_sea(p)]
            if ways:
                relocate(t, [a], ways[t.die(len(ways), "where they go") - 1])


def walk_on(t: Turn, n: int) -> None:
    s = t.s
    if not t.chance(WANDERS, "a Hero wanders"):
        return
    sea = t.chance(TO_SEA, "by ship")
    ways = [p for p in s.atlas.neighbours[s.people[n].place] if sea or not s.is_sea(p)]
    if not ways:
        return
    to = ways[t.die(len(ways), "where he goes") - 1]
    s.set_person(n, place=to)
    owner = s.owners[to]
    if owner >= 0:
        s.spot(owner, n)
        t.log("hero-arrives", "AK-2.2-05", [owner], who=n, place=to)


def spread_rumours(t: Turn) -> None:
    """Spread rumours of features not found yet; half of them are true (3.2, 4.17)."""
    s = t.s
    for seat in range(len(s.kingdoms)):
        for _ in range(t.die(3, "rumours") - 1):
            unknown = [number for number in s.features if number not in s.lore[seat]]
            if unknown:
                rumour(t, seat, unknown[t.die(len(unknown), "which rumour") - 1])


def new_monsters(t: Turn) -> None:
    """Let an empty feature attract another guardian, in the greater game (12.1)."""
    s = t.s
    if s.scenario not in tables.GREATER:
        return
    for number, feature in list(s.features.items()):
        if (
            feature.monster < 0
            and tables.FEATURES[feature.kind].guardians
            and t.chance(NEW_MONSTER, "a new guardian")
        ):
            guard(t, number, feature)


def guard(t: Turn, number: int, feature: Feature) -> None:
    fit = tables.FEATURES[feature.kind].guardians
    species = fit[t.die(len(fit), "which guardian") - 1]
    hit_points = around(tables.MONSTERS[species].hp, t.die(41, "monster hit points"))
    t.s.set_feature(number, monster=species, hp=hit_points, gold=feature.gold + t.die(hit_points, "new treasure"),
                    boldness=0, friends=(), is_raiding=False)  # fmt: skip


def carry_over(t: Turn) -> None:
    """Close the year: opening gold, missed turns, lost armies (3.18).

    Armies without a leader in foreign land learn whose land it is (A261).
    """
    s = t.s
    for seat, kingdom in enumerate(s.kingdoms):
        missed = 0 if s.sheets[seat] is not None else kingdom.missed + 1
        s.set_kingdom(seat, opening_gold=kingdom.gold, missed=missed)
    lost = [a for a, army in s.armies.items() if is_lost(s, army)]
    end_invasions(t)
    settle_leaderless(t, transfer(t, lost, NO_LEADER))
    for army in s.armies.values():
        if army.leader == NO_LEADER and 0 <= army.owner != s.owners[army.place]:
            glimpse(t, army.owner, army.place)


def is_lost(s: State, army: Army) -> bool:
    """Return whether an army's leader is gone (A261).

    An army without a leader is also lost in land that natives own.
    """
    if army.leader == NO_LEADER:
        return army.owner >= 0 and s.owners[army.place] == NATIVE
    return army.leader not in s.people or s.people[army.leader].died > 0
