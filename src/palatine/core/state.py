"""The state of a match: everything the referee knows of a position."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar, TypeVar

import msgspec

from palatine.core.dice import Dice
from palatine.core.journal import Entry
from palatine.core.refusal import AlreadyEnded, LimitExceeded
from palatine.core.tally import Tally
from palatine.core.view_cache import ViewCache

Action = tuple[str, int]
MAX_STEPS = 100_000
"""Maximum number of steps between two decisions; the longest chains run hundreds."""
MAX_ENTRIES = 100_000
"""Maximum number of journal entries in an action or turn; the longest turns write thousands."""
S = TypeVar("S", bound="State")


class Frame:
    """The base class of everything on the flow: the steps of all games."""

    __slots__ = ()


class Ending(msgspec.Struct, frozen=True):
    """The stored result of a match; `Game.outcome` puts `margin` and `data` into words."""

    winners: tuple[str, ...]
    margin: str
    clause: str
    data: dict[str, Any] = {}


class State(msgspec.Struct, dict=True):
    """Everything the referee knows of a position, in plain values that compare by equality.

    A game's state adds its own fields: lists of ints by piece or space, dicts of ints to tuples, small frozen structs.
    `journal` collects entries while an action is carried out and is not saved.
    """

    seats: tuple[str, ...]
    flow: list[Frame]
    dice: Dice
    options: Mapping[str, Any]
    outcome: Ending | None = None

    journal: ClassVar[list[Entry] | None] = None
    cached_actions: ClassVar[tuple[Action, ...] | None] = None
    """Actions cached by a step that computes them often, until the position changes; not saved."""
    view_cache: ClassVar[ViewCache | None] = None
    """The view cache of the match, set only while a view is computed with it."""
    _containers: ClassVar[tuple[str, ...] | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._containers = (
            None  # A subclass may have more fields than its base, whose containers may be found already.
        )

    def copy(self: S) -> S:
        """Return an equal state that shares nothing mutable with this one, without the journal."""
        twin = copy(self)
        names = self._containers or self._find_containers()
        for name in names:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @classmethod
    def _find_containers(cls) -> tuple[str, ...]:
        kinds = ("list", "dict", "Dice", "set")
        hints = {field.name: field.type for field in msgspec.structs.fields(cls)}
        found = tuple(name for name, hint in hints.items() if _origin_name(hint) in kinds)
        cls._containers = found
        return found

    def invalidate_actions(self) -> None:
        """Drop the cached actions because the position has changed."""
        self.cached_actions = None  # type: ignore[misc]

    def push(self, step: Frame) -> None:
        """Push `step` onto the flow, unless the match is over."""
        if self.outcome is None:
            self.flow.append(step)

    def pop(self) -> None:
        if self.flow:
            self.flow.pop()

    def replace_top(self, step: Frame) -> None:
        """Replace the step on top of the flow."""
        if self.flow:
            self.flow[-1] = step

    def finish(self, winners: tuple[str, ...], margin: str, clause: str, **data: Any) -> None:
        """End the match and clear the flow.

        Raises AlreadyEnded if it has ended; the first ending stands.
        """
        if self.outcome is not None:
            raise AlreadyEnded(f"The match ended by {self.outcome.clause}; it cannot end again by {clause}.")
        self.outcome = Ending(winners, margin, clause, data)
        self.flow.clear()
        self.log("outcome", clause, winners=list(winners), margin=margin, **data)

    def log(
        self,
        kind: str,
        *clauses: str,
        readers: tuple[int, ...] | None = None,
        tally: Tally | None = None,
        **data: Any,
    ) -> None:
        """Add an entry to the journal, if one is kept; only the seats `readers` may read it.

        Raises LimitExceeded for more than `MAX_ENTRIES` entries.
        """
        if self.journal is not None:
            if len(self.journal) >= MAX_ENTRIES:
                raise LimitExceeded(f"{MAX_ENTRIES} entries of the journal at once")
            self.journal.append(Entry(kind, data, clauses, readers, tally))

    def roll(self, purpose: str, dice: int = 1, sides: int = 6) -> Tally:
        """Throw dice for `purpose` and return them as a tally."""
        die = self.dice.die
        return Tally(
            purpose, (die(purpose, sides),) if dice == 1 else tuple([die(purpose, sides) for _ in range(dice)]), []
        )


def _origin_name(hint: Any) -> str:
    origin = getattr(hint, "__origin__", hint)
    return getattr(origin, "__name__", "")


def is_action(value: Any) -> bool:
    """Return whether an untrusted value has the shape of an action."""
    if not isinstance(value, tuple) or len(value) != 2 or isinstance(value[1], bool):
        return False
    return isinstance(value[0], str) and isinstance(value[1], int)
