"""Numbers by which one can see how a match goes: lands, taxes, gold, armies, people, offices (9, 10)."""

from __future__ import annotations

from typing import Final

from palatine.core.guidance.measures import Measure
from palatine.core.messages import Catalogue
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.combat.strength import multiplier
from palatine.games.adventurer_kings.rules.realm.finance import tax_base
from palatine.games.adventurer_kings.state import State

NAMES: Final = ("taxes", "lands", "gold", "armies", "strength", "people", "offices", "titles")
"""What decides an election stands first (10.2)."""


def measures(words: Catalogue, s: State) -> tuple[Measure, ...]:
    """All that a King knows of himself and of nobody else; so all are hidden until the match is over (1.1)."""
    if not s.kingdoms:
        return ()
    rows = [row(s, seat) for seat in range(len(s.kingdoms))]
    return tuple(
        Measure(name, words.say(f"measure.{name}"), {s.seats[seat]: each[at] for seat, each in enumerate(rows)}, True)
        for at, name in enumerate(NAMES)
    )  # fmt: skip


def row(s: State, seat: int) -> tuple[float, ...]:
    """The numbers of a seat, in the order of `NAMES`."""
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
    """How many armies each seat commands."""
    return {seat: sum(army.owner == at for army in s.armies.values()) for at, seat in enumerate(s.seats)}
