"""Does `data/` agree with the rulebook? `printed` are its facts, `map` and `pieces` have the checks."""

from __future__ import annotations

from palatine.games.elric.validation import map as the_map
from palatine.games.elric.validation import pieces


def validate() -> list[str]:
    """Everything in the data which contradicts the rulebook or itself."""
    return [*the_map.validate(), *pieces.validate()]
