"""Expectation: what a bot that thinks ahead expected of the plan that it decided on."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Chance = Annotated[float, Meta(ge=0, le=1)]
PlanText = Annotated[str, Meta(max_length=400)]


class Expectation(msgspec.Struct, frozen=True, omit_defaults=True):
    """How good its seat's chances looked, from what that could know, and what it meant to do."""

    chance: Chance
    """The mean of the trials of its plan: the chance of winning, from 0 to 1."""
    gain: Annotated[float, Meta(ge=-1, le=1)] = 0.0
    """How much better that was than what the game's own bot would have done; 0 where it is the same."""
    error: Annotated[float, Meta(ge=0)] = 0.0
    """The standard error of the gain."""
    line: Annotated[tuple[PlanText, ...], Meta(max_length=32)] = ()
    """What it meant to do up to the end of the phase, in words; of secret orders nothing but the sheet says that."""
