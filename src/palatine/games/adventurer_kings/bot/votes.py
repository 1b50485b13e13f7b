"""The captain and the imperial crown: when he calls an election, and whom he votes for (10.2, 10.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import UNKNOWN
from palatine.games.adventurer_kings.orders import kinds as orders

MEAN_TAX: Final = 2.9
"""Of a province of which nothing is known."""
LATE: Final = 25
"""From this turn on the world presses for an Emperor, and ever fewer votes are needed (10.4)."""
WEARY: Final = 29
"""From this turn on the greatest Kings have his vote before his own hopes: it must end some day."""
RIVAL: Final = 60
"""Who has this percentage of the first King's lands still votes for himself."""


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
        """When he leads and is near to what is needed, or wins by his offices; late, whenever."""
        if self.s.turn >= LATE:
            return True
        is_near = self.share() >= self.chart.parameters.nearly * titles.share_to_win(self.s.turn) / 100
        return (self.leads and is_near) or self.offices() >= self.chart.parameters.content

    @property
    def leads(self) -> bool:
        return titles.EMPEROR in self.standing and self.standing[titles.EMPEROR].rank == 1

    def share(self) -> float:
        """His part of the world's tax base, as far as he can reckon it."""
        s, chart = self.s, self.chart
        lands = s.atlas.size - len(s.atlas.ice)
        told = [place for place in chart.known if chart.known[place].terrain != UNKNOWN]
        world = sum(map(chart.tax, told)) + MEAN_TAX * (lands - len(told))
        return self.realms[self.me] / max(1.0, world)

    def offices(self) -> float:
        """The prize share of the offices in which his people are first, the crown aside."""
        first = [row.race for row in self.standing.values() if row.rank == 1 and row.race != titles.EMPEROR]
        return float(sum(titles.OFFICE_SHARE[office] for office in first))

    def keeps(self, other: int) -> float:
        """What would be left of his share under another Emperor (10.2)."""
        loss = tables.ALIGNMENT[self.s.kingdoms[self.me].alignment].loss
        return max(0.0, 1 - self.chart.steps(other) * loss / 100)

    def choice(self) -> int:
        """Himself, while he is in the race; who lets him win by his offices; in the end the greatest King whose rule
        costs him least."""
        others = [other for other in self.realms if other != self.me]
        if self.leads or not others:
            return self.me
        great = max(others, key=lambda other: (self.claim(other), -other))
        if self.offices() * self.keeps(great) >= self.chart.parameters.content:
            return great
        mine = self.standing[titles.EMPEROR].share if titles.EMPEROR in self.standing else 0
        return self.me if mine >= RIVAL and self.s.turn < WEARY else great

    def claim(self, other: int) -> float:
        """How fit another King is for the crown: his realm, ever more as time goes by, and what his rule would cost."""
        return float(self.realms[other] ** (1 + max(0, self.s.turn - LATE) / 4)) * (0.2 + self.keeps(other))
