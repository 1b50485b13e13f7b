"""The recruit: any legal action, each as likely."""

from __future__ import annotations

from random import Random
from typing import Any

from palatine.core import Action, Game


class Recruit:
    """Plays uniformly at random; two recruits with one seed play alike."""

    def __init__(self, game: Game[Any], seed: int = 0) -> None:
        self.game = game
        self.random = Random(seed)

    def decide(self, state: Any, seat: str) -> Action:
        return self.random.choice(self.game.actions(state, seat))
