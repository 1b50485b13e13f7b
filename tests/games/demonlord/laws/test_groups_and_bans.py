"""Laws of groups, limited by each troop in them, and of closed hexes, which nobody enters."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import IS_TROOP, UNIT_KEY, UNITS
from palatine.games.demonlord.components.world import NEIGHBOURS
from palatine.games.demonlord.rules.movement.entry import next_hexes
from palatine.games.demonlord.rules.movement.movement import March
from palatine.games.demonlord.state import FREED, LIMBO
from palatine.testing.fuzzer import FuzzPlayer

SEEDS = range(3)
EXEMPT = (FREED, LIMBO)
"""Former places of units that appear as a phase ends."""


def gathered(s: Any, random: Random) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Yield groups during a random selection of all who can march together.

    Each has spent some points.
    """
    after = s.copy()
    while picks := [action for action in after.flow[-1].actions(after) if action[0] == "unit"]:
        GAME.take(after, GAME.actors(after)[0], random.choice(picks))
        if len(after.flow[-1].group) > 1:
            spent = after.copy()
            spent.movement_left = [random.choice((points, 0, 1, 2)) for points in spent.movement_left]
            yield spent, after.flow[-1].group


@pytest.mark.clause("MOV-01", "NEU-07")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_group_goes_where_each_of_its_troops_may_go_whoever_was_picked_first(seed: int) -> None:
    """No member decides for the others, neither the first nor the fastest."""
    random, groups = Random(seed), 0
    s = GAME.setup(seed=b"group %d" % seed, options={})
    player = FuzzPlayer(GAME, random, boldness=0.7)
    for _ in range(3000):
        if not s.flow:
            break
        step = s.flow[-1]
        if isinstance(step, March) and not step.moved:
            for spent, group in gathered(s, random):
                onward = set(next_hexes(spent, step.seat, step.hex, group))
                assert set(next_hexes(spent, step.seat, step.hex, group[::-1])) == onward, [
                    UNIT_KEY[u] for u in group
                ]
                for u in group:
                    if IS_TROOP[u]:
                        assert onward <= set(next_hexes(spent, step.seat, step.hex, (u,))), UNIT_KEY[u]
                groups += 1
        GAME.take(s, *player.choose(s))
    assert groups > 20


@pytest.mark.clause("MAG-29")
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_nobody_comes_to_the_hex_of_an_earthpit(seed: int) -> None:
    """This covers march, riding, retreat, Spellgate, invocation and raising the dead.

    Units that return home or are freed can enter (M18).
    """
    random, moves, phase = Random(seed), 0, -1
    s = GAME.setup(seed=b"pit %d" % seed, options={})
    player = FuzzPlayer(GAME, random, boldness=0.9)
    for _ in range(4000):
        if not s.flow:
            break
        if s.phase != phase:
            phase = s.phase
            held = {h for side in (0, 1) for h in s.stacks[side]}
            near = {n for h in held for n in NEIGHBOURS[h] if n >= 0}
            s.earthpits = tuple(sorted(random.sample(sorted(held | near), 15)))
        closed, before = s.earthpits, tuple(s.where)
        GAME.take(s, *player.choose(s))
        if s.phase == phase:
            moved = [u for u in range(UNITS) if s.where[u] not in (before[u], FREED) and before[u] not in EXEMPT]
            came = [u for u in moved if s.where[u] in closed]
            assert not came, [UNIT_KEY[u] for u in came]
            moves += len(moved)
    assert moves > 50
