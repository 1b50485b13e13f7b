"""Measures: a few numbers by which one can see how a match goes, for each seat."""

from __future__ import annotations

import msgspec


class Measure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One number for each seat, such as victory points or cities held; the first of a game is what decides it."""

    id: str
    title: str
    values: dict[str, float]
    """By seat; a seat of which there is nothing to say is left out."""
    is_hidden: bool = False
    """Whether it rests on what others may not know: it is then told when the match is over, or of one's own alone."""
    unit: str = ""
    """What it is counted in, where the title does not say so."""
    more_is_better: bool = True
