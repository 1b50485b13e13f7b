"""The chances that previews show, each held against ten thousand plays of deals as its reader may know them."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any

import pytest

from palatine import registry
from palatine.core import Action

GAMES = [name for name in registry.games() if not registry.load(name).orders]
PLAYS = 10_000
KINDS = 12
"""So many chances of each game are played out, of different kinds or sizes."""
SIGMAS = 5.0
DECISIONS = 4_000


def chances(game: Any, random: Random) -> Iterator[tuple[Any, str, Action, str, float]]:
    """Positions of random games with an action of which a chance is told: its seat, the entry's kind, how likely."""
    known: set[tuple[str, float]] = set()
    state, recruit = None, registry.bot("recruit", game, 0)
    for _ in range(DECISIONS):
        if state is None or not game.actors(state):
            state = game.setup(seed=random.randbytes(8))
        seat = random.choice(game.actors(state))
        action = random.choice(game.actions(state, seat))
        for line in game.preview(state, seat, action).lines:
            if line.event and 0 < line.chance < 1 and (line.event, line.chance) not in known:
                known.add((line.event, line.chance))
                yield state.copy(), seat, action, line.event, line.chance
        game.take(state, seat, recruit.decide(state, seat))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_of_a_chance_comes_as_often(name: str) -> None:
    game, random = registry.load(name), Random(11)
    looked_at = 0
    for state, seat, action, event, chance in chances(game, random):
        happened = sum(comes_of(game, state, seat, action, event, random.randbytes(8)) for _ in range(PLAYS))
        bound = SIGMAS * sqrt(chance * (1 - chance) * PLAYS)
        assert abs(happened - chance * PLAYS) <= bound, (
            f"{event} of {action} at {chance:.3f}: {happened} of {PLAYS}"
        )
        looked_at += 1
        if looked_at == KINDS:
            break
    assert looked_at, "no chance came up at all"


def comes_of(game: Any, state: Any, seat: str, action: Action, event: str, seed: bytes) -> bool:
    deal = game.determinize(state, seat, seed)
    deal.journal = []
    game.take(deal, seat, action)
    return any(entry.kind == event for entry in deal.journal)
