"""Transitions: what must follow from a change does, where two rules meet, and no other function writes the fields."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    FIGHT,
    HOSAR,
    LEAVING,
    WITHDRAW,
    actions,
    at,
    cast_and_pass,
    do,
    drawn_up,
    fight,
    hexes,
    idle,
    march,
    place,
    points,
    seat,
    step,
    through,
    told,
    unit,
    units,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.world import AH, AN, LY, hex_id
from palatine.games.demonlord.rules.magic.procedure import GATE
from palatine.games.demonlord.rules.realm.reinforcements import Enter
from palatine.games.demonlord.state import PRISONER

GATES = "spells of Hosar: Spellgate\nspells of Demon: Spellgate\n"

# Two ends at once

BOTH_LEAVE = f"serves: [0,1,2,2,2]\nwaver: [{AH},{AN}]\ncontrol 1401: Hosar\ncontrol 1702: Demon\n"
TIMUR_AND_NISSHAR = (
    "0610 Hosar: AH-cragsmen-1\n0610 Demon: ER-goblins\n1812 Demon: AN-lizard-warriors-1\n1812 Hosar: DA-knights\n"
)


def both_leave(text: str, more: str = "") -> Any:
    """Altu'han leaves Hosar and the Ancients leave the Demon in one alliance check."""
    state = place(f"turn 2\nphase Demon\nphase: 3\nstep AllianceAttempt\n{more}{BOTH_LEAVE}{text}")
    return state


@pytest.mark.clause("END-01", "END-02", "ALLY-22", "ALLY-17")
def test_both_capitals_lost_in_one_alliance_check_are_a_tie_and_so_hosars() -> None:
    state = place(
        f"turn 2\nphase Demon\nphase: 3\nstep AllianceChecks\n{BOTH_LEAVE}{TIMUR_AND_NISSHAR}"
    )
