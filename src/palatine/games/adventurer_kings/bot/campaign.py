"""Where the captain's armies go: the best chain of conquests within their movement and the year's phases (6.2, 7.7)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.common.turn import PHASES

OLD: Final = 3
FAR: Final = 9


class Campaign(msgspec.Struct, frozen=True):
    """A year's march: what it should bring, the provinces in order, which of them are conquests."""

    value: float = 0.0
    way: tuple[int, ...] = ()
    gains: tuple[int, ...] = ()


class War:
    """All campaigns of a year; what one general is sent to take no other is."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.claimed: set[int] = set()

    def plan(
        self, armies: list[int], place: int, phase: int, need: float | None = None, spent: int = 0
    ) -> Campaign:
        """The best campaign for armies that stand in a province, from a phase on, with so many points spent."""
        sure = self.chart.parameters.need if need is None else need
        return _Search(self, armies, sure, spent).run(place, phase) if armies else Campaign()

    def way(self, armies: list[int], place: int, goal: int, phase: int) -> tuple[int, ...]:
        """As far as armies get this year on the way to a province over open land."""
        return _Search(self, armies, self.chart.parameters.need).way(place, goal, phase)

    def claim(self, campaign: Campaign) -> None:
        self.claimed.update(campaign.gains)


def prospect(chart: Chart) -> Callable[[frozenset[int]], tuple[float, int]]:
    """What the generals' campaigns of this year should bring, and how many conquests, with more Kings to fight."""

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
    """One general's choice among all chains of moves."""

    def __init__(self, war: War, armies: list[int], need: float, spent: int = 0) -> None:
        self.need = need
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
        here = -self.chart.parameters.delay * self.near.get(place, FAR)
        found = self.best(place, self.points, phase, frozenset())
        return msgspec.structs.replace(found, value=found.value - here)

    def best(self, place: int, points: int, phase: int, taken: frozenset[int]) -> Campaign:
        """The best way on from a province, with so many points, in this phase; memorised."""
        key = place, points, phase, taken
        found = self._memo.get(key)
        if found is None:
            found = Campaign(-self.chart.parameters.delay * self.near.get(place, FAR))
            if points >= 1 and phase <= PHASES:
                for near in self.neighbours[place]:
                    further = self.step(place, near, points, phase, taken)
                    if further is not None and further.value > found.value:
                        found = further
            self._memo[key] = found
        return found

    def step(self, a: int, b: int, points: int, phase: int, taken: frozenset[int]) -> Campaign | None:
        """What comes of going on to a neighbour; None if it cannot, or should not, be entered."""
        if not self.can_go(a, b):
            return None
        if b in taken or self.chart.is_open(b):
            after = self.best(b, points - 1, phase + 1, taken)
            return msgspec.structs.replace(after, way=(b, *after.way))
        if not self.is_target(b):
            return None
        p = self.chance(b)
        after = self.best(b, points - self.cost(b), phase + 1, taken | {b})
        value = p * (self.worth(b) + self.chart.parameters.battered * after.value)
        return Campaign(value, (b, *after.way), (b, *after.gains))

    def can_go(self, a: int, b: int) -> bool:
        """Over land on foot; ships from, to and over the sea (6.2)."""
        if self.sails:
            return self.chart.is_sea(a) or self.chart.is_sea(b)
        return self.chart.can_march(a, b)

    def cost(self, place: int) -> int:
        """A point to enter, another to conquer; none at a sea that nobody defends (7.7)."""
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
        return found * self.chart.parameters.stale if told.seen < self.chart.s.turn - OLD else found

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
        """By province: how far it is from the nearest target, by ways the armies can go."""
        far = self.chart.s.atlas.distances(place)
        return self.flood([p for p in self.chart.known if 0 < far[p] <= FAR and self.is_target(p)])

    def flood(self, targets: list[int]) -> dict[int, int]:
        """By open province: how far it is to the nearest of some places."""
        found = dict.fromkeys(targets, 0)
        ahead = deque(targets)
        while ahead:
            here = ahead.popleft()
            for near in self.neighbours[here]:
                if near not in found and self.chart.is_open(near) and self.can_go(near, here):
                    found[near] = found[here] + 1
                    ahead.append(near)
        return found
