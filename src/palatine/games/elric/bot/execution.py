"""Execution of a captain's orders, action by action (7)."""

from __future__ import annotations

from typing import Any

from palatine.core import Action
from palatine.core.bot import first_action, last_action
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.bot.planner import next_order
from palatine.games.elric.components.pieces import ARMY, FLEET, KIND, PERSON, POWER_OF
from palatine.games.elric.components.world import COASTS, IS_SEA
from palatine.games.elric.decisions import decides
from palatine.games.elric.rules.common.naval import Overboard
from palatine.games.elric.rules.movement.detaching import Drop
from palatine.games.elric.rules.movement.flight import Takeoff
from palatine.games.elric.rules.movement.march import HALT, Boarding, March
from palatine.games.elric.rules.movement.movement import STACK, Movement
from palatine.games.elric.rules.movement.overruns import Overrun
from palatine.games.elric.rules.movement.sailing_home import SailHome


@decides(Movement)
def decide_movement(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the stack of the next order, or end the movement."""
    controls = [action for action in actions if action[0] == "control"]
    if controls:
        return controls[-1]
    while True:
        order = next_order(sight)
        if order is None:
            return call_home(sight, actions)
        if STACK[order.area] in actions:
            sight.mind.order = order
            return STACK[order.area]


def call_home(sight: Perception, actions: list[Action]) -> Action:
    """Send ships home if none has a personality near, then end the movement."""
    called = sight.mind.called
    for action in actions:
        fleet = action[1]
        if action[0] == "home" and fleet not in called:
            called.add(fleet)
            if not is_near_ship(sight):
                return action
    return actions[-1]


def is_near_ship(sight: Perception) -> bool:
    """Return whether a personality is aboard a ship, or beside one in port or on a coast."""
    s, seat = sight.s, sight.seat
    for a, here in s.stacks[seat].items():
        if any([KIND[p] == FLEET for p in here]):
            near = (a, *COASTS[a]) if IS_SEA[a] else (a,)
            if any([s.pieces(seat, b) and KIND[s.pieces(seat, b)[0]] == PERSON for b in near]):
                return True
    return False


@decides(March)
def decide_march(sight: Perception, step: March, actions: list[Action]) -> Action:
    """Select the pieces of the order, then follow its path."""
    order = sight.mind.order
    if order is None or not (step.group or order.area == step.area):
        return stop(actions)
    if not step.moved:
        picked = pick(sight, step, actions)
        if picked is not None:
            return picked
    way = [n for n in order.path if ("go", n) in actions]
    at = order.path.index(step.area) if step.area in order.path else -1
    if way and order.path.index(way[-1]) > at:
        ahead = [n for n in way if order.path.index(n) == at + 1]
        if ahead and is_safe(sight, step, order.path, ahead[0]):
            return ("go", ahead[0])
    return stop(actions)


def is_safe(sight: Perception, step: March, path: tuple[int, ...], n: int) -> bool:
    """Return whether a step avoids enemies short of the goal."""
    return n == path[-1] or n not in sight.closed


def pick(sight: Perception, step: March, actions: list[Action]) -> Action | None:
    """Return the next piece to select: personalities, then ships, then armies by nation."""
    order = sight.mind.order
    assert order is not None
    offered = [p for verb, p in actions if verb == "piece"]
    wanted = [p for p in offered if p in order.group and KIND[p] != ARMY]
    ships = [p for p in wanted if KIND[p] != PERSON]
    if IS_SEA[step.area] and ships:
        return ("piece", ships[0])
    if wanted:
        return ("piece", wanted[0])
    for p in offered:
        if KIND[p] == ARMY and count(step.group, p) < count(order.group, p):
            return ("piece", p)
    return None


def count(group: Any, like: int) -> int:
    """Return the number of armies of one nation in a group."""
    return sum([KIND[p] == ARMY and POWER_OF[p] == POWER_OF[like] for p in group])


def stop(actions: list[Action]) -> Action:
    """Halt, or go aboard or ashore if a halt is illegal."""
    if HALT in actions:
        return HALT
    ships = [action for action in actions if action[0] == "ship"]
    lands = [action for action in actions if action[0] == "go" and not IS_SEA[action[1]]]
    return (ships or lands or actions)[0]


@decides(Boarding)
def decide_ship(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the ship with the most room."""
    return max(actions, key=lambda action: (sight.s.room(action[1]), -action[1]))


decides(Drop, Overrun, Takeoff)(last_action)
decides(Overboard, SailHome)(first_action)
