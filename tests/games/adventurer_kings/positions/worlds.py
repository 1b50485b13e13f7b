"""Founded matches for the tests of Adventurer Kings."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import bare_state, founded, world
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders.grammar import parse
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State

SAMPLE = 40


def sample_world(number: int, kings: int = 10, scenario: str = "standard") -> State:
    """Return a founded match from the cache; do not change it."""
    return world(scenario, kings, b"world %d" % number)


def sample() -> list[State]:
    return [sample_world(number) for number in range(SAMPLE)]


def homes(s: State) -> list[int]:
    return [kingdom.home for kingdom in s.kingdoms]


def wild(s: State, *, at_sea: bool = False) -> list[int]:
    """Return the land provinces that are no King's home, or the sea provinces."""
    return [p for p in range(len(s.lands)) if s.is_sea(p) == at_sea and p not in homes(s)]


TERRAIN_TABLE = {
    tables.PLAIN: (6, 50, (5, 10), 10),
    tables.DESERT: (2, 25, (5, 10), 15),
    tables.JUNGLE: (4, 10, (3, 6), 25),
    tables.FOREST: (5, 15, (3, 6), 20),
    tables.MOUNTAIN: (5, 15, (1, 3), 15),
    tables.SEA: (1, 25, (5, 10), 5),
}


PLAIN_KING = 'king "Falk" race human alignment neutral temper brave levels TA,TA,MA,DR'


def crowned(text: str, seed: bytes = b"kings", scenario: str = "standard", kings: int = 8) -> State:
    """Return a founded match whose first King has this line."""
    return founded(scenario, text, kings=kings, seed=seed)


def faults(text: str) -> list[str]:
    """Return the clauses that a King's line violates."""
    s = bare_state(8)
    return [problem.clause for problem in GAME.check(s, s.seats[0], parse(text))]
