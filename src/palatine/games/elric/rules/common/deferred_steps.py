"""Steps whose effects are implemented in higher chapters.

The steps and their fields are defined here; the higher chapter registers the handler with `carry_out`.
"""

from __future__ import annotations

from functools import singledispatch

from palatine.core import Step
from palatine.games.elric.state import ElricState


@singledispatch
def carry_out(call: Step, s: ElricState) -> None:
    """Carry out a deferred step, which is on top of the flow."""
    raise NotImplementedError(type(call).__name__)


class Escapes(Step, frozen=True):
    """Escapes of eliminated personalities (10.8), implemented in `characters.escapes`.

    They are still in `area`. With `follow`, survivors go to that area instead of the nearest. `kin` are the pieces of
    the Chaos Shield bearer's stack, wherever they are now (ruling A-188).
    """

    area: int
    persons: tuple[int, ...]
    at_sea: bool
    follow: int = -1
    kin: tuple[int, ...] = ()

    def run(self, s: ElricState) -> None:
        carry_out(self, s)


class ActsAtOnce(Step, frozen=True):
    """The effect of an immediate spell drawn from the cup (9.3.1).

    Implemented in `characters.immediate_spells`. `person` is the finder, -1 for none; `seat` drew the spell.
    """

    spell: int
    person: int
    seat: int

    def run(self, s: ElricState) -> None:
        carry_out(self, s)
