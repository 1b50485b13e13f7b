"""The form of a turn for players by mail."""

from __future__ import annotations

from games.lord_and_master.positions import hargaar, hold, person
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.state import State


def two() -> State:
    state = hargaar(2)
    for seat, square in enumerate((36, 90)):
        person(state, f"Ann{seat} W2", seat, square)
        hold(state, seat, square)
    return state


def run(state: State, line: str) -> None:
    state.sheets = [parse(line), parse("")]
    GAME.run_turn(state)


def test_the_form_does_not_repeat_an_offer_that_was_refused_last_turn() -> None:
    state = two()
    assert "# alliance P2\n" in GAME.form(state, "P1").text
    run(state, "alliance P2")
    assert state.nations[0].refused == ("alliance P2",)
    assert "# alliance P2\n" not in GAME.form(state, "P1").text
    assert "# truce P2 for 3\n" in GAME.form(state, "P1").text
    assert "alliance P2" in [each.text for each in GAME.suggest(state, "P1", None)]
    run(state, "")
    assert "# alliance P2\n" in GAME.form(state, "P1").text
