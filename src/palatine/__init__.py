"""Palatine: a referee for classic fantasy wargames.

import palatine
game = palatine.load("demonlord")
state = game.setup(seed=b"anything")
seat, = game.actors(state)
state = game.play(state, seat, game.actions(state, seat)[0])
"""

from types import ModuleType

from palatine import games
from palatine.registry import bot, bots, load
from palatine.registry import games as list_games


class Listing(ModuleType):
    """The package `palatine.games`, which called as `palatine.games()` lists the games installed."""

    def __call__(self) -> tuple[str, ...]:
        return list_games()


games.__class__ = Listing

__version__ = "0.1.0"
__all__ = ["__version__", "bot", "bots", "games", "load"]
