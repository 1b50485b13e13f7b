"""Palatine: a referee for classic fantasy wargames.

import palatine
game = palatine.load("demonlord")
state = game.setup(seed=b"anything")
seat, = game.actors(state)
state = game.play(state, seat, game.actions(state, seat)[0])
"""

from palatine.registry import bot, bots, games, load

__version__ = "0.1.0"
__all__ = ["__version__", "bot", "bots", "games", "load"]
