"""The checks of the game for the test tools.

Everyone reads who collects, and no view shows it.
"""

from __future__ import annotations

from palatine.testing import GameChecks

CHECKS = GameChecks("palatine.testing.examples.tithe", announced=("collects",))
