"""How the captain keeps up with his neighbours: whose land is whose is seen only by those who look (3.1, 3.14)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.bot_map import Chart
from palatine.games.adventurer_kings.bot_year import Year
from palatine.games.adventurer_kings.turn import PHASES

WORTH_A_LOOK: Final = 2
"""Foreign neighbours of which nothing was heard this year, from which on somebody looks about."""


def watch(chart: Chart, year: Year) -> None:
    """Who ends the year on a border spies there in its last phase: so the coming year's targets are known."""
    seen: set[int] = set()
    for n in sorted(year.people, key=lambda n: (-len(border(chart, year.end(n))), n)):
        new = border(chart, year.end(n)) - seen
        if len(new) >= WORTH_A_LOOK and year.give(n, o.Spy(), PHASES):
            seen |= new


def border(chart: Chart, place: int) -> set[int]:
    """The neighbours of a province that are not his, whose owners may have changed since he heard of them."""
    s = chart.s
    return {near for near in s.atlas.neighbours[place] if near not in chart.own and not chart.is_sea(near)}
