"""Gathering of a captain's army for its next target."""

from __future__ import annotations

from typing import Final

from palatine.games.elric.bot.attacks import can_besiege, has_army
from palatine.games.elric.bot.distances import FAR, PEOPLE, MarchOrder, routes
from palatine.games.elric.bot.objectives import is_late, stays_home, targets
from palatine.games.elric.bot.odds import defence, odds_of, power
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.bot.routes import legs, order_of
from palatine.games.elric.components.pieces import ARMY, ELRIC, FLEET, KIND, PERSON, POWER_OF, VALUE
from palatine.games.elric.components.world import (
    CAPITAL,
    CITY_AT,
    COASTS,
    IS_SEA,
    IS_WILD,
    LAND_NEIGHBOURS,
    LANDS,
    MELNIBONE,
    NATION_OF,
    PORT_SEA,
)
from palatine.games.elric.rules.common.balance import last_turn
from palatine.games.elric.rules.common.closed_areas import opens_gate
from palatine.games.elric.rules.common.sieges import besieger
from palatine.games.elric.rules.movement.land_movement import HOME_NEIGHBOURS
from palatine.games.elric.state import strength

NEAR: Final = 4


def gather(sight: Perception) -> MarchOrder | None:
    """Return a march of a free stack to the gathering place."""
    mind = sight.mind
    if mind.stage < 0:
        mind.goal, mind.stage = choose_stage(sight)
    order = fetch(sight)
    if order is not None:
        return order
    for a in list(sight.s.stacks[sight.seat]):
        order = approach(sight, a)
        if order is not None:
            return order
    return None


def fetch(sight: Perception) -> MarchOrder | None:
    """Return a march of a ship to Elric and his controller, who need it to cross the sea."""
    s, seat, stage = sight.s, sight.seat, sight.mind.stage
    there = s.where[ELRIC]
    if s.owner[ELRIC] != seat or there < 0 or IS_SEA[there] or there == stage or not COASTS[there]:
        return None
    company = [p for p in s.pieces(seat, there) if KIND[p] == PERSON]
    if stage >= 0 and any(
        [
            leg.turns <= sight.parameters.patience and ELRIC in leg.group
            for leg in legs(sight, there, stage, company)
        ]
    ):
        return None
    found = []
    for a in s.stacks[seat]:
        here = sight.movable(a)
        fleets = [p for p in here if KIND[p] == FLEET]
        people = sorted([p for p in here if KIND[p] == PERSON and p != ELRIC], key=lambda p: VALUE[p])
        if fleets and people and a != there:
            for sea in COASTS[there]:
                found += [(leg.turns, a, leg) for leg in legs(sight, a, sea, (people[0], *fleets))]
    if not found:
        return None
    _, a, leg = min(found, key=lambda each: each[:2])
    return order_of(a, leg)


def approach(sight: Perception, a: int) -> MarchOrder | None:
    stage = sight.mind.stage
    if a == stage or stage < 0:
        return None
    pieces = [p for p in sight.movable(a) if not is_settled(sight, p, a)]
    if not any([KIND[p] == PERSON for p in pieces]):
        return None
    for leg in legs(sight, a, stage, pieces):
        if leg.turns <= sight.parameters.patience:
            return order_of(a, leg)
    return None


def is_settled(sight: Perception, p: int, a: int) -> bool:
    """Return whether a piece stays to muster where it is, or to continue a siege."""
    if p in sight.s.hand and KIND[p] == PERSON and a in sight.mustering_places(p):
        return True
    return besieger(sight.s, a) == sight.seat


def choose_stage(sight: Perception) -> tuple[int, int]:
    """Return the target of the next turns, and the gathering place."""
    s, override = sight.s, sight.override
    if override.stage >= 0:
        return override.aim, override.stage
    if stays_home(sight):
        return MELNIBONE, MELNIBONE
    aims = targets(sight)
    if not aims:
        return -1, muster_point(sight)
    ranked = sorted(
        [(rate(sight, area, stage), area, stage) for area, stage in aims_and_stages(sight, aims)], reverse=True
    )
    if ranked and ranked[0][0] > 0:
        return ranked[0][1], ranked[0][2]
    return -1, -1 if is_late(s) else muster_point(sight)


def muster_point(sight: Perception) -> int:
    """Return where to wait without a target: the port with most ships, or the strongest area."""
    s, seat = sight.s, sight.seat
    homes = [a for a in s.stacks[seat] if not IS_SEA[a] and not IS_WILD[a] and a not in sight.closed]
    return max(
        homes,
        key=lambda a: (PORT_SEA[a] >= 0, s.where[ELRIC] == a, strength(s.stacks[seat][a], False), -a),
        default=-1,
    )


def aims_and_stages(sight: Perception, aims: dict[int, float]) -> list[tuple[int, int]]:
    """Return targets with gathering places: near by land, or a friendly port."""
    s, seat = sight.s, sight.seat
    found = []
    ports = [a for a in s.stacks[seat] if PORT_SEA[a] >= 0 and any([KIND[p] == FLEET for p in s.stacks[seat][a]])]
    for aim in aims:
        if aim in s.stacks[seat] and not s.is_wild(aim):
            found.append((aim, aim))
        near = routes(aim, PEOPLE, 0, frozenset(sight.closed - {aim})).cost
        places = [a for a in LANDS if 0 < near[a] <= NEAR and a not in sight.closed and not IS_WILD[a]]
        places.sort(key=lambda a: (a not in s.stacks[seat], near[a]))
        found += [(aim, a) for a in places[:4]]
        found += [(aim, a) for a in ports if near[a] >= FAR]
    return found


def rate(sight: Perception, aim: int, stage: int) -> float:
    """Return the value of gathering at a place for a target, by odds and delay."""
    s, seat = sight.s, sight.seat
    at_hand: list[int] = []
    delay, weight = 0.0, 0.0
    for a in s.stacks[seat]:
        pieces = sight.movable(a)
        if a == stage:
            at_hand += pieces
            weight += strength(pieces, False)
            continue
        way = legs(sight, a, stage, pieces)[:1]
        if way and way[0].turns <= sight.parameters.patience:
            at_hand += way[0].group
            share = strength(way[0].group, False)
            delay += share * (way[0].turns + 1)
            weight += share
    if aim == MELNIBONE and not opens_gate(s, at_hand):
        return 0.0
    if not weight:
        return 0.0
    on = legs(sight, stage, aim, at_hand)[:1] if stage != aim else []
    more = on[0].turns if on else 0
    late = s.turn + delay / weight + more > last_turn(s)
    if late or (not on and stage != aim and not LAND_NEIGHBOURS[stage]):
        return 0.0
    group = on[0].group if on else at_hand
    if aim in CITY_AT and not has_army(group):
        return 0.0
    total = power(s, seat, group, aim)
    odds = odds_of(s, seat, aim, total)
    their, least = defence(s, seat, aim)
    if can_besiege(sight, aim, total):
        odds = max(odds, sight.parameters.siege_odds)
    odds = max(odds, sight.parameters.growing * min(total / (their + least), 1) ** 2)
    return targets(sight)[aim] * odds / (1 + delay / weight + more)


def walk_home(sight: Perception) -> MarchOrder | None:
    """Return a march of leaderless armies toward their capital (7.2)."""
    s = sight.s
    for a, here in s.stacks[sight.seat].items():
        nation = NATION_OF[a]
        if nation < 0 or a == CAPITAL[nation] or KIND[here[0]] == PERSON or a in s.holds:
            continue
        group = [p for p in sight.movable(a) if KIND[p] == ARMY and POWER_OF[p] == nation and p not in s.walked]
        ways = routes(CAPITAL[nation], PEOPLE, 0, sight.closed).cost
        near = [n for n in HOME_NEIGHBOURS[a] if n not in sight.closed and ways[n] < ways[a]]
        if group and near:
            return MarchOrder(a, frozenset(group), (min(near, key=lambda n: ways[n]),))
    return None
