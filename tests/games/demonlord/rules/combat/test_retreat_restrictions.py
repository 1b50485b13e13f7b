"""Where a retreat cannot go, whichever side retreats."""

from __future__ import annotations

import pytest

from games.demonlord.positions import CAPITALS, DEMON, HOSAR, place, unit
from palatine.games.demonlord.components.pieces import CLASS
from palatine.games.demonlord.components.world import hex_id
from palatine.games.demonlord.rules.combat.retreat_restrictions import is_cornered

WAYS = ("1213", "1215", "1114", "1115")
"""The ways out of 1214 that do not lead over alps."""
HIDING = {
    HOSAR: ("Demon", ("ER-lord-erush, ER-goblins", "NI-lord-nish, NI-goblins", "TN-priests, NI-archers",
                      "IK-prince-tor, ER-archers")),
    DEMON: ("Hosar", ("DA-duke-dansor, DA-knights", "TI-prince-timur, GU-men", "HO-bishop, GU-levy",
                      "ME-captain-dar, TI-spearmen")),
}  # fmt: skip


@pytest.mark.clause("RET-10", "RET-11")
@pytest.mark.parametrize(("side", "key"), [(HOSAR, "DA-bowmen"), (DEMON, "ER-foot-guards")])
def test_troops_hidden_on_every_way_leave_none_to_either_side(side: int, key: str) -> None:
    enemy, stacks = HIDING[side]
    lines = [f"{h} {enemy}: {those}\n" for h, those in zip(WAYS, stacks, strict=True)]
    here = hex_id("1214")
    assert is_cornered(place("turn 2\n" + "".join(lines) + CAPITALS), side, CLASS[unit(key)], here)
    assert not is_cornered(place("turn 2\n" + "".join(lines[1:]) + CAPITALS), side, CLASS[unit(key)], here)
