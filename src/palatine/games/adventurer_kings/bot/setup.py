"""Who the captain's King is: one to a purpose, another at every seat, for a table of captains is a whole world (2.1,
11.0)."""

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
"""By alignment, in the order in which seats take them: the Good and the Druidic look to the priesthood, the Evil to the
sword, the Neutral to duels, the Pagan to the elements and the sea, the Divine to blessings, the Undead to bones and
blades.
Nearly all march, for infantry that has taken a province can take another (4.1.2, 7.7); who is no Human learns to lead
Humans, half the world's people (4.3.2)."""
LETTER: Final = (
    "Who offers peace while we are at war with others shall have it; Kings of our mind are welcome as allies."
)
INSTEAD: Final = {"divine": "good", "undead": "evil"}
"""What he is if there is one of his kind already (2.1)."""


def sheet(s: State, seat: int) -> orders.Sheet:
    """The King, and where neighbours are told of each other, what they may expect of him (12.2)."""
    line = king(seat)
    letter = (orders.Contact(f"{line.name} keeps what he has sworn. {LETTER}"),) if s.scenario == "europe" else ()
    return orders.Sheet((line, *letter))


def king(seat: int) -> orders.KingLine:
    """The King of a seat."""
    alignment, purposes = PURPOSES[seat % len(PURPOSES)]
    race, levels, temper = purposes[seat // len(PURPOSES) % len(purposes)]
    return orders.KingLine(NAMES[seat % len(NAMES)], race, alignment, temper, tuple(levels.split()),
                      INSTEAD.get(alignment, ""))  # fmt: skip
