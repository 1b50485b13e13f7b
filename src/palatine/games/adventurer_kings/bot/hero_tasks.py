"""Tasks of people without armies: exploration, features, hiring, levies (3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.games.adventurer_kings.bot.budget import Purse
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.levies import Levies
from palatine.games.adventurer_kings.bot.magic import Magic
from palatine.games.adventurer_kings.bot.quests import HeroTask, Quests
from palatine.games.adventurer_kings.bot.sheet import Year
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.hiring import MOST_OFFER

REACH: Final = 3
"""Maximum distance of a task."""
DENSITY: Final = (0.6, 0.3, 0.0)
"""Expected features in a land province, by the number already known."""
AT_SEA: Final = 0.1
MISHAP: Final = 0.12
"""Chance to die in a random encounter."""
LEAST_OFFER: Final = 2
"""Minimum offer that most Heroes accept."""
HIRED: Final = 0.5
"""Approximate chance that an offer is accepted."""


class HeroTasks:
    """Assignment of tasks to people without armies."""

    def __init__(self, chart: Chart, year: Year, purse: Purse, magic: Magic, levies: Levies) -> None:
        self.chart, self.s, self.year, self.purse, self.magic = chart, chart.s, year, purse, magic
        self.recruiting = levies
        self.done: set[int] = set()
        """Features already assigned to a person."""
        self.asked: set[int] = set()
        """Heroes to whom an offer is already planned."""
        self.explored: dict[int, int] = {place: told.explored for place, told in chart.known.items()}
        self.quests = Quests(chart, self.explored)

    def run(self) -> None:
        """Assign tasks to all except generals and a King with land, the best explorers first."""
        s = self.s
        stays = not self.chart.is_landless
        free = [n for n in self.year.people if not (s.people[n].is_king and stays) and not s.led_by(n)]
        for n in sorted(free, key=lambda n: (-self.chart.t.skill(n, tables.EXPLORER), n)):
            while self.year.free(n) and not s.led_by(n) and self.step(n):
                pass
            if s.led_by(n):
                self.recruiting.tour(n)

    def step(self, n: int) -> bool:
        """Assign the most valuable task for its time and return whether there was one."""
        if self.year.is_bound(n):
            return False
        here = self.year.place(n, self.year.free(n))
        far = self.s.atlas.distances(here)
        best = max(
            self.tasks(n, here, self.year.left(n)),
            key=lambda each: (self.rate(n, each, far[each.place]), -each.place), default=None,
        )  # fmt: skip
        if best is None or self.rate(n, best, far[best.place]) < self.chart.parameters.idle:
            return False
        self.year.go(n, self.chart.way(here, best.place))
        self.year.add_order(n, best.action)
        self.note(n, best)
        return True

    def note(self, n: int, task: HeroTask) -> None:
        if isinstance(task.action, orders.Search):
            self.done.add(task.action.feature)
        elif isinstance(task.action, orders.Recruit):
            self.recruiting.note(n, task.place, [tables.ARMY_CODES.index(code) for code in task.action.types])
        elif isinstance(task.action, orders.Hire):
            self.asked.add(task.action.hero)
            self.purse.spend(task.action.offer)
        elif isinstance(task.action, orders.CastSpell):
            self.cast(n, task.action)
        else:
            self.explored[task.place] = min(100, self.explored.get(task.place, 0) + self.share(n, task.place))

    def cast(self, n: int, action: orders.CastSpell) -> None:
        spell = tables.SPELL_BY_CODE[action.spell]
        if spell == tables.CHARM:
            self.asked.add(action.target)
            self.magic.plan_charm(n)
        else:
            self.magic.plan_blow(n, spell, self.s.atlas.place(action.target))

    def rate(self, n: int, task: HeroTask, far: int) -> float:
        """Return the value of a task per phase, less the danger on the way (1.6)."""
        return task.worth / (far + 1) - self.danger(n, task.place)

    def danger(self, n: int, place: int) -> float:
        terrain = self.s.terrain(place) if place in self.chart.own else self.chart.known[place].terrain
        percent = tables.TERRAIN[terrain].encounter / (2 if self.chart.is_open(place) else 1)
        return percent / 100 * MISHAP * self.quests.life(n)

    # What there is to do

    def tasks(self, n: int, here: int, left: int) -> Iterator[HeroTask]:
        reach = min(REACH, left - 1)
        near = [p for p in self.s.atlas.within(here, reach) if self.chart.of(p) is not None]
        yield from (HeroTask(self.worth_exploring(n, p), p, orders.Explore()) for p in near)
        yield from self.levies(n, near)
        yield from self.offers(n, near)
        yield from self.raids(n, here, near)
        places = set(near)
        for number, told in self.s.lore[self.chart.me].items():
            if told.place in places and number not in self.done and not told.is_rumour:
                yield from self.quests.searches(n, number, told)

    def levies(self, n: int, near: list[int]) -> Iterator[HeroTask]:
        """Yield levies for the Hero's own band if there is gold to spare.

        They are raised at home, or by a King without land in an ally's land.
        """
        least = 0.0 if self.chart.is_landless else self.chart.parameters.gang
        is_rich = self.purse.is_rich and not self.chart.is_landless
        places = sorted(self.chart.own) if is_rich else self.chart.musters()
        for place in places:
            if place in near and self.purse.spare >= least:
                kinds = self.recruiting.kinds(n, place)
                if len(kinds) > (not self.chart.is_landless and not self.purse.is_rich):
                    worth = self.chart.parameters.levy * len(kinds) * (1 + self.purse.plenty)
                    yield HeroTask(worth, place, self.recruiting.order(n, place, kinds))

    def offers(self, n: int, near: list[int]) -> Iterator[HeroTask]:
        """Yield offers to free Heroes who arrived in its land last year (2.2).

        They do not stay longer. A Hero is charmed if that is as likely as hiring.
        """
        if self.chart.room_for_heroes() <= len(self.asked):
            return
        offer = min(MOST_OFFER, int(self.purse.spare))
        for other, place in self.chart.masterless():
            if place not in near or place not in self.chart.own or other in self.asked:
                continue
            if offer >= LEAST_OFFER:
                yield HeroTask(self.chart.parameters.hero, place, orders.Hire(other, offer))
            charm = self.magic.charm(n, other)
            if charm is not None:
                chance = self.magic.chance(n, tables.CHARM) / HIRED
                yield HeroTask(self.chart.parameters.hero * chance, place, charm)

    def raids(self, n: int, here: int, near: list[int]) -> Iterator[HeroTask]:
        """Yield spells against enemies that can be cast where a person can be."""
        far = self.s.atlas.distances(here)
        for place in self.magic.harmful_spells.stands.intersection(near):
            blow = self.magic.strike(n, place, self.year.free(n) + far[place])
            if blow is not None:
                yield HeroTask(blow.worth, place, self.magic.order(blow))

    def share(self, n: int, place: int) -> int:
        """Return the hundredths of a province that a person explores per action (3.2)."""
        basic = tables.TERRAIN[self.chart.known[place].terrain].explore
        return basic * (1 + self.chart.t.skill(n, tables.EXPLORER))

    def worth_exploring(self, n: int, place: int) -> float:
        """Return the value of exploring: features, and knowledge of a future battlefield."""
        known = sum(told.place == place and not told.is_rumour for told in self.s.lore[self.chart.me].values())
        part = min(self.share(n, place), 100 - self.explored.get(place, 0)) / 100
        density = AT_SEA if self.chart.is_sea(place) else DENSITY[min(known, 2)]
        found = part * density * self.chart.parameters.find
        if not self.chart.is_sea(place) and self.chart.is_prey(place) and self.chart.touches(place):
            found += part * self.chart.parameters.ground
        return found
