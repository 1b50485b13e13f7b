"""A finished match, for what is told of it."""

from __future__ import annotations

from random import Random

import pytest

from guided import FORD
from palatine import registry
from palatine.table import House
from table.helpers import Table, sit


@pytest.fixture
def over(house: House) -> Table:
    """Guided Ford, played to its end by any legal actions."""
    registry.register("guided", FORD)
    table = sit(house, "guided", forced=False)
    table.play(Random(4))
    return table
