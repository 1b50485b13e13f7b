"""Measures of how a match is going."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import hargaar, hold, person, put
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.state import State


def realm(**options: bool) -> State:
    state = hargaar()
    state.options.update(options)
    hold(state, 0, 12, 13, 14)
    hold(state, 0, 21, allied=True)
    hold(state, 1, 66)
    person(state, "Ann W3", 0, 13)
    person(state, "Eva W1", 0, 13)
    person(state, "Cob W2", 1, 66)
    put(state, "HFC 2", 0, 13)
    put(state, "HFC 1w", 0, 13)
    return state


def values(state: State) -> dict[str, dict[str, float]]:
    return {measure.id: measure.values for measure in GAME.measures(state)}


@pytest.mark.clause("LM-VIC-01", "LM-VIC-04", "LM-VIC-05")
def test_what_decides_a_match_is_measured() -> None:
    found = values(realm())
    assert found["provinces"] == {"P1": 4, "P2": 1}
    assert found["allied"] == {"P1": 1, "P2": 0}
    assert found["chain"] == {"P1": 1, "P2": 0}  # one city stands in 12
    assert found["missing-provinces"] == {"P1": 36, "P2": 39}
    assert found["missing-allies"] == {"P1": 20, "P2": 21}, "a truce is missing too"
    assert 0 < found["missing-squares"]["P1"] < found["missing-squares"]["P2"]
    assert found["gold"] == {"P1": 100, "P2": 100}
    assert found["level"] == {"P1": 3, "P2": 2}
    assert found["characters"] == {"P1": 2, "P2": 1}
    assert found["strength"]["P1"] > 2 * 16 > found["strength"]["P2"] == 0


def test_in_fog_people_and_troops_are_hidden_and_before_the_first_turn_there_is_nothing() -> None:
    assert {each.id for each in GAME.measures(realm(fog=True)) if each.is_hidden} == {"characters", "strength"}
    assert not [each for each in GAME.measures(realm()) if each.is_hidden]
    assert GAME.measures(GAME.setup(seats=("P1", "P2"), seed=b"none")) == ()


def test_the_evaluation_sees_distances_as_closeness() -> None:
    state = realm()
    found = GAME.evaluation_figures(state)
    assert found["missing-provinces"]["P1"] == 8 / (8 + 36)
    assert found["gold"] == values(state)["gold"]
