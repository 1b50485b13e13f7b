"""Previews in general: independent of dealt facts, without errors, reliable."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pace import sampled
from palatine.core.guidance.preview import Consequence, Odds
from palatine.games.demonlord import GAME

OPTIONS = ({}, {"ending": "long"}, {"ending": "strategic", "withdrawal": "secret", "garrison": "unit by unit"})
PLIES = 1500


def positions(seed: int) -> Iterator[tuple[Any, str, list[Any]]]:
    """Yield positions of a random game, with the seat asked and some of its actions."""
    random = Random(seed)
    captain = GAME.bots["captain"](GAME)
    state = GAME.setup(seed=bytes([seed]), options=OPTIONS[seed % len(OPTIONS)])
    for _ in range(PLIES):
        if not state.flow:
            return
        (seat,) = GAME.actors(state)
        actions = GAME.actions(state, seat)
        if random.random() < 0.1:
            yield state, seat, random.sample(actions, min(4, len(actions)))
        GAME.take(state, seat, captain.decide(state, seat) if random.random() < 0.7 else random.choice(actions))


@pytest.mark.parametrize("seed", range(3))
def test_two_deals_are_foretold_alike(seed: int) -> None:
    """Previews do not depend on dealt facts, and do not change the deal."""
    for state, seat, actions in positions(seed):
        one, other = [GAME.determinize(state, seat, deal) for deal in (b"one", b"other")]
        before = GAME.encode(one)
        for action in actions:
            assert list(GAME.consequences(one, seat, action)) == list(GAME.consequences(other, seat, action))
        assert GAME.encode(one) == before


@pytest.mark.parametrize("seed", sampled(range(3, 6)))
def test_what_is_called_sure_comes_of_the_action(seed: int) -> None:
    for state, seat, actions in positions(seed):
        for action in actions:
            sure = [line for line in GAME.preview(state, seat, action).lines if line.event and line.chance == 1]
            deal = GAME.determinize(state, seat, b"another")
            deal.journal = []
            GAME.take(deal, seat, action)
            assert {line.event for line in sure} <= {entry.kind for entry in deal.journal}


@pytest.mark.parametrize("seed", sampled(range(6, 8)))
def test_all_that_is_told_has_clause_and_chances_that_are_whole(seed: int) -> None:
    for state, seat, actions in positions(seed):
        for action in actions:
            for each in GAME.consequences(GAME.determinize(state, seat, b""), seat, action):
                assert each.clause in GAME.clauses
                if isinstance(each, Odds):
                    assert sum([result.chance for result in each.results]) == pytest.approx(1)
                if isinstance(each, Consequence):
                    assert each.text[0].isupper()
