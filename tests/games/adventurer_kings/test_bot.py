"""The captain: legal sheets, fair play, and a hand for war and peace."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.games.adventurer_kings.bot import Captain
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State
from palatine.players.recruit import Recruit

SEATS = tuple(f"K{number}" for number in range(1, 9))
CAPTAIN = Captain(GAME)


def played(seed: str, turns: int, scenario: str = "standard", seats: tuple[str, ...] = SEATS) -> State:
    """A game of captains, so far; every sheet without fault."""
    state = GAME.setup(scenario=scenario, seats=seats, seed=seed.encode(), options={})
    while GAME.actors(state) and state.turn < turns:
        for seat in GAME.actors(state):
            sheet = CAPTAIN.decide(state, seat)
            assert not [problem for problem in GAME.check(state, seat, sheet) if not problem.doubt]
            GAME.lay(state, seat, sheet)
        GAME.run_turn(state)
    return state


def lands(state: State, seat: int) -> int:
    return sum(state.lands[place].tax for place in state.provinces(seat))


# Fair play


def test_its_sheets_have_no_fault_and_read_back_as_they_were() -> None:
    state = played("legal", 8)
    for seat in GAME.actors(state):
        sheet = CAPTAIN.decide(state, seat)
        assert GAME.parse(GAME.write(sheet)) == sheet


@pytest.mark.parametrize("turns", [1, 4, 9])
def test_it_knows_only_what_its_king_knows(turns: int) -> None:
    state = played("fair", turns)
    for seat in GAME.actors(state):
        for salt in (b"anything", b"else"):
            assert CAPTAIN.decide(GAME.determinize(state, seat, salt), seat) == CAPTAIN.decide(state, seat)


# Playing well


@pytest.mark.parametrize("number", [0, 5])
def test_it_beats_seven_recruits(number: int) -> None:
    mine = SEATS[number]
    state = GAME.setup(seats=SEATS, seed=b"recruits", options={"turns": 12})
    bots: dict[str, Any] = {
        seat: CAPTAIN if seat == mine else Recruit(GAME, place) for place, seat in enumerate(SEATS)
    }
    while GAME.actors(state):
        for seat in GAME.actors(state):
            GAME.lay(state, seat, bots[seat].decide(state, seat))
        GAME.run_turn(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (mine,)
    assert lands(state, number) > 2 * max(lands(state, other) for other in range(8) if other != number)
