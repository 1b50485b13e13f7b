"""The map of Earth: Light Cavalry, islands and zones of water (12.3)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    Failed,
    a_turn,
    act,
    at,
    failed,
    new_state,
    own,
    put_army,
    put_person,
    sea,
    set_land,
    world,
)  # fmt: skip
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import atlas
from palatine.games.adventurer_kings.components.pieces import NATIVE
from palatine.games.adventurer_kings.components.real_maps import CHARTS
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.deployment import muster
from palatine.games.adventurer_kings.rules.combat.strength import terrain_strength
from palatine.games.adventurer_kings.rules.common.battlefield import Battle, Force
from palatine.games.adventurer_kings.rules.common.command import invasions
from palatine.games.adventurer_kings.rules.common.earth_map import sails_through
from palatine.games.adventurer_kings.rules.magic.action_spells import earthquake, part_sea
from palatine.games.adventurer_kings.rules.realm.conquest import take_over
from palatine.games.adventurer_kings.state import State


@pytest.mark.clause("AK-12.3-01")
def test_light_cavalry_of_earth_has_no_adverse_terrain() -> None:
    assert tables.ARMY[tables.LIGHT].adverse == frozenset()
    s = new_state(scenario="earth")
    army = s.armies[put_army(s, "LC", 0, 504)]
    for terrain in (tables.FOREST, tables.MOUNTAIN, tables.JUNGLE, tables.SEA):
        set_land(s, 504, terrain=terrain)
        assert terrain_strength(a_turn(s), army, at(s, 504), False, 0) == 3


def island(s: State, number: int, coast: int = tables.FOREST) -> None:
    set_land(s, number, terrain=tables.SEA, coast=coast, race=-1, types=(), tax=1)


@pytest.mark.clause("AK-12.3-02")
@pytest.mark.parametrize(("code", "strength"), [("FL", 4), ("BO", 2), ("LE", 4), ("WR", 4), ("AX", 2)])
def test_on_islands_sea_strength_counts_or_that_of_the_land_where_sea_is_adverse(
    code: str, strength: float
) -> None:
    s = new_state(scenario="earth")
    island(s, 404)
    army = s.armies[put_army(s, code, 0, 404)]
    assert terrain_strength(a_turn(s), army, at(s, 404), False, 0) == strength


@pytest.mark.clause("AK-12.3-03")
@pytest.mark.parametrize(("is_island", "skill"), [(True, 1.4), (False, 1.2)])
def test_on_islands_commanders_use_their_naval_ability(is_island: bool, skill: float) -> None:
    s = new_state(scenario="earth")
    if is_island:
        island(s, 404)
    else:
        set_land(s, 404, terrain=tables.PLAIN)
    hero = put_person(s, "Odo", 0, 404, "TA1 NA2")
    armies = [put_army(s, "LE", 0, 404, leader=hero), put_army(s, "LE", 1, 404)]
    b = Battle(a_turn(s), at(s, 404), Force(0, 0, armies[:1], hero), Force(1, 1, armies[1:]))
    muster(b)
    assert b.forces[0].units[0].skill == pytest.approx(skill)


@pytest.mark.clause("AK-12.3-04")
def test_islands_are_sea_but_for_earthquakes() -> None:
    s = new_state(scenario="earth")
    island(s, 404)
    sea(s, 604)
    king = s.kingdoms[0].king
    t = a_turn(s)
    earthquake(t, king, 1, 404, "")
    assert at(s, 404) in t.spells.quaked
    with pytest.raises(Failed, match=r"fail\.no-land"):
        earthquake(t, king, 1, 604, "")
    legion = put_army(s, "LE", 0, 504, leader=king)
    assert failed(t, king, "MO 404")[1] == "fail.no-ships"
    fleet = put_army(s, "FL", 0, 504, leader=king)
    act(t, king, "MO 404")
    assert {s.armies[a].place for a in (legion, fleet)} == {at(s, 404)}
    take_over(t, at(s, 404), 0, s.kingdoms[0].king)
    assert t.marching.spent.get(fleet) == 1, "the move, and no more"


BLUE = (720, 819)
"""Arabia and Ethiopia, with the strait between them."""


def strait() -> tuple[State, int]:
    """Return a King of Earth beside a zone of water with empty plains on both sides."""
    s = new_state(scenario="earth")
    king = s.kingdoms[0].king
    s.set_person(king, place=at(s, BLUE[0]))
    return s, king


@pytest.mark.clause("AK-12.3-05")
def test_over_a_zone_of_water_ships_sail_and_land_armies_are_carried() -> None:
    s, king = strait()
    own(s, 0, BLUE[0])
    legion = put_army(s, "LE", 0, BLUE[0], leader=king)
    assert failed(a_turn(s), king, f"MO {BLUE[1]}")[1] == "fail.no-ships"
    fleet = put_army(s, "FL", 0, BLUE[0], leader=king)
    act(a_turn(s), king, f"MO {BLUE[1]}")
    assert {s.armies[a].place for a in (legion, fleet)} == {at(s, BLUE[1])}


@pytest.mark.clause("AK-12.3-05")
def test_elsewhere_no_ship_goes_from_land_to_land() -> None:
    s = new_state(scenario="earth")
    king = s.kingdoms[0].king
    put_army(s, "FL", 0, 504, leader=king)
    assert failed(a_turn(s), king, "MO 404")[0] == "AK-6.2-06"


@pytest.mark.clause("AK-12.3-05")
def test_one_sails_on_along_a_zone_of_water() -> None:
    blue = {frozenset(pair) for pair in CHARTS["earth"].blue}
    grid = atlas("earth")
    chain = [frozenset(map(grid.place, pair)) for pair in ((415, 416), (415, 515), (515, 615))]
    assert blue.issuperset(chain), "from the North Sea by the Channel and Biscay to the Pillars of Hercules"
    for pair in blue:
        a, b = sorted(pair)
        assert b in grid.neighbours[a]
        assert tables.SEA not in (CHARTS["earth"].terrains[a], CHARTS["earth"].terrains[b])


@pytest.mark.clause("AK-12.3-06")
@pytest.mark.parametrize("side", [0, 1])
def test_part_sea_opens_a_strait_to_land_and_shuts_it_to_ships(side: int) -> None:
    s, king = strait()
    own(s, 0, *BLUE)
    t = a_turn(s)
    part_sea(t, king, 1, BLUE[side], "")
    legion = put_army(s, "LE", 0, BLUE[0], leader=king)
    act(t, king, f"MO {BLUE[1]}")
    assert s.armies[legion].place == at(s, BLUE[1])
    assert legion in t.marching.marched
    s.set_army(legion, leader=0)
    put_army(s, "FL", 0, BLUE[1], leader=king)
    assert failed(t, king, f"MO {BLUE[0]}")[0] == "AK-6.2-06"


@pytest.mark.clause("AK-12.3-06", "AK-4.2.1-08")
def test_only_a_zone_of_water_or_a_sea_can_be_parted() -> None:
    s, king = strait()
    sea(s, 506)
    for number in (*BLUE, 506):
        s.set_person(king, place=at(s, number))
        part_sea(a_turn(s), king, 1, number, "")
    inland = next(p for p in range(s.atlas.size) if not any(p in pair for pair in CHARTS["earth"].blue))
    s.set_person(king, place=inland)
    with pytest.raises(Failed, match=r"fail\.no-sea"):
        part_sea(a_turn(s), king, 1, s.atlas.numbers[inland], "")


@pytest.mark.clause("AK-12.3-06")
def test_a_parted_strait_still_lets_ships_in_from_the_sea() -> None:
    s, king = strait()
    sea(s, 820)
    own(s, 0, 820)
    t = a_turn(s)
    part_sea(t, king, 1, BLUE[0], "")
    s.set_person(king, place=at(s, 820))
    fleet = put_army(s, "FL", 0, 820, leader=king)
    act(t, king, f"MO {BLUE[0]}")
    assert s.armies[fleet].place == at(s, BLUE[0])


PANAMA = 809


@pytest.mark.clause("AK-12.3-07")
def test_ships_cross_an_isthmus_where_no_enemy_stands() -> None:
    s = new_state(scenario="earth")
    king = s.kingdoms[0].king
    sea(s, 808, 709)
    own(s, 0, 808)
    s.set_person(king, place=at(s, 808))
    put_army(s, "FL", 0, 808, leader=king)
    own(s, 1, PANAMA)
    t = a_turn(s)
    act(t, king, f"MO {PANAMA}")
    assert not invasions(t), "neither Enemy nor invader, though the land is a neutral King's"
    act(t, king, "MO 709")
    assert s.people[king].place == at(s, 709)


@pytest.mark.clause("AK-12.3-07")
def test_an_enemy_army_bars_the_isthmus() -> None:
    s = new_state(scenario="earth")
    king = s.kingdoms[0].king
    sea(s, 808)
    own(s, 0, 808)
    s.set_person(king, place=at(s, 808))
    put_army(s, "FL", 0, 808, leader=king)
    put_army(s, "LE", NATIVE, PANAMA)
    t = a_turn(s)
    act(t, king, f"MO {PANAMA}")
    assert invasions(t) == [(at(s, PANAMA), king)]


@pytest.mark.clause("AK-12.3-07")
@pytest.mark.parametrize(("code", "to"), [("LE", PANAMA), ("FL", 810)])
def test_only_ships_pass_and_only_where_there_is_an_isthmus(code: str, to: int) -> None:
    s = new_state(scenario="earth")
    army = put_army(s, code, 0, 504)
    assert not sails_through(s, 0, [army], at(s, to))
    assert sails_through(s, 0, [put_army(s, "FL", 0, 504)], at(s, PANAMA))


@pytest.mark.clause("AK-12.3-07")
def test_isthmuses_have_seas_on_both_sides() -> None:
    chart, grid = CHARTS["earth"], atlas("earth")
    assert {grid.numbers[place] for place in chart.canals} == {618, 809}
    for place in chart.canals:
        waters = [near for near in grid.neighbours[place] if chart.terrains[near] == tables.SEA]
        assert len(waters) >= 2
        assert any(b not in grid.neighbours[a] for a in waters for b in waters if a != b)


@pytest.mark.clause("AK-12.3-08")
def test_the_earth_wraps_and_its_ice_caps_are_closed() -> None:
    grid = atlas("earth")
    east, west = grid.place(530), grid.place(501)
    assert [grid.numbers[p] for p in grid.six_around[east]][1:3] == [501, 601]
    assert [grid.numbers[p] for p in grid.six_around[west]][4:] == [530, 430]
    assert grid.distance(grid.place(829), grid.place(802)) == 3
    assert all(b in grid.neighbours[a] for b in range(grid.size) for a in grid.neighbours[b])
    assert CHARTS["earth"].ice == grid.ice
    assert {grid.numbers[p] // 100 for p in grid.ice} == {1, 15}
    assert all(not grid.neighbours[p] for p in grid.ice)


@pytest.mark.clause("AK-12.3-08")
def test_nobody_enters_sees_or_taxes_the_ice() -> None:
    s = new_state(scenario="earth")
    king = s.kingdoms[0].king
    s.set_person(king, place=at(s, 210))
    assert failed(a_turn(s), king, "MO 110")[0] == "AK-3.1-08"
    s = world("earth", 20)
    assert not s.atlas.ice & {place for known in s.known for place in known}
    assert not s.atlas.ice & {feature.place for feature in s.features.values()}
    assert not s.atlas.ice & {person.place for person in s.people.values()}
    assert {(s.lands[place].tax, s.lands[place].race) for place in s.atlas.ice} == {(0, -1)}
    (board,) = GAME.boards(s)
    assert {space.operand for space in board.spaces if space.ground == ("ice",)} == {
        s.atlas.numbers[place] for place in s.atlas.ice
    }
