"""Previews that continue through forced answers, like one click."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from palatine import registry
from palatine.core import Action
from palatine.core.guidance.preview import PREVIEW_SEED, Odds, preview, preview_plan

GAME = registry.load("demonlord")


def followed_by_forced(seeds: range) -> Iterator[tuple[Any, str, Action, Action]]:
    """Yield positions of random games with an action followed by the seat's own forced answer."""
    for seed in seeds:
        random = Random(seed)
        state = GAME.setup(seed=bytes([seed]))
        while state.flow and state.turn < 4:
            seat = GAME.actors(state)[0]
            actions = GAME.actions(state, seat)
            chosen = random.choice(actions)
            after = GAME.determinize(state, seat, PREVIEW_SEED)
            if chosen in GAME.actions(after, seat):
                after.dice.drawn = []
                GAME.take(after, seat, chosen)
                forced = GAME.forced_action(after, seat)
                if forced is not None and forced[0] == seat and not after.dice.drawn:
                    yield state, seat, chosen, forced[1]
            GAME.take(state, seat, chosen)


def is_irrevocable(state: Any, seat: str, action: Action) -> bool:
    return preview(GAME, state, seat, action, plays_forced=False).is_irrevocable


def test_a_preview_runs_on_through_its_own_seats_forced_answers() -> None:
    found = 0
    for state, seat, action, forced in followed_by_forced(range(6)):
        whole, plan = preview(GAME, state, seat, action), preview_plan(GAME, state, seat, [action, forced])
        assert whole.odds == plan.odds
        assert whole.is_irrevocable == plan.is_irrevocable
        found += whole.is_irrevocable and not is_irrevocable(state, seat, action)
    assert found, "a roll behind a forced answer"


def test_of_a_forced_answer_of_somebody_else_the_odds_are_shown_and_it_is_irrevocable() -> None:
    """An attack on a piece that can only fight cannot be undone."""

    class Forced:
        """The game with a forced answer of the other seat."""

        def __getattr__(self, name: str) -> Any:
            return getattr(GAME, name)

        def forced_action(self, state: Any, /, reader: str) -> tuple[str, Action] | None:
            other = next(seat for seat in state.seats if seat != reader)
            return other, ("answer", 0)

        def consequences(self, state: Any, seat: str, action: Action) -> list[Odds]:
            return [Odds("A roll", ())] if action == ("answer", 0) else []

        def take(self, state: Any, seat: str, action: Action) -> None:
            if action != ("answer", 0):
                GAME.take(state, seat, action)

    positions = followed_by_forced(range(6))
    state, seat, action, _ = next(each for each in positions if not is_irrevocable(*each[:3]))
    game: Any = Forced()
    found = preview(game, state, seat, action)
    assert [odds.title for odds in found.odds] == ["A roll"]
    assert found.is_irrevocable
    assert not preview(game, state, seat, action, plays_forced=False).is_irrevocable
