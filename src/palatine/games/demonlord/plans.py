"""Conveniences of the march: whole stacks at one click, and known places by the cheapest way."""

from __future__ import annotations

from palatine.core import Action, Catalogue, Plan
from palatine.games.demonlord.components import CLASS, IS_TROOP, MODE, SITE_AT
from palatine.games.demonlord.movement import March, may_enter, may_mount, walkers, ways
from palatine.games.demonlord.neutrals import unallied_home
from palatine.games.demonlord.state import FRESH, DemonlordState

MOST = 12
"""More destinations than these are not told."""
Points = tuple[int, ...]
Way = tuple[Points, tuple[int, ...]]


def plans(words: Catalogue, s: DemonlordState) -> list[Plan]:
    """What can be done in one go by the seat that is asked."""
    step = s.flow[-1]
    if not isinstance(step, March):
        return []
    if step.group:
        return destinations(words, s, step)
    picks = [action for action in step.actions(s) if action[0] == "unit"]
    mounted = [action for action in picks if MODE[action[1]] != "F"]
    found = [Plan(words.say("plan.all"), together(s, picks))]
    if any(IS_TROOP[u] for _, u in mounted) and len(mounted) < len(picks):
        found.append(Plan(words.say("plan.mounted"), together(s, mounted)))
    return [plan for plan in found if len(plan.actions) > 1]


def together(s: DemonlordState, picks: list[Action]) -> tuple[Action, ...]:
    """As many of these units as can march in one group, troops first."""
    group: tuple[int, ...] = ()
    order: list[Action] = []
    for action in sorted(picks, key=lambda pick: not IS_TROOP[pick[1]]):
        if not may_mount(s, (*group, action[1])):
            continue
        group = (*group, action[1], *[c for c, troop in s.ride if troop == action[1]])
        order.append(action)
    return tuple(order)


def destinations(words: Catalogue, s: DemonlordState, step: March) -> list[Plan]:
    """Places of note and stacks within this march beyond the next hex, the nearest first."""
    found = []
    for h, (_, way) in reachable(s, step).items():
        enemy, friend = bool(s.stack(1 - step.seat, h)), bool(s.stack(step.seat, h))
        if len(way) > 1 and (enemy or friend or h in SITE_AT):
            key = "plan.against" if enemy else "plan.march"
            found.append(
                (len(way), h, Plan(words.say(key, hex=h, count=len(way)), tuple([("go", n) for n in way])))
            )
    found.sort(key=lambda each: each[:2])
    return [plan for _, _, plan in found[:MOST]]


def reachable(s: DemonlordState, step: March) -> dict[int, Way]:
    """By hex: the points every walker has left there and the way, where that leaves the slowest the most.

    The way leads through no hex with units of others, and never into the homeland of a neutral.
    """
    side, going = step.seat, walkers(s, step.group)
    best: dict[int, Way] = {}
    edge: dict[int, Way] = {step.hex: (tuple([s.mp[u] % FRESH for u in going]), ())}
    while edge:
        h = max(edge, key=lambda n: (min(edge[n][0]), sum(edge[n][0]), -len(edge[n][1]), -n))
        left, way = best[h] = edge.pop(h)
        if way and (s.stack(1 - side, h) or not any(left)):
            continue
        for n in ways(s, side, h, step.group) if not way else onward(s, step, h):
            after = afterwards(s, going, left, h, n, first=not way)
            if n in best or after is None or unallied_home(s, n) >= 0:
                continue
            if n not in edge or (min(after), sum(after)) > (min(edge[n][0]), sum(edge[n][0])):
                edge[n] = (after, (*way, n))
    del best[step.hex]
    return best


def onward(s: DemonlordState, step: March, h: int) -> list[int]:
    """The hexes next to `h` that the first of the group can enter, whatever the price."""
    first = walkers(s, step.group)[0]
    return [n for n, _ in s.exits(CLASS[first], h) if may_enter(s, step.seat, step.group, n) is None]


def afterwards(s: DemonlordState, going: list[int], left: Points, h: int, n: int, first: bool) -> Points | None:
    """The points left after a step; None when somebody cannot pay for it."""
    after = []
    for u, points in zip(going, left, strict=True):
        price = dict(s.exits(CLASS[u], h)).get(n)
        if price is None or (price > points and not (first and s.mp[u] >= FRESH)):
            return None
        after.append(max(0, points - price))
    return tuple(after)
