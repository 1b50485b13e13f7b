"""The captain's King, different for each seat (2.1, 11.0).

A match of captains therefore has varied Kings.
"""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.setup.founding import NAMES
from palatine.games.adventurer_kings.state import State

Purpose = tuple[str, str, str]
"""A race, four levels, a temper."""
PURPOSES: Final[tuple[tuple[str, tuple[Purpose, ...]], ...]] = (
    ("good", (("human", "DR TA MA MA", "cautious"), ("dwarf", "DR NA MA MA", "cautious"))),
    ("evil", (("human", "ME ME TA TA", "brave"), ("orc", "ME DR MA MA", "cautious"))),
    ("neutral", (("human", "ME TA MA MA", "cautious"), ("elf", "DR SP MA MA", "cautious"))),
    ("druidic", (("elf", "DR TA MA MA", "cautious"), ("human", "DR NA MA MA", "cautious"))),
    ("pagan", (("human", "NA TA MA MA", "cautious"), ("human", "EL TA MA MA", "cautious"))),
    ("divine", (("human", "WH NA MA MA", "cautious"), ("dwarf", "ME DR MA MA", "cautious"))),
    ("undead", (("human", "ME TA MA MA", "cautious"), ("orc", "ME DR MA MA", "cautious"))),
)  # fmt: skip
"""Purposes by alignment, in the order of seats.

Good and Druidic Kings aim at the priesthood, Evil ones at battle, Neutral ones at duels, Pagan ones at the elements
and the sea, Divine ones at blessings, Undead ones at skeletons and melee. Nearly all have March, because infantry
that took a province can then take another (4.1.2, 7.7). Those who are not Human learn to lead Humans, half of the
world's people (4.3.2).
"""
LETTER: Final = (
    "Who offers peace while we are at war with others shall have it; Kings of our mind are welcome as allies."
)
INSTEAD: Final = {"divine": "good", "undead": "evil"}
"""Alternative alignment if there already is a King of the first (2.1)."""


def sheet(s: State, seat: int) -> orders.Sheet:
    """Return the King, and in scenarios with letters to neighbours a letter (12.2)."""
    line = king(seat)
    letter = (orders.Contact(f"{line.name} keeps what he has sworn. {LETTER}"),) if s.scenario == "europe" else ()
    return orders.Sheet((line, *letter))


def king(seat: int) -> orders.KingLine:
    """Return the King of a seat."""
    alignment, purposes = PURPOSES[seat % len(PURPOSES)]
    race, levels, temper = purposes[seat // len(PURPOSES) % len(purposes)]
    return orders.KingLine(NAMES[seat % len(NAMES)], race, alignment, temper, tuple(levels.split()),
                      INSTEAD.get(alignment, ""))  # fmt: skip
