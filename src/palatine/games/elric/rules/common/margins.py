"""Margins of fights: both totals plus a die, and Balo's die (10.5, 16.2)."""

from __future__ import annotations

from functools import cache
from operator import sub

from palatine.core import Chance, Distribution, JointChance, Tally


def margin_chance(purpose: str, own: Tally, theirs: Tally, about: object = None) -> JointChance[int]:
    """Return the margin of one total over another, with a die added to each (10.5a)."""
    return JointChance(purpose, (total_chance(own), total_chance(theirs)), sub, about)


def total_chance(tally: Tally) -> Chance[int]:
    """Return the chance of a total with its die (10.5a)."""
    return Chance(tally, lambda thrown: thrown.total)


@cache
def margins(edge: int) -> Distribution[int]:
    """Return the distribution of margins if the totals without dice differ by `edge` (10.5a)."""
    own = Tally("margin")
    own.add(edge, "10.5a", "edge")
    return margin_chance("margin", own, Tally("margin")).distribution()


def balo_chance(worth: int = 1, purpose: str = "balo") -> Chance[int]:
    """Return Balo the Jester's value: `worth` on an odd die, 0 on an even one (16.2c)."""
    return Chance(Tally(purpose), lambda thrown: worth * (thrown.rolled % 2))
