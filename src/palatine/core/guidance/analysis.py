"""Analysis of a decision in a finished match: effects of choice, secrets and dice."""

from __future__ import annotations

import msgspec

from palatine.core.guidance.recap import RecapItem


class Analysis(msgspec.Struct, frozen=True, omit_defaults=True):
    """The value of a seat's decision, in chances of winning from 0 to 1.

    `expected + hidden + dice == after`. Figures are means over trials; those of a finished match are exact.
    """

    seat: str
    expected: float
    """The seat's chance after its decision, from what it could know."""
    hidden: float
    """The change due to information the seat could not know: hidden hands, secret orders."""
    dice: float
    """The change due to dice and to the decisions of others."""
    after: float
    """The seat's chance in the end."""
    gain: float
    """The advantage of the best alternative over `expected`, from what the seat could know.

    0 if the decision was the best found.
    """
    error: float
    """The standard error of the gain."""
    is_mistake: bool = False
    """True if the gain is statistically significant."""
    better: tuple[str, ...] = ()
    """For a mistake, the better alternative: actions in words, or the lines of a sheet."""
    plan: tuple[RecapItem, ...] = ()
    """For a mistake, actions of the alternative that the decision did not have, in order."""
    decided: tuple[RecapItem, ...] = ()
    """Actions of the decision; for a mistake, only those that the alternative does not have."""
    samples: int = 0
    """Number of trials."""
