"""The three victories, alone and shared (VIC)."""

from __future__ import annotations

import msgspec
import pytest

from games.lord_and_master.positions import hargaar, hold, person
from palatine.games.lord_and_master import GAME
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.rules import victory
from palatine.games.lord_and_master.rules.common import casualties, control
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State, TruceRecord

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
    state.truces = [TruceRecord((0, 1), bond)]
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


@pytest.mark.clause("LM-VIC-01")
@pytest.mark.parametrize(
    ("turns", "over"), [(0, False), (None, False), (2, True), (3, True), (4, False), ("3", True)]
)
def test_the_last_turn_is_the_one_that_was_agreed(turns: int | str | None, over: bool) -> None:
    state = realm(2)
    state.options = {"turns": turns}
    hold(state, 1, 44)
    assert (winners(state) is not None) == over


@pytest.mark.clause("LM-VIC-01")
def test_equals_share_the_last_turn_and_an_empty_table_has_no_winner() -> None:
    state = realm(3)
    state.options = {"turns": 3}
    hold(state, 0, 44)
    hold(state, 2, 43)
    assert winners(state) == (("P1", "P3"), "LM-VIC-01")
    state = realm(2)
    for seat in (0, 1):
        state.set_nation(seat, out=True)
    assert winners(state) == ((), "LM-IPR-11")


@pytest.mark.clause("LM-VIC-01")
def test_the_outcome_says_how_it_was_won_and_with_how_much() -> None:
    state = realm()
    hold(state, 0, *scattered(41))
    victory.check_victory(Turn(state))
    assert state.outcome is not None
    entry = list(state.journal or [])[-1]
    assert (entry.data["held"], entry.data["names"]) == (41, ["N1"])
    assert victory.ranking_keys(state) == {"P1": (True, 41), "P2": (True, 0), "P3": (True, 0)}
    state.set_nation(0, out=True)
    assert victory.ranking_keys(state)["P1"] == (False, 0)


@pytest.mark.clause("LM-VIC-05")
@pytest.mark.parametrize(("cut", "cities"), [((), 6), ((50,), 4), ((41,), 4), ((33,), 5), ((31,), 4)])
def test_the_longest_chain_is_the_one_with_most_cities(cut: tuple[int, ...], cities: int) -> None:
    state = realm()
    assert victory.longest_chain(state, {square for square in CHAIN if square not in cut} | {259}) == cities


# The skulls


@pytest.mark.clause("LM-IPR-12", "LM-IPR-13")
@pytest.mark.parametrize(
    ("by_force", "waits", "golden"),
    [
        ([(0, 65, -1)], False, 0),
        ([(0, 65, -1), (0, 66, -1)], False, 0),
        ([(107, 65, -1), (1, 66, -1)], False, 1),
        ([(107, 65, 0)], False, -1),
        ([(0, 65, -1), (1, 66, -1)], False, -1),
        ([(0, 65, -1)], True, -1),
        ([(0, 65, 1), (1, 66, 0)], True, 0),
        ([(0, 65, 107), (1, 66, 0)], True, 1),
        ([(107, 65, 1)], True, -1),
    ],
)
def test_who_has_the_golden_skull(by_force: list[tuple[int, int, int]], waits: bool, golden: int) -> None:
    state = realm()
    state.golden_by_conquest_of_players = waits
    turn = Turn(state)
    turn.of(control.Conquests).by_force = [control.Conquest(*each) for each in by_force]
    victory.award_skulls(turn)
    assert state.golden == golden
    assert state.golden_by_conquest_of_players == (waits or (golden < 0 and len(by_force) == 2))
    state.golden = 2
    victory.award_skulls(turn)
    assert state.golden == 2


@pytest.mark.clause("LM-IPR-14")
@pytest.mark.parametrize(
    ("killers", "black"),
    [({1: 0}, 0), ({1: 1, 2: 0}, 0), ({1: -1}, -1), ({1: 107}, -1), ({1: 2, 0: 2}, 2), ({}, -1)],
)
def test_who_has_the_black_skull(killers: dict[int, int], black: int) -> None:
    state = realm()
    turn = Turn(state)
    turn.of(casualties.Killers).of = killers
    victory.award_skulls(turn)
    assert state.black == black
    state.black = 1
    victory.award_skulls(turn)
    assert state.black == 1
