"""The captain in the solitaire scenario: stars, Dragon Masters, then the Dragons (14.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from palatine.games.elric.bot.distances import FAR, PEOPLE, SHIP, MarchOrder, routes, turns
from palatine.games.elric.bot.dragons import SHORES, has_master, set_out, strike_turn, strong
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.bot.routes import Leg, legs, order_of
from palatine.games.elric.components.pieces import DRAGON_MASTERS, FREE_FLEET, IS_LOVE, KIND, MOVES, PERSON, VALUE
from palatine.games.elric.components.spells import MUSTERS, PERSONALITY
from palatine.games.elric.components.tables import DEBARK
from palatine.games.elric.components.world import COASTS, IS_SEA, MELNIBONE
from palatine.games.elric.rules.common.balance import last_turn
from palatine.games.elric.rules.common.naval import left
from palatine.games.elric.rules.founding import guardian_odds
from palatine.games.elric.rules.movement.group import points_spent

MOST_TURNS: Final = 4
DETOUR: Final = 9
"""Distance in seas from the Dragons beyond which all stars count as equally far."""


class Errand(msgspec.Struct, frozen=True):
    """A star to go to, with the rank of the idea, highest first."""

    rank: tuple[float, int, int, int]
    star: int
    leg: Leg


def exploration_order(sight: Perception) -> MarchOrder | None:
    """Return a march to the Dragons at the best time, otherwise to monsters within reach."""
    mind = sight.mind
    if not any([sight.s.where[p] >= 0 for p in DRAGON_MASTERS]):
        return explore(sight)
    if mind.dragons is None:
        mind.dragons = strike_turn(sight)
    if mind.dragons < 0:
        return explore(sight)
    return set_out(sight, mind.dragons) or (explore(sight) if mind.dragons else None)


def explore(sight: Perception) -> MarchOrder | None:
    """Return a march of a stack to an unassigned star; most personalities first go alone."""
    for a in sorted(sight.s.stacks[sight.seat]):
        free = sight.free(a)
        if any([KIND[p] == PERSON for p in free]):
            for group in parties(sight, a, free):
                errand = best_errand(sight, a, group)
                if errand is not None:
                    if not IS_SEA[errand.leg.path[-1]]:
                        sight.mind.stormed.add(errand.star)
                    return order_of(a, errand.leg)
    return None


def parties(sight: Perception, a: int, free: list[int]) -> list[list[int]]:
    """Return the groups that leave an area: single scouts, then all, unless it has a find.

    A Dragon Master keeps the whole stack.
    """
    here = sight.s.stacks[sight.seat][a]
    people = sorted([p for p in free if KIND[p] == PERSON], key=lambda p: -strong((p,)))
    scouts = [] if has_master(here) else [[p] for p in people[1:]]
    is_staying = is_prey(sight, a) and chance_to_beat(sight, a, here) >= sight.parameters.brave
    return scouts if is_staying else [*scouts, free]


# Stars


def is_prey(sight: Perception, a: int) -> bool:
    return a in sight.s.stars or (a in sight.s.face_up and star_worth(sight, a) > 0)


def star_worth(sight: Perception, star: int) -> float:
    """Return the value of a star: the best personality its face-up monster's spell musters."""
    s = sight.s
    if star in s.stars:
        return sight.parameters.unknown
    called = [p for kind, p in MUSTERS[s.face_up[star][0]] if kind == PERSONALITY and s.where[p] < 0]
    if has_master(called) and not any([s.where[p] >= 0 for p in DRAGON_MASTERS]):
        return sight.parameters.master
    return max([0 if IS_LOVE[p] else VALUE[p] for p in called], default=0)


def chance_to_beat(sight: Perception, star: int, group: Iterable[int]) -> float:
    spells = sight.s.face_up.get(star, ())
    return guardian_odds(strong(group), spells[0]).probability() if spells else 1.0


def best_errand(sight: Perception, a: int, group: list[int]) -> Errand | None:
    s = sight.s
    taken = {b for b in s.stacks[sight.seat] if is_prey(sight, b)} | sight.mind.stormed
    stars = [star for star in (*s.stars, *s.face_up) if star not in taken and star != a and is_prey(sight, star)]
    found = [errand for star in stars for errand in [errand_to(sight, a, star, group)] if errand is not None]
    return max(found, key=lambda errand: errand.rank, default=None)


def errand_to(sight: Perception, a: int, star: int, group: list[int]) -> Errand | None:
    """Return a star's value per turn, including its distance to the Dragons.

    Ties are broken by the distance to the star.
    """
    found = [*legs(sight, a, star, group), *inland(sight, a, star, group)]
    if not found:
        return None
    leg = best_leg(found)
    likely = chance_to_beat(sight, star, leg.group)
    if leg.turns > MOST_TURNS or sight.s.turn + leg.turns > last_turn(sight.s) or likely < sight.parameters.brave:
        return None
    time = (
        leg.turns
        + (sight.parameters.stay if star in sight.s.stars else 1 / likely)
        + min(toward(star), DETOUR) / MOVES[FREE_FLEET]
    )
    return Errand((star_worth(sight, star) / time, -len(leg.path), -toward(star), -star), star, leg)


def best_leg(found: list[Leg]) -> Leg:
    """Return the way of the largest group, if not much longer than the shortest."""
    soonest = min([leg.turns for leg in found])
    return max([leg for leg in found if leg.turns <= soonest + 1], key=lambda leg: (strong(leg.group), -leg.turns))


def inland(sight: Perception, sea: int, star: int, group: list[int]) -> Iterator[Leg]:
    """Iterate over ways from ships to a star inland; personalities walk, armies stay aboard."""
    s = sight.s
    people = tuple([p for p in group if KIND[p] == PERSON])
    if not IS_SEA[sea] or not people:
        return
    if any([p in s.ship and left(s, s.ship[p]) < DEBARK for p in people]):
        return
    spent = max([points_spent(s, p) for p in people]) + 1
    for shore in SHORES[sea]:
        found = routes(shore, PEOPLE, spent, frozenset())
        if shore not in (star, MELNIBONE) and found.cost[star] < FAR:
            yield Leg(turns(found.cost[star]), people, (shore, *found.path(star)))


def toward(star: int) -> int:
    """Return the distance of a star from the Dragons by sea."""
    found = [routes(sea, SHIP, 0, frozenset(), True) for sea in COASTS[star]]
    return min([ways.cost[sea] for ways in found for sea in COASTS[MELNIBONE]], default=FAR)
