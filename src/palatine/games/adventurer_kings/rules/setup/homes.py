"""Homes of the Kings: distance, access to the sea, neighbours.

See 1.1, 2.1, 12.1, 12.2, 12.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import msgspec

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import Atlas
from palatine.games.adventurer_kings.components.real_maps import nation_named, nations
from palatine.games.adventurer_kings.rules.common.turn import Turn

APART: Final = 3
"""Minimum distance between the homes of Kings, in provinces (1.1)."""
ROOM: Final = 4
"""Minimum number of land provinces within two provinces of a home."""

NOT_BY_THE_SEA, SAME_NEXT_DOOR, OUT_OF_BALANCE = 100.0, 20.0, 1.0
"""Penalties for an inland sailor, for neighbours of one alignment, and for imbalance.

Imbalance means that a continent has too many Kings of one alignment.
"""


class Claim(msgspec.Struct, frozen=True):
    """Requirements for a King's home: race, sailing, alignment, and requested nations."""

    race: int
    sails: bool
    alignment: int = tables.NEUTRAL
    wishes: tuple[str, ...] = ()


# A new world


def find_homes(t: Turn, terrains: list[int], count: int) -> list[int]:
    """Return places at least three provinces apart; [] if there are too few (1.1)."""
    lands = [p for p, terrain in enumerate(terrains) if terrain != tables.SEA]
    fit = [p for p in lands if sum(terrains[near] != tables.SEA for near in t.s.atlas.within(p, 2)) > ROOM]
    for tightly in (False, True):
        spots = scatter(t, fit, tightly)
        if len(spots) >= count:
            return t.s.dice.sample(spots, count, "homes of Kings")
    return []


def scatter(t: Turn, fit: list[int], tightly: bool) -> list[int]:
    """Return as many places as can be found one after the other.

    With `tightly`, each is the one that takes away the least room.
    """
    atlas = t.s.atlas
    free = set(fit)
    spots: list[int] = []
    while free:
        best = sorted(free)
        if tightly:
            taken = {p: len(free.intersection(atlas.within(p, APART - 1))) for p in best}
            best = [p for p in best if taken[p] == min(taken.values())]
        spots.append(best[t.die(len(best), "a home") - 1])
        free.difference_update(atlas.within(spots[-1], APART - 1))
    return spots


def deal_homes(t: Turn, terrains: list[int], spots: list[int], claims: list[Claim]) -> list[int]:
    """Return the places by seat; [] if there is no solution (2.1, 12.1).

    Sailors get places by the sea. In the greater game Kings of one alignment live apart, and each continent has as
    many of them as it has room for.
    """
    rules = Dealing(t.s.atlas, terrains, spots, claims, t.s.scenario in tables.GREATER)
    dealt = t.s.dice.sample(range(len(spots)), len(spots), "who lives where")
    worth = rules.improve(dealt, range(len(dealt)))
    return [spots[at] for at in dealt] if worth < SAME_NEXT_DOOR else []


class Dealing:
    """Quality of an assignment of places to seats.

    `dealt` has by seat an index of the places.
    """

    def __init__(
        self, atlas: Atlas, terrains: list[int], spots: list[int], claims: list[Claim], greater: bool
    ) -> None:
        self.claims = claims
        self.greater = greater
        self.coastal = [any(terrains[p] == tables.SEA for p in atlas.neighbours[spot]) for spot in spots]
        self.next_door = next_door(atlas, spots)
        part = continents(atlas, terrains)
        self.part = [part[spot] for spot in spots]

    def faults(self, dealt: list[int]) -> float:
        inland = sum(claim.sails and not self.coastal[at] for claim, at in zip(self.claims, dealt, strict=True))
        found = NOT_BY_THE_SEA * inland
        if self.greater:
            alignment = {at: claim.alignment for claim, at in zip(self.claims, dealt, strict=True)}
            same = sum(alignment[a] == alignment[b] for a, b in self.next_door)
            found += SAME_NEXT_DOOR * same + OUT_OF_BALANCE * self.imbalance(alignment)
        return found

    def imbalance(self, alignment: dict[int, int]) -> float:
        """Return how far continents deviate from their share of each alignment."""
        homes, kinds = Counter(self.part), Counter(alignment.values())
        there = Counter((alignment[at], part) for at, part in enumerate(self.part))
        pairs = [(kind, part) for kind in sorted(kinds) for part in sorted(homes)]
        over = [abs(there[kind, part] - kinds[kind] * homes[part] / len(self.part)) for kind, part in pairs]
        return sum([max(0.0, each - 0.5) for each in over]) / len(self.part)

    def improve(self, dealt: list[int], seats: Sequence[int]) -> float:
        """Swap the places of these seats while that improves the result; return the penalty."""
        worth = self.faults(dealt)
        while True:
            swap = self.best_swap(dealt, seats, worth)
            if swap is None:
                return worth
            worth, i, j = swap
            dealt[i], dealt[j] = dealt[j], dealt[i]

    def best_swap(self, dealt: list[int], seats: Sequence[int], worth: float) -> tuple[float, int, int] | None:
        """Return the two seats with the best exchange; None if no exchange helps."""
        best: tuple[float, int, int] | None = None
        for i, j in combinations(seats, 2):
            swapped = list(dealt)
            swapped[i], swapped[j] = dealt[j], dealt[i]
            found = self.faults(swapped)
            if found < (best[0] if best else worth) - 1e-9:
                best = found, i, j
        return best


def next_door(atlas: Atlas, homes: list[int]) -> list[tuple[int, int]]:
    """Return pairs of indices of homes whose Kings are neighbours.

    Two homes are neighbours if no third one lies nearer to both.
    """
    far = [[atlas.distance(a, b) for b in homes] for a in homes]
    return [
        (i, j) for i, j in combinations(range(len(homes)), 2)
        if not any(max(far[i][k], far[j][k]) < far[i][j] for k in range(len(homes)))
    ]  # fmt: skip


def continents(atlas: Atlas, terrains: list[int]) -> dict[int, int]:
    """Return by place of land the lowest place of its continent."""
    found: dict[int, int] = {}
    for place, terrain in enumerate(terrains):
        if terrain == tables.SEA or place in found:
            continue
        ahead = [place]
        while ahead:
            here = ahead.pop()
            if here not in found:
                found[here] = place
                ahead += [p for p in atlas.neighbours[here] if terrains[p] != tables.SEA]
    return found


# Europe and Earth


def share_out(t: Turn, terrains: list[int], claims: list[Claim], atlantis: list[int]) -> list[tuple[int, int]]:
    """Return by seat the home and the index of the nation (2.1, 12.2, A191).

    Requests are granted in their order, at random where several Kings make the same one. Then sailors take what is
    left by the sea. Kings without a granted request may still exchange their places.
    """
    known = nations(t.s.scenario)
    free = {n: [nation.home] if nation.home >= 0 else list(atlantis) for n, nation in enumerate(known)}
    found: dict[int, tuple[int, int]] = {}
    for rank in range(max(len(claim.wishes) for claim in claims)):
        for seat in t.s.dice.sample(range(len(claims)), len(claims), "who is asked first"):
            wishes = claims[seat].wishes
            n = nation_named(t.s.scenario, wishes[rank]) if rank < len(wishes) else -1
            if seat not in found and free.get(n):
                found[seat] = free[n].pop(0), n
    by_lot = sorted(set(range(len(claims))) - set(found), key=lambda seat: (not claims[seat].sails, seat))
    for seat in by_lot:
        left = [n for n in sorted(free) if free[n]]
        by_sea = [n for n in left if claims[seat].sails and is_coastal(t, terrains, free[n][0])]
        n = (by_sea or left)[t.die(len(by_sea or left), "which nation") - 1]
        found[seat] = free[n].pop(0), n
    return change_places(t, terrains, claims, [found[seat] for seat in range(len(claims))], by_lot)


def change_places(
    t: Turn, terrains: list[int], claims: list[Claim], seated: list[tuple[int, int]], seats: list[int]
) -> list[tuple[int, int]]:
    """Exchange the lands of these seats until no exchange separates more neighbours.

    This concerns neighbours of one alignment (12.1, 12.3, A260).
    """
    rules = Dealing(t.s.atlas, terrains, [home for home, _ in seated], claims, t.s.scenario in tables.GREATER)
    dealt = list(range(len(seated)))
    rules.improve(dealt, seats)
    return [seated[at] for at in dealt]


def is_coastal(t: Turn, terrains: list[int], place: int) -> bool:
    return any(terrains[p] == tables.SEA for p in t.s.atlas.neighbours[place])
