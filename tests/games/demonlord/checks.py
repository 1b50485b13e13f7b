"""What only the tests of Demonlord know of its positions (see `palatine.testing.GameChecks`)."""

from __future__ import annotations

from games.demonlord.endgame import mutate_to_endgame
from games.demonlord.invariants import invariants
from palatine.testing import GameChecks

CHECKS = GameChecks("palatine.games.demonlord", invariants, mutate_to_endgame)
