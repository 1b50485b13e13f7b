"""OpenSpiel: its own test of random play, its ISMCTS, and states that are dealt anew."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from palatine.lab import openspiel_game


@pytest.mark.parametrize("name", ["ford", "tithe"])
def test_the_examples_pass_the_test_of_random_play(name: str, request: Any) -> None:
    pyspiel.random_sim_test(openspiel_game(request.getfixturevalue(name)), 3, True, False, True)


@pytest.mark.parametrize("name", ["elric", "demonlord", "lord-and-master", "dark-emperor", "adventurer-kings"])
def test_games_pass_the_test_of_random_play(name: str) -> None:
    """Of Adventurer Kings two years, as by itself it has no end."""
    options = {"turns": 2} if name == "adventurer-kings" else {}
    pyspiel.random_sim_test(openspiel_game(name, options=options), 1, False, False, True)


def begun(game: Any, deal: int, picks: int = 0) -> Any:
    """A state after the deal and some picks of number 0."""
    state = game.new_initial_state()
    state.apply_action(deal)
    for _ in range(picks):
        state.apply_action(0)
    return state


def bot(game: Any, simulations: int) -> Any:
    random = np.random.RandomState(1)
    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 1.4, simulations, random_state=random)


def test_ismcts_plays_ford_to_the_end_against_who_plays_at_random(ford: Any) -> None:
    game, random = openspiel_game(ford), np.random.RandomState(7)
    for deal in range(2):
        state, searcher = begun(game, deal), bot(game, 20)
        while not state.is_terminal():
            searches = state.current_player() == deal
            state.apply_action(int(searcher.step(state) if searches else random.choice(state.legal_actions())))
        winners = ford.outcome(state.match.state).winners
        assert state.returns() == [1 / len(winners) if seat in winners else 0.0 for seat in state.match.seats]


def test_ismcts_decides_in_elric() -> None:
    game = openspiel_game("elric")
    state = begun(game, 3)
    while len(state.legal_actions()) < 2:
        state.apply_action(0)
    assert bot(game, 2).step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["ford", "tithe", "demonlord"])
def test_a_state_dealt_anew_looks_the_same_and_has_other_dice(name: str, request: Any) -> None:
    game = openspiel_game(request.getfixturevalue(name) if name != "demonlord" else name)
    state = begun(game, 3, 4)
    player = state.current_player()
    first, second = [state.resample_from_infostate(player, lambda number=number: number) for number in (0.1, 0.2)]
    for other in (first, second):
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == state.history()
    assert len({each.match.state.dice.key for each in (state, first, second)}) == 3


def test_a_copy_and_what_was_written_down_play_on_alike(tithe: Any) -> None:
    game = openspiel_game(tithe)
    state = begun(game, 3)
    state.apply_action(2)
    written = game.deserialize_state(state.serialize())
    copied = state.clone()
    assert written.match.written(tithe_seat(state)) == state.match.written(tithe_seat(state)) != ""
    for _ in range(6):
        number = state.legal_actions()[-1]
        for each in (state, written, copied):
            each.apply_action(number)
        assert written.match.state == state.match.state == copied.match.state
    assert str(written) == str(state)


def tithe_seat(state: Any) -> str:
    return str(state.match.asked[0])


def test_a_game_is_known_by_its_text_with_its_options() -> None:
    game = openspiel_game("demonlord", options={"tournament": True}, choices=32)
    again = pyspiel.load_game(str(game))
    assert again.match.options == {"tournament": True}
    assert again.num_distinct_actions() == 32
    assert begun(again, 1).match.state == begun(game, 1).match.state


def test_the_chance_node_decides_the_dice(ford: Any) -> None:
    game = openspiel_game(ford)
    start = game.new_initial_state()
    assert start.is_chance_node()
    assert abs(sum(share for _, share in start.chance_outcomes()) - 1) < 1e-9
    keys = {begun(game, deal).match.state.dice.key for deal in range(10)}
    assert len(keys) == 10
