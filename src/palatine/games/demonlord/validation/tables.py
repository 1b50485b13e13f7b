"""Checks of charts, spells and clauses against the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from palatine.core.validation import clause_problems, expect, provenance_problems
from palatine.games.demonlord.validation import printed
from palatine.games.demonlord.validation.files import PROVENANCES, GameFiles


def _value(row: Mapping[str, Any], key: str) -> Any:
    return row[key]["value"] if key in row else None


def terrain_chart(data: GameFiles) -> Iterator[str]:
    """Check the chart's values that rules and examples reveal (MOV-10 to MOV-14)."""
    of = {row["name"]: row for row in data.terrain["terrain"]}
    for name, mode, wanted in (
        ("open", "foot", 1),
        ("open", "cavalry", 1),
        ("hills", "foot", 2),
        ("hills", "cavalry", 2),
        ("forest", "foot", 2),
        ("forest", "winged", 2),
        ("hills", "battle_size", 7),
        ("hills", "missile", 0),
        ("hills", "melee_cavalry", 0),
        ("hills", "melee_phasing", 0),
        ("hills", "melee_phasing_cavalry", 0),
    ):
        yield from expect(_value(of[name], mode), wanted, f"{name}, {mode}")
    if _value(of["open"], "battle_size") == 7:
        yield "open, battle_size: 7, but the battle example tells it from the hills by its size"
    if not any(_value(of["mountains"], key) for key in _EFFECTS):
        yield "mountains: no effect on battles, but the Ancients have an extra one"
    if set(of) != set(_NAMES.values()) or {row["letter"]: row["name"] for row in of.values()} != _NAMES:
        yield f"the kinds of ground are {sorted(of)}"


_EFFECTS: Final = ("missile", "melee_cavalry", "melee_phasing", "melee_phasing_cavalry")
_WORDS: Final = ("open", "steppe", "desert", "forest", "hills", "mountains", "swamp")
_NAMES: Final = dict(zip("OSDFHMW", _WORDS, strict=True))


def movement_examples(data: GameFiles) -> Iterator[str]:
    """Check the two worked examples of the rulebook (MOV-10, MOV-13)."""
    of = {row["name"]: row for row in data.terrain["terrain"]}
    ridden = [
        min(_value(of[name], "cavalry") for name in ground)
        for ground in (("open", "hills"), ("hills",), ("open", "forest"))
    ]
    yield from expect(ridden, [1, 2, 1], "the cavalry of the movement example pays")
    river = _value({row["name"]: row for row in data.terrain["crossing"]}["river"], "foot")
    waded = [river + _value(of[name], "foot") for name in ("forest", "open")]
    yield from expect(waded, [4, 3], "foot over a river into forest, into open ground pays")


def crossing_costs(data: GameFiles) -> Iterator[str]:
    """Check that river, ford and bridge cost less in this order, and other hexsides.

    Lakes and alps are for winged units only (MOV-12, MOV-14).
    """
    of = {row["name"]: row for row in data.terrain["crossing"]}
    for mode in ("foot", "cavalry"):
        river, ford, bridge = (_value(of[name], mode) for name in ("river", "ford", "bridge"))
        if not river > ford > bridge >= 0:
            yield f"{mode}: river {river}, ford {ford}, bridge {bridge} do not grow easier in this order"
    sides = {row["name"]: row for row in data.terrain["hexside"]}
    for name in ("lake", "alps"):
        if sides[name].keys() & {"foot", "cavalry"}:
            yield f"{name}: open to foot or cavalry"
        if "winged" not in sides[name]:
            yield f"{name}: closed to winged units"
    for key, row in data.terrain["abilities"].items():
        yield from expect(row["value"], 1, f"ability {key}")
    rains = {key: row["value"] for key, row in data.terrain["rains"].items()}
    wanted = {"high_ground": 1, "winged_factor": 2, "river_sides_for_swamp": 2, "river_sides_for_target": 2}
    yield from expect(rains, wanted, "the Rains")


def siege_tables(data: GameFiles) -> Iterator[str]:
    """Check the siege tables (SIEGE-12).

    Every total has a result, higher totals favour the roller, only besiegers get surrenders.
    """
    rows: list[dict[str, Any]] = data.sieges["row"]
    totals = [total for row in rows for total in range(row["totals"][0], row["totals"][1] + 1)]
    yield from expect(totals, list(range(21)), "totals of the siege tables")
    for table in ("assault", "invest"):
        for column in ("besieger", "defender"):
            results = [row[table][column] for row in rows]
            ranks = [99 if result == "surrender" else result for result in results]
            if ranks != sorted(ranks):
                yield f"{table}, {column}: a higher total brings less"
            if ("surrender" in results) != (column == "besieger"):
                yield f"{table}, {column}: surrender is for the besieger's column, and only for it"


def spell_markers(data: GameFiles) -> Iterator[str]:
    """Check each side's seven markers: power, success (MAG-06, MAG-11, MAG-14, MAG-15)."""
    rows: list[dict[str, Any]] = data.spells["spell"]
    yield from expect([row["name"] for row in rows], list(printed.SPELLS), "spells")
    for row in rows:
        for side, power in zip(("hosar", "demon"), printed.SPELLS[row["name"]], strict=True):
            wanted = power and {"power": power, "success": 5 if power <= 3 else 4}
            yield from expect(row.get(side), wanted, f"{row['name']}, {side}")
        if row["silhouette"] not in data.silhouettes:
            yield f"{row['name']}: no drawing {row['silhouette']!r}"
    penalties = {row["name"]: row["site_penalty"] for row in rows if "site_penalty" in row}
    yield from expect(penalties, {"Earthpit": 2}, "penalty at cities, castles, villages and temples")


def provenance(data: GameFiles) -> Iterator[str]:
    """Check that each value has a provenance."""
    cells = [
        (f"terrain.toml, {row['name']}, {key}", cell)
        for table in ("terrain", "crossing", "hexside")
        for row in data.terrain[table]
        for key, cell in row.items()
        if isinstance(cell, dict)
    ]
    tables = ("road", "river", "crossing", "barrier", "ground")
    rows = [(f"map.toml, {table} {row.get('name', '')}", row) for table in tables for row in data.map[table]]
    wholes = [("sieges.toml", data.sieges), ("spells.toml", data.spells)]
    yield from provenance_problems([*cells, *rows, *wholes], PROVENANCES)


def clauses(data: GameFiles) -> Iterator[str]:
    """Check that each rule of the rulebook occurs once, and that cited rulings exist."""
    yield from clause_problems(data.clauses, data.rulings, printed.CLAUSES)


CHECKS: Final = (terrain_chart, movement_examples, crossing_costs, siege_tables, spell_markers, provenance, clauses)
