"""A law of previews and undo: what a preview calls irrevocable is what undo refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from palatine import registry
from palatine.core import Action
from palatine.core.guidance.preview import PREVIEW_SEED
from palatine.matches.runtime.state_views import StateViews
from palatine.matches.runtime.transitions import apply_action
from palatine.matches.runtime.undo import informs_seat, reveal_refusal
from palatine.testing import NonconformanceError, Sample, conformance, setups
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.state import FordState

ACTIONS = 8
"""Actions of a position that are looked at."""
GAMES = [name for name in registry.games() if not registry.load(name).orders]


def is_kept(m: Sample, state: Any, seat: str, action: Action) -> bool:
    """Whether a match would refuse to undo an action of a position."""
    after, rolls, entries = apply_action(m.game, state, seat, action)
    if rolls or m.game.outcome(after) is not None:
        return True
    before, then = StateViews(m.game, state), StateViews(m.game, after)
    if reveal_refusal(before, then, state.seats, (seat, action), entries):
        return True
    return bool(informs_seat(before, seat, [action]))


def previews_say_what_undo_refuses(m: Sample) -> Iterator[str]:
    """An action is irrevocable in its preview exactly when a match would not undo it in the preview's own deal."""
    pairs = [(seat, action) for seat, actions in m.legal.items() for action in actions]
    for seat, action in m.random.sample(pairs, min(ACTIONS, len(pairs))):
        deal = m.game.determinize(m.state, seat, PREVIEW_SEED)
        if action not in m.game.actions(deal, seat):
            continue
        is_said = m.game.preview(m.state, seat, action, plays_forced=False).is_irrevocable
        if is_said != is_kept(m, deal, seat, action):
            said = ("an action that can be undone, and undo refuses it", "irrevocable, and undo allows it")
            yield f"{action} of {seat} is previewed as {said[is_said]}"


@pytest.mark.parametrize("name", GAMES)
def test_previews_say_what_undo_refuses(name: str) -> None:
    found = setups(registry.load(name))
    few = (found[0], found[-1])
    conformance(registry.load(name), 16, laws=(previews_say_what_undo_refuses,), only=few.__contains__, seldom=1)


class Watchful(Ford):
    """Who rests sees the first hidden enemy if it is a scout; no preview says that this cannot be undone."""

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
