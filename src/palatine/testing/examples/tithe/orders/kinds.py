"""The order types, with references by number."""

from __future__ import annotations

from palatine.core import Order, Sheet


class Ride(Order, frozen=True):
    """An order to ride to an adjacent village (3.2)."""

    reeve: int
    village: int


class Collect(Order, frozen=True):
    """An order to collect the tithe of the reeve's village (3.4)."""

    reeve: int


class Build(Order, frozen=True):
    """An order to build a barn in the reeve's village (3.3)."""

    reeve: int


class Send(Order, frozen=True):
    """An order to send gold to another lord (3.1)."""

    gold: int
    seat: int


class Orders(Sheet, frozen=True):
    """A lord's sheet for a season (2)."""

    orders: tuple[Ride | Collect | Build | Send, ...] = ()
