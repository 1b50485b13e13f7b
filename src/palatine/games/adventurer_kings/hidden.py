"""Secrets: the sheets of the others, and all of the world that a King has not been told (1.1, 12.2)."""

from __future__ import annotations

from random import Random

import msgspec

from palatine.core import key_of
from palatine.core.dice import Dice
from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings.orders import Sheet
from palatine.games.adventurer_kings.state import FREE, Land, Person, State

SPECTATOR = -9
"""A spectator's number: no seat has it, and nothing is known to it."""


def determinize(s: State, seat: str | None, seed: bytes) -> State:
    """A position that `seat` cannot tell from the true one: what it has not seen is dealt anew."""
    after = s.copy()
    after.dice = Dice(key_of(b"determinize" + seed), s.dice.count)
    me = s.seats.index(seat) if seat is not None else SPECTATOR
    random = Random(seed)
    after.sheets = [sheet if at == me or sheet is None else Sheet() for at, sheet in enumerate(after.sheets)]
    if s.turn == 0:
        return after
    mine = {n for n, person in s.people.items() if person.seat == me}
    redraw_lands(after, me, random)
    redraw_people(after, me, mine, random)
    redraw_armies(after, me, random)
    redraw_features(after, me, random)
    redraw_items(after, me, mine, random)
    redraw_kingdoms(after, me, random)
    return after


def redraw_lands(s: State, me: int, random: Random) -> None:
    """Provinces never seen may be anything; of those seen from afar the taxes and types may differ."""
    known = s.known[me] if me >= 0 else {}
    unknown = [place for place in range(len(s.lands)) if place not in known and place not in s.atlas.ice]
    dealt = [s.lands[place] for place in unknown]
    random.shuffle(dealt)
    lands = list(s.lands)
    for place, land in zip(unknown, dealt, strict=True):
        lands[place] = msgspec.structs.replace(land, name=s.lands[place].name)
    for place, told in known.items():
        land = s.lands[place]
        if told.explored < 100 and s.owners[place] != me:
            tax = random.choice(c.TERRAIN[land.terrain].tax)
            lands[place] = Land(land.name, land.terrain, land.race, land.types, tax, land.coast)
    s.lands = tuple(lands)


def redraw_people(s: State, me: int, mine: set[int], random: Random) -> None:
    """Others' skills, whims and whereabouts are dealt among them."""
    others = [n for n, person in s.people.items() if n not in mine and not person.is_king]
    skills = [(s.people[n].levels, s.people[n].aptitudes, s.people[n].whim, s.people[n].is_loyal) for n in others]
    random.shuffle(skills)
    for n, (levels, aptitudes, whim, loyal) in zip(others, skills, strict=True):
        person: Person = s.people[n]
        place = person.place if person.rules >= 0 or person.seat != FREE else random.randrange(len(s.lands))
        seen = s.seen[me].get(n) if me >= 0 else None
        if seen is not None and seen[1] >= s.turn - 1:
            place = person.place
        s.people[n] = msgspec.structs.replace(
            person, levels=levels, aptitudes=aptitudes, whim=whim, is_loyal=loyal, place=place
        )


def redraw_armies(s: State, me: int, random: Random) -> None:
    """Others' armies may be of any quality."""
    for a, army in s.armies.items():
        if army.owner != me:
            s.armies[a] = msgspec.structs.replace(army, quality=random.randint(c.GREEN, c.VETERAN))


def redraw_features(s: State, me: int, random: Random) -> None:
    """Features nobody has told of lie elsewhere, and hold something else."""
    told = s.lore[me] if me >= 0 else {}
    unknown = [number for number in s.features if number not in told or told[number].is_rumour]
    dealt = [s.features[number] for number in unknown]
    random.shuffle(dealt)
    for number, feature in zip(unknown, dealt, strict=True):
        s.features[number] = feature
    for number in told:
        feature = s.features[number]
        s.features[number] = msgspec.structs.replace(
            feature, gold=random.randint(0, 2 * feature.gold + 3), special=random.randint(0, 20),
        )  # fmt: skip


def redraw_items(s: State, me: int, mine: set[int], random: Random) -> None:
    """What others carry, and what lies hidden, is dealt anew."""
    others = [i for i, item in s.items.items() if item.bearer not in mine]
    kinds = [(s.items[i].kind, s.items[i].charges) for i in others]
    random.shuffle(kinds)
    for i, (kind, charges) in zip(others, kinds, strict=True):
        s.items[i] = msgspec.structs.replace(s.items[i], kind=kind, charges=charges)


def redraw_kingdoms(s: State, me: int, random: Random) -> None:
    """Others' gold and discoveries are their own."""
    for seat, kingdom in enumerate(s.kingdoms):
        if seat != me:
            count = len(kingdom.discoveries)
            s.kingdoms[seat] = msgspec.structs.replace(
                kingdom, gold=random.randint(0, 2 * kingdom.gold + 10),
                discoveries=tuple(sorted(random.sample(range(len(c.DISCOVERIES)), count))),
            )  # fmt: skip
