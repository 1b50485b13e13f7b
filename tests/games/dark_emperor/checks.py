"""What only the tests of Dark Emperor know of its positions (see `palatine.testing.GameChecks`)."""

from __future__ import annotations

from games.dark_emperor.endgame import mutate_to_endgame
from games.dark_emperor.invariants import invariants
from palatine.testing import GameChecks

CHECKS = GameChecks("palatine.games.dark_emperor", invariants, mutate_to_endgame)
