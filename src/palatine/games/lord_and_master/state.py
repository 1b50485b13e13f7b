"""The state of a match: nations, characters, units, who holds what, and what is still to come."""

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
"""The hosts that the Feaster leaves behind: hostile to all, under nobody."""
MAGNATES = 100

NO_PERSON = -1
"""No character."""

NO_SEAT = -1
"""None of the players."""


def is_nation(owner: int) -> bool:
    """Whether an owner is a nation, at the table or fallen: no magnate, and not nobody."""
    return 0 <= owner < MAGNATES


def is_magnate(owner: int) -> bool:
    """Whether an owner is a magnate, alive or fallen."""
    return owner >= MAGNATES


def still(kept: Mapping[int, object], numbers: Iterable[int]) -> Iterator[int]:
    """Those of some persons, units or demons that are there when their turn comes: one may be the end of another."""
    return (n for n in tuple(numbers) if n in kept)


class Person(msgspec.Struct, frozen=True):
    """A character, a neutral leader or a magnate."""

    name: str
    of: str
    """His class, by its letter."""
    level: int
    race: str
    owner: int
    place: int
    captor: int | None = None
    """The owner who holds him prisoner."""
    function: str = ""
    """Under a double hierarchy: "military" or "civil"; the leader has none."""
    since: int = 0
    """The turn in which he came to his place, for diplomacy (NEU-08)."""


class Unit(msgspec.Struct, frozen=True):
    """A unit of troops."""

    code: str
    owner: int
    place: int
    wounded: bool = False
    captor: int | None = None


class Nation(msgspec.Struct, frozen=True):
    """What a seat brought to the table and what has become of it."""

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
    """Where the treasury lies; 0 when it goes with the leader (ADV-06)."""
    holy_site: int = 0
    """With a holy treasury (DIS-05): the place that must be regained, while it is lost."""
    annexations: int = 0
    called: bool = False
    """Whether its one call for intervention has been used."""
    missed: int = 0
    """Turns in a row without orders."""
    commanders: tuple[tuple[int, str], ...] = ()
    retreats: tuple[tuple[int, int], ...] = ()
    sod_busting: tuple[tuple[int, int, int], ...] = ()
    """Characters who must spend a turn devastating, each with the turn and the square (DIS-06)."""
    out: bool = False
    """Eliminated or ejected."""
    refused: tuple[str, ...] = ()
    """The offers that others refused last turn, as they are written: `alliance P2`."""


class MagnateRecord(msgspec.Struct, frozen=True):
    """A neutral leader who has been roused: he acts under the referee's orders."""

    name: str
    leader: int
    home: int
    race: str
    kinds: tuple[str, ...]
    gold: int


class DemonRecord(msgspec.Struct, frozen=True):
    """A demon in somebody's service."""

    name: str
    level: int
    master: int
    turns: int
    """Turns it still stays, the present one included."""
    served: int = 0
    """The turn of its last service."""


class TruceRecord(msgspec.Struct, frozen=True):
    """A truce of two seats, through the turn `until`."""

    seats: tuple[int, int]
    until: int


class CalledIntervention(msgspec.Struct, frozen=True):
    """An intervention called for, which takes place in the turn after."""

    seat: int
    god: str
    target: int = 0
    """Odin's victim (a seat) or the Feaster's place."""
    units: tuple[int, ...] = ()


class Independence(msgspec.Struct, frozen=True):
    """A province on its way to freedom: declared in a turn, by a character."""

    place: int
    declared: int
    who: int


class Shipment(msgspec.Struct, frozen=True):
    """Units sold, on their way to the buyer."""

    to: int
    units: tuple[tuple[str, bool], ...]
    """Each with its code and whether it is wounded."""


class SiegeRecord(msgspec.Struct, frozen=True):
    """A siege in force: who besieges which city or fort."""

    place: int
    seat: int


class CityStateRecord(msgspec.Struct, frozen=True):
    """A city that a nation brought to the table (ADV-09)."""

    name: str
    race: str
    tax: int = world.CITY_STATE_TAX
    tribute: int = world.CITY_STATE_TRIBUTE


class State(CoreState):
    """Everything the referee knows. Before the first turn `turn` is 0 and the sheets are set-ups."""

    turn: int = 0
    sheets: list[Sheet | None] = []
    order: list[int] = []
    """The turn sequence now in force: seats, first to last."""
    totals: list[int] = []
    """What each seat threw for it, by seat."""
    nations: list[Nation] = []
    groups: list[tuple[int, ...]] = []
    """The start groups of squares, by seat."""
    people: dict[int, Person] = {}
    units: dict[int, Unit] = {}
    demons: dict[int, DemonRecord] = {}
    magnates: dict[int, MagnateRecord] = {}
    next_id: int = 1
    terrain: list[str] = []
    holders: dict[int, int] = {}
    """Who holds a place; places not named are neutral."""
    starts: list[int] = []
    """The places that nations began with."""
    allied: list[int] = []
    """The places won by diplomacy: their holders do not possess them (NEU-14, NEU-15)."""
    coffers: dict[int, int] = {}
    """The treasuries of provinces and cities that have not been taken."""
    roused: list[int] = []
    """The neutral places whose force stands on the map as units."""
    forts: dict[int, str] = {}
    """The forts by square, with their names."""
    own_cities: dict[int, CityStateRecord] = {}
    ruins: list[int] = []
    """The squares of cities that have been destroyed."""
    boneyards: list[int] = []
    fallen: dict[int, int] = {}
    """Cities taken by force, with the turn in which they fell."""
    truces: list[TruceRecord] = []
    alliances: list[tuple[int, ...]] = []
    calls: list[CalledIntervention] = []
    blessings: list[CalledIntervention] = []
    """The interventions that hold in the present turn."""
    feaster: int = 0
    """The square where the Feaster is; 0 when he is nowhere."""
    independence: list[Independence] = []
    shipments: list[Shipment] = []
    sieges: list[SiegeRecord] = []
    golden: int = NO_PERSON
    """The seat that has the Golden Skull."""
    golden_by_conquest_of_players: bool = False
    """Whether the Golden Skull waits for the first to take a province from a player (IPR-13)."""
    black: int = NO_PERSON
    is_unrefereed: bool = False
    """Whether the person who was to be referee has left."""

    # Who is where

    def units_at(self, place: int, owner: int | None = None) -> list[int]:
        """The free units in a place, of everybody or of one owner, by id."""
        return [
            n
            for n, unit in self.units.items()
            if unit.place == place and unit.captor is None and (owner is None or unit.owner == owner)
        ]

    def people_at(self, place: int, owner: int | None = None) -> list[int]:
        """The free characters in a place, of everybody or of one owner, by id."""
        return [
            n
            for n, person in self.people.items()
            if person.place == place and person.captor is None and (owner is None or person.owner == owner)
        ]

    def captives_at(self, place: int) -> tuple[list[int], list[int]]:
        """The captive characters and captive units in a place."""
        return (
            [n for n, person in self.people.items() if person.place == place and person.captor is not None],
            [n for n, unit in self.units.items() if unit.place == place and unit.captor is not None],
        )

    def person_named(self, name: str, owner: int | None = None) -> int:
        """The character of that name, or NO_PERSON."""
        wanted = name.casefold()
        for n, person in self.people.items():
            if person.name.casefold() == wanted and (owner is None or person.owner == owner):
                return n
        return NO_PERSON

    def names(self, owner: int) -> list[str]:
        """What the characters of an owner are called."""
        return [person.name for person in self.people.values() if person.owner == owner]

    def roster(self, owner: int) -> list[int]:
        """The characters of an owner, captives included, in the order they joined."""
        return [n for n, person in self.people.items() if person.owner == owner]

    def still_free(self, units: Iterable[int]) -> tuple[int, ...]:
        """Those of some units that are still there and in nobody's hands, in their order."""
        known = self.units
        return tuple([n for n in units if (unit := known.get(n)) is not None and unit.captor is None])

    def with_stack(self, units: Iterable[int], place: int) -> tuple[int, ...]:
        """Those of some units that are free in a place, in their order."""
        known = self.units
        return tuple(
            [n for n in units if (unit := known.get(n)) is not None and unit.captor is None and unit.place == place]
        )

    # Changing

    def new_id(self) -> int:
        """A number that no person, unit, demon or magnate has had."""
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
        """A free character is in another place, from this turn on (NEU-08)."""
        self.set_person(n, place=place, since=self.turn)

    def set_unit(self, n: int, **changes: object) -> None:
        self.units[n] = msgspec.structs.replace(self.units[n], **changes)

    def set_magnate(self, number: int, **changes: object) -> None:
        self.magnates[number] = msgspec.structs.replace(self.magnates[number], **changes)

    def remove_unit(self, n: int) -> None:
        """A unit leaves the map for good."""
        del self.units[n]

    def remove_person(self, n: int) -> None:
        """A character leaves the map for good; his demons go (R29), and no office waits for another of his name."""
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
        """What there is to know of the city in a square, printed or a nation's own."""
        own = self.own_cities.get(square)
        return own if own is not None else world.CITIES[square]

    def places(self) -> Iterator[int]:
        """Every place there is now: the squares, then the cities, then the forts."""
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
        """The alliance an owner belongs to, himself included."""
        return next((group for group in self.alliances if owner in group), (owner,))

    def has_truce(self, a: int, b: int) -> bool:
        return any(a in truce.seats and b in truce.seats and truce.until >= self.turn for truce in self.truces)

    def is_friend(self, a: int, b: int) -> bool:
        """The same owner, or alliance partners."""
        return a == b or b in self.partners(a)

    def is_hostile(self, a: int, b: int) -> bool:
        """Whether troops of the two fight when they meet (BAT-01, IPR-06)."""
        return not self.is_friend(a, b) and not self.has_truce(a, b)
