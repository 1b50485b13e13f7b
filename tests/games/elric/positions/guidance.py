"""Helpers for tests of Elric's previews: the preview items of an action, sorted."""

from __future__ import annotations

from typing import Any, NamedTuple

from palatine.core import Consequence, Irrevocable, Odds, UnusedOption
from palatine.games.elric.referee import GAME


class Told(NamedTuple):
    """Preview items of an action, sorted by type."""

    lines: list[Consequence]
    odds: list[Odds]
    unused_options: list[UnusedOption]
    is_irrevocable: bool

    def clauses(self, weight: str) -> list[str]:
        return [each.clause for each in (*self.lines, *self.unused_options) if each.weight == weight]

    @property
    def warned(self) -> list[str]:
        """The clauses of all warnings."""
        return self.clauses("warning")

    @property
    def noted(self) -> list[str]:
        return self.clauses("note")


def foreseen(s: Any, verb: str, operand: int = 0, seat: str = "Amber") -> Told:
    """Return the preview of an action, which must be one of the seat's legal actions."""
    assert (verb, operand) in GAME.actions(s, seat)
    plain = GAME.decode(GAME.encode(s))  # Scripted dice would run out.
    told = list(GAME.consequences(GAME.determinize(plain, seat, b"foresight"), seat, (verb, operand)))
    return Told(
        [each for each in told if isinstance(each, Consequence)],
        [each for each in told if isinstance(each, Odds)],
        [each for each in told if isinstance(each, UnusedOption)],
        any([isinstance(each, Irrevocable) for each in told]),
    )
