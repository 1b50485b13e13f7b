"""Routes and movement points (MV, A-02, B-18, B-19)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import ARDEA, dropped, hargaar, hold, order, person, put, refused
from palatine.core import Unreadable
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders.grammar import parse, parse_line
from palatine.games.lord_and_master.rules import movement
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import CityStateRecord, State


def at(place: int, units: str = "", leader: str = "Ralph W1", seats: int = 2) -> State:
    """Return a leader with units in a place, who owns the whole map so that nobody is in the way."""
    state = hargaar(seats=seats)
    hold(state, 0, *range(1, 109))
    person(state, leader, 0, place)
    put(state, units, 0, place)
    return state


@pytest.mark.clause("LM-MV-02")
@pytest.mark.parametrize("path", ["66", "48", "56 66", "60 59"])
def test_no_step_is_diagonal_or_longer(path: str) -> None:
    assert refused(
        Turn(at(56)), 0, f"char Ralph: move {path}" if path != "56 66" else "char Ralph: move 57 67"
    ) in ("LM-MV-02",)


@pytest.mark.clause("LM-MV-02")
def test_the_map_does_not_wrap() -> None:
    assert refused(Turn(at(54)), 0, "char Ralph: move 55") == "LM-MV-02"


@pytest.mark.clause("LM-MV-03")
@pytest.mark.parametrize(("place", "points"), [(65, 1), (57, 1), (51, 1), (63, 2), (43, 2), (61, 3), (52, 3)])
def test_what_it_costs_to_enter_each_terrain(place: int, points: int) -> None:
    assert movement.cost(hargaar(), place, place + 1) == points
    assert movement.cost(hargaar(), place + 200, place) == 0


@pytest.mark.clause("LM-A-02")
def test_a_character_has_eight_points() -> None:
    state = at(60)
    assert refused(Turn(state), 0, "char Ralph: move 61 52 53") == "LM-A-02"
    assert state.people[1].place == 52
    state = at(2)
    order(Turn(state), 0, "char Ralph: move 3 4 5 6 15 14 13 4")
    assert state.people[1].place == 4


@pytest.mark.clause("LM-A-02")
def test_squares_between_a_city_and_the_next_place_are_put_in() -> None:
    turn = Turn(at(59))
    assert movement.route(turn, ARDEA, (o.PlaceRef(60),)) == [59, 60]
    assert movement.route(turn, 60, (o.PlaceRef(59, "city"),)) == [59, ARDEA]
    assert movement.route(turn, 60, (o.PlaceRef(60),)) == []


@pytest.mark.clause("LM-A-04", "LM-A-05")
def test_a_move_takes_one_deed_with_it_and_nothing_else() -> None:
    for deed in ("steal", "assassinate Nora", "rescue"):
        parse(f"char Ralph: move 57, {deed}")
    for other in ("diplomacy", "tax", "recruit"):
        with pytest.raises(Unreadable):
            parse(f"char Ralph: move 57, {other}")
    state = at(56)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 57")
    assert refused(turn, 0, "char Ralph: tax") == "LM-A-01"


@pytest.mark.clause("LM-MV-01", "LM-MV-03")
@pytest.mark.parametrize(("points", "count"), [(0, 0), (1, 2), (2, 6), (3, 10)])
def test_how_far_some_points_lead(points: int, count: int) -> None:
    """Costs around 65 (cropland): forest 56 2, swamp 66 2, cropland 74 1, wasteland 64 1."""
    found = movement.reach(hargaar(), 65, points)
    assert len(found) == count
    assert 65 not in found
    if points:
        assert found[74] == (74,)


@pytest.mark.clause("LM-MV-03")
def test_the_cheapest_way_is_found_and_the_map_of_now_counts() -> None:
    state = hargaar()
    assert movement.reach(state, 265, 8)[57] == (56, 57)
    state.terrain[56] = "o"
    assert movement.reach(state, 65, 8)[57] == (66, 57)


@pytest.mark.clause("LM-MV-03", "LM-MV-05")
@pytest.mark.parametrize(("place", "here", "points"), [(66, 65, 2), (265, 65, 0), (65, 465, 0), (61, 60, 3)])
def test_what_a_step_costs(place: int, here: int, points: int) -> None:
    assert movement.cost(hargaar(), place, here) == points


@pytest.mark.clause("LM-MV-02", "LM-MV-05")
@pytest.mark.parametrize(
    ("here", "path", "entered"),
    [(65, "65", []), (65, "65city", [265]), (265, "65fort", [65, 465]), (265, "66", [65, 66]),
     (65, "66city", [66, 266]), (265, "66fort", [65, 66, 466]), (65, "66 67", [66, 67])],
)  # fmt: skip
def test_the_squares_on_a_way_are_entered_one_by_one(here: int, path: str, entered: list[int]) -> None:
    state = hargaar()
    for square in (65, 66):
        state.forts[square] = f"F{square}"
        state.own_cities[square] = CityStateRecord(f"C{square}", "M")
    move = parse_line(f"char Ann: move {path}")
    assert movement.route(Turn(state), here, move.action.path) == entered  # type: ignore[union-attr]


@pytest.mark.clause("LM-MV-02")
@pytest.mark.parametrize(("path", "uncertain"), [("67", True), ("66 76", False), ("75", True), ("74 82", False)])
def test_only_the_first_step_may_yet_begin_elsewhere(path: str, uncertain: bool) -> None:
    state = hargaar()
    person(state, "Ann W1", 0, 65)
    found = dropped(Turn(state), 0, f"char Ann: move {path}")
    assert (found.reason, found.uncertain) == ("drop.no-neighbour", uncertain)
