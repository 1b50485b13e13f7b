"""Validation of the map against the rulebook, and detection of damaged data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from palatine.games.elric.validation.map import CHECKS, MapData, read_map, validate

Damage = Callable[[MapData], Any]


def land(data: MapData, name: str) -> dict[str, Any]:
    (found,) = (row for row in data.map["land"] if row["name"] == name)
    return found


def sea(data: MapData, name: str) -> dict[str, Any]:
    (found,) = (row for row in data.map["sea"] if row["name"] == name)
    return found


def city(data: MapData, name: str) -> dict[str, Any]:
    (found,) = (row for row in data.map["city"] if name in row["names"])
    return found


def power(data: MapData, name: str) -> dict[str, Any]:
    (found,) = (row for row in data.battalia["power"] if row["name"] == name)
    return found


def unlink(data: MapData, a: str, b: str) -> None:
    """Make two lands no longer neighbours, on either side."""
    one, other = land(data, a), land(data, b)
    one["land"].remove(other["key"])
    other["land"].remove(one["key"])


def test_the_data_that_comes_with_the_game_contradicts_nothing() -> None:
    assert validate() == []


def test_reading_twice_gives_separate_data() -> None:
    one, other = read_map(), read_map()
    one.map["city"].clear()
    assert other.map["city"]


def test_owners_may_correct_what_is_reconstructed() -> None:
    data = read_map()
    city(data, "Thokora")["names"] = ["Thokara"]
    city(data, "Banarva")["defence"] = 14
    city(data, "Kariss")["anchor"] = "dragon"
    land(data, "Dorel (centre)").pop("star")
    land(data, "Dorel (east)")["star"] = "filled"
    power(data, "Org")["armies"] = 6
    land(data, "Sorcerers Isle")["name"] = "Isle of the Sorcerer"
    land(data, "Isle of the Sorcerer")["region"] = "Sorcerers Isle"
    unlink(data, "Chalal", "Northern Pikarayd")
    data.map["range"].append({"between": ["pik_cha", "pik_n"], "provenance": "published"})
    assert validate(data) == []


def test_a_corrected_border_is_named_as_long_as_it_is_drawn_otherwise() -> None:
    data = read_map()
    unlink(data, "Chalal", "Northern Pikarayd")
    assert validate(data) == [
        "Chalal and Northern Pikarayd are drawn side by side, but are not neighbours, and no mountains are there"
    ]


def test_a_new_neighbour_is_named_until_the_border_is_drawn() -> None:
    data = read_map()
    land(data, "Chalal")["land"].append("arg_e")
    land(data, "Eastern Argimiliar")["land"].append("pik_cha")
    assert validate(data) == ["Eastern Argimiliar and Chalal are neighbours, but no border between them is drawn"]


def merge(data: MapData, key: str, into: str) -> None:
    data.outlines = data.outlines.replace(f"\n{key} ", f"\n{into} ").replace(f" {key}\n", f" {into}\n")


def cut_off(data: MapData, name: str) -> None:
    row = land(data, name)
    for other in (*data.map["land"], *data.map["sea"]):
        for kind in ("land", "coast"):
            if row["key"] in other.get(kind, ()):
                other[kind].remove(row["key"])
    row.update(land=[], coast=[])


def annex(data: MapData, nation: str, by: str) -> None:
    for row in data.map["land"]:
        if row.get("nation") == nation:
            row["nation"] = by


def dam_the_dragon_sea(data: MapData) -> None:
    """Give the Sea of Pikarayd, the only access to the Sea of Dorel, the Teeth's rule."""
    sea(data, "Sea of Pikarayd")["rule"] = "teeth"


def lengthen_lormyr(data: MapData) -> None:
    """Make every province of Lormyr adjacent to Ramasaz or out of reach."""
    for name in ("Eastern Lormyr", "Alorasaz"):
        land(data, name).pop("nation")
        land(data, name)["wild"] = True


DAMAGE: list[tuple[str, Damage]] = [
    # areas
    ("tar_s: 2 areas with this key", lambda d: land(d, "Northern Tarkesh").update(key="tar_s")),
    ("Chalal: 2 areas with this name", lambda d: land(d, "Oin").update(name="Chalal")),
    ("there is no continent 'east'", lambda d: land(d, "Elwher").update(continent="east")),
    ("there is no nation 'Mu'", lambda d: land(d, "Elwher").update(nation="Mu")),
    ("civilised land belongs to a nation", lambda d: land(d, "Southern Filkhar").pop("nation")),
    # neighbours
    ("its neighbour 'atlantis' is not an area", lambda d: land(d, "Oin")["land"].append("atlantis")),
    ("Boiling Sea cannot stand under `land`", lambda d: land(d, "Oin")["land"].append("boiling")),
    ("Oin cannot stand under `land`", lambda d: land(d, "Oin")["land"].append("oin")),
    ("but not the other way round", lambda d: land(d, "Oin")["land"].remove("yu")),
    ("Nihrain and Northern Tarkesh are neighbours, but there", lambda d: land(d, "Nihrain")["land"].append("tar_n")),
    ("one of them is not an area", lambda d: d.map["range"][0].update(between=["tar_n", "mu"])),
    ("no border between them is drawn", lambda d: d.map["range"].append({"between": ["oin", "esh_w"]})),
    ("Chalal: not drawn", lambda d: merge(d, "pik_cha", "pik_n")),
    ("Oin: `at` lies outside its outline", lambda d: land(d, "Oin").update(at=[1.0, 1.0])),
    ("Oin: `site` lies outside its outline", lambda d: land(d, "Oin").update(site=[1.0, 1.0])),
    ("Sorcerers Isle cannot be reached", lambda d: cut_off(d, "Sorcerers Isle")),
    ("Sea of Dorel can be sailed to only through", dam_the_dragon_sea),
    # what is named
    ("Filkhar: no province", lambda d: annex(d, "Filkhar", "Lormyr")),
    ("Vilmir lies on the continent 'north', not 'west'", lambda d: land(d, "Jadmar").update(continent="west")),
    ("Vilmir is civilised", lambda d: land(d, "Northern Vilmir").update(wild=True)),
    ("Oin: no such wilderness", lambda d: land(d, "Oin").update(name="Ion")),
    ("Oin is wilderness", lambda d: land(d, "Oin").pop("wild")),
    ("Oin lies on the continent 'south'", lambda d: land(d, "Oin").update(continent="west")),
    ("the Jungle Lands are one area", lambda d: land(d, "Oin").update(continent="jungle")),
    ("Nihrain: 0 stars where there is one", lambda d: land(d, "Nihrain").pop("star")),
    ("Silent Lands: 2 stars", lambda d: land(d, "Silent Lands (south)").update(star="filled")),
    ("14 stars where there are 13", lambda d: land(d, "Yu").update(star="filled")),
    ("Nihrain: its star is empty", lambda d: land(d, "Nihrain").update(star="empty")),
    ("R'lin K'ren A'a: its star is filled", lambda d: land(d, "R'lin K'ren A'a").update(star="filled")),
    ("Boiling Sea: no such sea", lambda d: sea(d, "Boiling Sea").update(name="Warm Sea")),
    ("Pale Sea: its rule is 'boiling'", lambda d: sea(d, "Pale Sea").update(rule="boiling")),
    ("the Flamebringers cannot", lambda d: land(d, "Mordaga's Castle").update(region="Hills", land=["sig_e"])),
    ("the Kelmain cannot reach it", lambda d: land(d, "Kaneloon").update(land=[])),
    ("Ashaneloon: ships in the Boiling Sea", lambda d: land(d, "Ashaneloon").update(coast=["sth_ocean"])),
    ("Melnibone: one area", lambda d: land(d, "Oin").update(nation="Melnibone")),
    # cities
    ("Dhakos: 2 cities of this name", lambda d: city(d, "Thokora").update(names=["Dhakos"])),
    ("Dhakos: 2 cities; those of one", lambda d: city(d, "Thokora").update(area="jha_dha")),
    ("Thokora: a city of Jharkor outside its land", lambda d: city(d, "Thokora").update(area="oin")),
    ("Jadmar: wall 3 where its rank has 5", lambda d: city(d, "Jadmar").update(wall=3)),
    ("Nadsokor: wall 5 where its rank has 0", lambda d: city(d, "Nadsokor").update(wall=5)),
    ("neutral defence 2, less than its wall", lambda d: city(d, "Jadmar").update(defence=2)),
    ("Lormyr: its cities are", lambda d: city(d, "Ramasaz").update(role="capital")),
    ("Org: its cities are", lambda d: city(d, "Org").update(role="capital")),
    ("Hwamgaarl: no such city", lambda d: city(d, "Hwamgaarl").update(names=["Hwamgarl"])),
    ("Aflitain: capital of Jharkor", lambda d: city(d, "Aflitain").update(nation="Jharkor")),
    ("Ramasaz: a port in the rulebook", lambda d: city(d, "Ramasaz").pop("anchor")),
    ("its anchor stands in 'oin'", lambda d: city(d, "Ramasaz").update(anchor="oin")),
    ("Filkhar: ships, and no port", lambda d: city(d, "Raschil").pop("anchor")),
    ("no province of Lormyr lies 2", lengthen_lormyr),
    ("Lormyr: 10 armies leave 1", lambda d: power(d, "Lormyr").update(armies=10)),
    # provenance
    ("provenance 'hearsay'", lambda d: city(d, "Jadmar").update(provenance="hearsay")),
    ("provenance None", lambda d: land(d, "Oin").pop("provenance")),
    ("`except` speaks of 'gate'", lambda d: city(d, "Jadmar")["except"].update(gate="memory")),
]  # fmt: skip


@pytest.mark.parametrize(("complaint", "damage"), DAMAGE, ids=[complaint for complaint, _ in DAMAGE])
def test_damage_is_noticed(complaint: str, damage: Damage) -> None:
    data = read_map()
    damage(data)
    found = validate(data)
    assert any(complaint in problem for problem in found), found


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
def test_unreadable_data_is_a_complaint_and_no_crash(check: Callable[[MapData], Any]) -> None:
    data = MapData({}, "x y\n1 2", {})
    about = check.__name__.replace("_", " ")
    assert any(problem.startswith(f"{about}: the data cannot be read") for problem in validate(data))
