"""The map, the counters and the tables, as the rules see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from palatine.games.demonlord.components import pieces, spells, tables
from palatine.games.demonlord.components import world as c
from palatine.games.demonlord.validation import printed
from palatine.games.demonlord.view.view import MARK_ICONS

PLAYERS = (c.HOSAR, c.DEMON)
DRY = frozenset[int]()
ALL = frozenset(range(c.HEXES))


def chart(ground: int, mode: str) -> int:
    """A cost of the terrain chart, as its file has it."""
    (row,) = (row for row in c.DATA.read_toml("terrain.toml")["terrain"] if row["name"] == c.TERRAIN_NAMES[ground])
    return int(row[mode]["value"])


def surcharge(kind: str, mode: str) -> int:
    (row,) = (row for row in c.DATA.read_toml("terrain.toml")["crossing"] if row["name"] == kind)
    return int(row[mode]["value"])


def sides() -> Iterator[tuple[int, int, int, int]]:
    """(hex, direction, neighbour, index) of every hexside, from both of its hexes."""
    for h in range(c.HEXES):
        for d, n in enumerate(c.NEIGHBOURS[h]):
            if n >= 0:
                yield h, d, n, h * 6 + d


def plain(ground: int) -> Iterator[tuple[int, int, int, int]]:
    """Hexsides with exactly this ground, and no river, road, lake or alps."""
    for h, d, n, side in sides():
        if (c.TERRAIN[h] | c.TERRAIN[n]) & ~c.LAKE == ground and not (
            c.RIVER[side] or c.ROAD[side] or c.BLOCK[side]
        ):
            yield h, d, n, side


def cost(cls: int, a: str, b: str, flooded: frozenset[int] = DRY) -> int:
    h, n = c.hex_id(a), c.hex_id(b)
    return tables.costs(flooded)[cls][h * 6 + c.GRID.direction(h, n)]


def site(name: str) -> c.Site:
    return c.SITES[c.SITE_AT[c.hex_id(name)]]


# ------------------------------------------------------------------------------------------------ ground


@pytest.mark.clause("GEN-03")
def test_hexes_on_the_edge_are_hexes_like_others() -> None:
    edge = [h for h in range(c.HEXES) if len(c.GRID.adjacent[h]) < 6]
    assert len(edge) == 2 * 22 + 2 * 21
    for h in edge:
        assert c.TERRAIN[h]
        assert c.BATTLE_TERRAINS[h]
        assert any(tables.COST[tables.FOOT][h * 6 : h * 6 + 6])


@pytest.mark.clause("GEN-04")
def test_a_hex_may_hold_several_terrains_and_rivers_and_alps_lie_on_hexsides() -> None:
    assert c.BATTLE_TERRAINS[c.hex_id("1004")] == (c.OPEN, c.HILLS)
    assert c.TERRAIN[c.hex_id("1004")] == c.OPEN | c.HILLS
    assert sum(len(terrains) > 1 for terrains in c.BATTLE_TERRAINS) > 100
    for _, d, n, side in sides():
        back = n * 6 + (d + 3) % 6
        assert (c.RIVER[side], c.ROAD[side], c.BLOCK[side]) == (c.RIVER[back], c.ROAD[back], c.BLOCK[back])
    off = [h * 6 + d for h in range(c.HEXES) for d in range(6) if c.NEIGHBOURS[h][d] < 0]
    assert not any(c.RIVER[side] or c.ROAD[side] or c.BLOCK[side] for side in off)
    assert {"river", "alps"}.isdisjoint(c.TERRAIN_NAMES.values())


def test_a_lake_is_no_battleground() -> None:
    h = c.hex_id("0318")
    assert c.TERRAIN[h] & c.LAKE
    assert c.BATTLE_TERRAINS[h] == (c.OPEN,)
    assert all(c.BATTLE_TERRAINS), "every hex can be fought over"


def test_battle_sizes_and_effects_of_ground() -> None:
    assert tables.BATTLE_SIZE[c.HILLS] == 7
    assert tables.BATTLE_SIZE[c.OPEN] != 7
    assert set(tables.BATTLE_SIZE) == set(c.TERRAINS) - {c.LAKE}
    effects = (tables.MISSILE_EFFECT, tables.MELEE_CAVALRY, tables.MELEE_PHASING, tables.MELEE_PHASING_CAVALRY)
    assert [effect[c.HILLS] for effect in effects] == [0, 0, 0, 0]
    assert [effect[c.FOREST] for effect in effects] == [-2, -1, 0, 0]
    assert [effect[c.SWAMP] for effect in effects] == [0, -1, 0, 0]
    assert [effect[c.MOUNTAINS] for effect in effects] == [0, 0, -1, -1]


def test_rivers_roads_and_crossings_of_the_map() -> None:
    assert Counter(kind for kind in c.RIVER if kind) == {c.PLAIN_RIVER: 112, c.FORD: 36, c.BRIDGE: 8}
    assert len(c.ROADS) == 13
    assert len(c.RIVERS) == 5
    for name, chain in c.ROADS:
        for a, b in pairwise(chain):
            assert c.ROAD[a * 6 + c.GRID.direction(a, b)], name


# ------------------------------------------------------------------------------------------------- sites


@pytest.mark.clause("GEN-05")
def test_cities_castles_temples_and_villages_are_told_apart() -> None:
    kinds = Counter(place.kind for place in c.SITES)
    assert set(kinds) == {"city", "castle", "temple", "village", "mines"}
    assert (kinds["city"], kinds["village"], kinds["temple"]) == (7, 6, 9)
    assert set(c.FORTRESSES) == set(c.CITIES) | set(c.CASTLES)
    assert not set(c.FORTRESSES) & set(c.TEMPLES)
    assert not set(c.CITIES) & set(c.CASTLES)
    assert site("1401").kind == "city"
    assert site("1308").kind == "castle"
    assert site("1414").kind == "temple"
    assert site("0914").kind == "village"
    assert len(c.SITES) == len(c.SITE_AT)
    assert {c.hex_name(h) for h in c.SITE_AT if not c.HAS_SITE[h]} == {"0902"}, "mines are none of the four"


@pytest.mark.clause("SET-06")
def test_the_five_townships() -> None:
    assert {(site(c.hex_name(h)).name, c.hex_name(h)) for h in c.TOWNSHIPS} == {
        ("Kimat", "0113"),
        ("Darton", "0206"),
        ("Horkan", "0502"),
        ("Fergeni", "0718"),
        ("Belbitz", "0806"),
    }
    assert {site(c.hex_name(h)).kind for h in c.TOWNSHIPS} == {"village"}


def test_places_the_rules_name() -> None:
    found = {
        "1308": c.LYUNG,
        "1414": c.NINNGHIZ,
        "2006": c.YORGASH_TEMPLE,
        "2119": c.SHAMAN_TEMPLE,
        "1702": c.ANCIENTS_TEMPLE,
        "1113": c.FOREST_TEMPLE,
    }
    assert found == {name: c.hex_id(name) for name in found}
    assert [c.hex_name(h) for h in c.HOMELANDS] == ["1401", "1702", "0914", "1308", "0902"]
    assert {site(c.hex_name(h)).name for h in c.HOSAR_CITIES} == {"Timur", "D'Ansor", "Barthek"}
    assert {site(c.hex_name(h)).name for h in c.DEMON_CITIES} == {"Nisshar", "Erush", "Taegul"}
    assert c.TIMUR in c.HOSAR_CITIES
    assert c.NISSHAR in c.DEMON_CITIES
    assert len(c.HOSAR_TEMPLES) == 4
    assert set(c.HOSAR_TEMPLES) < set(c.TEMPLES)
    owners = Counter(c.SITES[c.SITE_AT[h]].owner for h in c.FORTRESSES)
    assert owners[c.HOSAR] == owners[c.DEMON], "neither player begins ahead"


@pytest.mark.clause("REIN-06", "REIN-08")
def test_entrances() -> None:
    assert {c.hex_name(h) for h in c.ENTRANCES[c.DEMON]} == {"2201", "2214", "2223"}
    assert {c.hex_name(h) for h in c.ENTRANCES[c.HOSAR]} == {"0301", "0108", "0523"}


# ------------------------------------------------------------------------------------------------- costs


@pytest.mark.clause("MOV-09")
@pytest.mark.parametrize(
    ("cls", "mode"), [(tables.FOOT, "foot"), (tables.CAVALRY, "cavalry"), (tables.WINGED, "winged")]
)
def test_the_chart_gives_the_cost_by_terrain_and_mode(cls: int, mode: str) -> None:
    for ground in (c.OPEN, c.STEPPE, c.DESERT, c.FOREST, c.HILLS, c.MOUNTAINS, c.SWAMP):
        for *_, side in plain(ground):
            assert tables.COST[cls][side] == chart(ground, mode)
    for h, _, n, side in sides():
        if not (c.RIVER[side] or c.ROAD[side] or c.BLOCK[side]):
            choices = [chart(t, mode) for t in c.flags((c.TERRAIN[h] | c.TERRAIN[n]) & ~c.LAKE)]
            assert tables.COST[cls][side] == min(choices)
        if c.ROAD[side]:
            assert tables.COST[cls][side] == 1


@pytest.mark.clause("MOV-10")
def test_movement_example() -> None:
    for ground, points in ((c.OPEN | c.HILLS, 1), (c.HILLS, 2), (c.OPEN | c.FOREST, 1)):
        found = {tables.COST[tables.CAVALRY][side] for *_, side in plain(ground)}
        assert found == {points}


@pytest.mark.clause("MOV-07", "MOV-08")
def test_one_terrain_on_a_hexside_leaves_no_choice() -> None:
    assert {tables.COST[tables.FOOT][side] for *_, side in plain(c.FOREST)} == {2}
    assert {tables.COST[tables.FOOT][side] for *_, side in plain(c.FOREST | c.HILLS)} == {2}
    assert {tables.COST[tables.FOOT][side] for *_, side in plain(c.OPEN | c.HILLS)} == {1}


@pytest.mark.clause("MOV-11")
def test_a_river_is_added_to_the_cheapest_ground_of_the_far_bank() -> None:
    kinds = {c.PLAIN_RIVER: "river", c.FORD: "ford", c.BRIDGE: "bridge"}
    checked = 0
    for _, _, n, side in sides():
        if c.RIVER[side] and not c.ROAD[side]:
            for cls, mode in ((tables.FOOT, "foot"), (tables.CAVALRY, "cavalry")):
                far = min(chart(t, mode) for t in c.BATTLE_TERRAINS[n])
                assert tables.COST[cls][side] == far + surcharge(kinds[c.RIVER[side]], mode)
            checked += 1
    assert checked == 148
    assert cost(tables.FOOT, "1117", "1016") == 4, "into the forest of 1016"
    assert cost(tables.FOOT, "1016", "1117") == 3, "into the open of 1117"


@pytest.mark.clause("MOV-11")
def test_wings_ignore_rivers_and_take_either_bank() -> None:
    assert cost(tables.FOOT, "1117", "1016") == 4
    assert cost(tables.WINGED, "1117", "1016") == chart(c.OPEN, "winged")


@pytest.mark.clause("MOV-12")
def test_a_ford_is_easier_than_a_river() -> None:
    assert 0 < surcharge("ford", "foot") < surcharge("river", "foot")
    assert 0 < surcharge("ford", "cavalry") < surcharge("river", "cavalry")
    assert cost(tables.FOOT, "1005", "1105") == 1 + surcharge("river", "foot")
    assert cost(tables.FOOT, "1004", "1105") == 1 + surcharge("ford", "foot")


@pytest.mark.clause("MOV-13")
def test_river_example() -> None:
    into: dict[int, set[int]] = {}
    for _, _, n, side in sides():
        if c.RIVER[side] == c.PLAIN_RIVER:
            into.setdefault(c.TERRAIN[n], set()).add(tables.COST[tables.FOOT][side])
    assert into[c.FOREST] == {4}
    assert into[c.OPEN | c.FOREST] == into[c.OPEN] == {3}


@pytest.mark.clause("MOV-14")
def test_lakes_and_alps_are_closed_but_to_wings() -> None:
    blocked = [side for *_, side in sides() if c.BLOCK[side]]
    assert len(blocked) == 18
    for side in blocked:
        for cls in range(7):
            assert bool(tables.COST[cls][side]) == (cls in (tables.WINGED, tables.WOODS_WINGED))


@pytest.mark.clause("MOV-15")
def test_a_side_with_other_ground_beside_water_or_heights_is_open() -> None:
    assert cost(tables.FOOT, "0317", "0318") == cost(tables.CAVALRY, "0416", "0417") == 1
    assert cost(tables.FOOT, "1213", "1314") > 0
    assert all(
        tables.COST[tables.FOOT][side] and tables.COST[tables.CAVALRY][side]
        for *_, side in sides()
        if not c.BLOCK[side]
    )


@pytest.mark.clause("MOV-16")
def test_lake_and_alp_sides_are_these_and_no_others() -> None:
    for kind, wanted in ((c.ALL_LAKE, printed.LAKE_SIDES), (c.ALL_ALPS, printed.ALP_SIDES)):
        found = {f"{c.hex_name(h)}/{c.hex_name(n)}" for h, _, n, s in sides() if h < n and c.BLOCK[s] == kind}
        assert found == wanted


@pytest.mark.clause("NEU-05")
def test_cragsmen_cross_hills_for_one_point() -> None:
    assert site("1401").kind == "city"
    assert c.HOMELANDS[c.AH] == c.hex_id("1401")
    assert {pieces.CLASS[u] for u in pieces.UNITS_OF_CODE["AH"]} == {tables.ALTUHAN}
    assert {tables.COST[tables.ALTUHAN][side] for *_, side in plain(c.HILLS)} == {1}
    assert {tables.COST[tables.ALTUHAN][side] for *_, side in plain(c.FOREST)} == {2}
    for *_, side in sides():
        assert tables.COST[tables.ALTUHAN][side] <= tables.COST[tables.FOOT][side]


@pytest.mark.clause("NEU-06")
def test_ancients_cross_anything_for_one_point() -> None:
    assert c.HOMELANDS[c.AN] == c.hex_id("1702")
    assert {pieces.CLASS[u] for u in pieces.UNITS_OF_CODE["AN"]} == {tables.ANCIENTS}
    for ground in (c.OPEN, c.DESERT, c.FOREST, c.HILLS, c.SWAMP, c.HILLS | c.MOUNTAINS):
        assert {tables.COST[tables.ANCIENTS][side] for *_, side in plain(ground)} == {1}
    assert {tables.COST[tables.ANCIENTS][side] for *_, side in sides() if c.RIVER[side]} == {1}


@pytest.mark.clause("NEU-07")
def test_ancients_cannot_cross_a_hexside_of_mountains_alone() -> None:
    assert {tables.COST[tables.ANCIENTS][side] for *_, side in plain(c.MOUNTAINS)} == {0}
    assert {tables.COST[tables.FOOT][side] > 0 for *_, side in plain(c.MOUNTAINS)} == {True}


@pytest.mark.clause("NEU-10")
def test_the_great_woods_cross_forest_for_one_point() -> None:
    classes = {pieces.UNIT_KEY[u]: pieces.CLASS[u] for u in pieces.UNITS_OF_CODE["GW"]}
    assert classes.pop("GW-forest-spirit") == tables.WOODS_WINGED
    assert set(classes.values()) == {tables.WOODS_FOOT}
    for cls, usual in ((tables.WOODS_FOOT, tables.FOOT), (tables.WOODS_WINGED, tables.WINGED)):
        assert {tables.COST[cls][side] for *_, side in plain(c.FOREST)} == {1}
        assert {tables.COST[usual][side] for *_, side in plain(c.FOREST)} == {2}
    assert {tables.COST[tables.WOODS_FOOT][side] for *_, side in plain(c.HILLS)} == {2}


def test_no_way_leads_off_the_map() -> None:
    for cls in range(7):
        assert len(tables.COST[cls]) == c.HEXES * 6
        off = [tables.COST[cls][h * 6 + d] for h in range(c.HEXES) for d in range(6) if c.NEIGHBOURS[h][d] < 0]
        assert set(off) == {0}


@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        ("0610", "1812", 13),
        ("0610", "0704", 7),
        ("1812", "1606", 8),
        ("1812", "1720", 8),
        ("1007", "1812", 9),
        ("1414", "1812", 4),
    ],
)
def test_marches_on_the_reconstructed_map(a: str, b: str, points: int) -> None:
    reach = c.GRID.reach(c.hex_id(a), 99, lambda h, d: tables.COST[tables.FOOT][h * 6 + d] or None)
    assert reach[c.hex_id(b)] == points
    assert len(reach) == c.HEXES


# ------------------------------------------------------------------------------------------------- rains


@pytest.mark.clause("MAG-42")
def test_rivers_lakes_and_swamps_flood_and_close_to_everyone() -> None:
    flooded = tables.costs(ALL)
    for _, _, n, side in sides():
        if c.RIVER[side] in (c.PLAIN_RIVER, c.FORD) or c.BLOCK[side] == c.ALL_LAKE:
            assert not any(table[side] for table in flooded)
        if c.TERRAIN[n] & (c.LAKE | c.SWAMP):
            assert not any(table[side] for table in flooded)
    assert cost(tables.FOOT, "0317", "0318", ALL) == 0
    assert cost(tables.FOOT, "0316", "0317", ALL) > 0
    assert cost(tables.WINGED, "0318", "0418", ALL) == 0
    assert cost(tables.WINGED, "1313", "1412", ALL) > 0, "alps are not flooded"


@pytest.mark.clause("MAG-42")
def test_who_stands_in_a_flooded_hex_may_leave_it() -> None:
    assert cost(tables.FOOT, "0318", "0317", ALL) > 0
    assert cost(tables.FOOT, "0118", "0117", ALL) > 0


@pytest.mark.clause("MAG-42")
def test_only_what_lies_in_the_area_is_flooded() -> None:
    area = frozenset({c.hex_id("1005")})
    assert cost(tables.FOOT, "1005", "1105", area) == cost(tables.FOOT, "1105", "1005", area) == 0, (
        "either bank closes it"
    )
    lake = frozenset({c.hex_id("0318")})
    assert cost(tables.WINGED, "0318", "0417", lake) == cost(tables.WINGED, "0417", "0318", lake) == 0
    assert cost(tables.WINGED, "0318", "0417") > 0
    assert cost(tables.FOOT, "1003", "1104", area) == cost(tables.FOOT, "1003", "1104")
    assert cost(tables.FOOT, "0318", "0317", area) == cost(tables.FOOT, "0318", "0317")
    for cls in range(7):
        for h, _, n, side in sides():
            if h not in area and n not in area:
                assert tables.costs(area)[cls][side] == tables.COST[cls][side]


@pytest.mark.clause("MAG-43")
def test_fords_close_and_bridges_are_fords() -> None:
    assert cost(tables.FOOT, "1004", "1105") > 0
    assert cost(tables.FOOT, "1004", "1105", ALL) == 0
    for cls, mode in ((tables.FOOT, "foot"), (tables.CAVALRY, "cavalry")):
        assert cost(cls, "0610", "0611") == 1
        assert cost(cls, "0610", "0611", ALL) == 1 + surcharge("ford", mode)
        assert cost(cls, "0610", "0510", ALL) == 1, "a road without a bridge is as it was"
    assert cost(tables.ANCIENTS, "0610", "0611", ALL) == 1


@pytest.mark.clause("MAG-44")
def test_hills_and_mountains_cost_one_more() -> None:
    flooded = tables.costs(ALL)
    for ground in (c.HILLS, c.MOUNTAINS, c.HILLS | c.MOUNTAINS):
        for *_, side in plain(ground):
            for cls in (tables.FOOT, tables.CAVALRY, tables.ALTUHAN):
                assert flooded[cls][side] == tables.COST[cls][side] + 1
            assert flooded[tables.ANCIENTS][side] == tables.COST[tables.ANCIENTS][side]
    assert cost(tables.FOOT, "1509", "1508", ALL) == 3
    for h, _, n, side in plain(c.OPEN | c.HILLS):
        if not (tables.WET[h] or tables.WET[n]):
            assert flooded[tables.FOOT][side] == 1, "the mover takes the open part"


@pytest.mark.clause("MAG-44")
def test_a_hill_side_at_the_border_of_the_area_costs_more_both_ways() -> None:
    area = frozenset({c.hex_id("1509")})
    assert cost(tables.FOOT, "1509", "1508", area) == cost(tables.FOOT, "1508", "1509", area) == 3


@pytest.mark.clause("MAG-45")
def test_open_steppe_and_desert_by_the_water_become_swamp() -> None:
    assert tables.WET[c.hex_id("0610")]
    assert tables.WET[c.hex_id("0611")]
    swamp = chart(c.SWAMP, "foot")
    wet_open = [
        s
        for h, _, n, s in plain(c.OPEN)
        if tables.WET[h] and tables.WET[n] and not (c.TERRAIN[h] | c.TERRAIN[n]) & c.LAKE
    ]
    assert wet_open
    assert {tables.costs(ALL)[tables.FOOT][side] for side in wet_open} == {swamp}
    one_wet = [s for h, _, n, s in plain(c.OPEN) if tables.WET[h] != tables.WET[n] and not c.TERRAIN[n] & c.LAKE]
    assert {tables.costs(ALL)[tables.FOOT][side] for side in one_wet} == {1}, "by the open part of the other hex"
    wet_steppe = [s for h, _, n, s in plain(c.STEPPE) if tables.WET[h] and tables.WET[n]]
    assert {tables.costs(ALL)[tables.FOOT][side] for side in wet_steppe} == {swamp}
    assert {tables.costs(ALL)[tables.ANCIENTS][side] for side in wet_open} == {1}


@pytest.mark.clause("MAG-45")
def test_one_river_side_makes_no_swamp() -> None:
    for h in range(c.HEXES):
        wet = sum(
            bool(c.RIVER[h * 6 + d]) or c.BLOCK[h * 6 + d] == c.ALL_LAKE
            for d in range(6)
            if c.NEIGHBOURS[h][d] >= 0
        )
        assert tables.WET[h] == (wet >= 2)


@pytest.mark.clause("MAG-50")
def test_wings_pay_double_into_an_affected_hex() -> None:
    area = frozenset({c.hex_id("1410")})
    for cls in (tables.WINGED, tables.WOODS_WINGED):
        assert cost(cls, "1411", "1410", area) == 2 * cost(cls, "1411", "1410")
        assert cost(cls, "1410", "1411", area) == cost(cls, "1410", "1411"), "out of it as ever"
    assert cost(tables.FOOT, "1411", "1410", area) == cost(tables.FOOT, "1411", "1410")
    assert cost(tables.WINGED, "1508", "1509", ALL) == 2 * chart(c.HILLS, "winged") + 1, "the extra point once"
    assert cost(tables.WINGED, "0610", "0611", ALL) == 2
    assert cost(tables.WINGED, "1313", "1412", ALL) == 2 * cost(tables.WINGED, "1313", "1412")


def test_the_tables_without_rains_are_the_tables() -> None:
    assert tables.costs(DRY) is tables.COST
    area = frozenset(c.GRID.within(c.TIMUR, 3))
    assert tables.costs(area) is tables.costs(frozenset(area))


def test_where_the_rains_may_be_cast() -> None:
    for name in ("0318", "0902", "1313", "1414", "1419", "0610", "1215"):
        assert tables.QUALIFIES_FOR_RAINS[c.hex_id(name)], name
    for name in ("0301", "0704", "2018", "1606", "0914"):
        assert not tables.QUALIFIES_FOR_RAINS[c.hex_id(name)], name


# ------------------------------------------------------------------------------------------------- units


@pytest.mark.clause("UNIT-01")
def test_every_unit_is_a_character_or_a_troop() -> None:
    assert pieces.UNITS == 136
    assert sum(pieces.IS_TROOP) == 105
    for u in range(pieces.UNITS):
        if pieces.IS_TROOP[u]:
            assert pieces.MORALE[u] > 0
            assert (pieces.POWER[u], pieces.RANGE[u], pieces.LEAD[u]) == (0, 0, -1)
        else:
            assert (pieces.MISSILE[u], pieces.MELEE[u], pieces.MORALE[u], pieces.ARMOUR[u]) == (0, 0, 0, 0)


@pytest.mark.clause("UNIT-02")
def test_the_homeland_code_fixes_the_force() -> None:
    assert Counter(pieces.UNIT_SIDE) == {c.HOSAR: 57, c.DEMON: 50, c.NEUTRAL: 29}
    for code, units in pieces.UNITS_OF_CODE.items():
        assert len({pieces.UNIT_SIDE[u] for u in units}) == 1
        neutral = c.NEUTRALS.index(code) if code in c.NEUTRALS else -1
        assert {pieces.UNIT_NEUTRAL[u] for u in units} == {neutral}
        assert {pieces.UNIT_SIDE[u] == c.NEUTRAL for u in units} == {neutral >= 0}
    colours = {row["code"]: row["colour"] for row in c.DATA.read_toml("units.toml")["homeland"]}
    assert colours["TI"] == "gold"
    assert colours["NI"] == "purple"
    assert [colours[code] for code in c.NEUTRALS] == [
        "light green",
        "brown",
        "dark green",
        "blue",
        "pale purple",
    ]


@pytest.mark.clause("UNIT-03")
def test_every_unit_has_one_mode_of_movement() -> None:
    assert set(pieces.MODE) == {"F", "C", "W"}
    usual = {"F": tables.FOOT, "C": tables.CAVALRY, "W": tables.WINGED}
    for u in range(pieces.UNITS):
        if pieces.UNIT_CODE[u] not in ("AH", "AN", "GW"):
            assert pieces.CLASS[u] == usual[pieces.MODE[u]]


@pytest.mark.clause("UNIT-04")
def test_armour_is_heavy_medium_or_none() -> None:
    armour = {key: pieces.ARMOUR[u] for key, u in pieces.UNIT_BY_KEY.items()}
    assert set(armour.values()) == {0, 1, 2}
    heavy = ("ER-heavy-cavalry", "ER-foot-guards", "DA-knights", "DA-men-at-arms")
    assert [armour[key] for key in heavy] == [2, 2, 2, 2]


@pytest.mark.clause("UNIT-07")
def test_plus_zero_leads_and_no_does_not() -> None:
    lead = {key: pieces.LEAD[u] for key, u in pieces.UNIT_BY_KEY.items()}
    assert lead["HO-high-priest"] == 0
    assert lead["HO-priest"] == lead["HO-monks"] == -1
    assert lead["ER-lord-erush"] == 1
    assert lead["TI-prince-timur"] == 2


@pytest.mark.clause("UNIT-08")
def test_the_foot_guards_of_nisshar_are_infantry() -> None:
    u = pieces.UNIT_BY_KEY["NI-foot-guards"]
    assert (pieces.MISSILE[u], pieces.MELEE[u], pieces.MORALE[u], pieces.MP[u]) == (6, 8, 6, 3)
    assert (pieces.MODE[u], pieces.CLASS[u]) == ("F", tables.FOOT)


@pytest.mark.clause("UNIT-05", "UNIT-06")
def test_morale_is_never_printed_above_six() -> None:
    assert max(pieces.MORALE) == 6
    assert max(pieces.MELEE) > 6
    assert max(pieces.MISSILE) > 6


@pytest.mark.clause("GEN-06", "SET-01")
def test_where_units_begin() -> None:
    start = {
        key: c.hex_name(pieces.START[u]) if pieces.START[u] >= 0 else "" for key, u in pieces.UNIT_BY_KEY.items()
    }
    assert start["AH-duke-han"] == "1401"
    assert start["BA-baron-barthek"] == "0218"
    assert start["TN-priests"] == "1414"
    assert start["LY-cloud-riders-2"] == "1308"
    for units in (pieces.DEVOTEES, pieces.TOWNSMEN, pieces.MERCENARIES, pieces.INNER_KINGDOM, pieces.INVOKED):
        assert {pieces.START[u] for u in units} == {-1}
    elsewhere = {*pieces.DEVOTEES, *pieces.TOWNSMEN, *pieces.MERCENARIES, *pieces.INNER_KINGDOM, *pieces.INVOKED}
    for u in range(pieces.UNITS):
        if u not in elsewhere:
            assert pieces.UNIT_CODE[u] in c.SITES[c.SITE_AT[pieces.START[u]]].codes, pieces.UNIT_NAME[u]


def test_groups_of_units() -> None:
    groups = (
        pieces.DEVOTEES,
        pieces.MERCENARIES,
        pieces.INNER_KINGDOM,
        pieces.CONJURATIONS,
        pieces.SPIRITS,
        pieces.INVOKED,
    )
    assert [len(group) for group in groups] == [8, 9, 11, 6, 7, 13]
    names = [pieces.UNIT_NAME[u] for u in pieces.SPIRITS]
    assert names[:4] == ["Light Spirit", "West Wizard", "Yorgash", "Shaman"]
    assert names[4:] == ["Old One", "Beast God", "Forest Spirit"]
    assert pieces.POWER[pieces.WOODS_CHIEF] == 2
    ula = (*pieces.BALRON_SET, *pieces.DWARF_SET, *pieces.MINERS)
    assert sorted(ula) == list(pieces.UNITS_OF_CODE["MU"])
    assert [pieces.MELEE[u] for u in pieces.MINERS] == [5, 5]


def test_units_of_the_battle_example() -> None:
    digits = {
        key: (pieces.MISSILE[u], pieces.MELEE[u], pieces.MORALE[u], pieces.MP[u], pieces.MODE[u])
        for key, u in pieces.UNIT_BY_KEY.items()
    }
    assert digits["ER-patrol-cavalry"] == (5, 6, 5, 6, "C")
    assert digits["ER-swordsmen"] == (4, 6, 4, 3, "F")
    assert digits["DA-sergeants"] == digits["TI-sergeants"] == (0, 7, 4, 5, "C")
    assert digits["GU-men"] == (5, 7, 4, 5, "C")
    assert digits["TI-crossbowmen"] == (7, 6, 4, 3, "F")
    assert digits["TI-spearmen"] == (0, 6, 4, 4, "F")
    assert pieces.POWER[pieces.UNIT_BY_KEY["ER-lord-erush"]] == 1


def test_characters_of_the_published_review() -> None:
    magic = {key: (pieces.POWER[u], pieces.RANGE[u]) for key, u in pieces.UNIT_BY_KEY.items()}
    assert magic["TI-prince-timur"] == (1, 0)
    assert magic["INR-west-wizard"] == (4, 7)
    assert magic["IK-high-priest"] == (5, 4)
    captain = pieces.UNIT_BY_KEY["ME-captain-dar"]
    assert (magic["ME-captain-dar"], pieces.LEAD[captain], pieces.MP[captain]) == ((0, 0), 1, 7)


# --------------------------------------------------------------------------------- sieges, spells, drawings


def test_siege_tables() -> None:
    columns = [[tables.siege_column(assault, besieger) for besieger in (False, True)] for assault in (False, True)]
    invest, assault = columns
    assert [len(column) for table in columns for column in table] == [21] * 4
    assert assault[1][:14] == (0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, tables.SURRENDER)
    assert assault[0][:14] == (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4)
    assert invest[1][:14] == (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, tables.SURRENDER, tables.SURRENDER)
    assert invest[0][:14] == (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2)
    assert {column[20] for table in columns for column in table[1:]} == {tables.SURRENDER}


@pytest.mark.clause("MAG-06")
def test_seven_markers_a_side_five_of_them_shared() -> None:
    hosar, demon = (set(spells.MARKERS[player]) for player in PLAYERS)
    assert len(spells.MARKERS[c.HOSAR]) == len(spells.MARKERS[c.DEMON]) == 7
    assert hosar & demon == {spells.VISION, spells.CLOAK, spells.FORCEMARCH, spells.EARTHPIT, spells.SPELLGATE}
    assert hosar - demon == {spells.LIGHT, spells.RAINS}
    assert demon - hosar == {spells.DARKNESS, spells.NECROMON}
    assert spells.SPELLS[spells.NECROMON] == "Necromon"


@pytest.mark.clause("MAG-11")
def test_the_power_on_a_marker_may_differ_between_the_sides() -> None:
    power = {spells.SPELLS[s]: tuple(spells.SPELL_POWER[player][s] for player in PLAYERS) for s in range(9)}
    assert power == {
        "Vision": (2, 2),
        "Cloak": (2, 2),
        "Forcemarch": (3, 4),
        "Earthpit": (4, 3),
        "Spellgate": (4, 4),
        "Darkness": (0, 2),
        "Necromon": (0, 5),
        "Light": (2, 0),
        "Rains": (4, 0),
    }


@pytest.mark.clause("MAG-14", "MAG-15")
def test_spells_of_power_two_and_three_work_on_five_others_on_four() -> None:
    for player in PLAYERS:
        for spell in spells.MARKERS[player]:
            assert spells.SPELL_LIMIT[player][spell] == (5 if spells.SPELL_POWER[player][spell] <= 3 else 4)
    assert spells.SPELL_LIMIT[c.HOSAR][spells.FORCEMARCH] == 5
    assert spells.SPELL_LIMIT[c.DEMON][spells.FORCEMARCH] == 4
    assert spells.EARTHPIT_PENALTY == 2


def test_everything_has_a_drawing() -> None:
    spells = [row["silhouette"] for row in c.DATA.read_toml("spells.toml")["spell"]]
    used = {*pieces.SILHOUETTE, *spells, *c.SITE_SILHOUETTE.values(), *MARK_ICONS.values()}
    assert used == set(c.SILHOUETTES), "none missing, none too many"
    assert {place.kind for place in c.SITES} == set(c.SITE_SILHOUETTE)
    assert all(path[0] in "Mm" for path in c.SILHOUETTES.values())
    licence = c.DATA.read_text("SILHOUETTES-LICENCE.md")
    assert all(f"- {name}\n" in licence for name in used)


def test_the_tables_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        c.SITE_AT[0] = 1  # type: ignore[index]
    with pytest.raises(AttributeError):
        c.SITES[0].name = "Elsewhere"  # type: ignore[misc]
