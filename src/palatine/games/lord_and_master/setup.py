"""SET-UP, basic and customised (SET, ADV, DIS)."""

from __future__ import annotations

from palatine.core import Problem
from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.state import State
from palatine.games.lord_and_master.turn import Turn


def new_state(seats: tuple[str, ...], key: bytes, options: dict[str, object]) -> State:
    """The state before the set-ups: the map, its neutral provinces, the start groups."""
    raise NotImplementedError


def problems(s: State, seat: int, sheet: o.Sheet) -> list[Problem]:
    """Everything that is wrong with a set-up, by line."""
    raise NotImplementedError


def found(t: Turn) -> None:
    """The nations are founded as their sheets say; whoever handed in none gets a plain one."""
    raise NotImplementedError
