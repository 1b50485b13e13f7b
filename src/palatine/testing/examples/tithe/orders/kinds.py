"""What can be ordered: typed, by numbers."""

from __future__ import annotations

from palatine.core import Order, Sheet


class Ride(Order, frozen=True):
    """A reeve rides to a village beside his own (3.2)."""

    reeve: int
    village: int


class Collect(Order, frozen=True):
    """A reeve collects the tithe where he is (3.4)."""

    reeve: int


class Build(Order, frozen=True):
    """A reeve builds a barn where he is (3.3)."""

    reeve: int


class Send(Order, frozen=True):
    """Gold is sent to another lord (3.1)."""

    gold: int
    seat: int


class Orders(Sheet, frozen=True):
    """A lord's sheet for a season (2)."""

    orders: tuple[Ride | Collect | Build | Send, ...] = ()
