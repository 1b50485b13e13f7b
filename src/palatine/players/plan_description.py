"""A player's plan for one phase, as text."""

from __future__ import annotations

from typing import Any

from palatine.core import Entry, Game, RecapItem, State
from palatine.core.guidance.preview import PREVIEW_SEED
from palatine.players.rollouts import MAX_DECISIONS, rollout_bot


def describe_plan(game: Game[Any], state: State, seat: str, player: Any) -> list[str]:
    """Return what a player does with a seat until the next boundary, as texts (`plan_items`)."""
    return [item.text for item in plan_items(game, state, seat, player)]


def plan_items(game: Game[Any], state: State, seat: str, player: Any) -> list[RecapItem]:
    """Return what a player does with a seat until the next boundary, in one sampled world.

    Only the seat's own actions are described, without their consequences. Captains play the other seats.
    """
    world: Any = game.determinize(state, seat, PREVIEW_SEED)
    begin, usual, at = game.planning_period(world), rollout_bot(game), state.seats.index(seat)
    entries: list[Entry] = []
    for _ in range(MAX_DECISIONS):
        actors = game.actors(world)
        if not actors or game.planning_period(world) != begin:
            break
        own = actors[0] == seat
        world.journal = []
        game.take(world, actors[0], (player if own else usual).decide(world, actors[0]))
        if own:
            entries += world.journal[:1]
    return action_items(game, entries, seat, at)


def action_items(game: Game[Any], entries: list[Entry], seat: str, at: int) -> list[RecapItem]:
    """Return the items of a seat's own actions, from the first entry of each.

    `at` is the number of the seat.
    """
    known = [each for each in entries if _is_known(each, at) and each.tally is None]
    return [each for each in game.recap(known, seat).items if not (each.is_minor or each.heading or each.card)]


def _is_known(entry: Entry, at: int) -> bool:
    return entry.readers is None or at in entry.readers
