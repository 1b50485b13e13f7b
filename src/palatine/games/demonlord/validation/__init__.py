"""Does `data/` agree with the rulebook? `printed` are its facts; `map`, `pieces` and `tables` hold `files` to them.

The printed map, charts and counters are not all known, so much of `data/` is reconstructed, and owners of the game
are invited to correct it. Each check takes the data, as read, and tells what is wrong with it in plain words; when
`validate()` gives an empty list, nothing in the rulebook is contradicted.
"""

from __future__ import annotations

from typing import Final

from palatine.core.validation import Checks
from palatine.games.demonlord.validation import map as the_map
from palatine.games.demonlord.validation import pieces, tables
from palatine.games.demonlord.validation.files import GameFiles, read

validate: Final[Checks[GameFiles]] = Checks(read, (*the_map.CHECKS, *pieces.CHECKS, *tables.CHECKS))
