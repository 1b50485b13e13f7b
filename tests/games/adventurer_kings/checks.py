"""What only the tests of Adventurer Kings know of its positions (see `palatine.testing.GameChecks`)."""

from __future__ import annotations

from games.adventurer_kings.endgame import mutate_to_endgame
from games.adventurer_kings.invariants import invariants
from palatine.testing import GameChecks

CHECKS = GameChecks("palatine.games.adventurer_kings", invariants, mutate_to_endgame)
