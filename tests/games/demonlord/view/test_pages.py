"""The page of rules, which cites existing clauses and agrees with the data."""

from __future__ import annotations

import re

from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.tables import (
    BATTLE_SIZE,
    CAVALRY,
    FOOT,
    SURRENDER,
    WINGED,
    ground_cost,
    siege_column,
)
from palatine.games.demonlord.components.world import LAKE, TERRAIN_NAMES

PAGE = GAME.pages["rules"]


def rows(heading: str) -> dict[str, list[str]]:
    """Return the rows of a table under a heading, by their first cells."""
    _, _, rest = PAGE.partition(heading)
    table = rest.split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    return {name: row for first, *row in cells for name in first.split(", ")}


def test_every_clause_it_names_is_there() -> None:
    named = set(re.findall(r"\[([A-Z]+-\d+)\]", PAGE))
    assert len(named) > 120
    assert named <= set(GAME.clauses)


def test_its_ground_costs_and_sizes_are_those_of_the_data() -> None:
    costs, sizes = rows("| ground | foot"), rows("| ground | troops a side")
    for terrain, name in TERRAIN_NAMES.items():
        if terrain != LAKE:
            assert costs[name] == [str(ground_cost(cls, terrain)) for cls in (FOOT, CAVALRY, WINGED)]
            assert sizes[name][0] == str(BATTLE_SIZE[terrain])


def test_its_siege_table_is_that_of_the_data() -> None:
    for first, (assault, invest) in rows("| total | assault").items():
        totals = [int(number) for number in re.findall(r"\d+", first)]
        for total in totals:
            for told, is_assault in ((assault, True), (invest, False)):
                results = [siege_column(is_assault, besieger)[total] for besieger in (True, False)]
                assert told == ", ".join(["surrender" if each == SURRENDER else str(each) for each in results])
