"""Validation of the data against the rulebook, and detection of damaged data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from palatine.games.lord_and_master.validation.validator import Data, read, validate


def row_of(rows: list[dict[str, Any]], name: str, key: str = "code") -> dict[str, Any]:
    (found,) = (row for row in rows if row[key] == name)
    return found


def kind(data: Data, code: str) -> dict[str, Any]:
    return row_of(data.troops["kind"], code)


def troop(data: Data, code: str) -> dict[str, Any]:
    return row_of([row for found in data.troops["kind"] for row in found["troops"]], code)


def province(data: Data, letter: str) -> dict[str, Any]:
    return row_of(data.map["province"], letter, "letter")


def city(data: Data, name: str) -> dict[str, Any]:
    return row_of(data.map["city"], name, "name")


def of_class(data: Data, code: str) -> dict[str, Any]:
    return row_of(data.characters["class"], code)


def change_square(data: Data, square: int, letter: str) -> None:
    data.terrain = (*data.terrain[:square], letter, *data.terrain[square + 1 :])


def test_the_data_that_comes_with_the_game_contradicts_nothing() -> None:
    assert validate() == []


def test_reading_twice_gives_separate_data() -> None:
    one, other = read(), read()
    one.map["city"].clear()
    assert other.map["city"]


DAMAGE: list[tuple[str, Callable[[Data], Any]]] = [
    ("rows and columns", lambda d: d.map.update(rows=11)),
    ("squares of map.txt", lambda d: setattr(d, "terrain", d.terrain[:-1])),
    ("squares of each terrain", lambda d: change_square(d, 2, "f")),
    ("squares of the start groups", lambda d: d.map["start"]["groups"].pop()),
    ("not three squares in a line", lambda d: d.map["start"]["groups"].__setitem__(0, [4, 6, 5])),
    ("costs to enter", lambda d: province(d, "s").update(cost=1)),
    ("bases of diplomacy", lambda d: province(d, "s").update(base=6)),
    ("tax, tribute and treasury of the neutral", lambda d: province(d, "d").update(tax=8)),
    ("the greater bribe", lambda d: province(d, "d").update(bribe=[10, 15])),
    ("both favoured and disliked", lambda d: province(d, "c")["disliked"].append("W")),
    ("Cropland: 3 units of 'XYZ'", lambda d: province(d, "c").update(force=[["XYZ", 3]])),
    ("Forest: no class 'Z'", lambda d: province(d, "f").update(leader=["Z", 2])),
    ("cities:", lambda d: city(d, "Vetrium").update(square=24)),
    ("tax, tribute and treasury of the cities", lambda d: city(d, "Ardea").update(tax=59)),
    ("race of Blorg", lambda d: city(d, "Blorg").update(race="O")),
    ("a city in a start square", lambda d: city(d, "Grog").update(square=10)),
    ("Dolos: no drawing", lambda d: city(d, "Dolos").update(silhouette="none")),
    ("what all cities share", lambda d: d.map["city_diplomacy"].update(base=5)),
    ("capacities", lambda d: d.map["capacity"].update(fort=10)),
    ("rows and sums of troop table 2", lambda d: troop(d, "HFB").update(full=[9, 9, 4])),
    ("rows and sums of troop table 9", lambda d: troop(d, "ZOD").pop("wounded")),
    ("rows and sums of troop table 6", lambda d: kind(d, "AT")["troops"].pop()),
    ("rows by race", lambda d: kind(d, "DE").update(race="E")),
    ("HFA: 2 entries", lambda d: troop(d, "HFB").update(code="HFA")),
    ("HF: no drawing", lambda d: kind(d, "HF").update(silhouette="none")),
    ("HF: its rows are", lambda d: troop(d, "HFB").update(code="HFE")),
    ("HF: the price belongs", lambda d: troop(d, "HFC").update(cost=10)),
    ("HF: a better grade", lambda d: troop(d, "HFB").update(full=[11, 9, 3])),
    ("who strikes at priority 1", lambda d: kind(d, "JH").pop("first_round")),
    ("smoothed rows", lambda d: d.troops["smoothed"].pop()),
    ("classes:", lambda d: d.characters["class"].reverse()),
    ("powers:", lambda d: of_class(d, "P")["powers"].append("Zz")),
    ("Warrior: may train whom", lambda d: of_class(d, "W")["train"].append("T")),
    ("Warrior: a race that", lambda d: of_class(d, "W")["lead"].append("Q")),
    ("Warrior: no drawing", lambda d: of_class(d, "W").update(silhouette="none")),
    ("recruitment, column c", lambda d: d.characters["recruitment"][0].update(classes="W P")),
    ("races recruited in cities", lambda d: d.characters["city_recruitment"].pop()),
    ("city of M: not twenty", lambda d: d.characters["city_recruitment"][0].update(classes="W P")),
    ("characters by the leader", lambda d: d.characters["characters_allowed"]["by_level"].pop()),
    ("summoning a demon", lambda d: d.tables["demons"]["rows"].pop()),
    ("exorcism:", lambda d: d.tables["exorcism"]["rows"].pop()),
    ("number of GHD", lambda d: d.tables["dead_raised"]["rows"][2].update(die=6)),
    ("raising living dead", lambda d: d.tables["dead_raised"]["rows"].pop()),
    ("faces of the Feaster", lambda d: d.tables["feaster"]["results"].pop()),
    ("troops of magnates", lambda d: d.tables["magnate_troops"]["rows"].reverse()),
    ("advantages:", lambda d: d.tables["advantage"].pop()),
    ("corruption: 2 entries", lambda d: d.tables["disadvantage"][0].update(key="corruption")),
    ("no clause LM-ADV-99", lambda d: d.tables["advantage"][0].update(clause="LM-ADV-99")),
    ("haste: contradicted", lambda d: d.tables["contradictions"]["pairs"].append(["haste", "corruption"])),
    ("HFA: comes from nowhere", lambda d: troop(d, "HFA").update(provenance="hearsay")),
    ("Ardea: comes from nowhere", lambda d: city(d, "Ardea").update({"except": {"tax": "hearsay"}})),
    ("capacity: comes from nowhere", lambda d: d.map["capacity"].pop("provenance")),
    ("clauses:", lambda d: d.clauses.pop()),
    ("LM-GI-02: 2 entries", lambda d: d.clauses[0].update(id="LM-GI-02")),
    ("LM-GI-01: no gist", lambda d: d.clauses[0].update(gist="")),
    ("names ruling R999", lambda d: d.clauses[0]["see"].append("R999")),
    ("R1: a ruling needs", lambda d: d.rulings[0].pop("reason")),
    ("cities: the data cannot be read", lambda d: d.map.pop("city")),
]


@pytest.mark.parametrize(("problem", "damage"), DAMAGE, ids=[problem for problem, _ in DAMAGE])
def test_damage_is_noticed(problem: str, damage: Callable[[Data], Any]) -> None:
    data = read()
    damage(data)
    assert any(problem in found for found in validate(data))


def test_every_check_says_what_it_holds_the_data_against() -> None:
    assert all(check.__doc__ for check in validate.checks)
