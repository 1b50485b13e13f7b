"""Placement of nations on the map and of their fleets (4.0; A-03, A-122)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import area, at, choose, new_state, operands, piece, power, put, refusal, run, told
from palatine.games.elric.components.pieces import ARMY, ELRIC, FLEET, KIND, PIECES_OF
from palatine.games.elric.components.world import AREAS
from palatine.games.elric.rules.common.placement import PlaceFleets, place_nation
from palatine.games.elric.state import LOST, NOBODY, OFF, Hold


def placed(nation: str, *lost: str) -> Any:
    """Return the board after a nation joins seat 0 while seat 1 holds some of its cities."""
    s = new_state()
    s.holds = {area(name): Hold(1, NOBODY) for name in lost}
    place_nation(s, power(nation), 0)
    return run(s)


def armies(s: Any, where: str, seat: int = 0) -> int:
    return sum([KIND[p] == ARMY for p in s.pieces(seat, area(where))])


@pytest.mark.clause("4.0h", "4.0i", "4.0j")
def test_three_armies_in_each_city_and_the_rest_in_the_capital() -> None:
    s = placed("Jharkor")
    assert (armies(s, "Thokora"), armies(s, "Sequaloris")) == (3, 3)
    assert armies(s, "Dhakos") == sum([KIND[p] == ARMY for p in PIECES_OF[power("Jharkor")]]) - 6
    assert [at(s, who) for who in ("Yishana", "Jharkor galley", "Jharkor transport")] == ["Dhakos"] * 3
    assert [(entry.kind, entry.clauses, entry.data["area"]) for entry in s.journal] == [
        ("nation-comes", ("4.0h", "4.0j"), area("Dhakos")), ("fleets-lie", ("4.0i",), area("Dhakos")),
    ]  # fmt: skip


@pytest.mark.clause("4.0h", "4.0i")
def test_the_capital_that_an_enemy_holds_gets_nothing() -> None:
    """The pieces go to the next city.

    The ships are lost because the only port is in other hands.
    """
    s = placed("Jharkor", "Dhakos")
    assert (armies(s, "Dhakos"), armies(s, "Sequaloris")) == (0, 3)
    assert {at(s, who) for who in ("Yishana", "Dharmit")} == {"Thokora"}
    assert [s.where[p] for p in PIECES_OF[power("Jharkor")] if KIND[p] == FLEET] == [LOST] * 2
    assert [s.owner[p] for p in PIECES_OF[power("Jharkor")] if KIND[p] == FLEET] == [0] * 2
    assert not told(s, "fleets-lie")


@pytest.mark.clause("4.0h")
def test_without_a_city_of_its_own_a_nation_comes_to_its_capital() -> None:
    s = placed("Nadsokor", "Nadsokor")
    assert at(s, "Urish") == "Nadsokor"


@pytest.mark.clause("4.0i")
def test_a_sailor_whose_ships_are_lost_comes_all_the_same() -> None:
    """Hilran is of Tarkesh, whose only city is in other hands."""
    s = placed("Dharijor", "Gromoorva")
    assert at(s, "Admiral of Dharijor") == at(s, "Sarosto") == "Sequa"


@pytest.mark.clause("4.0h", "12.1.1a")
def test_elric_and_who_is_on_the_map_already_stay_where_they_are() -> None:
    s = new_state()
    put(s, 1, "rlin", "Cymoril")
    place_nation(s, power("Melnibone"), 0)
    assert (at(s, "Cymoril"), s.owner[piece("Cymoril")], s.where[ELRIC]) == (at(s, "Cymoril"), 1, OFF)
    assert at(s, "Cymoril") != at(s, "Yyrkoon")


@pytest.mark.clause("4.0i", "7.5.9a")
def test_the_owner_chooses_among_several_ports() -> None:
    """Lormyr has ports in Iosaz and Ramasaz, and two inland cities."""
    s = placed("Lormyr")
    assert type(s.flow[-1]) is PlaceFleets
    assert operands(s, "port") == [area("Iosaz"), area("Ramasaz")]
    rows = {
        -1: "why.no-area", AREAS: "why.no-area", 0: "why.no-city-of-nation", area("Jadmar"): "why.no-city-of-nation",
        area("Trepesaz"): "why.no-port",
    }  # fmt: skip
    assert {where: refusal(s, "port", where).reason for where in rows} == rows
    s.holds[area("Ramasaz")] = Hold(1, 0)
    assert refusal(s, "port", "Ramasaz").reason == "why.port-held"
    s = choose(s, "port", "Iosaz")
    assert {at(s, who) for who in ("Lormyr galley", "Lormyr transport", "Admiral of Lormyr")} == {"Iosaz"}
    assert told(s, "fleets-lie")[0].data["area"] == area("Iosaz")
