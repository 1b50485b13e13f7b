"""The captain's next march: Elric first, then what can be stormed now, musters, and gathering for what comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.games.elric.bot_aims import PRIZE, is_homebody, targets
from palatine.games.elric.bot_odds import defence, odds_of, power
from palatine.games.elric.bot_sight import Sight
from palatine.games.elric.bot_travel import Leg, legs
from palatine.games.elric.bot_ways import FAR, PEOPLE, Order, routes
from palatine.games.elric.charts import TURNS
from palatine.games.elric.control import can_control, may_bid
from palatine.games.elric.forces import ELRIC, POWER_OF, VALUE
from palatine.games.elric.naval import FIRST_ARMY, FIRST_FLEET
from palatine.games.elric.spells import MUSTERS, NATION
from palatine.games.elric.state import NOBODY, strength
from palatine.games.elric.ways import HOME_NEIGHBOURS
from palatine.games.elric.world import CAPITAL, IS_SEA, IS_WILD, LAND_NEIGHBOURS, LANDS, MELNIBONE, NATION_OF, NATIONS, PORT_SEA

MOST_ORDERS: Final = 80
BOLD: Final = 0.6
"""The odds at which a captain storms a city; against a field army he wants more, in the last turns less."""
SURE: Final = 0.95
CAREFUL: Final = 0.85
DESPERATE: Final = 0.25
LATE: Final = TURNS - 1
PATIENCE: Final = 4
"""In how many turns people must be at hand to be counted upon."""
ERRAND_TURNS: Final = 2
EXPENDABLE: Final = 3
"""The greatest value of a personality whom a captain sends away to muster."""
NEAR: Final = 4


def next_order(sight: Sight) -> Order | None:
    """What is to be done next in a Movement phase; None when everybody has his orders."""
    mind = sight.mind
    mind.orders += 1
    if mind.orders > MOST_ORDERS:
        return None
    for thought in (bid, catch_elric, storm, errand, gather, walk_home):
        order = thought(sight)
        if order is not None:
            mind.ordered |= {(p, order.area) for p in order.group}
            return order
    return None


def order_of(area: int, leg: Leg) -> Order:
    return Order(area, frozenset(leg.group), leg.path)


# Elric


def bid(sight: Sight) -> Order | None:
    """Somebody greater takes an enemy's Elric over, alone (12.1.2)."""
    s = sight.s
    there = s.where[ELRIC]
    if s.owner[ELRIC] in (NOBODY, sight.seat) or there < 0 or there in s.stacks[sight.seat]:
        return None
    for a in s.stacks[sight.seat]:
        for p in sight.free(a):
            if p < FIRST_FLEET and may_bid(s, p, there):
                for leg in legs(sight, a, there, (p,)):
                    if leg.turns == 0 and leg.group == (p,):
                        return order_of(a, leg)
    return None


def catch_elric(sight: Sight) -> Order | None:
    """Whoever can reach Elric in this turn, while nobody controls him, the stronger the better."""
    s = sight.s
    there = s.where[ELRIC]
    if s.owner[ELRIC] != NOBODY or there < 0 or there in sight.closed or sight.is_founding:
        return None
    found = []
    for a in s.stacks[sight.seat]:
        free = sight.free(a)
        fleets = [p for p in free if FIRST_FLEET <= p < FIRST_ARMY]
        for p in free:
            if p < FIRST_FLEET and can_control(p):
                found += [(VALUE[p], a, leg) for leg in legs(sight, a, there, (p, *fleets)) if leg.turns == 0]
    if not found:
        return None
    _, a, leg = max(found, key=lambda each: (each[0], -len(each[2].group), -each[1]))
    return order_of(a, leg)


# Storming


def storm(sight: Sight) -> Order | None:
    """Send on whoever can come to the place that is stormed in this turn; if none is, look for one."""
    mind = sight.mind
    if mind.strike >= 0:
        order = reinforce(sight, mind.strike)
        if order is not None:
            return order
        mind.strike = -1
    for area in sorted(prey(sight), key=lambda area: -prey(sight)[area]):
        if is_ripe(sight, area):
            order = reinforce(sight, area)
            if order is not None:
                mind.strike = area
                return order
    return None


def prey(sight: Sight) -> dict[int, float]:
    """The places to storm: what the scenario asks for, and enemies in the open."""
    found = dict(targets(sight))
    if not is_homebody(sight):
        for area in sight.closed:
            if not IS_SEA[area]:
                found.setdefault(area, 1.0)
    return found


def contributions(sight: Sight, area: int) -> list[tuple[int, Leg]]:
    """By stack the best way to an area in this turn."""
    found = []
    for a in sight.s.stacks[sight.seat]:
        if a == area:
            continue
        able = [leg for leg in legs(sight, a, area, sight.movable(a)) if leg.turns == 0]
        if able:
            found.append((a, max(able, key=lambda leg: power(sight.s, sight.seat, leg.group, area))))
    return found


def is_ripe(sight: Sight, area: int) -> bool:
    """Whether all who can come together in this turn are likely enough to take a place."""
    s, seat = sight.s, sight.seat
    there = list(s.stacks[seat].get(area, ())) if not s.is_wild(area) else []
    coming = contributions(sight, area)
    if not coming or not any([p < FIRST_FLEET for _, leg in coming for p in leg.group]):
        return False
    total = power(s, seat, [*there, *[p for _, leg in coming for p in leg.group]], area)
    return odds_of(s, seat, area, total) >= nerve(sight, area)


def nerve(sight: Sight, area: int) -> float:
    """The odds that a captain asks for."""
    if area not in targets(sight):
        return CAREFUL
    return DESPERATE if sight.s.turn >= LATE else BOLD


def reinforce(sight: Sight, area: int) -> Order | None:
    """The next stack that goes to where a fight is sought, as long as it is not won already."""
    s, seat = sight.s, sight.seat
    there = list(s.stacks[seat].get(area, ())) if not s.is_wild(area) else []
    if there and odds_of(s, seat, area, power(s, seat, there, area)) >= SURE:
        return None
    coming = contributions(sight, area)
    if not coming:
        return None
    a, leg = max(coming, key=lambda each: power(s, seat, each[1].group, area))
    return order_of(a, leg)


# Errands to muster nations


def errand(sight: Sight) -> Order | None:
    """A holder of a nation's spell goes to its capital (11.0)."""
    s = sight.s
    if s.turn >= LATE or sight.is_founding:
        return None
    best: tuple[tuple[int, int], Order] | None = None
    for a in s.stacks[sight.seat]:
        for p in sight.free(a):
            if p >= FIRST_FLEET or p not in s.hand or VALUE[p] > EXPENDABLE or p in (ELRIC, s.controller):
                continue
            for goal in mustering_places(sight, p):
                if goal == a:
                    sight.mind.ordered.add((p, a))
                    break
                fleets = [each for each in sight.free(a) if FIRST_FLEET <= each < FIRST_ARMY]
                for leg in legs(sight, a, goal, (p, *fleets))[:1]:
                    if leg.turns <= ERRAND_TURNS and (best is None or (leg.turns, p) < best[0]):
                        best = ((leg.turns, p), order_of(a, leg))
    return best[1] if best else None


def mustering_places(sight: Sight, p: int) -> list[int]:
    """The capitals in which a personality could muster a neutral nation."""
    s = sight.s
    return [
        CAPITAL[target]
        for spell in s.hand[p]
        for kind, target in MUSTERS[spell]
        if kind == NATION
        and s.ruler[target] == NOBODY
        and s.city_owner(CAPITAL[target]) in (NOBODY, sight.seat)
        and CAPITAL[target] not in sight.closed
        and target not in s.coming
    ]


# Gathering


def gather(sight: Sight) -> Order | None:
    """All who are free go to where the army gathers for its next aim."""
    mind = sight.mind
    if mind.stage < 0:
        mind.goal, mind.stage = choose_stage(sight)
    for a in list(sight.s.stacks[sight.seat]):
        order = approach(sight, a)
        if order is not None:
            return order
    return None


def approach(sight: Sight, a: int) -> Order | None:
    stage = sight.mind.stage
    if a == stage or stage < 0:
        return None
    pieces = [p for p in sight.movable(a) if not is_settled(sight, p, a)]
    if not any([p < FIRST_FLEET for p in pieces]):
        return None
    for leg in legs(sight, a, stage, pieces):
        if leg.turns <= PATIENCE:
            return order_of(a, leg)
    return None


def is_settled(sight: Sight, p: int, a: int) -> bool:
    """Whether somebody stays to muster where he is, or to go on with a siege."""
    if p in sight.s.hand and p < FIRST_FLEET and a in mustering_places(sight, p):
        return True
    return a in sight.s.sieges and sight.s.sieges[a] == sight.seat


def choose_stage(sight: Sight) -> tuple[int, int]:
    """The aim of the next turns, and where to gather for it."""
    s = sight.s
    if is_homebody(sight):
        return MELNIBONE, MELNIBONE
    aims = targets(sight)
    if not aims:
        return -1, muster_point(sight)
    ranked = sorted([(rate(sight, area, stage), area, stage) for area, stage in options(sight, aims)], reverse=True)
    if ranked and ranked[0][0] > 0:
        return ranked[0][1], ranked[0][2]
    return -1, muster_point(sight) if s.turn < LATE else -1


def muster_point(sight: Sight) -> int:
    """Where to wait when there is nothing to storm: the own port with the most ships, else the strongest place."""
    s, seat = sight.s, sight.seat
    homes = [a for a in s.stacks[seat] if not IS_SEA[a] and not IS_WILD[a] and a not in sight.closed]
    return max(
        homes,
        key=lambda a: (PORT_SEA[a] >= 0, s.where[ELRIC] == a, strength(s.stacks[seat][a], False), -a),
        default=-1,
    )


def options(sight: Sight, aims: dict[int, float]) -> list[tuple[int, int]]:
    """Aims with the places from which each could be stormed: near by land, or a port of one's own."""
    s, seat = sight.s, sight.seat
    found = []
    ports = [a for a in s.stacks[seat] if PORT_SEA[a] >= 0 and any([FIRST_FLEET <= p < FIRST_ARMY for p in s.stacks[seat][a]])]
    for aim in aims:
        if aim in s.stacks[seat] and not s.is_wild(aim):
            found.append((aim, aim))
        near = routes(aim, PEOPLE, 0, frozenset(sight.closed - {aim})).cost
        places = [a for a in LANDS if 0 < near[a] <= NEAR and a not in sight.closed and not IS_WILD[a]]
        places.sort(key=lambda a: (a not in s.stacks[seat], near[a]))
        found += [(aim, a) for a in places[:4]]
        found += [(aim, a) for a in ports if near[a] >= FAR]
    return found


def rate(sight: Sight, aim: int, stage: int) -> float:
    """What it promises to gather at a place for an aim: its worth by the odds, the sooner the better."""
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
        if way and way[0].turns <= PATIENCE:
            at_hand += way[0].group
            share = strength(way[0].group, False)
            delay += share * (way[0].turns + 1)
            weight += share
    if aim == MELNIBONE and not s.fallen and ELRIC not in at_hand:
        return 0.0
    if not weight:
        return 0.0
    on = legs(sight, stage, aim, at_hand)[:1] if stage != aim else []
    more = on[0].turns if on else 0
    late = s.turn + delay / weight + more > TURNS
    if late or (not on and stage != aim and not LAND_NEIGHBOURS[stage]):
        return 0.0
    odds = odds_of(s, seat, aim, power(s, seat, at_hand, aim))
    return targets(sight)[aim] * odds / (1 + delay / weight + more)


def walk_home(sight: Sight) -> Order | None:
    """Armies without a leader go a province toward their capital, where they are of use (7.2)."""
    s = sight.s
    for a, here in s.stacks[sight.seat].items():
        nation = NATION_OF[a]
        if nation < 0 or a == CAPITAL[nation] or here[0] < FIRST_FLEET or a in s.holds:
            continue
        group = [p for p in sight.movable(a) if p >= FIRST_ARMY and POWER_OF[p] == nation and p not in s.walked]
        ways = routes(CAPITAL[nation], PEOPLE, 0, sight.closed).cost
        near = [n for n in HOME_NEIGHBOURS[a] if n not in sight.closed and ways[n] < ways[a]]
        if group and near:
            return Order(a, frozenset(group), (min(near, key=lambda n: ways[n]),))
    return None


def is_nation(power: int) -> bool:
    return power < len(NATIONS)


def their_total(sight: Sight, area: int) -> int:
    return sum(defence(sight.s, sight.seat, area))


def worth_it(sight: Sight, area: int) -> bool:
    return targets(sight).get(area, 0) >= PRIZE


def pieces_at(sight: Sight, area: int) -> Sequence[int]:
    return sight.s.stacks[sight.seat].get(area, ())
