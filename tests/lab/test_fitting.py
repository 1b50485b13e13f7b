"""Estimates of win chances from games: measures, seats, caution, and scenarios."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import palatine
from palatine.core import Evaluation
from palatine.core.search.searchable import softmax_shares
from palatine.lab.fitting import (
    FitOptions,
    FittingSample,
    evaluation_text,
    fit,
    main,
    other_bot,
    play_game,
)
from palatine.players.rollouts import parameters_of

GAME = palatine.load("lord-and-master")
WON = [
    [
        FittingSample(
            {"provinces": {"P1": 9.0 - at, "P2": 3.0 + at}, "gold": {"P1": 1.0, "P2": 5.0}}, {"P1": 1.0, "P2": 0.0}
        )
    ]
    for at in range(5)
]
"""The first seat wins with more provinces and less gold."""


def test_only_the_figures_that_are_named_are_weighed() -> None:
    found = fit(GAME, WON, 3, FitOptions(only=("provinces",)))
    assert list(found.evaluation.weights) == ["provinces"]
    assert found.evaluation.weights["provinces"].weight > 0
    assert set(fit(GAME, WON, 3).evaluation.weights) == {"provinces", "gold"}


def test_seats_are_worth_nothing_where_they_are_alike() -> None:
    assert fit(GAME, WON, 3).evaluation.seats["P1"] > 0
    alike = fit(GAME, WON, 3, FitOptions(alike=True)).evaluation
    assert alike.seats == {}
    assert "[seats]" not in evaluation_text(alike, "")


def test_who_is_cautious_learns_smaller_weights() -> None:
    bold, cautious = (fit(GAME, WON, 3, FitOptions(tension=each)).evaluation for each in (0.01, 0.5))
    assert 0 < cautious.weights["provinces"].weight < bold.weights["provinces"].weight


def one_sided(name: str, games: int, random: Random) -> list[list[FittingSample]]:
    """Return games won by the seat with more of a measure."""
    found = []
    for _ in range(games):
        more, less = random.uniform(5, 9), random.uniform(1, 4)
        found.append([FittingSample({name: {"A": more, "B": less}}, {"A": 1.0, "B": 0.0})])
        found.append([FittingSample({name: {"A": less, "B": more}}, {"A": 0.0, "B": 1.0})])
    return found


def test_what_wins_has_weight_however_rare_its_scenario() -> None:
    random = Random(1)
    samples = [*one_sided("often", 60, random), *one_sided("seldom", 6, random)]
    random.shuffle(samples)
    found = fit(palatine.load("elric"), samples, 3)
    often, seldom = [found.evaluation.weights[name].weight for name in ("often", "seldom")]
    assert often > 1
    assert seldom == pytest.approx(often, rel=0.3)
    assert found.right == 1
    assert found.chance == 0.5


def test_who_plays_alone_may_lose() -> None:
    assert softmax_shares({"A": 0.0}) == (0.5,)
    assert softmax_shares({"A": 1.0, "B": 1.0}) == (0.5, 0.5)
    alone = play_game(palatine.load("elric"), 1, "alone", ("Amber",), "founding")
    assert {share for sample in alone for share in sample.shares.values()} <= {0.0, 1.0}
    assert alone


def test_positions_come_from_games_of_captains_exploits_and_all_aims() -> None:
    game = palatine.load("demonlord")
    usual: Any = parameters_of(game)
    others = [other_bot(game, Random(number)) for number in range(120)]
    exploits = [factory(game) for factory in game.exploits.values()]
    scripts = {(type(each), each.parameters) for each in exploits}
    played = [(type(each), each.parameters) for each in others]
    assert scripts <= set(played)
    assert 25 <= sum(each in scripts for each in played) <= 55, "a third"
    assert {by.aim for _, by in played} == set(usual.choices["aim"])


def test_what_the_command_learns_is_written_here_and_the_games_own_file_is_left(
    tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    own = files("palatine.games.elric") / "data" / "evaluation.toml"
    before = own.read_bytes()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("palatine.lab.fitting.registry._registered", {})
    given = ["elric", "--games", "8", "--scenario", "duel", "--processes", "1"]
    assert main(given) == 0
    assert "Written to evaluation.toml." in capsys.readouterr().out
    assert main([*given, "--to", "mine.toml"]) == 0
    assert own.read_bytes() == before
    here, mine = [(tmp_path / name).read_bytes() for name in ("evaluation.toml", "mine.toml")]
    assert here == mine
    assert msgspec.toml.decode(mine, type=Evaluation).weights


def test_too_few_games_are_told_and_nothing_is_written(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("palatine.lab.fitting.registry._registered", {})
    with pytest.raises(SystemExit):
        main(["elric", "--games", "2", "--scenario", "duel", "--processes", "1"])
    assert "came to an end with a winner; it takes 6 at the least" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
