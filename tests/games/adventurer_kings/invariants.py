"""Invariants of every reachable position, checked by the fuzzer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import (
    ENEMY,
    FREE,
    MERCENARY,
    NATIVE,
    NO_LEADER,
    Army,
    Person,
)
from palatine.games.adventurer_kings.state import State


def invariants(s: State) -> list[str]:
    """Return a description of each broken invariant; none before the world is created."""
    if not s.kingdoms:
        return []
    return [
        *check_kingdoms(s),
        *check_people(s),
        *check_armies(s),
        *check_features(s),
        *check_items(s),
        *check_records(s),
    ]


def is_place(s: State, place: int) -> bool:
    return 0 <= place < len(s.lands) and place not in s.atlas.ice


def check_kingdoms(s: State) -> Iterator[str]:
    """Check that each kingdom has a living King and no debt, and treaties are mutual (5.9, 8.0)."""
    for seat, kingdom in enumerate(s.kingdoms):
        king = s.people.get(kingdom.king)
        if king is None or king.died or not king.is_king or king.seat != seat:
            yield f"the King of {seat}, {kingdom.king}, is {king}"
        if kingdom.gold < 0:
            yield f"the treasury of {seat} holds {kingdom.gold}"
        if kingdom.old and (kingdom.old not in s.people or not s.people[kingdom.old].died):
            yield f"the old King of {seat}, {kingdom.old}, is not dead"
        for other in range(seat):
            mine, theirs = s.relations[seat][other], s.relations[other][seat]
            if mine != theirs:
                yield f"{seat} and {other} stand to each other as {mine}, {theirs}"


def check_people(s: State) -> Iterator[str]:
    rulers = Counter(person.rules for person in s.people.values() if person.rules >= 0 and not person.died)
    yield from [f"{count} Heroes rule {place}" for place, count in rulers.items() if count > 1]
    for n, person in s.people.items():
        yield from [f"{person.name} ({n}) {fault}" for fault in faults_of_person(s, n, person)]


def faults_of_person(s: State, n: int, person: Person) -> Iterator[str]:
    if not is_place(s, person.place):
        yield f"is in {person.place}"
    if not all(0 <= level <= tables.TOP for level in (*person.levels, *person.aptitudes)):
        yield f"has levels {person.levels}, aptitudes {person.aptitudes}"
    if person.died:
        return
    if person.seat == FREE and person.is_king:
        yield "is a King of nothing"
    if person.is_king and person.seat >= 0 and s.kingdoms[person.seat].king != n:
        yield f"is a King beside {s.kingdoms[person.seat].king}"
    if person.rules >= 0 and (person.seat != FREE or s.owners[person.rules] != NATIVE):
        yield f"rules {person.rules} of {s.owners[person.rules]} in the service of {person.seat}"


def check_armies(s: State) -> Iterator[str]:
    for a, army in s.armies.items():
        yield from [f"army {a} {fault}: {army}" for fault in faults_of_army(s, army)]


def faults_of_army(s: State, army: Army) -> Iterator[str]:
    """Yield the faults of an army's leader, location and origin (6.1, 6.2, 7.4, 8.3).

    A leader is in the same province as the army and serves its owner. An army without a leader is in land of a King
    or belongs to the land's owner. Only invaders have an origin.
    """
    if not is_place(s, army.place):
        yield "is nowhere"
        return
    if not tables.SUB_DEPLETED <= army.quality <= tables.ELITE:
        yield "is of no quality"
    owner = s.owners[army.place]
    leader = s.people.get(army.leader)
    yield from faults_of_service(army)
    if army.leader != NO_LEADER:
        if leader is None or leader.died or leader.place != army.place:
            yield f"is led by {leader}"
        elif army.owner != leader.seat or leader.seat < 0:
            yield f"is led by somebody of {leader.seat}"
    elif army.owner not in (MERCENARY, owner) and (army.owner < 0 or owner < 0):
        yield f"stands without a leader in land of {owner}"
    if army.owner == NATIVE and (owner != NATIVE or army.leader != NO_LEADER):
        yield f"of natives is in land of {owner}"
    is_between = s.outcome is None  # No end-of-year step runs after the game ends.
    if is_between and army.origin >= 0 and (army.owner < 0 or s.relation(army.owner, owner) != ENEMY):
        yield f"has invaded {army.place} of {owner}"


def faults_of_service(army: Army) -> Iterator[str]:
    """Yield the faults of mercenaries and of armies without a leader (3.6, 4.2.5, A264).

    Mercenaries have no leader and no origin. Skeletons need a leader.
    """
    if army.owner == MERCENARY and (army.leader != NO_LEADER or army.origin >= 0):
        yield "serves nobody, and is led or has invaded"
    if army.leader == NO_LEADER and (army.follows or army.is_skeletal):
        yield "follows nobody"


def check_features(s: State) -> Iterator[str]:
    for number, feature in s.features.items():
        if (feature.monster >= 0) != (feature.hp > 0) or feature.gold < 0:
            yield f"feature {number} has a guardian without life, or no guardian but life: {feature}"
        if feature.is_raiding and (feature.monster < 0 or s.owners[feature.place] < 0):
            yield f"feature {number} raids the land of {s.owners[feature.place]} with {feature.monster}"
    for made in s.proposals:
        if made.feature not in s.features or s.features[made.feature].monster < 0 or made.person not in s.people:
            yield f"nobody has made the bargain {made}"


def check_items(s: State) -> Iterator[str]:
    """Check that each item has one valid place and each artifact exists once (5.9).

    An item is with a living character, in a feature or on the ground.
    """
    for i, item in s.items.items():
        held = [bool(item.bearer), bool(item.feature), item.place >= 0]
        if sum(held) != 1:
            yield f"item {i} is in {sum(held)} places: {item}"
        if item.bearer and (item.bearer not in s.people or s.people[item.bearer].died):
            yield f"item {i} is with the dead: {item}"
    kinds = Counter(item.kind for item in s.items.values() if item.kind in tables.ARTIFACTS)
    yield from [f"there are {count} of {tables.ITEMS[kind].name}" for kind, count in kinds.items() if count > 1]


def check_records(s: State) -> Iterator[str]:
    """Check that records refer only to existing people, provinces and features."""
    if (
        s.last_army < max(s.armies, default=0)
        or s.last_person < max(s.people)
        or s.last_item < max(s.items, default=0)
    ):
        yield "a number will be given twice"
    lists = {
        "merit": s.merit, "renown": s.renown, "offices": s.holders, "titles": s.title_holders,
        "standings": [each.person for told in (*s.standings, *s.honours) for each in told],
    }  # fmt: skip
    for name, numbers in lists.items():
        gone = sorted({n for n in numbers if n and n not in s.people})
        if gone:
            yield f"{gone} are gone, and in the {name}"
    yield from [f"nobody lies in {place}" for place, buried in s.fallen.items() if not buried]
    for seat, known in enumerate(s.known):
        strange = [place for place in known if not 0 <= place < len(s.lands)]
        unheard = [number for number in s.lore[seat] if number not in s.features]
        if strange or unheard:
            yield f"{seat} knows of provinces {strange}, features {unheard}"
