"""Checks of start positions from files: against the game's ranges, then by playing on.

They run in a process that can be ended if it takes too much time or memory (`files.checking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game, State, Unreadable
from palatine.core.field_ranges import check_ranges
from palatine.core.guidance.lesson_dice import is_lesson_dice

TRIAL_DECISIONS = 50
"""Number of decisions played from a start position to test it."""
TRIAL_TURNS = 2
"""Number of turns of secret orders run from a start position to test it."""


def read_start(game: Game[Any], data: bytes, seats: Sequence[str]) -> State:
    """Return the start position of a match from a file.

    Raises `Unreadable` if the game has no such position.
    """
    state: State = game.decode(data)
    check_ranges(game, state)
    if is_lesson_dice(state.dice):
        raise Unreadable("The match file is damaged: it starts with the dice of a lesson.")
    if tuple(state.seats) != tuple(seats):
        raise Unreadable("The match file is damaged: it starts from a position of other seats.")
    try:
        if state.outcome is not None or not game.actors(state):
            raise Unreadable("nobody is to decide")
        game.complete_options(state.options)
        render_for_all(game, state)
        play_trial(game, state.copy())
    except Exception as error:  # Whatever the rules raise, the position is not a valid one.
        raise Unreadable(
            f"The match file is damaged: {game.title} cannot go on from the position it starts from "
            f"({type(error).__name__})."
        ) from error
    return state


def render_for_all(game: Game[Any], state: State) -> None:
    """Render a position for every seat and for spectators, and encode it."""
    for seat in (None, *state.seats):
        msgspec.json.encode(game.view(state, seat))
        msgspec.json.encode(game.layers(state, seat))
    msgspec.json.encode(game.boards(state))
    game.decode(game.encode(state))


def play_trial(game: Any, state: Any, seed: int = 0) -> None:
    """Play on at random and render the final position."""
    random = Random(seed)
    recruit = registry.bot("recruit", game, seed)
    for _ in range(TRIAL_TURNS if game.orders else TRIAL_DECISIONS):
        actors = game.actors(state)
        if not actors:
            break
        if game.orders:
            for seat in actors:
                game.set_sheet(state, seat, recruit.decide(state.copy(), seat))
            game.run_turn(state)
        else:
            actions = game.actions(state, actors[0])
            game.take(state, actors[0], random.choice(actions))
    render_for_all(game, state)
