"""Marsh as a `Game`: a class that binds the other modules and contains no rules."""

from __future__ import annotations

from typing import Any, Union

from palatine.core import Game, Scenario, step_types_in
from palatine.testing.examples.marsh import position as positions
from palatine.testing.examples.marsh import preview as previews
from palatine.testing.examples.marsh import rules, secrecy, sequence, setup
from palatine.testing.examples.marsh import view as seen
from palatine.testing.examples.marsh.bot import Captain
from palatine.testing.examples.marsh.components import SEATS
from palatine.testing.examples.marsh.decisions import DECISIONS
from palatine.testing.examples.marsh.state import MarshState


class Marsh(Game[MarshState]):
    """The `Game` of this package."""

    name = "marsh"
    title = "Marsh"
    year = 2024
    story = "Two armies, one bridge, and rangers in the woods."
    notice = "Marsh is an example of Palatine, under the same licence."
    package = "palatine.testing.examples.marsh"
    scenarios = (Scenario("standard", "The marsh", (SEATS,)),)
    state_type = MarshState
    steps: Any = Union[step_types_in(rules, sequence)]  # noqa: UP007
    namers = seen.NAMERS
    bots = {"captain": Captain}

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> MarshState:
        return setup.begin(seats, key, options)

    view = seen.view
    boards = staticmethod(seen.boards)
    measures = staticmethod(seen.measures)
    unit_counts = staticmethod(seen.unit_counts)
    decisions = DECISIONS
    preview_context = previews.Context
    determinize = staticmethod(secrecy.determinize)
    write_position = positions.write_position
    read_position = positions.read_position


GAME = Marsh()
