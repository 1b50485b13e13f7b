"""Eaters, which take all enemies in the province, also outside battle (10.4, 16.1 to 16.6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import FIELD, cast, fight, go_on, meeting
from games.elric.positions.board import area, arm, armies_of, at, choose, new_state, piece, put, told
from palatine.games.elric.components.pieces import CHAOS_SHIELD
from palatine.games.elric.state import NOBODY

WILDS = "silent_n"


def found_in_the_wilds() -> Any:
    """Return a match in which Ohada's stack has found Dharmit's in the Silent Lands.

    Another stack of Jharkor and one of Vilmir are hidden there.
    """
    s = new_state()
    put(s, 0, WILDS, "Ohada", "Fadan")
    put(s, 1, WILDS, "Dharmit", ("Jharkor", 1))
    put(s, 1, WILDS, "Yishana", ("Jharkor", 2))
    put(s, 2, WILDS, "Naclon", ("Vilmir", 1))
    put(s, 2, "Old Hrolmar", "Avan Astram")
    put(s, 1, "Dhakos", "Admiral of Jharkor")
    here = area(WILDS)
    s.found = ((here, 1, s.bands[piece("Dharmit")], s.bands[piece("Ohada")]),)
    return s


@pytest.mark.clause("16.1j", "16.3m", "10.4c", "8.0j")
def test_in_the_wilderness_stacks_that_were_not_found_are_eaten_too() -> None:
    """All enemy army units in the province are eliminated; people roll to escape."""
    s = cast(found_in_the_wilds(), Ohada="Noose of Flesh")
    s = fight(s, 6, 1, *[("escape", 6)] * 3)
    assert [s.where[p] >= 0 for p in (*armies_of("Jharkor")[:3], *armies_of("Vilmir")[:1])] == [False] * 4
    failed = {entry.data["piece"] for entry in told(s, "escape.fails")}
    assert failed == {piece("Dharmit"), piece("Yishana"), piece("Naclon")}


@pytest.mark.clause("16.8a", "16.2n")
def test_the_chaos_shield_covers_its_own_stack_and_no_other() -> None:
    """Kyreenee is a spell of Chaos.

    Yishana's stack has the Shield, Dharmit's does not.
    """
    s = cast(found_in_the_wilds(), Ohada="Kyreenee")
    arm(s, "Yishana", CHAOS_SHIELD)
    s = fight(s, 6, 1, *[("escape", 6)] * 2)
    assert [s.where[p] >= 0 for p in armies_of("Jharkor")[:3]] == [False, True, True]
    assert at(s, "Yishana") != at(s, "Dharmit")
    assert told(s, "shielded")


@pytest.mark.clause("16.3m", "10.4c")
def test_a_third_player_in_the_province_loses_too_and_nobodys_units_do_not() -> None:
    s = cast(meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit", ("Jharkor", 1)]), Ohada="Noose of Flesh")
    put(s, 2, FIELD, "Naclon", ("Vilmir", 1))
    put(s, 2, "Old Hrolmar", "Avan Astram")
    put(s, 1, "Dhakos", "Yishana")
    put(s, NOBODY, FIELD, "Elric")
    s = go_on(choose(fight(s), "against", 1), 6, 1, *[("escape", 6)] * 2)
    assert {entry.data["piece"] for entry in told(s, "escape.fails")} == {piece("Dharmit"), piece("Naclon")}
    assert [s.where[p] >= 0 for p in (*armies_of("Jharkor")[:1], *armies_of("Vilmir")[:1])] == [False, False]
    assert at(s, "Elric") == "Northern Jharkor"
