"""Strengths of bots in words."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry
from palatine.core.search.searchable import Levels, MeasuredLevel
from palatine.matches import strength_text, strengths


def test_bots_are_told_from_the_weakest_each_in_a_line() -> None:
    found = strengths(registry.load("elric"))
    assert [each.bot for each in found] == ["recruit", "lieutenant", "captain", "marshal"]
    assert found[0].text.startswith("Plays at random.")
    assert found[2].text == "Plays to win by rules of thumb, and answers at once."
    assert "up to 2 seconds for each plan" in found[3].text, "as long as is usual in the game"


def test_a_bot_nobody_wrote_words_for_has_a_line_of_its_own(ford: Any, monkeypatch: Any) -> None:
    class Old:
        def __init__(self, game: Any) -> None: ...

    monkeypatch.setattr(type(ford), "bots", {"marcher": Old, "digger": Old})
    assert strength_text(ford, "marcher") == strength_text(registry.load("elric"), "captain"), "the usual one"
    assert strength_text(ford, "digger") not in {strength_text(ford, "marcher"), strength_text(ford, "recruit")}


def test_a_bot_that_was_measured_has_its_games_in_its_line(ford: Any, monkeypatch: Any) -> None:
    measured = {"recruit": MeasuredLevel(3, 40), "digger": MeasuredLevel(1, 8, 8, "six days")}
    monkeypatch.setitem(ford.__dict__, "levels", Levels(measured=measured))
    assert strength_text(ford, "recruit").endswith("It won 3 of 40 games against a captain.")
    assert strength_text(ford, "digger").endswith("Alone among 7 captains it won 1 of 8 games (six days).")


@pytest.mark.parametrize("name", registry.games())
def test_levels_that_a_game_states_are_those_of_its_bots(name: str) -> None:
    game = registry.load(name)
    assert game.levels.measured.keys() <= set(registry.bots_by_strength(game))
    for bot, each in game.levels.measured.items():
        assert 0 <= each.won <= each.games
        assert f"{each.won} of {each.games} games" in strength_text(game, bot)
