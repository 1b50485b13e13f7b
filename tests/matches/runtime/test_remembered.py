"""Cached views of a watched match, compared with views built from scratch."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from matches.helpers import Table, sit
from palatine.core import Refused
from palatine.matches import MatchServices
from palatine.matches.responses import JournalLine
from palatine.matches.runtime import projection

BOARD_GAMES = ("dark-emperor", "demonlord", "elric")
STEPS = 70


def step(table: Table, random: Random) -> None:
    """Play a legal action of the seat that is asked, or undo its last one."""
    info = table.services.matches.info(table.match)
    if random.random() < 0.2 and table.look(info.asked[0], info.version).can_undo:
        try:
            table.undo(info.asked[0])
        except Refused:  # it would have taught something
            pass
        else:
            return
    table.step(random)


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_with_undo_and_other_matches_in_between_every_view_is_the_plain_one(
    services: MatchServices, name: str, parts: int
) -> None:
    random = Random(f"remembered-{name}")
    tables = [sit(services, name), sit(services, name)]
    for _ in range(STEPS // parts):
        table = random.choice(tables)
        if services.matches.info(table.match).status != "playing":
            break
        step(table, random)
        loaded = services.runtime.open(table.match)
        for seat in (*loaded.names, None):
            assert loaded.view(seat) == loaded.game.view(loaded.state.copy(), seat)
    assert all(loaded.views.memory._kept for loaded in map(services.runtime.open, [each.match for each in tables]))


def looking_back(table: Table, seat: str, since: int) -> list[JournalLine]:
    """Return the lines after a version, merged with the earlier lines they may extend."""
    context = table.services.runtime
    loaded = context.open(table.match)
    records = context.records_after(loaded, max(0, since - projection.MAX_LOOK_BACK))
    found: list[Any] = projection.merge_visible_entries(
        loaded.game, projection.visible_entries(loaded, records, seat)
    )
    return [projection._render(loaded, seat, *each) for each in found if each.record.n > since]


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_lines_go_on_with_earlier_ones_though_nobody_looks_back_for_those_that_cannot(
    services: MatchServices, name: str, parts: int
) -> None:
    random = Random(f"lines-{name}")
    table = sit(services, name)
    joined = 0
    for _ in range(3 * STEPS // parts**2):
        if services.matches.info(table.match).status != "playing":
            break
        since = table.version
        table.step(random)
        for seat in table.made.keys:
            lines = list(table.look(seat, since).entries)
            assert lines == looking_back(table, seat, since)
            joined += any(line.stands_for for line in lines)
    assert joined or parts > 1
