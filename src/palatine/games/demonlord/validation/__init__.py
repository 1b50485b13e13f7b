"""Checks of `data/` against the rulebook.

`printed` holds the facts of the rulebook; `map`, `pieces` and `tables` check the `files` against them.

The printed map, charts and counters are not fully known, so much of `data/` is reconstructed. Owners of the game are
invited to correct it. Each check takes the data as read and yields its problems in plain words. An empty list from
`validate()` means that nothing contradicts the rulebook.
"""

from __future__ import annotations

from typing import Final

from palatine.core.validation import Checks
from palatine.games.demonlord.validation import map as the_map
from palatine.games.demonlord.validation import pieces, tables
from palatine.games.demonlord.validation.files import GameFiles, read

validate: Final[Checks[GameFiles]] = Checks(read, (*the_map.CHECKS, *pieces.CHECKS, *tables.CHECKS))
