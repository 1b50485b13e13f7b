"""Positions from random games, some of them mutated towards the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.dark_emperor.endgame import mutate_to_endgame
from palatine.core import Step
from palatine.games.dark_emperor.referee import GAME
from palatine.testing.fuzzer import FuzzPlayer


def positions(kind: type[Step], seed: int, count: int, decisions: int = 4000) -> Iterator[Any]:
    """Yield copies of a random game at steps of this kind, some of them after mutations."""
    random = Random(f"{kind.__name__}/{seed}")
    s = GAME.setup(seed=b"%d" % seed)
    player = FuzzPlayer(GAME, random, boldness=0.9)
    found = 0
    for _ in range(decisions):
        if not s.flow or found == count:
            return
        if isinstance(s.flow[-1], kind) and random.random() < 0.3:
            found += 1
            yield s.copy()
        if random.random() < 0.01:
            mutate_to_endgame(s, random)
        else:
            GAME.take(s, *player.choose(s))
