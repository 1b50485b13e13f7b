"""What the captain's magicians do to his enemies: earthquakes, tornadoes, plagues, floods (4.2.4, 4.2.5)."""

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

SPELLS: Final = (tables.EARTHQUAKE, tables.TORNADO, tables.PLAGUE, tables.FLOOD)
REPLACED: Final = 2
"""An army that is lost has been paid this year, and its like is to be hired anew (3.4, 9.2)."""
INVASION: Final = 0.3
"""The chance that an enemy's general would have marched into the best land next to him."""
NEWS: Final = 1
"""So many years old what is known of an enemy's land may be."""


class Blow(msgspec.Struct, frozen=True):
    """A spell on a province, and the gold that it should cost its King."""

    worth: float
    spell: int
    place: int


class Ruin:
    """What spells would cost his enemies, and never himself."""

    def __init__(self, chart: Chart, year: Year) -> None:
        self.chart, self.s, self.t = chart, chart.s, chart.t
        self.year = year
        self.done: set[tuple[int, int]] = set()
        """Spells that somebody casts already, and on what."""
        self.targets = {place for place in chart.known if self.is_target(place)}
        self.stands = {near for place in self.targets for near in (place, *self.s.atlas.neighbours[place])}
        """From where they can be reached."""
        mine = {army.place for army in self.s.armies.values() if army.owner == chart.me}
        marched = {place for n in year.people if self.s.led_by(n) for place in year.places[n]}
        self.ours = mine | marched
        """Where armies of his own stand, or will."""
        self.worths: dict[int, Callable[[int, int, int], float]] = {
            tables.EARTHQUAKE: self.earthquake, tables.TORNADO: self.tornado, tables.PLAGUE: self.plague,
            tables.FLOOD: self.flood,
        }  # fmt: skip

    def is_target(self, place: int) -> bool:
        """Whether a province is an enemy King's, by what was heard of it of late."""
        owner = self.chart.owner(place)
        is_enemy = owner >= 0 and self.s.relation(self.chart.me, owner) == ENEMY
        return is_enemy and not self.chart.is_sea(place) and self.chart.known[place].seen >= self.s.turn - NEWS

    def blows(self, n: int, spells: Sequence[int], here: int, phase: int) -> Iterator[Blow]:
        """What somebody could do from a province in a phase with some spells, if they succeed."""
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
        """Armies scattered, whosever they are."""
        risk = tornado_risk(self.t, n, self.level(n, tables.TORNADO))
        return 0.0 if place in self.ours else self.losses(place, lambda army: risk)

    def plague(self, n: int, place: int, phase: int) -> float:
        """Armies carried off; in the last phase, for then it spreads no further."""
        if phase < PHASES or place in self.ours:
            return 0.0
        level = self.level(n, tables.PLAGUE)
        return self.losses(place, lambda army: plague_risk(self.t, army, level))

    def losses(self, place: int, risk: Callable[[Army], float]) -> float:
        """What it costs to replace those who are lost of all who may be there, each by a risk in percent."""
        forces = self.chart.defenders(place)
        lost = [(weight, sum(risk(army) * self.s.pay_of(army.type) for army in force)) for weight, force in forces]
        return REPLACED * sum(weight * worth for weight, worth in lost) / 100 / sum(weight for weight, _ in forces)

    def flood(self, n: int, place: int, phase: int) -> float:
        """An enemy's general kept from the best land next to him; in the first phase, before he marches, and where
        nobody of his own would be kept out."""
        if phase > 1 or place not in self.chart.generals or place in self.ours or not can_be_flooded(self.t, place):
            return 0.0
        near = [self.chart.tax(p) for p in self.s.atlas.neighbours[place] if p in self.chart.own]
        return INVASION * (max(near) + self.chart.parameters.room) if near else 0.0
