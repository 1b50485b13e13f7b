"""The captain, a bot that plays Elric to win.

It decides one action at a time, in a position whose hidden information is dealt at random: other players' hands, spells
on stars and in the cup. It can therefore take over a seat at any time.
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
    """A bot that plays any seat of Elric to win."""

    decisions = DECISIONS
    parameters = USUAL

    def __init__(self, game: Game[ElricState], parameters: CaptainParameters = USUAL) -> None:
        super().__init__(game)
        self.parameters = parameters

    def perceive(self, state: ElricState, seat: str) -> Perception:
        """Return the position as a seat knows it, with memory and plans of the current turn only."""
        seen = self.sample_state(state, seat)
        mind = self.context.memory.setdefault(seat, BotMemory())
        mind.expire(seen)
        return Perception(seen, state.seats.index(seat), mind, self.parameters, self.context.plan or NO_OVERRIDE)

    def advise(self, state: ElricState, seat: str) -> Advice:
        """Return the captain's decision and reasons, based only on what the seat may know.

        A plan override is ignored.
        """
        seen = self.game.determinize(state, seat, b"captain")
        return AdviceBuilder(self.game, seen, seat, Captain(self.game, self.parameters)).advise()
