"""Worlds made as at a founding, which supply what a seat does not know (1.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from random import Random
from typing import Final

from palatine.core import dice_key
from palatine.core.dice import Dice
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Person
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.setup.founding import found
from palatine.games.adventurer_kings.secrecy.known_state import KnownState
from palatine.games.adventurer_kings.state import State

TEMPLATES: Final = 3
"""Worlds of each scenario and number of Kings."""
KEPT: Final = 24
"""Number of worlds in memory, each of 0.2 to 1 MB.

To make one takes 25 to 300 ms, to deal from it 8 to 30 ms.
"""


@lru_cache(maxsize=KEPT)
def world_template(scenario: str, seats: tuple[str, ...], number: int) -> State:
    """Return a new world, which must not be changed."""
    key = dice_key(f"pattern {scenario} {len(seats)} {number}".encode())
    s = State(
        seats=seats, flow=[], dice=Dice(key), options={}, scenario=scenario, owners=[], kingdoms=[], people={},
        armies={}, features={}, items={}, fallen={}, proposals=[], relations=[], known=[], lore=[], seen=[],
        illusions={}, merit={}, renown={}, holders=[], title_holders=[], hall=[], visits={}, mastery=[],
        sheets=[None] * len(seats),
    )  # fmt: skip
    found(Turn(s))
    return s


class DealtWorld:
    """Position being dealt: knowledge, a template world, and random numbers."""

    def __init__(self, known: KnownState, random: Random) -> None:
        self.known, self.random = known, random
        self.me = known.me
        self.told = known.s
        self.s = known.s.copy()
        seats = tuple(f"K{number}" for number in range(1, len(self.s.seats) + 1))
        self.template = world_template(self.s.scenario, seats, random.randrange(TEMPLATES))
        people = self.template.people
        self.every = [n for n, person in people.items() if not person.is_king and not person.visitor]
        """Heroes of the template."""
        self.heroes = random.sample(self.every, len(self.every))
        """Heroes of the template that are not dealt yet, in random order."""

    @property
    def others(self) -> list[int]:
        """Seats whose kingdoms are dealt."""
        return [seat for seat in range(len(self.s.seats)) if seat != self.me]

    def numbers(self, used: set[int] | frozenset[int]) -> Iterator[int]:
        """Yield unused numbers from 1 on."""
        number = 0
        while True:
            number += 1
            if number not in used:
                yield number

    def hero(self) -> Person:
        """Return the next Hero of the template; after the last one, a random repetition."""
        number = self.heroes.pop() if self.heroes else self.random.choice(self.every)
        return self.template.people[number]

    def anywhere(self) -> int:
        """Return a random land province."""
        return self.random.choice(self.dry)

    @cached_property
    def dry(self) -> list[int]:
        """The land provinces, once lands have been dealt."""
        return [place for place, land in enumerate(self.s.lands) if land.terrain != tables.SEA]
