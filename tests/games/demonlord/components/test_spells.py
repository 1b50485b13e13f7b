"""The spell markers as loaded for the rules."""

from __future__ import annotations

import pytest

from palatine.games.demonlord.components import spells
from palatine.games.demonlord.components import world as c

PLAYERS = (c.HOSAR, c.DEMON)


@pytest.mark.clause("MAG-06")
def test_seven_markers_a_side_five_of_them_shared() -> None:
    hosar, demon = (set(spells.MARKERS[player]) for player in PLAYERS)
    assert len(spells.MARKERS[c.HOSAR]) == len(spells.MARKERS[c.DEMON]) == 7
    assert hosar & demon == {spells.VISION, spells.CLOAK, spells.FORCEMARCH, spells.EARTHPIT, spells.SPELLGATE}
    assert hosar - demon == {spells.LIGHT, spells.RAINS}
    assert demon - hosar == {spells.DARKNESS, spells.NECROMON}
    assert spells.SPELLS[spells.NECROMON] == "Necromon"


@pytest.mark.clause("MAG-11")
def test_the_power_on_a_marker_may_differ_between_the_sides() -> None:
    power = {spells.SPELLS[s]: tuple(spells.SPELL_POWER[player][s] for player in PLAYERS) for s in range(9)}
    assert power == {
        "Vision": (2, 2),
        "Cloak": (2, 2),
        "Forcemarch": (3, 4),
        "Earthpit": (4, 3),
        "Spellgate": (4, 4),
        "Darkness": (0, 2),
        "Necromon": (0, 5),
        "Light": (2, 0),
        "Rains": (4, 0),
    }


@pytest.mark.clause("MAG-14", "MAG-15")
def test_spells_of_power_two_and_three_work_on_five_others_on_four() -> None:
    for player in PLAYERS:
        for spell in spells.MARKERS[player]:
            assert spells.SPELL_LIMIT[player][spell] == (5 if spells.SPELL_POWER[player][spell] <= 3 else 4)
    assert spells.SPELL_LIMIT[c.HOSAR][spells.FORCEMARCH] == 5
    assert spells.SPELL_LIMIT[c.DEMON][spells.FORCEMARCH] == 4
    assert spells.EARTHPIT_PENALTY == 2
