"""Game checks of Lord and Master for the tests (see `palatine.testing.GameChecks`)."""

from __future__ import annotations

from typing import Any

from games.lord_and_master.endgame import mutate_to_endgame
from games.lord_and_master.invariants import invariants
from palatine.games.lord_and_master.state import State
from palatine.testing import GameChecks


def losses(before: State, after: State, key: tuple[str, Any]) -> dict[str, int]:
    """Return the number of units destroyed or captured, by seat."""
    kept = {n for n, unit in after.units.items() if unit.captor is None}
    lost = [unit.owner for n, unit in before.units.items() if unit.captor is None and n not in kept]
    return {seat: lost.count(owner) for owner, seat in enumerate(before.seats)}


CHECKS = GameChecks("palatine.games.lord_and_master", invariants, mutate_to_endgame, losses=losses)
