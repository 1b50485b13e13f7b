"""Practice of idle people: blessing, learning from each other, inventing."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.objectives import Aims
from palatine.games.adventurer_kings.components import tables, titles
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


class Study:
    """A year's practice in one kingdom."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.aims = Aims(chart)
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
                scholar = FIRST if n == self.aims.champions[titles.CHANCELLOR] else 1.0
                found += INVENTION * scholar * self.chart.t.skill(n, tables.SAGE)
        return found

    def rise(self, n: int, ability: int) -> float:
        """Return the chance of a rise, half for each level beyond aptitude (3.13)."""
        if is_closed(self.chart.t, n, ability) or self.levels[n][ability] >= tables.TOP:
            return 0.0
        return float(0.5 ** max(0, self.levels[n][ability] + 1 - self.chart.s.people[n].aptitudes[ability]))

    def worth(self, n: int, ability: int) -> float:
        found = WORTH.get(ability, LITTLE)
        return (found / 2 if self.levels[n][ability] >= ENOUGH else found) + self.aims.merit(n, ability)

    def learn(self, group: list[int], ability: int) -> None:
        """Record the levels expected at the end of the phase."""
        best = max(self.levels[n][ability] for n in group)
        for n in group:
            if self.levels[n][ability] < best and self.rise(n, ability) >= 0.5:
                self.levels[n][ability] += 1
