"""Conveniences: whole stacks at one click, any place in reach by the cheapest way."""

from __future__ import annotations

from heapq import heappop, heappush

from palatine.core import Action, Catalogue, Plan
from palatine.games.dark_emperor.exits import cost
from palatine.games.dark_emperor.forces import LEADERS, UNITS
from palatine.games.dark_emperor.movement import (
    GO,
    March,
    enemy_strength,
    is_charmed,
    joinable,
    may_end,
    must_stop,
    ways,
)
from palatine.games.dark_emperor.spells import FLY
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.world import CITY_AT, PARTS

MOST = 10
"""More destinations than these are not listed; they are offered on the map."""
FAR = 37
"""Attrition points from which on a march is the end of a stack."""


def plans(words: Catalogue, s: DarkEmperorState) -> list[Plan]:
    """What can be done in one go by the seat that is asked."""
    step = s.flow[-1]
    if not isinstance(step, March):
        return []
    picks = stacks(words, s, step) if not step.moved else []
    return [*picks, *(destinations(words, s, step) if step.group else [])]


def stacks(words: Catalogue, s: DarkEmperorState, step: March) -> list[Plan]:
    """All pieces of the hex picked at once, or all units, or all leaders."""
    left = joinable(s, step)
    leaders = [p for p in left if p in LEADERS]
    found = [("plan.all", left)]
    if leaders and len(leaders) < len(left):
        found += [("plan.units", [p for p in left if p not in LEADERS]), ("plan.leaders", leaders)]
    return [Plan(words.say(key), tuple([("piece", p) for p in pieces])) for key, pieces in found if len(pieces) > 1]


def destinations(words: Catalogue, s: DarkEmperorState, step: March) -> list[Plan]:
    """Every hex of this march beyond the next, by the way that costs least; listed are cities and enemies."""
    found = [(points, h, way) for h, (points, way) in reachable(s, step).items() if len(way) > 1]
    found = [each for each in found if may_end(s, each[1], step.group)]
    found.sort(key=lambda each: (not is_of_note(s, step, each[1]), each[0], each[1]))
    listed = 0
    made = []
    for points, h, way in found:
        noted = is_of_note(s, step, h) and listed < MOST
        listed += noted
        key = "plan.march" if any([p < UNITS for p in step.group]) else "plan.travel"
        actions: tuple[Action, ...] = tuple([GO[n] for n in way])
        made.append(Plan(words.say(key, hex=h, points=points), actions, h, is_listed=noted))
    return made


def is_of_note(s: DarkEmperorState, step: March, h: int) -> bool:
    return h in CITY_AT or s.is_held(step.seat, h)


def reachable(s: DarkEmperorState, step: March) -> dict[int, tuple[int, tuple[int, ...]]]:
    """By hex: attrition points and the way that costs fewest of them, within what does not destroy the stack."""
    group = step.group
    units = [p for p in group if p < UNITS]
    edge: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, step.hex, ())]
    best: dict[int, tuple[int, tuple[int, ...]]] = {}
    while edge:
        points, length, h, way = heappop(edge)
        if h in best:
            continue
        best[h] = (points, way)
        if way and any([must_stop(s, step.seat, p, h, group) for p in group]):
            continue
        if way and (PARTS[h] > 1 or (not units and s.is_held(step.seat, h))):
            continue
        passing = enemy_strength(s, step.seat, h) if (way or step.moved) and s.is_held(step.seat, h) else 0
        for n in ways(s, step.seat, h, group):
            if n in best:
                continue
            price = passing + max([cost(s, u, h, n, flies(s, u, group)) for u in units], default=0)
            if points + price < FAR:
                heappush(edge, (points + price, length + 1, n, (*way, n)))
    del best[step.hex]
    return best


def flies(s: DarkEmperorState, u: int, group: tuple[int, ...]) -> bool:
    return bool(s.charms) and is_charmed(s, u, group, FLY)
