"""HANDLING NEUTRAL PROVINCES: their forces, diplomacy, annexation (NEU)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.turn import Turn

if TYPE_CHECKING:
    from palatine.games.lord_and_master.march import March


def rouse(t: Turn, place: int) -> None:
    """The standing force and the leader of a neutral place come onto the map, if they are not there yet."""
    raise NotImplementedError


def test_magnate(t: Turn, place: int) -> None:
    """Whether the province attacked has a magnate (MAG-01 to MAG-09, R58)."""
    raise NotImplementedError


def diplomacy(t: Turn, who: int, act: o.Diplomacy) -> None:
    """DIPLOMACY (NEU-08 to NEU-15)."""
    raise NotImplementedError


def annex(t: Turn, m: March) -> None:
    """A player annexes his ally (NEU-16 to NEU-18)."""
    raise NotImplementedError


def sod_busters(t: Turn, m: March) -> bool:
    """Seven units entering cropland may stop to devastate it (DIS-06, R109); False when they do."""
    raise NotImplementedError


def replenish(t: Turn) -> None:
    """At the end of the turn neutral forces are whole again, but for those under siege (NEU-07, NEU-23)."""
    raise NotImplementedError
