"""The captain and the Dragons: when to strike, with whom, and who must set out for it (14.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

import msgspec

from palatine.games.elric.bot.distances import SHIP, MarchOrder, routes
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.bot.routes import Leg, legs, order_of
from palatine.games.elric.components.pieces import (
    ARMY,
    CARRIES,
    DRAGON_MASTERS,
    FLEET,
    FREE_FLEET,
    KIND,
    MOVES,
    PERSON,
)
from palatine.games.elric.components.spells import DRAGONS
from palatine.games.elric.components.tables import TURNS, result_of
from palatine.games.elric.components.world import COASTS, IS_SEA, LANDS, MELNIBONE, SEAS
from palatine.games.elric.rules.founding import guardian_chance
from palatine.games.elric.state import strength

LONGEST: Final = 6
"""In how many turns a captain plans to strike, at most."""
SEEK: Final = 3
"""Turns that it takes to find somebody more."""
AFLOAT: Final = 2
"""Seas that a ship still sails in the turn in which it took armies aboard off a coast."""
SHORES: Final = {sea: [land for land in LANDS if sea in COASTS[land]] for sea in SEAS}


class Way(msgspec.Struct, frozen=True):
    """A way of some of a stack to the Dragons: in how many turns, with what strength, and where they go now."""

    turns: int
    strength: int
    has_master: bool
    """Whether a Dragon Master is among them."""
    leg: Leg | None


def strong(group: Iterable[int]) -> int:
    """What a group brings to a fight on land."""
    return strength([p for p in group if KIND[p] != FLEET], False)


def has_master(group: Iterable[int]) -> bool:
    return any([p in DRAGON_MASTERS for p in group])


@lru_cache(maxsize=1000)
def hope(total: int, tries: int) -> float:
    """The chance to beat the Dragons in so many attempts, what each may cost counted."""
    if tries <= 0 or total <= 0:
        return 0.0

    def going_on(margin: int) -> float:
        return 1.0 if margin > 0 else hope(total - result_of(-margin).losses, tries - 1)

    return guardian_chance(total, DRAGONS).distribution().mean(going_on)


# When


def strike_turn(sight: Perception) -> int:
    """In how many turns to strike so that the hope is greatest, -1 to look for more people first."""
    found = {a: list(routes_to_dragons(sight, a, list(here))) for a, here in sight.s.stacks[sight.seat].items()}
    left = TURNS + 1 - sight.s.turn
    best, most, when = 0.0, 0, -1
    for turn in range(min(left, LONGEST)):
        going = [way for way in (choice(each, turn) for each in found.values()) if way is not None]
        total = sum([way.strength for way in going])
        chance = hope(total, left - turn) if any([way.has_master for way in going]) else 0.0
        if chance > best:
            best, most, when = chance, total, turn
    return when if best >= later(sight, most, left - when) else -1


def later(sight: Perception, total: int, tries: int) -> float:
    """What there is to hope for after some turns of seeking."""
    luck = sight.parameters.luck
    return luck * hope(total + sight.parameters.help, tries - SEEK) + (1 - luck) * hope(total, tries - SEEK)


def choice(found: Iterable[Way], turn: int) -> Way | None:
    """The way on which most come in time, the master first of all."""
    timely = [way for way in found if way.turns <= turn]
    return max(timely, key=lambda way: (way.has_master, way.strength, -way.turns), default=None)


# By which way


def routes_to_dragons(sight: Perception, a: int, pieces: list[int]) -> Iterator[Way]:
    """How pieces of an area can come to the Dragons, straight or by way of the ship."""
    if a == MELNIBONE:
        yield Way(0, strong(pieces), has_master(pieces), None)
        return
    for leg in legs(sight, a, MELNIBONE, pieces):
        yield Way(leg.turns, strong(leg.group), has_master(leg.group), leg)
    sea = sight.s.where[FREE_FLEET]
    if sea >= 0 and sea != a and not IS_SEA[a] and sea not in COASTS[a]:
        yield from to_ship(sight, a, pieces, sea)


def to_ship(sight: Perception, a: int, pieces: list[int], sea: int) -> Iterator[Way]:
    """First by land to where the ship waits."""
    for shore in SHORES.get(sea, [sea]):
        for leg in legs(sight, a, shore, pieces) if shore not in (a, MELNIBONE) else ():
            if not IS_SEA[leg.path[-1]]:
                yield Way(leg.turns + 1 + voyage(sea, leg.group), carried(leg.group), has_master(leg.group), leg)


def voyage(sea: int, group: Iterable[int]) -> int:
    """In how many turns the ship is at Melnibone, 0 for the turn in which it takes a group aboard."""
    found = routes(sea, SHIP, 0, frozenset(), True)
    points = min([found.cost[off] for off in COASTS[MELNIBONE]]) + 1
    heavy = IS_SEA[sea] and any([KIND[p] == ARMY for p in group])
    first = AFLOAT if heavy else MOVES[FREE_FLEET] - 1
    return -(-max(points - first, 0) // MOVES[FREE_FLEET])


def carried(group: Iterable[int]) -> int:
    """The strength of those for whom the ship has room."""
    armies = [p for p in group if KIND[p] == ARMY]
    return strong([p for p in group if KIND[p] == PERSON]) + min(len(armies), CARRIES[FREE_FLEET])


# Who goes


def set_out(sight: Perception, turn: int) -> MarchOrder | None:
    """Whoever would come late otherwise goes; who is early waits, unless there is a monster where he is."""
    for a in sorted(sight.s.stacks[sight.seat]):
        free = sight.free(a)
        way = choice(routes_to_dragons(sight, a, free), turn) if any([KIND[p] == PERSON for p in free]) else None
        if way is None or way.leg is None:
            continue
        if way.turns == turn:
            return order_of(a, way.leg)
        sight.mind.ordered |= {(p, a) for p in free}
    return None
