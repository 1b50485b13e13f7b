"""The captain's diplomacy: treaties with kin, and one enemy, preferably a weak one (8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from palatine.games.adventurer_kings.bot.aims import Outlook
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.parameters import ASSAULT, DENIAL
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.state import State

KIN: Final = 1
"""Alignment steps up to which war is avoided, because their Emperor costs little (10.2)."""
NEWS: Final = 3
"""Years for which knowledge of a King's lands is considered current."""
LEAST_SPOILS: Final = 1.0
"""Minimum value of a war for a King without land."""
LONG_PEACE: Final = 10
"""First turn in which even an ally who encloses the kingdom may be left."""

Prospect = Callable[[frozenset[int]], tuple[float, int]]
"""Estimate of the year's campaigns with further Kings as enemies: value and conquests."""


class Talks:
    """Relations of one King with the others."""

    def __init__(self, chart: Chart, prospect: Prospect, outlook: Outlook) -> None:
        self.chart = chart
        self.prospect = prospect
        self.s: State = chart.s
        self.me = chart.me
        self.realms = outlook.realms
        self.relations = self.s.relations[self.me]
        self.near = self._next_door()
        self.leader = outlook.rival if chart.parameters.aim == DENIAL else -1
        """Seat of the King to be stopped, -1 for none."""
        self.foe = self._foe()
        """Seat of the one King to fight, -1 for none."""

    def lines(self) -> Iterator[orders.Line]:
        if self.foe >= 0 and self.relations[self.foe] != ENEMY:
            yield orders.BreakTreaty(self.foe + 1)
        if self.chart.parameters.aim == ASSAULT:
            yield from self.betrayals()
            return
        for other in self.others():
            if other != self.foe and self.seeks(other):
                yield orders.Treat(other + 1)
            if (
                self.s.scenario in tables.GREATER
                and self.chart.steps(other) == 0
                and other in self.s.kingdoms[self.me].met
            ):
                yield orders.SendMap(other + 1)

    def betrayals(self) -> Iterator[orders.Line]:
        """Break with every other neighbour at peace, whose lands are open to attack next year."""
        for other in self.near:
            if other != self.foe and self.relations[other] == PEACE:
                yield orders.BreakTreaty(other + 1)

    def others(self) -> list[int]:
        """Return the Kings who were met or whose lands are known."""
        return sorted({*self.s.kingdoms[self.me].met, *self.realms} - {self.me})

    def seeks(self, other: int) -> bool:
        """Return whether to offer a King a treaty.

        Peace is offered to every enemy except one; alliances to neighbours, except a likely enemy of another
        alignment, to Kings without land, and by a King without land.
        """
        if other == self.leader:
            return False
        if self.relations[other] in (ENEMY, ALLIED):
            return True
        if self.is_exile(other) or (self.chart.is_landless and len(self.others()) == 1):
            return True
        return (
            (other in self.near or self.chart.is_landless)
            and other != self.rival()
            and self.chart.steps(other) <= self.chart.parameters.friends
        )

    def is_exile(self, other: int) -> bool:
        """Return whether a King who was met has no recently reported land.

        Such a King may have none, is harmless, and pays for levies in a friend's land.
        """
        lately = self.s.turn - NEWS
        has_land = any(told.owner == other and told.seen >= lately for told in self.chart.known.values())
        return other in self.s.kingdoms[self.me].met and not has_land

    # War

    def _foe(self) -> int:
        """Return the King to fight; -1 for none.

        It is a King who must be stopped, a neighbour already at war while that is worthwhile, otherwise, if little is
        left to conquer, the neighbour whose lands are the best target.
        """
        if self.leader in self.near and (self.relations[self.leader] == ENEMY or self.may_break(self.leader)):
            return self.leader
        worth, conquests = self.prospect(frozenset())
        at_war = [other for other in self.near if self.relations[other] == ENEMY]
        if at_war:
            weakest = min(at_war, key=lambda other: (self.realms.get(other, 0.0), other))
            is_tired = worth < self.chart.parameters.tired and self.strength(weakest) < 1.0
            return -1 if is_tired else weakest
        if conquests >= self.chart.parameters.busy:
            return -1
        gains = {other: self.gain(other, worth) for other in self.near if self.may_break(other)}
        best = max(gains, key=lambda other: (gains[other], -other), default=-1)
        enough = LEAST_SPOILS if self.chart.is_landless else self.chart.parameters.spoils
        return best if best >= 0 and gains[best] >= enough else -1

    def rival(self) -> int:
        """Return the King at whose border idle armies gather: the enemy or the weakest neighbour.

        Returns -1 for none.
        """
        if self.foe >= 0:
            return self.foe
        strangers = [other for other in self.near if self.relations[other] != ALLIED]
        return max(strangers or self.near, key=lambda other: (self.strength(other), -other), default=-1)

    def may_break(self, other: int) -> bool:
        if self.relations[other] == ALLIED:
            is_time = self.s.turn >= LONG_PEACE or self.chart.is_landless
            return is_time and all(self.relations[each] == ALLIED for each in self.near)
        return self.relations[other] == PEACE

    def gain(self, other: int, worth: float) -> float:
        """Return the gain of a war over peace, lower against strong Kings and similar alignments."""
        more = self.prospect(frozenset({other}))[0] - worth
        if self.chart.is_landless:
            return more
        return more * min(1.2, self.strength(other)) * (0.7 if self.chart.steps(other) <= KIN else 1.0)

    def strength(self, other: int) -> float:
        """Return the ratio of the bot's realm to another's, as far as known."""
        return max(1.0, self.realms[self.me]) / max(1.0, self.realms.get(other, 0.0))

    def _next_door(self) -> list[int]:
        """Return the Kings with adjacent lands.

        For a King without land, they are the Kings whose lands contain or adjoin its people.
        """
        chart = self.chart
        people = {person.place for _, person in self.s.at_home(self.me)}
        places = people if chart.is_landless else chart.own
        owners = {chart.owner(near) for place in places for near in (place, *self.s.atlas.neighbours[place])}
        return sorted(other for other in owners if other >= 0 and other != self.me)
