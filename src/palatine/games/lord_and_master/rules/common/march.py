"""A stack being led, what its leader may lead, and what has been done with units this turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import Enum

import msgspec

from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.common import captives
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NO_PERSON, State, is_nation

LED, LED_ORCS = 5, 6
"""Units that a character leads for each of his levels; and when all of them are orcs (B-15, B-16)."""
POINTS = 8
"""What a character can spend in a turn (A-02)."""
ALL_RACES = frozenset(pieces.RACES)
"""What a demon leads (R96)."""


class Handled(msgspec.Struct):
    """What has been done with units this turn."""

    raised: set[int] = set()
    trained: set[int] = set()
    led: dict[int, int] = {}
    """By unit: who has led it (B-20)."""
    spent: dict[int, int] = {}
    """By unit: the movement points it has used."""


class MarchDeed(Enum):
    """What a stack has done on its march."""

    GONE = "gone"
    FOUGHT = "fought"
    STORMED = "stormed"
    """It has fought for a city or fort, which ends its march like any battle (R116)."""
    WORKED = "worked"
    """Its leader has annexed, besieged, assaulted or plundered, which leaves no time to settle (R189)."""


class Stop(Enum):
    """Why a stack enters no further square, in the order in which it is told; each with its clause and message."""

    FORT = ("LM-MV-07", "drop.stopped")
    """A garrisoned fort stops the troops, not a leader without them."""
    SIEGE = ("LM-B-26", "drop.besieging")
    """It has laid siege, and stays there for the rest of the turn (FC-10)."""
    SODS = ("LM-DIS-06", "drop.sod-busting")
    """Its sod-busters have stopped."""

    @property
    def clause(self) -> str:
        return self.value[0]

    @property
    def reason(self) -> str:
        return self.value[1]


def capacity(level: int, races: Collection[str]) -> int:
    """How many units of these races a leader may have with him (B-15, B-16, R88)."""
    return level * (LED_ORCS if set(races) == {"O"} else LED)


def loaded(s: State, units: Sequence[int], level: int) -> list[int]:
    """As many of some units, the first of them, as a leader of that level may have with him."""
    most = list(units[: capacity(level, {"O"})])
    races = {pieces.TROOPS[s.units[n].code].race for n in most}
    return most[: capacity(level, races)]


class March:
    """A character, or a demon, leading a stack: what he has with him and what he can still spend."""

    def __init__(self, t: Turn, owner: int, place: int, who: int, leads: frozenset[str], level: int = 0) -> None:
        self.t = t
        # Who leads
        self.owner = owner
        self.who = who
        """The character; NO_PERSON for a demon."""
        self.party: tuple[int, ...] = (who,)
        """Who shares the lot of the stack: its leader, and whoever came along by magic."""
        self.mover = who
        """Who has led the units, for them to be led by one alone (B-20): a character, or a demon by its own number."""
        self._level = level
        self.leads = leads
        # Where, and how
        self.place = place
        self.origin = place
        """Where the stack came from when it entered its present place: the way back (BAT-29, R128)."""
        self.trail: list[int] = []
        """The places behind it, the last at the end."""
        self.left = POINTS
        self.mountain = False
        self.invisible = False
        self.units = ()
        # What has been done, and what that forbids
        self.done: set[MarchDeed] = set()
        self.beaten = 0
        """The place where it has beaten troops, which makes the conquest one by force (R114)."""
        self.assaulted: set[int] = set()
        """The cities and forts it has assaulted: once each (R118)."""
        self.stops: set[Stop] = set()
        self.settled = ""
        """The clause by which it stays where it is: building, in ambush or devastating (B-23, B-35, B-42)."""

    @property
    def level(self) -> int:
        """The level of who leads, as it is now (CH-22): a character's own; a demon's is given."""
        return self.t.level(self.who) if self.who in self.t.s.people else self._level

    @property
    def units(self) -> tuple[int, ...]:
        """The units with him; those destroyed, captured or driven elsewhere, by whatever, are no longer among them."""
        return self.t.s.with_stack(self._units, self.place)

    @units.setter
    def units(self, units: Iterable[int]) -> None:
        self._units = tuple(units)

    def advance(self, place: int) -> None:
        """The stack goes on into a place, with its leader, and with prisoners whose last guards it takes away (R26)."""
        s, units = self.t.s, self.units
        self.t.goes(self.place, place)
        for n in units:
            s.set_unit(n, place=place)
        self.trail.append(self.place)
        self.origin, self.place = self.place, place
        if self.who in s.people:
            s.move_person(self.who, place)
        if units:
            captives.follow_guards(self.t, self.owner, self.origin, place, self.capacity - len(units))

    def regroup(self) -> None:
        """After a battle a leader is where it has left him, with those of his units that are there too."""
        s = self.t.s
        if self.who in s.people:
            self.place = s.people[self.who].place
        elif not self.units:
            self.place = next((s.units[n].place for n in s.still_free(self._units)), self.place)
        self.units = self.units

    def apart(self, units: Iterable[int], place: int) -> March:
        """Units of the stack that go on in a place without who led them there."""
        rest = March(self.t, self.owner, place, NO_PERSON, self.leads)
        rest.origin, rest.trail, rest.beaten = self.origin, self.trail, self.beaten
        rest.units = units
        return rest

    @property
    def capacity(self) -> int:
        """How many units he may have with him."""
        return capacity(self.level, self.races())

    def races(self) -> set[str]:
        return {pieces.TROOPS[self.t.s.units[n].code].race for n in self.units}

    def owners(self) -> set[int]:
        """Whose the units with him are: hostility is asked of each of them (BAT-01, IPR-05)."""
        return {self.t.s.units[n].owner for n in self.units}

    def master(self, other: int) -> int | None:
        """For whom the stack takes, or besieges, what is `other`'s: the leader's nation if it has troops there, else
        the nation with most troops there. Whoever is at peace with `other` takes nothing (CONTROL, R201)."""
        s = self.t.s
        owners = [owner for n in self.units if s.is_hostile(owner := s.units[n].owner, other)]
        return min(owners, key=lambda each: (each != self.owner, -owners.count(each), each), default=None)

    def is_led(self) -> bool:
        """Whether somebody still leads it: its character is free, or its demon has not left (R145, R29)."""
        s = self.t.s
        if self.who != NO_PERSON:
            return self.who in s.people and s.people[self.who].captor is None
        return self.mover == NO_PERSON or self.mover in s.demons

    def stop(self, why: Stop, holds: bool = True) -> None:
        """Whether that stops it, from now on."""
        if holds:
            self.stops.add(why)
        else:
            self.stops.discard(why)

    def need_free(self) -> None:
        """Drop the order to enter a further square of who has fought or is stopped."""
        need = self.t.need
        need(not self.done & {MarchDeed.FOUGHT, MarchDeed.STORMED}, "LM-BAT-36", "drop.has-fought", uncertain=True)
        for why in Stop:
            holds = why in self.stops and (why is not Stop.FORT or bool(self.units))
            need(not holds, why.clause, why.reason, uncertain=why is not Stop.SIEGE)


def races_led(t: Turn, who: int) -> frozenset[str]:
    """The races a character may lead, by class; priests of the Feaster also trolls and orcs (B-22, D-15)."""
    s = t.s
    person = s.people[who]
    leads = pieces.CLASSES[person.of].lead
    if "Pp" in pieces.CLASSES[person.of].powers and god_of(t, person.owner) == "Feaster":
        leads = leads | {"T", "O"}
    return leads


def god_of(t: Turn, owner: int) -> str:
    return t.s.nations[owner].god if is_nation(owner) else ""
