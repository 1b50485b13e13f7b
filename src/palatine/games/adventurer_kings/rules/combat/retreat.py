"""Retreat of the beaten, each leader's contingent by itself (7.4)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components.pieces import ENEMY, GARRISON, MERCENARY, NATIVE
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, Battle, Force, Unit
from palatine.games.adventurer_kings.rules.common.deaths import lie_down
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.movement.transport import can_enter
from palatine.games.adventurer_kings.state import State

TURNS_MERCENARY: Final = 70
"""The percentage of better units that turn mercenary where there is no way out; the others perish."""
MOST_STEPS: Final = 3


def retreat(b: Battle, loser: Force, alive: list[Unit]) -> None:
    """Every contingent goes where it can (7.4)."""
    s = b.t.s
    left = [unit.number for unit in alive if unit.number in s.armies and s.armies[unit.number].owner != MERCENARY]
    for mine in contingents(s, left):
        withdraw(b, loser, mine)


def contingents(s: State, armies: list[int]) -> list[list[int]]:
    """The armies of each leader; those without one, by their owner (7.4)."""
    found: dict[tuple[int, int], list[int]] = {}
    for n in armies:
        found.setdefault((s.armies[n].leader, s.armies[n].owner), []).append(n)
    return [found[key] for key in sorted(found)]


def withdraw(b: Battle, loser: Force, armies: list[int]) -> None:
    """Who can goes, with the leader; whales off the sea swim away; the others have no way out (6.3, 7.4)."""
    t, s = b.t, b.t.s
    leader = s.armies[armies[0]].leader
    to, able = refuge(b, loser, armies)
    for n in able:
        s.set_army(n, place=to)
        t.marching.came_from[n] = b.place
    if able:
        leader_goes_along(t, leader, to)
        b.tell("retreat", "AK-7.4-01", armies=able, to=to)
        carry_bier(b, loser, able, to)
    left = [n for n in armies if n not in able]
    stuck = [n for n in left if not swims_away(b, n)]
    disperse(b, stuck, leader if not able else GARRISON)


def carry_bier(b: Battle, force: Force, armies: list[int], to: int) -> None:
    """The men of a commander slain in the duel take his body along (7.4)."""
    s, n = b.t.s, force.bier
    if n and force.demoralised & {*armies} and s.people[n].died and s.people[n].place == b.place:
        s.set_person(n, place=to)
        b.t.tell("battle-bier", "AK-7.4-05", [s.people[n].seat], who=n, place=b.place, to=to)


def leader_goes_along(t: Turn, leader: int, to: int) -> None:
    """A leader goes with his men, and defends nothing any more (3.15)."""
    if leader != GARRISON and leader in t.s.people and not t.s.people[leader].died:
        t.s.set_person(leader, place=to)
        t.pursuits.posts.pop(leader, None)


def refuge(b: Battle, loser: Force, armies: list[int]) -> tuple[int, list[int]]:
    """Where most of a contingent can go, and who: whence it came or next to it, defenders to friendly land (7.4).

    Without a way out it is -1, and nobody.
    """
    s = b.t.s
    seat = s.armies[armies[0]].owner
    ways = [(p, who_can_go(b.t, armies, b.place, p)) for p in ways_out(b, loser, seat, armies[0])]
    ways = [(p, able) for p, able in ways if able]
    if loser.side == ATTACKER:
        return max(ways, key=lambda way: len(way[1]), default=(-1, []))
    return min(
        ways,
        key=lambda way: (-len(way[1]), -own_troops(b, seat, way[0]), s.atlas.numbers[way[0]]),
        default=(-1, []),
    )


def ways_out(b: Battle, loser: Force, seat: int, army: int) -> list[int]:
    """Provinces open to a beaten contingent; natives have none (7.4)."""
    t, s = b.t, b.t.s
    if seat == NATIVE:
        return []
    ways = [p for p in s.atlas.neighbours[b.place] if s.is_friendly(seat, p)]
    if loser.side == ATTACKER:
        origin = t.marching.came_from.get(army, -1)
        near = s.atlas.neighbours[origin] if origin >= 0 else ()
        ways = [p for p in (origin, *near) if p >= 0 and p != b.place and (p == origin or p in ways)]
    return [p for p in ways if not is_held(b, seat, p)]


def who_can_go(t: Turn, armies: list[int], a: int, b: int) -> list[int]:
    """As many of a contingent as can go from one province to the next together, its ships and wings first."""
    able: list[int] = []
    for n in sorted(armies, key=lambda n: (t.s.armies[n].type not in c.NAVAL | c.AIR, n)):
        if can_enter(t, [*able, n], a, b):
            able.append(n)
    return able


def is_held(b: Battle, seat: int, place: int) -> bool:
    """Whether enemies stand in a place."""
    s = b.t.s
    return any(
        s.relation(seat, s.armies[n].owner) == ENEMY for n in s.armies_at(place) if s.armies[n].owner != MERCENARY
    )


def own_troops(b: Battle, seat: int, place: int) -> int:
    s = b.t.s
    return sum([s.armies[n].owner == seat for n in s.armies_at(place)])


def swims_away(b: Battle, n: int) -> bool:
    """Whales beaten off the sea come away into it unharmed (6.3)."""
    s = b.t.s
    seas = [p for p in s.atlas.neighbours[b.place] if s.is_sea(p)]
    if s.armies[n].type != c.WHALE or s.is_sea(b.place) or not seas:
        return False
    s.set_army(n, place=seas[0], leader=GARRISON)
    return True


def disperse(b: Battle, armies: list[int], leader: int) -> None:
    """No way out: the green go home, the better may turn mercenary and march off (7.4)."""
    t, s = b.t, b.t.s
    gone = []
    for n in armies:
        army = s.armies[n]
        if army.quality >= c.AVERAGE and not army.is_skeletal and t.chance(TURNS_MERCENARY, "mercenaries"):
            to = march_off(b, t.die(MOST_STEPS, "how far they march"))
            s.set_army(n, owner=MERCENARY, leader=GARRISON, place=to, barred=s.turn)
        elif army.is_skeletal:
            lie_down(t, n)
        else:
            t.remove_army(n)
        gone.append(n)
    if gone:
        b.tell("dispersed", "AK-7.4-02", count=len(gone))
    t.pursuits.posts.pop(leader, None)


def march_off(b: Battle, steps: int) -> int:
    """Some provinces away, over land."""
    s = b.t.s
    here = b.place
    for _ in range(steps):
        ways = [p for p in s.atlas.neighbours[here] if not s.is_sea(p)]
        if ways:
            here = ways[b.t.die(len(ways), "where they march") - 1]
    return here
