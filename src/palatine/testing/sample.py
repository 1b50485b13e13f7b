"""A position to be tested against the laws, and helpers that laws share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, TypeVar

import msgspec

from palatine.core import Action, Board, Game, Step, View
from palatine.testing.setups import Recorded, continuation

T = TypeVar("T")
HUGE = 10**9
FAR = 40
"""Number of decisions played when two continuations are compared."""
FEW_SEATS = 5
"""Maximum number of seats of a position that a law tests."""
FEW_ACTIONS = 3
"""Maximum number of legal actions of a position that a law tests."""
JUDGED = "judged: "
"""Prefix of the counts of cases for laws that need many positions."""
OFTEN = 40
"""Minimum number of cases for such a law; fewer may be unrepresentative."""


@dataclass
class Sample:
    """A position of a random game. Laws must not change `state`."""

    game: Game[Any]
    state: Any
    random: Random
    counts: Counter[str] = field(default_factory=Counter)
    """Statistics of laws, such as the number of general refusals."""
    _views: dict[str | None, View] = field(default_factory=dict)

    @cached_property
    def bytes(self) -> bytes:
        """The encoded state, taken before any law runs."""
        return self.game.encode(self.state)

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """The seats that must now decide."""
        return self.game.actors(self.state)

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        """The other seats."""
        return tuple(seat for seat in self.state.seats if seat not in self.actors)

    def sample(self, seats: Iterable[T]) -> list[T]:
        """At most `FEW_SEATS` of them, in their order, others each time."""
        every = list(seats)
        return [every[at] for at in sorted(self.random.sample(range(len(every)), min(FEW_SEATS, len(every))))]

    @cached_property
    def readers(self) -> list[str | None]:
        """Seats whose views are tested, and None for a spectator."""
        return [*self.sample(self.state.seats), None]

    @cached_property
    def top(self) -> Step | None:
        """The step that needs a decision; None if the match is over and in games of secret orders."""
        return self.state.flow[-1] if self.state.flow else None

    @cached_property
    def legal(self) -> dict[str, list[Action]]:
        """The actions of each seat to act."""
        return {seat: self.game.actions(self.state, seat) for seat in self.actors}

    @cached_property
    def boards(self) -> dict[str, Board]:
        """The boards by id."""
        return {board.id: board for board in self.game.boards(self.state)}

    @cached_property
    def future(self) -> list[Recorded]:
        """A random continuation from the state, with a seed specific to this position."""
        return continuation(self.game, self.state, self.future_seed, FAR)

    @cached_property
    def future_seed(self) -> float:
        """The seed of `future`, for continuations of other states in the same way."""
        return self.random.random()

    def some_actions(self) -> list[tuple[str, Action]]:
        """Return a few random legal actions of seats to act."""
        pairs = [(seat, action) for seat, actions in self.legal.items() for action in actions]
        return self.random.sample(pairs, min(FEW_ACTIONS, len(pairs)))

    def judged(self, name: str) -> None:
        """Count a case that a law has judged, by the name of the law and of its subject."""
        self.counts[JUDGED + name] += 1

    def view(self, seat: str | None) -> View:
        """Return the view of a seat, cached because many laws use it."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    @cached_property
    def operands(self) -> list[int]:
        """Operands that a client could send: those of spaces and pieces, and some invalid ones."""
        spaces = {space.operand for board in self.boards.values() for space in board.spaces}
        views = [self.view(seat) for seat in self.readers]
        pieces = {piece.operand for view in views for piece in view.pieces}
        return sorted({*spaces, *pieces, *range(12), -1, max(pieces | {0}) + 1, HUGE, -HUGE})

    def probe_actions(self, most: int) -> list[Action]:
        """Return legal and illegal actions of the step: its verbs with up to `most` operands each."""
        verbs = list(self.top.verbs) if self.top is not None else []
        few = min(most, len(self.operands))
        tried = [(verb, operand) for verb in verbs for operand in self.random.sample(self.operands, few)]
        legal = [action for actions in self.legal.values() for action in actions]
        return [*tried, *self.random.sample(legal, min(most, len(legal)))]


Law = Callable[[Sample], Iterator[str]]

MALFORMED: tuple[Any, ...] = (
    None, 0, "", (), ("",), ("no such verb", 0), ("no such verb", -1), [], ["march", 0], ("march", "0"),
    ("march", None), ("march", True), ("march", 1.0), ("march", 0, 0), (0, "march"), {"verb": 0}, (None, None),
)  # fmt: skip


def difference(one: Any, other: Any, path: str = "") -> str:
    """Return a description of where two values first differ; "" if they are equal."""
    if type(one) is type(other) and one == other:
        return ""
    one, other = _plain(one), _plain(other)
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *[key for key in other if key not in one]]:
            if found := difference(one.get(key), other.get(key), f"{path}.{key}"):
                return found
        return ""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for at, (a, b) in enumerate(zip(one, other, strict=False)):
            if found := difference(a, b, f"{path}[{at}]"):
                return found
        return "" if len(one) == len(other) else f"{path or 'it'} has {len(one)} items against {len(other)}"
    return "" if one == other else f"{path or 'it'} is {one!r} against {other!r}"


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        kind = type(value).__name__
        return {"": kind, **{name: getattr(value, name) for name in value.__struct_fields__}}
    return value
