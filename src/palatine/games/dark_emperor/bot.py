"""The captain of Dark Emperor."""

from __future__ import annotations

from typing import Any

from palatine.core import Action, Game
from palatine.games.dark_emperor.state import DarkEmperorState


class Captain:
    """Plays either seat."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def decide(self, state: DarkEmperorState, seat: str) -> Action:
        return self.game.actions(state, seat)[-1]
