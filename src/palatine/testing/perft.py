"""Perft: exact counts of sequences of legal actions."""

from __future__ import annotations

from typing import Any

from palatine.core import Game


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """Return the number of sequences of `depth` legal actions; dice roll by the state's key."""
    if depth == 0:
        return 1
    total = 0
    for seat in game.actors(state):
        actions = game.actions(state, seat)
        if depth == 1:
            total += len(actions)
            continue
        for action in actions:
            after = state.copy()
            game.take(after, seat, action)
            total += perft(game, after, depth - 1)
    return total


def perft_lines(game: Game[Any], state: Any, depth: int) -> list[str]:
    """Return a line for each first action, with the number of sequences that begin with it."""
    lines = []
    for seat in game.actors(state):
        for action in game.actions(state, seat):
            after = state.copy()
            game.take(after, seat, action)
            verb, operand = action
            number = perft(game, after, depth - 1)
            lines.append(f"{verb} {operand}: {number}  {seat}: {game.action_text(state, action)}")
    return lines
