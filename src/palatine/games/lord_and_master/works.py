"""TROOP ACTIONS: raise, equip, train, fort, ambush, devastate (B)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.turn import Turn

if TYPE_CHECKING:
    from palatine.games.lord_and_master.march import March


def raise_troops(t: Turn, who: int, act: o.Raise) -> None:
    """RAISE TROOPS (B-01 to B-05)."""
    raise NotImplementedError


def equip(t: Turn, order: o.Equip) -> None:
    """EQUIP TROOPS: a line of its own, no character's action (B-06 to B-10)."""
    raise NotImplementedError


def train(t: Turn, who: int, act: o.Train) -> None:
    """TRAIN TROOPS (B-11 to B-14)."""
    raise NotImplementedError


def build_fort(t: Turn, m: March, step: o.BuildFort) -> None:
    """BUILD FORT: begun now, done at the end of the turn (B-23 to B-25)."""
    raise NotImplementedError


def ambush(t: Turn, m: March, step: o.Ambush) -> None:
    """SET AMBUSH (B-31 to B-36)."""
    raise NotImplementedError


def devastate(t: Turn, m: March, step: o.Devastate) -> None:
    """DEVASTATE (B-42 to B-44)."""
    raise NotImplementedError


def complete(t: Turn) -> None:
    """Forts and colonies that nobody disturbed are completed (B-24, E-06)."""
    raise NotImplementedError
