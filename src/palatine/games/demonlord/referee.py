"""Demonlord as a `Game`."""

from __future__ import annotations

from typing import Any, Union

from palatine.core import Action, Board, Entry, Game, Option, Scenario, Step, View, steps_of
from palatine.games.demonlord import hidden, sequence, setup
from palatine.games.demonlord.bot.captain import Captain
from palatine.games.demonlord.position import read_position, write_position
from palatine.games.demonlord.rules import victory
from palatine.games.demonlord.rules.characters import capture, prisoners
from palatine.games.demonlord.rules.combat import attacks, battles, reserves, retreats, rounds, sieges, withdrawal
from palatine.games.demonlord.rules.magic import invocation, procedure, spellgate, spells
from palatine.games.demonlord.rules.movement import movement
from palatine.games.demonlord.rules.realm import alliances, reinforcements  # fmt: skip
from palatine.games.demonlord.state import LONG, NORMAL, STRATEGIC, DemonlordState
from palatine.games.demonlord.view.boards import boards
from palatine.games.demonlord.view.view import action_text, clause_of, view
from palatine.games.demonlord.view.wording import NAMERS, joined

CHAPTERS = (
    alliances, battles, capture, attacks, invocation, procedure, movement, prisoners, reserves, reinforcements,
    retreats, rounds, setup, sieges, spellgate, spells, sequence, victory, withdrawal,
)  # fmt: skip
CAMPAIGN = (
    "Three cities a side, five neutrals between them: take the enemy's capital, or hold more when truce is made."
)
OPTIONS = (
    Option("ending", "Game", NORMAL, "The normal game, the Strategic game, or the Long game.", "VAR-01",
           choices=(NORMAL, STRATEGIC, LONG)),
    Option("first_move", "First move", "hosar", "Hosar moves first; or the higher die does.", "VAR-16",
           choices=("hosar", "dice")),
    Option("tournament", "Reduced chance", False, "Chosen spells and one more reinforcement each.", "VAR-18"),
    Option("first_truce", "First truce call", 3, "The first turn at whose end truce may be called for.", "END-03",
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
    scenarios = (Scenario("standard", "The campaign for Nisshar", (("Hosar", "Demon"),), CAMPAIGN),)
    options = OPTIONS
    state_type = DemonlordState
    bots = {"captain": Captain}
    namers = NAMERS
    steps: Any = Union[steps_of(*CHAPTERS)]  # noqa: UP007

    def begin(
        self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]
    ) -> DemonlordState:
        return setup.new_state(seats, key, options)

    def view(self, state: DemonlordState, seat: str | None) -> View:
        return view(self, state, seat)

    def boards(self, state: DemonlordState) -> tuple[Board, ...]:
        return boards()

    def determinize(self, state: DemonlordState, seat: str | None, seed: bytes) -> DemonlordState:
        return hidden.determinize(state, -1 if seat is None else state.seats.index(seat), seed)

    def position(self, text: str) -> DemonlordState:
        return read_position(self, text)

    def write_position(self, state: DemonlordState) -> str:
        return write_position(self, state)

    def action_text(self, state: DemonlordState, action: Action) -> str:
        return action_text(self.words, state, action)

    def joined(self, earlier: Entry, later: Entry) -> Entry | None:
        return joined(earlier, later)

    def clause_of(self, step: Step) -> str:
        return clause_of(step)


GAME = Demonlord()
