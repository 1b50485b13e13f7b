"""Maps of areas: borders, distances and outlines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palatine.geography.areas import OUTSIDE, AreaMap, Border, is_inside, neighbours, signed_area

KEYS = ("west", "east", "sea", "isle", "moon")
EDGES = [(0, 1), (1, 2), (2, 0), (3, 2)]
WEST, EAST, SEA, ISLE, MOON = range(5)
# Two squares above a sea that has a square island in it; y grows downward, as in drawings.
BORDERS = (
    Border(EAST, WEST, ((2, 0), (2, 2))),
    Border(OUTSIDE, WEST, ((0, 2), (0, 0), (2, 0))),
    Border(OUTSIDE, EAST, ((2, 0), (4, 0), (4, 2))),
    Border(OUTSIDE, SEA, ((4, 2), (4, 6), (0, 6), (0, 2))),
    Border(SEA, WEST, ((2, 2), (0, 2))),
    Border(SEA, EAST, ((4, 2), (2, 2))),
    Border(SEA, ISLE, ((1, 3), (2, 3), (2, 4), (1, 4), (1, 3))),
)
SMALL = AreaMap(KEYS, [key.title() for key in KEYS], EDGES, BORDERS)
graphs = st.integers(1, 9).flatmap(
    lambda n: st.tuples(
        st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda e: e[0] != e[1]))
    )
)


def test_areas_are_numbered_as_they_come() -> None:
    assert SMALL.size == 5
    assert [SMALL.id(key) for key in KEYS] == [WEST, EAST, SEA, ISLE, MOON]
    assert SMALL.names[ISLE] == "Isle"


def test_there_is_no_such_area() -> None:
    with pytest.raises(ValueError, match="no area 'north'"):
        SMALL.id("north")


@pytest.mark.parametrize(
    ("keys", "names", "edges"),
    [(["a", "a"], ["A", "B"], []), (["a", "b"], ["A"], []), (["a"], ["A"], [(0, 0)]), (["a"], ["A"], [(0, 1)])],
    ids=["key twice", "name missing", "edge to itself", "edge to nowhere"],
)
def test_a_map_that_cannot_be(keys: list[str], names: list[str], edges: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match=r"every area needs|no edge can join"):
        AreaMap(keys, names, edges)


def test_neighbours_ascend_and_do_not_depend_on_direction() -> None:
    assert SMALL.neighbours == ((1, 2), (0, 2), (0, 1, 3), (2,), ())


@given(graphs)
def test_neighbours_are_mutual(graph: tuple[int, list[tuple[int, int]]]) -> None:
    found = neighbours(*graph)
    assert all(a in found[b] for a in range(graph[0]) for b in found[a])


def test_distances() -> None:
    assert SMALL.distances(WEST) == [0, 1, 1, 2, -1]
    assert SMALL.distance(ISLE, EAST) == 2
    assert SMALL.distance(MOON, EAST) == -1


def test_distances_where_some_areas_are_closed() -> None:
    assert SMALL.distances(WEST, lambda area: area != SEA) == [0, 1, -1, -1, -1]


def test_paths() -> None:
    assert SMALL.path(WEST, ISLE) == (WEST, SEA, ISLE)
    assert SMALL.path(WEST, WEST) == (WEST,)
    assert SMALL.path(WEST, MOON) == ()
    assert SMALL.path(WEST, ISLE, lambda area: area != SEA) == ()
    assert SMALL.path(ISLE, SEA, lambda area: False) == (ISLE, SEA), "both ends are given"


@given(graphs, st.data())
def test_a_path_is_as_long_as_the_distance(graph: tuple[int, list[tuple[int, int]]], data: st.DataObject) -> None:
    size, edges = graph
    some = AreaMap([str(i) for i in range(size)], [""] * size, edges)
    a, b = (data.draw(st.integers(0, size - 1)) for _ in range(2))
    way = some.path(a, b)
    assert len(way) - 1 == some.distance(a, b) or (way == () and some.distance(a, b) == -1)
    assert all(n in some.neighbours[m] for m, n in pairwise(way))


def test_outlines_are_joined_from_the_borders() -> None:
    assert [len(curves) for curves in SMALL.outlines] == [1, 1, 2, 1, 0]
    assert set(SMALL.outlines[WEST][0]) == {(0, 0), (2, 0), (2, 2), (0, 2)}
    assert [abs(signed_area(curves[0])) for curves in SMALL.outlines[:4]] == [4, 4, 16, 1]
    assert set(SMALL.outlines[SEA][1]) == set(SMALL.outlines[ISLE][0]), "the island, seen from the sea"


def test_outlines_run_the_same_way_round_and_those_of_islands_against_it() -> None:
    around = [signed_area(curves[0]) > 0 for curves in SMALL.outlines[:4]]
    assert len(set(around)) == 1
    assert (signed_area(SMALL.outlines[SEA][1]) > 0) is not around[0]


def test_borders_that_do_not_close() -> None:
    with pytest.raises(ValueError, match="borders of area 0 do not close"):
        AreaMap(KEYS, KEYS, EDGES, BORDERS[1:])


def test_which_pairs_have_a_border_drawn() -> None:
    assert SMALL.bordering_pairs() == {(WEST, EAST), (WEST, SEA), (EAST, SEA), (SEA, ISLE)}


def test_inside() -> None:
    outline = SMALL.outlines[WEST][0]
    assert is_inside((1, 1), outline)
    assert not is_inside((3, 1), outline)
