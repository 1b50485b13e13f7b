"""Execution of the captain's plan: picking a stack and pieces, moving, halting (8)."""

from __future__ import annotations

from palatine.core import Action
from palatine.games.dark_emperor.bot.lookahead import best_plan, betrayal
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import MarchOrder
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan
from palatine.games.dark_emperor.components.pieces import BOX
from palatine.games.dark_emperor.components.world import GROUND, SEA
from palatine.games.dark_emperor.decisions import decides
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.march import HALT, TO_BOX, March
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.state import END


def plan_of(sight: Perception) -> MarchPlan:
    """Return the current plan if the position follows from it, otherwise a new one."""
    plan: MarchPlan | None = sight.mind.plan
    if plan is None or not plan.holds(sight):
        plan = sight.mind.plan = best_plan(sight)
    return plan


def is_pending(sight: Perception, order: MarchOrder) -> bool:
    """Return whether an order's pieces wait at its start; without a route, with cargo to land."""
    s = sight.state
    if not order.way and not order.to_box and s.cargo.keys().isdisjoint(order.pieces):
        return False
    return all([s.where[p] == order.hex and p not in s.origin and p not in s.stopped for p in order.pieces])


@decides(Movement)
def decide_movement(sight: Perception, step: Movement, actions: list[Action]) -> Action:
    """Betray if it pays, pick up devices, start the next march of the plan, or end."""
    is_new = sight.mind.plan is None or not sight.mind.plan.holds(sight)
    plan = plan_of(sight)
    if is_new and (treason := betrayal(sight)):
        sight.mind.plan = None
        return treason
    for action in actions:
        if action[0] == "take":
            return action
    if plan.begun in plan.orders and is_pending(sight, plan.begun):
        plan.orders.remove(plan.begun)
    plan.begun = None
    for order in plan.orders:
        click: Action = ("leave", order.pieces[0]) if order.hex == BOX else ("stack", order.hex)
        if is_pending(sight, order) and click in actions:
            return click
    if plan.victim >= 0 and sight.state.control[plan.victim] == sight.side:
        return "betray", plan.victim
    return END


@decides(FromBox)
def decide_from_box(sight: Perception, step: FromBox, actions: list[Action]) -> Action:
    plan = plan_of(sight)
    goal: Action = ("to", plan.leads.get(step.leader, -1))
    if goal in actions:
        return goal
    plan.orders = [order for order in plan.orders if order.pieces != (step.leader,)]
    return "stay", 0


@decides(March)
def decide_march(sight: Perception, step: March, actions: list[Action]) -> Action:
    """Gather the pieces of the next march from this stack, then follow its route."""
    group, plan = frozenset(step.group), plan_of(sight)
    orders = [order for order in plan.orders if group.issubset(order.pieces)]
    if step.moved:
        return walk_on(step, orders, actions)
    for order in orders:
        if order.hex != step.hex or not is_pending(sight, order):
            continue
        plan.begun = order
        for p in order.pieces:
            if p not in step.group:
                return ("piece", p) if ("piece", p) in actions else drop(sight, order)
        if order.to_box:
            return TO_BOX if TO_BOX in actions else drop(sight, order)
        if not order.way:
            return landing(actions) or drop(sight, order)
        return ("go", order.way[0]) if ("go", order.way[0]) in actions else drop(sight, order)
    return HALT if HALT in actions else actions[-1]


def drop(sight: Perception, order: MarchOrder) -> Action:
    """Discard a march that cannot start, so that it is not tried again, and halt."""
    plan_of(sight).orders.remove(order)
    return HALT


def walk_on(step: March, orders: list[MarchOrder], actions: list[Action]) -> Action:
    """Follow the route and land cargo at its end; without a route, halt or head for land."""
    for order in orders:
        if step.hex in order.way[:-1]:
            onward: Action = ("go", order.way[order.way.index(step.hex) + 1])
            if onward in actions:
                return onward
    if ashore := landing(actions):
        return ashore
    if HALT in actions:
        return HALT
    land = [action for action in actions if action[0] == "go" and GROUND[action[1]] != SEA]
    return land[0] if land else actions[-1]


def landing(actions: list[Action]) -> Action | None:
    """Return the first action that lands cargo, or None."""
    return next((action for action in actions if action[0] == "land"), None)
