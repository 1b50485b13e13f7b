"""What the map of Earth adds: zones of water between lands, ice (12.3)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.state import State

BLUE: Final[dict[str, frozenset[tuple[int, int]]]] = {}
"""By scenario: pairs of places, the lower first, with a zone of water between them."""


def blue_edge(s: State, a: int, b: int) -> bool:
    """Whether there is sea between two lands that touch (12.3)."""
    return (min(a, b), max(a, b)) in BLUE.get(s.scenario, frozenset())
