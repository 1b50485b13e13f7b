"""Matches of secret orders under way."""

from __future__ import annotations

import pytest

from matches.valley import Valley, valley
from palatine.matches import MatchService


@pytest.fixture
def two(house: MatchService) -> Valley:
    return valley(house)
