"""Maps of the real world, Europe and Earth, from their files (12.2, 12.3)."""

from __future__ import annotations

from typing import Final

import msgspec

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import Atlas, atlas
from palatine.games.adventurer_kings.components.tables import DATA

ICE: Final = "I"


class RealMap(msgspec.Struct, frozen=True):
    """A map by place.

    * `coasts`: the second terrain of islands, otherwise -1.
    * `blue`: pairs of places, the lower first.
    """

    terrains: tuple[int, ...]
    coasts: tuple[int, ...]
    ice: frozenset[int]
    blue: frozenset[tuple[int, int]]
    canals: frozenset[int]
    names: dict[int, str]


def read_chart(scenario: str) -> RealMap:
    """Return the map of a scenario. Raises ValueError for an invalid line."""
    grid = atlas(scenario)
    rows: list[str] = []
    blue, canals, names = set(), set(), {}
    for line in DATA.read_lines(f"{scenario}.txt"):
        word, _, rest = line.partition(" ")
        if word == "blue":
            blue.add(_edge(grid, *map(int, rest.split())))
        elif word == "canal":
            canals.add(grid.place(int(rest)))
        elif word.isdigit():
            names[grid.place(int(word))] = rest
        else:
            rows.append(line)
    return _chart(grid, rows, frozenset(blue), frozenset(canals), names)


def _edge(grid: Atlas, one: int, two: int) -> tuple[int, int]:
    a, b = sorted((grid.place(one), grid.place(two)))
    return a, b


def _chart(
    grid: Atlas, rows: list[str], blue: frozenset[tuple[int, int]], canals: frozenset[int], names: dict[int, str]
) -> RealMap:
    if [len(row) for row in rows] != [grid.columns] * grid.rows:
        raise ValueError(f"a map of {grid.columns} by {grid.rows} letters has other rows: {rows}")
    letters = [rows[place % grid.rows][place // grid.rows] for place in range(grid.size)]
    ice = frozenset(place for place, letter in enumerate(letters) if letter == ICE)
    island = [letter.islower() for letter in letters]
    return RealMap(
        tuple(tables.SEA if island[p] or p in ice
              else tables.TERRAIN_LETTER.index(letters[p]) for p in range(grid.size)),
        tuple(tables.TERRAIN_LETTER.index(letters[p].upper()) if island[p] else -1 for p in range(grid.size)),
        ice, blue, canals, names,
    )  # fmt: skip


CHARTS: Final = {scenario: read_chart(scenario) for scenario in ("europe", "earth")}


class Nation(msgspec.Struct, frozen=True):
    """A historical nation.

    * `home`: its place, -1 for Atlantis.
    * `bonus`: levels by ability.
    """

    name: str
    map: str
    home: int
    bonus: dict[int, int]
    discoveries: tuple[int, ...]


_DISCOVERY: Final = {discovery.name: number for number, discovery in enumerate(tables.DISCOVERIES)}
NATIONS: Final = tuple(
    Nation(
        row["name"], row["map"], atlas(row["map"]).place(row["home"]),
        {tables.ability(code): levels for code, levels in row["bonus"].items()},
        tuple(_DISCOVERY[name] for name in row.get("discoveries", ())),
    )
    for row in DATA.read_toml("nations.toml")["nation"]
)  # fmt: skip


def nations(scenario: str) -> tuple[Nation, ...]:
    """Return the nations that Kings can choose on a map."""
    return tuple(nation for nation in NATIONS if nation.map == scenario)


def nation_named(scenario: str, text: str) -> int:
    """Return the index of a nation by name, with or without article; -1 for none."""
    wanted = text.casefold().removeprefix("the ")
    names = [nation.name.casefold().removeprefix("the ") for nation in nations(scenario)]
    return names.index(wanted) if wanted in names else -1
