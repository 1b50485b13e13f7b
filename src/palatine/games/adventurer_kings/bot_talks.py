"""What the captain says to other Kings: treaties with his like, one enemy at a time, votes (8, 10.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.bot_map import Chart
from palatine.games.adventurer_kings.state import ENEMY, UNKNOWN, Standing, State

FRIENDS: Final = 1
"""Steps of alignment up to which he seeks allies: what an Emperor of theirs would cost him is little (10.2)."""
BUSY: Final = 2
"""With so many conquests ahead this year he looks for no enemy."""
MEAN_TAX: Final = 2.9
"""Of a province of which nothing is known."""
NEARLY: Final = 0.7
"""A call is worth it from this part of the needed share on: others may call too."""
LATE: Final = 25
"""From this turn on the world presses for an Emperor, and ever fewer votes are needed (10.4)."""
RIVAL: Final = 60
"""Who has this percentage of the first King's lands still votes for himself."""


class Talks:
    """One King's relations with the others."""

    def __init__(self, chart: Chart, conquests: int) -> None:
        self.chart = chart
        self.conquests = conquests
        """How many provinces his generals are about to take this year."""
        self.s: State = chart.s
        self.me = chart.me
        self.realms = self._realms()

    def _realms(self) -> dict[int, float]:
        """By seat: the taxes of the lands he knows it has."""
        found = {self.me: sum(map(self.chart.tax, self.chart.own))}
        for place in self.chart.known:
            owner = self.chart.owner(place)
            if owner >= 0 and owner != self.me and not self.s.kingdoms[owner].out:
                found[owner] = found.get(owner, 0.0) + max(1.0, self.chart.tax(place))
        return found

    def lines(self) -> Iterator[o.Line]:
        foe = self.foe()
        if foe >= 0 and self.s.relations[self.me][foe] != ENEMY:
            yield o.BreakTreaty(foe + 1)
        for other in self.others():
            if other != foe and self.seeks(other):
                yield o.Treat(other + 1)
        yield from self.ballot()

    def others(self) -> list[int]:
        """The Kings he has met, or whose lands he knows."""
        found = {*self.s.kingdoms[self.me].met, *self.realms} - {self.me}
        return sorted(other for other in found if not self.s.kingdoms[other].out)

    def steps(self, other: int) -> int:
        kingdoms = self.s.kingdoms
        return abs(kingdoms[self.me].alignment - kingdoms[other].alignment)

    def seeks(self, other: int) -> bool:
        """Peace with every enemy but one; an alliance with those who think alike."""
        return self.s.relations[self.me][other] == ENEMY or self.steps(other) <= FRIENDS

    # War

    def foe(self) -> int:
        """The one King to fight: whom he is at war with next door, else when there is little left to conquer the
        weakest neighbour, of another mind if there is a choice; -1 for none."""
        near = self._next_door()
        relations = self.s.relations[self.me]
        at_war = [other for other in near if relations[other] == ENEMY]
        if at_war:
            return min(at_war, key=lambda other: (self.realms[other], other))
        if self.conquests >= BUSY:
            return -1
        return min(near, key=lambda other: (relations[other], self.steps(other) <= FRIENDS, self.realms[other], other),
                   default=-1)  # fmt: skip

    def _next_door(self) -> set[int]:
        """Kings whose lands touch his."""
        chart = self.chart
        owners = {chart.owner(near) for place in chart.own for near in self.s.atlas.neighbours[place]}
        return {other for other in owners if other >= 0 and other != self.me and not self.s.kingdoms[other].out}

    # Elections

    def ballot(self) -> Iterator[o.Line]:
        if self.s.is_voting:
            yield o.Vote(self.choice() + 1)
        elif self.calls():
            yield o.CallElection()

    def calls(self) -> bool:
        """When he leads and is near to what is needed; late, whenever: it must end some day."""
        if self.s.turn >= LATE:
            return True
        return self.rank() == 1 and self.share() >= NEARLY * c.share_to_win(self.s.turn) / 100

    def share(self) -> float:
        """His part of the world's tax base, as far as he can reckon it."""
        s, chart = self.s, self.chart
        lands = s.atlas.size - len(s.atlas.ice)
        told = [place for place in chart.known if chart.known[place].terrain != UNKNOWN]
        world = sum(map(chart.tax, told)) + MEAN_TAX * (lands - len(told))
        return self.realms[self.me] / max(1.0, world)

    def rank(self) -> int:
        return next((each.rank for each in self._standings() if each.race == c.EMPEROR), 99)

    def _standings(self) -> tuple[Standing, ...]:
        return self.s.standings[self.me] if self.s.standings else ()

    def choice(self) -> int:
        """Himself, while he is in the race; else the great King whose rule would cost him least."""
        mine = next((each.share for each in self._standings() if each.race == c.EMPEROR), 0)
        if mine >= RIVAL or len(self.realms) == 1:
            return self.me
        loss = c.ALIGNMENT[self.s.kingdoms[self.me].alignment].loss / 100
        others = [other for other in self.realms if other != self.me]
        return max(
            others, key=lambda other: (self.realms[other] * (1.2 - min(1, loss * self.steps(other))), -other)
        )
