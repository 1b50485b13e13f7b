"""A law of previews and undo: what a preview calls irrevocable is what undo refuses."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry
from palatine.testing import NonconformanceError, conformance, previews_say_what_undo_refuses, setups
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.state import FordState

GAMES = [name for name in registry.games() if not registry.load(name).orders]


@pytest.mark.parametrize("name", GAMES)
def test_previews_say_what_undo_refuses(name: str) -> None:
    found = setups(registry.load(name))
    few = (found[0], found[-1])
    conformance(registry.load(name), 16, laws=(previews_say_what_undo_refuses,), only=few.__contains__, seldom=1)


class Watchful(Ford):
    """Ford in which resting reveals the first hidden enemy if it is a scout.

    No preview says that this cannot be undone.
    """

    def take(self, state: FordState, seat: str, action: Any) -> None:
        enemy = 1 - state.seats.index(seat)
        super().take(state, seat, action)
        hidden = [p for p in range(enemy * 3, enemy * 3 + 3) if not state.shown[p]]
        if action == ("rest", 0) and hidden and state.face[hidden[0]] == 1:
            state.shown[hidden[0]] = 1


def test_a_preview_that_does_not_say_what_undo_refuses_is_found() -> None:
    with pytest.raises(
        NonconformanceError, match=r"\('rest', 0\) of \w+ is previewed as an action that can be undone"
    ):
        conformance(Watchful(), 40, laws=(previews_say_what_undo_refuses,))
