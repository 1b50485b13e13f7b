"""Earth (12.3)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.adventurer_kings.positions.realm import (
    Failed,
    a_turn,
    act,
    at,
    bare_state,
    dice,
    failed,
    founded,
    idle,
    line,
    new_state,
    own,
    put_army,
    put_person,
    sea,
    set_land,
    world,
)  # fmt: skip
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components.grid import atlas
from palatine.games.adventurer_kings.components.pieces import NATIVE
from palatine.games.adventurer_kings.components.real_maps import CHARTS, NATIONS, Nation, nations
from palatine.games.adventurer_kings.orders.grammar import parse
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.deployment import muster
from palatine.games.adventurer_kings.rules.combat.strength import terrain_strength
from palatine.games.adventurer_kings.rules.common.battlefield import Battle, Force
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.magic.action_spells import earthquake, part_sea
from palatine.games.adventurer_kings.rules.movement.earth_map import (
    OPEN_SEA,
    raise_atlantis,
    room_for_atlantis,
    sails_through,
)
from palatine.games.adventurer_kings.rules.realm.conquest import take_over
from palatine.games.adventurer_kings.rules.setup.first_turn_changes import nation_of
from palatine.games.adventurer_kings.rules.setup.founding import GIFT, enrich_person
from palatine.games.adventurer_kings.rules.setup.homes import Claim, continents, next_door, share_out
from palatine.games.adventurer_kings.state import State


@pytest.mark.clause("AK-12.3-01")
def test_light_cavalry_of_earth_has_no_adverse_terrain() -> None:
    assert c.ARMY[c.LIGHT].adverse == frozenset()
    s = new_state(scenario="earth")
    army = s.armies[put_army(s, "LC", 0, 504)]
    for terrain in (c.FOREST, c.MOUNTAIN, c.JUNGLE, c.SEA):
        set_land(s, 504, terrain=terrain)
        assert terrain_strength(a_turn(s), army, at(s, 504), False, 0) == 3


def island(s: State, number: int, coast: int = c.FOREST) -> None:
    set_land(s, number, terrain=c.SEA, coast=coast, race=-1, types=(), tax=1)


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
        set_land(s, 404, terrain=c.PLAIN)
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
    """A King of Earth on one side of a zone of water; on both sides empty plains."""
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
        assert c.SEA not in (CHARTS["earth"].terrains[a], CHARTS["earth"].terrains[b])


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
    assert not t.phase.invasions, "neither Enemy nor invader, though the land is a neutral King's"
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
    assert t.phase.invasions == [(at(s, PANAMA), king)]


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
        waters = [near for near in grid.neighbours[place] if chart.terrains[near] == c.SEA]
        assert len(waters) >= 2
        assert any(b not in grid.neighbours[a] for a in waters for b in waters if a != b)


@pytest.mark.clause("AK-12.3-08")
def test_the_earth_wraps_and_its_ice_caps_are_closed() -> None:
    grid = atlas("earth")
    east, west = grid.place(530), grid.place(501)
    assert [grid.numbers[p] for p in grid.ways[east]][1:3] == [501, 601]
    assert [grid.numbers[p] for p in grid.ways[west]][4:] == [530, 430]
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


@pytest.mark.clause("AK-12.3-09")
def test_a_nations_bonus_raises_ability_and_aptitude_to_four_at_most() -> None:
    s = new_state(scenario="earth")
    hero = put_person(s, "Odo", 0, 504, "SA3 TA4")
    aptitudes = s.people[hero].aptitudes
    nation = Nation("Utopia", "earth", 0, {c.SA: 2, c.TA: 1, c.DR: 1}, ())
    enrich_person(s, hero, nation)
    person = s.people[hero]
    assert (person.levels[c.SA], person.levels[c.TA], person.levels[c.DR]) == (4, 4, 1)
    assert person.aptitudes[c.DR] == aptitudes[c.DR] + 1
    assert person.aptitudes[c.SA] == 5


@pytest.mark.clause("AK-12.3-09")
def test_what_an_alignment_bars_no_nation_brings() -> None:
    s = new_state(scenario="earth")
    king = s.kingdoms[0].king
    s.set_person(king, alignment=c.DIVINE, aptitudes=(0,) * 15)
    enrich_person(s, king, Nation("Utopia", "earth", 0, {c.NE: 1, c.SA: 1}, ()))
    assert (s.king(0).levels[c.NE], s.king(0).aptitudes[c.NE], s.king(0).levels[c.SA]) == (0, 0, 1)


@pytest.mark.clause("AK-12.3-10")
def test_a_nation_may_begin_with_discoveries() -> None:
    known = {discovery.name: number for number, discovery in enumerate(c.DISCOVERIES)}
    had: Counter[str] = Counter()
    for seed in range(30):
        s = founded("earth", 'realm "China"', kings=20, seed=b"%d" % seed)
        had.update(name for name in ("Gunpowder", "Compass") if known[name] in s.kingdoms[0].discoveries)
        assert len(s.kingdoms[0].discoveries) <= 2
    assert pytest.approx(had.total(), abs=12) == 60 * GIFT / 100
    assert all(0 < count < 30 for count in had.values()), "the gods do not give each every time"


@pytest.mark.clause("AK-12.3-11")
def test_atlantis_rises_somewhere_in_the_ocean() -> None:
    places = set()
    for seed in range(12):
        s = founded("earth", 'realm "Atlantis"; king "Minos" levels TA,TA,MA,DR', kings=20, seed=b"%d" % seed)
        home = s.kingdoms[0].home
        assert s.kingdoms[0].name == "Atlantis"
        part = continents(s.atlas, [land.terrain for land in s.lands])
        mine = [place for place in part if part[place] == part[home]]
        assert len(mine) == 7
        places.add(part[home])
        assert not set(s.known[0]) & {p for p in part if p not in mine}, "no contact with the outside world"
    assert len(places) > 5


@pytest.mark.clause("AK-12.3-11")
def test_one_or_two_kings_live_in_atlantis() -> None:
    s = founded("earth", *['realm "Atlantis"'] * 3, kings=20)
    names = [kingdom.name for kingdom in s.kingdoms[:3]]
    assert names.count("Atlantis") == 2
    one, two = [kingdom.home for kingdom in s.kingdoms if kingdom.name == "Atlantis"]
    assert s.atlas.distance(one, two) == 2


@pytest.mark.clause("AK-12.3-11")
def test_both_oceans_have_room_for_atlantis() -> None:
    s = bare_state(20, "earth")
    chart = CHARTS["earth"]
    terrains, coasts = list(chart.terrains), list(chart.coasts)
    room = room_for_atlantis(s, terrains, coasts)
    columns = {s.atlas.numbers[place] % 100 for place in room}
    assert columns & set(range(1, 7))
    assert columns & set(range(11, 15))
    assert columns & set(range(20, 24))
    with dice(s, [1, 1, 1, 1, 1, 1, 1, 1, 1]) as _:
        raise_atlantis(Turn(s), terrains, coasts)
    assert sum(terrain != c.SEA for terrain in terrains) == sum(each != c.SEA for each in chart.terrains) + 7
    assert OPEN_SEA == 2


@pytest.mark.clause("AK-12.3-12")
def test_some_empires_begin_two_provinces_apart_and_none_nearer() -> None:
    grid = atlas("earth")
    homes = [nation.home for nation in nations("earth") if nation.home >= 0]
    apart = [grid.distance(a, b) for i, a in enumerate(homes) for b in homes[:i]]
    assert min(apart) == 2
    assert apart.count(2) >= 5


@pytest.mark.clause("AK-12.1-12", "AK-12.3-14")
@pytest.mark.parametrize("seed", range(3))
def test_on_earth_too_neighbours_are_of_different_minds_where_nobody_asked_for_a_land(seed: int) -> None:
    s = world("earth", 20, b"%d" % seed)
    for one, two in next_door(s.atlas, [kingdom.home for kingdom in s.kingdoms]):
        assert s.kingdoms[one].alignment != s.kingdoms[two].alignment


@pytest.mark.clause("AK-12.1-12", "AK-12.3-14")
def test_who_asked_for_a_land_of_earth_has_it_though_his_neighbour_be_of_his_mind() -> None:
    wishes = ["Egypt", "Persia", "Rome", "China", "India", "the Zulus"]
    minds = ["good", "good", "good", "evil", "evil", "evil"]
    asked = [f'realm "{name}"; king "K" alignment {mind}' for name, mind in zip(wishes, minds, strict=True)]
    s = founded("earth", *[f"{each} levels TA,TA,MA,DR" for each in asked], kings=20)
    assert [kingdom.name for kingdom in s.kingdoms[:6]] == [name[:1].upper() + name[1:] for name in wishes]


def changed(s: State, text: str) -> bool:
    """Whether the King of the first seat becomes thus in the first turn."""
    assert s.turn == 1
    line(s, 0, text)
    idle(s)
    problems = GAME.check(s, s.seats[0], s.sheets[0])  # type: ignore[arg-type]
    before = s.king(0)
    sequence.take_orders(Turn(s))
    is_changed = s.king(0) != before
    assert is_changed is not bool(problems)
    return is_changed


@pytest.mark.clause("AK-12.3-13")
def test_one_level_may_be_moved_in_the_first_turn() -> None:
    asked = 'realm "Rome"; king "Gaius" alignment neutral levels MA,MA,DR,EX'
    s = founded("earth", asked, kings=20)
    assert s.king(0).levels[c.TA] == 2, "Rome's own"
    assert not changed(s.copy(), 'king "Gaius" levels NA,NA,DR,EX')
    assert not changed(s.copy(), 'king "Gaius" levels MA,MA,MA,EX')
    twin = s.copy()
    assert changed(twin, 'king "Gaius" levels MA,NA,DR,EX')
    king = twin.king(0)
    assert [king.levels[a] for a in (c.TA, c.MA, c.NA, c.DR, c.EX)] == [2, 1, 1, 1, 1]
    assert c.FLEET in twin.lands[twin.kingdoms[0].home].types
    assert nation_of(twin, 0) == next(nation for nation in NATIONS if nation.name == "Rome")


@pytest.mark.clause("AK-12.3-13")
def test_two_levels_if_the_alignment_was_changed() -> None:
    king = 'king "Gaius" alignment divine or good levels MA,MA,DR,EX'
    s = founded("earth", *[king] * 4, kings=20)
    shifted = next(seat for seat, kingdom in enumerate(s.kingdoms[:4]) if kingdom.is_shifted)
    sheet = parse('king "Gaius" levels NA,NA,DR,EX')
    assert not GAME.check(s, s.seats[shifted], sheet)
    steady = next(seat for seat, kingdom in enumerate(s.kingdoms[:4]) if not kingdom.is_shifted)
    assert [problem.clause for problem in GAME.check(s, s.seats[steady], sheet)] == ["AK-12.3-13"]


@pytest.mark.clause("AK-12.3-13")
def test_a_race_may_be_changed_with_its_people_and_armies() -> None:
    s = founded("earth", 'realm "Rome"; king "Gaius" race elf levels MA,MA,DR,EX', kings=20)
    heroes = [n for n, person in s.at_home(0) if not person.is_king and not person.visitor]
    assert changed(s, 'king "Gaius" race dwarf levels MA,MA,DR,EX')
    home = s.kingdoms[0].home
    assert (s.king(0).race, s.lands[home].race, s.known[0][home].race) == (c.DWARF, c.DWARF, c.DWARF)
    mine = [(army.race, army.type) for army in s.armies.values() if army.owner == 0]
    assert mine == [(c.DWARF, c.AXEMEN), (c.DWARF, c.AXEMEN), (c.DWARF, c.PHALANX)]
    assert {s.people[n].race for n in heroes} == {c.ELF}, "the Heroes stay as they are"


@pytest.mark.clause("AK-12.3-13")
def test_later_or_elsewhere_a_king_stays_what_he_is() -> None:
    s = founded("earth", 'king "Gaius" levels MA,MA,DR,EX', kings=20)
    idle(s)
    sequence.run_turn(s)
    sheet = parse('king "Gaius" levels MA,MA,DR,EX')
    assert [problem.clause for problem in GAME.check(s, s.seats[0], sheet)] == ["AK-2.1-03"]
    s = founded("europe", 'king "Gaius" levels MA,MA,DR,EX')
    assert [problem.clause for problem in GAME.check(s, s.seats[0], sheet)] == ["AK-2.1-03"]


@pytest.mark.clause("AK-12.3-14")
def test_twenty_emperors_of_twenty_two_nations() -> None:
    (scenario,) = [each for each in GAME.scenarios if each.name == "earth"]
    assert len(scenario.tables[0]) == 20
    names = [nation.name.removeprefix("the ").split(" and ")[0] for nation in nations("earth")]
    assert names == [
        "Persia", "India", "China", "Huns", "Mongols", "Manchus", "Polynesia", "Japanese Shogunate",
        "Dutch East India Company", "Rome", "Rus Vikings", "Carthage", "Egypt", "Zulus", "Norse Explorers",
        "Hudson Bay Company", "Indians", "Eskimos", "Amazon Queen", "Aztecs", "Incas", "Atlantis",
    ]  # fmt: skip
    s = world("earth", 20)
    assert len({kingdom.home for kingdom in s.kingdoms}) == 20
    assert all(kingdom.name.removeprefix("The ").split(" and ")[0] in names for kingdom in s.kingdoms)


@pytest.mark.clause("AK-12.3-14")
def test_who_asks_for_nothing_takes_what_is_left_sailors_by_the_sea() -> None:
    s = bare_state(22, "earth")
    terrains = list(CHARTS["earth"].terrains)
    terrains[at(s, 803)] = terrains[at(s, 1003)] = c.PLAIN
    claims = [Claim(c.HUMAN, True, wishes=("the Mongols",) if seat == 3 else ()) for seat in range(22)]
    seated = share_out(Turn(s), terrains, claims, [at(s, 803), at(s, 1003)])
    assert len({home for home, _ in seated}) == 22
    assert nations("earth")[seated[3][1]].name == "the Mongols"
