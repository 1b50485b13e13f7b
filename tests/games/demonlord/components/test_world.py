"""The map as loaded for the rules."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from games.demonlord.positions import hexsides, site_called
from palatine.games.demonlord.components import pieces, tables
from palatine.games.demonlord.components import world as c
from palatine.games.demonlord.view.view import MARK_ICONS

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
    for _, d, n, side in hexsides():
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
    assert site_called("1401").kind == "city"
    assert site_called("1308").kind == "castle"
    assert site_called("1414").kind == "temple"
    assert site_called("0914").kind == "village"
    assert len(c.SITES) == len(c.SITE_AT)
    assert {c.hex_name(h) for h in c.SITE_AT if not c.HAS_SITE[h]} == {"0902"}, "mines are none of the four"


@pytest.mark.clause("SET-06")
def test_the_five_townships() -> None:
    assert {(site_called(c.hex_name(h)).name, c.hex_name(h)) for h in c.TOWNSHIPS} == {
        ("Kimat", "0113"),
        ("Darton", "0206"),
        ("Horkan", "0502"),
        ("Fergeni", "0718"),
        ("Belbitz", "0806"),
    }
    assert {site_called(c.hex_name(h)).kind for h in c.TOWNSHIPS} == {"village"}


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
    assert {site_called(c.hex_name(h)).name for h in c.HOSAR_CITIES} == {"Timur", "D'Ansor", "Barthek"}
    assert {site_called(c.hex_name(h)).name for h in c.DEMON_CITIES} == {"Nisshar", "Erush", "Taegul"}
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


# ---------------------------------------------------------------------------------------------- drawings


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
