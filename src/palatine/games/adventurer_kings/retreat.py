"""Retreat of the beaten, each leader's contingent by itself (7.4)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings.battle import ATTACKER, Battle, Force
from palatine.games.adventurer_kings.state import GARRISON, MERCENARY, NATIVE
from palatine.games.adventurer_kings.strength import Unit
from palatine.games.adventurer_kings.transport import can_enter

TURNS_MERCENARY: Final = 70
"""The percentage of better units that turn mercenary where there is no way out; the others perish."""
MOST_STEPS: Final = 3


def retreat(b: Battle, loser: Force, alive: list[Unit]) -> None:
    """Every contingent goes where it can (7.4)."""
    for leader in sorted({unit.leader for unit in alive}):
        mine = [unit.number for unit in alive if unit.leader == leader and unit.number in b.t.s.armies]
        mine = [n for n in mine if b.t.s.armies[n].owner != MERCENARY]
        if mine:
            withdraw(b, loser, leader, mine)


def withdraw(b: Battle, loser: Force, leader: int, armies: list[int]) -> None:
    t, s = b.t, b.t.s
    seat = s.armies[armies[0]].owner
    to = refuge(b, loser, seat, armies)
    if to < 0:
        swim(b, armies)
        disperse(b, [n for n in armies if s.armies[n].place == b.place and n in s.armies], leader)
        return
    for n in armies:
        s.set_army(n, place=to)
        t.came_from[n] = b.place
    if leader != GARRISON and leader in s.people and not s.people[leader].died:
        s.set_person(leader, place=to)
        t.posts.pop(leader, None)
    b.tell("retreat", "AK-7.4-01", armies=armies, to=to)


def refuge(b: Battle, loser: Force, seat: int, armies: list[int]) -> int:
    """Where a contingent can go: attackers whence they came or next to it, others to friendly land; -1 for nowhere."""
    t, s = b.t, b.t.s
    if seat == NATIVE:
        return -1
    if loser.side == ATTACKER:
        origin = t.came_from.get(armies[0], -1)
        near = (origin, *[p for p in s.atlas.neighbours[origin] if p != b.place]) if origin >= 0 else ()
        ways = [p for p in near if p == origin or (s.is_friendly(seat, p) and p in s.atlas.neighbours[b.place])]
    else:
        ways = [p for p in s.atlas.neighbours[b.place] if s.is_friendly(seat, p)]
    open_to = [p for p in ways if can_enter(t, armies, b.place, p) and not is_held(b, seat, p)]
    if loser.side == ATTACKER:
        return open_to[0] if open_to else -1
    return min(open_to, key=lambda p: (-own_troops(b, seat, p), s.atlas.numbers[p]), default=-1)


def is_held(b: Battle, seat: int, place: int) -> bool:
    """Whether enemies stand in a place."""
    s = b.t.s
    return any(
        s.relation(seat, s.armies[n].owner) == 0 for n in s.armies_at(place) if s.armies[n].owner != MERCENARY
    )


def own_troops(b: Battle, seat: int, place: int) -> int:
    s = b.t.s
    return sum([s.armies[n].owner == seat for n in s.armies_at(place)])


def swim(b: Battle, armies: list[int]) -> None:
    """Whales beaten off the sea come away into it unharmed (6.3)."""
    s = b.t.s
    seas = [p for p in s.atlas.neighbours[b.place] if s.is_sea(p)]
    for n in armies:
        if s.armies[n].type == c.WHALE and not s.is_sea(b.place) and seas:
            s.set_army(n, place=seas[0], leader=GARRISON)


def disperse(b: Battle, armies: list[int], leader: int) -> None:
    """No way out: the green go home, the better may turn mercenary and march off (7.4)."""
    t, s = b.t, b.t.s
    gone = []
    for n in armies:
        army = s.armies[n]
        if army.quality >= c.AVERAGE and not army.is_skeletal and t.chance(TURNS_MERCENARY, "mercenaries"):
            to = march_off(b, t.die(MOST_STEPS, "how far they march"))
            s.set_army(n, owner=MERCENARY, leader=GARRISON, place=to, barred=s.turn)
        else:
            del s.armies[n]
        gone.append(n)
    if gone:
        b.tell("dispersed", "AK-7.4-02", count=len(gone))
    if leader in s.people and not s.people[leader].died:
        t.posts.pop(leader, None)


def march_off(b: Battle, steps: int) -> int:
    """Some provinces away, over land."""
    s = b.t.s
    here = b.place
    for _ in range(steps):
        ways = [p for p in s.atlas.neighbours[here] if not s.is_sea(p)]
        if ways:
            here = ways[b.t.die(len(ways), "where they march") - 1]
    return here
