"""Measures of a match: lands, taxes, gold, armies, people, offices (9, 10)."""

from __future__ import annotations

from typing import Final

from palatine.core.guidance.measures import Measure
from palatine.core.messages import Catalogue
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.combat.strength import multiplier
from palatine.games.adventurer_kings.rules.realm.finance import tax_base
from palatine.games.adventurer_kings.state import State

NAMES: Final = ("taxes", "lands", "gold", "armies", "strength", "people", "offices", "titles")
"""Names of measures; the one that decides elections is first (10.2)."""


def measures(words: Catalogue, s: State) -> tuple[Measure, ...]:
    """Return all measures, hidden from other Kings until the match is over (1.1)."""
    if not s.kingdoms:
        return ()
    rows = [row(s, seat) for seat in range(len(s.kingdoms))]
    return tuple(
        Measure(name, words.say(f"measure.{name}"), {s.seats[seat]: each[at] for seat, each in enumerate(rows)}, True)
        for at, name in enumerate(NAMES)
    )  # fmt: skip


def row(s: State, seat: int) -> tuple[float, ...]:
    """Return the measures of a seat, in the order of `NAMES`."""
    mine = [army for army in s.armies.values() if army.owner == seat]
    people = {n for n, _ in s.at_home(seat)}
    strength = sum(tables.ARMY[army.type].strength * multiplier(army.quality) for army in mine)
    offices = sum(titles.OFFICE_SHARE[office] for office, n in enumerate(s.holders) if n in people)
    held = sum(n in people for n in s.title_holders)
    return (
        float(tax_base(s, seat)), float(len(s.provinces(seat))), float(s.kingdoms[seat].gold), float(len(mine)),
        round(strength, 1), float(len(people)), float(offices), float(held),
    )  # fmt: skip


def unit_counts(s: State) -> dict[str, int]:
    """Return the number of armies of each seat."""
    return {seat: sum(army.owner == at for army in s.armies.values()) for at, seat in enumerate(s.seats)}
