"""Retreat of the beaten, by contingents (7.4)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, MERCENARY, NATIVE, NO_LEADER
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, Battle, Force, Unit
from palatine.games.adventurer_kings.rules.common.command import (
    discharge,
    lie_down,
    relocate,
    settle_leaderless,
    transfer,
)
from palatine.games.adventurer_kings.rules.common.transport import can_enter
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.state import State

TURNS_MERCENARY: Final = 70
"""Percentage of better units without a way out that become mercenaries; the others perish."""
MOST_STEPS: Final = 3


def retreat(b: Battle, loser: Force, alive: list[Unit]) -> None:
    """Let every contingent retreat where it can (7.4)."""
    s = b.t.s
    left = [unit.number for unit in alive if unit.number in s.armies and s.armies[unit.number].owner != MERCENARY]
    for mine in contingents(s, left):
        withdraw(b, loser, mine)


def contingents(s: State, armies: list[int]) -> list[list[int]]:
    """Return the armies by leader; those without one by owner (7.4)."""
    found: dict[tuple[int, int], list[int]] = {}
    for n in armies:
        found.setdefault((s.armies[n].leader, s.armies[n].owner), []).append(n)
    return [found[key] for key in sorted(found)]


def withdraw(b: Battle, loser: Force, armies: list[int]) -> None:
    """Move those who can with the leader; whales swim away, the others disperse (6.3, 7.4)."""
    t, s = b.t, b.t.s
    leader = s.armies[armies[0]].leader
    to, able = refuge(b, loser, armies)
    relocate(t, able, to)
    if able:
        leader_goes_along(t, leader, to)
        b.log_battle("retreat", "AK-7.4-01", armies=able, to=to)
        carry_bier(b, loser, able, to)
        if leader == NO_LEADER:
            settle_leaderless(t, able)
    left = [n for n in armies if n not in able]
    swum = swim_away(b, left, is_whole=not able)
    disperse(b, [n for n in left if n not in swum], leader if not able else NO_LEADER)


def carry_bier(b: Battle, force: Force, armies: list[int], to: int) -> None:
    """Move the body of a commander slain in the duel with the commander's armies (7.4)."""
    s, n = b.t.s, force.bier
    if n and force.demoralised & {*armies} and s.people[n].died and s.people[n].place == b.place:
        s.set_person(n, place=to)
        b.t.log("battle-bier", "AK-7.4-05", [s.people[n].seat], who=n, place=b.place, to=to)


def leader_goes_along(t: Turn, leader: int, to: int) -> None:
    """Move a leader with the armies and end a Defence (3.15)."""
    if leader in t.s.people and not t.s.people[leader].died:
        t.s.set_person(leader, place=to)
        t.pursuits.posts.pop(leader, None)


def refuge(b: Battle, loser: Force, armies: list[int]) -> tuple[int, list[int]]:
    """Return the best retreat of a contingent and the armies that can reach it (7.4).

    Attackers return to their origin or next to it, defenders to friendly land. Without a way out it is (-1, []).
    """
    s = b.t.s
    seat = s.armies[armies[0]].owner
    open_to = {n: ways_out(b, loser, seat, n, armies) for n in armies}
    reach = list(dict.fromkeys(p for n in armies for p in open_to[n]))
    ways = [(p, who_can_go(b.t, [n for n in armies if p in open_to[n]], b.place, p)) for p in reach]
    ways = [(p, able) for p, able in ways if able]
    if loser.side == ATTACKER:
        return min(
            ways,
            key=lambda way: (-len(way[1]), -came_from(s, armies, way[0]), s.atlas.numbers[way[0]]),
            default=(-1, []),
        )
    return min(
        ways,
        key=lambda way: (-len(way[1]), -own_troops(b, seat, way[0]), s.atlas.numbers[way[0]]),
        default=(-1, []),
    )


def came_from(s: State, armies: list[int], place: int) -> int:
    """Return how many armies of a contingent invaded from a province."""
    return sum([s.armies[n].origin == place for n in armies])


def ways_out(b: Battle, loser: Force, seat: int, army: int, contingent: list[int]) -> list[int]:
    """Return the provinces open to a beaten army (7.4, A265).

    Invaders return to their origin or friendly land next to it, and those raised on the spot go with them. Others go
    to friendly neighbours; natives have no way out.
    """
    s = b.t.s
    if seat == NATIVE:
        return []
    ways = [p for p in s.atlas.neighbours[b.place] if s.is_friendly(seat, p)]
    if loser.side == ATTACKER:
        own = s.armies[army].origin
        origins = [own] if own not in (-1, b.place) else entries(b, contingent)
        if origins:
            near = [p for origin in origins for p in (origin, *s.atlas.neighbours[origin])]
            ways = [p for p in dict.fromkeys(near) if p != b.place and (p in origins or p in ways)]
    return [p for p in ways if not has_enemies_in(b, seat, p)]


def entries(b: Battle, armies: list[int]) -> list[int]:
    """Return the provinces from which a contingent's armies invaded this one (7.4)."""
    known = dict.fromkeys(b.t.s.armies[n].origin for n in armies)
    return [p for p in known if p not in (-1, b.place)]


def who_can_go(t: Turn, armies: list[int], a: int, b: int) -> list[int]:
    """Return the armies of a contingent that can make a step together, ships and fliers first."""
    able: list[int] = []
    for n in sorted(armies, key=lambda n: (t.s.armies[n].type not in tables.SEA_ARMIES | tables.AIR_ARMIES, n)):
        if can_enter(t, [*able, n], a, b):
            able.append(n)
    return able


def has_enemies_in(b: Battle, seat: int, place: int) -> bool:
    """Return whether there are enemies in a place."""
    s = b.t.s
    return any(
        s.relation(seat, s.armies[n].owner) == ENEMY for n in s.armies_at(place) if s.armies[n].owner != MERCENARY
    )


def own_troops(b: Battle, seat: int, place: int) -> int:
    s = b.t.s
    return sum([s.armies[n].owner == seat for n in s.armies_at(place)])


def swim_away(b: Battle, armies: list[int], is_whole: bool) -> list[int]:
    """Move beaten whales away from land, preferably to friendly water, and return them (6.3).

    Their leader goes along if they are all that is left of the contingent.
    """
    t, s = b.t, b.t.s
    seas = [p for p in s.atlas.neighbours[b.place] if t.is_sea(p)]
    whales = [n for n in armies if s.armies[n].type == tables.WHALE]
    if not whales or not seas or t.is_sea(b.place):
        return []
    leader, seat = s.armies[whales[0]].leader, s.armies[whales[0]].owner
    to = min(seas, key=lambda p: (not s.is_friendly(seat, p), has_enemies_in(b, seat, p), s.atlas.numbers[p]))
    goes_along = is_whole and leader != NO_LEADER and not s.people[leader].died
    relocate(t, whales, to)
    if goes_along:
        leader_goes_along(t, leader, to)
        return whales
    transfer(t, whales, NO_LEADER)
    for n in [n for n in whales if n in s.armies and not s.is_friendly(seat, to)]:
        discharge(t, n, beaten=True)
    return whales


def disperse(b: Battle, armies: list[int], leader: int) -> None:
    """Disperse armies without a way out: green ones disband, better ones may become mercenaries.

    See 7.4.
    """
    t, s = b.t, b.t.s
    gone = []
    for n in armies:
        army = s.armies[n]
        if army.quality >= tables.AVERAGE and not army.is_skeletal and t.chance(TURNS_MERCENARY, "mercenaries"):
            relocate(t, [n], march_off(b, t.die(MOST_STEPS, "how far they march")))
            discharge(t, n, beaten=True)
        elif army.is_skeletal:
            lie_down(t, n)
        else:
            t.remove_army(n)
        gone.append(n)
    if gone:
        b.log_battle("dispersed", "AK-7.4-02", count=len(gone))
    t.pursuits.posts.pop(leader, None)


def march_off(b: Battle, steps: int) -> int:
    """Return a province some steps away over land."""
    s = b.t.s
    here = b.place
    for _ in range(steps):
        ways = [p for p in s.atlas.neighbours[here] if not s.is_sea(p)]
        if ways:
            here = ways[b.t.die(len(ways), "where they march") - 1]
    return here
