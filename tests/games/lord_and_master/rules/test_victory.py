"""The three victories, alone and together (VIC)."""

from __future__ import annotations

import msgspec
import pytest

from games.lord_and_master.positions import hargaar, hold, person
from palatine.games.lord_and_master import GAME
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.rules import victory
from palatine.games.lord_and_master.rules.common import control
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State, Truce

PLAIN = [square for square in range(1, world.SQUARES + 1) if square not in world.CITIES]
"""Squares without a city."""


def realm(seats: int = 3) -> State:
    state = hargaar(seats)
    for seat in range(seats):
        person(state, f"Ann{seat} W2", seat, 36)
    return state


def scattered(count: int, skip: int = 0) -> list[int]:
    return PLAIN[skip : skip + count]


def winners(state: State) -> tuple[tuple[str, ...], str] | None:
    victory.check_victory(Turn(state))
    return (state.outcome.winners, state.outcome.clause) if state.outcome else None


@pytest.mark.clause("LM-VIC-01")
@pytest.mark.parametrize(
    ("mine", "theirs", "won"), [(40, 29, True), (39, 0, False), (40, 30, False), (45, 30, False)]
)
def test_forty_provinces_while_no_other_has_thirty(mine: int, theirs: int, won: bool) -> None:
    state = realm()
    hold(state, 0, *scattered(mine))
    hold(state, 1, *scattered(theirs, mine))
    assert winners(state) == ((("P1",), "LM-VIC-01") if won else None)


@pytest.mark.clause("LM-VIC-01")
def test_allied_provinces_count_unless_set_otherwise() -> None:
    state = realm()
    hold(state, 0, *scattered(39))
    hold(state, 0, 100, allied=True)
    state.options = {"allied_count": False}
    assert winners(state) is None
    state.options = {"allied_count": True}
    assert winners(state) == (("P1",), "LM-VIC-01")


@pytest.mark.clause("LM-VIC-02")
def test_standing_cities_count_as_provinces_and_forts_do_not() -> None:
    state = realm()
    hold(state, 0, *scattered(38), 259)
    state.forts[2] = "Keep"
    hold(state, 0, 402)
    assert winners(state) is None
    hold(state, 0, 225)
    assert winners(state) == (("P1",), "LM-VIC-01")
    state = realm()
    hold(state, 0, *scattered(38), 259, 225)
    control.raze(Turn(state), 259)
    assert winners(state) is None


@pytest.mark.clause("LM-VIC-03")
@pytest.mark.parametrize(("allies", "held", "won"), [(2, 54, False), (2, 55, True), (3, 64, False), (3, 65, True)])
def test_two_allies_win_with_55_three_with_65(allies: int, held: int, won: bool) -> None:
    state = realm(4)
    state.alliances = [tuple(range(allies))]
    share = held // allies
    for seat in range(allies):
        count = share if seat else held - share * (allies - 1)
        hold(state, seat, *scattered(count, sum(1 for each in state.holders)))
    rivals = scattered(30, held)
    hold(state, 3, *rivals)
    expected = (tuple(f"P{seat + 1}" for seat in range(allies)), "LM-VIC-03")
    assert winners(state) == (expected if won else None)


@pytest.mark.clause("LM-VIC-04")
@pytest.mark.parametrize(("allied", "bond", "won"), [(20, 3, True), (19, 3, False), (20, 2, False)])
def test_twenty_allied_provinces_and_a_truce_in_force(allied: int, bond: int, won: bool) -> None:
    state = realm()
    hold(state, 0, *scattered(allied), allied=True)
    state.truces = [Truce((0, 1), bond)]
    assert winners(state) == ((("P1",), "LM-VIC-04") if won else None)


@pytest.mark.clause("LM-VIC-04")
def test_an_alliance_serves_as_well() -> None:
    state = realm()
    hold(state, 0, *scattered(20), allied=True)
    state.alliances = [(0, 2)]
    assert winners(state) == (("P1",), "LM-VIC-04")


CHAIN = [12, 21, 30, 31, 32, 33, 42, 24, 25, 41, 50, 59, 60, 61, 70]
"""Grog, Friendlyton, Vetrium, Blorg, Ardea and Stumpium on one connected way."""


@pytest.mark.clause("LM-VIC-05")
def test_a_chain_of_squares_joins_five_cities_that_need_not_be_held() -> None:
    state = realm()
    hold(state, 0, *CHAIN)
    assert winners(state) == (("P1",), "LM-VIC-05")


@pytest.mark.clause("LM-VIC-05")
def test_a_broken_chain_or_a_ruined_city_does_not() -> None:
    state = realm()
    hold(state, 0, *[square for square in CHAIN if square != 50])
    assert winners(state) is None
    state = realm()
    hold(state, 0, *CHAIN)
    state.ruins = [59, 70]
    assert winners(state) is None


@pytest.mark.clause("LM-VIC-01")
def test_of_several_in_one_turn_the_larger_wins() -> None:
    state = realm()
    hold(state, 0, *CHAIN)
    rest = [square for square in PLAIN if square not in CHAIN]
    hold(state, 1, *rest[:40])
    assert winners(state) == (("P2",), "LM-VIC-01")


def test_who_is_left_alone_has_won_and_the_last_turn_ends_the_game() -> None:
    state = realm(2)
    state.set_nation(1, out=True)
    assert winners(state) == (("P1",), "LM-IPR-11")
    state = realm(2)
    state.options = {"turns": 3}
    hold(state, 1, 44, 43)
    hold(state, 0, 36)
    assert winners(state) == (("P2",), "LM-VIC-01")


@pytest.mark.clause("LM-VIC-01")
def test_those_behind_the_winner_are_ranked_by_what_they_control_and_who_is_out_comes_last() -> None:
    state = realm(4)
    hold(state, 0, *scattered(5))
    hold(state, 1, *scattered(9, 5))
    hold(state, 2, *scattered(41, 14))
    state.nations[3] = msgspec.structs.replace(state.nations[3], out=True)
    victory.check_victory(Turn(state))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranks == (("P3",), ("P2",), ("P1",), ("P4",))
