"""A state and what each seat sees of it."""

from __future__ import annotations

from typing import Any

from palatine.core import Action, Game, State, View, ViewCache


class StateViews:
    """A state with the views that have been asked of it. The state must not be changed.

    With `memory`, which those of a match hand on from one to the next, what they have in common is made once.
    """

    def __init__(self, game: Game[Any], state: State, memory: ViewCache | None = None) -> None:
        self.game = game
        self.state = state
        self.memory = memory
        self._views: dict[str | None, View] = {}
        self._actions: dict[str, list[Action]] = {}

    def view(self, seat: str | None, *, without_shortcuts: bool = False) -> View:
        """What `seat` sees; `without_shortcuts` it may leave out those that no list shows."""
        found = self._views.get(seat)
        if found is None or (found.shortcut_spaces and not without_shortcuts):
            make = self.game.view_without_shortcuts if without_shortcuts else self.game.view
            found = make(self.state, seat) if self.memory is None else self.memory.view(make, self.state, seat)
            self._views[seat] = found
        return found

    def actions(self, seat: str) -> list[Action]:
        """The legal actions of `seat`."""
        found = self._actions.get(seat)
        if found is None:
            found = self._actions[seat] = self.game.actions(self.state, seat)
        return found

    def then(self, state: State) -> StateViews:
        """Another state of the same match, in whatever order."""
        return StateViews(self.game, state, self.memory)


def is_private(state: State) -> bool:
    """Whether others cannot tell how much there is to choose in what is asked now."""
    step: Any = state.flow[-1] if state.flow else None
    return step is not None and step.is_private
