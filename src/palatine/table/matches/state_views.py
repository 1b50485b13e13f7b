"""A state and what each seat sees of it."""

from __future__ import annotations

from typing import Any

from palatine.core import Game, State, View


class StateViews:
    """A state with the views that have been asked of it. The state must not be changed."""

    def __init__(self, game: Game[Any], state: State) -> None:
        self.game = game
        self.state = state
        self._views: dict[str | None, View] = {}

    def view(self, seat: str | None) -> View:
        found = self._views.get(seat)
        if found is None:
            found = self._views[seat] = self.game.view(self.state, seat)
        return found


def is_private(state: State) -> bool:
    """Whether others cannot tell how much there is to choose in what is asked now."""
    step: Any = state.flow[-1] if state.flow else None
    return step is not None and step.is_private
