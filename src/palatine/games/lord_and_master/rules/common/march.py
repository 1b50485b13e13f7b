"""A stack being led, limits of leaders, and the use of units this turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import Enum

import msgspec

from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.common import captives
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NO_PERSON, State, is_nation

LED, LED_ORCS = 5, 6
"""Units led per level, and if all are orcs (B-15, B-16)."""
POINTS = 8
"""Movement points of a character per turn (A-02)."""
ALL_RACES = frozenset(pieces.RACES)
"""Races that a demon leads (R96)."""


class Handled(msgspec.Struct):
    """Use of units this turn."""

    raised: set[int] = set()
    trained: set[int] = set()
    led: dict[int, int] = {}
    """Leader by unit (B-20)."""
    spent: dict[int, int] = {}
    """Movement points used by unit."""


class MarchDeed(Enum):
    """Things that a stack has done on its march."""

    GONE = "gone"
    FOUGHT = "fought"
    STORMED = "stormed"
    """It has fought for a city or fort, which ends its march like any battle (R116)."""
    WORKED = "worked"
    """Its leader has annexed, besieged, assaulted or plundered, so it cannot settle (R189)."""


class Stop(Enum):
    """Reasons why a stack cannot enter another square, with clause and message, by precedence."""

    FORT = ("LM-MV-07", "drop.stopped")
    """A garrisoned fort, which stops troops, not a leader alone."""
    SIEGE = ("LM-B-26", "drop.besieging")
    """A siege, which holds the stack for the rest of the turn (FC-10)."""
    SODS = ("LM-DIS-06", "drop.sod-busting")
    """Sod-busters who stopped."""

    @property
    def clause(self) -> str:
        return self.value[0]

    @property
    def reason(self) -> str:
        return self.value[1]


def capacity(level: int, races: Collection[str]) -> int:
    """Return the number of units of these races that a leader can lead (B-15, B-16, R88)."""
    return level * (LED_ORCS if set(races) == {"O"} else LED)


def loaded(s: State, units: Sequence[int], level: int) -> list[int]:
    """Return as many of the first units as a leader of a level can lead."""
    most = list(units[: capacity(level, {"O"})])
    races = {pieces.TROOPS[s.units[n].code].race for n in most}
    return most[: capacity(level, races)]


class March:
    """A character or demon leading a stack, with its units and movement points."""

    def __init__(self, t: Turn, owner: int, place: int, who: int, leads: frozenset[str], level: int = 0) -> None:
        self.t = t
        # Who leads
        self.owner = owner
        self.who = who
        """The character; NO_PERSON for a demon."""
        self.party: tuple[int, ...] = (who,)
        """Characters who share the stack's fate: its leader, and companions by magic."""
        self.mover = who
        """Id of the leader for the rule of a single leader per unit (B-20): character or demon."""
        self._level = level
        self.leads = leads
        # Where, and how
        self.place = place
        self.origin = place
        """Place from which the stack entered its current one, for retreats (BAT-29, R128)."""
        self.trail: list[int] = []
        """Places passed, the last one at the end."""
        self.left = POINTS
        self.mountain = False
        self.invisible = False
        self.units = ()
        # What has been done, and what that forbids
        self.done: set[MarchDeed] = set()
        self.beaten = 0
        """Place of a won battle, whose conquest counts as one by force (R114)."""
        self.assaulted: set[int] = set()
        """Cities and forts already assaulted, once each (R118)."""
        self.stops: set[Stop] = set()
        self.settled = ""
        """Clause that holds the stack: building, ambush or devastation (B-23, B-35, B-42)."""

    @property
    def level(self) -> int:
        """Current level of the leader (CH-22); that of a demon is given."""
        return self.t.level(self.who) if self.who in self.t.s.people else self._level

    @property
    def units(self) -> tuple[int, ...]:
        """Units in the stack, without those destroyed, captured or moved elsewhere."""
        return self.t.s.with_stack(self._units, self.place)

    @units.setter
    def units(self, units: Iterable[int]) -> None:
        self._units = tuple(units)

    def advance(self, place: int) -> None:
        """Move the stack, its leader, and prisoners who lose their guards (R26)."""
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
        """Reset place and units to where a battle has left them."""
        s = self.t.s
        if self.who in s.people:
            self.place = s.people[self.who].place
        elif not self.units:
            self.place = next((s.units[n].place for n in s.still_free(self._units)), self.place)
        self.units = self.units

    def apart(self, units: Iterable[int], place: int) -> March:
        """Return units of the stack that continue without its leader."""
        rest = March(self.t, self.owner, place, NO_PERSON, self.leads)
        rest.origin, rest.trail, rest.beaten = self.origin, self.trail, self.beaten
        rest.units = units
        return rest

    @property
    def capacity(self) -> int:
        """Number of units that the leader can lead."""
        return capacity(self.level, self.races())

    def races(self) -> set[str]:
        return {pieces.TROOPS[self.t.s.units[n].code].race for n in self.units}

    def owners(self) -> set[int]:
        """Return the owners of the units; hostility depends on each of them (BAT-01, IPR-05)."""
        return {self.t.s.units[n].owner for n in self.units}

    def master(self, other: int) -> int | None:
        """Return the nation for which the stack takes or besieges a place of `other`.

        It is the leader's nation if it has troops there, otherwise the one with most troops. Nations at peace with
        `other` take nothing. See CONTROL, R201.
        """
        s = self.t.s
        owners = [owner for n in self.units if s.is_hostile(owner := s.units[n].owner, other)]
        return min(owners, key=lambda each: (each != self.owner, -owners.count(each), each), default=None)

    def is_led(self) -> bool:
        """Return whether the stack has a leader: a free character or a demon still present.

        See R145, R29.
        """
        s = self.t.s
        if self.who != NO_PERSON:
            return self.who in s.people and s.people[self.who].captor is None
        return self.mover == NO_PERSON or self.mover in s.demons

    def stop(self, why: Stop, holds: bool = True) -> None:
        """Set or clear a reason to stop."""
        if holds:
            self.stops.add(why)
        else:
            self.stops.discard(why)

    def need_free(self) -> None:
        """Drop the order to enter another square after a battle or if stopped."""
        need = self.t.need
        need(not self.done & {MarchDeed.FOUGHT, MarchDeed.STORMED}, "LM-BAT-36", "drop.has-fought", uncertain=True)
        for why in Stop:
            holds = why in self.stops and (why is not Stop.FORT or bool(self.units))
            need(not holds, why.clause, why.reason, uncertain=why is not Stop.SIEGE)


def races_led(t: Turn, who: int) -> frozenset[str]:
    """Return the races that a character leads, by class and god (B-22, D-15).

    Priests of the Feaster also lead trolls and orcs.
    """
    s = t.s
    person = s.people[who]
    leads = pieces.CLASSES[person.of].lead
    if "Pp" in pieces.CLASSES[person.of].powers and god_of(t, person.owner) == "Feaster":
        leads = leads | {"T", "O"}
    return leads


def god_of(t: Turn, owner: int) -> str:
    return t.s.nations[owner].god if is_nation(owner) else ""
