"""Ford as a `Game`: binds the other modules and has no rules of its own."""

from __future__ import annotations

from typing import Any, Union

from palatine.core import Game, Option, Scenario, step_types_in
from palatine.testing.examples.ford import position as positions
from palatine.testing.examples.ford import rules, secrecy, sequence, setup
from palatine.testing.examples.ford import view as seen
from palatine.testing.examples.ford.components import SEATS
from palatine.testing.examples.ford.state import FordState


class Ford(Game[FordState]):
    """The game."""

    name = "ford"
    title = "Ford"
    year = 2024
    package = "palatine.testing.examples.ford"
    scenarios = (Scenario("standard", "The ford", (SEATS,)),)
    options = (Option("days", "Days", 6, "How many days are played", "4.2", least=1, most=30),)
    state_type = FordState
    steps: Any = Union[step_types_in(rules, sequence, setup)]  # noqa: UP007
    namers = seen.NAMERS

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> FordState:
        return setup.begin(seats, key, options)

    view = seen.view
    layers = staticmethod(seen.layers)
    boards = staticmethod(seen.boards)
    determinize = staticmethod(secrecy.determinize)
    write_position = staticmethod(positions.write_position)
    read_position = staticmethod(positions.read_position)
    action_text = seen.action_text


GAME = Ford()
