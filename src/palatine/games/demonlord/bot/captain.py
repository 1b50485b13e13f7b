"""The captain: a player who knows Demonlord and plays to win.

It decides one click at a time from what `CaptainPerception` shows, which is what its seat may know. All that it
remembers is the plan of the movement step that it carries out, for as long as the plan fits what it sees. It can
therefore take over a seat at any moment, and give it back.
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
    """Plays Demonlord to win. The same position, as his seat sees it, always gets the same answer."""

    decisions = DECISIONS
    parameters = USUAL

    def __init__(self, game: Game[DemonlordState], parameters: CaptainParameters = USUAL) -> None:
        super().__init__(game)
        self.parameters = parameters

    def advise(self, state: DemonlordState, seat: str) -> Advice:
        """What he would do in place of a seat that is asked, and why."""
        return advise(Captain(self.game, self.parameters), state, seat)

    def perceive(self, state: DemonlordState, seat: str) -> CaptainPerception:
        mind = self.context.memory.setdefault(seat, BotMemory())
        return CaptainPerception(state, state.seats.index(seat), self.parameters, mind)
