"""A finished match."""

from __future__ import annotations

from random import Random

import pytest

from matches.helpers import Table, clash, sit
from palatine.matches import MatchService


@pytest.fixture
def played(house: MatchService) -> Table:
    return finished(house)


def finished(house: MatchService) -> Table:
    """A finished match with an undo, a hand-over and rolls."""
    table = sit(house, options={"days": 12}, forced=False)
    table.act("North", "piece", 1)
    table.undo("North")
    clash(table)
    house.hand_over(table.match, table.key("South"), "recruit")
    table.play(Random(1), 3)
    if house.table(table.match).status == "playing":
        house.take_back(table.match, table.key("South"))
    table.play(Random(2))
    return table
