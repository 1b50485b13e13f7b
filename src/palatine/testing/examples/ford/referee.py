"""Ford as a `Game`: binds all the rest, and has no rule of its own."""

from __future__ import annotations

from typing import Any, Union

from palatine.core import Action, Board, Game, Layer, Option, Scenario, Step, View, steps_of
from palatine.testing.examples.ford import hidden, position, sequence, setup
from palatine.testing.examples.ford import view as seen
from palatine.testing.examples.ford.components import SEATS
from palatine.testing.examples.ford.rules import combat, movement, victory
from palatine.testing.examples.ford.state import FordState


class Ford(Game[FordState]):
    """The ruleset."""

    name = "ford"
    title = "Ford"
    year = 2024
    package = "palatine.testing.examples.ford"
    scenarios = (Scenario("standard", "The ford", (SEATS,)),)
    options = (Option("days", "Days", 6, "How many days are played", "4.2", least=1, most=30),)
    state_type = FordState
    steps: Any = Union[steps_of((setup, sequence, movement, combat, victory))]  # noqa: UP007
    namers = seen.NAMERS

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> FordState:
        return setup.begin(seats, key, options)

    def view(self, state: FordState, seat: str | None) -> View:
        return seen.view(self, state, seat)

    def layers(self, state: FordState, seat: str | None) -> tuple[Layer, ...]:
        return seen.layers(state, seat)

    def boards(self, state: FordState) -> tuple[Board, ...]:
        return seen.boards()

    def determinize(self, state: FordState, seat: str | None, seed: bytes) -> FordState:
        return hidden.determinize(state, seat, seed)

    def write_position(self, state: FordState) -> str:
        return position.write_position(state)

    def position(self, text: str) -> FordState:
        return position.read_position(text)

    def action_text(self, state: FordState, action: Action) -> str:
        return seen.action_text(self, state, action)

    def clause_of(self, step: Step) -> str:
        return seen.CLAUSE_OF.get(type(step).__name__, "")


GAME = Ford()
