"""Cached routes and actions of marches, compared with the rules without a cache (8, 8.14)."""

from __future__ import annotations

import random

import pytest

from games.dark_emperor.positions import new_state
from palatine.core import MenuStep
from palatine.games.dark_emperor.components.pieces import CAVALRY, INFANTRY, LEADERS, NAVAL
from palatine.games.dark_emperor.components.world import COASTAL, GROUND, HEXES, MOUNTAIN, RIVER, SETTLED
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.common.terrain import EXITS, USUAL_WAY, ashore, exits, way_of
from palatine.games.dark_emperor.rules.realm.recruitment import has_place, recruit_cities


def test_the_usual_way_of_a_piece_is_its_way_when_nothing_is_out_of_the_ordinary() -> None:
    s = new_state()
    for p in range(LEADERS.stop):
        assert USUAL_WAY[p] == way_of(s, p)


def test_a_piece_leaves_its_hex_by_its_own_way() -> None:
    s = new_state()
    for p in range(LEADERS.stop):
        if s.where[p] >= 0 and p not in s.waters:
            assert exits(s, p, s.where[p]) == EXITS[way_of(s, p)][s.where[p]]


def test_kept_actions_are_those_reckoned_anew() -> None:
    dice, s, menus = random.Random(5), GAME.setup(seed=b"menus"), 0
    for _ in range(600):
        step, seat = s.flow[-1], GAME.actors(s)[0]
        actions = GAME.actions(s, seat)
        if isinstance(step, MenuStep):
            fresh = s.copy()
            fresh.invalidate_actions()
            assert list(step.menu(fresh)) == actions
            menus += 1
        GAME.take(s, seat, dice.choice(actions))
    assert menus > 50


def test_whether_there_is_a_city_for_a_recruit_is_seen_without_finding_all() -> None:
    s = new_state()
    for side in (0, 1):
        for kingdom in range(10):
            s.turn_coat(kingdom, side)
        for u in range(200):
            if s.power[u] < 16:
                assert has_place(s, side, u) == bool(recruit_cities(s, side, u))


@pytest.mark.clause("8.11c")
def test_infantry_and_cavalry_together_pay_two_for_a_settled_hex_and_four_for_mountains() -> None:
    paid = ashore(frozenset({INFANTRY, CAVALRY}))
    assert {paid[h] for h in range(HEXES) if GROUND[h] == SETTLED and not (COASTAL[h] or RIVER[h])} == {2}
    assert {paid[h] for h in range(HEXES) if GROUND[h] == MOUNTAIN} == {4}
    assert ashore(frozenset({NAVAL})) == ashore(frozenset({NAVAL, INFANTRY})) == (), "a ship's way counts"
