"""What the captain can afford: never more troops than the year's taxes, and some hope, will pay (9)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NO_LEADER, Army
from palatine.games.adventurer_kings.rules.realm.finance import payroll, tax_base
from palatine.games.adventurer_kings.rules.realm.recruiting import LEVY_FEE
from palatine.games.adventurer_kings.state import State

LAST_YEARS: Final = 23
RICH: Final = 50
"""From this turn on, with such a percentage of the richest treasury, he hoards."""


class Purse:
    """The treasury this year, while orders are being written."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        s = self.s = chart.s
        self.me = chart.me
        self.gold = s.kingdoms[self.me].gold
        self.income = tax_base(s, self.me)
        self.upkeep = float(payroll(s, self.me))
        self.hope = 0.0
        self.levied: dict[int, list[int]] = {}

    def expect(self, gain: float) -> None:
        """A campaign should bring so much in taxes."""
        self.hope += self.chart.parameters.hope * gain

    @property
    def spare(self) -> float:
        """Pay for new troops that can be met, at once and at the end of the year, and in the years to come: of those a
        King without land has none to save for."""
        coming = self.income + self.hope
        now = (self.gold + coming - self.upkeep - self.chart.parameters.reserve) / 2
        if self.chart.is_landless:
            return min(float(self.gold), now)
        lasting = coming - self.upkeep + (0 if self.hoards() else self.gold / self.chart.parameters.savings)
        return min(float(self.gold), now, lasting)

    def hoards(self) -> bool:
        """Whether he keeps what he has saved: near the end, when he may be the Treasurer (10.1)."""
        rows = self.s.standings[self.me] if self.s.standings else ()
        rich = any(row.race == titles.TREASURER and row.share >= RICH for row in rows)
        return rich and self.s.turn >= LAST_YEARS

    def bears(self, gain: float) -> bool:
        """Whether all can be paid this year, and about paid in the next, if a campaign brings so much."""
        coming = self.income + self.hope + self.chart.parameters.hope * gain
        left = self.gold + coming - self.upkeep
        return left >= 0 and coming + left / 3 >= self.upkeep

    @property
    def shortfall(self) -> float:
        """What will be missing when everybody is to be paid."""
        return self.upkeep - self.gold - self.income - self.hope / 2

    def spend(self, pay: int) -> None:
        """Somebody is taken into service: paid now, and at the end of the year."""
        self.gold -= pay
        self.upkeep += pay

    # Levies (3.4)

    def levies(self, place: int, leader: int, wanted: list[int], budget: float) -> list[int]:
        """The types to levy in a province for a leader, the most useful first, as far as slots and the budget go."""
        s = self.s
        land = s.lands[place]
        is_ours = place in self.chart.own or place in self.chart.musters()
        if not is_ours or land.race < 0 or not fits(s, leader, land.race):
            return []
        each = 2 if s.kingdoms[self.me].home == place else 1
        found: list[int] = []
        left = min(budget, self.gold)
        for kind in [kind for kind in wanted if kind in land.types for _ in range(each)]:
            done = self.levied.get(place, [])
            price = s.pay_of(kind) + self.fee(place)
            if (done + found).count(kind) < each and price <= left:
                found.append(kind)
                left -= price
        return found

    def fee(self, place: int) -> int:
        """What an ally has for each army levied of his people (3.4)."""
        return 0 if place in self.chart.own else LEVY_FEE

    def levy(self, place: int, leader: int, kinds: list[int]) -> list[int]:
        """Carry a levy out on the drawing board; the numbers of the new armies there."""
        s = self.s
        self.levied.setdefault(place, []).extend(kinds)
        quality = tables.AVERAGE if s.kingdoms[self.me].home == place else tables.GREEN
        made = []
        self.gold -= self.fee(place) * len(kinds)
        for kind in kinds:
            self.spend(s.pay_of(kind))
            made.append(
                s.new_army(Army(kind, s.lands[place].race, quality, place, self.me, leader, recruited=s.turn))
            )
        return made

    def unlevy(self, place: int, made: list[int]) -> None:
        """Take a levy back."""
        self.gold += self.fee(place) * len(made)
        for a in made:
            army = self.s.armies.pop(a)
            self.levied[place].remove(army.type)
            self.spend(-self.s.pay_of(army.type))


def fits(s: State, leader: int, race: int) -> bool:
    """Whether a leader loses nothing by leading a race (4.3.2)."""
    person = s.people[leader]
    return leader == NO_LEADER or person.race == race or person.levels[tables.DRUID] >= tables.DRUID_TO_LEAD[race]
