"""Game checks of Dark Emperor for the tests (see `palatine.testing.GameChecks`)."""

from __future__ import annotations

from typing import Any

from games.dark_emperor.endgame import mutate_to_endgame
from games.dark_emperor.invariants import invariants
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.testing import GameChecks


def losses(before: DarkEmperorState, after: DarkEmperorState, key: tuple[str, Any]) -> dict[str, int]:
    """Return the number of units eliminated in the hex of a battle or of attrition, by seat."""
    purpose, about = key
    h = about if purpose == "combat" else before.where[about]
    lost = dict.fromkeys(before.seats, 0)
    for entry in after.journal or ():
        if entry.kind.startswith("eliminated") and entry.data["hex"] == h:
            lost[before.seats[before.side(entry.data["unit"])]] += 1
    return lost


CHECKS = GameChecks("palatine.games.dark_emperor", invariants, mutate_to_endgame, losses=losses)
