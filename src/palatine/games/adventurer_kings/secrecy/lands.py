"""Dealt provinces and owners that a King does not know (1.1)."""

from __future__ import annotations

from math import inf
from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY, NATIVE, UNKNOWN, Land
from palatine.games.adventurer_kings.rules.realm.finance import tax_base
from palatine.games.adventurer_kings.rules.setup.homes import APART
from palatine.games.adventurer_kings.secrecy.world_templates import DealtWorld


def deal_lands(d: DealtWorld) -> None:
    """Deal provinces: what is known stays, the rest comes from a similar one of the template."""
    names = iter(spare_names(d))
    like = Likes(d)
    d.s.lands = tuple(
        land if is_settled(land) else like.dealt(place, land, land.name or next(names))
        for place, land in enumerate(d.told.lands)
    )


def is_settled(land: Land) -> bool:
    """Return whether everything is known of a province."""
    return UNKNOWN not in (land.terrain, land.race, land.tax)


def spare_names(d: DealtWorld) -> list[str]:
    """Return the province names that a seat has not heard of, in random order."""
    taken = {land.name for land in d.told.lands}
    names = [land.name for land in d.template.lands if land.name not in taken]
    names += [f"Province {number}" for number in range(1, len(d.told.lands) + 1)]
    first = len([land for land in d.told.lands if not land.name])
    return d.random.sample(names[:first], min(first, len(names)))


class Likes:
    """Provinces of the template, by their properties."""

    def __init__(self, d: DealtWorld) -> None:
        self.d = d
        self.lands = [land for place, land in enumerate(d.template.lands) if place not in d.s.atlas.ice]
        self.seas = [land for land in self.lands if land.terrain == tables.SEA]
        self.dry = [land for land in self.lands if land.terrain != tables.SEA]
        self.found: dict[tuple[int, ...], list[Land]] = {}

    def dealt(self, place: int, told: Land, name: str) -> Land:
        """Return a province as reported, completed from a similar one if possible.

        Similar means the same terrain and people. Unknown land and sea lie as in the template, as continents.
        """
        like = self.d.template.lands[place]
        if told.terrain != UNKNOWN:
            like = self.d.random.choice(self.fit(told.terrain, told.race, self.wealth(place)))
        elif self.d.s.scenario in WILD:
            like = self.d.random.choice(self.seas if like.terrain == tables.SEA else self.dry)
        return Land(
            name,
            like.terrain if told.terrain == UNKNOWN else told.terrain,
            like.race if told.race == UNKNOWN else told.race,
            told.types or (like.types if told.race in (UNKNOWN, like.race) else likely_types(told.race)),
            self.tax(place, like) if told.tax == UNKNOWN else told.tax,
            like.coast if told.terrain == UNKNOWN else told.coast,
        )

    def tax(self, place: int, like: Land) -> int:
        """Return a possible tax for a province of the reported wealth."""
        wealth = self.wealth(place)
        if wealth in (UNKNOWN, tables.wealth_class(like.tax)):
            return like.tax
        return self.d.random.choice([tax for tax in range(MOST_TAX + 1) if tables.wealth_class(tax) == wealth])

    def fit(self, *wanted: int) -> list[Land]:
        """Return the provinces of a terrain, a people and a wealth.

        If none matches, wealth is ignored first, then the people.
        """
        if wanted not in self.found:
            fit = self.lands
            for each, value in zip((terrain_of, race_of, wealth_of_land), wanted, strict=True):
                fit = [land for land in fit if value in (UNKNOWN, each(land))] or fit
            self.found[wanted] = fit
        return self.found[wanted]

    def wealth(self, place: int) -> int:
        """Return the reported wealth of a province."""
        known = self.d.told.known[self.d.me].get(place) if self.d.me >= 0 else None
        return known.wealth if known is not None else UNKNOWN


def terrain_of(land: Land) -> int:
    return land.terrain


def race_of(land: Land) -> int:
    return land.race


def wealth_of_land(land: Land) -> int:
    return tables.wealth_class(land.tax)


MOST_TAX: Final = 10
WILD: Final = ("standard", "super")
"""Scenarios in which the land differs in every match."""


def likely_types(race: int) -> tuple[int, ...]:
    """Return the likely army types of a people if nothing else is known."""
    return (tables.BEST_TYPE[race],) if race >= 0 else ()


# Realms


def deal_realms(d: DealtWorld) -> None:
    """Deal the owners of provinces: known ones stay.

    Every other King gets a home, and unknown provinces around it. The greatest has as large a tax base as the seat's
    standing in the race for Emperor tells, and the others have less (10.1).
    """
    s = d.s
    free = [p for p, owner in enumerate(d.told.owners) if owner == UNKNOWN and p not in s.atlas.ice]
    s.owners = [NATIVE if owner == UNKNOWN else owner for owner in d.told.owners]
    most, is_second = greatest_base(d)
    sizes = {seat: max(likely_size(d), len(d.told.provinces(seat))) for seat in d.others}
    for seat in d.others:
        home = home_of(d, seat, [p for p in free if s.lands[p].terrain != tables.SEA])
        if home in free:
            s.owners[home] = seat
            settle_home(d, seat, home)
            free.remove(home)
        s.set_kingdom(seat, home=home)
    for at, seat in enumerate(sorted(sizes, key=lambda seat: (-sizes[seat], seat))):
        grow(d, seat, free, len(free) if is_second and not at else sizes[seat], most)
    for army in d.told.armies.values():
        if army.origin >= 0 and s.relation(d.me, s.owners[army.place]) != ENEMY:
            s.owners[army.place] = NATIVE


def settle_home(d: DealtWorld, seat: int, home: int) -> None:
    """Give an unknown capital the people, types and taxes of a home (2.1)."""
    if d.told.lands[home].race == UNKNOWN:
        like, here = d.template.lands[d.template.kingdoms[seat].home], d.s.lands[home]
        land = Land(here.name, here.terrain, like.race, like.types, like.tax, here.coast)
        d.s.lands = (*d.s.lands[:home], land, *d.s.lands[home + 1 :])


HOMES_TRIED: Final = 8


def home_of(d: DealtWorld, seat: int, free: list[int]) -> int:
    """Return a kingdom's capital (1.1).

    It is the known one, on a real map the template's, or free land apart from other homes with much land around it, or
    land of the kingdom, or any land.
    """
    told, wanted = d.told.kingdoms[seat].home, d.template.kingdoms[seat].home
    if told >= 0:
        return told
    if wanted in free and d.s.scenario not in WILD:
        return wanted
    if not free:
        return d.random.choice(d.told.provinces(seat) or [d.anywhere()])
    return max(d.random.choices(free, k=HOMES_TRIED), key=lambda place: fitness_for_home(d, place))


def fitness_for_home(d: DealtWorld, place: int) -> tuple[int, int]:
    """Return the distance to other homes, as far as it matters, and the land neighbours."""
    s = d.s
    homes = [kingdom.home for kingdom in s.kingdoms if kingdom.home >= 0]
    apart = min([APART, *[s.atlas.distance(place, home) for home in homes]])
    return apart, sum(s.lands[near].terrain != tables.SEA for near in s.atlas.neighbours[place])


def greatest_base(d: DealtWorld) -> tuple[float, bool]:
    """Return the largest tax base by the seat's standing, and whether another King has it."""
    rows = d.told.standings[d.me] if d.told.standings and d.me >= 0 else ()
    row = next((each for each in rows if each.race == titles.EMPEROR and each.share), None)
    if row is None:
        return inf, False
    return 100 * tax_base(d.told, d.me) / row.share, row.rank > 1


def grow(d: DealtWorld, seat: int, free: list[int], size: int, most: float) -> None:
    """Add adjacent provinces up to a size and a tax base."""
    held = d.s.provinces(seat)
    base = tax_base(d.s, seat)
    while len(held) < size:
        near = sorted({p for q in held for p in d.s.atlas.neighbours[q]} & {*free})
        if not near:
            return
        held.append(max(d.random.choices(near, k=2), key=lambda p: d.s.lands[p].tax))
        base += d.s.lands[held[-1]].tax
        if base > most:
            return
        free.remove(held[-1])
        d.s.owners[held[-1]] = seat


def likely_size(d: DealtWorld) -> int:
    """Draw a number of provinces that a King may hold by now."""
    mean = MEAN_SIZES[min(d.s.turn, len(MEAN_SIZES) - 1)]
    return round(mean * d.random.triangular(0.4, 2.2, 0.8))


MEAN_SIZES: Final = (1, 1, 3, 4, 6, 7, 9, 11, 12, 13, 14, 14, 15)
"""Mean number of a King's provinces by year, in games of captains.

Later years are like the last.
"""
