"""The recruit: a bot that plays at random."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from palatine.core import OrdersGame, Sheet, Suggestion, SyntaxProblem
from palatine.core.sheet import apply_suggestion

ORDER_PROBABILITY = 0.8
"""Probability of giving an order to a character."""
MAX_SUGGESTIONS = 3
"""Number of suggestions tried for a character."""


class Recruit:
    """Bot that picks legal actions uniformly at random, reproducible from the seed."""

    def __init__(self, game: Any, seed: int = 0) -> None:
        self.game = game
        self.random = Random(seed)

    def decide(self, state: Any, seat: str) -> Any:
        if self.game.orders:
            return random_sheet(self.game, state, seat, self.random)
        return self.random.choice(self.game.actions(state, seat))


def random_sheet(game: OrdersGame[Any], state: Any, seat: str, random: Random) -> Sheet:
    """Return a valid random sheet: at most one suggestion per character and for the seat itself."""
    sheet = game.empty_sheet(state, seat)
    for character in (*game.characters(state, seat), None):
        if random.random() >= ORDER_PROBABILITY:
            continue
        for suggestion in game.sample_suggestions(state, seat, character, MAX_SUGGESTIONS, random):
            longer = _with_suggestion(game, sheet, suggestion)
            if longer is not None and all(problem.uncertain for problem in game.check(state, seat, longer)):
                sheet = longer
                break
    return sheet


def _with_suggestion(game: OrdersGame[Any], sheet: Sheet, suggestion: Suggestion) -> Sheet | None:
    """Return the sheet with a suggestion applied; None if the result has a syntax error."""
    try:
        if suggestion.instead:
            return game.parse(apply_suggestion(game.write(sheet), suggestion))
        more = game.parse(suggestion.text)
    except SyntaxProblem:
        return None
    return msgspec.structs.replace(sheet, orders=(*sheet.orders, *more.orders))
