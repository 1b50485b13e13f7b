"""A finished match, for what is told of it."""

from __future__ import annotations

from random import Random

import pytest

from guided import FORD
from matches.helpers import Table, sit
from palatine import registry
from palatine.matches import MatchServices


@pytest.fixture
def over(services: MatchServices) -> Table:
    """Guided Ford, played to its end by any legal actions."""
    registry.register("guided", FORD)
    table = sit(services, "guided", forced=False)
    table.play(Random(4))
    return table
