"""Fixture of a finished match for the tests of guidance."""

from __future__ import annotations

from random import Random

import pytest

from guided import FORD
from matches.helpers import Table, sit
from palatine import registry
from palatine.matches import MatchServices


@pytest.fixture
def over(services: MatchServices) -> Table:
    """Return a match of guided Ford, played to its end with random legal actions."""
    registry.register("guided", FORD)
    table = sit(services, "guided", forced=False)
    table.play(Random(4))
    return table
