"""The registry of games by name, and of the bots that play them."""

from __future__ import annotations

import importlib
import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import palatine
from palatine import registry
from palatine.core import Game, Unknown


@pytest.fixture
def name(ford: Any, monkeypatch: Any) -> str:
    monkeypatch.setitem(registry._registered, "a-ford", ford)
    return "a-ford"


def test_installed_and_registered_games_are_known(name: str, ford: Any) -> None:
    assert {"demonlord", name} <= set(palatine.games())
    assert palatine.load(name) is ford
    assert palatine.load("demonlord") is palatine.load("demonlord")


def test_palatine_games_is_a_package_and_lists_the_games() -> None:
    package = importlib.import_module("palatine.games")
    assert package is palatine.games is sys.modules["palatine.games"]
    assert palatine.games() == registry.games()
    assert isinstance(package.demonlord.GAME, Game)
    assert get_type_hints(type(palatine.games).__call__) == {"return": tuple[str, ...]}
    assert importlib.reload(package) is palatine.games, "the class stays with the module"
    assert palatine.games() == registry.games()


def test_types_and_version_come_with_the_package() -> None:
    assert (files("palatine") / "py.typed").is_file()
    with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as project:
        assert palatine.__version__ == tomllib.load(project)["project"]["version"]


def test_a_game_that_there_is_not(name: str) -> None:
    with pytest.raises(Unknown, match=r"There is no game 'chess'; there are a-ford, .*demonlord"):
        palatine.load("chess")


def test_a_game_is_registered_for_this_process(ford: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    registry.register("mine", ford)
    assert "mine" in registry.games()


def test_every_game_has_a_recruit_who_plays_legally(ford: Any) -> None:
    assert palatine.bots(ford)[-1] == "recruit"
    state = ford.setup(seed=b"1")
    one, other = palatine.bot("recruit", ford, 5), palatine.bot("recruit", ford, 5)
    for _ in range(12):
        (seat,) = ford.actors(state)
        action = one.decide(state, seat)
        assert action == other.decide(state, seat)
        assert action in ford.actions(state, seat)
        ford.take(state, seat, action)


def test_a_bot_that_there_is_not(ford: Any) -> None:
    with pytest.raises(Unknown, match="Ford has no bot 'captain'; it has recruit"):
        palatine.bot("captain", ford)


def test_no_list_of_seats_is_long() -> None:
    for name in registry.games():
        for scenario in registry.load(name).scenarios:
            assert len(scenario.players) < 60
