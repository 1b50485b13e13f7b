"""Shortcuts, which can be carried out in full."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from palatine import registry
from palatine.games.elric import GAME
from palatine.games.elric.components.pieces import KIND, PERSON
from palatine.games.elric.rules.combat.participants import side, the_battle
from palatine.games.elric.rules.combat.withholding import Withhold
from palatine.games.elric.rules.movement.movement import Movement


@pytest.mark.clause("7.0c")
def test_whoever_is_offered_to_set_out_together_can() -> None:
    rng = random.Random(0)
    s = GAME.setup(seed=b"0")
    offered = 0
    for _ in range(60):
        (seat, *_) = GAME.actors(s)
        for plan in GAME.view(s, seat).shortcuts if isinstance(s.flow[-1], Movement) else ():
            then = s.copy()
            for action in plan.actions:
                assert action in GAME.actions(then, seat), plan.text
                GAME.take(then, seat, action)
            offered += 1
        GAME.take(s, seat, rng.choice(GAME.actions(s, seat)))
    assert offered


@pytest.mark.clause("10.2b")
def test_to_keep_nobody_out_of_battles_stands_unless_a_personality_is_in_it() -> None:
    """Captains play.

    A seat that has excepted personalities is asked exactly where one is.
    """
    captain, seen = registry.bot("captain", GAME, 1), Counter[bool]()
    for seed in range(3):
        s = GAME.setup(seed=b"%d" % seed)
        while GAME.outcome(s) is None:
            (seat, *_) = GAME.actors(s)
            step = s.flow[-1]
            if isinstance(step, Withhold):
                is_led = any(KIND[p] == PERSON for p in side(s, the_battle(s), step.seat))
                words = {each.duration_key for each in GAME.auto_replies(s, seat)}
                assert {f"withhold.turn.{s.turn}", "withhold.always."} <= words
                assert any("unless-person" in word for word in words) is not is_led
                assert {each.answer for each in GAME.auto_replies(s, seat)} == {("done", 0)}
                seen[is_led] += 1
            GAME.take(s, seat, captain.decide(s.copy(), seat))
    assert set(seen) == {True, False}, seen
