"""The state of a match: nations, characters, units, possessions and pending effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from palatine.core import State as CoreState
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import CITY, FORT, is_city, is_square, square_of
from palatine.games.lord_and_master.orders.sheets import Sheet

# Owners: a nation is the index of its seat, a magnate a number from MAGNATES on.
NEUTRAL = -1
WILD = -2
"""Owner of the hosts that the Feaster leaves behind, which are hostile to all."""
MAGNATES = 100

NO_PERSON = -1
"""Stands for no character."""

NO_SEAT = -1
"""Stands for no seat."""


def is_nation(owner: int) -> bool:
    """Return whether an owner is a nation, in play or fallen."""
    return 0 <= owner < MAGNATES


def is_magnate(owner: int) -> bool:
    """Return whether an owner is a magnate, alive or dead."""
    return owner >= MAGNATES


def still(kept: Mapping[int, object], numbers: Iterable[int]) -> Iterator[int]:
    """Return those of some numbers that are still in `kept` when the iteration reaches them.

    One piece's turn can remove another.
    """
    return (n for n in tuple(numbers) if n in kept)


class Person(msgspec.Struct, frozen=True):
    """A character, a neutral leader or a magnate."""

    name: str
    of: str
    """The letter of the character's class."""
    level: int
    race: str
    owner: int
    place: int
    captor: int | None = None
    """The owner who holds the character prisoner."""
    function: str = ""
    """Under a double hierarchy: "military" or "civil"; the leader has none."""
    since: int = 0
    """Turn of arrival at the current place, for diplomacy (NEU-08)."""


class Unit(msgspec.Struct, frozen=True):
    """A unit of troops."""

    code: str
    owner: int
    place: int
    wounded: bool = False
    captor: int | None = None


class Nation(msgspec.Struct, frozen=True):
    """A nation: its set-up and its current position."""

    name: str
    about: str = ""
    god: str = ""
    classes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    advantages: tuple[str, ...] = ()
    disadvantages: tuple[str, ...] = ()
    leader: int = NO_PERSON
    heir: str = ""
    gold: int = 0
    site: int = 0
    """Place of the treasury; 0 if it is with the leader (ADV-06)."""
    holy_site: int = 0
    """With a holy treasury (DIS-05): the place to regain while it is lost."""
    annexations: int = 0
    called: bool = False
    """True if the nation's one call for intervention has been used."""
    missed: int = 0
    """Consecutive turns without orders."""
    commanders: tuple[tuple[int, str], ...] = ()
    retreats: tuple[tuple[int, int], ...] = ()
    sod_busting: tuple[tuple[int, int, int], ...] = ()
    """Characters who must spend a turn devastating, with turn and square (DIS-06)."""
    out: bool = False
    """True if the nation is eliminated or its player has left."""
    refused: tuple[str, ...] = ()
    """Offers that others refused last turn, as written: `alliance P2`."""


class MagnateRecord(msgspec.Struct, frozen=True):
    """A neutral leader in arms, who acts under the referee's orders."""

    name: str
    leader: int
    home: int
    race: str
    kinds: tuple[str, ...]
    gold: int


class DemonRecord(msgspec.Struct, frozen=True):
    """A demon in a mage's service."""

    name: str
    level: int
    master: int
    turns: int
    """Turns that the demon still stays, including the current one."""
    served: int = 0
    """Turn of the last service."""


class TruceRecord(msgspec.Struct, frozen=True):
    """A truce of two seats, through the turn `until`."""

    seats: tuple[int, int]
    until: int


class CalledIntervention(msgspec.Struct, frozen=True):
    """An intervention that was called for and takes place next turn."""

    seat: int
    god: str
    target: int = 0
    """Odin's victim (a seat) or the place for the Feaster."""
    units: tuple[int, ...] = ()


class Independence(msgspec.Struct, frozen=True):
    """A province on its way to independence, declared by a character in a turn."""

    place: int
    declared: int
    who: int


class Shipment(msgspec.Struct, frozen=True):
    """Sold units on their way to the buyer."""

    to: int
    units: tuple[tuple[str, bool], ...]
    """Unit codes, each with True if the unit is wounded."""


class SiegeRecord(msgspec.Struct, frozen=True):
    """A siege of a city or fort by a seat."""

    place: int
    seat: int


class CityStateRecord(msgspec.Struct, frozen=True):
    """A city-state of a nation (ADV-09)."""

    name: str
    race: str
    tax: int = world.CITY_STATE_TAX
    tribute: int = world.CITY_STATE_TRIBUTE


class State(CoreState):
    """The state of a match. Before the first turn `turn` is 0 and the sheets are set-ups."""

    turn: int = 0
    sheets: list[Sheet | None] = []
    order: list[int] = []
    """The current turn sequence: seats, first to last."""
    totals: list[int] = []
    """Totals of the sequence rolls, by seat."""
    nations: list[Nation] = []
    groups: list[tuple[int, ...]] = []
    """Start groups of squares, by seat."""
    people: dict[int, Person] = {}
    units: dict[int, Unit] = {}
    demons: dict[int, DemonRecord] = {}
    magnates: dict[int, MagnateRecord] = {}
    next_id: int = 1
    terrain: list[str] = []
    holders: dict[int, int] = {}
    """Owners by place; places not listed are neutral."""
    starts: list[int] = []
    """Places with which nations began."""
    allied: list[int] = []
    """Places won by diplomacy; their holders do not possess them (NEU-14, NEU-15)."""
    coffers: dict[int, int] = {}
    """Treasuries of provinces and cities that have not been captured."""
    roused: list[int] = []
    """Neutral places whose force is on the map as units."""
    forts: dict[int, str] = {}
    """Names of forts, by square."""
    own_cities: dict[int, CityStateRecord] = {}
    ruins: list[int] = []
    """Squares of destroyed cities."""
    boneyards: list[int] = []
    fallen: dict[int, int] = {}
    """Cities taken by force, with the turn of their fall."""
    truces: list[TruceRecord] = []
    alliances: list[tuple[int, ...]] = []
    calls: list[CalledIntervention] = []
    blessings: list[CalledIntervention] = []
    """Interventions in effect this turn."""
    feaster: int = 0
    """Square of the Feaster; 0 if absent."""
    independence: list[Independence] = []
    shipments: list[Shipment] = []
    sieges: list[SiegeRecord] = []
    golden: int = NO_PERSON
    """The seat with the Golden Skull."""
    golden_by_conquest_of_players: bool = False
    """True if the Golden Skull goes to the first captor of a player's province (IPR-13)."""
    black: int = NO_PERSON
    is_unrefereed: bool = False
    """True if the person acting as referee has left."""

    # Positions

    def units_at(self, place: int, owner: int | None = None) -> list[int]:
        """Return the free units in a place, of all owners or one, by id."""
        return [
            n
            for n, unit in self.units.items()
            if unit.place == place and unit.captor is None and (owner is None or unit.owner == owner)
        ]

    def people_at(self, place: int, owner: int | None = None) -> list[int]:
        """Return the free characters in a place, of all owners or one, by id."""
        return [
            n
            for n, person in self.people.items()
            if person.place == place and person.captor is None and (owner is None or person.owner == owner)
        ]

    def captives_at(self, place: int) -> tuple[list[int], list[int]]:
        """Return the captive characters and captive units in a place."""
        return (
            [n for n, person in self.people.items() if person.place == place and person.captor is not None],
            [n for n, unit in self.units.items() if unit.place == place and unit.captor is not None],
        )

    def person_named(self, name: str, owner: int | None = None) -> int:
        """Return the character with a name, or NO_PERSON."""
        wanted = name.casefold()
        for n, person in self.people.items():
            if person.name.casefold() == wanted and (owner is None or person.owner == owner):
                return n
        return NO_PERSON

    def names(self, owner: int) -> list[str]:
        """Return the names of an owner's characters."""
        return [person.name for person in self.people.values() if person.owner == owner]

    def roster(self, owner: int) -> list[int]:
        """Return an owner's characters, including captives, in the order they joined."""
        return [n for n, person in self.people.items() if person.owner == owner]

    def still_free(self, units: Iterable[int]) -> tuple[int, ...]:
        """Return the given units that exist and are not captive, in order."""
        known = self.units
        return tuple([n for n in units if (unit := known.get(n)) is not None and unit.captor is None])

    def with_stack(self, units: Iterable[int], place: int) -> tuple[int, ...]:
        """Return the given units that are free and in a place, in order."""
        known = self.units
        return tuple(
            [n for n in units if (unit := known.get(n)) is not None and unit.captor is None and unit.place == place]
        )

    # Changes

    def new_id(self) -> int:
        """Return a number that no character, unit, demon or magnate has had."""
        self.next_id += 1
        return self.next_id - 1

    def new_person(self, person: Person) -> int:
        n = self.new_id()
        self.people[n] = person
        return n

    def new_units(self, code: str, count: int, owner: int, place: int, wounded: bool = False) -> list[int]:
        made = [self.new_id() for _ in range(count)]
        for n in made:
            self.units[n] = Unit(code, owner, place, wounded)
        return made

    def set_person(self, n: int, **changes: object) -> None:
        self.people[n] = msgspec.structs.replace(self.people[n], **changes)

    def move_person(self, n: int, place: int) -> None:
        """Move a free character; its time in the place starts this turn (NEU-08)."""
        self.set_person(n, place=place, since=self.turn)

    def set_unit(self, n: int, **changes: object) -> None:
        self.units[n] = msgspec.structs.replace(self.units[n], **changes)

    def set_magnate(self, number: int, **changes: object) -> None:
        self.magnates[number] = msgspec.structs.replace(self.magnates[number], **changes)

    def remove_unit(self, n: int) -> None:
        """Remove a unit from the map."""
        del self.units[n]

    def remove_person(self, n: int) -> None:
        """Remove a character with its demons (R29) and its appointments."""
        person = self.people.pop(n)
        self.demons = {each: demon for each, demon in self.demons.items() if demon.master != n}
        if not is_nation(person.owner):
            return
        nation = self.nations[person.owner]
        heir = "" if nation.heir == person.name else nation.heir
        commanders = tuple(each for each in nation.commanders if each[1] != person.name)
        self.set_nation(person.owner, heir=heir, commanders=commanders)

    def set_nation(self, seat: int, **changes: object) -> None:
        self.nations[seat] = msgspec.structs.replace(self.nations[seat], **changes)

    # Places

    def holder(self, place: int) -> int:
        return self.holders.get(place, NEUTRAL)

    def has_city(self, square: int) -> bool:
        return square not in self.ruins and (square in world.CITIES or square in self.own_cities)

    def city(self, square: int) -> CityStateRecord | world.City:
        """Return the city in a square, printed or a nation's own."""
        own = self.own_cities.get(square)
        return own if own is not None else world.CITIES[square]

    def places(self) -> Iterator[int]:
        """Yield all existing places: the squares, then the cities, then the forts."""
        yield from range(1, len(self.terrain))
        yield from [square + CITY for square in range(1, len(self.terrain)) if self.has_city(square)]
        yield from [square + FORT for square in sorted(self.forts)]

    def exists(self, place: int) -> bool:
        square = square_of(place)
        if not 1 <= square < len(self.terrain):
            return False
        return is_square(place) or (self.has_city(square) if is_city(place) else square in self.forts)

    # Friends and enemies

    def partners(self, owner: int) -> tuple[int, ...]:
        """Return the members of an owner's alliance, including the owner."""
        return next((group for group in self.alliances if owner in group), (owner,))

    def has_truce(self, a: int, b: int) -> bool:
        return any(a in truce.seats and b in truce.seats and truce.until >= self.turn for truce in self.truces)

    def is_friend(self, a: int, b: int) -> bool:
        """Return whether two owners are the same or alliance partners."""
        return a == b or b in self.partners(a)

    def is_hostile(self, a: int, b: int) -> bool:
        """Return whether troops of two owners fight when they meet (BAT-01, IPR-06)."""
        return not self.is_friend(a, b) and not self.has_truce(a, b)
