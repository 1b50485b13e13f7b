"""Ways of a captain's pieces between areas, with times of arrival."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from palatine.games.elric.bot.distances import (
    FAR,
    FOOT,
    PEOPLE,
    SHIP,
    TROOPS,
    AreaPath,
    MarchOrder,
    Routes,
    routes,
    turns,
)
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.components.pieces import ARMY, CHAOS_FLEET, ELRIC, FLEET, KIND, MOVES, PERSON
from palatine.games.elric.components.tables import (
    DEBARK,
    EMBARK_AT_PORT,
    EMBARK_ELSEWHERE,
    EMBARK_PERSON,
    LAND_POINTS,
)
from palatine.games.elric.components.world import COASTS, IS_SEA, MELNIBONE
from palatine.games.elric.rules.common.closed_areas import anchors, may_enter
from palatine.games.elric.rules.common.naval import crewless, left, total_room
from palatine.games.elric.rules.movement.group import FOOTED, points_spent

QUICK = 6
"""Seas per turn from which a fleet counts as fast."""


class Leg(msgspec.Struct, frozen=True):
    """A group's way: turns until arrival, 0 for this turn, and the path to take now."""

    turns: int
    group: tuple[int, ...]
    path: AreaPath


def order_of(area: int, leg: Leg) -> MarchOrder:
    return MarchOrder(area, frozenset(leg.group), leg.path)


def legs(sight: Perception, a: int, goal: int, pieces: Sequence[int]) -> list[Leg]:
    """Return the ways of an area's pieces to a goal, the fastest and then largest first."""
    if a == goal:
        return []
    key = a, goal, tuple(pieces)
    if key not in sight.legs:
        sight.legs[key] = find_legs(sight, a, goal, pieces)
    known: list[Leg] = sight.legs[key]
    return known


def find_legs(sight: Perception, a: int, goal: int, pieces: Sequence[int]) -> list[Leg]:
    found = legs_afloat(sight, a, goal, pieces) if IS_SEA[a] else legs_ashore(sight, a, goal, pieces)
    legal = [leg for leg in found if leg.path and may_enter(sight.s, leg.group, goal) is None]
    return sorted(legal, key=lambda leg: (leg.turns, -len(leg.group)))


def legs_ashore(sight: Perception, a: int, goal: int, pieces: Sequence[int]) -> Iterator[Leg]:
    s = sight.s
    people = sight.with_elric([p for p in pieces if KIND[p] == PERSON])
    if not people:
        return
    armies = [p for p in pieces if KIND[p] == ARMY and p not in s.ship]
    spent = most_used(sight, people)
    if armies:
        tired = most_used(sight, (*people, *armies))
        yield from legs_by_land(
            routes(a, PEOPLE if sight.is_founding else TROOPS, tired, sight.closed), goal, [*people, *armies]
        )
    yield from legs_by_land(routes(a, PEOPLE, spent, sight.closed), goal, people)
    footed = sight.with_elric([p for p in people if p in FOOTED])
    if footed:
        yield from legs_by_land(routes(a, FOOT, most_used(sight, footed), sight.closed), goal, footed)
    if COASTS[a]:
        yield from legs_by_ship(sight, a, goal, people, armies, [p for p in pieces if KIND[p] == FLEET])
        yield from legs_boarding(sight, a, goal, people, [])
        if armies:
            yield from legs_boarding(sight, a, goal, people, armies)


def most_used(sight: Perception, group: Iterable[int]) -> int:
    return max([points_spent(sight.s, p) for p in group], default=0)


def legs_by_land(ways: Routes, goal: int, group: Sequence[int]) -> Iterator[Leg]:
    if ways.cost[goal] < FAR:
        yield Leg(turns(ways.cost[goal]), tuple(group), ways.path(goal))


def legs_by_ship(
    sight: Perception, a: int, goal: int, people: Sequence[int], armies: Sequence[int], fleets: Sequence[int]
) -> Iterator[Leg]:
    """Iterate over the ways out of a port with all fleets, or only the fast ones."""
    s = sight.s
    ready = [p for p in fleets if p != CHAOS_FLEET and left(s, p) > 1]
    if not ready or anchors(s)[a] < 0 or anchors(s)[a] in sight.closed:
        return
    fresh = [p for p in people if points_spent(s, p) + EMBARK_PERSON <= LAND_POINTS]
    for ships in dict.fromkeys([tuple(ready), tuple([p for p in ready if MOVES[p] >= QUICK])]):
        crew = ships[: len(fresh)]
        if not crew:
            continue
        aboard = [p for p in armies if points_spent(s, p) < LAND_POINTS][: max(total_room(s, crew), 0)]
        spent = most_used(sight, (*fresh, *aboard)) + EMBARK_PERSON
        reach = min([left(s, p, spent) for p in crew])
        group = (*fresh, *crew, *aboard)
        yield from legs_by_sea(sight, a, goal, group, reach, min([MOVES[p] for p in crew]))


def legs_by_sea(
    sight: Perception, a: int, goal: int, group: Sequence[int], reach: int, speed: int
) -> Iterator[Leg]:
    """Iterate over the ways by sea to a goal: into its port, or off its coast to land."""
    ways = routes(a, SHIP, 0, sight.closed, sight.is_founding)
    ends = [(ways.cost[sea] + DEBARK, sea) for sea in COASTS[goal]] if not IS_SEA[goal] else []
    if goal not in sight.closed or IS_SEA[goal]:
        ends.append((ways.cost[goal], goal))
    found = [
        (lateness(cost, reach, speed), distance_to_dragons(sight, end), cost, end)
        for cost, end in ends
        if cost < FAR
    ]
    if found:
        late, _, _, end = min(found)
        yield Leg(late, tuple(group), ways.path(end))


def lateness(cost: int, reach: int, speed: int) -> int:
    """Return the turns a fleet needs, given its reach in the current turn."""
    return 0 if cost <= reach else 1 + max(cost - reach - 1, 0) // speed


def distance_to_dragons(sight: Perception, end: int) -> int:
    """Return the distance to the Dragons in the solitaire scenario, otherwise 0."""
    if not sight.is_founding:
        return 0
    ways = routes(end, SHIP, 0, frozenset(), True)
    return min([ways.cost[sea] for sea in COASTS[MELNIBONE]])


def legs_boarding(
    sight: Perception, a: int, goal: int, people: Sequence[int], armies: Sequence[int]
) -> Iterator[Leg]:
    """Iterate over ways that board ships in an adjacent sea."""
    s = sight.s
    for sea in COASTS[a]:
        ships = [p for p in s.stacks[sight.seat].get(sea, ()) if KIND[p] == FLEET and p != CHAOS_FLEET]
        if not ships or sea in sight.closed:
            continue
        ship = max(ships, key=lambda p: (min(s.room(p), len(armies)), left(s, p)))
        price = EMBARK_PERSON
        if armies:
            price = EMBARK_AT_PORT if anchors(s)[a] == sea else EMBARK_ELSEWHERE
        bound = [p for p in people if points_spent(s, p) + EMBARK_PERSON <= LAND_POINTS]
        bearing = [p for p in armies if points_spent(s, p) + price <= LAND_POINTS][: max(s.room(ship), 0)]
        if not bound or (armies and not bearing):
            continue
        group = (*bound, *bearing)
        reach = left(s, ship, most_used(sight, group) + price)
        if goal in COASTS[sea]:
            yield Leg(0 if reach > 0 else 1, group, (sea,))
            continue
        for leg in legs_by_sea(sight, sea, goal, group, reach, MOVES[ship]):
            yield Leg(leg.turns, leg.group, (sea,))


def legs_afloat(sight: Perception, a: int, goal: int, pieces: Sequence[int]) -> Iterator[Leg]:
    """Iterate over the ways from a sea: landing if the goal is adjacent, otherwise by ship."""
    s = sight.s
    here = [p for p in pieces if p not in s.ship or s.ship[p] != CHAOS_FLEET]
    fleets = [p for p in here if KIND[p] == FLEET]
    landing = sight.with_elric([p for p in here if KIND[p] != FLEET])
    if goal in COASTS[a]:
        able = sight.with_elric([p for p in landing if s.ship.get(p, -1) < 0 or left(s, s.ship[p]) >= DEBARK])
        if any([KIND[p] == PERSON for p in able]):
            yield Leg(0, tuple(able), (goal,))
        elif landing:
            yield Leg(1, tuple(landing), (goal,))
        return
    crewed = [p for p in fleets if p not in crewless(s, fleets)]
    if not crewed:
        return
    group = tuple(sorted({*crewed, *[p for fleet in crewed for p in s.aboard(fleet)]}))
    if ELRIC in group and s.controller >= 0 and s.controller not in group:
        return
    yield from legs_by_sea(
        sight, a, goal, group, min([left(s, p) for p in crewed]), min([MOVES[p] for p in crewed])
    )
