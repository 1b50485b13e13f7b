"""The world of Loslon: the tables of hexes, kingdoms and cities, and its drawing."""

from __future__ import annotations

from itertools import combinations

import pytest

from palatine.games.dark_emperor.components import tables, world
from palatine.games.dark_emperor.components import world as w
from palatine.games.dark_emperor.validation.map import CoastSurvey, drawn_otherwise
from palatine.games.dark_emperor.view import boards, outlines
from palatine.geography.hexes import NE, NW, SE, SW, N, S, opposite

LAND = [h for h in range(w.HEXES) if w.GROUND[h] != w.SEA]
SIDES = [(h, d, n) for h in range(w.HEXES) for d, n in enumerate(w.NEIGHBOURS[h]) if n >= 0]
TARGETS = (65, 48, 42, 29, 34, 16, 18, 87, 56, 95)
"""Target values of the kingdoms, in their order, within a tenth."""


def far(one: str, other: str) -> int:
    return w.GRID.distance(w.hex_id(one), w.hex_id(other))


def hexes(*names: str) -> list[int]:
    return [w.hex_id(name) for name in names]


def middle(kingdom: int) -> tuple[float, float]:
    """Return the centre of a kingdom's land."""
    points = [w.GRID.centre(h) for h in w.LANDS_OF[kingdom]]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


# Ground and hexsides


def test_the_grid_is_numbered_as_on_the_map() -> None:
    assert (w.GRID.columns, w.GRID.rows, w.HEXES) == (40, 27, 1080)
    assert w.hex_name(w.hex_id("2414")) == "2414"


def test_hexsides_look_the_same_from_both_hexes() -> None:
    for h, d, n in SIDES:
        here, there = h * 6 + d, n * 6 + opposite(d)
        assert (w.SIDE_LAND[here] == 0) == (w.SIDE_LAND[there] == 0)
        assert w.SIDE_SEA[here] == w.SIDE_SEA[there]
        assert w.SIDE_RIVER[here] == w.SIDE_RIVER[there]
        assert w.SIDE_SEA[here] or w.SIDE_LAND[here]


def test_all_sea_hexes_touch_no_land_and_belong_to_nobody() -> None:
    for h in range(w.HEXES):
        if w.GROUND[h] == w.SEA:
            assert not any(w.SIDE_LAND[h * 6 : h * 6 + 6])
            assert (w.PARTS[h], w.OWNER[h], w.RIVER[h], w.COASTAL[h]) == (0, -1, False, False)
        else:
            assert w.PARTS[h] >= 1
            assert w.OWNER[h] in range(10)


def test_coastal_hexes_have_sea_on_a_side_and_fleets_go_there() -> None:
    inland, shore = hexes("1812", "2414")
    assert not w.COASTAL[inland]
    assert w.COASTAL[shore]
    assert w.NAVIGABLE[inland]
    assert w.RIVER[inland]
    assert w.NAVIGABLE[shore]
    assert not w.RIVER[shore]
    assert not w.NAVIGABLE[w.hex_id("1917")]
    assert w.NAVIGABLE[w.hex_id("0101")]


@pytest.mark.clause("8.14d")
def test_the_two_lands_of_0514_are_reached_from_northwest_and_southeast_and_not_joined() -> None:
    h = w.hex_id("0514")
    touching = [w.SIDE_LAND[h * 6 + d] for d in range(6)]
    assert w.PARTS[h] == 2
    assert touching[NW] == 0b01
    assert touching[SE] == 0b10
    assert touching[N] | touching[SW] == 0b01
    assert touching[NE] | touching[S] == 0b10


def test_every_land_of_a_split_hex_is_reached_by_land() -> None:
    for h in LAND:
        touching = {w.SIDE_LAND[h * 6 + d] for d in range(6)}
        if w.PARTS[h] > 1:
            assert all(any(mask >> part & 1 for mask in touching) for part in range(w.PARTS[h]))


def test_there_are_as_many_mountains_as_we_wanted() -> None:
    assert 40 <= w.GROUND.count(w.MOUNTAIN) <= 60


# Kingdoms


@pytest.mark.clause("7.14a")
def test_taxation_values_are_what_hexes_and_cities_yield() -> None:
    for k in range(10):
        assert w.TAXATION[k] == sum(tables.PRODUCTION[h] + w.CITY_VALUE[h] for h in w.LANDS_OF[k])


def test_kingdoms_are_worth_what_the_game_needs() -> None:
    for value, target in zip(w.TAXATION, TARGETS, strict=True):
        assert 0.9 * target <= value <= 1.1 * target
    assert sum(w.TAXATION) - w.TAXATION[w.ZOLAHAURESLOR] >= 240
    assert 70 <= w.TAXATION[w.KELARON] + w.TAXATION[w.LOYMARECH] <= 80
    assert max(w.TAXATION) == w.TAXATION[w.ZOLAHAURESLOR]


@pytest.mark.clause("2")
def test_the_kingdoms_lie_where_they_are_told_of() -> None:
    x = {k: middle(k)[0] for k in range(10)}
    y = {k: middle(k)[1] for k in range(10)}
    core = w.ZOLAHAURESLOR
    assert y[w.STAVROR] > y[core], "the southern provinces"
    assert min(x[w.AHAUTSIERON], x[w.KELARON]) > x[core], "what the Marind took"
    assert y[w.KELARON] < y[core] < y[w.AHAUTSIERON], "its north and its south"
    assert x[w.LAMMARECH] < x[w.LOYMARECH], "western and eastern Marech (ruling N9)"
    assert max(y[w.LAMMARECH], y[w.LOYMARECH]) < y[core], "the Mari came from the north"
    assert x[w.SCYTHE] == min(x.values()), "the isle of Sanwestin"
    assert x[w.FERLARIE] < x[w.STAVROR] < x[core], "far from the empire"
    mountains = [sum(w.GROUND[h] == w.MOUNTAIN for h in w.LANDS_OF[k]) for k in range(10)]
    assert mountains[w.AHAUTSIERON] == max(mountains)


def test_the_numbers_the_rulebook_gives_lie_as_far_apart_as_they_should() -> None:
    assert [far("2414", to) for to in ("1610", "2808", "1820", "3020", "3519")] == [8, 8, 9, 9, 11]
    assert [far("3104", to) for to in ("3602", "2808")] == [5, 6]
    assert [far("1820", to) for to in ("1610", "3020", "0224")] == [11, 12, 16]


# Cities


@pytest.mark.clause("7.23e")
def test_sudrin_lor_has_the_highest_value() -> None:
    assert w.CITY_VALUE[w.hex_id("2414")] == 4 == max(w.CITY_VALUE)
    assert len(w.CITIES) == 44
    assert sum(w.PORT) == 24
    for k in range(10):
        assert w.CITY_VALUE[w.CAPITAL[k]] == max(w.CITY_VALUE[h] for h in w.CITY_HEXES[k])


def test_cities_are_found_by_their_hexes() -> None:
    for k in range(10):
        assert w.CAPITAL[k] in w.CITY_HEXES[k]
        for h in w.CITY_HEXES[k]:
            city = w.CITIES[w.CITY_AT[h]]
            assert (city.hex, city.kingdom, city.value, city.port) == (h, k, w.CITY_VALUE[h], w.PORT[h])
            assert w.OWNER[h] == k
            assert w.PARTS[h] == 1


@pytest.mark.clause("10a", "10b", "10c")
def test_stacking_limits_by_ground_and_city() -> None:
    assert tables.LIMIT[w.hex_id("0101")] == 4
    assert tables.LIMIT[w.hex_id("2414")] == 8
    mountain, fort = w.hex_id("2807"), w.hex_id("2808")
    assert (w.GROUND[mountain], tables.LIMIT[mountain]) == (w.MOUNTAIN, 2)
    assert (w.GROUND[fort], tables.LIMIT[fort]) == (w.MOUNTAIN, 2 + w.CITY_VALUE[fort])


@pytest.mark.clause("7.13a")
def test_settled_land_and_rivers_yield() -> None:
    kinds = {(w.GROUND[h], w.RIVER[h]): tables.PRODUCTION[h] for h in range(w.HEXES)}
    assert kinds == {
        (w.SEA, False): 0,
        (w.SETTLED, False): 1,
        (w.SETTLED, True): 2,
        (w.MOUNTAIN, False): 0,
        (w.MOUNTAIN, True): 1,
    }


# Other places


@pytest.mark.clause("5.2a")
def test_pentacles_lie_apart_and_some_cannot_be_reached_by_land() -> None:
    assert len(w.PENTACLES) == 7
    assert min(w.GRID.distance(a, b) for a, b in combinations(w.PENTACLES, 2)) >= 7
    assert all(w.NAVIGABLE[h] for h in w.PENTACLES)
    on_isles = [h for h in w.PENTACLES if not any(w.SIDE_LAND[h * 6 + d] for d in range(6))]
    assert w.hex_id("2114") in on_isles


def test_battlefields_lie_where_their_names_say() -> None:
    at = {name: h for h, name in w.BATTLEFIELDS}
    assert len(at) == 8
    assert w.GRID.distance(at["Battle of Fornost"], w.hex_id("0224")) <= 3
    assert w.GRID.distance(at["Battle of Kelar Isle"], w.hex_id("3104")) <= 3
    gates = next(city for city in w.CITIES if city.name == "the Gates")
    assert gates.kingdom == w.STAVROR
    assert w.GRID.distance(at["Battle of the Gates"], gates.hex) == 1
    assert w.OWNER[at["The Graves of the Marind Warriors"]] == w.AHAUTSIERON
    for name in ("The Emperor's Lament", "The Fallen Standard"):
        around = {w.OWNER[n] for n in w.NEIGHBOURS[at[name]] if n >= 0 and w.OWNER[n] >= 0}
        assert w.OWNER[at[name]] == w.ZOLAHAURESLOR
        assert len(around) > 1


@pytest.mark.clause("12.3")
def test_nine_runes_have_their_hexes_and_air_has_none() -> None:
    places = {world.RUNES[rune]: h for h, rune in enumerate(w.RUNE_OF) if rune >= 0}
    assert set(places) == set(world.RUNES) - {"air"}
    assert w.OWNER[places["serenity"]] == w.STARKEEP
    assert w.OWNER[places["wood"]] == w.FERLARIE
    assert w.GRID.distance(places["metal"], w.hex_id("3325")) <= 2
    assert all(w.GRID.distance(places["death"], capital) > 3 for capital in w.CAPITAL)


def test_holy_places_are_starkeeps() -> None:
    assert [w.OWNER[h] for h in range(w.HEXES) if w.HOLY[h]] == [w.STARKEEP] * 2


def test_two_rivers_meet_at_the_confluence() -> None:
    here = w.hex_id("1109")
    assert sum(w.SIDE_RIVER[here * 6 + d] for d in range(6)) == 3
    assert w.PORT[here]
    assert w.RIVER[here]


# How it is drawn


def test_the_map_shows_every_hex_in_words() -> None:
    board = boards.map_board()
    text = {space.id: space.text for space in board.spaces}
    assert len(text) == w.HEXES
    assert not any(space.id != w.hex_name(space.operand) for space in board.spaces)
    assert text["0101"] == "Hex 0101, all-sea."
    assert text["2414"].startswith("Hex 2414, coastal settled land of Zolahaureslor, Sudrin-Lor, capital of Zol")
    assert "port, City Value 4" in text["2414"]
    assert "2 lands the sea parts" in text["0514"]
    assert "a river to the north and south and south-west" in text["1109"]
    assert "Death rune" in text["3905"]
    assert "magic hex" in text["2114"]
    assert "holy place" in text["2819"]
    assert "Battle of Geysers" in text["1008"]


def test_what_a_hex_holds_is_printed_in_it() -> None:
    board = boards.map_board()
    for space in board.spaces:
        holds = (space.operand in w.CITY_AT, w.HOLY[space.operand], space.operand in w.PENTACLES)
        fields = sum(where == space.operand for where, _ in w.BATTLEFIELDS)
        assert len(space.marks) == sum(holds) + (w.RUNE_OF[space.operand] >= 0) + fields
        assert all(mark.silhouette in board.silhouettes for mark in space.marks)
        assert set(space.ground) <= set(board.styles)


def test_capitals_that_are_ports_are_drawn_on_water() -> None:
    signs = {space.id: mark.silhouette for space in boards.map_board().spaces for mark in space.marks}
    assert (signs["2414"], signs["1820"]) == ("port-capital", "castle")
    assert (signs["1204"], signs["3325"]) == ("anchor", "elven-castle")


def test_all_lines_shapes_and_labels_have_styles() -> None:
    board = boards.map_board()
    assert {line.style for line in board.lines} <= set(board.styles)
    assert {shape.style for shape in board.shapes} <= set(board.styles)
    assert {label.style for label in board.labels} - set(board.styles) == {"sea"}
    assert {(label.text, label.figure) for label in board.labels if label.figure} == set(
        zip(w.KINGDOMS, map(str, w.TAXATION), strict=True)
    )


def test_rivers_are_drawn_into_the_sea() -> None:
    ends = {line.name: line.points[-1] for line in boards.river_lines()}
    (stavra,) = (course for name, course in w.RIVERS if name == "Stavra")
    assert ends["Stavra"] != w.GRID.centre(stavra[-1])
    (pletran,) = (course for name, course in w.RIVERS if name == "Pletran")
    assert ends["Pletran"] == w.GRID.centre(pletran[-1]), "it ends in another river"


def test_frontiers_run_where_kingdoms_meet_on_land() -> None:
    with_frontier = {k for k in range(10) if list(outlines.frontiers(k))}
    assert with_frontier == {w.KELARON, w.LAMMARECH, w.LOYMARECH, w.STAVROR, w.TAL_PLETOR, w.ZOLAHAURESLOR}
    assert {k for k, _ in outlines.coast_runs()} == set(range(10))


def test_a_scene_holds_what_is_off_the_map() -> None:
    spaces = {space.id: space for space in boards.off_board().spaces}
    assert spaces["mercenaries"].name == "Mercenary Holding Box"
    assert sum(name.startswith("turn.") for name in spaces) == 14


def test_without_a_drawn_coast_one_is_made_from_the_hexsides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlines, "COAST", ())
    made = outlines.coast_outlines()
    survey = CoastSurvey(made)
    wrong = [
        (w.hex_name(h), d) for h, d, _ in SIDES if drawn_otherwise(side_kind(h * 6 + d), survey.share(w.GRID, h, d))
    ]
    assert wrong == []
    assert len(made) > 20
    assert {k for k, _ in outlines.coast_runs()} == set(range(10))


def side_kind(side: int) -> str:
    return (w.MIXED if w.SIDE_SEA[side] else w.ALL_LAND) if w.SIDE_LAND[side] else w.ALL_SEA
