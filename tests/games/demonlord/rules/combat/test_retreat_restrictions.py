"""Hexes closed to the retreats of either side."""

from __future__ import annotations

import pytest

from games.demonlord.positions import CAPITALS, DEMON, HOSAR, place, unit, units
from palatine.games.demonlord.components.pieces import CLASS
from palatine.games.demonlord.components.world import hex_id, hex_name
from palatine.games.demonlord.rules.combat.retreat_restrictions import is_cornered
from palatine.games.demonlord.rules.combat.retreats import RetreatingGroup, hexes_ahead

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


@pytest.mark.clause("RET-07", "RET-10", "RET-12")
@pytest.mark.parametrize(
    ("key", "points", "ways"),
    [
        ("DA-bowmen", 1, set()),
        ("DA-bowmen", 2, {"1215", "1115", "1114"}),
        ("DA-bowmen", 3, {"1215", "1115", "1114", "1213"}),
        ("DA-knights", 2, {"1215"}),
        ("DA-knights", 3, {"1215", "1115", "1114"}),
        ("DA-knights", 4, {"1215", "1115", "1114", "1213"}),
    ],
)
def test_a_troop_goes_on_where_its_own_points_take_it(key: str, points: int, ways: set[str]) -> None:
    """On foot 1213 costs three points and the others two.

    For cavalry 1215 costs two and 1213 four.
    """
    state = place("turn 2\n1214 Hosar: DA-bowmen, DA-knights\n" + CAPITALS)
    state.control = {}
    here = hex_id("1214")
    retreating = RetreatingGroup(
        HOSAR, here, tuple(units("DA-bowmen", "DA-knights")), (), (0, 0), (here,), CLASS[unit("DA-bowmen")]
    )
    assert {hex_name(h) for h in hexes_ahead(state, retreating, (CLASS[unit(key)], points))} == ways
    assert {hex_name(h) for h in hexes_ahead(state, retreating)} == {"1215", "1115", "1114", "1213"}
