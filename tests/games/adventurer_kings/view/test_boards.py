"""The map, drawn as far as a King knows it (1.1, 12.3)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import at, know, new_state, own, put_person, set_land
from palatine.core import with_known_spaces
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import UNKNOWN, Known
from palatine.games.adventurer_kings.components.real_maps import CHARTS
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.earth_map import has_strait, is_canal
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view import boards
from palatine.games.adventurer_kings.view.boards import counters, seen, silhouettes


def told(s: State, number: int) -> str:
    """Return the text of a province on the first King's map."""
    return seen(GAME.words, s, 0)[str(number)].text


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("scenario", ["standard", "super", "europe", "earth"])
def test_boards_of_different_worlds_are_the_same(scenario: str) -> None:
    one, two = new_state(scenario=scenario), new_state(scenario=scenario)
    for number in (303, 404, 505):
        set_land(two, number, terrain=tables.SEA, race=-1, types=())
    assert boards.boards(one) == boards.boards(two)
    (board,) = boards.boards(one)
    assert [space.operand for space in board.spaces] == list(one.atlas.numbers)


@pytest.mark.clause("AK-1.1-12")
def test_what_is_known_is_drawn_and_told() -> None:
    s = new_state()
    set_land(
        s, 404, name="Burgundy", terrain=tables.FOREST, race=tables.ELF, types=(tables.BOWMEN, tables.LIGHT), tax=7
    )
    know(s, 0, 404, explored=40)
    place = seen(GAME.words, s, 0)["404"]
    assert (place.ground, place.name) == (("forest",), "Burgundy (404)")
    assert place.text == (
        "Forest; tax 7; the people are Elves; levies: Bowmen and Light Cavalry; they serve no King; 40% explored."
    )
    assert "404" not in seen(GAME.words, s, 1)


@pytest.mark.clause("AK-1.1-12")
def test_what_is_known_may_be_wrong() -> None:
    s = new_state()
    know(s, 0, 404, terrain=tables.MOUNTAIN, tax=UNKNOWN, wealth=tables.RICH, race=UNKNOWN)
    assert seen(GAME.words, s, 0)["404"].ground == ("mountain",)
    assert told(s, 404).startswith("Mountain; Rich; ")


@pytest.mark.clause("AK-1.1-12")
def test_a_province_of_which_one_has_only_heard_stays_blank() -> None:
    s = new_state()
    s.known[0][at(s, 404)] = Known(explored=10)
    assert "404" not in seen(GAME.words, s, 0)


def test_who_holds_or_rules_a_province_is_told() -> None:
    s = new_state()
    own(s, 1, 404)
    know(s, 0, 404)
    assert "it belongs to Realm2" in told(s, 404)
    set_land(s, 405, race=tables.ORC)
    hero = put_person(s, "Odo", -1, 405, rules=at(s, 405))
    know(s, 0, 405, hero=hero)
    assert "Odo rules it" in told(s, 405)
    know(s, 0, 406)
    assert "nobody lives there" in told(s, 406)


@pytest.mark.clause("AK-12.3-02")
def test_islands_are_drawn_with_a_blue_fringe() -> None:
    s = new_state(scenario="earth")
    set_land(s, 404, terrain=tables.SEA, coast=tables.JUNGLE, race=-1, types=())
    know(s, 0, 404)
    place = seen(GAME.words, s, 0)["404"]
    assert place.ground == ("sea", "jungle")
    assert place.text.startswith("Sea and jungle; ")
    assert [line.style for line in place.lines] == ["fringe"]


@pytest.mark.clause("AK-12.3-05")
def test_a_strait_is_drawn_between_two_lands_that_are_known() -> None:
    s = new_state(scenario="earth")
    know(s, 0, 720)
    assert not any(place.lines for place in seen(GAME.words, s, 0).values())
    know(s, 0, 819)
    lines = [line for place in seen(GAME.words, s, 0).values() for line in place.lines]
    assert [line.style for line in lines] == ["strait"]
    north = set(s.atlas.grid.outline(at(s, 720))) & set(s.atlas.grid.outline(at(s, 819)))
    assert set(lines[0].points) == north
    assert has_strait(s, at(s, 720))
    assert not has_strait(s, at(s, 404))


@pytest.mark.clause("AK-12.3-07")
def test_an_isthmus_is_told() -> None:
    s = new_state(scenario="earth")
    know(s, 0, 809)
    assert "ships pass through it" in told(s, 809)
    assert {place for place in range(s.atlas.size) if is_canal(s, place)} == CHARTS["earth"].canals


def test_every_piece_of_a_view_has_a_face_and_a_style() -> None:
    (board,) = boards.boards(new_state())
    assert {f"army-{kind}" for kind in range(len(tables.ARMY))} <= set(board.counters)
    assert {f"feature-{kind}" for kind in range(len(tables.FEATURES))} <= set(board.counters)
    assert all(face.style in board.styles for face in board.counters.values())
    assert {face.silhouette for face in counters().values()} <= set(silhouettes())


def test_a_view_fills_the_board_in() -> None:
    s = new_state()
    s.journal = None  # type: ignore[misc]
    (board,) = GAME.boards(s)
    filled = with_known_spaces(board, GAME.view(s, s.seats[0]))
    home = next(space for space in filled.spaces if space.id == "504")
    assert (home.ground, home.name) == (("plain",), "Home1 (504)")
    assert sum(space.ground == ("unknown",) for space in filled.spaces) == 161
