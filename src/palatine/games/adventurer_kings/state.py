"""State of a match: world, kingdoms, characters, armies, features, items, knowledge."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from palatine.core import State as CoreState
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.grid import Atlas, atlas
from palatine.games.adventurer_kings.components.pieces import (
    ALLIED,
    ENEMY,
    NATIVE,
    Army,
    Fallen,
    Feature,
    Item,
    Kingdom,
    Known,
    Land,
    Legend,
    Lore,
    Person,
    Proposal,
    RaceStanding,
)
from palatine.games.adventurer_kings.orders.kinds import Sheet


class State(CoreState, kw_only=True):
    """Position between turns.

    Places are dense numbers of the atlas; seats count from 0.
    """

    turn: int = 0
    scenario: str = "standard"
    lands: tuple[Land, ...] = ()
    owners: list[int]
    """By place: owning seat, or NATIVE."""
    kingdoms: list[Kingdom]
    people: dict[int, Person]
    armies: dict[int, Army]
    features: dict[int, Feature]
    items: dict[int, Item]
    fallen: dict[int, tuple[Fallen, ...]]
    """By place: buried armies, oldest first."""
    proposals: list[Proposal]
    relations: list[tuple[int, ...]]
    """By seat and seat."""
    known: list[dict[int, Known]]
    lore: list[dict[int, Lore]]
    seen: list[dict[int, tuple[int, int, int]]]
    """By seat and character: last known place, turn of the sighting, service at the time."""
    standings: list[tuple[RaceStanding, ...]] = msgspec.field(default_factory=list)
    """By seat: its best in the races for offices, as reported last turn (10.1)."""
    honours: list[tuple[RaceStanding, ...]] = msgspec.field(default_factory=list)
    """By seat: the same for titles within reach (12.1)."""
    illusions: dict[int, int]
    """By place: apparent terrain (4.2.3)."""
    merit: dict[int, tuple[int, ...]]
    """By character: merit points by office, doubled so that halves are integers (10.1)."""
    renown: dict[int, tuple[int, ...]]
    """By character: points by title (12.1)."""
    holders: list[int]
    """By office: the leading character, 0 for none.

    The power of an office applies in the turn after.
    """
    title_holders: list[int]
    hall: list[Legend]
    visits: dict[int, int]
    """By alignment: turn of its visit from Valhalla in this period of five turns (10.3)."""
    is_voting: bool = False
    last_vote: int = 0
    last_army: int = 0
    last_person: int = 0
    last_item: int = 0
    mastery: list[tuple[int, ...]]
    """By ability: which of its powers comes at each level from five up (2.0)."""
    sheets: list[Sheet | None]

    def copy(self) -> State:
        twin = super().copy()
        twin.known = [told.copy() for told in self.known]
        twin.lore = [told.copy() for told in self.lore]
        twin.seen = [told.copy() for told in self.seen]
        return twin

    # Places and owners

    @property
    def atlas(self) -> Atlas:
        return atlas(self.scenario)

    def terrain(self, place: int) -> int:
        return self.lands[place].terrain

    def pay_of(self, kind: int) -> int:
        """Return the cost of an army type, both for hire and each year (6.1, 12.2, 12.3)."""
        return (
            tables.LIGHT_ABROAD
            if kind == tables.LIGHT and self.scenario in tables.BOW_ARMED
            else tables.ARMY[kind].pay
        )

    def is_sea(self, place: int) -> bool:
        return self.lands[place].terrain == tables.SEA

    def king(self, seat: int) -> Person:
        return self.people[self.kingdoms[seat].king]

    def relation(self, seat: int, other: int) -> int:
        """Return the relation of two owners; natives are Enemies of everyone (8.0)."""
        if seat == other:
            return ALLIED
        if seat < 0 or other < 0:
            return ENEMY
        return self.relations[seat][other]

    def is_friendly(self, seat: int, place: int) -> bool:
        """Return whether a province is a seat's own or an ally's."""
        return self.relation(seat, self.owners[place]) == ALLIED

    def provinces(self, seat: int) -> list[int]:
        return [place for place, owner in enumerate(self.owners) if owner == seat]

    def at_home(self, seat: int) -> Iterator[tuple[int, Person]]:
        """Return the living characters of a seat, by number."""
        return (
            (number, person) for number, person in self.people.items() if person.seat == seat and not person.died
        )

    def led_by(self, person: int) -> list[int]:
        """Return the armies a character leads."""
        return [number for number, army in self.armies.items() if army.leader == person]

    def is_general(self, person: int) -> bool:
        """Return whether a character leads armies, or rules a province defended by natives.

        See 3.12.
        """
        each = self.people[person]
        natives = each.rules == each.place and any(
            self.armies[a].owner == NATIVE for a in self.armies_at(each.place)
        )
        return natives or bool(self.led_by(person))

    def armies_at(self, place: int) -> list[int]:
        return [number for number, army in self.armies.items() if army.place == place]

    def people_at(self, place: int) -> list[int]:
        """Return the living characters in a province, by number."""
        return [number for number, each in self.people.items() if each.place == place and not each.died]

    def items_of(self, person: int) -> list[int]:
        return [number for number, item in self.items.items() if item.bearer == person]

    def ruler_of(self, place: int) -> int:
        """Return the resident Hero who rules a province of natives; 0 for none."""
        return next((number for number in self.people_at(place) if self.people[number].rules == place), 0)

    # Changes

    def set_person(self, number: int, **changes: object) -> None:
        self.people[number] = msgspec.structs.replace(self.people[number], **changes)

    def set_army(self, number: int, **changes: object) -> None:
        self.armies[number] = msgspec.structs.replace(self.armies[number], **changes)

    def set_kingdom(self, seat: int, **changes: object) -> None:
        self.kingdoms[seat] = msgspec.structs.replace(self.kingdoms[seat], **changes)

    def add_refused(self, seat: int, offer: str) -> None:
        """Record an offer, as written, that was refused this turn."""
        self.set_kingdom(seat, refused=(*self.kingdoms[seat].refused, offer))

    def set_feature(self, number: int, **changes: object) -> None:
        self.features[number] = msgspec.structs.replace(self.features[number], **changes)

    def set_item(self, number: int, **changes: object) -> None:
        self.items[number] = msgspec.structs.replace(self.items[number], **changes)

    def learn(self, seat: int, place: int, **news: object) -> None:
        """Record a King's knowledge of a province."""
        before = self.known[seat].get(place) or Known()
        self.known[seat][place] = msgspec.structs.replace(before, **news)

    def spot(self, seat: int, person: int) -> None:
        """Record the current place and service of a character for a seat."""
        who = self.people[person]
        self.seen[seat][person] = (who.place, self.turn, who.seat)

    def sightings(self, seat: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield others that a seat has heard of: character, place, turn, service.

        Guests who left are omitted.
        """
        for n, (place, turn, service) in sorted(self.seen[seat].items()):
            if n in self.people and self.people[n].seat != seat:
                yield n, place, turn, service

    def proposals_to(self, seat: int) -> list[Proposal]:
        """Return the proposals of guardians to a seat's people."""
        return [
            each for each in self.proposals if each.person in self.people and self.people[each.person].seat == seat
        ]

    def introduce(self, one: int, two: int) -> None:
        """Record contact between two kingdoms (12.1)."""
        for seat, other in ((one, two), (two, one)):
            if seat != other and other not in self.kingdoms[seat].met:
                self.set_kingdom(seat, met=(*self.kingdoms[seat].met, other))

    def resides(self, seat: int, person: int, place: int) -> bool:
        """Return whether a seat knows a character as the Hero who rules a province."""
        known = self.known[seat].get(place)
        return known is not None and known.hero == person

    def new_army(self, army: Army) -> int:
        self.last_army += 1
        self.armies[self.last_army] = army
        return self.last_army

    def new_person(self, person: Person) -> int:
        self.last_person += 1
        self.people[self.last_person] = person
        return self.last_person

    def new_item(self, item: Item) -> int:
        self.last_item += 1
        self.items[self.last_item] = item
        return self.last_item

    def pay(self, seat: int, gold: int) -> None:
        """Add gold to a treasury, or remove it."""
        self.set_kingdom(seat, gold=self.kingdoms[seat].gold + gold)

    def praise(self, person: int, office: int, points: float) -> None:
        """Add merit points (10.1)."""
        before = list(self.merit.get(person, (0,) * len(titles.OFFICES)))
        before[office] += round(points * 2)
        self.merit[person] = tuple(before)

    def honour(self, person: int, title: int, points: int) -> None:
        """Add points toward a title (12.1)."""
        before = list(self.renown.get(person, (0,) * len(titles.TITLES)))
        before[title] += points
        self.renown[person] = tuple(before)

    def disgrace(self, person: int, title: int) -> None:
        """Remove all points toward a title."""
        if person in self.renown:
            self.honour(person, title, -self.renown[person][title])
