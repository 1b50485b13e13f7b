"""Does `data/` agree with the rulebook? `printed` and `printed_map` are its facts; `map` and `pieces` have the checks,
`coast` measures how the coast is drawn.
"""

from __future__ import annotations

from palatine.games.dark_emperor.validation import map as the_map
from palatine.games.dark_emperor.validation import pieces


def validate() -> list[str]:
    """Everything in the data which contradicts the rulebook or itself."""
    return [*the_map.validate_map(), *pieces.validate_pieces()]
