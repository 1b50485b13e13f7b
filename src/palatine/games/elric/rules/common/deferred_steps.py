"""Calls that go up: what chapters ask of those above them, each as a step.

The fields stand here; `carry_out` finds what to do by the type of the step, and the chapter that knows registers it.
"""

from __future__ import annotations

from functools import singledispatch

from palatine.core import Step
from palatine.games.elric.state import ElricState


@singledispatch
def carry_out(call: Step, s: ElricState) -> None:
    """What a call brings about; the call is on top of the flow."""
    raise NotImplementedError(type(call).__name__)


class Escapes(Step, frozen=True):
    """Eliminated personalities save themselves, or are gone (10.8): see `characters.escapes`.

    They are still in `area`. With `follow` those who are saved go to that area, instead of the nearest. `kin` are
    those of the stack of the Chaos Shield's bearer, wherever they are by now (ruling A-188).
    """

    area: int
    persons: tuple[int, ...]
    at_sea: bool
    follow: int = -1
    kin: tuple[int, ...] = ()

    def run(self, s: ElricState) -> None:
        carry_out(self, s)


class ActsAtOnce(Step, frozen=True):
    """A spell from the cup that nobody holds acts on whoever drew it (9.3.1): see `characters.immediate_spells`.

    `person` is -1 where there is no finder; `seat` drew it.
    """

    spell: int
    person: int
    seat: int

    def run(self, s: ElricState) -> None:
        carry_out(self, s)
