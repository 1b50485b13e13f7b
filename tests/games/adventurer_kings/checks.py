"""Game checks of Adventurer Kings for the tests (see `palatine.testing.GameChecks`)."""

from __future__ import annotations

from games.adventurer_kings.endgame import mutate_to_endgame
from games.adventurer_kings.invariants import invariants
from palatine.testing import GameChecks

# In Europe, neighbours read the name and the contact that a King chose in the first turn (12.2). Determinized states
# keep the names of Kings who have met.
ANNOUNCED = ("neighbour", "neighbour-silent")

CHECKS = GameChecks("palatine.games.adventurer_kings", invariants, mutate_to_endgame, announced=ANNOUNCED)
