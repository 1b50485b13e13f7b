"""A state with cached views of each seat."""

from __future__ import annotations

from typing import Any

from palatine.core import Action, Game, State, View, ViewCache


class StateViews:
    """A state with its views and legal actions, calculated on demand. Do not modify the state.

    With `memory`, which is shared by the states of a match, unchanged parts of views are reused.
    """

    def __init__(self, game: Game[Any], state: State, memory: ViewCache | None = None) -> None:
        self.game = game
        self.state = state
        self.memory = memory
        self._views: dict[str | None, View] = {}
        self._actions: dict[str, list[Action]] = {}
        self.informed: dict[tuple[str, tuple[Action, ...]], bool | None] = {}
        """Cache by seat and its next actions: whether they informed the seat, see `undo.informs_seat`."""

    def view(self, seat: str | None, *, without_shortcuts: bool = False) -> View:
        """Return what `seat` sees.

        `without_shortcuts` leaves out shortcuts that are in no list.
        """
        found = self._views.get(seat)
        if found is None or (found.shortcut_spaces and not without_shortcuts):
            make = self.game.view_without_shortcuts if without_shortcuts else self.game.view
            found = make(self.state, seat) if self.memory is None else self.memory.view(make, self.state, seat)
            self._views[seat] = found
        return found

    def actions(self, seat: str) -> list[Action]:
        """Return the legal actions of `seat`."""
        found = self._actions.get(seat)
        if found is None:
            found = self._actions[seat] = self.game.actions(self.state, seat)
        return found

    def with_state(self, state: State) -> StateViews:
        """Return another state of the same match, which shares the memory.

        The order does not matter.
        """
        return StateViews(self.game, state, self.memory)


def is_private(state: State) -> bool:
    """Return whether opponents cannot see how many choices the current decision has."""
    step: Any = state.flow[-1] if state.flow else None
    return step is not None and step.is_private
