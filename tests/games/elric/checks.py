"""What only the tests of Elric know of its positions (see `palatine.testing.GameChecks`)."""

from __future__ import annotations

from games.elric.endgame import mutate_to_endgame
from games.elric.invariants import invariants
from palatine.testing import GameChecks

CHECKS = GameChecks("palatine.games.elric", invariants, mutate_to_endgame)
