"""Harmful spells on enemies: earthquakes, tornadoes, plagues, floods (4.2.4, 4.2.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.sheet import Year
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, Army
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.magic.action_spells import can_be_flooded, tornado_risk
from palatine.games.adventurer_kings.rules.magic.necromancy import plague_risk
from palatine.games.adventurer_kings.sheet_help.likely_defenders import FACES

SPELLS: Final = (tables.EARTHQUAKE, tables.TORNADO, tables.PLAGUE, tables.FLOOD)
REPLACED: Final = 2
"""Cost of a lost army in multiples of its pay: paid this year, and hired again (3.4, 9.2)."""
INVASION: Final = 0.3
"""Chance that an enemy general would march into the best neighbouring land."""
NEWS: Final = 1
"""Years for which knowledge of an enemy's land is considered current."""


class Blow(msgspec.Struct, frozen=True):
    """A spell on a province and its expected cost in gold to the enemy."""

    worth: float
    spell: int
    place: int


class HarmfulSpells:
    """Expected losses of enemies by spells that do not harm its own armies."""

    def __init__(self, chart: Chart, year: Year) -> None:
        self.chart, self.s, self.t = chart, chart.s, chart.t
        self.year = year
        self.done: set[tuple[int, int]] = set()
        """Planned spells with their targets."""
        self.targets = {place for place in chart.known if self.is_target(place)}
        self.stands = {near for place in self.targets for near in (place, *self.s.atlas.neighbours[place])}
        """Places from which targets can be reached."""
        mine = {army.place for army in self.s.armies.values() if army.owner == chart.me}
        marched = {place for n in year.people if self.s.led_by(n) for place in year.places[n]}
        self.ours = mine | marched
        """Places where its own armies are or will be."""
        self.worths: dict[int, Callable[[int, int, int], float]] = {
            tables.EARTHQUAKE: self.earthquake, tables.TORNADO: self.tornado, tables.PLAGUE: self.plague,
            tables.FLOOD: self.flood,
        }  # fmt: skip

    def is_target(self, place: int) -> bool:
        """Return whether a province is an enemy King's, by recent news."""
        owner = self.chart.owner(place)
        is_enemy = owner >= 0 and self.s.relation(self.chart.me, owner) == ENEMY
        return is_enemy and not self.chart.is_sea(place) and self.chart.known[place].seen >= self.s.turn - NEWS

    def blows(self, n: int, spells: Sequence[int], here: int, phase: int) -> Iterator[Blow]:
        """Yield what a person can do with some spells from a province in a phase, if they succeed."""
        for place in (here, *self.s.atlas.neighbours[here]) if here in self.stands else ():
            for spell in spells if place in self.targets else ():
                worth = 0.0 if (spell, place) in self.done else self.worths[spell](n, place, phase)
                if worth > 0:
                    yield Blow(worth, spell, place)

    def level(self, n: int, spell: int) -> int:
        return self.t.skill(n, tables.magic_of(spell, self.s.people[n].alignment))

    def earthquake(self, n: int, place: int, phase: int) -> float:
        return self.chart.tax(place)

    def tornado(self, n: int, place: int, phase: int) -> float:
        """Return the expected losses by scattering, without regard to the owner of the armies."""
        risk = tornado_risk(self.t, n, self.level(n, tables.TORNADO))
        return 0.0 if place in self.ours else self.losses(place, lambda army: risk)

    def plague(self, n: int, place: int, phase: int) -> float:
        """Return the expected losses by plague, cast in the last phase so that it cannot spread."""
        if phase < PHASES or place in self.ours:
            return 0.0
        level = self.level(n, tables.PLAGUE)
        return self.losses(place, lambda army: plague_risk(self.t, army, level))

    def losses(self, place: int, risk: Callable[[Army], float]) -> float:
        """Return the cost of replacing the armies lost at a given risk in percent."""
        lost = [
            weight * risk(army) * self.s.pay_of(army.type)
            for weight, force in self.chart.defenders(place) for army in force
        ]  # fmt: skip
        return REPLACED * sum(lost) / 100 / FACES

    def flood(self, n: int, place: int, phase: int) -> float:
        """Return the value of keeping an enemy general out of the best neighbouring land.

        Only in the first phase, before the march, and where none of its generals would be blocked.
        """
        if phase > 1 or place not in self.chart.sighted or place in self.ours or not can_be_flooded(self.t, place):
            return 0.0
        near = [self.chart.tax(p) for p in self.s.atlas.neighbours[place] if p in self.chart.own]
        return INVASION * (max(near) + self.chart.parameters.room) if near else 0.0
