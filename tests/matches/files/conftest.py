"""Fixture of a finished match."""

from __future__ import annotations

from random import Random

import pytest

from matches.helpers import Table, clash, sit
from palatine.matches import MatchServices


@pytest.fixture
def played(services: MatchServices) -> Table:
    return finished(services)


def finished(services: MatchServices) -> Table:
    """Play a match to its end, with an undo, a seat lent to a bot, and dice rolls."""
    table = sit(services, options={"days": 12}, forced=False)
    table.act("North", "piece", 1)
    table.undo("North")
    clash(table)
    services.seats.lend_to_bot(table.match, table.key("South"), "recruit")
    table.play(Random(1), 3)
    if services.matches.info(table.match).status == "playing":
        services.seats.take_back(table.match, table.key("South"))
    table.play(Random(2))
    return table
