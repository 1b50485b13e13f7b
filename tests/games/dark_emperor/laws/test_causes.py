"""Laws of facts that outlive their event, and of the pieces an event concerns.

See 6.16, 9.26, 13.11 and 18.13.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.dark_emperor.invariants import invariants
from games.dark_emperor.laws.played import positions
from palatine.games.dark_emperor.components.pieces import (
    FIRST_DEVICE,
    GROUP_POWERS,
    INACTIVE,
    KINGDOM_POWERS,
    LEADERS,
    NECROMANCER_SIDE,
    POOL,
    UNITS,
)
from palatine.games.dark_emperor.rules.characters.lone_leaders import activate
from palatine.games.dark_emperor.rules.common.losses import eliminate
from palatine.games.dark_emperor.rules.common.terrain import came_from
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.realm.betrayal import betray

SEEDS = range(3)


def touched(before: Any, after: Any) -> set[int]:
    """Return the hexes where a piece has changed place or side, or a device its owner."""
    moved = {
        before.where[p]
        for p in range(FIRST_DEVICE)
        if before.where[p] >= 0 and (before.where[p], before.side(p)) != (after.where[p], after.side(p))
    }
    lost = {before.where[d] for d, side in before.left_by.items() if after.left_by.get(d, side) != side}
    return moved | lost


def concerned(s: Any, powers: set[int]) -> set[int]:
    """Return the hexes with units or leaders of these powers."""
    return {s.where[p] for p in range(FIRST_DEVICE) if s.where[p] >= 0 and s.power[p] in powers}


@pytest.mark.clause("6.16b", "8.16c", "9.33c", "9.27e")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_betrayal_or_an_activation_amid_marches_touches_only_where_its_own_are(seed: int) -> None:
    """Other pieces may be passing, and are checked after attrition (C4b, M27, M37)."""
    random = Random(seed)
    tried = 0
    for s in positions(Movement, seed, 30):
        s.legions = {}
        for kingdom in KINGDOM_POWERS:
            if s.control[kingdom] not in (NECROMANCER_SIDE, INACTIVE):
                continue
            groups = {g for g, patron in zip(GROUP_POWERS, s.patron, strict=True) if patron == kingdom}
            powers = {kingdom, *groups} if s.control[kingdom] == NECROMANCER_SIDE else {kingdom}
            after = s.copy()
            if s.control[kingdom] == NECROMANCER_SIDE:
                betray(after, kingdom)
            else:
                activate(after, kingdom, random.choice((0, 1)), "6.13")
            while not isinstance(after.flow[-1], Movement):
                top = after.flow[-1]
                top.take(after, random.choice(top.actions(after))) if top.needs_decision else top.run(after)
            assert touched(s, after) <= concerned(s, powers)
            assert invariants(after) == []
            tried += 1
    assert tried >= 5


@pytest.mark.clause("9.26c")
@pytest.mark.parametrize("seed", SEEDS)
def test_where_enemies_came_in_is_not_forgotten_with_them(seed: int) -> None:
    random = Random(seed)
    tried = 0
    for s in positions(Movement, seed, 40):
        entered = {legs[-1].hex for legs in s.trails.values() if legs}
        for h in entered:
            known = came_from(s, h)
            assert known
            after = s.copy()
            for u in [u for u in after.trails if u < UNITS and after.where[u] == h and random.random() < 0.7]:
                eliminate(after, u)
            assert came_from(after, h) == known
            tried += 1
    assert tried >= 5


@pytest.mark.clause("13.11b", "13.11c")
@pytest.mark.parametrize("seed", SEEDS)
def test_flames_are_for_the_side_their_caster_is_on_whatever_becomes_of_him(seed: int) -> None:
    random = Random(seed)
    for s in positions(Movement, seed, 10):
        casters = [p for p in LEADERS if s.side(p) != INACTIVE]
        s.flames = tuple((100 + n, p) for n, p in enumerate(random.sample(casters, min(4, len(casters)))))
        for kingdom in KINGDOM_POWERS:
            if s.control[kingdom] == NECROMANCER_SIDE:
                betray(s, kingdom)
        assert [s.lit_by(p) for _, p in s.flames] == [s.side(p) for _, p in s.flames]
        s.where[s.flames[0][1]] = POOL
        assert s.lit_by(s.flames[0][1]) == s.side(s.flames[0][1])
