"""The chance of winning that a search bot expected of its plan."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Chance = Annotated[float, Meta(ge=0, le=1)]
PlanText = Annotated[str, Meta(max_length=400)]


class Expectation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's expected chance of winning, from what it could know, and the plan."""

    chance: Chance
    """The mean over the trials of the plan: the chance of winning, from 0 to 1."""
    gain: Annotated[float, Meta(ge=-1, le=1)] = 0.0
    """The advantage over the choice of the game's own bot; 0 if the choice is the same."""
    error: Annotated[float, Meta(ge=0)] = 0.0
    """The standard error of the gain."""
    line: Annotated[tuple[PlanText, ...], Meta(max_length=32)] = ()
    """The planned actions up to the end of the phase, in words; empty for secret orders."""
