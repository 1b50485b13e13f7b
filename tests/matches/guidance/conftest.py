"""A finished match, for what is told of it."""

from __future__ import annotations

from random import Random

import pytest

from guided import FORD
from matches.helpers import Table, sit
from palatine import registry
from palatine.matches import MatchService


@pytest.fixture
def over(house: MatchService) -> Table:
    """Guided Ford, played to its end by any legal actions."""
    registry.register("guided", FORD)
    table = sit(house, "guided", forced=False)
    table.play(Random(4))
    return table
