"""Entry points for learning programs; their libraries are imported when one is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from palatine import registry
from palatine.core import Game
from palatine.lab.action_menus import CHOICES, MenuMatch
from palatine.optional_imports import needed


def pettingzoo_env(
    game: str | Game[Any],
    scenario: str | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    choices: int = CHOICES,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """A PettingZoo AECEnv of a game: one decision of one seat a step.

    An action is a number in the list of `MenuMatch`, which has `choices` at most; after `max_cycles` decisions the
    match is cut. `render_mode` is "human", "svg", "png" or "ansi". Raises MissingExtra without pettingzoo, gymnasium
    or numpy, Unknown for what the game does not have.
    """
    (environments,) = _environments()
    return environments.TurnEnv(_match(game, scenario, seats, options, choices), max_cycles, render_mode)


def pettingzoo_parallel_env(
    game: str | Game[Any],
    scenario: str | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    choices: int = CHOICES,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """A PettingZoo ParallelEnv of a game, as `pettingzoo_env`: at every step all seats pick at once.

    Made for games of orders, whose seats write at the same time; in the others all but one seat wait.
    """
    (environments,) = _environments()
    return environments.SimultaneousEnv(_match(game, scenario, seats, options, choices), max_cycles, render_mode)


def openspiel_game(
    game: str | Game[Any],
    scenario: str | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    choices: int = CHOICES,
) -> Any:
    """A pyspiel.Game of a game, of the kind "palatine", which `pyspiel.load_game` then knows by its text too.

    Raises MissingExtra without open_spiel or numpy, Unknown for what the game does not have.
    """
    needed("pyspiel", "numpy")
    (adapter,) = needed("palatine.lab.openspiel")
    return adapter.load(_match(game, scenario, seats, options, choices))


def _environments() -> list[Any]:
    needed("numpy", "gymnasium", "pettingzoo")
    return needed("palatine.lab.environments")


def _match(
    game: str | Game[Any],
    scenario: str | None,
    seats: Sequence[str] | None,
    options: Mapping[str, Any] | None,
    choices: int,
) -> MenuMatch:
    loaded = registry.load(game) if isinstance(game, str) else game
    return MenuMatch(loaded, scenario, seats, options, choices)
