"""Execution of the captain's plan: picking a stack and units, moving, halting."""

from __future__ import annotations

from palatine.core import Action
from palatine.games.demonlord.bot.army_moves import march_armies
from palatine.games.demonlord.bot.attacks import plan_attacks
from palatine.games.demonlord.bot.garrisons import Guards
from palatine.games.demonlord.bot.leaders import send_characters
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.bot.planner import Campaign, MarchOrder
from palatine.games.demonlord.decisions import decides
from palatine.games.demonlord.preview.distances import Mobility
from palatine.games.demonlord.preview.perception import strength
from palatine.games.demonlord.rules.movement.movement import END, HALT, March, Movement


def make_plan(sight: CaptainPerception) -> Campaign:
    """Return a plan: attacks that pay, necessary garrisons, marches of the rest, leaders."""
    campaign = Campaign(sight)
    guards = Guards(campaign)
    plan_attacks(campaign, guards)
    guards.post()
    march_armies(campaign)
    send_characters(campaign)
    campaign.orders = [*troop_orders(campaign), *lone_orders(campaign)]
    return campaign


def troop_orders(plan: Campaign) -> list[MarchOrder]:
    """Return the marches of troops with the same mobility, start and goal, and their riders.

    Those to enemies come first, and of these the largest. Characters, who join them, march later.
    """
    sight = plan.sight
    bands: dict[tuple[int, int, Mobility, int], list[int]] = {}
    ways: dict[tuple[int, int, Mobility, int], tuple[int, ...]] = {}
    for arm in plan.arms:
        goal = plan.goals.get(arm.unit, arm.hex)
        if goal != arm.hex:
            alone = arm.unit if sight.riders(arm.unit) else -1
            key = (arm.hex, goal, sight.pace(arm.unit), alone)
            bands.setdefault(key, []).append(arm.unit)
            ways[key] = arm.reach.way(goal)
    weighty = sorted(bands, key=lambda key: (not is_hostile(sight, key[1]), -strength(bands[key])))
    return [MarchOrder(key[0], with_riders(plan, bands[key]), ways[key]) for key in weighty]


def is_hostile(sight: CaptainPerception, h: int) -> bool:
    """Return whether a hex has enemies, or is a place of theirs."""
    return sight.foe(h) is not None or sight.holder(h) == sight.enemy


def with_riders(plan: Campaign, units: list[int]) -> tuple[int, ...]:
    return (*units, *[c for c, troop in plan.rides.items() if troop in units])


def lone_orders(plan: Campaign) -> list[MarchOrder]:
    """Return the marches of characters on their own."""
    sight = plan.sight
    return [
        MarchOrder(h, (c,), sight.reach(c, h).way(plan.goals[c]))
        for h in sight.hexes
        for c in sight.characters(h)
        if plan.goals.get(c, h) != h and c not in plan.rides
    ]


def can_begin(sight: CaptainPerception, order: MarchOrder) -> bool:
    are_there = all([sight.where(u) == order.hex for u in order.units])
    return are_there and bool(order.way) and sight.can_march(order.hex, order.units, order.way[0])


@decides(Movement)
def decide_movement(sight: CaptainPerception, step: Movement, actions: list[Action]) -> Action:
    """Start the next march of the plan, or end the movement."""
    for order in plan_of(sight).orders:
        if can_begin(sight, order) and ("stack", order.hex) in actions:
            return "stack", order.hex
    return END


@decides(March)
def decide_march(sight: CaptainPerception, step: March, actions: list[Action]) -> Action:
    """Gather the units of the next march from this stack, then follow its route."""
    plan = plan_of(sight)
    if step.moved:
        return walk_on(plan, step, actions)
    picked = {u for u in step.group if sight.may_move(u)}
    for order in plan.orders:
        if order.hex == step.hex and picked <= set(order.units) and can_begin(sight, order):
            for u in order.units:
                if u not in step.group:
                    return ("unit", u) if ("unit", u) in actions else HALT
            return ("go", order.way[0]) if ("go", order.way[0]) in actions else HALT
    return HALT


def walk_on(plan: Campaign, step: March, actions: list[Action]) -> Action:
    """Follow the ordered route, if there is one."""
    for order in plan.orders:
        trail = (order.hex, *order.way)
        if step.hex in trail[:-1] and any([u in order.units for u in step.group]):
            go = "go", trail[trail.index(step.hex) + 1]
            return go if go in actions else HALT
    return HALT


def plan_of(sight: CaptainPerception) -> Campaign:
    """Return the current plan, or a new one if it no longer fits."""
    plan = sight.mind.plan
    if not isinstance(plan, Campaign) or not plan.fits(sight):
        plan = sight.mind.plan = make_plan(sight)
    return plan
