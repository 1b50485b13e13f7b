"""Laws of groups, which no single member decides, and of simultaneous events (8.14, 6.3)."""

from __future__ import annotations

from random import Random

import pytest

from games.dark_emperor.laws.played import positions
from games.dark_emperor.positions import KINGDOMS, bare, wake
from palatine.games.dark_emperor.components.pieces import INFANTRY, KINGDOM_POWERS, PIECE_KEY, UNIT_TYPE, UNITS
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import CITY_HEXES
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.movement.restrictions import next_hexes
from palatine.games.dark_emperor.rules.realm.conquest import Conquest, new_owner

SEEDS = range(3)


@pytest.mark.clause("8.14a", "8.14b", "13.11a")
@pytest.mark.parametrize("seed", SEEDS)
def test_units_go_together_only_where_each_of_them_may_go(seed: int) -> None:
    """Neither the first unit nor the fleet of a group decides for the others.

    A spell that carries them is the exception.
    """
    random, groups = Random(seed), 0
    for s in positions(March, seed, 120, 12000):
        step = s.flow[-1]
        if step.moved:
            continue
        s.charms = s.flames = ()
        while picks := [a for a in s.flow[-1].actions(s) if a[0] == "piece"]:
            GAME.take(s, s.seats[step.seat], random.choice(picks))
            group = s.flow[-1].group
            loaded = {*s.cargo, *s.cargo.values()}
            if len(group) < 2 or any([p >= UNITS or p in loaded for p in group]):
                continue
            onward = set(next_hexes(s, step.seat, step.hex, group))
            for u in group:
                assert onward <= set(next_hexes(s, step.seat, step.hex, (u,))), PIECE_KEY[u]
            groups += 1
    assert groups >= 5


@pytest.mark.clause("6.3", "6.34a")
@pytest.mark.parametrize("seed", range(8))
def test_all_kingdoms_that_fall_or_rise_as_a_turn_ends_do_so_by_what_was_before_any_of_them_did(seed: int) -> None:
    """Kingdoms are checked one after the other.

    The assignment of one kingdom's lands does not affect the next.
    """
    random, fallen = Random(seed), 0
    for _ in range(40):
        s = bare()
        s.phasing = random.randrange(2)
        for kingdom in KINGDOM_POWERS:
            wake(s, random.randrange(2), kingdom)
        ours = [k for k in KINGDOM_POWERS if s.control[k] == KINGDOMS]
        s.lands = [random.choice([k, LORD, *ours]) for k in range(len(s.lands))]
        units = random.sample(
            [u for u in range(UNITS) if s.power[u] in KINGDOM_POWERS and UNIT_TYPE[u] == INFANTRY], 40
        )
        for kingdom in KINGDOM_POWERS:
            if random.random() < 0.7:
                side = random.randrange(2)
                for h in CITY_HEXES[kingdom]:
                    u = next((u for u in units if s.side(u) == side and s.where[u] < 0), -1)
                    if u >= 0:
                        s.put((u,), h)
        due = {k for k in KINGDOM_POWERS if new_owner(s, k) >= 0}
        s.journal, s.flow = [], [Conquest()]
        while s.flow and s.outcome is None:
            top = s.flow[-1]
            if top.needs_decision:
                top.take(s, random.choice(top.actions(s)))
            else:
                top.run(s)
        told = [entry.data["kingdom"] for entry in s.journal if entry.kind in ("conquered", "reconquered")]
        assert told == sorted(due) or s.outcome is not None
        fallen += len(due)
    assert fallen > 40
