"""State: everything the referee knows of a position."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar, TypeVar

import msgspec

from palatine.core.dice import Dice
from palatine.core.journal import Entry
from palatine.core.refusal import AlreadyEnded, Endless
from palatine.core.tally import Tally
from palatine.core.view_cache import ViewCache

Action = tuple[str, int]
MOST_STEPS = 100_000
"""So many steps may run between two decisions; the longest chains run hundreds."""
MOST_ENTRIES = 100_000
"""So many entries one action or turn may write; the longest turns write thousands."""
S = TypeVar("S", bound="State")


class Frame:
    """Anything that can lie on the flow: the steps of all games."""

    __slots__ = ()


class Ending(msgspec.Struct, frozen=True):
    """How a match ended, as the state keeps it; `margin` and `data` are told in words by `Game.outcome`."""

    winners: tuple[str, ...]
    margin: str
    clause: str
    data: dict[str, Any] = {}


class State(msgspec.Struct, dict=True):
    """Everything the referee knows of a position. Plain values only: equal states are equal.

    A game's state adds its own fields: lists of ints by piece or space, dicts of ints to tuples, small frozen
    structs. `journal` collects entries while an action is carried out; it is no part of the saved state.
    """

    seats: tuple[str, ...]
    flow: list[Frame]
    dice: Dice
    options: Mapping[str, Any]
    outcome: Ending | None = None

    journal: ClassVar[list[Entry] | None] = None
    cached_actions: ClassVar[tuple[Action, ...] | None] = None
    """What a step that is asked again and again has offered, kept by it until something changes; like the journal no
    part of the saved state."""
    memory: ClassVar[ViewCache | None] = None
    """What was made of earlier positions of the match, while a view is made for somebody who keeps it."""
    _containers: ClassVar[tuple[str, ...] | None] = None

    def copy(self: S) -> S:
        """An equal state that shares nothing mutable with this one; the journal stays behind."""
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
        """Drop the cached actions; the position has changed."""
        self.cached_actions = None  # type: ignore[misc]

    def push(self, step: Frame) -> None:
        """Lay `step` on top of the flow; once the match is over nothing is laid there any more."""
        if self.outcome is None:
            self.flow.append(step)

    def pop(self) -> None:
        if self.flow:
            self.flow.pop()

    def replace_top(self, step: Frame) -> None:
        """Put `step` in place of the step on top."""
        if self.flow:
            self.flow[-1] = step

    def finish(self, winners: tuple[str, ...], margin: str, clause: str, **data: Any) -> None:
        """End the match and clear the flow. Raise `AlreadyEnded` if it has ended: the first ending stands."""
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
        """Write into the journal, if anybody keeps one; `readers` are the only seats that may read it."""
        if self.journal is not None:
            if len(self.journal) >= MOST_ENTRIES:
                raise Endless(f"{MOST_ENTRIES} entries of the journal at once")
            self.journal.append(Entry(kind, data, clauses, readers, tally))

    def roll(self, purpose: str, dice: int = 1, sides: int = 6) -> Tally:
        """A tally with that many dice thrown for `purpose`."""
        die = self.dice.die
        return Tally(
            purpose, (die(purpose, sides),) if dice == 1 else tuple([die(purpose, sides) for _ in range(dice)]), []
        )


def _origin_name(hint: Any) -> str:
    origin = getattr(hint, "__origin__", hint)
    return getattr(origin, "__name__", "")


def is_action(value: Any) -> bool:
    """Whether something that came from outside has the shape of an action."""
    if not isinstance(value, tuple) or len(value) != 2 or isinstance(value[1], bool):
        return False
    return isinstance(value[0], str) and isinstance(value[1], int)
