"""The charts as loaded for the rules: terrain costs, also under Rains, battles and sieges."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.demonlord.positions import hexsides, site_called
from palatine.games.demonlord.components import pieces, tables
from palatine.games.demonlord.components import world as c
from palatine.games.demonlord.validation import printed

DRY = frozenset[int]()


ALL = frozenset(range(c.HEXES))
TERRAIN_FILE = c.DATA.read_toml("terrain.toml")


def chart(ground: int, mode: str) -> int:
    """Return a cost of the terrain chart from its file."""
    (row,) = (row for row in TERRAIN_FILE["terrain"] if row["name"] == c.TERRAIN_NAMES[ground])
    return int(row[mode]["value"])


def surcharge(kind: str, mode: str) -> int:
    (row,) = (row for row in TERRAIN_FILE["crossing"] if row["name"] == kind)
    return int(row[mode]["value"])


def plain(ground: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield hexsides with exactly this ground and no river, road, lake or alps."""
    for h, d, n, side in hexsides():
        if (c.TERRAIN[h] | c.TERRAIN[n]) & ~c.LAKE == ground and not (
            c.RIVER[side] or c.ROAD[side] or c.BLOCK[side]
        ):
            yield h, d, n, side


def cost(cls: int, a: str, b: str, flooded: frozenset[int] = DRY) -> int:
    h, n = c.hex_id(a), c.hex_id(b)
    return tables.costs(flooded)[cls][h * 6 + c.GRID.direction(h, n)]


def test_battle_sizes_and_effects_of_ground() -> None:
    assert tables.BATTLE_SIZE[c.HILLS] == 7
    assert tables.BATTLE_SIZE[c.OPEN] != 7
    assert set(tables.BATTLE_SIZE) == set(c.TERRAINS) - {c.LAKE}
    effects = (tables.MISSILE_EFFECT, tables.MELEE_CAVALRY, tables.MELEE_PHASING, tables.MELEE_PHASING_CAVALRY)
    assert [effect[c.HILLS] for effect in effects] == [0, 0, 0, 0]
    assert [effect[c.FOREST] for effect in effects] == [-2, -1, 0, 0]
    assert [effect[c.SWAMP] for effect in effects] == [0, -1, 0, 0]
    assert [effect[c.MOUNTAINS] for effect in effects] == [0, 0, -1, -1]


@pytest.mark.clause("MOV-02")
def test_a_hexside_may_have_ground_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forest on the side between open 0408 and 0508 costs foot two.

    Across a river, the ground of the far bank counts.
    """
    side, back = c.hexside("0408/0508")
    assert tables.crossing(tables.FOOT, side // 6, side % 6) == 1
    rows = [{"side": "0408/0508", "letters": "F"}, {"side": "1016/1117", "banks": ["O", "F"]}]
    monkeypatch.setattr(tables, "BANK", c.banks(rows))
    for each in (side, back):
        assert tables.crossing(tables.FOOT, each // 6, each % 6) == chart(c.FOREST, "foot") == 2
    into, out = c.hexside("1016/1117")
    river = surcharge("river", "foot")
    assert tables.crossing(tables.FOOT, into // 6, into % 6) == river + chart(c.FOREST, "foot")
    assert tables.crossing(tables.FOOT, out // 6, out % 6) == river + chart(c.OPEN, "foot")
    assert (
        tables.crossing(tables.FOOT, side // 6, (side + 3) % 6)
        == tables.COST[tables.FOOT][side // 6 * 6 + (side + 3) % 6]
    )


def test_no_hexside_has_ground_of_its_own_as_the_map_stands() -> None:
    assert tuple(c.TERRAIN[side // 6] for side in range(c.SIDES_OF_HEXES)) == c.BANK


@pytest.mark.clause("MOV-09")
@pytest.mark.parametrize(
    ("cls", "mode"), [(tables.FOOT, "foot"), (tables.CAVALRY, "cavalry"), (tables.WINGED, "winged")]
)
def test_the_chart_gives_the_cost_by_terrain_and_mode(cls: int, mode: str) -> None:
    for ground in (c.OPEN, c.STEPPE, c.DESERT, c.FOREST, c.HILLS, c.MOUNTAINS, c.SWAMP):
        for *_, side in plain(ground):
            assert tables.COST[cls][side] == chart(ground, mode)
    for h, _, n, side in hexsides():
        if not (c.RIVER[side] or c.ROAD[side] or c.BLOCK[side]):
            choices = [chart(t, mode) for t in c.terrains_in((c.TERRAIN[h] | c.TERRAIN[n]) & ~c.LAKE)]
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
    for _, _, n, side in hexsides():
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
    for _, _, n, side in hexsides():
        if c.RIVER[side] == c.PLAIN_RIVER:
            into.setdefault(c.TERRAIN[n], set()).add(tables.COST[tables.FOOT][side])
    assert into[c.FOREST] == {4}
    assert into[c.OPEN | c.FOREST] == into[c.OPEN] == {3}


@pytest.mark.clause("MOV-14")
def test_lakes_and_alps_are_closed_but_to_wings() -> None:
    blocked = [side for *_, side in hexsides() if c.BLOCK[side]]
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
        for *_, side in hexsides()
        if not c.BLOCK[side]
    )


@pytest.mark.clause("MOV-16")
def test_lake_and_alp_sides_are_these_and_no_others() -> None:
    for kind, wanted in ((c.ALL_LAKE, printed.LAKE_SIDES), (c.ALL_ALPS, printed.ALP_SIDES)):
        found = {f"{c.hex_name(h)}/{c.hex_name(n)}" for h, _, n, s in hexsides() if h < n and c.BLOCK[s] == kind}
        assert found == wanted


@pytest.mark.clause("NEU-05")
def test_cragsmen_cross_hills_for_one_point() -> None:
    assert site_called("1401").kind == "city"
    assert c.HOMELANDS[c.AH] == c.hex_id("1401")
    assert {pieces.CLASS[u] for u in pieces.UNITS_OF_CODE["AH"]} == {tables.ALTUHAN}
    assert {tables.COST[tables.ALTUHAN][side] for *_, side in plain(c.HILLS)} == {1}
    assert {tables.COST[tables.ALTUHAN][side] for *_, side in plain(c.FOREST)} == {2}
    for *_, side in hexsides():
        assert tables.COST[tables.ALTUHAN][side] <= tables.COST[tables.FOOT][side]


@pytest.mark.clause("NEU-06")
def test_ancients_cross_anything_for_one_point() -> None:
    assert c.HOMELANDS[c.AN] == c.hex_id("1702")
    assert {pieces.CLASS[u] for u in pieces.UNITS_OF_CODE["AN"]} == {tables.ANCIENTS}
    for ground in (c.OPEN, c.DESERT, c.FOREST, c.HILLS, c.SWAMP, c.HILLS | c.MOUNTAINS):
        assert {tables.COST[tables.ANCIENTS][side] for *_, side in plain(ground)} == {1}
    assert {tables.COST[tables.ANCIENTS][side] for *_, side in hexsides() if c.RIVER[side]} == {1}


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
    reach = c.GRID.reachable(c.hex_id(a), 99, lambda h, d: tables.COST[tables.FOOT][h * 6 + d] or None)
    assert reach[c.hex_id(b)] == points
    assert len(reach) == c.HEXES


@pytest.mark.clause("MAG-42")
def test_rivers_lakes_and_swamps_flood_and_close_to_everyone() -> None:
    flooded = tables.costs(ALL)
    for _, _, n, side in hexsides():
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
        for h, _, n, side in hexsides():
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


def test_siege_tables() -> None:
    columns = [[tables.siege_column(assault, besieger) for besieger in (False, True)] for assault in (False, True)]
    invest, assault = columns
    assert [len(column) for table in columns for column in table] == [21] * 4
    assert assault[1][:14] == (0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, tables.SURRENDER)
    assert assault[0][:14] == (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4)
    assert invest[1][:14] == (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, tables.SURRENDER, tables.SURRENDER)
    assert invest[0][:14] == (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2)
    assert {column[20] for table in columns for column in table[1:]} == {tables.SURRENDER}
