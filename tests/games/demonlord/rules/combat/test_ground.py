"""Effects of battle terrain on melee values, and the clauses of hits and misses."""

from __future__ import annotations

import pytest

from games.demonlord.positions import MELEE, MISS, MISSILES, drawn_up, fight, parts, told
from palatine.games.demonlord.components.tables import MELEE_CAVALRY, MELEE_PHASING, MELEE_PHASING_CAVALRY
from palatine.games.demonlord.components.world import MOUNTAINS

FOOT, HORSE = "DA-bowmen", "DA-knights"
ON_FOOT, MOUNTED = MELEE_PHASING[MOUNTAINS], MELEE_PHASING[MOUNTAINS] + MELEE_PHASING_CAVALRY[MOUNTAINS]


@pytest.mark.clause("BAT-28")
@pytest.mark.parametrize(
    ("key", "phase", "effect"),
    [(FOOT, "Hosar", ON_FOOT), (HORSE, "Hosar", MOUNTED), (FOOT, "Demon", 0), (HORSE, "Demon", 0)],
)
def test_only_phasing_cavalry_is_hindered_twice_by_mountains(key: str, phase: str, effect: int) -> None:
    """The figures are reconstructed.

    A ruling adds the effects of mode and side.
    """
    assert MELEE_CAVALRY[MOUNTAINS] == 0
    state = drawn_up(f"{key} : ER-goblins", terrain=MOUNTAINS, phase=phase, start=MELEE)
    state = fight(state, rolls=[MISS] * 2)
    assert sum(amount for amount, clause in parts(state, key) if clause == "BAT-28") == effect


@pytest.mark.clause("BAT-27")
def test_the_dice_of_missiles_and_melee_rest_on_the_rule_of_attacks() -> None:
    state = fight(drawn_up("DA-bowmen : ER-goblins", start=MISSILES), rolls=[MISS] * 4)
    assert {entry.clauses for entry in told(state, "miss")} == {("BAT-27",)}
