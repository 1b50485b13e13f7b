"""GENERAL ACTIONS: recruit, taxes, treasury, independence, change of function; tribute (A, GI)."""

from __future__ import annotations

from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.state import State
from palatine.games.lord_and_master.turn import Part, Turn


def recruit(t: Turn, who: int, act: o.Recruit) -> None:
    """RECRUIT CHARACTER (A-06 to A-10, ADV-07)."""
    raise NotImplementedError


def tax(t: Turn, who: int, act: o.Tax) -> None:
    """COLLECT TAXES (A-11, A-12)."""
    raise NotImplementedError


def move_treasury(t: Turn, who: int, act: o.MoveTreasury) -> None:
    """MOVE TREASURY (A-13, A-14)."""
    raise NotImplementedError


def grant_independence(t: Turn, who: int, act: o.GrantIndependence) -> None:
    """GRANT INDEPENDENCE (A-15 to A-17)."""
    raise NotImplementedError


def become_independent(t: Turn) -> None:
    """What was declared last turn and two turns ago (A-16, A-17)."""
    raise NotImplementedError


def change_function(t: Turn, who: int, act: o.ChangeFunction) -> None:
    """A change of function under a double hierarchy (DIS-09)."""
    raise NotImplementedError


def tax_everywhere(s: State, seat: int) -> tuple[o.TurnLine, ...]:
    """The orders of a player who handed in none (GI-06, R2)."""
    raise NotImplementedError


def sequence_parts(s: State, seat: int) -> list[Part]:
    """What is added to a player's throw for the sequence: his leader's level (GI-08)."""
    raise NotImplementedError


def tribute(t: Turn) -> None:
    """Tribute from every province and city that is possessed, not merely allied (GI-11)."""
    raise NotImplementedError
