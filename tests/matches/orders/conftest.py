"""Fixture of a match with secret orders."""

from __future__ import annotations

import pytest

from matches.valley import Valley, valley
from palatine.matches import MatchServices


@pytest.fixture
def two(services: MatchServices) -> Valley:
    return valley(services)
