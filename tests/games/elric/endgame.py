"""Mutations for the fuzzer that bring a game of Elric close to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from games.elric.invariants import invariants, is_at_rest
from palatine.games.elric.components.pieces import (
    ARMY,
    CHAOS_FLEET,
    CHAOS_SHIELD,
    ELRIC,
    FLEET,
    IS_LOVE,
    KIND,
    MOONGLUM,
    MOURNBLADE,
    PERSON,
    POWER_OF,
    PYARAY,
)
from palatine.games.elric.components.tables import BALANCE_ARM, DUEL, FOUNDING, TURNS, WORLD_ENDS_AFTER
from palatine.games.elric.components.world import (
    CITIES,
    CITY_AT,
    IS_SEA,
    IS_WILD,
    LANDS,
    MELNIBONE,
    MELNIBONE_NATION,
    SEAS,
    WALL,
)
from palatine.games.elric.rules.common.control import can_control, company, gain, place_beside
from palatine.games.elric.rules.common.cup import CAN_BE_HELD, HOLDS, is_bound, needs_fit, take_card
from palatine.games.elric.rules.common.deaths import bury
from palatine.games.elric.rules.common.replacements import HORDE_RANGE, after_deaths
from palatine.games.elric.rules.common.sieges import besiege
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.state import NOBODY, OFF, ElricState, Hold

FULL: Final = 20
"""Maximum number of armies moved into a city."""
WILDS: Final = tuple([area for area in LANDS if IS_WILD[area]])


def mutate_to_endgame(s: ElricState, random: Random) -> None:
    """Apply some random mutations to a position, before the phasing player has moved anything.

    A mutation whose result is invalid or not at rest is dropped.
    """
    if not is_at_rest(s) or type(s.flow[-1]) is not Movement or s.trail or s.walked or s.sailed or s.done:
        return
    ways = FEW if s.scenario == FOUNDING else WAYS
    for thin in random.sample(ways, random.randint(1, min(6, len(ways)))):
        twin = s.copy()
        twin.journal = None  # type: ignore[misc]
        thin(twin, random)
        after_deaths(twin)
        if is_at_rest(twin) and not is_over(twin) and not invariants(twin):
            adopt(s, twin)


def is_over(s: ElricState) -> bool:
    """Return whether the phasing player has nothing left."""
    return not s.stacks[s.phasing]


def adopt(s: ElricState, twin: ElricState) -> None:
    """Copy all fields of a twin into the position, except the journal and the dice."""
    for field in s.__struct_fields__:
        if field not in ("journal", "dice"):
            setattr(s, field, getattr(twin, field))
    s.invalidate_actions()


# Losing counters


def lose_counters(s: ElricState, pieces: Iterable[int]) -> None:
    """Lose counters as in battle without an escape, with everyone aboard lost ships.

    Does nothing if Elric is aboard one of these ships. Elric himself is never lost.
    """
    gone = {p for p in pieces if s.where[p] >= 0 and p != ELRIC}
    gone |= {p for p, ship in s.ship.items() if ship in gone and p != ELRIC}
    if s.ship.get(ELRIC) not in gone:
        bury(s, sorted(gone))


def own(s: ElricState, seat: int, kind: int) -> list[int]:
    return [p for group in s.stacks[seat].values() for p in group if KIND[p] == kind]


def one_leader(s: ElricState, random: Random) -> None:
    """Leave each nation of a seat one personality."""
    seat = random.choice(s.order)
    for nation in {POWER_OF[p] for p in own(s, seat, PERSON)}:
        people = [p for p in own(s, seat, PERSON) if POWER_OF[p] == nation and p != ELRIC]
        lose_counters(s, random.sample(people, max(len(people) - 1, 0)))


def one_person(s: ElricState, random: Random) -> None:
    """Leave a seat one personality, sometimes one in parentheses; its other nations are lost."""
    seat = random.choice(s.order)
    people = [p for p in own(s, seat, PERSON) if p not in (ELRIC, MOONGLUM)]
    loves = [p for p in people if IS_LOVE[p]]
    kept = random.choice(loves) if loves and random.random() < 0.3 else random.choice(people) if people else -1
    lose_counters(s, [p for p in people if p != kept])


def few_armies(s: ElricState, random: Random) -> None:
    """Leave one seat, or every seat, at most two armies."""
    for seat in s.order if random.random() < 0.3 else (random.choice(s.order),):
        armies = own(s, seat, ARMY)
        lose_counters(s, random.sample(armies, max(len(armies) - random.randint(0, 2), 0)))


def few_ships(s: ElricState, random: Random) -> None:
    """Leave a seat one ship or none."""
    fleets = own(s, random.choice(s.order), FLEET)
    lose_counters(s, random.sample(fleets, max(len(fleets) - random.randint(0, 1), 0)))


# Spells, turns, the Balance


def empty_hands(s: ElricState, random: Random) -> None:
    """Empty the hands of one seat or of all."""
    seat = random.choice((NOBODY, *s.order))
    for p in [p for p in s.hand if seat in (NOBODY, s.owner[p])]:
        kept = tuple([spell for spell in s.hand[p] if spell in s.flights])
        s.discard += [spell for spell in s.hand[p] if spell not in kept]
        if kept:
            s.hand[p] = kept
        else:
            del s.hand[p]


def full_hands(s: ElricState, random: Random) -> None:
    """Fill the hands of magicians with spells that fit together."""
    for p in [p for seat in s.order for p in s.persons(seat)]:
        for spell in random.sample(s.cup, len(s.cup)):
            if len(s.hand.get(p, ())) >= HOLDS[p]:
                break
            if spell in CAN_BE_HELD:
                take_card(s, p, spell)
                if is_bound(p) and needs_fit(s, s.owner[p], s.where[p]):
                    s.hand[p] = tuple([each for each in s.hand[p] if each != spell])
                else:
                    s.cup.remove(spell)
        if p in s.hand and not s.hand[p]:
            del s.hand[p]


def empty_cup(s: ElricState, random: Random) -> None:
    """Leave at most two spells in the cup and discard the others."""
    random.shuffle(s.cup)
    left = random.randint(0, 2)
    s.discard += s.cup[left:]
    s.cup = sorted(s.cup[:left])


def last_turns(s: ElricState, random: Random) -> None:
    """Move on to one of the last two turns."""
    s.turn = max(s.turn, random.randint(TURNS - 1, TURNS))


def brink(s: ElricState, random: Random) -> None:
    """Move the Balance to the end of its scale, sometimes tipped with the end near."""
    if s.tipped or s.face_up:
        return
    side = random.choice((-1, 1))
    s.balance = side * BALANCE_ARM
    if random.random() < 0.5:
        s.tipped, s.ends = side, min(s.turn + random.randint(0, WORLD_ENDS_AFTER), TURNS)


# Concentrated forces


def gather_beside_enemy(s: ElricState, random: Random) -> None:
    """Move the phasing player's pieces on land into an area of an enemy."""
    seat = s.phasing
    targets = [a for other in s.order if other != seat for a in s.stacks[other] if not IS_SEA[a] and a != MELNIBONE]
    movers = [
        p for a, group in list(s.stacks[seat].items()) if not IS_SEA[a] for p in group if KIND[p] != FLEET
        and p not in s.ship and POWER_OF[p] not in HORDE_RANGE
    ]  # fmt: skip
    if targets and movers:
        s.shift(sorted(movers), random.choice(targets))
        heal_bands(s)


def siege(s: ElricState, random: Random) -> None:
    """Besiege the walled cities where the phasing player is in the same area as the owner."""
    seat = s.phasing
    for area in list(s.stacks[seat]):
        if area in CITY_AT and WALL[area] and s.city_owner(area) not in (seat, NOBODY) and s.enemies(seat, area):
            besiege(s, seat, area)


def captured(s: ElricState, random: Random) -> None:
    """Capture neutral and foreign cities where a seat has armies and meets no enemies."""
    for seat in s.order:
        for area, group in list(s.stacks[seat].items()):
            if area not in CITY_AT or area == MELNIBONE or s.city_owner(area) == seat or s.enemies(seat, area):
                continue
            if any([KIND[p] == ARMY for p in group]) and s.ruler[CITIES[CITY_AT[area]].nation] != seat:
                s.holds[area] = Hold(seat, s.city_owner(area))


def full_city(s: ElricState, random: Random) -> None:
    """Move up to twenty land armies of a seat into one of its cities."""
    seat = random.choice(s.order)
    cities = [a for a in s.stacks[seat] if a in CITY_AT and a != MELNIBONE and not IS_WILD[a]]
    armies = [p for p in own(s, seat, ARMY) if p not in s.ship and POWER_OF[p] not in HORDE_RANGE][:FULL]
    if cities and armies:
        s.shift(armies, random.choice(cities))
        heal_bands(s)


def wild_meeting(s: ElricState, random: Random) -> None:
    """Move half of the land pieces of two or three seats to one wilderness province.

    There they do not see each other.
    """
    place = random.choice(WILDS)
    for seat in random.sample(s.order, min(len(s.order), random.randint(2, 3))):
        movers = [p for p in (*own(s, seat, PERSON), *own(s, seat, ARMY)) if is_free_on_land(s, p)]
        s.shift(sorted(random.sample(movers, len(movers) // 2)), place)
    heal_bands(s)


def is_free_on_land(s: ElricState, p: int) -> bool:
    return not IS_SEA[s.where[p]] and p not in s.ship and p != ELRIC and POWER_OF[p] not in HORDE_RANGE


# Rare situations


def hand_out_artifacts(s: ElricState, random: Random) -> None:
    """Give the Chaos Shield and Mournblade to random personalities."""
    people = [p for seat in s.order for p in s.persons(seat)]
    for artifact in (CHAOS_SHIELD, MOURNBLADE):
        if people and random.random() < 0.7:
            s.bearer[artifact] = random.choice(people)


def chaos_fleet(s: ElricState, random: Random) -> None:
    """Place Pyaray at sea with the Chaos Fleet and up to two other pieces of its seat aboard."""
    seats = [seat for seat in s.order if next(s.persons(seat), None) is not None]
    if s.balance > 0 or not seats or s.where[PYARAY] >= 0 or s.where[CHAOS_FLEET] >= 0:
        return
    seat, sea = random.choice(seats), random.choice(SEAS)
    if s.enemies(seat, sea):
        return
    crew = [p for p in (*own(s, seat, PERSON), *own(s, seat, ARMY)) if is_free_on_land(s, p)]
    aboard = random.sample(crew, min(len(crew), 2))
    s.owner[PYARAY] = s.owner[CHAOS_FLEET] = seat
    s.put((PYARAY, CHAOS_FLEET), sea)
    s.shift(aboard, sea)
    s.ship |= dict.fromkeys((PYARAY, *aboard), CHAOS_FLEET)
    heal_bands(s)


def with_elric(s: ElricState, random: Random) -> None:
    """Put Elric under the control of a personality, with all spells drawn."""
    people = [p for seat in s.order for p in s.persons(seat) if can_control(p) and not IS_SEA[s.where[p]]]
    if s.owner[ELRIC] != NOBODY or s.returns or not people or s.scenario == DUEL:
        return
    person = random.choice(people)
    if s.where[ELRIC] >= 0:
        s.lift(company(s), OFF)
    s.put((ELRIC,), s.where[person])
    s.has_hand = True
    gain(s, person, "12.1.2a")


def melniboneans(s: ElricState, random: Random) -> None:
    """Mark Imrryr as fallen and distribute Melnibonean pieces among the seats."""
    home = [p for p in s.pieces(NOBODY, MELNIBONE) if p not in (ELRIC, MOONGLUM)]
    people = [p for seat in s.order for p in s.persons(seat) if is_free_on_land(s, p)]
    if not home or not people or s.ruler[MELNIBONE_NATION] != NOBODY:
        return
    s.fallen = True
    s.lift(home, OFF)
    for p in [p for p in home if KIND[p] in (PERSON, ARMY) and random.random() < 0.6]:
        friend = random.choice(people)
        s.owner[p] = s.owner[friend]
        s.put((p,), s.where[friend])
        place_beside(s, (p,), friend)


def heal_bands(s: ElricState) -> None:
    """Remove bands of counters outside the wilderness."""
    s.bands = {p: band for p, band in s.bands.items() if s.where[p] >= 0 and s.is_wild(s.where[p])}


Thinning = Callable[[ElricState, Random], None]
FEW: Final[tuple[Thinning, ...]] = (one_person, few_armies, few_ships, empty_hands, last_turns)
"""Mutations for the solitaire scenario."""
WAYS: Final[tuple[Thinning, ...]] = (
    *FEW, one_leader, full_hands, empty_cup, brink, gather_beside_enemy, siege, captured, full_city, wild_meeting,
    hand_out_artifacts, chaos_fleet, with_elric, melniboneans,
)  # fmt: skip
