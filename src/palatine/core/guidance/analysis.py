"""Analysis: what a decision of a finished match was worth: what was choice in it, what was hidden, what was dice."""

from __future__ import annotations

import msgspec


class Analysis(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat's decision was worth, in chances to win from 0 to 1.

    `expected + hidden + dice == after`. Figures are means of trials; those of a match that was over are certain.
    """

    seat: str
    expected: float
    """The seat's chance by what it decided, from what it could know."""
    hidden: float
    """How much that changes once all that it could not know is laid open: hidden hands, secret orders."""
    dice: float
    """How much the dice, and what others answered, made of it."""
    after: float
    """The chance it had in the end."""
    gain: float
    """How much more than `expected` the best found would have been worth, by what the seat could know; 0 when what
    was decided is the best found."""
    error: float
    """The standard error of the gain."""
    is_mistake: bool = False
    """Whether the gain is beyond doubt."""
    better: tuple[str, ...] = ()
    """Of a mistake what would have been done instead, in words, or the lines of a sheet."""
    samples: int = 0
    """In how many trials that was found."""
