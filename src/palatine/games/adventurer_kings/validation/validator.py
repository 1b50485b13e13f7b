"""Checks of the data against the rulebook and for consistency.

Owners of the original may add its secret tables and lost maps to `data/`. Each function here takes the data, as read,
and yields descriptions of what is wrong. `validate()` runs all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean
from typing import Any, Final

import msgspec

from palatine.core.validation import Checks, clause_problems, provenance_problems
from palatine.games.adventurer_kings.components import real_maps, tables
from palatine.games.adventurer_kings.components.grid import atlas
from palatine.games.adventurer_kings.components.real_maps import Nation, RealMap
from palatine.games.adventurer_kings.components.tables import DATA

PROVENANCES: Final = ("rulebook", "published", "reconstructed")
LISTS: Final = {
    "tables": ("terrain", "alignment", "ability", "race", "army", "spell", "office"), "monsters": ("monster",),
    "items": ("item",), "discoveries": ("discovery",), "features": ("feature",), "titles": ("title",),
    "nations": ("nation",),
}  # fmt: skip
"""By file: its lists of rows, each of which states its source."""
TERRAIN: Final = {
    "plain": (6, 50, [5, 10], 10), "desert": (2, 25, [5, 10], 15), "jungle": (4, 10, [3, 6], 25),
    "forest": (5, 15, [3, 6], 20), "mountain": (5, 15, [1, 3], 15), "sea": (1, 25, [5, 10], 5),
}  # fmt: skip
"""Average tax, exploration, line, random encounter (1.6, 13.9)."""
CLAUSES: Final = 551
TWO_APART: Final = {"europe": 3, "earth": 2}
"""By map: minimum number of provinces between two homes (1.1, 12.3)."""


class Data(msgspec.Struct):
    """Data to check: files by name, maps, nations, drawings."""

    files: dict[str, dict[str, Any]]
    charts: dict[str, RealMap]
    nations: tuple[Nation, ...]
    faces: dict[str, Any]
    silhouettes: dict[str, str]


def read_data() -> Data:
    """Return the data that comes with the game."""
    return Data(
        files={name: DATA.read_toml(f"{name}.toml") for name in (*LISTS, "clauses", "rulings")},
        charts=dict(real_maps.CHARTS),
        nations=real_maps.NATIONS,
        faces=DATA.read_toml("faces.toml"),
        silhouettes=DATA.read_silhouettes(),
    )


def clauses(data: Data) -> Iterator[str]:
    """Check that every rule is listed once, with a summary, and that rulings exist."""
    yield from clause_problems(data.files["clauses"]["clause"], data.files["rulings"]["ruling"], CLAUSES)


def provenance(data: Data) -> Iterator[str]:
    """Check that every row states whether it is from the rulebook, published, or ours."""
    yield from provenance_problems(
        [
            (f"{file}.toml: {kind} {row.get('name')}", row)
            for file, kinds in LISTS.items()
            for kind in kinds
            for row in data.files[file][kind]
        ],
        PROVENANCES,
    )


def terrains(data: Data) -> Iterator[str]:
    """Check the Terrain Table (1.6).

    The ten taxes have the printed average and lie between 0 and 10 (1.1).
    """
    rows = {row["name"]: row for row in data.files["tables"]["terrain"]}
    if list(rows) != list(TERRAIN):
        yield f"the terrains are {list(rows)}"
        return
    for name, (tax, explore, line, encounter) in TERRAIN.items():
        row = rows[name]
        if mean(row["tax"]) != tax or not all(0 <= each <= 10 for each in row["tax"]):
            yield f"{name}: taxes of {row['tax']}, whose average is not {tax}"
        if (row["explore"], row["line"], row["encounter"]) != (explore, line, encounter):
            yield f"{name}: its row is not that of 1.6"


def maps(data: Data) -> Iterator[str]:
    """Check names, straits and isthmuses of the maps (12.3).

    Names are on lands or islands, straits between lands that touch, and isthmuses separate two seas.
    """
    for name, chart in data.charts.items():
        grid = atlas(name)
        if chart.ice != grid.ice:
            yield f"{name}: the ice is not where nobody can go"
        for place, called in chart.names.items():
            if place < 0 or (chart.terrains[place] == tables.SEA and chart.coasts[place] < 0):
                yield f"{name}: {called} lies in the sea"
        for a, b in sorted(chart.blue):
            if b not in grid.neighbours[a] or tables.SEA in (chart.terrains[a], chart.terrains[b]):
                yield f"{name}: no zone of water can lie between {grid.numbers[a]} and {grid.numbers[b]}"
        for place in sorted(chart.canals):
            seas = [near for near in grid.neighbours[place] if chart.terrains[near] == tables.SEA]
            if not any(b not in grid.neighbours[a] for a in seas for b in seas if a != b):
                yield f"{name}: {grid.numbers[place]} is not an isthmus"


def homes(data: Data) -> Iterator[str]:
    """Check that nations begin on lands of their map, apart, with bonuses to abilities.

    See 12.2, 12.3.
    """
    for name, chart in data.charts.items():
        mine = [nation for nation in data.nations if nation.map == name and nation.home >= 0]
        for nation in mine:
            if chart.terrains[nation.home] == tables.SEA:
                yield f"{nation.name} begins in the sea"
            if not nation.bonus or not all(1 <= levels <= 2 for levels in nation.bonus.values()):
                yield f"{nation.name} brings no bonus, or too much"
        for at, one in enumerate(mine):
            for two in mine[:at]:
                if atlas(name).distance(one.home, two.home) < TWO_APART[name]:
                    yield f"{one.name} and {two.name} begin too near to each other"


def drawings(data: Data) -> Iterator[str]:
    """Check that every army type and kind of feature has a silhouette, and none is unused."""
    wanted = {data.faces["king"], data.faces["hero"], data.faces["capital"], data.faces["canal"]}
    for kind, names in (("army", tables.ARMY_CODES), ("feature", [feature.name for feature in tables.FEATURES])):
        if sorted(data.faces[kind]) != sorted(names):
            yield f"faces.toml: the faces of {kind} are not those of the tables"
        wanted |= set(data.faces[kind].values())
    for name in sorted(wanted ^ set(data.silhouettes)):
        yield f"the silhouette {name} is missing, or is there for nothing"


validate: Final = Checks(read_data, (clauses, provenance, terrains, maps, homes, drawings))
