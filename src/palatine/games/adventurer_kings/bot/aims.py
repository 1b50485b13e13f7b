"""The captain and the crown: distances, the aim of the year, calls, votes (10.2, 10.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.parameters import (
    ASSAULT,
    CONQUEST,
    DENIAL,
    GROWTH,
    LEVIES,
    MERIT,
    USUAL_AIM,
    CaptainParameters,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import UNKNOWN
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.realm.elections import missing_to_crown, votes_for_points
from palatine.games.adventurer_kings.rules.realm.offices import artifacts, title_points

MEAN_TAX: Final = 2.9
"""Tax assumed for an unknown province."""
NEAR_THE_CROWN: Final = 0.6
"""Share of the tax base needed for the crown from which the bot opposes a King."""
MUCH_LARGER: Final = 1.3
"""Ratio of a rival's realm to the bot's from which the bot opposes the rival."""
YEARS_OF_NOTICE: Final = 1
"""Years before the last in which a war for it is declared."""
SHORT_REIGN: Final = 6
"""Years of a reign in which war with neighbours pays from the start."""
FULL_CHEST: Final = 1.5
"""Years of taxes in the chest from which all gold is spent on troops."""
LEAST_TAXES: Final = 10
LANDS_TO_LEVY: Final = 3
"""Number of own lands with people from which gold is spent on troops."""
CALLS_FROM: Final = 25
"""First turn in which an election is called in any case, as fewer votes are needed (10.4)."""
YIELDS_FROM: Final = 29
"""First turn in which the greatest King gets the vote instead of the bot."""
STAYS_IN_RACE: Final = 60
"""Minimum percentage of the first King's lands for voting for oneself."""
WAR: Final[Mapping[str, float]] = {
    "need": 0.6, "daring": 0.5, "room": 3.0, "capital": 25.0, "busy": 99, "spoils": 0.0, "tired": 0.0,
}  # fmt: skip
"""Parameters for war with neighbours, which does not pay in reigns of nine years or more."""
CHANGES: Final[Mapping[str, Mapping[str, float]]] = {
    CONQUEST: {**WAR, "glory": 0.3},
    ASSAULT: WAR,
    LEVIES: {
        "reserve": 0, "savings": 1, "troops": 2.0, "band": 1.5, "gang": 2.0, "levy": 3.0, "credit": 0.5, "hope": 1.0,
    },
    MERIT: {"find": 8.0, "idle": 0.8, "glory": 1.0},
}  # fmt: skip
"""Parameters that an aim replaces."""
LAST_ASSAULT: Final[Mapping[str, float]] = {
    "need": 0.2, "daring": 0.2, "delay": 0.0, "credit": 0.5, "battered": 0.8, "room": 0.0, "capital": 0.0,
}  # fmt: skip
"""The same in the last year of the reign, when armies are of no use afterwards."""


class Outlook:
    """Distances to the crown, the bot's own and the greatest known rival's."""

    def __init__(self, chart: Chart) -> None:
        self.chart, self.s = chart, chart.s
        self.realms = chart.realms()
        self.me = chart.me
        told = [place for place in chart.known if chart.known[place].terrain != UNKNOWN]
        lands = self.s.atlas.size - len(self.s.atlas.ice)
        self.world = max(1.0, sum(map(chart.tax, told)) + MEAN_TAX * (lands - len(told)))
        """The world's tax base, as far as it can be estimated."""
        others = [seat for seat in self.realms if seat != self.me]
        self.rival = max(others, key=lambda seat: (self.realms[seat], -seat), default=-1)
        """The seat of the greatest known King besides the bot; -1 for none."""
        self.votes = {**self.realms, self.me: self.realms[self.me] + votes_for_points(self.s, self.me)}
        """By seat: votes in an election; of others only those for their lands are known (10.2, 12.1)."""

    def share(self, seat: int) -> float:
        """Return a King's share of the world's tax base."""
        return self.realms.get(seat, 0.0) / self.world

    def missing(self, seat: int) -> float:
        """Return the percentage of the world's tax base that a King lacks for the crown."""
        return missing_to_crown(self.s.turn, self.votes.get(seat, 0.0), self.world)

    def must_stop_rival(self) -> bool:
        """Return whether the rival is closer to the crown than the bot, and near it."""
        if self.rival < 0:
            return False
        is_near = self.missing(self.rival) <= (1 - NEAR_THE_CROWN) * titles.share_to_win(self.s.turn)
        return is_near and self.votes[self.rival] >= MUCH_LARGER * self.votes[self.me]

    def aim(self) -> str:
        """Return the aim that the position asks for."""
        if self.chart.closes_within(YEARS_OF_NOTICE):
            return ASSAULT
        if self.must_stop_rival():
            return DENIAL
        if 0 < self.chart.last_year <= SHORT_REIGN:
            return CONQUEST
        return LEVIES if self.can_levy() else GROWTH

    def can_levy(self) -> bool:
        """Return whether years of taxes lie in the chest and several lands have people (3.4)."""
        gold = self.s.kingdoms[self.me].gold
        lands = [place for place in self.chart.own if self.s.lands[place].race >= 0]
        return gold >= FULL_CHEST * max(LEAST_TAXES, self.realms[self.me]) and len(lands) >= LANDS_TO_LEVY


def parameters_for(parameters: CaptainParameters, outlook: Outlook) -> CaptainParameters:
    """Return the parameters for the aim of this year."""
    aim = outlook.aim() if parameters.aim == USUAL_AIM else parameters.aim
    last = LAST_ASSAULT if outlook.chart.closes_within(0) else {}
    return msgspec.structs.replace(parameters, aim=aim, **{**CHANGES.get(aim, {}), **last})


class Ballot:
    """One King's part in an election."""

    def __init__(self, chart: Chart, outlook: Outlook) -> None:
        self.chart, self.s, self.me = chart, chart.s, chart.me
        self.outlook, self.realms = outlook, outlook.realms
        self.standing = chart.standing

    def lines(self) -> Iterator[orders.Line]:
        if self.s.is_voting:
            yield orders.Vote(self.choice() + 1)
        elif self.calls():
            yield orders.CallElection()

    def calls(self) -> bool:
        """Return whether to call an election: in the lead and near the needed share.

        Also with a win by offices, and in the late game, except while another King would be elected.
        """
        if self.s.turn >= (YIELDS_FROM if self.denies else CALLS_FROM):
            return True
        far = (1 - self.chart.parameters.nearly) * titles.share_to_win(self.s.turn)
        is_near = self.outlook.missing(self.me) <= far
        return (self.leads and is_near) or self.prize() >= self.chart.parameters.content

    @property
    def leads(self) -> bool:
        return titles.EMPEROR in self.standing and self.standing[titles.EMPEROR].rank == 1

    @property
    def denies(self) -> bool:
        """True if the bot keeps the crown from the greatest King."""
        return self.chart.parameters.aim == DENIAL

    def prize(self, kept: float = 1.0) -> float:
        """Return the prize share of its people without the crown, if a share of it is kept (10.1).

        It counts offices led, titles of the greater game, and artifacts, which are kept in full.
        """
        first = [row.race for row in self.standing.values() if row.rank == 1 and row.race != titles.EMPEROR]
        people = {n for n, _ in self.s.at_home(self.me)}
        found = sum(titles.OFFICE_SHARE[office] for office in first) + title_points(self.s, people)
        return kept * found + titles.ARTIFACT_SHARE * artifacts(self.s, self.me)

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
        if self.prize(self.keeps(great)) >= self.chart.parameters.content:
            return great
        mine = self.standing[titles.EMPEROR].share if titles.EMPEROR in self.standing else 0
        return self.me if (mine >= STAYS_IN_RACE or self.denies) and self.s.turn < YIELDS_FROM else great

    def claim(self, other: int) -> float:
        """Return another King's claim to the crown: the realm, weighted by time, and its cost."""
        return float(self.realms[other] ** (1 + max(0, self.s.turn - CALLS_FROM) / 4)) * (0.2 + self.keeps(other))
