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
