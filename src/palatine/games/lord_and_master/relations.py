"""INTER-PLAYER RULES: alliances, truces, sales, ransoms, prisoners (IPR)."""

from __future__ import annotations

from typing import Any

from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.state import State
from palatine.games.lord_and_master.turn import Turn


def arrivals(t: Turn) -> None:
    """Units sold last turn appear where the buyer's leader is (IPR-10)."""
    raise NotImplementedError


def dealings(t: Turn) -> None:
    """Matching lines of this turn's sheets: truces and alliances, sales, ransoms, in this order (R112, R138)."""
    raise NotImplementedError


def dealt(t: Turn, order: Any) -> None:
    """A line that `dealings` has carried out, if another sheet matched it."""
    raise NotImplementedError


def prisoner(t: Turn, order: o.Prisoner) -> None:
    """What becomes of captives (R126)."""
    raise NotImplementedError


def heir(t: Turn, order: o.Heir) -> None:
    """Name an heir (R54)."""
    raise NotImplementedError


def commander(t: Turn, order: o.Commander) -> None:
    """Name who commands in a place (R25)."""
    raise NotImplementedError


def retreat_wish(t: Turn, order: o.Retreat) -> None:
    """Name where defenders of a place go (R64)."""
    raise NotImplementedError


def join_sequence(s: State, order: list[int]) -> list[int]:
    """Allies stand together at the place of their best total (R50)."""
    raise NotImplementedError
