"""Factories of PettingZoo environments and OpenSpiel games; libraries are imported on use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from palatine import registry
from palatine.core import Game
from palatine.lab.action_menus import MAX_CHOICES, MenuMatch
from palatine.optional_imports import import_optional


def pettingzoo_env(
    game: str | Game[Any],
    scenario: str | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    choices: int = MAX_CHOICES,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """Create a PettingZoo AECEnv of a game: one decision of one seat per step.

    An action is a number in the menu of a `MenuMatch`, which has at most `choices` entries. The match is truncated
    after `max_cycles` decisions. `render_mode` is "human", "svg", "png" or "ansi". Raises MissingExtra without
    pettingzoo, gymnasium or numpy, Unknown if the game does not have the scenario, seats or options.
    """
    (environments,) = _environments()
    return environments.TurnEnv(_match(game, scenario, seats, options, choices), max_cycles, render_mode)


def pettingzoo_parallel_env(
    game: str | Game[Any],
    scenario: str | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    choices: int = MAX_CHOICES,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """Create a PettingZoo ParallelEnv of a game: all seats pick at every step.

    The parameters are those of `pettingzoo_env`. Meant for games of orders, in which seats write simultaneously; in
    the other games all seats except one wait.
    """
    (environments,) = _environments()
    return environments.SimultaneousEnv(_match(game, scenario, seats, options, choices), max_cycles, render_mode)


def openspiel_game(
    game: str | Game[Any],
    scenario: str | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    choices: int = MAX_CHOICES,
) -> Any:
    """Create a pyspiel.Game of the type "palatine".

    `pyspiel.load_game` can then load it from its text. Raises MissingExtra without open_spiel or numpy, Unknown if
    the game does not have the scenario, seats or options.
    """
    import_optional("pyspiel", "numpy")
    (adapter,) = import_optional("palatine.lab.openspiel")
    return adapter.spiel_game(_match(game, scenario, seats, options, choices))


def _environments() -> list[Any]:
    import_optional("numpy", "gymnasium", "pettingzoo")
    return import_optional("palatine.lab.environments")


def _match(
    game: str | Game[Any],
    scenario: str | None,
    seats: Sequence[str] | None,
    options: Mapping[str, Any] | None,
    choices: int,
) -> MenuMatch:
    loaded = registry.load(game) if isinstance(game, str) else game
    return MenuMatch(loaded, scenario, seats, options, choices)
