"""The captain alone in the jungle lands: star after star, until a Dragon Master stands before the Dragons (14.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.elric.bot_sight import Sight
from palatine.games.elric.bot_travel import Leg, legs, order_of
from palatine.games.elric.bot_ways import FAR, SHIP, Order, routes
from palatine.games.elric.charts import TURNS
from palatine.games.elric.forces import DRAGON_MASTERS
from palatine.games.elric.naval import FIRST_ARMY, FIRST_FLEET
from palatine.games.elric.state import strength
from palatine.games.elric.world import COASTS, IS_SEA, MELNIBONE

MOST_TURNS: Final = 4
ENOUGH: Final = 9
"""The strength with which the Dragons are likely to be beaten."""
TRIES: Final = 2
"""For how many attempts a captain leaves time."""
SCOUT: Final = 3
"""The least value of a personality who goes to meet a monster by himself."""


def next_order(sight: Sight) -> Order | None:
    """The Dragons, if there is somebody to tame them; else the nearest monsters, and who is left goes along."""
    s = sight.s
    master = next((p for p in DRAGON_MASTERS if s.where[p] >= 0), -1)
    if master >= 0 and (is_time(sight, master) or s.where[master] != host(sight)):
        return tame(sight, master)
    return explore(sight)


def is_time(sight: Sight, master: int) -> bool:
    """Whether to go against the Dragons: with a strong host, or as soon as the turns left ask for it."""
    s = sight.s
    there = s.where[master]
    if there == MELNIBONE or IS_SEA[there]:
        return True
    way = legs(sight, there, MELNIBONE, list(s.stacks[sight.seat][there]))
    far = min([leg.turns for leg in way], default=MOST_TURNS)
    return strong(s.stacks[sight.seat][there]) >= ENOUGH or s.turn + far + TRIES > TURNS


def host(sight: Sight) -> int:
    """The area of the greatest stack."""
    stacks = sight.s.stacks[sight.seat]
    return max(stacks, key=lambda a: (strength([p for p in stacks[a] if not is_ship(p)], False), -a))


def is_ship(p: int) -> bool:
    return FIRST_FLEET <= p < FIRST_ARMY


# The Dragons


def tame(sight: Sight, master: int) -> Order | None:
    """All gather about the master of the Dragons, and go to Melnibone when they are enough or it is time."""
    s = sight.s
    there = s.where[master]
    if there == MELNIBONE or IS_SEA[there]:
        found = legs(sight, there, MELNIBONE, sight.free(there)) if there != MELNIBONE else []
        if found:
            return order_of(there, best(found))
        return gather(sight, MELNIBONE)
    found = [leg for leg in legs(sight, there, MELNIBONE, sight.free(there)) if master in leg.group]
    if found and (there == host(sight) or s.turn + found[0].turns >= TURNS):
        return order_of(there, best(found))
    return gather(sight, there) or meet_host(sight, master) or explore(sight, there)


def best(found: list[Leg]) -> Leg:
    """The way on which most go, if it is not much longer than the shortest."""
    soonest = min([leg.turns for leg in found])
    return max([leg for leg in found if leg.turns <= soonest + 1], key=lambda leg: (strong(leg.group), -leg.turns))


def strong(group: tuple[int, ...]) -> int:
    return strength([p for p in group if not is_ship(p)], False)


def gather(sight: Sight, goal: int) -> Order | None:
    """Whoever can come to an area soon goes there."""
    for a in sight.s.stacks[sight.seat]:
        free = sight.free(a)
        if a != goal and any([p < FIRST_FLEET for p in free]):
            near = [leg for leg in legs(sight, a, goal, free) if leg.turns <= MOST_TURNS]
            if near:
                return order_of(a, best(near))
    return None


def meet_host(sight: Sight, master: int) -> Order | None:
    """The master goes to the others, who cannot come to him."""
    there = sight.s.where[master]
    if master not in sight.free(there):
        return None
    found = legs(sight, there, host(sight), [master])
    return order_of(there, found[0]) if found else None


# The stars


def explore(sight: Sight, staying: int = -1) -> Order | None:
    """Each stack but one that stays goes to the nearest star that nobody else seeks; scouts go by themselves."""
    for a in sorted(sight.s.stacks[sight.seat]):
        free = sight.free(a)
        if a == staying or not any([p < FIRST_FLEET for p in free]):
            continue
        for group in parties(sight, a, free):
            order = to_star(sight, a, group)
            if order is not None:
                return order
    return None


def parties(sight: Sight, a: int, free: list[int]) -> list[list[int]]:
    """Who sets out from an area: all together, if nothing is left to find there; else a scout alone."""
    people = sorted([p for p in free if p < FIRST_FLEET], key=lambda p: -strength((p,), False))
    scouts = [[p] for p in people[1:] if strength((p,), False) >= SCOUT and p not in DRAGON_MASTERS]
    return scouts if is_prey(sight, a) else [*scouts, free]


def toward(star: int) -> int:
    """How far a star is from the Dragons: of two as near, the one on the way is sought first."""
    found = [routes(sea, SHIP, 0, frozenset(), True) for sea in COASTS[star]]
    return min([ways.cost[sea] for ways in found for sea in COASTS[MELNIBONE]], default=FAR)


def is_prey(sight: Sight, a: int) -> bool:
    return a in sight.s.stars or a in sight.s.face_up


def to_star(sight: Sight, a: int, group: list[int]) -> Order | None:
    s = sight.s
    taken = {b for b in s.stacks[sight.seat] if is_prey(sight, b)} | sight.mind.stormed
    found = [
        (leg.turns, len(leg.path), star, leg)
        for star in (*s.stars, *s.face_up)
        if star not in taken and star != a
        for ways in [legs(sight, a, star, group)]
        if ways
        for leg in [best(ways)]
        if leg.turns <= MOST_TURNS
    ]
    if not found:
        return None
    _, _, star, leg = min(found, key=lambda each: (each[0], toward(each[2]), each[1], each[2]))
    if not IS_SEA[leg.path[-1]]:
        sight.mind.stormed.add(star)
    return order_of(a, leg)
