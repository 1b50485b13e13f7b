"""The captain: a player who knows Dark Emperor and plays to win.

He is asked one click at a time, and looks at a position that he cannot tell from the true one: what lies face down
on the magic hexes is dealt anew for him. So he can take over a seat at any moment, and give it back.
"""

from __future__ import annotations

from random import Random
from typing import Any

from palatine.core import Action, Advice, Game
from palatine.core.bot import StepBot
from palatine.games.dark_emperor.bot.advice.advising import advise
from palatine.games.dark_emperor.bot.lookahead import BotMemory, ranked_plans
from palatine.games.dark_emperor.bot.parameters import USUAL, CaptainParameters
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan
from palatine.games.dark_emperor.decisions import DECISIONS
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.state import DarkEmperorState


class Captain(StepBot[DarkEmperorState, Perception]):
    """Plays either seat of Dark Emperor to win."""

    decisions = DECISIONS
    parameters = USUAL

    def __init__(self, game: Game[DarkEmperorState], parameters: CaptainParameters = USUAL) -> None:
        super().__init__(game)
        self.parameters = parameters

    def perceive(self, state: DarkEmperorState, seat: str) -> Perception:
        """The position with what lies face down dealt anew, and what he has in mind."""
        memory, is_dealt = self.context.memory, self.context.is_dealt
        if seat not in memory:
            mind = memory[seat] = BotMemory(self.game, think, is_dealt, self.parameters)
            mind.plan = self.context.plan and self.context.plan.fresh()
        return Perception(self.sampled(state, seat), state.seats.index(seat), memory[seat])

    def advise(self, state: DarkEmperorState, seat: str) -> Advice:
        """What he would do for a seat that is asked, and why, from nothing that it may not know."""
        return advise(self, state, seat)


def candidate_plans(game: Game[DarkEmperorState], seen: DarkEmperorState, seat: str) -> list[MarchPlan]:
    """What he weighs where he plans the marches of a seat, best first; nothing anywhere else."""
    step: Any = seen.flow[-1] if seen.flow else None
    if not isinstance(step, Movement) or seen.seats[step.seat] != seat:
        return []
    return ranked_plans(Perception(seen, step.seat, BotMemory(game, think)))


def varied(plan: MarchPlan, random: Random) -> MarchPlan | None:
    """A plan with the marches to one hex left out; None for one without any."""
    goals = sorted({order.goal for order in plan.orders})
    return plan.without(random.choice(goals)) if goals else None


def think(seen: DarkEmperorState, side: int, mind: BotMemory) -> Action:
    """What a captain with something in mind does in a position that he sees."""
    actions: list[Action] = seen.flow[-1].actions(seen)  # type: ignore[attr-defined]
    return actions[0] if len(actions) == 1 else Captain.choose(Perception(seen, side, mind), actions)
