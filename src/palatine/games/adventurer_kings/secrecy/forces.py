"""Dealt armies, features, items and graves that a King does not know (1.1, 3.2, 4.2.5)."""

from __future__ import annotations

from typing import Final

import msgspec

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import (
    MERCENARY,
    NATIVE,
    NO_LEADER,
    Army,
    Fallen,
    Feature,
    Item,
    Land,
    Lore,
)
from palatine.games.adventurer_kings.rules.encounters.fighters import around
from palatine.games.adventurer_kings.rules.setup.founding import DEFENDERS
from palatine.games.adventurer_kings.secrecy.world_templates import DealtWorld

# Armies


def deal_armies(d: DealtWorld) -> None:
    """Deal native defenders, the armies of other kingdoms, and mercenaries."""
    dealt = [*native_defenders(d), *[army for seat in d.others for army in host(d, seat)], *mercenaries(d)]
    numbers = d.numbers(set(d.told.armies))
    for army in dealt:
        d.s.armies[next(numbers)] = army
    d.s.armies = dict(sorted(d.s.armies.items()))
    d.s.last_army = max(d.s.armies, default=0)


def native_defenders(d: DealtWorld) -> list[Army]:
    found = []
    for place, land in enumerate(d.s.lands):
        if d.s.owners[place] == NATIVE and land.race >= 0 and land.types:
            count = d.random.choice(DEFENDERS[tables.wealth_class(land.tax)])
            found += [levied(d, land, place, NATIVE) for _ in range(count)]
    return found


def levied(
    d: DealtWorld, land: Land, place: int, owner: int, quality: int = tables.AVERAGE, leader: int = NO_LEADER
) -> Army:
    return Army(d.random.choice(land.types), land.race, quality, place, owner, leader)


LEADERS: Final = (6, 3, 1)
"""Weights of armies led by the King, by any of the kingdom's people, and by nobody."""
AT_FIRST: Final = (1, 0, 0)
"""The same in the first year, when the King leads all armies (2.1)."""


def host(d: DealtWorld, seat: int) -> list[Army]:
    """Return another King's armies, most of them with a general in the kingdom's land.

    A general leads armies of the home if they are of the same race.
    """
    s = d.s
    lands = [p for p in s.provinces(seat) if s.lands[p].types]
    staff = [n for n, person in s.people.items() if person.seat == seat and person.place in lands]
    king = s.kingdoms[seat].king if s.king(seat).place in lands else NO_LEADER
    home = s.lands[s.kingdoms[seat].home]
    found = []
    for _ in range(2 + len(s.provinces(seat)) + d.random.randint(0, 1) * (s.turn > 1) if lands else 0):
        generals = king, d.random.choice(staff or [NO_LEADER]), NO_LEADER
        leader = d.random.choices(generals, LEADERS if s.turn > 1 else AT_FIRST)[0]
        place = s.people[leader].place if leader else d.random.choice(lands)
        quality = d.random.randint(tables.AVERAGE, tables.AVERAGE if s.turn == 1 else tables.VETERAN)
        land = home if home.types and leader and s.people[leader].race == home.race else s.lands[place]
        found.append(levied(d, land, place, seat, quality, leader))
    return found


def mercenaries(d: DealtWorld) -> list[Army]:
    lands = [p for p, land in enumerate(d.s.lands) if land.types and land.terrain != tables.SEA]
    chosen = [d.random.choice(lands) for _ in range(d.random.randint(0, d.s.turn // 2))]
    return [levied(d, d.s.lands[place], place, MERCENARY) for place in chosen]


# Features


def deal_features(d: DealtWorld) -> None:
    """Deal features: known ones as they are, and half of the rumours.

    No other features are placed where the seat would have found them.
    """
    lore: dict[int, Lore] = d.told.lore[d.me] if d.me >= 0 else {}
    features: dict[int, Feature] = {}
    for number in sorted({*d.template.features, *lore, *d.told.features}):
        told = lore.get(number)
        like = d.template.features.get(number) or d.random.choice(list(d.template.features.values()))
        is_so = told is not None and (not told.is_rumour or d.random.randrange(2) == 0)
        feature = as_told(d, told, like) if told is not None and is_so else hidden_feature(d, like)
        if number in d.told.features:
            feature = as_bargained(d, number, feature)
        features[number] = feature
    d.s.features = features


def as_told(d: DealtWorld, told: Lore, like: Feature) -> Feature:
    """Return a feature as a King knows it, with random gold, depth and special function."""
    species = -1 if told.is_empty else told.monster
    return Feature(
        told.kind, told.place, max(1, min(like.threshold, explored(d, told.place))), species, hit_points(d, species),
        gold=guess(d, like.gold), legend_gold=told.gold, legend_item=told.item, special=like.special,
    )  # fmt: skip


def as_bargained(d: DealtWorld, number: int, feature: Feature) -> Feature:
    """Return a feature named in a bargain; the guardian who made it still lives there."""
    told = d.told.features[number]
    species = told.monster if told.monster >= 0 else feature.monster
    if species < 0 and any(made.feature == number for made in d.told.proposals):
        species = d.random.choice(tables.FEATURES[told.kind].guardians or (0,))
    hp = feature.hp if species == feature.monster else hit_points(d, species)
    return msgspec.structs.replace(feature, kind=told.kind, place=told.place, monster=species, hp=hp)


def hit_points(d: DealtWorld, species: int) -> int:
    return around(tables.MONSTERS[species].hp, d.random.randint(1, 41)) if species >= 0 else 0


def explored(d: DealtWorld, place: int) -> int:
    known = d.told.known[d.me].get(place) if d.me >= 0 else None
    return known.explored if known is not None else 0


def hidden_feature(d: DealtWorld, like: Feature) -> Feature:
    """Return a feature where a seat has not explored enough to find it."""
    place, tries = like.place, 0
    while explored(d, place) >= like.threshold and tries < TRIES:
        place, tries = d.random.randrange(len(d.s.lands)), tries + 1
    depth = max(like.threshold, min(100, explored(d, place) + 1))
    return msgspec.structs.replace(
        like, place=like.place if place in d.s.atlas.ice else place, threshold=depth, gold=guess(d, like.gold),
        special=d.random.randint(1, 20) if like.special else 0,
    )  # fmt: skip


def guess(d: DealtWorld, gold: int) -> int:
    """Return a random amount around this one."""
    return d.random.randint(gold // 2, 3 * gold // 2)


TRIES: Final = 40

# Items and graves


def deal_items(d: DealtWorld) -> None:
    """Deal the items in features; some are now with others, and unique ones occur once."""
    s = d.s
    owned = {item.kind for item in d.told.items.values()}
    numbers = d.numbers(set(d.told.items))
    people = [n for n, person in s.people.items() if 0 <= person.seat != d.me]
    for item in d.template.items.values():
        if not item.feature or (item.kind in owned and item.kind in tables.ARTIFACTS):
            continue
        is_taken = people and (d.random.randrange(30) < s.turn or s.features[item.feature].monster < 0)
        dealt = Item(item.kind, item.charges, bearer=d.random.choice(people)) if is_taken else item
        s.items[next(numbers)] = dealt
    s.items = dict(sorted(s.items.items()))
    s.last_item = max(s.items, default=0)


def deal_graves(d: DealtWorld) -> None:
    """Deal a few graves of armies."""
    s = d.s
    for _ in range(d.random.randint(0, s.turn)):
        place = d.anywhere()
        land = s.lands[place]
        if land.types and land.race in tables.HUMANOID:
            fallen = Fallen(d.random.choice(land.types), land.race, tables.AVERAGE, d.random.randint(1, s.turn))
            s.fallen[place] = (*s.fallen.get(place, ()), fallen)
