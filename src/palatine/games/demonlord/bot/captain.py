"""The captain, a bot that plays Demonlord to win.

It decides one action at a time from `CaptainPerception`, which shows only what its seat may know. Its memory is the
plan of the movement step, for as long as the plan fits the position. It can therefore take over a seat at any moment,
and give it back.
"""

from __future__ import annotations

from palatine.core import Game
from palatine.core.bot import StepBot
from palatine.core.guidance.advice import Advice
from palatine.games.demonlord.bot.advising import advise
from palatine.games.demonlord.bot.parameters import USUAL, CaptainParameters
from palatine.games.demonlord.bot.perception import BotMemory, CaptainPerception
from palatine.games.demonlord.decisions import DECISIONS
from palatine.games.demonlord.state import DemonlordState


class Captain(StepBot[DemonlordState, CaptainPerception]):
    """Bot for Demonlord; the same position, as seen by its seat, always gets the same action."""

    decisions = DECISIONS
    parameters = USUAL

    def __init__(self, game: Game[DemonlordState], parameters: CaptainParameters = USUAL) -> None:
        super().__init__(game)
        self.parameters = parameters

    def advise(self, state: DemonlordState, seat: str) -> Advice:
        """Return what the captain would do for a seat that must decide, and why."""
        return advise(Captain(self.game, self.parameters), state, seat)

    def perceive(self, state: DemonlordState, seat: str) -> CaptainPerception:
        mind = self.context.memory.setdefault(seat, BotMemory())
        return CaptainPerception(state, state.seats.index(seat), self.parameters, mind)
