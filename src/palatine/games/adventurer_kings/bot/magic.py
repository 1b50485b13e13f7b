"""The captain's spells: hearts for his generals, blessings for his lands, friends and ruin abroad, the dead (4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from palatine.games.adventurer_kings.bot.budget import Purse
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.ruin import SPELLS, Blow, Ruin
from palatine.games.adventurer_kings.bot.sheet import Year
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.combat.strength import PHANTASM
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.magic.casting import cast_chance

NEW_LAND: Final = 60
"""So little is known of what was conquered of late: there its defenders lie buried."""
BONES: Final = 2.5
"""What a skeletal army costs a year, about."""
KEEP: Final = 2
"""What a Hero costs a year, about."""
GREAT: Final = 8
"""The levels of a dead King that are worth calling back."""


class Magic:
    """The spells of one kingdom's people in one year."""

    def __init__(self, chart: Chart, year: Year, purse: Purse) -> None:
        self.chart, self.s, self.year, self.purse = chart, chart.s, year, purse
        self.cast: dict[tuple[int, int], int] = {}
        """Spells that are planned, by caster and magic."""
        self.called: set[int] = set()
        """The dead whom somebody tries to call back."""
        self.helpers: dict[int, list[tuple[int, int]]] = {}
        """By general: (caster, spell) of those beside him."""
        self._ruin: Ruin | None = None

    def may(self, n: int, spell: int) -> bool:
        """Whether somebody can cast a spell once more this year (4.2)."""
        magic = tables.magic_of(spell, self.s.people[n].alignment)
        return self.cast.get((n, magic), 0) < tables.ACTION_SPELLS[self.chart.t.skill(n, magic)]

    def note(self, n: int, spell: int) -> None:
        magic = tables.magic_of(spell, self.s.people[n].alignment)
        self.cast[n, magic] = self.cast.get((n, magic), 0) + 1

    def chance(self, n: int, spell: int) -> float:
        """Return the probability that a spell succeeds (3.10)."""
        return cast_chance(self.chart.t, n, spell)

    # For a general's campaign

    def boons(self, n: int) -> list[orders.Action]:
        """What a general should cast on himself before he marches; what those beside him will is reckoned in."""
        self.drop(n)
        here = self.s.people[n].place
        beside = [
            m for m in self.year.people
            if m != n and self.s.people[m].place == here and self.year.acts[m][0] is None and not self.s.led_by(m)
        ]  # fmt: skip
        mine: list[orders.Action] = []
        for spell in (tables.ORATORY, tables.PHANTASM):
            casters = [m for m in (*beside, n) if self.may(m, spell)]
            best = max(casters, key=lambda m: (self.chance(m, spell), m != n, -m), default=0)
            if not best:
                continue
            self.reckon(n, best, spell)
            if best == n:
                mine.append(orders.CastSpell(tables.SPELLS[spell].code, n))
            else:
                beside.remove(best)
                self.helpers.setdefault(n, []).append((best, spell))
        return mine

    def reckon(self, n: int, caster: int, spell: int) -> None:
        """What a spell should be worth to a general's troops."""
        if spell == tables.ORATORY:
            self.chart.hearten(n, hearts=self.chance(caster, spell))
        else:
            level = self.chart.t.skill(caster, tables.ILLUSORY_MAGIC)
            self.chart.hearten(n, phantoms=self.chance(caster, spell) * PHANTASM * level)

    def drop(self, n: int) -> None:
        """No spells for a general after all."""
        self.helpers.pop(n, None)
        self.chart.hearten(n)

    def confirm(self, n: int, mine: list[orders.Action]) -> None:
        """The spells for a general are cast: he marches against somebody."""
        for action in mine:
            if isinstance(action, orders.CastSpell):
                self.note(n, tables.SPELL_BY_CODE[action.spell])
        for caster, spell in self.helpers.get(n, ()):
            if self.year.add_order(caster, orders.CastSpell(tables.SPELLS[spell].code, n), 1):
                self.note(caster, spell)

    # For the kingdom

    def serve(self) -> None:
        """Who has time calls back the dead, raises skeletons, blesses the land, and shakes the enemy's."""
        for n in self.year.people:
            for action, spell in (*self.resurrections(n), *self.bones(n)):
                if self.may(n, spell) and self.year.add_order(n, action):
                    self.note(n, spell)
        blessed: set[int] = set()
        for n in self.year.people:
            while self.may(n, tables.BLESS) and self.year.free(n):
                blessing = self.blessing(blessed)
                if blessing is None or not self.year.add_order(n, blessing):
                    break
                self.note(n, tables.BLESS)
        for n in self.year.people:
            self.harass(n)

    def resurrections(self, n: int) -> Iterator[tuple[orders.Action, int]]:
        """The dead of his own kingdom who lie where he is, and the old King whose heir stands beside him (4.2.1)."""
        s, me = self.s, self.chart.me
        if not self.may(n, tables.RESURRECT) or not self.year.free(n):
            return
        here = self.year.place(n, self.year.free(n))
        for other, person in s.people.items():
            if (
                person.died
                and person.seat == me
                and not person.is_king
                and not person.visitor
                and person.place == here
            ):
                yield orders.CastSpell(tables.SPELLS[tables.RESURRECT].code, other), tables.RESURRECT
        heir = s.kingdoms[me].king
        if self.recalls() and n != heir and s.people[heir].place == here:
            yield orders.CastSpell(tables.SPELLS[tables.RESURRECT].code, heir), tables.RESURRECT

    def recalls(self) -> bool:
        """Whether the old King is better called back than his heir endowed: a White Magician stands beside him."""
        s, kingdom = self.s, self.s.kingdoms[self.chart.me]
        if (
            not kingdom.old
            or kingdom.is_gone
            or not kingdom.awaits_levels
            or sum(s.people[kingdom.old].levels) < GREAT
        ):
            return False
        here = s.people[kingdom.king].place
        return any(n != kingdom.king and s.people[n].place == here and self.may(n, tables.RESURRECT) for n in
                   self.year.people)  # fmt: skip

    def bones(self, n: int) -> Iterator[tuple[orders.Action, int]]:
        """Skeletons where there was a battle in one of the last years, if they can be paid (4.2.5)."""
        here = self.year.place(n, self.year.free(n) or 1)
        told = self.chart.known.get(here)
        level = (
            self.chart.t.skill(n, tables.NECROMANCY) if self.may(n, tables.SKELETONS) and self.year.free(n) else 0
        )
        is_field = (
            told is not None and told.explored <= NEW_LAND and here in self.chart.own and here != self.chart.home
        )
        if level and (is_field or self.is_lost_home(here)) and self.purse.spare >= BONES * level:
            self.purse.upkeep += BONES * level * self.chance(n, tables.SKELETONS)
            yield orders.CastSpell(tables.SPELLS[tables.SKELETONS].code), tables.SKELETONS

    def is_lost_home(self, place: int) -> bool:
        """Whether a King without land is where he last had some: there lie those who held it."""
        return self.chart.is_landless and place == self.chart.home

    def blessing(self, done: set[int]) -> orders.CastSpell | None:
        """A Bless on the richest land that nobody has blessed yet: more taxes, and merit for the High Priest."""
        rich = max((p for p in self.chart.own if p not in done), key=lambda p: (self.chart.tax(p), -p), default=-1)
        if rich < 0 or self.chart.tax(rich) < 1:
            return None
        done.add(rich)
        return orders.CastSpell(tables.SPELLS[tables.BLESS].code, self.s.atlas.numbers[rich])

    # Abroad

    @property
    def ruin(self) -> Ruin:
        """What may be done to his enemies; asked for when the generals have their orders."""
        if self._ruin is None:
            self._ruin = Ruin(self.chart, self.year)
        return self._ruin

    def strike(self, n: int, here: int, phase: int) -> Blow | None:
        """The worst that somebody who is in a province can do to an enemy; None if it is not worth a phase."""
        spells = [spell for spell in SPELLS if self.may(n, spell)]
        blows = [
            msgspec.structs.replace(blow, worth=blow.worth * self.chance(n, blow.spell))
            for blow in self.ruin.blows(n, spells, here, phase)
        ]
        best = max(blows, key=lambda blow: (blow.worth, -blow.place, -blow.spell), default=None)
        return best if best is not None and best.worth >= self.chart.parameters.ruin else None

    def order(self, blow: Blow) -> orders.CastSpell:
        return orders.CastSpell(tables.SPELLS[blow.spell].code, self.s.atlas.numbers[blow.place])

    def plan_blow(self, n: int, spell: int, place: int) -> None:
        """Somebody is to cast a spell on an enemy's land; nobody else does."""
        self.note(n, spell)
        self.ruin.done.add((spell, place))

    def harass(self, n: int) -> None:
        """Whoever stays where he is does from there to enemies what he can; of plagues, last."""
        if self.year.end(n) != self.s.people[n].place:
            return
        for phase in range(1, PHASES + 1):
            blow = self.strike(n, self.year.end(n), phase) if self.year.acts[n][phase - 1] is None else None
            if blow is not None and self.year.add_order(n, self.order(blow), phase):
                self.plan_blow(n, blow.spell, blow.place)

    def charm(self, n: int, other: int) -> orders.CastSpell | None:
        """A Charm on a Hero without a lord beside somebody, if he knows how, and there is gold for the Hero's keep."""
        if not self.may(n, tables.CHARM) or self.purse.spare < KEEP:
            return None
        return orders.CastSpell(tables.SPELLS[tables.CHARM].code, other)

    def plan_charm(self, n: int) -> None:
        """A Charm is cast: whoever comes of it is to be paid at the end of the year."""
        self.note(n, tables.CHARM)
        self.purse.upkeep += KEEP * self.chance(n, tables.CHARM)
