"""Homes: distances and assignment, on Earth too (1.1, 12.3)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    at,
    bare_state,
    dice,
    founded,
    load,
    new_state,
    put_person,
    world,
)
from games.adventurer_kings.positions.worlds import homes, sample, sample_world
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import atlas
from palatine.games.adventurer_kings.components.real_maps import CHARTS, Nation, nations
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.earth_map import OPEN_SEA, raise_atlantis, room_for_atlantis
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.setup.founding import GIFT, enrich_person
from palatine.games.adventurer_kings.rules.setup.homes import (
    SAME_NEXT_DOOR,
    Claim,
    Dealing,
    continents,
    deal_homes,
    find_homes,
    next_door,
    share_out,
)


@pytest.mark.clause("AK-1.1-04")
def test_every_king_begins_with_one_province() -> None:
    for s in sample():
        assert [s.provinces(seat) for seat in range(10)] == [[home] for home in homes(s)]


@pytest.mark.clause("AK-1.1-05")
@pytest.mark.parametrize(("kings", "scenario"), [(12, "standard"), (28, "super"), (32, "super")])
def test_kings_begin_three_provinces_and_more_apart(kings: int, scenario: str, parts: int) -> None:
    for number in range(6 // parts):
        s = sample_world(number, kings, scenario)
        found = homes(s)
        apart = [s.atlas.distance(a, b) for i, a in enumerate(found) for b in found[:i]]
        assert min(apart) >= 3
        assert not any(s.is_sea(home) for home in found)


@pytest.mark.clause("AK-1.1-05")
def test_where_the_land_has_no_room_for_all_kings_another_world_is_made() -> None:
    t = a_turn(new_state())
    crowded = [tables.SEA] * t.s.atlas.size
    for place in t.s.atlas.within(at(t.s, 509), 2):
        crowded[place] = tables.PLAIN
    assert find_homes(t, crowded, 8) == []


@pytest.mark.clause("AK-12.3-09")
def test_a_nations_bonus_raises_ability_and_aptitude_to_four_at_most() -> None:
    s = new_state(scenario="earth")
    hero = put_person(s, "Odo", 0, 504, "SA3 TA4")
    aptitudes = s.people[hero].aptitudes
    nation = Nation("Utopia", "earth", 0, {tables.SAGE: 2, tables.TACTICAL: 1, tables.DRUID: 1}, ())
    enrich_person(s, hero, nation)
    person = s.people[hero]
    assert (person.levels[tables.SAGE], person.levels[tables.TACTICAL], person.levels[tables.DRUID]) == (4, 4, 1)
    assert person.aptitudes[tables.DRUID] == aptitudes[tables.DRUID] + 1
    assert person.aptitudes[tables.SAGE] == 5


@pytest.mark.clause("AK-12.3-09")
def test_what_an_alignment_bars_no_nation_brings() -> None:
    s = new_state(scenario="earth")
    king = s.kingdoms[0].king
    s.set_person(king, alignment=tables.DIVINE, aptitudes=(0,) * 15)
    enrich_person(s, king, Nation("Utopia", "earth", 0, {tables.NECROMANCY: 1, tables.SAGE: 1}, ()))
    assert (
        s.king(0).levels[tables.NECROMANCY],
        s.king(0).aptitudes[tables.NECROMANCY],
        s.king(0).levels[tables.SAGE],
    ) == (0, 0, 1)


@pytest.mark.clause("AK-12.3-10")
def test_a_nation_may_begin_with_discoveries() -> None:
    known = {discovery.name: number for number, discovery in enumerate(tables.DISCOVERIES)}
    had: Counter[str] = Counter()
    for seed in range(30):
        s = founded("earth", 'realm "China"', kings=20, seed=b"%d" % seed)
        had.update(name for name in ("Gunpowder", "Compass") if known[name] in s.kingdoms[0].discoveries)
        assert len(s.kingdoms[0].discoveries) <= 2
    assert pytest.approx(had.total(), abs=12) == 60 * GIFT / 100
    assert all(0 < count < 30 for count in had.values()), "the gods do not give each every time"


@pytest.mark.clause("AK-12.3-11")
@pytest.mark.parametrize("face", range(1, 7))
def test_the_kings_of_atlantis_live_on_opposite_shores(face: int) -> None:
    s = world("earth", 20)
    terrains, coasts = [tables.SEA] * s.atlas.size, [-1] * s.atlas.size
    rolls = [
        ("where Atlantis lies", 2),
        *[("the lands of Atlantis", k) for k in (1, 2, 3, 4, 5, 1, 2)],
        ("who lives where in Atlantis", face),
    ]
    middle = room_for_atlantis(s, terrains, coasts)[1]
    ring = s.atlas.neighbours[middle]
    copied = s.copy()
    with dice(copied, rolls):
        homes_there = raise_atlantis(Turn(copied), terrains, coasts)
    assert homes_there == [ring[face - 1], ring[(face + 2) % 6]]
    assert [terrains[p] for p in (middle, *ring)] == [0, 1, 2, 3, 4, 0, 1]
    assert sum(terrain != tables.SEA for terrain in terrains) == 7


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
    assert (
        sum(terrain != tables.SEA for terrain in terrains) == sum(each != tables.SEA for each in chart.terrains) + 7
    )
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
    terrains[at(s, 803)] = terrains[at(s, 1003)] = tables.PLAIN
    claims = [Claim(tables.HUMAN, True, wishes=("the Mongols",) if seat == 3 else ()) for seat in range(22)]
    seated = share_out(Turn(s), terrains, claims, [at(s, 803), at(s, 1003)])
    assert len({home for home, _ in seated}) == 22
    assert nations("earth")[seated[3][1]].name == "the Mongols"


@pytest.mark.clause("AK-12.3-14")
@pytest.mark.parametrize(("face", "name"), [(1, "Persia"), (2, "India"), (22, "Atlantis")])
def test_who_asks_for_nothing_draws_from_all_lands_that_are_left(face: int, name: str) -> None:
    s = bare_state(20, "earth")
    load(s, which_nation=face)
    terrains = list(CHARTS["earth"].terrains)
    terrains[at(s, 803)] = tables.PLAIN
    ((home, number),) = share_out(Turn(s), terrains, [Claim(tables.HUMAN, False)], [at(s, 803)])
    nation = nations("earth")[number]
    assert (nation.name, home) == (name, nation.home if nation.home >= 0 else at(s, 803))


@pytest.mark.clause("AK-12.1-12")
@pytest.mark.parametrize(("worth", "found"), [(SAME_NEXT_DOOR - 1, True), (SAME_NEXT_DOOR, False)])
def test_homes_are_not_dealt_where_two_of_one_alignment_would_live_next_door(
    worth: int, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Dealing, "improve", lambda *_: worth)
    s = new_state()
    spots = [at(s, 504), at(s, 509)]
    claims = [Claim(tables.GOOD, False), Claim(tables.GOOD, False)]
    assert sorted(deal_homes(a_turn(s), [tables.PLAIN] * s.atlas.size, spots, claims)) == (spots if found else [])
