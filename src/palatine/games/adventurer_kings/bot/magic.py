"""The captain's spells: support of generals, blessings, charms, harm, the dead (4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from palatine.games.adventurer_kings.bot.budget import Purse
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.harmful_spells import SPELLS, Blow, HarmfulSpells
from palatine.games.adventurer_kings.bot.sheet import Year
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.combat.strength import PHANTASM
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.magic.casting import cast_chance

NEW_LAND: Final = 60
"""Maximum known percentage of recently conquered land, where its defenders are buried."""
BONES: Final = 2.5
"""Approximate yearly cost of a skeletal army."""
KEEP: Final = 2
"""Approximate yearly cost of a Hero."""
GREAT: Final = 8
"""Total levels of a dead King that justify a resurrection."""


class Magic:
    """The spells of one kingdom in one year."""

    def __init__(self, chart: Chart, year: Year, purse: Purse) -> None:
        self.chart, self.s, self.year, self.purse = chart, chart.s, year, purse
        self.cast: dict[tuple[int, int], int] = {}
        """Planned spells by caster and magic."""
        self.called: set[int] = set()
        """Dead people whose resurrection is already planned."""
        self.helpers: dict[int, list[tuple[int, int]]] = {}
        """By general: (caster, spell) of helpers in the same place."""
        self._harmful_spells: HarmfulSpells | None = None

    def may(self, n: int, spell: int) -> bool:
        """Return whether a person can cast another spell of this magic this year (4.2)."""
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
        """Return the spells for a general to cast before the march, and plan those of helpers."""
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
        """Include a spell's expected effect in the strength of a general's troops."""
        if spell == tables.ORATORY:
            self.chart.hearten(n, hearts=self.chance(caster, spell))
        else:
            level = self.chart.t.skill(caster, tables.ILLUSORY_MAGIC)
            self.chart.hearten(n, phantoms=self.chance(caster, spell) * PHANTASM * level)

    def drop(self, n: int) -> None:
        """Cancel the spells for a general."""
        self.helpers.pop(n, None)
        self.chart.hearten(n)

    def confirm(self, n: int, mine: list[orders.Action]) -> None:
        """Confirm the spells for a general who marches into battle."""
        for action in mine:
            if isinstance(action, orders.CastSpell):
                self.note(n, tables.SPELL_BY_CODE[action.spell])
        for caster, spell in self.helpers.get(n, ()):
            if self.year.add_order(caster, orders.CastSpell(tables.SPELLS[spell].code, n), 1):
                self.note(caster, spell)

    # For the kingdom

    def serve(self) -> None:
        """Let people with time resurrect, raise skeletons, bless land and harm enemies."""
        for n in self.year.people:
            for action, spell in (*self.resurrections(n), *self.bones(n)):
                if self.may(n, spell) and self.year.add_order(n, action):
                    self.note(n, spell)
        blessed: set[int] = set()
        for n in self.year.people:
            while self.may(n, tables.BLESS) and self.year.free(n):
                blessing = self.blessing(n, blessed)
                if blessing is None or not self.year.add_order(n, blessing):
                    break
                self.note(n, tables.BLESS)
        for n in self.year.people:
            self.harass(n)

    def resurrections(self, n: int) -> Iterator[tuple[orders.Action, int]]:
        """Yield resurrections of the kingdom's dead, and of the old King next to the heir (4.2.1)."""
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
        """Return whether the old King should be resurrected instead of giving the heir levels.

        This requires a White Magician next to the heir.
        """
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
        """Yield skeletons at sites of recent battles if they can be paid (4.2.5)."""
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
        """Return whether a King without land is where the last land was lost and its defenders lie."""
        return self.chart.is_landless and place == self.chart.home

    def blessing(self, n: int, done: set[int]) -> orders.CastSpell | None:
        """Return a Bless on the richest land without one: more taxes, and merit for the High Priest.

        The candidate for that office also blesses land without taxes (10.1).
        """
        rich = max((p for p in self.chart.own if p not in done), key=lambda p: (self.chart.tax(p), -p), default=-1)
        row = self.chart.standing.get(titles.PRIEST)
        if rich < 0 or (self.chart.tax(rich) < 1 and (row is None or row.person != n)):
            return None
        done.add(rich)
        return orders.CastSpell(tables.SPELLS[tables.BLESS].code, self.s.atlas.numbers[rich])

    # Abroad

    @property
    def harmful_spells(self) -> HarmfulSpells:
        """Possible harm to enemies, computed once the generals have their orders."""
        if self._harmful_spells is None:
            self._harmful_spells = HarmfulSpells(self.chart, self.year)
        return self._harmful_spells

    def strike(self, n: int, here: int, phase: int) -> Blow | None:
        """Return the most harmful spell a person can cast; None if none is worth a phase."""
        spells = [spell for spell in SPELLS if self.may(n, spell)]
        blows = [
            msgspec.structs.replace(blow, worth=blow.worth * self.chance(n, blow.spell))
            for blow in self.harmful_spells.blows(n, spells, here, phase)
        ]
        best = max(blows, key=lambda blow: (blow.worth, -blow.place, -blow.spell), default=None)
        return best if best is not None and best.worth >= self.chart.parameters.ruin else None

    def order(self, blow: Blow) -> orders.CastSpell:
        return orders.CastSpell(tables.SPELLS[blow.spell].code, self.s.atlas.numbers[blow.place])

    def plan_blow(self, n: int, spell: int, place: int) -> None:
        """Reserve a spell on an enemy's land for a person."""
        self.note(n, spell)
        self.harmful_spells.done.add((spell, place))

    def harass(self, n: int) -> None:
        """Let people who stay cast harmful spells from their place; plagues last."""
        if self.year.end(n) != self.s.people[n].place:
            return
        for phase in range(1, PHASES + 1):
            blow = self.strike(n, self.year.end(n), phase) if self.year.acts[n][phase - 1] is None else None
            if blow is not None and self.year.add_order(n, self.order(blow), phase):
                self.plan_blow(n, blow.spell, blow.place)

    def charm(self, n: int, other: int) -> orders.CastSpell | None:
        """Return a Charm on a free Hero next to a person, if known and affordable."""
        if not self.may(n, tables.CHARM) or self.purse.spare < KEEP:
            return None
        return orders.CastSpell(tables.SPELLS[tables.CHARM].code, other)

    def plan_charm(self, n: int) -> None:
        """Plan a Charm, including the Hero's expected pay."""
        self.note(n, tables.CHARM)
        self.purse.upkeep += KEEP * self.chance(n, tables.CHARM)
