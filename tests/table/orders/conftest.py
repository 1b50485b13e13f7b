"""Matches of secret orders under way."""

from __future__ import annotations

import pytest

from palatine.table import House
from table.valley import Valley, valley


@pytest.fixture
def two(house: House) -> Valley:
    return valley(house)
