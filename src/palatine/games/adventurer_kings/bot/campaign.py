"""Campaigns: the best chain of conquests within movement points and phases (6.2, 7.7)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.practice import office_weight
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.realm.offices import RICH_SEA
from palatine.games.adventurer_kings.sheet_help.likely_defenders import FACES

STALE_AFTER: Final = 3
"""Years after which news of a province is old."""
TOO_FAR: Final = 9
"""Distance assumed to targets that are farther or cannot be reached."""


class Campaign(msgspec.Struct, frozen=True):
    """A year's march: expected value, provinces in order, and which of them are conquests."""

    value: float = 0.0
    way: tuple[int, ...] = ()
    gains: tuple[int, ...] = ()


class War:
    """All campaigns of a year; a target of one general is closed to the others."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.claimed: set[int] = set()
        self.glory = {
            office: chart.parameters.glory * office_weight(chart.standing.get(office))
            for office in (titles.MARSHAL, titles.ADMIRAL)
        }
        """By office of commanders: value of a point of merit (10.1)."""

    def plan(
        self, armies: list[int], place: int, phase: int, need: float | None = None, spent: int = 0
    ) -> Campaign:
        """Return the best campaign of armies in a province from a phase on.

        `spent` is the number of movement points already used.
        """
        sure = self.chart.parameters.need if need is None else need
        return _Search(self, armies, sure, spent).run(place, phase) if armies else Campaign()

    def way(self, armies: list[int], place: int, goal: int, phase: int) -> tuple[int, ...]:
        """Return the way to a province over open land, as far as armies get this year."""
        return _Search(self, armies, self.chart.parameters.need).way(place, goal, phase)

    def claim(self, campaign: Campaign) -> None:
        self.claimed.update(campaign.gains)


def prospect(chart: Chart) -> Callable[[frozenset[int]], tuple[float, int]]:
    """Return a function that estimates this year's campaigns with further Kings as enemies.

    It returns the expected value and the number of conquests.
    """

    def reckon(foes: frozenset[int]) -> tuple[float, int]:
        chart.foes = foes
        war = War(chart)
        worth = 0.0
        for n in generals:
            campaign = war.plan(chart.s.led_by(n), chart.s.people[n].place, 1)
            war.claim(campaign)
            worth += campaign.value if campaign.gains else 0.0
        chart.foes = frozenset()
        return worth, len(war.claimed)

    led = {n: len(chart.s.led_by(n)) for n, _ in chart.s.at_home(chart.me)}
    generals = sorted((n for n in led if led[n]), key=lambda n: (-led[n], n))
    return reckon


class _Search:
    """Search over all chains of moves of one general."""

    def __init__(self, war: War, armies: list[int], need: float, spent: int = 0) -> None:
        self.need = need
        self.war = war
        self.chart, self.claimed = war.chart, war.claimed
        s, t = war.chart.s, war.chart.t
        self.troops = [s.armies[a] for a in armies]
        self.sails = all(army.type in tables.SEA_ARMIES for army in self.troops)
        self.points = min(points_left(t, a) for a in armies) - spent
        self.neighbours = s.atlas.neighbours
        self._chances: dict[int, float] = {}
        self._memo: dict[tuple[int, int, int, frozenset[int]], Campaign] = {}
        self.near: dict[int, int] = {}

    def run(self, place: int, phase: int) -> Campaign:
        self.near = self.spread(place)
        here = -self.chart.parameters.delay * self.near.get(place, TOO_FAR)
        found = self.best(place, self.points, phase, frozenset())
        return msgspec.structs.replace(found, value=found.value - here)

    def best(self, place: int, points: int, phase: int, taken: frozenset[int]) -> Campaign:
        """Return the best continuation from a province with the points left in a phase; memoized."""
        key = place, points, phase, taken
        found = self._memo.get(key)
        if found is None:
            found = Campaign(-self.chart.parameters.delay * self.near.get(place, TOO_FAR))
            if points >= 1 and phase <= PHASES:
                for near in self.neighbours[place]:
                    further = self.step(place, near, points, phase, taken)
                    if further is not None and further.value > found.value:
                        found = further
            self._memo[key] = found
        return found

    def step(self, a: int, b: int, points: int, phase: int, taken: frozenset[int]) -> Campaign | None:
        """Return the campaign that enters a neighbour next; None if it should not be entered."""
        if not self.can_go(a, b):
            return None
        if b in taken or self.chart.is_open(b):
            after = self.best(b, points - 1, phase + 1, taken)
            return msgspec.structs.replace(after, way=(b, *after.way))
        if not self.is_target(b):
            return None
        p = self.chance(b)
        after = self.best(b, points - self.cost(b), phase + 1, taken | {b})
        value = p * (self.worth(b) + self.chart.parameters.battered * after.value) + self.merit(b, p)
        return Campaign(value, (b, *after.way), (b, *after.gains))

    def can_go(self, a: int, b: int) -> bool:
        """Return whether armies can go from one province to another (6.2).

        Armies move over land, ships from, to and over sea.
        """
        if self.sails:
            return self.chart.is_sea(a) or self.chart.is_sea(b)
        return self.chart.can_march(a, b)

    def cost(self, place: int) -> int:
        """Return the points for a province: 1 to enter, 2 to conquer, 1 for an undefended sea (7.7)."""
        told = self.chart.known[place]
        return 1 if told.terrain == tables.SEA and told.race < 0 and told.owner < 0 else 2

    def is_target(self, place: int) -> bool:
        return self.chart.is_prey(place) and place not in self.claimed and self.chance(place) >= self.need

    def chance(self, place: int) -> float:
        found = self._chances.get(place)
        if found is None:
            found = self._chances[place] = self.chart.chance(place, self.troops)
        return found

    def worth(self, place: int) -> float:
        told = self.chart.known[place]
        room = self.chart.parameters.sea_room if told.terrain == tables.SEA else self.chart.parameters.room
        found = self.chart.tax(place) + room + (self.chart.parameters.capital if told.is_capital else 0.0)
        if told.terrain == tables.SEA and told.tax >= RICH_SEA:
            found += self.war.glory[titles.ADMIRAL]
        return found * self.chart.parameters.stale if told.seen < self.chart.s.turn - STALE_AFTER else found

    def merit(self, place: int, p: float) -> float:
        """Return the value of the commander's expected merit in a battle (10.1).

        Each enemy unit counts in a victory, each friendly unit in a defeat.
        """
        glory = self.war.glory[titles.ADMIRAL if self.chart.is_sea(place) else titles.MARSHAL]
        if not glory:
            return 0.0
        foes = sum([weight * len(force) for weight, force in self.chart.defenders(place)]) / FACES
        return glory * (p * foes - (1 - p) * len(self.troops))

    def way(self, place: int, goal: int, phase: int) -> tuple[int, ...]:
        far = self.flood([goal])
        found: list[int] = []
        here = place
        while here != goal and len(found) < min(self.points, PHASES + 1 - phase):
            ways = [p for p in self.neighbours[here] if p in far and self.can_go(here, p)]
            if here not in far or not ways:
                break
            here = min(ways, key=lambda p: (far[p], p))
            found.append(here)
        return tuple(found)

    def spread(self, place: int) -> dict[int, int]:
        """Return for each province the distance to the nearest target by ways open to the armies."""
        far = self.chart.s.atlas.distances(place)
        return self.flood([p for p in self.chart.known if 0 < far[p] <= TOO_FAR and self.is_target(p)])

    def flood(self, targets: list[int]) -> dict[int, int]:
        """Return for each open province the distance to the nearest of some places."""
        found = dict.fromkeys(targets, 0)
        ahead = deque(targets)
        while ahead:
            here = ahead.popleft()
            for near in self.neighbours[here]:
                if near not in found and self.chart.is_open(near) and self.can_go(near, here):
                    found[near] = found[here] + 1
                    ahead.append(near)
        return found
