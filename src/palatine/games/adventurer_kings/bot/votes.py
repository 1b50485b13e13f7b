"""The captain and the imperial crown: calls of elections and votes (10.2, 10.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import UNKNOWN
from palatine.games.adventurer_kings.orders import kinds as orders

MEAN_TAX: Final = 2.9
"""Tax assumed for an unknown province."""
LATE: Final = 25
"""First turn of the late game, in which fewer and fewer votes are needed (10.4)."""
WEARY: Final = 29
"""First turn in which the greatest King gets the vote instead of the bot."""
RIVAL: Final = 60
"""Minimum percentage of the first King's lands for voting for oneself."""


class Ballot:
    """One King's part in an election."""

    def __init__(self, chart: Chart) -> None:
        self.chart, self.s, self.me = chart, chart.s, chart.me
        self.realms = chart.realms()
        rows = self.s.standings[self.me] if self.s.standings else ()
        self.standing = {row.race: row for row in rows}

    def lines(self) -> Iterator[orders.Line]:
        if self.s.is_voting:
            yield orders.Vote(self.choice() + 1)
        elif self.calls():
            yield orders.CallElection()

    def calls(self) -> bool:
        """Return whether to call an election: in the lead and near the needed share.

        Also with a win by offices, and in the late game always.
        """
        if self.s.turn >= LATE:
            return True
        is_near = self.share() >= self.chart.parameters.nearly * titles.share_to_win(self.s.turn) / 100
        return (self.leads and is_near) or self.offices() >= self.chart.parameters.content

    @property
    def leads(self) -> bool:
        return titles.EMPEROR in self.standing and self.standing[titles.EMPEROR].rank == 1

    def share(self) -> float:
        """Return the bot's share of the world's tax base, as far as it can be estimated."""
        s, chart = self.s, self.chart
        lands = s.atlas.size - len(s.atlas.ice)
        told = [place for place in chart.known if chart.known[place].terrain != UNKNOWN]
        world = sum(map(chart.tax, told)) + MEAN_TAX * (lands - len(told))
        return self.realms[self.me] / max(1.0, world)

    def offices(self) -> float:
        """Return the prize share of offices led by its people, without the crown."""
        first = [row.race for row in self.standing.values() if row.rank == 1 and row.race != titles.EMPEROR]
        return float(sum(titles.OFFICE_SHARE[office] for office in first))

    def keeps(self, other: int) -> float:
        """Return the share left under another Emperor (10.2)."""
        loss = tables.ALIGNMENT[self.s.kingdoms[self.me].alignment].loss
        return max(0.0, 1 - self.chart.steps(other) * loss / 100)

    def choice(self) -> int:
        """Return the seat to vote for.

        It is the bot's while in the race, then one under whom the King wins by offices, finally the greatest King
        whose rule costs least.
        """
        others = [other for other in self.realms if other != self.me]
        if self.leads or not others:
            return self.me
        great = max(others, key=lambda other: (self.claim(other), -other))
        if self.offices() * self.keeps(great) >= self.chart.parameters.content:
            return great
        mine = self.standing[titles.EMPEROR].share if titles.EMPEROR in self.standing else 0
        return self.me if mine >= RIVAL and self.s.turn < WEARY else great

    def claim(self, other: int) -> float:
        """Return another King's claim to the crown: the realm, weighted by time, and its cost."""
        return float(self.realms[other] ** (1 + max(0, self.s.turn - LATE) / 4)) * (0.2 + self.keeps(other))
