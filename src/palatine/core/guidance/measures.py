"""Measures: a few numbers for each seat that show the progress of a match."""

from __future__ import annotations

import msgspec


class Measure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One number for each seat, such as victory points or cities held.

    The first measure of a game is the one that decides it.
    """

    id: str
    title: str
    values: dict[str, float]
    """By seat; seats to which it does not apply are left out."""
    is_hidden: bool = False
    """True if it depends on secrets. Others see it only when the match is over."""
    unit: str = ""
    """The unit, if the title does not name it."""
    more_is_better: bool = True
