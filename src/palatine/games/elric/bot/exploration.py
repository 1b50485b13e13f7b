"""The captain alone in the jungle lands: star after star, until a Dragon Master stands before the Dragons (14.1)."""

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
from palatine.games.elric.components.tables import DEBARK, TURNS
from palatine.games.elric.components.world import COASTS, IS_SEA, MELNIBONE
from palatine.games.elric.rules.common.naval import left
from palatine.games.elric.rules.founding import guardian_odds
from palatine.games.elric.rules.movement.group import points_spent

MOST_TURNS: Final = 4
DETOUR: Final = 9
"""In seas: from farther than this all stars are as far from the Dragons."""


class Errand(msgspec.Struct, frozen=True):
    """A star to go to, and how good a thought that is, the greatest first."""

    rank: tuple[float, int, int, int]
    star: int
    leg: Leg


def exploration_order(sight: Perception) -> MarchOrder | None:
    """The Dragons, when the hope to beat them is greatest; else the best monsters within reach."""
    mind = sight.mind
    if not any([sight.s.where[p] >= 0 for p in DRAGON_MASTERS]):
        return explore(sight)
    if mind.dragons is None:
        mind.dragons = strike_turn(sight)
    if mind.dragons < 0:
        return explore(sight)
    return set_out(sight, mind.dragons) or (explore(sight) if mind.dragons else None)


def explore(sight: Perception) -> MarchOrder | None:
    """Each stack goes to a star that nobody else seeks; all but one of its people try by themselves first."""
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
    """Who sets out from an area: scouts alone, then all together, unless there is something to be found there.

    A Dragon Master keeps everybody who is with him.
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
    """What there is to win on a star: the best of those whom the spell of an open monster calls."""
    s = sight.s
    if star in s.stars:
        return sight.parameters.unknown
    called = [p for kind, p in MUSTERS[s.face_up[star][0]] if kind == PERSONALITY and s.where[p] < 0]
    if has_master(called) and not any([s.where[p] >= 0 for p in DRAGON_MASTERS]):
        return sight.parameters.master
    return max([0 if IS_LOVE[p] else VALUE[p] for p in called], default=0)


def chance_to_beat(sight: Perception, star: int, group: Iterable[int]) -> float:
    """The chance of a group to beat the monster that lies open on a star."""
    spells = sight.s.face_up.get(star, ())
    return guardian_odds(strong(group), spells[0]).probability() if spells else 1.0


def best_errand(sight: Perception, a: int, group: list[int]) -> Errand | None:
    s = sight.s
    taken = {b for b in s.stacks[sight.seat] if is_prey(sight, b)} | sight.mind.stormed
    stars = [star for star in (*s.stars, *s.face_up) if star not in taken and star != a and is_prey(sight, star)]
    found = [errand for star in stars for errand in [errand_to(sight, a, star, group)] if errand is not None]
    return max(found, key=lambda errand: errand.rank, default=None)


def errand_to(sight: Perception, a: int, star: int, group: list[int]) -> Errand | None:
    """What a star is worth for each turn that it takes, the way from there to the Dragons counted; of equals the
    nearer."""
    found = [*legs(sight, a, star, group), *inland(sight, a, star, group)]
    if not found:
        return None
    leg = best_leg(found)
    likely = chance_to_beat(sight, star, leg.group)
    if leg.turns > MOST_TURNS or sight.s.turn + leg.turns > TURNS or likely < sight.parameters.brave:
        return None
    time = (
        leg.turns
        + (sight.parameters.stay if star in sight.s.stars else 1 / likely)
        + min(toward(star), DETOUR) / MOVES[FREE_FLEET]
    )
    return Errand((star_worth(sight, star) / time, -len(leg.path), -toward(star), -star), star, leg)


def best_leg(found: list[Leg]) -> Leg:
    """The way on which most go, if it is not much longer than the shortest."""
    soonest = min([leg.turns for leg in found])
    return max([leg for leg in found if leg.turns <= soonest + 1], key=lambda leg: (strong(leg.group), -leg.turns))


def inland(sight: Perception, sea: int, star: int, group: list[int]) -> Iterator[Leg]:
    """From ships to a star behind the coast: people alone go ashore and walk on; armies stay aboard."""
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
    """How far a star is from the Dragons, by sea."""
    found = [routes(sea, SHIP, 0, frozenset(), True) for sea in COASTS[star]]
    return min([ways.cost[sea] for ways in found for sea in COASTS[MELNIBONE]], default=FAR)
