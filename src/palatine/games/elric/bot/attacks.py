"""Targets and forces of a captain's attacks in this turn (10)."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.games.elric.bot.distances import MarchOrder
from palatine.games.elric.bot.objectives import hunts, is_late, quarry_of, targets
from palatine.games.elric.bot.odds import defence, odds_of, power
from palatine.games.elric.bot.perception import ANYWHERE, NOWHERE, Perception
from palatine.games.elric.bot.routes import Leg, legs, order_of
from palatine.games.elric.components.pieces import ARMY, KIND, PERSON
from palatine.games.elric.components.world import (
    CITY_AT,
    IS_SEA,
    MELNIBONE,
)


def storm(sight: Perception) -> MarchOrder | None:
    """Return the next march to the place stormed this turn, or to a new one."""
    mind = sight.mind
    stand_fast(sight)
    if mind.strike >= 0:
        order = reinforce(sight, mind.strike)
        if order is not None:
            return order
        mind.strike = -1
    aims, only = targets(sight), sight.override.storm
    places = [area for area in aims if only in (area, ANYWHERE)]
    return begin_storm(sight, sorted(places, key=lambda area: (-aims[area], area)))


def hunt(sight: Perception) -> MarchOrder | None:
    """Return a march against enemies in the open nearby."""
    if not hunts(sight) or sight.override.storm == NOWHERE:
        return None
    return begin_storm(sight, sorted([area for area in sight.closed if not IS_SEA[area] and area != MELNIBONE]))


def begin_storm(sight: Perception, places: Sequence[int]) -> MarchOrder | None:
    """Return the first march to the first of these places where an attack is promising."""
    for area in places:
        if is_ripe(sight, area):
            order = reinforce(sight, area)
            if order is not None:
                sight.mind.strike = area
                return order
    return None


def stand_fast(sight: Perception) -> None:
    """Keep stacks at cities they may take."""
    s, seat = sight.s, sight.seat
    for area in targets(sight):
        there = s.stacks[seat].get(area, ())
        if area not in sight.mind.stormed and has_army(there) and area in CITY_AT and KIND[there[0]] == PERSON:
            total = power(s, seat, there, area)
            if odds_of(s, seat, area, total) >= sight.parameters.hold_on or can_besiege(sight, area, total):
                sight.mind.stormed.add(area)


def contributions(sight: Perception, area: int) -> list[tuple[int, Leg]]:
    """Return by stack the best way to an area in this turn."""
    found = []
    aims = targets(sight)
    for a in sight.s.stacks[sight.seat]:
        if a == area:
            continue
        able = [leg for leg in legs(sight, a, area, sight.movable(a)) if leg.turns == 0]
        if area not in aims:
            able = [
                leg
                for leg in able
                if len(leg.path) <= sight.parameters.chase and not any([IS_SEA[n] for n in leg.path])
            ]
        if able:
            found.append((a, max(able, key=lambda leg: power(sight.s, sight.seat, leg.group, area))))
    return found


def is_ripe(sight: Perception, area: int) -> bool:
    """Return whether all stacks that can arrive this turn are likely enough to take a place."""
    s, seat = sight.s, sight.seat
    coming = contributions(sight, area)
    if not coming or not any([KIND[p] == PERSON for _, leg in coming for p in leg.group]):
        return False
    if needs_army(sight, area) and area in CITY_AT and not any([has_army(leg.group) for _, leg in coming]):
        return False
    if sight.override.storm == area:
        return True
    total = strike_power(sight, area, coming)
    return odds_of(s, seat, area, total) >= least_odds(sight, area) or can_besiege(sight, area, total)


def strike_power(sight: Perception, area: int, coming: Sequence[tuple[int, Leg]]) -> int:
    """Return the total attack power at a place and of stacks that can reach it in this turn."""
    s, seat = sight.s, sight.seat
    there = list(s.stacks[seat].get(area, ())) if not s.is_wild(area) else []
    return power(s, seat, [*there, *[p for _, leg in coming for p in leg.group]], area)


def strike_odds(sight: Perception, area: int) -> float:
    """Return the odds that all stacks that can reach a place this turn take it."""
    return odds_of(sight.s, sight.seat, area, strike_power(sight, area, contributions(sight, area)))


def can_besiege(sight: Perception, area: int, total: float) -> bool:
    """Return whether a garrison too strong to storm can be worn down over several turns."""
    s, seat = sight.s, sight.seat
    if is_late(s) or area not in targets(sight) or not s.enemies(seat, area):
        return False
    return total - defence(s, seat, area)[0] >= sight.parameters.wears_down


def least_odds(sight: Perception, area: int) -> float:
    """Return the odds the captain requires for an attack."""
    if area not in targets(sight):
        return sight.parameters.careful
    if is_late(sight.s):
        return sight.parameters.desperate
    return sight.parameters.likely if area == quarry_of(sight) else sight.parameters.bold


def reinforce(sight: Perception, area: int) -> MarchOrder | None:
    """Return a march of the next stack to a fight, unless it is already won."""
    s, seat = sight.s, sight.seat
    there = list(s.stacks[seat].get(area, ())) if not s.is_wild(area) else []
    if there and odds_of(s, seat, area, power(s, seat, there, area)) >= sight.parameters.sure:
        return None
    coming = contributions(sight, area)
    if not coming:
        return None
    a, leg = max(
        coming,
        key=lambda each: (needs_army(sight, area) and has_army(each[1].group), power(s, seat, each[1].group, area)),
    )
    if leg.path[-1] == area:
        sight.mind.stormed.add(area)
    return order_of(a, leg)


def needs_army(sight: Perception, area: int) -> bool:
    """Return whether a target has no army yet to hold it (10.9.1)."""
    return area in targets(sight) and not has_army(sight.s.stacks[sight.seat].get(area, ()))


def has_army(group: Sequence[int]) -> bool:
    return any([KIND[p] == ARMY for p in group])
