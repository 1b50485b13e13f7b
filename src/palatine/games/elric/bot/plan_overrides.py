"""Alternative plans for a captain's player-turn: other storms, other gathering places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from random import Random
from typing import Final

from palatine.core import Game
from palatine.games.elric.bot.attacks import contributions, is_ripe, strike_odds
from palatine.games.elric.bot.concentration import aims_and_stages, rate
from palatine.games.elric.bot.objectives import targets
from palatine.games.elric.bot.perception import ANYWHERE, NOWHERE, BotMemory, Perception, PlanOverride
from palatine.games.elric.components.tables import FOUNDING
from palatine.games.elric.state import ElricState

STAGES: Final = 5
"""Number of gathering places proposed."""
STORMS: Final = 3
"""Number of storms proposed."""


def candidate_plans(game: Game[ElricState], s: ElricState, seat: str, random: Random) -> Iterator[PlanOverride]:
    """Iterate over alternative plans for a seat's player-turn, the most promising first.

    None in another's player-turn, nor in the solitaire scenario.
    """
    me = s.seats.index(seat)
    if s.phasing != me or s.scenario == FOUNDING:
        return
    sight = Perception(s, me, BotMemory())
    for pair in zip_longest(storm_candidates(sight), stage_candidates(sight)):
        yield from [override for override in pair if override is not None]


def storm_candidates(sight: Perception) -> list[PlanOverride]:
    """Return plans for other storms, the likeliest first, and for none if one is planned."""
    aims = targets(sight)
    ripe = [area for area in aims if is_ripe(sight, area)]
    unripe = [area for area in aims if area not in ripe and contributions(sight, area)]
    unripe.sort(key=lambda area: (-strike_odds(sight, area), area))
    found = [PlanOverride(storm=area) for area in [*ripe[1:], *unripe]][:STORMS]
    return [PlanOverride(storm=NOWHERE), *found] if ripe else found


def stage_candidates(sight: Perception) -> list[PlanOverride]:
    """Return plans for other targets or gathering places."""
    found = [(rate(sight, aim, stage), aim, stage) for aim, stage in aims_and_stages(sight, targets(sight))]
    ranked = sorted(set(found), reverse=True)[1 : STAGES + 1]
    return [PlanOverride(aim=aim, stage=stage) for worth, aim, stage in ranked if worth > 0]


def mutate_plan(
    game: Game[ElricState], s: ElricState, seat: str, plan: PlanOverride, random: Random
) -> PlanOverride | None:
    """Return a plan with the storm of one plan and the gathering place of another."""
    others = [each for each in candidate_plans(game, s, seat, random) if each != plan]
    if not others:
        return None
    other = random.choice(others)
    storming, gathering = (plan, other) if other.storm == ANYWHERE else (other, plan)
    return PlanOverride(storming.storm, gathering.aim, gathering.stage)
