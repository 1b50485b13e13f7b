"""The lieutenant: an opponent for beginners. He plans as the game's own bot does, and bungles some of it. He knows no
game."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from palatine.core import Game, OrdersGame, Sheet
from palatine.core.scenario import REFEREE
from palatine.players.rollouts import captain

BLUNDER_RATE = 0.1
"""How likely he does anything legal in place of what he meant."""
DROPPED_ORDER_RATE = 0.35
"""How likely he forgets an order of a sheet."""


class Lieutenant:
    """The captain with slips; two with one seed make the same ones."""

    def __init__(self, game: Game[Any], seed: int = 0) -> None:
        self.game = game
        self.captain = captain(game)
        self.random = Random(seed)

    def decide(self, state: Any, seat: str) -> Any:
        """An action, or a sheet."""
        meant = self.captain.decide(state, seat)
        if seat == REFEREE or self.game.is_setting_up(state, seat):
            return meant
        if isinstance(self.game, OrdersGame):
            return self._forgetting(self.game, state, seat, meant)
        return self.random.choice(self.game.actions(state, seat)) if self.random.random() < BLUNDER_RATE else meant

    def _forgetting(self, game: OrdersGame[Any], state: Any, seat: str, meant: Sheet) -> Sheet:
        """The sheet without some of its orders, as far as it can do without them."""
        kept = tuple([order for order in meant.orders if self.random.random() >= DROPPED_ORDER_RATE])
        sheet = msgspec.structs.replace(meant, orders=kept)
        return sheet if all(problem.uncertain for problem in game.check(state, seat, sheet)) else meant
