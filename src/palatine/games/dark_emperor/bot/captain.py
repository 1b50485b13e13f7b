"""The captain, a bot that plays Dark Emperor to win.

It decides one action at a time, in a position in which the face-down markers are dealt again. It can take over a seat
at any moment, and give it back.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from palatine.core import Action, Advice, Game
from palatine.core.bot import StepBot
from palatine.games.dark_emperor.bot.advice.advising import advise
from palatine.games.dark_emperor.bot.lookahead import BotMemory, best_plan, ranked_plans
from palatine.games.dark_emperor.bot.parameters import USUAL, CaptainParameters
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan
from palatine.games.dark_emperor.decisions import DECISIONS
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.state import DarkEmperorState


class Captain(StepBot[DarkEmperorState, Perception]):
    """Bot for either seat of Dark Emperor."""

    decisions = DECISIONS
    parameters = USUAL

    def __init__(self, game: Game[DarkEmperorState], parameters: CaptainParameters = USUAL) -> None:
        super().__init__(game)
        self.parameters = parameters

    def perceive(self, state: DarkEmperorState, seat: str) -> Perception:
        """Return the position with face-down markers dealt again, and the bot's memory."""
        memory, is_dealt = self.context.memory, self.context.is_dealt
        if seat not in memory:
            mind = memory[seat] = BotMemory(self.game, think, is_dealt, self.parameters)
            mind.plan = self.context.plan and self.context.plan.fresh()
        return Perception(self.sample_state(state, seat), state.seats.index(seat), memory[seat])

    def advise(self, state: DarkEmperorState, seat: str) -> Advice:
        """Return what the captain would do for a seat that must decide, and why.

        Uses only information of the seat.
        """
        return advise(self, state, seat)


def candidate_plans(game: Game[DarkEmperorState], seen: DarkEmperorState, seat: str) -> tuple[MarchPlan, ...]:
    """Return the plans of a seat's marches, best first; empty in steps other than `Movement`."""
    return usual_plans(game, game.encode(seen), seat) if is_to_march(seen, seat) else ()


def own_plan(
    game: Game[DarkEmperorState], seen: DarkEmperorState, seat: str, parameters: CaptainParameters | None
) -> MarchPlan | None:
    """Return the plan of a captain's marches; None in steps other than `Movement`.

    Without `parameters` it is the first of `candidate_plans`, otherwise the one that looks best with them.
    """
    if parameters is None:
        return next(iter(candidate_plans(game, seen, seat)), None)
    if not is_to_march(seen, seat):
        return None
    mind = BotMemory(game, think, is_playout=True, parameters=parameters)
    return best_plan(Perception(seen, seen.seats.index(seat), mind))


@lru_cache(maxsize=1)
def usual_plans(game: Game[DarkEmperorState], position: bytes, seat: str) -> tuple[MarchPlan, ...]:
    """Return the usual captain's plans in an encoded position, cached.

    A marshal asks for the captain's own plan, and then for its other plans.
    """
    seen = game.decode(position)
    return tuple(ranked_plans(Perception(seen, seen.seats.index(seat), BotMemory(game, think))))


def is_to_march(seen: DarkEmperorState, seat: str) -> bool:
    """Return whether a seat must decide on its marches."""
    step: Any = seen.flow[-1] if seen.flow else None
    return isinstance(step, Movement) and seen.seats[step.seat] == seat


def varied(plan: MarchPlan, random: Random) -> MarchPlan | None:
    """Return a plan without the marches to one random hex; None if it has no marches."""
    goals = sorted({order.goal for order in plan.orders})
    return plan.without(random.choice(goals)) if goals else None


def think(seen: DarkEmperorState, side: int, mind: BotMemory) -> Action:
    """Return the action of a captain with this memory in a given position."""
    actions: list[Action] = seen.flow[-1].actions(seen)  # type: ignore[attr-defined]
    return actions[0] if len(actions) == 1 else Captain.choose(Perception(seen, side, mind), actions)
