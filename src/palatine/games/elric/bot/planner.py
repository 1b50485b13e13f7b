"""The captain's next march: Elric, storms, musters, gathering."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from palatine.games.elric.bot import exploration
from palatine.games.elric.bot.attacks import hunt, storm
from palatine.games.elric.bot.concentration import gather, walk_home
from palatine.games.elric.bot.distances import MarchOrder
from palatine.games.elric.bot.objectives import aim_of, duellist, is_late
from palatine.games.elric.bot.odds import chance
from palatine.games.elric.bot.parameters import HUNT
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.bot.reinforcement import reinforce_imrryr
from palatine.games.elric.bot.routes import legs, order_of
from palatine.games.elric.components.pieces import ELRIC, FLEET, KIND, PERSON, VALUE
from palatine.games.elric.components.world import CITY_AT, IS_SEA, IS_WILD, LANDS, WALL
from palatine.games.elric.rules.common.control import can_control, may_bid
from palatine.games.elric.state import NOBODY, strength

MOST_ORDERS: Final = 80
Planner = Callable[[Perception], MarchOrder | None]


def next_order(sight: Perception) -> MarchOrder | None:
    """Return the next march of the Movement phase, or None."""
    mind = sight.mind
    mind.orders += 1
    if mind.orders > MOST_ORDERS:
        return None
    for planner in planners_of(sight):
        order = planner(sight)
        if order is not None:
            mind.why = planner.__name__
            mind.ordered |= {(p, order.area) for p in order.group}
            return order
    return None


def planners_of(sight: Perception) -> tuple[Planner, ...]:
    """Return the planner's functions for a seat, in order of priority."""
    if sight.is_founding:
        return (exploration.exploration_order,)
    return HUNTERS if aim_of(sight) == HUNT else PLANNERS


def bid(sight: Perception) -> MarchOrder | None:
    """Return a march of one personality to take over an enemy's Elric (12.1.2)."""
    s = sight.s
    there = s.where[ELRIC]
    if s.owner[ELRIC] in (NOBODY, sight.seat) or there < 0 or there in s.stacks[sight.seat]:
        return None
    for a in s.stacks[sight.seat]:
        for p in sight.free(a):
            if KIND[p] == PERSON and may_bid(s, p, there):
                for leg in legs(sight, a, there, (p,)):
                    if leg.turns == 0 and leg.group == (p,):
                        return order_of(a, leg)
    return None


def catch_elric(sight: Perception) -> MarchOrder | None:
    """Return a march of the strongest personality in reach of uncontrolled Elric."""
    s = sight.s
    there = s.where[ELRIC]
    if s.owner[ELRIC] != NOBODY or there < 0 or there in sight.closed or sight.is_founding:
        return None
    found = []
    for a in s.stacks[sight.seat]:
        free = sight.free(a)
        fleets = [p for p in free if KIND[p] == FLEET]
        for p in free:
            if KIND[p] == PERSON and can_control(p):
                found += [(VALUE[p], a, leg) for leg in legs(sight, a, there, (p, *fleets)) if leg.turns == 0]
    if not found:
        return None
    _, a, leg = max(found, key=lambda each: (each[0], -len(each[2].group), -each[1]))
    return order_of(a, leg)


def flee(sight: Perception) -> MarchOrder | None:
    """Return a march of a seat's duellist away from a stack that may defeat it next turn (14.7)."""
    s, seat = sight.s, sight.seat
    hero = duellist(s, seat)
    there = s.where[hero] if hero >= 0 and s.owner[hero] == seat else -1
    if there < 0 or IS_SEA[there] or hero not in sight.free(there):
        return None
    here = peril(sight, there, s.pieces(seat, there))
    if here <= sight.parameters.harmless:
        return None
    company = (hero, s.controller) if hero == ELRIC and s.controller >= 0 else (hero,)
    found = [
        (peril(sight, a, (*s.stacks[seat].get(a, ()), *company)), len(leg.path), a, leg)
        for a in LANDS
        if a not in sight.closed and not IS_WILD[a]
        for leg in legs(sight, there, a, company)[:1]
        if leg.turns == 0 and leg.path[-1] == a
    ]
    if not found or min(found)[0] >= here:
        return None
    return order_of(there, min(found)[3])


def peril(sight: Perception, area: int, group: Sequence[int]) -> float:
    """Return the chance that the strongest enemy within a turn of an area defeats a group there."""
    threat = sight.threat(area)
    held = WALL[area] if area in CITY_AT and sight.s.city_owner(area) == sight.seat else 0
    return chance(threat + sight.parameters.spell_fear - strength(group, False) - held) if threat else 0.0


def errand(sight: Perception) -> MarchOrder | None:
    """Return a march of a holder of a nation's spell to its capital (11.0)."""
    s = sight.s
    if is_late(s) or sight.is_founding:
        return None
    best: tuple[tuple[int, int], MarchOrder] | None = None
    for a in s.stacks[sight.seat]:
        for p in sight.free(a):
            if (
                KIND[p] != PERSON
                or p not in s.hand
                or VALUE[p] > sight.parameters.expendable
                or p in (ELRIC, s.controller)
            ):
                continue
            for goal in sight.mustering_places(p):
                if goal == a:
                    sight.mind.ordered.add((p, a))
                    break
                fleets = [each for each in sight.free(a) if KIND[each] == FLEET]
                for leg in legs(sight, a, goal, (p, *fleets))[:1]:
                    if leg.turns <= sight.parameters.errand_turns and (best is None or (leg.turns, p) < best[0]):
                        best = ((leg.turns, p), order_of(a, leg))
    return best[1] if best else None


PLANNERS: Final[tuple[Planner, ...]] = (
    bid, catch_elric, reinforce_imrryr, storm, flee, errand, gather, hunt, walk_home,
)  # fmt: skip
"""The planner's functions, in order of priority."""
HUNTERS: Final[tuple[Planner, ...]] = (
    bid, catch_elric, reinforce_imrryr, hunt, storm, flee, errand, gather, walk_home,
)  # fmt: skip
"""The same for the aim of hunting."""
