"""Validation of the map against the rulebook, and detection of damaged data."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from pace import sampled
from palatine.games.dark_emperor.validation.map import CHECKS, MapFiles, read_map_files, validate_map

Damage = Callable[[MapFiles], Any]


def row_of(data: MapFiles, table: str, name: str) -> dict[str, Any]:
    (found,) = (row for row in data.map[table] if row["name"] == name)
    return found


def city(data: MapFiles, name: str) -> dict[str, Any]:
    return row_of(data, "city", name)


def ground(data: MapFiles, name: str, cell: str) -> None:
    data.cells["ground"][name] = cell


def sides(data: MapFiles, name: str, cell: str) -> None:
    data.cells["sides"][name] = cell


def split(data: MapFiles, name: str) -> dict[str, Any]:
    (found,) = (row for row in data.map["split"] if row["hex"] == name)
    return found


def test_the_data_that_comes_with_the_game_contradicts_nothing() -> None:
    assert validate_map() == []


def test_reading_twice_gives_separate_data() -> None:
    one, other = read_map_files(), read_map_files()
    one.map["city"].clear()
    assert other.map["city"]


def test_owners_may_correct_what_is_reconstructed() -> None:
    data = read_map_files()
    ground(data, "1813", "mZo")
    row_of(data, "kingdom", "Zolahaureslor")["taxation"] -= 1
    city(data, "Ahaures").update(name="Reslorom", hex="2411", value=4)
    row_of(data, "kingdom", "Zolahaureslor")["taxation"] += 1
    data.map["pentacles"]["hexes"][0] = "0101"
    row_of(data, "rune", "earth")["hex"] = "2708"
    row_of(data, "battlefield", "The Hecatomb")["hex"] = "1608"
    data.map["rune"].append({"name": "death", "hex": "1411", "provenance": "reported"})
    assert validate_map(data) == []


def test_a_corrected_hexside_is_named_with_what_is_drawn_there() -> None:
    data = read_map_files()
    sides(data, "2510", "~" + data.cells["sides"]["2510"][1:])
    assert [problem for problem in validate_map(data) if "coast.txt" in problem] == []
    sides(data, "1712", "~" + data.cells["sides"]["1712"][1:])
    assert validate_map(data) == ["1712, N side: '~', but in coast.txt land is drawn on it"]


def test_without_a_drawn_coast_there_is_nothing_to_compare() -> None:
    data = read_map_files()
    data.coast = ()
    assert validate_map(data) == []


def impoverish(data: MapFiles) -> None:
    for name, cell in data.cells["ground"].items():
        if cell[0] == "s" and cell[1:] != "Zo":
            ground(data, name, "m" + cell[1:])


def dam(data: MapFiles) -> None:
    """Cut Sudrin-Lor off from the sea."""
    for name, d in (("2414", 0), ("2414", 1), ("2414", 2), ("2415", 0), ("2315", 1), ("2314", 2)):
        cell = data.cells["sides"][name]
        sides(data, name, cell[:d] + "#" + cell[d + 1 :])


DAMAGE: list[tuple[str, Damage]] = [
    # hexes and hexsides
    ("columns and rows", lambda d: d.map.update(rows=26)),
    ("0505: no cell in [ground]", lambda d: d.cells["ground"].pop("0505")),
    ("[sides] of map.txt has 1081 cells", lambda d: sides(d, "4101", "---")),
    ("kingdoms: ", lambda d: d.map["kingdom"].reverse()),
    ("1813: unknown ground 'x'", lambda d: ground(d, "1813", "xZo")),
    ("0101: an all-sea hex, but 'Zo' owns it", lambda d: ground(d, "0101", ".Zo")),
    ("1813: land without a kingdom", lambda d: ground(d, "1813", "sXx")),
    ("0101, N side: '#', beyond it the map ends", lambda d: sides(d, "0101", "#-~")),
    ("0505, N side: '-', but the map goes on", lambda d: sides(d, "0505", "-~~")),
    ("0505, N side: unknown kind '?'", lambda d: sides(d, "0505", "?~~")),
    ("0505, NE side: '+' says there is land, but 0604", lambda d: sides(d, "0505", "~+~")),
    ("1813, N side: '#' says there is land, but 1813", lambda d: ground(d, "1813", "...")),
    ("0514: two lands, reached from NW and from SE", lambda d: d.map["split"].remove(split(d, "0514"))),
    ("but its lands are [['NW', 'SE']", lambda d: split(d, "0514").update(lands=[["NW", "SE"], ["N"]])),
    ("1815, N side: '#', but 0 of its lands", lambda d: split(d, "1815")["lands"][0].remove("N")),
    ("1815, N side: all land, but 2 lands", lambda d: split(d, "1815")["lands"][1].append("N")),
    # rivers
    ("Stavra: 1620 is all sea", lambda d: row_of(d, "river", "Stavra").update(hexes="1820-1720-1620")),
    ("0514 has several lands", lambda d: row_of(d, "river", "Stavra").update(hexes="0413-0514")),
    ("1822 and 1820 are not neighbours", lambda d: row_of(d, "river", "Stavra").update(hexes="1822-1820-1819")),
    ("only sea between 1820 and 1819", lambda d: sides(d, "1820", "~##")),
    ("Stavra: ends inland, in 1820", lambda d: row_of(d, "river", "Stavra").update(hexes="1822-1821-1820")),
    ("no rivers meet there", lambda d: row_of(d, "river", "Pletran").update(hexes="1206-1107")),
    # cities
    ("Sandrel: 2 cities", lambda d: city(d, "Westhorn").update(name="Sandrel")),
    ("0307: 2 cities", lambda d: city(d, "Sandrel").update(hex="0307")),
    ("cities of The Scythe: 2", lambda d: d.map["city"].remove(city(d, "Sandrel"))),
    ("ports of Lammarech: 1", lambda d: city(d, "Lammar").update(port=True)),
    ("city in 0304", lambda d: city(d, "Sanwestin").update(hex="0403")),
    ("0224: Farnost is a port", lambda d: city(d, "Farnost").update(port=False)),
    ("capitals: ", lambda d: city(d, "Sandrel").update(capital=True)),
    ("kingdom of Montoy", lambda d: city(d, "Montoy").update(kingdom="Ferlarie")),
    ("they go from 1 to 4", lambda d: city(d, "Stav").update(value=5)),
    ("City Value of Sudrin-Lor", lambda d: city(d, "Sudrin-Lor").update(value=3)),
    ("more than its capital's", lambda d: city(d, "Sandrel").update(value=3)),
    ("on land of Stavror", lambda d: city(d, "Siermal").update(hex="2020")),
    ("on land of nobody", lambda d: city(d, "Siermal").update(hex="0101")),
    ("open on which it stands", lambda d: city(d, "Siermal").update(hex="2517")),
    ("Siermal is a port without coast", lambda d: city(d, "Siermal").update(hex="2514")),
    ("2414: no fleet can sail from 3615", dam),
    ("7 units begin in Sudrin-Lor, but it holds 5", lambda d: (
        ground(d, "2414", "mZo"), city(d, "Sudrin-Lor").update(value=3, port=False))),
    # other places
    ("pentacles: 6", lambda d: d.map["pentacles"]["hexes"].pop()),
    ("2514: a pentacle away from water", lambda d: d.map["pentacles"]["hexes"].insert(0, "2514")),
    ("doom: no rune", lambda d: row_of(d, "rune", "earth").update(name="doom")),
    ("rune hexes of Death and of Air", lambda d: row_of(d, "rune", "earth").update(name="air")),
    ("two runes in one hex", lambda d: row_of(d, "rune", "earth").update(hex="3905")),
    ("no holy place in Starkeep", lambda d: d.map["holy"].update(hexes=["2414"])),
    ("magic places: the data cannot be read", lambda d: d.map["holy"].update(hexes=["2819", "4101"])),
    ("battlefields: ", lambda d: row_of(d, "battlefield", "The Hecatomb").update(name="Hecatombe")),
    ("The Hecatomb is at sea", lambda d: row_of(d, "battlefield", "The Hecatomb").update(hex="0101")),
    ("Taxation Value 96, but", lambda d: row_of(d, "kingdom", "Zolahaureslor").update(taxation=96)),
    ("nobody could reach 191", impoverish),
    ("Sandrel: provenance 'hearsay'", lambda d: city(d, "Sandrel").update(provenance="hearsay")),
    # the drawing
    ("but in coast.txt sea is drawn on it", lambda d: setattr(d, "coast", d.coast[1:])),
    ("only sea is drawn on it", lambda d: setattr(d, "coast", (((0.0, 0.0), (0.1, 0.0), (0.1, 0.1)),))),
    ("but in coast.txt land is drawn on it", lambda d: setattr(
        d, "coast", (*d.coast, ((8.0, 24.0), (12.0, 24.0), (12.0, 28.0), (8.0, 28.0))))),
]  # fmt: skip


@cache
def packed() -> bytes:
    return pickle.dumps(read_map_files())


@pytest.mark.parametrize("problem", sampled(dict(DAMAGE)))
def test_damage_is_noticed(problem: str) -> None:
    data: MapFiles = pickle.loads(packed())
    dict(DAMAGE)[problem](data)
    if "coast.txt" not in problem and "drawn" not in problem:
        data.coast = ()  # To compare all hexsides with it takes most of the time.
    assert any(problem in found for found in validate_map(data)), validate_map(data)


@cache
def damaged() -> list[MapFiles]:
    """Return the data with each damage of the list above."""
    found = []
    for _, damage in DAMAGE:
        found.append(pickle.loads(packed()))
        damage(found[-1])
    return found


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_no_check_is_idle(check: Callable[[MapFiles], Any]) -> None:
    """Each check reports some damage of the list above."""
    for data in damaged():
        try:
            if list(check(data)):
                return
        except (KeyError, ValueError):
            continue
    pytest.fail("never noticed anything")


def test_an_unreadable_file_is_a_problem_and_no_crash() -> None:
    empty = msgspec.structs.replace(read_map_files(), map={})
    assert any("cannot be read" in problem for problem in validate_map(empty))
