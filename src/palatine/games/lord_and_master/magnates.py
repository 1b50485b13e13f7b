"""MAGNATES: how they act, by the referee's orders (MAG)."""

from __future__ import annotations

from palatine.games.lord_and_master.turn import Turn


def act(t: Turn) -> None:
    """The magnates take their turns, in the order they appeared, last of all (MAG-11)."""
    raise NotImplementedError
