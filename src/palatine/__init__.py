"""Palatine: a referee for classic fantasy wargames.

This example plays one action:

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
    """The package `palatine.games`, which returns the installed games when it is called."""

    def __call__(self) -> tuple[str, ...]:
        return registry.games()


# The name `games` is both a package with importable modules (`from palatine.games.elric import GAME`) and a public
# function. A module is made callable by replacing its class. The cast keeps the package visible to type checkers.
_package = import_module("palatine.games")
_package.__class__ = GamesPackage
games = cast(GamesPackage, _package)

__version__ = version("palatine")
__all__ = ["__version__", "advise", "analyse", "bot", "bots", "games", "load"]
