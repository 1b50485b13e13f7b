"""The captain: a player who knows Elric and plays to win.

He is asked one click at a time, and looks at a position that he cannot tell from the true one: the hands of others,
the spells on the stars and in the cup are dealt anew for him. So he can take over a seat at any moment.
"""

from __future__ import annotations

from palatine.core import Advice, Game
from palatine.core.bot import StepBot
from palatine.games.elric.bot.advising import AdviceBuilder
from palatine.games.elric.bot.parameters import USUAL, CaptainParameters
from palatine.games.elric.bot.perception import NO_OVERRIDE, BotMemory, Perception
from palatine.games.elric.decisions import DECISIONS
from palatine.games.elric.state import ElricState


class Captain(StepBot[ElricState, Perception]):
    """Plays any seat of Elric to win."""

    decisions = DECISIONS
    parameters = USUAL

    def __init__(self, game: Game[ElricState], parameters: CaptainParameters = USUAL) -> None:
        super().__init__(game)
        self.parameters = parameters

    def perceive(self, state: ElricState, seat: str) -> Perception:
        """What a seat sees, and what it has in mind; plans of another turn are forgotten."""
        seen = self.sampled(state, seat)
        mind = self.context.memory.setdefault(seat, BotMemory())
        mind.expire(seen)
        return Perception(seen, state.seats.index(seat), mind, self.parameters, self.context.plan or NO_OVERRIDE)

    def advise(self, state: ElricState, seat: str) -> Advice:
        """What he would do now and why, from nothing that the seat may not know, and without a plan of his own."""
        seen = self.game.determinize(state, seat, b"captain")
        return AdviceBuilder(self.game, seen, seat, Captain(self.game, self.parameters)).advise()
