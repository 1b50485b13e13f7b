"""Making worlds: seas and lands, peoples, taxes, homes, features and what is in them (1.1, 1.6, 4.2)."""

from __future__ import annotations

from typing import Final

import msgspec

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings.combatant import around
from palatine.games.adventurer_kings.components import read_toml
from palatine.games.adventurer_kings.state import Feature, Item, Land
from palatine.games.adventurer_kings.turn import Turn

SEA_SHARE: Final = 50
TERRAIN_WEIGHT: Final = {c.PLAIN: 28, c.FOREST: 24, c.MOUNTAIN: 22, c.DESERT: 14, c.JUNGLE: 12}
RACE_WEIGHT: Final = {
    c.HUMAN: 50, c.ELF: 13, c.DWARF: 12, c.ORC: 13, c.EAGLES: 3, c.DRAGONS: 2, c.TROLLS: 2, c.ENTS: 2,
    c.WEREBEASTS: 3,
}  # fmt: skip
ONLY_IN: Final = {
    c.EAGLES: (c.MOUNTAIN,), c.TROLLS: (c.MOUNTAIN,), c.ENTS: (c.FOREST, c.JUNGLE),
    c.WEREBEASTS: (c.FOREST, c.MOUNTAIN, c.JUNGLE),
}  # fmt: skip
LIKES: Final = {(c.ELF, c.FOREST): 3, (c.DWARF, c.MOUNTAIN): 2, (c.ORC, c.MOUNTAIN): 2}
INHABITED_SEA: Final = 15
MERMEN_SHARE: Final = 60
TWO_TYPES: Final = 55
FLEET_ON_COAST: Final = 30
HOME_TAX: Final = 10
HOME_TERRAIN: Final = {c.HUMAN: c.PLAIN, c.ELF: c.FOREST, c.DWARF: c.MOUNTAIN, c.ORC: c.MOUNTAIN}
SECOND_TYPE: Final = {c.HUMAN: c.HEAVY, c.ELF: c.LIGHT, c.DWARF: c.PHALANX, c.ORC: c.WARGS}
HUMAN_TYPES: Final = {
    c.PLAIN: (c.HEAVY, c.LIGHT, c.PHALANX, c.CHARIOTS), c.FOREST: (c.BOWMEN, c.AXEMEN),
    c.JUNGLE: (c.ELEPHANTS, c.BOWMEN), c.DESERT: (c.CAMELS, c.LIGHT), c.MOUNTAIN: (c.AXEMEN, c.PHALANX),
}  # fmt: skip
OTHER_TYPES: Final = {c.ELF: (c.LIGHT, c.AXEMEN), c.DWARF: (c.PHALANX, c.LEGION), c.ORC: (c.WARGS, c.AXEMEN)}
FEATURES: Final = {"standard": (80, 10), "europe": (80, 10), "super": (222, 28), "earth": (222, 28)}
"""By scenario: features on land and at sea."""
MOST_IN_PROVINCE: Final = 2
LEGEND_TRUE: Final = 85
ARTIFACT_APART: Final = 4
TRIES: Final = 60


class Claim(msgspec.Struct, frozen=True):
    """What a King's home must be like: his race, and by the sea if he sails (2.1)."""

    race: str
    sails: bool


class World(msgspec.Struct, frozen=True):
    lands: tuple[Land, ...]
    homes: list[int]


def make(t: Turn, claims: list[Claim]) -> World:
    """A new world, tried until every King has his place in it (1.1)."""
    for _ in range(TRIES):
        terrains = lay_out(t)
        homes = place_homes(t, terrains, claims)
        if homes:
            return settle(t, terrains, claims, homes)
    raise AssertionError("a world holds all its Kings")


# Land and sea


def lay_out(t: Turn) -> list[int]:
    """Continents grown from a few seeds, each terrain in patches (4.2)."""
    atlas = t.s.atlas
    great = atlas.size > 200
    land = grow_land(t, (3 if great else 1) + t.die(3, "continents") - 1)
    terrains = [c.SEA] * atlas.size
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
    """About half of all provinces, grown from seeds that lie apart (1.1)."""
    atlas = t.s.atlas
    goal = atlas.size * (100 - SEA_SHARE + t.die(11, "share of the sea") - 6) // 100
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
    """One of several, by weight."""
    at = t.die(sum([weight for _, weight in pairs]), purpose)
    for value, weight in pairs:
        at -= weight
        if at <= 0:
            return value
    raise AssertionError("the weights add up")


# Homes


def place_homes(t: Turn, terrains: list[int], claims: list[Claim]) -> list[int]:
    """A place for every King, three provinces and more from each other; [] if there is none (1.1, 2.1)."""
    atlas = t.s.atlas
    lands = [p for p, terrain in enumerate(terrains) if terrain != c.SEA]
    homes: list[int] = []
    for claim in claims:
        fit = [p for p in lands if all(atlas.distance(p, home) >= 3 for home in homes)]
        fit = [p for p in fit if sum(terrains[near] != c.SEA for near in atlas.neighbours[p]) >= 2]
        if claim.sails:
            fit = [p for p in fit if any(terrains[near] == c.SEA for near in atlas.neighbours[p])]
        if not fit:
            return []
        room = [sum(1 for q in lands if atlas.distance(p, q) <= 2) for p in fit]
        best = [p for p, count in zip(fit, room, strict=True) if count >= min(6, max(room))]
        homes.append(best[t.die(len(best), "a home") - 1])
    return homes


def settle(t: Turn, terrains: list[int], claims: list[Claim], homes: list[int]) -> World:
    """Peoples, army types, taxes and names (1.1)."""
    names = place_names(t)
    claimed = dict(zip(homes, claims, strict=True))
    lands = tuple(
        home_land(names[place], claimed[place]) if place in claimed else wild_land(t, terrains, place, names[place])
        for place in range(len(terrains))
    )
    return World(lands, homes)


def home_land(name: str, claim: Claim) -> Land:
    race = c.RACES.index(claim.race)
    second = c.FLEET if claim.sails else SECOND_TYPE[race]
    return Land(name, HOME_TERRAIN[race], race, (c.BEST_TYPE[race], second), HOME_TAX)


def wild_land(t: Turn, terrains: list[int], place: int, name: str) -> Land:
    terrain = terrains[place]
    taxes = c.TERRAIN[terrain].tax
    tax = taxes[t.die(len(taxes), "taxes") - 1]
    race = people_of(t, terrain)
    return Land(name, terrain, race, types_of(t, terrains, place, race), tax)


def people_of(t: Turn, terrain: int) -> int:
    """Who lives in a province; -1 for nobody (4.2)."""
    if terrain == c.SEA:
        if not t.chance(INHABITED_SEA, "sea people"):
            return -1
        return c.MERMEN if t.chance(MERMEN_SHARE, "which sea people") else c.WHALES
    pairs = [
        (race, weight * LIKES.get((race, terrain), 1)) for race, weight in RACE_WEIGHT.items()
        if terrain in ONLY_IN.get(race, (terrain,))
    ]  # fmt: skip
    return weighted(t, pairs, "people")


def types_of(t: Turn, terrains: list[int], place: int, race: int) -> tuple[int, ...]:
    """One or two army types: humanoids have the one they are best at, perhaps another (4.2)."""
    if race < 0:
        return ()
    best = c.BEST_TYPE[race]
    if race not in c.HUMANOID or not t.chance(TWO_TYPES, "a second type"):
        return (best,)
    coast = any(terrains[near] == c.SEA for near in t.s.atlas.neighbours[place])
    if coast and race in (c.HUMAN, c.ELF) and t.chance(FLEET_ON_COAST, "ships"):
        return best, c.FLEET
    others = HUMAN_TYPES[terrains[place]] if race == c.HUMAN else OTHER_TYPES[race]
    return best, others[t.die(len(others), "a second type") - 1]


_NAMES: Final = read_toml("places.toml")


def place_names(t: Turn) -> list[str]:
    """A name for every province, no two alike."""
    made: list[str] = []
    seen: set[str] = set()
    while len(made) < t.s.atlas.size:
        name = (
            _NAMES["first"][t.die(len(_NAMES["first"]), "name of a province") - 1]
            + _NAMES["last"][t.die(len(_NAMES["last"]), "name of a province") - 1]
        )
        if name not in seen:
            seen.add(name)
            made.append(name)
    return made


# Features


def place_features(t: Turn, world: World) -> None:
    """Features on land and a few at sea, their guardians the stronger the farther from any home (4.10)."""
    s = t.s
    on_land, at_sea = FEATURES[s.scenario]
    land = [p for p, each in enumerate(world.lands) if each.terrain != c.SEA and p not in world.homes]
    sea = [p for p, each in enumerate(world.lands) if each.terrain == c.SEA]
    crowd: dict[int, int] = {}
    number = 0
    for places, count in ((land, on_land), (sea, at_sea)):
        for _ in range(count):
            free = [p for p in places if crowd.get(p, 0) < MOST_IN_PROVINCE]
            place = free[t.die(len(free), "where a feature lies") - 1]
            crowd[place] = crowd.get(place, 0) + 1
            number += 1
            s.features[number] = new_feature(t, place, farness(t, place, world.homes))
            stock(t, number)
    hide_artifacts(t, world.homes)


def farness(t: Turn, place: int, homes: list[int]) -> int:
    return min([t.s.atlas.distance(place, home) for home in homes])


def new_feature(t: Turn, place: int, far: int) -> Feature:
    """A kind that fits the terrain, guarded by what is fit so far from home."""
    terrain = t.s.lands[place].terrain
    kinds = [k for k, kind in enumerate(c.FEATURES) if terrain in kind.terrains]
    kind = kinds[t.die(len(kinds), "kind of feature") - 1]
    row = c.FEATURES[kind]
    special = t.die(20, "special function") if t.chance(row.special, "special function") else 0
    feature = Feature(kind, place, t.die(100, "how deep it lies"), special=special)
    most = 20 if far <= 2 else 32 if far <= 4 else 50
    fit = [m for m in row.guardians if c.MONSTERS[m].hp <= most] or [
        m for m in row.guardians if c.MONSTERS[m].hp == min([c.MONSTERS[g].hp for g in row.guardians])
    ]
    if not fit or t.chance(row.unguarded, "unguarded"):
        return feature
    species = fit[t.die(len(fit), "guardian") - 1]
    hit_points = around(c.MONSTERS[species].hp, t.die(41, "monster hit points"))
    has_magic = t.chance(c.MONSTERS[species].magic_chance, "magic of a monster")
    return msgspec.structs.replace(feature, monster=species, hp=hit_points, has_magic=has_magic)


GOLD: Final = ((1, 6), (2, 6), (3, 8), (5, 10), (10, 12))
"""By word: how many dice of how many sides of gold lie there."""
ITEM_CHANCE: Final = (25, 50, 80, 100, 100)
SECOND_ITEM: Final = (0, 0, 0, 25, 100)


def stock(t: Turn, number: int) -> None:
    """Treasure by the strength of the guardian; the legend of it is mostly right (4.10)."""
    s = t.s
    feature = s.features[number]
    word = c.word_of(c.MONSTERS[feature.monster], feature.hp) if feature.monster >= 0 else c.WEAK
    dice, sides = GOLD[word]
    gold = sum([t.die(sides, "treasure") for _ in range(dice)])
    chances = (ITEM_CHANCE[word], SECOND_ITEM[word])
    kinds = [plain_item(t) for percent in chances if t.chance(percent, "an item")]
    for kind in kinds:
        s.new_item(Item(kind, c.ITEMS[kind].charges, feature=number))
    right = t.chance(LEGEND_TRUE, "legend")
    told = kinds[0] if kinds and right else -1
    s.set_feature(number, gold=gold, legend_gold=right or not kinds, legend_item=told)


def plain_item(t: Turn) -> int:
    fit = [k for k, kind in enumerate(c.ITEMS) if "artifact" not in kind.kinds]
    return fit[t.die(len(fit), "which item") - 1]


def hide_artifacts(t: Turn, homes: list[int]) -> None:
    """The ten artifacts lie with the strongest, far from every home (4.10)."""
    s = t.s
    by_strength = sorted(
        (n for n, feature in s.features.items() if feature.monster >= 0),
        key=lambda n: (farness(t, s.features[n].place, homes) < ARTIFACT_APART, -s.features[n].hp, n),
    )
    for kind, number in zip(c.ARTIFACTS, by_strength, strict=False):
        s.new_item(Item(kind, feature=number))
