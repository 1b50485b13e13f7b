"""FORTS AND CITIES: entry, assault, siege, treachery, sallies, plunder (FC, B-26 to B-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from palatine.games.lord_and_master.turn import Turn

if TYPE_CHECKING:
    from palatine.games.lord_and_master.march import March


def check_entry(t: Turn, m: March, place: int) -> None:
    """Drop the order when troops may not walk into a city or fort: a hostile garrison needs an assault (FC-01)."""
    raise NotImplementedError


def occupy(t: Turn, m: March, place: int) -> None:
    """Troops have entered a city or fort that nobody hostile garrisons (R133, FC-09, R71)."""
    raise NotImplementedError


def garrison(t: Turn, owner: int, square: int) -> list[int]:
    """The hostile units in a fort of that square."""
    raise NotImplementedError


def stops(t: Turn, owner: int, square: int) -> bool:
    """Whether a garrisoned enemy fort stops troops of `owner` in that square (MV-07, R61)."""
    raise NotImplementedError


def siege(t: Turn, m: March, place: int) -> None:
    """Lay siege (B-26, FC-10, FC-11, R72)."""
    raise NotImplementedError


def assault(t: Turn, m: March, place: int) -> None:
    """Assault a city or fort (B-27, FC-01 to FC-09, FC-13 to FC-15, FC-18, FC-19)."""
    raise NotImplementedError


def plunder(t: Turn, m: March, place: int) -> None:
    """Plunder a fallen city (B-28 to B-30, R91)."""
    raise NotImplementedError


def sally(t: Turn, m: March) -> None:
    """Lead troops out against the besiegers (FC-16, FC-17)."""
    raise NotImplementedError


def lift_sieges(t: Turn) -> None:
    """At the end of the turn sieges that were not declared are lifted (NEU-24)."""
    raise NotImplementedError
