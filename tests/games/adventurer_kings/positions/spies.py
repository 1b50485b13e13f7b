"""Positions with spies, trackers and discoveries for the tests of Adventurer Kings."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import load, new_state, put_person
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.state import State

COMMON, RARE, OBSCURE = (
    next(d for d in range(len(tables.DISCOVERIES)) if tables.DISCOVERIES[d].tier == tier) for tier in range(3)
)


def with_spy(levels: str = "SP5", number: int = 509) -> tuple[State, int]:
    """Return a spy of the first King in the second King's home, without random encounters."""
    s = new_state()
    load(s, random_encounter=1000, spying_out_an_invention=1000, **{"experience:_spy": 1000})
    s.known[0].clear()
    spy = put_person(s, "Spy", 0, number, levels)
    return s, spy


def tracked(levels: str = "SP1", number: int = 504) -> tuple[State, int, int]:
    """Return a tracker in 504 and their quarry, by default in the same province."""
    s = new_state()
    load(s, random_encounter=1000, on_the_trail=1, **{"experience:_spy": 1000})
    tracker = put_person(s, "Tracker", 0, 504, levels)
    quarry = put_person(s, "Quarry", 1, number, race=tables.ELF, temper=tables.CAUTIOUS, alignment=tables.EVIL)
    return s, tracker, quarry
