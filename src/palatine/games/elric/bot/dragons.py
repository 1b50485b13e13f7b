"""The captain's attack on the Dragons: time, participants and marches (14.1)."""

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
from palatine.games.elric.components.tables import result_of
from palatine.games.elric.components.world import COASTS, IS_SEA, LANDS, MELNIBONE, SEAS
from palatine.games.elric.rules.common.balance import last_turn
from palatine.games.elric.rules.founding import guardian_chance
from palatine.games.elric.state import strength

LONGEST: Final = 6
"""Greatest number of turns that the attack is planned ahead."""
SEEK: Final = 3
"""Number of turns assumed to find another personality."""
AFLOAT: Final = 2
"""Number of seas a ship can sail in a turn in which it boards armies off a coast."""
SHORES: Final = {sea: [land for land in LANDS if sea in COASTS[land]] for sea in SEAS}


class Way(msgspec.Struct, frozen=True):
    """A way of part of a stack to the Dragons: turns, strength, and the first march."""

    turns: int
    strength: int
    has_master: bool
    """True if it includes a Dragon Master."""
    leg: Leg | None


def strong(group: Iterable[int]) -> int:
    """Return a group's strength in a fight on land."""
    return strength([p for p in group if KIND[p] != FLEET], False)


def has_master(group: Iterable[int]) -> bool:
    return any([p in DRAGON_MASTERS for p in group])


@lru_cache(maxsize=1000)
def hope(total: int, tries: int) -> float:
    """Return the chance to beat the Dragons in a number of attempts, including losses of each."""
    if tries <= 0 or total <= 0:
        return 0.0

    def going_on(margin: int) -> float:
        return 1.0 if margin > 0 else hope(total - result_of(-margin).losses, tries - 1)

    return guardian_chance(total, DRAGONS).distribution().mean(going_on)


# Time of the attack


def strike_turn(sight: Perception) -> int:
    """Return in how many turns to attack with the best chance, -1 to search first."""
    found = {a: list(routes_to_dragons(sight, a, list(here))) for a, here in sight.s.stacks[sight.seat].items()}
    left = last_turn(sight.s) + 1 - sight.s.turn
    best, most, when = 0.0, 0, -1
    for turn in range(min(left, LONGEST)):
        going = [way for way in (choice(each, turn) for each in found.values()) if way is not None]
        total = sum([way.strength for way in going])
        chance = hope(total, left - turn) if any([way.has_master for way in going]) else 0.0
        if chance > best:
            best, most, when = chance, total, turn
    return when if best >= later(sight, most, left - when) else -1


def later(sight: Perception, total: int, tries: int) -> float:
    """Return the chance after some turns of searching."""
    luck = sight.parameters.luck
    return luck * hope(total + sight.parameters.help, tries - SEEK) + (1 - luck) * hope(total, tries - SEEK)


def choice(found: Iterable[Way], turn: int) -> Way | None:
    """Return the strongest way that arrives in time, with a Dragon Master if possible."""
    timely = [way for way in found if way.turns <= turn]
    return max(timely, key=lambda way: (way.has_master, way.strength, -way.turns), default=None)


# Ways


def routes_to_dragons(sight: Perception, a: int, pieces: list[int]) -> Iterator[Way]:
    """Iterate over the ways of an area's pieces to the Dragons, direct or by the ship."""
    if a == MELNIBONE:
        yield Way(0, strong(pieces), has_master(pieces), None)
        return
    for leg in legs(sight, a, MELNIBONE, pieces):
        yield Way(leg.turns, strong(leg.group), has_master(leg.group), leg)
    sea = sight.s.where[FREE_FLEET]
    if sea >= 0 and sea != a and not IS_SEA[a] and sea not in COASTS[a]:
        yield from to_ship(sight, a, pieces, sea)


def to_ship(sight: Perception, a: int, pieces: list[int], sea: int) -> Iterator[Way]:
    """Iterate over the ways that start by land to the waiting ship."""
    for shore in SHORES.get(sea, [sea]):
        for leg in legs(sight, a, shore, pieces) if shore not in (a, MELNIBONE) else ():
            if not IS_SEA[leg.path[-1]]:
                yield Way(leg.turns + 1 + voyage(sea, leg.group), carried(leg.group), has_master(leg.group), leg)


def voyage(sea: int, group: Iterable[int]) -> int:
    """Return the ship's turns to Melnibone, 0 for the turn in which it boards a group."""
    found = routes(sea, SHIP, 0, frozenset(), True)
    points = min([found.cost[off] for off in COASTS[MELNIBONE]]) + 1
    heavy = IS_SEA[sea] and any([KIND[p] == ARMY for p in group])
    first = AFLOAT if heavy else MOVES[FREE_FLEET] - 1
    return -(-max(points - first, 0) // MOVES[FREE_FLEET])


def carried(group: Iterable[int]) -> int:
    """Return the strength of those the ship has room for."""
    armies = [p for p in group if KIND[p] == ARMY]
    return strong([p for p in group if KIND[p] == PERSON]) + min(len(armies), CARRIES[FREE_FLEET])


# Departure


def set_out(sight: Perception, turn: int) -> MarchOrder | None:
    """Return a march of a stack that must leave now; early stacks wait, except beside monsters."""
    for a in sorted(sight.s.stacks[sight.seat]):
        free = sight.free(a)
        way = choice(routes_to_dragons(sight, a, free), turn) if any([KIND[p] == PERSON for p in free]) else None
        if way is None or way.leg is None:
            continue
        if way.turns == turn:
            return order_of(a, way.leg)
        sight.mind.ordered |= {(p, a) for p in free}
    return None
