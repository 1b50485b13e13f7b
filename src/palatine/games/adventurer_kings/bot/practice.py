"""Practice of idle people, for the offices that the captain seeks (3.13, 10.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.sheet import Year
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import RaceStanding
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.experience import is_closed

WORTH: Final = {
    tables.TACTICAL: 3.0,
    tables.FORCED_MARCH: 3.0,
    tables.NAVAL: 1.5,
    tables.WHITE_MAGIC: 2.6,
    tables.DRUID: 2.2,
    tables.SAGE: 2.4,
    tables.MELEE: 1.0,
    tables.ARCHERY: 1.0,
}
"""Value of a level by ability; Tactics and March win land, the others offices (10.1)."""
LITTLE: Final = 0.8
ENOUGH: Final = 3
"""Level from which further levels count half."""
INVENTION: Final = 0.12
"""Value of a phase of Sage practice per level: 5 % of a discovery (4.3.1)."""
FIRST: Final = 1.5
"""Factor for inventions by the candidate for High Chancellor (10.1)."""
PUPIL: Final = 1.0
EQUAL: Final = 0.1
ALONE: Final = 0.05
SKILLS: Final[Mapping[int, Mapping[int, int]]] = {
    titles.CHANCELLOR: {tables.SAGE: 1, tables.SPY: 1, tables.EXPLORER: 1},
    titles.ADMIRAL: {tables.NAVAL: 1},
    titles.PRIEST: {tables.WHITE_MAGIC: 2, tables.DRUID: 2},
    titles.ARCHMAGE: dict.fromkeys(tables.MAGICS, 1),
}
"""By office: the merit of a level in each ability."""
HELD, WANTED, FAR_OFF = 0.7, 1.0, 0.3
"""Weight of merit in an office held, one within reach, and any other."""
WITHIN_REACH: Final = 50
"""Percentage of the leader's points that puts an office within reach."""


class OfficeCandidates:
    """Candidates for the offices."""

    def __init__(self, chart: Chart) -> None:
        self.s = chart.s
        self.standing = chart.standing
        people = [n for n, person in self.s.at_home(chart.me) if not person.visitor]
        self.champions = {office: self.champion(office, people) for office in SKILLS}
        """Candidate by office, 0 for none."""

    def champion(self, office: int, people: list[int]) -> int:
        """Return the candidate: the best in the race, before it the most gifted."""
        row = self.standing.get(office)
        if row is not None and row.person in people:
            return row.person
        return max(people, key=lambda n: (self.gift(office, n), -n), default=0)

    def gift(self, office: int, n: int) -> int:
        person = self.s.people[n]
        return sum(2 * person.levels[ability] + person.aptitudes[ability] for ability in SKILLS[office])

    def weight(self, office: int) -> float:
        """Return the value of a point of merit, highest in a race that can still be won."""
        return office_weight(self.standing.get(office))

    def merit(self, n: int, ability: int) -> float:
        """Return the value of one more level of an ability for a person's offices."""
        return sum(
            self.weight(office) * SKILLS[office].get(ability, 0)
            for office, champion in self.champions.items()
            if champion == n
        )


def office_weight(row: RaceStanding | None) -> float:
    """Return the value of a point of merit by the standing in the race for an office."""
    if row is None:
        return FAR_OFF
    if row.rank == 1:
        return HELD
    return WANTED if row.share >= WITHIN_REACH else FAR_OFF


def hand_over_wands(chart: Chart, year: Year) -> None:
    """Let idle people give items that cast spells to a candidate for Arch-Mage (10.1)."""
    row = chart.standing.get(titles.ARCHMAGE)
    if row is None or row.person not in year.people or office_weight(row) == FAR_OFF:
        return
    for n in year.people:
        wands = [i for i in chart.s.items_of(n) if tables.ITEMS[chart.s.items[i].kind].spell >= 0]
        while wands and n != row.person and not chart.s.people[n].visitor:
            phase = year.free(n)
            if not phase or year.place(n, phase) != year.place(row.person, phase):
                break
            year.add_order(n, orders.Give(row.person, wands.pop(0)), phase)


class Study:
    """A year's practice in one kingdom."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.candidates = OfficeCandidates(chart)
        self.levels = {n: list(person.levels) for n, person in chart.s.at_home(chart.me)}

    def lesson(self, group: list[int]) -> str:
        """Return what idle people in one place should practise in a phase."""
        code = max(range(len(tables.ABILITIES)), key=lambda ability: (self.gain(group, ability), -ability))
        self.learn(group, code)
        return tables.ABILITIES[code]

    def gain(self, group: list[int], ability: int) -> float:
        """Return the expected gain of a phase of practice: levels, inventions, trained troops.

        See 3.13, 4.3.1, 6.1.
        """
        best = max(self.levels[n][ability] for n in group)
        found = 0.0
        for n in group:
            level = self.levels[n][ability]
            alike = sum(1 for other in group if self.levels[other][ability] == level) > 1
            chance = PUPIL if level < best else EQUAL if alike else ALONE
            found += chance * self.rise(n, ability) * self.worth(n, ability)
            if ability == tables.SAGE:
                scholar = FIRST if n == self.candidates.champions[titles.CHANCELLOR] else 1.0
                found += INVENTION * scholar * self.chart.t.skill(n, tables.SAGE)
        return found

    def rise(self, n: int, ability: int) -> float:
        """Return the chance of a rise, half for each level beyond aptitude (3.13)."""
        if is_closed(self.chart.t, n, ability) or self.levels[n][ability] >= tables.TOP:
            return 0.0
        return float(0.5 ** max(0, self.levels[n][ability] + 1 - self.chart.s.people[n].aptitudes[ability]))

    def worth(self, n: int, ability: int) -> float:
        found = WORTH.get(ability, LITTLE)
        return (found / 2 if self.levels[n][ability] >= ENOUGH else found) + self.candidates.merit(n, ability)

    def learn(self, group: list[int], ability: int) -> None:
        """Record the levels expected at the end of the phase."""
        best = max(self.levels[n][ability] for n in group)
        for n in group:
            if self.levels[n][ability] < best and self.rise(n, ability) >= 0.5:
                self.levels[n][ability] += 1
