"""Measures of a match: lands, gold, armies, people, offices, distance to victory (9, 10)."""

from __future__ import annotations

from typing import Final

from palatine.core.guidance.measures import Measure
from palatine.core.messages import Catalogue
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.combat.strength import multiplier
from palatine.games.adventurer_kings.rules.realm.elections import greatest, missing_to_crown, votes_for_points
from palatine.games.adventurer_kings.rules.realm.finance import tax_base
from palatine.games.adventurer_kings.rules.realm.offices import prize_share
from palatine.games.adventurer_kings.state import State

NAMES: Final = (
    "taxes", "lands", "gold", "armies", "strength", "people", "offices", "titles", "crown", "prize",
)  # fmt: skip
"""Names of measures; the one that decides elections is first (10.2)."""
CROWN: Final = "crown"
"""Name of the distance to an election, of which less is better."""


def measures(words: Catalogue, s: State) -> tuple[Measure, ...]:
    """Return all measures, hidden from other Kings until the match is over (1.1)."""
    if not s.kingdoms:
        return ()
    prizes, world = prizes_now(s), sum([land.tax for land in s.lands])
    seats = range(len(s.kingdoms))
    votes = [tax_base(s, seat) + votes_for_points(s, seat) for seat in seats]
    crowns = [round(missing_to_crown(s.turn, each, world), 1) for each in votes]
    rows = [(*row(s, seat), crowns[seat], prizes[seat]) for seat in seats]
    return tuple(
        Measure(name, words.say(f"measure.{name}"), {s.seats[seat]: each[at] for seat, each in enumerate(rows)}, True,
                more_is_better=name != CROWN)
        for at, name in enumerate(NAMES)
    )  # fmt: skip


def row(s: State, seat: int) -> tuple[float, ...]:
    """Return the measures of a seat by itself, in the order of `NAMES`."""
    mine = [army for army in s.armies.values() if army.owner == seat]
    people = {n for n, _ in s.at_home(seat)}
    strength = sum(tables.ARMY[army.type].strength * multiplier(army.quality) for army in mine)
    offices = sum(titles.OFFICE_SHARE[office] for office, n in enumerate(s.holders) if n in people)
    held = sum(n in people for n in s.title_holders)
    return (
        float(tax_base(s, seat)), float(len(s.provinces(seat))), float(s.kingdoms[seat].gold), float(len(mine)),
        round(strength, 1), float(len(people)), float(offices), float(held),
    )  # fmt: skip


def prizes_now(s: State) -> list[float]:
    """Return each King's prize share if the greatest tax base made the Emperor now (10.2)."""
    emperor = greatest(s)
    holders = [*s.holders]
    if holders:
        holders[titles.EMPEROR] = s.kingdoms[emperor].king
    return [round(prize_share(s, seat, emperor, holders), 1) for seat in range(len(s.kingdoms))]


def unit_counts(s: State) -> dict[str, int]:
    """Return the number of armies of each seat."""
    return {seat: sum(army.owner == at for army in s.armies.values()) for at, seat in enumerate(s.seats)}
