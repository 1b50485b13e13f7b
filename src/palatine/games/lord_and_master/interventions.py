"""CALL DIVINE INTERVENTION and what the gods then do (A-18 to A-21, DI)."""

from __future__ import annotations

from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.state import State
from palatine.games.lord_and_master.turn import Turn


def call(t: Turn, who: int, act: o.Intervene) -> None:
    """CALL DIVINE INTERVENTION: it takes place in the turn after (A-18 to A-21)."""
    raise NotImplementedError


def begin(t: Turn) -> None:
    """The interventions called for last turn take place; the Feaster appears or moves (DI)."""
    raise NotImplementedError


def shift_sequence(s: State, order: list[int]) -> list[int]:
    """Jupiter's player first, Odin's victim last in the sequence that is being published (DI-01, DI-10, R51, R83)."""
    raise NotImplementedError
