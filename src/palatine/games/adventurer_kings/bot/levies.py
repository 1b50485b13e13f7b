"""The captain's levies beyond the needs of a campaign: idle gold becomes troops (3.4)."""

from __future__ import annotations

from palatine.games.adventurer_kings.bot.budget import Purse, fits
from palatine.games.adventurer_kings.bot.defence import is_threatened
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.generals import Armies
from palatine.games.adventurer_kings.bot.sheet import Year
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import NO_LEADER
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.movement_points import points_left


class Levies:
    """A year's levies by those who have time, where they are and on a tour of the kingdom."""

    def __init__(self, chart: Chart, year: Year, purse: Purse, armies: Armies) -> None:
        self.chart, self.s, self.year, self.purse, self.armies = chart, chart.s, year, purse, armies

    def run(self) -> None:
        """Let everyone with armies, and a King, levy where the year's march ends."""
        self.bring_king_home()
        for n in sorted(self.year.people, key=lambda n: (-len(self.s.led_by(n)), n)):
            if self.s.led_by(n) or self.s.people[n].is_king:
                self.muster(n)

    def bring_king_home(self) -> None:
        """Let a King without armies abroad go to the nearest own land with people."""
        king = self.s.kingdoms[self.chart.me].king
        if king not in self.year.acts or self.s.led_by(king) or self.year.free(king) != 1:
            return
        here = self.year.end(king)
        far = self.s.atlas.distances(here)
        lands = [place for place in self.chart.own if self.s.lands[place].race >= 0]
        goal = min(lands, key=lambda place: (far[place], place), default=here)
        if here not in self.chart.own:
            self.year.go(king, self.chart.way(here, goal))

    def is_idle(self, n: int) -> bool:
        """Return whether a general has nothing to take or to guard while gold lies idle."""
        place = self.year.end(n)
        is_safe = place in self.chart.own and not is_threatened(self.chart, place)
        return self.purse.is_rich and not self.armies.postings[n].campaign.gains and is_safe

    def muster(self, n: int) -> bool:
        """Levy troops at the end of a person's way and return whether it did."""
        place, phase = self.year.end(n), self.year.free(n)
        if not self.purse.is_rich or not phase or self.year.place(n, phase) != place:
            return False
        kinds = self.kinds(n, place)
        return bool(kinds) and self.year.add_order(n, self.order(n, place, kinds)) and self.note(n, place, kinds)

    def kinds(self, n: int, place: int) -> list[int]:
        """Return the types that spare gold can levy in a province, the most useful first."""
        return self.purse.levies(place, self.leader(n, place), self.armies.wanted(place), self.purse.spare)

    def leader(self, n: int, place: int) -> int:
        """Return the leader of levies: the garrison commander if the person leads them badly."""
        is_fit = self.s.lands[place].race < 0 or fits(self.s, n, self.s.lands[place].race)
        return n if is_fit or place not in self.chart.own else NO_LEADER

    def order(self, n: int, place: int, kinds: list[int]) -> orders.Recruit:
        return orders.Recruit(tuple(tables.ARMY_CODES[kind] for kind in kinds), self.leader(n, place))

    def note(self, n: int, place: int, kinds: list[int]) -> bool:
        """Add levied armies to the planning state."""
        return bool(self.purse.levy(place, self.leader(n, place), kinds))

    def tour(self, n: int) -> bool:
        """Levy in further provinces while phases and gold last, and return whether it did."""
        is_raised = False
        points = min((points_left(self.chart.t, a) for a in self.s.led_by(n)), default=0)
        while self.year.free(n) and points > 0:
            here = self.year.end(n)
            goals = [
                place for place in self.s.atlas.neighbours[here]
                if place in self.chart.own and self.chart.can_march(here, place) and self.kinds(n, place)
            ]  # fmt: skip
            goal = max(goals, key=lambda place: (len(self.kinds(n, place)), -place), default=-1)
            if goal < 0 or self.year.left(n) < 2 or not self.purse.is_rich:
                break
            self.year.go(n, (goal,))
            points -= 1
            is_raised |= self.muster(n)
        return is_raised
