"""Checks of `data/` against the rulebook.

`printed` and `printed_map` hold the facts of the rulebook, `map` and `pieces` the checks, and `coast` compares the
drawn coast with the hexsides.
"""

from __future__ import annotations

from palatine.games.dark_emperor.validation import map as the_map
from palatine.games.dark_emperor.validation import pieces


def validate() -> list[str]:
    """Return all contradictions of the data with the rulebook or within itself."""
    return [*the_map.validate_map(), *pieces.validate_pieces()]
