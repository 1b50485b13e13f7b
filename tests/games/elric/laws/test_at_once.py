"""Laws of simultaneous events, whose order does not matter, and of immunity."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.elric.positions.battles import FIELD, cast, meeting
from games.elric.positions.board import advance, arm, new_state, put
from palatine.games.elric.components.pieces import CHAOS_SHIELD
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS, SPELLS
from palatine.games.elric.components.tables import BALANCE_ARM
from palatine.games.elric.rules.characters.solo_fights import is_shielded
from palatine.games.elric.rules.combat import battle_spells
from palatine.games.elric.rules.combat.battles import Battles
from palatine.games.elric.rules.combat.participants import WORKS, the_battle, update_battle
from palatine.games.elric.rules.combat.spell_laying import EATS
from palatine.games.elric.rules.common.balance import shift_by_spells
from palatine.games.elric.state import ElricState


@pytest.mark.clause("9.4c", "10.5c")
@pytest.mark.parametrize("seed", range(40))
def test_the_spells_of_a_battle_shift_the_balance_alike_in_any_order(seed: int) -> None:
    random = Random(seed)
    used = random.sample(range(SPELLS), random.randint(2, 6))
    balance = random.randint(-BALANCE_ARM, BALANCE_ARM)
    found = set()
    for _ in range(6):
        s = new_state()
        s.balance = balance
        shift_by_spells(s, random.sample(used, len(used)))
        found.add((s.balance, s.tipped, s.ends))
    assert len(found) == 1


OURS = ("Ohada", "Priest of Vilmir", "Mage of Lormyr")
THEIRS = ("Wizard of Jharkor", "Alchemist of Ilmiora", "Sorcerer of Dharijor")
EATERS = ("Kyreenee", "Noose of Flesh", "Mirror of Memory")
OTHERS = ("Arkyn", "Arioch", "Grome")


def meal(random: Random) -> Any:
    """Return a battle of two stacks with Eaters and a third player's stack beside them.

    A random piece bears the Chaos Shield.
    """
    s = meeting(
        FIELD,
        [*OURS, "Fadan", ("Shazaar", random.randint(1, 4))],
        [*THEIRS, "Dharmit", ("Jharkor", random.randint(1, 4))],
    )
    put(s, 2, FIELD, "Yaris", ("Pikarayd", 2))
    for seat, spare in enumerate(("Jiku", "Naclon", "Hilran")):
        put(s, seat, ("Raschil", "Jadmar", "Banarva")[seat], spare)
    cards = [*random.choice((EATERS, EATERS[:2], EATERS[:1])), *random.sample(OTHERS, 1)]
    casters = random.sample((*OURS, *THEIRS), len(cards))
    for who, card in zip(casters, cards, strict=True):
        cast(s, **{who.replace(" ", "_"): card})
    arm(s, random.choice((*OURS, *THEIRS, "Fadan", "Dharmit", "Yaris")), CHAOS_SHIELD)
    return s


def fallen(s: ElricState) -> tuple[Any, ...]:
    return [*s.where], dict(s.ship), {*the_battle(s).fallen}


@pytest.mark.clause("10.4c", "10.4d", "16.8a")
def test_eaters_of_both_sides_eat_at_once_and_those_of_chaos_nobody_under_the_shield(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, eaten, spared = battle_spells.apply_eaters, [], []

    def watched(s: ElricState, battle: Any) -> None:
        twin = s.copy()
        real(twin, update_battle(twin, casts=battle.casts[::-1]))
        covered = [p for p, place in enumerate(s.where) if place >= 0 and is_shielded(s, p)]
        before = fallen(s)
        real(s, battle)
        assert fallen(s) == fallen(twin)
        eaters = [each.spell for each in battle.casts if EATS[each.spell] and each.fate == WORKS]
        if eaters and all([ALIGNMENT[spell] == CHAOS for spell in eaters]):
            assert all([s.where[p] >= 0 and p not in the_battle(s).fallen for p in covered])
            spared.append(len(covered))
        eaten.append(len(eaters) > 1 and fallen(s) != before)

    monkeypatch.setattr(battle_spells, "apply_eaters", watched)
    for seed in range(40):
        random = Random(seed)
        s = meal(random)
        s.flow.append(Battles())
        advance(s)
        while s.flow:
            s.flow[-1].take(s, random.choice(s.flow[-1].actions(s)))
            advance(s)
    assert sum(eaten) > 10
    assert sum(spared) > 10
