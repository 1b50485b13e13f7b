"""Previews of all actions in random games, equal for every deal and fast enough."""

from __future__ import annotations

import pytest

from pace import sampled
from palatine.games.dark_emperor.referee import GAME
from palatine.testing import conformance
from palatine.testing.conformance import MIN_POSITIONS_PER_STEP
from palatine.testing.laws.guiding import GUIDANCE_LAWS


@pytest.mark.parametrize("seed", sampled(["one", "two"]))
def test_what_is_foretold_holds_in_random_games(seed: str, parts: int) -> None:
    positions = 400 // parts**2
    report = conformance(GAME, positions, seed=seed, laws=GUIDANCE_LAWS, seldom=-(-MIN_POSITIONS_PER_STEP // parts))
    assert sum(report.positions.values()) >= positions
