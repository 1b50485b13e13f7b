"""Palatine: a referee for classic fantasy wargames.

import palatine
game = palatine.load("demonlord")
state = game.setup(seed=b"anything")
seat, = game.actors(state)
state = game.play(state, seat, game.actions(state, seat)[0])
"""

from importlib import import_module
from importlib.metadata import version
from types import ModuleType
from typing import cast

from palatine import registry
from palatine.registry import advise, analyse, bot, bots, load


class GamesPackage(ModuleType):
    """The package `palatine.games`, which called as `palatine.games()` names the games installed."""

    def __call__(self) -> tuple[str, ...]:
        return registry.games()


# One name, two public things: the package whose modules are imported (`from palatine.games.elric import GAME`), and the
# function that names the games installed. What a module does when called its class says, and it may be given another
# class; the cast tells type checkers, which find the modules below the package as ever.
_package = import_module("palatine.games")
_package.__class__ = GamesPackage
games = cast(GamesPackage, _package)

__version__ = version("palatine")
__all__ = ["__version__", "advise", "analyse", "bot", "bots", "games", "load"]
