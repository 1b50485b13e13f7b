"""Hiding (1.2): the secret choice of a wood for the rangers, before the first turn."""

from __future__ import annotations

from palatine.core import ChooseOne, Refusal
from palatine.testing.examples.marsh.components import WOODS
from palatine.testing.examples.marsh.state import MarshState


class Hide(ChooseOne, frozen=True):
    """The choice of a wood across the river for the rangers, secret from the enemy (1.2)."""

    seat: int
    clause = "1.2"
    without_preview = "nothing comes of it at once"
    verbs = {"hide": "space"}
    default_refusal = Refusal("1.2", "why.no-wood-across")

    def candidates(self, s: MarshState) -> tuple[int, ...]:
        return WOODS[self.seat]

    def on_chosen(self, s: MarshState, at: int) -> None:
        s.rangers[self.seat] = at
        s.log("hides", "1.2", seat=self.seat)
        s.log("hides-there", "1.2", readers=(self.seat,), hex=at)
