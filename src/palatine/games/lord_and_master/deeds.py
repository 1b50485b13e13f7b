"""MISCELLANEOUS ACTIONS: colonise, steal, assassinate, shield, rescue; treachery (E, FC-12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.turn import Turn

if TYPE_CHECKING:
    from palatine.games.lord_and_master.march import March


def colonise(t: Turn, who: int, act: o.Colonise) -> None:
    """COLONIZE (E-01 to E-06): begun now, done at the end of the turn."""
    raise NotImplementedError


def steal(t: Turn, who: int, act: o.Steal) -> None:
    """STEAL (E-07 to E-14)."""
    raise NotImplementedError


def assassinate(t: Turn, who: int, act: o.Assassinate) -> None:
    """ASSASSINATE (E-15 to E-19)."""
    raise NotImplementedError


def shield(t: Turn, who: int, act: o.Shield) -> None:
    """SHIELD (E-20 to E-25)."""
    raise NotImplementedError


def rescue(t: Turn, who: int, act: o.Rescue) -> None:
    """RESCUE PRISONERS (E-26 to E-29)."""
    raise NotImplementedError


def treachery(t: Turn, who: int, act: o.Treachery) -> None:
    """TREACHERY: a thief tries to open the gate (FC-12 to FC-15, R73)."""
    raise NotImplementedError


def pass_shield(t: Turn, m: March) -> None:
    """What a shield does to troops that enter its province: the dead are destroyed, the unseen revealed (E-22, E-23)."""
    raise NotImplementedError


DEEDS: dict[type, Callable[[Turn, int, Any], None]] = {
    o.Steal: steal,
    o.Assassinate: assassinate,
    o.Rescue: rescue,
    o.Treachery: treachery,
}
"""What may follow a move (A-04)."""
