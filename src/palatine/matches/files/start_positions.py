"""Positions from outside: held against what the game may reach, then played on for a while.

All this is done where it can be ended when it takes too long or too much (`files.checking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game, State, Unreadable
from palatine.core.field_ranges import check_ranges
from palatine.core.guidance.lesson_dice import is_of_lesson

DECISIONS = 50
"""Decisions by which a position from outside is played on."""
TURNS = 2
"""The same in turns of secret orders."""


def read_start(game: Game[Any], data: bytes, seats: Sequence[str]) -> State:
    """The position a match from outside starts from. Raises Unreadable when the game could have none such."""
    state: State = game.decode(data)
    check_ranges(game, state)
    if is_of_lesson(state.dice):
        raise Unreadable("The match file is damaged: it starts with the dice of a lesson.")
    if tuple(state.seats) != tuple(seats):
        raise Unreadable("The match file is damaged: it starts from a position of other seats.")
    try:
        if state.outcome is not None or not game.actors(state):
            raise Unreadable("nobody is to decide")
        game.settle_options(state.options)
        show(game, state)
        rehearse(game, state.copy())
    except Exception as error:  # whatever the rules make of it, it is no position of theirs
        raise Unreadable(
            f"The match file is damaged: {game.title} cannot go on from the position it starts from "
            f"({type(error).__name__})."
        ) from error
    return state


def show(game: Game[Any], state: State) -> None:
    """Draw and write out what everybody sees of a position."""
    for seat in (None, *state.seats):
        msgspec.json.encode(game.view(state, seat))
        msgspec.json.encode(game.layers(state, seat))
    msgspec.json.encode(game.boards(state))
    game.decode(game.encode(state))


def rehearse(game: Any, state: Any, seed: int = 0) -> None:
    """Play on at random, and look at where that leads."""
    random = Random(seed)
    recruit = registry.bot("recruit", game, seed)
    for _ in range(TURNS if game.orders else DECISIONS):
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
    show(game, state)
