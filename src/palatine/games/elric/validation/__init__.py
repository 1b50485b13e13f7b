"""Validation of `data/` against the rulebook: facts in `printed`, checks in `map`, `pieces`."""

from __future__ import annotations

from palatine.games.elric.validation import map as the_map
from palatine.games.elric.validation import pieces


def validate() -> list[str]:
    """Return all contradictions within the data, and between the data and the rulebook."""
    return [*the_map.validate(), *pieces.validate()]
