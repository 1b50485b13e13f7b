"""Validation of the data against the rulebook, and detection of damaged data."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from pace import sampled
from palatine.games.demonlord.components import world as c
from palatine.games.demonlord.validation import validate
from palatine.games.demonlord.validation.files import GameFiles, read
from palatine.games.demonlord.validation.map import share_of_mixed_sides


def site(data: GameFiles, name: str) -> dict[str, Any]:
    return row_of(data.map["site"], name)


def unit(data: GameFiles, key: str) -> dict[str, Any]:
    return row_of(data.units["unit"], key, "id")


def terrain(data: GameFiles, table: str, name: str) -> dict[str, Any]:
    return row_of(data.terrain[table], name)


def row_of(rows: list[dict[str, Any]], name: str, key: str = "name") -> dict[str, Any]:
    (found,) = (row for row in rows if row[key] == name)
    return found


def river(data: GameFiles, name: str) -> list[str]:
    sides: list[str] = row_of(data.map["river"], name)["sides"]
    return sides


def test_the_data_that_comes_with_the_game_contradicts_nothing() -> None:
    assert validate() == []


def test_reading_twice_gives_separate_data() -> None:
    one, other = read(), read()
    one.map["site"].clear()
    assert other.map["site"]


def test_four_hexsides_in_five_carry_several_terrains() -> None:
    data = read()
    assert round(share_of_mixed_sides(data), 2) == 0.81
    assert sum(len(six) for six in c.GRID.adjacent) == 2 * 1429


def test_the_rulebook_fixes_no_upper_limit_to_melee_and_missiles() -> None:
    data = read()
    unit(data, "NI-archers").update(missile=15, melee=15)
    assert validate(data) == []


def test_owners_may_correct_what_is_reconstructed() -> None:
    data = read()
    terrain(data, "terrain", "swamp")["foot"]["value"] = 4
    terrain(data, "terrain", "steppe")["battle_size"]["value"] = 11
    data.ground["1709"] = "S"
    data.map["hexside"] = [ground_of("0405/0406", "O")]
    data.map["hexside"].append({"side": "1016/1117", "banks": ["F", "O"], "provenance": "published"})
    data.sieges["row"][5]["assault"]["besieger"] = 1
    data.sieges["row"][4]["assault"]["besieger"] = 1
    unit(data, "NI-archers").update(missile=6, armour="medium")
    site(data, "Steppe Castle").update(name="Gorvath", hex="2008")
    unit(data, "D3-garrison")["start"] = "2008"
    assert validate(data) == []


def calm_mountains(data: GameFiles) -> None:
    for key in ("melee_phasing", "melee_phasing_cavalry"):
        terrain(data, "terrain", "mountains")[key]["value"] = 0


def weaken_demons(data: GameFiles) -> None:
    for key in ("YO-yorgash", "IK-high-priest"):
        unit(data, key)["power"] = 4


def ground_of(side: str, letters: str, provenance: str = "published") -> dict[str, Any]:
    return {"side": side, "letters": letters, "provenance": provenance}


DAMAGE: list[tuple[str, Callable[[GameFiles], Any]]] = [
    # the map
    ("columns and rows", lambda d: d.map.update(rows=22)),
    ("neighbours, this numbering", lambda d: d.map.update(shifted="odd")),
    ("0505: map.txt has no cell", lambda d: d.ground.pop("0505")),
    ("0505: unknown letters X", lambda d: d.ground.update({"0505": "OX"})),
    ("0505: no ground but water", lambda d: d.ground.update({"0505": "L"})),
    ("1004: map.txt has OF", lambda d: d.ground.update({"1004": "OF"})),
    ("ground in 1004", lambda d: (d.ground.update({"1004": "O"}), d.map["ground"][0].update(letters="O"))),
    ("1412: beside alps", lambda d: (d.ground.update({"1412": "F"}), d.map["ground"].clear())),
    ("swamp on both banks", lambda d: d.ground.update({"0219": "O", "0119": "O", "0118": "O"})),
    ("desert that is not in the steppe", lambda d: d.ground.update({"0404": "D"})),
    ("countryside does not prevail", lambda d: d.ground.update({k: "F" for k in d.ground if k < "1200"})),
    ("steppe does not prevail", lambda d: d.ground.update({k: "H" for k in d.ground if k > "1200"})),
    ("two kinds of ground", lambda d: d.ground.update({k: v[0] for k, v in d.ground.items()})),
    # hexsides
    ("0405/0406: its ground is given 2 times", lambda d: d.map.update(hexside=[ground_of("0405/0406", "O")] * 2)),
    ("0405/0505: 'M' is not a ground", lambda d: d.map.update(hexside=[ground_of("0405/0505", "M")])),
    ("0405/0905: ground between", lambda d: d.map.update(hexside=[ground_of("0405/0905", "O")])),
    ("1016/1117: banks are for", lambda d: d.map.update(hexside=[ground_of("1016/1117", "O")])),
    ("comes from 'hearsay'", lambda d: d.map.update(hexside=[ground_of("0405/0406", "O", "hearsay")])),
    ("hexsides wholly lake", lambda d: d.map["barrier"][0]["sides"].append("0417/0418")),
    ("hexsides wholly alps", lambda d: d.map["barrier"][1]["sides"].remove("1419/1519")),
    ("0319: beside a lake", lambda d: d.ground.update({"0319": "O"})),
    ("broken between", lambda d: river(d, "Southern border river").pop(3)),
    ("not neighbours", lambda d: river(d, "North river").append("0112/0210")),
    ("listed 2 times", lambda d: river(d, "North river").append("0111/0112")),
    ("a ford without a river", lambda d: d.map["crossing"][1]["sides"].append("0401/0402")),
    ("both ford and bridge", lambda d: d.map["crossing"][1]["sides"].append("0610/0611")),
    ("a river on a hexside that is wholly", lambda d: river(d, "Lake inflow river").append("0318/0417")),
    ("crosses a river without a bridge", lambda d: d.map["crossing"][0]["sides"].remove("0717/0718")),
    ("a bridge without a road", lambda d: d.map["crossing"][0]["sides"].append("1005/1105")),
    ("are not neighbours", lambda d: d.map["road"][0].update(hexes="0108-0208-0410")),
    ("a road across a lake", lambda d: d.map["road"].append({"name": "x", "hexes": "0318-0418"})),
    ("entrances of hosar", lambda d: d.map["entrances"].update(hosar=["0301", "0108", "0522"])),
    (
        "an entrance where no road ends",
        lambda d: row_of(d.map["road"], "East road").update(hexes="2013-1913"),
    ),
    ("not on the edge", lambda d: d.map["entrances"].update(demon=["2201", "2114", "2223"])),
    ("cannot be reached on foot", lambda d: d.map["barrier"][1]["sides"].extend(["0101/0102", "0101/0201"])),
    # sites
    ("site in 0914", lambda d: site(d, "Rouna").update(hex="0915")),
    ("site in 1308", lambda d: site(d, "Lyung").update(kind="city")),
    ("two sites", lambda d: site(d, "Erush").update(hex="1812")),
    ("cities of demon", lambda d: site(d, "Taegul").update(kind="castle")),
    ("western townships", lambda d: site(d, "Kimat").update(codes=[])),
    ("Temples of Hosar", lambda d: site(d, "Western Temple of Hosar").update(codes=[])),
    ("castles", lambda d: site(d, "Midazu").update(name="Madizu")),
    ("homeland of GW", lambda d: site(d, "Forest Temple").update(codes=["GW"])),
    ("position comes from", lambda d: site(d, "Erush").update(position="hearsay")),
    ("sites: the data cannot be read", lambda d: site(d, "Erush").update(hex="2324")),
    (
        "Midazu: begins with demon",
        lambda d: [u.update(start="1720") for u in d.units["unit"] if u["code"] == "MI"],
    ),
    # the chart
    ("open, foot", lambda d: terrain(d, "terrain", "open")["foot"].update(value=2)),
    ("hills, battle_size", lambda d: terrain(d, "terrain", "hills")["battle_size"].update(value=8)),
    ("open, battle_size: 7", lambda d: terrain(d, "terrain", "open")["battle_size"].update(value=7)),
    ("cavalry of the movement example", lambda d: terrain(d, "terrain", "hills")["cavalry"].update(value=3)),
    ("foot over a river", lambda d: terrain(d, "crossing", "river")["foot"].update(value=3)),
    ("do not grow easier", lambda d: terrain(d, "crossing", "ford")["cavalry"].update(value=2)),
    ("open to foot", lambda d: terrain(d, "hexside", "lake").update(foot={"value": 3})),
    ("closed to winged", lambda d: terrain(d, "hexside", "alps").pop("winged")),
    ("ability altuhan_hills", lambda d: d.terrain["abilities"]["altuhan_hills"].update(value=2)),
    ("the Rains", lambda d: d.terrain["rains"]["winged_factor"].update(value=3)),
    ("mountains: no effect", calm_mountains),
    ("the kinds of ground are", lambda d: d.terrain["terrain"].append({"name": "marsh", "letter": "P"})),
    ("provenance None", lambda d: terrain(d, "terrain", "open")["winged"].pop("provenance")),
    # the counters
    ("counters: 153", lambda d: d.units["unit"].remove(unit(d, "NI-archers"))),
    ("units of ME", lambda d: unit(d, "ME-archers").update(code="TI", start="0610")),
    ("units of this name", lambda d: unit(d, "NI-archers").update(name="Nisshar Spearmen")),
    ("ER 5656: 0 such units", lambda d: unit(d, "ER-patrol-cavalry").update(morale=4)),
    ("Nisshar Foot Guards: C", lambda d: unit(d, "NI-foot-guards").update(mode="C")),
    ("Erush Foot Guards: F, medium", lambda d: unit(d, "ER-foot-guards").update(armour="medium")),
    ("without armour the example's miss", lambda d: unit(d, "ER-swordsmen").update(armour="none")),
    ("Lord Erush", lambda d: unit(d, "ER-lord-erush").update(power=2)),
    ("no such character", lambda d: unit(d, "MU-balron").update(name="Balrog")),
    (
        "demon: no character of power 5",
        weaken_demons,
    ),
    ("morale 7", lambda d: unit(d, "NI-archers").update(morale=7)),
    ("no armour", lambda d: unit(d, "NI-archers").pop("armour")),
    ("a troop with lead", lambda d: unit(d, "NI-archers").update(lead=1)),
    ("mode 'X'", lambda d: unit(d, "NI-archers").update(mode="X")),
    ("starts in 1606", lambda d: unit(d, "NI-archers").update(start="1606")),
    ("start of Monks of Hosar", lambda d: unit(d, "HO-monks").update(start="0610")),
    ("start of Old One", lambda d: unit(d, "AN-old-one").update(start="1702")),
    ("no drawing 'unicorn'", lambda d: unit(d, "NI-archers").update(silhouette="unicorn")),
    ("provenance 'hearsay'", lambda d: unit(d, "NI-archers").update(provenance="hearsay")),
    # sieges, spells, clauses
    ("totals of the siege tables", lambda d: d.sieges["row"].pop(3)),
    ("a higher total brings less", lambda d: d.sieges["row"][-1]["assault"].update(defender=1)),
    ("surrender is for the besieger", lambda d: d.sieges["row"][-1]["invest"].update(defender="surrender")),
    ("Rains, hosar", lambda d: row_of(d.spells["spell"], "Rains")["hosar"].update(power=5)),
    ("Light, demon", lambda d: row_of(d.spells["spell"], "Light").update(demon={"power": 2, "success": 5})),
    ("Earthpit, hosar", lambda d: row_of(d.spells["spell"], "Earthpit")["hosar"].update(success=5)),
    ("penalty at cities", lambda d: row_of(d.spells["spell"], "Earthpit").update(site_penalty=1)),
    ("clauses: 346", lambda d: d.clauses.pop()),
    ("names ruling Z9", lambda d: d.clauses[0]["see"].append("Z9")),
    ("a ruling needs", lambda d: d.rulings[0].update(reason="")),
    ("2 entries", lambda d: d.rulings.append(d.rulings[0])),
]


@cache
def packed() -> bytes:
    return pickle.dumps(read())


@pytest.mark.parametrize("problem", sampled(dict(DAMAGE)))
def test_damage_is_noticed(problem: str) -> None:
    data: GameFiles = pickle.loads(packed())
    dict(DAMAGE)[problem](data)
    assert any(problem in found for found in validate(data)), validate(data)


@cache
def damaged() -> list[GameFiles]:
    """Return the data with each damage of the list above."""
    found = []
    for _, damage in DAMAGE:
        found.append(pickle.loads(packed()))
        damage(found[-1])
    return found


@pytest.mark.parametrize("check", validate.checks, ids=lambda check: check.__name__)
def test_no_check_is_idle(check: Callable[[GameFiles], Any]) -> None:
    """Each check reports some damage of the list above."""
    for data in damaged():
        try:
            if list(check(data)):
                return
        except (KeyError, ValueError):
            continue
    pytest.fail("never noticed anything")


def test_an_unreadable_file_is_a_problem_and_no_crash() -> None:
    empty = msgspec.structs.replace(read(), map={}, units={}, terrain={})
    assert any("cannot be read" in problem for problem in validate(empty))
