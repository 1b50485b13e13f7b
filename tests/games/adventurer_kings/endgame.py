"""Mutations for the fuzzer towards rare positions and rule interactions (5.9, 7.4)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import msgspec

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import (
    ALLIED,
    ENEMY,
    FREE,
    MERCENARY,
    NATIVE,
    NO_LEADER,
    PEACE,
    Army,
    Item,
    Proposal,
)
from palatine.games.adventurer_kings.rules.encounters.negotiating import BRING_GOLD, DISARM, DUEL
from palatine.games.adventurer_kings.state import State


def mutate_to_endgame(s: State, random: Random) -> None:
    """Apply two to six random mutations, in place, to a position between turns.

    Does nothing before the first turn and after the end of the match.
    """
    if not s.kingdoms or s.outcome is not None:
        return
    for thin in random.sample(THINNINGS, random.randint(2, 6)):
        thin(s, random)
    tidy(s)


def some(s: State, random: Random) -> list[int]:
    """Return a random selection of the seats."""
    seats = list(range(len(s.kingdoms)))
    return random.sample(seats, random.randint(1, len(seats)))


# Mutations


def empty_treasuries(s: State, random: Random) -> None:
    for seat in some(s, random):
        gold = random.choice((0, 0, 1, 2))
        s.set_kingdom(seat, gold=gold, opening_gold=gold)


def lone_kings(s: State, random: Random) -> None:
    """Dismiss all Heroes of some Kings and leave their armies without a leader."""
    for seat in some(s, random):
        for n, person in list(s.at_home(seat)):
            if not person.is_king and not person.visitor:
                s.set_person(n, seat=FREE, pay=0)


def dead_heroes(s: State, random: Random) -> None:
    for seat in some(s, random):
        for n, person in list(s.at_home(seat)):
            if not person.is_king and random.randrange(2):
                s.set_person(n, died=max(1, s.turn - 1))


def few_armies(s: State, random: Random) -> None:
    """Leave some Kings one army or none."""
    for seat in some(s, random):
        mine = [a for a, army in s.armies.items() if army.owner == seat]
        for a in mine[random.randint(0, 1) :]:
            del s.armies[a]


def few_lands(s: State, random: Random) -> None:
    """Leave some Kings one province or none; natives own the rest."""
    for seat in some(s, random):
        lands = s.provinces(seat)
        for place in random.sample(lands, max(0, len(lands) - random.randint(0, 1))):
            s.owners[place] = NATIVE


def no_taxes(s: State, random: Random) -> None:
    s.lands = tuple(type(land)(land.name, land.terrain, land.race, land.types, 0, land.coast) for land in s.lands)


def all_kings_together(s: State, random: Random) -> None:
    """Move some Kings and their armies to one province."""
    place = random.choice([s.king(seat).place for seat in some(s, random)])
    for seat in some(s, random):
        move_with_armies(s, s.kingdoms[seat].king, place)


def everybody_together(s: State, random: Random) -> None:
    """Move about two thirds of all Kings and Heroes, with their armies, to one or two provinces."""
    places = [random.choice([p for p in range(len(s.lands)) if p not in s.atlas.ice]) for _ in range(2)]
    for n, person in s.people.items():
        if person.seat >= 0 and not person.died and random.randrange(3):
            move_with_armies(s, n, random.choice(places))


def great_hosts(s: State, random: Random) -> None:
    """Give up to three leaders 1 to 12 random armies each, some of them skeletons."""
    for n in random.sample(servants(s), min(3, len(servants(s)))):
        person = s.people[n]
        for _ in range(random.randint(1, 12)):
            kind = random.randrange(len(tables.ARMY))
            race = person.race if kind in tables.AMONG_HUMANOIDS else tables.BEST_TYPE.index(kind)
            bones = race in tables.HUMANOID and random.randrange(4) == 0
            quality = random.randint(tables.SUB_DEPLETED, tables.ELITE)
            s.new_army(Army(kind, race, quality, person.place, person.seat, n, is_skeletal=bones))


def war_of_all(s: State, random: Random) -> None:
    relate_all(s, random, (ENEMY,))


def tangled_treaties(s: State, random: Random) -> None:
    relate_all(s, random, (ENEMY, PEACE, ALLIED))


def relate_all(s: State, random: Random, choices: tuple[int, ...]) -> None:
    rows = [list(row) for row in s.relations]
    for one in range(len(rows)):
        for two in range(one):
            rows[one][two] = rows[two][one] = random.choice(choices)
    s.relations = [tuple(row) for row in rows]


def invaders(s: State, random: Random) -> None:
    """Move up to four leaders and their armies to provinces of other Kings."""
    for n in random.sample(servants(s), min(4, len(servants(s)))):
        seat = s.people[n].seat
        foreign = [p for p, owner in enumerate(s.owners) if owner not in (seat, NATIVE) and p not in s.atlas.ice]
        if foreign:
            move_with_armies(s, n, random.choice(foreign))


def new_heirs(s: State, random: Random) -> None:
    """Replace some Kings with heirs who have no levels yet."""
    for seat in some(s, random):
        kingdom, king = s.kingdoms[seat], s.king(seat)
        heir = s.new_person(type(king)(
            f"{king.name} II", king.race, king.alignment, king.temper, king.place, seat, (0,) * len(tables.ABILITIES),
            king.aptitudes, is_king=True,
        ))  # fmt: skip
        s.set_person(kingdom.king, died=max(1, s.turn - 1))
        for a in s.led_by(kingdom.king):
            s.set_army(a, leader=heir)
        s.set_kingdom(seat, king=heir, old=kingdom.king, awaits_levels=True, is_gone=False)


def masters(s: State, random: Random) -> None:
    """Give up to three characters the highest level in every ability."""
    for n in random.sample(servants(s), min(3, len(servants(s)))):
        s.set_person(
            n, levels=(tables.TOP,) * len(tables.ABILITIES), aptitudes=(tables.TOP,) * len(tables.ABILITIES)
        )


def armed(s: State, random: Random) -> None:
    """Give every character in service a random item."""
    plain = [kind for kind in range(len(tables.ITEMS)) if kind not in tables.ARTIFACTS]
    for n in servants(s):
        kind = random.choice(plain)
        s.new_item(Item(kind, min(1, tables.ITEMS[kind].charges), bearer=n))


def guests(s: State, random: Random) -> None:
    """Add guests from Valhalla with armies, an item and a bargain with a monster (10.3)."""
    for seat in some(s, random)[: random.randint(1, 3)]:
        king = s.king(seat)
        guest = s.new_person(msgspec.structs.replace(king, name=f"Guest {seat}", is_king=False, visitor=1))
        plain = [kind for kind, item in enumerate(tables.ITEMS) if kind not in tables.ARTIFACTS and item.spell >= 0]
        s.new_item(Item(random.choice(plain), 1, bearer=guest))
        for a in s.led_by(s.kingdoms[seat].king)[::2]:
            s.set_army(a, leader=guest)
        lairs = [number for number, feature in s.features.items() if feature.monster >= 0]
        if lairs:
            s.proposals.append(Proposal(random.choice(lairs), guest, random.choice((BRING_GOLD, DISARM, DUEL)), 1))


def last_turn(s: State, random: Random) -> None:
    """Make this the agreed last turn, open a vote on ending the match, or do both (10.4).

    At random, neither happens. The last turn needs an agreed number of turns.
    """
    if s.options.get("turns") and random.randrange(2):
        s.options = {**s.options, "turns": s.turn}
    s.is_voting = bool(random.randrange(2))


THINNINGS: Final[tuple[Callable[[State, Random], None], ...]] = (
    empty_treasuries, lone_kings, dead_heroes, few_armies, few_lands, no_taxes, all_kings_together,
    everybody_together, great_hosts, war_of_all, tangled_treaties, invaders, new_heirs, masters, armed, guests,
    last_turn,
)  # fmt: skip


# Consistency


def servants(s: State) -> list[int]:
    """Return the living characters in a King's service, except guests from Valhalla."""
    return [n for n, person in s.people.items() if person.seat >= 0 and not person.died and not person.visitor]


def move_with_armies(s: State, n: int, place: int) -> None:
    """Move a character and the armies that they lead to a province."""
    here = s.people[n].place
    s.set_person(n, place=place)
    for a in s.led_by(n):
        s.set_army(a, place=place, origin=here if here in s.atlas.neighbours[place] else -1)


def tidy(s: State) -> None:
    """Correct armies, items and raids that the mutations left invalid.

    Remove armies without a leader outside their own land, pass on items of the dead, and end raids on natives' land.
    """
    for a, army in list(s.armies.items()):
        leader = s.people.get(army.leader)
        if leader is not None and (leader.died or leader.seat != army.owner or leader.place != army.place):
            s.set_army(a, leader=NO_LEADER)
        at_home = army.owner in (MERCENARY, s.owners[army.place]) and not army.is_skeletal
        lost = s.armies[a].leader == NO_LEADER and not at_home
        if lost:
            del s.armies[a]
        elif army.origin >= 0 and (army.owner < 0 or s.relation(army.owner, s.owners[army.place]) != ENEMY):
            s.set_army(a, origin=-1)
    for i, item in list(s.items.items()):
        if item.bearer and s.people[item.bearer].died:
            seat = s.people[item.bearer].seat
            s.set_item(i, bearer=s.kingdoms[seat].king if seat >= 0 else 0, place=-1 if seat >= 0 else s.people[
                item.bearer].place)  # fmt: skip
    for number, feature in s.features.items():
        if feature.is_raiding and s.owners[feature.place] < 0:
            s.set_feature(number, is_raiding=False)
