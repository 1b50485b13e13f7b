"""Demonlord as a `Game`."""

from __future__ import annotations

from functools import cached_property, partialmethod
from typing import Any, Final, Union

from palatine.core import Board, Game, Option, Scenario, step_types_in
from palatine.core.guidance.glossary import Glossary, load_glossary, with_entries
from palatine.core.guidance.measures import Measure
from palatine.games.demonlord import bot, preview, rules, sequence, setup
from palatine.games.demonlord.bot.exploits import EXPLOITS
from palatine.games.demonlord.decisions import DECISIONS
from palatine.games.demonlord.position import read_position, write_position
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.preview.threats import army_worth, capital_threat
from palatine.games.demonlord.recap import measures, recap, recap_item, unit_counts
from palatine.games.demonlord.rules.magic.procedure import OpenGate
from palatine.games.demonlord.secrecy import determinize
from palatine.games.demonlord.state import LONG, NORMAL, STRATEGIC, DemonlordState
from palatine.games.demonlord.view import choices, odds
from palatine.games.demonlord.view.boards import boards
from palatine.games.demonlord.view.choices import message_data
from palatine.games.demonlord.view.glossary import glossary_entries
from palatine.games.demonlord.view.pieces import SIDE_STYLES, observation
from palatine.games.demonlord.view.plans import has_ended
from palatine.games.demonlord.view.view import auto_replies, view
from palatine.games.demonlord.view.wording import NAMERS, may_merge, merged_entry

CAMPAIGN: Final = (
    "Three cities a side, five neutrals between them: take the enemy's capital, or hold more when a truce ends the "
    "war."
)
OPTIONS: Final = (
    Option("ending", "Game", NORMAL, "The normal game, the Strategic game, or the Long game.", "VAR-01",
           choices=(NORMAL, STRATEGIC, LONG)),
    Option("first_move", "First move", "hosar", "Hosar moves first; or the higher die does.", "VAR-16",
           choices=("hosar", "dice")),
    Option("tournament", "Reduced chance", False, "Chosen spells and one more reinforcement each.", "VAR-18"),
    Option("first_truce", "First truce call", 3, "The first turn at whose end a side may call for a truce.", "END-03",
           least=2, most=20),
    Option("withdrawal", "Withdrawal", "open", "Asked in turn, the phasing player first; or decided in secret.",
           "RET-01", choices=("open", "secret")),
    Option("sally", "Sally", "any phase", "Besieged players may offer battle in any phase; or only in their own.",
           "SIEGE-09", choices=("any phase", "own phase")),
    Option("garrison", "Garrison", "as one", "A garrison joins a relief battle as one body; or unit by unit.",
           "SIEGE-24", choices=("as one", "unit by unit")),
)  # fmt: skip


class Demonlord(Game[DemonlordState]):
    name = "demonlord"
    title = "Demonlord"
    year = 1981
    package = "palatine.games.demonlord"
    scenarios = (Scenario("standard", "The campaign for Nisshar", (("Hosar", "Demon"),), CAMPAIGN, (8, 17)),)
    options = OPTIONS
    state_type = DemonlordState
    bots = {"captain": bot.Captain}
    exploits = EXPLOITS
    namers = NAMERS
    interrupts = (OpenGate(),)
    seat_styles = dict(zip(("Hosar", "Demon"), SIDE_STYLES, strict=True))
    field_ranges = {"tested": (0, 1_000_000)}
    steps: Any = Union[step_types_in(rules, sequence, setup)]  # noqa: UP007
    decisions = DECISIONS.load(preview, bot, choices, odds)

    view = view
    observation = staticmethod(observation)
    view_without_shortcuts = partialmethod(view, without_shortcuts=True)
    auto_replies = auto_replies
    has_ended = has_ended
    determinize = staticmethod(determinize)
    read_position = read_position
    write_position = write_position
    message_data = message_data
    merged_entry = staticmethod(merged_entry)
    may_merge = staticmethod(may_merge)
    preview_context = PreviewContext
    recap_item = recap_item
    recap = recap
    unit_counts = staticmethod(unit_counts)

    @cached_property
    def glossary(self) -> Glossary:
        """The glossary: entries of `data/glossary`, and others generated from data."""
        return with_entries(load_glossary(self.package), glossary_entries(self.words))

    def begin(
        self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]
    ) -> DemonlordState:
        return setup.new_state(seats, key, options)

    def planning_period(self, state: DemonlordState, /) -> int:
        """Return the number of the planning period: phases through the whole game."""
        return state.phase

    def is_setting_up(self, state: DemonlordState, /, seat: str) -> bool:
        """Return whether a seat is setting up: devotees, townships, special spells."""
        return not state.phase and seat in self.actors(state)

    def measures(self, state: DemonlordState, /) -> tuple[Measure, ...]:
        """Return the measures, with the strength of the armies and the threat to the capitals."""
        return (*measures(self, state), army_worth(self, state), capital_threat(self, state))

    def boards(self, state: DemonlordState, /) -> tuple[Board, ...]:
        return boards()


GAME = Demonlord()
