"""What only the tests of Lord and Master know of its positions (see `palatine.testing.GameChecks`)."""

from __future__ import annotations

from games.lord_and_master.endgame import mutate_to_endgame
from games.lord_and_master.invariants import invariants
from palatine.testing import GameChecks

CHECKS = GameChecks("palatine.games.lord_and_master", invariants, mutate_to_endgame)
