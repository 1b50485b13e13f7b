"""Battles that are not fought, and what was laid for them (10.2, 12.0; rulings A-110, A-116)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import FIELD, cast, fight, meeting
from games.elric.positions.board import asked, piece, put
from palatine.games.elric.rules.combat.participants import battle_number, pending


def two_foes() -> Any:
    """Jagreen Lern meets Melniboneans of one player, who will not fight his, and a stack of another."""
    s = meeting(FIELD, ["Yishana", "Yyrkoon", "Jagreen Lern"], ["Dyvim Slorm"])
    put(s, 2, FIELD, "Naclon", ("Vilmir", 9))
    return s


@pytest.mark.clause("10.2b", "9.2e")
def test_a_spell_laid_for_a_battle_that_is_called_off_comes_back_before_the_next() -> None:
    """Its magician fights in the next battle: Yishana 3, Yyrkoon 5, Jagreen Lern 5."""
    s = two_foes()
    cast(s, Jagreen_Lern="Arioch")
    first = next(battle for battle in pending(s) if battle.defender == 1)
    s.meant = {piece("Jagreen Lern"): battle_number(first)}
    s = fight(s)
    assert asked(s) == ("ChooseFoe", 0)
