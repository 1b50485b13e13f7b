"""The state of a match: the world, kingdoms, characters, armies, features, items, and what each King knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from palatine.core import State as CoreState
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components.grid import Atlas, atlas
from palatine.games.adventurer_kings.orders.kinds import Sheet

NATIVE: Final = -1
"""In place of a seat: no player's. Armies of natives defend their province."""
MERCENARY: Final = -2
"""The owner of armies that nobody pays, and that may be hired."""
FREE: Final = -1
"""The seat of characters who serve nobody."""
SPECTATOR: Final = -9
"""A spectator's number: no seat has it, and nothing is known to it."""
GARRISON: Final = 0
"""The leader of armies that no character leads."""
ENEMY, PEACE, ALLIED = range(3)
"""Relations of Kings: Enemy, Neutral, Allied (8.0)."""
RELATIONS: Final = ("enemy", "neutral", "ally")
UNKNOWN: Final = -9
"""In what a King knows: no word of it."""


class Land(msgspec.Struct, frozen=True, array_like=True):
    """A province as the world has it; `types` are the armies its people can be levied as."""

    name: str
    terrain: int
    race: int
    """-1 where nobody lives."""
    types: tuple[int, ...]
    tax: int
    coast: int = -1
    """Of an island on the map of Earth: its other terrain (12.3), else -1."""


class Kingdom(msgspec.Struct, frozen=True):
    """What a seat has and is.

    `old` is the dead King whose heir rules, as he was, until the heir has come into his own (4.2.1); `is_gone` says
    that he can be called back no more, though the heir has still to be given his levels.
    """

    name: str
    king: int
    alignment: int
    home: int
    gold: int
    opening_gold: int = 0
    """What was in the treasury when the turn began (3.18)."""
    discoveries: tuple[int, ...] = ()
    old: int = 0
    awaits_levels: bool = False
    is_gone: bool = False
    called: bool = False
    missed: int = 0
    met: tuple[int, ...] = ()
    """Kingdoms it has had contact with: peaceful encounters, a common border (12.1)."""
    neighbours_told: tuple[int, ...] = ()
    """Divine and Undead Kings next door of whom it has been told (2.3)."""
    contact: str = ""
    is_shifted: bool = False
    """Whether its alignment is not the one that was asked for (12.3)."""


class Person(msgspec.Struct, frozen=True):
    """A King or Hero; `levels` and `aptitudes` by ability."""

    name: str
    race: int
    alignment: int
    temper: int
    place: int
    seat: int
    levels: tuple[int, ...]
    aptitudes: tuple[int, ...]
    is_king: bool = False
    pay: int = 0
    rules: int = -1
    """The province he rules as a resident, -1 for none."""
    died: int = 0
    """The turn in which he died, 0 while he lives."""
    is_imbecile: bool = False
    lost_levels: tuple[int, ...] = ()
    """What an imbecile could do before (4.2.5)."""
    is_loyal: bool = False
    """Whether he never leaves for want of pay (9.2)."""
    whim: int = 0
    """From which his liking for each King follows (3.5)."""
    grudges: tuple[int, ...] = ()
    """Kingdoms that have conquered his province."""
    scouted: tuple[int, ...] = ()
    """Special functions of features that have touched him."""
    cursed: int = -1
    """The ability of which a curse has taken a level, -1 for none (5.8)."""
    visitor: int = 0
    """Which of the hall of Valhalla he is, counted from 1, while he visits (10.3)."""


class Army(msgspec.Struct, frozen=True):
    """An army; `leader` is a character, or GARRISON."""

    type: int
    race: int
    quality: int
    place: int
    owner: int
    leader: int = GARRISON
    is_skeletal: bool = False
    is_immune: bool = False
    """Whether it has outlived a plague."""
    recruited: int = 0
    """The turn in which it was recruited."""
    barred: int = 0
    """The turn in which, beaten, it cannot be hired."""


class Fallen(msgspec.Struct, frozen=True, array_like=True):
    """A destroyed army that lies buried, and may rise as skeletons (4.2.5)."""

    type: int
    race: int
    quality: int
    turn: int


class Feature(msgspec.Struct, frozen=True):
    """A feature of a province: who guards it, what is in it, what a King is told of it."""

    kind: int
    place: int
    threshold: int
    """The percentage of exploration at which it is found (3.2)."""
    monster: int = -1
    hp: int = 0
    has_magic: bool = True
    gold: int = 0
    legend_gold: bool = False
    """Whether the legend speaks of gold."""
    legend_item: int = -1
    """The kind of item of which the legend speaks, -1 for none."""
    special: int = 0
    """Its special function, 1 to 20; 0 for none (5.8)."""
    special_used: int = 0
    boldness: int = 0
    is_hidden: bool = False
    friends: tuple[int, ...] = ()
    """Kingdoms that its guardian has come to terms with."""
    is_new: bool = False


class Item(msgspec.Struct, frozen=True):
    """A magic item, with a character, in a feature, or lying in a province."""

    kind: int
    charges: int = 0
    bearer: int = 0
    feature: int = 0
    place: int = -1


class Proposal(msgspec.Struct, frozen=True):
    """What a guardian asks of a character, for its treasure (5.4)."""

    feature: int
    person: int
    kind: int
    amount: int = 0
    target: int = 0
    text: str = ""


class Known(msgspec.Struct, frozen=True):
    """What a King knows of a province, rightly or wrongly, and since when."""

    explored: int = 0
    """In hundredths."""
    terrain: int = UNKNOWN
    race: int = UNKNOWN
    owner: int = UNKNOWN
    hero: int = 0
    wealth: int = UNKNOWN
    tax: int = UNKNOWN
    types: tuple[int, ...] = ()
    is_capital: bool = False
    seen: int = 0
    forces: str = ""
    """The last military report, in words."""


class Lore(msgspec.Struct, frozen=True):
    """What a King knows of a feature: where it is said to lie, who guards it, what legend tells."""

    kind: int
    place: int
    monster: int = -1
    word: int = 0
    gold: bool = False
    item: int = -1
    is_rumour: bool = False
    turn: int = 0
    is_empty: bool = False
    special: int = 0


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """How far a King's best is in the race for an office or a title, as he is told (10.1, 12.1)."""

    race: int
    person: int
    rank: int
    share: int
    """Of the leader's points, as a percentage."""
    points: int = 0
    """For a title."""


class Legend(msgspec.Struct, frozen=True):
    """One who has entered Valhalla (10.3)."""

    name: str
    race: int
    alignment: int
    temper: int
    levels: tuple[int, ...]
    items: tuple[int, ...]
    speech: str = ""


class State(CoreState, kw_only=True):
    """A position between turns. Places are dense numbers of the atlas; seats count from 0."""

    turn: int = 0
    scenario: str = "standard"
    lands: tuple[Land, ...] = ()
    owners: list[int]
    """By place: the seat that owns it, or NATIVE."""
    kingdoms: list[Kingdom]
    people: dict[int, Person]
    armies: dict[int, Army]
    features: dict[int, Feature]
    items: dict[int, Item]
    fallen: dict[int, tuple[Fallen, ...]]
    """By place: armies that lie buried, the oldest first."""
    proposals: list[Proposal]
    relations: list[tuple[int, ...]]
    """By seat and seat."""
    known: list[dict[int, Known]]
    lore: list[dict[int, Lore]]
    seen: list[dict[int, tuple[int, int, int]]]
    """By seat and character: where one was last seen, in which turn, and whom he served then."""
    standings: list[tuple[Standing, ...]] = msgspec.field(default_factory=list)
    """By seat: where its best stand in the races for offices, as told at the end of the last turn (10.1)."""
    honours: list[tuple[Standing, ...]] = msgspec.field(default_factory=list)
    """By seat: likewise for the titles that are in reach (12.1)."""
    illusions: dict[int, int]
    """By place: the terrain it appears to have (4.2.3)."""
    merit: dict[int, tuple[int, ...]]
    """By character: merit points of deeds by office, doubled, so that halves are whole (10.1)."""
    renown: dict[int, tuple[int, ...]]
    """By character: points by title (12.1)."""
    holders: list[int]
    """By office: the character who is number one, 0 for none; their powers hold in the turn after."""
    title_holders: list[int]
    hall: list[Legend]
    visits: dict[int, int]
    """By alignment: the turn of its visit from Valhalla in this period of five turns (10.3)."""
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

    # Where and whose

    @property
    def atlas(self) -> Atlas:
        return atlas(self.scenario)

    def terrain(self, place: int) -> int:
        return self.lands[place].terrain

    def pay_of(self, kind: int) -> int:
        """What an army type costs, when hired and every year (6.1, 12.2, 12.3)."""
        return c.LIGHT_ABROAD if kind == c.LIGHT and self.scenario in c.BOW_ARMED else c.ARMY[kind].pay

    def is_sea(self, place: int) -> bool:
        return self.lands[place].terrain == c.SEA

    def king(self, seat: int) -> Person:
        return self.people[self.kingdoms[seat].king]

    def relation(self, seat: int, other: int) -> int:
        """How two owners stand to each other; natives are everybody's Enemies (8.0)."""
        if seat == other:
            return ALLIED
        if seat < 0 or other < 0:
            return ENEMY
        return self.relations[seat][other]

    def is_friendly(self, seat: int, place: int) -> bool:
        """Whether a province is a seat's own or an ally's."""
        return self.relation(seat, self.owners[place]) == ALLIED

    def provinces(self, seat: int) -> list[int]:
        return [place for place, owner in enumerate(self.owners) if owner == seat]

    def at_home(self, seat: int) -> Iterator[tuple[int, Person]]:
        """The living characters of a seat, by number."""
        return (
            (number, person) for number, person in self.people.items() if person.seat == seat and not person.died
        )

    def led_by(self, person: int) -> list[int]:
        """The armies a character leads."""
        return [number for number, army in self.armies.items() if army.leader == person]

    def is_general(self, person: int) -> bool:
        """Whether a character leads armies, or rules a province that natives defend (3.12)."""
        each = self.people[person]
        natives = each.rules == each.place and any(
            self.armies[a].owner == NATIVE for a in self.armies_at(each.place)
        )
        return natives or bool(self.led_by(person))

    def armies_at(self, place: int) -> list[int]:
        return [number for number, army in self.armies.items() if army.place == place]

    def people_at(self, place: int) -> list[int]:
        """The living characters in a province, by number."""
        return [number for number, each in self.people.items() if each.place == place and not each.died]

    def items_of(self, person: int) -> list[int]:
        return [number for number, item in self.items.items() if item.bearer == person]

    def ruler_of(self, place: int) -> int:
        """The resident Hero who rules a province of natives, 0 for none."""
        return next((number for number in self.people_at(place) if self.people[number].rules == place), 0)

    # Changing

    def set_person(self, number: int, **changes: object) -> None:
        self.people[number] = msgspec.structs.replace(self.people[number], **changes)

    def set_army(self, number: int, **changes: object) -> None:
        self.armies[number] = msgspec.structs.replace(self.armies[number], **changes)

    def set_kingdom(self, seat: int, **changes: object) -> None:
        self.kingdoms[seat] = msgspec.structs.replace(self.kingdoms[seat], **changes)

    def set_feature(self, number: int, **changes: object) -> None:
        self.features[number] = msgspec.structs.replace(self.features[number], **changes)

    def set_item(self, number: int, **changes: object) -> None:
        self.items[number] = msgspec.structs.replace(self.items[number], **changes)

    def learn(self, seat: int, place: int, **news: object) -> None:
        """A King is told something of a province."""
        before = self.known[seat].get(place) or Known()
        self.known[seat][place] = msgspec.structs.replace(before, **news)

    def spot(self, seat: int, person: int) -> None:
        """A King hears where somebody is, and whom he serves."""
        who = self.people[person]
        self.seen[seat][person] = (who.place, self.turn, who.seat)

    def sightings(self, seat: int) -> Iterator[tuple[int, int, int, int]]:
        """Others that a seat has heard of, but for guests who have left: who, where, when, in whose service."""
        for n, (place, turn, service) in sorted(self.seen[seat].items()):
            if n in self.people and self.people[n].seat != seat:
                yield n, place, turn, service

    def proposals_to(self, seat: int) -> list[Proposal]:
        """What guardians have asked of a seat's people."""
        return [
            each for each in self.proposals if each.person in self.people and self.people[each.person].seat == seat
        ]

    def introduce(self, one: int, two: int) -> None:
        """Two kingdoms have had contact with each other (12.1)."""
        for seat, other in ((one, two), (two, one)):
            if seat != other and other not in self.kingdoms[seat].met:
                self.set_kingdom(seat, met=(*self.kingdoms[seat].met, other))

    def resides(self, seat: int, person: int, place: int) -> bool:
        """Whether a seat knows somebody as the Hero who rules a province."""
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
        """Gold comes into a treasury, or leaves it."""
        self.set_kingdom(seat, gold=self.kingdoms[seat].gold + gold)

    def praise(self, person: int, office: int, points: float) -> None:
        """Merit for a deed (10.1)."""
        before = list(self.merit.get(person, (0,) * len(c.OFFICES)))
        before[office] += round(points * 2)
        self.merit[person] = tuple(before)

    def honour(self, person: int, title: int, points: int) -> None:
        """Points toward a title (12.1)."""
        before = list(self.renown.get(person, (0,) * len(c.TITLES)))
        before[title] += points
        self.renown[person] = tuple(before)

    def disgrace(self, person: int, title: int) -> None:
        """All points toward a title are lost."""
        if person in self.renown:
            self.honour(person, title, -self.renown[person][title])
