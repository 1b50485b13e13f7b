"""The offices that the captain seeks and the character for each of them (10.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.components import tables, titles

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


class Aims:
    """Candidates for the offices."""

    def __init__(self, chart: Chart) -> None:
        self.s = chart.s
        rows = self.s.standings[chart.me] if self.s.standings else ()
        self.standing = {row.race: row for row in rows}
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
        row = self.standing.get(office)
        if row is None:
            return FAR_OFF
        if row.rank == 1:
            return HELD
        return WANTED if row.share >= WITHIN_REACH else FAR_OFF

    def merit(self, n: int, ability: int) -> float:
        """Return the value of one more level of an ability for a person's offices."""
        return sum(
            self.weight(office) * SKILLS[office].get(ability, 0)
            for office, champion in self.champions.items()
            if champion == n
        )
