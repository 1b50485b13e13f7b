"""What the captain says to other Kings: treaties with his like, one enemy at a time, the weak rather than the strong
(8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.state import State

KIN: Final = 1
"""Steps up to which he would rather fight others: an Emperor of theirs would cost him little (10.2)."""
NEWS: Final = 3
"""So many years old what is known of a King's lands may be."""
LEAST_SPOILS: Final = 1.0
"""What a war must promise a King without land."""
LONG_PEACE: Final = 10
"""From this turn on he leaves even an ally who shuts him in."""

Prospect = Callable[[frozenset[int]], tuple[float, int]]
"""What the year's campaigns should bring, and how many conquests, with more Kings to fight."""


class Talks:
    """One King's relations with the others."""

    def __init__(self, chart: Chart, prospect: Prospect) -> None:
        self.chart = chart
        self.prospect = prospect
        self.s: State = chart.s
        self.me = chart.me
        self.realms = chart.realms()
        self.relations = self.s.relations[self.me]
        self.near = self._next_door()
        self.foe = self._foe()
        """The one King to fight, -1 for none."""

    def lines(self) -> Iterator[orders.Line]:
        if self.foe >= 0 and self.relations[self.foe] != ENEMY:
            yield orders.BreakTreaty(self.foe + 1)
        for other in self.others():
            if other != self.foe and self.seeks(other):
                yield orders.Treat(other + 1)
            if (
                self.s.scenario in tables.GREATER
                and self.chart.steps(other) == 0
                and other in self.s.kingdoms[self.me].met
            ):
                yield orders.SendMap(other + 1)

    def others(self) -> list[int]:
        """The Kings he has met, or whose lands he knows."""
        return sorted({*self.s.kingdoms[self.me].met, *self.realms} - {self.me})

    def seeks(self, other: int) -> bool:
        """Peace with every enemy but one; an alliance with every neighbour but the one he may have to fight, unless
        that one is of another mind, as far as he knows; and with those who have no land, or seek a host themselves."""
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
        """Whether of a King he has met no land was heard of lately: perhaps he has none, harms nobody, and pays for the
        levies of a friend's people."""
        lately = self.s.turn - NEWS
        has_land = any(told.owner == other and told.seen >= lately for told in self.chart.known.values())
        return other in self.s.kingdoms[self.me].met and not has_land

    # War

    def _foe(self) -> int:
        """Whom to fight: the neighbour he is at war with, while that promises something; else, when there is little
        left to conquer, the one whose lands are the best prey for his strength."""
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
        """Toward whose border idle armies gather: the foe's, else the weakest neighbour's; -1 for none."""
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
        """What a war with a King promises beyond peace: less with the strong, and with those who think alike."""
        more = self.prospect(frozenset({other}))[0] - worth
        if self.chart.is_landless:
            return more
        return more * min(1.2, self.strength(other)) * (0.7 if self.chart.steps(other) <= KIN else 1.0)

    def strength(self, other: int) -> float:
        """His own realm against another's, as far as he knows it."""
        return max(1.0, self.realms[self.me]) / max(1.0, self.realms.get(other, 0.0))

    def _next_door(self) -> list[int]:
        """Kings whose lands touch his; of one without land those in whose land, or next to it, his people are."""
        chart = self.chart
        places = chart.own or {person.place for _, person in self.s.at_home(self.me)}
        owners = {chart.owner(near) for place in places for near in (place, *self.s.atlas.neighbours[place])}
        return sorted(other for other in owners if other >= 0 and other != self.me)
