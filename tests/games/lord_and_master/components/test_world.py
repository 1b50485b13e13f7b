"""The map, the province chart and the city table as printed (MAP)."""

from __future__ import annotations

from collections import Counter

import pytest

from palatine.games.lord_and_master.components import world

MAP = """
    f c w x x x f o c
    x c o c c c g g w
    x c f c d w c c x
    x c f f c w g c x
    w s o c g s f c x
    c s o f o g d o f
    f f w f c w o d s
    x c s d c f d w w
    x c d d o o c c x
    x c d s f c c c x
    w g c c c c w c x
    c c f x x x w d f
"""


@pytest.mark.clause("LM-MAP-01")
def test_terrain_of_every_square() -> None:
    assert world.TERRAIN[1:] == tuple(MAP.split())
    assert Counter(world.TERRAIN[1:]) == {"c": 33, "f": 15, "w": 12, "o": 9, "d": 9, "g": 6, "s": 6, "x": 18}


@pytest.mark.clause("LM-MV-02")
def test_neighbours_and_distances() -> None:
    assert world.STEPS[1] == (0, 2, 10, 0)
    assert world.NEIGHBOURS[1] == (2, 10)
    assert world.NEIGHBOURS[9] == (18, 8)
    assert world.NEIGHBOURS[10] == (1, 11, 19)
    assert world.NEIGHBOURS[50] == (41, 51, 59, 49)
    assert world.NEIGHBOURS[108] == (99, 107)
    assert [world.distance(100, square) for square in (91, 101, 92, 108, 100)] == [1, 1, 2, 8, 0]
    for square in range(1, 109):
        assert all(
            world.distance(square, n) == 1 and square in world.NEIGHBOURS[n] for n in world.NEIGHBOURS[square]
        )
        assert (world.row(square) - 1) * 9 + world.column(square) == square


def test_start_groups_are_lines_of_three() -> None:
    assert sorted(square for group in world.START_GROUPS for square in group) == [
        square for square, letter in enumerate(world.TERRAIN) if letter == "x"
    ]
    for a, b, d in world.START_GROUPS:
        assert world.distance(a, b) == world.distance(b, d) == 1


PROVINCES = """
    c 7 2 W2 50; MCC1 MFD5; RED5 ORD4 DRD3 GRD3 ERD3; 10 W TL 5 10 1
    f 4 1 E2 35; EKB1 EAC4; ERD4 RED3 GRD3; 7 E OL 8 16 2
    g 2 1 T2 25; HAC3 LCC3; RED3; 12 TM PE 3 6 1
    o 2 1 O2 30; OFC3 OFD4; ORD6 JRD3 RED3 GRD2; 11 OC ED 3 6 3
    d 9 3 D2 75; DHB2 DHC4; DRD4 JRD3 GRD3 RED2; 7 D OE 10 20 3
    s 1 0 L2 10; THC5; TRD4 RED2; 5 LC EDPH 4 8 2
    w 1 0 O1 15; OFD5; ORD3 RED2 GRD1 TRD2; 13 OL EW 2 4 1
"""


def amounts(text: str) -> tuple[tuple[str, int], ...]:
    return tuple((unit[:3], int(unit[3:])) for unit in text.split())


@pytest.mark.clause("LM-MAP-05", "LM-CH-21", "LM-NEU-10", "LM-MV-03")
@pytest.mark.parametrize("line", PROVINCES.strip().splitlines())
def test_province_chart(line: str) -> None:
    yields, force, recruits, diplomacy = line.strip().split(";")
    letter, tax, tribute, leader, treasury = yields.split()
    base, favoured, disliked, lower, higher, cost = diplomacy.split()
    found = world.PROVINCES[letter]
    assert (found.tax, found.tribute, found.treasury) == (int(tax), int(tribute), int(treasury))
    assert (found.leader, found.force) == ((leader[0], int(leader[1])), amounts(force))
    assert found.recruits == amounts(recruits)
    assert (found.base, found.favoured, found.disliked) == (int(base), set(favoured), set(disliked))
    assert (found.bribe, found.cost) == ((int(lower), int(higher)), int(cost))


def test_sums_over_the_neutral_provinces() -> None:
    neutral = [world.PROVINCES[letter] for letter in world.TERRAIN[1:] if letter != "x"]
    assert len(neutral) == 90
    assert sum(found.tax for found in neutral) == 420
    assert sum(found.tribute for found in neutral) == 123
    assert sum(found.treasury for found in neutral) == 3510


CITIES = """
    12 Grog O 10 2 100 O2: OHB2 OAD4
    25 Vetrium M 15 3 150 P2: HFB2 MXD4
    30 Friendlyton E 12 3 130 S2: EFB2 EAC4
    42 Blorg T 8 2 95 L2: THB3 THD5
    59 Ardea M 17 3 175 W2: ATB2 MFB5
    70 Stumpium D 20 5 250 D2: DHB3 DXC5
    87 Dolos M 15 3 150 P2: HPB3 SSD4
    100 Newton M 15 3 150 W2: HFB2 MXD4
"""


@pytest.mark.clause("LM-MAP-02", "LM-MAP-06")
@pytest.mark.parametrize("line", CITIES.strip().splitlines())
def test_city_table(line: str) -> None:
    head, force = line.strip().split(":")
    square, name, race, tax, tribute, treasury, leader = head.split()
    found = world.CITIES[int(square)]
    assert (found.name, found.race) == (name, race)
    assert (found.tax, found.tribute, found.treasury) == (int(tax), int(tribute), int(treasury))
    assert (found.leader, found.force) == ((leader[0], int(leader[1])), amounts(force))


@pytest.mark.clause("LM-MAP-02")
def test_there_are_eight_cities() -> None:
    assert list(world.CITIES) == [12, 25, 30, 42, 59, 70, 87, 100]
    assert sum(city.tax for city in world.CITIES.values()) == 112
    assert sum(city.tribute for city in world.CITIES.values()) == 24
    assert sum(city.treasury for city in world.CITIES.values()) == 1200


@pytest.mark.clause("LM-MAP-07", "LM-MAP-08", "LM-MAP-09", "LM-FC-09")
def test_what_all_cities_share() -> None:
    assert (world.CITY_RECRUITS, world.CITY_BASE, world.CITY_BRIBE) == (2, 4, (1, 2))
    assert (world.CITY_SAME_RACE, world.CITY_OTHER_RACE) == (2, -2)
    assert (world.CITY_CAPACITY, world.FORT_CAPACITY) == (36, 12)
    assert (world.CITY_STATE_TAX, world.CITY_STATE_TRIBUTE) == (15, 3)
