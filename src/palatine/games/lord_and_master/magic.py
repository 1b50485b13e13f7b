"""MAGIC: Rain of Fire, demons and their services, teleport, the living dead, vampire heal (C)."""

from __future__ import annotations

from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.turn import Turn


def rain(t: Turn, who: int, act: o.Rain) -> None:
    """RAIN OF FIRE (C-01 to C-04)."""
    raise NotImplementedError


def summon(t: Turn, who: int, act: o.Summon) -> None:
    """SUMMON DEMON (C-05 to C-08)."""
    raise NotImplementedError


def teleport(t: Turn, who: int, act: o.Teleport) -> None:
    """TELEPORT (C-13 to C-17)."""
    raise NotImplementedError


def raise_dead(t: Turn, who: int, act: o.RaiseDead) -> None:
    """RAISE LIVING DEAD (C-18 to C-22)."""
    raise NotImplementedError


def vampire_heal(t: Turn, who: int, act: o.VampireHeal) -> None:
    """VAMPIRE HEAL (C-23, C-24)."""
    raise NotImplementedError


def service(t: Turn, order: o.Demon) -> None:
    """A demon's service of the turn (C-08 to C-12, R137)."""
    raise NotImplementedError


def demons_depart(t: Turn) -> None:
    """At the end of the turn demons whose time is over are gone (C-07)."""
    raise NotImplementedError
