"""Checks of counters and tables against the rulebook.

Much of the counter sheet is invented. Owners of the game are invited to correct it. Each check takes the data as
read and yields its problems in plain words. `validate()` runs all checks. An empty list means that nothing contradicts
the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from palatine.core.validation import Checks, clause_problems, expect, index_by_name, provenance_problems
from palatine.games.dark_emperor.components.pieces import GROUPS
from palatine.games.dark_emperor.components.world import DATA, RUNES
from palatine.games.dark_emperor.validation import printed
from palatine.games.dark_emperor.validation.map import PROVENANCES

Row = dict[str, Any]


class PieceFiles(msgspec.Struct):
    """The files of counters and tables as read."""

    cities: list[Row]
    units: list[Row]
    leaders: list[Row]
    devices: dict[str, Any]
    charts: dict[str, Any]
    clauses: list[Row]
    rulings: list[Row]
    silhouettes: dict[str, str]


def read_piece_files() -> PieceFiles:
    """Return the data of the game."""
    return PieceFiles(
        cities=DATA.read_toml("map.toml")["city"],
        units=DATA.read_toml("units.toml")["unit"],
        leaders=DATA.read_toml("leaders.toml")["leader"],
        devices=DATA.read_toml("devices.toml"),
        charts=DATA.read_toml("charts.toml"),
        clauses=DATA.read_toml("clauses.toml")["clause"],
        rulings=DATA.read_toml("rulings.toml")["ruling"],
        silhouettes=DATA.read_silhouettes(),
    )


# ----------------------------------------------------------------------------------------------- units


def _starting_hexes(data: PieceFiles, row: Row) -> list[str]:
    """Return the starting hexes of a row's counters; a battlefield is given by name."""
    home = [city for city in data.cities if city["kingdom"] == row["of"]]
    sets = {
        "cities": [city["hex"] for city in home],
        "other cities": [city["hex"] for city in home if not city.get("capital")],
        "ports": [city["hex"] for city in home if city["port"]],
        "capital": [city["hex"] for city in home if city.get("capital")],
        "box": [],
        "gate": [],
    }
    return [place for entry in row["start"] for place in sets.get(entry, [entry])]


def _size(data: PieceFiles, row: Row) -> int:
    off = sum(entry in ("box", "gate") for entry in row["start"])
    return len(_starting_hexes(data, row)) + off + int(row.get("pool", 0)) + int(row.get("out", 0))


def counters(data: PieceFiles) -> Iterator[str]:
    """Check that the counter sheet has 260 counters."""
    markers = data.devices["markers"]
    found = sum(_size(data, row) for row in data.units) + len(data.leaders)
    found += len(data.devices["monster"]) + len(data.devices["device"]) + data.devices["forged"]["counters"]
    yield from expect(found + markers["entrenchment_or_flames"] + markers["turn"], printed.COUNTERS, "counters")


def starting_units(data: PieceFiles) -> Iterator[str]:
    """Check each kingdom's units at the start, and those in its capital (5.31 to 5.3.10)."""
    for kingdom, wanted in printed.START.items():
        found: Counter[str] = Counter()
        places: Counter[str] = Counter()
        for row in data.units:
            if row["of"] == kingdom:
                hexes = _starting_hexes(data, row)
                found[row["type"]] += len(hexes)
                places.update(hexes if row["type"] != "naval" else [])
        yield from expect(dict(+found), wanted, f"{kingdom}, units at the start")
        for capital, number in printed.CAPITALS[kingdom].items():
            yield from expect(places[capital], number, f"{kingdom}, units in {capital}")


def figures(data: PieceFiles) -> Iterator[str]:
    """Check printed strengths, siege trains without strength, and weaker undead sides."""
    for row in data.units:
        name = row["name"]
        is_fallen = row["of"] == "Battlefield"
        if name in printed.STRENGTHS:
            yield from expect(row["strength"], printed.STRENGTHS[name], f"{name}, strength")
        if row.get("legion") and not is_fallen:
            yield from expect(row["strength"], 3, f"{name}, strength")
        if row["type"] == "siege" and (row["strength"] or row["undead"]):
            yield f"{name}: a siege train has no strength"
        if row["type"] != "siege" and not is_fallen and row["strength"] < 1:
            yield f"{name}: a unit without strength"
        if row["undead"] > row["strength"] and not is_fallen:
            yield f"{name}: stronger dead than alive"
        if is_fallen and row["undead"] < 1:
            yield f"{name}: the fallen have an undead side"


def unraisable(data: PieceFiles) -> Iterator[str]:
    """Check that vampires, Cos dol Cos's men and white fleets have no undead side (14.12)."""
    for row in data.units:
        if (row.get("grade") or row["of"] in ("Cos dol Cos", "Neutral")) and row["undead"]:
            yield f"{row['name']}: cannot be raised, so it has no undead side"


def necromancers_host(data: PieceFiles) -> Iterator[str]:
    """Check the Necromancer's units at the gate and in the pool (5.5, 5.6, 7.34).

    Ten Greater Vampires and a siege train enter by the gate. Lesser Vampires are in the pool.
    """
    host = {row["name"]: row for row in data.units if row["of"] == "The Necromancer"}
    found = {name: row["start"].count("gate") for name, row in host.items()}
    wanted = {"Greater Vampire": 10, "Lesser Vampire": 0, "Necromancer's siege train": 1}
    yield from expect(found, wanted, "what comes through the gate")
    for name, row in host.items():
        if (row.get("pool", 0) > 0) != (name == "Lesser Vampire"):
            yield f"{name}: only Lesser Vampires begin in the pool"


def mercenaries(data: PieceFiles) -> Iterator[str]:
    """Check that all groups but Silwer Flagriel's have units, and start in the box (5.4, 19)."""
    having = {row["of"] for row in data.units if row["of"] in GROUPS}
    yield from expect(having, set(GROUPS) - {"Silwer Flagriel"}, "groups with units")
    for row in (*data.units, *data.leaders):
        places = row["start"] if isinstance(row["start"], list) else [row["start"]]
        if row["of"] in GROUPS and set(places) != {"box"}:
            yield f"{row['name']}: mercenaries begin in the Mercenary Holding Box"


def imperial_legions(data: PieceFiles) -> Iterator[str]:
    """Check that four of the fallen are the Imperial Legions III, V, X and XII (15.7)."""
    fallen = [row for row in data.units if row["of"] == "Battlefield"]
    legions = {numeral for row in fallen if row.get("legion") for numeral in row["numerals"]}
    yield from expect(legions, printed.FALLEN_LEGIONS, "Legions on battlefields")
    for row in data.units:
        if "numerals" in row:
            yield from expect(len(row["numerals"]), _size(data, row), f"{row['name']}, numerals")


# --------------------------------------------------------------------------------- leaders and devices


def leaders(data: PieceFiles) -> Iterator[str]:
    """Check the 24 leaders, their sides and starts, and Magic Strengths of those with runes."""
    found = {row["name"]: (row["of"], row["start"]) for row in data.leaders}
    for name in sorted(printed.LEADERS.keys() | found.keys()):
        yield from expect(found.get(name), printed.LEADERS.get(name), f"{name}, side and start")
    for row in data.leaders:
        if not 0 <= row["hero"] <= 6:
            yield f"{row['name']}: a hero rating of {row['hero']}"


def magic(data: PieceFiles) -> Iterator[str]:
    """Check that runes come with a Magic Strength, and that all ten occur (12)."""
    rows = (*data.leaders, *data.devices["device"], *data.devices["monster"])
    for row in rows:
        if ("rune" in row) != (row.get("magic", 0) > 0):
            yield f"{row['name']}: rune and magic strength go together"
        if row.get("rune", RUNES[0]) not in RUNES:
            yield f"{row['name']}: no such rune as {row['rune']}"
    lacking = set(RUNES) - {row["rune"] for row in (*data.leaders, *data.devices["device"]) if "rune" in row}
    yield from (f"nobody has the {rune} rune" for rune in sorted(lacking))


def devices(data: PieceFiles) -> Iterator[str]:
    """Check the ten named devices: starts, swords, and the printed values (15)."""
    found = {row["name"]: row["start"] for row in data.devices["device"]}
    yield from expect(found, printed.DEVICES, "devices and where they begin")
    swords = {row["name"] for row in data.devices["device"] if row.get("sword")}
    yield from expect(swords, printed.SWORDS, "swords")
    he_sups = index_by_name(data.devices["device"])["He-Sups-on-Prana"]
    yield from expect((he_sups["hero"], he_sups["rune"], he_sups["magic"]), (1, "death", 1), "He-Sups-on-Prana")


def monsters(data: PieceFiles) -> Iterator[str]:
    """Check that monsters have a Combat Strength, and only Sirax magic, that of Fire (18.2)."""
    found = index_by_name(data.devices["monster"])
    yield from expect(set(found), {"Slug", "The Dragon Sirax", "Ssstoth"}, "monsters")
    for name, row in found.items():
        yield from expect(row.get("rune"), "fire" if name == "The Dragon Sirax" else None, f"{name}, rune")
        if row["strength"] < 1:
            yield f"{name}: a monster without strength"


# ---------------------------------------------------------------------------------------------- tables


def attrition(data: PieceFiles) -> Iterator[str]:
    """Check that losses never fall with points or die, and the means of columns (ATT-1, ATT-2).

    The mean rises by half a unit a column.
    """
    rows = data.charts["attrition"]["losses"]
    yield from expect(data.charts["attrition"]["bands"], [6, 12, 18, 24, 30, 36], "bands of attrition points")
    yield from expect([len(row) for row in rows], [6] * 6, "columns of the Attrition Table")
    for row in (*rows, *map(list, zip(*rows, strict=True))):
        if row != sorted(row):
            yield f"Attrition Table: {row} falls"
    yield from expect([2 * sum(column) for column in zip(*rows, strict=True)], [6, 12, 18, 24, 30, 36], "means")


def combat(data: PieceFiles) -> Iterator[str]:
    """Check the rows of the combat results (CRT-a to CRT-f).

    Twenty rows from -4; the attacker retreats up to 4, the defender from 5.
    """
    rows = data.charts["combat"]["results"]
    yield from expect((data.charts["combat"]["lowest"], len(rows)), (-4, 20), "rows of the Combat Results Table")
    for total, row in enumerate(rows, data.charts["combat"]["lowest"]):
        retreating = tuple(entry.endswith("R") for entry in row)
        yield from expect(retreating, (total <= 4, total >= 5), f"Combat Results Table, {total}")


def diplomacy(data: PieceFiles) -> Iterator[str]:
    """Check the chances of an alliance in 36ths (DIP-a to DIP-h)."""
    table = data.charts["diplomacy"]
    yield from expect(set(table["modifiers"]), set(printed.CHANCES), "names in the Diplomacy Table")
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    for name, numbers in table["modifiers"].items():
        found = tuple(sum(throw + number >= table["needed"] for throw in throws) for number in numbers)
        yield from expect(found, printed.CHANCES[name], f"{name}, chances of 36")


# ------------------------------------------------------------------------------------------------- all


def piece_provenance(data: PieceFiles) -> Iterator[str]:
    """Check that each value has a provenance."""
    tables = (*data.units, *data.leaders, *data.devices["monster"], *data.devices["device"])
    named = [(row["name"], row) for row in tables]
    others = [("forged", data.devices["forged"]), ("markers", data.devices["markers"]), ("charts", data.charts)]
    yield from provenance_problems([*named, *others], PROVENANCES)


def drawings(data: PieceFiles) -> Iterator[str]:
    """Check that each counter has a drawing."""
    for row in (*data.units, *data.leaders, *data.devices["monster"], *data.devices["device"]):
        if row["silhouette"] not in data.silhouettes:
            yield f"{row['name']}: no drawing {row['silhouette']!r}"


def clauses(data: PieceFiles) -> Iterator[str]:
    """Check that each rule of the rulebook occurs once, and that cited rulings exist."""
    yield from clause_problems(data.clauses, data.rulings, printed.CLAUSES)


CHECKS: Final = (
    counters, starting_units, figures, unraisable, necromancers_host, mercenaries, imperial_legions, leaders, magic,
    devices, monsters, attrition, combat, diplomacy, piece_provenance, drawings, clauses,
)  # fmt: skip
validate_pieces: Final = Checks(read_piece_files, CHECKS)
