"""What is offered in one go can be done."""

from __future__ import annotations

import random

import pytest

from palatine.games.elric import GAME
from palatine.games.elric.rules.movement.movement import Movement


@pytest.mark.clause("7.0c")
def test_whoever_is_offered_to_set_out_together_can() -> None:
    rng = random.Random(0)
    s = GAME.setup(seed=b"0")
    offered = 0
    for _ in range(60):
        (seat, *_) = GAME.actors(s)
        for plan in GAME.view(s, seat).plans if isinstance(s.flow[-1], Movement) else ():
            then = s.copy()
            for action in plan.actions:
                assert action in GAME.actions(then, seat), plan.text
                GAME.take(then, seat, action)
            offered += 1
        GAME.take(s, seat, rng.choice(GAME.actions(s, seat)))
    assert offered
