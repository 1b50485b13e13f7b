"""The lieutenant: a bot for beginners that plans like the game's own bot and makes mistakes.

It works for any game.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from palatine.core import Game, OrdersGame, Sheet
from palatine.core.scenario import REFEREE
from palatine.players.rollouts import captain_bot


class Lieutenant:
    """A captain with random mistakes, reproducible from the seed.

    How often it makes them depends on the game (`Game.levels`).
    """

    def __init__(self, game: Game[Any], seed: int = 0) -> None:
        self.game = game
        self.captain = captain_bot(game)
        self.random = Random(seed)

    def decide(self, state: Any, seat: str) -> Any:
        """Return an action, or a sheet in games of orders."""
        meant = self.captain.decide(state, seat)
        if seat == REFEREE or self.game.is_setting_up(state, seat):
            return meant
        if isinstance(self.game, OrdersGame):
            return self._drop_orders(self.game, state, seat, meant)
        blunders = self.random.random() < self.game.levels.blunders
        return self.random.choice(self.game.actions(state, seat)) if blunders else meant

    def _drop_orders(self, game: OrdersGame[Any], state: Any, seat: str, meant: Sheet) -> Sheet:
        """Return the sheet without some of its orders, or unchanged if the rest would be invalid."""
        rate = game.levels.dropped_orders
        kept = tuple([order for order in meant.orders if self.random.random() >= rate])
        sheet = msgspec.structs.replace(meant, orders=kept)
        return sheet if all(problem.uncertain for problem in game.check(state, seat, sheet)) else meant
