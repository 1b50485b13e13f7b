"""Random sheets near the end of a nation: turns do not fail, and invariants hold."""

from __future__ import annotations

from random import Random

import pytest

from games.lord_and_master.endgame import mutate_to_endgame
from games.lord_and_master.invariants import invariants
from games.lord_and_master.wild_orders import wild_positions
from pace import sampled
from palatine.games.lord_and_master import sequence
from palatine.games.lord_and_master.referee import GAME


@pytest.mark.parametrize("seed", sampled(range(120)))
def test_wild_turns_break_nothing(seed: int) -> None:
    for state in wild_positions(1000 + seed):
        assert invariants(state) == []
        after = state.copy()
        sequence.run_turn(after)
        assert after.outcome is not None or invariants(after) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_thinned_position_may_be_written_and_read(seed: int) -> None:
    random = Random(seed)
    for state in wild_positions(2000 + seed):
        state.sheets = [None] * len(state.seats)
        mutate_to_endgame(state, random)
        assert invariants(state) == []
        assert GAME.encode(GAME.decode(GAME.encode(state))) == GAME.encode(state)
