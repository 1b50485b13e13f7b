"""The captain without land: mercenaries, and the way to an ally's land (3.4)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.bot.budget import Purse
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.sheet import Year
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders

KINDS: Final = (tables.HEAVY, tables.LEGION, tables.PHALANX, tables.LIGHT, tables.AXEMEN, tables.BOWMEN)
"""Likely types of mercenaries, the strongest first."""


class Exile:
    """A year of people whose King has no land."""

    def __init__(self, chart: Chart, year: Year, purse: Purse) -> None:
        self.chart, self.s, self.year, self.purse = chart, chart.s, year, purse
        self.hosts = [place for place in chart.known if chart.is_allied(place)]

    def run(self) -> None:
        """Let people without armies look for mercenaries and go to an ally's land for levies."""
        for n in self.year.people:
            if not self.s.led_by(n) and self.year.free(n) == 1:
                self.ask(n)
                self.travel(n)

    def ask(self, n: int) -> None:
        """Look for mercenaries, who serve anyone; asking costs nothing."""
        codes = tuple(tables.ARMY_CODES[kind] for kind in KINDS if self.s.pay_of(kind) <= self.purse.spare)
        if codes:
            self.year.add_order(n, orders.Recruit(codes, n))

    def travel(self, n: int) -> None:
        """Travel to an ally's nearest land; if its people are unknown, explore it."""
        here = self.year.end(n)
        if not self.hosts or here in self.chart.musters():
            return
        far = self.s.atlas.distances(here)
        goals = self.chart.musters() or self.hosts
        goal = min(goals, key=lambda place: (far[place] - len(self.chart.known[place].types), place))
        self.year.go(n, self.chart.way(here, goal))
        if self.year.end(n) == goal and goal not in self.chart.musters():
            self.year.add_order(n, orders.Spy())
