"""The Young Kingdoms as loaded: areas, borders, cities and seas."""

from __future__ import annotations

import pytest

from palatine.games.elric.components import world as w
from palatine.games.elric.view import boards
from palatine.geography.areas import is_inside, signed_area


def area(key: str) -> int:
    return w.AREA_BY_KEY[key]


def names(areas: tuple[int, ...]) -> set[str]:
    return {w.AREA_NAME[a] for a in areas}


# ------------------------------------------------------------------------------------------------ areas


@pytest.mark.clause("3.1a")
def test_lands_come_before_seas() -> None:
    assert (len(w.LANDS), len(w.SEAS), w.AREAS) == (74, 30, 104)
    assert not any(w.IS_SEA[a] for a in w.LANDS)
    assert all(w.IS_SEA[a] for a in w.SEAS)


def test_every_table_has_an_entry_for_every_area() -> None:
    tables = (
        w.AREA_KEY, w.AREA_NAME, w.IS_SEA, w.LAND_NEIGHBOURS, w.SEA_NEIGHBOURS, w.COASTS, w.NEIGHBOURS, w.IS_WILD,
        w.NATION_OF, w.CONTINENT, w.REGION, w.WALL, w.PORT_SEA, w.DEFENCE, w.AT, w.SITE, w.OUTLINES,
    )  # fmt: skip
    assert {len(table) for table in tables} == {w.AREAS}
    assert len(set(w.AREA_KEY)) == len(set(w.AREA_NAME)) == w.AREAS


def test_neighbours_are_those_by_land_by_sea_and_over_the_coast() -> None:
    for a in range(w.AREAS):
        parts = (*w.LAND_NEIGHBOURS[a], *w.SEA_NEIGHBOURS[a], *w.COASTS[a])
        assert sorted(parts) == list(w.NEIGHBOURS[a])
        assert all(a in w.NEIGHBOURS[n] for n in parts)
        assert all(w.IS_SEA[n] is not w.IS_SEA[a] for n in w.COASTS[a])
    assert all(not w.SEA_NEIGHBOURS[a] for a in w.LANDS)
    assert all(not w.LAND_NEIGHBOURS[a] for a in w.SEAS)


@pytest.mark.clause("7.5.3")
def test_mountains_part_lands_that_lie_side_by_side() -> None:
    assert (min(area("nihrain"), area("tar_n")), max(area("nihrain"), area("tar_n"))) in w.BLOCKED
    for a, b in w.BLOCKED:
        assert a < b
        assert b not in w.NEIGHBOURS[a]
        assert (a, b) in w.MAP.bordering_pairs()


def test_the_vale_of_xanyaw_opens_to_the_marshes_and_the_silent_lands_alone() -> None:
    assert names(w.NEIGHBOURS[area("xanyaw")]) == {"Marshes of Mist", "Silent Lands (north)"}


def test_the_sighing_desert_has_few_and_narrow_ways_in() -> None:
    desert = [a for a in w.LANDS if w.REGION[a] == "Sighing Desert"]
    ways = {(w.AREA_KEY[a], w.AREA_KEY[n]) for a in desert for n in w.LAND_NEIGHBOURS[a] if n not in desert}
    assert ways == {("sig_w", "ilm_rig"), ("tanelorn", "ilm_n"), ("sig_e", "esh_w"), ("sig_e", "mordaga")}


def test_dorel_touches_pikarayd_and_kiirleem_as_players_tell() -> None:
    assert area("pik_s") in w.LAND_NEIGHBOURS[area("dor_e")]
    assert {area("pik_s"), area("arg_kii")} <= set(w.LAND_NEIGHBOURS[area("dor_c")])


@pytest.mark.clause("3.1j", "3.1i")
def test_wildernesses_on_their_own() -> None:
    assert w.CONTINENT[w.RLIN] == w.CONTINENTS.index("jungle")
    assert [a for a in w.LANDS if w.CONTINENT[a] == w.CONTINENTS.index("jungle")] == [w.RLIN]
    for key in ("ashan", "sorcer", "unholy"):
        assert w.IS_WILD[area(key)]
        assert w.LAND_NEIGHBOURS[area(key)] == ()


@pytest.mark.clause("3.1k", "7.5.5")
def test_three_seas_are_not_like_the_others() -> None:
    assert names((w.BOILING, w.TEETH, w.STRAITS)) == {"Boiling Sea", "Serpents Teeth", "Straits of Chaos"}
    assert [a for a in w.SEAS if w.IS_WILD[a]] == [w.STRAITS]


@pytest.mark.clause("7.5.1c")
def test_ashaneloon_is_reached_from_the_boiling_sea_alone() -> None:
    assert w.NEIGHBOURS[w.ASHANELOON] == (w.BOILING,)


def test_all_common_seas_are_joined_without_the_three() -> None:
    common = [a for a in w.SEAS if a not in (w.BOILING, w.TEETH, w.STRAITS)]
    found = w.MAP.distances(common[0], lambda a: a in common)
    assert all(found[a] >= 0 for a in common)


@pytest.mark.clause("4.0c", "3.1c", "3.1e", "3.1g")
def test_thirteen_stars_and_twelve_of_them_filled() -> None:
    assert (len(w.STARS), len(w.FILLED_STARS)) == (13, 12)
    assert set(w.STARS) - set(w.FILLED_STARS) == {w.RLIN}
    assert all(w.IS_WILD[a] for a in w.STARS)
    assert sum(1 for a in w.STARS if w.REGION[a] == "Silent Lands") == 1


@pytest.mark.clause("11.0l", "11.0n")
def test_where_hordes_come_from() -> None:
    assert w.MORDAGA in w.WEEPING_WASTE
    assert len(w.WEEPING_WASTE) == 4
    assert w.KANELOON in w.SOUTHERN_WILDS
    assert {"Oin", "Yu", "Dhoz-Kam", "Dorel (west)"} <= names(w.SOUTHERN_WILDS)


@pytest.mark.clause("7.2f")
def test_home_territory() -> None:
    filkhar = w.NATIONS.index("Filkhar")
    assert {w.AREA_NAME[a] for a in w.LANDS if w.NATION_OF[a] == filkhar} == {
        "Raschil",
        "Southern Filkhar",
    }
    assert all(w.NATION_OF[a] >= 0 or w.IS_WILD[a] for a in w.LANDS)
    assert {w.NATION_OF[a] for a in w.LANDS} == {-1, *range(18)}


# ----------------------------------------------------------------------------------------------- cities


def test_there_are_31_cities_and_every_nation_has_one_to_be_ruled_from() -> None:
    assert len(w.CITIES) == 31
    assert sorted(a for cities in w.CITIES_OF for a in cities) == sorted(w.CITY_AT)
    assert all(w.CAPITAL[n] in w.CITIES_OF[n] for n in range(18))
    assert all(w.NATION_OF[city.area] == city.nation for city in w.CITIES)


@pytest.mark.clause("7.2c", "7.2d")
def test_two_cities_in_a_province_are_one_to_the_rules() -> None:
    city = w.CITIES[w.CITY_AT[area("lor_tre")]]
    assert city.names == ("Trepesaz", "Stagasaz")
    assert (city.name, city.wall) == ("Trepesaz and Stagasaz", 3)


@pytest.mark.clause("7.5.2a", "7.5.2c", "7.5.6", "7.5.7a", "7.5.7c")
def test_walls() -> None:
    for city in w.CITIES:
        if city.nation in (w.NATIONS.index("Nadsokor"), w.NATIONS.index("Dhoz-Kam"), w.NATIONS.index("Org")):
            assert city.wall == 0
        else:
            assert city.wall == (5 if city.capital else 3)
        assert w.WALL[city.area] == city.wall
    assert [w.NATIONS[city.nation] for city in w.CITIES if city.main] == ["Org", "Dhoz-Kam"]
    assert sum(city.capital for city in w.CITIES) == 16


@pytest.mark.clause("7.5.9a")
def test_ports_are_entered_from_one_sea_on_their_coast() -> None:
    for n in range(18):
        assert all(w.PORT_SEA[a] in w.COASTS[a] for a in w.PORTS_OF[n])
    assert w.AREA_NAME[w.PORT_SEA[area("lor_ram")]] == "Bay of Ramasaz"
    assert w.PORT_SEA[area("ilm_kar")] == -1


@pytest.mark.clause("7.3h")
def test_the_journey_of_fadan_and_urish() -> None:
    """Ramasaz is two provinces from a place in Lormyr.

    By sea it is three seas out, or one or two along the coast.
    """
    ramasaz = area("lor_ram")
    at_home = w.MAP.distances(ramasaz, lambda a: w.NATION_OF[a] == w.NATIONS.index("Lormyr"))
    assert names(tuple(a for a in w.LANDS if at_home[a] == 2)) >= {"Eastern Lormyr", "Alorasaz"}
    at_sea = w.MAP.distances(w.PORT_SEA[ramasaz], lambda a: w.IS_SEA[a])
    assert max(at_sea) >= 3
    coasting = [
        a
        for a in w.SEAS
        if at_sea[a] in (0, 1) and any(w.NATION_OF[n] == w.NATIONS.index("Lormyr") for n in w.COASTS[a])
    ]
    assert len(coasting) >= 2


@pytest.mark.clause("10.9.3b")
def test_neutral_cities_have_a_number_to_defend_themselves_with() -> None:
    assert w.DEFENCE[w.MELNIBONE] == 25
    assert w.DEFENCE[w.CAPITAL[w.NATIONS.index("Vilmir")]] == 18
    assert w.DEFENCE[area("fil_s")] == 0


# ---------------------------------------------------------------------------------------------- drawing


def test_areas_are_drawn_side_by_side_exactly_where_they_are_neighbours() -> None:
    joined = {(a, n) for a in range(w.AREAS) for n in w.NEIGHBOURS[a] if a < n}
    assert w.MAP.bordering_pairs() == joined | w.BLOCKED


def test_the_areas_fill_the_sheet_without_a_gap() -> None:
    width, height = w.WORLD
    covered = sum(signed_area(ring) for rings in w.OUTLINES for ring in rings)
    assert abs(covered) == pytest.approx(width * height, rel=1e-3)


def test_pieces_and_signs_lie_within_their_area() -> None:
    for a in range(w.AREAS):
        assert is_inside(w.AT[a], w.OUTLINES[a][0]), w.AREA_NAME[a]
        assert is_inside(w.SITE[a], w.OUTLINES[a][0]), w.AREA_NAME[a]


def test_the_map_shows_every_area_once_and_lands_above_the_seas_around_them() -> None:
    board, _ = boards.boards()
    assert sorted(space.operand for space in board.spaces) == list(range(w.AREAS))
    assert [w.IS_SEA[space.operand] for space in board.spaces] == [True] * 30 + [False] * 74
    assert {kind for space in board.spaces for kind in space.ground} <= set(board.styles)
    assert {mark.silhouette for space in board.spaces for mark in space.marks} - {""} <= set(board.silhouettes)
    assert {thing.style for thing in (*board.lines, *board.shapes)} <= set(board.styles)


@pytest.mark.clause("7.5.9a", "3.1l")
def test_anchors_stand_in_their_sea_and_islets_in_none_of_the_lands() -> None:
    for city in w.CITIES:
        if city.port >= 0:
            x, y = boards.anchor(city.area)
            assert not is_inside((x, y), w.OUTLINES[city.area][0]), city.name
    assert len(w.ISLETS) == 3
    assert not any(is_inside(at, w.OUTLINES[a][0]) for at, _ in w.ISLETS for a in w.LANDS)


def test_an_area_in_words() -> None:
    board, _ = boards.boards()
    texts = {space.id: space.text for space in board.spaces}
    assert texts["unholy"] == "Unholy Fortress: wilderness; star; coast on Northern Pale Sea."
    assert texts["sha_afl"].startswith(
        "Aflitain: province of Shazaar; Aflitain, capital, wall 5, neutral defence 10; port, entered from Gulf of"
    )
    assert "mountains toward Northern Tarkesh" in texts["nihrain"]
    assert texts["teeth"].startswith("Serpents Teeth: a sea; heroic escapes on passing; borders on")


@pytest.mark.clause("3.3a", "3.3d", "13.0")
def test_the_balance_has_six_numbers_on_each_arm_and_the_track_ten_spaces() -> None:
    _, board = boards.boards()
    ids = [space.id for space in board.spaces]
    assert ids[:13] == [
        "law.6", "law.5", "law.4", "law.3", "law.2", "law.1", "neutral", "chaos.1", "chaos.2", "chaos.3", "chaos.4",
        "chaos.5", "chaos.6",
    ]  # fmt: skip
    assert ids[13:] == [f"turn.{n}" for n in range(1, 11)]


@pytest.mark.parametrize(("continent", "nations"), [
    pytest.param(
        "north", {"Ilmiora", "Vilmir", "Eshmir", "Nadsokor", "Bakshaan", "Org"},
        marks=pytest.mark.clause("3.1b", "3.1c"),
    ),
    pytest.param(
        "south", {"Pikarayd", "Argimiliar", "Filkhar", "Lormyr", "Dhoz-Kam"}, marks=pytest.mark.clause("3.1d", "3.1e")
    ),
    pytest.param("west", {"Shazaar", "Jharkor", "Dharijor", "Tarkesh"}, marks=pytest.mark.clause("3.1f", "3.1g")),
    pytest.param(
        "island", {"Melnibone", "Pan Tang", "Isle of Purple Towns"}, marks=pytest.mark.clause("3.1h", "3.1i")
    ),
])  # fmt: skip
def test_nations_by_continent_the_wild_ones_among_them(continent: str, nations: set[str]) -> None:
    number = w.CONTINENTS.index(continent)
    found = {n for n in range(len(w.NATIONS)) if w.CONTINENT[w.CAPITAL[n]] == number}
    assert {w.NATIONS[n] for n in found} == nations
    for n in found:
        home = [a for a in w.LANDS if w.NATION_OF[a] == n]
        assert {w.CONTINENT[a] for a in home} == {number}
        assert {w.IS_WILD[a] for a in home} == {w.NATIONS[n] in ("Org", "Dhoz-Kam")}
