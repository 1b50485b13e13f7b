"""Creation of worlds: seas and lands, peoples, army types, taxes (1.1, 1.6, 2.1, 12.0)."""

from __future__ import annotations

from typing import Final

import msgspec

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Land
from palatine.games.adventurer_kings.components.real_maps import CHARTS
from palatine.games.adventurer_kings.components.tables import DATA
from palatine.games.adventurer_kings.rules.common.earth_map import raise_atlantis
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.setup.homes import Claim, deal_homes, find_homes, share_out

SEA_SHARE: Final = 50
SEA_MARGIN: Final = 5
TERRAIN_WEIGHT: Final = {
    tables.PLAIN: 28,
    tables.FOREST: 24,
    tables.MOUNTAIN: 22,
    tables.DESERT: 14,
    tables.JUNGLE: 12,
}
RACE_WEIGHT: Final = {
    tables.HUMAN: 50, tables.ELF: 13, tables.DWARF: 12, tables.ORC: 13, tables.EAGLES: 3, tables.DRAGONS: 2,
    tables.TROLLS: 2, tables.ENTS: 2,
    tables.WEREBEASTS: 3,
}  # fmt: skip
ONLY_IN: Final = {
    tables.EAGLES: (tables.MOUNTAIN,), tables.TROLLS: (tables.MOUNTAIN,), tables.ENTS: (tables.FOREST, tables.JUNGLE),
    tables.WEREBEASTS: (tables.FOREST, tables.MOUNTAIN, tables.JUNGLE),
}  # fmt: skip
LIKES: Final = {
    (tables.ELF, tables.FOREST): 3,
    (tables.DWARF, tables.MOUNTAIN): 2,
    (tables.ORC, tables.MOUNTAIN): 2,
}
INHABITED_SEA: Final = 15
MERMEN_SHARE: Final = 60
TWO_TYPES: Final = 55
FLEET_ON_COAST: Final = 30
HOME_TAX: Final = 10
HOME_TERRAIN: Final = {
    tables.HUMAN: tables.PLAIN,
    tables.ELF: tables.FOREST,
    tables.DWARF: tables.MOUNTAIN,
    tables.ORC: tables.MOUNTAIN,
}
SECOND_TYPE: Final = {
    tables.HUMAN: tables.HEAVY,
    tables.ELF: tables.LIGHT,
    tables.DWARF: tables.PHALANX,
    tables.ORC: tables.WARGS,
}
SECOND_THERE: Final = {tables.DESERT: tables.CAMELS, tables.JUNGLE: tables.ELEPHANTS}
"""Mounts of Humans, by terrain, where horses do not thrive."""
HUMAN_TYPES: Final = {
    tables.PLAIN: (tables.HEAVY, tables.LIGHT, tables.PHALANX, tables.CHARIOTS),
    tables.FOREST: (tables.BOWMEN, tables.AXEMEN),
    tables.JUNGLE: (tables.ELEPHANTS, tables.BOWMEN), tables.DESERT: (tables.CAMELS, tables.LIGHT),
    tables.MOUNTAIN: (tables.AXEMEN, tables.PHALANX),
}  # fmt: skip
OTHER_TYPES: Final = {
    tables.ELF: (tables.LIGHT, tables.AXEMEN),
    tables.DWARF: (tables.PHALANX, tables.LEGION),
    tables.ORC: (tables.WARGS, tables.AXEMEN),
}
CONTINENTS: Final = {"standard": (1, 3), "super": (3, 5)}
TRIES: Final = 60


class World(msgspec.Struct, frozen=True):
    """A new world.

    `homes` and `nations` are by seat. `nations` has the index of the nation, or -1.
    """

    lands: tuple[Land, ...]
    homes: list[int]
    nations: list[int]


def make(t: Turn, claims: list[Claim]) -> World:
    """Return the world of the scenario, with a home for every King (1.1, 12.2, 12.3)."""
    return real_world(t, claims) if t.s.scenario in CHARTS else new_world(t, claims)


def new_world(t: Turn, claims: list[Claim]) -> World:
    """Return a new world; attempts repeat until every King has a home (1.1)."""
    for _ in range(TRIES):
        terrains = lay_out(t)
        spots = find_homes(t, terrains, len(claims))
        homes = deal_homes(t, terrains, spots, claims) if spots else []
        if homes:
            for claim, home in zip(claims, homes, strict=True):
                terrains[home] = HOME_TERRAIN[claim.race]
            lands = populate(t, terrains, [-1] * len(terrains), claims, homes, {})
            return World(lands, homes, [-1] * len(claims))
    raise AssertionError("a world holds all its Kings")


def real_world(t: Turn, claims: list[Claim]) -> World:
    """Return Europe or Earth: fixed lands, random peoples and taxes (12.2, 12.3)."""
    chart = CHARTS[t.s.scenario]
    terrains, coasts = list(chart.terrains), list(chart.coasts)
    atlantis = raise_atlantis(t, terrains, coasts) if t.s.scenario == "earth" else []
    seated = share_out(t, terrains, claims, atlantis)
    homes = [home for home, _ in seated]
    lands = populate(t, terrains, coasts, claims, homes, chart.names)
    return World(lands, homes, [nation for _, nation in seated])


# Land and sea


def lay_out(t: Turn) -> list[int]:
    """Grow continents from a few seeds, with each terrain in patches (1.1)."""
    atlas = t.s.atlas
    least, most = CONTINENTS[t.s.scenario]
    land = grow_land(t, least + t.die(most - least + 1, "continents") - 1)
    terrains = [tables.SEA] * atlas.size
    weights = list(TERRAIN_WEIGHT.items())
    left = set(land)
    while left:
        seed = sorted(left)[t.die(len(left), "where a terrain begins") - 1]
        kind = weighted(t, weights, "terrain")
        patch = {seed}
        for _ in range(t.die(4, "patch of terrain") - 1):
            near = [p for q in sorted(patch) for p in atlas.neighbours[q] if p in left and p not in patch]
            if near:
                patch.add(near[t.die(len(near), "patch of terrain") - 1])
        for place in patch:
            terrains[place] = kind
        left -= patch
    return terrains


def grow_land(t: Turn, continents: int) -> set[int]:
    """Grow about half of all provinces from seeds that are far apart (1.1)."""
    atlas = t.s.atlas
    share = 100 - SEA_SHARE + t.die(2 * SEA_MARGIN + 1, "share of the sea") - SEA_MARGIN - 1
    goal = atlas.size * share // 100
    inner = [p for p in range(atlas.size) if len(atlas.neighbours[p]) == 6]
    seeds: list[int] = []
    while len(seeds) < continents:
        place = inner[t.die(len(inner), "a continent") - 1]
        if all(atlas.distance(place, other) > 5 for other in seeds) or t.die(8, "closer together") == 1:
            seeds.append(place)
    land = set(seeds)
    edge = [p for q in seeds for p in atlas.neighbours[q]]
    while len(land) < goal:
        place = edge.pop(t.die(len(edge), "land grows") - 1)
        if place not in land:
            land.add(place)
            edge.extend(p for p in atlas.neighbours[place] if p not in land)
    return land


def weighted(t: Turn, pairs: list[tuple[int, int]], purpose: str) -> int:
    """Return one of several values, by weight."""
    at = t.die(sum([weight for _, weight in pairs]), purpose)
    for value, weight in pairs:
        at -= weight
        if at <= 0:
            return value
    raise AssertionError("the weights add up")


# Peoples


def populate(
    t: Turn, terrains: list[int], coasts: list[int], claims: list[Claim], homes: list[int], known: dict[int, str]
) -> tuple[Land, ...]:
    """Return the lands with peoples, army types, taxes and names (1.1)."""
    names = place_names(t, known)
    claimed = dict(zip(homes, claims, strict=True))
    return tuple(
        icy_land() if place in t.s.atlas.ice
        else home_land(names[place], claimed[place], terrains[place]) if place in claimed
        else wild_land(t, terrains, coasts[place], place, names[place])
        for place in range(len(terrains))
    )  # fmt: skip


def icy_land() -> Land:
    """Return a place of the ice caps, without people or tax; it cannot be entered (12.3)."""
    return Land("Ice Cap", tables.SEA, -1, (), 0)


def home_land(name: str, claim: Claim, terrain: int) -> Land:
    """Return a King's home: of the King's race, with its best army types (2.1).

    A sailing King has ships there.
    """
    return Land(name, terrain, claim.race, home_types(claim.race, claim.sails, terrain), HOME_TAX)


def home_types(race: int, sails: bool, terrain: int) -> tuple[int, int]:
    second = SECOND_THERE.get(terrain, SECOND_TYPE[race]) if race == tables.HUMAN else SECOND_TYPE[race]
    return tables.BEST_TYPE[race], tables.FLEET if sails else second


def wild_land(t: Turn, terrains: list[int], coast: int, place: int, name: str) -> Land:
    terrain = terrains[place]
    taxes = tables.TERRAIN[terrain].tax
    tax = taxes[t.die(len(taxes), "taxes") - 1]
    race = inhabitants(t, terrain)
    return Land(name, terrain, race, native_types(t, terrains, place, race), tax, coast)


def inhabitants(t: Turn, terrain: int) -> int:
    """Return the race of a province; -1 for none (1.1)."""
    if terrain == tables.SEA:
        if not t.chance(INHABITED_SEA, "sea people"):
            return -1
        return tables.MERMEN if t.chance(MERMEN_SHARE, "which sea people") else tables.WHALES
    pairs = [
        (race, weight * LIKES.get((race, terrain), 1)) for race, weight in RACE_WEIGHT.items()
        if terrain in ONLY_IN.get(race, (terrain,))
    ]  # fmt: skip
    return weighted(t, pairs, "people")


def native_types(t: Turn, terrains: list[int], place: int, race: int) -> tuple[int, ...]:
    """Return one or two army types (1.1).

    Humanoids have their best type, and sometimes another.
    """
    if race < 0:
        return ()
    best = tables.BEST_TYPE[race]
    if race not in tables.HUMANOID or not t.chance(TWO_TYPES, "a second type"):
        return (best,)
    coast = any(terrains[near] == tables.SEA for near in t.s.atlas.neighbours[place])
    if coast and race in (tables.HUMAN, tables.ELF) and t.chance(FLEET_ON_COAST, "ships"):
        return best, tables.FLEET
    others = HUMAN_TYPES[terrains[place]] if race == tables.HUMAN else OTHER_TYPES[race]
    return best, others[t.die(len(others), "a second type") - 1]


_NAMES: Final = DATA.read_toml("places.toml")


def place_names(t: Turn, known: dict[int, str]) -> list[str]:
    """Return a unique name for every province, historical or random."""
    seen = set(known.values())
    return [known.get(place) or new_name(t, seen) for place in range(t.s.atlas.size)]


def new_name(t: Turn, seen: set[str]) -> str:
    while True:
        first = _NAMES["first"][t.die(len(_NAMES["first"]), "name of a province") - 1]
        last = _NAMES["last"][t.die(len(_NAMES["last"]), "name of a province") - 1]
        if first + last not in seen:
            seen.add(first + last)
            return str(first + last)
