"""Helpers that read reports and their parts for the tests of Adventurer Kings."""

from __future__ import annotations

import re

from games.adventurer_kings.positions.realm import NATIVE, know, new_state, order, put_army, put_person, run
from palatine.core import Entry, Report, Section
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State


def report(s: State, entries: list[Entry] | None = None, seat: str | None = "King 1") -> Report:
    return GAME.report(s, seat, run(s) if entries is None else entries)


def section(found: Report, name: str) -> Section:
    return next(each for each in found.sections if each.id == name)


def rows(found: Report, name: str, table: int = 0) -> list[dict[str, str]]:
    grid = section(found, name).grids[table]
    return [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]


def prose(found: Report, name: str) -> str:
    return " ".join(section(found, name).paragraphs)


def a_battle(attackers: int = 3, defenders: int = 2) -> State:
    s = new_state()
    general = put_person(s, "Falk", 0, 504, "TA2 MA2")
    for _ in range(attackers):
        put_army(s, "LE", 0, 504, leader=general)
    for _ in range(defenders):
        put_army(s, "PH", NATIVE, 503)
    know(s, 0, 503, owner=NATIVE)
    order(s, general, 1, "MO 503")
    return s


def plain(text: str) -> str:
    """Return a text on one line without province numbers, which reports give only once."""
    return re.sub(r" \(\d+\)", "", " ".join(text.split()))
