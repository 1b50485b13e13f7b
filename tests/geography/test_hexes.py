"""The geometry of hex maps numbered by column and row."""

from __future__ import annotations

from itertools import pairwise
from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palatine.geography.hexes import DIRECTIONS, HexGrid, opposite

PROVINCE = HexGrid(22, 23)
SMALL = {"even": HexGrid(9, 7), "odd": HexGrid(9, 7, "odd")}
shifts = pytest.mark.parametrize("grid", SMALL.values(), ids=list(SMALL))
hexes = st.integers(0, PROVINCE.size - 1)


def names(grid: HexGrid, found: tuple[int, ...]) -> str:
    return " ".join(grid.name(i) if i >= 0 else "-" for i in found)


def test_ids_run_down_the_columns() -> None:
    assert PROVINCE.size == 506
    assert PROVINCE.id("0101") == 0
    assert PROVINCE.id("0318") == 2 * 23 + 17
    assert [PROVINCE.name(i) for i in (0, 22, 23, 505)] == ["0101", "0123", "0201", "2223"]
    assert all(PROVINCE.id(PROVINCE.name(i)) == i for i in range(PROVINCE.size))


@pytest.mark.parametrize("name", ["0000", "0100", "2301", "0124", "318", ""])
def test_there_is_no_such_hex(name: str) -> None:
    with pytest.raises(ValueError, match="no hex"):
        PROVINCE.id(name)


@pytest.mark.parametrize(("columns", "rows"), [(0, 5), (5, 0), (100, 5)])
def test_a_map_needs_two_digits_of_columns_and_rows(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="CCRR"):
        HexGrid(columns, rows)


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("0108", "2214", 21),
        ("0301", "2223", 32),
        ("0523", "2201", 30),
        ("2006", "2119", 13),
        ("1004", "1308", 5),
        ("1414", "1308", 7),
        ("0902", "1004", 3),
        ("0914", "1113", 2),
        ("0101", "2223", 33),
        ("0610", "0610", 0),
    ],
)
def test_distances(a: str, b: str, distance: int) -> None:
    assert PROVINCE.distance(PROVINCE.id(a), PROVINCE.id(b)) == distance


@pytest.mark.parametrize(
    ("name", "six"),
    [
        ("0318", "0317 0417 0418 0319 0218 0217"),
        ("1414", "1413 1514 1515 1415 1315 1314"),
        ("0218", "0217 0318 0319 0219 0119 0118"),
        ("0101", "- - 0201 0102 - -"),
        ("2223", "2222 - - - - 2123"),
        ("0201", "- 0301 0302 0202 0102 0101"),
    ],
)
def test_neighbours_clockwise_from_the_north(name: str, six: str) -> None:
    assert names(PROVINCE, PROVINCE.neighbours[PROVINCE.id(name)]) == six


def test_neighbours_where_the_odd_columns_lie_lower() -> None:
    grid = SMALL["odd"]
    assert names(grid, grid.neighbours[grid.id("0303")]) == "0302 0403 0404 0304 0204 0203"
    assert names(grid, grid.neighbours[grid.id("0403")]) == "0402 0502 0503 0404 0303 0302"
    assert names(grid, grid.neighbours[grid.id("0101")]) == "- 0201 0202 0102 - -"
    assert grid.distance(grid.id("0101"), grid.id("0301")) == 2
    assert grid.distance(grid.id("0101"), grid.id("0202")) == 1


@shifts
def test_neighbours_are_mutual_and_at_distance_one(grid: HexGrid) -> None:
    for i in range(grid.size):
        assert grid.adjacent[i] == tuple(n for n in grid.neighbours[i] if n >= 0)
        for d, n in enumerate(grid.neighbours[i]):
            if n >= 0:
                assert grid.neighbours[n][opposite(d)] == i
                assert grid.direction(i, n) == d
                assert grid.distance(i, n) == 1


def test_direction_is_for_neighbours_only() -> None:
    with pytest.raises(ValueError, match="0101 and 0103 are not adjacent"):
        PROVINCE.direction(PROVINCE.id("0101"), PROVINCE.id("0103"))
    with pytest.raises(ValueError, match="not adjacent"):
        PROVINCE.direction(0, -1)
    assert DIRECTIONS[PROVINCE.direction(PROVINCE.id("0218"), PROVINCE.id("0319"))] == "SE"


@shifts
def test_distance_is_the_fewest_steps(grid: HexGrid) -> None:
    for a in range(grid.size):
        steps = grid.reachable(a, grid.size, lambda _, __: 1)
        assert [steps[b] for b in range(grid.size)] == [grid.distance(a, b) for b in range(grid.size)]


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: int, b: int, c: int) -> None:
    assert PROVINCE.distance(a, b) == PROVINCE.distance(b, a)
    assert (PROVINCE.distance(a, b) == 0) == (a == b)
    assert PROVINCE.distance(a, c) <= PROVINCE.distance(a, b) + PROVINCE.distance(b, c)


@pytest.mark.parametrize("r", [0, 1, 2, 5])
@shifts
def test_discs_and_rings_hold_what_lies_at_their_distance(grid: HexGrid, r: int) -> None:
    for i in range(grid.size):
        assert grid.within(i, r) == tuple(n for n in range(grid.size) if grid.distance(i, n) <= r)
        assert grid.ring(i, r) == tuple(n for n in range(grid.size) if grid.distance(i, n) == r)


def test_a_whole_disc_of_radius_seven() -> None:
    middle = PROVINCE.id("1112")
    assert len(PROVINCE.within(middle, 7)) == 169
    assert len(PROVINCE.ring(middle, 7)) == 42
    assert PROVINCE.within(middle, 7) is PROVINCE.within(middle, 7)


@shifts
def test_a_line_is_a_shortest_way_of_neighbours(grid: HexGrid) -> None:
    for a in range(grid.size):
        for b in range(grid.size):
            line = grid.line(a, b)
            assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
            assert all(y in grid.adjacent[x] for x, y in pairwise(line))


def test_a_line_passes_the_hexes_between() -> None:
    line = PROVINCE.line(PROVINCE.id("0505"), PROVINCE.id("0511"))
    assert names(PROVINCE, line) == "0505 0506 0507 0508 0509 0510 0511"
    line = PROVINCE.line(PROVINCE.id("0505"), PROVINCE.id("0908"))
    assert names(PROVINCE, line) == "0505 0605 0706 0707 0807 0908"


def test_a_line_along_the_edge_stays_on_the_map() -> None:
    for row in ("01", "23"):
        line = PROVINCE.line(PROVINCE.id("01" + row), PROVINCE.id("21" + row))
        assert len(line) == 21


def toll(a: int, direction: int) -> int | None:
    """Return the cost of a direction: north 3, south closed, others 1."""
    return {0: 3, 3: None}.get(direction, 1)


def test_reach_pays_by_hexside_and_stops_at_the_budget() -> None:
    start = PROVINCE.id("1010")
    found = PROVINCE.reachable(start, 3, toll)
    cost = {PROVINCE.name(i): spent for i, spent in found.items()}
    assert cost["1010"] == 0
    assert cost["1110"] == cost["1111"] == 1
    assert cost["1009"] == 2, "two steps aside are cheaper than the toll of going north"
    assert cost["1011"] == 2, "south is closed; round by the side"
    assert max(cost.values()) == 3
    assert list(found.values()) == sorted(found.values())
    assert PROVINCE.reachable(start, 0, toll) == {start: 0}


def test_reach_takes_zero_and_huge_costs() -> None:
    assert len(PROVINCE.reachable(0, 0, lambda _, __: 0)) == PROVINCE.size
    assert PROVINCE.reachable(0, 9, lambda _, __: 10) == {0: 0}
    assert PROVINCE.reachable(0, 9, lambda _, __: None) == {0: 0}


@given(hexes, hexes)
def test_a_path_costs_what_reach_says(a: int, b: int) -> None:
    def cost(i: int, direction: int) -> int | None:
        return None if (i * 7 + direction) % 5 == 0 else 1 + (i + direction) % 4

    reach = PROVINCE.reachable(a, 10_000, cost)
    path = PROVINCE.path(a, b, cost)
    if path is None:
        assert b not in reach
        return
    assert (path[0], path[-1]) == (a, b)
    spent = 0
    for here, there in pairwise(path):
        price = cost(here, PROVINCE.direction(here, there))
        assert price is not None
        spent += price
    assert spent == reach[b]


def test_there_may_be_no_path() -> None:
    assert PROVINCE.path(0, 1, lambda _, __: None) is None
    assert PROVINCE.path(3, 3, lambda _, __: None) == (3,)


@shifts
def test_outlines_are_regular_hexes_around_their_centres(grid: HexGrid) -> None:
    for i in range(grid.size):
        corners = grid.outline(i)
        assert all(isclose(dist(corner, grid.centre(i)), 1) for corner in corners)
        assert all(isclose(dist(*grid.hexside(i, d)), 1) for d in range(6))
        assert grid.hexside(i, 0) == (corners[0], corners[1])


@shifts
def test_neighbours_share_a_hexside_to_the_last_bit(grid: HexGrid) -> None:
    for i in range(grid.size):
        for d, n in enumerate(grid.neighbours[i]):
            if n >= 0:
                assert grid.hexside(i, d) == grid.hexside(n, opposite(d))[::-1]
                assert isclose(dist(grid.centre(i), grid.centre(n)), sqrt(3))


@pytest.mark.parametrize("grid", [*SMALL.values(), HexGrid(1, 3), HexGrid(1, 3, "odd"), PROVINCE])
def test_the_extent_holds_every_outline_and_no_more(grid: HexGrid) -> None:
    points = [point for i in range(grid.size) for point in grid.outline(i)]
    assert min(x for x, _ in points) == 0
    assert min(y for _, y in points) == (sqrt(3) / 2 if repr(grid) == "HexGrid(1, 3, 'odd')" else 0)
    assert isclose(max(x for x, _ in points), grid.extent[0])
    assert isclose(max(y for _, y in points), grid.extent[1])


def test_north_is_up_and_west_is_left() -> None:
    x, y = PROVINCE.centre(PROVINCE.id("0318"))
    assert PROVINCE.centre(PROVINCE.id("0317"))[1] < y
    assert PROVINCE.centre(PROVINCE.id("0218"))[0] < x
    assert PROVINCE.centre(PROVINCE.id("0418"))[1] > y, "even columns lie lower"
    assert isclose(PROVINCE.extent[1] / PROVINCE.extent[0], 14 / 11.5, abs_tol=0.005)
