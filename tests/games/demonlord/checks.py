"""Game checks of Demonlord for the tests (see `palatine.testing.GameChecks`)."""

from __future__ import annotations

from typing import Any

from games.demonlord.endgame import mutate_to_endgame
from games.demonlord.invariants import invariants
from palatine.games.demonlord.recap.measures import unit_counts
from palatine.games.demonlord.state import DemonlordState
from palatine.testing import GameChecks


def losses(before: DemonlordState, after: DemonlordState, key: tuple[str, Any]) -> dict[str, int]:
    """Return the number of units destroyed, by seat.

    For a roll of kind "party", return the number of units taken prisoner instead (CAP-06).
    """
    if key[0] != "party":
        remaining = unit_counts(after)
        return {seat: count - remaining[seat] for seat, count in unit_counts(before).items()}
    taken = [u for entry in after.journal or () if entry.kind == "capture.taken" for u in entry.data["units"]]
    return {seat: len([u for u in taken if before.side_of(u) == side]) for side, seat in enumerate(before.seats)}


CHECKS = GameChecks("palatine.games.demonlord", invariants, mutate_to_endgame, losses=losses)
