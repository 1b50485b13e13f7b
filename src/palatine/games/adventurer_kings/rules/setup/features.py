"""Features, their guardians and their treasure (1.1, 3.2, 10.1)."""

from __future__ import annotations

from typing import Final

import msgspec

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Feature, Item
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.fighters import around

FEATURES: Final = {"standard": (80, 10), "europe": (80, 10), "super": (222, 28), "earth": (222, 28)}
"""Features on land and at sea, by scenario."""
MOST_IN_PROVINCE: Final = 2
LEGEND_TRUE: Final = 85
ARTIFACT_APART: Final = 4
TIERS: Final = ((2, 20), (4, 32), (99, 50))
"""Distance from any home, and the usual hit points of the strongest guardians there."""


def place_features(t: Turn, homes: list[int]) -> None:
    """Place features on land and a few at sea (1.1, 1.6).

    Their guardians are stronger the farther they are from any home.
    """
    s = t.s
    on_land, at_sea = FEATURES[s.scenario]
    land = [p for p, each in enumerate(s.lands) if each.terrain != tables.SEA and p not in homes]
    sea = [p for p, each in enumerate(s.lands) if each.terrain == tables.SEA and p not in s.atlas.ice]
    crowd: dict[int, int] = {}
    number = 0
    for places, count in ((land, on_land), (sea, at_sea)):
        for _ in range(count):
            free = [p for p in places if crowd.get(p, 0) < MOST_IN_PROVINCE]
            place = free[t.die(len(free), "where a feature lies") - 1]
            crowd[place] = crowd.get(place, 0) + 1
            number += 1
            s.features[number] = new_feature(t, place, farness(t, place, homes))
            stock(t, number)
    hide_artifacts(t, homes)


def farness(t: Turn, place: int, homes: list[int]) -> int:
    return min([t.s.atlas.distance(place, home) for home in homes])


def new_feature(t: Turn, place: int, far: int) -> Feature:
    """Create a feature that fits the terrain, with guardians that fit the distance from home."""
    terrain = t.s.lands[place].terrain
    kinds = [k for k, kind in enumerate(tables.FEATURES) if terrain in kind.terrains]
    kind = kinds[t.die(len(kinds), "kind of feature") - 1]
    row = tables.FEATURES[kind]
    special = t.die(20, "special function") if t.chance(row.special, "special function") else 0
    feature = Feature(kind, place, t.die(100, "how deep it lies"), special=special)
    fit = fit_guardians(row.guardians, far)
    if not fit or t.chance(row.unguarded, "unguarded"):
        return feature
    species = fit[t.die(len(fit), "guardian") - 1]
    hit_points = around(tables.MONSTERS[species].hp, t.die(41, "monster hit points"))
    has_magic = t.chance(tables.MONSTERS[species].magic_chance, "magic of a monster")
    return msgspec.structs.replace(feature, monster=species, hp=hit_points, has_magic=has_magic)


def fit_guardians(species: tuple[int, ...], far: int) -> list[int]:
    """Return the species that fit the distance from any home; at least the weakest."""
    points = [tables.MONSTERS[m].hp for m in species]
    most = max(next(hp for within, hp in TIERS if far <= within), min(points, default=0))
    return [m for m, hp in zip(species, points, strict=True) if hp <= most]


GOLD: Final = ((1, 6), (2, 6), (3, 8), (5, 10), (10, 12))
"""Number and sides of the dice for the gold of a feature, by word."""
ITEM_CHANCE: Final = (25, 50, 80, 100, 100)
SECOND_ITEM: Final = (0, 0, 0, 25, 100)


def stock(t: Turn, number: int) -> None:
    """Place treasure by the guardian's strength, and mostly correct legends of it (3.2)."""
    s = t.s
    feature = s.features[number]
    word = tables.word_of(tables.MONSTERS[feature.monster], feature.hp) if feature.monster >= 0 else tables.WEAK
    dice, sides = GOLD[word]
    gold = sum([t.die(sides, "treasure") for _ in range(dice)])
    chances = (ITEM_CHANCE[word], SECOND_ITEM[word])
    kinds = [plain_item(t) for percent in chances if t.chance(percent, "an item")]
    for kind in kinds:
        s.new_item(Item(kind, tables.ITEMS[kind].charges, feature=number))
    right = t.chance(LEGEND_TRUE, "legend")
    told = kinds[0] if kinds and right else -1
    s.set_feature(number, gold=gold, legend_gold=right or not kinds, legend_item=told)


def plain_item(t: Turn) -> int:
    fit = [k for k, kind in enumerate(tables.ITEMS) if "artifact" not in kind.kinds]
    return fit[t.die(len(fit), "which item") - 1]


def hide_artifacts(t: Turn, homes: list[int]) -> None:
    """Give the ten artifacts to powerful guardians, as far from every home as possible (10.1)."""
    s = t.s

    def fitness(n: int) -> tuple[bool, int, int, int]:
        feature = s.features[n]
        is_weak = tables.word_of(tables.MONSTERS[feature.monster], feature.hp) < tables.POWERFUL
        return is_weak, -min(ARTIFACT_APART, farness(t, feature.place, homes)), -feature.hp, n

    guarded = sorted((n for n, feature in s.features.items() if feature.monster >= 0), key=fitness)
    for kind, number in zip(tables.ARTIFACTS, guarded, strict=False):
        s.new_item(Item(kind, feature=number))
