"""The captain's budget: troops that the year's taxes and likely conquests can pay (9)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NO_LEADER, Army, RaceStanding
from palatine.games.adventurer_kings.rules.realm.finance import payroll, tax_base
from palatine.games.adventurer_kings.rules.realm.recruiting import LEVY_FEE
from palatine.games.adventurer_kings.state import State

HOARDS_FROM: Final = 23
NEARLY_RICHEST: Final = 85
"""First turn, and minimum percentage of the richest treasury, for hoarding gold."""


class Purse:
    """The treasury while orders are being written."""

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
        """Add the taxes expected from a campaign."""
        self.hope += self.chart.parameters.hope * gain

    @property
    def spare(self) -> float:
        """Gold for the pay of new troops, now and at the end of the year and in later years.

        A King without land does not save for later years.
        """
        coming = self.income + self.hope
        now = (self.gold + coming - self.upkeep - self.chart.parameters.reserve) / 2
        if self.chart.closes_within(0):
            return 0.0 if self.hoards() else float(self.gold)
        if self.chart.is_landless:
            return min(float(self.gold), now)
        lasting = coming - self.upkeep + (0 if self.hoards() else self.gold / self.chart.parameters.savings)
        return min(float(self.gold), now, lasting)

    @property
    def plenty(self) -> float:
        """The gold to spare in years of taxes."""
        return self.spare / max(10, self.income)

    @property
    def is_rich(self) -> bool:
        """True if a year's taxes lie idle and new troops are of use in a later year."""
        return self.plenty >= 1 and not self.chart.closes_within(0)

    def hoards(self) -> bool:
        """Return whether to keep savings: near the end, if the King can become Treasurer (10.1).

        In the last year gold also decides ties for an office.
        """
        row = self.chart.standing.get(titles.TREASURER)
        is_rich = row is not None and row.share >= NEARLY_RICHEST
        if is_rich and (self.s.turn >= HOARDS_FROM or self.chart.closes_within(2)):
            return True
        return self.chart.closes_within(0) and any(map(is_tied, self.chart.standing.values()))

    def bears(self, gain: float) -> bool:
        """Return whether a campaign's gain lets all be paid this year, and nearly all next year."""
        if self.chart.closes_within(0):
            return True
        coming = self.income + self.hope + self.chart.parameters.hope * gain
        left = self.gold + coming - self.upkeep
        return left >= 0 and coming + left / 3 >= self.upkeep

    @property
    def shortfall(self) -> float:
        """Gold missing at the end of the year to pay everyone."""
        return self.upkeep - self.gold - self.income - self.hope / 2

    def spend(self, pay: int) -> None:
        """Spend the pay of a new army or Hero, now and at the end of the year."""
        self.gold -= pay
        self.upkeep += pay

    # Levies (3.4)

    def levies(self, place: int, leader: int, wanted: list[int], budget: float) -> list[int]:
        """Return the types to levy in a province for a leader, the most useful first.

        They are limited by slots and budget.
        """
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
        """Return the fee of an ally for each army levied from its people (3.4)."""
        return 0 if place in self.chart.own else LEVY_FEE

    def levy(self, place: int, leader: int, kinds: list[int]) -> list[int]:
        """Add levied armies to the planning state and return their numbers."""
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
        """Undo a levy."""
        self.gold += self.fee(place) * len(made)
        for a in made:
            army = self.s.armies.pop(a)
            self.levied[place].remove(army.type)
            self.spend(-self.s.pay_of(army.type))


def is_tied(row: RaceStanding) -> bool:
    """Return whether a candidate has as many points as the first, who has more gold (10.1)."""
    return row.race not in (titles.EMPEROR, titles.TREASURER) and row.rank > 1 and row.share >= 100


def fits(s: State, leader: int, race: int) -> bool:
    """Return whether a leader can lead a race without loss (4.3.2)."""
    if leader == NO_LEADER:
        return True
    person = s.people[leader]
    return person.race == race or person.levels[tables.DRUID] >= tables.DRUID_TO_LEAD[race]
