"""Where the Kings begin: how far apart, who by the sea, who next to whom (1.1, 2.1, 12.1, 12.2, 12.3)."""

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
"""Provinces between the homes of Kings, at least (1.1)."""
ROOM: Final = 4
"""Lands that a home has about it, at least, within two provinces."""

NOT_BY_THE_SEA, SAME_NEXT_DOOR, OUT_OF_BALANCE = 100.0, 20.0, 1.0
"""How bad it is that a sailor lives inland, that neighbours are of one alignment, that a continent has too many."""


class Claim(msgspec.Struct, frozen=True):
    """What a King's home must be like: his race and alignment, whether he sails, the nations he asks for."""

    race: int
    sails: bool
    alignment: int = tables.NEUTRAL
    wishes: tuple[str, ...] = ()


# A world of its own


def find_homes(t: Turn, terrains: list[int], count: int) -> list[int]:
    """Places three provinces and more apart; [] where the land has not so many (1.1)."""
    lands = [p for p, terrain in enumerate(terrains) if terrain != tables.SEA]
    fit = [p for p in lands if sum(terrains[near] != tables.SEA for near in t.s.atlas.within(p, 2)) > ROOM]
    for tightly in (False, True):
        spots = scatter(t, fit, tightly)
        if len(spots) >= count:
            return t.s.dice.sample(spots, count, "homes of Kings")
    return []


def scatter(t: Turn, fit: list[int], tightly: bool) -> list[int]:
    """As many places as find room one after the other; `tightly`, each where it takes away the least room."""
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
    """The places by seat: sailors by the sea; in the greater game those of one alignment apart, and as many on each
    continent as it has room for; [] if there is no such way (2.1, 12.1)."""
    rules = Dealing(t.s.atlas, terrains, spots, claims, t.s.scenario in tables.GREATER)
    dealt = t.s.dice.sample(range(len(spots)), len(spots), "who lives where")
    worth = rules.improve(dealt, range(len(dealt)))
    return [spots[at] for at in dealt] if worth < SAME_NEXT_DOOR else []


class Dealing:
    """How well places are dealt to seats; `dealt` is by seat an index of the places."""

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
        """By how much continents have more or fewer of an alignment than their share."""
        homes, kinds = Counter(self.part), Counter(alignment.values())
        there = Counter((alignment[at], part) for at, part in enumerate(self.part))
        pairs = [(kind, part) for kind in sorted(kinds) for part in sorted(homes)]
        over = [abs(there[kind, part] - kinds[kind] * homes[part] / len(self.part)) for kind, part in pairs]
        return sum([max(0.0, each - 0.5) for each in over]) / len(self.part)

    def improve(self, dealt: list[int], seats: Sequence[int]) -> float:
        """Let these seats change places as long as that makes it better; how bad it is in the end."""
        worth = self.faults(dealt)
        while True:
            swap = self.best_swap(dealt, seats, worth)
            if swap is None:
                return worth
            worth, i, j = swap
            dealt[i], dealt[j] = dealt[j], dealt[i]

    def best_swap(self, dealt: list[int], seats: Sequence[int], worth: float) -> tuple[float, int, int] | None:
        """The two seats whose exchange makes it best; None if none makes it better."""
        best: tuple[float, int, int] | None = None
        for i, j in combinations(seats, 2):
            swapped = list(dealt)
            swapped[i], swapped[j] = dealt[j], dealt[i]
            found = self.faults(swapped)
            if found < (best[0] if best else worth) - 1e-9:
                best = found, i, j
        return best


def next_door(atlas: Atlas, homes: list[int]) -> list[tuple[int, int]]:
    """Pairs of homes, by index, whose Kings are neighbours: no third home lies nearer to both."""
    far = [[atlas.distance(a, b) for b in homes] for a in homes]
    return [
        (i, j) for i, j in combinations(range(len(homes)), 2)
        if not any(max(far[i][k], far[j][k]) < far[i][j] for k in range(len(homes)))
    ]  # fmt: skip


def continents(atlas: Atlas, terrains: list[int]) -> dict[int, int]:
    """By place of land: the lowest place of its continent."""
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
    """By seat: the home and the index of the nation. Wishes in their order, by lot where several have the same; then
    sailors take what is left by the sea; of who asked in vain, or for nothing, some change places (2.1, 12.2, A191)."""
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
    """These seats exchange their lands until no exchange parts more neighbours of one alignment (12.1, 12.3, A260)."""
    rules = Dealing(t.s.atlas, terrains, [home for home, _ in seated], claims, t.s.scenario in tables.GREATER)
    dealt = list(range(len(seated)))
    rules.improve(dealt, seats)
    return [seated[at] for at in dealt]


def is_coastal(t: Turn, terrains: list[int], place: int) -> bool:
    return any(terrains[p] == tables.SEA for p in t.s.atlas.neighbours[place])
