"""From the captain's plan to clicks: pick a stack, pick its units, walk, halt."""

from __future__ import annotations

from typing import NamedTuple

from palatine.core import Action
from palatine.games.demonlord.bot.advance import march_armies
from palatine.games.demonlord.bot.attacks import plan_attacks
from palatine.games.demonlord.bot.garrisons import Guards
from palatine.games.demonlord.bot.leaders import send_characters
from palatine.games.demonlord.bot.planner import Campaign
from palatine.games.demonlord.foresight.distances import Pace
from palatine.games.demonlord.foresight.perception import Sight
from palatine.games.demonlord.rules.movement.movement import END, HALT, March, Movement


def make_plan(sight: Sight) -> Campaign:
    """Attack where it pays, guard what must be guarded, march with the rest, and give them leaders."""
    campaign = Campaign(sight)
    guards = Guards(campaign)
    plan_attacks(campaign, guards)
    guards.post()
    march_armies(campaign)
    send_characters(campaign)
    return campaign


class Order(NamedTuple):
    """Units that march together: from where, by which hexes."""

    hex: int
    units: tuple[int, ...]
    way: tuple[int, ...]


def orders(sight: Sight, plan: Campaign) -> list[Order]:
    """The plan as marches that can begin now: troops first, so that characters find them where they go."""
    return [order for order in (*troop_orders(sight, plan), *lone_orders(sight, plan)) if can_begin(sight, order)]


def troop_orders(sight: Sight, plan: Campaign) -> list[Order]:
    """Troops of one pace from one hex to one goal march together, with those who ride with them."""
    bands: dict[tuple[int, int, Pace, int], list[int]] = {}
    ways: dict[tuple[int, int, Pace, int], tuple[int, ...]] = {}
    for arm in plan.arms:
        goal = plan.goals.get(arm.unit, arm.hex)
        if goal != arm.hex:
            alone = arm.unit if sight.riders(arm.unit) else -1
            key = (arm.hex, goal, sight.pace(arm.unit), alone)
            bands.setdefault(key, []).append(arm.unit)
            ways[key] = arm.reach.way(goal)
    return [Order(key[0], with_riders(plan, units), ways[key]) for key, units in bands.items()]


def with_riders(plan: Campaign, units: list[int]) -> tuple[int, ...]:
    return (*units, *[c for c, troop in plan.rides.items() if troop in units])


def lone_orders(sight: Sight, plan: Campaign) -> list[Order]:
    """Characters who go by themselves."""
    found = []
    for h in sight.hexes:
        for c in sight.characters(h):
            goal = plan.goals.get(c, h)
            if goal != h and c not in plan.rides:
                found.append(Order(h, (c,), sight.reach(c, h).way(goal)))
    return found


def can_begin(sight: Sight, order: Order) -> bool:
    return bool(order.way) and sight.can_march(order.hex, order.units, order.way[0])


def movement(sight: Sight, step: Movement, actions: list[Action]) -> Action:
    """Take up the next march of the plan, or end the movement."""
    for order in orders(sight, plan_of(sight)):
        if ("stack", order.hex) in actions:
            return "stack", order.hex
    return END


def march(sight: Sight, step: March, actions: list[Action]) -> Action:
    """Gather the group of the next march from this stack, then walk its way."""
    plan = plan_of(sight)
    if step.moved:
        return walk_on(sight, plan, step, actions)
    picked = {u for u in step.group if sight.may_move(u)}
    for order in orders(sight, plan):
        if order.hex == step.hex and picked <= set(order.units):
            for u in order.units:
                if u not in step.group:
                    return ("unit", u) if ("unit", u) in actions else HALT
            return ("go", order.way[0]) if ("go", order.way[0]) in actions else HALT
    return HALT


def walk_on(sight: Sight, plan: Campaign, step: March, actions: list[Action]) -> Action:
    """On to the goal of the best of the group."""
    for u in step.group:
        goal = plan.goals.get(u, step.hex)
        if sight.may_move(u) and goal != step.hex:
            way = sight.reach(u, step.hex).way(goal)
            return ("go", way[0]) if ("go", way[0]) in actions else HALT
    return HALT


_plans: dict[object, Campaign] = {}


def plan_of(sight: Sight) -> Campaign:
    """The plan for a position. The last one is kept: clicks that move nothing ask for it again."""
    key = sight.digest()
    plan = _plans.get(key)
    if plan is None:
        _plans.clear()
        plan = _plans[key] = make_plan(sight)
    return plan
